"""Random states at which equations are judged: valid ones, with unit quaternions.

From: tree.py    Next: speeds.py; equations.py, observables.py
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from kane.algebra.expr import Expr
from kane.algebra.rate import Rate
from kane.algebra.zero import Samples
from kane.dynamics.tree import Tree
from kane.model.joints.contract import unit_part
from kane.model.symbols import Parameter

if TYPE_CHECKING:
    from kane.dynamics.equations import Equations


def samples(tree: Tree) -> Samples:
    """Random points of a tree's graph: parameters at their values, quaternions of length one."""
    graph = tree.lift.graph
    carried = {name: graph.attributes.get(ref) for ref, name in graph.symbols.items()}
    values = {name: it.value for name, it in carried.items() if isinstance(it, Parameter)}
    units = [link.motion.names[0][unit_part(link.motion)] for link in tree.links]
    return Samples(graph, values=values, units=[group for group in units if group])


def random_states(equations: Equations, seed: int, count: int) -> Iterator[dict[Expr, float]]:
    """Values for coordinates, speeds, inputs, time and parameters (these at their own values)."""
    rng = np.random.default_rng(seed)
    lift = equations.tree.lift
    for _ in range(count):
        state = coordinates(equations, rng)
        state |= {u: float(rng.normal()) for u in equations.u}
        state |= {
            lift.symbol(name, Rate.INPUT): float(rng.normal()) for name in equations.system.inputs
        }
        state |= {
            symbol: equations.parameters[name]
            for name, symbol in zip(equations.parameters, equations.live_parameters, strict=False)
        }
        state[lift.symbol("t", Rate.CONFIGURATION)] = float(rng.uniform(0, 3))
        yield state


def coordinates(equations: Equations, rng: np.random.Generator) -> dict[Expr, float]:
    """Random coordinates; those that are together of length one are made so."""
    found: dict[Expr, float] = {}
    for link in equations.tree.links:
        values = rng.normal(size=len(link.q))
        part = unit_part(link.motion)
        if len(values[part]):
            values[part] /= np.linalg.norm(values[part])
        names = link.motion.names[0]
        for name, symbol, value in zip(names, link.q, values, strict=True):
            if name in equations.q_names:
                found[symbol] = float(value)
    return found
