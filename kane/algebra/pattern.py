"""Pattern: where a linear system may be non-zero.

From: op.py    Next: solve.py
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

    def __post_init__(self) -> None:
        if list(self.entries) != sorted(set(self.entries)):
            raise ValueError(
                f"A pattern's entries are {self.entries[:6]}…, which are not in ascending order "
                "of (row, column), each once. Sort them."
            )
        for row, column in self.entries:
            if not (0 <= row < self.size and 0 <= column < self.size):
                raise ValueError(
                    f"Entry ({row}, {column}) of a pattern lies outside its {self.size} rows and "
                    "columns, which count from 0."
                )
            if self.symmetric and column > row:
                raise ValueError(
                    f"Entry ({row}, {column}) of a symmetric pattern lies above the diagonal. "
                    f"Give its mirror image ({column}, {row}) alone."
                )


def full(size: int) -> Pattern:
    """The pattern of a matrix with no zeros."""
    places = tuple((row, column) for row in range(size) for column in range(size))
    return Pattern(size=size, entries=places, symmetric=False)


def symmetric(size: int) -> Pattern:
    """The pattern of a symmetric matrix with no zeros."""
    places = tuple((row, column) for row in range(size) for column in range(row + 1))
    return Pattern(size=size, entries=places, symmetric=True)
