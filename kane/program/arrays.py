"""Arrays as a Routine sees them: flat, of one element type, read and written one at a time.

`a[i]` is an element, `a[i:]` the same memory from element i on (never a copy). A NumPy array
of doubles or of 64-bit integers is one already. `Window` is what the plain run hands to a
Routine instead: the same memory, with every index checked.

From: —    Next: routine.py
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, overload

import numpy as np
from numpy.typing import NDArray


class Floats(Protocol):
    """A flat array of doubles: `double *` in native code."""

    @overload
    def __getitem__(self, index: int, /) -> float: ...
    @overload
    def __getitem__(self, index: slice[int, None, None], /) -> Floats: ...
    def __setitem__(self, index: int, value: float, /) -> None: ...


class Ints(Protocol):
    """A flat array of 64-bit integers: `int64_t *` in native code."""

    @overload
    def __getitem__(self, index: int, /) -> int: ...
    @overload
    def __getitem__(self, index: slice[int, None, None], /) -> Ints: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...


class OutOfRange(Exception):
    """An index outside its array; the plain run adds the routine, the line and the remedy."""


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """The memory of an array from element `start` on, with checked indices."""

    array: NDArray[Any]
    start: int
    number: Callable[[Any], Any]  # float or int: elements must not stay NumPy scalars

    def __getitem__(self, index: int | slice[int, None, None]) -> Any:
        if isinstance(index, slice):
            return Window(self.array, self.start + self._within(index.start, 1), self.number)
        return self.number(self.array[self.start + self._within(index, 0)])

    def __setitem__(self, index: int, value: float) -> None:
        self.array[self.start + self._within(index, 0)] = value

    def __len__(self) -> int:
        return self.array.size - self.start

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """The window as a NumPy array over the same memory."""
        return np.array(self.array[self.start :], dtype=dtype, copy=copy)

    def _within(self, index: int, beyond: int) -> int:
        if not 0 <= index < len(self) + beyond:
            raise OutOfRange(f"index {index} of an array of {len(self)} elements")
        return index
