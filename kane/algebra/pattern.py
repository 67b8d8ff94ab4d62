"""Pattern: where a linear system may be non-zero.

From: op.py    Next: graph.py
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """Where a linear system A x = b may be non-zero: what a SOLVE instruction is told.

    `entries` lists the places (row, column) of A, rows ascending; of a symmetric A the lower
    triangle. The instruction's operands are A's entries in that order, then b. Item k is x_k.
    """

    size: int
    entries: tuple[tuple[int, int], ...]
    symmetric: bool
