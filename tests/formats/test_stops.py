"""Joint limits of a URDF as stops: read, kept in a run, and of no weight in the equations."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from kane import Limits, build, derive, simulate
from kane.cli import simulate as command
from kane.cli.model import open_contacts
from kane.formats import load, urdf
from kane.formats.loaded import Loaded
from tests.robots import OURS

ARM = """
<robot name="arm">
  <link name="base"/>
  <link name="rod"><inertial><origin xyz="0 0 -0.5"/><mass value="1"/>
    <inertia ixx="0.1" iyy="0.1" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="end"><inertial><mass value="1"/>
    <inertia ixx="0.1" iyy="0.1" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="q" type="revolute"><parent link="base"/><child link="rod"/>
    <axis xyz="0 1 0"/><limit lower="0.1" upper="1" velocity="1" effort="1"/></joint>
  <joint name="turn" type="continuous"><parent link="rod"/><child link="end"/>
    <axis xyz="0 0 1"/><limit velocity="1" effort="1"/></joint>
</robot>
"""


def arm() -> Loaded:
    """A pendulum with a wheel at its pivot."""
    return urdf.from_text(ARM)


def test_stops_are_the_limits_of_the_coordinates_that_have_some() -> None:
    (stop,) = arm().stops
    assert isinstance(stop, Limits)
    assert (stop.coordinate, stop.lower, stop.upper) == ("q", 0.1, 1.0)


@pytest.mark.slow
def test_a_run_stays_within_them_and_one_without_does_not() -> None:
    loaded = arm()
    held = loaded.system.replace(contacts=loaded.stops)
    run = simulate(build(held), q={"q": 0.8}, until=2.0, every=0.01)
    assert run["q"].min() > 0.1 - 1e-9
    assert run["q"][-1] == pytest.approx(0.1, abs=1e-9)
    free = simulate(build(loaded.system), q={"q": 0.8}, until=2.0, every=0.01)
    assert free["q"].min() < -0.5


def test_the_equations_do_not_know_them() -> None:
    loaded = load.read(OURS / "panda.urdf")
    held = loaded.system.replace(contacts=loaded.stops)
    assert len(loaded.stops) == 9
    here, there = derive(loaded.system), derive(held)
    assert str(here.operations) == str(there.operations)


def test_the_command_keeps_them_and_tells_which_it_cannot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "arm.urdf"
    path.write_text(ARM)
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    command.arguments(parser)
    common = [str(path), "--until", "1", "--quiet", "--json"]
    command.run(parser.parse_args([*common, "--start", "q=0.5"]))
    assert '"limits of q, lower"' in capsys.readouterr().out
    command.run(parser.parse_args([*common, "--start", "q=0.5", "--limits", "ignore"]))
    assert "limits of q" not in capsys.readouterr().out
    command.run(parser.parse_args(common))
    assert "limits of q are not kept: it starts at 0, and" in capsys.readouterr().err


def test_inverse_dynamics_tells_that_contacts_are_open() -> None:
    loaded = arm()
    (words,) = open_contacts(loaded.system.replace(contacts=loaded.stops))
    assert words.startswith("contacts are open here (limits of q)")
    assert not open_contacts(loaded.system)
