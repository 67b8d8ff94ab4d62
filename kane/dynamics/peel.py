"""Peeling: closed groups of defined components, turned inward past the joints they contain.

If ω_L's two components across joint L's axis are defined, then turned into the parent's axes
they are two components of ω_P, in which the joint's rate does not appear; the component along
the axis stays behind as a row that gives the joint's rate without a division. The same holds
for the velocity of a link's origin when it lies on the joint's axis.

From: speeds.py    Next: elimination.py
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kane.dynamics.elimination import Row
from kane.dynamics.form import Form
from kane.dynamics.kinematics import Kind
from kane.dynamics.locate import Definitions
from kane.dynamics.tree import Link, Tree
from kane.geometry.rotation import Plane
from kane.geometry.vector import Vector

Group = dict[int, Form]  # the defined components by axis


def peel(
    tree: Tree, definitions: Definitions, kind: Kind, index: int, group: Mapping[int, Form]
) -> list[Row]:
    """The rows that a group of components of link `index` gives, after peeling."""
    walk = _angular if kind is Kind.ANGULAR else _linear
    return walk(tree, definitions, index, dict(group))


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


def _linear(tree: Tree, definitions: Definitions, index: int, group: Group) -> list[Row]:
    forms = definitions.velocity(Kind.LINEAR, index)
    while True:
        link = tree.links[index]
        plane = turning_axis(link)
        if plane is None or not is_closed(group, plane) or slides(link):
            break
        group, forms = turned_out(link, plane, group), definitions.before(link)
        if link.parent < 0 or any(link.offset.components):
            break
        index = link.parent
    return [Row.of(forms[axis], form) for axis, form in group.items()]


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


__all__ = ["Any", "peel"]
