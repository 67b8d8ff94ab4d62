"""From the hand to the screen, hop by hop: what each takes until the browser has drawn it.

    hand moved ▶ a tick has read it, the window sends it ▶ the page has the message
               ▶ the last call that draws the picture with it ▶ the picture's pixels are there

The hand is put to numbered places at uneven times, and a mark in the scene with it, as bodies are.
In the page every message, and every matrix that is handed to WebGL, is looked through for the mark.
Pixels are there when one of them can be read back: without a graphics processor that is the
rasterizer's share, which a machine with one has not.

From: haptics_loops.py, affinity.py    Next: haptics.py
"""

from __future__ import annotations

import shutil
import threading
import time
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from kane.haptics import layout as at
from kane.haptics.devices.mouse import Mouse
from kane.haptics.gallery import GALLERY
from kane.haptics.loop import Loop, feel
from kane.viewer.live import live

FLAGS: Final = (
    "--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader", "--disable-gpu-compositing",
)  # fmt: skip  # the last: the page is put together without an imitated graphics processor
HOPS: Final = ("sent", "arrived", "drawn", "pixels")
_APART: Final = 1e-3  # metres between two numbered places
_RADIUS: Final = 0.0173  # of the mark alone: its matrix is known by it
_WATCH: Final = """
window.kane = {arrived: {}, drawn: {}, pixels: {}, frames: 0};
const clock = () => (performance.timeOrigin + performance.now()) / 1000;
const Before = window.Worker;
window.Worker = class extends Before {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", (event) => {
      for (const one of event.data?.messages ?? []) {
        if (one?.name === "/mark" && one.position) {
          window.kane.arrived[Math.round(one.position[0] / APART)] ??= clock();
        }
      }
    });
  }
};
let scene = null, last = 0, seen = 0;
const patch = (name, act) => {
  const call = WebGL2RenderingContext.prototype[name];
  WebGL2RenderingContext.prototype[name] = function (...given) {
    act(this, given);
    return call.apply(this, given);
  };
};
for (const name of ["drawElements", "drawArrays", "drawElementsInstanced", "drawArraysInstanced"]) {
  patch(name, (gl) => { scene = gl; last = clock(); });
}
patch("uniformMatrix4fv", (gl, [, , m]) => {
  if (m.length !== 16 || Math.abs(Math.hypot(m[0], m[1], m[2]) - RADIUS) > 1e-5) return;
  const home = window.kane.home ??= [m[12], m[13], m[14]];
  const number = Math.round(Math.hypot(m[12] - home[0], m[13] - home[1], m[14] - home[2]) / APART);
  if (number > 1000 || number === seen) return;  // beyond: where it is in the world, not the view
  setTimeout(finish, 0, number);  // once this picture has been drawn
  seen = number;
});
const finish = (number) => {
  if (window.kane.drawn[number] !== undefined) return;
  window.kane.drawn[number] = last;
  scene.readPixels(0, 0, 1, 1, scene.RGBA, scene.UNSIGNED_BYTE, new Uint8Array(4));
  window.kane.pixels[number] = clock();
};
const look = () => {
  window.kane.frames += 1;
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
""".replace("RADIUS", str(_RADIUS)).replace("APART", str(_APART))


@dataclass(frozen=True, slots=True, kw_only=True)
class Latency:
    """Seconds from the hand's move to each hop, a row for each move; pictures a second."""

    rows: Any
    pictures: float

    @property
    def medians(self) -> dict[str, float]:
        """By hop."""
        return dict(zip(HOPS, np.median(self.rows, axis=0).tolist(), strict=True))

    def __str__(self) -> str:
        found = ", ".join(f"{name} {1e3 * value:.1f}" for name, value in self.medians.items())
        return f"ms from the hand at the median: {found}; {self.pictures:.0f} pictures a second"


class Hand:
    """A hand that is put to numbered places at uneven times, and knows when."""

    def __init__(self) -> None:
        self.mouse = Mouse()
        self.moved: dict[int, float] = {}
        self.sent: dict[int, float] = {}
        self.ended = threading.Event()

    def live(self) -> None:
        """The life of its thread."""
        source, number = np.random.default_rng(2), 0
        while not self.ended.wait(float(source.uniform(0.08, 0.16))):
            number += 1
            self.moved[number] = time.time()
            self.mouse.drag((_APART * number, 0.0, 0.0))

    def told(self, loop: Loop) -> int:
        """The number of the place that the last tick has read."""
        return round(float(loop.own.reading[at.POSITION]) / _APART)


def latency(seconds: float) -> Latency | None:
    """Measured for so long; None without a browser."""
    path = shutil.which("chromium")
    if path is None:
        return None
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    scene, hand = GALLERY["cart"](), Hand()
    loop = feel(scene.system, scene.handle, hand.mouse, q=scene.q, events=scene.events)
    window = live(
        scene.system, loop.model, loop.state, title="latency", carrier="basket",
        axes=scene.handle.axes, solids=scene.solids, port=0,
    )  # fmt: skip
    mark = window.window.scene.add_icosphere("/mark", _RADIUS, (40, 40, 40))
    state = window.now

    def now() -> Any:
        number = hand.told(loop)
        if number > 0 and number not in hand.sent:
            mark.position = (_APART * number, 0.0, 0.0)
            hand.sent[number] = time.time()
        return state()

    window.now = now
    loop.start()
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=path, args=list(FLAGS))
        page = chromium.new_page(viewport={"width": 480, "height": 320})
        page.add_init_script(_WATCH)
        page.goto(window.address)
        page.wait_for_selector("canvas", timeout=60_000)
        page.wait_for_timeout(3000)
        page.evaluate("() => { window.kane.home = null; }")  # the camera stands still by now
        page.wait_for_timeout(500)
        threading.Thread(target=hand.live, daemon=True).start()
        frames = page.evaluate("() => window.kane.frames")
        page.wait_for_timeout(1000 * seconds)
        seen = page.evaluate("() => window.kane")
        hand.ended.set()
        chromium.close()
    loop.stop()
    window.close()
    return Latency(rows=_rows(hand, seen), pictures=(seen["frames"] - frames) / seconds)


def _rows(hand: Hand, seen: Any) -> Any:
    """Moves that were seen at every hop; one that a newer one overtook was not."""
    found = []
    for number, moved in hand.moved.items():
        later = [hand.sent.get(number), *(seen[hop].get(str(number)) for hop in HOPS[1:])]
        if None not in later:
            found.append([float(one) - moved for one in later if one is not None])
    return np.array(found).reshape(-1, len(HOPS))
