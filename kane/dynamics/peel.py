"""Peeling: closed groups of defined components, turned inward past the joints they contain.

If ω_L's two components across joint L's axis are defined, then turned into the parent's axes
they are two components of ω_P, in which the joint's rate does not appear; the component along
the axis stays behind as a row that gives the joint's rate without a division. The same holds
for the velocity of a link's origin when it lies on the joint's axis. Where only one of the two is
defined, and the parent's velocity is zero along one axis whatever moves, the other follows by a
division that no other way would save: at its zero the definition says nothing.

From: speeds.py    Next: elimination.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kane.dynamics.elimination import Row
from kane.dynamics.form import REMAINDER, Form
from kane.dynamics.kinematics import Kind, Place
from kane.dynamics.locate import Definitions
from kane.dynamics.tree import Link, Tree
from kane.geometry.rotation import Plane
from kane.geometry.vector import Vector

Group = dict[int, Form]  # the defined components by axis


@dataclass(frozen=True, slots=True, kw_only=True)
class Peeled:
    """The rows of a group, what was divided by, and the components met where wheels roll."""

    rows: list[Row]
    divisors: tuple[Any, ...] = ()
    met: Mapping[Place, Form] = field(default_factory=dict)


def peel(
    tree: Tree, definitions: Definitions, kind: Kind, index: int, group: Mapping[int, Form]
) -> Peeled:
    """What a group of components of link `index` gives."""
    if kind is Kind.ANGULAR:
        return Peeled(rows=_angular(tree, definitions, index, dict(group)))
    return _linear(tree, definitions, index, dict(group))


def _angular(tree: Tree, definitions: Definitions, index: int, group: Group) -> list[Row]:
    rows: list[Row] = []
    while index >= 0:
        link = tree.links[index]
        plane = turning_axis(link)
        if link.still or (link.rotation.factors and (plane is None or not is_closed(group, plane))):
            break
        if plane is not None:
            if plane.axis in group:
                form = definitions.velocity(Kind.ANGULAR, index)[plane.axis]
                rows.append(Row.of(form, group.pop(plane.axis)))
            group = turned_out(link, plane, group)
        index = link.parent
    if index < 0:
        return rows
    forms = definitions.velocity(Kind.ANGULAR, index)
    return rows + [Row.of(forms[axis], form) for axis, form in group.items()]


def _linear(tree: Tree, definitions: Definitions, index: int, group: Group) -> Peeled:
    forms, divisors = definitions.velocity(Kind.LINEAR, index), list[Any]()
    rolls = any(r < REMAINDER for form in group.values() for r in form.coefficients)
    met: dict[Place, Form] = {}
    while True:
        link = tree.links[index]
        plane = turning_axis(link)
        if plane is None or slides(link):
            break
        before = definitions.before(link)
        if is_closed(group, plane):
            group = turned_out(link, plane, group)
        elif (half := _half(link, plane, group, before)) is not None:
            group, divisor = half
            divisors.append(divisor)
        else:
            break
        forms = before
        if link.parent < 0 or any(link.offset.components):
            break
        index = link.parent
        if rolls or divisors:
            met |= {(Kind.LINEAR, index, axis): form for axis, form in group.items()}
    rows = [Row.of(forms[axis], form) for axis, form in group.items()]
    return Peeled(rows=rows, divisors=tuple(divisors), met=met)


def _half(link: Link, plane: Plane, group: Group, before: Vector) -> tuple[Group, Any] | None:
    """The group along the parent's axes, where one component of two is known and one is zero."""
    across = ((plane.axis + 1) % 3, (plane.axis + 2) % 3)
    known = [axis for axis in across if axis in group]
    moving = [axis for axis in across if before[axis].coefficients]
    if len(known) != 1 or len(moving) != 1:
        return None
    divisor = link.rotation.rows()[moving[0]][known[0]]
    kept = {axis: form for axis, form in group.items() if axis == plane.axis}
    return kept | {moving[0]: group[known[0]] / divisor}, divisor


def turning_axis(link: Link) -> Plane | None:
    """The plane rotation that is all of R_PL, if it is one."""
    factors = link.rotation.factors
    return factors[0] if len(factors) == 1 and isinstance(factors[0], Plane) else None


def turned_out(link: Link, plane: Plane, group: Group) -> Group:
    """The group's components along the parent's axes; unknown ones stay unknown."""
    absent = next(iter(group.values())) * 0
    v = [group.get(axis, absent) for axis in range(3)]
    turned = link.rotation.out(Vector(link.frame, (v[0], v[1], v[2])))
    known = {(plane.axis + 1) % 3, (plane.axis + 2) % 3} | (set(group) & {plane.axis})
    return {axis: turned[axis] for axis in sorted(known)}


def is_closed(group: Group, plane: Plane) -> bool:
    """Whether both components across the axis are there."""
    return (plane.axis + 1) % 3 in group and (plane.axis + 2) % 3 in group


def slides(link: Link) -> bool:
    """Whether the joint moves the link's origin."""
    return any(_nonzero(direction) for direction in link.linear)


def _nonzero(vector: Vector) -> bool:
    return any(bool(x) for x in vector.components)


__all__ = ["Peeled", "peel"]
