"""kane: the shortest explicit equations of motion that Kane's method gives, as native code.

    from kane import *

    arm = Body("arm", mass=1.2, centre=(0, 0, -0.5), inertia=(0.1, 0.1, 0.002))
    pendulum = System("pendulum", joints=[Revolute("q1", GROUND, arm, axis=Y)],
                      loads=[Gravity(along=-GROUND.z)])
    print(derive(pendulum))
    udot = build(pendulum).forward_dynamics([0.3], [0.0], [0.0])

These names are promised; everything else may move. Each loads what it needs when it is first
used, so that `import kane` is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kane import loaded as _loaded  # noqa: F401 (first of all: it takes the time)

if TYPE_CHECKING:
    from kane.algebra import Rate, atan2, cos, exp, log, maximum, minimum, sin, sqrt, tanh, where
    from kane.analysis.equilibrium import equilibrium
    from kane.analysis.linearize import linearize
    from kane.dynamics.equations import Equations, derive
    from kane.errors import (
        ArgumentError,
        DerivationError,
        FrameMismatch,
        KaneError,
        ModelError,
        Outcome,
    )
    from kane.formats.load import load
    from kane.formats.toml_write import save
    from kane.geometry import GROUND, Frame, Vector, X, Y, Z
    from kane.machine.model import Model
    from kane.model.body import Body, Particle, Point
    from kane.model.closures import Closed, Joined, Rolling
    from kane.model.constraints import Configuration, Motion
    from kane.model.contacts import Contact, Limits
    from kane.model.joints import (
        Cylindrical,
        Fixed,
        Free,
        Gimbal,
        Moving,
        Planar,
        Prismatic,
        Revolute,
        Screw,
        SpaceFixed,
        Spherical,
        Universal,
    )
    from kane.model.loads import (
        BaseAcceleration,
        Force,
        Gravity,
        JointDamper,
        JointForce,
        JointFriction,
        JointSpring,
        PointMass,
        Spin,
        SpringDamper,
        Torque,
    )
    from kane.model.penalty import Penalty
    from kane.model.quantities import (
        angular_velocity,
        distance,
        energy,
        position,
        rate,
        reaction,
        velocity,
    )
    from kane.model.shapes import Box, Capsule, Convex, Disk, Ellipsoid, Sphere
    from kane.model.symbols import clock, coordinate, inputs, parameter, parameters
    from kane.model.system import System
    from kane.model.touching import Law, Touching
    from kane.pipeline import build
    from kane.sim.many import simulate_many
    from kane.sim.signals import Held, Sampled, Table
    from kane.sim.simulate import simulate
    from kane.sim.trajectory import Trajectory
    from kane.sim.when import When
    from kane.suggested import suggest_speeds

_HOME = {
    "kane.algebra": "Rate atan2 cos exp log maximum minimum sin sqrt tanh where",
    "kane.analysis.equilibrium": "equilibrium",
    "kane.analysis.linearize": "linearize",
    "kane.dynamics.equations": "Equations derive",
    "kane.errors": "ArgumentError DerivationError FrameMismatch KaneError ModelError Outcome",
    "kane.formats.load": "load",
    "kane.formats.toml_write": "save",
    "kane.geometry": "GROUND Frame Vector X Y Z",
    "kane.machine.model": "Model",
    "kane.model.body": "Body Particle Point",
    "kane.model.closures": "Closed Joined Rolling",
    "kane.model.constraints": "Configuration Motion",
    "kane.model.contacts": "Contact Limits",
    "kane.model.joints": "Cylindrical Fixed Free Gimbal Moving Planar Prismatic Revolute Screw "
    "SpaceFixed Spherical Universal",
    "kane.model.loads": "BaseAcceleration Force Gravity JointDamper JointForce JointFriction "
    "JointSpring PointMass Spin SpringDamper Torque",
    "kane.model.penalty": "Penalty",
    "kane.model.quantities": "angular_velocity distance energy position rate reaction velocity",
    "kane.model.shapes": "Box Capsule Convex Disk Ellipsoid Sphere",
    "kane.model.symbols": "clock coordinate inputs parameter parameters",
    "kane.model.system": "System",
    "kane.model.touching": "Law Touching",
    "kane.pipeline": "build",
    "kane.sim.signals": "Held Sampled Table",
    "kane.sim.many": "simulate_many",
    "kane.sim.simulate": "simulate",
    "kane.sim.trajectory": "Trajectory",
    "kane.sim.when": "When",
    "kane.suggested": "suggest_speeds",
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names.split()}

__all__ = [
    "GROUND",
    "ArgumentError",
    "BaseAcceleration",
    "Body",
    "Box",
    "Capsule",
    "Closed",
    "Configuration",
    "Contact",
    "Convex",
    "Cylindrical",
    "DerivationError",
    "Disk",
    "Ellipsoid",
    "Equations",
    "Fixed",
    "Force",
    "Frame",
    "FrameMismatch",
    "Free",
    "Gimbal",
    "Gravity",
    "Held",
    "Joined",
    "JointDamper",
    "JointForce",
    "JointFriction",
    "JointSpring",
    "KaneError",
    "Law",
    "Limits",
    "Model",
    "ModelError",
    "Motion",
    "Moving",
    "Outcome",
    "Particle",
    "Penalty",
    "Planar",
    "Point",
    "PointMass",
    "Prismatic",
    "Rate",
    "Revolute",
    "Rolling",
    "Sampled",
    "Screw",
    "SpaceFixed",
    "Sphere",
    "Spherical",
    "Spin",
    "SpringDamper",
    "System",
    "Table",
    "Torque",
    "Touching",
    "Trajectory",
    "Universal",
    "Vector",
    "When",
    "X",
    "Y",
    "Z",
    "angular_velocity",
    "atan2",
    "build",
    "clock",
    "coordinate",
    "cos",
    "derive",
    "distance",
    "energy",
    "equilibrium",
    "exp",
    "inputs",
    "linearize",
    "load",
    "log",
    "maximum",
    "minimum",
    "parameter",
    "parameters",
    "position",
    "rate",
    "reaction",
    "save",
    "simulate",
    "simulate_many",
    "sin",
    "sqrt",
    "suggest_speeds",
    "tanh",
    "velocity",
    "where",
]


def __getattr__(name: str) -> Any:
    """A promised name, loaded when it is first asked for."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'kane' has no attribute '{name}'")
    value = getattr(import_module(_MODULE_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
