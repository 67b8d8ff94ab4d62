"""Samples as a NetCDF file, written a slice at a time, so that any number of them fits.

The classic format with 64-bit offsets [NetCDF2024 "CDF-2"]: a header, then one variable after the
other. SciPy, xarray and every NetCDF library read it.

From: pieces.py    Next: dataset.py
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float64]]

_DIMENSIONS: Final = 10
_VARIABLES: Final = 11
_ATTRIBUTES: Final = 12
_CHARACTERS: Final = 2
_DOUBLES: Final = 6
_WORD: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A variable over time: its name and what is said about it."""

    name: str
    attributes: Mapping[str, str]


def write(
    path: Path,
    columns: Sequence[Column],
    attributes: Mapping[str, str],
    count: int,
    slices: Iterator[Floats],
) -> None:
    """A file of `count` samples of these columns; `slices` gives them in order, a row each."""
    sizes = 8 * count
    begin = len(_header(columns, attributes, count, [0] * len(columns)))
    places = [begin + number * sizes for number in range(len(columns))]
    with path.open("wb") as file:
        file.write(_header(columns, attributes, count, places))
        file.truncate(begin + sizes * len(columns))
        at = 0
        for rows in slices:
            big_endian = rows.astype(">f8")
            for place, column in zip(places, big_endian.T, strict=True):
                file.seek(place + 8 * at)
                file.write(column.tobytes())
            at += len(rows)


def _header(
    columns: Sequence[Column], attributes: Mapping[str, str], count: int, places: Sequence[int]
) -> bytes:
    """The header, for variables that begin at these places."""
    dimension = _list(_DIMENSIONS, [_name("time") + struct.pack(">I", count)])
    variables = [
        _name(column.name)
        + struct.pack(">II", 1, 0)  # one dimension, the first
        + _attributes(column.attributes)
        + struct.pack(">IIQ", _DOUBLES, min(8 * count, 2**32 - 4), place)
        for column, place in zip(columns, places, strict=True)
    ]
    return b"".join(
        [
            b"CDF\x02",
            struct.pack(">I", 0),
            dimension,
            _attributes(attributes),
            _list(_VARIABLES, variables),
        ]
    )


def _list(tag: int, items: Sequence[bytes]) -> bytes:
    if not items:
        return struct.pack(">II", 0, 0)
    return struct.pack(">II", tag, len(items)) + b"".join(items)


def _attributes(given: Mapping[str, str]) -> bytes:
    return _list(
        _ATTRIBUTES,
        [
            _name(name) + struct.pack(">I", _CHARACTERS) + _name(text)
            for name, text in given.items()
        ],
    )


def _name(text: str) -> bytes:
    """A length, and characters filled up to whole words."""
    made = text.encode()
    return struct.pack(">I", len(made)) + made + b"\0" * (-len(made) % _WORD)
