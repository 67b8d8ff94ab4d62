"""Intermediates: which parts of expressions get a name Z_i when they are written.

From: —    Next: text.py, latex_writer.py
"""

from __future__ import annotations

from enum import Enum, unique
from typing import NoReturn

from kane.errors import no_choice


@unique
class Intermediates(Enum):
    """What gets a name Z_i."""

    WHERE_LONG = "long"  # parts of what does not fit on a line
    WHERE_SHARED = "shared"  # everything that occurs more than once

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise no_choice(cls, value)
