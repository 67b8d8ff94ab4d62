"""Carriers: velocities of links that follow at once from what turns on them.

Where the speeds define the velocity of a link's origin across its joint's axis, as those of a
steered wheel's centre do, and ω of its parent too, the parent's velocity along its own axes is

    v_P = R v_L − ω_P × p

without a detour through the ground's axes: it is an override like those that are named.

From: overrides.py    Next: speeds.py, peel.py
"""

from __future__ import annotations

from collections.abc import Callable

from kane.dynamics.form import Form
from kane.dynamics.kinematics import Kind, Place
from kane.dynamics.peel import Group, is_closed, slides, turned_out, turning_axis
from kane.dynamics.tree import Link, Tree

Told = Callable[[int, int], Form | None]  # (link, axis) → a component of ω, where it is known


def carried(tree: Tree, named: dict[Place, Form], told: Told) -> tuple[dict[Place, Form], set[int]]:
    """The overrides that follow, and the links whose velocities say nothing more."""
    found: dict[Place, Form] = {}
    spent: set[int] = set()
    moving = {link for kind, link, _ in named if kind is Kind.LINEAR}
    for link in (tree.links[index] for index in sorted(moving)):
        group = {i: form for (kind, at, i), form in named.items() if _is_linear(kind, at, link)}
        if link.parent not in moving and (inward := _inward(link, group, told)):
            found |= {(Kind.LINEAR, link.parent, i): form for i, form in inward.items()}
            spent.add(link.index)
    return found, spent


def _is_linear(kind: Kind, at: int, link: Link) -> bool:
    return kind is Kind.LINEAR and at == link.index


def _inward(link: Link, group: Group, told: Told) -> Group | None:
    """v_P along the parent's axes; None where it takes more than is told."""
    plane, p = turning_axis(link), link.offset.components
    if plane is None or not is_closed(group, plane) or slides(link) or link.parent < 0:
        return None
    if not any(p):
        return None  # peeling serves
    found: Group = {}
    for i, form in turned_out(link, plane, group).items():
        j, k = (i + 1) % 3, (i + 2) % 3
        for axis, arm in ((j, -p[k]), (k, p[j])):
            if arm:
                w = told(link.parent, axis)
                if w is None:
                    return None
                form = form + w * arm
        found[i] = form
    return found
