"""The integers of the modes: which rows there are, what each event does to them, and contacts.

From: kane/sim/when.py    Next: layout.py, change.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np

from kane.errors import ArgumentError
from kane.machine.flow import ContactRows
from kane.sim.modes import layout as at
from kane.sim.modes.plan import CHOSEN
from kane.sim.when import Action, When

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]
Rows = Sequence[tuple[str, bool]]

OPERATIONS = {Action.IMPOSE: at.IMPOSE, Action.RELEASE: at.RELEASE, Action.STRIKE: at.STRIKE}
LAWS = {"newton": at.NEWTON, "poisson": at.POISSON, "stronge": at.STRONGE}


@dataclass(frozen=True, slots=True, kw_only=True)
class Changing:
    """All rows and contacts of a run, and what its events do to them."""

    rows: Rows
    contacts: Sequence[ContactRows]
    events: Sequence[When]
    watched: int  # events and limits: how many switches come before those of contacts
    inputs: int  # all of a
    speeds: int

    def table(self) -> Ints:
        """`modes` of layout.py."""
        count = len(self.rows)
        done = [_pairs(self.rows, event) for event in self.events]
        table = [0] * at.HEADER + [int(holds) for _, holds in self.rows]
        table[at.ROWS], table[at.MASKS] = count, self.inputs - 2 * count
        table[at.EVENTS], table[at.EVENT_TABLE] = len(done), len(table)
        begin = len(table) + 2 * len(done)
        for pairs in done:
            table += [begin, len(pairs)]
            begin += 2 * len(pairs)
        table += [number for pairs in done for pair in pairs for number in pair]
        table[at.SHARES] = int(any(one.shares for one in self.contacts))
        table[at.CONTACTS], table[at.CONTACT_TABLE] = len(self.contacts), len(table)
        table[at.CONTACT_SWITCHES] = self.watched
        for one in self.contacts:
            table += [one.normal, one.slips, LAWS[one.law], at.APART]
        table[at.ENERGY : at.SHARES] = self._places()
        table[at.FREE] = len(table)
        free = 5 * count + 2 * len(self.contacts) + self.speeds
        table[at.PLAN] = table[at.FREE] + free
        table[at.IMPULSES] = len(self.room()) - 3 * count - 1
        plans = 2 * (CHOSEN + count + self.speeds + 2 * len(self.contacts))
        return np.array([*table, *[0] * (free + plans)], dtype=np.int64)

    def room(self) -> Floats:
        """`room` of layout.py, the restitutions at its head."""
        rows, size, contacts = len(self.rows), self.speeds, len(self.contacts)
        scratch = (
            5 * rows + 2 * contacts + 32 + max(2 * rows * (rows + 2), rows * (size + 1) + size)
        )
        room = np.zeros(self._places()[-1] + scratch + 3 * rows + 1)  # and impulses (plan.py)
        for event in self.events:
            if event.action is Action.STRIKE:
                for _, row in _pairs(self.rows, event):
                    room[row] = event.restitution
        for one in self.contacts:
            room[one.normal] = one.restitution
        return room

    def _places(self) -> list[int]:
        """Where the parts of `room` begin."""
        rows, size = len(self.rows), self.speeds
        parts = (rows, 1, size * size, rows * size, rows * size, rows * rows, rows * rows, rows)
        return list(accumulate([*parts, rows, 3 * len(self.contacts)]))

    def asleep(self, event: When) -> bool:
        """Whether what an event would do is done already at the start."""
        pairs = _pairs(self.rows, event)
        held = [(self.rows[row][1], what != at.RELEASE) for what, row in pairs]
        return bool(held) and all(holds == would for holds, would in held)


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
