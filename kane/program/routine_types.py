"""The types of a Routine's values, and the operations on them.

From: routine_tree.py    Next: routine_source.py, kane/emitters/routine_llvm_table.py
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique


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
    COPY_SIGN = "copysign(a, b); NaN if b is, for a NaN has no sign to rely on"

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
