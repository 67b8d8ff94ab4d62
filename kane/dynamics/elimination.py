"""Sparse elimination: rows that are linear in the natural speeds, solved symbolically.

Each step takes the pivot that spreads least and divides by least: rows and columns with few
entries first [Markowitz1957], and among these ±1 before a constant before an expression; but an
expression only where random states show it safe to divide by.

From: speeds.py    Next: kinematics.py, again with what is found
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kane.algebra.dependence import rate_of
from kane.algebra.rate import Rate
from kane.algebra.zero import Samples
from kane.dynamics.form import REMAINDER, Form
from kane.errors import DerivationError

SAFE: Final = (0.0, 1e-9, 0.1)  # of its row's largest entry: ±1, a constant, an expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Σ coefficient_i σ_i = equals, a Form in the speeds u."""

    coefficients: Mapping[int, Any]
    equals: Form

    @staticmethod
    def of(total: Form, equals: Form) -> Row:
        """The row total = equals, for a Form in σ that may have a remainder.

        What `equals` holds of σ (`unsolved`) goes to the left.
        """
        coefficients = {i: c for i, c in total.coefficients.items() if i != REMAINDER}
        for r in [r for r in equals.coefficients if r < REMAINDER]:
            i, c = REMAINDER - 1 - r, equals.coefficients[r]
            left = coefficients[i] - c if i in coefficients else -c
            if left:
                coefficients[i] = left
            else:
                del coefficients[i]
        known = {r: c for r, c in equals.coefficients.items() if r >= REMAINDER}
        equals = Form(known, equals.value)
        rest = total.of(REMAINDER)
        if rest:
            equals = equals - Form({REMAINDER: rest}, rest)
        return Row(coefficients=coefficients, equals=equals)


def unsolved(form: Form) -> Form:
    """A Form in σ for the right side of rows: the keys of σ_i are −2 − i, its value is what is
    known of it.
    """
    rest = form.of(REMAINDER, form.value * 0)
    keys = {i if i == REMAINDER else REMAINDER - 1 - i: c for i, c in form.coefficients.items()}
    return Form(keys, rest)


def settled(form: Form, sigma: Sequence[Form]) -> Form:
    """A Form with its σ_i put in."""
    known = {r: c for r, c in form.coefficients.items() if r >= REMAINDER}
    total = Form(known, form.value)
    for r, c in form.coefficients.items():
        if r < REMAINDER:
            total = total + sigma[REMAINDER - 1 - r] * c
    return total


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved:
    """σ_i as Forms in u, by what was divided for each (its pivot), and the way taken."""

    forms: tuple[Form, ...]
    pivots: tuple[Any, ...]
    way: tuple[tuple[int, int], ...]  # the number of a row among those left, and its unknown


def eliminate(
    rows: Sequence[Row], unknowns: int, samples: Samples, refusal: DerivationError
) -> Solved:
    """As many σ_i as there are unknowns; the refusal where they do not follow."""
    waiting = list(rows)
    solved: list[tuple[int, Row]] = []
    way: list[tuple[int, int]] = []
    while waiting:
        found = cheapest(waiting, samples)
        if found is None:
            raise refusal
        way.append(found)
        waiting = _taken(waiting, found, solved)
    if len(solved) != unknowns:
        raise refusal
    pivots = {pivot: row.coefficients[pivot] for pivot, row in solved}
    return Solved(
        forms=substituted(solved, unknowns),
        pivots=tuple(pivots[i] for i in range(unknowns)),
        way=tuple(way),
    )


def again(rows: Sequence[Row], way: Sequence[tuple[int, int]]) -> tuple[Form, ...]:
    """σ_i from rows with the same coefficients that equal something else."""
    waiting = list(rows)
    solved: list[tuple[int, Row]] = []
    for step in way:
        waiting = _taken(waiting, step, solved)
    return substituted(solved, len(way))


def _taken(waiting: list[Row], step: tuple[int, int], solved: list[tuple[int, Row]]) -> list[Row]:
    """The rows left after one is solved for one of its unknowns."""
    chosen, pivot = step
    solved.append((pivot, waiting.pop(chosen)))
    return [reduced(row, solved[-1][1], pivot) for row in waiting]


def cheapest(rows: Sequence[Row], samples: Samples) -> tuple[int, int] | None:
    """The row and the unknown to pivot on; None where no row has anything left to divide by.

    An expression is a pivot only where it is not zero at random states, whatever it looks like
    (one row of a rotation times another is 0, and no constructor knows), and where it is not
    small there beside the rest of its row, so that σ has no singularity that the system has not.
    """
    columns = Counter(i for row in rows for i in row.coefficients)
    places: list[tuple[int, int, int, int, int]] = []
    for number, row in enumerate(rows):
        length = len(row.coefficients)
        for i, pivot in row.coefficients.items():
            spread = (length - 1) * (columns[i] - 1)
            places.append((spread, _division(pivot), length, number, i))
    best: tuple[float, int, int] | None = None
    for _, division, _, number, i in sorted(places):
        share = _share(rows[number], i, samples) if division else 1.0
        if share >= SAFE[division]:
            return number, i
        if share > 0 and (best is None or share > best[0]):
            best = share, number, i
    return None if best is None else best[1:]


def _share(row: Row, pivot: int, samples: Samples) -> float:
    """How large the pivot is beside the largest of its row, at random states."""
    return samples.share([row.coefficients[pivot], *row.coefficients.values()], 0)


def reduced(row: Row, by: Row, pivot: int) -> Row:
    """The row without the pivot's unknown."""
    if pivot not in row.coefficients:
        return row
    factor = _quotient(row.coefficients[pivot], by.coefficients[pivot])
    left = {i: c for i, c in row.coefficients.items() if i != pivot}
    for i, c in by.coefficients.items():
        if i != pivot:
            changed = left[i] - factor * c if i in left else -(factor * c)
            if changed:
                left[i] = changed
            else:
                del left[i]
    return Row(coefficients=left, equals=row.equals - by.equals * factor)


def _quotient(x: Any, divisor: Any) -> Any:
    """x/divisor, by the reciprocal that `over` takes too where it is not set-up."""
    return x * (1 / divisor) if rate_of(divisor) > Rate.PARAMETER else x / divisor


def substituted(solved: Sequence[tuple[int, Row]], count: int) -> tuple[Form, ...]:
    """Back substitution, last pivot first."""
    sigma: dict[int, Form] = {}
    for pivot, row in reversed(solved):
        right = row.equals
        for i, c in row.coefficients.items():
            if i != pivot:
                right = right - sigma[i] * c
        divisor = row.coefficients[pivot]
        sigma[pivot] = right if divisor == 1 else -right if divisor == -1 else over(right, divisor)
    return tuple(sigma[i] for i in range(count))


def over(form: Form, divisor: Any) -> Form:
    """The Form divided: coefficient by coefficient where that is set-up, since (x/l)·l is x."""
    if rate_of(divisor) > Rate.PARAMETER:
        whole: Form = form / divisor
        return whole
    parts = {r: c / divisor for r, c in form.coefficients.items()}
    return Form(parts, form.value / divisor)


def _division(pivot: Any) -> int:
    """How dear a division by the pivot is: none, by a constant, by an expression."""
    if abs(pivot) == 1:
        return 0
    return 1 if getattr(pivot, "value", pivot) is not None else 2
