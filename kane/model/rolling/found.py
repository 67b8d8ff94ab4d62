"""Found: a platform among the joints of a System that has its wheels already, as from URDF.

Which joints are wheels' axles is said by name; where they stand, which way they head and what
carries them is read off the joints with all coordinates at zero.

    on_wheels(load("tiago.urdf"), [Axle("wheel_left_joint", radius=0.0985), …])

From: platform.py    Next: kane/formats/toml_rolling.py
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import cached_property
from typing import Any, Final

import numpy as np

from kane.algebra.expr import Scalar
from kane.geometry.rotation import Rows
from kane.geometry.vector import GROUND, Frame, Vector
from kane.model.body import Body, Point
from kane.model.checks.entry import leaves, number
from kane.model.given import refuse
from kane.model.joints.contract import speed_name
from kane.model.joints.joint import Joint
from kane.model.joints.makers import Planar
from kane.model.joints.revolute import Turning
from kane.model.quantities import rate
from kane.model.rolling.kinds import Castered, Fixed, Law, Mecanum, Omni, Steered
from kane.model.rolling.mobility import valued
from kane.model.rolling.platform import Platform, Speeds
from kane.model.system import System

Array = np.ndarray[Any, np.dtype[np.float64]]
ROUND: Final = 1e-3  # of a wheel's moment of inertia about its axle, and of its radius of gyration
LEVEL: Final = 1e-6  # of an axle's or a fork's direction: files round


@dataclass(frozen=True, slots=True)
class Axle:
    """A joint about which a wheel turns: its name, and what the file does not say of the wheel.

    `steering` names the joint that steers it, `fork` that of the fork in which it trails; `rollers`
    is the angle of rollers round its rim. `follows` names the axle of the wheel whose steering
    angle its own follows, by `law`, φ_j(φ), or by Ackermann's. `drive` and `steer` name inputs,
    motors' torques.
    """

    joint: str
    _: KW_ONLY
    radius: Scalar
    steering: str = ""
    follows: str = ""
    law: Law | None = None
    fork: str = ""
    rollers: Scalar | None = None
    friction: Scalar = 0
    stiffness: Scalar = 1
    drive: str = ""
    steer: str = ""
    limit: Scalar = 0


def on_wheels(
    system: System,
    axles: Sequence[Axle],
    *,
    slope: Scalar = 0,
    coordinates: str = "x y theta",
    speed_names: str = "v w",
    speeds: Speeds = Speeds.ROLLING,
) -> System:
    """The System with its first frame moving on the ground by these wheels.

    A wheel that is round to a thousandth is taken as round: what is beyond is a file's rounding,
    and would bring its angle into the equations.
    """
    system = system.replace(joints=list(_round(system, {axle.joint for axle in axles})))
    roots = [joint for joint in system.joints if joint.parent is GROUND]
    if len(roots) != 1 or roots[0].coordinates:
        names = ", ".join(f"'{joint.name}'" for joint in roots)
        what = f"joints {names} stand on the ground, where one is fixed to it."
        refuse(f"System '{system.name}'", what, 'Load it with base="fixed": its wheels move it.')
    whole = _Whole(system=system, root=roots[0].child)
    wheels = tuple(whole.wheel(axle) for axle in axles)
    found = _Found(
        whole=whole,
        axles={axle.joint: axle for axle in axles},
        body=whole.root,
        wheels=wheels,
        height=whole.height(axles),
        slope=slope,
        coordinates=coordinates,
        speed_names=speed_names,
        speeds=speeds,
    )
    used = {*found.motion, *found.settled}
    rest = {u: rate(q) for j in system.joints for q, u in zip(j.coordinates, j.speeds, strict=True)}
    return system.replace(
        joints=[found.planar, *(j for j in system.joints if j is not roots[0])],
        constraints=[*found.constraints, *system.constraints],
        loads=[*system.loads, *found.loads],
        speeds={**found.motion, **{u: s for u, s in rest.items() if u not in used}},
    )


def _round(system: System, wheels: set[str]) -> Iterator[Joint]:
    """The joints, those of wheels that are round but for rounding with a round body."""
    bearing = {joint.parent for joint in system.joints}
    for joint in system.joints:
        body = joint.child
        if joint.name in wheels and isinstance(body, Body) and body not in bearing:
            yield replace(joint, child=_rounded(body, joint))
        else:
            yield joint


def _rounded(body: Body, joint: Joint) -> Body:
    """The body with equal moments across the joint's axis, if they are nearly so."""
    axis = np.array(getattr(joint.motions[0], "axis", (0, 0, 0)), dtype=float)
    found = [number(x, leaves(x)) for row in (*body.inertia, body.centre) for x in row]
    if None in found or sorted(np.abs(axis)) != [0, 0, 1] or body.inertia_frame is not body:
        return body
    J, centre = np.array(found[:9]).reshape(3, 3), np.array(found[9:])
    k = int(np.argmax(np.abs(axis)))
    across = (np.trace(J) - J[k, k]) / 2
    round_ = np.diag([J[k, k] if i == k else across for i in range(3)])
    along = centre * np.eye(3)[k]
    off = float(np.abs(centre - along).max())
    reach = math.sqrt(max(J[k, k], 0.0) / float(number(body.mass, leaves(body.mass)) or 1.0))
    if np.abs(J - round_).max() > ROUND * J[k, k] or off > ROUND * reach:
        return body
    return Body(
        body.name,
        mass=body.mass,
        centre=tuple(along.tolist()),
        inertia=[[float(x) or 0 for x in row] for row in round_],
    )


@dataclass(frozen=True, kw_only=True)
class _Whole:
    """The joints of a System with every coordinate at zero."""

    system: System
    root: Frame

    @cached_property
    def by_child(self) -> Mapping[Frame, Joint]:
        """The joint on which each frame hangs."""
        return {joint.child: joint for joint in self.system.joints}

    def wheel(self, axle: Axle) -> Fixed:
        """An axle as a kind of wheel."""
        joint = self.joint(axle.joint)
        place, rotation = self.pose(joint.child)
        a = rotation @ self.axis(joint)
        if abs(a[2]) > LEVEL:
            what = f"its axis is {math.degrees(math.asin(a[2])):.3g}° off the level."
            refuse(f"Wheel '{axle.joint}'", what, "Is it the joint about which a wheel turns?")
        given: dict[str, Any] = {
            "radius": axle.radius,
            "friction": axle.friction,
            "stiffness": axle.stiffness,
            "drive": axle.drive,
            "limit": axle.limit,
        }
        heading = _short(math.atan2(-a[0], a[1]))
        at = (float(place[0]), float(place[1]))
        if axle.fork:
            pivot, _ = self.pose(self.joint(axle.fork).child)
            self.see_that_it_is_upright(axle.fork)
            at = (float(pivot[0]), float(pivot[1]))
            return Castered(axle.joint, at=at, heading=heading, angle=self.turn(axle.fork), **given)
        if axle.steering:
            self.see_that_it_is_upright(axle.steering)
            angle = self.turn(axle.steering)
            given |= {"steer": axle.steer, "follows": axle.follows, "law": axle.law}
            return Steered(axle.joint, at=at, heading=heading, angle=angle, **given)
        if axle.rollers is not None:
            kind = Mecanum if valued(axle.rollers, axle.joint) else Omni
            return kind(axle.joint, at=at, heading=heading, rollers=axle.rollers, **given)
        return Fixed(axle.joint, at=at, heading=heading, **given)

    def joint(self, name: str) -> Joint:
        """The turning joint of this name."""
        joint = self.system.joint(name)
        if len(joint.motions) != 1 or not isinstance(joint.motions[0], Turning):
            what = f"its coordinates are {', '.join(joint.coordinates) or 'none'}."
            refuse(f"Joint '{name}'", what, "Name a revolute or continuous joint.")
        return joint

    def turn(self, name: str) -> str:
        """The coordinate of a turning joint."""
        return self.joint(name).coordinates[0]

    def axis(self, joint: Joint) -> Array:
        """A turning joint's axis, along its child's axes."""
        return np.array([valued(x, joint.name) for x in joint.motions[0].axis])  # type: ignore[attr-defined]

    def see_that_it_is_upright(self, name: str) -> None:
        """A steering axis points up."""
        joint = self.joint(name)
        a = self.pose(joint.child)[1] @ self.axis(joint)
        if a[2] < 1 - LEVEL:
            what = f"its axis is ({a[0]:.3g}, {a[1]:.3g}, {a[2]:.3g}) along the platform's axes."
            refuse(f"Joint '{name}'", what, "A wheel is steered about the upward vertical.")

    def pose(self, frame: Frame) -> tuple[Array, Array]:
        """Where a frame's origin is from the root's, and its axes along the root's."""
        chain: list[Joint] = []
        while frame is not self.root:
            chain.append(self.by_child[frame])
            frame = chain[-1].parent
        place, rotation = np.zeros(3), np.eye(3)
        for joint in reversed(chain):
            place = place + rotation @ _values(joint.at)
            rotation = rotation @ np.array([_values(row) for row in joint.axes])
            place = place - rotation @ _values(joint.on)
        return place, rotation

    def height(self, axles: Sequence[Axle]) -> float:
        """How far the root's origin is above the ground: all wheels agree."""
        found = {
            axle.joint: valued(axle.radius, axle.joint)
            - float(self.pose(self.joint(axle.joint).child)[0][2])
            for axle in axles
        }
        low, high = min(found, key=found.__getitem__), max(found, key=found.__getitem__)
        if found[high] - found[low] > 2e-3:
            what = (
                f"'{low}' ends {found[low] * 1e3:.3g} mm and '{high}' {found[high] * 1e3:.3g} mm "
                f"below the origin of '{self.root}'."
            )
            refuse(f"System '{self.system.name}'", what, "Check the radii: all touch one ground.")
        return round(sum(found.values()) / len(found), 12)


@dataclass(frozen=True, kw_only=True)
class _Found(Platform):
    """A Platform whose joints are there."""

    whole: _Whole
    axles: Mapping[str, Axle]

    @property
    def planar(self) -> Joint:
        """What moves the root on the ground."""
        return replace(
            Planar(
                self.coordinates,
                GROUND,
                self.body,
                on=(0, 0, -self.height),
                axes=self.inclined,
            ),
            name=self.base,
        )

    @property
    def settled(self) -> set[str]:
        """Speeds that the platform does not leave free."""
        locked = [w.coordinate for w in self._steered if w.locked]
        return {speed_name(q) for q in (*locked, *(w.coordinate for w in self._castered))}

    def spin(self, wheel: Fixed) -> str:
        """The coordinate of the joint about which it turns."""
        return self.whole.turn(wheel.name)

    @cached_property
    def carriers(self) -> Mapping[str, Frame]:
        """The frame in which each wheel's axle is fixed; the root where that is as good."""
        return {w.name: self._carrier(w) for w in self.wheels}

    def _carrier(self, w: Fixed) -> Frame:
        frame = self.whole.joint(w.name).parent
        while frame is not self.body and not self.whole.by_child[frame].coordinates:
            frame = self.whole.by_child[frame].parent
        return frame

    def centre(self, w: Fixed) -> Point:
        """The axle's joint, in what carries it."""
        place, _ = self._seen(w)
        return Point(f"{w.name} centre", self.carriers[w.name], place)

    def _across(self, w: Fixed) -> Vector:
        _, rotation = self._seen(w)
        joint = self.whole.joint(w.name)
        x, y, z = (_short(float(a)) for a in np.array(rotation) @ self.whole.axis(joint))
        return Vector(self.carriers[w.name], (x, y, z))

    def _up(self, w: Fixed) -> Vector | None:
        _, carrier = self.whole.pose(self.carriers[w.name])
        x, y, z = (_short(float(a)) for a in carrier.T @ np.array([0.0, 0.0, 1.0]))
        return None if z == 1 else Vector(self.carriers[w.name], (x, y, z))

    def _seen(self, w: Fixed) -> tuple[tuple[Any, Any, Any], Rows]:
        """The wheel's place and axes from its carrier."""
        place, rotation = self.whole.pose(self.whole.joint(w.name).child)
        origin, carrier = self.whole.pose(self.carriers[w.name])
        x, y, z = (_short(float(a)) for a in carrier.T @ (place - origin))
        rows = carrier.T @ rotation
        a, b, c = (tuple(float(x) for x in row) for row in rows)
        return (x, y, z), (a, b, c)  # type: ignore[return-value]


def _short(x: float) -> float | int:
    """A direction's component that is 0 or ±1 but for rounding, as that."""
    return round(x) if abs(x - round(x)) < LEVEL else x


def _values(row: Any) -> Array:
    return np.array([valued(x, "a joint's place") for x in row])
