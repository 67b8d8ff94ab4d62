"""Loops over bodies: equal to straight code and to Newton and Euler, linear in their number."""

from __future__ import annotations

import numpy as np
import pytest

from kane.dynamics.loop.rows import rows
from kane.emitters.llvm_calls import Place
from kane.errors import ArgumentError
from kane.large_loops import bare_forward, tables_of
from kane.machine.cpu import host_target
from kane.machine.loop import Motion
from kane.machine.loop_passes import KEPT
from kane.model.loads import JointDamper, JointForce, JointSpring, Load
from kane.pipeline import build
from tests.close import close, round_off
from tests.large_systems import (
    KINDS,
    Make,
    chain,
    needed,
    plain_chain,
    prismatic,
    revolute,
    screw,
    state,
    system,
)


def test_forward_and_inverse_dynamics_of_a_tree_of_every_joint(rng: np.random.Generator) -> None:
    described = system(rng, [*KINDS, *KINDS], branching=True)
    loop, straight = build(described, formulation="loop"), build(described)
    q, u, given = state(rng, loop, described)

    udot = straight.forward_dynamics(q, u, given)
    tau = straight.inverse_dynamics(q, u, given)

    close_to = round_off(np.abs(udot).max(), 40_000)
    assert close(loop.forward_dynamics(q, u, given), udot, close_to)
    close_to = round_off(np.abs(tau).max(), 40_000)
    assert close(loop.inverse_dynamics(q, u, given), tau, close_to)


@pytest.mark.slow
@pytest.mark.parametrize("make", [revolute, prismatic, screw])
@pytest.mark.parametrize("count", [128, 131])
def test_a_chain_in_segments_moves_as_straight_code_says(
    make: Make, count: int, rng: np.random.Generator
) -> None:
    described = chain(rng, count, make)
    loop, straight = build(described), build(described, formulation="articulated")
    q, u, tau = state(rng, loop, described)

    udot = straight.forward_dynamics(q, u, tau)

    assert close(loop.forward_dynamics(q, u, tau), udot, round_off(np.abs(udot).max(), 400_000))
    assert (loop.q_names, loop.u_names) == (straight.q_names, straight.u_names)


@pytest.mark.parametrize("count", [150, pytest.param(1000, marks=pytest.mark.slow)])
def test_a_chain_takes_what_newton_and_euler_say(count: int, rng: np.random.Generator) -> None:
    described, bodies = plain_chain(rng, count)
    model = build(described)
    q, u, udot = rng.uniform(-0.5, 0.5, (3, count))

    tau = needed(bodies, q, u, udot)

    scale = np.abs(tau).max()
    assert close(model.inverse_dynamics(q, u, udot), tau, round_off(scale, 1000 * count))
    moved = model.forward_dynamics(q, u, tau)
    assert close(needed(bodies, q, u, moved), tau, round_off(scale * count, 1000 * count))


@pytest.mark.slow
def test_bodies_in_several_groups_move_as_they_are_pushed(rng: np.random.Generator) -> None:
    count = KEPT + 5_000
    model = build(chain(rng, count))
    q, u, tau = rng.uniform(-0.1, 0.1, (3, count))

    udot = model.forward_dynamics(q, u, tau)
    again = model.inverse_dynamics(q, u, udot)

    carried = 1.5 * count * np.abs(udot).max()  # the mass of all, moved
    assert close(again, tau, round_off(carried, 1000 * count))


@pytest.mark.slow
def test_groups_of_segments_give_what_one_group_gives(
    rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch
) -> None:
    described = chain(rng, 600)
    one = build(described)
    arguments = state(rng, one, described)
    udot = one.forward_dynamics(*arguments)
    monkeypatch.setattr("kane.machine.loop_passes.KEPT", 100)
    monkeypatch.setattr("kane.machine.loop_passes.GROUP", 16)

    several = build(described).forward_dynamics(*arguments)

    assert close(several, udot, round_off(np.abs(udot).max(), 10**6))


def test_the_dynamics_of_a_chain_invert_each_other(rng: np.random.Generator) -> None:
    described = chain(rng, 300)
    loop = build(described)
    q, u, tau = state(rng, loop, described)

    udot = loop.forward_dynamics(q, u, tau)
    found = loop.inverse_dynamics(q, u, udot)

    assert close(found, tau, round_off(np.abs(udot).max() * 300, 10**6))


def test_elements_in_joints_act_as_in_straight_code(rng: np.random.Generator) -> None:
    described = system(rng, [revolute, revolute, prismatic], branching=True)
    elements: list[Load] = [
        JointSpring("j0", stiffness=3.0, rest=0.2),
        JointDamper("j1", damping=0.4),
        JointForce("j2", 1.5),
    ]
    described = described.replace(loads=[*described.loads, *elements])
    loop, straight = build(described, formulation="loop"), build(described)
    q, u, given = state(rng, loop, described)

    for name in ("forward_dynamics", "inverse_dynamics"):
        wanted = straight.function(name)(q, u, given)
        made = loop.function(name)(q, u, given)
        assert close(made, wanted, round_off(np.abs(wanted).max(), 4_000))


@pytest.mark.parametrize("branching", [False, True])
def test_memory_grows_with_the_bodies(branching: bool, rng: np.random.Generator) -> None:
    def workspace(count: int) -> int:
        large = rows(system(rng, [revolute] * count, branching=branching))
        tables = tables_of(large)
        at = Motion(q=Place("q"), u=Place("u"), third=Place("tau"), made=Place("udot"))
        return bare_forward(large, tables, host_target())(at).workspace

    one, two, four = (workspace(count) for count in (160, 320, 640))
    assert four - two == 2 * (two - one)
    assert (two - one) / 160 < 64  # doubles a body


def test_arguments_of_other_sizes_are_refused(rng: np.random.Generator) -> None:
    loop = build(chain(rng, 2), formulation="loop")
    with pytest.raises(ArgumentError, match="Kernel 'forward_dynamics'"):
        loop.forward_dynamics([1.0], [1.0], [1.0])
    with pytest.raises(ArgumentError, match="Kernel 'forward_dynamics'"):
        loop.forward_dynamics.bind(np.zeros(2), np.zeros(2), np.zeros(3), np.zeros(2))
