"""Overrides: components of link velocities that the speeds' definitions give as they stand.

Where a definition *is* a component of ω_L or of v_Lo, the speed's symbol stands for it from there
on (DESIGN §3.4). A point P of L elsewhere, p from Lo, gives the same where ω_L is known already:

    v_Lo·l_i = v_P·l_i − (ω_j p_k − ω_k p_j),   (i, j, k) cyclic

with ω_L's components overridden themselves, zero, or sums of rates that are speeds.

From: locate.py    Next: speeds.py, peel.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kane.dynamics.form import REMAINDER, Form
from kane.dynamics.kinematics import Kind, Place
from kane.dynamics.locate import Definitions
from kane.model.quantities import CoordinateRate, Definition, Velocity


@dataclass(frozen=True, slots=True, kw_only=True)
class Defined:
    """A row to be solved: Σ coefficient · definition + rest = what it equals."""

    terms: tuple[tuple[Definition, Any], ...]
    rest: Any
    equals: Form

    @property
    def alone(self) -> Definition | None:
        """The one definition whose value is given as it stands, if it is that simple."""
        if len(self.terms) == 1 and not self.rest and self.terms[0][1] == 1:
            return self.terms[0][0]
        return None


def overridden(
    definitions: Definitions, rows: Sequence[Defined]
) -> tuple[dict[Place, Form], list[Defined]]:
    """The components that rows give as they stand, and the rows that give none."""
    found: dict[Place, Form] = {}
    left: list[Defined] = []
    for row in rows:
        where = definitions.component(row.alone)
        if where is None or where[0] in found:
            left.append(row)
        else:
            place, sign = where
            found[place] = row.equals if sign > 0 else -row.equals
    rates = _rates(definitions, left)
    return found, [row for row in left if not _moved(definitions, row, rates, found)]


def told(
    definitions: Definitions, rows: Sequence[Defined], found: dict[Place, Form]
) -> Callable[[int, int], Form | None]:
    """Which components of ω the rows and the overrides tell, in the speeds."""
    rates = _rates(definitions, rows)
    return lambda link, axis: _turning(definitions, link, axis, rates, found)


def _rates(definitions: Definitions, rows: Sequence[Defined]) -> dict[int, Form]:
    """The natural speeds that rows give as they stand."""
    found: dict[int, Form] = {}
    for row in rows:
        if isinstance(row.alone, CoordinateRate):
            coefficients = definitions.form(row.alone).coefficients
            (number, *more) = coefficients
            if not more and coefficients[number] == 1:
                found[number] = row.equals
    return found


def _moved(
    definitions: Definitions, row: Defined, rates: dict[int, Form], found: dict[Place, Form]
) -> bool:
    """Whether the row gives a component of v_Lo from that of another point; if so, it is added."""
    if not isinstance(row.alone, Velocity):
        return False
    where = definitions.along_own_axis(row.alone)
    if where is None or where[0] in found:
        return False
    place, sign = where
    _, link, i = place
    j, k = (i + 1) % 3, (i + 2) % 3
    p = definitions.express.place(row.alone.point)
    form = row.equals if sign > 0 else -row.equals
    for axis, arm in ((j, -p[k]), (k, p[j])):
        if arm:
            w = _turning(definitions, link, axis, rates, found)
            if w is None:
                return False
            form = form + w * arm
    found[place] = form
    return True


def _turning(
    definitions: Definitions,
    link: int,
    axis: int,
    rates: dict[int, Form],
    found: dict[Place, Form],
) -> Form | None:
    """A component of ω_L in the speeds, where that is known already."""
    if (Kind.ANGULAR, link, axis) in found:
        return found[Kind.ANGULAR, link, axis]
    natural: Form = definitions.velocity(Kind.ANGULAR, link)[axis]
    total = definitions.none
    for number, c in natural.coefficients.items():
        if number == REMAINDER or number not in rates:
            return None
        total = total + rates[number] * c
    return total


__all__ = ["Defined", "overridden"]
