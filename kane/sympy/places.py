"""Places: where SymPy itself holds its KanesMethod, and another class put there.

From: method.py    Next: use.py
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FunctionType, ModuleType
from typing import Any

from sympy.physics.mechanics import jointsmethod, kane, models, system

MODELS: tuple[ModuleType, ...] = (jointsmethod, models, system)  # loaded before they are searched


def put(old: type, new: type, owners: tuple[object, ...]) -> None:
    """Put one class in place of another: in SymPy's modules, in the defaults of its functions,
    and in other modules (a notebook's names) or mappings given as owners."""
    for names in _namespaces(owners):
        for name, value in list(names.items()):
            if value is old:
                names[name] = new
    for function in _functions():
        defaults = function.__defaults__ or ()
        if any(value is old for value in defaults):
            function.__defaults__ = tuple(new if value is old else value for value in defaults)


@contextmanager
def sympys_own(cls: type) -> Iterator[None]:
    """Within, SymPy's class makes helpers of its own kind again: one for auxiliary speeds."""
    there = kane.KanesMethod
    kane.KanesMethod = cls
    try:
        yield
    finally:
        kane.KanesMethod = there


def _namespaces(owners: tuple[object, ...]) -> Iterator[dict[str, Any]]:
    for name, module in list(sys.modules.items()):
        if name.startswith("sympy.physics.mechanics") and "tests" not in name.split("."):
            yield vars(module)
    for owner in owners:
        yield owner if isinstance(owner, dict) else vars(owner)


def _functions() -> Iterator[FunctionType]:
    """The methods of SymPy's System and JointsMethod, decorated ones unwrapped."""
    for owner in (system.System, jointsmethod.JointsMethod):
        for value in vars(owner).values():
            function = getattr(value, "__wrapped__", value)
            if isinstance(function, FunctionType):
                yield function
