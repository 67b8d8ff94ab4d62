"""A Program as LLVM text: W states at a time, one in each lane of a vector.

    void @NAME_lanes(ptr in_0, …, ptr out_0, …, ptr work, i64 stride_0, …)

One stride in bytes for each input, then for each output: element k of state l of argument g
lies at base_g + k·stride_g + 8·l. The lanes of an element lie side by side; nothing needs more
than the alignment of a double, but `work`, which is 64-byte aligned and W times the scalar one.

From: llvm.py    Next: llvm_batch.py
"""

from __future__ import annotations

from functools import partial

from kane.algebra.op import Op
from kane.emitters.code import Code, Language
from kane.emitters.llvm_body import Body, Plan, plan
from kane.emitters.llvm_form import definitions, form, sincos_definitions
from kane.emitters.llvm_module import entry, functions, module, pointers
from kane.emitters.slots import operand_and_kind, padded
from kane.program.program import Program
from kane.program.signature import signature
from kane.program.target import Target


def emit_lanes(program: Program, target: Target) -> Code:
    """Code of the function of a Program for `target.lanes` states."""
    planned = plan(program)
    return Code(
        text=module(program, lanes_functions(planned, target)),
        entry=f"{entry(program)}_lanes",
        language=Language.LLVM,
        signature=signature(program, planned.slots.count * target.lanes),
        target=target,
    )


def lanes_functions(planned: Plan, target: Target) -> dict[str, str]:
    """Every function that the code for W lanes needs, by name, the entry last."""
    program = planned.program
    needed = definitions(program.ops, target.lanes, target)
    if Op.SINCOS in program.ops:
        needed |= sincos_definitions(target.lanes, target)
    arguments = pointers(program)
    strides = [f"i64 %stride_{k}" for k in range(len(arguments))]
    make = partial(LanesBody, planned, form(target.lanes, target))
    name = f"{entry(program)}_lanes"
    return needed | functions(name, [*arguments, "ptr %work", *strides], program, make)


class LanesBody(Body):
    """Values as vectors with one state a lane."""

    def element(self, pointer: int, group: str, place: int, name: str) -> str:
        self.used[f"ptr %{group}"] = None
        if place == 0:
            return f"%{group}"
        self.used[f"i64 %stride_{pointer}"] = None
        self.lines += (
            f"  %{name}.o = mul i64 %stride_{pointer}, {place}",
            f"  %{name} = getelementptr i8, ptr %{group}, i64 %{name}.o",
        )
        return f"%{name}"

    def sincos(self, index: int) -> None:
        V = self.form.type
        for k, arg in enumerate(self.program.args[index]):
            angle = self[arg]
            self.lines += (
                f"  %v{index}.p{k} = call {{{V}, {V}}} @kane.sincos.{self.form.lanes}({V} {angle})",
                f"  %v{index}.s{k} = extractvalue {{{V}, {V}}} %v{index}.p{k}, 0",
                f"  %v{index}.c{k} = extractvalue {{{V}, {V}}} %v{index}.p{k}, 1",
            )
        self[index] = V
        if index in self.slots.of:
            self._keep_items(index)

    def item(self, item: int) -> str:
        operand, kind = operand_and_kind(self.program, item)
        return f"%v{self.program.args[item][0]}.{'sc'[kind]}{operand}"

    def _keep_items(self, index: int) -> None:
        width = padded(len(self.program.args[index]))
        for k in range(len(self.program.args[index])):
            for kind, first in (("s", 0), ("c", width)):
                at = self.slot(self.slots.of[index] + first + k, f"w{index}.{kind}{k}")
                value = f"%v{index}.{kind}{k}"
                self.lines.append(f"  store {self.form.type} {value}, ptr {at}, align 8")
