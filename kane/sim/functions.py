"""Functions: the native code that a run is made of, and the memory it needs.

Whatever has the arguments of a Flow can stand here: kernels of Programs, or Routines that call
several of them and keep a mode in memory of their own.

From: kane/machine/flow.py    Next: memory.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from kane.machine.flow import Flow, Flows
from kane.sim.methods.method import Method

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Native:
    """A function (t, y, a, p) → out at an address, its parameters and its workspace."""

    address: int
    parameters: np.ndarray[Any, np.dtype[np.float64]] = field(default_factory=lambda: np.empty(0))
    workspace: int = 0
    width: int = 0  # doubles of its result
    keeps: Any = None  # memory that its code reads


@dataclass(frozen=True, slots=True, kw_only=True)
class Functions:
    """What a run calls. `None` where it calls nothing.

    `own` is what the method's kind needs: q̇, or a whole step (n[WHOLE] in the stepper's layout).
    `terms` serves changes of mode, `project` leads each step back to the
    constraints, `control` gives the inputs that are held.
    """

    motion: Native
    own: Native | None = None
    jacobian: Native | None = None
    observe: Native | None = None
    switch: Native | None = None
    terms: Native | None = None
    project: Native | None = None
    control: Native | None = None
    online: Any = None  # modes/online.py, where modes are prepared while the run goes on


def native(flow: Flow, parameters: dict[str, float]) -> Native:
    """A Flow with its parameters, by its optimized code."""
    address = flow.address
    return Native(
        address=address,
        parameters=flow.parameters(parameters),
        workspace=address.workspace,
        width=sum(slot.size for slot in flow.kernel.outputs),
    )


def leaping(flows: Flows, method: Method, parameters: Mapping[str, float]) -> Native | None:
    """A whole step of an explicit method as one function, where the system is small enough."""
    width = row_width(flows.motion.kernel.outputs[0].size)
    flow = flows.leap(method, width)
    return None if flow is None else native(flow, dict(parameters))


def row_width(states: int) -> int:
    """Doubles in a row of states: a multiple of a vector's."""
    return -(-states // _LANES) * _LANES


_LANES: Final = 8
