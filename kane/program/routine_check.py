"""A Routine's meaning, or the reason why it is outside the subset.

Every name has one type, found at its first assignment; every local is assigned before it is
read on every path; a result is returned on every path. What is left needs no judgement from an
emitter.

From: routine.py    Next: routine_expressions.py, routine_tree.py
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import Any

from kane.errors import RoutineError
from kane.program.routine import Routine
from kane.program.routine_calls import typed_call
from kane.program.routine_expressions import Expressions
from kane.program.routine_refusals import STATEMENTS
from kane.program.routine_source import Source, prototype_of, source_of, type_of
from kane.program.routine_tree import (
    Assign,
    Block,
    Break,
    Call,
    Continue,
    Definition,
    Element,
    Evaluate,
    For,
    If,
    Number,
    Return,
    Statement,
    Store,
    While,
    contains,
)
from kane.program.routine_types import Kind, Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A Routine's definition and the Routines it calls or hands on, in order of appearance."""

    function: FunctionType
    definition: Definition
    uses: tuple[Routine[..., Any], ...]


@cache
def check(function: FunctionType) -> Checked:
    """The meaning of a function in the subset; a RoutineError for one outside."""
    source, prototype = source_of(function), prototype_of(function)
    stored = (node for node in ast.walk(source.node) if isinstance(node, ast.Name))
    local = {node.id for node in stored if not isinstance(node.ctx, ast.Load)}
    statements = _Statements(source, frozenset(local | {name for name, _ in prototype.parameters}))
    return statements.checked()


Flow = frozenset[str] | None  # the names that have a value here; None where nothing gets to


class _Statements:
    """Checks the statements of one Routine, following which names have a value."""

    def __init__(self, source: Source, local: frozenset[str]) -> None:
        self.source = source
        self.prototype = prototype_of(source.function)
        self.expressions = Expressions(source, local)
        self.lines: dict[str, int] = {}  # where a name got its type
        self.leaves: list[list[Flow]] = []  # the flow at every break, by enclosing loop
        self.flow: Flow = frozenset()

    def checked(self) -> Checked:
        """The whole Routine."""
        node, prototype = self.source.node, self.prototype
        for name, kind in prototype.parameters:
            self._assign(node, name, kind)
        rest = node.body[1:] if ast.get_docstring(node) is not None else node.body
        body = self._block(rest)
        if self.flow is not None and prototype.result is not Kind.NOTHING:
            what = f"it can end without returning its {prototype.result}"
            raise self._refuse(node.body[-1], what, "End every path with a return")
        taken = {name for name, _ in prototype.parameters}
        types = self.expressions.types
        definition = Definition(
            name=prototype.name,
            documentation=ast.get_docstring(node) or "",
            parameters=prototype.parameters,
            result=prototype.result,
            variables=tuple((name, types[name]) for name in types if name not in taken),
            body=body,
        )
        return Checked(
            function=self.source.function,
            definition=definition,
            uses=tuple(self.expressions.uses),
        )

    def _refuse(self, node: ast.AST, what: str, remedy: str) -> RoutineError:
        return self.source.refusal(node, what, remedy)

    # ── blocks and flow ───────────────────────────────────────────────────────────────────
    def _block(self, nodes: Sequence[ast.stmt]) -> Block:
        made: list[Statement] = []
        for node in nodes:
            if self.flow is None:
                raise self._refuse(node, "nothing gets to this statement", "Remove it")
            self.expressions.assigned = self.flow
            made.extend(self._statement(node))
        return tuple(made)

    def _statement(self, node: ast.stmt) -> Block:
        match node:
            case ast.Assign() | ast.AnnAssign():
                return (self._assignment(node),)
            case ast.AugAssign():
                return (self._augmented(node),)
            case ast.Expr():
                return (self._effect(node),)
            case ast.If():
                return (self._if(node),)
            case ast.For():
                return (self._for(node),)
            case ast.While():
                return (self._while(node),)
            case ast.Return():
                return (self._return(node),)
            case ast.Break():
                self.leaves[-1].append(self.flow)
                self.flow = None
                return (Break(),)
            case ast.Continue():
                self.flow = None
                return (Continue(),)
            case ast.Pass():
                return ()
        what, remedy = STATEMENTS.get(type(node), (type(node).__name__, "Write it otherwise"))
        raise self._refuse(node, f"{what} is not in the subset", remedy)

    def _if(self, node: ast.If) -> If:
        condition = self.expressions.condition(node.test)
        before = self.flow
        body, after = self._block(node.body), self.flow
        self.flow = before
        otherwise = self._block(node.orelse)
        self.flow = _met([after, self.flow])
        return If(condition, body, otherwise)

    def _for(self, node: ast.For) -> For:
        self._no_else(node)
        start, stop, step = self._range(node)
        if not isinstance(node.target, ast.Name):
            raise self._refuse(node.target, "a loop counts in one name", "Write for i in range(n)")
        before = self.flow
        self._assign(node.target, node.target.id, Kind.INT)
        body, _ = self._loop(node.body)
        self.flow = before  # the range may be empty
        return For(node.target.id, start, stop, step, body)

    def _while(self, node: ast.While) -> While:
        self._no_else(node)
        condition = self.expressions.condition(node.test)
        before = self.flow
        body, leaves = self._loop(node.body)
        endless = isinstance(condition, Number) and condition.value
        self.flow = _met(leaves) if endless else before
        return While(condition, body)

    def _loop(self, nodes: Sequence[ast.stmt]) -> tuple[Block, list[Flow]]:
        self.leaves.append([])
        body = self._block(nodes)
        return body, self.leaves.pop()

    def _no_else(self, node: ast.For | ast.While) -> None:
        if node.orelse:
            raise self._refuse(
                node.orelse[0], "else after a loop is not in the subset", "Set a bool before break"
            )

    def _range(self, node: ast.For) -> tuple[Any, Any, int]:
        call = node.iter
        ranged = isinstance(call, ast.Call) and self.source.meaning(call.func) is range
        if not ranged or not isinstance(call, ast.Call) or not 1 <= len(call.args) <= 3:
            raise self._refuse(
                node.iter,
                f"a loop over '{ast.unparse(node.iter)}' is not in the subset",
                "Loop over range(…) and index the array",
            )
        ends = [self.expressions.of(one, Kind.INT, "an end of a range") for one in call.args]
        self.expressions.sequenced(node, ends)
        if len(ends) == 1:
            return Number(0, Kind.INT), ends[0], 1
        step = ends[2] if len(ends) == 3 else Number(1, Kind.INT)
        if not isinstance(step, Number) or step.value == 0:
            raise self._refuse(
                call, "a range's step must be a constant other than 0", "Write while instead"
            )
        return ends[0], ends[1], int(step.value)

    # ── single statements ─────────────────────────────────────────────────────────────────
    def _assign(self, node: ast.AST, name: str, kind: Type) -> None:
        line = getattr(node, "lineno", 0)
        known = self.expressions.types.setdefault(name, kind)
        since = self.lines.setdefault(name, line)
        if known != kind:
            remedy = "Begin it as 0.0" if (known, kind) == _COUNTED else "Take another name"
            what = f"'{name}' is {known} since line {since}, but is assigned {kind}"
            raise self._refuse(node, what, remedy)
        assert self.flow is not None
        self.flow = self.flow | {name}
        self.expressions.assigned = self.flow

    def _assignment(self, node: ast.Assign | ast.AnnAssign) -> Statement:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if len(targets) != 1 or node.value is None:
            raise self._refuse(node, "an assignment has one target and a value", "Write two lines")
        value = self.expressions.typed(node.value)
        if isinstance(node, ast.AnnAssign):
            declared = type_of(self.source.meaning(node.annotation))
            if declared != value.type:
                written = ast.unparse(node.annotation)
                what = f"'{ast.unparse(node.value)}' is {value.type}, declared as {written}"
                raise self._refuse(node, what, "Make both agree")
        target = targets[0]
        if isinstance(target, ast.Name):
            self._assign(node, target.id, value.type)
            return Assign(target.id, value)
        if isinstance(target, ast.Subscript):
            array, index, kind = self.expressions.place(target)
            self.expressions.sequenced(node, (array, index, value))
            what = f"'{ast.unparse(node.value)}'"
            return Store(array, index, self.expressions.converted(node, value, kind, what))
        raise self._refuse(
            node,
            f"assignment to '{ast.unparse(target)}' is not in the subset",
            "Assign to one name or one array element at a time",
        )

    def _augmented(self, node: ast.AugAssign) -> Statement:
        if not isinstance(node.target, ast.Name | ast.Subscript):
            raise self._refuse(node, "this target is not in the subset", "Use a name or a[i]")
        before = self.expressions.typed(node.target)
        value = self.expressions.typed(node.value)
        self.expressions.sequenced(node, (before, value))
        if contains(before, Call):
            raise self._refuse(
                node, "a call stands in the index", "Assign its result to a local first"
            )
        made = self.expressions.combined(node, node.op, before, value)
        if isinstance(node.target, ast.Name):
            self._assign(node, node.target.id, made.type)
            return Assign(node.target.id, made)
        assert isinstance(before, Element)
        what = f"'{ast.unparse(node)}'"
        return Store(
            before.array,
            before.index,
            self.expressions.converted(node, made, before.type, what),
        )

    def _effect(self, node: ast.Expr) -> Statement:
        call = (
            typed_call(self.expressions, node.value) if isinstance(node.value, ast.Call) else None
        )
        if not isinstance(call, Call):
            raise self._refuse(
                node, f"'{ast.unparse(node)}' has no effect", "Remove it, or assign its value"
            )
        return Evaluate(call)

    def _return(self, node: ast.Return) -> Return:
        result = self.prototype.result
        if (node.value is None) != (result is Kind.NOTHING):
            what = f"a return {'without a' if node.value is None else 'with a'} value"
            raise self._refuse(node, f"{what}, but its result is {result}", "Make both agree")
        self.flow = None
        if node.value is None:
            return Return(None)
        return Return(self.expressions.of(node.value, result, "the result"))


_COUNTED = (Kind.INT, Kind.FLOAT)


def _met(flows: Sequence[Flow]) -> Flow:
    """What has a value after several paths meet."""
    reached = [flow for flow in flows if flow is not None]
    return frozenset.intersection(*reached) if reached else None
