"""What platforms are made of, and what is said where one cannot be made."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from kane import GROUND, Body, Force, Revolute, System, Z, build, derive, load, mobile, simulate
from kane.algebra.evaluate import evaluate
from kane.errors import ArgumentError, ModelError
from kane.model.closures import Closed, Joined
from kane.model.joints import Fixed as FixedJoint
from kane.model.quantities import kinetic_energy, reaction
from tests.close import close, round_off
from tests.mobile.papers_robot import ARM, papers_robot

AXLE = [mobile.Fixed("l", at=(0, 0.3)), mobile.Fixed("r", at=(0, -0.3))]
CASTOR = mobile.Castered("c", at=(0.5, 0), trail=0.05)


def body(**more: Any) -> Body:
    given: dict[str, Any] = {"mass": 30, "centre": (0.1, 0.02, 0.3), "inertia": (1, 1, 1)}
    return Body("body", **{**given, **more})


def base(wheels: list[Any], **more: Any) -> System:
    return mobile.platform("base", body=body(), wheels=wheels, radius=0.1, **more)


# ── what cannot be ────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("wheels", "words"),
    [
        ([*AXLE, mobile.Fixed("x", at=(0.6, 0.3))], "'l' and 'x' are parallel and 0.6 m apart"),
        (
            [*AXLE, mobile.Fixed("x", at=(1.0, 0.0), heading=math.pi / 4)],
            r"'l' and 'x' meet at \(0, 1\) m",
        ),
        ([*AXLE, mobile.Steered("s", at=(1, 0), follows="nobody")], "follows 'nobody'"),
        (
            [
                *AXLE,
                mobile.Steered("s", at=(1, 0.2)),
                mobile.Steered("t", at=(1, -0.2), follows="s", law=lambda phi: phi),
            ],
            "the axle of 't' misses the turning centre of 'l' and 's'",
        ),
        (
            [mobile.Steered("s", at=(1, 0)), mobile.Steered("t", at=(-1, 0), follows="s")],
            "'t' has no law, and no axle is fixed",
        ),
    ],
)
def test_wheels_that_disagree_are_told_apart(wheels: list[Any], words: str) -> None:
    with pytest.raises(ModelError, match=words):
        base(wheels)


def test_a_wheel_needs_a_radius() -> None:
    with pytest.raises(ModelError, match="wheel 'l' has no radius"):
        mobile.platform("base", body=body(), wheels=AXLE)


def test_two_wheels_carry_nothing_upright() -> None:
    run = simulate(build(base(AXLE)), until=0.01)
    with pytest.raises(ModelError, match="2 wheels carry it"):
        _ = run[mobile.wheel_loads()]


def test_three_wheels_in_a_line_bound_no_area() -> None:
    run = simulate(build(base([*AXLE, mobile.Fixed("m", at=(0, 0.1))])), until=0.01)
    with pytest.raises(ModelError, match="stand in one line"):
        _ = run[mobile.tip_over()]


def test_without_a_stated_friction_its_use_is_the_one_needed() -> None:
    u = {"v": 0.5, "w": 0.8}
    bare, rough = (
        simulate(build(base([*AXLE, CASTOR], friction=mu)), u=u, until=0.2) for mu in (0, 0.7)
    )
    needed = bare[mobile.friction_use()]
    assert close(needed, 0.7 * rough[mobile.friction_use()], round_off(1.0, 100))
    along, across = bare[mobile.rolling_forces()["c"]], bare[mobile.skid_forces()["c"]]
    of_castor = np.hypot(along, across) / bare[mobile.wheel_loads()["c"]]
    assert close(needed[:, 2], of_castor, round_off(1.0, 100))
    assert "whether wheels slip is not judged" in str(mobile.verdict(bare))
    assert "not judged" not in str(mobile.verdict(rough))


def test_a_system_without_wheels_has_no_loads() -> None:
    run = simulate(build(load(ARM)), until=0.01)
    with pytest.raises(ModelError, match="it has no wheels"):
        _ = run[mobile.wheel_loads()]


def test_a_platform_without_an_arm_has_no_interaction() -> None:
    run = simulate(build(base([*AXLE, CASTOR])), until=0.01)
    with pytest.raises(ModelError, match="no arm is on it"):
        _ = run[mobile.interaction()]


def test_a_wheel_that_is_not_there_is_named() -> None:
    run = simulate(build(base([*AXLE, CASTOR])), until=0.01)
    with pytest.raises(ModelError, match=r"has no 'z'\. It has l, r, c"):
        _ = run[mobile.wheel_loads()["z"]]


def test_the_papers_speeds_need_a_steered_wheel() -> None:
    with pytest.raises(ModelError, match="those of a steered wheel"):
        base([*AXLE, CASTOR], speeds="paper")


# ── loads ─────────────────────────────────────────────────────────────────────────────────
def four(stiffness: float) -> System:
    wheels = [
        mobile.Omni(name, at=at, stiffness=stiffness if name == "a" else 1)
        for name, at in (("a", (1, 1)), ("b", (-1, 1)), ("c", (-1, -1)), ("d", (1, -1)))
    ]
    return mobile.platform(
        "four", body=body(centre=(0.1, 0.02, 0.3)), wheels=wheels, radius=0.1, wheel_mass=0.5
    )


def loads_at_rest(robot: System) -> Any:
    return simulate(build(robot), until=1e-3)[mobile.wheel_loads()][0]


def test_four_loads_are_those_of_least_norm() -> None:
    found = loads_at_rest(four(1.0))
    A = np.array([[1, 1, 1, 1], [1, 1, -1, -1], [-1, 1, 1, -1]], dtype=float)  # 1, y, −x
    weight, own = 30 * 9.81, 4 * 0.5 * 9.81
    b = np.array([weight + own, 0.02 * weight, -0.1 * weight])
    assert close(found, np.linalg.pinv(A) @ b, round_off(scale=weight, operations=100))


def test_a_stiffer_wheel_carries_more_and_the_balance_stays() -> None:
    soft, stiff = loads_at_rest(four(1.0)), loads_at_rest(four(5.0))
    # diagonal wheels share: what a gains c gains, and the others lose
    gain = stiff[0] - soft[0]
    assert abs(gain) > 1e-3
    assert close(stiff - soft, [gain, -gain, gain, -gain], round_off(scale=400.0, operations=100))


def test_interaction_is_what_holds_the_arm_at_rest() -> None:
    run = simulate(build(papers_robot()), until=1e-3)
    force_and_torque = run[mobile.interaction()][0]
    # base 5, links 10 at 0.25 and 5 at 1.05 + 0.4 from it
    weight, moment = 20 * 9.81, (10 * 0.25 + 5 * 1.45) * 9.81
    expected = [0, 0, weight, 0, -moment, 0]
    assert close(force_and_torque, expected, round_off(scale=weight, operations=200))


def test_a_tips_load_enters_interaction_and_loads() -> None:
    arm = load(ARM)
    tip = arm.bodies["link2"].point("tip", (0.8, 0, 0))
    loaded = arm.replace(loads=[*arm.loads, Force(-50 * GROUND.z, at=tip)])
    wheels = [
        mobile.Steered("w0", at=(0.3, 0)),
        mobile.Fixed("w1", at=(-0.3, 0.3)),
        mobile.Fixed("w2", at=(-0.3, -0.3)),
    ]
    platform = body(centre=(0, 0, 0.3))
    sums = []
    for one in (arm, loaded):
        robot = mobile.platform("r", body=platform, wheels=wheels, radius=0.1, arm=one)
        run = simulate(build(robot), until=1e-3)
        sums.append((run[mobile.wheel_loads()][0].sum(), run[mobile.interaction()][0][[2, 4]]))
    assert close(sums[1][0] - sums[0][0], 50, 1e-10)
    assert close(sums[1][1] - sums[0][1], [50, -50 * 1.85], 1e-10)


def test_a_slope_shifts_loads_by_the_height_of_the_mass_centre() -> None:
    slope, weight = 0.2, 30 * 9.81
    model = build(base([*AXLE, CASTOR], slope=slope, wheel_mass=0))
    # across the slope: the body's y points downhill, and it turns about its axle, 0.1 m behind its
    # mass centre, with I + m 0.1² = 1.3 kg m²
    run = simulate(model, q={"theta": math.pi / 2}, until=1e-3)
    A = np.array([[1, 1, 1], [0.3, -0.3, 0], [0, 0, -0.45]], dtype=float)  # 1, y, −x
    down, side = weight * math.cos(slope), weight * math.sin(slope)
    held = side - 30 * 0.1 * (0.1 * side / 1.3)
    expected = np.linalg.solve(A, [down, 0.02 * down + 0.3 * held, -0.1 * down])
    assert close(run[mobile.wheel_loads()][0], expected, round_off(weight, 1000))


# ── two platforms ─────────────────────────────────────────────────────────────────────────
@pytest.mark.slow
def test_loads_beside_a_joined_robot_are_those_under_its_force() -> None:
    a, b, pair = _pair()
    both = simulate(build(pair), q=APART, until=1e-3, inputs={"push": 3.0},
                    record=[mobile.wheel_loads()])  # fmt: skip
    held = [both[reaction("grip", axis)][0] for axis in "xyz"]
    beam = a.bodies["beam"]
    # λ acts on the pair's first end backwards; along the beam's axes
    force = Force(beam.vector(*(-x for x in held)), at=beam.point("end", (1.0, 0, 0)))
    alone = a.replace(loads=[*a.loads, force])
    own = simulate(build(alone), q={"A_arm": APART["A_arm"]}, until=1e-3, inputs={"push": 3.0},
                   record=[mobile.wheel_loads()])  # fmt: skip
    mine = [one for one in both.recorded if one.startswith("wheel_loads[A")]
    assert max(abs(x) for x in held) > 0.1
    assert close([both[n][0] for n in mine], [own[n][0] for n in mine], 1e-8)
    assert b is not a


APART = {"B_y": 1.8, "A_arm": math.pi / 2, "B_arm": -math.pi / 2}


def _robot(name: str, beam: Body) -> tuple[System, Body]:
    link = Body(f"{name} link", mass=2, centre=(0.2, 0, 0), inertia=(0.01, 0.05, 0.05))
    joints = [Revolute(f"{name}_arm", GROUND, link, axis=Z)]
    if name == "A":
        joints.append(Revolute("A_beam", link, beam, axis=Z, at=(0.4, 0, 0)))
    made = mobile.platform(
        name,
        body=Body(f"{name} base", mass=60, centre=(0.1, 0, 0.1), inertia=(1, 2, 3)),
        wheels=[
            mobile.Fixed(f"{name} l", at=(0, 0.3), drive="push"),
            mobile.Fixed(f"{name} r", at=(0, -0.3)),
            mobile.Castered(f"{name} c", at=(0.35, 0), trail=0.05),
        ],
        radius=0.1,
        arm=System(f"{name} arm", joints=joints),
        at=(0.1, 0, 0.4),
        coordinates=f"{name}_x {name}_y {name}_theta",
        speed_names=f"{name}_v {name}_w",
    )
    return made, link


def _pair() -> tuple[System, System, System]:
    beam = Body("beam", mass=3, centre=(0.5, 0, 0), inertia=(0.01, 0.25, 0.25))
    (a, _), (b, link) = _robot("A", beam), _robot("B", beam)
    grip = Joined("grip", beam.point("end", (1.0, 0, 0)), link.point("tip", (0.4, 0, 0)), "xy")
    full = Joined("grip", grip.start, grip.end, "xyz")
    return a, b, mobile.together("pair", a, b, constraints=[full])


def test_loops_closed_by_joints_are_refused_for_loads() -> None:
    beam = Body("beam", mass=3, centre=(0.5, 0, 0), inertia=(0.01, 0.25, 0.25))
    (a, _), (b, link) = _robot("A", beam), _robot("B", beam)
    closed = Closed(Revolute("hinge", beam, link, axis=Z, at=(1.0, 0, 0), on=(0.4, 0, 0)))
    run = simulate(build(mobile.together("pair", a, b, constraints=[closed])), q=APART, until=1e-3)
    with pytest.raises(ModelError, match="'hinge' joins what it carries to something else"):
        _ = run[mobile.wheel_loads()]


# ── equations ─────────────────────────────────────────────────────────────────────────────
def test_the_reduced_mass_matrix_is_that_of_all_speeds_between_S(rng: np.random.Generator) -> None:
    form = mobile.closed_form(papers_robot())
    at = {
        name: float(x) for name, x in zip(form.reduced.q_names, rng.uniform(-1, 1, 9), strict=True)
    }
    values = {**dict(form.reduced.parameters), **at}
    M = np.array([[float(evaluate(x, values)) for x in row] for row in form.full.mass_matrix])
    little = np.array(
        [[float(evaluate(x, values)) for x in row] for row in form.reduced.mass_matrix]
    )
    S = np.array([[float(evaluate(x, values)) for x in form.S[name]] for name in form.full.u_names])
    assert close(S.T @ M @ S, little, round_off(scale=100.0, operations=100))
    assert "w = (sin(phi)/0.6) v" in str(form)


@pytest.mark.parametrize("speeds", ["rolling", "forward", "paper"])
def test_every_choice_of_speeds_moves_alike(speeds: Any) -> None:
    robot = papers_robot(speeds=speeds)
    begin = mobile.start(robot, q={"phi": 0.2, "theta": 0.4}, rates={"w1_spin": 4.0, "q1": 0.1})
    run = simulate(build(robot), q=begin.q, u=begin.u, until=2.0, rtol=1e-11)
    other = papers_robot()
    same = mobile.start(other, q={"phi": 0.2, "theta": 0.4}, rates={"w1_spin": 4.0, "q1": 0.1})
    expected = simulate(build(other), q=same.q, u=same.u, until=2.0, rtol=1e-11)
    names = ["x", "y", "theta", "q1", "q2"]
    assert close([run[n][-1] for n in names], [expected[n][-1] for n in names], 1e-9)
    assert np.ptp(run[kinetic_energy()]) < 1e-8


def test_only_motors_and_inertia_contribute_on_level_ground() -> None:
    # the paper's Sec. 5.1: weight and what joints transmit do no work in its planar example
    equations = derive(papers_robot())
    assert mobile.contributes(equations) == {"1 Gravity": False}
    sloping = derive(papers_robot(slope=0.1))
    assert mobile.contributes(sloping) == {"1 Gravity": True}


# ── starts ────────────────────────────────────────────────────────────────────────────────
def test_a_start_across_the_wheels_is_projected_and_told() -> None:
    robot = base([*AXLE, CASTOR])
    begin = mobile.start(robot, rates={"x": 1.0, "y": 0.5, "theta": 0.2})
    assert not begin.as_asked
    assert begin.lost > 0
    assert "asked 0.5, got 0" in str(begin)
    rates = build(robot).rates(list(begin.q.values()), list(begin.u.values()))
    assert close(rates[1], 0, round_off(1.0))


def test_a_start_that_rolls_is_as_asked_for() -> None:
    begin = mobile.start(base([*AXLE, CASTOR]), rates={"x": 1.0, "l_spin": 10.0})
    assert begin.as_asked
    assert begin.lost == pytest.approx(0, abs=1e-20)
    assert close(begin.u["v"], 1.0, round_off(1.0))


def test_a_start_names_coordinates() -> None:
    with pytest.raises(ArgumentError, match="'nothing' is no coordinate"):
        mobile.start(base([*AXLE, CASTOR]), rates={"nothing": 1.0})


def test_steering_angles_that_disagree_are_moved_until_their_axles_meet() -> None:
    wheels = [*AXLE, mobile.Steered("s", at=(1, 0.3)), mobile.Steered("t", at=(1, -0.3))]
    begin = mobile.start(base(wheels), q={"s_steer": 0.4, "t_steer": 0.1})
    s, t = begin.q["s_steer"], begin.q["t_steer"]
    assert set(begin.places) == {"s_steer", "t_steer"}
    # both axles meet the rear one at the same distance: cot φ_t − cot φ_s = 0.6 m / 1 m
    assert close(1 / math.tan(t) - 1 / math.tan(s), 0.6, 1e-9)


def test_ackermanns_law_keeps_the_turning_centre() -> None:
    law = mobile.ackermann((1.0, 0.3), (1.0, -0.3), 0.0)
    for phi in (-0.6, 0.2, 0.5):
        assert close(1 / math.tan(law(phi)), 1 / math.tan(phi) + 0.6, round_off(10.0))


def test_arms_by_fixed_joints_move_with_the_platform() -> None:
    mast = Body("mast", mass=2, centre=(0, 0, 0.5), inertia=(0.1, 0.1, 0.01))
    arm = System("mast", joints=[FixedJoint("foot", GROUND, mast)])
    with_mast = base([*AXLE, CASTOR], arm=arm, at=(0.1, 0.02, 0.0), wheel_mass=0)
    found = loads_at_rest(with_mast).sum()
    assert close(found, 32 * 9.81, round_off(400.0, 100))
