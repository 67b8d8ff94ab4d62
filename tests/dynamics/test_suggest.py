"""Suggested speeds: the directives' sets are tried, M's coupling is told, the table is printed."""

from __future__ import annotations

from kane import GROUND, Body, Free, Gravity, Planar, Revolute, System, Z, suggest_speeds
from kane.suggested import taken
from tests.systems import wrist


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
