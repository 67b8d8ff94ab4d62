"""Mobile manipulators: how short their equations are beside the paper's bound, and how fast.

The bound [Tanner2001 Sec. 5.2] is for what the model requires, the accelerations in evidence:
37.5m² + 441.5m + 88 + 28w multiplications and 31.5m² + 392.5m + 26 + 11w additions.

From: claim.py, mobile_systems.py    Next: kane/mobile
"""

from __future__ import annotations

import math
import time
from typing import Any, Final

import numpy as np

from benchmarks.claim import Claim, Effort, Measurement, Sense
from benchmarks.mobile_systems import general, paper, tiago, tiago_file
from benchmarks.native_loop import native_loop
from benchmarks.spine_compile import SETTLE, cache_at
from benchmarks.timing import Timing, time_fresh, time_loop
from kane import build, mobile, simulate
from kane.machine.cpu import Tier
from kane.machine.flow import Flow
from kane.machine.model import Model
from kane.model.quantities import kinetic_energy
from kane.program.count import Operations, count

STEERED: Final = math.atan(0.3)
START: Final[dict[str, Any]] = {"q": {"phi": STEERED}, "u": {"v": 1 / math.cos(STEERED)}}
STATES: Final = 64


def bound(m: int, w: int) -> tuple[float, float]:
    """The paper's multiplications and additions."""
    return 37.5 * m**2 + 441.5 * m + 88 + 28 * w, 31.5 * m**2 + 392.5 * m + 26 + 11 * w


def worst(effort: Effort, counted: Any) -> Measurement:
    """The largest ratio to the bound over m = 1 … 7 and w = 3 … 6, both kinds of further wheels."""
    assert bound(1, 4) == (679, 494)
    assert bound(2, 3) == (1205, 970)
    assert bound(6, 4) == (4199, 3559)
    quick = effort is Effort.QUICK
    found: dict[str, float] = {}
    for m in (1, 2) if quick else range(1, 8):
        for w in (3,) if quick else range(3, 7):
            for castors in (False, True) if w > 3 else (False,):
                ours = counted(build(general(m, w, castors=castors)))
                kind = "castors" if castors else "steered"
                name = f"m={m}, w={w} ({kind}): {ours.mul} + {ours.add}"
                limits = bound(m, w)
                found[name] = max(ours.mul / limits[0], ours.add / limits[1])
    name = max(found, key=found.__getitem__)
    middle = sorted(found.values())[len(found) // 2]
    return Measurement(
        value=found[name],
        median=middle,
        repeats=len(found),
        counts=name,
        note="the largest ratio; the median is that over all robots",
    )


def closed_form(model: Model) -> Operations:
    """M and f together: what the bound counts, less the interaction."""
    return _together(model, "mass_matrix", "bias")


def _together(model: Model, *names: str) -> Operations:
    mul = add = div = sqrt = sincos = other = 0
    for name in names:
        own = model.operations[name]
        mul, add, div = mul + own.mul, add + own.add, div + own.div
        sqrt, sincos, other = sqrt + own.sqrt, max(sincos, own.sincos), other + own.other
    return Operations(mul=mul, add=add, div=div, sqrt=sqrt, sincos=sincos, other=other)


def inverse(model: Model) -> Operations:
    """τ = M u̇ + f."""
    return model.operations["inverse_dynamics"]


def with_interaction(model: Model) -> Operations:
    """u̇ solved for, and the six interaction forces and torques with it."""
    flows = model.flows()
    program = flows.observed(list(flows.each(mobile.interaction()).values())).kernel.program
    assert program is not None
    return count(model.compiler.optimized(program))


# ── the paper's example ───────────────────────────────────────────────────────────────────
def right_side(effort: Effort) -> Measurement:
    """ẏ of the paper's example in a native loop."""
    flows = build(paper()).flows()
    return _timed(flows.motion, effort, "ẏ of 13 states")


def with_conditions(effort: Effort) -> Measurement:
    """All margins with them."""
    flows = build(paper()).flows()
    margins = list(flows.each(mobile.conditions()).values())
    joint = flows.observed(margins)
    assert len(margins) == 9
    motion, all_ = _loop(flows.motion), _loop(joint)
    one, two = time_loop(motion, effort), time_loop(all_, effort)
    return Measurement(
        value=(one.minimum + two.minimum) * 1e6,
        median=(one.median + two.median) * 1e6,
        repeats=one.repeats,
        counts=_counted(joint),
        note="ẏ, then nine margins by a function of their own",
    )


def _timed(flow: Flow, effort: Effort, note: str) -> Measurement:
    timed = time_loop(_loop(flow), effort)
    return Measurement(
        value=timed.minimum * 1e6,
        median=timed.median * 1e6,
        spread=timed.spread * 1e6,
        repeats=timed.repeats,
        counts=_counted(flow),
        note=note,
    )


def _counted(flow: Flow) -> str:
    assert flow.kernel.program is not None
    return str(count(flow.kernel.program))


def _loop(flow: Flow) -> Any:
    rng = np.random.default_rng(1)
    program = flow.kernel.program
    assert program is not None
    sizes = {slot.name: slot.size for slot in flow.kernel.inputs}
    y = rng.uniform(-0.4, 0.4, (STATES, sizes["y"]))
    some = np.zeros((STATES, 1))
    made = np.asarray(flow.kernel(np.zeros(1), y[0], np.empty(0), np.empty(0)))
    assert np.isfinite(made).all()
    out = np.zeros((STATES, made.size))
    address = flow.address
    return native_loop(address, (some, y, some.copy(), some.copy(), out), address.workspace)


def circle(effort: Effort) -> Measurement:
    """20 s of Fig. 5, locked, at 1e-9."""
    model = build(paper(locked=True))

    def run() -> Any:
        return simulate(model, until=20.0, rtol=1e-9, **START)

    first = run()
    assert abs(first["theta"][-1] - 9.594375897) < 1e-6  # two models of the reference
    energy = first[kinetic_energy()]
    assert np.ptp(energy) < 1e-8 * energy[0]
    timed = time_fresh(lambda: None, lambda _: run(), effort, most=41)
    return _milliseconds(timed, f"{first.effort.evaluations} evaluations, the whole call")


def _milliseconds(timed: Timing, note: str) -> Measurement:
    return Measurement(
        value=timed.minimum * 1e3,
        median=timed.median * 1e3,
        spread=timed.spread * 1e3,
        repeats=timed.repeats,
        note=note,
    )


# ── a robot from its file ─────────────────────────────────────────────────────────────────
def from_description(effort: Effort) -> Measurement:
    """TIAGo: derived and compiled, nothing cached."""
    if tiago_file() is None:
        return Measurement(value=None, note="example-robot-data is not installed")
    system = tiago()
    with cache_at("off"):
        timed = time_fresh(settled, lambda _: build(system).flows().motion.kernel.address(), effort)
        quick = time_fresh(
            settled, lambda _: build(system).flows().motion.kernel.address(Tier.QUICK), effort
        )
    note = f"optimized; {quick.minimum * 1e3:.0f} ms to the first tier, which runs meanwhile"
    return _milliseconds(timed, note)


def settled() -> None:
    """What an earlier quick tier left to be done in the background is done."""
    time.sleep(SETTLE)


def in_time(method: str, effort: Effort) -> Measurement:
    """TIAGo at a 1 ms step, against a processor's clock."""
    if tiago_file() is None:
        return Measurement(value=None, note="example-robot-data is not installed")
    model = build(tiago(damped=True))
    until = 1.0 if effort is Effort.QUICK else 10.0
    rate = _rate(model, method, until, effort)
    return Measurement(
        value=rate,
        repeats=9,
        counts=str(model.operations["forward_dynamics"]),
        note=f"{method}, processor time",
    )


def _rate(model: Model, method: str, until: float, effort: Effort) -> float:
    """Simulated seconds a second of one processor."""

    def run() -> Any:
        start = {"v": 0.5, "w": 0.2}
        return simulate(model, u=start, until=until, dt=1e-3, every=until / 10, method=method)

    first = run()
    assert first.ended, first.outcome
    # the left wheel, 0.2022 m beside the middle: r ṡ = v − 0.2022 w
    rates = np.asarray(model.rates(first.q[-1], first.u[-1]))
    rolled = 0.0985 * rates[model.q_names.index("wheel_left_joint")]
    v, w = (first[name][-1] for name in "vw")
    assert abs(rolled - (v - 0.2022 * w)) < 1e-12 * (1 + abs(v))
    best = math.inf
    for _ in range(3 if effort is Effort.QUICK else 9):
        before = time.process_time()
        run()
        best = min(best, time.process_time() - before)
    return until / best


CLAIMS = (
    Claim(
        name="M and f beside the paper's bound",
        how="multiplications and additions of both, for general robots m ≤ 7, w ≤ 6; "
        "largest ratio; the median is 0.29",
        unit="of the bound",
        sense=Sense.AT_MOST,
        target=0.5,
        measure=lambda effort: worst(effort, closed_form),
    ),
    Claim(
        name="inverse dynamics beside the paper's bound",
        how="the same of τ = M u̇ + f; the median is 0.16",
        unit="of the bound",
        sense=Sense.AT_MOST,
        target=0.34,
        measure=lambda effort: worst(effort, inverse),
    ),
    Claim(
        name="accelerations and interaction beside the paper's bound",
        how="the same of u̇ solved for, with the six interaction forces and torques",
        unit="of the bound",
        sense=Sense.AT_MOST,
        target=1.0,
        measure=lambda effort: worst(effort, with_interaction),
    ),
    Claim(
        name="right-hand side of the paper's example",
        how="q̇ and u̇ in a native loop over 64 states; minimum",
        unit="µs",
        sense=Sense.AT_MOST,
        target=0.15,
        measure=right_side,
    ),
    Claim(
        name="right-hand side with all conditions",
        how="the same, and after it loads, friction, skidding and tip-over margins",
        unit="µs",
        sense=Sense.AT_MOST,
        target=0.5,
        measure=with_conditions,
    ),
    Claim(
        name="20 s of the paper's Fig. 5 at 1e-9",
        how="simulate(…, rtol=1e-9), dop853, every step kept; minimum",
        unit="ms",
        sense=Sense.AT_MOST,
        target=2.0,
        measure=circle,
    ),
    Claim(
        name="TIAGo from description to native code",
        how="derive, lower, optimize, emit and compile ẏ, nothing cached; minimum",
        unit="ms",
        sense=Sense.AT_MOST,
        target=300.0,
        measure=from_description,
    ),
    Claim(
        name="TIAGo at a 1 ms step, rk4",
        how="10 s, its joints' friction as in the file: simulated time over processor time",
        unit="× real time",
        sense=Sense.AT_LEAST,
        target=1000.0,
        measure=lambda effort: in_time("rk4", effort),
    ),
    Claim(
        name="TIAGo at a 1 ms step, semi-implicit Euler",
        how="10 s, its joints' friction as in the file: simulated time over processor time",
        unit="× real time",
        sense=Sense.AT_LEAST,
        target=1000.0,
        measure=lambda effort: in_time("semi_implicit_euler", effort),
    ),
)
