"""What the Makefile runs is there to be run."""

from __future__ import annotations

import re
import tomllib
from importlib.util import find_spec

import pytest

from tests.house.tree import ROOT

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
MODULES = sorted(set(re.findall(r"\) -m ([\w.]+)", MAKEFILE)))
COMMANDS = sorted(set(re.findall(r"\)/bin/(\w+)", MAKEFILE)) - {"python"})


@pytest.mark.parametrize("name", MODULES)
def test_modules_of_the_makefile_can_be_run(name: str) -> None:
    found = find_spec(name)
    assert found is not None
    assert not found.submodule_search_locations or find_spec(f"{name}.__main__")


def test_commands_of_the_makefile_are_ours() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert sorted(project["scripts"]) == COMMANDS
