"""THE SPINE: from a system to functions in native code, as calls in a row.

    derive ▶ lower ▶ optimize ▶ emit ▶ jit

Every arrow is a pure function from one frozen value to the next, and every value prints as
something a person can read; to stop early, call fewer of them.

From: kane/dynamics/equations.py    Next: kane/program/lower.py
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal

from kane.dynamics.equations import Equations, derive
from kane.dynamics.lift import Parameters
from kane.dynamics.requests import (
    Formulation,
    Request,
    forward_dynamics,
    reactions,
    requested,
)
from kane.emitters.llvm import emit
from kane.emitters.llvm_batch import emit_batch
from kane.machine.compile import jit, lazy
from kane.machine.cpu import host_target
from kane.machine.kernel import Kernel
from kane.machine.model import Model
from kane.machine.staged import StagedKernel
from kane.model.system import System
from kane.passes import PREPARED, optimize, split
from kane.program.count import count
from kane.program.lower import lower
from kane.program.program import Program
from kane.program.target import Target

__all__ = ["build", "compile", "derive", "emit", "emit_batch", "jit", "lower", "optimize", "stage"]


def build(
    system: System,
    *,
    parameters: Parameters | Literal["fold", "live"] = Parameters.FOLD,
    formulation: Formulation | Literal["auto", "composite", "articulated"] = Formulation.AUTO,
    target: Target | None = None,
) -> Model:
    """A system's functions in native code, each made when it is first used.

    Parameters are folded into the code, or live: inputs that `with_parameters` changes.
    """
    equations = derive(system, Parameters(parameters))
    compiler = Functions(
        equations=equations,
        formulation=Formulation(formulation),
        target=target or host_target(),
    )
    return Model(
        name=system.name,
        q_names=equations.q_names,
        u_names=equations.u_names,
        input_names=system.inputs,
        parameters={} if not equations.live_parameters else dict(equations.parameters),
        compiler=compiler,
    )


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


def stage(program: Program, target: Target | None = None) -> StagedKernel:
    """The Program in two kernels: what depends on parameters alone runs once for each set."""
    staged = split(program)
    return StagedKernel(
        prepare=compile(staged.prepare, target),
        step=compile(staged.step, target),
        prepared=PREPARED,
    )


@dataclass(frozen=True, kw_only=True)
class Functions:
    """The functions of one system's equations as Programs and kernels: what a Model asks for."""

    equations: Equations
    formulation: Formulation
    target: Target

    def program(self, name: str) -> Program:
        """A function as derived."""
        if name == "forward_dynamics":
            return self._forward
        if name.startswith("reactions "):
            joint = self.equations.system.joint(name.removeprefix("reactions "))
            return lowered(reactions(self.equations, joint))
        return lowered(requested(self.equations, name))

    def optimized(self, program: Program) -> Program:
        """The same after all passes."""
        return optimize(program, self.target)

    def split(self, program: Program) -> tuple[Program, Program]:
        """Set-up work, and what is left for each call."""
        staged = split(optimize(program, self.target))
        return staged.prepare, staged.step

    def kernel(self, program: Program) -> Kernel:
        """Native code."""
        return compile(program, self.target)

    @cached_property
    def _forward(self) -> Program:
        """u̇ by the formulation asked for; by default the one that counts less."""
        factored = lowered(forward_dynamics(self.equations, Formulation.COMPOSITE))
        if self.formulation is Formulation.COMPOSITE or not self.equations.natural_speeds:
            return factored
        recursive = lowered(forward_dynamics(self.equations, Formulation.ARTICULATED))
        if self.formulation is Formulation.ARTICULATED:
            return recursive
        return min(factored, recursive, key=lambda program: count(program).total)


def lowered(request: Request) -> Program:
    """A request as a Program."""
    return lower(request.name, request.inputs, request.outputs)
