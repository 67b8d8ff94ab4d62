"""spacecraft(...): a bus with appendages, wheels, thrusters …, as a System of the usual kind.

    sat = space.spacecraft(bus=Body("bus", mass=800, inertia=(900, 700, 600)),
                           appendages=[space.Appendage(panel, Gimbal("2", at=(0, 1.2, 0)))],
                           wheels=[space.Wheel("rw1", axis=(1, 0, 0), inertia=0.02)],
                           orbit=space.circular(altitude="500 km"))
    print(sat.path_table());  model = build(sat);  run = simulate(model, **sat.start(), until=…)

The bus moves freely: coordinates NAME.px … NAME.pz of its mass centre in N and the quaternion
NAME.w … NAME.z, speeds NAME.vx … along N's axes and NAME.wx … along its own.

From: assembly.py    Next: slides.py, monte_carlo.py
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from enum import Enum, unique
from typing import Any, Final, Literal

from kane.algebra.expr import Expr
from kane.errors import ArgumentError, Fault, ModelError, chosen
from kane.geometry.vector import GROUND
from kane.model.body import Body
from kane.model.closures import Constraint
from kane.model.given import members, refuse, shown
from kane.model.joints import Joint
from kane.model.loads import Load
from kane.model.paths import PathTable, path_table
from kane.model.quantities import angular_velocity, rate, velocity
from kane.model.system import Speeds, System
from kane.sim.trajectory import Trajectory
from kane.sim.when import When
from kane.space import assembly
from kane.space.assembly import Craft
from kane.space.checks import REMEDY, Checked, checks, locks, watch
from kane.space.environment import Environment
from kane.space.faults import checked
from kane.space.orbit import Orbit
from kane.space.parts import Appendage, Gyro, Plate, Thruster, Torquer, Wheel
from kane.space.slides import Slides

NEAR_LOCK: Final = 1e-6


@unique
class Order(Enum):
    """The order of the generalized speeds."""

    TREE = "tree"  # v₁, ω₁, then the joints': what costs least
    SLIDES = "slides"  # ω₁, σ, v₁, as [Stoneking2008 p.11] has them


@unique
class Base(Enum):
    """From where places are told."""

    INERTIAL = "inertial"  # the central body's centre, along N
    ORBIT = "orbit"  # a point that goes round a circular orbit: x outward, y ahead, z its normal


class Spacecraft(System):
    """A System that knows of which parts it is made (`craft`)."""

    craft: Craft

    def __init__(
        self,
        name: str,
        craft: Craft,
        *,
        joints: Sequence[Joint],
        loads: Sequence[Load],
        constraints: Sequence[Constraint],
        speeds: Speeds = (),
    ) -> None:
        self.craft = craft
        super().__init__(name, joints=joints, loads=loads, constraints=constraints, speeds=speeds)

    def replace(
        self,
        *,
        name: str | None = None,
        joints: Sequence[Joint] | None = None,
        loads: Sequence[Load] | None = None,
        constraints: Sequence[Constraint] | None = None,
        contacts: Sequence[Any] | None = None,
        speeds: Speeds | None = None,
    ) -> Spacecraft:
        """The same spacecraft with some of its parts changed."""
        if contacts:
            raise ArgumentError(f"Spacecraft '{self.name}' takes no contacts. Make it a System.")
        return Spacecraft(
            self.name if name is None else name,
            self.craft,
            joints=self.joints if joints is None else joints,
            loads=self.loads if loads is None else loads,
            constraints=self.constraints if constraints is None else constraints,
            speeds=self.speeds if speeds is None else speeds,
        )

    def path_table(self) -> PathTable:
        """Which bodies, and which joints, lie on the way to each body; wheels stay in theirs."""
        bodies = [joint for joint in self.joints if joint.child.name in self.craft.bodies]
        return path_table(bodies)

    @property
    def slides(self) -> Slides:
        """Ω, V, Γ, remainder accelerations, COEF and RHS, in the slides' order."""
        return Slides(craft=self)

    def watch(self) -> tuple[When, ...]:
        """Events for `simulate` that mark where a joint comes near gimbal lock."""
        return watch(self)

    def checks(self, motion: Trajectory) -> Checked:
        """What a run kept of momentum and energy, quaternions' norms, nearness of gimbal lock."""
        return checks(motion, self)

    def start(self, **values: float) -> dict[str, Any]:
        """`q` and `u` of the start: on its orbit, with what is named: `start(panel=0.2)`.

        Names with points come as a mapping: `start(**{"rw1.h": 2.0, "bus.wx": 0.01})`.
        """
        bus, q, u = self.craft.bus.name, {}, {}
        if self.craft.orbit is not None and not self.craft.relative:
            r, v = self.craft.orbit.state
            q = {f"{bus}.p{axis}": float(x) for axis, x in zip("xyz", r, strict=True)}
            u = {f"{bus}.v{axis}": float(x) for axis, x in zip("xyz", v, strict=True)}
        for name, value in values.items():
            (q if name in self.coordinates else u)[name] = value
        self._refuse_locked(q)
        return {"q": q, "u": u}

    def _refuse_locked(self, q: Mapping[str, float]) -> None:
        """A start in gimbal lock, where COEF is singular, is refused."""
        for one in locks(self):
            theta = float(q.get(one.angle, 0.0))
            if abs(math.sin(theta) if one.proper else math.cos(theta)) < NEAR_LOCK:
                what = f"it starts at {one.angle} = {theta:.6g}, in gimbal lock: {one.where}."
                remedy = f"Start it elsewhere. {REMEDY}"
                path = f"Joint '{one.name}' ({one.sequence})"
                raise ModelError(Fault(path=path, what=what, remedy=remedy))


def spacecraft(
    *,
    bus: Body,
    appendages: Sequence[Appendage] = (),
    wheels: Sequence[Wheel] = (),
    gyros: Sequence[Gyro] = (),
    thrusters: Sequence[Thruster] = (),
    torquers: Sequence[Torquer] = (),
    plates: Sequence[Plate] = (),
    orbit: Orbit | None = None,
    environment: Environment | None = None,
    base: Base | Literal["inertial", "orbit"] = Base.INERTIAL,
    order: Order | Literal["tree", "slides"] = Order.TREE,
    loads: Sequence[Load] = (),
    constraints: Sequence[Constraint] = (),
    name: str = "",
) -> Spacecraft:
    """A spacecraft as a System: build, simulate, export it like any other.

    Without an orbit nothing attracts it. Inputs are NAME.torque of a wheel, NAME.rate of a gyro,
    NAME.force of a thruster, NAME.dipole of a torquer, and those that motors name.
    """
    if not isinstance(bus, Body):
        refuse("Spacecraft", f"its bus {shown(bus)} is no Body.", "Give bus=Body(…).")
    path = f"Spacecraft '{bus.name}'"
    craft = Craft(
        bus=bus,
        appendages=members(appendages, Appendage, path, "appendages"),
        wheels=members(wheels, Wheel, path, "wheels"),
        gyros=members(gyros, Gyro, path, "gyros"),
        thrusters=members(thrusters, Thruster, path, "thrusters"),
        torquers=members(torquers, Torquer, path, "torquers"),
        plates=members(plates, Plate, path, "plates"),
        orbit=orbit,
        environment=Environment() if environment is None else environment,
        relative=chosen(Base, base) is Base.ORBIT,
        loads=tuple(loads),
        constraints=tuple(constraints),
        slides=chosen(Order, order) is Order.SLIDES,
    )
    checked(craft, environment)
    return assembled(name or bus.name, craft)


def assembled(name: str, craft: Craft) -> Spacecraft:
    """The System that a spacecraft's parts make."""
    made = Spacecraft(
        name,
        craft,
        joints=list(assembly.joints(craft)),
        loads=[*assembly.loads(craft), *craft.loads],
        constraints=[*assembly.locks(craft), *craft.constraints],
    )
    return made.replace(speeds=slides_speeds(made)) if craft.slides else made


def slides_speeds(sat: Spacecraft) -> Mapping[str, Expr]:
    """ω₁, σ, v₁ as generalized speeds in this order [Stoneking2008 p.11]."""
    bus = sat.craft.bus
    w, v = angular_velocity(bus, sat.craft.hill), velocity(bus, sat.craft.hill)
    found = {f"{bus.name}.w{axis}": w.along(getattr(bus, axis)) for axis in "xyz"}
    for one in sat.craft.appendages:
        joint = sat.joint(one.name)
        if one.coordinates:
            free = [n for n in one.coordinates if n not in joint.prescribed]
            named = dict(zip(joint.coordinates, joint.speeds, strict=True))
            found.update({named[name]: rate(name) for name in free})
        else:
            carrier = joint.parent
            spun = angular_velocity(one.body, carrier)
            for speed, axis in zip(joint.speeds, "xyz", strict=True):
                found[speed] = spun.along(getattr(one.body, axis))
    axes = GROUND if not sat.craft.relative else sat.craft.hill
    return found | {f"{bus.name}.v{axis}": v.along(getattr(axes, axis)) for axis in "xyz"}
