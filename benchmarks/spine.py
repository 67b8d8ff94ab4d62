"""The spine: from shared scalars to native code.

Absolute times are medians; ratios are medians over pairs measured in turn. The yardstick is the
inverse dynamics of a serial chain (`chain.py`), which is checked against the interpreter before
it is timed.

From: claim.py    Next: spine_compile.py, spine_run.py, spine_start.py, routines.py
"""

from __future__ import annotations

from functools import partial

from benchmarks.claim import Claim, Sense
from benchmarks.routines import against_numba, cached, cold
from benchmarks.spine_compile import compile_time, graph_nodes, reload_time
from benchmarks.spine_run import (
    against_c,
    batch_against_scalar,
    batch_overhead,
    bound_overhead,
    ordinary_overhead,
)
from benchmarks.spine_start import first_kernel, import_time
from kane.machine.cpu import Tier

COMPILED = "chain expressions to a function in native code: lower, optimize, emit, jit; no cache"
IN_TURN = "the same Program, called in a native loop over 64 states, in turn"

CLAIMS = (
    Claim(
        name="graph",
        how="nodes of the chain of 80 joints over the seconds its recursion takes on Exprs",
        unit="nodes/s",
        sense=Sense.AT_LEAST,
        target=1.0e6,
        measure=graph_nodes,
    ),
    Claim(
        name="compile 1 200 operations",
        how=COMPILED,
        unit="s",
        sense=Sense.AT_MOST,
        target=0.060,
        measure=partial(compile_time, 1_200, Tier.OPTIMIZED),
    ),
    Claim(
        name="compile 1 200 operations, quick tier",
        how=COMPILED,
        unit="s",
        sense=Sense.AT_MOST,
        target=0.015,
        measure=partial(compile_time, 1_200, Tier.QUICK),
    ),
    Claim(
        name="compile 11 000 operations",
        how=COMPILED,
        unit="s",
        sense=Sense.AT_MOST,
        target=0.3,
        measure=partial(compile_time, 11_000, Tier.OPTIMIZED),
    ),
    Claim(
        name="compile 55 000 operations",
        how=COMPILED,
        unit="s",
        sense=Sense.AT_MOST,
        target=1.0,
        measure=partial(compile_time, 55_000, Tier.OPTIMIZED),
    ),
    Claim(
        name="compile 220 000 operations",
        how=COMPILED,
        unit="s",
        sense=Sense.AT_MOST,
        target=4.0,
        measure=partial(compile_time, 220_000, Tier.OPTIMIZED),
    ),
    Claim(
        name="reload from the cache",
        how="1 200 operations, lowered Program to a function in native code, object on disk",
        unit="s",
        sense=Sense.AT_MOST,
        target=0.002,
        measure=reload_time,
    ),
    Claim(
        name="scalar over C, 10 joints",
        how=f"{IN_TURN}: gcc's time over ours",
        unit="×",
        sense=Sense.AT_LEAST,
        target=2.0,
        measure=partial(against_c, 1_200),
    ),
    Claim(
        name="scalar over C, 11 000 operations",
        how=f"{IN_TURN}: gcc's time over ours",
        unit="×",
        sense=Sense.AT_LEAST,
        target=1.0,
        measure=partial(against_c, 11_000),
    ),
    Claim(
        name="scalar over C, 55 000 operations",
        how=f"{IN_TURN}: gcc's time over ours",
        unit="×",
        sense=Sense.AT_LEAST,
        target=1.0,
        measure=partial(against_c, 55_000),
    ),
    Claim(
        name="batch over scalar, per state",
        how="10 joints, 4 096 states as (N, n) arrays: scalar in a native loop over the batch call",
        unit="×",
        sense=Sense.AT_LEAST,
        target=4.0,
        measure=batch_against_scalar,
    ),
    Claim(
        name="bound call above native",
        how="10 joints: a bound call from Python less the same call in a native loop",
        unit="µs",
        sense=Sense.AT_MOST,
        target=0.4,
        measure=bound_overhead,
    ),
    Claim(
        name="ordinary call above native",
        how="10 joints: kernel(q, u, udot) less the same call in a native loop",
        unit="µs",
        sense=Sense.AT_MOST,
        target=3.0,
        measure=ordinary_overhead,
    ),
    Claim(
        name="batch call overhead",
        how="10 joints: kernel(Q, U, Udot) of as many states as lanes, less their share of a "
        "batch of 4 096",
        unit="µs",
        sense=Sense.AT_MOST,
        target=5.0,
        measure=batch_overhead,
    ),
    Claim(
        name="routine library, cold",
        how="fresh processes, empty cache, LLVM ready: the numeric library to its first call",
        unit="s",
        sense=Sense.AT_MOST,
        target=0.5,
        measure=cold,
    ),
    Claim(
        name="routine library, cached",
        how="the same, with the library on disk",
        unit="s",
        sense=Sense.AT_MOST,
        target=0.005,
        measure=cached,
    ),
    Claim(
        name="routines over Numba",
        how="the same source under Numba with fastmath, in turn: its time over ours, the least",
        unit="×",
        sense=Sense.AT_LEAST,
        target=1.0,
        measure=against_numba,
    ),
    Claim(
        name="import kane",
        how="a fresh process that imports kane less one that imports nothing, in turn",
        unit="s",
        sense=Sense.AT_MOST,
        target=0.25,
        measure=import_time,
    ),
    Claim(
        name="first kernel after the import",
        how="a fresh process with an empty cache, after `import kane`: 10 joints built, compiled, "
        "called once",
        unit="s",
        sense=Sense.AT_MOST,
        target=1.0,
        measure=first_kernel,
    ),
)
