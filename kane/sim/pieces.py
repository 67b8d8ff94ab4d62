"""The file of a run while it runs: pieces with a checksum each, only ever appended.

    magic, then pieces:  kind (4 bytes) | length (8) | checksum (4) | content

A run that is killed, or whose disk is full, leaves a file that ends in the middle of a piece;
what stands before that is whole. HEAD says what the columns are, ROWS are samples, SAVE is the
memory of the run just then, from which it goes on to the bit, DONE how it ended.

From: course.py    Next: netcdf.py
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final

import numpy as np

from kane.errors import ArgumentError

MAGIC: Final = b"KANERUN1"
HEAD: Final = b"HEAD"
ROWS: Final = b"ROWS"
SAVE: Final = b"SAVE"
EVENTS: Final = b"EVNT"
DONE: Final = b"DONE"
_FRAME: Final = struct.Struct("<4sQI")

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One piece: what it is and where its content is in the file."""

    kind: bytes
    at: int
    length: int
    content: bytes = field(repr=False)


class Appending:
    """A file of pieces, open to append to."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[bytes] = path.open("ab")
        if self._file.tell() == 0:
            self._file.write(MAGIC)

    def write(self, kind: bytes, content: bytes) -> None:
        """One more piece, handed to the system at once."""
        frame = _FRAME.pack(kind, len(content), zlib.crc32(content))
        self._file.write(frame + content)
        self._file.flush()

    def close(self) -> None:
        """No more pieces."""
        self._file.close()


def pieces(path: Path) -> Iterator[Piece]:
    """The whole pieces of a file, as far as they go."""
    whole = path.stat().st_size
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise ArgumentError(
                f"'{path}' is not the file of a run: it does not begin with {MAGIC.decode()}. "
                "Give the file that a run with file=… writes beside its end result."
            )
        while len(frame := file.read(_FRAME.size)) == _FRAME.size:
            kind, length, checksum = _FRAME.unpack(frame)
            at = file.tell()
            if at + length > whole:
                return
            content = file.read(length)
            if zlib.crc32(content) != checksum:
                return
            yield Piece(kind=kind, at=at, length=length, content=content)


def as_bytes(arrays: Sequence[Array]) -> bytes:
    """Arrays of doubles and integers, one after the other."""
    shapes = json.dumps([(array.dtype.str, len(array)) for array in arrays]).encode()
    return b"".join(
        [len(shapes).to_bytes(8, "little"), shapes, *(array.tobytes() for array in arrays)]
    )


def from_bytes(content: bytes) -> list[Array]:
    """The arrays again."""
    length = int.from_bytes(content[:8], "little")
    at, made = 8 + length, []
    for kind, count in json.loads(content[8:at]):
        array = np.frombuffer(content, dtype=kind, count=count, offset=at)
        made.append(array)
        at += array.nbytes
    return made
