"""What `kane view` draws beside bodies: paths, frames, arrows, wheel loads; and its first view."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from kane import GROUND, Body, Free, Revolute, System, Y, simulate
from kane.cli import main
from kane.cli.marks import add_marks, marks_of
from kane.cli.model import model_file
from kane.model.loads import Force, Gravity
from kane.pipeline import build
from kane.viewer.loads import load_arrows, wheel_arrows
from kane.viewer.poses import poses

pytest.importorskip("viser")
from kane.viewer.playback import Playback, view
from tests.viewer.browser import browser, image, needs_browser, opened

pytestmark = pytest.mark.filterwarnings("ignore")
CART = "examples/models/cart.toml"
PLATFORM = "examples/models/mobile_manipulator.toml"


def test_wheel_loads_are_arrows_that_carry_the_weight() -> None:
    """They end where wheels touch, point up, and sum to the weight: nothing moves vertically."""
    system = model_file(PLATFORM).system
    model = build(system)
    found = poses(system, model, model.flows(), wheel_arrows(system))
    found = found.fitted([(0.0, np.zeros(len(model.q_names) + len(model.u_names)), _still())], 3.0)
    y = np.zeros(len(model.q_names) + len(model.u_names))
    ends = found.arrows_at(0.0, y, _still())
    scale = found.arrows[0].scale
    weight = 9.81 * sum(float(body.mass) for body in system.bodies.values())
    assert scale is not None
    np.testing.assert_allclose(ends[:, 1, 2], 0.0, atol=1e-12)
    np.testing.assert_allclose(ends[:, 1, :2], ends[:, 0, :2], atol=1e-12)
    assert -np.sum(ends[:, 0, 2]) / scale == pytest.approx(weight, rel=1e-12)
    assert ends[:, 0, 2].min() == pytest.approx(-1.0)  # a third of 3 m


def _still() -> Any:
    return np.zeros(16)


def test_a_force_that_turns_with_its_body_is_drawn_along_the_ground() -> None:
    """5 N along the axis x of an arm turned by 0.3 about y: (cos, 0, −sin)."""
    arm = Body("arm", mass=1.0, centre=(0.2, 0, 0), inertia=(0.1, 0.1, 0.1))
    system = System(
        "arm",
        joints=[Revolute("q", GROUND, arm, axis=Y)],
        loads=[Force(arm.vector(5, 0, 0), arm.mass_centre)],
    )
    model = build(system)
    (arrow,) = load_arrows(system)
    found = poses(system, model, model.flows(), [arrow])
    state = (0.0, np.array([0.3, 0.0]), np.zeros(1))
    start, end = found.fitted([state], 3.0).arrows_at(*state)[0]
    x = np.array([np.cos(0.3), 0.0, -np.sin(0.3)])
    np.testing.assert_allclose(start, 0.2 * x, atol=1e-15)
    np.testing.assert_allclose(end - start, x, atol=1e-15)  # a third of 3 m


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--path", "P9"], "there is no"),
        (["--path", "P1 +"], "--path P1 +"),
        (["--frame", "baskett"], "there is no body or frame 'baskett'. It has"),
        (["--arrow", "velocity(P9)"], "--arrow velocity(P9)"),
        (["--arrow", "3 * ground.x"], "does not say where it acts"),
        (["--arrow", "P1: 3"], "a vector is asked for"),
    ],
)
def test_unknown_names_are_refused_in_words(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["view", CART, *words, "--seconds", "0.1", "--port", "0"]) == 2
    assert said in capsys.readouterr().err


def shown(until: float = 2.0) -> Playback:
    """A cube of 10 cm that falls along x by t² m: what is small and travels far."""
    block = Body("block", mass=6.0, inertia=(0.01, 0.01, 0.01))
    system = System("fall", joints=[Free("q", GROUND, block)], loads=[Gravity(GROUND.x, 2.0)])
    motion = simulate(build(system), until=until, every=0.05)
    return view(system, motion, paths=[block.mass_centre], axes=["block"], port=0, playing=False)


def test_a_path_is_where_the_point_was_and_a_frame_is_shown() -> None:
    made = shown()
    try:
        (places,) = made.ways(False).values()
        np.testing.assert_allclose(places[:, 0], made.motion.t**2, atol=1e-9)
        assert set(made.ways(True)) == {"block*", "block"}
        assert made.window.frames["block"].show_axes
        assert made.window.trails["block*"].visible
    finally:
        made.close()


@pytest.mark.parametrize("until", [0.01, 0.1, 3.0])
def test_the_first_view_is_as_near_as_the_cube_is_large(until: float) -> None:
    """A cube of 0.1 m (diagonal 0.173 m) that rests, or travels 9 m: seen from less than 0.5 m."""
    made = shown(until)
    try:
        camera = made.window.server.viser.initial_camera
        away = np.linalg.norm(np.asarray(camera.position) - np.asarray(camera.look_at))
        assert 0.15 < away < 0.5
        assert made.controls["looking"].follow.value == ("block" if until > 1.0 else "nothing")
    finally:
        made.close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """One browser for all."""
    pytest.importorskip("playwright")
    with browser() as made:
        yield made


@needs_browser
@pytest.mark.slow
@pytest.mark.timeout(240)
def test_marks_are_seen_in_a_browser(chromium: Any) -> None:
    """Wheel loads are green: pixels of this colour come with them."""
    from kane.cli.simulation import simulated
    from tests.viewer.test_browser import kept

    parser = argparse.ArgumentParser()
    add_marks(parser)
    model = model_file(PLATFORM)
    motion = simulated(model, {"simulate": {"until": 0.5}, "start": {}, "inputs": {}}, None)
    seen = {}
    for name, words in {
        "bare": ["--no-loads"],
        "marks": ["--path", "link2", "--frame", "link1"],
    }.items():
        marks = marks_of(model, parser.parse_args(words))
        made = view(
            model.system, motion, arrows=marks.arrows, paths=marks.paths, axes=marks.axes,
            port=0, playing=False,
        )  # fmt: skip
        try:
            page = opened(chromium, made.address)
            page.wait_for_timeout(1000)
            red, green, blue = np.moveaxis(image(page, kept(name))[:520, :560], -1, 0)  # no panel
            seen[name] = int(np.sum((green > red + 40) & (green > blue + 25)))
            page.close()
        finally:
            made.close()
    assert seen["bare"] == 0
    assert seen["marks"] > 50
