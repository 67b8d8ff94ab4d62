"""Functions and modules in LLVM text: how they open and close, and who calls whom.

From: llvm_body.py    Next: llvm.py, llvm_lanes.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from kane.emitters.literal import symbol
from kane.emitters.llvm_body import Body
from kane.emitters.llvm_form import LIBRARY
from kane.emitters.slots import bounds
from kane.program.program import Program


def entry(program: Program) -> str:
    """The symbol of the scalar function: the Program's name, unless the C library has it."""
    taken = {name for name, _ in LIBRARY.values()}
    return f"{program.name}_" if program.name in taken else program.name


def pointers(program: Program) -> list[str]:
    """The pointers to inputs and outputs as parameters, in the order of the signature."""
    return [
        *(f"ptr %in_{k}" for k in range(len(program.inputs))),
        *(f"ptr %out_{k}" for k in range(len(program.outputs))),
    ]


def module(program: Program, functions: Mapping[str, str]) -> str:
    """Functions as one module, headed by what its arguments are."""
    described = [
        *(f"in_{k} = {x.name} {x.shape}, {x.rate.name}" for k, x in enumerate(program.inputs)),
        *(f"out_{k} = {x.name} {x.shape}" for k, x in enumerate(program.outputs)),
    ]
    head = [f"; {line.encode('ascii', 'replace').decode()}" for line in described]
    return "\n".join((*head, *functions.values(), ""))


def functions(
    name: str, parameters: Sequence[str], program: Program, make: Callable[[], Body]
) -> dict[str, str]:
    """The function of a Program, and where the Program is cut those of its chunks before it."""
    found, calls = {}, []
    chunks = bounds(program)
    for number, (start, stop) in enumerate(chunks):
        body = make()
        if number == 0:
            body.store(0)
        body.write(start, stop)
        if len(chunks) == 1:
            return {name: _function("", name, parameters, body.lines)}
        part, used = f"{name}.{number}", [p for p in parameters if p in body.used]
        found[part] = _function("internal ", part, used, body.lines)
        calls.append(f"  call void {symbol(part)}({', '.join(used)})")
    return found | {name: _function("", name, parameters, calls)}


def _function(linkage: str, name: str, parameters: Sequence[str], lines: Sequence[str]) -> str:
    typed = [parameter.replace("ptr ", "ptr noalias ") for parameter in parameters]
    inside = "" if linkage == "" else " noinline"
    opening = f"define {linkage}void {symbol(name)}({', '.join(typed)}){inside} nounwind {{"
    return "\n".join((opening, *lines, "  ret void", "}"))
