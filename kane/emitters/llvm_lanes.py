"""A Program as LLVM text: W states at a time, one in each lane of a vector.

    void @NAME_lanes(ptr in_0, …, ptr out_0, …, ptr work, i64 stride_0, …)

One stride in bytes for each input, then for each output: element k of state l of argument g
lies at base_g + k·stride_g + 8·l. The lanes of an element lie side by side; nothing needs more
than the alignment of a double, but `work`, which is 64-byte aligned and W times the scalar one.

From: llvm.py    Next: llvm_batch.py
"""

from __future__ import annotations

from functools import partial

from kane.emitters.code import Code, Language
from kane.emitters.llvm_body import Body, Plan, plan
from kane.emitters.llvm_form import definitions, form, sincos_definitions
from kane.emitters.llvm_module import entry, functions, module, pointers
from kane.emitters.slots import item_place
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
    if planned.slots.width:
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
        V, width, angles = self.form.type, self.slots.width, self.program.args[index]
        if index in self.slots.of:
            sines = self.slot(self.slots.of[index], f"v{index}.m")
        else:
            sines = f"%v{index}.m"
            self.lines.append(f"  {sines} = alloca [{2 * width} x {V}], align 64")
        self[index] = sines
        for k, arg in enumerate(angles):
            angle, cosine = self[arg], k + width
            self.lines += (
                f"  %v{index}.s{k} = getelementptr {V}, ptr {sines}, i64 {k}",
                f"  %v{index}.c{k} = getelementptr {V}, ptr {sines}, i64 {cosine}",
                f"  call void @kane.sincos.{self.form.lanes}"
                f"({V} {angle}, ptr %v{index}.s{k}, ptr %v{index}.c{k})",
            )

    def item(self, item: int) -> str:
        V, sines = self.form.type, self[self.program.args[item][0]]
        place = item_place(self.program, item, self.slots.width)
        self.lines += (
            f"  %p{item} = getelementptr {V}, ptr {sines}, i64 {place}",
            f"  %v{item} = load {V}, ptr %p{item}, align 8",
        )
        return f"%v{item}"
