"""Intermediates: which parts of expressions get a name Z_i when they are written.

From: —    Next: text.py, latex_writer.py
"""

from __future__ import annotations

from enum import Enum, unique


@unique
class Intermediates(Enum):
    """What gets a name Z_i."""

    WHERE_LONG = "parts of what does not fit on a line"
    WHERE_SHARED = "everything that occurs more than once"
