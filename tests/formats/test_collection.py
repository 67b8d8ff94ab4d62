"""Robots of the package example-robot-data against Pinocchio, where both are installed: every
function and every derivative."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import pytest

import kane
from benchmarks.rivals import Rival, rival
from tests.close import gap
from tests.robots import TALOS, collected

AGREED: Final = 1e-12
FIXED: Final = (
    "panda_description/urdf/panda.urdf",
    "ur_description/urdf/ur5_robot.urdf",
    "ur_description/urdf/ur10_robot.urdf",
    "kinova_description/robots/kinova.urdf",
    "xarm_description/urdf/xarm7.urdf",
    "z1_description/urdf/z1.urdf",
    "talos_data/robots/talos_left_arm.urdf",
    "double_pendulum_description/urdf/double_pendulum_continuous.urdf",
    "tiago_description/robots/tiago_no_hand.urdf",
)
FLOATING: Final = (
    TALOS,
    "solo_description/robots/solo12.urdf",
    "go2_description/urdf/go2.urdf",
    "a1_description/urdf/a1.urdf",
)


@pytest.fixture(scope="module")
def pinocchio() -> Iterator[Rival]:
    """Pinocchio in its own environment."""
    with rival("pinocchio_robots") as running:
        if running is None:
            pytest.skip("Pinocchio is not installed (make bench-rivals)")
        yield running


@pytest.mark.slow
@pytest.mark.parametrize("path", [*FIXED, *FLOATING])
def test_a_robot_is_pinocchios(pinocchio: Rival, path: str, rng: np.random.Generator) -> None:
    free = path in FLOATING
    file = collected(path)
    # impossible inertias are those of TIAGo's antennas alone, which rest on its base
    options: Any = {"mimic": "free", "dynamics": "ignore", "inertia": "mend"}
    model = kane.build(kane.load(file, base="floating" if free else "fixed", **options))
    asked = {"file": str(file), "free": free, "held": []}
    told = pinocchio.ask(**asked)
    order, angles = placed(model.u_names, told, free)
    n = len(model.u_names)
    q, (u, udot) = rng.uniform(-1, 1, len(model.q_names)), rng.normal(size=(2, n))
    if free:
        q[3:7] /= np.linalg.norm(q[3:7])
        asked["base"] = q[[0, 1, 2, 4, 5, 6, 3]].tolist()
    displaced = np.zeros(n)
    displaced[angles] = q[7 * free :]
    v, a = np.zeros(n), np.zeros(n)
    v[order], a[order] = u, udot
    found = pinocchio.ask(**asked, v=v.tolist(), a=a.tolist(), angles=displaced.tolist())
    compare(model, (q, u, udot), {k: np.array(x) for k, x in found.items()}, order)


def placed(names: Any, told: Any, free: bool) -> tuple[list[int], list[int]]:
    """Where each of our speeds, and each joint's, is among Pinocchio's."""
    starts = np.concatenate([[0], np.cumsum(told["speeds"])])
    at = dict(zip(told["joints"], starts[:-1].tolist(), strict=True))
    joints = [at[name.removeprefix("u_")] for name in names[6 * free :]]
    return [*range(6 * free), *joints], joints


def compare(model: Any, state: Any, theirs: dict[str, Any], order: list[int]) -> None:
    """All functions; what is solved for is as exact as M lets it be, which the 1e-11 allow for."""
    q, u, udot = state
    square = np.ix_(order, order)
    tau = model.inverse_dynamics(q, u, udot)
    M, worst = model.mass_matrix(q), max(1.0, float(np.linalg.cond(model.mass_matrix(q))) / 1e4)
    inverse = model.derivatives("inverse_dynamics")(q, u, udot)
    forward = model.derivatives("forward_dynamics")(q, u, tau)
    scale = np.abs(theirs["tau"]).max()

    assert gap(tau, theirs["tau"][order]) <= AGREED * scale
    assert gap(model.bias(q, u), theirs["bias"][order]) <= AGREED * scale
    assert gap(M, theirs["M"][square]) <= AGREED * np.abs(theirs["M"]).max()
    assert gap(np.ravel(model.kinetic_energy(q, u)), theirs["kinetic"]) <= AGREED * scale
    assert gap(model.forward_dynamics(q, u, tau), udot) <= 10 * AGREED * worst * np.abs(udot).max()
    for ours, name in ((inverse.tau_q, "tau_q"), (inverse.tau_u, "tau_u")):
        assert gap(ours, theirs[name][square]) <= AGREED * np.abs(theirs[name]).max()
    for ours, name in (
        (forward.udot_q, "udot_q"),
        (forward.udot_u, "udot_u"),
        (forward.M_inverse, "M_inverse"),
    ):
        limit = 10 * AGREED * worst * np.abs(theirs[name]).max()
        assert gap(ours, theirs[name][square]) <= limit
    Y = model.regressor(q, u, udot)
    assert np.linalg.norm(Y, axis=1) == pytest.approx(
        np.linalg.norm(theirs["Y"][order], axis=1), rel=AGREED * 10
    )
