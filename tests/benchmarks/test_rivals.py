"""A rival answers from its own process, or is not there; it never hangs us or lies."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks.rivals import RivalFailed, rival

SCRIPT = """
from typing import Any
from benchmarks.serve import seconds, serve

def answer(request: dict[str, Any]) -> dict[str, Any]:
    print("a library that talks")
    if request["case"] == "sum":
        return {"value": sum(request["numbers"])}
    return {"seconds": seconds(lambda: sum(range(10)), request["calls"])}

serve("summer 1.2.3", answer)
"""


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """An environment that has this Python in it."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    return tmp_path


def script(folder: Path, text: str) -> Path:
    """The folder, with a rival named `summer` in it."""
    (folder / "summer.py").write_text(text)
    return folder


def test_a_rival_answers_and_keeps_its_own_time(environment: Path) -> None:
    with rival("summer", environment, script(environment, SCRIPT)) as summer:
        assert summer is not None
        assert summer.version == "summer 1.2.3"
        assert summer.ask(case="sum", numbers=[1, 2, 3]) == {"value": 6}
        assert 0.0 < summer.loop(case="time")(1000) < 10.0


def test_an_absent_environment_is_no_rival(tmp_path: Path) -> None:
    with rival("summer", tmp_path, script(tmp_path, SCRIPT)) as summer:
        assert summer is None


def test_an_absent_library_is_no_rival(environment: Path) -> None:
    absent = "import a_library_that_is_not_there\n" + SCRIPT
    with rival("summer", environment, script(environment, absent)) as summer:
        assert summer is None


def test_a_fault_of_the_rival_is_told(environment: Path) -> None:
    with rival("summer", environment, script(environment, SCRIPT)) as summer:
        assert summer is not None
        with pytest.raises(RivalFailed, match="KeyError: 'numbers'"):
            summer.ask(case="sum")


def test_a_rival_that_dies_is_told(environment: Path) -> None:
    dying = SCRIPT.replace('print("a library that talks")', "import os; os._exit(7)")
    with rival("summer", environment, script(environment, dying)) as summer:
        assert summer is not None
        with pytest.raises(RivalFailed, match="code 7"):
            summer.ask(case="sum", numbers=[])
