"""What tells the two kinds of TOML files apart, before either of their readers is loaded.

A Hartenberg–Denavit table has the key `convention` before its first table; a model file has none.

From: source.py    Next: load.py
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from kane.formats.source import Source

ENDING: Final = ".toml"


def has_convention(source: Source) -> bool:
    """Whether a TOML file has the key `convention` before its first table."""
    head = _FIRST_TABLE.split(source.content.decode("utf-8", "replace"), maxsplit=1)[0]
    return _CONVENTION.search(head) is not None


def is_model_file(source: Source) -> bool:
    """Whether a file is a model file."""
    return Path(source.name).suffix.lower() == ENDING and not has_convention(source)


_FIRST_TABLE: Final = re.compile(r"^\s*\[", re.MULTILINE)
_CONVENTION: Final = re.compile(r"^\s*\"?convention\"?\s*=", re.MULTILINE)
