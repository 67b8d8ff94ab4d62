"""Joint: which two frames are joined, where, and how one may move in the other.

A joint of several degrees of freedom is a chain of simple motions with massless frames
between them, so that the dynamics meets few kinds of motion.

From: contract.py    Next: makers.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from kane.algebra.expr import Scalar
from kane.geometry.rotation import IDENTITY, Rows
from kane.geometry.vector import ZEROS, Components, Frame
from kane.model.joints.contract import Motion


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Joint:
    """Two frames joined.

    `at` is where J's origin is in the parent, `axes` the rotation R_PJ of J's axes in it, and
    `on` where K's origin is in the child, whose axes are K's. `prescribed` gives coordinates
    that follow a function of time.
    """

    name: str
    parent: Frame
    child: Frame
    motions: tuple[Motion, ...]
    at: Components = ZEROS
    axes: Rows = IDENTITY
    on: Components = ZEROS
    prescribed: Mapping[str, Scalar] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def coordinates(self) -> tuple[str, ...]:
        """The names of its coordinates."""
        return tuple(name for motion in self.motions for name in motion.names[0])

    @property
    def speeds(self) -> tuple[str, ...]:
        """The names of its natural speeds."""
        return tuple(name for motion in self.motions for name in motion.names[1])

    def __repr__(self) -> str:
        return f"{self.name}: {self.parent} → {self.child}"
