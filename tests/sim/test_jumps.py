"""Inputs that jump: what becomes true by a jump happens at it."""

from __future__ import annotations

import pytest

from kane import (
    GROUND,
    Body,
    Force,
    Gravity,
    Motion,
    Prismatic,
    System,
    When,
    X,
    build,
    inputs,
    parameters,
    rate,
    reaction,
)
from kane.sim.simulate import Between, Sampled, Table, simulate


def slider() -> System:
    """A mass of 1 kg on a rail, held by a lock."""
    (force,) = inputs("F", "unused")[:1]
    block = Body("block", mass=1.0)
    return System(
        "slider",
        joints=[Prismatic("q", GROUND, block, axis=X)],
        loads=[Force(force * GROUND.x, at=block.mass_centre)],
        constraints=[Motion("lock", rate("q") == 0)],
    )


@pytest.mark.parametrize(
    "push",
    [
        Table(t=[0, 1, 2], values=[0.1, 2.0, 0.1], between=Between.HELD),
        Sampled(function=lambda t, q, u: 2.0 if 0.999 < t < 1.999 else 0.1, period=0.5),
    ],
)
def test_a_lock_gives_way_at_the_moment_the_push_jumps(push: object) -> None:
    strong = When(abs(reaction("lock")) > 0.4, release="lock")

    run = simulate(build(slider()), until=3.0, dt=0.1, inputs={"F": push}, events=[strong])

    assert [event.name for event in run.events] == ["lock"]
    assert run.events[0].t == pytest.approx(1.0)
    # 2 N for a second, then 0.1 N: q = 1 + 2 + 0.05, u = 2 + 0.1
    assert run.y[-1] == pytest.approx([3.05, 2.1])


def test_a_system_without_inputs_runs_with_live_parameters() -> None:
    (mass,) = parameters(m=2.0)
    block = Body("block", mass=mass)
    rail = Prismatic("q", GROUND, block, axis=X)
    system = System("falling", joints=[rail], loads=[Gravity(along=GROUND.x)])
    runs = [simulate(build(system, parameters=kind), until=1.0) for kind in ("live", "fold")]
    assert runs[0].y[-1] == pytest.approx(runs[1].y[-1], rel=1e-12)
    assert runs[0].y[-1, 1] == pytest.approx(9.81)
