"""The dimensions of coordinates and of named quantities.

From: entry.py    Next: entries.py
"""

from __future__ import annotations

from itertools import chain

from kane.model.checks.parts import Parts
from kane.model.dimension import LENGTH, NONE, RATE, TIME, Dimension
from kane.model.joints.contract import Motion
from kane.model.joints.free import Floating
from kane.model.joints.prismatic import Sliding
from kane.model.joints.revolute import Turning
from kane.model.joints.screw import Screwing
from kane.model.joints.spherical import Ball
from kane.model.meeting import Apart, Approach, Slipping
from kane.model.quantities import (
    AngularVelocity,
    CoordinateRate,
    Cosine,
    Definition,
    Distance,
    Gap,
    Position,
    RimVelocity,
    Velocity,
)

Kinds = dict[str, Dimension | None]


def coordinate_dimensions(parts: Parts) -> Kinds:
    """The dimension of every coordinate, None where a joint of one's own does not say."""
    motions = chain.from_iterable(joint.motions for joint in parts.joints.values())
    found: Kinds = {}
    for motion in motions:
        found.update(zip(motion.names[0], motion_dimensions(motion), strict=False))
    return found


def motion_dimensions(motion: Motion) -> tuple[Dimension | None, ...]:
    """The dimensions of a motion's coordinates."""
    match motion:
        case Turning() | Screwing():
            return (NONE,)
        case Sliding():
            return (LENGTH,)
        case Ball():
            return (NONE,) * 4
        case Floating():
            return (LENGTH,) * 3 + (NONE,) * 4
        case _:
            return (None,) * len(motion.names[0])


def quantity_dimension(definition: Definition, kinds: Kinds) -> Dimension | None:
    """The dimension of a named quantity along a unit direction."""
    match definition:
        case CoordinateRate():
            kind = kinds.get(definition.coordinate)
            return kind / TIME if kind else None
        case AngularVelocity():
            return RATE
        case Velocity():
            return LENGTH / TIME
        case RimVelocity() | Approach() | Slipping():
            return LENGTH / TIME
        case Position() | Distance() | Gap() | Apart():
            return LENGTH
        case Cosine():
            return NONE
        case _:
            return None
