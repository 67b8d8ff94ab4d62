"""Joints: the contract, the simple motions, and the makers a description is written with.

From: kane/model/body.py    Next: contract.py
"""

from kane.model.joints.either import Fixed, Gimbal, Prismatic, Revolute, SpaceFixed, Spherical
from kane.model.joints.free import Axes
from kane.model.joints.joint import Joint
from kane.model.joints.loose import Loose
from kane.model.joints.makers import (
    Cylindrical,
    Free,
    Moving,
    Planar,
    Screw,
    Universal,
)

__all__ = [
    "Axes",
    "Cylindrical",
    "Fixed",
    "Free",
    "Gimbal",
    "Joint",
    "Loose",
    "Moving",
    "Planar",
    "Prismatic",
    "Revolute",
    "Screw",
    "SpaceFixed",
    "Spherical",
    "Universal",
]
