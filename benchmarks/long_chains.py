"""Long chains: forward dynamics of up to 10⁵ bodies, time a body, beside Pinocchio's.

Pinocchio's time a body is that of a chain of 200, in the same run: longer ones do not fit its
memory, and its algorithm is linear too.

From: claim.py, long_chain_data.py    Next: manipulators.py
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import numpy as np

import kane
from benchmarks.claim import Claim, Effort, Measurement, Sense, without_rival
from benchmarks.long_chain_data import AT, GRAVITY, links, state
from benchmarks.rivals import Rival, rival
from benchmarks.timing import Timing, loop_of, race, time_call, time_loop
from kane import GROUND, Body, Gravity, Revolute, System
from kane.machine.model import Model
from tests.close import close, round_off

AXES = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
QUICK, BESIDE = 200, 200  # bodies of the quick form, and of Pinocchio's chain
HOW = "a chain of revolute joints, no two bodies alike: a bound call of forward dynamics, {} bodies"
Call = Callable[[], None]


def chain(bodies: int) -> System:
    """The chain of long_chain_data.py as a System."""
    joints, parent = [], GROUND
    for i, link in enumerate(links(bodies)):
        body = Body(f"B{i}", mass=link.mass, centre=link.centre, inertia=link.moments)
        joints.append(Revolute(f"q{i}", parent, body, axis=AXES[link.axis], at=AT))
        parent = body
    loads = [Gravity(along=-GROUND.z, magnitude=GRAVITY)]
    return System(f"chain of {bodies}", joints=joints, loads=loads)


@cache
def model(bodies: int) -> Model:
    """Its functions, as a loop over bodies."""
    return kane.build(chain(bodies), formulation="loop")


def forward(bodies: int) -> tuple[Call, np.ndarray]:
    """A bound call, and u̇ once it was made; its inverse dynamics are τ again."""
    q, u, tau = (np.array(one) for one in state(bodies))
    udot = np.empty(bodies)
    call: Call = model(bodies).forward_dynamics.bind(q, u, tau, udot)
    call()
    again = model(bodies).inverse_dynamics(q, u, udot)
    moved = float(np.abs(udot).max()) * bodies * sum(link.mass for link in links(bodies))
    assert close(again, tau, round_off(moved, 1000 * bodies)), "u̇ does not ask for τ"
    return call, udot


def per_body(bodies: int, effort: Effort) -> Measurement:
    """Nanoseconds a body, and Pinocchio's in the note."""
    bodies = bodies if effort is Effort.FULL else QUICK
    call, _ = forward(bodies)
    came = time_call(call, effort)
    with rival("pinocchio_chain") as pinocchio:
        note, version = "", ""
        if pinocchio is not None:
            theirs = beside(pinocchio, effort)
            note = f"Pinocchio {theirs.median / BESIDE * 1e9:.0f} ns at {BESIDE} bodies"
            version = pinocchio.version
    return Measurement(
        value=came.median / bodies * 1e9,
        median=came.median / bodies * 1e9,
        spread=came.spread / bodies * 1e9,
        repeats=came.repeats,
        rival=version,
        note=note,
    )


def beside(pinocchio: Rival, effort: Effort) -> Timing:
    """Pinocchio's time of a call, after it agreed with ours."""
    _, udot = forward(BESIDE)
    theirs = np.array(pinocchio.ask(bodies=BESIDE)["udot"])
    assert close(udot, theirs, round_off(float(np.abs(theirs).max()), 10**6)), "another u̇"
    return time_loop(pinocchio.loop(bodies=BESIDE), effort)


def over_pinocchio(bodies: int, effort: Effort) -> Measurement:
    """Pinocchio's time a body over ours, in turn."""
    bodies = bodies if effort is Effort.FULL else QUICK
    call, _ = forward(bodies)
    with rival("pinocchio_chain") as pinocchio:
        if pinocchio is None:
            return without_rival("pinocchio")
        beside(pinocchio, Effort.QUICK)
        came = race(loop_of(call), pinocchio.loop(bodies=BESIDE), effort)
        version = pinocchio.version
    scale = bodies / BESIDE
    return Measurement(
        value=came.ratio * scale,
        median=came.ratio * scale,
        spread=came.spread * scale,
        repeats=came.ours.repeats,
        rival=version,
        note=f"ours {came.ours.median / bodies * 1e9:.1f} ns a body, Pinocchio "
        f"{came.rival.median / BESIDE * 1e9:.0f} ns at {BESIDE} bodies",
    )


def spaced(count: int) -> str:
    """A count with its thousands apart."""
    return f"{count:,}".replace(",", " ")


def _claim(bodies: int, target: float) -> Claim:
    return Claim(
        name=f"chain of {spaced(bodies)} bodies, forward",
        how=HOW.format(bodies),
        unit="ns a body",
        sense=Sense.AT_MOST,
        target=target,
        measure=partial(per_body, bodies),
    )


def _ratio(bodies: int, target: float) -> Claim:
    return Claim(
        name=f"chain of {spaced(bodies)} bodies over Pinocchio",
        how=f"{HOW.format(bodies)}; Pinocchio's aba at {BESIDE} bodies, a body, in turn",
        unit="×",
        sense=Sense.AT_LEAST,
        target=target,
        measure=partial(over_pinocchio, bodies),
    )


LONG_CHAINS = (
    _claim(1_000, 70),
    _claim(10_000, 70),
    _claim(100_000, 110),
    _ratio(1_000, 3),
    _ratio(10_000, 3),
    _ratio(100_000, 2),
)
