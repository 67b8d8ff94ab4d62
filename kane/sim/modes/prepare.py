"""Prepared modes: those whose equations of motion are derived and compiled on their own.

The mode without any row is always one: it runs the free system's own sparse code. Others are
named: what holds in them, exactly.

From: kane/machine/switchboard.py    Next: online.py
"""

from __future__ import annotations

from collections.abc import Sequence

from kane.errors import ArgumentError
from kane.machine.flow import Flow, Flows
from kane.machine.switchboard import MOST, Code, Switchboard
from kane.sim.functions import Native, native
from kane.sim.modes.online import ONLINE, Online

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


def while_running(flows: Flows, parameters: dict[str, float], motion: Native) -> Online | None:
    """What prepares modes while a run goes on; None where there is no table of modes."""
    if not isinstance(motion.keeps, Switchboard):
        return None
    general = native(flows.motion, parameters)
    return Online(flows=flows, parameters=parameters, general=general, board=motion.keeps)


def _code(flow: Flow, parameters: dict[str, float]) -> Code:
    made = native(flow, parameters)
    return Code(address=made.address, parameters=made.parameters, workspace=made.workspace)


def named_modes(prepare: Modes | str) -> Modes:
    """The modes that are named; none where they are to be prepared on line."""
    if not isinstance(prepare, str):
        return prepare
    if prepare != ONLINE:
        raise ArgumentError(
            f"prepare: '{prepare}' is no list of modes. Give a list of lists of names, such as "
            f'[["{prepare}"]], or "{ONLINE}".'
        )
    return ()


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
