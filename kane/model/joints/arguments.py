"""What the joints' makers are given, settled at once: names, axes, places, sequences.

From: makers.py    Next: joint.py
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any, Final

from kane.algebra.number import rounded
from kane.geometry.vector import Components, Frame, X, Y, Z
from kane.model.body import Point
from kane.model.given import is_number, position, refuse, shown, triple

Place = Point | Components
AXES: Final = {"1": X, "2": Y, "3": Z}
NAMED: Final = {  # sequences that have a name
    "yaw-pitch-roll": "321",
    "roll-pitch-yaw": "123",
    "precession-nutation-spin": "313",
    "azimuth-elevation": "32",
    "roll": "1",
    "pitch": "2",
    "yaw": "3",
}
ROUNDED: Final = 2.0**-50  # how far the length of a unit vector of doubles may be from one


def names(text: Any, count: int) -> tuple[str, ...]:
    """The names in a string, as many as the joint has coordinates."""
    given = tuple(text.split()) if isinstance(text, str) else ()
    if len(given) != count:
        refuse(
            f"Joint {shown(text)}",
            f"{len(given)} coordinates are named; this joint has {count}.",
            "Name them in one text, separated by spaces.",
        )
    return given


def unit(axis: Components, item: str) -> Components:
    """The axis at unit length; coordinate axes stay exact, unit vectors as they are."""
    path = f"Joint {shown(item)}"
    given = triple(axis, path, "axis")
    if not all(is_number(a) for a in given):
        refuse(
            path,
            f"axis {shown(given)} is not made of numbers.",
            "Give numbers; a direction with parameters comes by `axes`, which turns the joint.",
        )
    length = math.hypot(*(rounded(a) for a in given))
    if not length > 0 or not math.isfinite(length):
        refuse(path, f"axis {shown(given)} has length {length}.", "Give a direction.")
    if abs(length - 1) <= ROUNDED or sum(a != 0 for a in given) == 1:
        x, y, z = (int(a / length) if abs(a) == length else a for a in given)
    else:
        x, y, z = (a / length for a in given)
    return (x, y, z)


def place(where: Place, frame: Frame, item: str, field: str) -> Components:
    """A position in a frame, from a Point of it or from components."""
    path = f"Joint {shown(item)}"
    if not isinstance(where, Point):
        return position(where, frame, path, field)
    if where.frame is not frame:
        refuse(
            path,
            f"{field} is point '{where}' of '{where.frame}', not of {shown(frame)}.",
            f"Give a point of {shown(frame)}.",
        )
    return where.position


def sequence_of(sequence: Any, item: str) -> str:
    """One to three axes out of 1, 2, 3, none twice in a row; or a name for them."""
    remedy = 'Give a text such as "213", or "yaw-pitch-roll".'
    sequence = NAMED.get(sequence, sequence) if isinstance(sequence, str) else sequence
    if not isinstance(sequence, str) or not 1 <= len(sequence) <= 3 or set(sequence) - set(AXES):
        what = f"sequence {shown(sequence)} is not made of one to three axes out of 1, 2, 3."
        refuse(f"Joint {shown(item)}", what, remedy)
    for first, second in pairwise(sequence):
        if first == second:
            what = f"sequence '{sequence}' turns twice about axis {first} in a row."
            refuse(f"Joint {shown(item)}", what, remedy)
    return sequence
