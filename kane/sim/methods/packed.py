"""A method's table as native code reads it: sums of rows of K, one after the other.

Sum k has its c and weights at table[rows[2k]] and its list of rows at rows[rows[2k + 1]]: how many,
then which: one, or a multiple of four; zeros are left out (kane/sim/stepper/layout.py).

From: method.py    Next: kane/sim/memory.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kane.sim.methods.method import Kind, Method, Row
from kane.sim.stepper.layout import FIRST_ERROR, IMPLICIT, INTERPOLANT

_GROUP = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """Coefficients, and where they are."""

    table: np.ndarray[Any, np.dtype[np.float64]]
    rows: np.ndarray[Any, np.dtype[np.int64]]


class _Packing:
    """Sums while they are laid out."""

    def __init__(self, count: int) -> None:
        self.table: list[float] = []
        self.rows: list[int] = [0] * (2 * count)

    def numbers(self, number: int, values: Sequence[float]) -> None:
        """Plain numbers under a sum's number."""
        self.rows[2 * number] = len(self.table)
        self.table.extend(values)

    def sum(self, number: int, c: float, weights: Row) -> None:
        """c, the weights that are not zero, and whose they are."""
        used = [j for j, weight in enumerate(weights) if weight]
        groups = max(1, -(-len(used) // _GROUP))
        fill = 0 if len(used) == 1 else groups * _GROUP - len(used)
        self.rows[2 * number + 1] = len(self.rows)
        self.rows.extend([len(used) + fill, *used, *[0] * fill])
        self.numbers(number, [c, *(weights[j] for j in used), *[0.0] * fill])


def packed(method: Method) -> Packed:
    """The table of a method for native code."""
    last, extra = method.last, len(method.extra)
    packing = _Packing(last + extra + IMPLICIT + 1)
    if method.kind is Kind.EXPLICIT:
        for stage, (c, weights) in enumerate(zip(method.c, method.A, strict=True), start=1):
            packing.sum(stage, c, weights)
    packing.sum(last, 1.0, method.b)
    for place, (c, weights) in enumerate(method.extra):
        packing.sum(last + 1 + place, c, weights)
    for place, weights in enumerate(method.errors):
        packing.sum(last + extra + FIRST_ERROR + place, 0.0, weights)
    packing.numbers(last + extra + INTERPOLANT, [value for row in method.dense for value in row])
    square = [value for row in method.A for value in row]
    packing.numbers(last + extra + IMPLICIT, [*method.c, *square])
    return Packed(table=np.array(packing.table), rows=np.array(packing.rows, dtype=np.int64))
