"""Form: how one value is written in LLVM text, as a scalar or as a vector of lanes.

The table from operation to text (CRAFT §8.5). Nine of ten operations are two operands behind a
few words; the others have templates, in which {0} is the number of the value made and {1}, {2},
{3} are the texts of its operands. Types and constants stand in brackets: [V] a value, [B] a
condition.

From: kane/program/target.py    Next: llvm_body.py
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from kane.algebra.op import Op
from kane.emitters.literal import real, splat, vector
from kane.emitters.sincos import sincos
from kane.program.target import Build, Target

_INFIX = {
    Op.ADD: "fadd[FLAGS] [V]",
    Op.SUB: "fsub[FLAGS] [V]",
    Op.MUL: "fmul[FLAGS] [V]",
    Op.DIV: "fdiv[FLAGS] [V]",
    Op.LESS: "fcmp olt [V]",
    Op.LESS_EQUAL: "fcmp ole [V]",
    Op.EQUAL: "fcmp oeq [V]",
}
_TABLE = {
    Op.SQRT: "%v{0} = call [V] @llvm.sqrt.[S]([V] {1})",
    Op.ABS: "%v{0} = call [V] @llvm.fabs.[S]([V] {1})",
    Op.SIGN: """\
%v{0}.n = fcmp uno [V] {1}, [ZERO]
  %v{0}.z = select [B] %v{0}.n, [V] {1}, [V] [ZERO]
  %v{0}.l = fcmp olt [V] {1}, [ZERO]
  %v{0}.m = select [B] %v{0}.l, [V] [MINUS], [V] %v{0}.z
  %v{0}.g = fcmp ogt [V] {1}, [ZERO]
  %v{0} = select [B] %v{0}.g, [V] [ONE], [V] %v{0}.m""",
    Op.MIN: """\
%v{0}.l = fcmp olt [V] {2}, {1}
  %v{0}.m = select [B] %v{0}.l, [V] {2}, [V] {1}
  %v{0}.n = fcmp uno [V] {2}, [ZERO]
  %v{0} = select [B] %v{0}.n, [V] {2}, [V] %v{0}.m""",
    Op.MAX: """\
%v{0}.l = fcmp ogt [V] {2}, {1}
  %v{0}.m = select [B] %v{0}.l, [V] {2}, [V] {1}
  %v{0}.n = fcmp uno [V] {2}, [ZERO]
  %v{0} = select [B] %v{0}.n, [V] {2}, [V] %v{0}.m""",
    Op.AND: "%v{0} = and [B] {1}, {2}",
    Op.OR: "%v{0} = or [B] {1}, {2}",
    Op.NOT: "%v{0} = xor [B] {1}, [TRUE]",
    Op.WHERE: "%v{0} = select [B] {1}, [V] {2}, [V] {3}",
}
_ALONE = """\
  %v{0}.s = alloca [V]
  %v{0}.c = alloca [V]
  call void @kane.sincos.[W]([V] {1}, ptr %v{0}.s, ptr %v{0}.c)
  %v{0} = load [V], ptr %v{0}."""

LIBRARY = {
    Op.SIN: ("sin", 1),
    Op.COS: ("cos", 1),
    Op.TAN: ("tan", 1),
    Op.ASIN: ("asin", 1),
    Op.ACOS: ("acos", 1),
    Op.ATAN: ("atan", 1),
    Op.ATAN2: ("atan2", 2),
    Op.EXP: ("exp", 1),
    Op.LOG: ("log", 1),
    Op.TANH: ("tanh", 1),
}
"""The functions of the C library: name, number of operands."""

_FLAGS = {Build.FAST: " contract reassoc nsz", Build.STRICT: ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """Types, constants and operations of one value in LLVM text.

    `infix` and `table` are by operation; "" where an operation is not in them.
    """

    lanes: int
    type: str
    condition: str
    infix: Sequence[str]
    table: Sequence[str]

    def literal(self, value: float) -> str:
        """A constant."""
        return splat(f"double {real(value)}", self.lanes)

    def truth(self, value: bool) -> str:
        """A constant condition."""
        return splat(f"i1 {str(value).lower()}", self.lanes)


@cache
def form(lanes: int, target: Target) -> Form:
    """The form of values of that many lanes on this target."""
    types = _types(lanes, target.build)
    infix = {op: _filled(text, types) for op, text in _INFIX.items()}
    table = {op: f"  {_filled(text, types)}" for op, text in _TABLE.items()}
    for op, (name, count) in LIBRARY.items():
        operands = ", ".join(f"{types['V']} {{{k + 1}}}" for k in range(count))
        symbol = name if lanes == 1 else f"kane.{name}.{lanes}"
        table[op] = f"  %v{{0}} = call {types['V']} @{symbol}({operands})"
    if target.build is Build.FAST:
        alone = _filled(_ALONE, types)
        table |= {Op.SIN: f"{alone}s", Op.COS: f"{alone}c"}
    return Form(
        lanes=lanes,
        type=types["V"],
        condition=types["B"],
        infix=[infix.get(op, "") for op in Op],
        table=[table.get(op, "") for op in Op],
    )


def _types(lanes: int, build: Build) -> dict[str, str]:
    return {
        "V": vector("double", lanes),
        "B": vector("i1", lanes),
        "S": "f64" if lanes == 1 else f"v{lanes}f64",
        "W": str(lanes),
        "ZERO": splat(f"double {real(0.0)}", lanes),
        "ONE": splat(f"double {real(1.0)}", lanes),
        "MINUS": splat(f"double {real(-1.0)}", lanes),
        "TRUE": splat("i1 true", lanes),
        "FLAGS": _FLAGS[build],
    }


def _filled(text: str, types: dict[str, str]) -> str:
    """A template with the types put in."""
    for name, type_ in types.items():
        text = text.replace(f"[{name}]", type_)
    return text


# ── what a module defines for the operations in it ───────────────────────────────────────────
def definitions(ops: Iterable[int], lanes: int, target: Target) -> dict[str, str]:
    """Definition or declaration of each function that these operations call, by its name."""
    found: dict[str, str] = {}
    for op in sorted(set(ops) & LIBRARY.keys()):
        name, count = LIBRARY[Op(op)]
        if op in (Op.SIN, Op.COS) and target.build is Build.FAST:
            found |= sincos_definitions(lanes, target)
        else:
            found |= _library(name, count, lanes)
    return found


def sincos_definitions(lanes: int, target: Target) -> dict[str, str]:
    """What a call of the packed sine and cosine needs, by name; of the strict build the library's.

    In the strict build each lane calls the C library, as the interpreter does.
    """
    if target.build is Build.FAST:
        library = _library("sin", 1, 1) | _library("cos", 1, 1)
        return library | {f"kane.sincos.{lanes}": sincos(lanes, target.has_fma)}
    library = _library("sin", 1, lanes) | _library("cos", 1, lanes)
    return library | {f"kane.sincos.{lanes}": _each_lane_sincos(lanes)}


def _library(name: str, count: int, lanes: int) -> dict[str, str]:
    declared = {name: f"declare double @{name}({', '.join(['double'] * count)}) nounwind nobuiltin"}
    if lanes == 1:
        return declared
    return declared | {f"kane.{name}.{lanes}": _each_lane(name, count, lanes)}


def _each_lane(name: str, count: int, lanes: int) -> str:
    """A function that calls a scalar function of the library for each lane."""
    V = vector("double", lanes)
    lines = [
        f"define internal {V} @kane.{name}.{lanes}"
        f"({', '.join(f'{V} %x{k}' for k in range(count))}) noinline nounwind {{"
    ]
    for lane in range(lanes):
        operands = []
        for k in range(count):
            lines.append(f"  %x{k}.{lane} = extractelement {V} %x{k}, i32 {lane}")
            operands.append(f"double %x{k}.{lane}")
        before = f"%r{lane - 1}" if lane else "poison"
        lines.append(f"  %f{lane} = call double @{name}({', '.join(operands)})")
        lines.append(f"  %r{lane} = insertelement {V} {before}, double %f{lane}, i32 {lane}")
    return "\n".join((*lines, f"  ret {V} %r{lanes - 1}", "}"))


def _each_lane_sincos(lanes: int) -> str:
    """The packed sine and cosine of the strict build: the library's, lane by lane."""
    V = vector("double", lanes)
    lines = [
        f"define internal void @kane.sincos.{lanes}({V} %x, ptr noalias %sines, "
        "ptr noalias %cosines) noinline nounwind {"
    ]
    for name, to in (("sin", "sines"), ("cos", "cosines")):
        symbol = name if lanes == 1 else f"kane.{name}.{lanes}"
        lines.append(f"  %{name} = call {V} @{symbol}({V} %x)")
        lines.append(f"  store {V} %{name}, ptr %{to}, align 8")
    return "\n".join((*lines, "  ret void", "}"))
