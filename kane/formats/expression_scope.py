"""Scope: what the names in an expression may mean.

Scalars, frames and points have one set of names each; where a name stands decides which is asked.
basket.x is the direction of frame 'basket'; a coordinate of that very name is written 'basket.x',
in quotes.

From: expression_tree.py    Next: expression_quantities.py
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Final

from kane.algebra.expr import Scalar
from kane.formats.expression_tokens import Slip
from kane.formats.expression_tree import Name, Node
from kane.geometry.vector import Frame, Vector
from kane.model.body import Body, Point

Points = Mapping[str, Point]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """The names that may be used, and what they mean."""

    scalars: Mapping[str, Scalar] = field(default_factory=dict)
    frames: Mapping[str, Frame] = field(default_factory=dict)
    points: Mapping[str, Points] = field(default_factory=dict)  # by frame, then by name
    coordinates: Collection[str] = ()
    forcing: Collection[str] = ()  # the joints and constraints, which exert reactions
    hints: Mapping[str, str] = field(default_factory=dict)  # why a name means nothing here

    # ── scalars and directions ────────────────────────────────────────────────────────────
    def direction(self, name: Name) -> Vector | None:
        """basket.x, if that is what the name is."""
        frame = self.frame_before(name, *_AXES)
        return None if frame is None else frame.vector(*_AXES[name.parts[-1]])

    def frame_before(self, name: Name, *last: str) -> Frame | None:
        """The frame of a name whose last part is one of these words."""
        if len(name.parts) < 2 or name.parts[-1] not in last or name.quoted[-1]:
            return None
        return self.frames.get(".".join(name.parts[:-1]))

    def unknown(self, name: Name) -> Slip:
        """That a name is no scalar, and what may be meant."""
        whole = name.whole
        if whole in self.hints:
            return Slip(name.at, f"'{whole}' {self.hints[whole]}", _OTHERWISE)
        if whole in self.frames:
            what = f"'{whole}' is a frame, and a number or vector is asked for."
            return Slip(name.at, what, f"Write {whole}.x for its direction.")
        if any(whole in points for points in self.points.values()):
            what = f"'{whole}' is a point, and a number or vector is asked for."
            return Slip(name.at, what, f"Write velocity({whole}).along(…) or distance({whole}, …).")
        if len(name.parts) > 1 and name.parts[-1] in ("x", "y", "z"):
            return _unknown(name, ".".join(name.parts[:-1]), "frame", self.frames)
        return _unknown(name, whole, "parameter, input or coordinate", self.scalars)

    def unknown_function(self, name: Name, known: Iterable[str]) -> Slip:
        """That a name is no function."""
        return _unknown(name, name.whole, "function", known)

    # ── what functions are given ──────────────────────────────────────────────────────────
    def frame(self, node: Node) -> Frame:
        """A frame by its name."""
        name = _name(node, "a body or frame")
        if name.whole not in self.frames:
            raise _unknown(name, name.whole, "body or frame", self.frames)
        return self.frames[name.whole]

    def point(self, node: Node) -> Point:
        """A point: P1, basket.P1, or a body, which means its mass centre."""
        name = _name(node, "a point or body")
        return self.point_named(name)

    def point_named(self, name: Name) -> Point:
        """The same from its name alone; a body's name alone is always its mass centre."""
        if isinstance(self.frames.get(name.whole), Body):
            return self._mass_centre(name)
        found = [points[name.whole] for points in self.points.values() if name.whole in points]
        for cut in range(1, len(name.parts)):
            frame, point = ".".join(name.parts[:cut]), ".".join(name.parts[cut:])
            found += [self.points[frame][point]] if point in self.points.get(frame, {}) else []
        if len(found) > 1:
            written = " or ".join(f"{point.frame}.{point}" for point in found)
            raise Slip(name.at, f"'{name.whole}' names {len(found)} points.", f"Write {written}.")
        if found:
            return found[0]
        return self._mass_centre(name)

    def _mass_centre(self, name: Name) -> Point:
        frame = self.frames.get(name.whole)
        if isinstance(frame, Body):
            return frame.mass_centre
        if frame is not None:
            what = f"'{name.whole}' is a frame without mass, and a point is asked for."
            raise Slip(name.at, what, "Give it a point: points.P = [0, 0, 0].")
        known = [point for points in self.points.values() for point in points]
        raise _unknown(name, name.whole, "point or body", [*known, *self.frames])

    def coordinate(self, node: Node) -> str:
        """The name of a coordinate."""
        name = _name(node, "a coordinate")
        if name.whole not in self.coordinates:
            raise _unknown(name, name.whole, "coordinate", self.coordinates)
        return name.whole

    def reacting(self, node: Node) -> str:
        """The name of a joint or constraint."""
        name = _name(node, "a joint or constraint")
        if name.whole not in self.forcing:
            raise _unknown(name, name.whole, "joint or constraint", self.forcing)
        return name.whole

    def word(self, node: Node) -> str:
        """Any name."""
        return _name(node, "a name").whole


def _name(node: Node, asked: str) -> Name:
    if isinstance(node, Name):
        return node
    raise Slip(node.at, f"{asked} is asked for.", "Give its name; quotes go round odd ones.")


def _unknown(name: Name, whole: str, kind: str, known: Iterable[str]) -> Slip:
    names = list(dict.fromkeys(known))
    close = get_close_matches(whole, names, n=1, cutoff=0.6)
    if close:
        remedy = f"Did you mean '{close[0]}'?"
    elif names:
        more = " …" if len(names) > _LISTED else ""
        remedy = f"There are {', '.join(names[:_LISTED])}{more}."
    else:
        remedy = "There is none."
    return Slip(name.at, f"there is no {kind} '{whole[:_LONG]}'.", remedy)


_AXES: Final = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}
_LISTED = 12
_LONG = 60
_OTHERWISE = "Use it where it has a meaning, or another name."
