"""A start off the constraints is moved onto them, and the run tells what was moved."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from kane import GROUND, Body, Motion, Planar, System, Trajectory, build, mobile, simulate, velocity
from kane.cli.simulate import findings
from kane.sim.begun import Begun
from tests.close import close, round_off

BEHIND, BESIDE = 0.5, 0.2  # of the steered wheels: ahead of the fixed axle, and to either side


def two_steered() -> System:
    """A fixed axle, and two wheels ahead of it that are steered each by itself."""
    return mobile.platform(
        "two steered",
        body=Body("b", mass=40, centre=(0.1, 0, 0.2), inertia=(1, 1, 2)),
        wheels=[
            mobile.Fixed("l", at=(0, 0.3)),
            mobile.Fixed("r", at=(0, -0.3)),
            mobile.Steered("left", at=(BEHIND, BESIDE)),
            mobile.Steered("right", at=(BEHIND, -BESIDE)),
        ],
        radius=0.1,
    )


@pytest.fixture(scope="module")
def turned() -> Trajectory:
    """A run from angles whose axles do not meet on the fixed one."""
    q = {"left_steer": 0.3, "right_steer": 0.1}
    return simulate(build(two_steered()), q=q, u={"v": 1.0}, until=0.1, rtol=1e-10)


def test_angles_whose_axles_do_not_meet_are_told_with_what_they_became(turned: Trajectory) -> None:
    changed = turned.begun.changed
    assert set(changed) == {"left_steer", "right_steer"}
    assert (changed["left_steer"].asked, changed["right_steer"].asked) == (0.3, 0.1)
    assert changed["left_steer"].got == turned["left_steer"][0]
    # the axles meet on the fixed one: cot φ_right − cot φ_left = 2·beside / behind
    cotangents = [1 / math.tan(changed[name].got) for name in ("right_steer", "left_steer")]
    assert close(cotangents[0] - cotangents[1], 2 * BESIDE / BEHIND, round_off(100.0))
    told = "left_steer: asked 0.3, got"
    assert told in turned.report
    assert told in str(turned)
    assert "'turning centre of right' was off by 0.0875" in turned.report


def test_how_far_off_is_what_the_rows_of_the_wheels_say(turned: Trajectory) -> None:
    # det of n = (−sin δ, cos δ, x cos δ + y sin δ); the fixed axle's is (0, 1, 0)
    s, c = math.sin(0.3), math.cos(0.3)
    t, d = math.sin(0.1), math.cos(0.1)
    det = -s * (BEHIND * d - BESIDE * t) + t * (BEHIND * c + BESIDE * s)
    assert close(abs(turned.begun.missed["turning centre of right"]), abs(det), round_off(1.0))


def test_what_is_not_named_gives_way_first() -> None:
    run = simulate(build(two_steered()), q={"left_steer": 0.3}, u={"v": 1.0}, until=0.1)
    assert set(run.begun.changed) == {"right_steer"}
    assert run["left_steer"][0] == 0.3
    cotangent = 1 / math.tan(0.3) + 2 * BESIDE / BEHIND
    assert close(run["right_steer"][0], math.atan(1 / cotangent), round_off(10.0))
    begin = mobile.start(two_steered(), q={"left_steer": 0.3}, rates={"x": 1.0})
    assert begin.q["left_steer"] == 0.3


def test_a_start_that_rolls_is_as_given() -> None:
    run = simulate(build(two_steered()), u={"v": 1.0}, until=0.1)
    assert not run.begun
    assert str(run.begun) == "as given"
    assert "start moved" not in run.report


def test_speeds_against_a_row_are_told() -> None:
    body = Body("skate", mass=2, inertia=(0, 0, 0.1))
    blade = Motion("blade", velocity(body.point("edge")).along(body.y) == 0)
    skate = System("skate", joints=[Planar("x y q", GROUND, body)], constraints=[blade])
    run = simulate(build(skate), u={"u_x": 1.0, "u_y": 0.3}, until=0.1)
    (name, change), *others = run.begun.changed.items()
    assert (name, change.asked, others) == ("u_y", 0.3, [])
    assert close(change.got, 0, round_off(1.0))
    assert close(run.begun.missed["blade"], 0.3, round_off(1.0))


def test_files_and_json_keep_it(turned: Trajectory, tmp_path: Path) -> None:
    turned.dataset.to_netcdf(tmp_path / "run.nc", engine="scipy")
    assert Trajectory.read(tmp_path / "run.nc").begun == turned.begun
    kept = simulate(
        build(two_steered()),
        q={"left_steer": 0.3, "right_steer": 0.1},
        until=0.1,
        file=tmp_path / "kept.nc",
    )
    for name, one in kept.begun.changed.items():
        assert close(one.got, turned.begun.changed[name].got, round_off(1.0))
    told = json.loads(json.dumps(findings(turned)))["begun"]
    assert told["changed"]["left_steer"][0] == 0.3
    assert Begun.of_text(json.dumps(told)) == turned.begun
