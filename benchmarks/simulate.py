"""Motion in time: ten simulated seconds, steps a second, a fresh process, memory.

From: claim.py    Next: simulate_cases.py, simulate_run.py, simulate_steps.py, simulate_process.py
"""

from __future__ import annotations

from functools import partial

from benchmarks.claim import Claim, Sense
from benchmarks.simulate_process import fresh, long_run
from benchmarks.simulate_run import ten_seconds
from benchmarks.simulate_steps import many, single

HELD = "10 s of the {} held by springs and light dampers, dop853 at rtol 1e-8: a call of simulate"
STEPS = "a Panda that falls, RK4 with steps of 0.1 ms, one core; the least time of {}"

CLAIMS = (
    Claim(
        name="10 s of a UR5 under PD",
        how=f"{HELD.format('UR5')}; error of q at the end at most 1e-8",
        unit="ms",
        sense=Sense.AT_MOST,
        target=1.0,
        measure=partial(ten_seconds, "ur5", 1e-8),
    ),
    Claim(
        name="10 s of a Panda under PD",
        how=f"{HELD.format('Panda')}; error of q at the end at most 1e-8",
        unit="ms",
        sense=Sense.AT_MOST,
        target=2.0,
        measure=partial(ten_seconds, "panda", 1e-8),
    ),
    Claim(
        name="10 s of a double pendulum",
        how="from a start that is chaotic, dop853, the run alone as heyoka's propagation; error "
        "of q at the end at most 4e-8",
        unit="ms",
        sense=Sense.AT_MOST,
        target=0.27,
        measure=partial(ten_seconds, "double pendulum", 4e-8),
    ),
    Claim(
        name="RK4 steps of a Panda, one run",
        how=STEPS.format("calls of simulate with 40 000 steps"),
        unit="million/s",
        sense=Sense.AT_LEAST,
        target=2.2,
        measure=single,
    ),
    Claim(
        name="RK4 steps of a Panda, many runs",
        how=STEPS.format("calls of simulate_many"),
        unit="million/s",
        sense=Sense.AT_LEAST,
        target=10.0,
        measure=many,
    ),
    Claim(
        name="kane simulate pendulum.toml",
        how="a fresh process, from its start to its end, code from the cache; the least of 13",
        unit="s",
        sense=Sense.AT_MOST,
        target=0.8,
        measure=fresh,
    ),
    Claim(
        name="memory of 10 million steps",
        how="how much a process grows in a run of 10⁷ RK4 steps with every step in a file",
        unit="MB",
        sense=Sense.AT_MOST,
        target=64.0,
        measure=long_run,
    ),
)
