"""Equations: F_r + F*_r = 0 of a SymPy description, on the graph.

    F*_r = −(M u̇ + f),   rows of dependent speeds put into the others by A   [Kane1985 p.99, p.124]

From: inertia.py, constraint_equations.py    Next: exported.py
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sympy.physics.vector import Point, ReferenceFrame

from kane.sympy.constraint_equations import ConstraintEquations, Unknowns
from kane.sympy.frames import Parts
from kane.sympy.inertia import motion_of, take_in
from kane.sympy.linear import Row
from kane.sympy.sums import Forces, Masses
from kane.sympy.velocities import Velocities


@dataclass(frozen=True, slots=True, kw_only=True)
class Equations:
    """Rows of the independent speeds, then of the auxiliary ones; columns of M by the speeds."""

    F: Row
    M: list[Row]
    f: Row


def active_forces(loads: Iterable[Any], velocities: Velocities) -> Row:
    """F_r of all speeds: Σ F·v_r + T·ω_r."""
    acting = [(_moved(thing, velocities), vector) for thing, vector in loads]
    forces = Forces(velocities.frames, len(velocities.speeds))
    velocities.split([motion for motion, _ in acting])
    for motion, vector in acting:
        load: Parts = velocities.frames.parts(vector) if vector != 0 else ()
        for r, along in velocities.partials(motion).items() if load else ():
            forces.add(r, along, load)
    return [forces.value(r) for r in range(len(velocities.speeds))]


def _moved(thing: Any, velocities: Velocities) -> Parts:
    """The velocity that a load works along."""
    if isinstance(thing, ReferenceFrame):
        return velocities.of_frame(thing)
    if isinstance(thing, Point):
        return velocities.of_point(thing)
    raise TypeError(
        f"The first entry of each load must be a Point or a ReferenceFrame, not "
        f"{type(thing).__name__}. Give (point, force) or (frame, torque)."
    )


def inertia_forces(bodies: Iterable[Any], velocities: Velocities) -> tuple[list[Row], Row]:
    """M and f of all speeds, auxiliary ones with their rows and columns."""
    count = len(velocities.speeds)
    M, f = Masses(velocities.frames, count), Forces(velocities.frames, count)
    take_in([motion_of(body, velocities) for body in bodies], velocities, M, f)
    return M.matrix(), [f.value(r) for r in range(count)]


def embedded(
    values: Sequence[int],
    unknowns: Unknowns,
    constraints: ConstraintEquations,
    velocities: Velocities,
) -> Row:
    """Rows of independent and auxiliary speeds, those of dependent ones put in: x_I + Aᵀ x_D."""
    graph, o, m = velocities.frames.scalars.graph, len(unknowns.u), unknowns.dependent
    rows = [*values[: o - m], *values[o:]]
    for row, dependent in zip(constraints.A, values[o - m : o], strict=True):
        for number, coefficient in enumerate(row):
            rows[number] = graph.add(rows[number], graph.mul(coefficient, dependent))
    return rows
