"""Loaded: a System read from a file, and what the file says beside it.

Limits, shapes and transmissions stand here, as plain values; `stops` makes contacts of limits. What
was not used, assumed or changed is told in `notes`; nothing is left out in silence.

From: kane/model/system.py    Next: urdf.py, hartenberg_denavit.py
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, unique

from kane.formats.turns import Turn
from kane.geometry.rotation import Rows
from kane.geometry.vector import Components
from kane.model.contacts import Limits
from kane.model.system import System


@unique
class What(Enum):
    """What became of something in the file."""

    IGNORED = "not used"
    KEPT = "kept, but without effect on the motion"
    ASSUMED = "assumed"
    CHANGED = "changed"
    OFFERED = "offered"


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Something that is not as the file says, or of which nothing was made."""

    what: What
    words: str
    line: int

    def __str__(self) -> str:
        return f"line {self.line}: {self.words} ({self.what.value})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """How far a coordinate goes, how fast, and with which force; None where nothing is said."""

    lower: float | None = None
    upper: float | None = None
    velocity: float | None = None
    effort: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Follows:
    """A coordinate that follows another: q = ratio·leader + offset."""

    leader: str
    ratio: float
    offset: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Transmission:
    """What stands between a motor and its joint, as the file has it."""

    name: str
    joint: str
    actuator: str = ""
    reduction: float | None = None
    rotor_inertia: float | None = None


@unique
class Role(Enum):
    """What a shape is for."""

    VISUAL = "visual"
    COLLISION = "collision"


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """Edges along x, y, z."""

    size: Components


@dataclass(frozen=True, slots=True, kw_only=True)
class Cylinder:
    """Its axis is z."""

    radius: float
    length: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Capsule:
    """A cylinder along z with half spheres added at its ends."""

    radius: float
    length: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Sphere:
    """All points of one distance."""

    radius: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Mesh:
    """A file's triangles; the file is named as it was, and not looked for."""

    filename: str
    scale: Components = (1, 1, 1)


Geometry = Box | Cylinder | Capsule | Sphere | Mesh


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What a frame looks like, or collides with: where it is along the frame's axes."""

    frame: str
    role: Role
    geometry: Geometry
    at: Components
    axes: Rows
    name: str = ""
    colour: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A System and what its file says beside it."""

    source: str
    system: System
    limits: Mapping[str, Limit] = field(default_factory=dict)  # by coordinate
    follows: Mapping[str, Follows] = field(default_factory=dict)  # by coordinate
    shapes: tuple[Shape, ...] = ()
    transmissions: tuple[Transmission, ...] = ()
    turns: tuple[Turn, ...] = ()  # decimals that look like parts of a turn
    notes: tuple[Note, ...] = ()

    @property
    def ignored(self) -> tuple[str, ...]:
        """What was not used, in words."""
        return tuple(str(note) for note in self.notes if note.what is What.IGNORED)

    @property
    def ranges(self) -> Mapping[str, tuple[float | None, float | None]]:
        """The lower and upper limits by coordinate."""
        return {name: (limit.lower, limit.upper) for name, limit in self.limits.items()}

    @property
    def stops(self) -> tuple[Limits, ...]:
        """The lower and upper limits as stops that a run keeps, of the coordinates that move.

        `system.replace(contacts=loaded.stops)`; equations and their counts stay as they were.
        """
        known = frozenset(self.system.coordinates)
        return tuple(
            Limits(name, lower, upper)
            for name, (lower, upper) in self.ranges.items()
            if name in known and _is_range(lower, upper)
        )

    @property
    def summary(self) -> str:
        """One line that says what became of the file; "" where all of it was used."""
        counts = Counter(note.what for note in self.notes)
        if not counts:
            return ""
        told = ", ".join(f"{counts[what]} {what.value}" for what in What if what in counts)
        offer = "" if What.OFFERED not in counts else f" {_offer(self.turns)}"
        where = "`kane check` lists it, `kane.formats.load.read` in `notes`"
        return f"{self.source}: {told} ({where}).{offer}"

    def __str__(self) -> str:
        return "\n".join([str(self.system), *map(str, self.notes)])


def _is_range(lower: float | None, upper: float | None) -> bool:
    """Whether something is said, and room left between the two."""
    if lower is None or upper is None:
        return lower is not upper
    return lower < upper


def _offer(turns: tuple[Turn, ...]) -> str:
    furthest = max(turn.moved for turn in turns)
    return (
        f"{len(turns)} angles look like parts of a turn, cut short (by at most {furthest:.1e} "
        'rad): snap="turns" takes them as meant, which makes the equations shorter.'
    )
