"""What is no spacecraft, and what no runs can be made of, is refused with what to do."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kane import ArgumentError, Body, Gimbal, ModelError, System, build, space

BUS = Body("bus", mass=800, inertia=(900, 700, 600))
PANEL = Body("panel", mass=25, inertia=(30, 2, 31))
LEO = space.circular(altitude="500 km")


def craft(**given: Any) -> System:
    return space.spacecraft(**{"bus": BUS, **given})


def around(**given: Any) -> System:
    return craft(orbit=LEO, environment=space.Environment(**given))


def wheel(**given: Any) -> System:
    given = {"axis": (1, 0, 0), "inertia": 0.02, **given}
    return craft(wheels=[space.Wheel("rw1", **given)])


def plate(**given: Any) -> System:
    return craft(plates=[space.Plate(**{"area": 1.0, "normal": (0, 0, 1), **given})])


def part(**given: Any) -> System:
    return craft(appendages=[space.Appendage(PANEL, **{"joint": Gimbal("2"), **given})])


def thruster(tilt: Any) -> System:
    return craft(thrusters=[space.Thruster("t1", at=(0, 0, 1), direction=(0, 0, 1), tilt=tilt)])


NO: Any = None
FAULTS: list[tuple[Callable[[], Any], str]] = [
    (lambda: craft(bus="bus"), r"its bus 'bus' is no Body\. Give bus=Body"),
    (lambda: craft(appendages=[PANEL]), "appendages holds .*panel.* is no Appendage"),
    (lambda: craft(wheels=space.Wheel("w", (1, 0, 0), 1.0)), "wheels .* is no list"),
    (lambda: craft(wheels=[space.Gyro("g", (1, 0, 0), (0, 1, 0), 3.0)]), "which is no Wheel"),
    (lambda: craft(base="moon"), "Base 'moon' is no choice"),
    (lambda: craft(order="mine"), "Order 'mine' is no choice"),
    (lambda: craft(orbit="leo"), "its orbit 'leo' is no Orbit"),
    (lambda: part(joint="2"), r"its joint '2' is none .* Give Gimbal\(\"2\""),
    (lambda: part(lock="closed"), "its lock 'closed' is no Lock"),
    (lambda: wheel(inertia="big"), "Wheel 'rw1': inertia 'big' is no number"),
    (lambda: wheel(inertia=0), "Wheel 'rw1': inertia 0 kg m² is not above 0"),
    (lambda: wheel(viscous=-1), "Wheel 'rw1': viscous -1 N m s is below 0"),
    (lambda: thruster(0.1), r"Thruster 't1': its tilt 0\.1 is no pair"),
    (lambda: thruster((1,)), r"Thruster 't1': its tilt \(1,\) is no pair"),
    (lambda: plate(area=-1), "Plate of the bus: area -1 m² is not above 0"),
    (lambda: plate(normal=(0, 0, 0)), r"Plate of the bus, normal: .* length 0"),
    (lambda: plate(specular=3), "specular 3 is above 1"),
    (lambda: plate(specular=0.8, diffuse=0.8), r"reflects 0\.8 \+ 0\.8"),
    (lambda: around(zonals=9), "zonals 9 is no whole number from 0 to 3"),
    (lambda: around(zonals="J2"), "zonals 'J2' is no whole number"),
    (lambda: around(third_bodies=(space.ThirdBody(mu=1.0, path=(0, 0, 0)),)), "is the central"),
    (lambda: around(air=space.Air(scale=0)), "scale 0 m is not above 0"),
    (lambda: around(air="thin"), "air 'thin' is no Air"),
    (lambda: around(light=space.Light(towards=(0, 0, 0))), "towards.*length 0"),
    (lambda: space.circular(altitude=NO), "Orbit, altitude: None is no number"),
    (lambda: space.circular(altitude=-5e5), r"-500000 m is under the ground of Earth"),
    (lambda: space.elliptic(perigee=5e5, apogee=1e300), r"apogee: .* 1e\+300 m from the centre"),
    (lambda: space.slosh("s", mass=1, length="1 m"), "Slosh 's': length '1 m' is no number"),
    (lambda: space.slosh("s", mass=1, length=-1), "Slosh 's': length -1 is not above 0"),
    (lambda: space.Clock.at(2024, 13, 1), "month must be in 1..12"),
    (lambda: space.normal(rel="a"), "rel='a'"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("make", "message"), FAULTS)
def test_no_spacecraft(make: Callable[[], Any], message: str) -> None:
    with pytest.raises((ModelError, ArgumentError), match=message):
        make()


SCATTER: Any = {"bus.mass": space.normal(rel=0.02)}
RUNS: list[tuple[dict[str, Any], str]] = [
    *[({"n": n}, "n=.* is no whole number from 1") for n in (0, -1, 2.5, "3", math.nan, 10**15)],
    ({"seed": -1}, "seed=-1 is no whole number from 0"),
    ({"until": 0}, r"until=0 is no time above zero. Give until=\"10 s\""),
    ({"until": math.nan}, "time: nan is not finite"),
    ({"scatter": ["bus.mass"]}, "is no mapping"),
    ({"scatter": {"bus.mass": 3}}, "'bus.mass': 3 is no name with a distribution"),
    ({"scatter": {"bus.centre": space.normal("5 mm")}}, "'bus.centre' is none of"),
    ({"scatter": {"bux.mass": space.normal(rel=0.1)}}, "'bux.mass' is none of bus.mass"),
    ({"scatter": {"bus.mass": space.normal("5 mm")}}, "'bus.mass' is in kg, .* given in mm"),
    ({"scatter": {"bus.attitude": space.normal("5 m")}}, "is in rad, .* given in m"),
    ({"scatter": {"bus.wx": space.normal("5 m")}}, "is in rad/s, .* given in m"),
    ({"scatter": {"bus.wx": space.normal(rel=0.1)}}, r"'bus.wx' is 0, of which rel=0\.1"),
    ({"model": "sat"}, "'sat' is no Model"),
    ({"out": ""}, "out='' is no folder"),
]


@pytest.mark.parametrize(("given", "message"), RUNS)
def test_no_runs(given: dict[str, Any], message: str) -> None:
    begun: dict[str, Any] = {"n": 2, "until": 0.1, "progress": None, "scatter": SCATTER, **given}
    with pytest.raises((ModelError, ArgumentError), match=message):
        space.monte_carlo(begun.pop("model", None) or build(craft()), **begun)


def test_a_folder_that_is_something_else_is_left_alone(tmp_path: Path) -> None:
    model = build(craft())
    file, other, broken = (tmp_path / name for name in ("file", "other", "broken"))
    file.write_text("mine")
    other.mkdir()
    (other / "mine.txt").write_text("mine")
    broken.mkdir()
    (broken / ".zgroup").write_text("{")
    for out, message in (
        (file, "is no store of runs, and is not empty"),
        (other, "is no store of runs, and is not empty"),
        (broken, r"\.zattrs cannot be read"),
        (file / "below", "cannot be written"),
    ):
        with pytest.raises(ArgumentError, match=message):
            space.monte_carlo(model, n=1, until=0.1, scatter=SCATTER, out=out, progress=None)
    assert [one.name for one in other.iterdir()] == ["mine.txt"]
    with pytest.raises(ArgumentError, match="cannot be read"):
        space.Runs.read(broken)
