"""The table that the native batch driver reads: of each array its base and its two strides.

From: arguments.py    Next: batch.py
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Sequence
from functools import cache
from struct import Struct
from typing import Any, Final

import numpy as np

from kane.machine.arguments import FLOAT, Array, Slot
from kane.machine.tiers import FRAME

_WORD: Final = 8


class Rows:
    """The driver's table: base, stride between states and between elements of each array."""

    __slots__ = ("arrays", "numbers", "pack")

    def __init__(self, arrays: Sequence[Array], numbers: Sequence[int]) -> None:
        self.arrays = arrays  # inputs, then outputs; those of them that had to be copied are copies
        self.numbers = numbers
        self.pack = _frame(len(numbers)).pack

    def frame(self, places: tuple[int, int], first: int, last: int) -> bytes:
        """All that a call of the driver is told, in one piece; places of workspace and control."""
        return self.pack(*places, first, last, *self.numbers)

    def copy_back(self, outputs: Sequence[Array]) -> None:
        """Fills the outputs that had to be written elsewhere."""
        written = self.arrays[len(self.arrays) - len(outputs) :]
        for output, array in zip(outputs, written, strict=True):
            if array is not output:
                output[...] = array


def rows_of(inputs: Sequence[Array], outputs: Sequence[Array]) -> Rows:
    """The table of any float64 arrays."""
    arrays = [*inputs, *outputs]
    return Rows(arrays, _rows(arrays) or _rows_of_any(arrays))


def rows_as_they_stand(slots: Sequence[Slot], arrays: Sequence[Any]) -> Rows | None:
    """The table of a batch's inputs and its one output, where all is as the driver wants it.

    What takes a closer look has none: 2 µs are saved for all else.
    """
    if len(arrays) != len(slots):
        return None
    total: tuple[int, ...] | None = None
    for slot, array in zip(slots, arrays):  # noqa: B905 (strict costs 0.1 µs)
        if array.__class__ is not np.ndarray or array.dtype is not FLOAT:
            return None
        total = array.shape[:1] if total is None else total
        if array.shape != total + slot.shape:
            return None
    numbers = _rows(arrays)
    good = numbers and arrays[-1].flags.writeable and _last_is_apart(arrays, numbers)
    return Rows(arrays, numbers) if good else None


def _last_is_apart(arrays: Sequence[Array], numbers: Sequence[int]) -> bool:
    """Whether arrays in one piece, by rows or by columns, are clear of the last."""
    spans = []
    for k, array in enumerate(arrays):
        base, by_state, by_element = numbers[3 * k : 3 * k + 3]
        states, elements = array.shape
        if by_element == _WORD and by_state >= _WORD * elements:
            spans.append((base, base + states * by_state))
        elif by_state == _WORD and by_element >= _WORD * states:
            spans.append((base, base + elements * by_element))
        else:
            return False
    first, end = spans.pop()
    return all(end <= start or stop <= first for start, stop in spans)


@cache
def _frame(numbers: int) -> Struct:
    return Struct(f"{FRAME + numbers}q")


def _rows(arrays: Sequence[Array]) -> list[int]:
    """The rows of aligned arrays of one axis a state; of any others nothing. 0.3 µs an array."""
    numbers: list[int] = []
    bits = 0
    for array in arrays:
        strides = array.strides
        if len(strides) != 2:
            return []
        base = _word_at(id(array) + _HEAD).value if _QUICK else _address_slowly(array)
        by_state, by_element = strides
        bits |= base | by_state | by_element
        numbers += (base, by_state, by_element)
    return [] if bits % _WORD else numbers


def _rows_of_any(arrays: list[Array]) -> list[int]:
    """The same of any arrays, those replaced by copies that are unaligned or without a stride."""
    numbers: list[int] = []
    for index, array in enumerate(arrays):
        row = address(array), *_outer_strides(array)
        if any(number % _WORD for number in row):
            copy = arrays[index] = array.copy(order="C")
            row = address(copy), *_outer_strides(copy)
        numbers += row
    return numbers


def _outer_strides(array: Array) -> tuple[int, int]:
    """Strides between states and between elements; the latter 1 where there is no single one."""
    strides, shape = array.strides, array.shape
    if len(strides) == 1:
        return strides[0], _WORD
    steady = all(strides[k] == strides[k + 1] * shape[k + 1] for k in range(1, array.ndim - 1))
    return strides[0], strides[-1] if steady else 1


# ── addresses ─────────────────────────────────────────────────────────────────────────────────
_HEAD: Final = object.__basicsize__  # of PyArrayObject; the data pointer follows it
_word_at: Final = ctypes.c_size_t.from_address


def address(array: Array) -> int:
    """Where an array's first element is."""
    return _word_at(id(array) + _HEAD).value if _QUICK else _address_slowly(array)


def _address_slowly(array: Array) -> int:
    return int(array.__array_interface__["data"][0])  # 1.1 µs


def _is_laid_out_as_known() -> bool:
    """Whether the structure that every extension module reads can be read here: 0.15 µs."""
    if sys.implementation.name != "cpython":
        return False
    sample = np.empty(3)[1:]
    return _word_at(id(sample) + _HEAD).value == _address_slowly(sample)


_QUICK: Final = _is_laid_out_as_known()
