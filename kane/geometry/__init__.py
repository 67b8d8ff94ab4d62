"""Vectors that know their frame, rotations, and mass properties.

From: kane/algebra    Next: frame.py
"""

from kane.geometry.frame import GROUND, Frame, X, Y, Z
from kane.geometry.rotation import Rotation
from kane.geometry.vector import Vector

__all__ = ["GROUND", "Frame", "Rotation", "Vector", "X", "Y", "Z"]
