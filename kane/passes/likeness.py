"""How alike values are: a number for each value that tells what it is made of and used for.

Colour refinement [WeisfeilerLehman1968]: a value begins with its operation, and in each round
takes up the colours of its operands and of its users. After r rounds two values have the same
colour where the Program looks the same around both, up to r steps away; numbers and signs are not
looked at. The two legs of a robot are alike but for those values that are close to what differs.

From: twins.py    Next: pairing.py
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from kane.algebra.op import Op
from kane.program.program import Program

Colours = np.ndarray[Any, np.dtype[np.uint64]]


def likeness(program: Program, rounds: int) -> list[Colours]:
    """The colours of all values before the first round and after each."""
    ops = np.array(program.ops)
    still = (ops == Op.CONSTANT) | (ops == Op.SINCOS)
    values, users = _steps(program)
    colours = _first(program, ops)
    found = [colours]
    for _ in range(rounds):
        down, up = np.zeros_like(colours), np.zeros_like(colours)
        np.add.at(down, users, _mixed(colours, 1)[values])
        np.add.at(up, values, _mixed(colours, 2)[users])
        colours = np.where(still, colours, _mixed(colours + _mixed(down, 3) + _mixed(up, 4), 5))
        found.append(colours)
    return found


def _first(program: Program, ops: np.ndarray) -> Colours:
    """Colours by operation, of inputs by the array, of sines by what they are, and of results."""
    kinds = np.where(ops == Op.SUB, int(Op.ADD), ops).astype(np.uint64)
    for index in np.flatnonzero(ops == Op.INPUT).tolist():
        kinds[index] += np.uint64(_KINDS * (1 + program.args[index][0]))
    for index in np.flatnonzero(ops == Op.ITEM).tolist():
        attribute = program.attributes[index]
        assert isinstance(attribute, int)
        kinds[index] += np.uint64(_KINDS * (1 + attribute % 2))
    for number, output in enumerate(program.outputs):
        for ref in output.refs:
            kinds[abs(ref)] += np.uint64(_KINDS**2 * (1 + number))
    return _mixed(kinds, 0)


def _steps(program: Program) -> tuple[np.ndarray, np.ndarray]:
    """Operands and their users; of the item of a SINCOS its own angle alone."""
    values: list[int] = []
    users: list[int] = []
    for index, (op, args) in enumerate(zip(program.ops, program.args, strict=True)):
        if op == _ITEM and program.ops[args[0]] == _SINCOS:
            attribute = program.attributes[index]
            assert isinstance(attribute, int)
            args = (program.args[args[0]][attribute // 2],)
        elif op in _ALONE:
            continue
        for arg in args:
            values.append(abs(arg))
            users.append(index)
    return np.array(values, int), np.array(users, int)


def _mixed(colours: Colours, salt: int) -> Colours:
    """Numbers that have nothing to do with each other for colours that differ."""
    mixed = (colours + np.uint64(salt + 1)) * _ODD
    mixed ^= mixed >> np.uint64(29)
    mixed *= _OTHER
    mixed ^= mixed >> np.uint64(32)
    return mixed


_KINDS: Final = 1 << 10
_ODD: Final = np.uint64(0x9E3779B97F4A7C15)
_OTHER: Final = np.uint64(0xBF58476D1CE4E5B9)
_ITEM, _SINCOS = int(Op.ITEM), int(Op.SINCOS)
_ALONE: Final = frozenset({int(Op.CONSTANT), int(Op.INPUT), _SINCOS})
