"""Places: where SymPy itself holds its KanesMethod, and another class put there.

From: method.py    Next: use.py
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any, Final

from sympy.physics.mechanics import jointsmethod, kane, models, system

MODELS: Final[tuple[ModuleType, ...]] = (jointsmethod, models, system)  # loaded to be searched
Names = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Names, and defaults of functions, that held one of some classes, with what they held."""

    names: Sequence[tuple[Names, str, type]]
    defaults: Sequence[tuple[FunctionType, tuple[Any, ...]]]
    classes: tuple[type, ...]

    def put(self, cls: type) -> None:
        """Another class there."""
        for names, name, _ in self.names:
            names[name] = cls
        for function, before in self.defaults:
            put = (cls if _is_one(value, self.classes) else value for value in before)
            function.__defaults__ = tuple(put)

    def put_back(self) -> None:
        """What was there before."""
        for names, name, before in self.names:
            names[name] = before
        for function, values in self.defaults:
            function.__defaults__ = values


def places_of(classes: tuple[type, ...], owners: Sequence[Names]) -> Places:
    """Where these classes are: in SymPy's modules, in the defaults of its functions, and in the
    names of owners, such as a notebook's."""
    names = [
        (found, name, value)
        for found in _namespaces(owners)
        for name, value in list(found.items())
        if _is_one(value, classes)
    ]
    functions = [(function, function.__defaults__ or ()) for function in _functions()]
    defaults = [
        (function, values)
        for function, values in functions
        if any(_is_one(value, classes) for value in values)
    ]
    return Places(names=names, defaults=defaults, classes=classes)


@contextmanager
def sympys_own(cls: type) -> Iterator[None]:
    """Within, SymPy's class makes helpers of its own kind again: one for auxiliary speeds."""
    there = kane.KanesMethod
    kane.KanesMethod = cls
    try:
        yield
    finally:
        kane.KanesMethod = there


def _is_one(value: object, classes: tuple[type, ...]) -> bool:
    return any(value is cls for cls in classes)


def _namespaces(owners: Sequence[Names]) -> Iterator[Names]:
    for name, module in list(sys.modules.items()):
        if name.startswith("sympy.physics.mechanics") and "tests" not in name.split("."):
            yield vars(module)
    yield from owners


def _functions() -> Iterator[FunctionType]:
    """The methods of SymPy's System and JointsMethod, decorated ones unwrapped."""
    for owner in (system.System, jointsmethod.JointsMethod):
        for value in vars(owner).values():
            function = getattr(value, "__wrapped__", value)
            if isinstance(function, FunctionType):
                yield function
