"""Dependent speeds that the program names, and the motion they leave as it is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kane import (
    GROUND,
    Body,
    Fixed,
    Gravity,
    Joined,
    Motion,
    Outcome,
    Planar,
    Point,
    Revolute,
    System,
    X,
    Z,
    angular_velocity,
    build,
    clock,
    derive,
    rate,
    reaction,
    simulate,
    velocity,
)
from tests.close import close, round_off, run_error


def bars(*constraints: Any) -> System:
    """Three bars about parallel axes."""
    joints = []
    for k, name in enumerate("abc"):
        bar = Body(name, mass=1, centre=(0.3, 0, 0), inertia=(0, 0.03, 0.03))
        joints.append(Revolute(f"q{name}", GROUND, bar, axis=Z, at=(2 * k, 0, 0)))
    return System("bars", joints=joints, loads=[Gravity(along=-GROUND.y)], constraints=constraints)


def geared(*dependent: str) -> System:
    """a and b geared two to one, and c to their sum."""
    first, second = dependent
    return bars(
        Motion("gears", rate("qa") == 2 * rate("qb"), dependent=first),
        Motion("sum", rate("qc") + rate("qa") + 0.05 * rate("qb") == 0.3, dependent=second),
    )


def test_constant_pivots_are_found_named_and_printed() -> None:
    equations = derive(geared("chosen", "chosen"))
    assert len(equations.u_names) == 1
    assert set(equations.constraints.embedded) == {"gears", "sum"}
    text = str(equations)
    assert text.count("which is constant") == 2
    assert "singular where" not in text


@pytest.mark.parametrize(
    "dependent", [("u_qa", "u_qc"), ("u_qb", "u_qc"), ("u_qb", "u_qa"), ("", ""), ("", "chosen")]
)
def test_the_motion_is_the_same_for_any_dependent_speeds(dependent: tuple[str, str]) -> None:
    asked: Any = {"q": [0.3, 0.2, 0.1], "until": 2.0, "rtol": 1e-11, "every": 0.5}
    start = {"u_qa": 0.4, "u_qb": 0.2, "u_qc": -0.11}
    chosen, other = (
        simulate(model, u={name: start[name] for name in model.u_names}, **asked)
        for model in (build(geared("chosen", "chosen")), build(geared(*dependent)))
    )
    assert np.ptp(chosen["qa"]) > 0.1
    assert close(chosen.q, other.q, run_error(1e-11, 3.0, 400, growth=100.0))


def test_a_pivot_that_changes_or_is_small_is_not_taken() -> None:
    """A skate's rows turn with the sled; 0.05 is a twentieth of its row."""
    sled = Body("sled", mass=2.0, centre=(0.4, 0, 0), inertia=(0, 0.3, 0.3))
    skate = Motion("skate", velocity(sled.point("edge")).along(sled.y) == 0, dependent="chosen")
    one = derive(System("sled", joints=[Planar("x y turn", GROUND, sled)], constraints=[skate]))
    assert one.constraints.embedded == ()
    assert len(one.u_names) == 3
    small = Motion("slow", 0.05 * rate("qb") == rate("qa"), dependent="chosen")
    (only,) = derive(bars(small)).constraints.pivots
    assert only == "u_qa"


def test_a_row_that_follows_from_others_stays_a_row_and_is_named_in_the_run() -> None:
    again = Motion("again", 2 * rate("qa") == 4 * rate("qb"), dependent="chosen")
    system = geared("chosen", "chosen")
    both = build(system.replace(constraints=[*system.constraints, again]))
    assert len(both.u_names) == 1
    motion = simulate(both, q=[0.3, 0.2, 0.1], until=0.1)
    assert motion.ended
    assert "'again' follows from the other rows" in motion.report or "'gears'" in motion.report


def test_loops_let_all_their_rows_be_chosen() -> None:
    """A parallelogram in rates of absolute angles has no constant pivot; its rows stay."""
    system = bars()
    first, second = (joint.child for joint in system.joints[:2])
    tips = [Point("tip", body, (0.6, 0, 0)) for body in (first, second)]
    loop = Joined("loop", tips[0], tips[1], along="x", dependent="chosen")
    assert derive(system.replace(constraints=[loop])).constraints.embedded == ()
    turning = Motion(
        "parallel",
        angular_velocity(first).along(GROUND.z) == angular_velocity(second).along(GROUND.z),
        dependent="chosen",
    )
    found = derive(system.replace(constraints=[turning]))
    assert found.constraints.embedded == ("parallel",)


def test_a_mechanism_whose_every_joint_is_prescribed_runs_and_tells_what_it_takes() -> None:
    """I θ̈ about x for θ = 0.3 t²; nothing is left to choose."""
    wheel = Body("wheel", mass=1, inertia=(0.5, 1, 1))
    driven = Revolute("q", GROUND, wheel, axis=X, motion={"q": 0.3 * clock() ** 2})
    drive = reaction("q", "torque.x")
    run = simulate(build(System("driven", joints=[driven])), until=0.5, record=[drive])
    assert run.outcome is Outcome.OK
    assert close(run[drive], 0.5 * 0.6, round_off(1, 10))


def test_what_is_welded_to_the_ground_has_no_speeds_and_stays() -> None:
    system = System("welded", joints=[Fixed("weld", GROUND, Body("block", mass=1))])
    assert derive(system).u_names == ()
    assert simulate(build(system), until=0.5).outcome is Outcome.OK
