"""The page beside SymPy's tells the counts of today."""

from __future__ import annotations

import pytest

from benchmarks import kane_page


def cells(name: str) -> list[str]:
    """The page's row of one system."""
    text = kane_page.PAGE.read_text(encoding="utf-8")
    (row,) = (line for line in text.splitlines() if line.startswith(f"| {name} |"))
    return [cell.strip() for cell in row.strip("|").split("|")]


@pytest.mark.parametrize("name", kane_page.CASES)
def test_page_tells_our_counts(name: str) -> None:
    ours, short = map(kane_page.written, kane_page.counted(kane_page.CASES[name]))
    assert [cells(name)[i] for i in (2, 4)] == [ours, short]


def test_table_is_put_between_its_marks() -> None:
    page = f"before\n{kane_page.FIRST}old\n{kane_page.LAST}after\n"
    made = kane_page.with_table(page, "| new |\n")
    assert made == f"before\n{kane_page.FIRST}| new |\n{kane_page.LAST}after\n"
