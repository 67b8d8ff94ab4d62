"""Gravity: a force m g on every body's mass centre, with one g for all, known as a uniform field.

From: velocities.py    Next: loads.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kane.algebra.graph import Graph
from kane.algebra.rate import Rate
from kane.algebra.zero import Samples
from kane.sympy.frames import Parts, Triple
from kane.sympy.linear import linear
from kane.sympy.positions import symbols_in
from kane.sympy.screws import is_zero
from kane.sympy.tree import Node
from kane.sympy.velocities import Velocities

Load = tuple[Any, Any]  # what SymPy's load acts on, and its vector


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """g along N's axes, and what is left along them of the loads, by number, that had weight."""

    inertial: Any
    g: Triple
    left: Mapping[int, Triple]

    def taken_off(self, number: int, parts: Parts) -> Parts:
        """A load with the weight taken off it."""
        if number not in self.left:
            return parts
        others = tuple(part for part in parts if part[0] is not self.inertial)
        rest = self.left[number]
        return ((self.inertial, *rest), *others) if any(rest) else others


def field_of(
    nodes: Sequence[Node],
    masses: Sequence[int],
    given: Sequence[Load],
    velocities: Velocities,
    samples: Samples,
) -> Field | None:
    """The field, if each body with mass has its weight in one load on its mass centre."""
    graph = velocities.frames.scalars.graph
    fields: list[Triple] = []
    left: dict[int, Triple] = {}
    for node, m in zip(nodes, masses, strict=True):
        weights = _weights(node.place.point, m, given, velocities) if m else {}
        fields += [own for own, _ in weights.values()]
        left.update({number: rest for number, (_, rest) in weights.items()})
    g = fields[0] if fields else (0, 0, 0)
    same = all(_same(graph, g, own, samples) for own in fields)
    every = len(fields) == len(left) == sum(m != 0 for m in masses)
    if not (same and every and any(g) and _is_constant(graph, g)):
        return None
    return Field(inertial=velocities.inertial, g=g, left=left)


def _weights(
    point: Any, m: int, given: Sequence[Load], velocities: Velocities
) -> dict[int, tuple[Triple, Triple]]:
    """g and the rest of F = m g + rest, for loads on a point that have weight in them."""
    found = {}
    for number, (on, vector) in enumerate(given):
        if on is point and vector != 0:
            own, rest = _weight(velocities.frames.scalars.graph, _inertial(velocities, vector), m)
            if any(own):
                found[number] = (own, rest)
    return found


def _inertial(velocities: Velocities, vector: Any) -> Triple:
    """The part of a vector that is written along N's axes."""
    parts = velocities.merged(velocities.frames.parts(vector))
    for part in parts:
        if part[0] is velocities.inertial:
            return part[1], part[2], part[3]
    return 0, 0, 0


def _weight(graph: Graph, force: Triple, m: int) -> tuple[Triple, Triple]:
    """g and the rest; all of F counts as weight where m is no symbol."""
    if m in graph.symbols:
        forms = linear(graph, force, [m])
        a, b, c = (form.get(0, 0) for form, _ in forms)
        x, y, z = (rest for _, rest in forms)
        return (a, b, c), (x, y, z)
    a, b, c = (graph.div(F, m) for F in force)
    return (a, b, c), (0, 0, 0)


def _same(graph: Graph, g: Triple, own: Triple, samples: Samples) -> bool:
    return all(is_zero(samples, graph.add(a, -b)) for a, b in zip(g, own, strict=True))


def _is_constant(graph: Graph, g: Triple) -> bool:
    return all(graph.symbol_rates[node] is Rate.PARAMETER for node in symbols_in(graph, list(g)))
