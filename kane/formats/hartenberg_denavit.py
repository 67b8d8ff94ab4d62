"""Hartenberg–Denavit tables: a serial arm, a row for each joint, in TOML or CSV.

    name = "Stanford arm"                      # name,type,alpha,a,b,theta,mass,cz,Ixx,Iyy,Izz
    convention = "modified"                    # of the same name as comments in CSV:
    angles = "deg"                             #   # convention = modified

    [[joints]]
    type = "revolute"
    alpha = 90
    a = 0
    b = -0.1

The key `convention` says where frame i stands; each row leads from frame i−1 to frame i:

    modified   on the axis of joint i:      Rx(α) Tx(a) Tz(d) Rz(θ)      [Angeles1989 (7), (8)]
    classic    on the axis of joint i+1:    Rz(θ) Tz(d) Tx(a) Rx(α)      [HartenbergDenavit1955]

Masses, centres and central inertias are along frame i. The place along the joint's axis is the
usual offset `d`, or `b` = −d: the paper's text makes b_i the coordinate on Z_i of the foot of the
common normal, seen from the new origin O_i [Angeles1989 (8)]. A prismatic joint's coordinate is
counted as its column is: with `b`, one that grows moves its link along −Z_i, and its force is
conjugate to b. What a row holds of its variable is added to it: θ = theta + q.

From: hd_system.py    Next: load.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import MappingProxyType

from kane.errors import ArgumentError
from kane.formats.hd_rows import Arm, arm_of
from kane.formats.hd_system import system_of
from kane.formats.hd_table import Table, from_csv, from_toml
from kane.formats.loaded import Loaded, Transmission, What
from kane.formats.source import Source
from kane.formats.turns import Snap
from kane.formats.urdf_options import Options
from kane.formats.values import Reading


def read_toml(source: Source, asked: Options) -> Loaded:
    """A table in TOML."""
    _no_more_than_snap(source, asked)
    return _loaded(source, asked, from_toml)


def read_csv(source: Source, asked: Options) -> Loaded:
    """A table in CSV, its settings as comments `# key = value` above it."""
    _no_more_than_snap(source, asked)
    return _loaded(source, asked, from_csv)


def _loaded(source: Source, asked: Options, cells: _Cells) -> Loaded:
    reading = Reading(source=source, snap=asked.snap)
    table = cells(source)
    source.stop_at_faults()
    arm = arm_of(table, reading)
    source.stop_at_faults()
    system = system_of(arm, source)
    if reading.turns:
        what = What.CHANGED if asked.snap is Snap.TURNS else What.OFFERED
        furthest = max(turn.moved for turn in reading.turns)
        words = f"{len(reading.turns)} angles are parts of a turn to within {furthest:.1e} rad"
        reading.note(what, reading.turns[0].line, words)
    return Loaded(
        source=source.name,
        system=system,
        limits=MappingProxyType({row.name: row.limit for row in arm.rows}),
        transmissions=tuple(_transmissions(arm, reading)),
        turns=tuple(reading.turns),
        notes=tuple(reading.notes),
    )


def _transmissions(arm: Arm, reading: Reading) -> Iterator[Transmission]:
    """The drives of the rows that name a rotor or a gear."""
    for row in arm.rows:
        if row.rotor_inertia or row.gear != 1:
            words = f"drive of joint '{row.name}', for motors' torques"
            reading.note(What.KEPT, row.line, words)
            yield Transmission(
                name=row.name,
                joint=row.name,
                reduction=row.gear,
                rotor_inertia=row.rotor_inertia,
            )


def _no_more_than_snap(source: Source, asked: Options) -> None:
    if asked != Options(snap=asked.snap):
        raise ArgumentError(
            f"load({source.name!r}, …): of load's arguments a Hartenberg–Denavit table takes "
            "snap alone. Say the rest in the file: gravity, damping, friction."
        )


_Cells = Callable[[Source], Table]
