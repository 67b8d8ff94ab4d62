"""These tests keep compiled code in a directory of their own, never in the user's."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def cache_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache for the test and the processes that it starts."""
    directory = tmp_path / "cache"
    monkeypatch.setenv("KANE_CACHE", str(directory))
    return directory
