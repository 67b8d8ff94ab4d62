"""Accelerations and wheel loads of random robots, against free bodies held by multipliers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pytest

from kane import build, mobile
from kane.sim.assembly import Given, assembled
from tests.close import DOUBLE, close, round_off
from tests.mobile.full_bodies import Array, Ground, rate_of
from tests.mobile.random_robots import LAYOUTS, Robot, random_robot

WHEELS = (3, 3, 5, 4, 3, 4, 3, 4, 3, 6, 6, 6, 3, 5, 6, 4, 6, 5)
LINKS = (2, 3, 1, 7, 0, 2, 4, 1, 6, 5, 0, 2, 1, 1, 0, 3, 1, 7)
CASES = list(zip((*LAYOUTS, *LAYOUTS), WHEELS, LINKS, strict=True))
# relative to the largest acceleration: the oracle's normal equations lose a few digits
AGREEMENT = 1e-11


@dataclass(frozen=True, kw_only=True)
class State:
    """A robot at a random state that its wheels allow, with random motor torques."""

    robot: Robot
    seed: int

    @cached_property
    def model(self) -> Any:
        return build(self.robot.system)

    @cached_property
    def given(self) -> tuple[Array, Array]:
        rng, flows = np.random.default_rng(self.seed), self.model.flows()
        count = len(self.model.q_names)
        y = rng.uniform(-0.4, 0.4, count + len(self.model.u_names))
        a = rng.normal(scale=5, size=len(flows.inputs))
        begun = assembled(
            Given(
                flows=flows,
                parameters={},
                names=(*self.model.q_names, *self.model.u_names),
                coordinates=count,
                t=0.0,
                y=y,
                a=a,
            )
        )
        return begun.y, a

    @property
    def q(self) -> dict[str, float]:
        return dict(zip(self.model.q_names, self.given[0], strict=False))

    @property
    def rate(self) -> dict[str, float]:
        count = len(self.q)
        rates = self.model.rates(self.given[0][:count], self.given[0][count:])
        return dict(zip(self.model.q_names, rates, strict=True))

    @property
    def a(self) -> dict[str, float]:
        return dict(zip(self.model.flows().inputs, self.given[1], strict=True))

    def of(self, flow: Any) -> Array:
        y, a = self.given
        return np.asarray(flow.kernel(np.zeros(1), y, a, np.empty(0)))

    def asked(self, several: Any) -> dict[str, float]:
        """Scalars by name."""
        flows = self.model.flows()
        each = flows.each(several)
        values = self.of(flows.observed(list(each.values())))
        names = [name.partition("[")[2].rstrip("]") for name in each]
        return dict(zip(names, values.tolist(), strict=True))

    @property
    def udot(self) -> Array:
        return self.of(self.model.flows().motion)[len(self.q) :]


def state_of(layout: str, wheels: int, links: int) -> State:
    seed = 100 * LAYOUTS.index(layout) + 10 * wheels + links
    robot = random_robot(np.random.default_rng(seed), layout, wheels, links)
    return State(robot=robot, seed=seed)


@pytest.mark.parametrize(("layout", "wheels", "links"), CASES)
def test_accelerations_equal_those_of_free_bodies_held_by_multipliers(
    layout: str, wheels: int, links: int
) -> None:
    state = state_of(layout, wheels, links)

    free = state.robot.full
    motion = state.robot.motion(state.q, state.rate)
    slip = free.all(motion)
    x, _ = free.accelerations(motion, state.robot.forces(motion, state.a))
    expected = [rate_of(speed, motion, x) for speed in state.robot.speeds(state.model.u_names)]

    assert close(slip, 0, round_off(scale=10.0, operations=100))
    assert close(state.udot, expected, AGREEMENT * (1 + np.abs(x).max()))


@pytest.mark.parametrize("layout", ["differential", "tricycle", "two steered", "omnidirectional"])
def test_forces_on_three_wheels_are_the_grounds_multipliers(layout: str) -> None:
    state = state_of(layout, 3, 2)

    motion = state.robot.motion(state.q, state.rate)
    x, multipliers = state.robot.full.accelerations(motion, state.robot.forces(motion, state.a))
    loads, rolling, skids = (
        state.asked(one)
        for one in (mobile.wheel_loads(), mobile.rolling_forces(), mobile.skid_forces())
    )

    by_rows = named(state.robot, multipliers)
    expected = {k: by_rows["stands", k][0] for k in loads}
    scale = AGREEMENT * 10 * (1 + np.abs(list(expected.values())).max() + np.abs(x).max())
    assert all(close(loads[k], expected[k], scale) for k in loads)
    assert all(close(rolling[k], by_rows["rolls", k][0], scale) for k in loads)
    for axle, force in skids.items():
        of_axle = [by_rows["rolls", k] for k in axle.split("+")]
        summed = sum(rows[1] if len(rows) > 1 else 0.0 for rows in of_axle)
        assert close(force, summed, scale)


def named(robot: Robot, multipliers: list[Array]) -> dict[tuple[str, str], Array]:
    """The ground's multipliers by what the row says of which wheel."""
    return {
        (row.kind, robot.wheels[row.wheel - 1].name): values
        for row, values in zip(robot.full.rows, multipliers, strict=True)
        if isinstance(row, Ground)
    }


def test_the_oracle_tells_a_wrong_sign() -> None:
    state = state_of("tricycle", 3, 3)
    motion = state.robot.motion(state.q, state.rate)
    forces = state.robot.forces(motion, state.a)

    x, _ = state.robot.full.accelerations(motion, -forces)

    expected = [rate_of(speed, motion, x) for speed in state.robot.speeds(state.model.u_names)]
    assert np.abs(state.udot - expected).max() > 1e6 * DOUBLE * np.abs(x).max()
