"""Text to objects to addresses: on this processor and on lesser ones."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from kane.machine.cpu import MidEnd, Processor, Tier, assemble, assembly, function, host, load
from tests.machine.modules import SCALAR, expected

A, B = np.array([1.5, -2.0]), np.array([3.0])


@pytest.mark.parametrize(
    ("features", "lanes", "has_fma"),
    [
        ("+sse2,+avx,+fma,+avx512f,+avx512dq", 8, True),
        ("+sse2,+avx,+fma,+avx512f,-avx512dq", 4, True),
        ("+sse2,+avx,+fma,-avx512f", 4, True),
        ("+sse2,+avx,-fma,-avx512f", 4, False),
        ("+sse2,-avx,-fma", 2, False),
        ("+neon", 2, True),
        ("", 2, False),
    ],
)
def test_lanes_follow_from_what_the_processor_offers(
    features: str, lanes: int, has_fma: bool
) -> None:
    target = Processor(name="any", features=features).target()
    assert (target.lanes, target.has_fma) == (lanes, has_fma)


@pytest.mark.parametrize("tier", Tier)
@pytest.mark.parametrize("mid_end", MidEnd)
@pytest.mark.parametrize("processor", [host(), Processor(name="x86-64")])
def test_objects_of_every_kind_run(tier: Tier, mid_end: MidEnd, processor: Processor) -> None:
    if "+64bit" not in host().features:
        processor = host()  # the lesser one is of another family
    library = load(assemble(SCALAR, processor, tier, mid_end), ("planar",))
    call = function(library, "planar", None, *[ctypes.c_void_p] * 5)
    del library  # the callable keeps it
    total, work = np.zeros(1), np.zeros(16)
    aligned = work[-work.ctypes.data % 64 // 8 :]
    call(*(array.ctypes.data for array in (A, B, total, np.zeros(2), aligned)))
    assert total[0] == expected(A, B)[0]


def test_assembly_is_text_with_the_symbol_in_it() -> None:
    assert "planar:" in assembly(SCALAR, host(), Tier.OPTIMIZED, MidEnd.NONE)


def test_text_that_is_not_llvm_is_our_fault() -> None:
    with pytest.raises(AssertionError, match=r"(?s)LLVM refuses emitted text.*a bug of kane's"):
        assemble("define nothing", host(), Tier.QUICK, MidEnd.NONE)


def test_unknown_symbols_raise_and_do_not_end_the_process() -> None:
    text = "declare void @kane_is_not_here()\n" + SCALAR.replace(
        "ret void", "call void @kane_is_not_here()\n  ret void"
    )
    with pytest.raises(RuntimeError):
        load(assemble(text, host(), Tier.QUICK, MidEnd.NONE), ("planar",))


def test_libraries_with_the_same_symbols_stand_apart() -> None:
    made = [
        load(assemble(text, host(), Tier.QUICK, MidEnd.NONE), ("planar",))
        for text in (SCALAR, SCALAR.replace("fadd", "fsub"))
    ]
    assert made[0].addresses["planar"] != made[1].addresses["planar"]
