"""Systems to feel, each in one file: `kane feel cart`, `kane feel piano` …

From: scene.py    Next: cart.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kane.haptics.gallery.bowl import bowl
from kane.haptics.gallery.cart import cart
from kane.haptics.gallery.maze import maze
from kane.haptics.gallery.pendulum import pendulum
from kane.haptics.gallery.piano import piano
from kane.haptics.gallery.scene import Scene
from kane.haptics.gallery.stanford import stanford

GALLERY: Final[dict[str, Callable[[], Scene]]] = {
    "cart": cart,
    "piano": piano,
    "maze": maze,
    "bowl": bowl,
    "pendulum": pendulum,
    "stanford": stanford,
}
