"""Numbers that remember how they were made, so that a result's operations can be counted.

Only what a result needs is counted; what the integers 0, 1 and −1 do is free, as are signs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """A number by name, or the result of an operation on others."""

    operation: str = "given"
    of: tuple[Any, ...] = ()

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, int):
            return _scaled(self, other)
        return Counted("mul", (self, other))

    def __add__(self, other: Any) -> Any:
        return self if isinstance(other, int) and other == 0 else Counted("add", (self, other))

    def __sub__(self, other: Any) -> Any:
        return self if isinstance(other, int) and other == 0 else Counted("add", (self, other))

    def __rsub__(self, other: Any) -> Any:
        return Counted("sign", (self,)) if other == 0 else Counted("add", (other, self))

    def __neg__(self) -> Any:
        return Counted("sign", (self,))

    __rmul__, __radd__ = __mul__, __add__


def _scaled(number: Counted, by: int) -> Any:
    match by:
        case 0:
            return 0
        case 1:
            return number
        case -1:
            return -number
        case _:
            return Counted("mul", (number, by))


def operations(results: Iterable[Any], constant: Iterable[Counted] = ()) -> tuple[int, int]:
    """Multiplications and additions that results need; what `constant` needs is off line."""
    known = {id(number) for number in constant}
    counts: Counter[str] = Counter()
    waiting = [result for result in results if isinstance(result, Counted)]
    while waiting:
        number = waiting.pop()
        if id(number) in known:
            continue
        known.add(id(number))
        counts[number.operation] += 1
        waiting += [part for part in number.of if isinstance(part, Counted)]
    return counts["mul"], counts["add"]
