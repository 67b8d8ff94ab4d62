"""Tiers: quick at once, optimized later, by whichever thread comes first."""

from __future__ import annotations

import gc
import os
import threading
import weakref
from dataclasses import dataclass, field, replace
from functools import partial

import pytest

from kane.emitters.code import Code
from kane.machine import background
from kane.machine.cache import standard
from kane.machine.cpu import Tier, host
from kane.machine.tiers import Native, Recipe, States, Tiered
from tests.machine.modules import planar
from tests.machine.processes import printed


@dataclass
class Counted:
    """An emitter that counts how often it is asked."""

    code: Code = field(default_factory=planar)
    times: int = 0

    def __call__(self) -> Code:
        self.times += 1
        return self.code


def tiered(emit: Counted, key: bytes | None = b"k" * 32) -> Tiered:
    return Tiered(
        Recipe(states=States.ONE, emit=emit, key=lambda: key, processor=host(), cache=standard())
    )


def wait_for(event: threading.Event) -> None:
    """A job that keeps the background busy."""
    assert event.wait(30)


def settle() -> None:
    """Waits until the background has nothing to do."""
    done = threading.Event()
    background.later(done.set)
    assert done.wait(30)


def test_quick_comes_first_and_optimized_follows() -> None:
    made = tiered(Counted())
    assert made.native is None
    assert made.at_once().tier is Tier.QUICK
    settle()
    assert made.at_once().tier is Tier.OPTIMIZED


def test_what_is_kept_is_not_emitted_again() -> None:
    tiered(Counted()).optimized()
    emit = Counted()
    assert tiered(emit).at_once().tier is Tier.OPTIMIZED
    assert tiered(emit).optimized().tier is Tier.OPTIMIZED
    assert emit.times == 0


def test_code_without_a_key_is_made_each_time() -> None:
    emit = Counted()
    for _ in range(2):
        tiered(emit, key=None).optimized()
    assert emit.times == 2


def test_threads_that_ask_together_get_one_and_the_same() -> None:
    emit = Counted()
    made = tiered(emit)
    found: list[Native] = []
    threads = [threading.Thread(target=lambda: found.append(made.optimized())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(map(id, found))) == 1
    assert emit.times == 1


def test_code_that_nobody_wants_any_more_is_not_optimized() -> None:
    emit = Counted()
    hold = threading.Event()
    background.later(partial(wait_for, hold))
    made = tiered(emit)
    made.at_once()
    gone = weakref.ref(made)
    del made
    gc.collect()
    assert gone() is None
    hold.set()
    settle()
    assert emit.times == 1


def test_failure_in_the_background_is_met_by_who_waits(caplog: pytest.LogCaptureFixture) -> None:
    emit = Counted()
    made = tiered(emit)
    hold = threading.Event()
    background.later(partial(wait_for, hold))
    quick = made.at_once()
    emit.code = replace(emit.code, text="nonsense")
    hold.set()
    settle()
    assert "compiling in the background failed" in caplog.text
    assert made.at_once() is quick
    with pytest.raises(AssertionError, match="LLVM refuses"):
        made.optimized()


FORK = """
import os, sys
import numpy as np
from kane.machine.compile import jit
from tests.machine.modules import planar, expected
a, b = np.array([1.5, -2.0]), np.array([3.0])
for _ in range(10):
    kernel = jit(planar())
    kernel(a, b)                       # starts the background's work
    child = os.fork()
    if not child:
        other = jit(planar())
        assert np.array_equal(other(a, b).total, expected(a, b)[0])
        assert np.array_equal(kernel(a, b).total, expected(a, b)[0])
        other.address(), kernel.address()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    kernel.address()
print("right")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_process_may_fork_while_code_is_optimized(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KANE_CACHE", "off")
    assert printed(FORK)[0] == "right\n"
