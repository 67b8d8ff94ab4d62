"""Programs written as their instructions alone, for tests that show before and after."""

from __future__ import annotations

from kane.program.program import Program, verify
from kane.program.text import from_text

HEADER = """program shown
input p[2] parameter: p0 p1
input q[3] configuration: q0 q1 q2
input u[2] speed: u0 u1
"""


def shown(outputs: str, instructions: str) -> Program:
    """The Program with inputs p, q, u, one output x of these values, and these instructions."""
    count = len(outputs.split())
    text = f"{HEADER}output x[{count}]: {outputs}\n{instructions}\n"
    program = from_text("\n".join(line.strip() for line in text.splitlines()))
    verify(program)
    return program
