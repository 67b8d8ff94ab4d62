"""Division, powers, roots and the functions of one scalar, with their exact identities.

From: store.py    Next: graph.py
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

from kane.algebra.floats import FUNCTIONS
from kane.algebra.number import Number, rounded
from kane.algebra.op import EVEN, ODD, Op
from kane.algebra.store import ONE, ZERO, Store

_HALF: Final = Fraction(1, 2)


class Elementary(Store):
    """A store of nodes with the constructors of quotients, powers and functions."""

    __slots__ = ()

    # ── division, powers, roots ───────────────────────────────────────────────────────────
    def div(self, x: int, y: int) -> int:
        """x / y; by an exact constant or a power of two it is a multiplication."""
        if y == ZERO:
            raise ZeroDivisionError("An expression is divided by the constant zero.")
        if x < 0:
            return -self.div(-x, y)
        if y < 0:
            return -self.div(x, -y)
        divisor = self.values.get(y)
        if divisor is not None:
            return self._div_by_constant(x, y, divisor)
        if x == ZERO:
            return ZERO
        if self.ops[x] == Op.MUL and y in self.args[x]:
            a, b = self.args[x]
            return b if a == y else a
        return ONE if x == y else self.node(Op.DIV, (x, y))

    def _div_by_constant(self, x: int, y: int, divisor: Number) -> int:
        """x / y for a constant y > 0."""
        if not isinstance(divisor, float):
            return self.mul(self.constant(Fraction(1, divisor)), x)
        dividend = self.values.get(x)
        if dividend is not None:
            return self.constant(rounded(dividend) / divisor)
        inverse = 1.0 / divisor
        if math.frexp(divisor)[0] == 0.5 and math.isfinite(inverse):
            return self.mul(self.constant(inverse), x)
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
        elif op is Op.SIN or op is Op.COS:
            return self._sine(op, x)
        return self.node(op, (x,))

    def sin(self, x: int) -> int:
        """sin x."""
        return self.function(Op.SIN, x)

    def cos(self, x: int) -> int:
        """cos x."""
        return self.function(Op.COS, x)

    def absolute(self, x: int) -> int:
        """|x|."""
        return self.function(Op.ABS, x)

    def _folded(self, op: Op, value: Number) -> int | None:
        """f of a constant: exact where the result is known to be, in double precision of floats.

        A float whose result is NaN or infinite is left to run time, unless it is so itself.
        """
        if op is Op.ABS:
            return self.constant(value if value >= 0 else -value)
        if op is Op.SIGN and value == value:
            return self.constant((value > 0) - (value < 0))
        if isinstance(value, float):
            result = FUNCTIONS[op](value)
            return self.constant(result) if math.isfinite(result) or value != value else None
        return self._exactly(op, value)

    def _exactly(self, op: Op, value: int | Fraction) -> int | None:
        """f of an exact constant where that is rational or a rational multiple of π."""
        if (op, value) in _EXACT:
            return self.constant(_EXACT[op, value])
        turns = _EXACT_TURNS.get((op, value))
        return None if turns is None else self.mul(self.constant(turns), self.pi())

    # ── quarter turns ─────────────────────────────────────────────────────────────────────
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


_EXACT: Final[dict[tuple[Op, Number], int]] = {
    (Op.SIN, 0): 0,
    (Op.COS, 0): 1,
    (Op.TAN, 0): 0,
    (Op.ASIN, 0): 0,
    (Op.ATAN, 0): 0,
    (Op.EXP, 0): 1,
    (Op.TANH, 0): 0,
    (Op.ACOS, 1): 0,
    (Op.LOG, 1): 0,
}

_EXACT_TURNS: Final[dict[tuple[Op, Number], Fraction]] = {
    (Op.ASIN, 1): Fraction(1, 2),
    (Op.ACOS, 0): Fraction(1, 2),
    (Op.ACOS, -1): Fraction(1),
    (Op.ATAN, 1): Fraction(1, 4),
}
