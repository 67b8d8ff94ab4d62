"""The Whipple bicycle: published eigenvalues, operations, time to derive and of a right-hand side.

From: claim.py, native_loop.py, rivals.py    Next: constraints.py
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from scipy.optimize import brentq

from benchmarks.claim import Claim, Effort, Measurement, Sense, without_rival
from benchmarks.kane_derive import derived, measured
from benchmarks.native_loop import native_loop
from benchmarks.rivals import rival
from benchmarks.timing import Loop, race, time_loop
from kane import build, energy, load, simulate
from kane.analysis.linearize import linearize
from kane.machine.cpu import Tier, host_target
from kane.machine.model import Model
from kane.model.system import System
from kane.pipeline import optimize
from kane.program.count import Operations, count

ROOT: Final = Path(__file__).resolve().parents[1]
PUBLISHED: Final = ROOT / "tests" / "data" / "bicycle.json"
TILT: Final = np.pi / 10
STATES: Final = 64


def bicycle() -> System:
    """The bicycle with three of its speeds embedded."""
    return load(ROOT / "examples" / "models" / "bicycle.toml")


@cache
def model() -> Model:
    """In native code."""
    return build(bicycle())


# ── right ─────────────────────────────────────────────────────────────────────────────────
def eigenvalues(v: float) -> Any:
    """Of leaning and steering, upright at a speed."""
    small = linearize(model(), q={"pitch": TILT}, u={"u2": v})
    kept = [small.states.index(name) for name in ("lean", "steer", "u1", "u3")]
    return np.linalg.eigvals(small.A[np.ix_(kept, kept)])


def published() -> dict[str, Any]:
    """The numbers of the benchmark."""
    numbers: dict[str, Any] = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    return numbers


def eigenvalue_error(effort: Effort) -> Measurement:
    """The largest distance of a published eigenvalue from ours, over all speeds."""
    given, worst = published(), 0.0
    for k, v in enumerate(given["speeds"]):
        found = eigenvalues(v)
        weave = np.ravel(given["weave real"][k]) + 1j * given["weave imaginary"][k]
        for value in (given["castering"][k], given["capsize"][k], *weave):
            worst = max(worst, float(np.abs(found - value).min()))
    return Measurement(value=worst, counts=f"{len(given['speeds'])} speeds")


def stability_error(effort: Effort) -> Measurement:
    """How far weave and capsize speed are from the published ones, the larger of both."""
    given = published()
    weave = brentq(lambda v: growth(v, swings=True), 4.0, 5.0, xtol=1e-14)
    capsize = brentq(lambda v: growth(v, swings=False), 5.5, 6.5, xtol=1e-14)
    errors = abs(weave - given["weave speed"]), abs(capsize - given["capsize speed"])
    return Measurement(value=max(errors), counts=f"{weave:.15g} and {capsize:.15g} m/s")


def growth(v: float, swings: bool) -> float:
    """The largest real part of the eigenvalues that swing, or of the others."""
    return float(max(one.real for one in eigenvalues(v) if (abs(one.imag) > 0.1) == swings))


def energy_kept(effort: Effort) -> Measurement:
    """How far energy strays in the benchmark manoeuvres, beside what there is at first."""
    until, worst = (20.0 if effort is Effort.FULL else 1.0), 0.0
    for v, lean_rate in ((4.0, 0.05), (4.6, 0.5), (8.0, 0.05)):
        start = {"u1": lean_rate, "u2": v}
        run = simulate(
            model(), q={"pitch": TILT}, u=start, until=until, rtol=1e-12, record=[energy()]
        )
        values = run[energy()]
        worst = max(worst, float(np.ptp(values) / values[0]))
    return Measurement(value=worst, counts=f"{until:g} s, three starts")


# ── short and fast ────────────────────────────────────────────────────────────────────────
def counted(which: Callable[[Operations], int], effort: Effort) -> Measurement:
    """Operations of ẏ, of one kind."""
    program = model().flows({}).motion.kernel.program
    assert program is not None
    found = count(optimize(program, host_target()))
    return Measurement(value=float(which(found)), counts=str(found))


def deriving(effort: Effort) -> Measurement:
    """Seconds for M, f and q̇, parameters live."""
    system = bicycle()
    return measured(lambda: derived(system), effort)


def right_side(effort: Effort) -> Measurement:
    """Microseconds of ẏ."""
    came = time_loop(ours(), effort)
    return Measurement(
        value=came.minimum * 1e6,
        median=came.median * 1e6,
        spread=came.spread * 1e6,
        repeats=came.repeats,
    )


def against_pydy(effort: Effort) -> Measurement:
    """PyDy's time of a right-hand side over ours."""
    with rival("pydy_bicycle") as pydy:
        if pydy is None:
            return without_rival("PyDy")
        result = race(ours(), pydy.loop(case="right side"), effort)
        told = f"{result.ours.minimum * 1e9:.3g} ns, PyDy {result.rival.minimum * 1e6:.3g} µs"
        return Measurement(
            value=result.ratio, spread=result.spread, counts=told, rival=pydy.version
        )


def ours() -> Loop:
    """A native loop around ẏ at states near the upright one, in motion."""
    kernel = model().flows({}).motion.kernel
    rng, size = np.random.default_rng(0), 11
    y = rng.normal(0, 0.1, (STATES, size))
    y += np.array([0, 0, 0, 0, 0, TILT, 0, 0, 0, 5.0, 0])
    ydot, nothing = np.empty((STATES, size)), np.zeros((STATES, 1))
    loop = native_loop(
        kernel.address(Tier.OPTIMIZED), [nothing, y, nothing, nothing, ydot],
        kernel.signature.workspace,
    )  # fmt: skip
    loop(STATES)
    expected = model().forward_dynamics(y[:, :8].copy(), y[:, 8:].copy(), np.zeros((STATES, 3)))
    assert np.allclose(ydot[:, 8:], expected, rtol=0, atol=1e-9)
    return loop


def _most(name: str, how: str, unit: str, target: float, measure: Any) -> Claim:
    return Claim(name=name, how=how, unit=unit, sense=Sense.AT_MOST, target=target, measure=measure)


RIGHT: Final = "the benchmark's numbers as printed, against ours"
COUNTED: Final = "of ẏ, eight coordinates' rates and three accelerations"

BICYCLE: Final = (
    _most("bicycle's eigenvalues", RIGHT, "1/s", 1e-10, eigenvalue_error),
    _most("bicycle's weave and capsize speed", RIGHT, "m/s", 1e-10, stability_error),
    _most("bicycle's energy", "20 s by dop853 at 1e-12, relative", "", 1e-9, energy_kept),
    _most("bicycle's multiplications", COUNTED, "", 517, partial(counted, lambda n: n.mul)),
    _most("bicycle's additions", COUNTED, "", 401, partial(counted, lambda n: n.add)),
    _most("bicycle's divisions", COUNTED, "", 17, partial(counted, lambda n: n.div)),
    _most("derive the bicycle", "M, f and q̇, parameters live; least time", "s", 0.010, deriving),
    _most("bicycle's right-hand side", "ẏ in a native loop", "µs", 0.11, right_side),
    Claim(
        name="bicycle over PyDy",
        how="a right-hand side in turn: PyDy's by its Cython generator, from Python as it is made",
        unit="×",
        sense=Sense.AT_LEAST,
        target=50.0,
        measure=against_pydy,
    ),
)
