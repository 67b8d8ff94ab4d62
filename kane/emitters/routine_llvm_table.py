"""What a Routine's types and operations are in LLVM text.

From: routine_llvm.py    Next: kane/program/routine_tree.py
"""

from __future__ import annotations

from typing import Final

from kane.emitters.literal import real
from kane.program.routine_types import LIBRARY, Do, Kind, Type
from kane.program.target import Build

TYPES: Final = {
    Kind.INT: "i64",
    Kind.FLOAT: "double",
    Kind.BOOL: "i1",
    Kind.FLOATS: "ptr",
    Kind.INTS: "ptr",
    Kind.NOTHING: "void",
}
FLAGS: Final = {Build.FAST: "contract reassoc nsz ", Build.STRICT: ""}
ALIASES: Final = {Kind.FLOAT: "!tbaa !3", Kind.INT: "!tbaa !4"}
METADATA: Final = """\
!0 = !{!"kane"}
!1 = !{!"double", !0, i64 0}
!2 = !{!"int64_t", !0, i64 0}
!3 = !{!1, !1, i64 0}
!4 = !{!2, !2, i64 0}
"""

# {0}, {1}: operands; {f}: what rounding may change
OPERATIONS: Final[dict[Do, str]] = {
    Do.INT_ADD: "add i64 {0}, {1}",
    Do.INT_SUBTRACT: "sub i64 {0}, {1}",
    Do.INT_MULTIPLY: "mul i64 {0}, {1}",
    Do.INT_NEGATE: "sub i64 0, {0}",
    Do.INT_FLOOR_DIVIDE: "call i64 @kane.floor_divide(i64 {0}, i64 {1})",
    Do.INT_MODULO: "call i64 @kane.modulo(i64 {0}, i64 {1})",
    Do.INT_ABSOLUTE: "call i64 @llvm.abs.i64(i64 {0}, i1 false)",
    Do.INT_MINIMUM: "call i64 @llvm.smin.i64(i64 {0}, i64 {1})",
    Do.INT_MAXIMUM: "call i64 @llvm.smax.i64(i64 {0}, i64 {1})",
    Do.INT_LESS: "icmp slt i64 {0}, {1}",
    Do.INT_LESS_EQUAL: "icmp sle i64 {0}, {1}",
    Do.INT_EQUAL: "icmp eq i64 {0}, {1}",
    Do.INT_UNEQUAL: "icmp ne i64 {0}, {1}",
    Do.INT_TO_FLOAT: "sitofp i64 {0} to double",
    Do.FLOAT_ADD: "fadd {f}double {0}, {1}",
    Do.FLOAT_SUBTRACT: "fsub {f}double {0}, {1}",
    Do.FLOAT_MULTIPLY: "fmul {f}double {0}, {1}",
    Do.FLOAT_DIVIDE: "fdiv {f}double {0}, {1}",
    Do.FLOAT_NEGATE: "fneg double {0}",
    Do.FLOAT_ABSOLUTE: "call double @llvm.fabs.f64(double {0})",
    Do.FLOAT_MINIMUM: "call double @kane.minimum(double {0}, double {1})",
    Do.FLOAT_MAXIMUM: "call double @kane.maximum(double {0}, double {1})",
    Do.FLOAT_LESS: "fcmp olt double {0}, {1}",
    Do.FLOAT_LESS_EQUAL: "fcmp ole double {0}, {1}",
    Do.FLOAT_EQUAL: "fcmp oeq double {0}, {1}",
    Do.FLOAT_UNEQUAL: "fcmp une double {0}, {1}",
    Do.FLOAT_TO_INT: "call i64 @llvm.fptosi.sat.i64.f64(double {0})",
    Do.FLOOR: "call i64 @kane.floor(double {0})",
    Do.CEILING: "call i64 @kane.ceiling(double {0})",
    Do.IS_FINITE: "call i1 @llvm.is.fpclass.f64(double {0}, i32 504)",
    Do.IS_INFINITE: "call i1 @llvm.is.fpclass.f64(double {0}, i32 516)",
    Do.IS_NAN: "fcmp uno double {0}, {0}",
    Do.COPY_SIGN: "call double @kane.copy_sign(double {0}, double {1})",
    Do.SQRT: "call {f}double @llvm.sqrt.f64(double {0})",
    Do.ATAN2: "call double @atan2(double {0}, double {1}) memory(none)",
    **{do: f"call double @{do.value}(double {{0}}) memory(none)" for do in LIBRARY - {Do.ATAN2}},
    Do.NOT: "xor i1 {0}, true",
    Do.BOOL_TO_INT: "zext i1 {0} to i64",
}
DECLARATIONS: Final = "\n".join(
    [
        "declare i64 @llvm.abs.i64(i64, i1)",
        "declare i64 @llvm.smin.i64(i64, i64)",
        "declare i64 @llvm.smax.i64(i64, i64)",
        "declare i64 @llvm.fptosi.sat.i64.f64(double)",
        "declare i1 @llvm.is.fpclass.f64(double, i32)",
        "declare double @llvm.fabs.f64(double)",
        "declare double @llvm.sqrt.f64(double)",
        "declare double @llvm.floor.f64(double)",
        "declare double @llvm.ceil.f64(double)",
        "declare double @llvm.copysign.f64(double, double)",
        "declare double @atan2(double, double)",
        *sorted(f"declare double @{do.value}(double)" for do in LIBRARY - {Do.ATAN2}),
    ]
)
# Python's rounding towards −∞, without the traps of the machine's division by 0 and −1.
HELPERS: Final = """
define internal i64 @kane.floor_divide(i64 %a, i64 %b) alwaysinline {
  %trap = add i64 %b, 1
  %traps = icmp ult i64 %trap, 2
  %safe = select i1 %traps, i64 1, i64 %b
  %q = sdiv i64 %a, %safe
  %r = srem i64 %a, %safe
  %mixed = xor i64 %r, %safe
  %opposed = icmp slt i64 %mixed, 0
  %inexact = icmp ne i64 %r, 0
  %lower = and i1 %opposed, %inexact
  %one = zext i1 %lower to i64
  %floor = sub i64 %q, %one
  %negative = mul i64 %a, %b
  %result = select i1 %traps, i64 %negative, i64 %floor
  ret i64 %result
}

define internal i64 @kane.modulo(i64 %a, i64 %b) alwaysinline {
  %trap = add i64 %b, 1
  %traps = icmp ult i64 %trap, 2
  %safe = select i1 %traps, i64 1, i64 %b
  %r = srem i64 %a, %safe
  %mixed = xor i64 %r, %safe
  %opposed = icmp slt i64 %mixed, 0
  %inexact = icmp ne i64 %r, 0
  %lower = and i1 %opposed, %inexact
  %shift = select i1 %lower, i64 %safe, i64 0
  %result = add i64 %r, %shift
  ret i64 %result
}

define internal double @kane.minimum(double %a, double %b) alwaysinline {
  %second = fcmp ult double %b, %a
  %other = select i1 %second, double %b, double %a
  %nan = fcmp uno double %a, %a
  %result = select i1 %nan, double %a, double %other
  ret double %result
}

define internal double @kane.maximum(double %a, double %b) alwaysinline {
  %second = fcmp ugt double %b, %a
  %other = select i1 %second, double %b, double %a
  %nan = fcmp uno double %a, %a
  %result = select i1 %nan, double %a, double %other
  ret double %result
}

define internal double @kane.copy_sign(double %a, double %b) alwaysinline {
  %signed = call double @llvm.copysign.f64(double %a, double %b)
  %nan = fcmp uno double %b, %b
  %result = select i1 %nan, double %b, double %signed
  ret double %result
}

define internal i64 @kane.floor(double %a) alwaysinline {
  %floor = call double @llvm.floor.f64(double %a)
  %result = call i64 @llvm.fptosi.sat.i64.f64(double %floor)
  ret i64 %result
}

define internal i64 @kane.ceiling(double %a) alwaysinline {
  %ceiling = call double @llvm.ceil.f64(double %a)
  %result = call i64 @llvm.fptosi.sat.i64.f64(double %ceiling)
  ret i64 %result
}
"""


def spelled(kind: Type) -> str:
    """The type in LLVM."""
    return TYPES[kind] if isinstance(kind, Kind) else "ptr"


def flag(kind: Type) -> str:
    """What a call adds to an operand of this type."""
    return "zeroext " if kind is Kind.BOOL else ""


def element(kind: Type) -> Kind:
    """A type that arrays have elements of."""
    assert kind in (Kind.FLOAT, Kind.INT)
    assert isinstance(kind, Kind)
    return kind


def constant(value: float, kind: Kind) -> str:
    """A constant of this type."""
    if kind is Kind.FLOAT:
        return real(value)
    return str(value).lower() if kind is Kind.BOOL else str(value)
