"""Vectors that know their frame, rotations, and mass properties.

From: kane/algebra    Next: vector.py
"""

from kane.geometry.rotation import Rotation
from kane.geometry.vector import GROUND, Frame, Vector, X, Y, Z

__all__ = ["GROUND", "Frame", "Rotation", "Vector", "X", "Y", "Z"]
