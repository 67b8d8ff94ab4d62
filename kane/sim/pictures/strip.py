"""A strip: the system's configurations at some moments, side by side or on top of each other.

A line goes from each joint to the next and to mass centres, seen along one of the ground's axes.

From: curves.py    Next: kane/sim/trajectory.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from kane.errors import ArgumentError
from kane.sim.pictures.curves import pyplot

if TYPE_CHECKING:
    from kane.sim.trajectory import Trajectory

_PLANES: Final = {"xy": (0, 1), "xz": (0, 2), "yz": (1, 2)}
_AXES: Final = "xyz"

Segment = tuple[int, int]  # two places, by number


def strip(motion: Trajectory, *, count: int = 8, plane: str = "xz", t: Sequence[float] = ()) -> Any:
    """A figure of the configurations at `count` moments (or those of `t`), the later the darker."""
    if plane not in _PLANES:
        raise ArgumentError(f"plane '{plane}' is none of {', '.join(_PLANES)}. Name one of these.")
    moments = np.asarray(t if len(t) else np.linspace(motion.t[0], motion.t[-1], count))
    places, segments = motion.skeleton(moments)
    figure, axes = pyplot().subplots(layout="constrained", figsize=(6.0, 6.0))
    across, up = _PLANES[plane]
    shades = pyplot().get_cmap("viridis_r")(np.linspace(0.1, 1.0, len(moments)))
    for shade, moment, at in zip(shades, moments, places, strict=True):
        _draw(axes, at[:, [across, up]], segments, shade, f"{moment:.3g} s")
    axes.set_aspect("equal", adjustable="datalim")
    axes.set_xlabel(f"{_AXES[across]} in m")
    axes.set_ylabel(f"{_AXES[up]} in m")
    axes.set_title(motion.source.name)
    axes.legend(fontsize="small", loc="best")
    axes.grid(alpha=0.3)
    return figure


def _draw(axes: Any, at: Any, segments: Sequence[Segment], shade: Any, label: str) -> None:
    for number, (start, end) in enumerate(segments):
        x, y = zip(at[start], at[end], strict=True)
        name = "" if number else label
        axes.plot(x, y, color=shade, linewidth=1.6, marker="o", markersize=2.5, label=name)
