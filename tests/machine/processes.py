"""Tests that need a process of their own."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

from tests.house.tree import ROOT

LONGEST: Final = 60  # seconds: a process that takes longer hangs, and ends itself

# What a shell runs in the background ignores Ctrl-C, and so would the process.
_FIRST: Final = f"""\
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
hasattr(signal, "alarm") and signal.alarm({LONGEST})
"""


def started(program: str) -> subprocess.Popen[str]:
    """A Python process that runs a program with this environment."""
    return subprocess.Popen(
        [sys.executable, "-c", _FIRST + program],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def printed(program: str) -> tuple[str, str]:
    """What such a process prints, and what it complains of; it must not fail."""
    process = started(program)
    out, complaint = process.communicate(timeout=LONGEST)
    assert process.returncode == 0, f"exit code {process.returncode}\n{complaint}"
    return out, complaint
