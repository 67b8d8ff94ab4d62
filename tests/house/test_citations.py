"""Every source that is cited stands in docs/references.bib, each under one key."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from tests.house.tree import ROOT, texts

KEY: Final = r"[A-Z][A-Za-z]+\d{4}[a-z]?"
CITATION: Final = re.compile(rf"\[({KEY}(?:[ ,;][^\[\]]*)?)\]")
ENTRY: Final = re.compile(r"^@\w+\{([^,\s]+),", re.MULTILINE)


def test_every_cited_source_is_in_the_bibliography() -> None:
    known = set(entries())

    unknown = [
        f"{path}: [{key}]"
        for path, text in texts(".py", ".md").items()
        for key in cited(text)
        if key not in known
    ]

    assert not unknown, f"not in docs/references.bib: {unknown}"


def test_each_source_has_one_entry() -> None:
    twice = [key for key, count in Counter(entries()).items() if count > 1]
    assert not twice


def test_keys_are_found_in_citations_of_every_form() -> None:
    text = "M_rs [" + "Kane1985 p.124], [" + "Jain2010 §5.3; Higham2002 §2.8] and [" + "Payne1983]"
    assert cited(text) == ["Kane1985", "Jain2010", "Higham2002", "Payne1983"]


def entries() -> list[str]:
    """Keys of the bibliography."""
    return ENTRY.findall((ROOT / "docs/references.bib").read_text(encoding="utf-8"))


def cited(text: str) -> list[str]:
    """Keys cited in a text."""
    inside = (found.split(";") for found in CITATION.findall(text))
    keys = (re.match(rf"\s*({KEY})", part) for parts in inside for part in parts)
    return [key.group(1) for key in keys if key]
