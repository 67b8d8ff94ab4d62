"""How often a scalar changes: what it depends on, from never to at every call.

From: op.py    Next: graph.py
"""

from __future__ import annotations

from enum import IntEnum, unique


@unique
class Rate(IntEnum):
    """What a value depends on; that of an operation is the largest of its operands'."""

    CONSTANT = 0
    PARAMETER = 1  # masses, lengths: change between runs
    CONFIGURATION = 2  # coordinates and time
    SPEED = 3  # generalized speeds
    INPUT = 4  # forces, accelerations, controls
