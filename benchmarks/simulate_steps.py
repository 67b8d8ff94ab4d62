"""Steps of one length: RK4 steps a second of a Panda that falls, one run and many at once.

MuJoCo's are those of its native rollout on one thread, the same arm and the same steps, whose end
must be ours.

From: simulate_cases.py    Next: simulate.py
"""

from __future__ import annotations

import time
from functools import cache
from typing import Any, Final

import numpy as np

import kane
from benchmarks.claim import Effort, Measurement
from benchmarks.rivals import rival
from benchmarks.simulate_cases import FINGERS, ROBOTS, free_arm
from kane.machine.model import Model
from kane.sim.many import LANES, simulate_many

STEP: Final = 1e-4
COUNT: Final = 40_000  # steps of a single run
BESIDE: Final = 1_000  # of MuJoCo's
TURNS: Final = {Effort.FULL: 100, Effort.QUICK: 1}
MANY: Final = 8 * LANES
SAME: Final = 1e-9  # of q after the steps, of order 1


@cache
def panda() -> Model:
    """The arm without motors, its fingers held."""
    return kane.build(free_arm("panda"))


def single(effort: Effort) -> Measurement:
    """Millions of RK4 steps a second of one run."""
    until, spent = COUNT * STEP, []
    for _ in range(TURNS[effort]):
        start = time.perf_counter()
        motion = kane.simulate(panda(), until=until, dt=STEP, every=until)
        spent.append(time.perf_counter() - start)
    assert motion.effort.steps == COUNT
    note, version = _mujoco(effort)
    return Measurement(
        value=1e-6 * COUNT / min(spent), repeats=len(spent), rival=version, note=note
    )


def many(effort: Effort) -> Measurement:
    """Millions of RK4 steps a second of many runs on one core."""
    rng = np.random.default_rng(1)
    starts, until, spent = rng.uniform(-1, 1, (MANY, 7)), 200 * STEP, []
    for _ in range(TURNS[effort]):
        start = time.perf_counter()
        runs = simulate_many(panda(), q=starts, until=until, dt=STEP)
        spent.append(time.perf_counter() - start)
    alone = kane.simulate(panda(), q=starts[7], until=until, dt=STEP, every=until)
    assert float(np.abs(runs.y[7, -1] - alone.y[-1]).max()) <= SAME
    return Measurement(
        value=1e-6 * MANY * 200 / min(spent), repeats=len(spent), counts=f"{MANY} runs"
    )


def _mujoco(effort: Effort) -> tuple[str, str]:
    with rival("mujoco_steps") as other:
        if other is None:
            return "", ""
        request: dict[str, Any] = {
            "case": str(ROBOTS / "panda.urdf"), "q": [0.0] * 7, "hold": list(FINGERS),
            "dt": STEP, "steps": BESIDE, "calls": 5 if effort is Effort.FULL else 1,
        }  # fmt: skip
        answer = other.ask(**request)
        until = BESIDE * STEP
        ours = kane.simulate(panda(), until=until, dt=STEP, every=until).q[-1]
        apart = float(np.abs(np.array(answer["q"]) - ours).max())
        assert apart <= SAME, f"MuJoCo moves otherwise: {apart:.1e}"
        speed = 1e-6 * BESIDE / answer["seconds"]
        return f"{other.version} RK4 {speed:.3g} million a second", other.version
