"""THE SPINE: from a system to functions in native code, as calls in a row.

    derive ▶ lower ▶ optimize ▶ emit ▶ jit

Every arrow is a pure function from one frozen value to the next, and every value prints as
something a person can read; to stop early, call fewer of them.

From: kane/dynamics/equations.py    Next: kane/program/lower.py; looped.py for runs in time
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import Any, Literal

from kane.dynamics.equations import Equations, derive
from kane.dynamics.lift import Parameters
from kane.dynamics.multipliers import nothing_embedded
from kane.dynamics.requests import (
    FORWARD_DERIVATIVES,
    Formulation,
    constrained_derivatives,
    constrained_dynamics,
    derivatives_in_columns,
    forward_dynamics,
    multiplied_dynamics,
    reactions,
    requested,
)
from kane.dynamics.rows import open_rows
from kane.emitters.code import Code
from kane.emitters.llvm import emit
from kane.emitters.llvm_batch import emit_batch
from kane.emitters.llvm_columns import emit_columns
from kane.large import Waiting, as_large, build_large
from kane.looped import Looped, lowered
from kane.machine.compile import jit, lazy, lazy_columns
from kane.machine.cpu import host_target
from kane.machine.kernel import Kernel
from kane.machine.model import Kernels, Model
from kane.machine.recalled import Recalled, recalled
from kane.machine.staged import StagedKernel
from kane.model.system import System, require_system
from kane.model.written import written
from kane.passes import PREPARED, emittable, optimize, split
from kane.program.columns import Columns
from kane.program.count import count
from kane.program.lower import lower
from kane.program.program import Program
from kane.program.target import Target
from kane.shorten.shorten import Shorten, Shortened, left_alone, searched
from kane.shorten.shorten import shorten as shortened

__all__ = [
    "Functions",
    "build",
    "compile",
    "derive",
    "emit",
    "emit_batch",
    "jit",
    "lower",
    "optimize",
    "stage",
]

# From so many speeds a loop over columns solves faster than straight code: Panda 554 or 382 ns.
FEW = 6


def build(
    system: System,
    *,
    parameters: Parameters | Literal["fold", "live"] = Parameters.FOLD,
    formulation: Formulation
    | Literal["auto", "composite", "articulated", "loop", "multipliers"] = Formulation.AUTO,
    target: Target | None = None,
    shorten: Shorten | Literal["off", "auto", "search"] = Shorten.AUTO,
) -> Model:
    """A system's functions in native code, each made when it is first used.

    Parameters are folded into the code, or live: inputs that `with_parameters` changes. Large
    systems run as loops over tables of bodies (large.py). `shorten` says how much work is put
    into fewer operations: none, milliseconds, or a search of seconds. By "multipliers" nothing is
    embedded: all speeds stay, and u̇ and λ come from one linear system, to compare with.
    """
    if Formulation(formulation) is Formulation.MULTIPLIERS:
        system = nothing_embedded(require_system(system))
    large = as_large(system, Formulation(formulation))
    if large is not None and Parameters(parameters) is Parameters.FOLD:
        target = target or host_target()
        straight = partial(_functions, system, target)
        return build_large(large, target, Waiting(large=large, target=target, make=straight))
    compiler = Functions(
        system=require_system(system),
        parameters=Parameters(parameters),
        formulation=Formulation(formulation),
        target=target or host_target(),
        shorten=Shorten(shorten),
    )
    live = compiler.parameters is Parameters.LIVE
    return Model(
        name=system.name,
        q_names=system.coordinates,
        u_names=compiler.u_names,
        input_names=system.inputs,
        parameters=dict(system.parameters) if live else {},
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
        quick=lambda: emit(emittable(program, target), target),
        batch=lambda: emit_batch(optimized(), target),
    )


def kernels(program: Program, target: Target) -> Kernels:
    """The Program as native code; what its parameters alone take apart, where it has any."""
    if not any(given.name == "p" for given in program.inputs):
        return None, compile(program, target)
    staged = split(optimize(program, target))
    return compile(staged.prepare, target), compile(staged.step, target)


def compile_columns(columns: Columns, straight: Callable[[], Program], target: Target) -> Kernel:
    """Columns as native code; `straight` is the same as one Program, which batches run."""

    def scalar() -> Code:
        first, each = (optimize(part, target) for part in (columns.first, columns.each))
        return emit_columns(replace(columns, first=first, each=each), target)

    def batch() -> Code:
        return emit_batch(optimize(straight(), target), target)

    return lazy_columns(columns, cache(straight), target, scalar=scalar, batch=batch)


def stage(program: Program, target: Target | None = None) -> StagedKernel:
    """The Program in two kernels: what depends on parameters alone runs once for each set."""
    staged = split(program)
    return StagedKernel(
        prepare=compile(staged.prepare, target),
        step=compile(staged.step, target),
        prepared=PREPARED,
    )


def _functions(system: System, target: Target) -> Functions:
    fold, auto = Parameters.FOLD, Formulation.AUTO
    return Functions(system=system, parameters=fold, formulation=auto, target=target)


@dataclass(frozen=True, kw_only=True)
class Functions:
    """The functions of one system as Programs and kernels: what a Model asks for.

    Nothing is derived before it is asked for; what the cache has is not derived at all.
    """

    system: System
    parameters: Parameters
    formulation: Formulation
    target: Target
    shorten: Shorten = Shorten.AUTO

    @cached_property
    def equations(self) -> Equations:
        """What Kane's method says of the system."""
        return derive(self.system, self.parameters)

    @cached_property
    def u_names(self) -> tuple[str, ...]:
        """The generalized speeds, in order."""
        return self._recalled.speeds or self.equations.u_names

    @property
    def nonlinear_inputs(self) -> tuple[str, ...]:
        """The inputs in which some load is not linear."""
        return tuple(map(str, self.equations.nonlinear_inputs))

    def program(self, name: str) -> Program:
        """A function as derived."""
        if name == "forward_dynamics":
            if self._held and self.formulation is Formulation.MULTIPLIERS:
                return lowered(multiplied_dynamics(self.equations))
            return lowered(constrained_dynamics(self.equations)) if self._held else self._forward
        if name == FORWARD_DERIVATIVES and self._held:
            return lowered(constrained_derivatives(self.equations))
        if name.startswith("reactions "):
            joint = self.equations.system.joint(name.removeprefix("reactions "))
            return lowered(reactions(self.equations, joint))
        return lowered(requested(self.short.of(name), name))

    @cached_property
    def _held(self) -> bool:
        """Whether rows hold from the start."""
        return any(row.active for row in open_rows(self.equations))

    @cached_property
    def short(self) -> Shortened:
        """The equations on the trees that make what is invariant shortest."""
        if self.shorten is Shorten.OFF:
            return left_alone(self.equations)
        if self.shorten is Shorten.AUTO:
            return shortened(self.equations)
        return searched(self.equations, self._operations)

    def _operations(self, equations: Equations) -> int:
        """How many operations inverse dynamics takes."""
        return count(self.optimized(lowered(requested(equations, "inverse_dynamics")))).total

    def optimized(self, program: Program) -> Program:
        """The same after all passes."""
        return optimize(program, self.target)

    def kernel(self, program: Program) -> Kernel:
        """Native code."""
        return compile(program, self.target)

    def kernels(self, name: str) -> Kernels:
        """A function in native code, from the cache where it is there."""
        return self._recalled.kernels(name, partial(self._made, name), self.u_names)

    def _made(self, name: str) -> Kernels:
        columns = self.in_columns(name)
        return (None, columns) if columns else kernels(self.program(name), self.target)

    @cached_property
    def _recalled(self) -> Recalled:
        """What the cache knows of the system's functions in this form."""
        how = repr((self.parameters, self.formulation, self.target, self.shorten))
        return recalled(written(self.system), how)

    def in_columns(self, name: str) -> Kernel | None:
        """Derivatives of u̇ of many speeds: the solves with M's factors as a loop over columns."""
        if name != FORWARD_DERIVATIVES or len(self.equations.u) < FEW or self._held:
            return None
        equations = self.short.of(name)
        if equations.live_parameters:
            return None
        first, each = map(lowered, derivatives_in_columns(equations))
        columns = Columns(first=first, each=each, inverse="M_inverse")
        return compile_columns(columns, partial(self.program, name), self.target)

    def loop(self, closed: Mapping[str, Any]) -> Looped:
        """The functions of a run in time, with these inputs given as expressions."""
        key = tuple((name, id(expr.graph), expr.ref) for name, expr in closed.items())
        if key not in self._loops:
            self._loops[key] = Looped(functions=self, closed=dict(closed))
        return self._loops[key]

    @cached_property
    def _loops(self) -> dict[Any, Looped]:
        return {}

    @property
    def cheaper(self) -> Formulation:
        """The formulation of u̇ that counts less."""
        chosen = self._forward
        factored = lowered(forward_dynamics(self.short.composite, Formulation.COMPOSITE))
        return Formulation.COMPOSITE if chosen == factored else Formulation.ARTICULATED

    @cached_property
    def _forward(self) -> Program:
        """u̇₀ by the formulation asked for; by default the one that counts less."""
        equations = self.short.composite
        factored = lowered(forward_dynamics(equations, Formulation.COMPOSITE))
        direct = (Formulation.COMPOSITE, Formulation.MULTIPLIERS)
        if self.formulation in direct or not self.equations.natural_speeds:
            return factored
        recursive = lowered(forward_dynamics(equations, Formulation.ARTICULATED))
        if self.formulation is Formulation.ARTICULATED:
            return recursive
        return min(factored, recursive, key=lambda program: count(program).total)
