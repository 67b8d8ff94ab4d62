"""Programs of one operation, and the values at which operations are special."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Final

import numpy as np

from kane.algebra.op import CONDITIONS, Op
from kane.algebra.rate import Rate
from kane.program.program import Input, Output, Program, rates_of, verify

TURNS: Final = (Op.SIN, Op.COS, Op.TAN, Op.ASIN, Op.ACOS, Op.ATAN)
ONE: Final = (Op.SQRT, *TURNS, Op.EXP, Op.LOG, Op.TANH, Op.ABS, Op.SIGN)
TWO: Final = (Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.ATAN2, Op.MIN, Op.MAX)
COMPARED: Final = (Op.LESS, Op.LESS_EQUAL, Op.EQUAL)
JOINED: Final = (Op.AND, Op.OR, Op.NOT)
EDGES: Final = (
    *(0.0, 1.0, 0.5, 0.7, 3.0, math.pi / 2, 1e-300, 5e-324, 2.2e-308, 1e22, 1.7e308, 710.0),
    *(math.inf, math.nan),
)
VALUES: Final = tuple(sign * value for value in EDGES for sign in (1.0, -1.0))


def program_of(op: Op, negative: int = 1) -> Program:
    """y = op(x0, x1), of which x0 with this sign; conditions as 1 or −2, SINCOS as both."""
    ops, args = [Op.CONSTANT, Op.INPUT, Op.INPUT], [(), (0, 0), (0, 1)]
    attributes: dict[int, int] = {}
    values = {0: 0.0}

    def append(op: Op, *operands: int) -> int:
        ops.append(op)
        args.append(operands)
        return len(ops) - 1

    if op in ONE:
        refs = [append(op, negative * 1)]
    elif op in TWO:
        refs = [append(op, negative * 1, 2)]
    elif op is Op.SINCOS:
        node = append(op, negative * 1, 2, 1)
        refs = [append(Op.ITEM, node) for _ in range(6)]
        attributes = {ref: k for k, ref in enumerate(refs)}
    else:
        condition = append(op if op in COMPARED else Op.LESS, negative * 1, 2)
        if op in JOINED:
            other = append(Op.LESS_EQUAL, 1, 0)
            condition = append(op, *((condition,) if op is Op.NOT else (condition, other)))
        one = append(Op.CONSTANT)
        values[one] = 1.0
        refs = [append(Op.WHERE, condition, one, negative * 2)]
    outputs = (Output(name="y", refs=(*refs, -refs[0]), shape=(len(refs) + 1,)),)
    return _program(op.name.lower(), outputs, ops, args, values, attributes)


def constant_program(value: float) -> Program:
    """y = (c, −c, x0 + c) for a constant c."""
    ops, args = [Op.CONSTANT, Op.INPUT, Op.CONSTANT, Op.ADD], [(), (0, 0), (), (1, 2)]
    outputs = (Output(name="y", refs=(2, -2, 3), shape=(3,)),)
    return _program("constant", outputs, ops, args, {0: 0.0, 2: value}, {})


def _program(
    name: str,
    outputs: tuple[Output, ...],
    ops: list[Op],
    args: list[tuple[int, ...]],
    values: dict[int, float],
    attributes: dict[int, int],
) -> Program:
    inputs = (Input(name="x", elements=("x0", "x1"), rate=Rate.CONFIGURATION, shape=(2,)),)
    codes, operands = tuple(map(int, ops)), tuple(args)
    made = Program(
        name=name,
        inputs=inputs,
        outputs=outputs,
        ops=codes,
        args=operands,
        values=values,
        attributes=attributes,
        rates=rates_of(codes, operands, inputs),
    )
    verify(made)
    return made


def edge_states() -> np.ndarray:
    """Every pair of special values, one a row."""
    return np.array(list(itertools.product(VALUES, VALUES)))


def each_operation() -> Iterator[Op]:
    """Every operation that native code has."""
    yield from (*ONE, *TWO, *COMPARED, *JOINED, Op.WHERE, Op.SINCOS)


assert {*COMPARED, *JOINED} == CONDITIONS
