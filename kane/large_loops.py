"""The loops of a large system: its steps compiled for each kind of joint, its passes as Kernels.

A long chain is cut into segments that run side by side in the lanes of vectors; any other tree
goes body after body.

From: large.py    Next: kane/machine/loop_passes.py
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, Final

import numpy as np

from kane.dynamics.loop import chain_join, chain_steps, tree_steps
from kane.dynamics.loop.kind import Kind
from kane.dynamics.loop.rows import Large
from kane.dynamics.requests import Request
from kane.emitters.llvm import emit
from kane.emitters.llvm_block import emit_block
from kane.emitters.llvm_calls import Place
from kane.machine.compile import jit
from kane.machine.flow import Flows
from kane.machine.kernel import Kernel
from kane.machine.loop import Motion, Plan, Tables, dynamics, kernel_of
from kane.machine.loop_flows import LoopFlows
from kane.machine.loop_passes import Bare, Passes, chain_of, forward, inverse, rates
from kane.model.joints.contract import home, unit_part
from kane.model.system import System
from kane.passes import STANDARD
from kane.program.lower import lower
from kane.program.program import Program
from kane.program.target import Target

SIDE_BY_SIDE: Final = 16  # bodies a lane from which a chain is worth cutting
UNCUT: Final = 1_000_000  # operations in one function: the steps are short


def forward_loop(large: Large, target: Target) -> Kernel:
    """u̇ by a loop: side by side for a long chain."""
    tables = tables_of(large)
    at = Motion(q=Place("q"), u=Place("u"), third=Place("tau"), made=Place("udot"))
    plan = forward(tables, at, bare_forward(large, tables, target))
    return dynamics("forward_dynamics", "tau", "udot", plan, tables)


def inverse_loop(large: Large, target: Target) -> Kernel:
    """τ by a loop."""
    tables = tables_of(large)
    at = Motion(q=Place("q"), u=Place("u"), third=Place("udot"), made=Place("tau"))
    steps = _steps(large, target, "outward", "accelerate", "project")
    plan = inverse(tables, at, Passes(tables=tables, steps=steps).inverse)
    return dynamics("inverse_dynamics", "udot", "tau", plan, tables)


def bare_forward(large: Large, tables: Tables, target: Target) -> Bare:
    """The plan of u̇ without elements in joints."""
    if large.is_chain and len(large.table) >= SIDE_BY_SIDE * target.lanes:
        kind = Kind(int(large.tells[0, 0]))
        kernels = (*chain_blocks(kind, target), *couplings(target))
        return chain_of(tables, kernels, target.lanes)
    steps = _steps(large, target, "outward", "inward", "settle")
    return Passes(tables=tables, steps=steps).forward


def loop_flows(large: Large, target: Target, straight: Callable[[], Flows]) -> LoopFlows:
    """The functions of a run in time: (t, y, a, p) → ẏ by the forward loop."""
    tables = tables_of(large)
    n, r = tables.coordinates, tables.speeds
    given = (("t", 1), ("y", n + r), ("a", 0), ("p", 0))
    q, u = Place("y"), Place("y", n)

    def motion() -> Kernel:
        still = np.zeros(r)
        at = Motion(q=q, u=u, third=still, made=Place("ydot", n))
        plan = forward(tables, at, bare_forward(large, tables, target))
        kinds = _rates(tables, target, Place("ydot"))
        return kernel_of("motion", given, ("ydot", n + r), kinds.then(plan))

    def coordinate_rates() -> Kernel:
        plan = _rates(tables, target, Place("qdot"))
        return kernel_of("coordinate_rates", given, ("qdot", n), plan)

    parts = (tables.tells, tables.table, tables.base, tables.steady, tables.stiffness)
    return LoopFlows(
        homes=_homes(large.system),
        units=_units(large.system),
        tables=b"".join(part.tobytes() for part in (*parts, tables.damping)),
        make_motion=motion,
        make_rates=coordinate_rates,
        straight=straight,
    )


def _rates(tables: Tables, target: Target, made: Place) -> Plan:
    kernels = [
        tree_step("rates", kind, target) for kind in (Kind.BALL, Kind.FREE, Kind.FREE_PARENT)
    ]
    return rates(tables, kernels, Place("y"), Place("y", tables.coordinates), made)


def _homes(system: System) -> tuple[float, ...]:
    """Where every coordinate is when nothing is said."""
    return tuple(x for joint in system.joints for motion in joint.motions for x in home(motion))


def _units(system: System) -> tuple[tuple[int, int], ...]:
    """Which coordinates are together of length one: (first, how many)."""
    found, at = [], 0
    for motion in (motion for joint in system.joints for motion in joint.motions):
        part = unit_part(motion)
        if part.stop > part.start:
            found.append((at + part.start, part.stop - part.start))
        at += len(motion.names[0])
    return tuple(found)


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


def _steps(large: Large, target: Target, *names: str) -> tuple[tuple[Kernel, ...], ...]:
    """Each step for every kind; kinds that do not occur take the place of one that does."""
    present = {Kind(int(kind)) for kind in set(large.tells[:, 0])}
    some = min(present, key=lambda kind: kind.value)
    return tuple(
        tuple(tree_step(name, kind if kind in present else some, target) for kind in Kind)
        for name in names
    )


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
