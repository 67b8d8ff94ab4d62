"""Suggested speeds: the directives' sets are tried, M's coupling is told, the table is printed."""

from __future__ import annotations

import numpy as np

from benchmarks.kane_systems import cart_pendulum
from kane import (
    GROUND,
    Body,
    Free,
    Gravity,
    Particle,
    Planar,
    Prismatic,
    Revolute,
    System,
    X,
    Z,
    build,
    derive,
    parameters,
    suggest_speeds,
)
from kane.suggested import taken
from tests.close import close, round_off
from tests.systems import wrist
from tests.textbook.ours import at


def links(count: int) -> System:
    """A planar chain of pendulums."""
    bodies = [
        Body(f"B{k}", mass=1.0 + k, centre=(0.3, 0, 0), inertia=(0.1, 0.2, 0.25))
        for k in range(count)
    ]
    joints = [
        Revolute(f"q{k}", parent, body, axis=Z, at=(0.6 if k else 0, 0, 0))
        for k, (parent, body) in enumerate(zip([GROUND, *bodies], bodies, strict=False))
    ]
    return System("links", joints=joints, loads=[Gravity(along=-GROUND.y)])


def test_pendulums_are_shortest_in_their_own_angular_velocities() -> None:
    best, *others = suggest_speeds(links(3))
    assert best.speeds == tuple(f"angular_velocity(B{k}).along(B{k}.z)" for k in range(3))
    (customary,) = (one for one in others if one.speeds == ("rate(q0)", "rate(q1)", "rate(q2)"))
    assert best.cost.mul < customary.cost.mul
    assert best.cost.add < customary.cost.add / 2


def test_mass_centres_velocity_makes_the_mass_matrix_diagonal() -> None:
    puck = Body("b", mass=2, centre=(0.3, 0.1, 0), inertia=(0.1, 0.2, 0.3))
    found = suggest_speeds(System("puck", joints=[Planar("x y a", GROUND, puck)]))
    coupling = {one.speeds: one.coupling for one in found}
    assert coupling["rate(x)", "rate(y)", "rate(a)"] == "M full"
    along = ("velocity(b*).along(b.x)", "velocity(b*).along(b.y)", "rate(a)")
    assert coupling[along] == "M diagonal"


def test_joints_whose_speeds_are_no_rates_keep_their_own() -> None:
    body = Body("sat", mass=2, inertia=(0.1, 0.2, 0.25))
    (only,) = suggest_speeds(System("satellite", joints=[Free("s", GROUND, body)]))
    assert only.speeds == ("s.vx", "s.vy", "s.vz", "s.wx", "s.wy", "s.wz")
    assert only.coupling == "M diagonal"


def test_wrist_needs_no_more_than_table_3_says() -> None:
    found = suggest_speeds(wrist())
    rates, motion = taken(found[0].system)
    assert (rates.mul + rates.div, rates.add) <= (10, 4)
    assert motion.mul + motion.div <= 29  # with τ, as the paper's Eq. (49)
    assert motion.add <= 16
    customary = taken(found.customary)[1]
    assert motion.mul + motion.add < (customary.mul + customary.add) / 2


def test_table_3_is_printed() -> None:
    *_, title, heads, first, second, third = str(suggest_speeds(wrist())).splitlines()
    assert title.split() == ["Operations", "joints'", "own", "speeds", "the", "first", "above"]
    assert heads.split() == ["q'", "u'", "q'", "u'"]
    for row, name in ((first, "multiply, divide"), (second, "add, subtract"), (third, "sin, cos")):
        counts = row.removeprefix(name).split()
        assert len(counts) == 4
        assert counts[0] == "0"  # q̇ = u


def crane() -> System:
    """A trolley with a body that swings below it."""
    m, M, L = parameters(m=1.0, M=3.0, L=0.5)
    trolley = Particle("trolley", mass=M)
    load = Body("load", mass=m, centre=(0, -L, 0), inertia=(0, 0, 0.01))
    joints = [
        Prismatic("q1", GROUND, trolley, axis=X),
        Revolute("q2", trolley, load, axis=Z),
    ]
    return System("crane", joints=joints, loads=[Gravity(along=-GROUND.y)])


def test_speeds_are_built_that_stand_alone_in_the_mass_matrix(rng: np.random.Generator) -> None:
    """Of the crane, the velocity of the mass centre: all the momentum along x is (M + m) u1."""
    (built,) = (one for one in suggest_speeds(crane()) if one.coupling == "M diagonal")
    model, own = build(built.system), build(crane())
    q, u = rng.uniform(-1, 1, 2), rng.normal(size=2)
    assert close(model.momentum(q, u)[0][0], 4.0 * u[0], round_off(4.0, 20))
    qdot, tau = model.rates(q, u), np.zeros(2)
    udot = model.forward_dynamics(q, u, tau)
    # the same motion: u1' = (m L/(M + m) cos q2 q2' + q1')'
    qddot = own.forward_dynamics(q, qdot, tau)
    ratio, c, s = 0.5 / 4.0, np.cos(q[1]), np.sin(q[1])
    expected = qddot[0] + ratio * (c * qddot[1] - s * qdot[1] ** 2)
    assert close(udot, np.array([expected, qddot[1]]), round_off(20.0, 50))


def test_what_can_stand_alone_does_and_the_rest_stays_together() -> None:
    couplings = [one.coupling for one in suggest_speeds(cart_pendulum(3))]
    assert "M in blocks of 1, 3" in couplings


def test_parameters_of_built_speeds_keep_their_values() -> None:
    (built,) = (one for one in suggest_speeds(crane()) if one.coupling == "M diagonal")
    assert dict(built.system.parameters) == dict(crane().parameters)
    M = derive(built.system).mass_matrix
    assert close(at(derive(built.system), M[0][0], {"q2": 0.3}), 4.0, round_off(4.0, 3))


def test_blocks_in_a_row_come_apart_altogether() -> None:
    """Three steps: the speed of all, of the last two seen from the first, of the last alone."""
    m1, m2, m3 = parameters(m1=1.0, m2=2.0, m3=4.0)
    blocks = [Particle(f"b{k}", mass=m) for k, m in enumerate((m1, m2, m3))]
    joints = [
        Prismatic(f"q{k}", parent, block, axis=X)
        for k, (parent, block) in enumerate(zip([GROUND, *blocks], blocks, strict=False))
    ]
    (built,) = (
        one
        for one in suggest_speeds(System("train", joints=joints))
        if one.coupling == "M diagonal" and "/" in one.speeds[0]
    )
    equations = derive(built.system)
    M = [at(equations, equations.mass_matrix[k][k], {}) for k in range(3)]
    assert close(np.array(M), np.array([7.0, 6 / 7, 4 / 3]), round_off(10.0, 20))
