"""The source of a Routine: its syntax tree with true line numbers, and what its names mean.

From: routine.py    Next: routine_check.py
"""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from types import FunctionType
from typing import Any, Final, get_args, get_origin, get_type_hints

from kane.errors import RoutineError
from kane.program.arrays import Floats, Ints
from kane.program.routine_types import Kind, Pointer, Type

MISSING: Final = object()
ARRAYS: Final = frozenset({Kind.FLOATS, Kind.INTS})
_BUILTIN: Final = {"int": int, "float": float, "bool": bool, "None": None}
_KINDS: Final = {
    int: Kind.INT,
    float: Kind.FLOAT,
    bool: Kind.BOOL,
    Floats: Kind.FLOATS,
    Ints: Kind.INTS,
    None: Kind.NOTHING,
    type(None): Kind.NOTHING,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A function's syntax and the module it stands in."""

    function: FunctionType
    node: ast.FunctionDef

    def meaning(self, node: ast.expr) -> object:
        """What a global name or a dotted path from one stands for, or MISSING."""
        if isinstance(node, ast.Name):
            known = self.function.__globals__
            return known.get(node.id, getattr(builtins, node.id, MISSING))
        if isinstance(node, ast.Attribute):
            owner = self.meaning(node.value)
            return MISSING if owner is MISSING else getattr(owner, node.attr, MISSING)
        return MISSING

    def refusal(self, node: ast.AST, what: str, remedy: str) -> RoutineError:
        """The error that this piece of the source leaves the subset."""
        return refusal(self.function, getattr(node, "lineno", self.node.lineno), what, remedy)


def refusal(function: FunctionType, line: int, what: str, remedy: str) -> RoutineError:
    """A RoutineError in four parts: which routine, where, what and what to do."""
    where = f"{function.__code__.co_filename}:{line}"
    return RoutineError(f"Routine '{function.__name__}', {where}: {what}. {remedy}.")


@cache
def source_of(function: FunctionType) -> Source:
    """The source of a function that was written in a file (or a notebook's cell)."""
    code = function.__code__
    for node in ast.walk(_tree(code.co_filename)):
        if isinstance(node, ast.FunctionDef) and node.name == function.__name__:
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
            if first == code.co_firstlineno:
                return Source(function=function, node=node)
    raise refusal(
        function,
        code.co_firstlineno,
        "its source cannot be found there",
        "Write the routine as a plain function in a file, not at a prompt or as a lambda",
    )


@lru_cache(maxsize=8)
def _tree(filename: str) -> ast.Module:
    return ast.parse("".join(linecache.getlines(filename)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Prototype:
    """Names and types of what a Routine takes, and the type of its result."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    result: Kind

    @property
    def pointer(self) -> Pointer | None:
        """Its type as a value, or None if one of its own parameters is a function."""
        kinds = [kind for _, kind in self.parameters if isinstance(kind, Kind)]
        whole = len(kinds) == len(self.parameters)
        return Pointer(tuple(kinds), self.result) if whole else None


@cache
def prototype_of(function: FunctionType) -> Prototype:
    """The prototype that a function's annotations declare; its source is not looked at."""
    code = function.__code__
    unusual = code.co_posonlyargcount or code.co_kwonlyargcount or function.__defaults__
    if unusual or code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS):
        raise _undeclared(
            function,
            "it has parameters with defaults, stars or a slash",
            "Take plain positional parameters alone",
        )
    try:
        hints = _hints(function)
    except NameError as fault:
        what = f"an annotation cannot be read ({fault})"
        raise _undeclared(function, what, "Import the name it uses") from None
    names = code.co_varnames[: code.co_argcount]
    result = type_of(hints.get("return", MISSING))
    if not isinstance(result, Kind) or result in ARRAYS:
        raise _undeclared(
            function,
            "its result is not annotated as int, float, bool or None",
            "Annotate it so; hand further results back in arrays",
        )
    parameters = tuple((name, _annotated(function, name, hints)) for name in names)
    return Prototype(name=function.__name__, parameters=parameters, result=result)


def _hints(function: FunctionType) -> dict[str, Any]:
    """The meaning of every annotation; `get_type_hints` takes 60 µs, plain names almost nothing."""
    names = function.__globals__
    found = {
        name: names.get(one, _BUILTIN.get(one, MISSING)) if isinstance(one, str) else MISSING
        for name, one in function.__annotations__.items()
    }
    if MISSING not in found.values():
        return found
    return get_type_hints(function)


def _undeclared(function: FunctionType, what: str, remedy: str) -> RoutineError:
    return refusal(function, function.__code__.co_firstlineno, what, remedy)


def _annotated(function: FunctionType, name: str, hints: dict[str, Any]) -> Type:
    kind = type_of(hints.get(name, MISSING))
    if kind is None or kind is Kind.NOTHING:
        raise _undeclared(
            function,
            f"parameter '{name}' is not annotated with a type of the subset",
            "Annotate it as int, float, bool, Floats, Ints, or a Callable of these",
        )
    return kind


def type_of(hint: object) -> Type | None:
    """The type that an annotation means, or None if it is not one of ours."""
    if get_origin(hint) is Callable:
        return _pointer(hint)
    try:
        return _KINDS.get(hint)  # type: ignore[call-overload, no-any-return]
    except TypeError:  # unhashable: no type of ours
        return None


def _pointer(hint: object) -> Pointer | None:
    taken, given = get_args(hint) or ((), MISSING)
    kinds = [type_of(one) for one in taken] if isinstance(taken, list) else [None]
    result = type_of(given)
    known = [kind for kind in kinds if isinstance(kind, Kind) and kind is not Kind.NOTHING]
    if len(known) != len(kinds) or not isinstance(result, Kind) or result in ARRAYS:
        return None
    return Pointer(tuple(known), result)
