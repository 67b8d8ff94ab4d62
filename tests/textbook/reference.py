"""The files of `tests/data`: what each holds and where it comes from is in its README."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

DATA: Final = Path(__file__).resolve().parents[1] / "data"


def read_json(name: str) -> Any:
    """The content of a JSON file of `tests/data`."""
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def read_table(name: str) -> dict[str, NDArray[np.float64]]:
    """The columns of a CSV file of `tests/data`, by the names in its first row."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    columns = np.array(rows, dtype=np.float64).T
    return dict(zip(header, columns, strict=True))


def columns(table: dict[str, NDArray[np.float64]], *names: str) -> NDArray[np.float64]:
    """The named columns side by side: one row per time."""
    return np.stack([table[name] for name in names], axis=1)
