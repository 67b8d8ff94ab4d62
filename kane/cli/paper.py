"""What goes to the terminal: JSON for programs, text for people, colours where there are eyes.

Colours are used where standard output is a terminal and NO_COLOR is not set.

From: command.py    Next: derive.py
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, TextIO


class Colour(Enum):
    """What a colour says."""

    GOOD = "32"
    BAD = "31"
    HEAD = "1"
    QUIET = "2"


def coloured(text: str, colour: Colour, stream: TextIO | None = None) -> str:
    """The text in a colour, where it goes to a terminal."""
    if not shows_colours(stream or sys.stdout):
        return text
    return f"\x1b[{colour.value}m{text}\x1b[0m"


def shows_colours(stream: TextIO) -> bool:
    """Whether a stream is a terminal on which colours are wanted."""
    asked = "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    return asked and hasattr(stream, "isatty") and stream.isatty()


def as_json(document: object) -> None:
    """One JSON document; numbers that JSON has not are null."""
    print(json.dumps(plain(document), indent=1, ensure_ascii=False, allow_nan=False))


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(one) for one in value]
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if isinstance(value, str | int | float | bool | None) else str(value)
