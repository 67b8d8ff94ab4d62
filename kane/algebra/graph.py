"""The shared scalar graph: every distinct subexpression is one node, from birth.

A *reference* is a signed int. Node r > 0 stands for a value, −r for its negative, 0 for zero
and 1 for one; so negation is never a node, and x − x vanishes without a search. Building a
node twice gives the same reference: Kane and Levinson's intermediate variables Z_i
[KaneLevinson1983] arise on their own.

Constructors do only identities that are exact over the reals, wherever both sides are defined:

    0·x = 0   1·x = x   x + 0 = x   x − x = 0   x/x = 1   √x·√x = x
    (x/y)·y = x   (x/y)·(y·z) = x·z   (x·y)/y = x   2 + (3 + x) = 5 + x
    a·(b·x) = (a·b)·x   (a·x)·y = a·(x·y)   x/a = (1/a)·x           for constants a, b, a exact
    sin(−x) = −sin x (and every odd function)   cos(−x) = cos x (every even one)
    sin(x + k π/2) = ± sin x or ± cos x   arcsin 1 = π/2   √(4/9) = 2/3   min(x, x) = x
    where(not c, x, y) = where(c, y, x)   where(c, −x, y) = −where(c, x, −y)

Constants stay exact where their source is (int, Fraction, π); a float makes a fold a float.
A constant NaN or ∞ keeps its meaning: 0·∞ and ∞ − ∞ are NaN. Everything cleverer is a named
pass (`kane/passes`); x + x stays a sum, which costs no more than 2·x.

From: elementary.py    Next: expr.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from typing import Final

from kane.algebra.elementary import Elementary
from kane.algebra.floats import FUNCTIONS
from kane.algebra.number import Number, rounded
from kane.algebra.op import Op
from kane.algebra.store import ONE, ZERO

__all__ = ["ONE", "ZERO", "Graph", "Number"]


class Graph(Elementary):
    """A set of shared scalar nodes, in order of creation (see `Store` for its columns)."""

    __slots__ = ()

    # ── sums and products by name (`add` and `mul` are the graph's own closures) ──────────
    def sum(self, x: int, y: int) -> int:
        """x + y."""
        return self.add(x, y)

    def difference(self, x: int, y: int) -> int:
        """x − y."""
        return self.add(x, -y)

    def product(self, x: int, y: int) -> int:
        """x·y."""
        return self.mul(x, y)

    # ── functions of two ──────────────────────────────────────────────────────────────────
    def atan2(self, y: int, x: int) -> int:
        """The angle of the point (x, y)."""
        vertical, horizontal = self.number(y), self.number(x)
        if y == ZERO and horizontal is not None and horizontal > 0:
            return ZERO
        if vertical is not None and horizontal is not None and _inexact(vertical, horizontal):
            return self.constant(math.atan2(rounded(vertical), rounded(horizontal)))
        return self.node(Op.ATAN2, (y, x))

    def minimum(self, x: int, y: int) -> int:
        """min(x, y)."""
        return self._extreme(Op.MIN, x, y)

    def maximum(self, x: int, y: int) -> int:
        """max(x, y)."""
        return self._extreme(Op.MAX, x, y)

    def _extreme(self, op: Op, x: int, y: int) -> int:
        if x == y:
            return x
        a, b = self.number(x), self.number(y)
        if a is not None and b is not None and a == a and b == b:
            return (x if a < b else y) if op is Op.MIN else (x if a > b else y)
        return self.node(op, (x, y) if (abs(x), x) < (abs(y), y) else (y, x))

    # ── conditions ────────────────────────────────────────────────────────────────────────
    def less(self, x: int, y: int) -> int:
        """x < y, as a condition."""
        a, b = self.number(x), self.number(y)
        if x == y:
            return ZERO
        if a is not None and b is not None:
            return ONE if a < b else ZERO
        return self.node(Op.LESS, (x, y))

    def less_equal(self, x: int, y: int) -> int:
        """x ≤ y, as a condition."""
        a, b = self.number(x), self.number(y)
        if a is not None and b is not None:
            return ONE if a <= b else ZERO
        return self.node(Op.LESS_EQUAL, (x, y))

    def equal(self, x: int, y: int) -> int:
        """x = y, as a condition."""
        a, b = self.number(x), self.number(y)
        if a is not None and b is not None:
            return ONE if a == b else ZERO
        return self.node(Op.EQUAL, (x, y) if x < y else (y, x))

    def logical_and(self, a: int, b: int) -> int:
        """Both conditions."""
        if a == ZERO or b == ZERO:
            return ZERO
        if a in (ONE, b):
            return b
        return a if b == ONE else self.node(Op.AND, (a, b) if a < b else (b, a))

    def logical_or(self, a: int, b: int) -> int:
        """Either condition."""
        if a == ONE or b == ONE:
            return ONE
        if a in (ZERO, b):
            return b
        return a if b == ZERO else self.node(Op.OR, (a, b) if a < b else (b, a))

    def logical_not(self, a: int) -> int:
        """The opposite condition."""
        if a in (ZERO, ONE):
            return ONE - a
        return self.args[a][0] if self.ops[a] == Op.NOT else self.node(Op.NOT, (a,))

    def where(self, condition: int, a: int, b: int) -> int:
        """a where the condition holds, otherwise b."""
        if condition == ONE or a == b:
            return a
        if condition == ZERO:
            return b
        if self.ops[condition] == Op.NOT:
            return self.where(self.args[condition][0], b, a)
        if a < 0 or (a == 0 and b < 0):
            return -self.where(condition, -a, -b)
        return self.node(Op.WHERE, (condition, a, b))

    # ── nodes with several values ─────────────────────────────────────────────────────────
    def item(self, node: int, index: int) -> int:
        """One of the values of a node that has several."""
        return self.node(Op.ITEM, (node,), index)

    # ── by operation ──────────────────────────────────────────────────────────────────────
    def build(self, op: Op, args: tuple[int, ...], attribute: Hashable = None) -> int:
        """The operation applied to new operands, with its identities."""
        constructor = _CONSTRUCTORS.get(op)
        if constructor is not None:
            return constructor(self, *args)
        if op in FUNCTIONS:
            return self.function(op, args[0])
        return self.node(op, args, attribute)


def _inexact(a: Number, b: Number) -> bool:
    return isinstance(a, float) or isinstance(b, float)


_CONSTRUCTORS: Final[dict[Op, Callable[..., int]]] = {
    Op.ADD: Graph.sum,
    Op.SUB: Graph.difference,
    Op.MUL: Graph.product,
    Op.DIV: Graph.div,
    Op.ATAN2: Graph.atan2,
    Op.MIN: Graph.minimum,
    Op.MAX: Graph.maximum,
    Op.LESS: Graph.less,
    Op.LESS_EQUAL: Graph.less_equal,
    Op.EQUAL: Graph.equal,
    Op.AND: Graph.logical_and,
    Op.OR: Graph.logical_or,
    Op.NOT: Graph.logical_not,
    Op.WHERE: Graph.where,
}
