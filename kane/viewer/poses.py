"""Poses: where every frame of a system is, computed for one state or for a whole motion.

From: kane/model/quantities.py    Next: window.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from kane.geometry.vector import GROUND
from kane.model.body import Point, point
from kane.model.quantities import cosine, position
from kane.model.system import System

Array = np.ndarray[Any, np.dtype[np.float64]]
_UNITS: Final = (GROUND.x, GROUND.y, GROUND.z)
ORIGIN: Final = point("origin", GROUND)
_EACH: Final = 12
_LONG: Final = 1.0 / 3.0  # of the scene: the longest arrow that is fitted


@dataclass(frozen=True, slots=True, kw_only=True)
class Pose:
    """A place, and an orientation as a quaternion (w, x, y, z)."""

    place: Array
    turn: Array


@dataclass(frozen=True, slots=True, kw_only=True)
class Poses:
    """The frames of one system, the lines that join its joints, and vectors to draw."""

    frames: tuple[str, ...]
    flow: Any
    lines: Any
    segments: tuple[tuple[int, int], ...]
    arrows: tuple[Arrow, ...]
    pushes: Any
    parameters: tuple[Array, Array, Array]

    def at(self, t: float, y: Array, a: Array) -> Mapping[str, Pose]:
        """Every frame's pose at one state."""
        rows = self._rows(self.flow, 0, t, y, a).reshape(-1, _EACH)
        return {
            name: Pose(place=row[:3], turn=quaternion(row[3:].reshape(3, 3)))
            for name, row in zip(self.frames, rows, strict=True)
        }

    def skeleton_at(self, t: float, y: Array, a: Array) -> Array:
        """The ends of all lines, (segments, 2, 3)."""
        places = self._rows(self.lines, 1, t, y, a).reshape(-1, 3)
        return np.array([[places[i], places[j]] for i, j in self.segments]).reshape(-1, 2, 3)

    def arrows_at(self, t: float, y: Array, a: Array) -> Array:
        """Where arrows begin and end, (arrows, 2, 3)."""
        if not self.arrows:
            return np.zeros((0, 2, 3))
        rows = self._rows(self.pushes, 2, t, y, a).reshape(-1, 2, 3)
        scales = np.array([one.scale or 0.0 for one in self.arrows])[:, np.newaxis]
        starts = rows[:, 0] - scales * rows[:, 1] * [[float(one.pushes)] for one in self.arrows]
        return np.stack([starts, starts + scales * rows[:, 1]], axis=1)

    def fitted(self, moments: Sequence[tuple[float, Array, Array]], size: float) -> Poses:
        """The same; arrows without a scale have one by which the longest is a third of `size`."""
        loose = [one for one in self.arrows if one.scale is None]
        if not loose:
            return self
        rows = np.array([self._rows(self.pushes, 2, *one).reshape(-1, 2, 3) for one in moments])
        long = np.linalg.norm(np.nan_to_num(rows[:, :, 1], posinf=0, neginf=0), axis=-1).max(axis=0)
        longest = {
            kind: max(x for x, one in zip(long, self.arrows, strict=True) if one.kind == kind)
            for kind in {one.kind for one in loose}
        }
        made = [
            replace(one, scale=_LONG * size / (longest[one.kind] or 1.0))
            if one.scale is None
            else one
            for one in self.arrows
        ]
        return replace(self, arrows=tuple(made))

    def _rows(self, flow: Any, which: int, t: float, y: Array, a: Array) -> Array:
        p = self.parameters[which][np.newaxis]
        inputs = next(slot.size for slot in flow.kernel.inputs if slot.name == "a")
        made = flow.kernel.batch(np.array([[t]]), y[np.newaxis], a[np.newaxis, :inputs], p)
        return np.asarray(made, dtype=np.float64).reshape(-1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrow:
    """A force or a torque to draw: three quantities along the ground's axes, at a point."""

    name: str
    at: Point
    of: tuple[Any, Any, Any]
    scale: float | None = 0.01  # metres for a newton; None: as long as fits
    pushes: bool = False  # it ends at its point
    kind: str = "N"  # arrows of one kind that are fitted have one scale
    colour: tuple[int, int, int] = (230, 120, 40)


def poses(system: System, model: Any, flows: Any, arrows: Sequence[Arrow] = ()) -> Poses:
    """The poses of a system's frames, by the functions of its model's runs."""
    wanted = []
    for frame in system.frames.values():
        origin = point(f"{frame.name} origin", frame)
        wanted += [position(ORIGIN, origin).along(unit) for unit in _UNITS]
        wanted += [cosine(unit, own) for unit in _UNITS for own in (frame.x, frame.y, frame.z)]
    flow = flows.observed(wanted)
    lines, segments = flows.skeleton
    drawn = [
        value
        for one in arrows
        for value in (*(position(ORIGIN, one.at).along(unit) for unit in _UNITS), *one.of)
    ]
    pushes = flows.observed(drawn) if drawn else flow
    return Poses(
        frames=tuple(system.frames),
        flow=flow,
        lines=lines,
        segments=segments,
        arrows=tuple(arrows),
        pushes=pushes,
        parameters=(
            flow.parameters(model.parameters),
            lines.parameters(model.parameters),
            pushes.parameters(model.parameters),
        ),
    )


def quaternion(R: Array) -> Array:
    """The quaternion (w, x, y, z) of direction cosines by rows, by its largest part first.

    4 w² = 1 + tr R, and so on for x, y, z                               [Diebel2006 Eq. 145]
    """
    squares = np.array(
        [
            1 + R[0, 0] + R[1, 1] + R[2, 2],
            1 + R[0, 0] - R[1, 1] - R[2, 2],
            1 - R[0, 0] + R[1, 1] - R[2, 2],
            1 - R[0, 0] - R[1, 1] + R[2, 2],
        ]
    )
    (x, y, z), (a, b, c) = (R[2, 1], R[0, 2], R[1, 0]), (R[1, 2], R[2, 0], R[0, 1])
    rows = (
        (squares[0], x - a, y - b, z - c),
        (x - a, squares[1], z + c, y + b),
        (y - b, z + c, squares[2], x + a),
        (z - c, y + b, x + a, squares[3]),
    )
    found = np.array(rows[int(np.argmax(squares))])
    return np.asarray(found / np.linalg.norm(found))
