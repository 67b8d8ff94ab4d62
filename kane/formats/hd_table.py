"""Hartenberg–Denavit tables as cells: settings and rows of words, each with its line.

TOML's lists `centre` and `inertia` become CSV's columns cx … and Ixx …: both are read alike.

From: source.py, toml_document.py    Next: hd_rows.py
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from kane.formats.source import Source, refuse
from kane.formats.toml_document import parse
from kane.formats.toml_item import Document, Item
from kane.formats.values import shown

SETTINGS: Final = ("name", "convention", "angles", "gravity")
INERTIA: Final = ("Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")
CENTRE: Final = ("cx", "cy", "cz")
COLUMNS: Final = (
    *("name", "type", "alpha", "a", "b", "d", "theta", "mass"),
    *(*CENTRE, *INERTIA),
    *("lower", "upper", "velocity", "effort", "damping", "friction", "rotor_inertia", "gear"),
)
MOST_ROWS: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What stands in a place, as words, and its line."""

    words: tuple[str, ...]
    line: int

    @property
    def word(self) -> str:
        """All of it."""
        return " ".join(self.words)


Row = Mapping[str, Cell]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A file's settings and rows; `lines` says where each row starts."""

    settings: Row
    rows: tuple[Row, ...]
    lines: tuple[int, ...]


# ── CSV ───────────────────────────────────────────────────────────────────────────────────
def from_csv(source: Source) -> Table:
    """Settings from comments, columns from the first line, then a row for each joint."""
    settings: dict[str, Cell] = {}
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(source.text().split("\n"), start=1):
        if line.lstrip().startswith("#"):
            _setting(line, number, settings, source)
        elif line.strip(" ,;\t"):
            lines.append((number, line))
    if not lines:
        refuse(f"{source.name}:1", "it has no rows.", "Give a line of columns, then the joints.")
    (first, head), *rest = lines
    columns = _columns(_cells(head, first, source), first, source)
    rows = [_row(_cells(line, number, source), columns, number, source) for number, line in rest]
    return _table(settings, rows, [number for number, _ in rest], source)


def _setting(line: str, number: int, settings: dict[str, Cell], source: Source) -> None:
    """A comment `# key = value`; any other comment is one."""
    found = _SETTING.fullmatch(line.strip())
    if found is None:
        return
    key, words = found[1].lower(), tuple(found[2].strip("[]\"' ").replace(",", " ").split())
    if key not in SETTINGS:
        return
    if key in settings:
        what = f"{key} is already given in line {settings[key].line}."
        source.fault(number, what, "Keep one.")
    settings[key] = Cell(words=words, line=number)


def _cells(line: str, number: int, source: Source) -> list[str]:
    try:
        (cells,) = csv.reader([line], strict=True)
    except (csv.Error, ValueError) as error:
        refuse(f"{source.name}:{number}", f"the line is broken: {error}.", "Mend its quotes.")
    return [cell.strip() for cell in cells]


def _columns(names: list[str], line: int, source: Source) -> list[str]:
    known = {name.lower(): name for name in COLUMNS}
    for name in names:
        if name.lower() not in known:
            what = f"the column {shown(name)} is unknown."
            source.fault(line, what, f"Known are {', '.join(COLUMNS)}.")
    found = [known.get(name.lower(), name) for name in names]
    for name in sorted({name for name in found if found.count(name) > 1}):
        source.fault(line, f"the column {shown(name)} is given twice.", "Keep one.")
    source.stop_at_faults()
    return found


def _row(cells: list[str], columns: list[str], line: int, source: Source) -> Row:
    if len(cells) != len(columns):
        what = f"the row has {len(cells)} cells, and the table {len(columns)} columns."
        source.fault(line, what, "Give each column its cell; a cell may be empty.")
    pairs = zip(columns, cells, strict=False)
    return {name: Cell(words=(cell,), line=line) for name, cell in pairs if cell}


# ── TOML ──────────────────────────────────────────────────────────────────────────────────
def from_toml(source: Source) -> Table:
    """Settings at the top, and a table [[joints]] for each joint."""
    root = parse(Document(name=source.name, text=source.text())).value
    settings: dict[str, Cell] = {}
    rows: list[Row] = []
    lines: list[int] = []
    for key, item in root.items():
        if key in SETTINGS:
            settings[key] = _cell(item)
        elif key == "joints" and isinstance(item.value, list):
            lines = [line_of(joint) for joint in item.value]
            rows = [_joint(joint, source) for joint in item.value]
        else:
            known = ", ".join(SETTINGS)
            what = f"the key {shown(key)} is unknown here."
            source.fault(line_of(item), what, f"Known are {known}, and the tables [[joints]].")
    return _table(settings, rows, lines, source)


def line_of(item: Item) -> int:
    """The line where an item's key stands."""
    return int(item.key_place.split(":")[-2])


def _joint(item: Item, source: Source) -> Row:
    if not isinstance(item.value, dict):
        source.fault(line_of(item), f"a joint is {item.kind}.", "Write [[joints]], then its keys.")
        return {}
    row: dict[str, Cell] = {}
    for key, value in item.value.items():
        row.update(_entries(key, value, source))
    return row


def _entries(key: str, item: Item, source: Source) -> Iterator[tuple[str, Cell]]:
    """The cells of a key: one, or those of the lists `centre` and `inertia`."""
    cell = _cell(item)
    if key in _LISTS:
        names = _LISTS[key]
        if not isinstance(item.value, list) or len(cell.words) not in (3, len(names)):
            counts = " or ".join(str(count) for count in sorted({3, len(names)}))
            source.fault(cell.line, f"{key} is no list of {counts}.", f"Give {', '.join(names)}.")
            return
        for name, word in zip(names, cell.words, strict=False):
            yield name, Cell(words=(word,), line=cell.line)
    elif key not in COLUMNS:
        known = ", ".join([*COLUMNS, *_LISTS])
        source.fault(cell.line, f"the key {shown(key)} is unknown.", f"Known are {known}.")
    else:
        yield key, cell


def _cell(item: Item) -> Cell:
    """The words of a value: texts as they are, numbers as they are written."""
    items = item.value if isinstance(item.value, list) else [item]
    return Cell(words=tuple(map(_word, items)), line=line_of(item))


def _word(item: Item) -> str:
    if isinstance(item.value, str):
        return item.value
    written = item.document.text[item.start : item.end]
    return written.replace("_", "") if isinstance(item.value, int | float) else f"({item.kind})"


def _table(settings: Row, rows: list[Row], lines: list[int], source: Source) -> Table:
    if not rows:
        source.fault(1, "it has no joints.", "Give a row for each.")
    if len(rows) > MOST_ROWS:
        source.fault(1, f"it has {len(rows)} joints.", f"At most {MOST_ROWS} can be read.")
    return Table(settings=settings, rows=tuple(rows), lines=tuple(lines))


_LISTS: Final = {"centre": CENTRE, "inertia": INERTIA}
_SETTING: Final = re.compile(r"#+\s*([A-Za-z]+)\s*[=:]\s*(.*)")
