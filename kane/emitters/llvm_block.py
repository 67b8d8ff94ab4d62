"""A Program as LLVM text: one state a lane, for memory in which the lanes lie side by side.

    void @NAME_block(ptr in_0, …, ptr out_0, …, ptr work)

Element k of lane l of an argument lies at 8·(W·k + l) bytes, so a loop over blocks of W states
costs no address arithmetic. The function of llvm_lanes.py takes any strides instead.

From: llvm_lanes.py    Next: kane/machine/loop.py
"""

from __future__ import annotations

from functools import partial

from kane.emitters.code import Code, Language
from kane.emitters.llvm_body import plan
from kane.emitters.llvm_form import definitions
from kane.emitters.llvm_lanes import LanesBody, packed_definitions
from kane.emitters.llvm_module import entry, functions, module, pointers
from kane.program.program import Program
from kane.program.signature import signature
from kane.program.target import Target


def emit_block(program: Program, target: Target) -> Code:
    """Code of the function of a Program for a block of `target.lanes` states."""
    planned = plan(program)
    needed = definitions(program.ops, target.lanes, target) | packed_definitions(program, target)
    make = partial(BlockBody, planned, target)
    name = f"{entry(program)}_block"
    text = needed | functions(name, [*pointers(program), "ptr %work"], program, make)
    return Code(
        text=module(program, text),
        entry=name,
        language=Language.LLVM,
        signature=signature(program, planned.slots.count * target.lanes),
        target=target,
    )


class BlockBody(LanesBody):
    """Values as vectors with one state a lane, elements one after another."""

    def element(self, pointer: int, group: str, place: int, name: str) -> str:
        self.used[f"ptr %{group}"] = None
        self.lines.append(f"  %{name} = getelementptr {self.form.type}, ptr %{group}, i64 {place}")
        return f"%{name}"
