"""Calls in a Routine, typed: of other routines, of functions handed in, of the few built in.

From: routine_expressions.py    Next: routine_tree.py
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kane.program.routine import Routine
from kane.program.routine_operators import FUNCTIONS, applied
from kane.program.routine_tree import Call, Expression, Local, Named
from kane.program.routine_types import Kind, Pointer, Type

if TYPE_CHECKING:
    from kane.program.routine_expressions import Expressions


def typed_call(around: Expressions, node: ast.Call) -> Expression:
    """A call, with a value or without."""
    if node.keywords or any(isinstance(one, ast.Starred) for one in node.args):
        raise around.refuse(
            node, f"'{ast.unparse(node)}' has arguments by name or star", "Give them in order"
        )
    if isinstance(node.func, ast.Name) and node.func.id in around.local:
        return _pointer(around, node, around.name(node.func))
    meaning = around.source.meaning(node.func)
    if isinstance(meaning, Routine):
        return _routine_call(around, node, meaning)
    return _function(around, node, meaning)


def _pointer(around: Expressions, node: ast.Call, target: Expression) -> Call:
    if not isinstance(target, Local) or not isinstance(target.type, Pointer):
        raise around.refuse(
            node, f"'{ast.unparse(node.func)}' is {target.type}, not a function", "Call one"
        )
    pointer = target.type
    return Call(target, _arguments(around, node, pointer.parameters), pointer.result)


def _routine_call(around: Expressions, node: ast.Call, called: Routine[..., object]) -> Call:
    prototype = called.prototype
    kinds = tuple(kind for _, kind in prototype.parameters)
    arguments = _arguments(around, node, kinds)
    plain = tuple(kind for kind in kinds if isinstance(kind, Kind))
    around.uses[called] = None
    target = Named(called.name, Pointer(plain, prototype.result))
    return Call(target, arguments, prototype.result)


def _arguments(
    around: Expressions, node: ast.Call, kinds: Sequence[Type]
) -> tuple[Expression, ...]:
    name = ast.unparse(node.func)
    if len(node.args) != len(kinds):
        raise around.refuse(
            node,
            f"'{name}' takes {len(kinds)} arguments, not {len(node.args)}",
            "Give them all",
        )
    made = tuple(
        around.converted(one, around.typed(one), kind, f"argument '{ast.unparse(one)}' of '{name}'")
        for one, kind in zip(node.args, kinds, strict=True)
    )
    around.sequenced(node, made)
    return made


def _function(around: Expressions, node: ast.Call, meaning: object) -> Expression:
    made = [around.typed(one) for one in node.args]
    around.sequenced(node, made)
    result = applied(meaning, made)
    if result is not None:
        return result
    raise around.refuse(
        node,
        f"'{ast.unparse(node)}' is not a call of the subset",
        f"Call other routines, function parameters, {', '.join(FUNCTIONS)}",
    )
