"""Checked: a System beside the equations that it came from, at random points.

From: system.py, built.py    Next: kane/dynamics/equations.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from kane.algebra.evaluate import evaluate, values
from kane.dynamics.equations import Equations, derive
from kane.errors import DerivationError
from kane.model.system import System
from kane.sympy.words import Words

if TYPE_CHECKING:
    from kane.sympy.method import KanesMethod

Array = NDArray[np.float64]
POINTS: Final = 3
AGREE: Final = 1e-8  # of the largest: far above round-off, far below a wrong term


def check_equations(method: KanesMethod, system: System, words: Words) -> None:
    """A refusal where q̇ or u̇ of the System are not SymPy's."""
    ours = derive(system)
    for seed in range(POINTS):
        state = _state(method, words, seed)
        for name, a, b in zip(("q̇", "u̇"), _theirs(method, state), _ours(ours, state), strict=True):
            off, scale = _gap(a, b)
            if not off <= AGREE * max(scale, 1.0):
                raise DerivationError(
                    f"System '{system.name}': {name} differs from SymPy's by {off:.1e} at a random "
                    f"point, where it is {scale:.1e}. The description says something that a tree "
                    "of bodies does not, such as accelerations of its own; build() takes the "
                    "equations as they are."
                )


def _gap(a: Mapping[str, float], b: Mapping[str, float]) -> tuple[float, float]:
    """The largest difference of what both have, and the largest value."""
    names = sorted(set(a) & set(b))
    x, y = np.array([a[name] for name in names]), np.array([b[name] for name in names])
    if not len(names):
        return 0.0, 0.0
    return float(np.abs(x - y).max()), float(max(np.abs(x).max(), np.abs(y).max()))


def _state(method: KanesMethod, words: Words, seed: int) -> dict[str, float]:
    """A value for every symbol of the method's graph; dependent speeds meet the constraints."""
    graph = method._scalars.graph
    draw = np.random.default_rng([seed, len(graph.symbols)])
    found = {name: float(draw.uniform(0.2, 1.0)) for name in graph.symbols.values()}
    leaves = method._scalars.leaves
    found |= {
        words.name(node): words.constants[str(leaf)]
        for node, leaf in leaves.items()
        if str(leaf) in words.constants
    }
    found |= {words.name(node): 0.0 for node in method._absent}
    constraints, u = method._found_constraints, method._unknowns.u
    if constraints.J:
        names = [words.name(node) for node in u]
        J, c = _matrix(method, constraints.J, found), _matrix(method, [constraints.c], found)[0]
        p = len(u) - len(J)
        free = np.array([found[name] for name in names[:p]])
        put_in = np.linalg.solve(J[:, p:], -(c + J[:, :p] @ free))
        found |= dict(zip(names[p:], map(float, put_in), strict=True))
    return found


def _theirs(method: KanesMethod, state: Mapping[str, float]) -> list[dict[str, float]]:
    """q̇ and u̇ of the equations as they are, by name."""
    assert method._kinematics is not None
    qdot = _matrix(method, [method._kinematics.found.qdot], state)[0]
    M, forcing = (
        _matrix(method, method._masses(), state),
        _matrix(method, [method._forcing()], state),
    )
    udot = np.linalg.solve(M, forcing[0])
    graph = method._scalars.graph
    names = [[graph.symbols[n] for n in nodes] for nodes in (method._q_nodes, method._unknowns.u)]
    return [_named(names[0], qdot), _named(names[1], udot)]


def _ours(equations: Equations, state: Mapping[str, float]) -> list[dict[str, float]]:
    """q̇ and u̇ of the System, by name."""
    at = {**state, **equations.parameters, "t": state.get("t", 0.0)}
    qdot = _evaluated(equations.qdot, at)
    M = np.array([_evaluated(row, at) for row in equations.mass_matrix])
    udot = np.linalg.solve(M, _evaluated(equations.forcing, at)) if len(M) else M
    return [_named(equations.q_names, qdot), _named(equations.u_names, udot)]


def _named(names: Sequence[str], numbers: Any) -> dict[str, float]:
    return dict(zip(names, map(float, numbers), strict=True))


def _evaluated(exprs: Sequence[Any], at: Mapping[str, float]) -> Array:
    """Scalars at a state, some of them numbers."""
    return np.array([float(x) for x in evaluate(list(exprs), at)])


def _matrix(
    method: KanesMethod, rows: Sequence[Sequence[int]], state: Mapping[str, float]
) -> Array:
    graph = method._scalars.graph
    found = values(graph, [x for row in rows for x in row], state)
    return np.array([[float(found[x] if x >= 0 else -found[-x]) for x in row] for row in rows])
