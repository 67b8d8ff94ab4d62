"""The pages and docstrings that lead a reader lead somewhere."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from docs import build
from tests.house.tree import PACKAGE, ROOT, modules

DECISIONS: Final = sorted((ROOT / "docs/decisions").glob("[0-9]*.md"))
PAGES: Final = build.pages()
SOURCES: Final = modules()
SECTIONS: Final = ["Situation", "Choice", "Cost"]
NEIGHBOUR: Final = re.compile(r"[\w/]+\.py\b")


@pytest.mark.parametrize("path", SOURCES, ids=str)
def test_neighbours_on_the_path_exist(path: Path) -> None:
    lines = (ast.get_docstring(ast.parse(SOURCES[path])) or "").splitlines()
    leading = [line for line in lines if line.startswith(("From:", "Next:"))]

    lost = [name for line in leading for name in NEIGHBOUR.findall(line) if not found(path, name)]

    assert not lost, f"{path} sends its reader to {lost}"


@pytest.mark.parametrize("path", SOURCES, ids=str)
def test_every_module_says_what_it_is(path: Path) -> None:
    source = SOURCES[path]
    assert not source.strip() or ast.get_docstring(ast.parse(source)), f"{path}: no docstring"


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_a_decision_tells_situation_choice_and_cost(page: Path) -> None:
    headings = re.findall(r"^## (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert headings == SECTIONS


def test_decisions_are_numbered_each_once() -> None:
    numbers = Counter(page.stem[:4] for page in DECISIONS)
    assert all(number.isdecimal() and times == 1 for number, times in numbers.items())


def test_every_hard_dependency_has_its_decision() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = [re.split(r"[<>=\[]", dependency)[0] for dependency in project["dependencies"]]
    missing = [name for name in names if not any(page.stem[5:] == name for page in DECISIONS)]
    assert not missing


def test_every_extra_that_is_imported_has_its_decision() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {key: lines for key, lines in project["optional-dependencies"].items() if key != "dev"}
    text = "\n".join(SOURCES.values())
    said = "\n".join(page.read_text(encoding="utf-8") for page in DECISIONS)
    for extra, lines in extras.items():
        for name in (re.split(r"[<>=\[]", line)[0] for line in lines):
            imported = re.search(rf"^\s*(import|from) {name}\b", text, re.MULTILINE)
            assert not imported or (f"**`[{extra}]`**" in said and name in said), name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    assert not build.lost_links(page)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_code_on_a_page_runs(page: Path, tmp_path: Path) -> None:
    outcome = build.run_page(page, folder=tmp_path)
    assert outcome.returncode == 0, outcome.stderr


def found(path: Path, name: str) -> bool:
    """Whether a module named in the docstring of `path` exists: beside it, or from the root."""
    return any((folder / name).is_file() for folder in (ROOT / path.parent, PACKAGE, ROOT))
