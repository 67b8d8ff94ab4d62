"""Example 2 of [Angeles1989]: a straight line without turning, by our own inverse kinematics.

The paper's time law and stroke are lost with its figures: ours is the quintic over 0.5 m and 1 s,
which the reference used too. Torques are compared with the recursion and with the reference.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pytest
from numpy.typing import NDArray

import kane
from kane import Model, Point
from kane.formats.hartenberg_denavit import read_toml
from kane.formats.source import Source
from kane.formats.urdf_options import Options
from kane.manipulators import Hand, JointMotion, Quintic, inverse_kinematics
from tests.close import close, gap, round_off
from tests.house.tree import ROOT
from tests.manipulators import angeles
from tests.manipulators.angeles import Link, Motion, Reading
from tests.textbook.reference import read_json

Array = NDArray[np.float64]

FILE: Final = ROOT / "examples/02_manipulators/six_axis_arm.toml"
STROKE: Final = np.array([0.0, 0.5, 0.0])
NEAR: Final = np.radians([0, 68.5, -135, 93.6, 90, 90])
PRINTED: Final = (  # centres and inertias of the first five; link 1's cannot be a body's
    ("[0, 0, -0.33]\ninertia = [0, 0, 62]", "[0, -0.33, 0]\ninertia = [0, 0, 0]"),
    ("[0.15, 0, -0.13]", "[-0.87, 0, -0.13]"),
    ("[0.38, 0.04, 0]", "[-0.64, 0.04, 0]"),
    ("[0.08, 0, 0.04]", "[-0.12, 0.04, 0]"),
    ("[0.44, 0.82, 0.91]", "[0.44, 0.91, 0.82]"),
    ("[0, 0.08, -0.05]", "[0, -0.05, -0.08]"),
    ("[0.47, 0.18, 0.38]", "[0.47, 0.38, 0.18]"),
)


@dataclass(frozen=True, kw_only=True)
class Line:
    """The arm on its line."""

    model: Model
    hand: Hand
    motion: JointMotion
    places: Array
    axes: Array


@pytest.fixture(scope="module")
def line() -> Line:
    system = kane.load(FILE)
    hand = inverse_kinematics(system, Point("O6", system.frames["link6"], (0, 0, 0)))
    axes = hand.place(NEAR)[1]
    x = np.linspace(0, 1, 101)
    s, rate, second = (np.outer(part, STROKE) for part in Quintic().at(x))
    places = np.array([1.33, 0.0, 1.80]) + s
    motion = hand.motion(x, places, rate, second, axes, start=NEAR)
    return Line(model=kane.build(system), hand=hand, motion=motion, places=places, axes=axes)


def test_the_hand_stays_on_the_line_and_does_not_turn(line: Line) -> None:
    places, axes = line.hand.place(line.motion.q)
    assert gap(places, line.places) <= 1e-12
    assert gap(axes, np.broadcast_to(line.axes, axes.shape)) <= 1e-12


def test_joints_are_the_references(line: Line) -> None:
    given = read_json("001_examples_info.json")["example2"]
    for row, key in ((0, "theta_at_0_deg"), (-1, "theta_at_1_deg")):
        assert close(np.degrees(line.motion.q[row]), given[key], 1e-9)


def test_rates_are_those_of_the_path(line: Line) -> None:
    """q of neighbouring times against u and u̇, to the order of the step."""
    q, u, udot, h = line.motion.q, line.motion.u, line.motion.udot, 0.01
    # third and fourth derivatives of the joints: below 60 and 400 s⁻³, s⁻⁴ on this path
    assert gap((q[2:] - q[:-2]) / (2 * h), u[1:-1]) <= 60 * h**2 / 6
    assert gap((u[2:] - u[:-2]) / (2 * h), udot[1:-1]) <= 400 * h**2 / 6


def test_torques_are_the_recursions(line: Line) -> None:
    tau = line.model.inverse_dynamics(line.motion.q, line.motion.u, line.motion.udot)
    states = zip(line.motion.q, line.motion.u, line.motion.udot, strict=True)
    expected = np.array([recursion(*state) for state in states])
    assert close(tau, expected, round_off(4e3, 1000))


@pytest.mark.parametrize("frames", ["distal_frames", "as_printed"])
def test_torques_are_the_references(line: Line, frames: str) -> None:
    given = read_json("001_examples_info.json")["example2"]
    text = FILE.read_text(encoding="utf-8")
    for old, new in PRINTED if frames == "as_printed" else ():
        assert old in text
        text = text.replace(old, new)
    loaded = read_toml(Source(name="arm.toml", content=text.encode()), Options())
    model = kane.build(loaded.system)
    tau = model.inverse_dynamics(line.motion.q, line.motion.u, line.motion.udot)
    assert close(tau[0], given["tau_at_0"][frames], round_off(4e4, 1000))
    low, high = given["tau_extrema"][frames]
    assert close(tau.min(axis=0), low, round_off(4e4, 1000))
    assert close(tau.max(axis=0), high, round_off(4e4, 1000))


def recursion(q: Array, u: Array, udot: Array) -> list[Any]:
    """The paper's recursion on the paper's table, centres and inertias moved as the file says."""
    alpha = np.radians([0, 90, 0, 0, 90, 90])
    a, b = [0, 0, 1.02, 1.02, 0.2, 0], [-1.5, 0, 0, 0, 0, -0.41]
    mass = [680, 360, 180, 55, 36, 68]
    rho = [(0, -0.33, 0), (-0.87, 0, -0.13), (-0.64, 0.04, 0), (-0.12, 0.04, 0), (0, -0.05, -0.08)]
    moments = [(0, 62, 0), (11, 53, 44), (1.1, 44, 44), (0.44, 0.91, 0.82), (0.47, 0.38, 0.18)]
    chain, moving = [], []
    for i in range(6):
        centre, inertia = np.zeros(3), np.diag([0.44, 0.64, 0.73])
        if i < 5:
            R = np.array(_about_x(alpha[i + 1]))
            centre = R @ rho[i] + [a[i + 1], 0, 0]
            inertia = R @ np.diag(moments[i]) @ R.T
        turn = (np.sin(alpha[i]), np.cos(alpha[i]))
        chain.append(
            Link(slides=False, sine_cosine_alpha=turn, a=a[i], mass=mass[i],
                 rho=list(centre), inertia=[list(row) for row in inertia])
        )  # fmt: skip
        theta = (np.sin(q[i]), np.cos(q[i]))
        moving.append(Motion(sine_cosine_theta=theta, b=b[i], rate=u[i], second=udot[i]))
    return angeles.inverse_dynamics(chain, moving, [0, 0, 9.81], Reading.B)


def _about_x(angle: float) -> list[list[float]]:
    s, c = float(np.sin(angle)), float(np.cos(angle))
    return [[1, 0, 0], [0, c, -s], [0, s, c]]
