"""Solid: something to draw, as plain numbers; no equation knows of it.

From: body.py    Next: kane/viewer/window.py
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Solid:
    """A box (three sides), a ball (radius, or three semi-axes), a rod (radius, length along z), a
    bowl (radius), or a mesh (three scales) from the file `mesh`.

    `frame` names the body that carries it, "" is the ground; `place` and `turn`, a quaternion
    (w, x, y, z), are along its axes.
    """

    kind: str
    size: tuple[float, ...]
    frame: str = ""
    place: tuple[float, float, float] = (0.0, 0.0, 0.0)
    turn: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)
    colour: tuple[int, int, int] = (150, 155, 165)
    mesh: str = ""
