"""System: a tree of bodies and joints with loads and constraints; complete and unchanging.

Bodies, points, parameters and inputs are found through what refers to them. Every fault of the
description is found here, and all are reported at once (`check.py`).

From: body.py, joints, loads.py, closures.py, contacts.py    Next: kane/dynamics/equations.py
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from kane.algebra.expr import Expr
from kane.errors import ArgumentError, Fault, ModelError
from kane.geometry.vector import GROUND, Frame
from kane.model.body import Body
from kane.model.check import check
from kane.model.checks.parts import parts_of
from kane.model.closures import Constraint, relations_of
from kane.model.constraints import Relation
from kane.model.difference import Differences, differences
from kane.model.joints.joint import Joint
from kane.model.loads import Load
from kane.model.paths import PathTable, path_table
from kane.model.scalars import inputs_of, parameters_of, symbols_of
from kane.model.touching import Touchable, Touching

Speeds = Sequence[Expr] | Mapping[str, Expr]


class System:
    """A mechanical system. `replace` gives a changed copy."""

    name: str
    joints: tuple[Joint, ...]
    loads: tuple[Load, ...]
    constraints: tuple[Constraint, ...]
    contacts: tuple[Touchable, ...]
    speeds: Mapping[str, Expr]

    def __init__(
        self,
        name: str,
        *,
        joints: Sequence[Joint],
        loads: Sequence[Load] = (),
        constraints: Sequence[Constraint] = (),
        contacts: Sequence[Touchable] = (),
        speeds: Speeds = (),
    ) -> None:
        parts = parts_of(name, joints, loads, constraints, speeds, contacts)
        in_order = in_tree_order(tuple(parts.joints.values()))
        check(parts, in_order)
        self.name = parts.name
        self.joints = in_order
        self.loads = tuple(parts.loads.values())
        self.constraints = tuple(constraints)
        self.contacts = tuple(contacts)
        self.speeds = MappingProxyType(dict(parts.speeds))

    def __setattr__(self, attribute: str, value: object) -> None:
        if attribute in self.__dict__:
            raise AttributeError(
                f"System '{self.name}' does not change: make another by "
                f"system.replace({attribute}=…)."
            )
        super().__setattr__(attribute, value)

    def replace(
        self,
        *,
        name: str | None = None,
        joints: Sequence[Joint] | None = None,
        loads: Sequence[Load] | None = None,
        constraints: Sequence[Constraint] | None = None,
        contacts: Sequence[Touchable] | None = None,
        speeds: Speeds | None = None,
    ) -> System:
        """The same system with some of its parts changed."""
        return System(
            self.name if name is None else name,
            joints=self.joints if joints is None else joints,
            loads=self.loads if loads is None else loads,
            constraints=self.constraints if constraints is None else constraints,
            contacts=self.contacts if contacts is None else contacts,
            speeds=self.speeds if speeds is None else speeds,
        )

    @cached_property
    def relations(self) -> tuple[Relation, ...]:
        """The constraints' relations one by one: a closed loop has several; then the contacts'."""
        held = [one for constraint in self.constraints for one in relations_of(constraint)]
        return (*held, *(one for point in self.touchings for one in point.relations))

    @cached_property
    def touchings(self) -> tuple[Touching, ...]:
        """The points of all contacts."""
        return tuple(point for contact in self.contacts for point in contact.points)

    def diff(self, other: System) -> Differences:
        """Everything that another system says differently, a line each; false if nothing."""
        return differences(self, other)

    @cached_property
    def frames(self) -> Mapping[str, Frame]:
        """Every frame but the ground, by name, parents before children."""
        return MappingProxyType({joint.child.name: joint.child for joint in self.joints})

    @cached_property
    def bodies(self) -> Mapping[str, Body]:
        """The frames that have mass, by name."""
        bodies = {key: frame for key, frame in self.frames.items() if isinstance(frame, Body)}
        return MappingProxyType(bodies)

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
        return MappingProxyType({name: it.value for name, it in parameters_of(self).items()})

    @cached_property
    def units(self) -> Mapping[str, str]:
        """The units in which parameters are shown, by name; "" where none was given."""
        return MappingProxyType({name: it.unit for name, it in parameters_of(self).items()})

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        """The names of the inputs."""
        return inputs_of(self)

    @cached_property
    def symbols(self) -> frozenset[str]:
        """The names of all symbols that the description uses."""
        return symbols_of(self)

    def path_table(self) -> PathTable:
        """Which bodies and joints lie on the way from the ground to each body."""
        return path_table(self.joints)

    def joint(self, name: str) -> Joint:
        """The joint of this name."""
        for joint in self.joints:
            if joint.name == name:
                return joint
        known = ", ".join(joint.name for joint in self.joints)
        what = f"it has no joint '{name}'."
        raise ModelError(Fault(path=f"System '{self.name}'", what=what, remedy=f"It has {known}."))

    def __repr__(self) -> str:
        return "\n".join([self.name, *tree_lines(self.joints, GROUND, "")])


def in_tree_order(joints: Sequence[Joint]) -> tuple[Joint, ...]:
    """The joints with parents before children, otherwise as given; stray ones at the end."""
    placed: list[Joint] = []
    known: set[Frame] = {GROUND}
    waiting = list(joints)
    while waiting:
        stray: list[Joint] = []
        for joint in waiting:
            if joint.parent in known:
                placed.append(joint)
                known.add(joint.child)
            else:
                stray.append(joint)
        if len(stray) == len(waiting):
            break
        waiting = stray
    return (*placed, *waiting)


def tree_lines(joints: Sequence[Joint], parent: Frame, indent: str) -> Iterator[str]:
    """The tree as indented text, one line a joint."""
    for joint in joints:
        if joint.parent is parent:
            moves = " ".join(joint.coordinates) or "fixed"
            yield f"{indent}└ {joint.child} ({joint.name}: {moves})"
            yield from tree_lines(joints, joint.child, indent + "  ")


def require_system(given: object) -> System:
    """What is given, if it is a System."""
    if not isinstance(given, System):
        raise ArgumentError(
            f"{given!r} is no System. Put joints and loads into one: System('arm', joints=[…])."
        )
    return given
