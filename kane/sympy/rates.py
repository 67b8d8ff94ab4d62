"""Rates: derivatives by time along the motion, q̇ put in.

From: scalars.py    Next: frames.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kane.algebra.derivative import signed, tangents
from kane.algebra.op import Op
from kane.sympy.scalars import Scalars, rate_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """How scalars change: dx/dt = Σ_s ∂x/∂s ṡ over coordinates, speeds, time, and the other
    functions of time, whose rates are symbols of their own.

    `known` has the rates that are no new symbols: q̇, and u̇ or 0 in its place.
    """

    scalars: Scalars
    known: dict[int, int]

    def of(self, refs: Sequence[int]) -> list[int]:
        """The rates of references."""
        nodes = self.scalars.graph.live(refs)
        for node in nodes:
            if self.scalars.graph.ops[node] == Op.SYMBOL and node not in self.known:
                self.known[node] = self._rate(node)
        found = tangents(self.scalars.graph, nodes, self.known)
        return [signed(found, ref) for ref in refs]

    def _rate(self, node: int) -> int:
        leaf = self.scalars.leaves[node]
        if self.scalars.is_dynamic(node):
            return self.scalars.read(rate_of(leaf))
        return int(leaf == self.scalars.time)


def zeros(nodes: Sequence[int]) -> Mapping[int, int]:
    """No change of any."""
    return dict.fromkeys(nodes, 0)
