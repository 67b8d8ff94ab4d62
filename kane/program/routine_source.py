"""The source of a Routine: its syntax tree with true line numbers, and what its names mean.

From: routine.py    Next: routine_check.py
"""

from __future__ import annotations

import ast
import builtins
import linecache
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from types import FunctionType
from typing import Any, Final, get_args, get_origin, get_type_hints

from kane.errors import RoutineError
from kane.program.arrays import Floats, Ints
from kane.program.routine_tree import Kind, Pointer, Type

MISSING: Final = object()
_KINDS: Final = {
    int: Kind.INT,
    float: Kind.FLOAT,
    bool: Kind.BOOL,
    Floats: Kind.FLOATS,
    Ints: Kind.INTS,
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
    """The prototype that a function's annotations declare."""
    source = source_of(function)
    _plain_parameters(source)
    try:
        hints = get_type_hints(function)
    except NameError as fault:
        raise source.refusal(
            source.node, f"an annotation cannot be read ({fault})", "Import the name it uses"
        ) from None
    parameters = tuple((arg.arg, _annotated(source, arg, hints)) for arg in source.node.args.args)
    result = type_of(hints.get("return", MISSING))
    if result not in (Kind.INT, Kind.FLOAT, Kind.BOOL, Kind.NOTHING) or isinstance(result, Pointer):
        raise source.refusal(
            source.node,
            "its result is not annotated as int, float, bool or None",
            "Annotate it so; hand further results back in arrays",
        )
    assert isinstance(result, Kind)
    return Prototype(name=function.__name__, parameters=parameters, result=result)


def _plain_parameters(source: Source) -> None:
    args = source.node.args
    unusual = args.posonlyargs or args.kwonlyargs or args.vararg or args.kwarg or args.defaults
    if unusual:
        raise source.refusal(
            source.node,
            "it has parameters with defaults, stars or a slash",
            "Take plain positional parameters alone",
        )


def _annotated(source: Source, arg: ast.arg, hints: dict[str, Any]) -> Type:
    kind = type_of(hints.get(arg.arg, MISSING))
    if kind is None or kind is Kind.NOTHING:
        raise source.refusal(
            arg,
            f"parameter '{arg.arg}' is not annotated with a type of the subset",
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


ARRAYS: Final = frozenset({Kind.FLOATS, Kind.INTS})
