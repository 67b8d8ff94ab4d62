"""Where a run's modes begin: the masks behind the inputs.

From: kane/machine/flow.py    Next: kane/sim/assembly.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float64]]
Rows = Sequence[tuple[str, bool]]


def with_modes(a: Floats, rows: Rows) -> Floats:
    """The inputs, with the masks behind them at 1 for rows that hold; nothing slides yet."""
    if not rows:
        return a
    made, count = a.copy(), len(rows)
    made[-2 * count : -count] = [float(holds) for _, holds in rows]
    return made
