"""A strip: the system's configurations at some moments on top of each other, the later the darker.

A line goes from each joint to the next and to mass centres, seen along one of the ground's axes;
a faint one is the path of the last point.

From: curves.py    Next: kane/sim/trajectory.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from kane.errors import ArgumentError
from kane.sim.pictures.curves import pyplot
from kane.sim.pictures.refined import refined

if TYPE_CHECKING:
    from kane.sim.trajectory import Trajectory

_PLANES: Final = {"xy": (0, 1), "xz": (0, 2), "yz": (1, 2)}
_AXES: Final = "xyz"
_SIDE: Final = 7.0  # inches
_FLATTEST: Final = 0.35  # height over width of the figure, and the other way round
_MOMENTS: Final = 300  # along the path
_TIED: Final = 1.0 - 1e-6  # extents as near as this are equal

Segment = tuple[int, int]  # two places, by number
Floats = np.ndarray[Any, np.dtype[np.float64]]


def strip(motion: Trajectory, *, count: int = 8, plane: str = "", t: Sequence[float] = ()) -> Any:
    """A figure of the configurations at `count` moments (or those of `t`), the later the darker.

    `plane` is "xy", "xz" or "yz"; by default the one in which most is to be seen.
    """
    if plane and plane not in _PLANES:
        raise ArgumentError(f"plane '{plane}' is none of {', '.join(_PLANES)}. Name one of these.")
    fine = refined(motion)
    moments = np.asarray(t if len(t) else np.linspace(motion.t[0], motion.t[-1], count))
    places, segments = fine.skeleton(moments)
    path, _ = fine.skeleton(np.linspace(motion.t[0], motion.t[-1], _MOMENTS))
    across, up = _PLANES[plane or _widest(np.concatenate([places, path]))]
    figure, axes = pyplot().subplots(layout="constrained", figsize=_size(path, across, up))
    axes.plot(path[:, -1, across], path[:, -1, up], color="0.75", linewidth=0.8, zorder=0)
    shades = pyplot().get_cmap("viridis_r")(np.linspace(0.1, 1.0, len(moments)))
    for shade, moment, at in zip(shades, moments, places, strict=True):
        _draw(axes, at[:, [across, up]], segments, shade, f"{moment:.3g} s")
    axes.set_aspect("equal", adjustable="datalim")
    axes.set_xlabel(f"{_AXES[across]} in m")
    axes.set_ylabel(f"{_AXES[up]} in m")
    axes.set_title(motion.source.name)
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, fontsize="small")
    axes.grid(alpha=0.3, linewidth=0.6)
    return figure


def _extents(places: Floats) -> Floats:
    """How far the places reach along each of the ground's axes."""
    flat = places.reshape(-1, 3)
    return np.asarray(flat.max(axis=0) - flat.min(axis=0))


def _widest(places: Floats) -> str:
    """The plane across the axis along which the places reach least."""
    x, y, z = _extents(places)
    sizes = {"xz": x * z, "xy": x * y, "yz": y * z}
    largest = max(sizes.values())
    if largest <= 0.0:  # a line, or a point
        sizes = {"xz": x + z, "xy": x + y, "yz": y + z}
        largest = max(sizes.values())
    return next(name for name, size in sizes.items() if size >= _TIED * largest)


def _size(places: Floats, across: int, up: int) -> tuple[float, float]:
    """Width and height of the figure, as the places reach."""
    extents = _extents(places)
    wide, high = extents[across], extents[up]
    largest = max(wide, high)
    if largest <= 0.0:
        return _SIDE, _SIDE
    return (
        float(_SIDE * max(wide / largest, _FLATTEST) + 1.2),
        float(_SIDE * max(high / largest, _FLATTEST) + 0.6),
    )


def _draw(axes: Any, at: Any, segments: Sequence[Segment], shade: Any, label: str) -> None:
    for number, (start, end) in enumerate(segments):
        x, y = zip(at[start], at[end], strict=True)
        name = "" if number else label
        axes.plot(x, y, color=shade, linewidth=1.6, marker="o", markersize=2.5, label=name)
