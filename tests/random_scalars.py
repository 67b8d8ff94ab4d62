"""Random points, frames and scalars of a tree: what loads are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kane.geometry import GROUND, Frame
from kane.model.body import Body, Point
from tests.draw import UNIT, Draw
from tests.measures import (
    Measure,
    constant,
    elapsed,
    entered,
    going,
    placed,
    rated,
    reaching,
    sine,
    turning,
)
from tests.random_growth import Grown


def scalar(draw: Draw, grown: Grown) -> Measure:
    """An expression of coordinates, speeds, quantities, time, parameters and inputs."""
    parts: list[Callable[[], Measure]] = [
        lambda: constant(draw.number(draw.rng.normal())),
        lambda: sine(placed(draw.pick(list(grown.index.q)))),
        lambda: sine(elapsed()) * constant(draw.number(0.8)),
        lambda: entered(draw.pick(["F1", "F2"])),
        lambda: _bent(draw),
        lambda: _turning(draw, grown),
        lambda: _going(draw, grown) * constant(-0.3),
        lambda: _reaching(draw, grown),
    ]
    if grown.index.s:
        parts.append(lambda: rated(draw.pick(list(grown.index.s))))
    total: Measure = draw.pick(parts)()
    for _ in range(int(draw.rng.integers(3))):
        total = total + draw.pick(parts)()
    return total


def frame(draw: Draw, grown: Grown) -> Frame:
    """Any frame, the ground among them."""
    found: Frame = draw.pick([GROUND, *grown.frames])
    return found


def another(draw: Draw, grown: Grown, than: Frame) -> Frame:
    """Any frame but this one, the ground among them."""
    found: Frame = draw.pick([one for one in [GROUND, *grown.frames] if one is not than])
    return found


def point(draw: Draw, on: Frame, far: float = 1.0) -> Point:
    """A point of a frame, the mass centre among them."""
    if isinstance(on, Body) and draw.chance(0.3):
        return on.mass_centre
    return Point(draw.name("P"), on, draw.vector(far))


def rated_names(grown: Grown) -> list[str]:
    """The coordinates of joints whose natural speeds are their coordinates' rates."""
    return [
        name
        for joint in grown.joints
        for motion in joint.motions
        for name in motion.names[0]
        if len(motion.names[0]) == len(motion.names[1])
    ]


def _bent(draw: Draw) -> Measure:
    """What is not linear in all of its inputs: sin F₃, F₄², or F₁ sin F₃."""
    makers: list[Callable[[], Measure]] = [
        lambda: sine(entered("F3")),
        lambda: entered("F4") * entered("F4"),
        lambda: entered("F1") * sine(entered("F3")),
    ]
    made: Measure = draw.pick(makers)()
    return made


def _turning(draw: Draw, grown: Grown) -> Measure:
    seen, along = frame(draw, grown), frame(draw, grown)
    return turning(draw.pick(grown.frames), seen, along, _axis(draw))


def _going(draw: Draw, grown: Grown) -> Measure:
    seen, along = frame(draw, grown), frame(draw, grown)
    return going(point(draw, draw.pick(grown.frames)), seen, along, _axis(draw))


def _reaching(draw: Draw, grown: Grown) -> Measure:
    start, end = point(draw, frame(draw, grown)), point(draw, draw.pick(grown.frames))
    return reaching(start, end, frame(draw, grown), _axis(draw))


def _axis(draw: Draw) -> Any:
    return draw.pick(UNIT)
