"""Expressions from SymPy (extra `[sympy]`), each shared object once.

Constants stay exact (Integer, Rational, π), Floats are floats. Objects are known by identity, so
a large shared expression is read in time linear in its distinct parts, without recursion.

From: expr.py    Next: to_sympy.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from kane.algebra.expr import Expr, reference
from kane.algebra.function import Function
from kane.algebra.graph import ONE, ZERO, Graph
from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.errors import DerivationError

Sympy = Any  # SymPy publishes no types


def from_sympy(
    expr: Sympy, symbols: Mapping[Sympy, Any] | None = None, graph: Graph | None = None
) -> Expr:
    """The scalar that a SymPy expression says (see `from_sympy_all`)."""
    (result,) = from_sympy_all([expr], symbols, graph)
    return result


def from_sympy_all(
    exprs: Iterable[Sympy],
    symbols: Mapping[Sympy, Any] | None = None,
    graph: Graph | None = None,
) -> list[Expr]:
    """The scalars that SymPy expressions (or the elements of a Matrix) say.

    `symbols` gives SymPy's symbols, functions of time, derivatives, or any other parts, a
    scalar, and undefined functions a `Function`. Of the rest, a Symbol becomes a parameter, a
    function q(t) a coordinate 'q', Derivative(q(t), t) a speed "q'", and a second derivative
    an input "q''"; a symbol that the graph has already keeps its rate.
    """
    reader = Reader(graph if graph is not None else Graph(), symbols or {})
    return [Expr(reader.graph, reader.read(expr)) for expr in exprs]


class Reader:
    """What has been read into a graph, by the SymPy object."""

    def __init__(self, graph: Graph, symbols: Mapping[Sympy, Any]) -> None:
        import sympy

        self.sympy = sympy
        self.unread = (sympy.Derivative, sympy.Subs, sympy.concrete.expr_with_limits.ExprWithLimits)
        self.graph = graph
        self.functions = {k: v for k, v in symbols.items() if isinstance(v, Function)}
        self.given = {k: v for k, v in symbols.items() if not isinstance(v, Function)}
        self._kinds: dict[type, _Kind] = {}
        self._given_kinds = {type(k) for k in self.given}
        self._found: dict[int, int] = {}
        self._alive: list[Sympy] = []  # an id means something only while its object lives

    def read(self, expr: Sympy) -> int:
        """The reference of one expression; parts first, without recursion."""
        found, alive, kinds = self._found, self._alive, self._kinds
        if id(expr) in found:
            return found[id(expr)]
        expr = self.sympy.sympify(expr)
        stack = [expr]
        while stack:
            part = stack[-1]
            if id(part) in found:
                stack.pop()
                continue
            kind = kinds.get(type(part)) or self._kind(part)
            waiting = [arg for arg in kind.parts(self, part) if id(arg) not in found]
            if waiting:
                stack.extend(waiting)
            else:
                found[id(part)] = kind.made(self, part)
                alive.append(part)
                stack.pop()
        return found[id(expr)]

    def _kind(self, part: Sympy) -> _Kind:
        """How parts of this type are read."""
        sympy, kind, reader = self.sympy, type(part), type(self)
        if kind in self._given_kinds:
            found = _Kind(reader._parts, reader._one)
        elif isinstance(part, sympy.Add):
            found = _Kind(_args, reader._sum)
        elif isinstance(part, sympy.Mul):
            found = _Kind(reader._factors, reader._product)
        elif isinstance(part, sympy.Pow):
            found = _Kind(reader._base, reader._power)
        elif isinstance(part, (sympy.Atom, *self.unread)):
            found = _Kind(_none, reader._leaf)
        else:
            found = _Kind(reader._parts, reader._one)
        self._kinds[kind] = found
        return found

    def _parts(self, part: Sympy) -> Sequence[Sympy]:
        """The arguments that are read before the part itself."""
        if self._is_leaf(part):
            return ()
        if isinstance(part, self.sympy.Mul):
            return self._factors(part)
        if isinstance(part, self.sympy.Pow):
            return self._base(part)
        if isinstance(part, self.sympy.Piecewise):
            return [x for branch in part.args for x in branch.args]
        return _args(self, part)

    def _factors(self, part: Sympy) -> Sequence[Sympy]:
        return [self._divisor(factor)[0] or factor for factor in part.args]

    def _base(self, part: Sympy) -> Sequence[Sympy]:
        return part.args[:1] if part.exp.is_Rational else _args(self, part)

    def _is_leaf(self, part: Sympy) -> bool:
        if not part.args or isinstance(part, self.unread) or self._is_given(part):
            return True
        if isinstance(part, self.sympy.core.function.AppliedUndef):
            return part.func not in self.functions
        return False

    def _is_given(self, part: Sympy) -> bool:
        return type(part) in self._given_kinds and part in self.given

    def _one(self, part: Sympy) -> int:
        """The reference of a part of any kind, whose arguments are read."""
        sympy, graph = self.sympy, self.graph
        if self._is_given(part):
            return reference(self.given[part], graph)
        if self._is_leaf(part):
            return self._leaf(part)
        if isinstance(part, sympy.core.function.AppliedUndef):
            operands = [Expr(graph, self._found[id(arg)]) for arg in part.args]
            return reference(self.functions[part.func](*operands), graph)
        if isinstance(part, sympy.Mul):
            return self._product(part)
        if isinstance(part, sympy.Pow):
            return self._power(part)
        if isinstance(part, sympy.Piecewise):
            return self._piecewise(part)
        return self._operation(part, [self._found[id(arg)] for arg in part.args])

    def _sum(self, part: Sympy) -> int:
        total, add, found = ZERO, self.graph.add, self._found
        for arg in part.args:
            total = add(total, found[id(arg)])
        return total

    def _operation(self, part: Sympy, args: list[int]) -> int:
        name = type(part).__name__
        if name in _FOLDED:
            return _fold(_FOLDED[name], self.graph, args)
        if name in _BUILT and len(args) == 1:
            return self.graph.function(_BUILT[name], args[0])
        if name in _OTHER:
            return _OTHER[name](self.graph, *args)
        return self._unknown(part, args)

    def _unknown(self, part: Sympy, args: list[int]) -> int:
        """The reference of a function that has no counterpart here."""
        raise DerivationError(
            f"SymPy's {type(part).__name__} in '{_short(part)}' has no counterpart here. Rewrite "
            "it (for example with .rewrite(sympy.exp) or .doit()), or give it a scalar in "
            "`symbols`."
        )

    def _leaf(self, part: Sympy) -> int:
        sympy, graph = self.sympy, self.graph
        if part is sympy.true or part is sympy.false:
            return ONE if part is sympy.true else ZERO
        if part.is_Rational:
            return graph.constant(Fraction(int(part.p), int(part.q)))
        if part is sympy.pi:
            return graph.pi()
        if part is sympy.E:
            return graph.function(Op.EXP, ONE)
        if part.is_Float or part in (sympy.oo, -sympy.oo, sympy.nan):
            return graph.constant(float(part))
        if part.is_Symbol:
            return self._symbol(part.name, Rate.PARAMETER)
        if isinstance(part, sympy.core.function.AppliedUndef) and len(part.args) == 1:
            return self._symbol(part.func.__name__, Rate.CONFIGURATION)
        if isinstance(part, sympy.Derivative) and self._of_time(part):
            order = int(part.derivative_count)
            rate = Rate.SPEED if order == 1 else Rate.INPUT
            return self._symbol(part.expr.func.__name__ + "'" * order, rate)
        raise DerivationError(
            f"SymPy's '{_short(part)}' is no scalar that is known here. Give it one in `symbols`."
        )

    def _symbol(self, name: str, rate: Rate) -> int:
        known = self.graph.named(name)
        return self.graph.symbol(name, rate) if known is None else known

    def _of_time(self, part: Sympy) -> bool:
        inner = part.expr
        undefined = isinstance(inner, self.sympy.core.function.AppliedUndef)
        return undefined and len(part.variables) == part.derivative_count

    def _product(self, part: Sympy) -> int:
        """A product, with its negative powers gathered in one denominator."""
        above, below = ONE, ONE
        for factor in part.args:
            base, power = self._divisor(factor)
            if base is None:
                above = self.graph.mul(above, self._found[id(factor)])
            else:
                divisor = self._raised(self._found[id(base)], power)
                below = self.graph.mul(below, divisor)
        return above if below == ONE else self.graph.div(above, below)

    def _divisor(self, factor: Sympy) -> tuple[Sympy | None, Fraction]:
        """(base, power) of a factor that is 1/base^power, otherwise (None, 0)."""
        if factor.is_Pow and factor.exp.is_Rational and not self._is_given(factor):
            power = Fraction(int(factor.exp.p), int(factor.exp.q))
            if power < 0 and power.denominator <= 2 and factor.base is not self.sympy.S.Zero:
                return factor.args[0], -power
        return None, Fraction(0)

    def _raised(self, base: int, power: Fraction) -> int:
        """base to a power that is a multiple of 1/2."""
        root = base if power.denominator == 1 else self.graph.sqrt(base)
        return self.graph.power(root, power.numerator)

    def _power(self, part: Sympy) -> int:
        """Multiples of 1/2 exactly, other powers as exp(p log x)."""
        graph, base, exponent = self.graph, self._found[id(part.args[0])], part.exp
        if exponent.is_Rational:
            power = Fraction(int(exponent.p), int(exponent.q))
            if power.denominator <= 2:
                return self._raised(base, power)
            index = graph.constant(power)
        else:
            index = self._found[id(exponent)]
            if graph.number(index) == 0.5:
                return graph.sqrt(base)
        return graph.function(Op.EXP, graph.mul(index, graph.function(Op.LOG, base)))

    def _piecewise(self, part: Sympy) -> int:
        """Nested `where`, NaN where no condition holds."""
        conditions = [self._found[id(branch.args[1])] for branch in part.args]
        result = ZERO if ONE in conditions else self.graph.constant(float("nan"))
        for branch, condition in zip(reversed(part.args), reversed(conditions), strict=True):
            result = self.graph.where(condition, self._found[id(branch.args[0])], result)
        return result


class _Kind(NamedTuple):
    """What is read before a part of some type, and what it then is."""

    parts: Callable[[Any, Sympy], Sequence[Sympy]]
    made: Callable[[Any, Sympy], int]


def _args(reader: Reader, part: Sympy) -> Sequence[Sympy]:
    return part.args  # type: ignore[no-any-return]


def _none(reader: Reader, part: Sympy) -> Sequence[Sympy]:
    return ()


def _short(part: Sympy) -> str:
    written = str(part) if len(part.args) < 20 else type(part).__name__
    return written if len(written) <= 80 else f"{written[:77]}…"


def _fold(operation: Callable[[Graph, int, int], int], graph: Graph, args: Sequence[int]) -> int:
    result = args[0]
    for arg in args[1:]:
        result = operation(graph, result, arg)
    return result


_FOLDED: Final[dict[str, Callable[[Graph, int, int], int]]] = {
    "Add": Graph.sum,
    "Min": Graph.minimum,
    "Max": Graph.maximum,
    "And": Graph.logical_and,
    "Or": Graph.logical_or,
}

_BUILT: Final[dict[str, Op]] = {
    "sin": Op.SIN,
    "cos": Op.COS,
    "tan": Op.TAN,
    "asin": Op.ASIN,
    "acos": Op.ACOS,
    "atan": Op.ATAN,
    "exp": Op.EXP,
    "log": Op.LOG,
    "tanh": Op.TANH,
    "Abs": Op.ABS,
    "sign": Op.SIGN,
}


def _if(graph: Graph, condition: int, a: int, b: int) -> int:
    """The condition a where another holds, otherwise b."""
    first = graph.logical_and(condition, a)
    return graph.logical_or(first, graph.logical_and(graph.logical_not(condition), b))


_OTHER: Final[dict[str, Callable[..., int]]] = {
    "ITE": _if,
    "atan2": Graph.atan2,
    "Not": Graph.logical_not,
    "StrictLessThan": Graph.less,
    "LessThan": Graph.less_equal,
    "StrictGreaterThan": lambda graph, a, b: graph.less(b, a),
    "GreaterThan": lambda graph, a, b: graph.less_equal(b, a),
    "Equality": Graph.equal,
    "Unequality": lambda graph, a, b: graph.logical_not(graph.equal(a, b)),
    "cot": lambda graph, x: graph.div(ONE, graph.function(Op.TAN, x)),
    "sec": lambda graph, x: graph.div(ONE, graph.cos(x)),
    "csc": lambda graph, x: graph.div(ONE, graph.sin(x)),
}
