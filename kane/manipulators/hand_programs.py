"""A hand: a point of a body and its axes; where it is, and how it moves, as Programs.

    pose    q → its place, R_NH by rows, and the rows of J: v = J_v q̇, ω = J_ω q̇
    drift   q, q̇ → what its acceleration and angular acceleration are with q̈ = 0

From: kane/dynamics/observables.py    Next: reach.py
"""

from __future__ import annotations

from typing import Any

from kane.dynamics import observables
from kane.dynamics.equations import Equations, derive
from kane.dynamics.express import Expression
from kane.dynamics.lift import Parameters
from kane.errors import DerivationError
from kane.geometry.vector import GROUND, Vector
from kane.model.body import Point
from kane.model.system import System
from kane.pipeline import lower
from kane.program.program import Program


def equations_of(system: System) -> Equations:
    """The equations of an arm whose speeds are its coordinates' rates."""
    equations = derive(system, Parameters.FOLD)
    if equations.depends_on_time:
        raise DerivationError(
            f"System '{system.name}' depends on time, so that a hand is not where the coordinates "
            "alone say. Give its prescribed motions as coordinates."
        )
    plain = len(equations.q) == len(equations.u) and all(
        rate is u for rate, u in zip(equations.qdot, equations.u, strict=True)
    )
    if not plain:
        names, speeds = ", ".join(system.coordinates), ", ".join(equations.u_names)
        raise DerivationError(
            f"System '{system.name}': its speeds ({speeds}) are not the rates of its coordinates "
            f"({names}) one by one. Fix the base and hold followers (load(…, hold=…)), and leave "
            "out speeds of your own."
        )
    return equations


def pose_program(equations: Equations, hand: Point) -> Program:
    """q → place, axes and Jacobian, one after another."""
    place = observables.position(equations, hand).components
    rows = observables.orientation(equations, hand.frame)
    columns = (
        observables.point_jacobian(equations, hand),
        observables.angular_jacobian(equations, hand.frame),
    )
    jacobian = [vector[axis] for part in columns for axis in range(3) for vector in part]
    flat = [*place, *(x for row in rows for x in row), *jacobian]
    return lower(f"pose_of_{hand.name}", {"q": equations.q}, {"pose": flat})


def drift_program(equations: Equations, hand: Point) -> Program:
    """q, q̇ → J̇ q̇, linear then angular."""
    zero = equations.tree.lift.scalar(0)
    still: tuple[Any, ...] = (zero,) * len(equations.u)
    link = equations.tree.mounts[hand.frame].link
    express = Expression(equations.tree)
    moving = equations.acceleration(still, Vector(GROUND, (zero, zero, zero)))
    p = express.place(hand)
    a, alpha, U = moving.a[link], moving.alpha[link], moving.U[link]
    x, y, z = (a[i] + (U[i][0] * p[0] + U[i][1] * p[1] + U[i][2] * p[2]) for i in range(3))
    linear = express.vector(Vector(a.frame, (x, y, z)), -1)
    angular = express.vector(alpha, -1)
    outputs = {"drift": [*linear.components, *angular.components]}
    return lower(f"drift_of_{hand.name}", {"q": equations.q, "u": equations.u}, outputs)
