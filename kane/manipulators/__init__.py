"""Manipulators: where the hand is to be, how joints go from rest to rest, what motors must do,
and which masses can be told from it.

From: kane/pipeline.py    Next: laws.py, hand.py, drives.py
"""

from kane.manipulators.closed import closed_motion
from kane.manipulators.drives import Drives, belted, coupled, differential, geared, together
from kane.manipulators.hand import Hand, OutOfReach, Solution, inverse_kinematics
from kane.manipulators.identification import BaseParameters, base_parameters
from kane.manipulators.laws import Cycloidal, Quintic, Spline
from kane.manipulators.motion import JointMotion, rest_to_rest, through

__all__ = [
    "BaseParameters",
    "Cycloidal",
    "Drives",
    "Hand",
    "JointMotion",
    "OutOfReach",
    "Quintic",
    "Solution",
    "Spline",
    "base_parameters",
    "belted",
    "closed_motion",
    "coupled",
    "differential",
    "geared",
    "inverse_kinematics",
    "rest_to_rest",
    "through",
    "together",
]
