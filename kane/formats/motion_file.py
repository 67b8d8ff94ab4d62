"""Motion files: CSV with a column for time, each coordinate, and perhaps rates and known inputs.

    t,shoulder,elbow,u_shoulder,u_elbow,u_shoulder',u_elbow'

A speed's column has its name, or its coordinate's with one stroke: shoulder'; an acceleration's
has one stroke more. A name may be followed by its unit: shoulder [deg]. Speeds that are the
coordinates' rates may be left out, and accelerations always: they are then the derivatives of
splines of fifth degree. Columns of expressions, as `kane simulate --csv` writes, are passed over.

From: source.py    Next: kane/cli/inverse_answer.py
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kane.errors import ModelError
from kane.formats.source import Source, refuse
from kane.formats.values import number_fault, shown
from kane.model.units import unit

Array = NDArray[np.float64]
MOST_FAULTS: Final = 20
FEWEST_ROWS: Final = 6  # for splines of fifth degree
UNIT: Final = 1e-6  # how far a quaternion's length may be from one


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a motion is to hold: names of coordinates, speeds and inputs, quaternions, and each
    speed's coordinate where it is that coordinate's rate."""

    q: tuple[str, ...]
    u: tuple[str, ...]
    inputs: tuple[str, ...] = ()
    quaternions: tuple[slice, ...] = ()
    rates: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Moved:
    """A motion: q, u and u̇, one row a time; inputs by name; what splines gave."""

    t: Array
    q: Array
    u: Array
    udot: Array
    inputs: Mapping[str, Array]
    derived: tuple[str, ...]


def motion_of(source: Source, asked: Asked) -> Moved:
    """A file's motion; everything that is wrong with it is told at once."""
    lines = [
        (number, line)
        for number, line in enumerate(source.text().split("\n"), start=1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if not lines:
        refuse(f"{source.name}:1", "it has no rows.", "Give a line of names, then the times.")
    (first, head), *rest = lines
    headings = [_heading(cell, first, source) for cell in _cells(head, first, source)]
    names = [name for name, _ in headings]
    columns = _columns(names, first, asked, source)
    table = _numbers(rest, names, source) * [scale for _, scale in headings]
    source.stop_at_faults()
    numbers = [number for number, _ in rest]
    _see_times(table[:, columns["t"]], numbers, source)
    q = table[:, [columns[name] for name in asked.q]]
    _see_quaternions(q, asked, numbers, source)
    source.stop_at_faults()
    t = table[:, columns["t"]]
    u, udot, derived = _rates(t, q, table, columns, asked, source)
    inputs = {name: table[:, columns[name]] for name in asked.inputs if name in columns}
    return Moved(t=t, q=q, u=u, udot=udot, inputs=inputs, derived=derived)


# ── columns ───────────────────────────────────────────────────────────────────────────────
def _columns(names: Sequence[str], line: int, asked: Asked, source: Source) -> dict[str, int]:
    """Where each quantity stands, by the name that it has here: t, q1, u1, u1', F."""
    meaning = _meanings(asked)
    found: dict[str, int] = {}
    for k, name in enumerate(names):
        if name not in meaning and "(" in name:
            continue  # a record
        if name not in meaning:
            close = _alike(name, meaning)
            remedy = f"Do you mean {close}?" if close else _known(asked)
            if name.startswith("tip.") and not any(one.startswith("tip.") for one in meaning):
                remedy = "Say which link carries it: kane inverse --tip LINK."
            source.fault(line, f"the column {shown(name)} is none of the model's.", remedy)
        elif meaning[name] in found:
            source.fault(line, f"the column {shown(name)} is given twice.", "Keep one.")
        else:
            found[meaning[name]] = k
    _see_all(found, line, asked, source)
    source.stop_at_faults()
    return found


def _heading(cell: str, line: int, source: Source) -> tuple[str, float]:
    """A column's name, and its unit in SI."""
    found = _WITH_UNIT.fullmatch(cell)
    if found is None:
        return cell, 1.0
    try:
        return found["name"], float(unit(found["unit"]).to_si(1))
    except ModelError as error:
        source.fault(line, f"{shown(cell)}: {error.faults[0].what}", error.faults[0].remedy)
        return found["name"], 1.0


def _meanings(asked: Asked) -> dict[str, str]:
    meaning = {name: name for name in ("t", *asked.q, *asked.inputs, *asked.u)}
    meaning |= {f"{name}'": f"{name}'" for name in asked.u}
    for speed, coordinate in asked.rates.items():
        meaning |= {f"{coordinate}'": speed, f"{coordinate}''": f"{speed}'"}
    return meaning


def _see_all(found: Mapping[str, int], line: int, asked: Asked, source: Source) -> None:
    """That no coordinate is missing, and of rates all or none."""
    missing = [name for name in ("t", *asked.q) if name not in found]
    if missing:
        what = f"the column{'s' * (len(missing) > 1)} {', '.join(missing)} {_are(missing)} missing."
        source.fault(line, what, "A motion has the time t and every coordinate of the model.")
    for stroke, kind in (("", "speeds"), ("'", "accelerations")):
        given = [name for name in asked.u if name + stroke in found]
        lacking = [name + stroke for name in asked.u if name + stroke not in found]
        whole = bool(stroke) and all(name in found for name in asked.u)
        plain = whole or all(name in asked.rates for name in asked.u)
        if lacking and (given or not plain):
            what = f"of the {kind}, {', '.join(lacking)} {_are(lacking)} missing."
            remedy = "Give all of them, or none." if plain else "Give all of them."
            source.fault(line, what, remedy)


def _alike(name: str, known: Mapping[str, str]) -> str:

    return ", ".join(f"'{one}'" for one in get_close_matches(name, list(known), n=1, cutoff=0.5))


def _known(asked: Asked) -> str:
    names = ["t", *asked.q, *asked.inputs]
    listed = ", ".join(names[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")
    return f"Known are {listed}; speeds {asked.u[0] if asked.u else 'u'}, … and with a stroke."


def _are(names: Sequence[str]) -> str:
    return "are" if len(names) > 1 else "is"


# ── rows ──────────────────────────────────────────────────────────────────────────────────
def _cells(line: str, number: int, source: Source) -> list[str]:
    try:
        (cells,) = csv.reader([line], strict=True)
    except (csv.Error, ValueError) as error:
        refuse(f"{source.name}:{number}", f"the line is broken: {error}.", "Mend its quotes.")
    return [cell.strip() for cell in cells]


def _numbers(rest: list[tuple[int, str]], names: Sequence[str], source: Source) -> Array:
    table = np.zeros((len(rest), len(names)))
    if not rest:
        source.fault(1, "the motion has no times.", "Give a row for each time.")
    for row, (number, line) in enumerate(rest):
        if len(source.faults) >= MOST_FAULTS:
            source.fault(number, "so much is wrong that the rest was not read.", "Mend that first.")
            break
        cells = _cells(line, number, source)
        if len(cells) != len(names):
            what = f"the row has {len(cells)} numbers, and there are {len(names)} columns."
            source.fault(number, what, "Give each column its number.")
            continue
        table[row] = [
            _value(cell, name, number, source) for cell, name in zip(cells, names, strict=True)
        ]
    return table


def _value(cell: str, name: str, line: int, source: Source) -> float:
    if not cell:
        source.fault(line, f"{name} has a gap here.", "Fill it, or leave the row out.")
        return 0.0
    fault = number_fault(cell)
    if fault is None:
        return float(cell)
    source.fault(line, f"{name} is {shown(cell)}, {fault[0]}", fault[1])
    return 0.0


def _see_times(t: Array, lines: list[int], source: Source) -> None:
    for k in np.flatnonzero(np.diff(t) <= 0)[:MOST_FAULTS]:
        what = f"the time {t[k + 1]:g} does not come after {t[k]:g}."
        source.fault(lines[k + 1], what, "Sort the rows, and keep one for each time.")


def _see_quaternions(q: Array, asked: Asked, lines: list[int], source: Source) -> None:
    for part in asked.quaternions:
        sizes = np.linalg.norm(q[:, part], axis=1)
        for k in np.flatnonzero(~(np.abs(sizes - 1) <= UNIT))[:MOST_FAULTS]:
            names = ", ".join(asked.q[part])
            what = f"the quaternion ({names}) has the length {sizes[k]:g}."
            source.fault(lines[k], what, "Scale it to one.")


# ── rates ─────────────────────────────────────────────────────────────────────────────────
def _rates(
    t: Array, q: Array, table: Array, columns: Mapping[str, int], asked: Asked, source: Source
) -> tuple[Array, Array, tuple[str, ...]]:
    """u, u̇, and the names of what splines gave."""
    u, udot = (
        table[:, [columns[name + stroke] for name in asked.u]]
        if all(name + stroke in columns for name in asked.u)
        else None
        for stroke in ("", "'")
    )
    if u is not None and udot is not None:
        return u, udot, ()
    if len(t) < FEWEST_ROWS:
        what = f"{len(t)} times are too few to find rates from."
        remedy = f"Give at least {FEWEST_ROWS}, or the columns of speeds and accelerations."
        source.fault(1, what, remedy)
        source.stop_at_faults()
    if u is None:
        places = [asked.q.index(asked.rates[name]) for name in asked.u]
        spline = _spline(t, q[:, places])
        rates = np.asarray(spline(t, 1))
        found = np.asarray(spline(t, 2)) if udot is None else udot
        more = tuple(f"{name}'" for name in asked.u) if udot is None else ()
        return rates, found, (*asked.u, *more)
    return u, np.asarray(_spline(t, u)(t, 1)), tuple(f"{name}'" for name in asked.u)


def _spline(t: Array, values: Array) -> Any:
    from scipy.interpolate import make_interp_spline

    return make_interp_spline(t, values, k=5)


_SHOWN: Final = 40
_WITH_UNIT: Final = re.compile(r"(?P<name>[^\[\]]*\S)\s*\[(?P<unit>[^\[\]]*)\]")
