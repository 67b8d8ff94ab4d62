"""A kernel in two stages: parameters are taken once, states at every call.

    pendulum = stage(program)                                  two kernels
    light, heavy = (pendulum.with_parameters([m, 0.8]) for m in (1.0, 5.0))    no compiling
    light(q, u), heavy(q, u)

From: kane/passes/hoist.py, kernel.py    Next: model.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kane.errors import ArgumentError
from kane.machine.arguments import Array, Slot
from kane.machine.batch import Progress
from kane.machine.kernel import Kernel


@dataclass(frozen=True, slots=True, kw_only=True)
class StagedKernel:
    """`prepare` makes of the parameters what `step` reads as its input of this name."""

    prepare: Kernel
    step: Kernel
    prepared: str

    def with_parameters(self, *values: Any) -> Prepared:
        """The function for these parameters: computes what depends on them alone, now."""
        prepared = np.asarray(self.prepare(*values))  # which checks the values too
        taken = {
            slot.name: np.array(value, dtype=np.float64).reshape(slot.shape)
            for slot, value in zip(self.prepare.inputs, values, strict=True)
        }
        taken[self.prepared] = prepared
        given = {slot.name: taken[slot.name] for slot in self.step.inputs if slot.name in taken}
        return Prepared(kernel=self.step, given=given)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A kernel some of whose inputs are given; called, bound and batched with the others."""

    kernel: Kernel
    given: dict[str, Array]

    @property
    def inputs(self) -> tuple[Slot, ...]:
        """What is left to be given at a call."""
        return tuple(slot for slot in self.kernel.inputs if slot.name not in self.given)

    def __call__(self, *arrays: Any) -> Any:
        """The outputs for one state, or for a batch."""
        return self.kernel(*self._all(arrays))

    def bind(self, *arrays: Any) -> Callable[[], None]:
        """A call on the memory of these arrays: inputs that are left, then outputs."""
        count = len(self.inputs)
        return self.kernel.bind(*self._all(arrays[:count]), *arrays[count:])

    def batch(
        self, *arrays: Any, out: Any = None, threads: int = 1, progress: Progress | None = None
    ) -> Any:
        """The outputs for a batch, as `Kernel.batch` gives them."""
        every = self._all(arrays)
        return self.kernel.batch(*every, out=out, threads=threads, progress=progress)

    def _all(self, arrays: Sequence[Any]) -> list[Any]:
        """The arguments of the kernel: those given before in their places, once for each state."""
        left = self.inputs
        if len(arrays) != len(left):
            names = ", ".join(slot.name for slot in left)
            raise ArgumentError(
                f"Kernel '{self.kernel.name}' with its parameters given takes {len(left)} "
                f"arguments ({names}), but {len(arrays)} were given. Pass one array for each."
            )
        states = _states(left, arrays)
        rest = iter(arrays)
        return [
            _repeated(self.given[slot.name], states) if slot.name in self.given else next(rest)
            for slot in self.kernel.inputs
        ]


def _states(slots: Sequence[Slot], arrays: Sequence[Any]) -> int | None:
    """How many states the arguments are a batch of; None for one state."""
    if not arrays or np.ndim(arrays[0]) != slots[0].ndim + 1:
        return None
    return len(arrays[0])


def _repeated(array: Array, states: int | None) -> Array:
    return array if states is None else np.broadcast_to(array, (states, *array.shape))
