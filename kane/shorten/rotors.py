"""Rotors: wheels whose frame need not turn with them.

A link that turns about an axis of symmetry of all that it carries looks the same at every angle:
its frame may stay behind, and neither the angle nor its sine and cosine enter the equations.
Vectors, ω and α among them, are what they were, along axes of the parent. What is fixed in the
wheel is turned when it is asked for.

From: layout.py    Next: shorten.py
"""

from __future__ import annotations

from dataclasses import replace

from kane.dynamics.tree import Link, Mount, Tree
from kane.geometry.rotation import Plane, Rotation, transposed


def rotors(tree: Tree) -> Tree:
    """The tree with the frames of its wheels left behind."""
    bearing = {link.parent for link in tree.links}
    wheels = {
        link.index: turn
        for link in tree.links
        if link.index not in bearing and (turn := _own_turn(link)) and _symmetric(tree, link, turn)
    }
    if not wheels:
        return tree
    links = tuple(_still(link) if link.index in wheels else link for link in tree.links)
    mounts = {
        frame: _turned(mount, wheels[mount.link]) if mount.link in wheels else mount
        for frame, mount in tree.mounts.items()
    }
    return replace(tree, links=links, mounts=mounts)


def _own_turn(link: Link) -> Plane | None:
    """The last turn of a link that does nothing but turn about one of its coordinate axes."""
    if len(link.angular) != 1 or any(map(bool, link.linear[0].components)):
        return None
    last = link.rotation.factors[-1] if link.rotation.factors else None
    return last if isinstance(last, Plane) else None


def _symmetric(tree: Tree, link: Link, turn: Plane) -> bool:
    """Whether the mass of a link is the same all round the axis of its turn."""
    k = turn.axis
    i, j = (k + 1) % 3, (k + 2) % 3
    J, h = tree.inertias[link.index], tree.masses[link.index].first
    round_ = J[i][i] - J[j][j]
    return not (round_ or J[i][j] or J[i][k] or J[j][k] or h[i] or h[j])


def _still(link: Link) -> Link:
    rotation = link.rotation
    return replace(
        link,
        rotation=Rotation(rotation.outer, rotation.inner, rotation.factors[:-1]),
        still=True,
    )


def _turned(mount: Mount, turn: Plane) -> Mount:
    """A mount seen from the frame that stayed behind."""
    a, b, c = (turn.out(column) for column in transposed(mount.rotation))
    return Mount(link=mount.link, rotation=transposed((a, b, c)), origin=turn.out(mount.origin))
