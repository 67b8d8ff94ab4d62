"""A wrist through s₂ = 0, where speeds along its hand do not tell its first turn from its last."""

from __future__ import annotations

import numpy as np
import pytest

from kane import (
    GROUND,
    Body,
    Gravity,
    Motion,
    Revolute,
    System,
    Y,
    Z,
    angular_velocity,
    build,
    energy,
    rate,
    simulate,
)
from kane.analysis.through import simulate_through
from kane.errors import ArgumentError
from tests.close import close, round_off, run_error

START = {"q1": 0.3, "q2": 0.5, "q3": -0.4}
RATES = np.array([0.6, -2.0, 1.1])


def wrist() -> System:
    """Three turns of bodies with mass; speeds are the hand's angular velocity along its axes."""
    A = Body("A", mass=1.0, inertia=(0.02, 0.03, 0.01))
    B = Body("B", mass=1.0, centre=(0.02, 0, 0.05), inertia=(0.01, 0.02, 0.015))
    C = Body("C", mass=2.0, centre=(0, 0.03, 0.3), inertia=(0.02, 0.03, 0.01))
    w = angular_velocity(C)
    return System(
        "wrist",
        joints=[
            Revolute("q1", GROUND, A, axis=Z),
            Revolute("q2", A, B, axis=Y),
            Revolute("q3", B, C, axis=Z),
        ],
        speeds=[w.along(C.x), w.along(C.y), w.along(C.z)],
        loads=[Gravity(along=-GROUND.x)],
    )


def test_the_wrist_passes_where_its_axes_are_in_line() -> None:
    system = wrist()
    q = np.array(list(START.values()))
    own, plain = build(system), build(system.replace(speeds={}))
    motion = simulate_through(system, q=START, u=own.speeds(q, RATES), until=1.5, rtol=1e-11,
                              record=[energy()])  # fmt: skip
    reference = simulate(plain, q=START, u=RATES, until=1.5, rtol=1e-11)
    assert motion.ended
    assert motion.q[:, 1].min() < -0.1 < 0.1 < motion.q[:, 1].max()
    limit = run_error(1e-11, float(np.abs(reference.q).max()), reference.effort.steps, growth=100.0)
    assert close(motion.q[-1], reference.q[-1], limit)
    size = float(np.abs(motion[energy()]).max()) + 1.0
    assert close(np.ptp(motion[energy()]), 0.0, run_error(1e-11, size, len(motion.t), growth=10.0))
    begin, end = motion.crossings[0].begin, motion.crossings[0].end
    assert begin <= motion.t[np.flatnonzero(np.diff(np.sign(motion.q[:, 1])))[0]] < end
    assert f"by the joints' own speeds at t = {begin:.6g}" in motion.report


def test_momenta_and_speeds_are_the_same_on_both_sides_of_a_change() -> None:
    system = wrist()
    own, joints = build(system), build(system.replace(speeds={}))  # rates: alike, other names
    q = np.array(list(START.values()))
    motion = simulate_through(system, q=START, u=own.speeds(q, RATES), until=1.5)
    assert len(motion.pieces) >= 3
    for before, after in zip(motion.pieces, motion.pieces[1:], strict=False):
        models = [own if one.source.u_names == own.u_names else joints for one in (before, after)]
        assert models[0] is not models[1]
        one = models[0].momentum(before.q[-1], before.u[-1])
        other = models[1].momentum(after.q[0], after.u[0])
        for a, b in zip(one, other, strict=True):
            assert close(a, b, round_off(100.0, 1000))
    jumps = np.flatnonzero(np.diff(motion.t) == 0.0)
    assert len(jumps) == len(motion.pieces) - 1
    assert close(motion.u[jumps], motion.u[jumps + 1], round_off(100.0, 1000))


def test_speeds_without_singular_places_are_kept_all_along() -> None:
    system = wrist().replace(speeds={})
    motion = simulate_through(system, q=START, u=RATES, until=0.5)
    assert motion.crossings == ()
    assert len(motion.pieces) == 1


def test_what_cannot_be_carried_over_is_refused() -> None:
    locked = wrist().replace(constraints=[Motion("lock", rate("q1") == 0)])
    with pytest.raises(ArgumentError, match="it has constraints, which are not carried"):
        simulate_through(locked, until=1.0)
