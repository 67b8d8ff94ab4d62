"""Looking: what the panel of every window lets one choose to see: follow, frames, paths.

From: window.py    Next: playback.py, live.py
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

import numpy as np

from kane.viewer.poses import Pose
from kane.viewer.window import Window

Array = np.ndarray[Any, np.dtype[np.float64]]
Ways = Callable[[bool], Mapping[str, Array]]
NOTHING: Final = "nothing"
_TRAIL: Final = (90, 130, 200)


class Looking:
    """A body to follow, axes of frames, and paths.

    `ways` gives places over time by name: of what is always shown, and, if it is asked so, of
    every frame's origin. `axes` are the frames whose axes are always shown.
    """

    def __init__(
        self, window: Window, ways: Ways, axes: Collection[str] = (), followed: str = NOTHING
    ) -> None:
        gui = window.gui
        self.window, self.ways, self.always = window, ways, frozenset(axes)
        self.follow = gui.add_dropdown("follow", (NOTHING, *window.frames), initial_value=followed)
        self.axes = gui.add_checkbox("frames", initial_value=False)
        self.paths = gui.add_checkbox("paths", initial_value=False)
        self.last: tuple[str, Array] | None = None
        self.axes.on_update(lambda _: self.show_axes())
        self.paths.on_update(lambda _: self.trace())
        self.show_axes()

    def show_axes(self) -> None:
        """The axes that were asked for, or all."""
        self.window.axes(self.window.frames if self.axes.value else self.always)

    def see(self, poses: Mapping[str, Pose]) -> None:
        """Cameras go with the body that is followed."""
        chosen = self.follow.value
        if chosen not in poses:
            self.last = None
            return
        place = poses[chosen].place
        if not np.all(np.isfinite(place)):
            return
        before = self.last[1] if self.last is not None and self.last[0] == chosen else place
        self.window.look(place, place - before)
        self.last = (chosen, place)

    def trace(self) -> None:
        """The paths that are shown now."""
        found = self.ways(bool(self.paths.value))
        for name, places in found.items():
            self.window.trail(name, places, _TRAIL)
        for name, trail in self.window.trails.items():
            trail.visible = name in found


def origins(every: Sequence[Mapping[str, Pose]]) -> dict[str, Array]:
    """The places of every frame's origin over time."""
    names = every[0] if every else ()
    return {name: np.array([one[name].place for one in every]) for name in names}
