"""Random generalized speeds and motion constraints, each with what the oracle measures.

Candidates are taken while they leave Y well conditioned at a sample state: a set that does not
determine the motion is never drawn, so the library must not refuse what is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from kane.geometry import GROUND, Frame
from kane.model.body import Body, Point
from tests.draw import UNIT, Draw
from tests.measures import Measure, Now, constant, cosine, elapsed, going, placed, rated, turning
from tests.oracles.jet import Array
from tests.random_growth import Grown

LEAST: Final = 0.05  # of a new row, how much must be new


@dataclass(frozen=True, kw_only=True)
class Rows:
    """Measures that are affine in the joint rates: Y s + Z at one state."""

    Y: Array
    Z: Array


class Sample:
    """A state of a tree at which measures are taken apart."""

    def __init__(self, grown: Grown, q: Array, t: float) -> None:
        self.grown, self.q, self.t = grown, q, t
        n = grown.count
        self.rest = self._now(np.zeros(n))
        self.units = [self._now(unit) for unit in np.eye(n)]

    def _now(self, s: Array) -> Now:
        return self.grown.now(self.q, s, 0 * s, self.t, {})

    def rows(self, measures: Sequence[Measure]) -> Rows:
        """Y and Z."""
        Z = np.array([measure.of(self.rest).value for measure in measures])
        columns = [
            [measure.of(now).value - z for measure, z in zip(measures, Z, strict=True)]
            for now in self.units
        ]
        return Rows(Y=np.array(columns).T.reshape(len(measures), len(self.units)), Z=Z)


def random_speeds(draw: Draw, grown: Grown, sample: Sample, plain: float = 0.3) -> list[Measure]:
    """As many speeds as there are free natural ones, and determining these."""
    n = len(grown.natural)
    chosen: list[Measure] = []
    span = _Span(_known(grown))
    for _ in range(12 * n):
        if len(chosen) == n:
            break
        natural = draw.chance(plain)
        group = [draw.pick(grown.natural)] if natural else draw.pick(KINDS)(draw, grown)
        for measure in group:
            if len(chosen) < n and span.take(sample.rows([measure]).Y[0]):
                chosen.append(measure)
    for measure in grown.natural:  # what is still missing
        if len(chosen) < n and span.take(sample.rows([measure]).Y[0]):
            chosen.append(measure)
    return chosen


def random_constraints(draw: Draw, grown: Grown, sample: Sample, count: int) -> list[Measure]:
    """Measures that are to vanish: independent of each other and of what is prescribed."""
    chosen: list[Measure] = []
    span = _Span(_known(grown))
    for _ in range(100):
        if len(chosen) == min(count, len(grown.natural) - 1):
            break
        (measure, *_) = draw.pick(KINDS)(draw, grown)
        if draw.timed(0.3):
            measure = measure + cosine(elapsed()) * constant(draw.number(0.4))
        if span.take(sample.rows([measure]).Y[0]):
            chosen.append(measure)
    return chosen


def kept(
    sample: Sample, grown: Grown, first: Sequence[Measure], then: Sequence[Measure]
) -> list[Measure]:
    """Those of `then` that, with `first` and what is prescribed, are independent."""
    span = _Span(_known(grown))
    for measure in first:
        assert span.take(sample.rows([measure]).Y[0])
    return [measure for measure in then if span.take(sample.rows([measure]).Y[0])]


class _Span:
    """The directions that rows cover so far."""

    def __init__(self, rows: Array) -> None:
        self.basis = [row / np.linalg.norm(row) for row in rows]

    def take(self, row: Array) -> bool:
        """Whether a row adds a direction; if so it is added."""
        size = float(np.linalg.norm(row))
        left = row.copy()
        for unit in self.basis * 2:
            left = left - (left @ unit) * unit
        new = float(np.linalg.norm(left))
        if size == 0 or new < LEAST * size or new < LEAST:
            return False
        self.basis.append(left / new)
        return True


def _known(grown: Grown) -> Array:
    numbers = [grown.index.s[name] for name in grown.followed]
    return np.eye(grown.count)[numbers]


# ── kinds of definitions, each a group that belongs together ──────────────────────────────────
def own_turning(draw: Draw, grown: Grown) -> list[Measure]:
    """Two or three components of ω of a frame along its own axes."""
    frame = draw.pick(grown.frames)
    axes = draw.rng.permutation(3)[: int(draw.rng.integers(2, 4))]
    return [turning(frame, GROUND, frame, UNIT[int(k)]) for k in axes]


def own_going(draw: Draw, grown: Grown) -> list[Measure]:
    """Components of v of a joint's outer point or of a mass centre along the body's axes."""
    joint = draw.pick(grown.joints)
    frame = joint.child
    centre = isinstance(frame, Body) and draw.chance(0.5)
    point = frame.mass_centre if centre else Point("Ko", frame, joint.on)
    axes = draw.rng.permutation(3)[: int(draw.rng.integers(1, 4))]
    return [going(point, GROUND, frame, UNIT[int(k)]) for k in axes]


def other_turning(draw: Draw, grown: Grown) -> list[Measure]:
    """A component of ω along any direction of any frame, seen from any other."""
    frame, along, seen = draw.pick(grown.frames), _any(draw, grown), _any(draw, grown)
    return [turning(frame, seen if seen is not frame else GROUND, along, draw.axis())]


def other_going(draw: Draw, grown: Grown) -> list[Measure]:
    """A component of v of any point along any direction, seen from any frame."""
    frame, along, seen = draw.pick(grown.frames), _any(draw, grown), _any(draw, grown)
    point = Point(draw.name("P"), frame, draw.vector())
    return [going(point, seen if seen is not frame else GROUND, along, draw.axis())]


def combination(draw: Draw, grown: Grown) -> list[Measure]:
    """A linear combination with coefficients of coordinates, and a part that depends on time."""
    total = draw.pick(grown.natural) * constant(draw.number(draw.rng.uniform(0.5, 2)))
    for _ in range(int(draw.rng.integers(1, 3))):
        (measure, *_) = draw.pick(KINDS[:4])(draw, grown)
        factor = constant(draw.number(draw.rng.normal()))
        if draw.chance(0.5):
            factor = factor * cosine(placed(draw.pick(list(grown.index.q))))
        total = total + measure * factor
    if draw.timed(0.3):
        total = total + elapsed() * constant(draw.number(0.2))
    return [total]


def place_rate(draw: Draw, grown: Grown) -> list[Measure]:
    """The rate of a coordinate."""
    if not grown.index.s:
        return [draw.pick(grown.natural)]
    return [rated(draw.pick(list(grown.index.s)))]


Kind = Callable[[Draw, Grown], list[Measure]]
KINDS: Final[tuple[Kind, ...]] = (
    own_turning, own_going, other_turning, other_going, combination, place_rate,
)  # fmt: skip


def _any(draw: Draw, grown: Grown) -> Frame:
    found: Any = draw.pick([GROUND, *grown.frames])
    return found  # type: ignore[no-any-return]
