"""Plots beside the scene: curves over time, whole or as they grow.

From: window.py    Next: playback.py
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

Array = np.ndarray[Any, np.dtype[np.float64]]
COLOURS: Final = ("#3a6ea5", "#d1603d", "#3f8f5b", "#8a5aa8", "#b08a2e", "#4aa3a8")
_MOST: Final = 1500  # points of a curve


class Plot:
    """Some curves over time in one diagram, with a line where the time is."""

    def __init__(self, gui: Any, title: str, names: Sequence[str]) -> None:
        self.names = tuple(names)
        series: list[dict[str, Any]] = [{"label": "t in s"}]
        series += [
            {"label": name, "stroke": COLOURS[k % len(COLOURS)], "width": 2.0}
            for k, name in enumerate(self.names)
        ]
        empty = tuple(np.array([0.0, 1.0]) for _ in range(len(self.names) + 1))
        self.node = gui.add_uplot(
            data=empty, series=tuple(series), title=title, aspect=1.8,
            scales={"x": {"time": False}}, legend={"show": True},
        )  # fmt: skip

    def show(self, t: Array, curves: Array) -> None:
        """These curves, a column each."""
        step = max(1, -(-len(t) // _MOST))
        finite = np.where(np.isfinite(curves), curves, 0.0)
        self.node.data = (t[::step].copy(), *(column[::step].copy() for column in finite.T))

    def remove(self) -> None:
        """The diagram goes."""
        self.node.remove()


class Growing:
    """A plot of the last seconds."""

    def __init__(self, gui: Any, title: str, names: Sequence[str], seconds: float = 8.0) -> None:
        self.plot = Plot(gui, title, names)
        self.rows: deque[tuple[float, ...]] = deque(maxlen=600)
        self.seconds = seconds

    def add(self, t: float, values: Sequence[float]) -> None:
        """One more moment."""
        if self.rows and t <= self.rows[-1][0]:
            return
        self.rows.append((t, *(float(one) for one in values)))
        while self.rows and self.rows[0][0] < t - self.seconds:
            self.rows.popleft()

    def draw(self) -> None:
        """What there is."""
        if len(self.rows) > 1:
            table = np.array(self.rows)
            self.plot.show(table[:, 0], table[:, 1:])
