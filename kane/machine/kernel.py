"""Kernel: a Program ready to call.

Code is made at the first call that needs it: for one state by the first call with one state,
for batches by the first batch.

From: cpu.py, tiers.py    Next: kane/sim
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from kane.emitters.code import Code
from kane.errors import ArgumentError, TargetError
from kane.machine.arguments import (
    Array,
    converted,
    inputs_of,
    is_batch,
    is_ready_batch,
    outputs_of,
)
from kane.machine.batch import Driver, Progress, given_outputs, new_outputs, require_threads
from kane.machine.call import Scratch, bound
from kane.machine.cpu import Tier
from kane.machine.rows import Rows, rows_as_they_stand, rows_of
from kane.machine.tiers import Native, Recipe, States, Tiered
from kane.program.program import Program
from kane.program.signature import Signature


class Kernel:
    """A function in native code, called with arrays.

        kernel(q, u)                      one state: q of shape (n,), results of their own shapes
        kernel(Q, U)                      a batch: Q of shape (N, n), results along a first axis
        call = kernel.bind(q, u, out)     a call without overhead on these very arrays

    One output comes as an array, several as a named tuple. Calls release the interpreter's lock;
    any number of threads may call at once. `inputs` and `outputs` are names and shapes.
    """

    def __init__(
        self,
        *,
        signature: Signature,
        one: Recipe,
        many: Recipe | None = None,
        program: Callable[[], Program | None] = lambda: None,
    ) -> None:
        self._program = program
        self._signature = signature
        self.inputs = inputs_of(signature)
        self.outputs = outputs_of(signature)
        self._slots = (*self.inputs, *self.outputs)
        self._result = _result_type(signature)
        self._one = Tiered(one)
        self._many = Tiered(many) if many else None
        self._pool: list[Scratch] = []
        self._driver: Driver | None = None

    def __repr__(self) -> str:
        given = ", ".join(f"{slot.name} {slot.shape}" for slot in self.inputs)
        made = ", ".join(f"{slot.name} {slot.shape}" for slot in self.outputs)
        return f"Kernel '{self.name}': ({given}) → ({made})"

    # ── what it is ────────────────────────────────────────────────────────────────────────
    @property
    def name(self) -> str:
        """The Program's name."""
        return self._signature.name

    @property
    def program(self) -> Program | None:
        """What it was made from; None if that was text."""
        return self._program()

    @property
    def call_signature(self) -> Signature:
        """Names, shapes and rates alone."""
        return self._signature

    @property
    def signature(self) -> Signature:
        """Names, shapes, rates, and the workspace that the function at `address()` wants."""
        return replace(self._signature, workspace=self._one.optimized().workspace)

    @property
    def code(self) -> Code:
        """The LLVM text for one state."""
        return self._one.recipe.emit()

    @property
    def batch_code(self) -> Code:
        """The LLVM text for batches."""
        return self._batched().recipe.emit()

    @property
    def assembly(self) -> str:
        """The processor's instructions for one state, as text."""
        return self._one.assembly()

    @property
    def tier(self) -> Tier | None:
        """The tier that an ordinary call uses now; None before the first."""
        return self._one.native.tier if self._one.native else None

    def address(self, tier: Tier = Tier.OPTIMIZED) -> Address:
        """Where the native function for one state is, for other native code."""
        return Address(_of_tier(self._one, tier))

    def batch_address(self, tier: Tier = Tier.OPTIMIZED) -> Address:
        """Where the native driver for batches is."""
        return Address(_of_tier(self._batched(), tier))

    def recipe(self, states: States) -> Recipe:
        """How its code for one state or for batches is made."""
        return (self._one if states is States.ONE else self._batched()).recipe

    def keep(self) -> bytes | None:
        """The key under which the cache has its optimized code for one state from now on.

        None where there is no cache."""
        self._one.optimized()
        recipe = self._one.recipe
        return recipe.key() if recipe.cache else None

    # ── calls ─────────────────────────────────────────────────────────────────────────────
    def __call__(self, *arrays: Any) -> Any:
        """The outputs for these inputs: of one state, or of a batch."""
        try:
            scratch = self._pool.pop()
        except IndexError:
            scratch = None  # so that no error below reads as if it came from here
        if scratch is None or scratch.native is not self._one.native:
            return self._first_call(arrays)
        try:
            if not _copied(arrays, scratch.given):
                made = self._converted(arrays)
                if is_batch(self.inputs, made):
                    return self._run(made)
                _copied(made, scratch.given)
            scratch.call(scratch.table)
            if self._result is None:
                return scratch.made[0].copy()
            return self._result(*[view.copy() for view in scratch.made])
        finally:
            self._pool.append(scratch)

    def bind(self, *arrays: Any, tier: Tier = Tier.OPTIMIZED) -> Callable[[], None]:
        """A call on the memory of these arrays, one for each input and then for each output.

        They must be contiguous float64 arrays of one state; outputs writable and apart. The call
        keeps them, stays with its tier, and belongs to one thread at a time.
        """
        native = _of_tier(self._one, tier)
        return bound(self.name, native, self.inputs, self.outputs, arrays)

    def batch(
        self, *arrays: Any, out: Any = None, threads: int = 1, progress: Progress | None = None
    ) -> Any:
        """The outputs for a batch: inputs of shape (N, …) with any strides, states along axis 0.

        `out` takes the results (one array an output); `progress(done, total)` is called every
        50 ms; Ctrl-C ends the call within that time with `Interrupted`.
        """
        if threads.__class__ is not int or threads < 1:
            require_threads(self.name, threads)
        rows = rows_as_they_stand(self._slots, (*arrays, out)) if len(self.outputs) == 1 else None
        if rows:
            self._drive(rows, len(out), threads, progress)
            return out
        made = self._converted(arrays)
        if not is_batch(self.inputs, made):
            raise ArgumentError(
                f"Kernel '{self.name}': a batch was asked for, but the arguments are of one "
                "state. Give every argument a first axis, of length 1 for a batch of one."
            )
        return self._run(made, out, threads, progress)

    # ── below ─────────────────────────────────────────────────────────────────────────────
    def _first_call(self, arrays: Sequence[Any]) -> Any:
        """The same, where there is no code yet, or a better tier, or all scratch is in use."""
        made = self._converted(arrays)
        if is_batch(self.inputs, made):
            return self._run(made)
        self._pool.append(Scratch(self.inputs, self.outputs, self._one.at_once()))
        return self(*made)

    def _converted(self, arrays: Sequence[Any]) -> Sequence[Array]:
        if is_ready_batch(self.inputs, arrays):
            return arrays
        return converted(self.name, self.inputs, arrays)

    def _run(
        self,
        inputs: Sequence[Array],
        out: Any = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Any:
        total = len(inputs[0])
        if out is None:
            made = new_outputs(self.outputs, total)
        else:
            made = given_outputs(self.name, self.outputs, self.inputs, inputs, out)
        if total:
            rows = rows_of(inputs, made)
            self._drive(rows, total, threads, progress)
            if out is not None:
                rows.copy_back(made)
        return made[0] if self._result is None else self._result(*made)

    def _drive(self, rows: Rows, total: int, threads: int, progress: Progress | None) -> None:
        driver = self._driver or self._new_driver()
        driver.run(rows, total, int(threads), progress)

    def _new_driver(self) -> Driver:
        self._driver = Driver(self._batched().optimized())
        return self._driver

    def _batched(self) -> Tiered:
        if self._many is None:
            raise TargetError(
                f"Kernel '{self.name}' was made from code for one state and has none for "
                "batches. Compile the Program with kane.pipeline.compile instead."
            )
        return self._many


class Address(int):
    """An address in native code, which stays valid as long as this value is referenced."""

    native: Native

    def __new__(cls, native: Native) -> Address:
        made = super().__new__(cls, native.address)
        made.native = native
        return made

    @property
    def workspace(self) -> int:
        """How many doubles the function wants at its `work`, 64-byte aligned."""
        return self.native.workspace


def _copied(arrays: Sequence[Any], places: Sequence[Any]) -> bool:
    """Whether the arguments were float64 arrays of one state, and are now in their places."""
    if len(arrays) != len(places):
        return False
    try:
        if places and arrays[0].ndim != places[0].ndim:
            return False  # a batch: found out without the cost of an exception
        for place, array in zip(places, arrays):  # noqa: B905 (strict costs 0.1 µs)
            place[:] = array
    except (AttributeError, TypeError, ValueError):
        return False
    return True


def _of_tier(tiered: Tiered, tier: Tier) -> Native:
    match tier:
        case Tier.OPTIMIZED:
            return tiered.optimized()
        case Tier.QUICK:
            return tiered.at_once()
        case _:
            raise ArgumentError(f"{tier!r} is no tier. Pass Tier.OPTIMIZED or Tier.QUICK.")


def _result_type(signature: Signature) -> Any:
    """The named tuple of the outputs; None for a single output."""
    names = [made.name for made in signature.outputs]
    return None if len(names) == 1 else namedtuple("Outputs", names, rename=True)
