"""Functions by numpy's names, which numpy asks of the elements it does not know: np.sin(q) is
q.sin(), of one expression as of an array of them.

    np.arcsin(q1)        as asin(q1) of `functions.py`

From: op.py, meet.py    Next: expr.py
"""

from __future__ import annotations

import math
from typing import Self

from kane.algebra.meet import Handle
from kane.algebra.op import Op


class ByNumpy(Handle):
    """What numpy calls; people write `kane.sin(q)` or `np.sin(q)`."""

    __slots__ = ()

    def sin(self) -> Self:
        """sin x."""
        return self._function(Op.SIN)

    def cos(self) -> Self:
        """cos x."""
        return self._function(Op.COS)

    def tan(self) -> Self:
        """tan x."""
        return self._function(Op.TAN)

    def arcsin(self) -> Self:
        """The angle whose sine is x."""
        return self._function(Op.ASIN)

    def arccos(self) -> Self:
        """The angle whose cosine is x."""
        return self._function(Op.ACOS)

    def arctan(self) -> Self:
        """The angle whose tangent is x."""
        return self._function(Op.ATAN)

    def exp(self) -> Self:
        """e to the x."""
        return self._function(Op.EXP)

    def log(self) -> Self:
        """The natural logarithm of x."""
        return self._function(Op.LOG)

    def tanh(self) -> Self:
        """The hyperbolic tangent of x."""
        return self._function(Op.TANH)

    def sinh(self) -> Self:
        """The hyperbolic sine of x."""
        return self._halves(-1)

    def cosh(self) -> Self:
        """The hyperbolic cosine of x."""
        return self._halves(1)

    def sqrt(self) -> Self:
        """√x."""
        return type(self)(self.graph, self.graph.sqrt(self.ref))

    def radians(self) -> Self:
        """x degrees in radians."""
        factor = self.graph.constant(math.pi / 180)
        return type(self)(self.graph, self.graph.product(self.ref, factor))

    def degrees(self) -> Self:
        """x radians in degrees."""
        factor = self.graph.constant(180 / math.pi)
        return type(self)(self.graph, self.graph.product(self.ref, factor))

    deg2rad, rad2deg = radians, degrees

    def _halves(self, sign: int) -> Self:
        """(e^x ± e^−x)/2."""
        graph = self.graph
        up, down = (graph.function(Op.EXP, x) for x in (self.ref, -self.ref))
        half = graph.constant(0.5)
        return type(self)(graph, graph.product(half, graph.sum(up, sign * down)))

    def _function(self, op: Op) -> Self:
        return type(self)(self.graph, self.graph.function(op, self.ref))
