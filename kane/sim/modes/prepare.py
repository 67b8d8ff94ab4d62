"""Prepared modes: those whose equations of motion are derived and compiled on their own.

The mode without any row is always one: it runs the free system's own sparse code. Others are
named: what holds in them, exactly.

From: kane/machine/switchboard.py    Next: kane/sim/simulate.py
"""

from __future__ import annotations

from collections.abc import Sequence

from kane.errors import ArgumentError
from kane.machine.flow import Flow, Flows
from kane.machine.switchboard import MOST, Code, Switchboard
from kane.sim.functions import Native, native

Modes = Sequence[Sequence[str]]


def by_mode(flows: Flows, parameters: dict[str, float], modes: Modes) -> Native:
    """ẏ of any mode, by the code prepared for it where there is one."""
    general = native(flows.motion, parameters)
    rows = tuple(name for name, _ in flows.rows)
    wanted = [rows_of(rows, names) for names in modes]
    if not rows or len(rows) > MOST:
        return general
    place = len(flows.inputs) - 2 * len(rows)
    board = Switchboard(_code(flows.motion, parameters), place, len(rows))
    every = [()] if all(map(len, wanted)) else []
    for numbers in [*every, *wanted]:
        board.prepare(numbers, _code(flows.motion_of(tuple(numbers)), parameters))
    return Native(
        address=board.address, parameters=board.parameters, width=general.width, keeps=board
    )


def _code(flow: Flow, parameters: dict[str, float]) -> Code:
    made = native(flow, parameters)
    return Code(address=made.address, parameters=made.parameters, workspace=made.workspace)


def rows_of(rows: Sequence[str], names: Sequence[str]) -> tuple[int, ...]:
    """The numbers of the rows of constraints and contacts that hold together."""
    found: list[int] = []
    for name in names:
        own = [k for k, row in enumerate(rows) if row == name or row.startswith(f"{name}, ")]
        if not own:
            known = ", ".join(f"'{row}'" for row in rows) or "none"
            raise ArgumentError(
                f"prepare: there is no constraint '{name}' that may come and go; those there are "
                f"have the rows {known}. Name these."
            )
        found += own
    return tuple(sorted(set(found)))
