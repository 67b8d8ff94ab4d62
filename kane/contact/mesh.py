"""Meshes: the distance of closed surfaces made of triangles, by the `coal` library.

    near = Mesh(points, triangles).distance((R, p), other, (S, q))

Meshes need not be convex. `coal` looks at triangles: where surfaces cut each other the distance is
0 and there is no normal, nor a depth. It runs from Python, in runs that step in Python; nothing of
it stands inside equations or native loops. It comes with the extra `contact`.

From: separation.py    Next: —
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kane.contact.separation import Near, Pose, checked_pose
from kane.errors import ArgumentError


class Mesh:
    """Points, three numbers each, and triangles, three numbers of points each."""

    def __init__(self, points: ArrayLike, triangles: ArrayLike) -> None:
        corners, faces = np.array(points, dtype=float), np.array(triangles, dtype=np.int64)
        if corners.ndim != 2 or faces.ndim != 2 or corners.shape[1] != 3 or faces.shape[1] != 3:
            raise ArgumentError(
                f"A mesh has points of shape {corners.shape} and triangles of shape "
                f"{faces.shape}. Give (n, 3) and (m, 3)."
            )
        if not np.isfinite(corners).all():
            raise ArgumentError("A mesh has a point that is not finite. Give finite points.")
        if faces.size == 0 or faces.min() < 0 or faces.max() >= len(corners):
            raise ArgumentError(
                f"A mesh of {len(corners)} points has triangles {faces.tolist()[:3]}…. Give at "
                "least one, of points from 0 on."
            )
        self.coal = _library()
        self.model = self.coal.BVHModelOBBRSS()
        self.model.beginModel(len(faces), len(corners))
        for face in faces:
            self.model.addTriangle(*(corners[k] for k in face))
        self.model.endModel()

    def distance(self, pose: Pose, other: Mesh, other_pose: Pose) -> Near:
        """The distance of two meshes; the normal is NaN where they cut each other."""
        placed = [checked_pose(one) for one in (pose, other_pose)]
        if not all(np.isfinite(turn).all() and np.isfinite(place).all() for turn, place in placed):
            nothing = np.full(3, np.nan)
            return Near(distance=np.nan, normal=nothing, first=nothing, second=nothing)
        first, second = (self.coal.Transform3s(turn, place) for turn, place in placed)
        found = self.coal.DistanceResult()
        request = self.coal.DistanceRequest()
        self.coal.distance(self.model, first, other.model, second, request, found)
        on_first, on_second = (
            np.array(one) for one in (found.getNearestPoint1(), found.getNearestPoint2())
        )
        apart = max(float(found.min_distance), 0.0)
        normal = (on_first - on_second) / apart if apart > 0 else np.full(3, np.nan)
        return Near(distance=apart, normal=normal, first=on_first, second=on_second)


def _library() -> Any:
    try:
        import coal
    except ImportError:
        raise ArgumentError(
            "Distances of meshes need the library coal, which is not installed. Install "
            "kane-dynamics[contact], or give the body's convex hull as a Convex."
        ) from None
    return coal
