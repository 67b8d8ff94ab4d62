"""The table of published counts: its numbers for n = 6 are those of its formulas."""

from __future__ import annotations

import re
from typing import Final

import pytest

from tests.house.tree import ROOT

PAGE: Final = (ROOT / "docs/shortening/README.md").read_text(encoding="utf-8")
LAW: Final = re.compile(r"(\d+)n − (\d+) / (\d+)n − (\d+) \| (\d+) / (\d+)")
ROWS: Final = [line for line in PAGE.splitlines() if LAW.search(line)]


def test_the_paper_s_rows_are_there() -> None:
    """[Angeles1989] Table 1, whose entries with a law are five."""
    names = ("Hollerbach 1980", "Luh, Walker", "Walker and Orin", "Khalil, Klein", "Angeles, Ma")
    assert all(any(name in row for row in ROWS) for name in names)


@pytest.mark.parametrize("row", ROWS)
def test_numbers_for_six_joints_follow_from_the_laws(row: str) -> None:
    found = LAW.search(row)
    assert found is not None
    a, b, c, d, mul, add = map(int, found.groups())
    assert (6 * a - b, 6 * c - d) == (mul, add)
