"""Recording: a motion as one HTML file that needs nothing else, for a paper's page or a mail.

From: playback.py    Next: —
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from kane.viewer.poses import Pose, Poses
from kane.viewer.window import Window

Array = np.ndarray[Any, np.dtype[np.float64]]


def record(
    window: Window, poses: Poses, t: Array, y: Array, a: Array, path: str | Path, fps: float = 30.0
) -> Path:
    """The motion written as HTML, in its own time, `fps` pictures a second."""
    serializer = window.server.viser.get_scene_serializer()
    moments = np.arange(t[0], t[-1], 1.0 / fps)
    for moment in moments:
        row = int(np.searchsorted(t, moment, side="right")) - 1
        show(window, poses, float(t[row]), y[row], a[row])
        serializer.insert_sleep(1.0 / fps)
    made = Path(path)
    made.write_text(serializer.as_html(), encoding="utf-8")
    return made


def show(window: Window, poses: Poses, t: float, y: Array, a: Array) -> Mapping[str, Pose]:
    """One state; where its frames are."""
    standing = poses.at(t, y, a)
    window.move(standing)
    window.join(poses.skeleton_at(t, y, a))
    for one, (start, end) in zip(poses.arrows, poses.arrows_at(t, y, a), strict=True):
        window.arrow(one.name, start, end, one.colour)
    return standing
