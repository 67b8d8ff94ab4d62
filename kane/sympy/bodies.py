"""Bodies: the bodies of a System, their mass centres at their origins, from those of SymPy.

From: tree.py, words.py    Next: joints.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kane.algebra.zero import Samples
from kane.errors import DerivationError
from kane.geometry.vector import GROUND, Components
from kane.model.body import Body
from kane.sympy.frames import Frames, Rotation, Triple, transposed
from kane.sympy.inertia import inertia_matrix
from kane.sympy.positions import symbols_in
from kane.sympy.screws import is_zero
from kane.sympy.tree import Node, is_rigid
from kane.sympy.words import Words

if TYPE_CHECKING:
    from kane.sympy.method import KanesMethod


def bodies_of(
    method: KanesMethod, nodes: Sequence[Node], words: Words, samples: Samples
) -> list[Body]:
    """A body for each node, names made different."""
    taken: dict[str, int] = {GROUND.name: 1}
    made = []
    for node in nodes:
        name = _unused(str(node.body.name), taken)
        mass = words.scalar(mass_of(method, node.body))
        inertia: Sequence[Components] = [(0, 0, 0)] * 3
        if is_rigid(node.body) and node.body.central_inertia.args:
            matrix = _inertia(method, node.body, words, samples)
            inertia = [words.triple(row) for row in _filled(method, matrix)]
        made.append(Body(name, mass=mass, inertia=inertia))
    return made


def mass_of(method: KanesMethod, body: Any) -> int:
    """A body's mass on the graph."""
    (mass,) = method._velocities.gone([method._scalars.read(body.mass)])
    return mass


def _inertia(method: KanesMethod, body: Any, words: Words, samples: Samples) -> Rotation:
    """The central inertia along the body's axes: R I_D Rᵀ, which must be constant there."""
    frames = method._velocities.frames
    D, I_D = inertia_matrix(frames, body.central_inertia)
    if D is body.frame:
        return I_D
    R = frames.rotation(body.frame, D)
    matrix = _times(frames, R, transposed(_times(frames, R, I_D)))
    flat = [x for row in matrix for x in row]
    graph = frames.scalars.graph
    q = [node for node in symbols_in(graph, flat) if node in method._q_nodes]
    a, b, c, d, e, f, g, h, i = still = method._velocities.put_to_zero(flat, q)
    changes = [graph.add(x, -y) for x, y in zip(flat, still, strict=True)]
    if not all(is_zero(samples, change) for change in changes):
        raise DerivationError(
            f"Body '{body.name}': its inertia is written along axes that turn in it, and "
            f"changes with {', '.join(map(words.name, q))}. Write it along axes of the "
            "body, or use build(), which takes the equations as they are."
        )
    return ((a, b, c), (d, e, f), (g, h, i))


def _times(frames: Frames, R: Rotation, rows: Rotation) -> Rotation:
    """Each of three vectors turned by R."""
    x, y, z = (_turned(frames, R, row) for row in rows)
    return x, y, z


def _turned(frames: Frames, R: Rotation, v: Triple) -> Triple:
    x, y, z = (frames.product(row, v) for row in R)
    return x, y, z


def _filled(method: KanesMethod, matrix: Rotation) -> Rotation:
    """An inertia about one axis alone, as planar descriptions have it, with the least that a body
    must have about the others: it never turns about them, which the check makes sure of."""
    held = [(i, j) for i in range(3) for j in range(3) if matrix[i][j]]
    if len(held) != 1 or held[0][0] != held[0][1]:
        return matrix
    (axis, _), graph = held[0], method._scalars.graph
    moment = matrix[axis][axis]
    diagonal = [moment if k == axis else graph.div(moment, graph.constant(2)) for k in range(3)]
    return ((diagonal[0], 0, 0), (0, diagonal[1], 0), (0, 0, diagonal[2]))


def _unused(name: str, taken: dict[str, int]) -> str:
    taken[name] = taken.get(name, 0) + 1
    return name if taken[name] == 1 else _unused(f"{name} {taken[name]}", taken)
