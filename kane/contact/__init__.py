"""Distances of convex bodies and of meshes, for runs that step in Python.

    near = distance(Sphere(0.1), (R, p), Box(1, 1, 1), (S, q))

From: kane/model/shapes.py    Next: separation.py
"""

from kane.contact.separation import Near, Pose, candidates, distance

__all__ = ["Near", "Pose", "candidates", "distance"]
