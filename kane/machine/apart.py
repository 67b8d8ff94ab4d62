"""Apart: what a function makes, made in a process of its own while this one goes on.

    work = Apart(function)      a copy of this process, which calls function() → bytes and ends
    work.poll()                 None while it is at work; its bytes; b"" where it died
    work.close()                it has ended and is gone, whatever it was doing

The copy knows all that this process knows, so nothing has to be put into words for it. It ends
with its last byte, when nobody reads it any more, and after a minute in any case.

From: background.py    Next: kane/sim/modes/online.py
"""

from __future__ import annotations

import os
import signal
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NoReturn

_LONGEST: Final = 60  # seconds that a process may take
_PIECE: Final = 1 << 16


def possible() -> bool:
    """Whether a process can be copied here."""
    return hasattr(os, "fork")


class Apart:
    """A function at work in a process of its own."""

    def __init__(self, function: Callable[[], bytes]) -> None:
        self._reading, writing = os.pipe()
        self._came: list[bytes] = []
        self._there = True
        with warnings.catch_warnings():  # jobs in the background wait: background.py
            warnings.simplefilter("ignore", DeprecationWarning)
            self.pid = os.fork()
        if self.pid == 0:
            _work(function, writing)
        os.close(writing)
        os.set_blocking(self._reading, False)

    def poll(self) -> bytes | None:
        """None while it is at work; its bytes, or none of them where it died before."""
        try:
            while piece := os.read(self._reading, _PIECE):
                self._came.append(piece)
        except BlockingIOError:
            return None
        return b"".join(self._came) if self._ended() == 0 else b""

    def close(self) -> None:
        """It is gone, whether or not it had ended."""
        if self._there:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            self._ended()
        if self._reading >= 0:
            os.close(self._reading)
            self._reading = -1

    def _ended(self) -> int:
        """Its status, once it has ended."""
        self._there = False
        try:
            return os.waitpid(self.pid, 0)[1]
        except ChildProcessError:  # somebody else has waited for it
            return 1


def _work(function: Callable[[], bytes], writing: int) -> NoReturn:
    """In the copy: nothing but this, and no end of a program's life as it has them."""
    status = 1
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
        signal.alarm(_LONGEST)
        left = memoryview(function())
        while left:
            left = left[os.write(writing, left) :]
        status = 0
    finally:
        os._exit(status)
