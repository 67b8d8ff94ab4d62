"""Native functions of our signature called in a native loop, over states that differ.

So that a call's time is the function's own (1–2 ns more), for code of ours and of a C compiler
alike:

    void loop(f, bases, strides, mask, calls):  f(bases[j] + strides[j]·(i & mask), …) for i < calls

From: timing.py    Next: spine.py
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import numpy as np

from benchmarks.timing import Loop
from kane.machine.call import aligned
from kane.machine.cpu import MidEnd, Tier, assemble, function, host, load

_TEXT: Final = """\
define void @loop(ptr %f, ptr %bases, ptr %strides, i64 %mask, i64 %calls) nounwind {{
entry:
{loads}
  br label %next
next:
  %i = phi i64 [0, %entry], [%i.next, %next]
  %state = and i64 %i, %mask
{places}
  call void %f({arguments})
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %calls
  br i1 %more, label %next, label %done
done:
  ret void
}}
"""
_LOAD: Final = """\
  %base.at{j} = getelementptr ptr, ptr %bases, i64 {j}
  %base{j} = load ptr, ptr %base.at{j}
  %stride.at{j} = getelementptr i64, ptr %strides, i64 {j}
  %stride{j} = load i64, ptr %stride.at{j}"""
_PLACE: Final = """\
  %offset{j} = mul i64 %stride{j}, %state
  %place{j} = getelementptr i8, ptr %base{j}, i64 %offset{j}"""


def native_loop(address: int, arrays: Sequence[np.ndarray], workspace: int) -> Loop:
    """A loop around the function at an address, called on one row of each array after another.

    The arrays have one row a state, as many as a power of two. They are kept alive, and so is
    what an `Address` of ours belongs to.
    """
    states = len(arrays[0])
    assert states & (states - 1) == 0
    work = aligned(workspace)
    memory = [*arrays, work]
    count = len(memory)
    bases = (ctypes.c_void_p * count)(*[array.ctypes.data for array in memory])
    strides = (ctypes.c_int64 * count)(*[array.strides[0] for array in arrays], 0)
    call = _driver(count)

    def loop(calls: int) -> float:
        assert len(memory) == count  # and so they live as long as the loop
        start = time.perf_counter()
        call(address, bases, strides, states - 1, calls)
        return time.perf_counter() - start

    return loop


@cache
def _driver(count: int) -> Any:
    every = range(count)
    text = _TEXT.format(
        loads="\n".join(_LOAD.format(j=j) for j in every),
        places="\n".join(_PLACE.format(j=j) for j in every),
        arguments=", ".join(f"ptr %place{j}" for j in every),
    )
    library = load(assemble(text, host(), Tier.OPTIMIZED, MidEnd.NONE), ("loop",))
    pointer, integer = ctypes.c_void_p, ctypes.c_int64
    return function(library, "loop", None, pointer, pointer, pointer, integer, integer)
