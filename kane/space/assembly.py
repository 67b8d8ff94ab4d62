"""Assembly: a spacecraft's parts as joints, loads and constraints of a System.

From: parts.py, environment.py    Next: craft.py
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from kane.algebra.expr import Equality
from kane.algebra.functions import cos, sin, sqrt
from kane.errors import Fault, ModelError
from kane.geometry.vector import GROUND, Components, Frame, cross
from kane.model.body import Body
from kane.model.closures import Constraint
from kane.model.constraints import Motion
from kane.model.joints import Axes, Fixed, Free, Joint, Revolute
from kane.model.joints.stored import Law, Stored
from kane.model.loads import Force, JointDamper, JointForce, JointSpring, Load, Spin, Torque
from kane.model.quantities import angular_velocity, rate
from kane.model.symbols import clock, coordinate, inputs, parameter
from kane.space import environment
from kane.space.directions import across, combined, unit_of
from kane.space.environment import Environment
from kane.space.orbit import Orbit
from kane.space.parts import (
    Appendage,
    Gyro,
    Lock,
    Place,
    Plate,
    Thruster,
    Torquer,
    Wheel,
)
from kane.space.surfaces import into

HILL: Final = "orbit"  # the frame that goes round with a circular orbit


@dataclass(frozen=True, kw_only=True)
class Craft:
    """All that a spacecraft is made of."""

    bus: Body
    appendages: tuple[Appendage, ...] = ()
    wheels: tuple[Wheel, ...] = ()
    gyros: tuple[Gyro, ...] = ()
    thrusters: tuple[Thruster, ...] = ()
    torquers: tuple[Torquer, ...] = ()
    plates: tuple[Plate, ...] = ()
    orbit: Orbit | None = None
    environment: Environment = field(default_factory=Environment)
    relative: bool = False  # to the orbit's own frame
    loads: tuple[Load, ...] = ()  # of one's own
    constraints: tuple[Constraint, ...] = ()
    slides: bool = False  # speeds in the slides' order

    @cached_property
    def bodies(self) -> Mapping[str, Body]:
        """The bus and the appendages' bodies by name."""
        return {body.name: body for body in (self.bus, *(one.body for one in self.appendages))}

    def carrier(self, on: Place, path: str) -> Body:
        """The body that carries a part."""
        if isinstance(on, Body):
            return on
        if not on:
            return self.bus
        if on not in self.bodies:
            what = f"it is on '{on}', which is none of the bodies {', '.join(self.bodies)}."
            raise ModelError(Fault(path=path, what=what, remedy="Name one of these."))
        return self.bodies[on]

    @property
    def hill(self) -> Frame:
        """The frame from which places are told: the ground, or the orbit's."""
        return self._hill

    @cached_property
    def _hill(self) -> Frame:
        return Frame(HILL) if self.relative else GROUND


# ── joints ────────────────────────────────────────────────────────────────────────────────
def joints(craft: Craft) -> Iterator[Joint]:
    """The tree: the bus free, then its appendages, then what is stored in wheels and gyros."""
    if craft.relative:
        yield from _orbiting(craft)
    else:
        yield Free(craft.bus.name, GROUND, craft.bus, linear=Axes.PARENT)
    for one in craft.appendages:
        carrier = craft.carrier(one.on, f"Appendage '{one.name}'")
        yield one.joint.between(one.name, carrier, one.body, _followed(one))
    for wheel in craft.wheels:
        carrier = craft.carrier(wheel.on, f"Wheel '{wheel.name}'")
        yield _store(wheel.name, f"{wheel.name}.h", carrier, torque_on(wheel, carrier))
    for gyro in craft.gyros:
        carrier = craft.carrier(gyro.on, f"Gyro '{gyro.name}'")
        yield _store(gyro.name, f"{gyro.name}.angle", carrier, inputs(f"{gyro.name}.rate")[0])


def _orbiting(craft: Craft) -> Iterator[Joint]:
    """The orbit's frame on a circle: x outward, z along the orbit's normal; the bus free in it."""
    orbit = craft.orbit
    assert orbit is not None
    P, Q, W = orbit.axes
    plane = tuple((float(p), float(q), float(w)) for p, q, w in zip(P, Q, W, strict=True))
    angle = orbit.rate * clock() + orbit.anomaly
    turning = f"{HILL}.angle"
    yield Revolute(
        turning, GROUND, craft.hill, axes=(plane[0], plane[1], plane[2]), motion={turning: angle}
    )
    at = (orbit.axis, 0.0, 0.0)
    yield Free(craft.bus.name, craft.hill, craft.bus, linear=Axes.PARENT, at=at)


def _followed(one: Appendage) -> dict[str, Any]:
    """Coordinates that follow functions of time."""
    if one.motion is None:
        return {}
    names = one.coordinates
    return dict(zip(names, _each(one.motion, len(names), one, "motion"), strict=True))


def _store(name: str, stored: str, carrier: Frame, law: Any) -> Joint:
    """A frame at rest on its carrier, in which a coordinate changes by a law."""
    motion = Stored(coordinate=stored, law=Law(value=law))
    return Joint(name=name, parent=carrier, child=Frame(name), motions=(motion,))


def attached(name: str, carrier: Frame, child: Body, at: Components) -> Joint:
    """A body held on another."""
    return Fixed(name, carrier, child, at=at)


# ── loads ─────────────────────────────────────────────────────────────────────────────────
def loads(craft: Craft) -> Iterator[Load]:
    """What acts on the spacecraft and in it."""
    if craft.orbit is not None:
        plates = [(craft.carrier(one.on, "Plate"), one) for one in craft.plates]
        bodies = list(craft.bodies.values())
        yield from environment.loads(craft.orbit, craft.environment, bodies, plates)
    for appendage in craft.appendages:
        yield from _elements(craft, appendage)
    for wheel in craft.wheels:
        yield _spinning(craft, wheel)
    for gyro in craft.gyros:
        yield _turning(craft, gyro)
    for thruster in craft.thrusters:
        yield _thrust(craft, thruster)
    for torquer in craft.torquers:
        yield _magnetic(craft, torquer)


def _elements(craft: Craft, one: Appendage) -> Iterator[Load]:
    """Springs, dampers and motors of a joint."""
    names = one.coordinates
    if not names:
        yield from _around(craft, one)
        return
    given = {
        field: _each(getattr(one, field), len(names), one, field)
        for field in ("stiffness", "damping", "rest", "motor")
    }
    for k, name in enumerate(names):
        if _present(given["stiffness"][k]):
            yield JointSpring(name, given["stiffness"][k], given["rest"][k])
        if _present(given["damping"][k]):
            yield JointDamper(name, given["damping"][k])
        if _present(given["motor"][k]):
            yield JointForce(name, _scalar(given["motor"][k]))


def _around(craft: Craft, one: Appendage) -> Iterator[Load]:
    """A spherical joint's damper, and its motors along the body's axes."""
    body, carrier = one.body, craft.carrier(one.on, f"Appendage '{one.name}'")
    if _present(one.stiffness):
        what = "a spherical joint has no angle for a spring."
        remedy = "Take Gimbal, or a motor that follows the quaternion."
        raise ModelError(Fault(path=f"Appendage '{one.name}'", what=what, remedy=remedy))
    if _present(one.damping):
        w = angular_velocity(body, carrier)
        parts = [-(one.damping * w.along(axis)) for axis in (body.x, body.y, body.z)]
        yield Torque(body.vector(*parts), body, carrier)
    if _present(one.motor):
        motors = [_scalar(value) for value in _each(one.motor, 3, one, "motor")]
        yield Torque(body.vector(*motors), body, carrier)


def torque_on(wheel: Wheel, carrier: Body) -> Any:
    """ḣ: the motor's torque less friction, which goes with the spin Ω = h/J − ω·a in the body."""
    motor = inputs(f"{wheel.name}.torque")[0]
    if not wheel.viscous:
        return motor
    axis = unit_of(wheel.axis, f"Wheel '{wheel.name}', axis")
    w = angular_velocity(carrier).along(carrier.vector(*axis))
    return motor - wheel.viscous * (coordinate(f"{wheel.name}.h") / inertia_of(wheel) - w)


def inertia_of(wheel: Wheel) -> Any:
    """J, a parameter."""
    return parameter(f"{wheel.name}.inertia", wheel.inertia, "kg m^2")


def _spinning(craft: Craft, wheel: Wheel) -> Load:
    carrier = craft.carrier(wheel.on, f"Wheel '{wheel.name}'")
    axis = unit_of(wheel.axis, f"Wheel '{wheel.name}', axis")
    h = coordinate(f"{wheel.name}.h")
    return Spin(
        carrier.vector(*combined([(h, axis)])),
        carrier.vector(*combined([(torque_on(wheel, carrier), axis)])),
        carrier,
        h * h / (2 * inertia_of(wheel)),
    )


def _turning(craft: Craft, gyro: Gyro) -> Load:
    """h = h₀ s(δ), s = cos δ s₀ + sin δ g × s₀;  ḣ = δ̇ h₀ (cos δ g × s₀ − sin δ s₀)

    [Wie2008 §7.5].
    """
    path = f"Gyro '{gyro.name}'"
    carrier = craft.carrier(gyro.on, path)
    g, s = unit_of(gyro.gimbal, f"{path}, gimbal"), unit_of(gyro.spin, f"{path}, spin")
    if abs(sum(a * b for a, b in zip(g, s, strict=True))) > 1e-9:
        what = f"its spin axis {gyro.spin} is not at right angles to its gimbal axis {gyro.gimbal}."
        raise ModelError(Fault(path=path, what=what, remedy="Give axes at right angles."))
    t = cross(g, s)
    angle, turned = coordinate(f"{gyro.name}.angle"), inputs(f"{gyro.name}.rate")[0]
    h = parameter(f"{gyro.name}.momentum", gyro.momentum, "N m s")
    c, n = h * cos(angle), h * sin(angle)
    momentum = combined([(c, s), (n, t)])
    change = combined([(turned * c, t), (-(turned * n), s)])
    return Spin(carrier.vector(*momentum), carrier.vector(*change), carrier)


def _thrust(craft: Craft, thruster: Thruster) -> Load:
    """A force along d + tan-small tilts across it, at length one."""
    path = f"Thruster '{thruster.name}'"
    carrier = craft.carrier(thruster.on, path)
    d = unit_of(thruster.direction, f"{path}, direction")
    x, y = across(d)
    a = parameter(f"{thruster.name}.tilt1", thruster.tilt[0], "rad")
    b = parameter(f"{thruster.name}.tilt2", thruster.tilt[1], "rad")
    force = inputs(f"{thruster.name}.force")[0] / sqrt(1 + a * a + b * b)
    pushed = combined([(force, d), (force * a, x), (force * b, y)])
    return Force(carrier.vector(*pushed), carrier.point(thruster.name, thruster.at))


def _magnetic(craft: Craft, torquer: Torquer) -> Load:
    """m × B."""
    path = f"Torquer '{torquer.name}'"
    carrier, field = craft.carrier(torquer.on, path), craft.environment.field
    if craft.orbit is None or field is None:
        what = "there is no magnetic field for it to push against."
        remedy = "Give an orbit, and Environment(field=Dipole())."
        raise ModelError(Fault(path=path, what=what, remedy=remedy))
    axis = unit_of(torquer.axis, f"{path}, axis")
    B = field.at(environment.place(carrier.mass_centre), craft.orbit.about.rotation)
    m = combined([(inputs(f"{torquer.name}.dipole")[0], axis)])
    return Torque(carrier.vector(*cross(m, into(carrier, B))), carrier)


# ── constraints ───────────────────────────────────────────────────────────────────────────
def locks(craft: Craft) -> Iterator[Motion]:
    """Rows that hold joints: "panel locked"; of several coordinates "dish locked, 1", …."""
    for one in craft.appendages:
        if one.lock is not Lock.NONE:
            yield from _locks(craft, one)


def _locks(craft: Craft, one: Appendage) -> Iterator[Motion]:
    rates = [rate(name) for name in one.coordinates]
    if not rates:
        carrier = craft.carrier(one.on, f"Appendage '{one.name}'")
        w = angular_velocity(one.body, carrier)
        rates = [w.along(axis) for axis in (one.body.x, one.body.y, one.body.z)]
    for k, still in enumerate(rates, start=1):
        name = f"{one.name} locked" + (f", {k}" if len(rates) > 1 else "")
        relation = still == 0
        assert isinstance(relation, Equality)
        yield Motion(name, relation, active=one.lock is Lock.CLOSED)


# ── what is given once or for each coordinate ─────────────────────────────────────────────
def _each(given: Any, count: int, one: Appendage, field: str) -> Sequence[Any]:
    """A scalar for each coordinate."""
    if not isinstance(given, list | tuple):
        return [given] * count
    if len(given) != count:
        what = f"{field} has {len(given)} values, and its joint has {count} coordinates."
        remedy = "Give one for all, or one for each."
        raise ModelError(Fault(path=f"Appendage '{one.name}'", what=what, remedy=remedy))
    return given


def _present(value: Any) -> bool:
    return not (isinstance(value, int | float) and value == 0)


def _scalar(value: Any) -> Any:
    """An expression, or the input that a text names."""
    return inputs(value)[0] if isinstance(value, str) else value
