"""Where a run's modes begin: masks and restitutions behind the inputs.

From: kane/machine/flow.py    Next: change.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float64]]
Rows = Sequence[tuple[str, bool]]


def with_modes(inputs: Floats, count: int, rows: Rows) -> Floats:
    """The inputs (the first `count`), a mask for each row, and a restitution of zero for each."""
    masks = [1.0 if holds else 0.0 for _, holds in rows]
    made = np.concatenate([inputs[:count], masks, np.zeros(len(rows))])
    return made if len(made) else np.zeros(1)
