"""Penalties: the forces of overlapping shapes, and the energy that is stored in them.

    F = N n − μ N Σ v_i t_i / √(Σ v_i² + w²) on the first at K, −F on the second there
    V = (2/5) k δ^(5/2)                                           [HuntCrossley1975]

From: near.py, meanings.py    Next: active.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from kane.algebra.functions import maximum, sqrt
from kane.dynamics.express import Expression
from kane.dynamics.near import common_link, nearest, tangent
from kane.dynamics.wrenches import Wrench
from kane.geometry.vector import Vector
from kane.model.meeting import Pair
from kane.model.penalty import Penalty

LEAST: Final = 1e-300  # keeps the root's derivative finite where nothing overlaps


def wrenches(
    load: Penalty, express: Expression, value: Callable[[Any], Any]
) -> Iterator[tuple[int, Wrench]]:
    """What acts on which link; `value` gives quantities and parameters."""
    for pair in load.pairs:
        common = common_link(pair, express)
        found = nearest(pair, express)
        force = _force(load, pair, found.normal, express, value)
        for body, sign in ((pair.first, 1), (pair.second, -1)):
            link = express.tree.mounts[body.centre.frame].link
            if link >= 0:
                centre = express.from_origin(link, pair.first.centre)
                arm = centre + express.vector(_at(found.offset, express, common), link)
                F = express.vector(_at(force, express, common), link) * sign
                yield link, Wrench(force=F, torque=arm.cross(F))


def _force(
    load: Penalty, pair: Pair, n: Vector, express: Expression, value: Callable[[Any], Any]
) -> Vector:
    """On the first, along the axes of the pair's common link."""
    gap, opening, slips = load.quantities(pair)
    k, damping = value(load.stiffness), value(load.damping)
    strength = k - damping * value(opening) if damping else k
    N = depth_root(value(gap))[1] * maximum(strength, 0)
    force: Vector = n * N
    if slips:
        v = [value(slip) for slip in slips]
        width = value(load.width)
        fast = sqrt(sum((one * one for one in v), width * width))
        drag = value(load.contact.friction) * N / fast
        for number, one in enumerate(v, start=1):
            force = force - tangent(pair, number, n, express) * (drag * one)
    return force


def depth_root(gap: Any) -> tuple[Any, Any]:
    """δ and δ^(3/2)."""
    depth = maximum(-gap, 0)
    return depth, depth * sqrt(maximum(depth, LEAST))


def stored(load: Penalty, express: Expression) -> Any:
    """(2/5) k δ^(5/2), of all pairs."""
    lift = express.tree.lift
    total = lift.scalar(0)
    for pair in load.pairs:
        depth, power = depth_root(nearest(pair, express).gap)
        total = total + depth * power * lift.scalar(load.stiffness) * 2 / 5
    return total


def _at(v: Vector, express: Expression, index: int) -> Vector:
    """The same components, in the frame of the link along whose axes they are."""
    return Vector(express.frame(index), v.components)
