"""Pages say what their code prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.outputs import WITH_OUTPUTS, filled

LONG = "coming_from_sympy.md"  # SymPy derives a bicycle there
PAGES = [
    pytest.param(page, id=page.name, marks=[pytest.mark.slow] if page.name == LONG else [])
    for page in WITH_OUTPUTS
]


@pytest.mark.parametrize("page", PAGES)
def test_page_shows_what_its_code_prints(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert filled(text) == text, "write the outputs anew: python -m docs.outputs"
