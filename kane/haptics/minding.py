"""Minding: what is done for a loop while it runs, in a thread of Python beside it.

A mode that holds, or that the look-ahead has found to come, and that has no equations of its own
gets them: another process derives and compiles them, and the loop finds them in its table of modes
between two ticks (kane/sim/modes/online.py). The loop waits for none of it.

From: ahead.py, kane/sim/modes/online.py    Next: loop.py
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from kane.haptics import layout as at
from kane.haptics.memory import Arrays
from kane.sim.course import Course
from kane.sim.memory import Memory
from kane.sim.modes.online import Online
from kane.sim.stepper import layout as stepper

_LOOKS: Final = 0.005  # seconds from one look to the next


def mind(alive: Callable[[], bool], course: Callable[[], Course], own: Arrays) -> None:
    """The life of the thread, until the loop ends; parameters may bring another course."""
    online: Online | None = None
    try:
        while alive():
            now = course()
            if now.engine.functions.online is not online:
                _end(online)
                online = now.engine.functions.online
            for memory in moments(now.engine.memory, own):
                if online is not None:
                    online.look(memory)
            time.sleep(_LOOKS)
    finally:
        _end(online)


def moments(memory: Memory, own: Arrays) -> Iterator[Memory]:
    """The state that is foreseen, and the present one, as copies that nothing writes to."""
    states = int(own.c[at.STATES])
    foreseen = own.foreseen.copy()
    if foreseen[0] > 0.0 and foreseen[0] == foreseen[-1]:
        yield _copy(memory, foreseen[1 : 1 + states], foreseen[1 + states : -1])
    yield _copy(memory, memory.s[:states].copy(), memory.a.copy())


def _copy(memory: Memory, y: Any, a: Any) -> Memory:
    s = memory.s.copy()
    s[: len(y)] = y
    n, x = memory.n.copy(), memory.x.copy()
    assert n[stepper.STATES] == len(y)
    return replace(memory, n=n, x=x, s=s, a=a)


def _end(online: Online | None) -> None:
    if online is not None:
        online.__exit__(None, None, None)
