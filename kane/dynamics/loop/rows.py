"""Rows: a large system as tables of numbers, one row a body, in one pass over its joints.

Nothing is derived, so that 10⁵ bodies take seconds. What a loop over bodies does not know is
refused in words: joints of one's own, prescribed motions, speeds by definition, constraints,
contacts, inputs, and loads other than gravity, an accelerated base, and springs, dampers and
constant forces in joints.

From: kind.py    Next: kane/pipeline.py, kane/machine/loop.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kane.dynamics.loop.kind import ROW, Kind
from kane.dynamics.tree import product, turned
from kane.errors import DerivationError
from kane.geometry.mass import about_origin, add
from kane.geometry.rotation import IDENTITY, Matrix, Rows, transposed
from kane.geometry.vector import GROUND, ZEROS, Components, Frame, Vector
from kane.model.body import Body
from kane.model.checks.entry import leaves, number
from kane.model.joints.contract import Motion
from kane.model.joints.free import Axes, Floating
from kane.model.joints.joint import Joint
from kane.model.joints.prismatic import Sliding
from kane.model.joints.revolute import Turning, axes_with_z_along
from kane.model.joints.screw import Screwing
from kane.model.joints.spherical import Ball
from kane.model.loads import (
    BaseAcceleration,
    Gravity,
    JointDamper,
    JointForce,
    JointSpring,
    Load,
)
from kane.model.system import System

Array = NDArray[np.float64]
Place = tuple[int, Rows, Components]  # of a frame: the body that carries it, axes and origin there


@dataclass(frozen=True, slots=True, kw_only=True)
class Large:
    """A system's tables: `tells` has kind, parent, first coordinate and first speed by body.

    The forces of elements in joints are τ = steady − stiffness q − damping u, by speed.
    """

    system: System
    tells: NDArray[np.int64]
    table: Array
    base: Array
    speeds: tuple[str, ...]
    steady: Array
    stiffness: Array
    damping: Array

    @property
    def is_chain(self) -> bool:
        """Whether the bodies hang one on another by joints of one kind and one speed."""
        kinds, parents = self.tells[:, 0], self.tells[:, 1]
        single = Kind(int(kinds[0])) in (Kind.REVOLUTE, Kind.PRISMATIC, Kind.SCREW)
        alike = bool(np.all(kinds == kinds[0]))
        return single and alike and bool(np.all(parents == np.arange(len(parents)) - 1))

    @property
    def has_elements(self) -> bool:
        """Whether joints have springs, dampers or forces."""
        return bool(np.any(self.steady) or np.any(self.stiffness) or np.any(self.damping))


def rows(system: System) -> Large:
    """The tables of a system; a DerivationError says what they cannot hold."""
    _refuse_parts(system)
    growing = _Growing(system)
    for joint in system.joints:
        growing.take(joint)
    for body in system.bodies.values():
        growing.load(body)
    elements = _elements(system, growing)
    return Large(
        system=system,
        tells=np.array(growing.tells, dtype=np.int64).reshape(-1, 4),
        table=np.array(growing.table, dtype=float).reshape(-1, ROW),
        base=_base(system),
        speeds=tuple(growing.speeds),
        steady=elements[0],
        stiffness=elements[1],
        damping=elements[2],
    )


def joint_motions(system: System) -> int:
    """How many simple motions a system's joints have: the bodies of a loop."""
    return sum(len(joint.motions) for joint in system.joints)


class _Growing:
    """The tables while joints are added, parents before children."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.places: dict[Frame, Place] = {GROUND: (-1, IDENTITY, ZEROS)}
        self.tells: list[tuple[int, int, int, int]] = []
        self.table: list[list[float]] = []
        self.speeds: list[str] = []
        self.coordinates = 0

    def take(self, joint: Joint) -> None:
        """Add a body for each of a joint's motions; place its child on the last."""
        index, R, origin = self.places[joint.parent]
        at, axes = origin, R
        if joint.at is not ZEROS:
            at = add(origin, turned(R, self._triple(joint.at)))
        if joint.axes is not IDENTITY:
            axes = product(R, self._rows(joint.axes))
        for motion in joint.motions:
            index, axes = self._grow(joint, motion, index, at, axes)
            at = ZEROS
        shift = at
        if joint.on is not ZEROS:
            back = turned(axes, self._triple(joint.on))
            shift = (at[0] - back[0], at[1] - back[1], at[2] - back[2])
        self.places[joint.child] = (index, axes, shift)

    def _grow(
        self, joint: Joint, motion: Motion, parent: int, at: Components, axes: Rows
    ) -> tuple[int, Rows]:
        """Add a body; its number, and the axes of the joint's outer frame along its own."""
        kind = kind_of(joint, motion)
        turn, pitch = IDENTITY, 0.0
        if isinstance(motion, Turning | Sliding | Screwing) and motion.axis != (0, 0, 1):
            turn = axes_with_z_along(tuple(float(x) for x in motion.axis))  # type: ignore[arg-type]
            axes = product(axes, turn)
        if isinstance(motion, Screwing):
            pitch = self._number(motion.pitch)
        self.tells.append((kind.value, parent, self.coordinates, len(self.speeds)))
        row = [*axes[0], *axes[1], *axes[2], *at, pitch]
        self.table.append([float(x) for x in row] + [0.0] * (ROW - len(row)))
        self.coordinates += len(motion.names[0])
        self.speeds += motion.names[1]
        return len(self.table) - 1, transposed(turn)

    def load(self, body: Body) -> None:
        """Add a body's m, h and J to its row."""
        index, R, origin = self.places[body]
        if index < 0:
            return
        axes = self.places.get(body.inertia_frame)
        if axes is None or axes[0] != index:
            raise refusal(self.system, f"the inertia of '{body}' along another body's axes")
        place = add(origin, turned(R, self._triple(body.centre)))
        central = Matrix(axes[1]).out_symmetric(self._rows(body.inertia))
        own, J = about_origin(self._number(body.mass), place, central)
        given = (own.mass, *own.first, *(J[i][j] for i in range(3) for j in range(i, 3)))
        row = self.table[index]
        for k, value in enumerate(given):
            row[13 + k] += float(value)

    def _number(self, value: Any) -> float:
        return plain(self.system, value)

    def _triple(self, values: Components) -> Components:
        a, b, c = values
        return (self._number(a), self._number(b), self._number(c))

    def _rows(self, given: Rows) -> Rows:
        a, b, c = given
        return (self._triple(a), self._triple(b), self._triple(c))


def kind_of(joint: Joint, motion: Motion) -> Kind:
    """Which of the kinds a motion is."""
    match motion:
        case Turning():
            return Kind.REVOLUTE
        case Sliding():
            return Kind.PRISMATIC
        case Screwing():
            return Kind.SCREW
        case Ball():
            return Kind.BALL
        case Floating():
            return Kind.FREE if motion.axes is Axes.BODY else Kind.FREE_PARENT
    raise DerivationError(
        f"Joint '{joint.name}': a loop over bodies has no step for {type(motion).__name__}. "
        "Make it of Revolute, Prismatic, Screw, Spherical and Free, or build a smaller system."
    )


def plain(system: System, value: Any) -> float:
    """A scalar of the description as a number, parameters at their values."""
    if isinstance(value, int | float):
        return float(value)
    found = number(value, leaves(value))
    if found is None:
        raise refusal(system, f"the scalar {value}, which is no number")
    return found


def refusal(system: System, what: str) -> DerivationError:
    """That a loop over bodies does not know something."""
    count = joint_motions(system)
    return DerivationError(
        f"System '{system.name}' has {count} joint motions and would run as a loop over bodies, "
        f"which does not know {what}. Leave it out, or ask for straight code with "
        'build(system, formulation="articulated"), which takes long for large systems.'
    )


def _refuse_parts(system: System) -> None:
    if system.constraints:
        raise refusal(system, f"constraints ({len(system.constraints)} here)")
    if system.contacts:
        raise refusal(system, f"contacts ({len(system.contacts)} here)")
    if system.contacts:
        raise refusal(system, f"contacts ({len(system.contacts)} here)")
    if system.speeds:
        raise refusal(system, f"speeds by definition ({len(system.speeds)} here)")
    for joint in system.joints:
        if joint.prescribed:
            raise refusal(system, f"the prescribed motion of joint '{joint.name}'")


def _base(system: System) -> Array:
    """(0, a − g) of the ground."""
    found = np.zeros(6)
    for load in system.loads:
        if isinstance(load, Gravity):
            found[3:] -= _along(system, load.along) * plain(system, load.magnitude)
        elif isinstance(load, BaseAcceleration):
            found[3:] += _along(system, load.vector)
    return found


def _along(system: System, vector: Vector) -> Array:
    if vector.frame is not GROUND:
        raise refusal(system, f"a field along the axes of '{vector.frame}'")
    return np.array([plain(system, x) for x in vector.components])


def _elements(system: System, growing: _Growing) -> tuple[Array, Array, Array]:
    """Steady forces, stiffnesses and dampings in joints, by speed."""
    found = np.zeros((3, len(growing.speeds)))
    numbers = _numbers(system)
    for load in system.loads:
        if isinstance(load, Gravity | BaseAcceleration):
            continue
        if not isinstance(load, JointForce | JointSpring | JointDamper):
            raise refusal(system, f"the load {type(load).__name__}")
        found[:, numbers[load.coordinate]] += _element(system, load)
    return found[0], found[1], found[2]


def _element(system: System, load: Load) -> Sequence[float]:
    match load:
        case JointForce():
            return (plain(system, load.value), 0.0, 0.0)
        case JointSpring():
            stiffness = plain(system, load.stiffness)
            return (stiffness * plain(system, load.rest), stiffness, 0.0)
        case JointDamper():
            return (0.0, 0.0, plain(system, load.damping))
    raise AssertionError(f"{load} is no element of a joint. This is a bug of kane's.")


def _numbers(system: System) -> dict[str, int]:
    """The speed that is the rate of a coordinate, where there is one."""
    found: dict[str, int] = {}
    speed = 0
    for joint in system.joints:
        for motion in joint.motions:
            coordinates, speeds = motion.names
            if len(coordinates) == len(speeds) == 1:
                found[coordinates[0]] = speed
            speed += len(speeds)
    return found
