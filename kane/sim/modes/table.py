"""The integers of the modes: which rows there are, and what each event does to them.

From: kane/sim/when.py    Next: change.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kane.errors import ArgumentError
from kane.sim.modes.change import EVENTS, FREE, HEADER, IMPOSE, MASKS, RELEASE, ROWS, STRIKE, WANTED
from kane.sim.when import Action, When

Ints = np.ndarray[Any, np.dtype[np.int64]]
Rows = Sequence[tuple[str, bool]]

OPERATIONS = {Action.IMPOSE: IMPOSE, Action.RELEASE: RELEASE, Action.STRIKE: STRIKE}


def modes_table(rows: Rows, inputs: int, speeds: int, events: Sequence[When]) -> Ints:
    """The table of `change.py` for these rows and events; `inputs` counts all of a."""
    count = len(rows)
    done = [_pairs(rows, event) for event in events]
    table = [0] * HEADER + [int(holds) for _, holds in rows]
    table[ROWS], table[MASKS], table[WANTED] = count, inputs - 2 * count, len(table)
    table[EVENTS] = len(done)
    begin = len(table) + 2 * len(done)
    for pairs in done:
        table += [begin, len(pairs)]
        begin += 2 * len(pairs)
    table += [number for pairs in done for pair in pairs for number in pair]
    table[FREE] = len(table)
    return np.array([*table, *[0] * (2 * count + speeds)], dtype=np.int64)


def asleep(rows: Rows, event: When) -> bool:
    """Whether what an event would do is done already at the start."""
    pairs = _pairs(rows, event)
    return bool(pairs) and all(rows[row][1] == (what != RELEASE) for what, row in pairs)


def room_of(rows: Rows, speeds: int, states: int) -> int:
    """The doubles that a change of mode needs."""
    count = len(rows)
    terms = speeds * speeds + count * speeds + 2 * count
    return terms + states + max(count * (speeds + 1) + speeds, count)


def restitutions(rows: Rows, events: Sequence[When]) -> Mapping[int, float]:
    """The restitution of each row that an event strikes."""
    return {
        row: float(event.restitution)
        for event in events
        if event.action is Action.STRIKE
        for _, row in _pairs(rows, event)
    }


def _pairs(rows: Rows, event: When) -> list[tuple[int, int]]:
    """(what, row) for every row of the constraint that an event names."""
    if event.action not in OPERATIONS:
        return []
    found = [
        number
        for number, (name, _) in enumerate(rows)
        if name == event.name or name.startswith(f"{event.name}, ")
    ]
    if not found:
        known = ", ".join(f"'{name}'" for name, _ in rows) or "none"
        raise ArgumentError(
            f"When({event.condition}): there is no constraint '{event.name}' that may come and go; "
            f"those there are have the rows {known}. A constraint with a dependent speed, or one "
            "that the choice of speeds sees to, always holds."
        )
    return [(OPERATIONS[event.action], number) for number in found]
