"""The pages on shortening state the counts that there are."""

from __future__ import annotations

from benchmarks.shortening_steps import table
from tests.house.tree import ROOT

PAGES = ROOT / "docs" / "shortening"


def test_the_table_of_steps_is_what_is_counted() -> None:
    assert table() in (PAGES / "README.md").read_text(encoding="utf-8")


def test_every_idea_has_its_page_and_states_before_and_after() -> None:
    page = (PAGES / "README.md").read_text(encoding="utf-8")
    cells = {cell.strip() for line in table().splitlines()[2:] for cell in line.split("|")[2:-1]}
    for name in ("base_parameters", "link_frames", "line_masses", "parallel_axes", "twists"):
        text = (PAGES / f"{name}.md").read_text(encoding="utf-8")
        assert f"({name}.md)" in page
        assert sum(cell in text for cell in cells) >= 2
