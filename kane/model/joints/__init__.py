"""Joints: the contract, the simple motions, and the makers a description is written with.

From: kane/model/body.py    Next: contract.py
"""

from kane.model.joints.free import Axes
from kane.model.joints.joint import Joint
from kane.model.joints.makers import (
    Cylindrical,
    Fixed,
    Free,
    Gimbal,
    Moving,
    Planar,
    Prismatic,
    Revolute,
    Screw,
    SpaceFixed,
    Spherical,
    Universal,
)

__all__ = [
    "Axes",
    "Cylindrical",
    "Fixed",
    "Free",
    "Gimbal",
    "Joint",
    "Moving",
    "Planar",
    "Prismatic",
    "Revolute",
    "Screw",
    "SpaceFixed",
    "Spherical",
    "Universal",
]
