"""The values of named places: positions, distances, cosines and gaps.

From: express.py, rims.py    Next: places.py, meanings.py
"""

from __future__ import annotations

from typing import Any

from kane.algebra.functions import sqrt
from kane.dynamics.express import Expression
from kane.dynamics.near import nearest
from kane.dynamics.rims import gap
from kane.model.meeting import Apart
from kane.model.quantities import Cosine, Definition, Distance, Gap, Position


def place_value(definition: Definition, express: Expression) -> Any:
    """The value of a named place, an expression of coordinates, time and parameters."""
    mounts = express.tree.mounts
    match definition:
        case Position():
            index = mounts[definition.along.frame].link
            line = express.between(definition.start, definition.end, index)
            return line.dot(express.direction(definition.along, index))
        case Distance():
            index = mounts[definition.end.frame].link
            line = express.between(definition.start, definition.end, index)
            return sqrt(line.dot(line))
        case Cosine():
            index = express.common(
                mounts[definition.first.frame].link, mounts[definition.second.frame].link
            )
            a, b = definition.first, definition.second
            return express.direction(a, index).dot(express.direction(b, index))
        case Gap():
            return gap(definition.rim, express)
        case Apart():
            return nearest(definition.pair, express).gap
        case _:
            raise AssertionError(f"{definition} is no place; the checks let it pass: our fault")
