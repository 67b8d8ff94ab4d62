"""What a Routine's types and operations are in C11.

From: routine_c.py    Next: kane/program/routine_tree.py
"""

from __future__ import annotations

from typing import Final

from kane.program.routine_types import LIBRARY, Do, Kind

TYPES: Final = {
    Kind.INT: "int64_t",
    Kind.FLOAT: "double",
    Kind.BOOL: "bool",
    Kind.FLOATS: "double *",
    Kind.INTS: "int64_t *",
    Kind.NOTHING: "void",
}
ELEMENTS: Final = frozenset({Kind.FLOATS, Kind.INTS})

OPERATIONS: Final[dict[Do, str]] = {
    Do.INT_ADD: "({0} + {1})",
    Do.INT_SUBTRACT: "({0} - {1})",
    Do.INT_MULTIPLY: "({0} * {1})",
    Do.INT_NEGATE: "(-{0})",
    Do.INT_FLOOR_DIVIDE: "kane_floor_divide({0}, {1})",
    Do.INT_MODULO: "kane_modulo({0}, {1})",
    Do.INT_ABSOLUTE: "kane_absolute({0})",
    Do.INT_MINIMUM: "kane_least({0}, {1})",
    Do.INT_MAXIMUM: "kane_greatest({0}, {1})",
    Do.INT_LESS: "({0} < {1})",
    Do.INT_LESS_EQUAL: "({0} <= {1})",
    Do.INT_EQUAL: "({0} == {1})",
    Do.INT_UNEQUAL: "({0} != {1})",
    Do.INT_TO_FLOAT: "((double){0})",
    Do.FLOAT_ADD: "({0} + {1})",
    Do.FLOAT_SUBTRACT: "({0} - {1})",
    Do.FLOAT_MULTIPLY: "({0} * {1})",
    Do.FLOAT_DIVIDE: "({0} / {1})",
    Do.FLOAT_NEGATE: "(-{0})",
    Do.FLOAT_ABSOLUTE: "fabs({0})",
    Do.FLOAT_MINIMUM: "kane_minimum({0}, {1})",
    Do.FLOAT_MAXIMUM: "kane_maximum({0}, {1})",
    Do.FLOAT_LESS: "({0} < {1})",
    Do.FLOAT_LESS_EQUAL: "({0} <= {1})",
    Do.FLOAT_EQUAL: "({0} == {1})",
    Do.FLOAT_UNEQUAL: "({0} != {1})",
    Do.FLOAT_TO_INT: "kane_integer({0})",
    Do.FLOOR: "kane_floor({0})",
    Do.CEILING: "kane_ceiling({0})",
    Do.IS_FINITE: "(isfinite({0}) != 0)",
    Do.IS_INFINITE: "(isinf({0}) != 0)",
    Do.IS_NAN: "(isnan({0}) != 0)",
    Do.COPY_SIGN: "kane_copy_sign({0}, {1})",
    Do.SQRT: "sqrt({0})",
    Do.ATAN2: "atan2({0}, {1})",
    **{do: f"{do.value}({{0}})" for do in LIBRARY - {Do.ATAN2}},
    Do.NOT: "(!{0})",
    Do.BOOL_TO_INT: "({0} ? INT64_C(1) : INT64_C(0))",
}

# Names of the headers below that no local may have.
TAKEN: Final = (
    *("int64_t", "INT64_C", "INT64_MAX", "INT64_MIN"),
    *("isfinite", "isinf", "isnan", "signbit", "fpclassify", "isnormal"),
)

HEAD: Final = """\
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif
"""

_HELD: Final = """\
static inline int64_t kane_{name}(double a)
{{
    double whole = {function}(a);
    if (whole != whole)
        return 0;
    return whole >= 0x1p63 ? INT64_MAX : whole < -0x1p63 ? INT64_MIN : (int64_t)whole;
}}
"""

# Python's rounding towards −∞, without the traps of division by 0 and −1; see routine_tree.Do.
HELPERS: Final[dict[Do, str]] = {
    Do.INT_FLOOR_DIVIDE: """\
static inline int64_t kane_floor_divide(int64_t a, int64_t b)
{
    if (b == 0 || b == -1)
        return b * a;
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
""",
    Do.INT_MODULO: """\
static inline int64_t kane_modulo(int64_t a, int64_t b)
{
    if (b == 0 || b == -1)
        return 0;
    return a % b + (a % b != 0 && (a < 0) != (b < 0) ? b : 0);
}
""",
    Do.INT_ABSOLUTE: """\
static inline int64_t kane_absolute(int64_t a)
{
    return a < 0 ? -a : a;
}
""",
    Do.INT_MINIMUM: """\
static inline int64_t kane_least(int64_t a, int64_t b)
{
    return b < a ? b : a;
}
""",
    Do.INT_MAXIMUM: """\
static inline int64_t kane_greatest(int64_t a, int64_t b)
{
    return b > a ? b : a;
}
""",
    Do.FLOAT_MINIMUM: """\
static inline double kane_minimum(double a, double b)
{
    return a <= b || a != a ? a : b;
}
""",
    Do.FLOAT_MAXIMUM: """\
static inline double kane_maximum(double a, double b)
{
    return a >= b || a != a ? a : b;
}
""",
    Do.COPY_SIGN: """\
static inline double kane_copy_sign(double a, double b)
{
    return b != b ? b : copysign(a, b);
}
""",
    Do.FLOAT_TO_INT: _HELD.format(name="integer", function="trunc"),
    Do.FLOOR: _HELD.format(name="floor", function="floor"),
    Do.CEILING: _HELD.format(name="ceiling", function="ceil"),
}
