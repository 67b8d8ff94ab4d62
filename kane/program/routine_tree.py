"""What a Routine means: its statements as data, every type and every conversion in place.

Made by routine_check.py, which has refused all that is not here; an emitter only spells it.

From: routine_check.py    Next: kane/emitters/routine_llvm.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from kane.program.routine_types import Do, Kind, Pointer, Type


# ── expressions ──────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True)
class Number:
    """A constant."""

    value: int | float | bool
    type: Kind


@dataclass(frozen=True, slots=True)
class Local:
    """The value of a parameter or of a local variable."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Element:
    """array[index]."""

    array: Expression
    index: Expression
    type: Kind


@dataclass(frozen=True, slots=True)
class View:
    """array[start:], the same memory."""

    array: Expression
    start: Expression
    type: Kind


@dataclass(frozen=True, slots=True)
class Apply:
    """An operation on its operands."""

    do: Do
    operands: tuple[Expression, ...]
    type: Kind


@dataclass(frozen=True, slots=True)
class Every:
    """a and b and …: stops at the first that is false."""

    operands: tuple[Expression, ...]
    type: Kind = Kind.BOOL


@dataclass(frozen=True, slots=True)
class Some:
    """a or b or …: stops at the first that is true."""

    operands: tuple[Expression, ...]
    type: Kind = Kind.BOOL


@dataclass(frozen=True, slots=True)
class Choice:
    """yes if condition else no; only one of them is evaluated."""

    condition: Expression
    yes: Expression
    no: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Named:
    """A Routine of the library as a value, to be handed on."""

    name: str
    type: Pointer


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a Routine of the library, or through a function pointer."""

    target: Named | Local
    arguments: tuple[Expression, ...]
    type: Kind


Expression = Number | Local | Element | View | Apply | Every | Some | Choice | Named | Call


# ── statements ───────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True)
class Assign:
    """name = value."""

    name: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Store:
    """array[index] = value."""

    array: Expression
    index: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Evaluate:
    """A call for its effect."""

    call: Call


@dataclass(frozen=True, slots=True)
class If:
    """if condition: body, else: otherwise."""

    condition: Expression
    body: Block
    otherwise: Block


@dataclass(frozen=True, slots=True)
class For:
    """for variable in range(start, stop, step): body; the range is fixed before it begins."""

    variable: str
    start: Expression
    stop: Expression
    step: int
    body: Block


@dataclass(frozen=True, slots=True)
class While:
    """while condition: body."""

    condition: Expression
    body: Block


@dataclass(frozen=True, slots=True)
class Break:
    """Leave the innermost loop."""


@dataclass(frozen=True, slots=True)
class Continue:
    """Go on with the next turn of the innermost loop."""


@dataclass(frozen=True, slots=True)
class Return:
    """Leave the Routine, with a value unless its result is None."""

    value: Expression | None


Statement = Assign | Store | Evaluate | If | For | While | Break | Continue | Return
Block = tuple[Statement, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A checked Routine. `variables` are its locals in order of appearance."""

    name: str
    documentation: str
    parameters: tuple[tuple[str, Type], ...]
    result: Kind
    variables: tuple[tuple[str, Type], ...]
    body: Block


def parts(expression: Expression) -> tuple[Expression, ...]:
    """The expressions right inside an expression, in order of evaluation."""
    match expression:
        case Number() | Local() | Named():
            return ()
        case Element(array, index) | View(array, index):
            return (array, index)
        case Apply(_, operands) | Every(operands) | Some(operands):
            return operands
        case Choice(condition, yes, no):
            return (condition, yes, no)
        case Call(_, arguments):
            return arguments


def contains(expression: Expression, *sorts: type) -> bool:
    """Whether one of these sorts of expression occurs in it."""
    return isinstance(expression, sorts) or any(
        contains(part, *sorts) for part in parts(expression)
    )


def walk(node: Any) -> Iterator[Any]:
    """The expressions and statements within one, itself first."""
    if isinstance(node, tuple):
        for one in node:
            yield from walk(one)
    elif is_dataclass(node) and not isinstance(node, Pointer | type):
        yield node
        for field in fields(node):
            yield from walk(getattr(node, field.name))
