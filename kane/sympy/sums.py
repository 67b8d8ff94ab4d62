"""Sums: Kane's sums over bodies and loads, equal factors taken together as they come.

    F_r = Σ F·v_r + T·ω_r
    M_rs = Σ m v_r·v_s + ω_r·I·ω_s
    f_r = Σ (m a + ṁ v)·v_r + (I·α + ω×(I·ω))·ω_r,  a and α those of u̇ = 0
                                                                   [Kane1985 p.99, p.124]

From: velocities.py    Next: method.py
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kane.sympy.frames import Frames, Part, Parts, Triple


class Forces:
    """Σ vector · partial velocity, for each speed."""

    def __init__(self, frames: Frames, speeds: int) -> None:
        self.frames = frames
        self.graph = frames.scalars.graph
        self.scaled: list[dict[Part, dict[Part, int]]] = [{} for _ in range(speeds)]
        self.summed: list[dict[Part, dict[object, Triple]]] = [{} for _ in range(speeds)]

    def add(self, r: int, along: Sequence[Part], vector: Iterable[Part]) -> None:
        """Take in vector · Σ along."""
        add = self.graph.add
        for direction in along:
            total = self.summed[r].setdefault(direction, {})
            for frame, x, y, z in vector:
                a, b, c = total.get(frame, (0, 0, 0))
                total[frame] = (add(a, x), add(b, y), add(c, z))

    def scale(self, r: int, along: Sequence[Part], vector: Iterable[Part], factor: int) -> None:
        """Take in factor · (vector · Σ along)."""
        add = self.graph.add
        for direction in along:
            total = self.scaled[r].setdefault(direction, {})
            for part in vector:
                total[part] = add(total.get(part, 0), factor)

    def value(self, r: int) -> int:
        """The sum for speed r."""
        directions = dict.fromkeys((*self.scaled[r], *self.summed[r]))
        total = 0
        for direction in directions:
            met = self._met(r, direction)
            total = self.graph.add(total, self.frames.product(direction[1:], met))
        return total

    def _met(self, r: int, direction: Part) -> Triple:
        """All that meets one direction, along the axes of its frame."""
        frame, add, mul = direction[0], self.graph.add, self.graph.mul
        parts = [(F, *v) for F, v in self.summed[r].get(direction, {}).items()]
        x, y, z = self.frames.along(parts, frame)
        by_factor: dict[int, list[Part]] = {}
        for part, factor in self.scaled[r].get(direction, {}).items():
            by_factor.setdefault(factor, []).append(part)
        for factor, several in by_factor.items():
            a, b, c = self.frames.along(several, frame)
            x, y, z = add(x, mul(factor, a)), add(y, mul(factor, b)), add(z, mul(factor, c))
        return x, y, z


class Masses:
    """Σ m v_r·v_s + ω_r·I·ω_s, for each pair of speeds."""

    def __init__(self, frames: Frames, speeds: int) -> None:
        self.frames = frames
        self.graph = frames.scalars.graph
        self.speeds = speeds
        self.terms: dict[tuple[int, int], dict[int, int]] = {}

    def add(self, r: int, s: int, a: Parts, b: Parts, factor: int) -> None:
        """Take in factor · (a · b), for r ≤ s."""
        self.add_product(r, s, self.frames.dot(a, b), factor)

    def add_product(self, r: int, s: int, product: int, factor: int) -> None:
        """Take in factor · product, for r ≤ s."""
        if product:
            total = self.terms.setdefault((r, s), {})
            signed = factor if product > 0 else -factor
            total[abs(product)] = self.graph.add(total.get(abs(product), 0), signed)

    def matrix(self) -> list[list[int]]:
        """M."""
        M = [[0] * self.speeds for _ in range(self.speeds)]
        for (r, s), terms in self.terms.items():
            total = 0
            for product, factor in terms.items():
                total = self.graph.add(total, self.graph.mul(product, factor))
            M[r][s] = M[s][r] = total
        return M
