"""Every example runs, is short, and says what it shows."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.tree import ROOT

EXAMPLES = sorted((ROOT / "examples").glob("*/*.py"))
LONGEST = 80

examples = pytest.mark.parametrize(
    "example", EXAMPLES, ids=lambda path: f"{path.parts[-2]}/{path.stem}"
)


@examples
def test_example_runs(example: Path, tmp_path: Path) -> None:
    quick = {**os.environ, "KANE_QUICK": "1", "MPLBACKEND": "Agg"}

    ran = subprocess.run(
        [sys.executable, example], cwd=tmp_path, env=quick, capture_output=True, text=True
    )

    assert ran.returncode == 0, ran.stderr


@examples
def test_example_is_short(example: Path) -> None:
    assert len(example.read_text(encoding="utf-8").splitlines()) <= LONGEST


@examples
def test_example_says_what_it_shows_and_asserts_it(example: Path) -> None:
    tree = ast.parse(example.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree)
    assert any(isinstance(node, ast.Assert) for node in ast.walk(tree)), "asserts no fact"
