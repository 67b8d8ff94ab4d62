"""What can be asked for when a URDF is read.

From: turns.py    Next: urdf.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, unique
from typing import Final

from kane.formats.turns import Snap
from kane.geometry.vector import Components

EARTH: Final[Components] = (0, 0, -9.81)


@unique
class Base(Enum):
    """How the root link stands on the ground."""

    FIXED = "fixed"
    FLOATING = "floating"  # Free, by the root link's own origin as the file has it


@unique
class Mimic(Enum):
    """What becomes of a joint that the file lets follow another."""

    FOLLOW = "follow"  # its speed depends on the leader's, by a constraint
    FREE = "free"  # it moves on its own


@unique
class Inertias(Enum):
    """What becomes of an inertia that no rigid body has."""

    REFUSE = "refuse"
    MEND = "mend"  # its principal moments are raised to the next that are possible


@unique
class Dynamics(Enum):
    """What becomes of the damping and friction in the file's <dynamics>."""

    USE = "use"
    IGNORE = "ignore"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """All of them. `gravity` is along the ground's axes, in m/s²; `hold` says which joints stay
    where they are put, with their coordinates."""

    base: Base = Base.FIXED
    gravity: Components = EARTH
    snap: Snap = Snap.NONE
    mimic: Mimic = Mimic.FOLLOW
    dynamics: Dynamics = Dynamics.USE
    inertia: Inertias = Inertias.REFUSE
    hold: Mapping[str, float] = field(default_factory=dict)
