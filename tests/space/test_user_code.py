"""The design's script of a spacecraft, as it stands there, with its dots filled in."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

SCRIPT: Final = """
from kane import *
from kane import space
from kane.space import normal

sat = space.spacecraft(
    bus=Body("bus", mass=800, inertia=(900, 700, 600)),
    appendages=[
        space.Appendage(Body("panel", mass=25, inertia=(30, 2, 31), centre=(0, 1.5, 0)), Gimbal("2", at=(0, 1.2, 0))),
        space.Appendage(Body("dish", mass=15, inertia=(3, 4, 5)), Gimbal("213", at=(0.9, 0, 0.4))),
        space.Appendage(Body("camera", mass=2, inertia=(0.1, 0.1, 0.1)), Spherical(at=(0.1, 0, 0.3)), on="dish")],
    wheels=[space.Wheel("rw1", axis=(1, 0, 0), inertia=0.02), space.Wheel("rw2", axis=(0, 1, 0), inertia=0.02)],
    orbit=space.circular(altitude="500 km"))
print(sat.path_table())
runs = space.monte_carlo(build(sat), n=1000, scatter={"panel.mass": normal(rel=0.02)}, until="1000 s", out="mc.zarr")
"""  # noqa: E501


@pytest.mark.slow
def test_the_script_runs_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    few = SCRIPT.replace("n=1000", "n=6").replace('"1000 s"', '"100 s"')  # and is not waited for
    names: dict[str, Any] = {}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(few, "script", "exec"), names)
    runs = names["runs"]

    assert "camera  x    .      x     x" in printed.getvalue()
    assert runs.done == 6
    assert not runs.failed
    assert (tmp_path / "mc.zarr" / "panel" / ".zarray").exists()
    drawn = runs.scattered["panel.mass"]
    assert np.all(np.abs(drawn / 25 - 1) < 0.1)
    assert len(set(drawn)) == 6
