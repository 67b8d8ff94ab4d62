"""Platform: joints, constraints, speeds and loads of a body on wheels.

The body moves in the plane of the ground, each wheel turns about its axle, steered ones about the
vertical. Roll and skid of the wheels are constraints that the choice of speeds encapsulates, so
that the equations have as many speeds as there are freedoms. What two axles settle is not asked of
a third: its wheel keeps its roll alone.

From: kinds.py, mobility.py    Next: kane/mobile/platform.py
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, unique
from functools import cached_property
from typing import Any, Final

from kane.algebra.expr import Expr, Scalar
from kane.algebra.functions import cos, sin
from kane.geometry.rotation import IDENTITY, Rows
from kane.geometry.vector import GROUND, Frame, Vector, Y, Z
from kane.model.body import Body, Point
from kane.model.closures import Constraint
from kane.model.constraints import Configuration, Motion
from kane.model.given import refuse, shown
from kane.model.joints.contract import speed_name
from kane.model.joints.joint import Joint
from kane.model.joints.makers import Planar, Revolute
from kane.model.loads import JointForce, Load
from kane.model.quantities import angular_velocity, rate, velocity
from kane.model.rolling.faults import see_that_sound
from kane.model.rolling.kinds import Castered, Fixed, Mecanum, Omni, Steered, joined
from kane.model.rolling.mobility import (
    meeting,
    see_that_axles_agree,
    see_that_law_agrees,
    skid_row,
)
from kane.model.rolling.steering import ackermann
from kane.model.rolling.wheel import ROLL, SKID, Wheel
from kane.model.symbols import coordinate, inputs

MOST: Final = 2  # skid rows that leave a motion


@unique
class Speeds(Enum):
    """Which generalized speeds a platform has, beside the rates of its steering angles.

    Each is singular where it vanishes though the platform moves.
    """

    ROLLING = "rolling"  # v of the steered wheel along its heading; never singular with one axle
    FORWARD = "forward"  # v of the axle's middle, ahead; singular with steering at 90°
    PAPER = "paper"  # ẋ/Z_o, ẏ/Z_o of the origin; singular there too, and where ẋ vanishes


@dataclass(frozen=True, kw_only=True)
class Platform:
    """A body on wheels: `body` has its origin on the ground below, z up and x ahead.

    `height` is where the body's origin is above the ground, if it is not on it.
    """

    body: Frame
    wheels: Sequence[Fixed]
    radius: Scalar | None = None
    mass: Scalar | None = None  # of a wheel; by its size where nothing is said
    friction: Scalar = 0
    height: Scalar = 0
    slope: Scalar = 0
    coordinates: str = "x y theta"
    speed_names: str = "v w"
    speeds: Speeds = Speeds.ROLLING

    def __post_init__(self) -> None:
        see_that_sound(self)

    # ── parts ─────────────────────────────────────────────────────────────────────────────
    @cached_property
    def joints(self) -> tuple[Joint, ...]:
        """The body on the ground, what steers, and what rolls."""
        on = (0, 0, -self.height)
        planar = Planar(self.coordinates, GROUND, self.body, on=on, axes=self.inclined)
        return (replace(planar, name=self.base), *self._turning, *self._spinning)

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The wheels, and what couples steering angles."""
        return (*self._rolling, *self._coupled, *self._locked)

    @cached_property
    def motion(self) -> dict[str, Expr]:
        """The generalized speeds."""
        steering = [w for w in self._steered if not w.locked]
        turns = [*(w.coordinate for w in steering), *map(self.spin, self.wheels)]
        forks = {self.fork_speed(w): self._turning_of(w) for w in self._castered}
        return {**self._base_speeds(), **forks, **{speed_name(q): rate(q) for q in turns}}

    def fork_speed(self, w: Castered) -> str:
        """The speed of a fork: how fast it turns, in space where both base speeds are free.

        There it is the fork's velocity across, by the trail (kane/dynamics/trailing.py).
        """
        return f"w_{w.coordinate}" if self._turns_freely else speed_name(w.coordinate)

    def _turning_of(self, w: Castered) -> Expr:
        up = self._up(w) or self.carriers[w.name].z
        if self._turns_freely:
            return angular_velocity(self.carriers[w.name]).along(up)
        return rate(w.coordinate)

    @property
    def _turns_freely(self) -> bool:
        """Whether the turn rate is an independent speed."""
        return len(self.holders) < MOST

    @property
    def loads(self) -> Iterator[Load]:
        """The motors."""
        for wheel in self.wheels:
            if wheel.drive:
                yield JointForce(self.spin(wheel), *inputs(wheel.drive))
            if isinstance(wheel, Steered) and wheel.steer:
                yield JointForce(wheel.coordinate, *inputs(wheel.steer))

    @property
    def base(self) -> str:
        """The name of the joint that moves the body on the ground."""
        return f"{self.body.name} on the ground"

    def spin(self, wheel: Fixed) -> str:
        """The coordinate of a wheel's turning about its axle."""
        return f"{joined(wheel.name)}_spin"

    # ── wheels by kind ────────────────────────────────────────────────────────────────────
    @cached_property
    def _fixed(self) -> list[Fixed]:
        return [w for w in self.wheels if type(w) is Fixed]

    @cached_property
    def _steered(self) -> list[Steered]:
        return [w for w in self.wheels if isinstance(w, Steered)]

    @property
    def _castered(self) -> list[Castered]:
        return [w for w in self.wheels if isinstance(w, Castered)]

    @cached_property
    def holders(self) -> tuple[Fixed, ...]:
        """The wheels whose skid rows are kept: an axle, then leaders, then those that follow."""
        leaders = [w for w in self._steered if not w.follows]
        followers = [w for w in self._steered if w.follows]
        return tuple([*self._fixed[:1], *leaders, *followers][:MOST])

    @cached_property
    def carriers(self) -> Mapping[str, Frame]:
        """The frame in which each wheel's axle is fixed: the body, a knuckle or a fork."""
        return {
            w.name: Frame(f"{w.name} {'fork' if isinstance(w, Castered) else 'knuckle'}")
            if isinstance(w, Steered | Castered)
            else self.body
            for w in self.wheels
        }

    # ── joints ────────────────────────────────────────────────────────────────────────────
    @property
    def _turning(self) -> Iterator[Joint]:
        for w in self.wheels:
            if isinstance(w, Steered | Castered):
                at = (*w.at, self.radius_of(w) - self.height)
                axes = _about_z(w.heading) if w.heading else IDENTITY
                yield Revolute(
                    w.coordinate, self.body, self.carriers[w.name], axis=Z, at=at, axes=axes
                )

    @property
    def _spinning(self) -> Iterator[Joint]:
        for w in self.wheels:
            axes = _about_z(w.heading) if w.heading and self._on_body(w) else IDENTITY
            yield Revolute(
                self.spin(w),
                self.carriers[w.name],
                self._disc(w),
                axis=Y,
                at=self.centre(w),
                axes=axes,
            )

    def _disc(self, w: Fixed) -> Frame:
        """The wheel as a body; as a frame where it has no mass."""
        m = self._mass_of(w)
        if w.inertia is not None:
            return Body(w.name, mass=m, inertia=w.inertia)
        if not m:
            return Frame(w.name)
        r = self.radius_of(w)
        return Body(w.name, mass=m, inertia=(m * r * r / 4, m * r * r / 2, m * r * r / 4))

    def _mass_of(self, w: Fixed) -> Scalar:
        """What is given; else that of a disc a third of its radius wide, of 600 kg/m³."""
        given = self.mass if w.mass is None else w.mass
        if given is not None:
            return given
        r = self.radius_of(w)
        return 200 * math.pi * (r * r * r)

    def _on_body(self, w: Fixed) -> bool:
        return self.carriers[w.name] is self.body

    def centre(self, w: Fixed) -> Point:
        """A wheel's centre, fixed in what carries its axle."""
        frame = self.carriers[w.name]
        if isinstance(w, Castered):
            return Point(f"{w.name} centre", frame, (-w.trail, 0, 0))
        if isinstance(w, Steered):
            return Point(f"{w.name} centre", frame, (0, 0, 0))
        return Point(f"{w.name} centre", frame, (*w.at, self.radius_of(w) - self.height))

    def radius_of(self, w: Fixed) -> Scalar:
        """A wheel's radius."""
        radius = self.radius if w.radius is None else w.radius
        if radius is None:
            what = f"wheel '{w.name}' has no radius."
            refuse(f"Platform '{self.body}'", what, "Give it one, or the platform: radius=0.15.")
        return radius

    @property
    def inclined(self) -> Rows:
        """The ground's plane, rising along x."""
        if not self.slope:
            return IDENTITY
        s, c = sin(self.slope), cos(self.slope)
        return ((c, 0, -s), (0, 1, 0), (s, 0, c))

    # ── constraints ───────────────────────────────────────────────────────────────────────
    @cached_property
    def _rolling(self) -> tuple[Wheel, ...]:
        path = f"Platform '{self.body}'"
        if self._fixed:
            see_that_axles_agree(self._fixed, path)
        return tuple(self._wheel(w) for w in self.wheels)

    def _wheel(self, w: Fixed) -> Wheel:
        skids = isinstance(w, Castered) or w in self.holders
        return Wheel(
            name=w.name,
            centre=self.centre(w),
            axle=self._across(w),
            radius=self.radius_of(w),
            spin=self.spin(w),
            base=self.base,
            up=self._up(w),
            trails=isinstance(w, Castered),
            rollers=w.rollers if isinstance(w, Mecanum | Omni) else None,
            holds=f"{ROLL} {SKID}" if skids else ROLL,
            dependent=self._given(w),
            friction=self.friction if w.friction is None else w.friction,
            stiffness=w.stiffness,
            drive=w.drive,
            limit=w.limit,
        )

    def _given(self, w: Fixed) -> str:
        """The speeds that a wheel's relations settle."""
        last = self._paper_names() if self.speeds is Speeds.PAPER else self.speed_names.split()
        turning = last[1] if w is self._turner else ""
        if isinstance(w, Castered):
            turning = self.fork_speed(w)
        return f"{speed_name(self.spin(w))} {turning}"

    def _across(self, w: Fixed) -> Vector:
        """The axle's direction, to the left."""
        frame = self.carriers[w.name]
        if frame is self.body and w.heading:
            return frame.vector(-sin(w.heading), cos(w.heading), 0)
        return frame.y

    def _up(self, w: Fixed) -> Vector | None:
        """The direction off the ground, where it is not the z of what carries the axle."""
        return None

    @property
    def _coupled(self) -> Iterator[Configuration]:
        for w in self._steered:
            if w.follows:
                yield self._law(w)
            elif w not in self.holders:
                yield self._compatible(w)

    def _law(self, w: Steered) -> Configuration:
        """φ_j = law(φ)."""
        leader = self._leader(w)
        law = w.law or ackermann(leader.at, w.at, self._axle_at(w))
        if w not in self.holders:
            others = [(h, self._turned(h, leader)) for h in self.holders]
            see_that_law_agrees(others, w, law, f"Platform '{self.body}'")
        relation: Any = coordinate(w.coordinate) - law(coordinate(leader.coordinate)) == 0
        return Configuration(f"{w.name} follows {leader.name}", relation, speed_name(w.coordinate))

    def _turned(self, holder: Fixed, leader: Steered) -> Any:
        """A holder's angle as a function of the leader's."""
        if holder is leader:
            return lambda phi: phi
        if isinstance(holder, Steered):
            return holder.law or ackermann(leader.at, holder.at, self._axle_at(holder))
        return lambda phi: holder.heading

    def _leader(self, w: Steered) -> Steered:
        for other in self._steered:
            if other.name == w.follows and not other.follows:
                return other
        leaders = ", ".join(f"'{o.name}'" for o in self._steered if not o.follows) or "none"
        what = f"wheel '{w.name}' follows {shown(w.follows)}, which leads nothing."
        return refuse(f"Platform '{self.body}'", what, f"Steered wheels that may lead: {leaders}.")

    def _axle_at(self, w: Steered) -> Scalar:
        """How far ahead the fixed axle is, on which Ackermann's law puts the turning centre."""
        if self._fixed and not self._fixed[0].heading:
            return self._fixed[0].at[0]
        what = f"wheel '{w.name}' has no law, and no axle is fixed across the platform."
        return refuse(f"Platform '{self.body}'", what, "Give its law: law=lambda phi: -phi.")

    def _compatible(self, w: Steered) -> Configuration:
        """All axles meet in one point: the rate of it settles this wheel's angle."""
        rows = [skid_row(one.at, self._angle(one)) for one in (*self.holders, w)]
        relation: Any = meeting(rows[0], rows[1], rows[2]) == 0
        return Configuration(f"turning centre of {w.name}", relation, speed_name(w.coordinate))

    def _angle(self, w: Fixed) -> Scalar:
        """A wheel's heading, as it is steered."""
        return w.heading + coordinate(w.coordinate) if isinstance(w, Steered) else w.heading

    @property
    def _locked(self) -> Iterator[Motion]:
        for w in self._steered:
            if w.locked:
                relation: Any = rate(w.coordinate) == 0
                yield Motion(f"{w.name} locked", relation)

    # ── speeds ────────────────────────────────────────────────────────────────────────────
    def _base_speeds(self) -> dict[str, Expr]:
        """As many as the wheels leave to the body."""
        v, w = self.speed_names.split()
        turning = angular_velocity(self.body).along(self.body.z)
        free = 3 - len(self.holders)
        if self.speeds is Speeds.PAPER:
            return self._papers()
        if free == 3:
            at = velocity(Point(f"{self.body} reference", self.body, (0, 0, 0)))
            along = {f"{v}x": at.along(self.body.x), f"{v}y": at.along(self.body.y)}
            return {**along, w: turning}
        return {v: self._ahead(), w: turning}

    def _papers(self) -> dict[str, Expr]:
        """u1 = ẋ/Z_o and u2 = ẏ/Z_o, Z_o = l_y sin φ + l_x cos φ of the steered wheel o.

        Its skid relation is encapsulated: θ̇ = u1 sin(φ + θ) − u2 cos(φ + θ)  [Tanner2001 Eq. 4].
        """
        steered = [w for w in self.holders if isinstance(w, Steered)]
        if not steered:
            what = "the paper's speeds are those of a steered wheel, and it has none."
            refuse(f"Platform '{self.body}'", what, 'Take speeds="forward".')
        (x, y), angle = steered[0].at, self._angle(steered[0])
        at = velocity(Point(f"{self.body} reference", self.body, (0, 0, 0)))
        size = 1 / (y * sin(angle) + x * cos(angle))
        first, second = self._paper_names()
        rows = tuple(zip(*self.inclined, strict=True))
        along = [at.along(GROUND.vector(*rows[k])) for k in (0, 1)]
        return {first: along[0] * size, second: along[1] * size}

    def _paper_names(self) -> tuple[str, str]:
        v = self.speed_names.split()[0]
        return f"{v}1", f"{v}2"

    @property
    def _turner(self) -> Fixed | None:
        """The holder whose skid relation gives the turn rate: the one that v does not belong to."""
        if len(self.holders) < MOST:
            return None
        first, second = self.holders
        forward = isinstance(first, Steered) or self.speeds is Speeds.FORWARD
        forward = forward and self.speeds is not Speeds.PAPER
        return second if forward else first

    def _ahead(self) -> Expr:
        """v: of a steered wheel that holds, or of the axle's middle."""
        steered = [w for w in self.holders if isinstance(w, Steered)]
        if steered and self.speeds is Speeds.ROLLING:
            return velocity(self.centre(steered[0])).along(self._heading(steered[0]))
        if not self._fixed:
            at = Point(f"{self.body} reference", self.body, (0, 0, 0))
            return velocity(at).along(self.body.x)
        return velocity(self.reference).along(self._heading(self._fixed[0]))

    @property
    def reference(self) -> Point:
        """The middle of the fixed axle, on the ground."""
        count = len(self._fixed)
        x, y = (sum(w.at[i] for w in self._fixed) / count for i in (0, 1))
        return Point(f"{self.body} axle", self.body, (x, y, -self.height))

    def _heading(self, w: Fixed) -> Vector:
        across = self._across(w)
        return across.cross(self._up(w) or across.frame.z)


def _about_z(angle: Scalar) -> Rows:
    s, c = sin(angle), cos(angle)
    return ((c, -s, 0), (s, c, 0), (0, 0, 1))


__all__ = ["Platform", "Speeds"]
