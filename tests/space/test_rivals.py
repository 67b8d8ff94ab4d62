"""The same spacecraft in other programs, where they are installed: `make bench-rivals`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benchmarks.rivals import rival
from benchmarks.spacecraft_data import STEP, case, craft, start
from kane import build, simulate
from tests.close import round_off
from tests.space.crafts import five_bodies, state_of
from tests.textbook.stoneking import SEQUENCES, SPHERICAL
from tests.textbook.test_stoneking import random_craft, random_state

PINOCCHIO = 1e-11  # relative, what the project states
MIXES = [
    (SEQUENCES[0], SEQUENCES[1], SEQUENCES[2], SEQUENCES[3]),
    (SEQUENCES[4], SEQUENCES[5], SEQUENCES[6], SEQUENCES[7]),
    (SEQUENCES[8], SEQUENCES[9], SEQUENCES[10], SEQUENCES[11]),
    ("213", "3", "13", SPHERICAL),
    (SPHERICAL, SPHERICAL, "1", "32"),
]


@pytest.mark.slow
def test_any_mix_of_joints_is_as_pinocchio_has_it(rng: np.random.Generator) -> None:
    with rival("pinocchio_spacecraft") as pinocchio:
        if pinocchio is None:
            pytest.skip("Pinocchio is not installed: make bench-rivals")
        for joints in MIXES:
            drawn, state = random_craft(joints, rng), random_state(joints, rng)
            sat = five_bodies(drawn)
            q, u = state_of(sat, state)
            tau = rng.normal(size=len(u))
            udot = sat.slides.u(build(sat).forward_dynamics(q, u, tau))
            along = np.split(sat.slides.u(tau), np.cumsum([3, *map(len, state.sigma)]))
            found = pinocchio.ask(
                joints=joints, inner=drawn.inner, r_in=drawn.r_in.tolist(),
                r_out=drawn.r_out.tolist(), mass=drawn.mass.tolist(),
                inertia=drawn.inertia.tolist(), attitude=state.attitude.tolist(),
                angles=[a.tolist() for a in state.angles], omega=state.omega.tolist(),
                sigma=[s.tolist() for s in state.sigma], v=state.v.tolist(),
                torque=along[0].tolist(), tau=[a.tolist() for a in along[1:-1]],
                force=along[-1].tolist(),
            )  # fmt: skip
            expected = np.concatenate([found["omega"], *found["sigma"], found["v"]])
            assert np.abs(udot - expected).max() < PINOCCHIO * np.abs(expected).max(), joints


@pytest.mark.slow
@pytest.mark.parametrize("panels", [4, 8])
def test_a_hub_with_hinged_panels_moves_as_basilisks(panels: int) -> None:
    """Both by RK4 with the same steps: the same numbers but for round-off."""
    with rival("basilisk_hub") as basilisk:
        if basilisk is None:
            pytest.skip("Basilisk is not installed: make bench-rivals")
        found = basilisk.ask(case=case(panels), calls=1000)
    sat = craft(panels)
    given: dict[str, Any] = start(sat, panels)
    motion = simulate(build(sat), **given, until=1000 * STEP, dt=STEP)

    omega = [motion[f"bus.w{axis}"][-1] for axis in "xyz"]
    w, *v = (motion[f"bus.{part}"][-1] for part in "wxyz")
    limit = round_off(1.0, 4000 * 1000)
    assert np.abs(np.array(found["omega"]) - omega).max() < limit
    assert np.abs(np.array(found["sigma"]) - np.array(v) / (1 + w)).max() < limit
