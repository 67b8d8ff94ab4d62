"""The key of compiled code: everything that the machine code depends on, as one digest.

A Program's key is made of the Program; a description's, of the description, and of all of the
package that makes Programs of it. Where the package's files changed after they were loaded, what
runs here is not what stands there, and nothing has a key.

From: cache.py    Next: kernel.py
"""

from __future__ import annotations

import hashlib
import os
import sys
from array import array
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

import numpy as np

from kane import loaded
from kane.algebra.pattern import Pattern
from kane.emitters.code import Code
from kane.machine.cpu import Processor, versions
from kane.program.program import Program
from kane.program.target import Target

_SOURCES: Final = ("algebra", "program", "passes", "emitters", "machine")


def program_key(program: Program, target: Target, processor: Processor, which: str) -> bytes | None:
    """The key of a Program's code for a target; None where it cannot be told from another's.

    Only the numbers count that the code is made of: labels do not.
    """
    if not all(isinstance(value, int | Pattern) for value in program.attributes.values()):
        return None  # an opaque function is known by its place in this process only
    digest = hashlib.sha256(circumstances(processor))
    digest.update(repr((which, target, program.name, program.inputs, program.outputs)).encode())
    for part in (
        program.ops,
        map(len, program.args),
        chain.from_iterable(program.args),
        program.chunks,
        program.values,
        program.attributes,
    ):
        _add(digest, array("q", part).tobytes())
    _add(digest, array("d", program.values.values()).tobytes())
    _add(digest, repr(list(program.attributes.values())).encode())
    _add(digest, program.rates)
    return digest.digest()


def code_key(code: Code, processor: Processor, which: str) -> bytes:
    """The key of code that comes as text."""
    digest = hashlib.sha256(circumstances(processor))
    digest.update(repr((which, code.entry, code.signature.workspace, code.target)).encode())
    _add(digest, code.text.encode())
    return digest.digest()


def description_key(description: bytes, how: str, processor: Processor) -> bytes | None:
    """The key of what is made of a description in this way; None where the package's files do not
    tell what runs here."""
    package = _package(Path(__file__).resolve().parents[1], loaded.AT)
    if package is None:
        return None
    digest = hashlib.sha256(circumstances(processor))
    for part in (package, how.encode(), description):
        _add(digest, part)
    return digest.digest()


def _add(digest: hashlib._Hash, part: bytes) -> None:
    digest.update(len(part).to_bytes(8, "little"))
    digest.update(part)


@cache
def circumstances(processor: Processor) -> bytes:
    """Compiler, processor, and the state of our own sources."""
    return repr((versions(), processor, _sources())).encode()


def _sources() -> list[tuple[str, str, int, int]]:
    """Name, size and time of every file that generated code depends on."""
    package = Path(__file__).resolve().parents[1]
    found = []
    for name in _SOURCES:
        if not (package / name).is_dir():
            continue  # not installed as files
        with os.scandir(package / name) as files:
            for file in files:
                if file.name.endswith(".py"):
                    status = file.stat()
                    found.append((name, file.name, status.st_size, status.st_mtime_ns))
    return sorted(found)


@cache
def _package(folder: Path, since: int) -> bytes | None:
    """All source files, what they are run by, and where; None if one changed since then."""
    found = []
    for place, _, files in os.walk(folder):
        for name in files:
            if name.endswith(".py"):
                path = os.path.join(place, name)
                status = os.stat(path)
                found.append((path, status.st_size, status.st_mtime_ns, status.st_ctime_ns))
    if not found or max(changed for *_, changed in found) > since:
        return None
    return repr((sys.version, np.__version__, sorted(found))).encode("utf-8", "surrogatepass")
