"""Every fault of a description, found at once.

From: system.py    Next: kane/dynamics/equations.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kane.model.system import System


def check(system: System) -> None:
    """Nothing, if the description is sound; otherwise a ModelError with all its faults."""
