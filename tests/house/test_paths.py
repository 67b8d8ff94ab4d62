"""No file of the project knows the machine it was written on, nor where packages came from."""

from __future__ import annotations

import re
from typing import Final

from tests.house.tree import ROOT, files

# Taken apart, so that this file does not find itself.
FOLDERS: Final = ("home", "root", "work", "farm", "Users", "mnt", "srv")
MACHINE: Final = re.compile(r"(?<![\w.:/~})-])/(?:" + "|".join(FOLDERS) + r")/\w")
HOSTS: Final = ("pypi" + ".org", "python" + "hosted", "ana" + "conda.org", "npm" + "js.")
SOURCES: Final = ("--index" + "-url", "--extra-index" + "-url", "--find" + "-links")


def test_no_machine_path_in_any_file() -> None:
    found = [f"{where}: {line.strip()[:80]}" for where, line in lines() if MACHINE.search(line)]
    assert not found


def test_no_package_registry_in_any_file() -> None:
    named = [where for where, line in lines() if any(name in line for name in HOSTS + SOURCES)]
    assert not named


def test_the_lock_holds_names_and_versions_only() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    wrong = [line for line in lock if not re.fullmatch(r"#.*|[a-z0-9.-]+==[\w.]+", line)]
    assert not wrong


def lines() -> list[tuple[str, str]]:
    """Where, and the line: of every text file."""
    found = []
    for file in files():
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        name = file.relative_to(ROOT)
        found += [(f"{name}:{k}", line) for k, line in enumerate(text.splitlines(), start=1)]
    return found
