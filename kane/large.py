"""LARGE: the spine for systems beyond a hundred bodies, where code would outgrow the cache.

    rows ▶ a step for each kind of joint ▶ lower ▶ optimize ▶ emit ▶ a loop over the rows

Nothing is derived for the system itself: its steps are derived once for each kind of joint.
Inverse and forward dynamics and runs in time go as loops (large_loops.py), linear in time and
memory. Other functions are derived as for any system when they are asked for.

From: kane/dynamics/loop/rows.py    Next: large_loops.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from kane.dynamics.loop.rows import Large, joint_motions, rows
from kane.dynamics.requests import Formulation
from kane.errors import DerivationError
from kane.large_loops import forward_loop, inverse_loop, loop_flows
from kane.machine.flow import Flows
from kane.machine.model import Compiler, Kernels, Model
from kane.model.system import System
from kane.program.program import Program
from kane.program.target import Target

MANY: Final = 120  # joint motions from which loops are faster than straight code
TOO_MANY: Final = 2_000  # beyond them straight code is not derived unasked


def as_large(system: System, formulation: Formulation) -> Large | None:
    """The tables of a system that runs as a loop; None if it runs as straight code."""
    count = joint_motions(system)
    if formulation is Formulation.LOOP:
        return rows(system)
    if formulation is not Formulation.AUTO or count < MANY:
        return None
    try:
        return rows(system)
    except DerivationError:
        if count > TOO_MANY:
            raise
        return None


def build_large(large: Large, target: Target, compiler: Compiler) -> Model:
    """Its Model: the two dynamics as loops, the rest by the compiler when asked for."""
    system = large.system
    loops: dict[str, Callable[[], Any]] = {
        "inverse_dynamics": lambda: inverse_loop(large, target),
        "forward_dynamics": lambda: forward_loop(large, target),
    }
    return Model(
        name=system.name,
        q_names=system.coordinates,
        u_names=large.speeds,
        input_names=(),
        parameters={},
        compiler=compiler,
        ready=_Ready(loops),
    )


class _Ready(dict[str, Any]):
    """Functions that are made when they are first asked for."""

    def __init__(self, makers: dict[str, Callable[[], Any]]) -> None:
        super().__init__()
        self.makers = makers

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in self.makers

    def __missing__(self, name: str) -> Any:
        made = self[name] = self.makers[name]()
        return made


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """A compiler whose equations are derived when something else than the loops is asked for."""

    large: Large
    target: Target
    make: Callable[[], Compiler]

    @cached_property
    def compiler(self) -> Compiler:
        """The compiler of straight code."""
        system = self.large.system
        count = joint_motions(system)
        if count > TOO_MANY:
            raise DerivationError(
                f"System '{system.name}' has {count} joint motions: only inverse_dynamics, "
                f"forward_dynamics and runs in time by explicit methods, which record t, q and u, "
                f"go as loops; straight code is not derived beyond {TOO_MANY:,}. Use these, or a "
                "smaller system."
            )
        return self.make()

    @property
    def nonlinear_inputs(self) -> tuple[str, ...]:
        """None: a large system has no inputs."""
        return ()

    def program(self, name: str) -> Program:
        """A function as derived."""
        return self.compiler.program(name)

    def optimized(self, program: Program) -> Program:
        """The same after all passes."""
        return self.compiler.optimized(program)

    def kernels(self, name: str) -> Kernels:
        """A function in native code."""
        return self.compiler.kernels(name)

    def loop(self, closed: Mapping[str, Any]) -> Flows:
        """The functions of a run in time."""
        assert not closed, "a large system has no inputs"
        return self._flows

    @cached_property
    def _flows(self) -> Flows:
        return loop_flows(self.large, self.target, lambda: self.compiler.loop({}))
