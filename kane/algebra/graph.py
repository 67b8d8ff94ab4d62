"""The shared scalar graph: every distinct subexpression is one node, from birth.

A *reference* is a signed int. Node r > 0 stands for a value, −r for its negative, 0 for zero
and 1 for one; so negation is never a node, and x − x vanishes without a search. Building a
node twice gives the same reference: Kane and Levinson's intermediate variables Z_i
[KaneLevinson1983] arise on their own.

Constructors do exact identities over the reals only (0·x, 1·x, x − x, sin(−x), sin(x + π/2)).
Constants stay exact where their source is (int, Fraction, π); a float makes a fold a float.
Everything cleverer is a named pass (`kane/passes`).

From: op.py, rate.py    Next: expr.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any, Final

from kane.algebra.arithmetic import arithmetic
from kane.algebra.op import EVEN, ODD, Op
from kane.algebra.rate import Rate

Number = int | float | Fraction

ZERO: Final = 0
ONE: Final = 1
_HALF: Final = Fraction(1, 2)


class Graph:
    """A set of shared scalar nodes, in order of creation.

    `ops[r]`, `args[r]` describe node r; `values` holds the constants' values (never negative),
    `symbols` the free scalars' names, `rates` how often each changes, `attributes` what else
    tells nodes apart, and `labels` the physical names given on the way.
    """

    __slots__ = (
        "_constants",
        "_named",
        "_tables",
        "add",
        "args",
        "attributes",
        "labels",
        "mul",
        "ops",
        "symbols",
        "symbol_rates",
        "values",
    )

    def __init__(self) -> None:
        self.ops: list[int] = [Op.CONSTANT, Op.CONSTANT]
        self.args: list[tuple[int, ...]] = [(), ()]
        self.values: dict[int, Number] = {ZERO: 0, ONE: 1}
        self.symbols: dict[int, str] = {}
        self.symbol_rates: dict[int, Rate] = {}
        self.attributes: dict[int, Hashable] = {}
        self.labels: dict[int, str] = {}
        self._constants: dict[Hashable, int] = {0: ZERO, 1: ONE}
        self._named: dict[str, int] = {}
        self._tables: list[dict[Any, int]] = [{} for _ in Op]
        self.mul: Callable[[int, int], int]
        self.add: Callable[[int, int], int]
        self.mul, self.add = arithmetic(
            self.ops, self.args, self.values, self._tables, self.constant
        )

    def __len__(self) -> int:
        return len(self.ops)

    # ── leaves ────────────────────────────────────────────────────────────────────────────
    def constant(self, value: Number) -> int:
        """The reference of a constant; floats that are integers count as exact."""
        if value.__class__ is float and value.is_integer() and abs(value) < 2**53:
            value = int(value)
        elif value.__class__ is Fraction and value.denominator == 1:
            value = value.numerator
        if value < 0:
            return -self.constant(-value)
        key: Hashable = ("float", repr(value)) if isinstance(value, float) else value
        found = self._constants.get(key)
        if found is None:
            found = self._constants[key] = self._append(Op.CONSTANT, ())
            self.values[found] = value
        return found

    def symbol(self, name: str, rate: Rate) -> int:
        """The free scalar of this name; a name has one rate."""
        found = self._named.get(name)
        if found is None:
            found = self._named[name] = self._append(Op.SYMBOL, ())
            self.symbols[found] = name
            self.symbol_rates[found] = rate
        elif self.symbol_rates[found] is not rate:
            raise ValueError(
                f"Symbol '{name}' is a {self.symbol_rates[found].name.lower()} here and cannot "
                f"also be a {rate.name.lower()}. Give one of them another name."
            )
        return found

    def pi(self) -> int:
        """π, exact until lowering."""
        return self.node(Op.PI, ())

    # ── nodes ─────────────────────────────────────────────────────────────────────────────
    def node(self, op: Op, args: tuple[int, ...], attribute: Hashable = None) -> int:
        """The node with this operation and these operands, as they are: no identities."""
        table = self._tables[op]
        key = args if attribute is None else (attribute, args)
        found = table.get(key)
        if found is None:
            found = table[key] = self._append(op, args)
            if attribute is not None:
                self.attributes[found] = attribute
        return found

    def _append(self, op: Op, args: tuple[int, ...]) -> int:
        self.ops.append(op)
        self.args.append(args)
        return len(self.ops) - 1

    def number(self, ref: int) -> Number | None:
        """The value of a constant, or None."""
        value = self.values.get(abs(ref))
        return value if ref >= 0 or value is None else -value

    # ── division, powers, roots ───────────────────────────────────────────────────────────
    def div(self, x: int, y: int) -> int:
        """x / y; by an exact constant or a power of two it is a multiplication."""
        if y == ZERO:
            raise ZeroDivisionError("An expression is divided by the constant zero.")
        if x < 0:
            return -self.div(-x, y)
        if y < 0:
            return -self.div(x, -y)
        if x == ZERO or y == ONE:
            return x
        if x == y:
            return ONE
        divisor = self.values.get(y)
        if divisor is None:
            return self.node(Op.DIV, (x, y))
        if not isinstance(divisor, float):
            return self.mul(self.constant(Fraction(1, divisor)), x)
        if x in self.values:
            return self.constant(_quotient(self.values[x], divisor))
        if math.frexp(divisor)[0] == 0.5:
            return self.mul(self.constant(1.0 / divisor), x)
        return self.node(Op.DIV, (x, y))

    def power(self, x: int, exponent: int) -> int:
        """xⁿ for an integer n, by squarings that are shared."""
        if exponent < 0:
            return self.div(ONE, self.power(x, -exponent))
        result, square = ONE, x
        while exponent:
            if exponent & 1:
                result = self.mul(result, square)
            exponent >>= 1
            if exponent:
                square = self.mul(square, square)
        return result

    def sqrt(self, x: int) -> int:
        """√x; of an exact square it is exact."""
        value = self.number(x)
        if isinstance(value, float) and value >= 0:
            return self.constant(math.sqrt(value))
        if isinstance(value, int | Fraction) and value >= 0:
            above, below = math.isqrt(value.numerator), math.isqrt(value.denominator)
            if above * above == value.numerator and below * below == value.denominator:
                return self.constant(Fraction(above, below))
        return self.node(Op.SQRT, (x,))

    # ── functions of one scalar ───────────────────────────────────────────────────────────
    def function(self, op: Op, x: int) -> int:
        """f(x) with the sign brought outside, and folded where x is a float."""
        if op is Op.SQRT:
            return self.sqrt(x)
        if x < 0 and op in ODD:
            return -self.function(op, -x)
        if x < 0 and op in EVEN:
            x = -x
        value = self.number(x)
        if value is not None:
            folded = self._folded(op, value)
            if folded is not None:
                return folded
        elif op in (Op.SIN, Op.COS):
            return self._sine(op, x)
        return self.node(op, (x,))

    def sin(self, x: int) -> int:
        """sin x."""
        return self.function(Op.SIN, x)

    def cos(self, x: int) -> int:
        """cos x."""
        return self.function(Op.COS, x)

    def _folded(self, op: Op, value: Number) -> int | None:
        """f of a constant: exactly at 0 (and log at 1), in double precision for floats."""
        if value == 0 and op in _AT_ZERO:
            return self.constant(_AT_ZERO[op])
        if op is Op.ABS:
            return self.constant(abs(value))
        if op is Op.SIGN and value == value:
            return self.constant((value > 0) - (value < 0))
        if op is Op.LOG and value == 1:
            return ZERO
        if isinstance(value, float):
            try:
                return self.constant(FUNCTIONS[op](value))
            except (ValueError, OverflowError):
                return None  # left to run time, where it is NaN or infinite
        return None

    def _sine(self, op: Op, x: int) -> int:
        """sin or cos of an angle from which quarter turns are taken: sin(x + π/2) = cos x."""
        rest, quarters = self._quarter_turns(x)
        if quarters is None:
            return self.node(op, (x,))
        turn = (quarters + (op is Op.COS)) % 4  # cos x = sin(x + π/2)
        if rest == ZERO:
            return (ZERO, ONE, ZERO, -ONE)[turn]
        sine = self.sin(rest) if turn % 2 == 0 else self.cos(rest)
        return sine if turn < 2 else -sine

    def _quarter_turns(self, x: int) -> tuple[int, int | None]:
        """(rest, k) such that x = rest + k π/2, or (x, None) when no exact multiple is in x."""
        alone = self._pi_multiple(x)
        if alone is not None:
            return (ZERO, int(alone / _HALF)) if (alone / _HALF).denominator == 1 else (x, None)
        if self.ops[x] not in (Op.ADD, Op.SUB):
            return x, None
        a, b = self.args[x]
        b = b if self.ops[x] == Op.ADD else -b
        for angle, rest in ((a, b), (b, a)):
            multiple = self._pi_multiple(angle)
            if multiple is not None and (multiple / _HALF).denominator == 1:
                return rest, int(multiple / _HALF)
        return x, None

    def _pi_multiple(self, x: int) -> Fraction | None:
        """r such that x = r π with r exact, or None."""
        sign, x = (1, x) if x > 0 else (-1, -x)
        if self.ops[x] == Op.PI:
            return Fraction(sign)
        if self.ops[x] == Op.MUL:
            a, b = self.args[x]
            factor = self.values.get(a)
            if self.ops[b] == Op.PI and isinstance(factor, int | Fraction):
                return Fraction(sign * factor)
        return None

    # ── functions of two ──────────────────────────────────────────────────────────────────
    def atan2(self, y: int, x: int) -> int:
        """The angle of the point (x, y)."""
        vertical, horizontal = self.number(y), self.number(x)
        if y == ZERO and horizontal is not None and horizontal > 0:
            return ZERO
        if isinstance(vertical, float) and isinstance(horizontal, float):
            return self.constant(math.atan2(vertical, horizontal))
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
        return self.node(op, (x, y) if x < y else (y, x))

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
        if a == ONE or a == b:
            return b
        return a if b == ONE else self.node(Op.AND, (a, b) if a < b else (b, a))

    def logical_or(self, a: int, b: int) -> int:
        """Either condition."""
        if a == ONE or b == ONE:
            return ONE
        if a == ZERO or a == b:
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

    def sum(self, x: int, y: int) -> int:
        """x + y."""
        return self.add(x, y)

    def difference(self, x: int, y: int) -> int:
        """x − y."""
        return self.add(x, -y)

    def product(self, x: int, y: int) -> int:
        """x·y."""
        return self.mul(x, y)

    def absolute(self, x: int) -> int:
        """|x|."""
        return self.function(Op.ABS, x)

    # ── walking ───────────────────────────────────────────────────────────────────────────
    def live(self, refs: Sequence[int]) -> list[int]:
        """The nodes that these references need, in order of creation."""
        needed = bytearray(len(self.ops))
        stack = [abs(ref) for ref in refs]
        args = self.args
        while stack:
            node = stack.pop()
            if not needed[node]:
                needed[node] = 1
                stack.extend([abs(arg) for arg in args[node]])
        return [node for node in range(len(needed)) if needed[node]]


def _quotient(a: Number, b: Number) -> float:
    return float(a) / float(b)


def sign(value: float) -> float:
    """−1, 0 or 1; NaN of NaN."""
    return value if value != value else float((value > 0) - (value < 0))


FUNCTIONS: Final[dict[Op, Callable[[float], float]]] = {
    Op.SQRT: math.sqrt,
    Op.SIN: math.sin,
    Op.COS: math.cos,
    Op.TAN: math.tan,
    Op.ASIN: math.asin,
    Op.ACOS: math.acos,
    Op.ATAN: math.atan,
    Op.EXP: math.exp,
    Op.LOG: math.log,
    Op.TANH: math.tanh,
    Op.ABS: abs,
    Op.SIGN: sign,
}

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

_AT_ZERO: Final[dict[Op, int]] = {
    Op.SIN: 0,
    Op.COS: 1,
    Op.TAN: 0,
    Op.ASIN: 0,
    Op.ATAN: 0,
    Op.EXP: 1,
    Op.TANH: 0,
    Op.ABS: 0,
    Op.SIGN: 0,
}
