"""Scalars: SymPy's scalars as nodes of one graph, and nodes as SymPy's scalars.

Symbols keep their assumptions, functions of time and their derivatives are symbols of their own,
and a function that the graph does not know is a call that is opened where it can be. Everything
is read and written once.

From: kane/algebra/from_sympy.py, kane/algebra/to_sympy.py    Next: frames.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import sympy
from sympy.core.function import AppliedUndef, Derivative, Subs
from sympy.physics.vector import dynamicsymbols

from kane.algebra.expr import Expr, reference
from kane.algebra.from_sympy import Reader
from kane.algebra.function import Function
from kane.algebra.graph import Graph
from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.algebra.substitute import substitute
from kane.algebra.to_sympy import Writer

Sympy = Any  # SymPy publishes no types
Builder = Callable[..., Sympy]


class Scalars(Reader):
    """One graph, and what its symbols and calls are in SymPy."""

    def __init__(self, time: Sympy, rates: Mapping[Sympy, Rate]) -> None:
        super().__init__(Graph(), {})
        self.time = time
        self.rates = dict(rates)  # how often a symbol changes, where its kind does not say so
        self.leaves: dict[int, Sympy] = {}
        self.symbols: dict[Sympy, int] = {}  # their nodes
        self.stands: dict[Sympy, int] = {}  # what is read in place of a symbol
        self.builders: dict[Function, Builder] = {}
        self.derive: Callable[[int], int] = _no_rate
        self._functions: dict[Sympy, Function] = {}
        self._writer = _Writer(self)

    # ── to the graph ──────────────────────────────────────────────────────────────────────
    def read_all(self, exprs: Iterable[Sympy]) -> list[int]:
        """The references of several expressions."""
        return [self.read(expr) for expr in exprs]

    def symbol(self, leaf: Sympy) -> int:
        """The node of a SymPy symbol, function of time or derivative, whatever stands for it."""
        found = self.symbols.get(leaf)
        return self._new(leaf) if found is None else found

    def let(self, replaced: Mapping[Sympy, int]) -> None:
        """From now on these symbols are read as these references."""
        self.stands.update(replaced)
        self._found.clear()
        self._alive.clear()

    def as_given(self, expr: Sympy) -> int:
        """The reference of an expression in which every symbol stands for itself."""
        stands, found = self.stands, self._found
        self.stands, self._found = {}, {}
        try:
            return self.read(expr)
        finally:
            self.stands, self._found = stands, found

    def is_dynamic(self, node: int) -> bool:
        """Whether a node is a function of time or a derivative of one."""
        leaf = self.leaves.get(node)
        return isinstance(leaf, AppliedUndef | Derivative)

    def _leaf(self, part: Sympy) -> int:
        if part.is_Number:
            return self.graph.constant(int(part)) if part.is_Integer else super()._leaf(part)
        known = self.stands.get(part)
        if known is None:
            known = self.symbols.get(part)
        if known is not None:
            return known
        if part.is_Symbol or self._is_function_of_time(part):
            return self._new(part)
        if isinstance(part, Derivative):
            return self._derivative(part)
        if isinstance(part, Subs):
            return self._substituted(part)
        if isinstance(part, AppliedUndef):
            return self._call(part.func, part.args)
        if part.is_NumberSymbol and part not in (sympy.pi, sympy.E):
            return self.graph.constant(float(part))
        return super()._leaf(part)

    def _new(self, part: Sympy) -> int:
        name, rate = _name(part), self._rate(part)
        taken = self.graph.named(name) is not None
        if taken:
            name = next(
                f"{name}_{k}" for k in range(2, 10**6) if self.graph.named(f"{name}_{k}") is None
            )
        node = self.graph.symbol(name, rate)
        self.leaves[node] = part
        self.symbols[part] = node
        return node

    def _rate(self, part: Sympy) -> Rate:
        if part in self.rates:
            return self.rates[part]
        if part == self.time:
            return Rate.CONFIGURATION
        return Rate.PARAMETER if part.is_Symbol else Rate.INPUT

    def _is_function_of_time(self, part: Sympy) -> bool:
        return isinstance(part, AppliedUndef) and part.args == (self.time,)

    def _derivative(self, part: Sympy) -> int:
        """A derivative by time is a symbol, unless a lower one is something else already."""
        inner, order = part.expr, int(part.derivative_count)
        if not isinstance(inner, AppliedUndef):
            return self.read(part.doit())
        if not self._is_function_of_time(inner):
            dummies = [sympy.Dummy() for _ in inner.args]
            named = dict(zip(inner.args, dummies, strict=True))
            form = inner.func(*dummies)
            if not set(part.variables) <= set(named):
                return self.read(part.doit())
            for variable in part.variables:
                form = form.diff(named[variable])
            return self._applied(_Form(form, tuple(dummies)), inner.args)
        lower = inner.diff((self.time, order - 1)) if order > 1 else inner
        if order > 1 and lower in self.stands:
            return self.derive(self.stands[lower])
        if order > 2:
            below = self.read(lower)
            if below not in self.leaves:
                return self.derive(below)
        return self._new(part)

    def _substituted(self, part: Sympy) -> int:
        inner = Expr(self.graph, self.read(part.expr))
        variables = [Expr(self.graph, self.read(x)) for x in part.variables]
        points = [Expr(self.graph, self.read(x)) for x in part.point]
        return substitute([inner], dict(zip(variables, points, strict=True)))[0].ref

    # ── functions that the graph does not know ────────────────────────────────────────────
    def _unknown(self, part: Sympy, args: list[int]) -> int:
        return self._call(part.func, part.args)

    def _power(self, part: Sympy) -> int:
        """x^p for p that is no multiple of 1/2 stays SymPy's power."""
        exponent = part.exp
        if part.base == sympy.E or (exponent.is_Rational and exponent.q <= 2):
            return super()._power(part)
        return self._call(sympy.Pow, part.args)

    def _call(self, func: Sympy, args: Sequence[Sympy]) -> int:
        dummies = tuple(sympy.Dummy() for _ in args)
        return self._applied(_Form(func(*dummies), dummies, func), args)

    def _applied(self, form: _Form, args: Sequence[Sympy]) -> int:
        key = (form.key(), len(args))
        if key not in self._functions:
            self._functions[key] = function = self._function(form)
            self.builders[function] = form.of
        operands = [Expr(self.graph, self.read(arg)) for arg in args]
        return reference(self._functions[key](*operands), self.graph)

    def _function(self, form: _Form) -> Function:
        known: dict[int, Expr] = {}

        def placed(expr: Sympy, args: Sequence[Expr], key: int) -> Expr:
            if key not in known:
                known[key] = Expr(self.graph, self.read(expr))
            places = {
                Expr(self.graph, self.read(dummy)): arg
                for dummy, arg in zip(form.dummies, args, strict=True)
            }
            return substitute([known[key]], places)[0]

        def derivatives(index: int, args: Sequence[Expr]) -> Expr:
            return placed(form.expr.diff(form.dummies[index]), args, index)

        def body(*args: Expr) -> Expr:
            return placed(opened, args, -1)

        opened = _opened(form)
        return Function(
            name=form.name,
            arity=len(form.dummies),
            derivatives=derivatives,
            value=form.value(),
            body=None if opened is None else body,
        )

    # ── to SymPy ──────────────────────────────────────────────────────────────────────────
    def write(self, refs: Sequence[int]) -> list[Sympy]:
        """The SymPy expressions of references, sharing what they share."""
        return self._writer.write(refs)

    def matrix(self, rows: Sequence[Sequence[int]], columns: int | None = None) -> Sympy:
        """A SymPy Matrix."""
        width = len(rows[0]) if rows else (columns or 0)
        return sympy.Matrix(len(rows), width, self.write([ref for row in rows for ref in row]))

    def column(self, refs: Sequence[int]) -> Sympy:
        """A SymPy Matrix of one column; an empty one where there is nothing."""
        return self.matrix([[ref] for ref in refs]) if refs else sympy.Matrix()


class _Form:
    """An expression of dummies: a function that only SymPy knows."""

    def __init__(self, expr: Sympy, dummies: tuple[Sympy, ...], func: Sympy = None) -> None:
        self.expr = expr
        self.dummies = dummies
        self.func = func
        self.name = getattr(func, "__name__", None) or str(expr.func.__name__)

    def key(self) -> Sympy:
        """The same for the same function."""
        if self.func is not None:
            return self.func
        return self.expr.xreplace(dict(zip(self.dummies, _PLACES, strict=False)))

    def of(self, *args: Sympy) -> Sympy:
        """The function of these arguments."""
        if self.func is not None:
            return self.func(*args)
        return self.expr.subs(list(zip(self.dummies, args, strict=True)))

    def value(self) -> Callable[..., float] | None:
        """The function of plain numbers, where SymPy can compute it."""
        if self.expr.atoms(AppliedUndef):
            return None
        return lambda *numbers: float(self.of(*map(sympy.Float, numbers)))


_PLACES: Final = sympy.symbols("_place_0:16")


def _opened(form: _Form) -> Sympy | None:
    """The function in operations that the graph has, or None."""
    if form.func is sympy.Pow:
        base, exponent = form.dummies
        return sympy.exp(exponent * sympy.log(base))
    if form.expr.atoms(AppliedUndef):
        return None
    opened = form.expr.rewrite(sympy.exp)
    if opened == form.expr:
        opened = form.expr.rewrite(sympy.Piecewise)
    return None if opened == form.expr else opened


def _name(part: Sympy) -> str:
    if isinstance(part, Derivative):
        return str(part.expr.func.__name__) + "'" * int(part.derivative_count)
    return str(part.name if part.is_Symbol else part.func.__name__)


def rate_of(leaf: Sympy) -> Sympy:
    """The derivative of a function of time, or of another derivative, by time."""
    time = dynamicsymbols._t
    if isinstance(leaf, AppliedUndef) and leaf.args == (time,):
        # What .diff(time) gives, without its search through chain rules: 100 times faster.
        return sympy.Expr.__new__(Derivative, leaf, sympy.Tuple(time, sympy.S.One))
    return leaf.diff(time)


def _no_rate(ref: int) -> int:
    raise AssertionError("the rates of coordinates are not known yet: this is our mistake")


class _Writer(Writer):
    """Writes symbols and calls as what they were read from."""

    def __init__(self, scalars: Scalars) -> None:
        super().__init__(scalars.graph, {})
        self.scalars = scalars

    def _leaf(self, op: Op, node: int) -> Sympy:
        if op is Op.SYMBOL:
            return self.scalars.leaves[node]
        return super()._leaf(op, node)

    def _call(self, node: int, operands: Sequence[Sympy], small: bool) -> Sympy:
        function = self.graph.attributes[node]
        assert isinstance(function, Function)
        return self.scalars.builders[function](*operands)


def writer(scalars: Scalars) -> Writer:
    """A writer that has written nothing yet."""
    return _Writer(scalars)
