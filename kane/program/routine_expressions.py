"""Expressions of a Routine, typed: every name resolved, every conversion written out.

From: routine_check.py    Next: routine_calls.py, routine_tree.py
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from kane.errors import RoutineError
from kane.program.routine import Routine
from kane.program.routine_calls import typed_call
from kane.program.routine_functions import LARGEST
from kane.program.routine_operators import (
    COMPARISONS,
    as_float,
    combined,
    compared,
    either,
    not_combined,
)
from kane.program.routine_refusals import EXPRESSIONS
from kane.program.routine_source import MISSING, Source
from kane.program.routine_tree import (
    Apply,
    Call,
    Choice,
    Element,
    Every,
    Expression,
    Local,
    Named,
    Number,
    Some,
    View,
    contains,
)
from kane.program.routine_types import ELEMENT, Do, Kind, Type

INT, FLOAT, BOOL = Kind.INT, Kind.FLOAT, Kind.BOOL


class Expressions:
    """Types expressions of one Routine; knows which of its names have a value by now."""

    def __init__(self, source: Source, local: frozenset[str]) -> None:
        self.source = source
        self.local = local  # every name that is a parameter or assigned somewhere
        self.types: dict[str, Type] = {}
        self.uses: dict[Routine[..., object], None] = {}  # in order of appearance
        self.assigned: frozenset[str] = frozenset()

    def refuse(self, node: ast.AST, what: str, remedy: str) -> RoutineError:
        """The error that this piece of the source leaves the subset."""
        return self.source.refusal(node, what, remedy)

    def typed(self, node: ast.expr) -> Expression:
        """The expression with its type, which has a value."""
        made = self._typed(node)
        if made.type is Kind.NOTHING:
            raise self.refuse(
                node, f"'{ast.unparse(node)}' has no value", "Call it on a line of its own"
            )
        return made

    def _typed(self, node: ast.expr) -> Expression:
        match node:
            case ast.Constant():
                return self.number(node, node.value)
            case ast.Name() | ast.Attribute():
                return self.name(node)
            case ast.UnaryOp():
                return self._unary(node)
            case ast.BinOp():
                return self._binary(node)
            case ast.Compare():
                return self._compare(node)
            case ast.BoolOp():
                operands = tuple(self.condition(value) for value in node.values)
                return Every(operands) if isinstance(node.op, ast.And) else Some(operands)
            case ast.IfExp():
                return self._choice(node)
            case ast.Subscript():
                return self._subscript(node)
            case ast.Call():
                return typed_call(self, node)
        what, remedy = EXPRESSIONS.get(type(node), (f"'{ast.unparse(node)}'", "Write it otherwise"))
        raise self.refuse(node, f"{what} is not in the subset", remedy)

    def of(self, node: ast.expr, kind: Kind, what: str) -> Expression:
        """The expression, which must be of this type; an int becomes a float where need be."""
        return self.converted(node, self.typed(node), kind, what)

    def converted(self, node: ast.AST, made: Expression, kind: Type, what: str) -> Expression:
        """An expression as the type wanted of it."""
        if made.type == kind:
            return made
        if kind is FLOAT and made.type is INT:
            return as_float(made)
        remedy = "Convert it with int(…) or float(…)" if made.type in (INT, FLOAT) else "Change it"
        raise self.refuse(node, f"{what} is {made.type} where {kind} is needed", remedy)

    def condition(self, node: ast.expr) -> Expression:
        """The expression, which must be a condition."""
        made = self.typed(node)
        if made.type is not BOOL:
            raise self.refuse(
                node,
                f"'{ast.unparse(node)}' is {made.type}, not a condition",
                f"Compare it: {ast.unparse(node)} != 0",
            )
        return made

    def number(self, node: ast.expr, value: object) -> Number:
        """A constant."""
        if isinstance(value, bool):
            return Number(value, BOOL)
        if isinstance(value, int):
            if not -LARGEST - 1 <= value <= LARGEST:
                raise self.refuse(node, f"{value} has more than 64 bits", "Make it a float")
            return Number(int(value), INT)
        if isinstance(value, float):
            return Number(float(value), FLOAT)
        raise self.refuse(
            node,
            f"'{ast.unparse(node)}' ({type(value).__name__}) is not a number",
            "Only int, float and bool constants exist in a routine",
        )

    def name(self, node: ast.Name | ast.Attribute) -> Expression:
        """What a name stands for: a local, a routine, a constant of the module."""
        if isinstance(node, ast.Name) and node.id in self.local:
            if node.id not in self.assigned:
                raise self.refuse(
                    node,
                    f"'{node.id}' may be read before it is assigned",
                    "Give it a value on every path that leads here",
                )
            return Local(node.id, self.types[node.id])
        meaning = self.source.meaning(node)
        if meaning is MISSING:
            raise self.refuse(
                node,
                f"'{ast.unparse(node)}' is neither local nor known in the module",
                "Assign it before, or define it as a constant of the module",
            )
        return self._routine(node, meaning) or self.number(node, meaning)

    def _routine(self, node: ast.expr, meaning: object) -> Named | None:
        if not isinstance(meaning, Routine):
            return None
        pointer = meaning.prototype.pointer
        if pointer is None:
            raise self.refuse(
                node,
                f"routine '{meaning.name}' takes a function and cannot itself be handed on",
                "Hand on a routine that takes numbers and arrays alone",
            )
        self.uses[meaning] = None
        return Named(meaning.name, pointer)

    def _unary(self, node: ast.UnaryOp) -> Expression:
        if isinstance(node.op, ast.Not):
            return Apply(Do.NOT, (self.condition(node.operand),), BOOL)
        made = self.typed(node.operand)
        if isinstance(node.op, ast.Invert) or made.type not in (INT, FLOAT):
            raise self.refuse(
                node, f"'{ast.unparse(node)}' of {made.type} is not in the subset", "Use a number"
            )
        if isinstance(node.op, ast.UAdd):
            return made
        if isinstance(made, Number):
            return Number(-made.value, made.type)
        return either(Do.INT_NEGATE, Do.FLOAT_NEGATE, made)

    def _binary(self, node: ast.BinOp) -> Expression:
        a, b = self.typed(node.left), self.typed(node.right)
        self.sequenced(node, (a, b))
        if not {a.type, b.type} <= {INT, FLOAT}:
            raise self.refuse(
                node,
                f"'{ast.unparse(node)}' combines {a.type} and {b.type}",
                "Combine numbers, element by element",
            )
        return self.combined(node, node.op, a, b)

    def combined(self, node: ast.AST, op: ast.operator, a: Expression, b: Expression) -> Expression:
        """a op b of two numbers."""
        made = combined(op, a, b)
        if made is None:
            raise self.refuse(node, *not_combined(op))
        return made

    def _compare(self, node: ast.Compare) -> Expression:
        terms = [self.typed(term) for term in (node.left, *node.comparators)]
        self.sequenced(node, terms)
        if any(contains(term, Call) for term in terms[1:-1]):
            raise self.refuse(
                node, "a call in the middle of a chained comparison", "Assign its result first"
            )
        pairs = zip(node.ops, terms, terms[1:], strict=False)
        made = tuple(self._compared(node, op, a, b) for op, a, b in pairs)
        return made[0] if len(made) == 1 else Every(made)

    def _compared(
        self, node: ast.Compare, op: ast.cmpop, a: Expression, b: Expression
    ) -> Expression:
        if type(op) not in COMPARISONS:
            raise self.refuse(node, "'is' and 'in' are not in the subset", "Compare with == or <")
        if not {a.type, b.type} <= {INT, FLOAT}:
            raise self.refuse(
                node,
                f"'{ast.unparse(node)}' compares {a.type} and {b.type}",
                "Compare numbers; join conditions with and, or, not",
            )
        return compared(op, a, b)

    def _choice(self, node: ast.IfExp) -> Expression:
        condition = self.condition(node.test)
        yes, no = self.typed(node.body), self.typed(node.orelse)
        if yes.type != no.type:
            raise self.refuse(
                node,
                f"'{ast.unparse(node)}' is {yes.type} or {no.type}",
                "Make both of one type: write 0.0, not 0, for a float",
            )
        return Choice(condition, yes, no, yes.type)

    def _subscript(self, node: ast.Subscript) -> Expression:
        if isinstance(node.slice, ast.Slice):
            return self._view(node, node.slice)
        array, index, kind = self.place(node)
        return Element(array, index, kind)

    def place(self, node: ast.Subscript) -> tuple[Expression, Expression, Kind]:
        """Array, index and element type of array[index]."""
        array = self._array(node)
        if isinstance(node.slice, ast.Tuple):
            raise self.refuse(
                node,
                f"'{ast.unparse(node)}' has several indices",
                "Write a[row * columns + column]",
            )
        index = self.of(node.slice, INT, f"index '{ast.unparse(node.slice)}'")
        if isinstance(index, Number) and index.value < 0:
            raise self.refuse(
                node,
                f"'{ast.unparse(node)}' counts from the end",
                "Arrays do not know their length here: write a[n - 1]",
            )
        return array, index, ELEMENT[_kind(array)]

    def _view(self, node: ast.Subscript, piece: ast.Slice) -> View:
        array = self._array(node)
        if piece.lower is None or piece.upper is not None or piece.step is not None:
            raise self.refuse(
                node,
                f"'{ast.unparse(node)}' has an end or a step, or no beginning",
                "Write a[i:] and hand the length on beside it",
            )
        return View(array, self.of(piece.lower, INT, "the beginning"), _kind(array))

    def _array(self, node: ast.Subscript) -> Expression:
        array = self.typed(node.value)
        if array.type not in ELEMENT:
            raise self.refuse(
                node, f"'{ast.unparse(node.value)}' is {array.type}, not an array", "Index an array"
            )
        return array

    def sequenced(self, node: ast.AST, operands: Sequence[Expression]) -> None:
        """Nothing, unless a call beside an element or another call makes their order matter.

        C leaves the order of operands open; a call may write the elements read beside it.
        """
        calls = sum(contains(one, Call) for one in operands)
        others = sum(contains(one, Call, Element) for one in operands)
        if calls and others > 1:
            raise self.refuse(
                node,
                "a call of a routine stands beside another call or an array element",
                "Assign the call's result to a local first",
            )


def _kind(array: Expression) -> Kind:
    assert isinstance(array.type, Kind)
    return array.type
