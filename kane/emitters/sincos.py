"""Sines and cosines of a vector of angles at once, as LLVM text.

The angle is reduced to r = |x| − k·π/2 with |r| ≤ π/4 by subtracting π/2 in parts
[CodyWaite1980 ch.8]; two polynomials in z = r² give sin r and cos r; k mod 4 says which is
which and with what sign. The steps are data, written below as one reads them, and assembled
for any number of lanes. Errors stay under 2 units in the last place up to the limits below;
angles beyond them, infinities and NaN go, each lane for itself, to the C library.

From: llvm_form.py    Next: llvm.py
"""

from __future__ import annotations

from functools import cache
from typing import Final

from kane.emitters.literal import real, splat, vector

# Minimax over |r| ≤ π/4 in relative error, each coefficient rounded before the next is chosen:
# sin r = r + r z S(z) to 2⁻⁵⁷·²; cos r = 1 − z/2 + z² C(z) to 2⁻⁶⁰·⁹.
SINE: Final = (
    -0.1666666666666663,
    0.008333333333322035,
    -0.00019841269829661725,
    2.7557313669059727e-06,
    -2.5050756480991625e-08,
    1.5896744829903533e-10,
)
COSINE: Final = (
    0.041666666666666595,
    -0.001388888888887341,
    2.48015872889456e-05,
    -2.7557314146829623e-07,
    2.0875687923983343e-09,
    -1.1357482933013258e-11,
)

REALS: Final = {
    **{f"S{place}": value for place, value in enumerate(SINE)},
    **{f"C{place}": value for place, value in enumerate(COSINE)},
    "ONE": 1.0,
    "HALF": -0.5,
    "PER_TURN": 0.6366197723675814,  # 2/π
    "ROUNDER": 1.5 * 2.0**52,  # adding it leaves an integer in the lowest bits
    # −π/2 in parts of 53 bits, for a multiply-add that rounds once; all have one sign, the second
    # cut instead of rounded, so that no product with k = 0 takes the sign of −0 away
    "P1": -1.5707963267948966,
    "P2": -6.123233995736765e-17,
    "P3": -1.082856673921914e-32,
    # π/2 in parts of 33 bits: their products with k < 2²⁰ are exact
    "Q1": 1.5707963267341256,
    "Q2": 6.077100506303966e-11,
    "Q3": 2.0222662487111665e-21,
    "Q4": 8.4784276603689e-32,
}
_INTEGERS: Final = {"UNIT": 1, "TWO": 2, "PLACE": 62, "SIGN": -(2**63)}

LIMIT_FUSED: Final = 2.0**30  # |x| up to which the three parts leave r good to its last place
LIMIT: Final = 2.0**20  # the same without fused multiply-adds

_TURNS: Final = """
    size     = abs x
    shifted  = fma size PER_TURN ROUNDER
    k        = sub shifted ROUNDER
"""
_REDUCE_FUSED: Final = """
    first    = fma k P1 size
    second   = fma k P2 first
    r        = fma k P3 second
"""
_REDUCE: Final = """
    a        = mul k Q1
    first    = sub size a
    b        = mul k Q2
    second   = sub first b
    lost     = sub first second
    error    = sub lost b
    c        = mul k Q3
    third    = sub second c
    lost2    = sub second third
    error2   = sub lost2 c
    d        = mul k Q4
    errors   = add error error2
    tail     = sub errors d
    r        = add third tail
"""
_POLYNOMIALS: Final = """
    z        = mul r r
    zz       = mul z z
    s45      = fma z S5 S4
    s23      = fma z S3 S2
    s01      = fma z S1 S0
    s2345    = fma zz s45 s23
    s_sum    = fma zz s2345 s01
    rz       = mul r z
    sine     = fma rz s_sum r
    c45      = fma z C5 C4
    c23      = fma z C3 C2
    c01      = fma z C1 C0
    c2345    = fma zz c45 c23
    c_sum    = fma zz c2345 c01
    parabola = fma z HALF ONE
    cosine   = fma zz c_sum parabola
"""
_QUADRANTS: Final = """
    turns    = bits shifted
    odd      = odd turns
    s_size   = choose odd cosine sine
    c_size   = choose odd sine cosine
    x_bits   = bits x
    x_sign   = and x_bits SIGN
    s_turn   = and turns TWO
    s_flip   = shl s_turn PLACE
    s_sign   = xor s_flip x_sign
    ahead    = plus turns UNIT
    c_turn   = and ahead TWO
    c_sign   = shl c_turn PLACE
    s_bits   = bits s_size
    s_signed = xor s_bits s_sign
    sin      = real s_signed
    c_bits   = bits c_size
    c_signed = xor c_bits c_sign
    cos      = real c_signed
"""

_STEPS: Final = {
    "add": "%{r} = fadd {V} {0}, {1}",
    "sub": "%{r} = fsub {V} {0}, {1}",
    "mul": "%{r} = fmul {V} {0}, {1}",
    "fma": "%{r} = call {V} @llvm.fma.{S}({V} {0}, {V} {1}, {V} {2})",
    "abs": "%{r} = call {V} @llvm.fabs.{S}({V} {0})",
    "choose": "%{r} = select {B} {0}, {V} {1}, {V} {2}",
    "bits": "%{r} = bitcast {V} {0} to {I}",
    "real": "%{r} = bitcast {I} {0} to {V}",
    "odd": "%{r} = trunc {I} {0} to {B}",
    "and": "%{r} = and {I} {0}, {1}",
    "xor": "%{r} = xor {I} {0}, {1}",
    "shl": "%{r} = shl {I} {0}, {1}",
    "plus": "%{r} = add {I} {0}, {1}",
}
_UNFUSED: Final = {
    **_STEPS,
    "fma": "%{r}.p = fmul {V} {0}, {1}\n  %{r} = fadd {V} %{r}.p, {2}",
}

_FUNCTION: Final = """\
define internal void @kane.sincos.{W}({V} %x, ptr noalias %sines, ptr noalias %cosines) \
noinline nounwind {{
{steps}
  store {V} %sin, ptr %sines, align 8
  store {V} %cos, ptr %cosines, align 8
  %far = fcmp ugt {V} %size, {limit}
  %mask = bitcast {B} %far to i{W}
  %any = icmp ne i{W} %mask, 0
  br i1 %any, label %mend, label %done, !prof !{{!"branch_weights", i32 1, i32 1048576}}
mend:
  tail call void @kane.sincos.far.{W}({V} %x, i{W} %mask, ptr %sines, ptr %cosines)
  br label %done
done:
  ret void
}}
define internal void @kane.sincos.far.{W}({V} %x, i{W} %mask, ptr noalias %sines, \
ptr noalias %cosines) noinline cold nounwind {{
entry:
  %angles = alloca {V}
  store {V} %x, ptr %angles
  br label %lane
lane:
  %k = phi i64 [0, %entry], [%next, %ready]
  %left = phi i{W} [%mask, %entry], [%rest, %ready]
  %bit = and i{W} %left, 1
  %far = icmp ne i{W} %bit, 0
  br i1 %far, label %library, label %ready
library:
  %angle.at = getelementptr double, ptr %angles, i64 %k
  %sine.at = getelementptr double, ptr %sines, i64 %k
  %cosine.at = getelementptr double, ptr %cosines, i64 %k
  %angle = load double, ptr %angle.at
  %sine = call double @sin(double %angle) nobuiltin
  %cosine = call double @cos(double %angle) nobuiltin
  store double %sine, ptr %sine.at, align 8
  store double %cosine, ptr %cosine.at, align 8
  br label %ready
ready:
  %next = add i64 %k, 1
  %rest = lshr i{W} %left, {shift}
  %more = icmp ult i64 %next, {W}
  br i1 %more, label %lane, label %done
done:
  ret void
}}"""


@cache
def sincos(lanes: int, has_fma: bool) -> str:
    """The definition of `void @kane.sincos.LANES(V x, ptr sines, ptr cosines)`, V its vectors.

    Results go through memory, from where a Program takes them one by one as it needs them.
    """
    reduce, limit = (_REDUCE_FUSED, LIMIT_FUSED) if has_fma else (_REDUCE, LIMIT)
    types = {
        "V": vector("double", lanes),
        "I": vector("i64", lanes),
        "B": vector("i1", lanes),
        "S": "f64" if lanes == 1 else f"v{lanes}f64",
    }
    constants = {name: splat(f"double {real(value)}", lanes) for name, value in REALS.items()}
    constants |= {name: splat(f"i64 {value}", lanes) for name, value in _INTEGERS.items()}
    table = _STEPS if has_fma else _UNFUSED
    listing = "".join((_TURNS, reduce, _POLYNOMIALS, _QUADRANTS))
    return _FUNCTION.format(
        **types,
        W=lanes,
        steps="\n".join(_assembled(listing, table, constants, types)),
        limit=splat(f"double {real(limit)}", lanes),
        shift=min(1, lanes - 1),
    )


def _assembled(
    listing: str, table: dict[str, str], constants: dict[str, str], types: dict[str, str]
) -> list[str]:
    """LLVM lines of a listing: each step one template filled with its operands."""
    lines = []
    for line in filter(str.strip, listing.splitlines()):
        result, _, operation, *operands = line.split()
        texts = [constants.get(operand, f"%{operand}") for operand in operands]
        lines.append("  " + table[operation].format(*texts, r=result, **types))
    return lines
