"""What a Library means, as bytes to make a key of: without parsing a line of its source.

A Routine's meaning is in its bytecode, the types of its parameters, the numbers that its names
stand for, and the Routines it calls.

From: routine.py    Next: kane/machine/routine.py
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

from kane.program.routine import Library, Routine

_DEPTH = 3  # module.Class.MEMBER.value


def fingerprint(library: Library) -> bytes:
    """Bytes that differ wherever two libraries do, under one version of Python."""
    functions = [one.function for one in library.routines]
    order = {function: place for place, function in enumerate(functions)}
    parts: list[Any] = [sys.version, library.name, len(functions)]
    for function in functions:  # grows while it is gone through
        for used in _used(function):
            if used not in order:
                order[used] = len(functions)
                functions.append(used)
        parts.append(_meaning(function, order))
    return repr(parts).encode()


def _meaning(function: FunctionType, order: dict[FunctionType, int]) -> tuple[Any, ...]:
    code = function.__code__
    prototype = Routine(function).prototype
    constants = [_number(one) for one in code.co_consts]
    names = [[_named(one, order) for one in _meanings(function, name)] for name in code.co_names]
    return (str(prototype), code.co_code, constants, code.co_names, code.co_varnames, names)


def _used(function: FunctionType) -> Iterator[FunctionType]:
    for name in function.__code__.co_names:
        for meaning in _meanings(function, name):
            if isinstance(meaning, Routine):
                yield meaning.function


def _meanings(function: FunctionType, name: str) -> Iterator[Any]:
    """What a global name stands for, and what may be reached from there by other names."""
    if name in function.__globals__:
        yield from _reached(function.__globals__[name], function.__code__.co_names, _DEPTH)


def _reached(value: Any, names: tuple[str, ...], depth: int) -> Iterator[Any]:
    yield value
    if depth and not isinstance(value, int | float | Routine):
        for name in names:
            if hasattr(value, name):
                yield from _reached(getattr(value, name), names, depth - 1)


def _named(value: Any, order: dict[FunctionType, int]) -> Any:
    if isinstance(value, Routine):
        return ("routine", order[value.function])
    if isinstance(value, ModuleType | type) or not isinstance(value, int | float):
        return getattr(value, "__qualname__", type(value).__qualname__)
    return _number(value)


def _number(value: Any) -> str:
    """A constant with its type: 1, 1.0 and True are three."""
    return f"{type(value).__name__} {value!r}"
