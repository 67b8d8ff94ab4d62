"""Wheel: the relations of one wheel of a platform, rolling on the ground on which this moves.

With a along the axle, n up, h = a × n the heading, C the centre, r the radius and ṡ the spin:

    roll:  v_C·h − r ṡ = 0        skid:  v_C·a = 0             [Tanner2001 Eqs. 1, 3]

A wheel with rollers round its rim holds one relation, along the rollers' axis
e = h cos γ + a sin γ: v_C·e − r ṡ cos γ = 0. γ = 0 is an omnidirectional wheel, ±45° a mecanum
wheel [Muir1986].

From: kane/model/constraints.py    Next: kane/model/closures.py
"""

from __future__ import annotations

from dataclasses import dataclass

from kane.algebra.expr import Equality, Expr, Scalar
from kane.algebra.functions import cos, sin
from kane.geometry.vector import Vector
from kane.model.body import Point
from kane.model.constraints import Motion, Relation
from kane.model.quantities import rate, velocity

ROLL, SKID = "roll", "skid"


@dataclass(frozen=True, slots=True, eq=False)
class Wheel:
    """A wheel that rolls.

    `centre` is a point of the frame that carries the axle; `axle` a vector of it, to the left of
    the wheel's heading; `up` another, off the ground (default: the frame's z). `spin` is the
    coordinate of its turning, `base` the joint that moves the platform on the ground. `holds` says
    which of its relations are kept: those that others imply are left out. `friction` is that of
    tyre and ground, `stiffness` its share where loads are split by compliance.
    """

    name: str
    centre: Point
    axle: Vector
    radius: Scalar
    spin: str
    base: str
    up: Vector | None = None
    rollers: Scalar | None = None  # γ
    trails: bool = False  # in a fork that turns freely
    holds: str = f"{ROLL} {SKID}"
    dependent: str = ""  # the speeds that roll and skid settle; those without do it by their choice
    friction: Scalar = 0
    stiffness: Scalar = 1
    drive: str = ""  # the input that is its motor's torque
    limit: Scalar = 0  # of that torque; 0 where none is known
    active: bool = True

    @property
    def heading(self) -> Vector:
        """h = a × n."""
        return self.axle.cross(self.up or self.axle.frame.z)

    @property
    def grip(self) -> Vector:
        """e: along which the rim does not move, beside the axle."""
        if self.rollers is None or not self.rollers:
            return self.heading
        return self.heading * cos(self.rollers) + self.axle * sin(self.rollers)

    @property
    def slip(self) -> Expr:
        """The rim's velocity along e."""
        turning = self.radius * rate(self.spin)
        if self.rollers:
            turning = turning * cos(self.rollers)
        return velocity(self.centre).along(self.grip) - turning

    @property
    def relations(self) -> tuple[Relation, ...]:
        """One or two velocities that vanish."""
        made = {ROLL: self.slip, SKID: velocity(self.centre).along(self.axle)}
        words, given = self.holds.split(), self.dependent.split()
        given += [""] * (len(words) - len(given))
        return tuple(
            Motion(f"{self.name}, {word}", _zero(made[word]), speed, self.active)
            for word, speed in zip(words, given, strict=True)
        )


def _zero(value: Expr) -> Equality:
    relation = value == 0
    assert isinstance(relation, Equality)
    return relation
