"""Words: references of a SymPy description as the scalars that a System is written in.

Constants become parameters with their values, coordinates the coordinates of joints, speeds what
they are defined to be, and other functions of time inputs.

From: scalars.py, tree.py    Next: joints.py
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kane.algebra.adopt import adopt, rebuilt
from kane.algebra.expr import Expr
from kane.algebra.function import inline
from kane.algebra.graph import Graph
from kane.algebra.op import Op
from kane.errors import ArgumentError, DerivationError
from kane.geometry.vector import Components
from kane.model.symbols import clock, coordinate, inputs, parameter
from kane.sympy.scalars import Scalars


class Words:
    """What each symbol is called in the System; `speeds` are told once they have definitions."""

    def __init__(
        self, scalars: Scalars, coordinates: Iterable[int], constants: Mapping[str, float]
    ) -> None:
        self.scalars = scalars
        self.coordinates = frozenset(coordinates)
        self.constants = constants
        self.speeds: dict[int, Expr] = {}
        self.graph = Graph()
        self._moved: dict[int, int] = {}

    def scalar(self, ref: int) -> Expr:
        """One reference."""
        source = self.scalars.graph
        (opened,) = inline([Expr(source, ref)])
        for node in source.live([opened.ref]):
            if node not in self._moved:
                self._moved[node] = self._carried(source, node)
        found = self._moved[abs(opened.ref)]
        return Expr(self.graph, found if opened.ref >= 0 else -found)

    def triple(self, refs: Sequence[int]) -> Components:
        """Three references."""
        x, y, z = (self.scalar(ref) for ref in refs)
        return (x, y, z)

    def name(self, node: int) -> str:
        """What a symbol is called."""
        return self.scalars.graph.symbols[node]

    def _carried(self, source: Graph, node: int) -> int:
        op = source.ops[node]
        if op == Op.SYMBOL:
            found = self._symbol(node)
            return adopt(self.graph, found.graph, found.ref)
        if op == Op.CALL:
            function = getattr(source.attributes[node], "name", "f")
            raise DerivationError(
                f"The function {function} has no form in elementary functions, so that no System "
                "can hold it. Write it out before the equations are formed."
            )
        return rebuilt(self.graph, source, node, self._moved)

    def _symbol(self, node: int) -> Expr:
        name, leaf = self.name(node), self.scalars.leaves[node]
        if node in self.coordinates:
            return coordinate(name)
        if node in self.speeds:
            return self.speeds[node]
        if leaf == self.scalars.time:
            return clock()
        if self.scalars.is_dynamic(node):
            return inputs(name)[0]
        if str(leaf) not in self.constants:
            raise ArgumentError(
                f"The constant {name} has no value ({len(self.constants)} others have). "
                f"Give it: system({{{leaf}: 1.0, …}})."
            )
        return parameter(name, self.constants[str(leaf)])
