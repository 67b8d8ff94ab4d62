"""Scene: a system with what there is to know to put it under a hand.

From: kane/haptics/handle.py    Next: cart.py, maze.py …
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kane.haptics.handle import Handle
from kane.model.solid import Solid
from kane.model.system import System
from kane.sim.when import When


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A system to feel: where it is held, how it begins, what happens to it, what it looks like."""

    title: str
    text: str
    system: System
    handle: Handle
    q: Mapping[str, float] = field(default_factory=dict)
    u: Mapping[str, float] = field(default_factory=dict)
    inputs: Mapping[str, Any] = field(default_factory=dict)
    events: tuple[When, ...] = ()
    solids: tuple[Solid, ...] = ()
    up: str = "z"
    sliders: tuple[str, ...] = ()
    look_ahead: float = 0.0
    rate: float = 1000.0
    steps: int = 1
    method: str = "semi_implicit_euler"
