"""Calls on one state: memory laid out beforehand, so that a call only copies and jumps.

Native code takes one pointer an array (`kane/program/signature.py`); called from Python through
a table of those pointers it takes one argument, which costs 0.15 µs instead of 0.3 µs.

From: arguments.py    Next: batch.py
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import pairwise
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError
from kane.machine.arguments import (
    FLOAT,
    Array,
    Slot,
    require_apart,
    require_count,
    require_memory,
    require_writable,
)
from kane.machine.tiers import TABLE, Native

_LINE: Final = 64  # bytes, the alignment that native code may rely on
_WORD: Final = 8


def callable_on(native: Native) -> Any:
    """Native code as a function of one argument, a table of pointers."""
    return native.function(TABLE, None, ctypes.c_void_p)


def aligned(size: int) -> Array:
    """That many zero doubles, at a multiple of 64 bytes."""
    room = np.zeros(size + _LINE // _WORD)
    skipped = -room.ctypes.data % _LINE // _WORD
    return room[skipped : skipped + size]


def table(arrays: Sequence[Array]) -> Any:
    """A table of the arrays' addresses, which keeps the arrays."""
    made = _table_type(len(arrays))(*[array.ctypes.data for array in arrays])
    made.arrays = tuple(arrays)
    return made


@cache
def _table_type(length: int) -> Any:
    # a subclass has attributes of its own, a plain ctypes array has not
    return type("Table", (ctypes.c_void_p * length,), {})


class Scratch:
    """Memory for one call of native code at a time: inputs, outputs, workspace, and their table.

    Assigning to `given[k][:]` copies an argument of the right type and shape, and raises
    ValueError or TypeError for any other.
    """

    __slots__ = ("call", "given", "made", "native", "table")

    def __init__(self, inputs: Sequence[Slot], outputs: Sequence[Slot], native: Native) -> None:
        slots = (*inputs, *outputs)
        ends = np.cumsum([0, *[slot.size for slot in slots]]).tolist()
        memory = aligned(ends[-1])
        parts = [memory[start:end] for start, end in pairwise(ends)]
        views = [part.reshape(slot.shape) for part, slot in zip(parts, slots, strict=True)]
        self.given = tuple(_taker(view) for view in views[: len(inputs)])
        self.made = tuple(views[len(inputs) :])
        self.native = native  # whose workspace this is
        self.call = callable_on(native)
        self.table = table([*views, aligned(native.workspace)])


def _taker(view: Array) -> Any:
    # a memoryview takes nothing but float64 of its own shape, and knows that within 0.1 µs
    buffer: Any = view
    return memoryview(buffer) if view.ndim == 1 else _Taker(view)


class _Taker:
    """What such a memoryview does, for arrays that have not just one axis."""

    __slots__ = ("ndim", "view")

    def __init__(self, view: Array) -> None:
        self.view = view
        self.ndim = view.ndim

    def __setitem__(self, key: slice, array: Any) -> None:
        if array.__class__ is not np.ndarray or array.dtype is not FLOAT:
            raise TypeError
        if array.shape != self.view.shape:
            raise ValueError
        self.view[...] = array


def bound(
    name: str,
    native: Native,
    inputs: Sequence[Slot],
    outputs: Sequence[Slot],
    arrays: Sequence[Any],
) -> Callable[[], None]:
    """A call on these arrays' memory, one for each input and then each output; it keeps them."""
    slots = (*inputs, *outputs)
    require_count(name, slots, arrays)
    used = [require_memory(name, slot, array) for slot, array in zip(slots, arrays, strict=True)]
    for slot, array in zip(slots, used, strict=True):
        _require_layout(name, slot, array)
    for slot, array in zip(outputs, used[len(inputs) :], strict=True):
        require_writable(name, slot, array)
    require_apart(name, slots, used, len(inputs))
    return partial(callable_on(native), table([*used, aligned(native.workspace)]))


def _require_layout(name: str, slot: Slot, array: Array) -> None:
    if array.shape != slot.shape:
        raise ArgumentError(
            f"Kernel '{name}', argument {slot} has shape {array.shape}, but a bound call takes "
            f"one state of shape {slot.shape}. Pass an array of that shape."
        )
    if not array.flags.c_contiguous:
        raise ArgumentError(
            f"Kernel '{name}', argument {slot}: strides {array.strides} are not those of a "
            "contiguous row-major array. Pass np.ascontiguousarray(x), or call without binding."
        )
