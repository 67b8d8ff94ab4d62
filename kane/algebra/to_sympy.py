"""Expressions to SymPy (extra `[sympy]`), each shared node once.

Small expressions are built as SymPy would (2·x + 3·x is 5·x there). Of larger ones the parts are
taken as they stand, with `evaluate=False`: SymPy's own rewriting looks at whole trees, and the
tree of a shared graph can be exponentially larger than the graph.

From: expr.py    Next: —
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from kane.algebra.expr import Condition, Expr, Scalar, graph_of, references
from kane.algebra.graph import Graph
from kane.algebra.op import Op
from kane.errors import DerivationError

Sympy = Any  # SymPy publishes no types

_SMALL: Final = 200  # nodes of an expression's tree, up to which SymPy may rewrite it


def to_sympy(expr: Scalar | Condition, symbols: Mapping[Expr, Sympy] | None = None) -> Sympy:
    """The SymPy expression of a scalar or condition (see `to_sympy_all`)."""
    (result,) = to_sympy_all([expr], symbols)
    return result


def to_sympy_all(
    exprs: Sequence[Scalar | Condition], symbols: Mapping[Expr, Sympy] | None = None
) -> list[Sympy]:
    """The SymPy expressions of scalars, sharing what they share.

    `symbols` says what stands for a symbol (or any other scalar); the rest become Symbols of
    the same name, without assumptions. Time is linear in nodes.
    """
    given = symbols or {}
    graph = graph_of([*exprs, *given])
    refs = references(exprs, graph)
    keys = references(given, graph)
    return Writer(graph, dict(zip(keys, given.values(), strict=True))).write(refs)


class Writer:
    """What has been written, by node, and how large its tree is."""

    def __init__(self, graph: Graph, given: Mapping[int, Sympy]) -> None:
        import sympy

        self.sympy = sympy
        self.graph = graph
        self.found: dict[int, Sympy] = {}
        for key, value in given.items():
            self.found[abs(key)] = value if key > 0 else -value
        self.sizes = dict.fromkeys(self.found, 1)

    def write(self, refs: Sequence[int]) -> list[Sympy]:
        """The expressions of references; what was written before is taken as it is."""
        for node in self.graph.live(refs, self.found.keys()):
            self.take(node)
        return [self.signed(ref) for ref in refs]

    def signed(self, ref: int) -> Sympy:
        """What a reference is in SymPy."""
        if ref >= 0:
            return self.found[ref]
        return self._minus(self.found[-ref], self.sizes[-ref] <= _SMALL)

    def take(self, node: int) -> None:
        """Write one node, whose operands are written."""
        if node in self.found:
            return
        graph, args = self.graph, self.graph.args[node]
        size = min(1 + sum(self.sizes[abs(arg)] for arg in args), _SMALL + 1)
        self.sizes[node] = size
        self.found[node] = self._made(Op(graph.ops[node]), node, args, size <= _SMALL)

    def _made(self, op: Op, node: int, args: Sequence[int], small: bool) -> Sympy:
        if not args:
            return self._leaf(op, node)
        operands = [self.signed(arg) for arg in args if op is not Op.SOLVE]
        if op is Op.CALL:
            return self._call(node, operands, small)
        if op is Op.ITEM and self.graph.ops[args[0]] == Op.CALL:
            return operands[0]
        if op is Op.WHERE:
            return self._where(small, *operands)
        if op in _ARITHMETIC:
            return _ARITHMETIC[op](self, small, *operands)
        if op in _NAMES:
            return getattr(self.sympy, _NAMES[op])(*operands, evaluate=small)
        raise DerivationError(
            f"A linear solve ({op.name}) has no counterpart in SymPy. Export the matrix and the "
            "right-hand side instead, and solve there."
        )

    def _leaf(self, op: Op, node: int) -> Sympy:
        sympy, graph = self.sympy, self.graph
        if op is Op.SYMBOL:
            return sympy.Symbol(graph.symbols[node])
        if op is Op.PI:
            return sympy.pi
        value = graph.values[node]
        if isinstance(value, float):
            return sympy.Float(value)
        return sympy.Rational(value.numerator, value.denominator)

    def _call(self, node: int, operands: Sequence[Sympy], small: bool) -> Sympy:
        name = str(getattr(self.graph.attributes[node], "name", "f"))
        return self.sympy.Function(name)(*operands, evaluate=small)

    def _where(self, small: bool, condition: Sympy, a: Sympy, b: Sympy) -> Sympy:
        """A Piecewise; of a large one the parts are put together without being searched."""
        sympy = self.sympy
        if small:
            return sympy.Piecewise((a, condition), (b, True))
        pair = sympy.functions.elementary.piecewise.ExprCondPair
        pairs = [
            sympy.Tuple.__new__(pair, x, when) for x, when in ((a, condition), (b, sympy.true))
        ]
        return sympy.Basic.__new__(sympy.Piecewise, *pairs)

    # What SymPy's own identities made 0 or ±1 vanishes also where nothing else is rewritten.
    def _minus(self, x: Sympy, small: bool) -> Sympy:
        return -x if small or x.is_Number else self._as_it_is(self.sympy.Mul, self.sympy.S(-1), x)

    def _add(self, small: bool, a: Sympy, b: Sympy) -> Sympy:
        if small or a is self.sympy.S.Zero or b is self.sympy.S.Zero:
            return self.sympy.Add(a, b)
        return self._as_it_is(self.sympy.Add, a, b)

    def _sub(self, small: bool, a: Sympy, b: Sympy) -> Sympy:
        return self._add(small, a, self._minus(b, small))

    def _mul(self, small: bool, a: Sympy, b: Sympy) -> Sympy:
        if a is b:
            return self._power(small, a, self.sympy.S(2))
        units = (self.sympy.S.Zero, self.sympy.S.One)
        if small or a in units or b in units:
            return self.sympy.Mul(a, b)
        return self._as_it_is(self.sympy.Mul, a, b)

    def _div(self, small: bool, a: Sympy, b: Sympy) -> Sympy:
        return self._mul(small, a, self._power(small or b.is_Number, b, self.sympy.S.NegativeOne))

    def _sqrt(self, small: bool, a: Sympy) -> Sympy:
        return self._power(small, a, self.sympy.S.Half)

    def _power(self, small: bool, a: Sympy, exponent: Sympy) -> Sympy:
        if small:
            return self.sympy.Pow(a, exponent)
        return self._as_it_is(self.sympy.Pow, a, exponent)

    def _as_it_is(self, kind: Sympy, *args: Sympy) -> Sympy:
        """An unevaluated sum, product or power, past SymPy's cache.

        The cache compares what it holds with what is made, as trees: ruinous where parts are
        shared. The hash is kept from the leaves on, so that asking for it is never deep.
        """
        made = self.sympy.Expr.__new__(kind, *args)
        made.is_commutative = True
        hash(made)
        return made


_ARITHMETIC: Final[dict[Op, Callable[..., Sympy]]] = {
    Op.ADD: Writer._add,
    Op.SUB: Writer._sub,
    Op.MUL: Writer._mul,
    Op.DIV: Writer._div,
    Op.SQRT: Writer._sqrt,
}

_NAMES: Final[dict[Op, str]] = {
    Op.SIN: "sin",
    Op.COS: "cos",
    Op.TAN: "tan",
    Op.ASIN: "asin",
    Op.ACOS: "acos",
    Op.ATAN: "atan",
    Op.ATAN2: "atan2",
    Op.EXP: "exp",
    Op.LOG: "log",
    Op.TANH: "tanh",
    Op.ABS: "Abs",
    Op.SIGN: "sign",
    Op.MIN: "Min",
    Op.MAX: "Max",
    Op.LESS: "StrictLessThan",
    Op.LESS_EQUAL: "LessThan",
    Op.EQUAL: "Equality",
    Op.AND: "And",
    Op.OR: "Or",
    Op.NOT: "Not",
}
