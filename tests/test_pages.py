"""Pages say what their code prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.outputs import WITH_OUTPUTS, filled


@pytest.mark.parametrize("page", WITH_OUTPUTS, ids=lambda page: page.name)
def test_page_shows_what_its_code_prints(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert filled(text) == text, "write the outputs anew: python -m docs.outputs"
