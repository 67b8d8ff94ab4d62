"""Columns as LLVM text: the first Program's code, then a loop over columns, W in the lanes.

    void @NAME(ptr in_0, …, ptr out_0, …, ptr work):
        @NAME(in_0, …, right_0, …, factors, slots)             the first Program, into the workspace
        @NAME.columns(factors, identity, out_last)
        @NAME.columns(factors, right_0, out_0)  …

Matrices lie by rows, so the lanes of an element lie side by side; factors are the same for all
lanes. Where n is no multiple of W the last columns overlap those before, which are made twice.
The identity comes first: what was written by single numbers is read as vectors a while later.

From: llvm_lanes.py, kane/program/columns.py    Next: kane/machine/compile.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate
from typing import Final

from kane.algebra.op import Op
from kane.emitters.code import Code, Language
from kane.emitters.literal import real, symbol
from kane.emitters.llvm import scalar_functions
from kane.emitters.llvm_body import Plan, plan
from kane.emitters.llvm_form import definitions
from kane.emitters.llvm_lanes import LanesBody
from kane.emitters.llvm_module import entry, functions, module, pointers
from kane.program.columns import Columns
from kane.program.target import Target

_LINE: Final = 8  # doubles

_LOOP: Final = """\
define internal void {name}(ptr noalias %factors, ptr noalias %right, ptr noalias %made, \
ptr noalias %work) noinline nounwind {{
entry:
  br label %next
next:
  %column = phi i64 [0, %entry], [%step, %next]
  %right.at = getelementptr double, ptr %right, i64 %column
  %made.at = getelementptr double, ptr %made, i64 %column
  call void {each}(ptr %factors, ptr %right.at, ptr %made.at, ptr %work)
  %after = add i64 %column, {W}
  %far = icmp ugt i64 %after, {last}
  %step = select i1 %far, i64 {last}, i64 %after
  %done = icmp eq i64 %column, {last}
  br i1 %done, label %finish, label %next
finish:
  ret void
}}"""


def emit_columns(columns: Columns, target: Target) -> Code:
    """Code of both Programs as one function; lanes as many as there are, or as columns fill."""
    n, name = columns.size, f"{entry(columns.first)}.columns"
    lanes = min(target.lanes, 1 << (n.bit_length() - 1))
    first, each = plan(columns.first), plan(columns.each)
    slots = max(first.slots.count, each.slots.count * lanes)
    places = _places([slots, *(len(output.refs) for output in columns.first.outputs)])
    text = scalar_functions(first, target) | _each(
        each, replace(target, lanes=lanes), f"{name}.each"
    )
    text[name] = _LOOP.format(
        name=symbol(name), each=symbol(f"{name}.each"), W=lanes, last=n - lanes
    )
    text["identity"] = _identity(n)
    text["whole"] = _whole(columns, name, places)
    return Code(
        text=module(columns.first, text),
        entry=f"{name}.whole",
        language=Language.LLVM,
        signature=columns.signature(places[-1]),
        target=target,
    )


def _places(sizes: Sequence[int]) -> list[int]:
    """Where each of some arrays begins behind the one before, and where the last ends."""
    return list(accumulate((-(-size // _LINE) * _LINE for size in sizes), initial=0))


def _each(planned: Plan, target: Target, name: str) -> dict[str, str]:
    """The function of W columns."""
    program = planned.program
    needed = definitions(program.ops, target.lanes, target)
    make = partial(_ColumnsBody, planned, target)
    return needed | functions(name, [*pointers(program), "ptr %work"], program, make)


def _identity(n: int) -> str:
    """The identity, to be read like any other matrix."""
    ones = {k * n + k for k in range(n)}
    values = ", ".join(f"double {real(float(k in ones))}" for k in range(n * n))
    return f"@identity = internal constant [{n * n} x double] [{values}], align 64"


def _whole(columns: Columns, name: str, places: Sequence[int]) -> str:
    """The function that calls the first Program, then the loop for each matrix."""
    first = columns.first
    inputs = [f"ptr %in_{k}" for k in range(len(first.inputs))]
    rights = range(len(first.outputs) - 1)
    made = [f"ptr %out_{k}" for k in range(len(first.outputs))]
    parameters = ", ".join(f"{one.replace('ptr ', 'ptr noalias ')}" for one in (*inputs, *made))
    results = [f"ptr %right_{k}" for k in rights] + ["ptr %factors"]
    lines = [
        f"define void {symbol(f'{name}.whole')}({parameters}, ptr noalias %work) nounwind {{",
        *(
            f"  {result.removeprefix('ptr ')} = getelementptr double, ptr %work, i64 {place}"
            for result, place in zip(results, places[1:], strict=False)
        ),
        f"  call void {symbol(entry(first))}({', '.join((*inputs, *results))}, ptr %work)",
        _solved(name, "@identity", f"%out_{len(rights)}"),
        *(_solved(name, f"%right_{k}", f"%out_{k}") for k in rights),
    ]
    return "\n".join((*lines, "  ret void", "}"))


def _solved(name: str, right: str, made: str) -> str:
    """The call that solves for one matrix."""
    return f"  call void {symbol(name)}(ptr %factors, ptr {right}, ptr {made}, ptr %work)"


class _ColumnsBody(LanesBody):
    """Values as vectors with one column a lane; factors as single numbers in all lanes."""

    def element(self, pointer: int, group: str, place: int, name: str) -> str:
        self.used[f"ptr %{group}"] = None
        stride = 1 if pointer == 0 else len(self.program.outputs[0].refs)
        self.lines.append(f"  %{name} = getelementptr double, ptr %{group}, i64 {place * stride}")
        return f"%{name}"

    def _made(self, ref: int) -> str:
        """The text of a value; a factor is read as one number."""
        program, V, lanes = self.program, self.form.type, self.form.lanes
        if ref <= 0 or program.ops[ref] != Op.INPUT or program.args[ref][0] != 0:
            return super()._made(ref)
        at = self.element(0, "in_0", program.args[ref][1], f"p{ref}")
        self.lines += (
            f"  %s{ref} = load double, ptr {at}, align 8",
            f"  %i{ref} = insertelement {V} poison, double %s{ref}, i32 0",
            f"  %v{ref} = shufflevector {V} %i{ref}, {V} poison, <{lanes} x i32> zeroinitializer",
        )
        return f"%v{ref}"
