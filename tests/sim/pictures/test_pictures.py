"""Pictures: smooth, labelled, and of what was asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest

from kane import GROUND, Body, Frame, Revolute, System, X, Y, Z, build, energy, rate, reaction
from kane.errors import ArgumentError
from kane.model.symbols import coordinate
from kane.sim.pictures.refined import ENOUGH, refined
from kane.sim.simulate import simulate
from kane.sim.trajectory import Trajectory
from kane.sim.when import When
from tests.close import method_error
from tests.sim.systems import oscillator, pendulum, pendulum_angle

mpl.use("Agg")


@pytest.fixture(autouse=True)
def figures() -> Iterator[None]:
    """Figures closed after each test."""
    import matplotlib.pyplot as plt

    yield
    plt.close("all")


def swing(**more: Any) -> Trajectory:
    """A pendulum from 1 rad at rest."""
    return simulate(pendulum(), q=[1.0], until=3.0, **more)


def curves(panel: Any) -> list[str]:
    """The names beside a panel."""
    return [text.get_text() for text in panel.get_legend().get_texts()]


def test_between_samples_are_cubics_through_them() -> None:
    motion = swing()
    fine = refined(motion)
    exact = pendulum_angle(1.0, np.asarray(fine.t))
    longest = float(np.max(np.diff(motion.t)))
    assert len(motion) < ENOUGH / 4 < len(fine)
    assert set(motion.t) <= set(fine.t)
    # |e| ≤ h⁴/384 max|q⁗|, and the fourth derivative of the angle is below g² · 10
    assert np.max(np.abs(fine["q1"] - exact)) < method_error(longest, 4, 9.81**2 * 10 / 384)


def test_a_jump_stays_a_jump() -> None:
    motion = swing(events=[When(coordinate("q1") < 0, mark="down")])
    rows = np.vstack([motion.rows[:4], motion.rows[3:]])
    rows[4:, 2] += 1.0
    import dataclasses

    twice = dataclasses.replace(motion, rows=rows, a=np.vstack([motion.a[:4], motion.a[3:]]))
    fine = refined(twice)
    t, u = np.asarray(fine.t), np.asarray(fine["u1"])
    (at,) = np.flatnonzero(np.diff(t) == 0)
    assert u[at + 1] - u[at] == pytest.approx(1.0)
    assert np.all(np.diff(t) >= 0)


def test_enough_samples_are_left_as_they_are(tmp_path: Path) -> None:
    motion = swing(every=0.001)
    assert refined(motion) is motion
    simulate(pendulum(), q=[1.0], until=3.0, file=tmp_path / "m.nc")
    read = Trajectory.read(tmp_path / "m.nc")
    assert refined(read) is read


def test_quantities_of_a_unit_share_a_panel_with_names_and_units() -> None:
    model = oscillator()
    motion = simulate(model, q=[0.2], until=3.0)
    figure = motion.plot("q1", energy(), energy(), reaction("q1"), "u1", rate("q1"))
    panels = figure.axes
    assert [panel.get_ylabel() for panel in panels] == ["m", "J", "N", "m/s"]
    assert curves(panels[1]) == ["energy", "energy"]
    assert panels[-1].get_xlabel() == "time in s"
    assert all(len(line.get_xdata()) > ENOUGH / 2 for line in panels[0].lines)


def test_by_default_all_coordinates_and_speeds_are_drawn() -> None:
    assert [curves(panel) for panel in swing().plot().axes] == [["q1"], ["u1"]]


def test_events_are_marked_and_named() -> None:
    figure = swing(events=[When(coordinate("q1") < 0, mark="down")]).plot("q1")
    (panel,) = figure.axes
    assert "down" in [text.get_text() for text in panel.texts]


def test_records_have_the_names_they_were_given() -> None:
    motion = swing(record={"total": energy(), "turning": rate("q1")})
    assert motion.names == ("q1", "u1", "total", "turning")
    assert np.array_equal(motion["total"], motion[energy()])
    figure = motion.plot("total", "turning")
    assert [panel.get_ylabel() for panel in figure.axes] == ["J", "rad/s"]
    assert len(figure.axes[0].lines[0].get_xdata()) > len(motion)


def test_a_closed_loops_input_can_be_drawn_by_its_name() -> None:
    given = -2 * coordinate("q1")
    motion = simulate(oscillator(), q=[0.2], until=1.0, inputs={"F": given})
    assert np.allclose(motion["F"], -2 * motion["q1"], rtol=1e-15)
    assert len(motion.plot("q1", "F").axes) == 2


def test_a_motion_from_a_file_is_drawn_with_its_units(tmp_path: Path) -> None:
    simulate(pendulum(), q=[1.0], until=1.0, file=tmp_path / "m.nc", record=[energy()])
    figure = Trajectory.read(tmp_path / "m.nc").plot("q1", "energy()")
    assert [panel.get_ylabel() for panel in figure.axes] == ["rad", "J"]


def test_phase_portraits_are_of_pairs() -> None:
    motion = swing()
    (panel,) = (axes for axes in motion.phase().axes if axes.get_visible())
    assert (panel.get_xlabel(), panel.get_ylabel()) == ("q1 in rad", "u1 in rad/s")
    x, y = panel.lines[0].get_data()
    level = y**2 / 2 - 9.81 * np.cos(x)
    longest = float(np.max(np.diff(motion.t)))
    assert np.ptp(level) < method_error(longest, 4, 9.81**3 * 10 / 384)


def bar(axis: Any) -> Trajectory:
    """A bar that turns about an axis."""
    body = Body("bar", mass=1.0, centre=(0.3, 0.3, 0.3), inertia=(0.1, 0.1, 0.1))
    system = System("bar", joints=[Revolute("q1", GROUND, body, axis=axis)])
    return simulate(build(system), u=[2.0], until=1.0)


@pytest.mark.parametrize(
    ("axis", "labels"),
    [(X, ("y in m", "z in m")), (Y, ("x in m", "z in m")), (Z, ("x in m", "y in m"))],
)
def test_a_strip_shows_the_plane_of_the_motion(axis: Any, labels: tuple[str, str]) -> None:
    (panel,) = bar(axis).strip(count=5).axes
    assert (panel.get_xlabel(), panel.get_ylabel()) == labels
    assert len(panel.get_legend().get_texts()) == 5


def test_what_is_no_plane_or_no_pair_is_refused() -> None:
    with pytest.raises(ArgumentError, match="plane 'zz' is none of xy, xz, yz"):
        swing().strip(plane="zz")
    frame, body = Frame("f"), Body("b", mass=1.0, inertia=(1, 1, 1))
    joints = [Revolute("q1", GROUND, frame, axis=X), Revolute("q2", frame, body, axis=Y)]
    motion = simulate(build(System("two", joints=joints)), until=0.1)
    assert len([axes for axes in motion.phase().axes if axes.get_visible()]) == 2
