"""In which unit a quantity of a system comes: rad, m/s, N m …, for labels and files.

From: checks/kinds.py    Next: kane/pipeline.py
"""

from __future__ import annotations

from typing import Any, Final

from kane.algebra.expr import Expr, Scalar
from kane.algebra.op import Op
from kane.model.asked import OfSystem
from kane.model.checks.dimensions import Slip, kind_of
from kane.model.checks.kinds import Kinds, motion_dimensions
from kane.model.dimension import ENERGY, FORCE, LENGTH, NONE, RATE, TIME, TORQUE, Dimension
from kane.model.joints.contract import unit_part
from kane.model.loads import Force, JointForce, Load, Torque
from kane.model.quantities import Energy, Reaction
from kane.model.system import System

_TURNING: Final = {NONE: "rad", RATE: "rad/s", RATE / TIME: "rad/s^2"}


def unit_of(system: System, quantity: Any) -> str:
    """The SI unit of a name, or of an expression; "" where it is not known."""
    kinds = dimensions(system)
    if isinstance(quantity, str):
        if quantity in _quaternions(system):
            return "1"
        found = kinds.get(quantity)
        return "" if found is None else written(found)
    named = _definition(quantity)
    if isinstance(named, Energy):
        return "J"
    if isinstance(named, OfSystem):
        return named.unit
    if isinstance(named, Reaction):
        return "N m" if named.component.startswith("torque") else "N"
    try:
        kind = kind_of(quantity, kinds)
    except Slip:
        return ""
    if kind and kind.dimension == ENERGY and _speaks_of_energy(quantity):
        return "J"
    return written(kind.dimension) if kind else ""


def written(dimension: Dimension) -> str:
    """A dimension as a unit: what has none is an angle, which is in radians."""
    return _TURNING.get(dimension) or str(dimension)


def dimensions(system: System) -> Kinds:
    """The dimensions of coordinates and speeds by name."""
    found: Kinds = {}
    for joint in system.joints:
        for motion in joint.motions:
            own = motion_dimensions(motion)
            names, speeds = motion.names
            found.update(zip(names, own, strict=False))
            if len(names) == len(speeds):
                rates = [one / TIME if one else None for one in own]
            else:
                rates = _of_quaternion(len(speeds))
            found.update(zip(speeds, rates, strict=False))
    for name, definition in system.speeds.items():
        kind = kind_of(definition, found)
        found[name] = kind.dimension if kind else None
    return {**_inputs(system, found), **found}


def _inputs(system: System, kinds: Kinds) -> Kinds:
    """The dimensions of inputs that stand alone as a force or torque, or as a component of one."""
    found: Kinds = {}
    for load in system.loads:
        values, dimension = _exerted(load, kinds)
        for x in values:
            name = x.graph.symbols.get(abs(x.ref)) if isinstance(x, Expr) else None
            if name in system.inputs:
                found[str(name)] = dimension
    return found


def _exerted(load: Load, kinds: Kinds) -> tuple[tuple[Scalar, ...], Dimension | None]:
    match load:
        case Force():
            return load.vector.components, FORCE
        case Torque():
            return load.vector.components, TORQUE
        case JointForce():
            along = kinds.get(load.coordinate)
            return (load.value,), TORQUE / along if along else None
        case _:
            return (), None


def _of_quaternion(speeds: int) -> list[Dimension | None]:
    """The dimensions of a ball's three speeds, or of a free body's six."""
    linear: list[Dimension | None] = [LENGTH / TIME] * (speeds - 3)
    return [*linear, RATE, RATE, RATE]


def _quaternions(system: System) -> frozenset[str]:
    """The coordinates that are parts of quaternions."""
    parts = (motion for joint in system.joints for motion in joint.motions)
    return frozenset(name for part in parts for name in part.names[0][unit_part(part)])


def _speaks_of_energy(quantity: Any) -> bool:
    """Whether an energy is part of an expression: others of its dimension are torques."""
    if not isinstance(quantity, Expr):
        return False
    graph = quantity.graph
    return any(isinstance(graph.attributes.get(n), Energy) for n in graph.live([quantity.ref]))


def _definition(quantity: Any) -> Any:
    """What an expression that is a single quantity, or its size, stands for."""
    if not isinstance(quantity, Expr):
        return None
    graph, node = quantity.graph, abs(quantity.ref)
    while graph.ops[node] == Op.ABS:
        node = abs(graph.args[node][0])
    return graph.attributes.get(node)
