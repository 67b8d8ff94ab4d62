"""The viewer in a real browser: what a user sees and does, with screenshots to look at.

KANE_SHOTS=FOLDER keeps the screenshots.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kane import simulate
from kane.cli.feel import opened as window_of
from kane.haptics import layout as at
from kane.haptics.devices.mouse import Mouse
from kane.haptics.gallery import GALLERY
from kane.haptics.loop import feel
from kane.pipeline import build

viser = pytest.importorskip("viser")
pytest.importorskip("playwright")
from kane.viewer.playback import Playback, view  # noqa: E402
from tests.viewer.browser import browser, image, needs_browser, opened, pixel  # noqa: E402

pytestmark = [
    needs_browser,
    pytest.mark.slow,
    pytest.mark.timeout(240),
    pytest.mark.filterwarnings("ignore"),
]
WIDE, HIGH = 900, 600


def kept(name: str) -> Path | None:
    """Where a screenshot is kept, if it is."""
    folder = os.environ.get("KANE_SHOTS")
    return Path(folder) / f"{name}.png" if folder else None


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """One browser for all."""
    with browser() as made:
        yield made


def until(true: Any, seconds: float = 20.0) -> bool:
    """Whether something becomes true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.05)
    return False


def swing() -> Playback:
    """A double pendulum, played back."""
    scene = GALLERY["pendulum"]()
    model = build(scene.system, parameters="live")
    built = [model]

    def again(values: Any) -> Any:
        built[0] = built[0].with_parameters(**values)
        return simulate(built[0], q=scene.q, until=4.0, every=0.02)

    return view(
        scene.system, again({}), solids=scene.solids, sliders={"m1": 0.5}, again=again, port=0
    )


def test_a_motion_plays_pauses_and_is_scrubbed(chromium: Any) -> None:
    shown = swing()
    try:
        page = opened(chromium, shown.address)
        shown.seek(0.0)
        page.wait_for_timeout(1000)
        first = image(page, kept("playback"))
        shown.play()
        moved = until(lambda: np.abs(image(page) - first).max() > 60)
        shown.play()
        page.get_by_text("Play or pause").click()
        assert until(lambda: not shown.playing)
        shown.seek(1.0)
        page.wait_for_timeout(500)
        still = shown.t
        page.wait_for_timeout(500)
        assert moved
        assert shown.t == still == 1.0
        page.close()
    finally:
        shown.close()


def test_a_slider_of_a_parameter_changes_the_motion(chromium: Any) -> None:
    shown = swing()
    try:
        page = opened(chromium, shown.address)
        before = shown.motion.y.copy()
        box = page.locator("input[value='0.5']").last
        box.fill("2")
        page.keyboard.press("Enter")
        assert until(lambda: np.abs(shown.motion.y - before).max() > 0.05)
        page.close()
    finally:
        shown.close()


def test_a_recording_plays_by_itself_without_a_server(chromium: Any, tmp_path: Path) -> None:
    shown = swing()
    path = shown.record(tmp_path / "swing.html", fps=10)
    shown.close()
    page = chromium.new_page(viewport={"width": WIDE, "height": HIGH})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    page.wait_for_selector("canvas", timeout=60_000)
    first = image(page, kept("recording"))
    assert until(lambda: np.abs(image(page) - first).max() > 60)
    assert not [url for url in asked if url.startswith(("http:", "https:", "ws:"))]
    page.close()


@pytest.fixture(scope="module")
def cart() -> Iterator[tuple[Any, Any]]:
    """The cart under a mouse, and its window."""
    scene = GALLERY["cart"]()
    loop = feel(scene.system, scene.handle, Mouse(), q=scene.q, events=scene.events)
    window = window_of(scene, loop, "127.0.0.1", 0)
    loop.start()
    yield loop, window
    loop.stop()
    window.close()


def pull(page: Any, loop: Any, window: Any, far: float) -> Any:
    """The handle's arrow along x taken and moved; the state while it is pulled hardest.

    A browser that draws in software may need some time before what it shows can be taken.
    """
    server, size = window.window.server.viser, window.window.size
    along = np.array([1.0, 0.0, 0.0])
    for _ in range(5):
        client, handle = list(server.get_clients().values())[-1], loop.state().handle
        start = pixel(client, handle + 0.26 * size * along, WIDE, HIGH)
        end = pixel(client, handle + (0.26 * size + far) * along, WIDE, HIGH)
        page.mouse.move(*start)
        page.wait_for_timeout(500)
        page.mouse.down()
        strongest = loop.state()
        for k in range(1, 25):
            x, y = (a + (b - a) * min(k / 8, 1) for a, b in zip(start, end, strict=True))
            page.mouse.move(x, y)
            page.wait_for_timeout(50)
            now = loop.state()
            if np.linalg.norm(now.force) > np.linalg.norm(strongest.force):
                strongest = now
        if loop.state().held:
            return strongest
        page.mouse.up()
        page.wait_for_timeout(1500)
    return strongest


def test_dragging_the_handle_moves_the_cart_and_draws_the_force(
    chromium: Any, cart: tuple[Any, Any]
) -> None:
    loop, window = cart
    page = opened(chromium, window.address)
    before = loop.state().handle.copy()

    held = pull(page, loop, window, 0.5)
    image(page, kept("dragged"))
    page.mouse.up()
    let_go = until(lambda: not loop.state().held)

    assert held.held
    assert np.linalg.norm(held.force[:3]) > 1.0
    assert np.linalg.norm(loop.state().handle - before) > 0.1
    assert "hand" in window.window.arrows  # the force was drawn
    assert let_go
    assert np.all(loop.state().force == 0.0)
    assert window.faults == 0
    page.close()


def test_a_slider_acts_on_the_running_system(chromium: Any, cart: tuple[Any, Any]) -> None:
    loop, window = cart
    page = opened(chromium, window.address)
    taken = int(loop.own.c[at.TAKEN])
    box = page.locator("input[value='20']").last
    box.fill("40")
    page.keyboard.press("Enter")
    assert until(lambda: loop.model.parameters["mB"] == 40.0)
    assert until(lambda: int(loop.own.c[at.TAKEN]) > taken)
    page.close()


def test_two_windows_see_the_same_and_one_that_dies_comes_back(
    chromium: Any, cart: tuple[Any, Any]
) -> None:
    loop, window = cart
    one, two = (opened(chromium, window.address) for _ in range(2))
    server = window.window.server.viser
    assert until(lambda: len(server.get_clients()) == 2)
    one.close()
    assert until(lambda: len(server.get_clients()) == 1)
    ticks = loop.state().tick
    two.close()
    assert until(lambda: len(server.get_clients()) == 0)
    again = opened(chromium, window.address)
    assert until(lambda: len(server.get_clients()) == 1)
    assert np.ptp(image(again, kept("reopened"))) > 100
    assert loop.alive
    assert loop.state().tick > ticks
    again.close()


def test_a_window_that_dies_while_it_holds_lets_go(chromium: Any, cart: tuple[Any, Any]) -> None:
    loop, window = cart
    page = opened(chromium, window.address)
    assert pull(page, loop, window, 0.2).held
    page.close()
    assert until(lambda: not loop.state().held)
    assert np.all(loop.state().force == 0.0)
