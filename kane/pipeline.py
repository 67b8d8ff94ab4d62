"""THE SPINE: from expressions to a function in native code, as calls in a row.

    lower ▶ optimize ▶ emit ▶ jit

Every arrow is a pure function from one frozen value to the next, and every value prints as
something a person can read; to stop early, call fewer of them.

From: kane/dynamics/equations.py    Next: kane/program/lower.py
"""

from __future__ import annotations

from functools import cache

from kane.emitters.llvm import emit
from kane.emitters.llvm_batch import emit_batch
from kane.machine.compile import jit, lazy
from kane.machine.cpu import host_target
from kane.machine.kernel import Kernel
from kane.passes import optimize
from kane.program.lower import lower
from kane.program.program import Program
from kane.program.target import Target

__all__ = ["compile", "emit", "emit_batch", "jit", "lower", "optimize"]


def compile(program: Program, target: Target | None = None) -> Kernel:
    """The Program as native code for a target (default: this machine).

    Nothing is compiled before it is called; what was compiled in an earlier run is not compiled
    again.
    """
    target = target or host_target()
    optimized = cache(lambda: optimize(program, target))
    return lazy(
        program,
        target,
        scalar=lambda: emit(optimized(), target),
        batch=lambda: emit_batch(optimized(), target),
    )
