"""Many runs: the same as one by one, whatever ran before; kept, gone on with, refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kane import (
    GROUND,
    ArgumentError,
    Body,
    Held,
    Outcome,
    Revolute,
    System,
    When,
    X,
    angular_velocity,
    build,
    coordinate,
    parameter,
    simulate,
    space,
)
from kane.space import normal, uniform
from tests.space.crafts import hub

GIVEN: dict[str, Any] = {"until": "20 s", "dt": 0.05, "every": "5 s", "progress": None}
SCATTER = {
    "panel1.mass": normal(rel=0.05),
    "panel2.inertia.yy": uniform(rel=0.1),
    "bus.inertia": normal(rel=0.02),
    "panel3.centre.x": normal("1 cm"),
    "rw1.inertia": uniform(rel=0.01),
    "bus.wx": normal("1 deg/s"),
}


def law(sat: space.Spacecraft) -> dict[str, Held]:
    bus = sat.craft.bus
    w = angular_velocity(bus).along(bus.x)
    return {"rw1.torque": Held(value=40 * w + 4 * coordinate("bus.x"), period=0.1)}


def test_runs_are_those_of_simulate_with_the_drawn_numbers() -> None:
    sat = hub(3)
    runs = space.monte_carlo(build(sat), n=3, scatter=SCATTER, inputs=law(sat), **GIVEN)

    for run in range(3):
        drawn = {name: float(values[run]) for name, values in runs.scattered.items()}
        made = renumbered(sat, drawn)
        one = simulate(
            build(made), **made.start(**{"bus.wx": drawn["bus.wx"]}), until=20.0, dt=0.05,
            every=5.0, inputs=law(made),
        )  # fmt: skip
        for name in ("bus.wx", "panel1", "panel3", "rw1.h", "bus.py"):
            size = 1e-12 * max(1.0, float(np.abs(one[name]).max()))
            assert np.abs(runs[name][run] - one[name]).max() < size, name
    assert runs.done == 3
    assert np.array_equal(runs.t, [0, 5, 10, 15, 20])


def renumbered(sat: space.Spacecraft, drawn: dict[str, float]) -> space.Spacecraft:
    """The hub written down anew with these numbers."""
    bodies = sat.craft.bodies
    appendages = []
    for one in sat.craft.appendages:
        body = bodies[one.name]
        rows = [list(row) for row in body.inertia]
        rows[1][1] = drawn.get(f"{one.name}.inertia.yy", rows[1][1])
        centre = list(body.centre)
        centre[0] = drawn.get(f"{one.name}.centre.x", centre[0])
        mass = drawn.get(f"{one.name}.mass", body.mass)
        x, y, z = centre
        new = Body(one.name, mass=mass, inertia=rows, centre=(x, y, z))
        appendages.append(
            space.Appendage(new, one.joint, stiffness=one.stiffness, damping=one.damping)
        )
    factor = drawn["bus.inertia"]
    bus = Body("bus", mass=800, inertia=[factor * x for x in (900, 800, 600)])
    first, *rest = sat.craft.wheels
    wheel = space.Wheel("rw1", axis=first.axis, inertia=drawn["rw1.inertia"])
    return space.spacecraft(bus=bus, appendages=appendages, wheels=[wheel, *rest])


def test_a_run_does_not_depend_on_how_many_there_are_nor_on_threads() -> None:
    model = build(hub(1))
    few = space.monte_carlo(model, n=2, scatter={"bus.wx": normal(0.1)}, workers=1, **GIVEN)
    more = space.monte_carlo(model, n=5, scatter={"bus.wx": normal(0.1)}, workers=3, **GIVEN)

    assert np.array_equal(few["bus.wx"], more["bus.wx"][:2])
    assert len(set(more.scattered["bus.wx"])) == 5


def test_draws_have_the_spread_that_was_asked_for() -> None:
    rng = np.random.default_rng(3)
    many = 4000
    drawn = np.array([normal(rel=0.02).drawn(50.0, rng) for _ in range(many)])
    even = np.array([uniform("2 deg").drawn(0.0, rng) for _ in range(many)])

    assert abs(drawn.mean() - 50) < 5 / np.sqrt(many)  # five standard errors of the mean
    assert abs(drawn.std() - 1) < 5 / np.sqrt(2 * many)
    assert np.abs(even).max() <= np.radians(2)
    assert abs(even.std() - np.radians(2) / np.sqrt(3)) < 5 * np.radians(2) / np.sqrt(many)


def test_a_scattered_attitude_is_a_rotation_about_the_start() -> None:
    sat = hub(0, wheels=())
    half = float(np.sqrt(0.5))
    runs = space.monte_carlo(
        build(sat), n=2, scatter={"bus.attitude": normal("5 deg")},
        start={"bus.w": half, "bus.z": half}, **GIVEN,
    )  # fmt: skip
    e = np.array([runs[f"bus.{k}"][:, 0] for k in "wxyz"])
    angles = np.array([runs.scattered[f"bus.attitude.{k}"] for k in "xyz"])

    assert np.allclose((e**2).sum(axis=0), 1, atol=1e-15)
    scalar = half * (e[0] + e[3])  # of the turn from the start: conj(start) ∘ e
    assert np.allclose(2 * np.arccos(scalar), np.linalg.norm(angles, axis=0), atol=1e-13)


def test_a_store_goes_on_where_it_ended_to_the_same_bits(tmp_path: Path) -> None:
    sat, out = hub(1), tmp_path / "mc.zarr"
    model, scatter = build(sat), {"panel1.mass": normal(rel=0.1)}
    whole = space.monte_carlo(model, n=60, scatter=scatter, **GIVEN)
    asked: list[int] = []
    space.monte_carlo(model, n=30, scatter=scatter, out=out, **GIVEN)
    (out / "outcome" / "0").unlink()  # as if it had been killed before the first block was whole
    again = {**GIVEN, "progress": lambda done, total: asked.append(done)}
    runs = space.monte_carlo(model, n=60, scatter=scatter, out=out, **again)

    assert runs.done == 60
    for found in (runs, space.Runs.read(out)):
        assert all(np.array_equal(found[name], whole[name]) for name in whole.values)
        assert np.array_equal(found.scattered["panel1.mass"], whole.scattered["panel1.mass"])
    assert asked[-1] == 60


def test_a_store_is_zarr_with_names_dimensions_and_units(tmp_path: Path) -> None:
    out = tmp_path / "mc.zarr"
    runs = space.monte_carlo(
        build(hub(1)), n=3, scatter={"bus.wx": normal(0.1)}, out=str(out), **GIVEN
    )
    meta = json.loads((out / "bus.wx" / ".zarray").read_text())
    said = json.loads((out / "bus.wx" / ".zattrs").read_text())

    assert json.loads((out / ".zgroup").read_text()) == {"zarr_format": 2}
    assert meta["shape"] == [3, 5]
    assert (meta["dtype"], meta["compressor"], meta["zarr_format"]) == ("<f8", None, 2)
    assert said == {"_ARRAY_DIMENSIONS": ["run", "time"], "units": "rad/s"}
    raw = np.frombuffer((out / "bus.wx" / "0.0").read_bytes()).reshape(meta["chunks"])
    assert np.array_equal(raw[:3], runs["bus.wx"])
    assert not list(out.rglob("*.part"))
    assert "bus.wx" in json.loads((out / ".zmetadata").read_text())["metadata"][
        "bus.wx/.zarray"
    ] or ("bus.wx/.zarray" in json.loads((out / ".zmetadata").read_text())["metadata"])


def test_a_store_of_other_runs_is_refused(tmp_path: Path) -> None:
    model, out = build(hub(1)), tmp_path / "mc.zarr"
    space.monte_carlo(model, n=1, scatter={"bus.wx": normal(0.1)}, out=out, **GIVEN)

    with pytest.raises(ArgumentError, match=r"holds runs with another seed: 2008, not 7"):
        space.monte_carlo(model, n=1, scatter={"bus.wx": normal(0.1)}, out=out, seed=7, **GIVEN)
    with pytest.raises(ArgumentError, match="holds runs with another scatter"):
        space.monte_carlo(model, n=1, scatter={"bus.wx": normal(0.2)}, out=out, **GIVEN)
    with pytest.raises(ArgumentError, match="is no store of runs"):
        space.Runs.read(tmp_path / "other.zarr")


def test_results_have_labels_a_table_and_drivers() -> None:
    scatter = {"bus.wx": normal("1 deg/s"), "panel1.mass": normal(rel=0.01)}
    runs = space.monte_carlo(build(hub(1)), n=12, scatter=scatter, **GIVEN)

    data = runs.dataset
    assert data["bus.wx"].dims == ("run", "time")
    assert float(data["scatter bus.wx"][3]) == runs.scattered["bus.wx"][3]
    assert "12 of 12 runs of bus" in str(runs)
    found = runs.drivers("bus.x")
    assert next(iter(found)) == "bus.wx"  # what turns it is how fast it started
    assert found["bus.wx"] > 0.9
    with pytest.raises(ArgumentError, match=r"have no 'bus.q'. They have bus.px"):
        runs["bus.q"]


@pytest.mark.slow
def test_the_sheets_of_a_review_are_drawn(tmp_path: Path) -> None:
    scatter = {"bus.wx": normal("1 deg/s"), "panel1.mass": normal(rel=0.01)}
    runs = space.monte_carlo(build(hub(1)), n=12, scatter=scatter, **GIVEN)

    sheet, curves = runs.review("bus.wx"), runs.plot("bus.wx", "panel1")
    assert "12 runs, 0 failed" in sheet.get_suptitle()
    assert len(sheet.axes) == 4
    assert [axes.get_ylabel() for axes in curves.axes] == ["bus.wx [rad/s]", "panel1 [rad]"]
    middle = curves.axes[0].lines[-1].get_ydata()
    assert np.array_equal(middle, np.median(runs["bus.wx"], axis=0))


def test_runs_that_fail_are_told_by_number_and_do_not_stop_the_others() -> None:
    sat = hub(1)
    stop = When(coordinate("panel1") > 0.02, stop="panel hits")
    scatter = {"u_panel1": normal(0.05)}
    runs = space.monte_carlo(build(sat), n=8, scatter=scatter, events=[stop], **GIVEN)
    ended = np.isnan(runs["panel1"][:, -1])

    assert 0 < ended.sum() < 8
    assert runs.done == 8
    assert all(isinstance(one, Outcome) for one in runs.failed.values())


@pytest.mark.parametrize(
    ("scatter", "said"),
    [
        ({"panle.mass": normal(0.1)}, "scatter: 'panle.mass' is none of bus.mass, panel1.mass"),
        ({"bus.color": normal(0.1)}, "scatter: 'bus.color' is none of"),
        ({"panel1.attitude": normal(0.1)}, "scatter: 'panel1.attitude' is none of"),
    ],
)
def test_what_cannot_be_scattered_is_refused(scatter: dict[str, Any], said: str) -> None:
    with pytest.raises(ArgumentError, match=said):
        space.monte_carlo(build(hub(1)), n=1, scatter=scatter, **GIVEN)


def test_a_distribution_without_width_is_refused() -> None:
    with pytest.raises(ArgumentError, match="does not scatter anything"):
        normal()
    with pytest.raises(ArgumentError, match="does not scatter anything"):
        uniform(rel=-0.1)


def test_a_system_of_ones_own_scatters_its_parameters() -> None:
    arm = Body("arm", mass=parameter("m", 2.0), centre=(0, 1, 0), inertia=(1, 1, 1))
    model = build(System("arm", joints=[Revolute("q1", GROUND, arm, axis=X)]))
    runs = space.monte_carlo(model, n=2, scatter={"m": normal(rel=0.1), "u1": normal(1)}, **GIVEN)

    assert np.allclose(runs["q1"][:, -1], 20 * runs.scattered["u1"], rtol=1e-12)
