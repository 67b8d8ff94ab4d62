"""The route by multipliers: against a dense saddle point, and beside the embedding in runs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kane import (
    GROUND,
    Body,
    Box,
    Contact,
    Gravity,
    Joined,
    Planar,
    Revolute,
    System,
    When,
    Z,
    build,
    energy,
    rate,
    reaction,
    simulate,
)
from kane.machine.model import Model
from kane.sim.trajectory import Trajectory
from tests.close import close, round_off, run_error
from tests.dynamics.constrained_systems import of_each_kind, several_rows
from tests.sim.modes.oracle import saddle
from tests.systems import cart

# a weld's and a slide's rows follow from others here; the track moves with time
SYSTEMS = {**of_each_kind(), "several": several_rows()}
KINDS = [name for name in SYSTEMS if name not in ("weld", "slide", "track")]
UPRIGHT = ((1, 0, 0), (0, 0, -1), (0, 1, 0))


@pytest.mark.parametrize("kind", KINDS)
def test_udot_and_forces_are_those_of_the_dense_saddle_point(
    kind: str, rng: np.random.Generator
) -> None:
    made = build(SYSTEMS[kind], formulation="multipliers")
    q = rng.uniform(0.3, 1.1, len(made.q_names))
    q[-4:] /= np.linalg.norm(q[-4:])
    u, tau = rng.standard_normal((2, len(made.u_names)))
    M, f = made.mass_matrix(q), made.bias(q, u)
    J, _, bias = made.constraint_rows(q, u)
    udot, forces = saddle(M, J, tau - f, -bias)
    size = 1 + float(np.abs(forces).max() + np.abs(udot).max())
    limit = round_off(size * np.linalg.cond(J @ np.linalg.solve(M, J.T)), 1000)
    found, accelerations = made.multipliers(q, u, tau)
    assert close(found, forces, limit)
    assert close(accelerations, udot, limit)
    assert close(made.forward_dynamics(q, u, tau), udot, limit)


def both(system: System, **options: Any) -> tuple[Trajectory, Trajectory]:
    """The same run by the embedding and by multipliers."""
    made: list[Model] = [build(system), build(system, formulation="multipliers")]
    first, second = (simulate(one, rtol=1e-11, every=0.02, **options) for one in made)
    return first, second


def test_the_cart_moves_alike_with_its_wheel_embedded_and_by_multipliers() -> None:
    asked = [reaction("front wheel"), reaction("caster sticks"), energy()]
    events = [
        When(abs(rate("q4")) < 0.3, impose="caster sticks"),
        When(abs(reaction("caster sticks")) > 0.05, release="caster sticks"),
    ]
    embedded, multiplied = both(
        cart(), q={"q3": 0.3, "q4": 0.7}, until=2.0, record=asked, inputs={"F": 3.0}, events=events
    )
    assert set(multiplied.source.u_names) - set(embedded.source.u_names) == {"u3"}
    assert [e.name for e in embedded.events] == [e.name for e in multiplied.events]
    assert embedded.events
    limit = run_error(1e-11, 10.0, embedded.effort.steps)
    for name in ("x", "y", "q3", "q4", *asked):
        assert close(multiplied[name], embedded[name], limit)


def test_a_loop_moves_alike_and_its_pin_carries_alike() -> None:
    def bar(name: str, length: float) -> Body:
        return Body(name, mass=1, centre=(length / 2, 0, 0), inertia=(0, 0, length**2 / 12))

    crank, coupler, rocker = bar("crank", 0.4), bar("coupler", 1.0), bar("rocker", 0.8)
    ends = rocker.point("R", (0.8, 0, 0)), coupler.point("K", (1, 0, 0))
    joints = [
        Revolute("q1", GROUND, crank, axis=Z),
        Revolute("q2", crank, coupler, axis=Z, at=(0.4, 0, 0)),
        Revolute("q3", GROUND, rocker, axis=Z, at=(1, 0, 0)),
    ]
    loop = Joined("pin", *ends, along="xy", dependent="u2 u3")
    system = System("four-bar", joints=joints, loads=[Gravity(along=-GROUND.y)], constraints=[loop])
    embedded, multiplied = both(system, q=[1, -0.4, 1.5], until=1.0, record=[reaction("pin")])
    limit = run_error(1e-11, 100.0, embedded.effort.steps, growth=10)
    assert close(multiplied.q, embedded.q, limit)
    assert close(multiplied[reaction("pin")], embedded[reaction("pin")], 10 * limit)


def test_friction_comes_with_the_rows_of_contacts_that_slide() -> None:
    body = Body("block", mass=2, inertia=(0.1, 0.1, 0.1), shape=Box(0.4, 0.2, 0))
    floor = Contact("floor", body, GROUND.plane(Z), friction=0.3, across=GROUND.y)
    joints = [Planar("x z a", GROUND, body, axes=UPRIGHT)]
    down = Gravity(along=-GROUND.z, magnitude=9.81)
    system = System("block", joints=joints, loads=[down], contacts=[floor])
    embedded, multiplied = both(system, q=[0, 0.1, 0], u=[2.0, 0, 0], until=1.0)
    limit = run_error(1e-11, 10.0, embedded.effort.steps)
    assert close(multiplied.q, embedded.q, limit)
    stops = [[e.t for e in run.events] for run in (embedded, multiplied)]
    assert close(stops[1], stops[0], limit)
    assert close(stops[0][-1], 2.0 / (0.3 * 9.81), limit)
