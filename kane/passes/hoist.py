"""Work that depends on parameters alone: first in the order, or in a Program of its own.

    v3 = add v1 v2   # [speed]             prepare:  v2 = sqrt v1      output prepared: v2
    v5 = sqrt v4     # [parameter]
    v6 = mul v3 v5   # [speed]             step:     v3 = add v1 v2
    output x: v6                                     v5 = mul v3 v4    (v4 = prepared[0])

From: pair_sincos.py    Next: order.py
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, compress

import numpy as np

from kane.algebra.op import CONDITIONS, LEAVES, Op
from kane.algebra.rate import Rate
from kane.errors import ArgumentError
from kane.passes.dead import dead
from kane.program.draft import Draft, arranged
from kane.program.program import Input, Output, Program

PREPARED = "prepared"
_SETUP = Rate.PARAMETER


def hoist(program: Program) -> Program:
    """The Program with set-up work before all other; every value keeps its bits."""
    setup = np.frombuffer(program.rates, np.uint8) <= Rate.PARAMETER
    works = setup & (np.array(program.ops) > max(LEAVES))
    others = np.flatnonzero(~setup)
    if not others.size or not works[others[0] :].any():
        return program
    return arranged(program, [*np.flatnonzero(setup).tolist(), *others.tolist()])


@dataclass(frozen=True, slots=True, kw_only=True)
class Staged:
    """A Program in two: `prepare` runs once for a set of parameters, `step` at every call.

    `prepare` has the parameters as inputs and one output, "prepared". `step` has the outputs of
    the whole; its inputs are those of the whole, without parameters that it does not read, then
    "prepared". Whoever calls it keeps that array.
    """

    prepare: Program
    step: Program


def split(program: Program) -> Staged:
    """The Program in two stages; every value keeps its bits.

    What crosses is each value of set-up work that other work or an output reads. A parameter
    that is read as it is stays an input of the step; a condition crosses as 1 or 0.
    """
    if any(given.name == PREPARED for given in program.inputs):
        raise ArgumentError(
            f"Program '{program.name}' has an input named '{PREPARED}', which is the name of what "
            "its first stage makes. Rename the input."
        )
    crossing = _crossing(program)
    return Staged(prepare=_prepare(program, crossing), step=_step(program, crossing))


def _crossing(program: Program) -> list[int]:
    """The values of set-up work that the step reads."""
    ops, rates = program.ops, program.rates
    read = {abs(ref) for output in program.outputs for ref in output.refs}
    for op, args, rate in zip(ops, program.args, rates, strict=True):
        if rate > Rate.PARAMETER and op not in LEAVES:
            read.update(map(abs, args))
    return sorted(v for v in read if rates[v] <= _SETUP and ops[v] not in LEAVES)


def _prepare(program: Program, crossing: list[int]) -> Program:
    """The stage that makes what crosses."""
    setup = [index for index, rate in enumerate(program.rates) if rate <= Rate.PARAMETER]
    draft = Draft(len(program))
    draft.copy(program, setup)
    refs = tuple(_number(draft, draft.new[value]) for value in crossing)
    draft.adopt(program)
    output = Output(name=PREPARED, refs=refs, shape=(len(refs),))
    made = draft.finish(f"{program.name}_prepare", program.inputs, (output,))
    known = [given.rate <= _SETUP and bool(given.elements) for given in program.inputs]
    return _with_inputs(dead(made), known)


def _number(draft: Draft, ref: int) -> int:
    """The value, or 1 or 0 for a condition."""
    if draft.ops[ref] not in CONDITIONS:
        return ref
    return draft.append(Op.WHERE, (ref, draft.constant(1.0), 0))


def _step(program: Program, crossing: list[int]) -> Program:
    """The stage that reads what crosses."""
    ops, rates = program.ops, program.rates
    draft, which = Draft(len(program)), len(program.inputs)
    draft.copy(program, [v for v, rate in enumerate(rates) if ops[v] in LEAVES and rate <= _SETUP])
    for place, value in enumerate(crossing):
        ref = draft.given(which, place, Rate.PARAMETER)
        if ops[value] in CONDITIONS:
            ref = draft.append(Op.EQUAL, (ref, draft.constant(1.0)))
        draft.new[value], draft.new[-value] = ref, -ref
    draft.copy(program, [v for v, rate in enumerate(rates) if rate > Rate.PARAMETER])
    step = draft.finish_like(program)
    elements = tuple(program.labels.get(v, f"{PREPARED}{k}") for k, v in enumerate(crossing))
    prepared = Input(name=PREPARED, elements=elements, rate=Rate.PARAMETER, shape=(len(crossing),))
    inputs = (*program.inputs, prepared)
    step = dead(step.replace(name=f"{program.name}_step", inputs=inputs))
    read = {args[0] for op, args in zip(step.ops, step.args, strict=True) if op == Op.INPUT}
    kept = [
        given.rate > _SETUP or which in read or not given.elements  # its place in a call stays
        for which, given in enumerate(program.inputs)
    ]
    return _with_inputs(step, [*kept, True])


def _with_inputs(program: Program, kept: list[bool]) -> Program:
    """The Program with only these of its inputs, of which it reads no other."""
    places = list(accumulate(kept, initial=0))
    args = tuple(
        (places[operands[0]], operands[1]) if op == Op.INPUT else operands
        for op, operands in zip(program.ops, program.args, strict=True)
    )
    return program.replace(inputs=tuple(compress(program.inputs, kept)), args=args)
