"""A Program as LLVM text: one state at a time.

    void @NAME(ptr in_0, …, ptr out_0, …, ptr work)              (kane/program/signature.py)

A Program that was cut into chunks becomes one function a chunk, called in turn by @NAME; what
crosses between them goes through the workspace. Chunks compile in linear time where one large
function takes quadratic, and run no slower.

From: llvm_scalar.py, llvm_twins.py    Next: llvm_lanes.py
"""

from __future__ import annotations

from functools import partial

from kane.emitters.code import Code, Language
from kane.emitters.llvm_body import Plan, plan
from kane.emitters.llvm_form import definitions, sincos_definitions
from kane.emitters.llvm_module import entry, functions, module, pointers
from kane.emitters.llvm_scalar import ScalarBody
from kane.emitters.llvm_twins import TwinsBody
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
    make = partial(TwinsBody if program.twins else ScalarBody, planned, target)
    return needed | functions(entry(program), parameters, program, make)
