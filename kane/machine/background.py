"""Background work: compiling, on one thread that exists only while there is something to do.

At the end of the process jobs go on for a second, so that a short script leaves its code in the
cache; the one in hand is finished (LLVM cannot be stopped half way), the rest dropped. A
process that forks waits for the job in hand first, so that the child never inherits a compiler
stopped half way.

From: tiers.py    Next: kernel.py
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final

_LOG: Final = logging.getLogger("kane")

_GRACE: Final = 1.0  # seconds of work after the end of the main thread

Job = Callable[[], None]

_jobs: Final[deque[Job]] = deque()
_guard: Final = threading.Lock()  # over _jobs and _worker
_busy: Final = threading.RLock()  # held while a job runs
_worker: threading.Thread | None = None


def later(job: Job) -> None:
    """Runs a job on the background thread, after those given before."""
    global _worker
    with _guard:
        _jobs.append(job)
        if _worker is None:
            _worker = threading.Thread(target=_work, name="kane-compiler", daemon=False)
            _worker.start()


def _work() -> None:
    global _worker
    over: float | None = None  # when the main thread was found to have ended
    while True:
        if over is None and not threading.main_thread().is_alive():
            over = time.monotonic()
        with _guard:
            if not _jobs or (over is not None and time.monotonic() - over > _GRACE):
                _jobs.clear()
                _worker = None
                return
            job = _jobs.popleft()
        with _busy:
            try:
                job()
            except Exception as error:  # whoever waits for the result meets it again
                _LOG.warning("kane: compiling in the background failed: %s", error)


def _before_fork() -> None:
    _busy.acquire()  # in this order: no job waits for the guard's holder
    _guard.acquire()


def _after_fork() -> None:
    _guard.release()
    _busy.release()


def _in_child() -> None:
    """The child has the jobs but not the thread; whoever waits for them does them itself."""
    global _worker
    _jobs.clear()
    _worker = None
    _after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork, after_in_child=_in_child)
