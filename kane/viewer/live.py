"""Live: a running system in the browser, with a handle to drag, its force, plots and sliders.

The window only looks at the loop and tells it what the hand does; a window that is slow, closed or
broken leaves the loop as it is.

From: playback.py    Next: kane/cli/feel.py
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import numpy as np

from kane.model.solid import Solid
from kane.model.system import System
from kane.viewer.playback import add_sliders
from kane.viewer.plots import Growing
from kane.viewer.poses import Arrow, Poses, poses
from kane.viewer.recording import show
from kane.viewer.server import LOOPBACK, PORT, serve
from kane.viewer.solids import solids_of
from kane.viewer.window import FORCE, Room, Window, extent

Array = np.ndarray[Any, np.dtype[np.float64]]
RATE: Final = 60.0
_ROOMY: Final = 2.0  # of the system's size: room for a hand


class Now(Protocol):
    """What a running system says of one moment (kane/haptics/loop.py's `Felt`)."""

    @property
    def t(self) -> float:
        """Its time."""
        ...

    @property
    def y(self) -> Array:
        """Its state."""
        ...

    @property
    def a(self) -> Array:
        """Its inputs."""
        ...

    @property
    def force(self) -> Array:
        """Force and torque of the hand on the handle."""
        ...

    @property
    def handle(self) -> Array:
        """Where the handle is."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """What the window tells: the handle dragged to a place and a turn, still held, let go."""

    drag: Callable[[Any, Any], None]
    hold: Callable[[], None]
    release: Callable[[], None]


@dataclass(kw_only=True)
class Live:
    """A running system in a window."""

    window: Window
    poses: Poses
    now: Callable[[], Now]
    carrier: str
    hand: Hand | None
    text: Callable[[], str]
    strongest: float
    controls: dict[str, Any] = field(default_factory=dict)
    plots: list[tuple[Growing, Callable[[Now], Sequence[float]]]] = field(default_factory=list)
    dragging: bool = False
    ended: threading.Event = field(default_factory=threading.Event)
    drawn: int = 0
    faults: int = 0

    @property
    def address(self) -> str:
        """Where it is seen."""
        return self.window.server.address

    def live(self) -> None:
        """The life of the thread that draws it; what fails is tried again."""
        due = time.monotonic()
        while not self.ended.wait(max(0.0, due - time.monotonic())):
            due = max(due + 1.0 / RATE, time.monotonic())
            try:
                self.draw()
            except Exception:
                self.faults += 1
                if self.faults > 1000:
                    return

    def draw(self) -> None:
        """One picture."""
        now = self.now()
        show(self.window, self.poses, now.t, now.y, now.a)
        self._pull(now)
        self.window.send()
        self._tell(now)

    def _pull(self, now: Now) -> None:
        """The handle and the force on it; a hand without a window lets go."""
        if self.hand is not None and self.dragging:
            if self.window.server.viser.get_clients():
                self.hand.hold()
            else:
                self.let_go()
        end = now.handle + now.force[:3] / self.strongest * 0.6 * self.window.size
        self.window.arrow("hand", now.handle, end, FORCE)
        gizmo = self.controls.get("gizmo")
        if gizmo is not None and not self.dragging:
            gizmo.position = now.handle
            gizmo.wxyz = self.poses.at(now.t, now.y, now.a)[self.carrier].turn

    def _tell(self, now: Now) -> None:
        """Numbers, bar, tone and plots, a few times a second, one after the other."""
        pull = float(np.linalg.norm(now.force[:3]))
        self.drawn += 1
        for plot, values in self.plots:
            plot.add(now.t, values(now))
        if self.drawn % 6 == 0:
            self.controls["bar"].value = float(np.clip(100 * pull / self.strongest, 0, 100))
            self.controls["told"].value = f"{now.t:.2f} s, {pull:.2f} N"
            self._sound(pull)
        for k, (plot, _) in enumerate(self.plots):
            if self.drawn % 12 == 5 * (k + 1) % 12:
                plot.draw()
        if self.drawn % 60 == 1:
            self.controls["report"].content = f"```\n{self.text()}\n```"

    def _sound(self, pull: float) -> None:
        """A tone whose height and loudness are the force's."""
        if self.controls["sound"].value:
            self.controls["tone"].content = tone(pull / self.strongest)
            return
        silent = tone(0.0)
        if self.controls["tone"].content not in ("", silent):
            self.controls["tone"].content = silent

    # ── the hand ──────────────────────────────────────────────────────────────────────────
    def dragged(self, event: Any) -> None:
        """The handle in the window was taken, moved or let go."""
        phase = getattr(event, "phase", "update")
        if phase == "end":
            self.let_go()
            return
        self.dragging = True
        gizmo = self.controls["gizmo"]
        assert self.hand is not None
        self.hand.drag(np.asarray(gizmo.position), np.asarray(gizmo.wxyz))

    def let_go(self) -> None:
        """The hand is open."""
        self.dragging = False
        if self.hand is not None:
            self.hand.release()

    def wait(self) -> None:
        """Until it is interrupted."""
        try:
            while not self.ended.wait(0.2):
                pass
        except KeyboardInterrupt:
            self.close()

    def close(self) -> None:
        """The window goes; the loop does not."""
        self.ended.set()
        self.let_go()
        self.window.close()


def live(
    system: System,
    model: Any,
    now: Callable[[], Now],
    *,
    title: str,
    carrier: str,
    axes: Sequence[str],
    hand: Hand | None = None,
    solids: Sequence[Solid] = (),
    arrows: Sequence[Arrow] = (),
    sliders: Mapping[str, float] | None = None,
    change: Callable[..., Any] | None = None,
    text: Callable[[], str] = lambda: "",
    strongest: float = 20.0,
    up: str = "z",
    host: str = LOOPBACK,
    port: int = PORT,
) -> Live:
    """A running system in the browser; with a `hand`, one that can be dragged.

    `carrier` is the frame that carries the handle, `axes` those along and about which it is held,
    `strongest` the force that fills the bar, in newtons.
    """
    found = poses(system, model, model.flows(), arrows)
    begin = now()
    places = [found.skeleton_at(begin.t, begin.y, begin.a).reshape(-1, 3), begin.handle[np.newaxis]]
    standing = found.at(begin.t, begin.y, begin.a)
    for one in solids:
        place = standing[one.frame].place if one.frame else np.asarray(one.place)
        reach = (0.0 if one.frame else 0.35 if one.kind == "box" else 1.0) * max(one.size)
        places.append(np.stack([place - reach, place + reach]))
    centre, size = extent(np.concatenate(places))
    window = Window(server=serve(title, host, port), size=size, up=up)
    values = {**system.parameters, **model.parameters}
    room = Room(centre=centre, reach=_ROOMY * size)
    window.set_up(found.frames, solids_of(system, solids, values, size), room)
    made = Live(
        window=window, poses=found, now=now, carrier=carrier, hand=hand, text=text,
        strongest=strongest,
    )  # fmt: skip
    _panel(made, model, axes, dict(sliders or {}), change)
    threading.Thread(target=made.live, name="kane live view", daemon=True).start()
    return made


def _panel(
    made: Live,
    model: Any,
    axes: Sequence[str],
    sliders: Mapping[str, float],
    change: Callable[..., Any] | None,
) -> None:
    """The handle, the force as a bar and a tone, plots, sliders, the loop's report."""
    gui, now, still = made.window.gui, made.now(), not any("turn" in one for one in axes)
    if made.hand is not None:
        made.controls["gizmo"] = made.window.scene.add_transform_controls(
            "/handle", scale=0.35 * made.window.size, disable_rotations=still,
            position=now.handle, depth_test=False,
        )  # fmt: skip
        made.controls["gizmo"].on_update(made.dragged)
    made.controls["told"] = gui.add_text("time, force", initial_value="", disabled=True)
    made.controls["bar"] = gui.add_progress_bar(0.0)
    made.controls["sound"] = gui.add_checkbox("sound of the force", initial_value=False)
    made.controls["tone"] = gui.add_html("")
    with gui.add_folder("Plots"):
        force = Growing(gui, "force in N", ("x", "y", "z"))
        made.plots.append((force, lambda one: list(one.force[:3])))
        names = model.q_names[:6]
        state = Growing(gui, "coordinates", names)
        made.plots.append((state, lambda one: list(one.y[: len(names)])))
    if sliders and change is not None:
        with gui.add_folder("Parameters"):
            made.controls["sliders"] = add_sliders(gui, sliders, change)
    with gui.add_folder("Loop", expand_by_default=False):
        made.controls["report"] = gui.add_markdown("")


def tone(share: float) -> str:
    """HTML that sets a tone: silent at 0, an octave and a half higher at full force."""
    share = float(np.clip(share, 0.0, 1.0))
    script = (
        "const w=window;if(!w.kaneTone){const c=new AudioContext(),o=c.createOscillator(),"
        "g=c.createGain();g.gain.value=0;o.connect(g).connect(c.destination);o.start();"
        "w.kaneTone={c,o,g};}w.kaneTone.c.resume();"
        f"w.kaneTone.o.frequency.value={180 + 360 * share:.2f};"
        f"w.kaneTone.g.gain.value={0.08 * share:.4f};"
    )
    return f'<img alt="" src="data:," style="display:none" onerror="{script}">'
