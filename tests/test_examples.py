"""Every example runs, is short, and says what it shows.

The first of each folder runs in the quick set too.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from itertools import groupby
from pathlib import Path

import pytest

from tests.house.tree import ROOT

EXAMPLES = sorted((ROOT / "examples").glob("*/*.py"))
LONGEST = 80

FIRST = {min(group) for _, group in groupby(EXAMPLES, key=lambda path: path.parent)}


def name_of(example: Path) -> str:
    """Its folder and its name."""
    return f"{example.parts[-2]}/{example.stem}"


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(path, id=name_of(path), marks=() if path in FIRST else pytest.mark.slow)
        for path in EXAMPLES
    ],
)
def test_example_runs(example: Path, tmp_path: Path) -> None:
    quick = {**os.environ, "KANE_QUICK": "1", "MPLBACKEND": "Agg"}

    ran = subprocess.run(
        [sys.executable, example], cwd=tmp_path, env=quick, capture_output=True, text=True
    )

    assert ran.returncode == 0, ran.stderr


def test_examples_are_short() -> None:
    long = [
        name_of(example)
        for example in EXAMPLES
        if len(example.read_text(encoding="utf-8").splitlines()) > LONGEST
    ]
    assert not long


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_example_says_what_it_shows_and_asserts_it(example: Path) -> None:
    tree = ast.parse(example.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree)
    assert any(isinstance(node, ast.Assert) for node in ast.walk(tree)), "asserts no fact"
