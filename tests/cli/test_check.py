"""`kane check`: faults with their places, and motions gone over again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kane.cli import main
from kane.cli.new import text_of
from kane.formats.load import load
from kane.pipeline import build
from tests.house.tree import ROOT
from tests.robots import robot

CART = ROOT / "examples/models/cart.toml"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def kane(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """The command, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*argv: object) -> tuple[int, str, str]:
        code = main([str(one) for one in argv])
        return code, *capsys.readouterr()

    return run


def test_sound_models_are_told_with_their_size(kane: Run) -> None:
    code, out, err = kane("check", CART)
    assert (code, err) == (0, "")
    assert "cart.toml: sound, 2 bodies, 2 joints, 4 coordinates, 2 loads" in out


def test_what_became_of_a_robots_file_is_listed(kane: Run) -> None:
    path = robot("ur5")
    code, out, err = kane("check", path)
    assert (code, err) == (0, "")
    assert "  line 86: 5 angles are parts of a turn" in out
    assert out.count("<gazebo> in <robot> 'ur5' (not used)") > 5
    document = json.loads(kane("check", path, CART, "--json")[1])
    listed, none = (one["notes"] for one in document["models"])
    assert [f"  {note}" for note in listed] == out.splitlines()[1:]
    assert none == []


def test_a_robots_file_is_read_as_asked(kane: Run) -> None:
    path = robot("ur5")
    counts = [
        json.loads(kane("derive", path, "--parameters", "fold", "--json", *snap)[1])["operations"]
        for snap in ((), ("--snap", "turns"))
    ]
    plain, snapped = (sum(one["inverse_dynamics"].values()) for one in counts)
    _, out, _ = kane("derive", path)
    assert out.splitlines()[-2:] == [
        f"  {name:<17} {operations}"
        for name, operations in build(load(path)).operations.items()
        if name in ("inverse_dynamics", "forward_dynamics")
    ]
    assert snapped < plain
    _, out, _ = kane("check", path, "--hold", "elbow_joint=0.5", "--base", "floating")
    assert "12 coordinates" in out
    code, _, err = kane("derive", CART, "--snap", "turns")
    assert code == 2
    assert "a model file takes no further arguments. Say it in it." in err
    assert kane("simulate", path, "--hold", "elbow_joint")[0] == 2


def test_rows_that_follow_from_others_are_named(kane: Run) -> None:
    """A four-bar in the plane closed by a hinge in space: three of its five rows are not needed."""
    bars = {"crank": (0.8, "", (0, 0, 0)), "coupler": (0.5, "crank", (0.8, 0, 0)),
            "rocker": (0.8, "", (1, 0, 0))}  # fmt: skip
    text = 'name = "four-bar"\n'
    for name, (length, parent, at) in bars.items():
        text += f"[bodies.{name}]\nmass = 1\ncentre = [{length / 2}, 0, 0]\n"
        text += f'inertia = [0, 0, 0.05]\n[joints.q_{name}]\ntype = "revolute"\naxis = "z"\n'
        text += f'child = "{name}"\nat = {list(at)}\n' + (
            f'parent = "{parent}"\n' if parent else ""
        )
    hinge = 'type = "revolute", parent = "rocker", child = "coupler", axis = "z"'
    closing = f"{{ closed = {{ {hinge}, at = [0.8, 0, 0], on = [0.5, 0, 0] }} }}"
    start = "[simulate.start]\nq_crank = 1.2\nq_coupler = -1.0\nq_rocker = 1.9\n"
    Path("bars.toml").write_text(f"{text}[constraints]\npin = {closing}\n{start}")
    code, out, err = kane("check", "bars.toml")
    assert (code, err) == (0, "")
    (told,) = (line for line in out.splitlines() if "follow from the other rows" in line)
    assert told.split(": ")[1].split(", pin, ")[1:] == ["tilt x", "tilt y"]
    code, out, _ = kane("check", "bars.toml", CART, "--json")
    assert [len(one["superfluous"]) for one in json.loads(out)["models"]] == [3, 0]


def test_rows_are_not_looked_at_where_nothing_can_be_derived(kane: Run) -> None:
    relation = "velocity(P3).along(caster.y)"
    text = CART.read_text().replace(relation, relation.replace("P3", "P1"))
    Path("cart.toml").write_text(text.replace("caster.y", "basket.y"))
    assert kane("derive", "cart.toml")[0] == 2
    code, out, _ = kane("check", "cart.toml", "--json")
    (told,) = json.loads(out)["models"]
    assert (code, told["superfluous"]) == (0, None)


def test_every_fault_is_listed_under_documented_keys(kane: Run) -> None:
    text = text_of("pendulum").replace('axis = "y"', 'axis = "w"')
    Path("bad.toml").write_text(text.replace("[loads]", "[laods]"))
    code, out, _ = kane("check", "bad.toml", CART, "--json")
    bad, good = json.loads(out)["models"]
    assert code == 2
    assert (bad["sound"], bad["name"], good["sound"]) == (False, None, True)
    assert [set(fault) for fault in bad["faults"]] == [{"where", "what", "remedy"}] * 2
    assert all(fault["where"].startswith("bad.toml:") for fault in bad["faults"])


def test_a_simulated_motion_is_the_models(kane: Run) -> None:
    assert kane("simulate", CART, "--out", "cart.nc")[0] == 0
    code, out, _ = kane("check", CART, "--motion", "cart.nc", "--json")
    found = json.loads(out)["motion"]
    assert code == 0
    keys = ["forces", "scale", "apart", "name", "t", "tolerance", "sound"]
    assert list(found) == keys
    assert found["forces"] < 1e-9 * found["scale"]


def test_a_motion_with_another_input_is_not_until_that_is_said(kane: Run) -> None:
    push = ("--input", "F = 3*sin(t) - 4*u1")
    kane("simulate", CART, "--out", "cart.nc", *push)
    code, out, _ = kane("check", CART, "--motion", "cart.nc")
    assert code == 2
    assert "the motion is not the model's" in out
    assert "say --input" in out
    assert kane("check", CART, "--motion", "cart.nc", *push)[0] == 0


@pytest.mark.parametrize("path", ["absent.nc", "text.nc", "."])
def test_what_is_no_motion_is_refused_in_words(kane: Run, path: str) -> None:
    Path("text.nc").write_text("not ours")
    code, _, err = kane("check", CART, "--motion", path)
    assert code == 2
    assert "cannot be read: " in err


def test_the_motion_of_another_system_is_refused_in_words(kane: Run) -> None:
    pendulum = ROOT / "examples/models/pendulum.toml"
    kane("simulate", pendulum, "--out", "p.nc", "--until", "1")
    code, _, err = kane("check", CART, "--motion", "p.nc")
    assert code == 2
    assert "has no 'x', which 'shopping cart' has" in err
