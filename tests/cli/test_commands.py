"""Every command on a model file: its documented keys, its files, and that they work."""

from __future__ import annotations

import importlib
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from kane import cli
from tests.house.tree import ROOT

MODELS = ROOT / "examples" / "models"
CART, PENDULUM, WRIST = (str(MODELS / f"{name}.toml") for name in ("cart", "pendulum", "wrist"))

# the command line → the keys of its JSON
KEYS = {
    f"derive {CART}": "name q u kinematics mass_matrix bias inputs input_matrix "
    "nonlinear_inputs constraints dependent "
    "partial_velocities partial_angular_velocities operations built",
    f"derive {WRIST} --speeds suggest": "name suggestions",
    f"derive {PENDULUM} --latex": "name q u kinematics mass_matrix bias inputs input_matrix "
    "nonlinear_inputs constraints dependent "
    "partial_velocities partial_angular_velocities operations built latex",
    f"simulate {PENDULUM} --until 1": "name outcome remedy stopped t samples steps rejected "
    "evaluations seconds method begun drifts gaps events final file csv picture",
    f"export {PENDULUM} --c OUT/c --latex OUT/p.tex --toml OUT/p.toml": "name files",
    "new pendulum OUT/mine.toml": "file",
    "new": "templates",
    "schema OUT/kane.json": "file",
    "doctor": "kane python system packages processor cache compiler",
}


def said(line: str, capsys: pytest.CaptureFixture[str], folder: Path) -> Any:
    """The JSON that a command prints."""
    code = cli.main([*line.replace("OUT", str(folder)).split(), "--json"])
    out = capsys.readouterr().out
    assert code == 0, out
    return json.loads(out)


@pytest.mark.parametrize("line", KEYS, ids=lambda line: re.sub(r"/\S*/", "", line))
def test_json_has_the_documented_keys(
    line: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    found = said(line, capsys, tmp_path)

    assert set(found) == set(KEYS[line].split())
    told = importlib.import_module(f"kane.cli.{line.split()[0]}").__doc__ or ""
    assert [key for key in found if f"`{key}`" not in told] == []


def test_what_is_exported_as_c_compiles_and_its_test_passes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    if shutil.which("cc") is None or shutil.which("make") is None:
        pytest.skip("no C compiler here")
    said(f"export {CART} --c OUT", capsys, tmp_path)

    ran = subprocess.run(["make", "-C", tmp_path, "test"], capture_output=True, text=True)

    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "warning" not in ran.stderr


@pytest.mark.parametrize("name", ["cart", "wrist", "stanford_arm"])
def test_a_latex_report_is_whole(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Environments, braces and \\left–\\right are closed; where TeX is installed it compiles."""
    said(f"export {MODELS / name}.toml --latex OUT/report.tex", capsys, tmp_path)
    text = (tmp_path / "report.tex").read_text("utf-8")

    begun, ended = (re.findall(rf"\\{word}{{(\w+\*?)}}", text) for word in ("begin", "end"))
    assert sorted(begun) == sorted(ended)
    assert begun[0] == ended[-1] == "document"
    plain = re.sub(r"\\[{}]", "", text)
    assert plain.count("{") == plain.count("}")
    assert text.count(r"\left") == text.count(r"\right")
    assert text.isascii()
    if shutil.which("pdflatex"):
        ran = subprocess.run(
            ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "report.tex"],
            cwd=tmp_path, capture_output=True, text=True,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stdout[-2000:]


def test_an_exported_model_file_is_the_system(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from kane import load

    said(f"export {CART} --toml OUT/copy.toml", capsys, tmp_path)
    assert not load(CART).diff(load(tmp_path / "copy.toml"))


@pytest.mark.parametrize("template", ["pendulum", "arm", "cart", "satellite"])
def test_templates_check_derive_and_run(
    template: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = said(f"new {template} OUT/mine.toml", capsys, tmp_path)["file"]

    assert cli.main(["check", path]) == 0
    assert cli.main(["simulate", path, "--until", "1", "--quiet"]) == 0
    capsys.readouterr()
    assert cli.main(["new", template, path]) == 2  # it is there already
    assert "is there already" in capsys.readouterr().err


def test_options_win_over_the_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    line = f"simulate {PENDULUM} --until 2 --dt 0.01 --method rk4 --every 0.5 --start q1=0.1"
    found = said(f"{line} --csv OUT/p.csv --out OUT/p.nc --plot OUT/p.png", capsys, tmp_path)

    assert (found["t"], found["samples"], found["steps"], found["method"]) == (2.0, 5, 200, "rk4")
    assert abs(found["final"]["q1"]) < 0.11
    assert {one.suffix for one in tmp_path.iterdir()} == {".csv", ".nc", ".png"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_every_command(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["completion", shell]) == 0
    script = capsys.readouterr().out

    assert [one.name for one in cli.COMMANDS if one.name not in script] == []
    if shutil.which(shell):
        checked = subprocess.run([shell, "-n"], input=script, text=True, capture_output=True)
        assert checked.returncode == 0, checked.stderr
