"""System: a tree of bodies and joints with loads and constraints; complete and unchanging.

Bodies, points, parameters and inputs are found through what refers to them. Every fault of the
description is found here, and all are reported at once (`check.py`).

From: body.py, joints, loads.py, constraints.py    Next: kane/dynamics/equations.py
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from kane.algebra.expr import Expr
from kane.geometry.vector import GROUND, Frame
from kane.model.body import Body
from kane.model.check import check
from kane.model.constraints import Constraint
from kane.model.joints.joint import Joint
from kane.model.loads import Load
from kane.model.scalars import inputs_of, parameters_of, symbols_of

Speeds = Sequence[Expr] | Mapping[str, Expr]


class System:
    """A mechanical system. `replace` gives a changed copy."""

    def __init__(
        self,
        name: str,
        *,
        joints: Sequence[Joint],
        loads: Sequence[Load] = (),
        constraints: Sequence[Constraint] = (),
        speeds: Speeds = (),
    ) -> None:
        self.name = name
        self.joints = in_tree_order(joints)
        self.loads = tuple(loads)
        self.constraints = tuple(constraints)
        self.speeds = named_speeds(speeds)
        check(self)

    def replace(self, **changes: Any) -> System:
        """The same system with some of its parts changed."""
        parts = {
            "name": self.name,
            "joints": self.joints,
            "loads": self.loads,
            "constraints": self.constraints,
            "speeds": self.speeds,
        }
        return System(**{**parts, **changes})

    @cached_property
    def frames(self) -> Mapping[str, Frame]:
        """Every frame but the ground, by name, parents before children."""
        return {joint.child.name: joint.child for joint in self.joints}

    @cached_property
    def bodies(self) -> Mapping[str, Body]:
        """The frames that have mass, by name."""
        return {key: frame for key, frame in self.frames.items() if isinstance(frame, Body)}

    @cached_property
    def coordinates(self) -> tuple[str, ...]:
        """The names of the coordinates that are not prescribed, parents before children."""
        return tuple(
            name
            for joint in self.joints
            for name in joint.coordinates
            if name not in joint.prescribed
        )

    @cached_property
    def parameters(self) -> Mapping[str, float]:
        """The values of the parameters, by name."""
        return parameters_of(self)

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        """The names of the inputs."""
        return inputs_of(self)

    @cached_property
    def symbols(self) -> frozenset[str]:
        """The names of all symbols that the description uses."""
        return symbols_of(self)

    def joint(self, name: str) -> Joint:
        """The joint of this name."""
        for joint in self.joints:
            if joint.name == name:
                return joint
        known = ", ".join(joint.name for joint in self.joints)
        raise KeyError(f"System '{self.name}' has no joint '{name}'; it has {known}.")

    def __repr__(self) -> str:
        return "\n".join([self.name, *tree_lines(self.joints, GROUND, "")])


def in_tree_order(joints: Sequence[Joint]) -> tuple[Joint, ...]:
    """The joints with parents before children, otherwise as given; stray ones at the end."""
    placed: list[Joint] = []
    known: set[Frame] = {GROUND}
    waiting = list(joints)
    while waiting:
        ready = [joint for joint in waiting if joint.parent in known]
        if not ready:
            break
        placed += ready
        known |= {joint.child for joint in ready}
        waiting = [joint for joint in waiting if joint not in ready]
    return (*placed, *waiting)


def named_speeds(speeds: Speeds) -> Mapping[str, Expr]:
    """The definitions of the generalized speeds by name: u1, u2 … where none is given."""
    if isinstance(speeds, Mapping):
        return dict(speeds)
    return {f"u{number}": definition for number, definition in enumerate(speeds, start=1)}


def tree_lines(joints: Sequence[Joint], parent: Frame, indent: str) -> Iterator[str]:
    """The tree as indented text, one line a joint."""
    for joint in joints:
        if joint.parent is parent:
            moves = " ".join(joint.coordinates) or "fixed"
            yield f"{indent}└ {joint.child} ({joint.name}: {moves})"
            yield from tree_lines(joints, joint.child, indent + "  ")
