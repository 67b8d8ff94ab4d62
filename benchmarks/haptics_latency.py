"""From the hand to the screen: a browser that notes when it has drawn what the hand did.

The hand's device is moved; the window's text tells the loop's clock at the tick that read it. In
the page every picture looks at that text: where it has changed, the clock's time now less the one
it tells is the latency, which holds the loop, the window's thread, the socket and the browser.

From: haptics_loops.py    Next: haptics.py
"""

from __future__ import annotations

import shutil
import time
from typing import Any, Final

import numpy as np

from kane.haptics.devices.mouse import Mouse
from kane.haptics.gallery import GALLERY
from kane.haptics.loop import feel
from kane.viewer.live import live

WATCH: Final = """
() => {
  window.kaneLate = [];
  let before = "";
  const look = () => {
    for (const one of document.querySelectorAll("input")) {
      if (one.value.startsWith("at ") && one.value !== before) {
        before = one.value;
        window.kaneLate.push(Date.now() / 1000 - parseFloat(before.slice(3)));
      }
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
"""
FLAGS: Final = (
    "--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
)  # fmt: skip


def latencies(seconds: float) -> Any:
    """Seconds from the hand to the screen, one for each picture; None without a browser."""
    path = shutil.which("chromium")
    if path is None:
        return None
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    scene, mouse = GALLERY["cart"](), Mouse()
    loop = feel(scene.system, scene.handle, mouse, q=scene.q, events=scene.events)
    window = live(
        scene.system, loop.model, loop.state, title="latency", carrier="basket",
        axes=scene.handle.axes, solids=scene.solids, port=0,
    )  # fmt: skip
    told = window.window.gui.add_text("hand", initial_value="at 0", disabled=True)
    loop.start()
    wall = time.time() - time.monotonic()
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=path, args=list(FLAGS))
        page = chromium.new_page(viewport={"width": 480, "height": 320})
        page.goto(window.address)
        page.wait_for_selector("canvas", timeout=60_000)
        page.wait_for_timeout(3000)
        page.evaluate(WATCH)
        until, moved = time.monotonic() + seconds, -1.0
        while time.monotonic() < until:
            mouse.drag((0.1 * np.sin(3 * time.monotonic()), 0.0, 0.0))
            now = loop.state()
            if now.clock != moved:
                moved = now.clock
                told.value = f"at {wall + moved:.4f}"
            page.wait_for_timeout(20)
        late = page.evaluate("() => window.kaneLate")
        chromium.close()
    loop.stop()
    window.close()
    return np.array(late[1:])
