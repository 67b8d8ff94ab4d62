"""Contributions: what each load gives to each generalized active force, and what gives nothing.

    F_r = Σ_loads F_r(load),   F_r(load) = Σ_L (v_r·F + ω_r·N) + Σ_i (∂σ_i/∂u_r) Q_i

Forces that joints exert to keep their relations appear on both of two bodies, in opposite
senses and through the same partial velocities: they cancel, and stand in no equation.

From: active.py    Next: report.py
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kane.dynamics.active import active, gravity
from kane.dynamics.form import REMAINDER
from kane.dynamics.projection import generalized
from kane.dynamics.wrenches import Wrench
from kane.geometry.vector import Vector
from kane.model.loads import BaseAcceleration, Gravity, Load

if TYPE_CHECKING:
    from kane.dynamics.equations import Equations


def contributions(equations: Equations) -> Mapping[str, list[Any]]:
    """F_r of every load, by the load's kind and number, inputs included."""
    loads = equations.system.loads
    return {
        f"{number} {type(load).__name__}": generalized_active(equations, load)
        for number, load in enumerate(loads, start=1)
    }


def generalized_active(equations: Equations, load: Load) -> list[Any]:
    """F_r of one load."""
    tree, speeds = equations.tree, equations.speeds
    forms = equations.forms if speeds.overrides else None
    if isinstance(load, Gravity | BaseAcceleration):
        return generalized(tree, speeds, forms, weights(equations, load))
    acting = active(tree, (load,), equations.meanings, equations.named)
    forces = generalized(tree, speeds, forms, acting.wrenches)
    for form, Q in zip(speeds.sigma, acting.natural, strict=True):
        for r, c in form.coefficients.items():
            if r != REMAINDER:
                forces[r] = forces[r] + c * Q
    return forces


def weights(equations: Equations, load: Gravity | BaseAcceleration) -> list[Wrench]:
    """m g on every link, about its origin: F = m g, N = h × g."""
    tree = equations.riding
    field = gravity(tree, (load,))
    fields: list[Vector] = []
    found: list[Wrench] = []
    for link, mass in zip(tree.links, tree.masses, strict=True):
        g = link.rotation.into(fields[link.parent] if link.parent >= 0 else field)
        fields.append(g)
        found.append(Wrench(force=g * mass.mass, torque=Vector(g.frame, mass.first).cross(g)))
    return found
