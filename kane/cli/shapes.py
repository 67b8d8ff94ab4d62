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
    """The solids of a file that has shapes; none of others.

    A link whose visual meshes are not there, or cannot be read, shows what it collides with.
    """
    if not file.endswith((".urdf", ".xml")):
        return ()
    from kane.formats import load

    made: list[Solid] = []
    shapes, folder = load.read(file).shapes, Path(file).parent
    for frame in dict.fromkeys(one.frame for one in shapes):
        own = [one for one in shapes if one.frame == frame]
        seen = [_solid(one, folder) for one in own if one.role.value == "visual"]
        if not seen or None in seen:
            others = [_solid(one, folder) for one in own if one.role.value != "visual"]
            seen = others if any(others) else seen
        made += [one for one in seen if one is not None]
    return tuple(made)


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
    """A mesh's file that can be read: as named, or below the robot's folder or one above it."""
    from kane.viewer.meshes import mesh_of

    rest = name.split("://", 1)[-1]
    places = [Path(rest), folder / rest, *(up / rest for up in folder.parents)]
    if "://" in name:
        inner = rest.split("/", 1)[-1]
        places += [folder / inner, *(up / inner for up in folder.parents)]
    found = next((place for place in places if place.is_file()), None)
    return found if found is not None and mesh_of(str(found)) is not None else None


def _matrix(rows: Any) -> Any:
    return np.array([[float(one) for one in row] for row in rows])
