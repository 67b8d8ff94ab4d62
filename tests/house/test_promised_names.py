"""The names kane promises: the list in promised_names.txt, so that growth is a decision."""

from __future__ import annotations

import subprocess
import sys

import kane
from tests.house.tree import ROOT

PROMISED = (ROOT / "tests/house/promised_names.txt").read_text(encoding="utf-8").split()


def test_kane_promises_exactly_the_listed_names() -> None:
    assert sorted(getattr(kane, "__all__", [])) == sorted(PROMISED)


def test_every_promised_name_is_there() -> None:
    missing = [name for name in PROMISED if not hasattr(kane, name)]
    assert not missing


def test_every_promised_name_is_explained() -> None:
    bare = [name for name in PROMISED if not (getattr(kane, name).__doc__ or "").strip()]
    assert not bare, f"no docstring: {bare}"


def test_importing_kane_loads_nothing_heavy() -> None:
    heavy = "{'llvmlite', 'scipy', 'xarray', 'rich', 'sympy', 'matplotlib'}"
    program = f"import kane, sys; print(sorted({heavy} & set(sys.modules)))"

    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)

    assert said.stdout.strip() == "[]", said.stderr
