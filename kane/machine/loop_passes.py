"""The passes of large systems over their tables, as plans: chains in segments, trees, elements.

From: loop.py, kane/program/loops    Next: loop_flows.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kane.emitters.llvm_calls import WORK, Call, Place
from kane.machine.call import aligned
from kane.machine.kernel import Kernel
from kane.machine.loop import Motion, Plan, Tables, argued, rounded
from kane.machine.routine import native_library
from kane.program.loops import chain_sizes, joints, tree
from kane.program.loops.chain import chain_forward
from kane.program.routine import library

Array = NDArray[np.float64]
Bare = Callable[[Motion], Plan]
KEPT = 20_000  # bodies whose pivots are kept in near memory: larger chains go in groups
GROUP = 125  # bodies a lane in a group of those

CHAIN = library("kane_chain", chain_forward)
TREE = library(
    "kane_tree",
    tree.tree_outward,
    tree.tree_inward,
    tree.tree_settle,
    tree.tree_accelerate,
    tree.tree_project,
    joints.tree_rates,
    joints.with_elements,
)


# ── elements in joints ────────────────────────────────────────────────────────────────────────
def with_elements(
    tables: Tables, motion: Motion, sign: float, given: Place | Array, made: Place
) -> Plan:
    """What joints' springs, dampers and forces add to τ, or take from it."""
    native: Any = native_library(TREE)[joints.with_elements]
    own = (tables.steady, tables.stiffness, tables.damping, tables.places)
    call = argued(native, given, sign, *own, motion.q, motion.u, made, tables.speeds)
    return Plan(calls=(call,), workspace=0, kept=(native, *own, given))


def forward(tables: Tables, motion: Motion, bare: Bare) -> Plan:
    """u̇ by a plan `bare` of (motion), the elements' forces added to τ before."""
    if not tables.elements:
        return bare(motion)
    room = rounded(bare(motion).workspace)
    total = Place(WORK, room)
    before = with_elements(tables, motion, 1.0, motion.third, total)
    after = bare(Motion(q=motion.q, u=motion.u, third=total, made=motion.made))
    return _wide(before.then(after), room + tables.speeds)


def inverse(tables: Tables, motion: Motion, bare: Bare) -> Plan:
    """τ by a plan `bare` of (motion), the elements' forces taken from it afterwards."""
    if not tables.elements:
        return bare(motion)
    room = rounded(bare(motion).workspace)
    raw = Place(WORK, room)
    before = bare(Motion(q=motion.q, u=motion.u, third=motion.third, made=raw))
    after = with_elements(tables, motion, -1.0, raw, motion.made)
    return _wide(before.then(after), room + tables.speeds)


def _wide(plan: Plan, workspace: int) -> Plan:
    return Plan(calls=plan.calls, workspace=workspace, kept=plan.kept)


# ── chains ────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, kw_only=True)
class Chain:
    """A chain's tables in blocks, and how it is cut; called, the plan of its forward dynamics."""

    tables: Tables
    table: Array
    groups: int
    steps: int
    lanes: int
    kernels: tuple[Kernel, ...]

    def __call__(self, motion: Motion) -> Plan:
        """u̇ of the bare bodies."""
        native: Any = native_library(CHAIN)[chain_forward]
        addresses = [kernel.address() for kernel in self.kernels]
        room = rounded(chain_sizes.memory_size(self.groups, self.steps, self.lanes))
        work = max(address.workspace for address in addresses)
        base, third = self.tables.base, motion.third
        sizes = (len(self.tables.table), self.groups, self.steps, self.lanes)
        places = (motion.q, motion.u, third, motion.made)
        memory = (Place(WORK), Place(WORK, room))
        call = argued(native, *addresses, self.table, base, *places, *sizes, *memory)
        kept = (native, addresses, self.table, base, third)
        return Plan(calls=(call,), workspace=room + work, kept=kept)


def chain_of(tables: Tables, kernels: Sequence[Kernel], lanes: int) -> Chain:
    """A chain cut into segments side by side, in as many groups as keep the pivots near."""
    count = len(tables.table)
    groups = 1 if count <= KEPT else -(-count // (lanes * GROUP))
    steps = -(-count // (lanes * groups))
    groups = -(-count // (lanes * steps))
    table = _blocks(tables.table, groups, steps, lanes)
    return Chain(
        tables=tables, table=table, groups=groups, steps=steps, lanes=lanes, kernels=tuple(kernels)
    )


def _blocks(rows: Array, groups: int, steps: int, lanes: int) -> Array:
    """The table in blocks of lanes; bodies that are not there have no mass."""
    total, width = groups * steps * lanes, rows.shape[1]
    whole = np.zeros((total, width))
    whole[:, [0, 4, 8]] = 1.0
    whole[: len(rows)] = rows
    whole[len(rows) :, -1] = 1.0
    made = aligned(total * width)
    made[:] = whole.reshape(groups, lanes, steps, width).transpose(0, 2, 3, 1).ravel()
    return made


# ── trees ─────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, kw_only=True)
class Passes:
    """A tree's tables and its steps of each kind, in the order of three passes."""

    tables: Tables
    steps: tuple[tuple[Kernel, ...], ...]

    def forward(self, motion: Motion) -> Plan:
        """u̇ of the bare bodies: outward, inward, settle."""
        t = self.tables
        tells, table, bodies = t.tells, t.table, len(t.table)
        (out, into, settle), (memory, work), native = self._parts()
        common = (tells, table, motion.q, motion.u)
        own = (bodies, memory, work)
        return self._plan(
            argued(native[tree.tree_outward], *out, *common, *own),
            argued(native[tree.tree_inward], *into, *common, motion.third, *own),
            argued(native[tree.tree_settle], *settle, *common, t.base, motion.made, *own),
            kept=(motion.third, out, into, settle, native),
        )

    def inverse(self, motion: Motion) -> Plan:
        """τ of the bare bodies: outward, accelerate, project."""
        t = self.tables
        tells, table, bodies = t.tells, t.table, len(t.table)
        (out, reach, project), (memory, work), native = self._parts()
        common = (tells, table, motion.q, motion.u)
        own = (bodies, memory, work)
        made = motion.made
        return self._plan(
            argued(native[tree.tree_outward], *out, *common, *own),
            argued(native[tree.tree_accelerate], *reach, *common, motion.third, t.base, *own),
            argued(native[tree.tree_project], *project, tells, table, motion.q, made, *own),
            kept=(motion.third, out, reach, project, native),
        )

    def _parts(self) -> tuple[list[list[Any]], tuple[Place, Place], Any]:
        addresses = [[kernel.address() for kernel in kinds] for kinds in self.steps]
        return addresses, (Place(WORK), Place(WORK, self._room)), native_library(TREE)

    @property
    def _room(self) -> int:
        return rounded(tree.memory_size(len(self.tables.table), self.tables.speeds))

    def _plan(self, *calls: Call, kept: tuple[Any, ...]) -> Plan:
        addresses = [kernel.address() for kinds in self.steps for kernel in kinds]
        most = max(address.workspace for address in addresses)
        workspace = self._room + rounded(most)
        return Plan(calls=calls, workspace=workspace, kept=(self, *kept))


def rates(tables: Tables, kernels: Sequence[Kernel], q: Place, u: Place, made: Place) -> Plan:
    """q̇ of every joint; `kernels` are of the kinds whose q̇ is not u."""
    native: Any = native_library(TREE)[joints.tree_rates]
    addresses = [kernel.address() for kernel in kernels]
    work = max(address.workspace for address in addresses)
    bodies, tells = len(tables.table), tables.tells
    call = argued(native, *addresses, tells, q, u, made, bodies, Place(WORK))
    return Plan(calls=(call,), workspace=work, kept=(native, addresses, tells))
