"""Dynamics of large systems in native code: loops over tables of bodies, as ordinary Kernels.

A Kernel here is a few calls of Routines on the system's tables, which stay in memory; what changes
is in the workspace, so that any number of threads may call. Time and memory are linear in the
number of bodies.

From: kane/emitters/llvm_calls.py    Next: loop_passes.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kane.emitters.code import Code
from kane.emitters.llvm_calls import (
    Argument,
    Call,
    Memory,
    Place,
    Sequel,
    emit_calls,
    emit_calls_batch,
)
from kane.machine.cpu import host, host_target
from kane.machine.kernel import Kernel
from kane.machine.routine import NativeRoutine
from kane.machine.tiers import Recipe, States
from kane.program.routine_types import Kind

Array = NDArray[np.float64]
WIDTH = 8  # doubles that begin on a line of memory


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
class Motion:
    """Where q, u, the third argument and the result of a dynamics are."""

    q: Place
    u: Place
    third: Place | Array
    made: Place


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Calls, the doubles that they work in, and what has to be kept as long as they are."""

    calls: tuple[Call, ...]
    workspace: int
    kept: tuple[Any, ...]

    def then(self, other: Plan) -> Plan:
        """Both, one after the other, in the same workspace."""
        return Plan(
            calls=(*self.calls, *other.calls),
            workspace=max(self.workspace, other.workspace),
            kept=(*self.kept, *other.kept),
        )


def dynamics(name: str, third: str, made: str, plan: Plan, tables: Tables) -> Kernel:
    """(q, u, third) → made as a Kernel."""
    sizes = (("q", tables.coordinates), ("u", tables.speeds), (third, tables.speeds))
    return kernel_of(name, sizes, (made, tables.speeds), plan)


def kernel_of(
    name: str, inputs: Sequence[tuple[str, int]], output: tuple[str, int], plan: Plan
) -> Kernel:
    """A plan as a Kernel. Its text holds addresses of this process: nothing is kept on disk."""
    sequel = Sequel(
        name=name,
        inputs=tuple(inputs),
        output=output,
        calls=plan.calls,
        workspace=plan.workspace,
    )
    one, many = emit_calls(sequel, host_target()), emit_calls_batch(sequel, host_target())
    return Kernel(
        signature=one.signature,
        one=_recipe(one, States.ONE, plan),
        many=_recipe(many, States.MANY, plan),
    )


def _recipe(code: Code, states: States, plan: Plan) -> Recipe:
    keeping = partial(_code, code, plan)
    return Recipe(states=states, emit=keeping, key=lambda: None, processor=host(), cache=None)


def _code(code: Code, plan: Plan) -> Code:
    """The code; the plan is an argument so that its memory lives as long as the recipe."""
    assert plan.calls
    return code


def argued(native: NativeRoutine[..., Any], *arguments: Any) -> Call:
    """A call of a Routine on numbers, memory that stays, functions' addresses, and Places."""
    kinds = [kind for _, kind in native.prototype.parameters]
    made = [_argument(kind, one) for kind, one in zip(kinds, arguments, strict=True)]
    return Call(address=int(native.address), arguments=tuple(made))


def _argument(kind: Any, given: Any) -> Argument:
    if isinstance(given, Place):
        return given
    if kind is Kind.INT:
        return int(given)
    if kind is Kind.FLOAT:
        return float(given)
    if isinstance(given, np.ndarray):
        assert given.flags.carray
        return Memory(int(given.ctypes.data))
    return Memory(int(given))


def rounded(size: int) -> int:
    """So many doubles and what is left of the line of memory."""
    return -(-size // WIDTH) * WIDTH
