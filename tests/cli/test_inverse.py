"""`kane inverse`: files in, forces out; every slip in words, with exit code 2."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import pytest

import kane
from kane.cli import main
from kane.manipulators import JointMotion, rest_to_rest
from tests.close import close, gap, round_off
from tests.robots import robot

TABLE = (
    "# convention = modified\nname,type,alpha,a,d,mass,cx,Ixx,Iyy,Izz,rotor_inertia,gear\n"
    "base,R,0,0,0,1,0.1,1,1,1,1e-4,100\nelbow,R,1,0.5,0,1,0.2,1,1,1,,50\n"
)
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def inverse(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command on files with these contents."""

    def run(
        motion: str, *more: str, model: str = TABLE, name: str = "arm.csv"
    ) -> tuple[int, str, str]:
        files = [tmp_path / name, tmp_path / "motion.csv"]
        for file, content in zip(files, (model, motion), strict=True):
            file.write_text(content)
        code = main(["inverse", *map(str, files), *more])
        out, err = capsys.readouterr()
        return code, out, err

    return run


def written(motion: JointMotion, names: Sequence[str]) -> str:
    """A motion with all its rates as CSV."""
    heads = [name + stroke for stroke in ("", "'", "''") for name in names]
    table = np.column_stack([motion.t, motion.q, motion.u, motion.udot]).tolist()
    rows = [",".join(map(repr, row)) for row in table]
    return "\n".join([",".join(["t", *heads]), *rows])


MOTION = rest_to_rest([0.1, -0.2], [1.0, 0.7], 2.0, samples=21)
GIVEN = written(MOTION, ["base", "elbow"])


def test_forces_are_the_models(inverse: Run, tmp_path: Path) -> None:
    code, out, _ = inverse(GIVEN)
    header, *rows = csv.reader(out.splitlines())
    model = kane.build(kane.load(tmp_path / "arm.csv"))
    tau = model.inverse_dynamics(MOTION.q, MOTION.u, MOTION.udot)
    assert (code, header) == (0, ["t", "tau(base)", "tau(elbow)"])
    assert gap(np.array(rows, float), np.column_stack([MOTION.t, tau])) == 0


def test_json_has_the_documented_keys(inverse: Run) -> None:
    code, out, err = inverse(GIVEN, "--json")
    said = json.loads(out)
    assert (code, err) == (0, "")
    assert list(said) == [
        *("model", "motion", "kind", "names", "times", "forces", "derived", "notes")
    ]
    assert said["kind"] == "forces"
    assert len(said["forces"]) == len(said["times"]) == 21


def test_motors_stand_behind_their_gears(inverse: Run) -> None:
    code, out, _ = inverse(GIVEN, "--motors", "--json")
    motors = np.array(json.loads(out)["forces"])
    joints = np.array(json.loads(inverse(GIVEN, "--json")[1])["forces"])
    inertia = np.array([1e-4 * 100**2, 0])
    expected = (joints + inertia * MOTION.udot) / [100, 50]
    assert code == 0
    assert close(motors, expected, round_off(10.0, 100))


def test_a_load_at_the_tip_is_carried(inverse: Run) -> None:
    """A moment about the last axis goes to the last joint alone."""
    lines = GIVEN.splitlines()
    loaded = "\n".join([lines[0] + ",tip.mz", *(line + ",3.5" for line in lines[1:])])
    code, out, _ = inverse(loaded, "--tip", "link2", "--json")
    found = np.array(json.loads(out)["forces"])
    free = np.array(json.loads(inverse(GIVEN, "--json")[1])["forces"])
    assert code == 0
    assert close(found[:, 1], free[:, 1] - 3.5, round_off(100.0, 100))
    assert close(found[:, 0], free[:, 0] - 3.5 * np.cos(1.0), round_off(100.0, 100))


def test_rates_may_be_left_out(inverse: Run) -> None:
    columns = [line.split(",")[:3] for line in GIVEN.splitlines()]
    code, out, _ = inverse("\n".join(map(",".join, columns)), "--json")
    said, full = json.loads(out), json.loads(inverse(GIVEN, "--json")[1])
    assert (code, said["derived"]) == (0, ["u_base", "u_elbow", "u_base'", "u_elbow'"])
    assert gap(said["forces"], full["forces"]) < 0.05


def test_a_robot_is_held_and_written_to_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    joints = [f"panda_joint{k}" for k in range(1, 8)]
    motion = tmp_path / "m.csv"
    motion.write_text(written(rest_to_rest([0.0] * 7, [0.3] * 7, 1.0, samples=5), joints))
    out = tmp_path / "forces.csv"
    code = main(["inverse", str(robot("panda")), str(motion), "--out", str(out),
                 "--hold", "panda_finger_joint1=0"])  # fmt: skip
    assert (code, capsys.readouterr().out) == (0, "")
    assert out.read_text().count("\n") == 6


@pytest.mark.parametrize(
    ("motion", "more", "words"),
    [
        (GIVEN.replace("elbow", "albow"), [], "motion.csv:1: the column 'albow' is none of"),
        (GIVEN.replace("0.0,0.1", "0.0,", 1), [], "motion.csv:2: base has a gap here"),
        (GIVEN, ["--tip", "hand"], "has no link 'hand'. It has link1, link2"),
        (GIVEN, ["--tip", "link2"], "has none of the columns tip.fx"),
        (GIVEN, ["--hold", "base"], "--hold base: this is not JOINT=VALUE"),
        (GIVEN, ["--base", "floating"], "takes snap alone"),
        (GIVEN, ["--out", "/nowhere/else.csv"], "/nowhere/else.csv cannot be written"),
    ],
)
def test_slips_end_with_two_and_a_message(
    inverse: Run, motion: str, more: list[str], words: str
) -> None:
    code, out, err = inverse(motion, *more)
    assert (code, out) == (2, "")
    assert words in err


def test_a_broken_model_ends_with_two(inverse: Run) -> None:
    code, out, err = inverse(GIVEN, "--json", model="<robot", name="arm.urdf")
    assert code == 2
    assert "arm.urdf:1: the XML is broken" in err
    assert "the XML is broken" in json.loads(out)["error"]


def test_inputs_are_found_where_they_can_make_the_motion(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """τ = B a: a motor on the joint, with a ratio of 4."""
    model = tmp_path / "one.toml"
    model.write_text(
        'name = "one"\n[bodies.b]\nmass = 2\ncentre = [0.5, 0, 0]\ninertia = [1, 1, 1]\n'
        '[joints.q1]\ntype = "revolute"\nchild = "b"\naxis = "z"\n[inputs]\nT = 0\n'
        '[loads]\nmotor = { torque = "4 * T * b.z", on = "b" }\n'
    )
    motion = tmp_path / "m.csv"
    motion.write_text("t,q1,u1,u1'\n0,0,0,2\n1,1,1,3\n")
    assert main(["inverse", str(model), str(motion), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["kind"], said["names"]) == ("inputs", ["T"])
    assert close(said["forces"], [[1.5 * 2 / 4], [1.5 * 3 / 4]], round_off(3.0))


BOAT: Final = """name = "boat"
[bodies.hull]
mass = 2
[joints.slide]
type = "prismatic"
coordinates = ["x"]
child = "hull"
axis = "x"
[inputs]
F = "2 N"
angle = "0.7 rad"
[loads]
thrust = { force = "F * cos(angle) * ground.x", at = "hull" }
"""


def test_inputs_that_no_matrix_tells_are_asked_for_and_then_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """2 ẍ = F cos(angle)."""
    model, motion = tmp_path / "boat.toml", tmp_path / "m.csv"
    model.write_text(BOAT)
    motion.write_text("t,x,u_x,u_x'\n0,0,0,2\n1,1,1,3\n")
    assert main(["inverse", str(model), str(motion)]) == 2
    assert "loads are not linear in angle" in capsys.readouterr().err
    motion.write_text("t,x,u_x,u_x',angle\n0,0,0,2,0.7\n1,1,1,3,-0.2\n")
    assert main(["inverse", str(model), str(motion), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["kind"], said["names"]) == ("inputs", ["F"])
    expected = [[4 / math.cos(0.7)], [6 / math.cos(-0.2)]]
    assert close(said["forces"], expected, round_off(6.0, 4))


def test_a_run_tells_them_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model, run = tmp_path / "boat.toml", tmp_path / "boat.nc"
    model.write_text(BOAT)
    assert main(["simulate", str(model), "--until", "1", "--out", str(run)]) == 0
    assert main(["check", str(model), "--motion", str(run)]) == 0
    capsys.readouterr()
    assert main(["inverse", str(model), str(run), "--json"]) == 0
    forces = json.loads(capsys.readouterr().out)["forces"]
    assert close(forces, 2.0, round_off(2.0, 10) / 1e-4)  # differences over the shortest step
