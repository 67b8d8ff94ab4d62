"""Playback: a motion with play, pause, scrub, speed, follow, plots, sliders, picture, recording.

    view(system, motion).wait()

From: window.py, plots.py, recording.py    Next: live.py
"""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from kane.errors import KaneError
from kane.model.body import Point
from kane.model.quantities import position
from kane.model.solid import Solid
from kane.model.system import System
from kane.sim.trajectory import Trajectory
from kane.viewer.fit import fit
from kane.viewer.loads import along_ground
from kane.viewer.looking import NOTHING, Looking, origins
from kane.viewer.plots import Plot
from kane.viewer.poses import ORIGIN, Arrow, Poses, poses
from kane.viewer.recording import record, show
from kane.viewer.server import LOOPBACK, PORT, ViewerError, serve
from kane.viewer.solids import solids_of
from kane.viewer.window import Light, Window, extent

Array = np.ndarray[Any, np.dtype[np.float64]]
Again = Callable[[Mapping[str, float]], Trajectory]
_RATE: Final = 30.0
_SPEEDS: Final = ("0.1", "0.25", "0.5", "1", "2", "4")


@dataclass(kw_only=True)
class Playback:
    """A motion in a window. A thread moves it; callbacks of the panel only set what it reads."""

    window: Window
    system: System
    motion: Trajectory
    poses: Poses
    again: Again | None
    paths: Sequence[Point] = ()
    controls: dict[str, Any] = field(default_factory=dict)
    plots: list[Plot] = field(default_factory=list)
    t: float = 0.0
    playing: bool = True
    speed: float = 1.0
    ended: threading.Event = field(default_factory=threading.Event)
    scrubbed: bool = False
    lock: threading.RLock = field(default_factory=threading.RLock)

    @property
    def address(self) -> str:
        """Where it is seen."""
        return self.window.server.address

    # ── time ──────────────────────────────────────────────────────────────────────────────
    def play(self) -> None:
        """On from here; from the start where the end was reached."""
        if self.t >= float(self.motion.t[-1]):
            self.t = float(self.motion.t[0])
        self.playing = True

    def pause(self) -> None:
        """Still."""
        self.playing = False

    def seek(self, t: float) -> None:
        """To a time."""
        self.t = float(np.clip(t, self.motion.t[0], self.motion.t[-1]))
        self.draw()

    def draw(self) -> None:
        """The state at this time."""
        with self.lock:
            motion = self.motion
            row = max(int(np.searchsorted(motion.t, self.t, side="right")) - 1, 0)
            y, a = motion.y[row], motion.a[row]
            if row + 1 < len(motion):
                part = (self.t - motion.t[row]) / max(motion.t[row + 1] - motion.t[row], 1e-12)
                y = y + part * (motion.y[row + 1] - y)
            standing = show(self.window, self.poses, self.t, y, a)
            self.controls["looking"].see(standing)

    def live(self) -> None:
        """The life of the thread that moves it."""
        last, told = time.monotonic(), 0.0
        while not self.ended.wait(1.0 / _RATE):
            now = time.monotonic()
            passed, last = now - last, now
            if not self.playing:
                continue
            end = float(self.motion.t[-1])
            self.t = min(self.t + self.speed * passed, end)
            self.draw()
            if now - told > 0.15:
                told = now
                self.controls["time"].value = round(self.t, 3)
            if self.t >= end:
                self.playing = False
                self.controls["time"].value = round(end, 3)

    # ── parameters ────────────────────────────────────────────────────────────────────────
    def change(self, **values: float) -> None:
        """The motion with other parameters, at once, from the same start."""
        if self.again is None:
            return
        with self.lock:
            self.motion = self.again(values)
            self.t = min(self.t, float(self.motion.t[-1]))
            self.fill()
        self.draw()

    def fill(self) -> None:
        """The curves, and the paths that are shown."""
        self.controls["looking"].trace()
        for plot in self.plots:
            plot.show(self.motion.t, np.column_stack([self.motion[name] for name in plot.names]))

    def ways(self, whole: bool) -> dict[str, Array]:
        """The paths of the points that were asked for and, if so, of all frames' origins."""
        motion = self.motion
        rows = np.unique(np.linspace(0, len(motion) - 1, min(len(motion), 400)).astype(int))
        found = {}
        for point in self.paths:
            line = along_ground(position(ORIGIN, point))
            found[point.path] = motion.values(line)[rows]
        if whole:
            moments = [(motion.t[k], motion.y[k], motion.a[k]) for k in rows]
            found |= origins([self.poses.at(*one) for one in moments])
        return found

    # ── files ─────────────────────────────────────────────────────────────────────────────
    def record(self, path: str | Path, fps: float = _RATE) -> Path:
        """The whole motion as one HTML file."""
        self.pause()
        with self.lock:
            motion = self.motion
            return record(self.window, self.poses, motion.t, motion.y, motion.a, path, fps)

    def picture(self, path: str | Path) -> Path:
        """What the window shows, as a file; a window has to be open."""
        image = self.window.picture()
        if image is None:
            raise ViewerError(
                f"picture: no window is open to be drawn. Open {self.address} in a browser first."
            )
        from PIL import Image

        Image.fromarray(np.asarray(image, dtype=np.uint8)).save(path)
        return Path(path)

    def wait(self) -> None:
        """Until it is interrupted."""
        try:
            while not self.ended.wait(0.2):
                pass
        except KeyboardInterrupt:
            self.close()

    def close(self) -> None:
        """The window goes."""
        self.ended.set()
        self.window.close()


def view(
    system: System,
    motion: Trajectory,
    *,
    solids: Sequence[Solid] = (),
    arrows: Sequence[Arrow] = (),
    paths: Sequence[Point] = (),
    axes: Sequence[str] = (),
    plots: Sequence[str] = (),
    sliders: Mapping[str, float] | None = None,
    again: Again | None = None,
    up: str = "z",
    host: str = LOOPBACK,
    port: int = PORT,
    playing: bool = True,
) -> Playback:
    """A motion of a system, in the browser.

    - `solids` for bodies that have a shape; the others are drawn from their inertia.
    - `paths` of points, and `axes` of frames by name, are shown from the beginning.
    - `plots`: names to plot; by default the coordinates.
    - `sliders`: live parameters with their values; `again` makes the motion for new ones.
    - `host`: this machine alone; another one gets an address with a token that is good for once.
    """
    flows = motion.source.flows
    if flows is None:
        raise ViewerError(
            f"view: the motion of '{motion.source.name}' was read from a file and has no model to "
            "draw. Name the model's file beside it: kane view results.nc model.toml."
        )
    found = poses(system, motion.source, flows, arrows)
    at = np.linspace(0, len(motion) - 1, min(len(motion), 40)).astype(int)
    moments = [(float(motion.t[k]), motion.y[k], motion.a[k]) for k in at]
    lines = [found.skeleton_at(*one).reshape(-1, 3) for one in moments]
    values = {**system.parameters, **motion.source.parameters}
    drawn = solids_of(system, solids, values, extent(lines[0])[1])
    fitted = fit([found.at(*one) for one in moments], lines, drawn)
    window = Window(server=serve(system.name, host, port), size=fitted.size, up=up)
    window.set_up(found.frames, drawn, fitted.room, Light.SHADOWS)
    made = Playback(
        window=window, system=system, motion=motion, poses=found.fitted(moments, fitted.size),
        again=again, playing=playing, t=float(motion.t[0]), paths=tuple(paths),
    )  # fmt: skip
    followed = found.frames[0] if fitted.travels else NOTHING
    made.controls["looking"] = Looking(window, made.ways, axes, followed)
    _panel(made, plots or motion.source.q_names[:6], dict(sliders or {}))
    made.fill()
    made.draw()
    threading.Thread(target=made.live, name="kane playback", daemon=True).start()
    return made


def _panel(made: Playback, plots: Sequence[str], sliders: Mapping[str, float]) -> None:
    """Buttons, sliders and plots."""
    gui, motion = made.window.gui, made.motion
    first, last = float(motion.t[0]), float(motion.t[-1])
    button = gui.add_button("Play or pause", hint="the motion goes on, or stays")
    step = max((last - first) / 1000.0, 1e-6)
    slider = gui.add_slider("t in s", first, max(last, first + step), step, first)
    speed = gui.add_dropdown("speed", _SPEEDS, initial_value="1")
    made.controls |= {"time": slider, "button": button}
    button.on_click(lambda _: made.pause() if made.playing else made.play())
    slider.on_update(lambda event: made.seek(slider.value) if event.client is not None else None)
    speed.on_update(lambda _: setattr(made, "speed", float(speed.value)))
    if plots:
        with gui.add_folder("Plots"):
            made.plots.append(Plot(gui, "", tuple(plots)))
    if sliders and made.again is not None:
        with gui.add_folder("Parameters"):
            add_sliders(gui, sliders, made.change)
    with gui.add_folder("Keep", expand_by_default=False):
        keep = gui.add_button("Recording (HTML)")
        keep.on_click(lambda event: _sent(made, event))


def add_sliders(
    gui: Any, values: Mapping[str, float], change: Callable[..., Any]
) -> dict[str, Any]:
    """A slider from a fifth to five times of each value, which acts at once."""
    made = {}
    for name, value in values.items():
        low, high = sorted((0.2 * value, 5.0 * value)) if value else (0.0, 1.0)
        slider = gui.add_slider(name, low, high, (high - low) / 480.0, value)
        slider.on_update(_changing(name, slider, change))
        made[name] = slider
    return made


def _changing(name: str, slider: Any, change: Callable[..., Any]) -> Callable[[Any], None]:
    def act(_: Any) -> None:
        try:
            change(**{name: float(slider.value)})
        except KaneError:
            slider.value = slider.value  # what cannot be stays as it was

    return act


def _sent(made: Playback, event: Any) -> None:
    """The recording, sent to the browser that asked."""
    with tempfile.TemporaryDirectory() as folder:
        path = made.record(Path(folder) / "motion.html")
        event.client.send_file_download("motion.html", path.read_bytes())
