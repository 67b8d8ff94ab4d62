"""The Routines of contact as one Library, compiled once for all shapes.

From: broad.py    Next: separation.py
"""

from __future__ import annotations

from typing import Final

from kane.contact.broad import bounds, swept
from kane.contact.pair import pair
from kane.program.routine import Library, library

CONTACT: Final[Library] = library("contact", pair, bounds, swept)
