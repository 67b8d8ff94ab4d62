"""A motion in a notebook: its lines of text, and its picture where matplotlib is installed.

From: curves.py    Next: kane/sim/trajectory.py
"""

from __future__ import annotations

import io
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING

from kane.sim.pictures.curves import pyplot

if TYPE_CHECKING:
    from kane.sim.trajectory import Trajectory


def shown(motion: Trajectory) -> str:
    """HTML that stands on its own."""
    text = f"<pre>{escape(str(motion))}</pre>"
    if len(motion) < 2 or find_spec("matplotlib") is None:
        return text
    return text + _drawing(motion)


def _drawing(motion: Trajectory) -> str:
    """Coordinates and speeds as SVG."""
    figure = motion.plot()
    into = io.StringIO()
    figure.savefig(into, format="svg")
    pyplot().close(figure)
    drawn = into.getvalue()
    return drawn[drawn.index("<svg") :]
