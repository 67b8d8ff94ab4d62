"""LOOPED: what a run in time asks of a system, each function made when it is first asked for.

All are functions of (t, y, a, p), as `kane/machine/flow.py` has them; `sim` sees nothing else.

From: kane/dynamics/motion.py, pipeline.py    Next: kane/machine/flow.py, kane/sim
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

from kane.dynamics import kept, motion, skeleton
from kane.dynamics.motion import Loop
from kane.dynamics.requests import Formulation, Request
from kane.dynamics.rows import place_rows
from kane.machine.flow import ContactRows, Flow
from kane.model.asked import Several
from kane.model.measured import unit_of
from kane.passes import PREPARED, split
from kane.program.canonical import canonical
from kane.program.count import count
from kane.program.leap import Tableau, leap
from kane.program.lower import lower
from kane.program.merge import kept_apart, merged
from kane.program.program import Program

if TYPE_CHECKING:
    from kane.pipeline import Functions


@dataclass(frozen=True, kw_only=True)
class Looped:
    """The functions of one system's run in time, all of (t, y, a, p), as native code.

    y = (q, u), a the inputs that are not closed by an expression.
    """

    functions: Functions
    closed: Mapping[str, Any]

    @cached_property
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

    def motion_of(self, rows: tuple[int, ...]) -> Flow:
        """ẏ of the mode in which exactly these rows hold."""
        key = ("motion of", rows)
        if key not in self._made:
            self._made[key] = (self._flow(lowered(motion.motion_of(self._loop, rows))), rows)
        return self._made[key][0]

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
                shares=self._loop.modes.shares,
            )
            for point, one in zip(points, self._loop.modes.sliding.contacts, strict=True)
        )

    @property
    def gaps(self) -> Flow:
        """How far the bodies of each contact are apart."""
        return self.observed([one.gap for one in self.functions.equations.system.touchings])

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

    def accelerated(self, velocities: Sequence[Any], inputs: Sequence[str]) -> Flow:
        """The rates of velocities along the motion, and how they change with inputs, by rows."""
        made = partial(motion.accelerated, inputs=tuple(inputs))
        return self._asked(f"accelerated by {', '.join(inputs)}", made, velocities)

    def switches(self, conditions: Sequence[Any]) -> Flow:
        """How far conditions are from changing, and contacts."""
        return self._asked("switches", motion.switches, conditions)

    def kept(
        self, without_inputs: bool, changing: Collection[str] = ()
    ) -> tuple[tuple[str, ...], Flow | None]:
        """The names of what the motion keeps, and a function that computes it."""
        names, request = kept.kept_values(self._loop, without_inputs, changing)
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
        staged = split(kept_apart(self.functions.optimized(program)))
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
