"""The shapes of a robot's file as solids to draw: what it shows, or else what it collides with.

From: view.py    Next: kane/model/solid.py
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from kane.model.solid import Solid

_PLAIN = (150, 155, 165)


def shapes_of(file: str) -> tuple[Solid, ...]:
    """The solids of a file that has shapes; none of others, nor for a mesh that is not there."""
    if not file.endswith((".urdf", ".xml")):
        return ()
    from kane.formats import load

    shapes = load.read(file).shapes
    seen = [one for one in shapes if one.role.value == "visual"] or list(shapes)
    made = [_solid(one, Path(file).parent) for one in seen]
    return tuple(one for one in made if one is not None)


def _solid(shape: Any, folder: Path) -> Solid | None:
    from kane.viewer.poses import quaternion

    w, x, y, z = (float(one) for one in quaternion(_matrix(shape.axes)))
    a, b, c = (float(one) for one in shape.at)
    colour = tuple(int(255 * one) for one in shape.colour[:3]) if shape.colour else _PLAIN
    geometry, mesh = shape.geometry, ""
    size: tuple[float, ...]
    match type(geometry).__name__:
        case "Box":
            kind, size = "box", tuple(geometry.size)
        case "Sphere":
            kind, size = "ball", (geometry.radius,)
        case "Cylinder" | "Capsule":
            kind, size = "rod", (geometry.radius, geometry.length)
        case _:
            found = _mesh(geometry.filename, folder)
            if found is None:
                return None
            kind, size, mesh = "mesh", tuple(geometry.scale), str(found)
    r, g, h = colour
    return Solid(
        kind=kind, size=size, frame=shape.frame, place=(a, b, c), turn=(w, x, y, z),
        colour=(r, g, h), mesh=mesh,
    )  # fmt: skip


def _mesh(name: str, folder: Path) -> Path | None:
    """A mesh's file: as named, or below the robot's folder or one above it for package://."""
    rest = name.split("://", 1)[-1]
    places = [Path(rest), folder / rest, *(up / rest for up in folder.parents)]
    if "://" in name:
        inner = rest.split("/", 1)[-1]
        places += [folder / inner, *(up / inner for up in folder.parents)]
    return next((place for place in places if place.is_file()), None)


def _matrix(rows: Any) -> Any:
    return np.array([[float(one) for one in row] for row in rows])
