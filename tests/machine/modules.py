"""Hand-written LLVM code, so that these tests stand on no emitter.

`planar` computes, of inputs a (2,) and b (1,), the outputs total = a₀ + a₁·b₀ and
swapped = (a₁, a₀); its batch driver goes state by state.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kane.algebra.rate import Rate
from kane.emitters.code import Code, Language
from kane.machine.cpu import host_target
from kane.program.program import Input
from kane.program.signature import Result, Signature

SIGNATURE: Final = Signature(
    name="planar",
    inputs=(
        Input(name="a", elements=("a0", "a1"), rate=Rate.CONFIGURATION, shape=(2,)),
        Input(name="b", elements=("b0",), rate=Rate.SPEED, shape=(1,)),
    ),
    outputs=(Result(name="total", shape=(1,)), Result(name="swapped", shape=(2,))),
    workspace=8,
)

SCALAR: Final = """
define void @planar(ptr %a, ptr %b, ptr %total, ptr %swapped, ptr %work) nounwind {
  %at1 = getelementptr double, ptr %a, i64 1
  %a0 = load double, ptr %a
  %a1 = load double, ptr %at1
  %b0 = load double, ptr %b
  %product = fmul double %a1, %b0
  %sum = fadd double %a0, %product
  store double %sum, ptr %work, align 64
  store double %sum, ptr %total
  store double %a1, ptr %swapped
  %to1 = getelementptr double, ptr %swapped, i64 1
  store double %a0, ptr %to1
  ret void
}
"""

# The same after a loop of a hundred million volatile stores: about a tenth of a second.
SLOW: Final = SCALAR.replace(
    "define void @planar(ptr %a, ptr %b, ptr %total, ptr %swapped, ptr %work) nounwind {",
    """\
define void @planar(ptr %a, ptr %b, ptr %total, ptr %swapped, ptr %work) nounwind {
entry:
  br label %wait
wait:
  %turn = phi i64 [ 0, %entry ], [ %turn1, %wait ]
  store volatile i64 %turn, ptr %work
  %turn1 = add i64 %turn, 1
  %again = icmp slt i64 %turn1, 100000000
  br i1 %again, label %wait, label %work_on
work_on:""",
)

# One state at a time; DELAY repetitions of a volatile store make it as slow as a test wants.
BATCH: Final = """
define internal i64 @number(ptr %table, i64 %index) {
  %at = getelementptr i64, ptr %table, i64 %index
  %value = load i64, ptr %at
  ret i64 %value
}

define internal ptr @place(ptr %table, i64 %argument, i64 %state, i64 %element) {
  %row = mul i64 %argument, 3
  %row1 = add i64 %row, 1
  %row2 = add i64 %row, 2
  %base = call i64 @number(ptr %table, i64 %row)
  %by_state = call i64 @number(ptr %table, i64 %row1)
  %by_element = call i64 @number(ptr %table, i64 %row2)
  %s = mul i64 %state, %by_state
  %e = mul i64 %element, %by_element
  %base1 = add i64 %base, %s
  %base2 = add i64 %base1, %e
  %pointer = inttoptr i64 %base2 to ptr
  ret ptr %pointer
}

define i64 @planar_batch(ptr %table, ptr %work, i64 %first, i64 %last, ptr %control) nounwind {
entry:
  %done_at = getelementptr i64, ptr %control, i64 1
  br label %head
head:
  %state = phi i64 [ %first, %entry ], [ %next, %end ]
  store volatile i64 %state, ptr %done_at
  %stop = load volatile i64, ptr %control
  %stopped = icmp ne i64 %stop, 0
  %over = icmp sge i64 %state, %last
  %leave = or i1 %stopped, %over
  br i1 %leave, label %exit, label %body
body:
  %pa0 = call ptr @place(ptr %table, i64 0, i64 %state, i64 0)
  %pa1 = call ptr @place(ptr %table, i64 0, i64 %state, i64 1)
  %pb0 = call ptr @place(ptr %table, i64 1, i64 %state, i64 0)
  %a0 = load double, ptr %pa0
  %a1 = load double, ptr %pa1
  %b0 = load double, ptr %pb0
  %product = fmul double %a1, %b0
  %sum = fadd double %a0, %product
  br label %wait
wait:
  %turn = phi i64 [ 0, %body ], [ %turn1, %wait ]
  store volatile double %sum, ptr %work
  %turn1 = add i64 %turn, 1
  %again = icmp slt i64 %turn1, DELAY
  br i1 %again, label %wait, label %end
end:
  %pt = call ptr @place(ptr %table, i64 2, i64 %state, i64 0)
  %ps0 = call ptr @place(ptr %table, i64 3, i64 %state, i64 0)
  %ps1 = call ptr @place(ptr %table, i64 3, i64 %state, i64 1)
  store double %sum, ptr %pt
  store double %a1, ptr %ps0
  store double %a0, ptr %ps1
  %next = add i64 %state, 1
  br label %head
exit:
  ret i64 %state
}
"""


def planar() -> Code:
    """Code for one state."""
    return _code(SCALAR, "planar")


def slow() -> Code:
    """Code for one state that takes its time."""
    return _code(SLOW, "planar")


def planar_batch(delay: int = 1) -> Code:
    """Code for batches, each state of which takes `delay` stores."""
    return _code(BATCH.replace("DELAY", str(delay)), "planar_batch")


def expected(a: ArrayLike, b: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What `planar` computes."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    return a[..., :1] + a[..., 1:] * b, a[..., ::-1]


def _code(text: str, entry: str) -> Code:
    return Code(
        text=text,
        entry=entry,
        language=Language.LLVM,
        signature=SIGNATURE,
        target=host_target(),
    )
