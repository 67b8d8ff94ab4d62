"""Overrides: components of link velocities that the speeds' definitions give as they stand.

Where a definition *is* a component of ω_L or of v_Lo, the speed's symbol stands for it from there
on (DESIGN §3.4). A point P of L elsewhere, p from Lo, gives the same where ω_L is known already:

    v_Lo·l_i = v_P·l_i − (ω_j p_k − ω_k p_j),   (i, j, k) cyclic

with ω_L's components overridden themselves, zero, or sums of rates that are speeds.

A row of several velocities, one of them such a component, gives it in terms of the others: a
wheel that rolls moves at v·l_i = −r σ_spin. Such a Form holds σ until the rows are solved.

From: locate.py    Next: speeds.py, peel.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kane.algebra.dependence import rate_of
from kane.algebra.rate import Rate
from kane.dynamics.cost import cost
from kane.dynamics.elimination import over, unsolved
from kane.dynamics.form import REMAINDER, Form
from kane.dynamics.kinematics import Kind, Place, along
from kane.dynamics.kinematics import overridden as put_in
from kane.dynamics.locate import Definitions
from kane.dynamics.riding import on_parent
from kane.dynamics.tree import Link, Tree
from kane.geometry.vector import GROUND, Vector
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
    left = [row for row in left if not _moved(definitions, row, rates, found)]
    return found, [row for row in left if not _tied(definitions, row, found)]


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
    where = definitions.along_axis(row.alone)
    if where is None or where[0] in found:
        return False
    place, sign, p = where
    _, link, i = place
    j, k = (i + 1) % 3, (i + 2) % 3
    form = row.equals if sign > 0 else -row.equals
    for axis, arm in ((j, -p[k]), (k, p[j])):
        if arm:
            w = _turning(definitions, link, axis, rates, found)
            if w is None:
                return False
            form = form + w * arm
    found[place] = form
    return True


def _tied(definitions: Definitions, row: Defined, found: dict[Place, Form]) -> bool:
    """Whether the row gives a component of a v_Lo by other velocities; if so, it is added."""
    for number, (definition, c) in enumerate(row.terms):
        if not isinstance(definition, Velocity) or rate_of(c) > Rate.PARAMETER:
            continue
        where = definitions.along_axis(definition)
        if where is None or where[0] in found:
            continue
        place, sign, p = where
        others = row.terms[:number] + row.terms[number + 1 :]
        form = row.equals - Form({REMAINDER: row.rest} if row.rest else {}, row.rest)
        for other, factor in others:
            form = form - unsolved(definitions.form(other)) * factor
        _, link, i = place
        j, k = (i + 1) % 3, (i + 2) % 3
        form = over(form, c) if sign > 0 else -over(form, c)
        for axis, arm in ((j, -p[k]), (k, p[j])):
            if arm:
                form = form + unsolved(definitions.velocity(Kind.ANGULAR, link)[axis]) * arm
        found[place] = form
        return True
    return False


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


def plain_components(
    tree: Tree, sigma: Sequence[Form], given: Mapping[Place, Form], u: Sequence[Any]
) -> dict[Place, Form]:
    """The overrides, and the components that turn out to be plain: Σ c u with set-up constants.

    What the recursion would write at length, cancelling terms and all, is then given as it is.
    """
    found = dict(given)
    none = Form({}, tree.lift.scalar(0))
    rest = Vector(GROUND, (none, none, none))
    moving: dict[tuple[Kind, int], Vector] = {(Kind.ANGULAR, -1): rest, (Kind.LINEAR, -1): rest}
    for link in tree.links:
        w_P, v_P = (moving[kind, link.parent] for kind in (Kind.ANGULAR, Kind.LINEAR))
        w = link.rotation.into(w_P) + along(link.angular, link, sigma, none)
        v = link.rotation.into(v_P + w_P.cross(link.offset)) + along(link.linear, link, sigma, none)
        for kind, whole in ((Kind.ANGULAR, w), (Kind.LINEAR, v)):
            found |= _plain_of(link, kind, whole, found, u)
            moving[kind, link.index] = put_in(whole, kind, link, found)
    return found


def _plain_of(
    link: Link, kind: Kind, whole: Vector, found: Mapping[Place, Form], u: Sequence[Any]
) -> dict[Place, Form]:
    """The plain components of one velocity; of an origin that rides inward, all or none."""
    plain: dict[Place, Form] = {}
    for axis in range(3):
        place = (kind, link.index, axis)
        if place not in found and (form := _plain(whole[axis], u)) is not None:
            plain[place] = form
    rides = kind is Kind.LINEAR and on_parent(link, (whole[0].value * 0,) * 3) is not None
    return {} if rides and len(plain) < 3 else plain


def _plain(form: Form, u: Sequence[Any]) -> Form | None:
    """The component as Σ c u, where that is shorter than what the recursion has."""
    if any(r == REMAINDER or rate_of(c) > Rate.PARAMETER for r, c in form.coefficients.items()):
        return None
    total = form.value * 0
    for r, c in sorted(form.coefficients.items()):
        total = total + u[r] * c
    if total.ref == form.value.ref or cost([total]) >= cost([form.value]):
        return None
    return Form(form.coefficients, total)


__all__ = ["Defined", "overridden"]
