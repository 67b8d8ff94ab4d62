"""Routines: how long a library takes to become native code, and how fast it then is.

The library is the numeric one, of about 300 lines of statements.

From: routine_cases.py    Next: spine.py
"""

from __future__ import annotations

import math
import statistics
import time
from itertools import product
from tempfile import TemporaryDirectory
from typing import Any, Final

from benchmarks.claim import Effort, Measurement, without_rival
from benchmarks.rivals import Rival, rival
from benchmarks.routine_cases import CASES, SIZES, standalone
from benchmarks.routine_data import arguments
from benchmarks.spine_start import run
from benchmarks.timing import Loop, Timing, race, timing
from kane.machine.routine import native_library
from kane.program.numeric.library import NUMERIC
from kane.program.routine import Routine
from kane.program.routine_closure import definitions
from kane.program.routine_tree import Assign as AssignTo
from kane.program.routine_tree import Evaluate, For, If, Return, Store, While, walk

READY: Final = """\
import time
import numpy as np
from kane.machine.cpu import host, versions
from kane.machine.key import circumstances
from kane.machine.routine import native_library
from kane.program.numeric.library import NUMERIC
from kane.program.numeric.lu import lu_factor
host(), versions(), circumstances(host())
a, p = np.array([[0.0, 2.0], [4.0, 1.0]]), np.zeros(2, dtype=np.int64)
start = time.perf_counter()
failed = native_library(NUMERIC)[lu_factor](a, 2, p)
seconds = time.perf_counter() - start
assert failed == 0 and p[0] == 1 and a[1, 1] == 2.0
print(seconds)
"""


def cold(effort: Effort) -> Measurement:
    """Seconds to translate, compile and call the library, where nothing was compiled before."""
    turns = 7 if effort is Effort.FULL else 1
    return _measured(timing((_fresh() for _ in range(turns)), 1))


def cached(effort: Effort) -> Measurement:
    """Seconds to load and call the library, in a process that finds it on disk."""
    turns = 15 if effort is Effort.FULL else 1
    with TemporaryDirectory() as folder:
        _in_process(folder)
        return _measured(timing((_in_process(folder) for _ in range(turns)), 1))


def _fresh() -> float:
    with TemporaryDirectory() as folder:
        return _in_process(folder)


def _in_process(folder: str) -> float:
    """What a fresh process, LLVM ready, reports."""
    return float(run(READY, {"KANE_CACHE": folder}))


def _measured(came: Timing) -> Measurement:
    every = definitions(NUMERIC)
    sorts = AssignTo | Store | Evaluate | If | For | While | Return
    statements = sum(isinstance(node, sorts) for one in every for node in walk(one.body))
    return Measurement(
        value=came.median,
        median=came.median,
        spread=came.spread,
        repeats=came.repeats,
        counts=f"{len(every)} routines, {statements} statements",
    )


def against_numba(effort: Effort) -> Measurement:
    """Numba's time over ours for the same source: the least of all cases and sizes."""
    with rival("numba_routines") as numba:
        if numba is None:
            return without_rival("numba")
        numba.ask(source=standalone(CASES, "fastest"))
        whole = effort is Effort.FULL
        cases, sizes = (CASES.routines, SIZES) if whole else (CASES.routines[-1:], SIZES[:1])
        ratios = {
            f"{case.name} {n}": _ratio(case, n, numba, effort) for case, n in product(cases, sizes)
        }
        return Measurement(
            value=min(ratios.values()),
            median=statistics.median(ratios.values()),
            spread=max(ratios.values()) - min(ratios.values()),
            repeats=len(ratios),
            rival=numba.version,
            note=", ".join(f"{case} {ratio:.2f}" for case, ratio in ratios.items()),
        )


def _ratio(case: Routine[..., Any], n: int, numba: Rival, effort: Effort) -> float:
    ours = native_library(CASES)[case].bind(*arguments(n), 1)()
    theirs = float(numba.ask(case=case.name, size=n, calls=1)["value"])
    # the matrices' conditions are below 10⁴, and both have taken the same steps
    assert math.isclose(ours, theirs, rel_tol=1e-9, abs_tol=1e-9), (case.name, n, ours, theirs)
    return race(_loop(case, n), numba.loop(case=case.name, size=n), effort).ratio


def _loop(case: Routine[..., Any], n: int) -> Loop:
    native, given = native_library(CASES)[case], arguments(n)

    def loop(calls: int) -> float:
        call = native.bind(*given, calls)
        start = time.perf_counter()
        call()
        return time.perf_counter() - start

    return loop
