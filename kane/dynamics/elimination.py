"""Sparse elimination: rows that are linear in the natural speeds, solved symbolically.

Each step takes the pivot that spreads least and divides by least: rows and columns with few
entries first [Markowitz1957], and among these ±1 before a constant before an expression.

From: speeds.py    Next: kinematics.py, again with what is found
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kane.dynamics.form import REMAINDER, Form
from kane.errors import DerivationError


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Σ coefficient_i σ_i = equals, a Form in the speeds u."""

    coefficients: Mapping[int, Any]
    equals: Form

    @staticmethod
    def of(total: Form, equals: Form) -> Row:
        """The row total = equals, for a Form in σ that may have a remainder."""
        coefficients = {i: c for i, c in total.coefficients.items() if i != REMAINDER}
        rest = total.of(REMAINDER)
        if rest:
            equals = equals - Form({REMAINDER: rest}, rest)
        return Row(coefficients=coefficients, equals=equals)


def eliminate(rows: Sequence[Row], names: Sequence[str]) -> tuple[Form, ...]:
    """σ_i as Forms in u, one for each name."""
    waiting = list(rows)
    solved: list[tuple[int, Row]] = []
    while waiting:
        chosen, pivot = cheapest(waiting, names, solved)
        waiting.remove(chosen)
        solved.append((pivot, chosen))
        waiting = [reduced(row, chosen, pivot) for row in waiting]
    _require_all(solved, names)
    return _substituted(solved, len(names))


def cheapest(
    rows: Sequence[Row], names: Sequence[str], solved: Sequence[tuple[int, Row]]
) -> tuple[Row, int]:
    """The row and unknown to pivot on."""
    columns: dict[int, int] = {}
    for row in rows:
        for i in row.coefficients:
            columns[i] = columns.get(i, 0) + 1
    best: tuple[tuple[int, int, int], Row, int] | None = None
    for row in rows:
        for i, pivot in row.coefficients.items():
            spread = (len(row.coefficients) - 1) * (columns[i] - 1)
            cost = (spread, _division(pivot), len(row.coefficients))
            if best is None or cost < best[0]:
                best = (cost, row, i)
        if not row.coefficients:
            _refuse(names, solved)
    assert best is not None
    return best[1], best[2]


def reduced(row: Row, by: Row, pivot: int) -> Row:
    """The row without the pivot's unknown."""
    if pivot not in row.coefficients:
        return row
    factor = row.coefficients[pivot] / by.coefficients[pivot]
    left = {i: c for i, c in row.coefficients.items() if i != pivot}
    for i, c in by.coefficients.items():
        if i != pivot:
            changed = left[i] - factor * c if i in left else -(factor * c)
            if changed:
                left[i] = changed
            else:
                del left[i]
    return Row(coefficients=left, equals=row.equals - by.equals * factor)


def _substituted(solved: Sequence[tuple[int, Row]], count: int) -> tuple[Form, ...]:
    """Back substitution, last pivot first."""
    sigma: dict[int, Form] = {}
    for pivot, row in reversed(solved):
        right = row.equals
        for i, c in row.coefficients.items():
            if i != pivot:
                right = right - sigma[i] * c
        divisor = row.coefficients[pivot]
        sigma[pivot] = right if divisor == 1 else -right if divisor == -1 else right / divisor
    return tuple(sigma[i] for i in range(count))


def _division(pivot: Any) -> int:
    """How dear a division by the pivot is: none, by a constant, by an expression."""
    if abs(pivot) == 1:
        return 0
    return 1 if getattr(pivot, "value", pivot) is not None else 2


def _require_all(solved: Sequence[tuple[int, Row]], names: Sequence[str]) -> None:
    if len(solved) != len(names):
        _refuse(names, solved)


def _refuse(names: Sequence[str], solved: Sequence[tuple[int, Row]]) -> None:
    found = {pivot for pivot, _ in solved}
    missing = ", ".join(f"'{name}'" for i, name in enumerate(names) if i not in found)
    raise DerivationError(
        f"The generalized speeds do not determine the natural joint speeds: {len(solved)} of "
        f"{len(names)} follow from the definitions, and nothing is left for {missing or 'them'}. "
        "Define a speed (or name a constraint) that contains the missing motion, and let no "
        "speed follow from the others."
    )
