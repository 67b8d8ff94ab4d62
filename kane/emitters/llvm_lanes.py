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
from kane.emitters.sincos_group import MOST, sincos_group
from kane.emitters.slots import item_place
from kane.program.program import Program
from kane.program.signature import signature
from kane.program.target import Build, Target


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
    needed = definitions(program.ops, target.lanes, target) | packed_definitions(program, target)
    arguments = pointers(program)
    strides = [f"i64 %stride_{k}" for k in range(len(arguments))]
    make = partial(LanesBody, planned, target)
    name = f"{entry(program)}_lanes"
    return needed | functions(name, [*arguments, "ptr %work", *strides], program, make)


def packed_definitions(program: Program, target: Target) -> dict[str, str]:
    """What the calls of LanesBody for every SINCOS need, by name."""
    counts = {len(program.args[k]) for k, op in enumerate(program.ops) if op == Op.SINCOS}
    if not counts:
        return {}
    groups = {len(group) for count in counts for group in _groups(count, target)}
    made = {
        f"kane.sincos.{target.lanes}x{size}": sincos_group(target.lanes, size)
        for size in sorted(groups)
        if size > 1
    }
    return sincos_definitions(target.lanes, target) | made


def _groups(count: int, target: Target) -> list[range]:
    """So many angles as they are evaluated together."""
    grouped = target.has_fma and target.build is Build.FAST and target.lanes > 1
    size = MOST if grouped else 1
    return [range(start, min(start + size, count)) for start in range(0, count, size)]


class LanesBody(Body):
    """Values as vectors with one state a lane."""

    def __init__(self, planned: Plan, target: Target) -> None:
        super().__init__(planned, form(target.lanes, target))
        self.target = target

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
        for group in _groups(len(angles), self.target):
            k, size = group.start, len(group)
            given = ", ".join(f"{V} {self[angles[place]]}" for place in group)
            called = f"{self.form.lanes}x{size}" if size > 1 else f"{self.form.lanes}"
            self.lines += (
                f"  %v{index}.s{k} = getelementptr {V}, ptr {sines}, i64 {k}",
                f"  %v{index}.c{k} = getelementptr {V}, ptr {sines}, i64 {k + width}",
                f"  call void @kane.sincos.{called}"
                f"({given}, ptr %v{index}.s{k}, ptr %v{index}.c{k})",
            )

    def item(self, item: int) -> str:
        V, sines = self.form.type, self[self.program.args[item][0]]
        place = item_place(self.program, item, self.slots.width)
        self.lines += (
            f"  %p{item} = getelementptr {V}, ptr {sines}, i64 {place}",
            f"  %v{item} = load {V}, ptr %p{item}, align 8",
        )
        return f"%v{item}"
