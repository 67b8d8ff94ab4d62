"""Hartenberg–Denavit rows as a System: a link for each, its axes those of the table's frame i.

    modified   J = Rx(α) Rz(θ) at (a, −d sin α, d cos α), axis z
    classic    J = Rz(θ) Rx(α) at (0, 0, d), on (−a, 0, 0), axis (0, sin α, cos α)

From: hd_rows.py    Next: hartenberg_denavit.py
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from kane.formats.hd_rows import Arm, Convention, HdRow, Kind, Sense
from kane.formats.source import Source
from kane.formats.turns import rotation
from kane.geometry.rotation import Rows
from kane.geometry.vector import GROUND, ZEROS, Components, Frame, Z
from kane.model.body import Body
from kane.model.joints.joint import Joint
from kane.model.joints.makers import Prismatic, Revolute
from kane.model.loads import Gravity, JointDamper, JointFriction, Load
from kane.model.system import System

AXIS_X, AXIS_Z = 0, 2


def system_of(arm: Arm, source: Source) -> System:
    """The arm; its faults are told with the lines of the file."""
    names = {row.name for row in arm.rows}
    links = [_link(row, number, names) for number, row in enumerate(arm.rows, start=1)]
    lines = {row.name: row.line for row in arm.rows}
    lines |= {link.name: row.line for link, row in zip(links, arm.rows, strict=True)}
    made = _modified if arm.convention is Convention.MODIFIED else _classic
    with source.in_words_of_the_file(lines):
        joints = [
            made(row, parent, child)
            for row, parent, child in zip(arm.rows, [GROUND, *links], links, strict=False)
        ]
        return System(arm.name, joints=joints, loads=[*_gravity(arm.gravity), *_dynamics(arm)])


def _link(row: HdRow, number: int, names: set[str]) -> Body:
    name = f"link{number}"
    while name in names:
        name += "_"
    return Body(name, mass=row.mass, centre=row.centre, inertia=row.inertia)


def _modified(row: HdRow, parent: Frame, child: Frame) -> Joint:
    s, c = row.alpha.sine_cosine
    at = (row.a, -row.along * s, row.along * c)
    axes = rotation([(AXIS_X, row.alpha), (AXIS_Z, row.theta)])
    return _joint(row, parent, child, Z, at, ZEROS, axes)


def _classic(row: HdRow, parent: Frame, child: Frame) -> Joint:
    s, c = row.alpha.sine_cosine
    axes = rotation([(AXIS_Z, row.theta), (AXIS_X, row.alpha)])
    return _joint(row, parent, child, (0, s, c), (0, 0, row.along), (-row.a, 0, 0), axes)


def _joint(
    row: HdRow,
    parent: Frame,
    child: Frame,
    axis: Components,
    at: Components,
    on: Components,
    axes: Rows,
) -> Joint:
    if row.kind is Kind.REVOLUTE:
        return Revolute(row.name, parent, child, axis=axis, at=at, on=on, axes=axes)
    if row.sense is Sense.COORDINATE:
        axis = (-axis[0], -axis[1], -axis[2])
    return Prismatic(row.name, parent, child, axis=axis, at=at, on=on, axes=axes)


def _gravity(given: Components) -> Iterator[Load]:
    magnitude = math.hypot(*given)
    if magnitude:
        x, y, z = (component / magnitude for component in given)
        yield Gravity(along=GROUND.vector(x, y, z), magnitude=magnitude)


def _dynamics(arm: Arm) -> Iterator[Load]:
    for row in arm.rows:
        if row.friction:
            yield JointFriction(row.name, coulomb=row.friction, viscous=row.damping)
        elif row.damping:
            yield JointDamper(row.name, row.damping)
