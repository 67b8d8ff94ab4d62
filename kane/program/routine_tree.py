"""What a Routine means: its statements as data, every type and every conversion in place.

Made by routine_check.py, which has refused all that is not here; an emitter only spells it.

From: routine_check.py    Next: kane/emitters/routine_llvm.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum, unique
from typing import Any


@unique
class Kind(Enum):
    """The type of a value; the text is how a Routine's author writes it."""

    INT = "int"  # 64 bits
    FLOAT = "float"  # double
    BOOL = "bool"
    FLOATS = "Floats"
    INTS = "Ints"
    NOTHING = "None"

    def __str__(self) -> str:
        return self.value


ELEMENT = {Kind.FLOATS: Kind.FLOAT, Kind.INTS: Kind.INT}


@dataclass(frozen=True, slots=True)
class Pointer:
    """The type of a function handed over at run time: a Program's, a Routine's or one in C."""

    parameters: tuple[Kind, ...]
    result: Kind

    def __str__(self) -> str:
        parameters = ", ".join(str(kind) for kind in self.parameters)
        return f"Callable[[{parameters}], {self.result}]"


Type = Kind | Pointer


@unique
class Do(Enum):
    """What is done to operands of one type; the text says what is not plain from the name."""

    INT_ADD = "a + b"
    INT_SUBTRACT = "a - b"
    INT_MULTIPLY = "a * b"
    INT_NEGATE = "-a"
    INT_FLOOR_DIVIDE = "a // b, towards −∞; 0 where b is 0"
    INT_MODULO = "a % b, with the sign of b; 0 where b is 0"
    INT_ABSOLUTE = "abs(a)"
    INT_MINIMUM = "min(a, b) of integers"
    INT_MAXIMUM = "max(a, b) of integers"
    INT_LESS = "a < b of integers"
    INT_LESS_EQUAL = "a <= b of integers"
    INT_EQUAL = "a == b of integers"
    INT_UNEQUAL = "a != b of integers"
    INT_TO_FLOAT = "float(a)"

    FLOAT_ADD = "a + b of doubles"
    FLOAT_SUBTRACT = "a - b of doubles"
    FLOAT_MULTIPLY = "a * b of doubles"
    FLOAT_DIVIDE = "a / b, by IEEE 754 also where b is 0"
    FLOAT_NEGATE = "-a of a double"
    FLOAT_ABSOLUTE = "abs(a) of a double"
    FLOAT_MINIMUM = "min(a, b), NaN if either is"
    FLOAT_MAXIMUM = "max(a, b), NaN if either is"
    FLOAT_LESS = "a < b"
    FLOAT_LESS_EQUAL = "a <= b"
    FLOAT_EQUAL = "a == b"
    FLOAT_UNEQUAL = "a != b, true if either is NaN"
    FLOAT_TO_INT = "int(a), towards zero, held within 64 bits; 0 for NaN"
    FLOOR = "floor(a) as an integer, held within 64 bits; 0 for NaN"
    CEILING = "ceil(a) as an integer, held within 64 bits; 0 for NaN"
    IS_FINITE = "isfinite(a)"
    IS_INFINITE = "isinf(a)"
    IS_NAN = "isnan(a)"
    COPY_SIGN = "copysign(a, b)"

    SQRT = "sqrt"
    SIN = "sin"
    COS = "cos"
    TAN = "tan"
    ASIN = "asin"
    ACOS = "acos"
    ATAN = "atan"
    ATAN2 = "atan2"
    EXP = "exp"
    LOG = "log"
    TANH = "tanh"

    NOT = "not a"
    BOOL_TO_INT = "int(a) of a condition"


LIBRARY = frozenset(
    (Do.SIN, Do.COS, Do.TAN, Do.ASIN, Do.ACOS, Do.ATAN, Do.ATAN2, Do.EXP, Do.LOG, Do.TANH)
)  # functions of C's library, called by their text


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
