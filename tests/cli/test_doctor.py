"""`kane doctor` prints what an installation stands on, in both forms."""

from __future__ import annotations

import json
import platform

import numpy as np
import pytest

from kane import cli

KEYS = ["kane", "python", "system", "packages", "processor", "cache", "compiler"]


def test_json_has_the_documented_keys(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", "--json"]) == 0

    found = json.loads(capsys.readouterr().out)
    assert list(found) == KEYS
    assert found["python"] == platform.python_version()
    assert found["packages"]["numpy"] == np.__version__
    assert {"name", "cores", "features"} == set(found["processor"])


def test_the_text_names_every_hard_dependency(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor"]) == 0

    printed = capsys.readouterr().out
    assert all(name in printed for name in ("numpy", "scipy", "llvmlite", "xarray", "rich"))


@pytest.mark.parametrize(("asked", "said"), [("kept/here", "kept/here"), ("off", None)])
def test_the_cache_is_where_the_environment_puts_it(
    asked: str,
    said: str | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("KANE_CACHE", asked)

    assert cli.main(["doctor", "--json"]) == 0

    assert json.loads(capsys.readouterr().out)["cache"] == said
