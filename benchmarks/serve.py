"""The rival's side of the pipe: answers requests, one JSON line each. Standard library only.

A script in `benchmarks/rival/` imports its library and ends with `serve`:

    import numba
    from benchmarks.serve import serve, seconds

    def answer(request: dict[str, Any]) -> dict[str, Any]:
        kernel = KERNELS[request["case"]]
        return {"seconds": seconds(kernel, request["calls"])}

    serve(f"numba {numba.__version__}", answer)

From: rivals.py
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from itertools import repeat
from typing import Any

Answer = Callable[[dict[str, Any]], dict[str, Any]]


def serve(version: str, answer: Answer) -> None:
    """Answers every request until the asker hangs up; what a library prints goes to stderr."""
    if "--installed" in sys.argv:
        return
    replies, sys.stdout = sys.stdout, sys.stderr
    print(json.dumps({"version": version}), file=replies, flush=True)
    for line in sys.stdin:
        print(json.dumps(answered(answer, json.loads(line))), file=replies, flush=True)


def answered(answer: Answer, request: dict[str, Any]) -> dict[str, Any]:
    """The answer, or the fault in its place."""
    try:
        return answer(request)
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def seconds(call: Callable[[], object], calls: int) -> float:
    """Seconds of so many calls."""
    start = time.perf_counter()
    for _ in repeat(None, calls):
        call()
    return time.perf_counter() - start
