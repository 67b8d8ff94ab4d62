"""Dynamics of large systems in native code: loops over tables of bodies, called with arrays.

    udot = loop(q, u, tau)                 one state (n,), or a batch (N, n), state after state
    call = loop.bind(q, u, tau, udot)      on the memory of these arrays

Memory and time are linear in the number of bodies; the memory is the function's own, so that
one thread at a time may call it.

From: kane/program/loops, routine.py    Next: model.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kane.errors import ArgumentError
from kane.machine.call import aligned
from kane.machine.kernel import Kernel
from kane.machine.routine import native_library
from kane.program.loops import chain_sizes, tree
from kane.program.loops.chain import chain_forward
from kane.program.routine import library

Array = NDArray[np.float64]
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
)


@dataclass(frozen=True, kw_only=True)
class Tables:
    """What a loop reads: see kane/dynamics/loop/rows.py."""

    tells: NDArray[np.int64]
    table: Array
    base: Array
    coordinates: int
    speeds: int
    steady: Array
    stiffness: Array
    damping: Array
    places: NDArray[np.int64]  # by speed, the coordinate that an element's stiffness is of
    elements: bool


@dataclass(frozen=True, kw_only=True)
class Loop:
    """A function of a large system: (q, u, third) → made."""

    name: str
    inputs: tuple[tuple[str, int], ...]
    tables: Tables
    sign: float  # of the joints' own elements, beside the third argument or the result
    run: Callable[[Array, Array, Array, Array], None]

    def __call__(self, q: Any, u: Any, third: Any) -> Array:
        """The result for one state, or for a batch along the first axis."""
        given = self._taken((q, u, third))
        if given[0].ndim == 1:
            return self._one(*given)
        made = [self._one(*state) for state in zip(*given, strict=True)]
        return np.array(made).reshape(len(made), self.tables.speeds)

    def bind(self, q: Array, u: Array, third: Array, out: Array) -> Callable[[], None]:
        """A call on the memory of these arrays."""

        def call() -> None:
            out[:] = self._one(q, u, third)

        if not self.tables.elements:
            return lambda: self.run(q, u, third, out)
        return call

    def _one(self, q: Array, u: Array, third: Array) -> Array:
        made = np.empty(self.tables.speeds)
        if not self.tables.elements:
            self.run(q, u, third, made)
            return made
        tables = self.tables
        own = tables.steady - tables.stiffness * q[tables.places] - tables.damping * u
        if self.sign > 0:
            self.run(q, u, third + own, made)
            return made
        self.run(q, u, third, made)
        return made - own

    def _taken(self, arrays: Sequence[Any]) -> list[Array]:
        given = [np.ascontiguousarray(array, dtype=float) for array in arrays]
        shapes = [array.shape for array in given]
        wanted = [size for _, size in self.inputs]
        batch = given[0].ndim == 2
        lengths = {shape[0] for shape in shapes} if batch else set()
        fits = all(len(s) == 1 + batch and s[-1] == n for s, n in zip(shapes, wanted, strict=True))
        if not fits or len(lengths) > 1:
            names = ", ".join(f"{name} ({size},)" for name, size in self.inputs)
            raise ArgumentError(
                f"Function '{self.name}' was called with arrays of shapes "
                f"{', '.join(map(str, shapes))}. It takes {names}, or each with the same first "
                "axis for a batch."
            )
        return given


def chain_loop(
    tables: Tables, blocks: Sequence[Kernel], ones: Sequence[Kernel], lanes: int
) -> Loop:
    """Forward dynamics of a chain, by segments side by side."""
    count = len(tables.table)
    groups = 1 if count <= KEPT else -(-count // (lanes * GROUP))
    steps = -(-count // (lanes * groups))
    groups = -(-count // (lanes * steps))
    table = _blocks(tables.table, groups, steps, lanes)
    addresses = [kernel.address() for kernel in (*blocks, *ones)]
    work = aligned(max(8, *(address.workspace for address in addresses)))
    memory = aligned(chain_sizes.memory_size(groups, steps, lanes))
    native: Any = native_library(CHAIN)[chain_forward]

    def run(q: Array, u: Array, tau: Array, udot: Array) -> None:
        native(
            *addresses,
            table,
            tables.base,
            q,
            u,
            tau,
            udot,
            count,
            groups,
            steps,
            lanes,
            memory,
            work,
        )

    return _loop("forward_dynamics", "tau", tables, run)


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


def tree_forward(tables: Tables, steps: Sequence[Sequence[Kernel]]) -> Loop:
    """Forward dynamics of a tree; `steps` are outward, inward and settle, of each kind."""
    (outward, inward, settle), work = _addresses(steps)
    native: Any = native_library(TREE)
    bodies, memory = len(tables.table), _memory(tables)
    tells, table = tables.tells.ravel(), tables.table.ravel()

    def run(q: Array, u: Array, tau: Array, udot: Array) -> None:
        common = (tells, table, q, u)
        native[tree.tree_outward](*outward, *common, bodies, memory, work)
        native[tree.tree_inward](*inward, *common, tau, bodies, memory, work)
        native[tree.tree_settle](*settle, *common, tables.base, udot, bodies, memory, work)

    return _loop("forward_dynamics", "tau", tables, run)


def tree_inverse(tables: Tables, steps: Sequence[Sequence[Kernel]]) -> Loop:
    """Inverse dynamics of a tree; `steps` are outward, accelerate and project, of each kind."""
    (outward, accelerate, project), work = _addresses(steps)
    native: Any = native_library(TREE)
    bodies, memory = len(tables.table), _memory(tables)
    tells, table = tables.tells.ravel(), tables.table.ravel()

    def run(q: Array, u: Array, udot: Array, tau: Array) -> None:
        common = (tells, table, q, u)
        native[tree.tree_outward](*outward, *common, bodies, memory, work)
        native[tree.tree_accelerate](*accelerate, *common, udot, tables.base, bodies, memory, work)
        native[tree.tree_project](*project, tells, table, q, tau, bodies, memory, work)

    return _loop("inverse_dynamics", "udot", tables, run)


def _loop(
    name: str, third: str, tables: Tables, run: Callable[[Array, Array, Array, Array], None]
) -> Loop:
    sizes = (("q", tables.coordinates), ("u", tables.speeds), (third, tables.speeds))
    sign = 1.0 if third == "tau" else -1.0
    return Loop(name=name, inputs=sizes, tables=tables, sign=sign, run=run)


def _addresses(steps: Sequence[Sequence[Kernel]]) -> tuple[list[list[Any]], Array]:
    found = [[kernel.address() for kernel in kinds] for kinds in steps]
    most = max(address.workspace for kinds in found for address in kinds)
    return found, aligned(max(8, most))


def _memory(tables: Tables) -> Array:
    return aligned(tree.memory_size(len(tables.table), tables.speeds))
