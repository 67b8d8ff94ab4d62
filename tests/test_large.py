"""Systems that run as loops over bodies: equal to straight code, for every kind of joint."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

import kane
from kane.dynamics.loop import chain_join, chain_steps, tree_steps
from kane.dynamics.loop.kind import FIXED, ROW
from kane.dynamics.loop.rows import rows
from kane.errors import ArgumentError, DerivationError
from kane.geometry.vector import GROUND, Frame
from kane.machine.model import Model
from kane.model.body import Body
from kane.model.joints.free import Axes
from kane.model.joints.joint import Joint
from kane.model.joints.makers import Free, Gimbal, Prismatic, Revolute, Screw, Spherical
from kane.model.loads import Gravity, JointDamper, JointForce, JointFriction, JointSpring, Load
from kane.model.system import System
from kane.pipeline import build
from kane.program.loops import chain_sizes, tree
from tests.close import round_off

AXES = ((0, 0, 1), (1, 0, 0), (0, -1, 0), (0.6, 0.8, 0))
Make = Callable[[np.random.Generator, str, Frame, Body], Joint]


def revolute(rng: np.random.Generator, name: str, parent: Frame, body: Body) -> Joint:
    axis = AXES[rng.integers(4)]
    return Revolute(name, parent, body, axis=axis, at=triple(rng), on=triple(rng))


def prismatic(rng: np.random.Generator, name: str, parent: Frame, body: Body) -> Joint:
    return Prismatic(name, parent, body, axis=AXES[rng.integers(4)], at=triple(rng))


def screw(rng: np.random.Generator, name: str, parent: Frame, body: Body) -> Joint:
    return Screw(name, parent, body, axis=AXES[rng.integers(4)], at=triple(rng), pitch=0.1)


def spherical(rng: np.random.Generator, name: str, parent: Frame, body: Body) -> Joint:
    return Spherical(name, parent, body, at=triple(rng), on=triple(rng))


def free(rng: np.random.Generator, name: str, parent: Frame, body: Body) -> Joint:
    return Free(name, parent, body, at=triple(rng))


def free_in_parent(rng: np.random.Generator, name: str, parent: Frame, body: Body) -> Joint:
    return Free(name, parent, body, at=triple(rng), linear=Axes.PARENT)


def gimbal(rng: np.random.Generator, name: str, parent: Frame, body: Body) -> Joint:
    return Gimbal(f"{name}x {name}y {name}z", parent, body, sequence="123", at=triple(rng))


KINDS: tuple[Make, ...] = (
    revolute,
    prismatic,
    screw,
    spherical,
    free,
    free_in_parent,
    gimbal,
)


def triple(rng: np.random.Generator) -> tuple[float, float, float]:
    x, y, z = rng.uniform(-0.2, 0.2, 3)
    return (float(x), float(y), float(z))


def system(rng: np.random.Generator, makes: Sequence[Make], branching: bool) -> System:
    """Bodies hung by these joints, one on another or anywhere."""
    frames: list[Frame] = [GROUND]
    joints = []
    for i, make in enumerate(makes):
        moments = [float(x) for x in rng.uniform(0.02, 0.03, 3)]
        mass = float(rng.uniform(1, 2))
        body = Body(f"B{i}", mass=mass, centre=triple(rng), inertia=moments)
        parent = frames[rng.integers(len(frames))] if branching else frames[-1]
        joints.append(make(rng, f"j{i}", parent, body))
        frames.append(body)
    return System("many", joints=joints, loads=[Gravity(GROUND.vector(0.6, 0, -0.8), 9.81)])


def state(rng: np.random.Generator, model: Model, described: System) -> list[np.ndarray]:
    q = rng.uniform(0.2, 1.2, len(model.q_names))
    at = 0
    for joint in described.joints:
        for motion in joint.motions:
            count = len(motion.names[0])
            part = slice(at + count - 4, at + count) if count >= 4 else slice(0, 0)
            q[part] /= np.linalg.norm(q[part]) if count >= 4 else 1
            at += count
    return [q, *rng.uniform(-1, 1, (2, len(model.u_names)))]


def test_forward_and_inverse_dynamics_of_a_tree_of_every_joint(rng: np.random.Generator) -> None:
    described = system(rng, [*KINDS, *KINDS], branching=True)
    loop, straight = build(described, formulation="loop"), build(described)
    q, u, given = state(rng, loop, described)

    udot = straight.forward_dynamics(q, u, given)
    tau = straight.inverse_dynamics(q, u, given)

    close = round_off(np.abs(udot).max(), 40_000)
    assert np.allclose(loop.forward_dynamics(q, u, given), udot, rtol=0, atol=close)
    close = round_off(np.abs(tau).max(), 40_000)
    assert np.allclose(loop.inverse_dynamics(q, u, given), tau, rtol=0, atol=close)


@pytest.mark.slow
@pytest.mark.parametrize("make", [revolute, prismatic, screw])
@pytest.mark.parametrize("count", [128, 131])
def test_a_chain_in_segments_moves_as_straight_code_says(
    make: Make, count: int, rng: np.random.Generator
) -> None:
    described = system(rng, [make] * count, branching=False)
    loop, straight = build(described), build(described, formulation="articulated")
    q, u, tau = state(rng, loop, described)

    udot = straight.forward_dynamics(q, u, tau)

    close = round_off(np.abs(udot).max(), 400_000)
    assert np.allclose(loop.forward_dynamics(q, u, tau), udot, rtol=0, atol=close)
    assert loop.q_names == straight.q_names
    assert loop.u_names == straight.u_names


@pytest.mark.slow
def test_groups_of_segments_give_what_one_group_gives(
    rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch
) -> None:
    described = system(rng, [revolute] * 600, branching=False)
    one = build(described)
    arguments = state(rng, one, described)
    udot = one.forward_dynamics(*arguments)
    monkeypatch.setattr("kane.machine.loop.KEPT", 100)
    monkeypatch.setattr("kane.machine.loop.GROUP", 16)

    several = build(described).forward_dynamics(*arguments)

    assert np.allclose(several, udot, rtol=0, atol=round_off(np.abs(udot).max(), 10**6))


def test_the_dynamics_of_a_chain_invert_each_other(rng: np.random.Generator) -> None:
    described = system(rng, [revolute] * 300, branching=False)
    loop = build(described)
    q, u, tau = state(rng, loop, described)

    udot = loop.forward_dynamics(q, u, tau)
    found = loop.inverse_dynamics(q, u, udot)

    moved = np.abs(udot).max()
    assert np.allclose(found, tau, rtol=0, atol=round_off(moved * 300, 10**6))


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
        assert np.allclose(made, wanted, rtol=0, atol=round_off(np.abs(wanted).max(), 4_000))


def test_batches_and_bound_calls_are_single_states(rng: np.random.Generator) -> None:
    described = system(rng, [revolute, spherical, prismatic], branching=False)
    loop = build(described, formulation="loop")
    states = [state(rng, loop, described) for _ in range(3)]
    many = loop.forward_dynamics(*(np.array(one) for one in zip(*states, strict=True)))
    out = np.empty(len(loop.u_names))

    for given, made in zip(states, many, strict=True):
        loop.forward_dynamics.bind(*given, out)()
        assert np.array_equal(out, made)


def test_other_functions_are_derived_when_asked_for(rng: np.random.Generator) -> None:
    described = system(rng, [revolute, prismatic], branching=False)
    loop = build(described, formulation="loop")
    q, _, _ = state(rng, loop, described)

    assert np.array_equal(loop.mass_matrix(q), build(described).mass_matrix(q))


def test_sizes_of_the_loops_are_those_of_the_steps() -> None:
    assert (chain_sizes.FIXED, chain_sizes.ROW) == (FIXED, ROW) == (tree.FIXED, tree.ROW)
    assert chain_sizes.SPIN == chain_steps.SPIN
    assert chain_sizes.CARRY == chain_steps.CARRY
    assert chain_sizes.PIVOT == chain_steps.PIVOT
    assert chain_sizes.SETTLE == chain_steps.SETTLE
    assert chain_sizes.LAW == chain_join.LAW
    assert (tree.OWN, tree.PIVOT) == (tree_steps.OWN, tree_steps.PIVOT)


def test_what_a_loop_does_not_know_is_refused(rng: np.random.Generator) -> None:
    described = system(rng, [revolute, revolute], branching=False)
    rubbed = described.replace(loads=[JointFriction("j0", coulomb=1.0, viscous=0.1)])

    with pytest.raises(DerivationError, match="does not know the load JointFriction"):
        rows(rubbed)
    with pytest.raises(ArgumentError, match=r"'forward_dynamics' was called with arrays of shapes"):
        build(described, formulation="loop").forward_dynamics([1.0], [1.0], [1.0])


def test_a_system_of_thousands_is_not_derived(rng: np.random.Generator) -> None:
    described = system(rng, [revolute] * 300, branching=False)
    several = build(described)

    assert several.operations is not None
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("kane.large.TOO_MANY", 200)
        with pytest.raises(DerivationError, match="300 joint motions: only inverse_dynamics"):
            kane.machine.model.Model.program(several, "mass_matrix")
