"""A Program as LLVM text: one state at a time.

    void @NAME(ptr in_0, …, ptr out_0, …, ptr work)              (kane/program/signature.py)

A Program that was cut into chunks becomes one function a chunk, called in turn by @NAME; what
crosses between them goes through the workspace. Chunks compile in linear time where one large
function takes quadratic, and run no slower.

From: llvm_body.py    Next: llvm_lanes.py
"""

from __future__ import annotations

from functools import partial

from kane.algebra.op import Op
from kane.emitters.code import Code, Language
from kane.emitters.literal import vector
from kane.emitters.llvm_body import Body, Plan, plan
from kane.emitters.llvm_form import definitions, form, sincos_definitions
from kane.emitters.llvm_module import entry, functions, module, pointers
from kane.emitters.slots import operand_and_kind, padded
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
    program, sincos = planned.program, int(Op.SINCOS)
    needed = definitions(program.ops, 1, target)
    widths = {padded(len(program.args[k])) for k, op in enumerate(program.ops) if op == sincos}
    for width in sorted(widths):
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
        width = padded(len(angles))
        V = vector("double", width)
        packed = self._packed(index, angles, width)
        self.lines += (
            f"  %v{index}.p = call {{{V}, {V}}} @kane.sincos.{width}({V} {packed})",
            f"  %v{index}.s = extractvalue {{{V}, {V}}} %v{index}.p, 0",
            f"  %v{index}.c = extractvalue {{{V}, {V}}} %v{index}.p, 1",
        )
        self[index] = V
        if index in self.slots.of:
            first = self.slots.of[index]
            for place, kind in ((first, "s"), (first + width, "c")):
                at = self.slot(place, f"w{index}.{kind}")
                self.lines.append(f"  store {V} %v{index}.{kind}, ptr {at}, align 8")

    def item(self, item: int) -> str:
        made = self.program.args[item][0]
        operand, kind = operand_and_kind(self.program, item)
        source = f"%v{made}.{'sc'[kind]}"
        if self[made] == "double":
            return source
        self.lines.append(f"  %v{item} = extractelement {self[made]} {source}, i32 {operand}")
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
