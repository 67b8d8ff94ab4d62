"""A Program as LLVM text: one state at a time.

    void @NAME(ptr in_0, …, ptr out_0, …, ptr work)              (kane/program/signature.py)

A Program that was cut into chunks becomes one function a chunk, called in turn by @NAME; what
crosses between them goes through the workspace. Chunks compile in linear time where one large
function takes quadratic, and run no slower.

From: llvm_body.py    Next: llvm_lanes.py
"""

from __future__ import annotations

from functools import partial

from kane.emitters.code import Code, Language
from kane.emitters.literal import vector
from kane.emitters.llvm_body import Body, Plan, plan
from kane.emitters.llvm_form import definitions, form, sincos_definitions
from kane.emitters.llvm_module import entry, functions, module, pointers
from kane.emitters.slots import item_place
from kane.program.program import Program
from kane.program.signature import signature
from kane.program.target import Target


def emit(program: Program, target: Target) -> Code:
    """Code of the scalar function of a Program."""
    planned = plan(program)
    return Code(
        text=module(program, scalar_functions(planned, target)),
        entry=entry(program),
        language=Language.LLVM,
        signature=signature(program, planned.slots.count),
        target=target,
    )


def scalar_functions(planned: Plan, target: Target) -> dict[str, str]:
    """Every function that the scalar code needs, by name, the entry last."""
    program, width = planned.program, planned.slots.width
    needed = definitions(program.ops, 1, target)
    if width:
        needed |= sincos_definitions(width, target)
    parameters = [*pointers(program), "ptr %work"]
    make = partial(ScalarBody, planned, form(1, target))
    return needed | functions(entry(program), parameters, program, make)


class ScalarBody(Body):
    """Values as doubles; the angles of a SINCOS as one vector."""

    def element(self, pointer: int, group: str, place: int, name: str) -> str:
        self.used[f"ptr %{group}"] = None
        self.lines.append(f"  %{name} = getelementptr double, ptr %{group}, i64 {place}")
        return f"%{name}"

    def sincos(self, index: int) -> None:
        angles = [self[arg] for arg in self.program.args[index]]
        width = self.slots.width
        V = vector("double", width)
        packed = self._packed(index, angles, width)
        if index in self.slots.of:
            sines = self.slot(self.slots.of[index], f"v{index}.m")
        else:
            sines = f"%v{index}.m"
            self.lines.append(f"  {sines} = alloca [{2 * width} x double], align 64")
        self.lines += (
            f"  %v{index}.c = getelementptr double, ptr {sines}, i64 {width}",
            f"  call void @kane.sincos.{width}({V} {packed}, ptr {sines}, ptr %v{index}.c)",
        )
        self[index] = sines

    def item(self, item: int) -> str:
        sines = self[self.program.args[item][0]]
        place = item_place(self.program, item, self.slots.width)
        self.lines += (
            f"  %p{item} = getelementptr double, ptr {sines}, i64 {place}",
            f"  %v{item} = load double, ptr %p{item}, align 8",
        )
        return f"%v{item}"

    def _packed(self, index: int, angles: list[str], width: int) -> str:
        """The angles in one vector, the lanes that are over zero."""
        if width == 1:
            return angles[0]
        V = vector("double", width)
        vector_so_far = "poison" if len(angles) == width else "zeroinitializer"
        for lane, angle in enumerate(angles):
            self.lines.append(
                f"  %v{index}.{lane} = insertelement {V} {vector_so_far}, double {angle}, "
                f"i32 {lane}"
            )
            vector_so_far = f"%v{index}.{lane}"
        return vector_so_far
