"""Hartenberg–Denavit rows: words as numbers and angles, with everything that is wrong in them.

From: hd_table.py    Next: hd_system.py
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum, unique
from typing import Any, Final

from kane.formats.hd_table import CENTRE, INERTIA, Cell, Row, Table
from kane.formats.loaded import Limit, What
from kane.formats.turns import Angle, Snap, angle, degrees, part_of_turn
from kane.formats.values import Reading, number_fault, shown
from kane.geometry.vector import Components

EARTH: Final[Components] = (0, 0, -9.81)


@unique
class Convention(Enum):
    """On which joint's axis frame i stands."""

    MODIFIED = "modified"  # joint i's
    CLASSIC = "classic"  # joint i+1's


@unique
class Unit(Enum):
    """How the table's angles are counted."""

    RADIANS = "rad"
    DEGREES = "deg"


@unique
class Kind(Enum):
    """The joints that a table knows."""

    REVOLUTE = "revolute"
    PRISMATIC = "prismatic"


@unique
class Sense(Enum):
    """How the place along a joint's axis is counted."""

    OFFSET = "d"
    COORDINATE = "b"  # the paper's: −d


@dataclass(frozen=True, slots=True, kw_only=True)
class HdRow:
    """A joint and the link that it moves; `along` is d, whichever column gave it."""

    name: str
    line: int
    kind: Kind
    sense: Sense
    alpha: Angle
    a: float
    along: float
    theta: Angle
    mass: float
    centre: Components
    inertia: tuple[float, ...]
    limit: Limit
    damping: float
    friction: float
    rotor_inertia: float  # about the rotor's own axis
    gear: float  # how often the rotor turns while the joint turns once


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """The whole table."""

    name: str
    convention: Convention
    gravity: Components
    rows: tuple[HdRow, ...]


def arm_of(table: Table, reading: Reading) -> Arm:
    """A table's numbers; faults are noted in the reading's source."""
    settings = table.settings
    convention = _choice(settings, "convention", Convention, None, reading)
    unit = _choice(settings, "angles", Unit, Unit.RADIANS, reading)
    rows = [
        _Row(cells=cells, line=line, number=number, unit=unit, reading=reading).row()
        for number, (cells, line) in enumerate(zip(table.rows, table.lines, strict=True), start=1)
    ]
    _see_names(rows, reading)
    if "angles" not in settings:
        _assume_radians(rows, reading)
    name = settings["name"].word if "name" in settings else ""
    return Arm(
        name=name.strip() or reading.source.name,
        convention=convention,
        gravity=_gravity(settings, reading),
        rows=tuple(rows),
    )


def _choice(settings: Row, key: str, kind: Any, default: Any, reading: Reading) -> Any:
    """The setting of this key, one of a few words."""
    words = " or ".join(f'"{one.value}"' for one in kind)
    cell = settings.get(key)
    if cell is None and default is None:
        remedy = f"Say {key} = {words}: where frame i stands, on the axis of joint i or i+1."
        reading.source.fault(1, f"the file does not say its {key}.", remedy)
    elif cell is not None:
        found = next((one for one in kind if one.value == cell.word.strip().lower()), None)
        if found is not None:
            return found
        what = f"the {key} is {shown(cell.word)}."
        reading.source.fault(cell.line, what, f"It may be {words}.")
    return default if default is not None else next(iter(kind))


def _gravity(settings: Row, reading: Reading) -> Components:
    cell = settings.get("gravity")
    if cell is None:
        return EARTH
    if len(cell.words) != 3:
        what = f"gravity has {len(cell.words)} numbers, not three."
        reading.source.fault(cell.line, what, "Give its components along frame 0, in m/s².")
        return EARTH
    x, y, z = (_number(Cell(words=(w,), line=cell.line), "gravity", reading) for w in cell.words)
    return (x, y, z)


def _assume_radians(rows: list[HdRow], reading: Reading) -> None:
    """Notes how angles were taken where any is not zero and nothing is said."""
    turned = [row for row in rows if row.alpha.value or row.theta.value]
    if turned:
        words = 'angles are radians, since there is no angles = "deg"'
        reading.note(What.ASSUMED, turned[0].line, words)


def _see_names(rows: list[HdRow], reading: Reading) -> None:
    first: dict[str, int] = {}
    for row in rows:
        if row.name in first:
            what = f"joint {shown(row.name)} is already in line {first[row.name]}."
            reading.source.fault(row.line, what, "Give each joint a name of its own.")
        first.setdefault(row.name, row.line)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """One row while it is read."""

    cells: Row
    line: int
    number: int
    unit: Unit
    reading: Reading

    def row(self) -> HdRow:
        """All of it."""
        kind, (sense, along) = self._kind(), self._along()
        turns = kind is Kind.REVOLUTE
        self._see_constants(turns)
        return HdRow(
            name=self.cells["name"].word if "name" in self.cells else f"q{self.number}",
            line=self.line,
            kind=kind,
            sense=sense,
            alpha=self._angle("alpha"),
            a=self._needed("a"),
            along=along,
            theta=self._angle("theta") if "theta" in self.cells else Angle(value=0.0, part=None),
            mass=self._positive("mass"),
            centre=self._centre(),
            inertia=tuple(self._or(name, 0.0) for name in INERTIA),
            limit=self._limit(),
            damping=self._positive("damping"),
            friction=self._positive("friction"),
            rotor_inertia=self._positive("rotor_inertia"),
            gear=self._or("gear", 1.0),
        )

    def _kind(self) -> Kind:
        cell = self.cells.get("type")
        if cell is None:
            self._fault(self.line, "has no type.", 'Give "revolute" (R) or "prismatic" (P).')
            return Kind.REVOLUTE
        kind = _KINDS.get(cell.word.strip().lower())
        if kind is None:
            what = f"has the type {shown(cell.word)}."
            self._fault(cell.line, what, 'It may be "revolute" (R) or "prismatic" (P).')
        return kind or Kind.REVOLUTE

    def _along(self) -> tuple[Sense, float]:
        """d, and which column gave it."""
        given = [sense for sense in Sense if sense.value in self.cells]
        if len(given) == 2:
            what = "has both b and d, which are the same but for the sign."
            self._fault(self.cells["d"].line, what, "Keep d, or the paper's b = −d.")
        if not given:
            what = "has neither b nor d."
            self._fault(self.line, what, "Give the offset d, or the paper's b = −d.")
            return Sense.OFFSET, 0.0
        value = self._needed(given[0].value)
        return given[0], value if given[0] is Sense.OFFSET else -value

    def _see_constants(self, turns: bool) -> None:
        if not turns and "theta" not in self.cells:
            what = "is prismatic and has no theta, which is constant there."
            self._fault(self.line, what, "Give it, if only zero.")

    def _centre(self) -> Components:
        x, y, z = (self._or(name, 0.0) for name in CENTRE)
        return (x, y, z)

    def _limit(self) -> Limit:
        names = ("lower", "upper", "velocity", "effort")
        given = {name: self._or(name, 0.0) for name in names if name in self.cells}
        limit = Limit(**given)
        if limit.lower is not None and limit.upper is not None and limit.lower > limit.upper:
            what = f"has a lower limit {limit.lower:g} above its upper limit {limit.upper:g}."
            self._fault(self.cells["lower"].line, what, "Exchange them.")
        return limit

    def _angle(self, column: str) -> Angle:
        value = self._needed(column)
        if self.unit is Unit.DEGREES:
            return degrees(value)
        cell = self.cells.get(column)
        found = None if cell is None else part_of_turn(cell.word, value)
        if cell is None or found is None:
            return angle(value)
        self.reading.turns.append(replace(found, line=cell.line))
        if self.reading.snap is Snap.NONE:
            return Angle(value=value)
        return Angle(value=float(found.part) * math.pi, part=found.part)

    def _needed(self, column: str) -> float:
        if column not in self.cells:
            self._fault(self.line, f"has no {column}.", "Give the column a number in this row.")
            return 0.0
        return _number(self.cells[column], f"{column} of joint {self.number}", self.reading)

    def _or(self, column: str, default: float) -> float:
        return self._needed(column) if column in self.cells else default

    def _positive(self, column: str) -> float:
        value = self._or(column, 0.0)
        if value < 0:
            what = f"has the {column} {value:g}, which is negative."
            self._fault(self.cells[column].line, what, "Give zero or more; check the sign.")
        return value

    def _fault(self, line: int, what: str, remedy: str) -> None:
        self.reading.source.fault(line, f"joint {self.number} {what}", remedy)


def _number(cell: Cell, owner: str, reading: Reading) -> float:
    fault = number_fault(cell.word)
    if fault is None:
        return float(cell.word)
    reading.source.fault(cell.line, f"{owner} is {shown(cell.word)}, {fault[0]}", fault[1])
    return 0.0


_KINDS: Final = {
    **{kind.value: kind for kind in Kind},
    "r": Kind.REVOLUTE,
    "p": Kind.PRISMATIC,
}
