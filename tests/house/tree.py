"""The project's files, as the rules of the house see them."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGE: Final = ROOT / "kane"
MADE: Final = frozenset({".git", ".venv", ".venv-rivals", "build", "dist", "__pycache__"})


@cache
def files() -> tuple[Path, ...]:
    """Every file of the project: those git knows or would take, else (no git) all that is there."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        found = (file for file in ROOT.rglob("*") if not MADE & set(file.relative_to(ROOT).parts))
        return tuple(sorted(file for file in found if file.is_file()))
    paths = (ROOT / name for name in listed.stdout.split("\0") if name)
    return tuple(sorted(path for path in paths if path.is_file()))


def texts(*suffixes: str) -> dict[Path, str]:
    """Path within the project → text, of all files with one of the suffixes."""
    chosen = (file for file in files() if file.suffix in suffixes)
    return {file.relative_to(ROOT): file.read_text(encoding="utf-8") for file in chosen}


def modules() -> dict[Path, str]:
    """Path within the project → source, of the package's modules."""
    return {path: text for path, text in texts(".py").items() if path.parts[0] == PACKAGE.name}
