"""Joint speeds as definitions: what an arm's speeds are where it is on a platform.

From: kinds.py    Next: platform.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kane.algebra.expr import Expr
from kane.model.given import refuse, shown
from kane.model.joints.contract import Motion
from kane.model.joints.joint import Joint
from kane.model.joints.spherical import Ball
from kane.model.quantities import angular_velocity, rate


def speeds_of(joints: Sequence[Joint], given: Mapping[str, Expr]) -> dict[str, Expr]:
    """The speeds that were given, or definitions of the joints' own."""
    if given:
        return dict(given)
    free = [(joint, motion) for joint in joints for motion in joint.motions]
    return {
        name: definition
        for joint, motion in free
        for name, definition in _own(joint, motion).items()
        if name not in {_of(joint, prescribed) for prescribed in joint.prescribed}
    }


def _of(joint: Joint, coordinate: str) -> str:
    """The speed that belongs to a coordinate."""
    return dict(zip(joint.coordinates, joint.speeds, strict=False)).get(coordinate, "")


def _own(joint: Joint, motion: Motion) -> Mapping[str, Expr]:
    coordinates, speeds = motion.names
    if len(coordinates) == len(speeds):
        return {u: rate(q) for u, q in zip(speeds, coordinates, strict=True)}
    if isinstance(motion, Ball):
        w = angular_velocity(joint.child, joint.parent)
        axes = (joint.child.x, joint.child.y, joint.child.z)
        return {u: w.along(axis) for u, axis in zip(speeds, axes, strict=True)}
    what = f"joint '{joint.name}' moves by {shown(motion)}, whose speeds are no rates."
    return refuse("Arm", what, "Give the arm's System speeds of its own: speeds={…}.")
