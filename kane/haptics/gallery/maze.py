"""A pin in a maze of walls: a particle in a plane, walls with rounded ends, no friction.

A wall is all that is nearer than r to a line of half length h; the gap of a point at (ξ, η) from
its middle, along and across it, is √(max(|ξ| − h, 0)² + η²) − r.

From: scene.py    Next: bowl.py
"""

from __future__ import annotations

from math import cos, hypot, sin
from typing import Any, Final

from kane.algebra import maximum, sqrt
from kane.geometry.vector import GROUND, X, Y
from kane.haptics.gallery.scene import Scene
from kane.haptics.handle import Handle
from kane.model.body import Body, Particle, point
from kane.model.joints import Prismatic
from kane.model.loads import Force
from kane.model.quantities import position, velocity
from kane.model.solid import Solid
from kane.model.symbols import parameters
from kane.model.system import System
from kane.model.touching import Touching

THICK: Final = 0.008  # half the thickness of a wall
PIN: Final = 0.006
SIDE: Final = 0.12  # half of the maze's
WALLS: Final[tuple[tuple[float, float, float, float], ...]] = (
    (-SIDE, -SIDE, SIDE, -SIDE), (SIDE, -SIDE, SIDE, SIDE), (SIDE, SIDE, -SIDE, SIDE),
    (-SIDE, SIDE, -SIDE, -SIDE), (-0.06, -SIDE, -0.06, 0.06), (0.0, SIDE, 0.0, -0.04),
    (0.06, -SIDE, 0.06, 0.05), (0.0, -0.04, 0.02, -0.04),
)  # fmt: skip


def maze() -> Scene:
    """The pin at the lower left."""
    (mass, drag) = parameters(mass="0.2 kg", drag="1 N s/m")
    across = Body("across")
    pin = Particle("pin", mass=mass)
    P = pin.point("P")
    system = System(
        "pin in a maze",
        joints=[Prismatic("x", GROUND, across, axis=X), Prismatic("y", across, pin, axis=Y)],
        loads=[
            Force(-drag * velocity(P).along(GROUND.x) * GROUND.x, at=P),
            Force(-drag * velocity(P).along(GROUND.y) * GROUND.y, at=P),
        ],
        contacts=[_wall(f"wall {k}", P, wall) for k, wall in enumerate(WALLS, 1)],
    )
    return Scene(
        title="Pin in a maze",
        text="Lead the pin from the lower left to the lower right.",
        system=system,
        handle=Handle(point=P, axes=("x", "y")),
        q={"x": -0.09, "y": -0.09},
        solids=(
            Solid(kind="ball", size=(PIN,), frame="pin", place=(0, 0, 0.01), colour=(220, 120, 60)),
            *(_drawn(wall) for wall in WALLS),
        ),
        sliders=("mass", "drag"),
        look_ahead=0.03,
    )


def _wall(name: str, P: Any, wall: tuple[float, float, float, float]) -> Touching:
    """A frictionless wall from one place to another."""
    x0, y0, x1, y1 = wall
    length = hypot(x1 - x0, y1 - y0)
    middle = point(f"{name} middle", GROUND, (0.5 * (x0 + x1), 0.5 * (y0 + y1), 0))
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    away = position(middle, P)
    along = dx * away.along(GROUND.x) + dy * away.along(GROUND.y)
    across = -dy * away.along(GROUND.x) + dx * away.along(GROUND.y)
    past = maximum(abs(along) - 0.5 * length, 0.0)
    return Touching(name, sqrt(past * past + across * across) - (THICK + PIN))


def _drawn(wall: tuple[float, float, float, float]) -> Solid:
    x0, y0, x1, y1 = wall
    flat = abs(x1 - x0) > abs(y1 - y0)
    length = hypot(x1 - x0, y1 - y0) + 2 * THICK
    half = 0.0 if flat else 0.7853981633974483
    return Solid(
        kind="box",
        size=(length, 2 * THICK, 0.02),
        place=(0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.01),
        turn=(cos(half), 0.0, 0.0, sin(half)),
    )
