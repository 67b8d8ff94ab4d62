"""Path tables: which bodies, and which joints, lie on the way from the ground to a body.

What a body's velocity depends on can be read off its row [Stoneking2008]: it has a partial
velocity for a joint's speeds where that joint is marked, and none where it is not.

From: system.py    Next: kane/dynamics/tree.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kane.geometry.vector import Frame
from kane.model.joints.joint import Joint


@dataclass(frozen=True, slots=True, kw_only=True)
class PathTable:
    """Rows are bodies; columns are bodies and the joints that carry them, in the same order."""

    bodies: tuple[str, ...]
    joints: tuple[str, ...]
    marked: tuple[tuple[bool, ...], ...]  # [body][column]: whether it lies on the way

    def __str__(self) -> str:
        """Both tables: x marks what is on the way."""
        return "\n\n".join(
            [
                _table("Bodies on the way to a body", self, self.bodies),
                _table("Joints on the way to a body", self, self.joints),
            ]
        )


def path_table(joints: Sequence[Joint]) -> PathTable:
    """The table of a tree's joints, parents before children."""
    by_child = {joint.child: number for number, joint in enumerate(joints)}
    marked = []
    for joint in joints:
        on_the_way = set()
        frame: Frame = joint.child
        while frame in by_child:
            number = by_child[frame]
            on_the_way.add(number)
            frame = joints[number].parent
        marked.append(tuple(number in on_the_way for number in range(len(joints))))
    return PathTable(
        bodies=tuple(joint.child.name for joint in joints),
        joints=tuple(joint.name for joint in joints),
        marked=tuple(marked),
    )


def _table(title: str, table: PathTable, columns: Sequence[str]) -> str:
    wide = max(len(name) for name in table.bodies)
    lines = [f"  {'':{wide}}  {'  '.join(columns)}".rstrip()]
    for name, row in zip(table.bodies, table.marked, strict=True):
        cells = (
            ("x" if here else ".").ljust(len(column))
            for column, here in zip(columns, row, strict=True)
        )
        lines.append(f"  {name:{wide}}  {'  '.join(cells)}".rstrip())
    return "\n".join([title, *lines])
