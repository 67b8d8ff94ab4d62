"""Arguments of native calls: what is accepted, and the words for what is not.

An argument is one state (its own shape) or a batch (the states along a first axis). Whatever
converts to float64 without loss of kind is accepted by an ordinary call; a bound call and
`out=` take the memory as it is and therefore ask for more.

From: kane/program/signature.py    Next: call.py, batch.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kane.errors import ArgumentError
from kane.program.signature import Signature

Array = NDArray[np.float64]
FLOAT: Final = np.dtype(np.float64)
_WORK: Final[Any] = 1000  # steps to find out whether two arrays overlap; then taken for granted


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """What a native function reads or writes in one place: a name and a shape."""

    name: str
    shape: tuple[int, ...]
    ndim: int
    size: int

    def __str__(self) -> str:
        return f"'{self.name}'"


def inputs_of(signature: Signature) -> tuple[Slot, ...]:
    """What native code reads."""
    return tuple(_slot(given.name, given.shape) for given in signature.inputs)


def outputs_of(signature: Signature) -> tuple[Slot, ...]:
    """What native code writes."""
    return tuple(_slot(made.name, made.shape) for made in signature.outputs)


def _slot(name: str, shape: tuple[int, ...]) -> Slot:
    return Slot(name=name, shape=shape, ndim=len(shape), size=prod(shape))


def converted(kernel: str, slots: Sequence[Slot], arrays: Sequence[Any]) -> list[Array]:
    """The arguments as float64 arrays, all of one state or all of one batch."""
    require_count(kernel, slots, arrays)
    made = [_as_float(kernel, slot, array) for slot, array in zip(slots, arrays, strict=True)]
    batches = [_is_batch(kernel, slot, array) for slot, array in zip(slots, made, strict=True)]
    if any(batches):
        _require_one_batch(kernel, slots, made, batches)
        return made
    return [array.reshape(slot.shape) for slot, array in zip(slots, made, strict=True)]


def is_batch(slots: Sequence[Slot], arrays: Sequence[Array]) -> bool:
    """Whether converted arguments are a batch."""
    return bool(slots) and arrays[0].ndim != slots[0].ndim


def is_ready_batch(slots: Sequence[Slot], arrays: Sequence[Any]) -> bool:
    """Whether arguments are a batch of float64 arrays as they stand: the quick answer."""
    if not arrays or len(arrays) != len(slots):
        return False
    shape = getattr(arrays[0], "shape", None)
    if not shape or len(shape) != slots[0].ndim + 1:
        return False
    total = shape[:1]
    for slot, array in zip(slots, arrays):  # noqa: B905 (strict costs 0.1 µs)
        if array.__class__ is not np.ndarray or array.dtype is not FLOAT:
            return False
        if array.shape != total + slot.shape:
            return False
    return True


def require_count(kernel: str, slots: Sequence[Slot], arrays: Sequence[Any]) -> None:
    """Nothing, if there are as many arguments as slots."""
    if len(arrays) != len(slots):
        names = ", ".join(slot.name for slot in slots) or "none"
        raise ArgumentError(
            f"Kernel '{kernel}' takes {len(slots)} arguments ({names}), but {len(arrays)} were "
            "given. Pass one array for each, in this order."
        )


def require_memory(kernel: str, slot: Slot, array: Any) -> Array:
    """The array itself, if native code can use its memory as it is."""
    where = f"Kernel '{kernel}', argument {slot}"
    if not isinstance(array, np.ndarray):
        raise ArgumentError(
            f"{where}: a {type(array).__name__} has no memory to use in place. "
            f"Pass a float64 array of shape {slot.shape}."
        )
    if array.dtype != FLOAT or not array.dtype.isnative:
        raise ArgumentError(
            f"{where}: type {array.dtype.str} cannot be used in place. "
            "Pass an array of native float64, for example np.asarray(x, dtype=np.float64)."
        )
    if not array.flags.aligned:
        raise ArgumentError(f"{where}: its memory is not aligned to 8 bytes. Pass a copy.")
    return array


def require_writable(kernel: str, slot: Slot, array: Array) -> None:
    """Nothing, if the array may be written."""
    if not array.flags.writeable:
        raise ArgumentError(
            f"Kernel '{kernel}', output {slot}: the array of shape {array.shape} is read-only. "
            "Pass one that may be written, for example np.empty(shape)."
        )


def require_apart(kernel: str, names: Sequence[Slot], arrays: Sequence[Array], inputs: int) -> None:
    """Nothing, if no output shares memory with another array."""
    for k in range(inputs, len(arrays)):
        for other in range(k):
            if _overlap(arrays[k], arrays[other]):
                raise ArgumentError(
                    f"Kernel '{kernel}': output {names[k]} shares memory with {names[other]}. "
                    "Outputs need memory of their own: pass a new array."
                )


def _overlap(a: Array, b: Array) -> bool:
    if not np.may_share_memory(a, b):
        return False
    try:
        return bool(np.shares_memory(a, b, max_work=_WORK))
    except np.exceptions.TooHardError:
        return True


def _as_float(kernel: str, slot: Slot, array: Any) -> Array:
    where = f"Kernel '{kernel}', argument {slot}"
    try:
        made = np.asarray(array)
    except ValueError:
        raise ArgumentError(
            f"{where}: a {type(array).__name__} whose rows differ in length is no array. "
            f"Pass {_wanted(slot)}."
        ) from None
    if not np.can_cast(made.dtype, FLOAT, "same_kind"):
        raise ArgumentError(
            f"{where}: values of type {made.dtype} are not real numbers. "
            f"Pass {_wanted(slot)} of floats."
        )
    return made.astype(FLOAT, copy=False)


def _is_batch(kernel: str, slot: Slot, array: Array) -> bool:
    if array.shape == slot.shape or (array.ndim == 0 and slot.size == 1):
        return False
    if array.ndim == len(slot.shape) + 1 and array.shape[1:] == slot.shape:
        return True
    raise ArgumentError(
        f"Kernel '{kernel}', argument {slot} has shape {array.shape}. Pass {_wanted(slot)}."
    )


def _wanted(slot: Slot) -> str:
    batch = ", ".join(("N", *map(str, slot.shape)))
    return f"shape {slot.shape} for one state, or ({batch}) for a batch of N"


def _require_one_batch(
    kernel: str, slots: Sequence[Slot], arrays: Sequence[Array], batches: Sequence[bool]
) -> None:
    shapes = ", ".join(f"{slot.name} {a.shape}" for slot, a in zip(slots, arrays, strict=True))
    if not all(batches):
        raise ArgumentError(
            f"Kernel '{kernel}': one state and a batch are mixed ({shapes}). Pass every argument "
            "for one state or every argument for N; np.broadcast_to(x, (N, len(x))) repeats one "
            "without copying it."
        )
    if len({array.shape[0] for array in arrays}) > 1:
        raise ArgumentError(
            f"Kernel '{kernel}': the batches differ in length ({shapes}). "
            "Pass the same number of states in every argument."
        )
