"""Velocities: those of the bodies and of what loads act on, with their partial velocities.

From: frames.py    Next: sums.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kane.algebra.expr import Expr
from kane.algebra.substitute import substitute
from kane.sympy.frames import Frames, Part, Parts, Triple
from kane.sympy.linear import linear
from kane.sympy.rates import Rates

Sympy = Any  # SymPy publishes no types
Partials = Mapping[int, Parts]


class Velocities:
    """Velocities in the inertial frame, as sums of parts, taken apart by the speeds."""

    def __init__(
        self,
        frames: Frames,
        inertial: Any,
        speeds: Sequence[int],
        absent: Sequence[int],
        udot: Sequence[int],
        rates: Rates,
    ) -> None:
        self.frames = frames
        self.inertial = inertial
        self.speeds = speeds
        self.absent = absent  # the auxiliary speeds and their rates, which are zero
        self.udot = udot
        self.rates = rates
        self._turning: dict[Any, Parts] = {inertial: ()}
        self._split: dict[Part, Mapping[int, Part]] = {}
        self._bent: dict[Part, Part] = {}
        self._omega: dict[Any, Triple] = {}

    # ── velocities ────────────────────────────────────────────────────────────────────────
    def of_point(self, point: Any) -> Parts:
        """v of a point."""
        return self.frames.parts(point.vel(self.inertial))

    def of_frame(self, frame: Any) -> Parts:
        """ω of a frame: the sum of those between the frames on the shortest way."""
        found = self._turning.get(frame)
        if found is None:
            way = self.frames.way(self.inertial, 1)
            if frame not in way:
                frame.ang_vel_in(self.inertial)  # SymPy's own words for what is not connected
            before = way[frame]
            step = self.frames.parts(frame._ang_vel_dict[before])
            found = self._turning[frame] = self.merged((*step, *self.of_frame(before)))
        return found

    def merged(self, parts: Sequence[Part]) -> Parts:
        """The same vector with one part a frame."""
        add = self.frames.scalars.graph.add
        total: dict[Any, Triple] = {}
        for frame, x, y, z in parts:
            a, b, c = total.get(frame, (0, 0, 0))
            total[frame] = (add(a, x), add(b, y), add(c, z))
        return tuple((frame, *v) for frame, v in total.items() if any(v))

    def without(self, vectors: Sequence[Parts]) -> list[Parts]:
        """The vectors with what is absent put to zero."""
        flat = self.gone([x for parts in vectors for part in parts for x in part[1:]])
        left = iter(flat)
        made = [
            tuple((part[0], next(left), next(left), next(left)) for part in parts)
            for parts in vectors
        ]
        return [tuple(part for part in parts if any(part[1:])) for parts in made]

    def gone(self, refs: Sequence[int]) -> list[int]:
        """References with what is absent put to zero."""
        return self.put_to_zero(refs, self.absent)

    def still(self, parts: Parts) -> Parts:
        """An acceleration with u̇ put to zero too."""
        left = iter(self.put_to_zero([x for part in parts for x in part[1:]], self._at_rest))
        return tuple((part[0], next(left), next(left), next(left)) for part in parts)

    @property
    def _at_rest(self) -> list[int]:
        return [*self.absent, *self.udot]

    def put_to_zero(self, refs: Sequence[int], symbols: Sequence[int]) -> list[int]:
        """References with symbols put to zero."""
        if not symbols:
            return list(refs)
        graph = self.frames.scalars.graph
        places = {Expr(graph, symbol): 0 for symbol in symbols}
        return [one.ref for one in substitute([Expr(graph, ref) for ref in refs], places)]

    # ── partial velocities ────────────────────────────────────────────────────────────────
    def split(self, vectors: Sequence[Parts]) -> None:
        """Take vectors apart by the speeds, all at once."""
        new = [
            part
            for part in dict.fromkeys(part for parts in vectors for part in parts)
            if part not in self._split
        ]
        graph = self.frames.scalars.graph
        forms = linear(graph, [x for part in new for x in part[1:]], self.speeds)
        for number, part in enumerate(new):
            three = [coefficients for coefficients, _ in forms[3 * number : 3 * number + 3]]
            self._split[part] = {
                r: (part[0], *(one.get(r, 0) for one in three))
                for r in dict.fromkeys(r for one in three for r in one)
            }

    def partials(self, parts: Parts) -> Partials:
        """The partial velocities of a vector that was taken apart, where not zero."""
        found: dict[int, list[Part]] = {}
        for part in parts:
            for r, one in self._split[part].items():
                found.setdefault(r, []).append(one)
        return {r: tuple(found[r]) for r in sorted(found)}

    # ── accelerations ─────────────────────────────────────────────────────────────────────
    def omega(self, frame: Any) -> Triple:
        """ω of a frame along its own axes, auxiliary speeds zero."""
        found = self._omega.get(frame)
        if found is None:
            (parts,) = self.without([self.of_frame(frame)])
            found = self._omega[frame] = self.frames.along(parts, frame)
        return found

    def bend(self, vectors: Sequence[Parts]) -> None:
        """Find the rates of vectors, all at once."""
        new = [
            part
            for part in dict.fromkeys(part for parts in vectors for part in parts)
            if part not in self._bent
        ]
        flat = iter(self.rates.of([x for part in new for x in part[1:]]))
        for part in new:
            self._bent[part] = self._rate(part, (next(flat), next(flat), next(flat)))

    def biases(self, parts: Parts) -> Parts:
        """The rate of a vector in the inertial frame while u̇ = 0: what is left of a."""
        bent = (self._bent[part] for part in parts)
        return tuple(part for part in bent if any(part[1:]))

    def _rate(self, part: Part, rates: Triple) -> Part:
        """dv/dt = Σ v̇_i f_i + ω_F × v."""
        frame, x, y, z = part
        if frame is self.inertial:
            return (frame, *rates)
        turned = self.frames.cross(self.omega(frame), (x, y, z))
        add = self.frames.scalars.graph.add
        return (frame, *(add(a, b) for a, b in zip(rates, turned, strict=True)))
