"""Fit: how much room what is drawn takes, so that the first view shows it whole and near.

From: poses.py, solids.py    Next: window.py, playback.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from kane.model.solid import Solid
from kane.viewer.meshes import mesh_of
from kane.viewer.poses import Pose
from kane.viewer.window import Room, extent

Array = np.ndarray[Any, np.dtype[np.float64]]
FAR: Final = 4.0  # what travels so many times its own reach is shown from near, and followed


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """How far a system reaches, the room of its motion, and whether that is too much for a view.

    What travels far is shown at its first moment, and followed.
    """

    size: float
    room: Room
    travels: bool


def fit(
    every: Sequence[Mapping[str, Pose]], lines: Sequence[Array], solids: Sequence[Solid]
) -> Fit:
    """The room that a motion takes at some of its moments.

    `lines` are the places of joints and mass centres at the same moments.
    """
    corners = [(one, corners_of(one)) for one in solids]
    moments = [
        np.concatenate([joined.reshape(-1, 3), *(_placed(one, at, own) for one, own in corners)])
        for at, joined in zip(every, lines, strict=True)
    ]
    size = max(extent(one)[1] for one in moments)
    centre, reach = extent(np.concatenate(moments))
    travels = reach > FAR * size
    if travels:
        centre, reach = extent(moments[0])
    return Fit(size=size, room=Room(centre=centre, reach=reach), travels=travels)


def _placed(solid: Solid, at: Mapping[str, Pose], corners: Array) -> Array:
    if not solid.frame:
        return corners
    pose = at[solid.frame]
    return np.asarray(pose.place + turned(pose.turn, corners))


def corners_of(solid: Solid) -> Array:
    """The corners of the box around a solid, along the axes of the frame that carries it."""
    low, high = _bounds(solid)
    picks = np.array(np.meshgrid(*np.stack([low, high], axis=1))).reshape(3, -1).T
    return np.asarray(np.asarray(solid.place) + turned(np.asarray(solid.turn), picks))


def _bounds(solid: Solid) -> tuple[Array, Array]:
    sizes = np.asarray(solid.size, dtype=float)
    if solid.kind == "mesh":
        found = mesh_of(solid.mesh)
        if found is None:
            return np.zeros(3), np.zeros(3)
        vertices = found[0] * sizes
        return vertices.min(axis=0), vertices.max(axis=0)
    if solid.kind == "box":
        half = 0.5 * sizes
    elif solid.kind == "rod":
        half = np.array([sizes[0], sizes[0], 0.5 * sizes[1]])
    else:
        half = np.broadcast_to(sizes, (3,)) if len(sizes) == 1 else sizes
    return -half, half


def turned(turn: Array, places: Array) -> Array:
    """R v of the quaternion (w, u): v + 2 w u × v + 2 u × (u × v)           [Diebel2006]."""
    w, u = turn[0], np.asarray(turn[1:])
    across = np.cross(u, places)
    return np.asarray(places + 2.0 * w * across + 2.0 * np.cross(u, across))
