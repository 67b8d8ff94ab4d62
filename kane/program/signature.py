"""Signature: how native code made from a Program is called.

The C signature, the same for every emitter (documented in `docs/native.md`):

    void NAME(const double *in_0, …, double *out_0, …, double *work);

One pointer an input, one an output, in the Program's order, each to contiguous doubles in
row-major order; `work` points to `workspace` doubles, 64-byte aligned, or is null when that is
zero. Inputs and outputs must not overlap. Nothing is allocated, nothing global is written, so
any number of threads may call at once with workspaces of their own.

From: program.py    Next: kane/emitters/llvm.py
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from kane.program.program import Input, Program


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A named array that native code writes."""

    name: str
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many doubles it is."""
        return prod(self.shape)


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """Names, shapes and rates of what native code reads and writes."""

    name: str
    inputs: tuple[Input, ...]
    outputs: tuple[Result, ...]
    workspace: int = 0


def signature(program: Program, workspace: int = 0) -> Signature:
    """The signature of native code for a Program."""
    outputs = tuple(Result(name=output.name, shape=output.shape) for output in program.outputs)
    return Signature(name=program.name, inputs=program.inputs, outputs=outputs, workspace=workspace)
