"""The parts of a spacecraft: what is put on its bus, by values with names.

    Appendage(panel, Gimbal("2", at=(0, 1.2, 0)), stiffness=50, damping=1)
    Wheel("rw1", axis=(1, 0, 0), inertia=0.02)
    Thruster("t1", at=(0, 0, -1), direction=(0, 0, 1))

`on` names the body that carries the part: a Body, its name, or nothing for the bus.

From: kane/model/joints/loose.py    Next: assembly.py
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from typing import Any

from kane.geometry.vector import ZEROS, Components, Z
from kane.model.body import Body, Particle
from kane.model.given import refuse, shown, unsound
from kane.model.joints import Gimbal
from kane.model.joints.loose import Loose
from kane.space.directions import across, unit_of

Each = Any  # a scalar, or one for each coordinate of the joint
Place = Body | str


@unique
class Lock(Enum):
    """Whether a joint has a lock: rows "NAME locked" that an event may impose or release."""

    NONE = "none"
    OPEN = "open"  # there is one, which does not hold at first
    CLOSED = "closed"  # it holds from the start


@dataclass(frozen=True, kw_only=True, eq=False)
class _Elements:
    stiffness: Each = 0
    damping: Each = 0
    rest: Each = 0
    motor: Each = 0  # forces of the joint: expressions, or names of inputs
    motion: Each = None  # functions of time that the coordinates follow
    lock: Lock = Lock.NONE
    on: Place = ""


@dataclass(frozen=True, eq=False)
class Appendage(_Elements):
    """A body on a joint: a panel, a dish, an arm's link, a camera.

    The joint has the body's name, and so has its coordinate; of several coordinates they are
    "dish.1", "dish.2", …. `stiffness`, `damping`, `rest`, `motor` and `motion` are one scalar or
    one for each coordinate; a spherical joint takes one damping, and three motors along the body's
    axes.
    """

    body: Body
    joint: Loose

    @property
    def name(self) -> str:
        """The body's name."""
        return self.body.name

    @property
    def coordinates(self) -> tuple[str, ...]:
        """The angles and lengths of its joint; none of a spherical one."""
        return self.joint.names(self.name)


@dataclass(frozen=True, eq=False)
class Wheel:
    """A reaction wheel: `inertia` about its axis, and the input "NAME.torque" of its motor.

    Its own angular momentum is the coordinate "NAME.h" = J (Ω + ω·a), ḣ = motor − friction, with
    Ω its spin in the body, about the unit vector a. It adds no speed to the equations. The body
    counts the wheel's mass, and its inertia but for that about the axis.
    """

    name: str
    axis: Components
    inertia: float
    viscous: float = 0.0  # N m s, of the spin in the body
    on: Place = ""


@dataclass(frozen=True, eq=False)
class Gyro:
    """A single-gimbal control-moment gyro: a wheel of constant `momentum`, turned in the body.

    The spin axis starts along `spin` and turns about `gimbal` by the coordinate "NAME.angle",
    whose rate is the input "NAME.rate". The gimbal's own inertia is in the body's.
    """

    name: str
    spin: Components
    gimbal: Components
    momentum: float
    on: Place = ""


@dataclass(frozen=True, eq=False)
class Thruster:
    """A thruster: a force of the input "NAME.force" (in N) along a direction of the body, at a
    place. `tilt` are two small angles by which it is misaligned, parameters "NAME.tilt1", …."""

    name: str
    at: Components
    direction: Components
    tilt: tuple[float, float] = (0.0, 0.0)
    on: Place = ""


@dataclass(frozen=True, eq=False)
class Torquer:
    """A magnetic torquer: a dipole of the input "NAME.dipole" (in A m²) along an axis: m × B."""

    name: str
    axis: Components
    on: Place = ""


@dataclass(frozen=True, eq=False)
class Plate:
    """A flat plate of a body, one side of which meets air and light.

    `at` is its centre of pressure, `normal` its outward normal, both in the body's axes;
    `specular` and `diffuse` are the reflected parts of the light, `drag` is C_D.
    """

    area: float
    normal: Components
    at: Components = ZEROS
    specular: float = 0.0
    diffuse: float = 0.0
    drag: float = 2.2
    on: Place = ""


def slosh(
    name: str,
    *,
    mass: Any,
    length: Any,
    at: Components = ZEROS,
    along: Components = (0, 0, -1),
    damping: Any = 0,
    on: Place = "",
) -> Appendage:
    """Liquid that sloshes, as a pendulum of two angles: `mass` on a rod of `length`, from a pivot.

    It hangs `along` a direction of the body at rest; where that is against the acceleration of a
    thruster it swings with ω² = a/length  [Abramson1966 §6.2].
    """
    for field, given in (("mass", mass), ("length", length)):
        if wrong := unsound(given, above=0.0):
            what = f"{field} {shown(given)} {wrong}."
            refuse(f"Slosh '{name}'", what, "Give a number above zero in SI units.")
    z = tuple(-x for x in unit_of(along, f"Slosh '{name}', along"))
    x, y = across((z[0], z[1], z[2]))
    rows = tuple(zip(x, y, z, strict=True))
    body = Pendulum(name, mass=mass, length=length)
    joint = Gimbal("12", at=at, axes=(rows[0], rows[1], rows[2]))
    return Appendage(body, joint, damping=damping, on=on)


class Pendulum(Body):
    """A particle at the end of a rod along −z."""

    def __init__(self, name: str, *, mass: Any, length: Any) -> None:
        super().__init__(name, mass=mass, centre=(0, 0, -length))


__all__ = [
    "Appendage",
    "Gyro",
    "Lock",
    "Particle",
    "Plate",
    "Thruster",
    "Torquer",
    "Wheel",
    "Z",
    "slosh",
]
