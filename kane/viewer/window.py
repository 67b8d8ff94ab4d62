"""Window: a system in the browser, as nodes that are moved.

From: poses.py, solids.py, server.py    Next: playback.py, live.py
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, unique
from typing import Any, Final

import numpy as np

from kane.model.solid import Solid
from kane.viewer.meshes import mesh_of
from kane.viewer.poses import Pose
from kane.viewer.server import Server

Array = np.ndarray[Any, np.dtype[np.float64]]
UP: Final = {"x": "+x", "y": "+y", "z": "+z"}
FORCE: Final = (235, 90, 40)
NEAR: Final = 1.05  # reaches away: what reaches so far fills most of a picture 75° high
_FROM: Final = {"z": (0.9, -1.7, 1.0), "y": (0.9, 1.0, 1.7), "x": (1.0, 0.9, 1.7)}
_PLANES: Final = {"x": "yz", "y": "xz", "z": "xy"}


@unique
class Light(Enum):
    """How a scene is lit. Shadows take half of what a picture costs in software rendering."""

    FLAT = 1
    SHADOWS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """The middle of what the first view shows, and how far that reaches across, in metres."""

    centre: Array
    reach: float


@dataclass(kw_only=True)
class Window:
    """What is drawn of one system. `size` is about how far it reaches, in metres."""

    server: Server
    size: float
    up: str = "z"
    frames: dict[str, Any] = field(default_factory=dict)
    lines: Any = None
    arrows: dict[str, Any] = field(default_factory=dict)
    trails: dict[str, Any] = field(default_factory=dict)

    @property
    def scene(self) -> Any:
        """viser's scene."""
        return self.server.viser.scene

    @property
    def gui(self) -> Any:
        """viser's panel."""
        return self.server.viser.gui

    def set_up(
        self, names: Sequence[str], solids: Sequence[Solid], room: Room, lit: Light = Light.FLAT
    ) -> None:
        """The nodes: a frame for each body with its solids, a floor, light, a camera."""
        size, far = self.size, 4.0 * (self.size + room.reach)
        self.scene.set_up_direction(UP[self.up])
        self.scene.configure_default_lights(cast_shadow=lit is Light.SHADOWS)
        self.scene.add_grid(
            "/floor", width=far, height=far, plane=_PLANES[self.up],
            cell_size=_round(size / 4), section_size=_round(size), infinite_grid=False,
            fade_distance=1.5 * far,
        )  # fmt: skip
        for name in names:
            self.frames[name] = self.scene.add_frame(
                f"/system/{name}", show_axes=False, axes_length=0.25 * size,
                axes_radius=0.008 * size,
            )  # fmt: skip
        for number, solid in enumerate(solids):
            self._draw(number, solid)
        camera = self.server.viser.initial_camera
        towards = np.array(_FROM[self.up]) / np.linalg.norm(_FROM[self.up])
        camera.position = tuple(float(x) for x in room.centre + NEAR * room.reach * towards)
        camera.look_at = tuple(float(x) for x in room.centre)
        camera.up = tuple(float(self.up == axis) for axis in "xyz")

    def _draw(self, number: int, solid: Solid) -> None:
        parent = f"/system/{solid.frame}" if solid.frame else "/ground"
        given: dict[str, Any] = {"wxyz": solid.turn, "position": solid.place}
        name = f"{parent}/solid {number}"
        match solid.kind:
            case "box":
                self.scene.add_box(name, color=solid.colour, dimensions=solid.size, **given)
            case "ball":
                sides = solid.size if len(solid.size) == 3 else solid.size * 3
                self.scene.add_icosphere(
                    name, radius=1.0, scale=sides, color=solid.colour, **given
                )  # fmt: skip
            case "rod":
                self.scene.add_cylinder(
                    name, radius=solid.size[0], height=solid.size[1], color=solid.colour, **given
                )
            case "bowl":
                vertices, faces = bowl(solid.size[0])
                self.scene.add_mesh_simple(
                    name, vertices, faces, color=solid.colour, opacity=0.45, side="double", **given
                )
            case "mesh":
                found = mesh_of(solid.mesh)
                if found is None:
                    return
                vertices, faces = found[0] * np.array(solid.size), found[1]
                self.scene.add_mesh_simple(
                    name, vertices, faces, color=solid.colour, flat_shading=True, side="double",
                    **given,
                )  # fmt: skip

    # ── moving ────────────────────────────────────────────────────────────────────────────
    def move(self, poses: Mapping[str, Pose]) -> None:
        """Every frame to its pose, in one go."""
        with self.server.viser.atomic():
            for name, pose in poses.items():
                if np.all(np.isfinite(pose.place)) and np.all(np.isfinite(pose.turn)):
                    self.frames[name].position = pose.place
                    self.frames[name].wxyz = pose.turn

    def send(self) -> None:
        """What has been changed is on its way, and does not wait to be bundled with more."""
        self.server.viser.flush()

    def axes(self, shown: Collection[str]) -> None:
        """The axes of these frames alone."""
        for name, frame in self.frames.items():
            frame.show_axes = name in shown

    def join(self, ends: Array) -> None:
        """Lines between joints and mass centres."""
        if not len(ends) or not np.all(np.isfinite(ends)):
            return
        if self.lines is None:
            self.lines = self.scene.add_line_segments(
                "/joints", ends.astype(np.float32), (60, 70, 90), thickness=0.006 * self.size
            )
        else:
            self.lines.points = ends.astype(np.float32)

    def arrow(self, name: str, start: Array, end: Array, colour: tuple[int, int, int]) -> None:
        """A vector from one place to another; one too short to be seen is hidden."""
        long = float(np.linalg.norm(end - start))
        seen = np.isfinite(long) and long > 0.01 * self.size
        points = np.array([[start, end]], dtype=np.float32)
        if name not in self.arrows:
            if not seen:
                return
            self.arrows[name] = self.scene.add_arrows(
                f"/arrows/{name}", points, colour, shaft_radius=0.012 * self.size,
                head_radius=0.03 * self.size, head_length=0.06 * self.size,
            )  # fmt: skip
        node = self.arrows[name]
        node.visible = bool(seen)
        if seen:
            node.points = points

    def trail(self, name: str, places: Array, colour: tuple[int, int, int]) -> None:
        """The path of a point."""
        if len(places) < 2:
            return
        pairs = np.stack([places[:-1], places[1:]], axis=1).astype(np.float32)
        if name not in self.trails:
            self.trails[name] = self.scene.add_line_segments(
                f"/paths/{name}", pairs, colour, thickness=0.004 * self.size
            )
        self.trails[name].points = pairs

    def look(self, at: Array, moved: Array) -> None:
        """Every camera follows by what was moved."""
        for client in self.server.viser.get_clients().values():
            client.camera.position = client.camera.position + moved
            client.camera.look_at = at

    def picture(self, height: int = 720, width: int = 1280) -> Array | None:
        """What the first open window shows, as an image; None where none is open."""
        clients = list(self.server.viser.get_clients().values())
        if not clients:
            return None
        return np.asarray(clients[0].get_render(height=height, width=width, transport_format="png"))

    def close(self) -> None:
        """No window any more."""
        self.server.close()


def bowl(radius: float, parts: int = 24) -> tuple[Array, Any]:
    """The lower half of a sphere as triangles."""
    around = np.linspace(0.0, 2.0 * np.pi, 2 * parts, endpoint=False)
    down = np.linspace(0.0, 0.5 * np.pi, parts)
    vertices = [
        (radius * np.cos(d) * np.cos(a), radius * np.cos(d) * np.sin(a), -radius * np.sin(d))
        for d in down
        for a in around
    ]
    ring = 2 * parts
    faces = []
    for k in range(parts - 1):
        for i in range(ring):
            j = (i + 1) % ring
            faces += [(k * ring + i, k * ring + j, (k + 1) * ring + i)]
            faces += [(k * ring + j, (k + 1) * ring + j, (k + 1) * ring + i)]
    return np.array(vertices), np.array(faces)


def extent(places: Array) -> tuple[Array, float]:
    """The middle of places, and how far they reach; a metre where they are all one."""
    finite = places[np.all(np.isfinite(places), axis=-1)]
    if not len(finite):
        return np.zeros(3), 1.0
    low, high = finite.min(axis=0), finite.max(axis=0)
    reach = float(np.linalg.norm(high - low))
    return 0.5 * (low + high), reach if reach > 1e-3 else 1.0


def _round(size: float) -> float:
    """The nearest of 1, 2, 5 times a power of ten."""
    power = 10.0 ** np.floor(np.log10(size))
    return float(min((1.0, 2.0, 5.0, 10.0), key=lambda one: abs(one - size / power)) * power)
