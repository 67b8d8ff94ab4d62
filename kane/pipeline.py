"""THE SPINE: from a system to functions in native code, as calls in a row.

    derive ▶ lower ▶ optimize ▶ emit ▶ jit

Every arrow is a pure function from one frozen value to the next, and every value prints as
something a person can read; to stop early, call fewer of them.

From: kane/dynamics/equations.py    Next: kane/program/lower.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import Any, Final, Literal

from kane.dynamics import kept, motion, skeleton
from kane.dynamics.equations import Equations, derive
from kane.dynamics.lift import Parameters
from kane.dynamics.motion import Loop
from kane.dynamics.requests import (
    Formulation,
    Request,
    constrained_dynamics,
    derivatives_in_columns,
    forward_dynamics,
    reactions,
    requested,
)
from kane.dynamics.rows import open_rows, place_rows
from kane.emitters.code import Code
from kane.emitters.llvm import emit
from kane.emitters.llvm_batch import emit_batch
from kane.emitters.llvm_columns import emit_columns
from kane.large import Waiting, as_large, build_large
from kane.machine.compile import jit, lazy, lazy_columns
from kane.machine.cpu import host_target
from kane.machine.flow import ContactRows, Flow
from kane.machine.kernel import Kernel
from kane.machine.model import Model
from kane.machine.staged import StagedKernel
from kane.model.asked import Several
from kane.model.measured import unit_of
from kane.model.system import System
from kane.passes import PREPARED, emittable, optimize, split
from kane.program.canonical import canonical
from kane.program.columns import Columns
from kane.program.count import count
from kane.program.leap import Tableau, leap
from kane.program.lower import lower
from kane.program.merge import merged
from kane.program.program import Program
from kane.program.target import Target
from kane.shorten.shorten import Shorten, Shortened, left_alone, searched
from kane.shorten.shorten import shorten as shortened

__all__ = ["build", "compile", "derive", "emit", "emit_batch", "jit", "lower", "optimize", "stage"]

FEW = 12  # speeds below which straight code solves faster than a loop over columns


def build(
    system: System,
    *,
    parameters: Parameters | Literal["fold", "live"] = Parameters.FOLD,
    formulation: Formulation
    | Literal["auto", "composite", "articulated", "loop"] = Formulation.AUTO,
    target: Target | None = None,
    shorten: Shorten | Literal["off", "auto", "search"] = Shorten.AUTO,
) -> Model:
    """A system's functions in native code, each made when it is first used.

    Parameters are folded into the code, or live: inputs that `with_parameters` changes. Large
    systems run as loops over tables of bodies (large.py). `shorten` says how much work is put
    into fewer operations: none, milliseconds, or a search of seconds.
    """
    large = as_large(system, Formulation(formulation))
    if large is not None and Parameters(parameters) is Parameters.FOLD:
        target = target or host_target()
        straight = partial(_functions, system, target)
        return build_large(large, target, Waiting(large=large, target=target, make=straight))
    equations = derive(system, Parameters(parameters))
    compiler = Functions(
        equations=equations,
        formulation=Formulation(formulation),
        target=target or host_target(),
        shorten=Shorten(shorten),
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
        quick=lambda: emit(emittable(program, target), target),
        batch=lambda: emit_batch(optimized(), target),
    )


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
    equations = derive(system, Parameters.FOLD)
    return Functions(equations=equations, formulation=Formulation.AUTO, target=target)


@dataclass(frozen=True, kw_only=True)
class Functions:
    """The functions of one system's equations as Programs and kernels: what a Model asks for."""

    equations: Equations
    formulation: Formulation
    target: Target
    shorten: Shorten = Shorten.AUTO

    def program(self, name: str) -> Program:
        """A function as derived."""
        if name == "forward_dynamics":
            held = any(row.active for row in open_rows(self.equations))
            return lowered(constrained_dynamics(self.equations)) if held else self._forward
        if name.startswith("reactions "):
            joint = self.equations.system.joint(name.removeprefix("reactions "))
            return lowered(reactions(self.equations, joint))
        return lowered(requested(self.short.of(name), name))

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

    def split(self, program: Program) -> tuple[Program, Program]:
        """Set-up work, and what is left for each call."""
        staged = split(optimize(program, self.target))
        return staged.prepare, staged.step

    def kernel(self, program: Program) -> Kernel:
        """Native code."""
        return compile(program, self.target)

    def in_columns(self, name: str) -> Kernel | None:
        """Derivatives of u̇ of many speeds: the solves with M's factors as a loop over columns."""
        equations = self.short.of(name)
        few = len(equations.u) < max(FEW, self.target.lanes)
        if name != "derivatives_of_forward_dynamics" or few or equations.live_parameters:
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
        if self.formulation is Formulation.COMPOSITE or not self.equations.natural_speeds:
            return factored
        recursive = lowered(forward_dynamics(equations, Formulation.ARTICULATED))
        if self.formulation is Formulation.ARTICULATED:
            return recursive
        return min(factored, recursive, key=lambda program: count(program).total)


@dataclass(frozen=True, kw_only=True)
class Looped:
    """The functions of one system's run in time, all of (t, y, a, p), as native code.

    y = (q, u), a the inputs that are not closed by an expression.
    """

    functions: Functions
    closed: Mapping[str, Any]

    @property
    def inputs(self) -> tuple[str, ...]:
        """The inputs that a run has to give, in order; masks and directions of rows come last."""
        modes = self._loop.modes
        return (*self._loop.left, *map(str, (*modes.masks, *modes.directions)))

    @cached_property
    def homes(self) -> tuple[float, ...]:
        """Where every coordinate is when nothing is said."""
        return motion.homes(self.functions.equations)

    @cached_property
    def units(self) -> tuple[tuple[int, int], ...]:
        """Which coordinates are together of length one."""
        return motion.units(self.functions.equations)

    @cached_property
    def motion(self) -> Flow:
        """ẏ."""
        return self._flow(self._motion)

    @cached_property
    def _motion(self) -> Program:
        return canonical(lowered(motion.motion(self._loop)))

    @cached_property
    def coordinate_rates(self) -> Flow:
        """q̇."""
        return self._flow(lowered(motion.coordinate_rates(self._loop)))

    def leap(self, tableau: Tableau, width: int) -> Flow | None:
        """A whole step of an explicit method; None where that would be long code."""
        if tableau not in self._leaps:
            short = count(self._motion).total * (len(tableau.A) + 1) <= SHORT
            made = self._flow(leap(self._motion, tableau, self.units, width)) if short else None
            self._leaps[tableau] = made
        return self._leaps[tableau]

    @cached_property
    def _leaps(self) -> dict[Tableau, Flow | None]:
        return {}

    @cached_property
    def jacobian(self) -> Flow:
        """∂ẏ/∂y."""
        return self._flow(lowered(motion.motion_jacobian(self._loop)))

    @cached_property
    def rows(self) -> tuple[tuple[str, bool], ...]:
        """The rows of constraints that may come and go: name, and whether it holds at first."""
        return tuple(zip(self._loop.modes.names, self._loop.modes.first, strict=True))

    @cached_property
    def contacts(self) -> tuple[ContactRows, ...]:
        """The contacts among these rows."""
        points = self.functions.equations.system.touchings
        return tuple(
            ContactRows(
                name=point.name,
                normal=one.normal,
                slips=len(one.slips),
                restitution=point.restitution,
                law=point.law.value,
            )
            for point, one in zip(points, self._loop.modes.sliding.contacts, strict=True)
        )

    @cached_property
    def row_terms(self) -> Flow:
        """M, J, c and J̇u + ċ of these rows."""
        return self._flow(lowered(motion.row_terms(self._loop)))

    @cached_property
    def places(self) -> tuple[tuple[str, str], ...]:
        """Relations of places: name, and the row whose mask is theirs ("": always 1)."""
        return tuple((one.name, one.held_by) for one in place_rows(self.functions.equations))

    @cached_property
    def place_terms(self) -> Flow:
        """φ, ∂φ/∂σ, diag M_σ and W of q̇ = W σ."""
        return self._flow(lowered(motion.place_terms(self._loop)))

    @cached_property
    def mode_terms(self) -> Flow:
        """What a change of mode has to know."""
        return self._flow(lowered(motion.mode_terms(self._loop)))

    @cached_property
    def projection(self) -> Flow:
        """The state moved back to where the rows hold."""
        return self._flow(lowered(motion.projection(self._loop)))

    def linear_parts(self, outputs: Sequence[Any]) -> Flow:
        """ẏ, A, B of the linearized motion, z, C, D of outputs, held and G of what holds."""
        return self._asked("linear_parts", motion.linear_parts, outputs)

    def observed(self, quantities: Sequence[Any]) -> Flow:
        """The values of quantities."""
        return self._asked("observed", motion.observed, quantities)

    def switches(self, conditions: Sequence[Any]) -> Flow:
        """How far conditions are from changing, and contacts."""
        return self._asked("switches", motion.switches, conditions)

    def kept(self, without_inputs: bool) -> tuple[tuple[str, ...], Flow | None]:
        """The names of what the motion keeps, and a function that computes it."""
        names, request = kept.kept_values(self._loop, without_inputs)
        return names, self._flow(lowered(request)) if request else None

    @cached_property
    def skeleton(self) -> tuple[Flow, tuple[tuple[int, int], ...]]:
        """Where joints and mass centres are, and which of them lines join."""
        request, segments = skeleton.places(self._loop)
        return self._flow(lowered(request)), segments

    def each(self, quantity: Any) -> Mapping[str, Any]:
        """The scalars that a quantity stands for, by name; most stand for themselves."""
        if isinstance(quantity, Several):
            return quantity.of(self.functions.equations.system)
        return {str(quantity): quantity}

    def units_of(self, quantities: Sequence[Any]) -> tuple[str, ...]:
        """The units of quantities; "" where that is not known."""
        system = self.functions.equations.system
        return tuple(unit_of(system, one) for one in quantities)

    def _asked(self, kind: str, make: Any, things: Sequence[Any]) -> Flow:
        key = (kind, *(_identity(one) for one in things))
        if key not in self._made:
            self._made[key] = (self._flow(lowered(make(self._loop, things))), things)
        return self._made[key][0]

    @cached_property
    def _made(self) -> dict[Any, tuple[Flow, Any]]:
        return {}

    @cached_property
    def _loop(self) -> Loop:
        """With the formulation of the forward dynamics, unless that is to be found out here."""
        equations, wanted = self.functions.equations, self.functions.formulation
        if wanted is Formulation.AUTO:
            wanted = self.functions.cheaper
        shortest = self.functions.short.composite
        return Loop(equations=equations, shortest=shortest, closed=self.closed, formulation=wanted)

    def _flow(self, program: Program) -> Flow:
        """The Program with its work on parameters alone apart, and what is left behind one `p`.

        A run goes on to the bit in another session, whatever else was derived in either.
        """
        program = canonical(program)
        if not self.functions.equations.live_parameters:
            return Flow(kernel=self.functions.kernel(program), prepare=None)
        staged = split(self.functions.optimized(program))
        step = merged(staged.step, ("p", PREPARED), "p")
        reads = any(given.name == "p" for given in staged.step.inputs)
        prepare = self.functions.kernel(staged.prepare)
        return Flow(kernel=self.functions.kernel(step), prepare=prepare, reads_parameters=reads)


SHORT: Final = 1000  # operations of a step that is one function: 0.1 s to compile, once


def _identity(quantity: Any) -> Any:
    """What two quantities have in common only if they are the same."""
    return (id(quantity.graph), quantity.ref) if hasattr(quantity, "graph") else quantity


def lowered(request: Request) -> Program:
    """A request as a Program."""
    return lower(request.name, request.inputs, request.outputs)
