"""Riding: a mass centre on a turning axis moves as a point of the parent does.

Of a body whose mass centre the joint does not move, the mass belongs to the parent, as a particle
there; the body keeps its central inertia. Forces are then asked for where they are shortest, and
not turned into the body's axes and back: no c² + s² is left behind. Joint forces, M, energy and
momentum are the same; what a joint transmits is not, and is taken from the tree as described.

    place along the axis (or zero), slides none:   m → parent, at offset + R place

From: tree.py    Next: forces.py
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from kane.algebra.dependence import rate_of
from kane.algebra.rate import Rate
from kane.dynamics.tree import Carried, Link, Tree, placed
from kane.geometry.mass import MassProperties, add, add_rows
from kane.geometry.vector import Components, Vector

Home = tuple[int, Components]  # a link (−1 is the ground), and a place on it from its origin


def riding(tree: Tree, staying: Collection[int]) -> Tree:
    """The tree with every mass as far inward as it may ride; what links that stay carry, stays."""
    homes = [home(tree, body.link, body.place, staying) for body in tree.bodies]
    if all(link == body.link for (link, _), body in zip(homes, tree.bodies, strict=True)):
        return tree
    zero = tree.lift.scalar(0)
    nowhere = (zero, zero, zero)
    still = (nowhere, nowhere, nowhere)
    masses, inertias = list(tree.masses), list(tree.inertias)
    changed = {
        index
        for (link, _), body in zip(homes, tree.bodies, strict=True)
        for index in (link, body.link)
        if link != body.link
    }
    for index in changed - {-1}:
        masses[index] = MassProperties(mass=zero, first=nowhere, second=still)
        inertias[index] = still

    def put(link: int, body: Carried) -> None:
        if link in changed and link >= 0:
            own, inertia = placed(tree.lift, body)
            masses[link] = masses[link] + own
            inertias[link] = add_rows(inertias[link], inertia)

    for (link, place), body in zip(homes, tree.bodies, strict=True):
        if link == body.link:
            put(link, body)
        else:
            put(body.link, replace(body, mass=zero, place=nowhere))
            put(link, replace(body, place=place, central=still))
    return replace(tree, masses=tuple(masses), inertias=tuple(inertias), bodies=())


def home(tree: Tree, link: int, place: Components, staying: Collection[int]) -> Home:
    """The innermost link of which a place on a link is a point."""
    while link >= 0 and link not in staying:
        inner = on_parent(tree.links[link], place)
        if inner is None:
            break
        link, place = tree.links[link].parent, inner
    return link, place


def on_parent(link: Link, place: Components) -> Components | None:
    """Where the place is on the parent, if the joint does not move it."""
    if any(map(any, link.linear)):
        return None
    if not any(place):
        return link.offset.components
    along = [i for i, x in enumerate(link.angular[0]) if x] if len(link.angular) == 1 else []
    if len(along) != 1 or any(x for i, x in enumerate(place) if i != along[0]):
        return None
    turned = link.rotation.out(Vector(link.frame, place)).components
    if any(rate_of(x) > Rate.PARAMETER for x in turned):
        return None
    return add(link.offset.components, turned)
