"""Of two products that a sum takes up, the one whose factors come later stands first.

    v3 = mul v1 v1                      v3 = mul v1 v1
    v4 = sin v2                         v4 = sin v2
    v5 = mul v4 v1                      v5 = mul v4 v1
    v6 = add v3 v5                      v6 = add v5 v3

A multiply-add takes up one of them, and LLVM takes the first. What is taken up is there 4 cycles
after its factors; the other is made before, in 3, and should be the one that can be: of
c x + s y with y still on its way, the sum then waits 4 cycles for y, not 7. Where the later one is
subtracted, the sign goes into a factor. (Claim `spine`, scalar over C, 10 joints: 105 → 99 ns;
chain of 20 joints 232 → 208 ns.)

From: twins.py    Next: order.py
"""

from __future__ import annotations

from typing import Final

from kane.algebra.op import Op
from kane.passes.chunk import operations
from kane.passes.factor import uses
from kane.passes.order import LONGEST
from kane.program.program import Program

# Products for each cycle of the longest way, of which processors make two: with 2.8 UR5's
# derivatives of forward dynamics lose 6 %, with 2.4 a chain of 20 joints gains 10 %.
PRODUCTS: Final = 2.6
_PRODUCT, _SUM, _FUSED, _ROOT, _FUNCTION = 3, 3, 4, 15, 60  # cycles of current processors
_CYCLES: Final = {
    **dict.fromkeys(Op, _FUNCTION),
    **dict.fromkeys((Op.CONSTANT, Op.INPUT, Op.ITEM), 0),
    **dict.fromkeys((Op.ABS, Op.SIGN, Op.MIN, Op.MAX, Op.WHERE), _SUM),
    **dict.fromkeys((Op.LESS, Op.LESS_EQUAL, Op.EQUAL, Op.AND, Op.OR, Op.NOT), _SUM),
    **dict.fromkeys((Op.DIV, Op.SQRT), _ROOT),
}
_OF_OP: Final = [_CYCLES[op] for op in Op]


def fuse(program: Program) -> Program:
    """The Program with the later product first in each sum; every value keeps its bits.

    A product that is subtracted may change its sign, and with it the sum's form. Programs with
    twins, whose lanes have to do the same, and those too long for scheduling stay as they are; so
    do those that have more to multiply than to wait for.
    """
    if program.twins or operations(program) > LONGEST:
        return program
    fusing = _Fusing(program)
    after = fusing.fused()
    return program if program.ops.count(_MUL) > PRODUCTS * max(fusing.time) else after


class _Fusing:
    """A Program's columns while they are changed, and the cycle in which each value is there."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.ops, self.args = list(program.ops), list(program.args)
        self.once = (uses(program) == 1).tolist()
        self.time = [0] * len(program)
        self.factors = [0] * len(program)  # of a product: when its factors are there

    def fused(self) -> Program:
        """The Program with its sums in this form."""
        time, of_op = self.time, _OF_OP
        for index, (op, args) in enumerate(zip(self.program.ops, self.program.args, strict=True)):
            if op <= _INPUT:
                continue
            if op in _SUMS:
                time[index] = self._sum(index, *args)
            elif op == _MUL:
                a, b = args
                a, b = time[a if a > 0 else -a], time[b if b > 0 else -b]
                self.factors[index] = a = a if a > b else b
                time[index] = a + _PRODUCT
            else:
                time[index] = of_op[op] + max([time[abs(arg)] for arg in args])
        return self.program.replace(ops=tuple(self.ops), args=tuple(self.args))

    def _sum(self, index: int, a: int, b: int) -> int:
        """When a sum is there, its later product first."""
        first, second = abs(a), abs(b)
        if not self._is_free(first):
            first, second = second, first
        if not self._is_free(first):
            return _SUM + max(self.time[first], self.time[second])
        if self._is_free(second) and self.factors[second] > self.factors[first]:
            first, second = second, first
        if first != abs(a) and self._is_free(abs(a)):
            self._exchange(index, a, b)
        return _FUSED + max(self.factors[first], self.time[second])

    def _is_free(self, value: int) -> bool:
        """Whether a value is a product that only one sum sees."""
        return self.ops[value] == _MUL and self.once[value] and value not in self.program.labels

    def _exchange(self, index: int, a: int, b: int) -> None:
        """a ± b as b' ± a, where b' is b with the sign that it has in the sum."""
        if self.ops[index] == _SUB:
            b = -b
        if b < 0:
            b = -b
            x, y = self.args[b]
            self.args[b] = -x, y
        self.ops[index] = _ADD if a > 0 else _SUB
        self.args[index] = b, abs(a)


_INPUT, _ADD, _SUB, _MUL = int(Op.INPUT), int(Op.ADD), int(Op.SUB), int(Op.MUL)
_SUMS: Final = frozenset({_ADD, _SUB})
