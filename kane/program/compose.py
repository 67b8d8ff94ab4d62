"""One Program after another: outputs of the first feed inputs of the second by name.

    first:   p, q → M, f        second:  M, f, tau → udot        composed:  p, q, tau → udot

From: rewrite.py    Next: kane/passes/__init__.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kane.algebra.graph import Graph
from kane.algebra.op import Op
from kane.errors import ArgumentError
from kane.program.program import Input, Program
from kane.program.rewrite import Rewriting, Special, extracted


def compose(
    first: Program, second: Program, name: str | None = None, keep: Sequence[str] = ()
) -> Program:
    """The second Program fed by the first; values that both compute are computed once.

    Its inputs are the first's, then those of the second that the first does not make (inputs of
    one name are one); its outputs are those of the first named in `keep`, then the second's.
    """
    _check(first, second, keep)
    before = Rewriting(first)
    before.run(Graph.build)
    made = {output.name: before.refs(output.refs) for output in first.outputs}
    inputs = _inputs(first, second)
    after = Rewriting(second, before.graph)
    after.run(Graph.build, {Op.INPUT: _feeding(made, inputs)})
    outputs = [
        *(before.output(output) for output in first.outputs if output.name in keep),
        *(after.output(output) for output in second.outputs),
    ]
    like = second.replace(name=name or f"{first.name}_{second.name}", inputs=inputs)
    return extracted(before.graph, before.places | after.places, outputs, like=like)


def _feeding(made: Mapping[str, tuple[int, ...]], inputs: tuple[Input, ...]) -> Special:
    """What to make of an input of the second Program: a value made before, or a joint input."""
    places = {given.name: which for which, given in enumerate(inputs)}

    def feed(rewriting: Rewriting, index: int) -> int:
        which, element = rewriting.program.args[index]
        name = rewriting.program.inputs[which].name
        if name in made:
            return made[name][element]
        return rewriting.given(places[name], element)

    return feed


def _inputs(first: Program, second: Program) -> tuple[Input, ...]:
    """The inputs of both, without those that the first makes for the second."""
    known = {given.name for given in first.inputs} | {output.name for output in first.outputs}
    return (*first.inputs, *(given for given in second.inputs if given.name not in known))


def _check(first: Program, second: Program, keep: Sequence[str]) -> None:
    """Nothing, if shapes and rates agree wherever names do, and results stay apart."""
    made = {output.name: output for output in first.outputs}
    given = {value.name: value for value in first.inputs}
    for value in second.inputs:
        source = made.get(value.name)
        if source is not None and source.shape != value.shape:
            raise ArgumentError(
                f"Program '{second.name}' takes '{value.name}' of shape {value.shape}, but "
                f"'{first.name}' makes it of shape {source.shape}. Give them one shape."
            )
        if source is None and given.get(value.name, value) != value:
            raise ArgumentError(
                f"Input '{value.name}' is {_described(given[value.name])} in '{first.name}' and "
                f"{_described(value)} in '{second.name}'. Rename one, or give them one shape, "
                "one rate and the same elements."
            )
    missing = [name for name in keep if name not in made]
    if missing:
        raise ArgumentError(
            f"Program '{first.name}' has no output '{missing[0]}' to keep; it has "
            f"{', '.join(made)}. Name one of those."
        )
    twice = [output.name for output in second.outputs if output.name in keep]
    if twice:
        raise ArgumentError(
            f"Both '{first.name}' and '{second.name}' make '{twice[0]}', which is to be kept. "
            "Keep it of one of them, or rename it in the other."
        )


def _described(given: Input) -> str:
    return f"{given.rate.name.lower()} {given.shape} of {', '.join(given.elements[:4])}"
