"""Several inputs of a Program as one, so that Programs are called alike.

    step(t, y, p, prepared)  ▶  step(t, y, p)     p now holds both, one after the other

From: compose.py    Next: kane/pipeline.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.program.program import Input, Program


def merged(program: Program, names: Sequence[str], into: str) -> Program:
    """The Program with one input, last, in place of those among its inputs that have these names.

    Their elements follow each other in the order of `names`; where none is there it is empty.
    """
    found = [given for name in names for given in program.inputs if given.name == name]
    kept = [given for given in program.inputs if given.name not in names]
    elements = tuple(element for given in found for element in given.elements)
    rate = max((given.rate for given in found), default=Rate.CONSTANT)
    whole = Input(name=into, elements=elements, rate=rate, shape=(len(elements),))
    starts = dict(
        zip(
            [given.name for given in found],
            accumulate((len(given.elements) for given in found), initial=0),
            strict=False,
        )
    )
    places = {given.name: number for number, given in enumerate(kept)}
    moved = [
        (len(kept), starts[given.name]) if given.name in starts else (places[given.name], 0)
        for given in program.inputs
    ]
    args = tuple(
        (moved[operands[0]][0], moved[operands[0]][1] + operands[1]) if op == Op.INPUT else operands
        for op, operands in zip(program.ops, program.args, strict=True)
    )
    return replace(program, inputs=(*kept, whole), args=args)


def kept_apart(program: Program) -> Program:
    """The Program with inputs without elements as changing ones, which no set-up takes away.

    Functions that are called alike have all their arguments, empty ones too.
    """
    inputs = tuple(
        replace(given, rate=Rate.INPUT) if not given.elements and given.name != "p" else given
        for given in program.inputs
    )
    return replace(program, inputs=inputs)
