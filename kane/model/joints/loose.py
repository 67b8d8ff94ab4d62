"""Loose: a joint that is not between bodies yet: its kind, and where it sits.

    Gimbal("213", at=(0.9, 0, 0.4))        turns about 2, 1, 3, somewhere on a body to be named
    Spherical(at=(0, 1, 0)).between("camera", dish, camera)

What puts bodies together by lists (kane/space) names the joint and its coordinates: by the joint's
own name if there is one coordinate, "name.1", "name.2", … if there are several.

From: joint.py    Next: makers.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kane.geometry.vector import Frame
from kane.model.joints.joint import Joint


@dataclass(frozen=True, slots=True, kw_only=True)
class Loose:
    """A maker of joints with all its arguments but names and frames."""

    maker: Callable[..., Joint]
    coordinates: int  # how many names it takes; 0 where it takes the joint's own
    given: Mapping[str, Any] = field(default_factory=dict)

    def between(
        self, name: str, parent: Frame, child: Frame, motion: Mapping[str, Any] | None = None
    ) -> Joint:
        """The joint between two bodies; `motion` prescribes coordinates by name."""
        more = {"motion": motion} if motion else {}
        text = " ".join(self.names(name)) or name
        return replace(self.maker(text, parent, child, **self.given, **more), name=name)

    def names(self, name: str) -> tuple[str, ...]:
        """The names of its coordinates that are angles and lengths, of the joint `name`."""
        if self.coordinates == 1:
            return (name,)
        return tuple(f"{name}.{number + 1}" for number in range(self.coordinates))

    def __repr__(self) -> str:
        given = ", ".join(f"{key}={value!r}" for key, value in self.given.items())
        return f"{self.maker.__name__}({given})"
