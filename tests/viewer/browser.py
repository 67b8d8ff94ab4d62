"""A real browser, without a screen, for the tests of the viewer."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS: Final = (
    "--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader", "--autoplay-policy=no-user-gesture-required",
)  # fmt: skip
needs_browser: Final = pytest.mark.skipif(
    CHROMIUM is None, reason="no chromium on PATH: apt-get install chromium"
)


@contextmanager
def browser() -> Iterator[Any]:
    """Chromium; ended at the end."""
    from playwright.sync_api import sync_playwright

    assert CHROMIUM is not None
    with sync_playwright() as play:
        made = play.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS), headless=True)
        try:
            yield made
        finally:
            made.close()


def opened(chromium: Any, address: str, width: int = 900, height: int = 600) -> Any:
    """A page with the scene in it."""
    page = chromium.new_page(viewport={"width": width, "height": height})
    page.goto(address)
    page.wait_for_selector("canvas", timeout=60_000)
    page.wait_for_timeout(1500)
    return page


def image(page: Any, path: Path | None = None) -> np.ndarray:
    """What the page shows."""
    import io

    from PIL import Image

    shot = page.screenshot(path=str(path) if path else None)
    return np.asarray(Image.open(io.BytesIO(shot)).convert("RGB"), dtype=np.float64)


def pixel(client: Any, place: Any, width: int, height: int) -> tuple[float, float]:
    """Where a place of the scene is on the page, by the camera that the browser reports."""
    from viser.transforms import SO3

    camera = client.camera
    x, y, z = SO3(np.asarray(camera.wxyz)).inverse() @ (
        np.asarray(place, dtype=float) - np.asarray(camera.position)
    )
    focus = 0.5 * height / np.tan(0.5 * camera.fov)
    return float(0.5 * width + focus * x / z), float(0.5 * height + focus * y / z)
