"""Speeds: the generalized speeds of a SymPy description, and its constraints, in a System's words.

A speed is the rate of a coordinate, or the component of a body's velocity along the body's axes
that SymPy was told it is, or what the kinematic equations say of it.

From: tree.py, words.py    Next: system.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kane.algebra.expr import Expr
from kane.geometry.vector import Frame, Vector
from kane.model.body import Body
from kane.model.constraints import Configuration, Motion
from kane.model.quantities import angular_velocity, rate, velocity
from kane.sympy.frames import Parts
from kane.sympy.linear import Row
from kane.sympy.solve import solve
from kane.sympy.tree import Node, is_rigid
from kane.sympy.words import Words

if TYPE_CHECKING:
    from kane.sympy.method import KanesMethod


def definitions(
    method: KanesMethod, nodes: Sequence[Node], bodies: Sequence[Body], words: Words
) -> dict[str, Expr]:
    """What each speed is, by name; the words learn it too."""
    assert method._kinematics is not None
    found = _rates(method, words)
    found = {**_components(method, nodes, bodies), **found}
    speeds = method._unknowns.u
    if any(u not in found for u in speeds):
        found = {**_from_equations(method, words), **found}
    words.speeds.update({u: found[u] for u in speeds})
    return {words.name(u): found[u] for u in speeds}


def _rates(method: KanesMethod, words: Words) -> dict[int, Expr]:
    """Speeds that are the rate of a coordinate."""
    assert method._kinematics is not None
    pairs = zip(method._kinematics.found.qdot, method._q_nodes, strict=True)
    return {abs(u): _signed(rate(words.name(q)), u) for u, q in pairs if _is_speed(method, u)}


def _components(
    method: KanesMethod, nodes: Sequence[Node], bodies: Sequence[Body]
) -> dict[int, Expr]:
    """Speeds that are components of bodies' velocities along the bodies' axes."""
    velocities = method._velocities
    found: dict[int, Expr] = {}
    for node, body in zip(nodes, bodies, strict=True):
        axes: tuple[Vector, ...] = (body.x, body.y, body.z)
        pairs = [(velocities.of_point(node.place.point), velocity(body))]
        if is_rigid(node.body):
            pairs.insert(0, (velocities.of_frame(node.body.frame), angular_velocity(body)))
        for parts, vector in pairs:
            for u, axis in _alone(method, parts, node.place.frame):
                found.setdefault(abs(u), _signed(vector.along(axes[axis]), u))
    return found


def _alone(method: KanesMethod, parts: Parts, frame: Frame) -> list[tuple[int, int]]:
    """The speeds that are, as written, components of a vector along the axes of a frame."""
    merged = method._velocities.merged(parts)
    if len(merged) != 1 or merged[0][0] is not frame:
        return []
    return [(u, axis) for axis, u in enumerate(merged[0][1:]) if _is_speed(method, u)]


def _from_equations(method: KanesMethod, words: Words) -> dict[int, Expr]:
    """u = −U⁻¹ (K q̇ + F)."""
    assert method._kinematics is not None
    found, graph = method._kinematics.found, method._scalars.graph
    F = method._velocities.gone(found.F)
    right = [[*row, x] for row, x in zip(found.K, F, strict=True)]
    made: dict[int, Expr] = {}
    for u, row in zip(method._unknowns.u, solve(graph, found.U, right), strict=True):
        total = -words.scalar(row[-1])
        for coefficient, q in zip(row, method._q_nodes, strict=False):
            if coefficient:
                total = total - words.scalar(coefficient) * rate(words.name(q))
        made[u] = total
    return made


def _is_speed(method: KanesMethod, u: int) -> bool:
    return abs(u) in method._unknowns.u


def _signed(expr: Expr, ref: int) -> Expr:
    return expr if ref > 0 else -expr


# ── constraints ───────────────────────────────────────────────────────────────────────────────
def relations(method: KanesMethod, words: Words) -> list[Motion | Configuration]:
    """The velocity constraints, each with a dependent speed, and those of places."""
    found, graph = method._found_constraints, method._scalars.graph
    o, m = len(method.u), len(found.J)
    given = _given(graph, [row[o - m :] for row in found.J])
    c = method._velocities.gone(found.c)
    made: list[Motion | Configuration] = []
    for number, (row, rest) in enumerate(zip(found.J, c, strict=True)):
        total = rest
        for u, coefficient in zip(method._unknowns.u, row, strict=True):
            total = graph.add(total, graph.mul(coefficient, u))
        dependent = words.name(method._unknowns.u[o - m + given[number]])
        relation = words.scalar(total) == 0
        made.append(Motion(f"velocity constraint {number + 1}", relation, dependent))
    for number, place in enumerate(method._scalars.read_all(method._f_h.flat())):
        relation = words.scalar(place) == 0
        name = f"configuration constraint {number + 1}"
        made.append(Configuration(name, relation, row=False))
    return made


def _given(graph: object, matrix: Sequence[Row]) -> Mapping[int, int]:
    """Which dependent speed each constraint gives: one that stands in it, each once."""
    by_column: dict[int, int] = {}

    def placed(row: int, seen: set[int]) -> bool:
        for column, entry in enumerate(matrix[row]):
            if entry and column not in seen:
                seen.add(column)
                if column not in by_column or placed(by_column[column], seen):
                    by_column[column] = row
                    return True
        return False

    for row in range(len(matrix)):
        placed(row, set())
    return {row: column for column, row in by_column.items()}
