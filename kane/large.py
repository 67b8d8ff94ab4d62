"""LARGE: the spine for systems beyond a hundred bodies, where code would outgrow the cache.

    rows ▶ a step for each kind of joint ▶ lower ▶ optimize ▶ emit ▶ a loop over the rows

Nothing is derived for the system itself: its steps are derived once for each kind of joint.
Inverse and forward dynamics run as loops, linear in time and memory; a long chain is cut into
segments that run side by side in the lanes of vectors. Other functions are derived as for any
system when they are asked for.

From: kane/dynamics/loop/rows.py    Next: kane/machine/loop.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

import numpy as np

from kane.dynamics.loop import chain_join, chain_steps, tree_steps
from kane.dynamics.loop.kind import Kind
from kane.dynamics.loop.rows import Large, joint_motions, rows
from kane.dynamics.requests import Formulation, Request
from kane.emitters.llvm import emit
from kane.emitters.llvm_block import emit_block
from kane.errors import DerivationError
from kane.machine.compile import jit
from kane.machine.flow import Flows
from kane.machine.kernel import Kernel
from kane.machine.loop import Loop, Tables, chain_loop, tree_forward, tree_inverse
from kane.machine.model import Compiler, Model
from kane.model.system import System
from kane.passes import STANDARD
from kane.program.lower import lower
from kane.program.program import Program
from kane.program.target import Target

MANY: Final = 120  # joint motions from which loops are faster than straight code
TOO_MANY: Final = 2_000  # beyond them straight code is not derived unasked
SIDE_BY_SIDE: Final = 16  # bodies a lane from which a chain is worth cutting
UNCUT: Final = 1_000_000  # operations in one function: the steps are short


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

    system: System
    make: Callable[[], Compiler]

    @property
    def compiler(self) -> Compiler:
        """The compiler of straight code."""
        count = joint_motions(self.system)
        if count > TOO_MANY:
            raise DerivationError(
                f"System '{self.system.name}' has {count} joint motions: only inverse_dynamics "
                f"and forward_dynamics run as loops, and straight code is not derived beyond "
                f"{TOO_MANY:,}. Use these two, or a smaller system."
            )
        return self.make()

    def program(self, name: str) -> Program:
        """A function as derived."""
        return self.compiler.program(name)

    def optimized(self, program: Program) -> Program:
        """The same after all passes."""
        return self.compiler.optimized(program)

    def split(self, program: Program) -> tuple[Program, Program]:
        """Set-up work, and what is left for each call."""
        return self.compiler.split(program)

    def kernel(self, program: Program) -> Kernel:
        """Native code."""
        return self.compiler.kernel(program)

    def loop(self, closed: Mapping[str, Any]) -> Flows:
        """The functions of a run in time."""
        return self.compiler.loop(closed)


# ── loops ─────────────────────────────────────────────────────────────────────────────────────
def forward_loop(large: Large, target: Target) -> Loop:
    """u̇ by a loop: side by side for a long chain."""
    tables = tables_of(large)
    if large.is_chain and len(large.table) >= SIDE_BY_SIDE * target.lanes:
        kind = Kind(int(large.tells[0, 0]))
        return chain_loop(tables, chain_blocks(kind, target), couplings(target), target.lanes)
    return tree_forward(tables, _steps(large, target, "outward", "inward", "settle"))


def inverse_loop(large: Large, target: Target) -> Loop:
    """τ by a loop."""
    return tree_inverse(tables_of(large), _steps(large, target, "outward", "accelerate", "project"))


def tables_of(large: Large) -> Tables:
    """A system's tables as the machine takes them."""
    return Tables(
        tells=large.tells,
        table=large.table,
        base=large.base,
        coordinates=len(large.system.coordinates),
        speeds=len(large.speeds),
        steady=large.steady,
        stiffness=large.stiffness,
        damping=large.damping,
        places=_places(large),
        elements=large.has_elements,
    )


def _places(large: Large) -> Any:
    """By speed, its coordinate where it has one."""
    found = np.zeros(len(large.speeds), dtype=np.int64)
    for kind, _, coordinate, speed in large.tells:
        if Kind(int(kind)).joint.speeds == 1:
            found[speed] = coordinate
    return found


@cache
def chain_blocks(kind: Kind, target: Target) -> tuple[Kernel, ...]:
    """The steps of a chain, for blocks of lanes."""
    whole = replace(target, whole=UNCUT)
    made = (chain_steps.spin, chain_steps.inward, chain_steps.settle)
    return tuple(jit(emit_block(_optimized(make(kind), whole), whole)) for make in made)


@cache
def couplings(target: Target) -> tuple[Kernel, ...]:
    """What couples the segments of a chain."""
    made = (chain_join.join(), chain_join.reach())
    return tuple(jit(emit(_optimized(one, target), target)) for one in made)


def _steps(large: Large, target: Target, *names: str) -> list[list[Kernel]]:
    """Each step for every kind; kinds that do not occur take the place of one that does."""
    present = {Kind(int(kind)) for kind in set(large.tells[:, 0])}
    some = min(present, key=lambda kind: kind.value)
    return [
        [tree_step(name, kind if kind in present else some, target) for kind in Kind]
        for name in names
    ]


@cache
def tree_step(name: str, kind: Kind, target: Target) -> Kernel:
    """A step of a tree, for one body."""
    make: Callable[[Kind], Request] = getattr(tree_steps, name)
    return jit(emit(_optimized(make(kind), target), target))


def _optimized(request: Request, target: Target) -> Program:
    """The passes but the order: steps have more values than registers in any order, and in
    the order of derivation their chains overlap (chain of 10³: 76 or 58 ns a body)."""
    program = lower(request.name, request.inputs, request.outputs)
    for one in STANDARD:
        if one.name != "order":
            program = one.run(program, target)
    return program
