"""Numba's side of the Routines: the same source, compiled by Numba with its fastest options."""

from __future__ import annotations

import time
from typing import Any

import numba

from benchmarks.routine_data import arguments
from benchmarks.serve import serve

FUNCTIONS: dict[str, Any] = {}
ARGUMENTS: dict[int, list[Any]] = {}


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Takes the source once, then runs its cases."""
    if "source" in request:
        names: dict[str, Any] = {"fastest": numba.njit(fastmath=True, error_model="numpy")}
        exec(request["source"], names)
        FUNCTIONS.update(names)
        return {}
    n = int(request["size"])
    given = ARGUMENTS.setdefault(n, arguments(n))
    start = time.perf_counter()
    value = FUNCTIONS[request["case"]](*given, request["calls"])
    return {"seconds": time.perf_counter() - start, "value": value}


serve(f"numba {numba.__version__}", answer)
