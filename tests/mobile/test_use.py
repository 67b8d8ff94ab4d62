"""Verdicts, pictures, tracking, bisection; platforms from files."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kane import GROUND, Body, Force, Trajectory, build, inputs, load, mobile, save, simulate
from kane.errors import ArgumentError, ModelError
from kane.formats import toml
from kane.sim.when import Action
from tests.close import close, round_off
from tests.mobile.papers_robot import papers_robot

STEERED = math.atan(0.3)


@pytest.fixture(scope="module")
def circle() -> Trajectory:
    """The first seconds of the paper's Fig. 5."""
    robot = papers_robot(locked=True)
    u = {"v": 1 / math.cos(STEERED)}
    events = mobile.watch(robot)
    return simulate(build(robot), q={"phi": STEERED}, u=u, until=4.0, rtol=1e-10, events=events)


# ── verdicts ──────────────────────────────────────────────────────────────────────────────
def test_first_failure_is_where_the_run_itself_finds_it(circle: Trajectory) -> None:
    judged = {one.name: one for one in mobile.verdict(circle).margins}
    found = {event.name: event.t for event in reversed(circle.events)}
    assert judged["lift w0"].first is None
    assert close(judged["slip w1"].first or 0.0, found["slip w1"], 1e-3)
    assert close(mobile.verdict(circle).valid_until, found["slip w1"], 1e-3)
    assert "Physically valid until t = 1.80" in str(mobile.verdict(circle))


def test_a_run_can_stop_at_the_first_failure() -> None:
    robot = papers_robot(locked=True)
    u = {"v": 1 / math.cos(STEERED)}
    stop = mobile.watch(robot, stop=True)
    run = simulate(build(robot), q={"phi": STEERED}, u=u, until=4.0, rtol=1e-10, events=stop)
    assert run.stopped
    assert run.events[-1].action is Action.STOP
    assert close(run.t[-1], 1.80188825, 1e-6)  # where the marked run has it, too
    assert close(run[mobile.conditions()["slip w1"]][-1], 0, 1e-6)


def test_a_motion_from_a_file_has_no_verdict(circle: Trajectory, tmp_path: Path) -> None:
    circle.dataset.to_netcdf(tmp_path / "run.nc", engine="scipy")
    with pytest.raises(ArgumentError, match="has no model"):
        mobile.verdict(Trajectory.read(tmp_path / "run.nc"))


# ── pictures ──────────────────────────────────────────────────────────────────────────────
def test_the_figure_shows_motion_energy_friction_and_unsafe_intervals(circle: Trajectory) -> None:
    figure = mobile.figure(circle)
    top, energy, friction, tip = figure.axes
    assert top.get_xlabel() == "x in m"
    (kinetic, *_) = energy.get_lines()
    assert np.ptp(kinetic.get_ydata()) < 1e-3  # cubics between samples
    labels = {text.get_text() for text in friction.get_legend().get_texts()}
    assert labels == {"w0 across", "w1+w2 across", "w0 along", "w1 along", "w2 along"}
    unsafe = next(line for line in tip.get_lines() if line.get_label() == "tips over")
    times = unsafe.get_xdata()[np.isfinite(unsafe.get_ydata())]
    assert close(times.min(), 1.8025, 2e-2)
    assert tip.patches, "what is no longer valid is hatched"


def test_the_wheels_in_the_picture_are_where_they_stand(circle: Trajectory) -> None:
    corners = mobile.figure(circle, count=2).axes[0].patches[0].get_xy()
    assert close(sorted(map(tuple, np.unique(corners, axis=0))),
                 sorted([(0.3, 0.0), (-0.3, 0.3), (-0.3, -0.3)]), round_off(1.0))  # fmt: skip


def test_quantities_of_all_wheels_are_plotted_in_one_panel(circle: Trajectory) -> None:
    figure = circle.plot(mobile.wheel_loads(), mobile.tip_over())
    assert [len(axes.get_lines()) >= 1 for axes in figure.axes] == [True, True]
    (legend, _) = (axes.get_legend() for axes in figure.axes)
    labels = [text.get_text() for text in legend.get_texts()]
    assert labels == [f"wheel_loads[w{k}]" for k in range(3)]
    assert figure.axes[0].get_ylabel() == "N"


@pytest.mark.slow
def test_an_animation_is_a_film(circle: Trajectory, tmp_path: Path) -> None:
    mobile.animation(circle, tmp_path / "circle.gif", rate=2)
    assert (tmp_path / "circle.gif").read_bytes()[:6] == b"GIF89a"
    with pytest.raises(ArgumentError, match="matplotlib cannot write it"):
        mobile.animation(circle, tmp_path / "circle.nothing", rate=2)


# ── tracking ──────────────────────────────────────────────────────────────────────────────
def tall() -> tuple[Any, Body]:
    body = Body("base", mass=60, centre=(0.18, 0, 0.6), inertia=(4, 4, 3))
    robot = mobile.platform(
        "tall",
        body=body,
        wheels=[
            mobile.Fixed("left", at=(0, 0.25), drive="left motor"),
            mobile.Fixed("right", at=(0, -0.25), drive="right motor"),
            mobile.Castered("front", at=(0.5, 0), trail=0.05, radius=0.05),
        ],
        radius=0.1,
        wheel_mass=0,
        friction=0.9,
    )
    return build(robot), body


def test_tracking_errors_die_out_as_the_law_says() -> None:
    model, body = tall()
    nose = body.point("nose", (0.3, 0, 0))
    aims = [mobile.Aim(nose, "xy", lambda t: ([0.3, 0.01], [0, 0], [0, 0]))]
    lead = mobile.tracking(model, aims, frequency=5.0, period=1e-3)
    run = simulate(model, until=0.5, rtol=1e-9, inputs=lead)
    error = run[mobile.place(nose, "y")] - 0.01
    expected = -0.01 * (1 + 5.0 * run.t) * np.exp(-5.0 * run.t)  # ζ = 1
    assert close(error, expected, 5e-3 * 0.01)  # held over a period of 1 ms: 5 · 1e-3


def test_tracking_asks_for_motors_where_there_are_none() -> None:
    body = Body("base", mass=60, centre=(0.18, 0, 0.6), inertia=(4, 4, 3))
    wheels = [
        mobile.Fixed("left", at=(0, 0.25), drive="left motor"),
        mobile.Fixed("right", at=(0, -0.25)),
    ]
    model = build(mobile.platform("lame", body=body, wheels=wheels, radius=0.1))
    aim = mobile.Aim(body.point("nose", (0.3, 0, 0)), "xy", lambda t: ([1, 0], [0, 0], [0, 0]))
    with pytest.raises(ArgumentError, match="cannot give what the paths ask for"):
        simulate(model, until=0.1, inputs=mobile.tracking(model, [aim]))


def test_tracking_refuses_inputs_that_no_matrix_tells() -> None:
    (valve,) = inputs("valve")
    model, body = tall()
    system = model.compiler.equations.system
    gust = Force(valve**2 * GROUND.x, at=body.mass_centre)
    blown = build(system.replace(loads=[*system.loads, gust]))
    aim = mobile.Aim(body.point("nose", (0.3, 0, 0)), "xy", lambda t: ([1, 0], [0, 0], [0, 0]))
    with pytest.raises(ArgumentError, match="are not linear in valve"):
        mobile.tracking(blown, [aim])


@pytest.mark.slow
def test_the_largest_acceleration_lifts_the_front_wheel_by_moments() -> None:
    model, body = tall()

    def speeding_up(a: float) -> Trajectory:
        aims = [
            mobile.Aim(
                body.point("nose", (0.3, 0, 0)),
                "xy",
                lambda t: ([0.3 + a * t * t / 2, 0], [a * t, 0], [a, 0]),
            )
        ]
        lead = mobile.tracking(model, aims, period=5e-3)
        return simulate(model, until=0.02, rtol=1e-9, inputs=lead)

    found = mobile.largest_safe(speeding_up, 0.5, 6.0, tolerance=1e-3)
    assert close(found.value, 9.81 * 0.18 / 0.6, 2e-3 * 3)  # m a h = m g x
    assert "fails first 'lift front'" in str(found)
    assert mobile.largest_safe(speeding_up, 0.5, 1.0).beyond is None
    with pytest.raises(ArgumentError, match="at the low end, 5, it is not safe"):
        mobile.largest_safe(speeding_up, 5.0, 6.0)


# ── files ─────────────────────────────────────────────────────────────────────────────────
HEAD = """
[bodies.b]
mass = 30
centre = [0.1, 0, 0.3]
inertia = [1, 1, 1]
[loads]
weight = { gravity = "-ground.z" }
"""
WHEELS = """
[wheels.l]
type = "fixed"
at = [0, "30 cm"]
[wheels.r]
type = "fixed"
at = [0, -0.3]
[wheels.c]
type = "castered"
at = [0.5, 0]
trail = 0.05
"""
PLATFORM = '[platform]\nbody = "b"\nradius = "10 cm"\n'


def test_a_platform_in_a_file_is_that_of_python() -> None:
    here = mobile.platform(
        "TOML text",
        body=Body("b", mass=30, centre=(0.1, 0, 0.3), inertia=(1, 1, 1)),
        wheels=[
            mobile.Fixed("l", at=(0, 0.3)),
            mobile.Fixed("r", at=(0, -0.3)),
            mobile.Castered("c", at=(0.5, 0), trail=0.05),
        ],
        radius=0.1,
    )
    there = toml.from_text(HEAD + PLATFORM + WHEELS).system
    assert not here.diff(there), here.diff(there)


def test_a_saved_platform_is_the_same_platform(tmp_path: Path) -> None:
    robot = papers_robot()
    save(robot, tmp_path / "cart.toml")
    again = load(tmp_path / "cart.toml")
    assert not robot.diff(again), robot.diff(again)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HEAD + WHEELS, "wheels stand under no platform"),
        (HEAD + PLATFORM, "it has no wheels"),
        (HEAD + PLATFORM + '[wheels.l]\ntype = "round"\nat = [0, 0]', "its type is none"),
        (HEAD + PLATFORM + '[wheels.l]\ntype = "fixed"\nat = [0, 0, 0]', "Give a list of two"),
        (HEAD + PLATFORM + "wheels = 3", "'wheels'"),
        (HEAD + '[platform]\nbody = "b"\n' + WHEELS, "has no radius"),
        (
            HEAD + PLATFORM + WHEELS + '[wheels.x]\ntype = "fixed"\nat = [0.5, 0]',
            "parallel and 0.5 m apart",
        ),
        ('[frames.f]\n[platform]\nbody = "f"\nradius = 0.1\n' + WHEELS, "has no mass"),
    ],
)
def test_faults_of_platforms_in_files(text: str, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        toml.from_text(text)


URDF = """<robot name="cart">
<link name="base"><inertial><origin xyz="0.1 0 0.2"/><mass value="30"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
{wheels}
<link name="fork"/>
<joint name="turn" type="continuous"><parent link="base"/><child link="fork"/>
<origin xyz="0.5 0 0.05"/><axis xyz="0 0 1"/></joint>
</robot>"""
WHEEL = """<link name="{name}"><inertial><mass value="2"/>
<inertia ixx="0.005" iyy="0.005" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="{name}_joint" type="continuous"><parent link="{parent}"/><child link="{name}"/>
<origin xyz="{at}" rpy="-1.5707963267948966 0 0"/><axis xyz="0 0 1"/></joint>"""
SIDE = """
[urdf]
file = "cart.urdf"
snap = "turns"
[rolling]
l_joint = { radius = "10 cm", friction = 0.7, drive = "left" }
r_joint = { radius = "10 cm", friction = 0.7 }
c_joint = { radius = "5 cm", friction = 0.7, fork = "turn" }
"""


def written(folder: Path, side: str = SIDE) -> Path:
    wheels = [("l", "base", "0 0.3 0.1"), ("r", "base", "0 -0.3 0.1"), ("c", "fork", "-0.04 0 0")]
    text = "".join(WHEEL.format(name=n, parent=p, at=at) for n, p, at in wheels)
    (folder / "cart.urdf").write_text(URDF.format(wheels=text))
    (folder / "rolling.toml").write_text(side)
    return folder / "rolling.toml"


def test_a_urdf_with_a_list_of_its_wheels_moves_like_the_platform_it_describes(
    tmp_path: Path,
) -> None:
    there = build(load(written(tmp_path)))
    wheel = {"mass": 2, "inertia": (0.005, 0.01, 0.005), "friction": 0.7}
    here = build(
        mobile.platform(
            "cart",
            body=Body("base", mass=30, centre=(0.1, 0, 0.2), inertia=(1, 1, 1)),
            wheels=[
                mobile.Fixed("l", at=(0, 0.3), radius=0.1, drive="left", **wheel),  # type: ignore[arg-type]
                mobile.Fixed("r", at=(0, -0.3), radius=0.1, **wheel),  # type: ignore[arg-type]
                mobile.Castered("c", at=(0.5, 0), trail=0.04, radius=0.05, **wheel),  # type: ignore[arg-type]
            ],
        )
    )
    u = {"v": 0.5, "w": 0.3}
    runs = [
        simulate(model, u=u, until=2.0, rtol=1e-11, inputs={"left": 0.5}) for model in (here, there)
    ]
    for name in ("x", "y", "theta", "v", "w"):
        assert close(runs[0][name][-1], runs[1][name][-1], 1e-9), name
    loads = [run[mobile.wheel_loads()] for run in runs]
    assert close(loads[0][-1], loads[1][-1], 1e-7)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("l_joint =", "nothing =", "has no joint 'nothing'"),
        ('"10 cm", friction = 0.7, drive', '"9 cm", friction = 0.7, drive', "ends -10 mm"),
        (', fork = "turn"', ', fork = "l_joint"', "A wheel is steered about the upward vertical"),
        ('file = "cart.urdf"', 'file = "../cart.urdf"', "leads out of the model's folder"),
        ("[rolling]", "[joints]\n[rolling]", "has no 'joints'"),
        ("radius = ", "size = ", "has no 'size'"),
        ('"cart.urdf"', '"wagon.urdf"', "wagon.urdf"),
    ],
)
def test_faults_of_wheels_of_a_urdf(old: str, new: str, words: str, tmp_path: Path) -> None:
    assert old in SIDE
    with pytest.raises(ModelError, match=words):
        load(written(tmp_path, SIDE.replace(old, new)))
