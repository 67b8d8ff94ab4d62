"""Meshes from files, as vertices and triangles; None where a file cannot be read.

Formats are those of trimesh (STL, OBJ, PLY, glTF); Collada (.dae) needs its package pycollada.

From: kane/model/solid.py    Next: window.py
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]


@lru_cache(maxsize=256)
def mesh_of(path: str) -> tuple[Array, Array] | None:
    """Vertices (n, 3) and triangles (m, 3) of a file, all its parts together."""
    if not Path(path).is_file():
        return None
    try:
        import trimesh

        mesh: Any = trimesh.load_mesh(path)
        if hasattr(mesh, "to_mesh"):  # a scene of parts
            mesh = mesh.to_mesh()
        vertices, faces = np.asarray(mesh.vertices, dtype=float), np.asarray(mesh.faces)
    except Exception:  # whatever a reader says of a file that it does not understand
        return None
    sound = len(faces) > 0 and bool(np.all(np.isfinite(vertices)))
    return (vertices, faces) if sound else None
