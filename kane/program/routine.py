"""Routine: a function in restricted, typed Python that runs as it stands or is translated.

    @routine
    def dot(a: Floats, b: Floats, n: int) -> float:
        total = 0.0
        for i in range(n):
            total += a[i] * b[i]
        return total

Calling it runs it in plain Python (slow, checked: the oracle); `native` in kane/machine/routine.py
makes machine code of it. What the subset holds and how it differs from Python stands in
`docs/routines.md`; routine_check.py refuses the rest.

From: kane/program/program.py    Next: routine_check.py, then kane/emitters/routine_llvm.py
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any, Generic, ParamSpec, TypeVar, cast

from kane.errors import ArgumentError, RoutineError
from kane.program.routine_plain import run
from kane.program.routine_source import Prototype, prototype_of

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True, eq=False)
class Routine(Generic[P, R]):
    """A function in the subset; equal only to itself."""

    function: FunctionType

    @property
    def name(self) -> str:
        """Its name."""
        return self.function.__name__

    @property
    def prototype(self) -> Prototype:
        """Names and types of its parameters, and the type of its result."""
        return prototype_of(self.function)

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> R:
        """The result, computed in plain Python with checked indices and IEEE 754 arithmetic."""
        count = len(self.prototype.parameters)
        if named or len(arguments) != count:
            taken = ", ".join(name for name, _ in self.prototype.parameters)
            raise ArgumentError(
                f"Routine '{self.name}' takes {count} arguments ({taken}) by position, not "
                f"{len(arguments)} and {len(named)} by name. Give them all in that order."
            )
        return cast(R, run(self.function, arguments))

    def __repr__(self) -> str:
        parameters = ", ".join(f"{name}: {kind}" for name, kind in self.prototype.parameters)
        return f"<routine {self.name}({parameters}) -> {self.prototype.result}>"


def routine(function: Callable[P, R]) -> Routine[P, R]:
    """The Routine of a function; a decorator. Nothing is checked before it is run or translated."""
    if not isinstance(function, FunctionType) or function.__closure__:
        raise RoutineError(
            f"{function!r} cannot be a routine: it is not a function of a module. "
            "Define it at the top of a module, using nothing of a function around it."
        )
    made: Routine[P, R] = Routine(function)
    return made


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """Routines translated together, once for all models. `routines` are those to call from
    outside; what they call comes along."""

    name: str
    routines: tuple[Routine[..., Any], ...]


def library(name: str, *routines: Routine[..., Any]) -> Library:
    """A Library of these Routines, under a name that begins the name of each in native code."""
    names = [one.name for one in routines]
    twice = sorted({one for one in names if names.count(one) > 1})
    if twice:
        raise RoutineError(
            f"Library '{name}' has two routines named {', '.join(twice)}. Rename one of them."
        )
    if not (name.isascii() and name.isidentifier()):
        raise RoutineError(f"Library '{name}' needs a plain ASCII identifier for a name.")
    return Library(name=name, routines=routines)
