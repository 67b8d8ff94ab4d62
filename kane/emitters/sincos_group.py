"""Sines and cosines of several vectors of angles in one function, as LLVM text.

    void @kane.sincos.WxN(V x0, …, V xN−1, ptr sines, ptr cosines)

The same reduction and polynomials as in sincos.py, with the same bits, in fewer steps: angles keep
their signs, since a rounded quotient and what it leaves are odd; the signs of the results are bits
of the quotient, s of its second, c of the sum of both; numbers are read once for all; and instead
of each angle the sum of all quotients' squares is compared, to see whether any is far. What is left
of −0 is −0, and its sign is put back where r + r z S(z) has lost it. Only for processors with fused
multiply-adds.

From: sincos.py    Next: llvm_lanes.py
"""

from __future__ import annotations

from functools import cache
from typing import Final

from kane.emitters.literal import real, splat, vector
from kane.emitters.sincos import LIMIT_FUSED, REALS

MOST: Final = 8  # vectors that are passed in registers
_FAR: Final = 683_565_000.0**2  # a little less than (2³⁰ · 2/π)², the square of sincos's limit

_INTEGERS: Final = {"SECOND": 62, "FIRST": 63, "SIGN": -(2**63)}

_STEPS: Final = """
    shifted  = fma x PER_TURN ROUNDER
    k        = sub shifted ROUNDER
    first    = fma k P1 x
    second   = fma k P2 first
    r        = fma k P3 second
    z        = mul r r
    zz       = mul z z
    s45      = fma z S5 S4
    s23      = fma z S3 S2
    s01      = fma z S1 S0
    s2345    = fma zz s45 s23
    s_sum    = fma zz s2345 s01
    rz       = mul r z
    total    = fma rz s_sum r
    t_bits   = bits total
    r_bits   = bits r
    r_sign   = and r_bits SIGN
    signed   = or t_bits r_sign
    sine     = real signed
    c45      = fma z C5 C4
    c23      = fma z C3 C2
    c01      = fma z C1 C0
    c2345    = fma zz c45 c23
    c_sum    = fma zz c2345 c01
    parabola = fma z HALF ONE
    cosine   = fma zz c_sum parabola
    turns    = bits shifted
    b0       = shl turns FIRST
    b1       = shl turns SECOND
    odd      = odd turns
    s_size   = choose odd cosine sine
    c_size   = choose odd sine cosine
    s_sign   = and b1 SIGN
    b01      = xor b1 b0
    c_sign   = and b01 SIGN
    s_bits   = bits s_size
    s_signed = xor s_bits s_sign
    sin      = real s_signed
    c_bits   = bits c_size
    c_signed = xor c_bits c_sign
    cos      = real c_signed
"""
_WORDS: Final = {
    "sub": "fsub {V} {0}, {1}",
    "mul": "fmul {V} {0}, {1}",
    "fma": "call {V} @llvm.fma.{S}({V} {0}, {V} {1}, {V} {2})",
    "choose": "select {B} {0}, {V} {1}, {V} {2}",
    "bits": "bitcast {V} {0} to {I}",
    "real": "bitcast {I} {0} to {V}",
    "odd": "trunc {I} {0} to {B}",
    "and": "and {I} {0}, {1}",
    "or": "or {I} {0}, {1}",
    "xor": "xor {I} {0}, {1}",
    "shl": "shl {I} {0}, {1}",
}
_FUNCTION: Final = """\
define internal void @kane.sincos.{W}x{N}({parameters}, ptr noalias %sines, \
ptr noalias %cosines) noinline nounwind {{
{steps}
  %far = fcmp ugt {V} {squares}, {limit}
  %mask = bitcast {B} %far to i{W}
  %any = icmp ne i{W} %mask, 0
  br i1 %any, label %each, label %done, !prof !{{!"branch_weights", i32 1, i32 1048576}}
each:
{calls}
  br label %done
done:
  ret void
}}"""


@cache
def sincos_group(lanes: int, count: int) -> str:
    """The definition of @kane.sincos.LANESxCOUNT; for far angles it needs what sincos defines."""
    types = {
        "V": vector("double", lanes),
        "I": vector("i64", lanes),
        "B": vector("i1", lanes),
        "S": f"v{lanes}f64",
    }
    V, every = types["V"], range(count)
    steps: list[str] = []
    calls: list[str] = []
    for n in every:
        steps += _angle(n, types, lanes)
        calls.append(_mended(n, types, lanes))
    steps.append(f"  %far.0 = fmul {V} %k.0, %k.0")
    for n in every[1:]:
        operands = f"{V} %k.{n}, {V} %k.{n}, {V} %far.{n - 1}"
        steps.append(f"  %far.{n} = call {V} @llvm.fma.{types['S']}({operands})")
    return _FUNCTION.format(
        **types,
        W=lanes,
        N=count,
        parameters=", ".join(f"{V} %x.{n}" for n in every),
        steps="\n".join(steps),
        squares=f"%far.{count - 1}",
        limit=splat(f"double {real(_FAR)}", lanes),
        calls="\n".join(calls),
    )


def _mended(n: int, types: dict[str, str], lanes: int) -> str:
    """Lines that take far angles of a vector, each lane for itself, to the C library."""
    V, limit = types["V"], splat(f"double {real(LIMIT_FUSED)}", lanes)
    return f"""\
  %size.{n} = call {V} @llvm.fabs.{types["S"]}({V} %x.{n})
  %far.of{n} = fcmp ugt {V} %size.{n}, {limit}
  %mask.{n} = bitcast {types["B"]} %far.of{n} to i{lanes}
  call void @kane.sincos.far.{lanes}({V} %x.{n}, i{lanes} %mask.{n}, ptr %s.at{n}, ptr %c.at{n})"""


def _angle(n: int, types: dict[str, str], lanes: int) -> list[str]:
    """The lines for one vector of angles, and where its results go."""
    constants = {name: splat(f"double {real(value)}", lanes) for name, value in REALS.items()}
    constants |= {name: splat(f"i64 {value}", lanes) for name, value in _INTEGERS.items()}
    lines = [f"  br label %angle{n}", f"angle{n}:"]
    for line in filter(str.strip, _STEPS.splitlines()):
        result, _, word, *operands = line.split()
        texts = [constants.get(operand, f"%{operand}.{n}") for operand in operands]
        lines.append(f"  %{result}.{n} = {_WORDS[word].format(*texts, **types)}")
    V = types["V"]
    for letter, name, value in (("s", "sines", "sin"), ("c", "cosines", "cos")):
        lines.append(f"  %{letter}.at{n} = getelementptr {V}, ptr %{name}, i64 {n}")
        lines.append(f"  store {V} %{value}.{n}, ptr %{letter}.at{n}, align 8")
    return lines
