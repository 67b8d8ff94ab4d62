"""A Zarr store, version 2, written and read without its library [Zarr2022].

A folder with a folder for each array: `.zarray` says its shape, and a file of plain bytes holds
each block of runs. Any reader of Zarr opens it; `xarray.open_zarr` finds names and dimensions.
A block is written to a file beside its place and then moved there, so that it is whole or absent.

From: scatter.py    Next: monte_carlo.py, runs.py
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError

Array = np.ndarray[Any, Any]
_FILL: Final = {"f": "NaN", "i": -1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """An array of the store: its dimensions, shape, and how long its blocks are."""

    name: str
    dimensions: tuple[str, ...]
    shape: tuple[int, ...]
    blocks: tuple[int, ...]
    kind: str = "<f8"
    units: str = ""

    @property
    def meta(self) -> dict[str, Any]:
        """What `.zarray` says."""
        return {
            "zarr_format": 2,
            "shape": list(self.shape),
            "chunks": list(self.blocks),
            "dtype": self.kind,
            "compressor": None,
            "fill_value": _FILL[self.kind[1]],
            "order": "C",
            "filters": None,
        }

    @property
    def attributes(self) -> dict[str, Any]:
        """What `.zattrs` says."""
        units = {"units": self.units} if self.units else {}
        return {"_ARRAY_DIMENSIONS": list(self.dimensions), **units}


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """A folder of arrays."""

    path: Path

    def create(self, columns: Sequence[Column], attributes: Mapping[str, Any]) -> None:
        """The folder with all that is said of its arrays; blocks that are there stay."""
        texts: dict[str, Any] = {".zgroup": {"zarr_format": 2}, ".zattrs": dict(attributes)}
        for column in columns:
            texts[f"{column.name}/.zarray"] = column.meta
            texts[f"{column.name}/.zattrs"] = column.attributes
        whole = {"zarr_consolidated_format": 1, "metadata": texts}
        for name, content in {**texts, ".zmetadata": whole}.items():
            _write(self.path / name, json.dumps(content, indent=1).encode())

    def write(self, column: Column, block: int, values: Array) -> None:
        """One block along the first dimension, filled up where it is the last."""
        kind = np.dtype(column.kind)
        made = np.full(column.blocks, np.nan if kind.kind == "f" else -1, dtype=kind)
        made[: len(values)] = values
        rest = ".0" * (len(column.shape) - 1)
        _write(self.path / column.name / f"{block}{rest}", made.tobytes())

    def has(self) -> bool:
        """Whether there is a store."""
        return (self.path / ".zgroup").exists()

    @property
    def attributes(self) -> dict[str, Any]:
        """What is said of the whole."""
        return self._said(".zattrs")

    def _said(self, name: str) -> dict[str, Any]:
        """What a file of the store says."""
        try:
            found = json.loads((self.path / name).read_text())
        except (OSError, ValueError) as wrong:
            raise ArgumentError(
                f"{self.path} is no store of runs: {name} cannot be read ({wrong}). "
                "Name another folder, or remove this one."
            ) from None
        return dict(found)

    def read(self, name: str) -> Array:
        """An array; NaN or −1 where no block has been written."""
        folder = self.path / name
        if not (folder / ".zarray").exists():
            raise ArgumentError(f"{self.path} holds no array '{name}'. It is no store of runs.")
        meta = self._said(f"{name}/.zarray")
        shape, blocks, kind = meta["shape"], meta["chunks"], np.dtype(meta["dtype"])
        count = math.ceil(shape[0] / blocks[0])
        made = np.full(
            (count * blocks[0], *shape[1:]), np.nan if kind.kind == "f" else -1, dtype=kind
        )
        for block in range(count):
            path = folder / (f"{block}" + ".0" * (len(shape) - 1))
            if path.exists():
                values = np.frombuffer(path.read_bytes(), dtype=kind).reshape(blocks)
                made[block * blocks[0] : (block + 1) * blocks[0]] = values
        return made[: shape[0]]

    def names(self) -> list[str]:
        """The arrays."""
        return sorted(one.parent.name for one in self.path.glob("*/.zarray"))

    def of(self, name: str) -> dict[str, Any]:
        """What is said of an array."""
        return self._said(f"{name}/.zattrs")


def _write(path: Path, content: bytes) -> None:
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(content)
        beside.replace(path)
    except OSError as wrong:
        raise ArgumentError(
            f"{path} cannot be written: {wrong.strerror}. Name a folder that can, as out=…."
        ) from wrong
