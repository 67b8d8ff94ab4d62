"""Draft: a Program's columns while they are being filled.

Value r of another Program (or node r of a graph) that is here value k is remembered as
`new[r] = k` and `new[-r] = -k`: one list for both signs, because Python counts negative
indices from the end.

From: program.py    Next: rewrite.py, or any pass
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import chain
from typing import Any

import numpy as np

from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.program.program import Input, Output, Program, Twin

Refs = tuple[int, ...]


class Draft:
    """A Program in the making: value 0 is there, others are appended."""

    __slots__ = ("args", "attributes", "labels", "new", "ops", "rates", "values")

    def __init__(self, size: int) -> None:
        """For what comes from a Program or graph of `size` values."""
        self.new: list[int] = [0] * (2 * size)
        self.ops: list[int] = [int(Op.CONSTANT)]
        self.args: list[Refs] = [()]
        self.rates = bytearray([Rate.CONSTANT])
        self.values: dict[int, float] = {0: 0.0}
        self.attributes: dict[int, Hashable] = {}
        self.labels: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self.ops)

    def append(self, op: Op, args: Refs, attribute: Hashable = None) -> int:
        """A new instruction on values of the draft; its index."""
        rates = self.rates
        rates.append(max([rates[arg if arg >= 0 else -arg] for arg in args]))
        return self._placed(op, args, attribute)

    def constant(self, value: float) -> int:
        """A new constant."""
        self.rates.append(Rate.CONSTANT)
        index = self._placed(Op.CONSTANT, (), None)
        self.values[index] = value
        return index

    def given(self, which: int, element: int, rate: Rate) -> int:
        """A new reading of an input."""
        self.rates.append(rate)
        return self._placed(Op.INPUT, (which, element), None)

    def _placed(self, op: Op, args: Refs, attribute: Hashable) -> int:
        index = len(self.ops)
        self.ops.append(int(op))
        self.args.append(args)
        if attribute is not None:
            self.attributes[index] = attribute
        return index

    def copy(self, program: Program, indices: Iterable[int]) -> None:
        """Instructions of a Program, in this order, with their operands' new references.

        Inputs keep their places; attributes and labels follow in `finish`.
        """
        new, ops, args, rates = self.new, self.ops, self.args, self.rates
        old_ops, old_args, old_rates = program.ops, program.args, program.rates
        put_op, put_args, put_rate = ops.append, args.append, rates.append
        index = len(ops)
        for old in indices:
            if not old:
                continue
            op, operands = old_ops[old], old_args[old]
            new[old], new[-old] = index, -index
            put_op(op)
            if op > _LAST_LEAF:
                if len(operands) == 2:
                    a, b = operands
                    x, y = new[a], new[b]
                    put_args((x, y))
                    p, r = rates[x if x > 0 else -x], rates[y if y > 0 else -y]
                    put_rate(p if p > r else r)
                else:
                    operands = tuple([new[arg] for arg in operands])
                    put_args(operands)
                    put_rate(max([rates[arg if arg > 0 else -arg] for arg in operands]))
            else:
                put_args(operands)
                put_rate(old_rates[old])
                if op == _CONSTANT:
                    self.values[index] = program.values[old]
            index += 1

    def adopt(self, source: Any) -> None:
        """The attributes and labels of what came from a Program or a graph."""
        new = self.new
        for old, attribute in source.attributes.items():
            index = new[old]
            if index > 0 and self.ops[index] == source.ops[old]:
                self.attributes.setdefault(index, attribute)
        for old, label in source.labels.items():
            if new[old]:
                self.labels.setdefault(abs(new[old]), label)

    def refs(self, refs: Sequence[int]) -> Refs:
        """References of the source as references of the draft."""
        new = self.new
        return tuple([new[ref] for ref in refs])

    def finish(self, name: str, inputs: tuple[Input, ...], outputs: tuple[Output, ...]) -> Program:
        """The Program; the outputs' references are of the draft."""
        return Program(
            name=name,
            inputs=inputs,
            outputs=outputs,
            ops=tuple(map(int, self.ops)),  # plain, not Op: graphs hold either
            args=tuple(self.args),
            values=self.values,
            attributes=self.attributes,
            labels=self.labels,
            rates=bytes(self.rates),
        )

    def finish_like(self, program: Program) -> Program:
        """The Program with the name, inputs, outputs, attributes and labels of its source."""
        self.adopt(program)
        outputs = tuple(
            Output(name=output.name, refs=self.refs(output.refs), shape=output.shape)
            for output in program.outputs
        )
        made = self.finish(program.name, program.inputs, outputs)
        return made.replace(twins=self._twins(program)) if program.twins else made

    def _twins(self, program: Program) -> dict[int, Twin]:
        """The twins of the source by their new references, where both are here."""
        new = self.new
        return {
            new[value]: twin._replace(other=new[twin.other])
            for value, twin in program.twins.items()
            if self._is_copy(program, value) and self._is_copy(program, twin.other)
        }

    def _is_copy(self, program: Program, value: int) -> bool:
        index = self.new[value]
        return index > 0 and self.ops[index] == program.ops[value]


def arranged(program: Program, order: Iterable[int]) -> Program:
    """The Program with only these instructions, in this order (operands before their users)."""
    draft = Draft(len(program))
    draft.copy(program, order)
    return draft.finish_like(program)


def operands(program: Program) -> tuple[np.ndarray, np.ndarray]:
    """Every operand (without its sign) and, in a second array, the instruction it is of."""
    counts = np.fromiter(map(len, program.args), int, len(program))
    counts[np.fromiter(program.ops, np.uint8, len(program)) == _LAST_LEAF] = 0
    needs = [args for args, count in zip(program.args, counts.tolist(), strict=True) if count]
    flat = np.fromiter(chain.from_iterable(needs), int, int(counts.sum()))
    return np.abs(flat), np.repeat(np.arange(len(program)), counts)


_LAST_LEAF = int(Op.INPUT)
_CONSTANT = int(Op.CONSTANT)
