"""The pages and docstrings that lead a reader lead somewhere."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from docs import build
from tests.house.tree import PACKAGE, ROOT, modules

DECISIONS: Final = sorted((ROOT / "docs/decisions").glob("[0-9]*.md"))
PAGES: Final = build.pages()
FIRST_PAGES: Final = frozenset({"README.md", "walk.md"})  # run in the quick set too
SOURCES: Final = modules()
SECTIONS: Final = ["Situation", "Choice", "Cost"]
NEIGHBOUR: Final = re.compile(r"[\w/]+\.py\b")


def test_neighbours_on_the_path_exist() -> None:
    lost = [
        f"{path} sends its reader to {name}"
        for path, text in docstrings().items()
        for line in text.splitlines()
        if line.startswith(("From:", "Next:"))
        for name in NEIGHBOUR.findall(line)
        if not found(path, name)
    ]
    assert not lost


def test_every_module_says_what_it_is() -> None:
    silent = [
        str(path) for path, text in docstrings().items() if SOURCES[path].strip() and not text
    ]
    assert not silent


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


def test_links_of_pages_lead_somewhere() -> None:
    lost = {str(page): found for page in PAGES if (found := build.lost_links(page))}
    assert not lost


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(
            page,
            id=page.relative_to(ROOT).as_posix(),
            marks=() if page.name in FIRST_PAGES else pytest.mark.slow,
        )
        for page in PAGES
    ],
)
def test_code_on_a_page_runs(page: Path, tmp_path: Path) -> None:
    outcome = build.run_page(page, folder=tmp_path)
    assert outcome.returncode == 0, outcome.stderr


@cache
def docstrings() -> dict[Path, str]:
    """What each module of the package says of itself."""
    return {path: ast.get_docstring(ast.parse(text)) or "" for path, text in SOURCES.items()}


def found(path: Path, name: str) -> bool:
    """Whether a module named in the docstring of `path` exists: beside it, or from the root."""
    return any((folder / name).is_file() for folder in (ROOT / path.parent, PACKAGE, ROOT))
