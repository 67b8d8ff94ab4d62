"""Inertia: what bodies bring to the mass matrix and to the bias.

From: velocities.py, sums.py    Next: equations.py
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sympy.physics.mechanics.particle import Particle
from sympy.physics.mechanics.rigidbody import RigidBody

from kane.sympy.frames import NOTHING, Frames, Parts, Rotation, Triple
from kane.sympy.sums import Forces, Masses
from kane.sympy.velocities import Velocities


@dataclass(frozen=True, slots=True, kw_only=True)
class Translation:
    """A mass that moves with a point; `a` is given where the user set it."""

    m: int
    v: Parts
    a: Parts | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Turning:
    """An inertia, its matrix along the axes of D, that turns with the body's frame B."""

    B: Any
    D: Any
    matrix: Rotation
    w: Parts
    alpha: Parts | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Motion:
    """What one body brings along."""

    translation: Translation
    turning: Turning | None


def motion_of(body: Any, velocities: Velocities) -> Motion:
    """What a SymPy body brings along, auxiliary speeds still in it."""
    frames, N = velocities.frames, velocities.inertial
    if not isinstance(body, RigidBody | Particle):
        raise TypeError(
            f"The body list may only contain RigidBody or Particle, not {type(body).__name__}. "
            "Give one of these for each thing that has mass."
        )
    point = body.masscenter if isinstance(body, RigidBody) else body.point
    (m,) = velocities.gone([frames.scalars.read(body.mass)])
    given = point._acc_dict.get(N)
    translation = Translation(
        m=m, v=velocities.of_point(point), a=None if given is None else frames.parts(given)
    )
    turning = _turning(body, velocities) if isinstance(body, RigidBody) else None
    return Motion(translation=translation, turning=turning)


def _turning(body: Any, velocities: Velocities) -> Turning | None:
    frames = velocities.frames
    dyadic = body.central_inertia
    if not dyadic or not dyadic.args:
        return None
    D, matrix = inertia_matrix(frames, dyadic)
    given = body.frame._ang_acc_dict.get(velocities.inertial)
    entries = iter(velocities.gone([x for row in matrix for x in row]))
    return Turning(
        B=body.frame,
        D=D,
        matrix=tuple((next(entries), next(entries), next(entries)) for _ in range(3)),  # type: ignore[arg-type]
        w=velocities.of_frame(body.frame),
        alpha=None if given is None else frames.parts(given),
    )


def inertia_matrix(frames: Frames, dyadic: Any) -> tuple[Any, Rotation]:
    """The frame in which most of a dyadic is written, and its matrix along those axes."""
    used = Counter(
        frame for _, *vectors in dyadic.args for vector in vectors for _, frame in vector.args
    )
    D = max(used, key=lambda frame: used[frame])
    graph = frames.scalars.graph
    matrix = [[0] * 3 for _ in range(3)]
    for coefficient, left, right in dyadic.args:
        c = frames.scalars.read(coefficient)
        a, b = (frames.along(frames.parts(vector), D) for vector in (left, right))
        for i in range(3):
            for j in range(3):
                term = graph.mul(c, graph.mul(a[i], b[j]))
                matrix[i][j] = graph.add(matrix[i][j], term)
    x, y, z = ((row[0], row[1], row[2]) for row in matrix)
    return D, (x, y, z)


def take_in(motions: Sequence[Motion], velocities: Velocities, M: Masses, f: Forces) -> None:
    """Add every body's part to the mass matrix and the bias.

    Bodies are taken last first: sums of masses are then shared along a chain.
    """
    turnings = [motion.turning for motion in motions if motion.turning is not None]
    moved = [motion.translation.v for motion in motions] + [turning.w for turning in turnings]
    velocities.split(moved)
    at_rest = velocities.without(moved)
    velocities.bend(at_rest)
    rates = iter(
        velocities.rates.of(
            [motion.translation.m for motion in motions]
            + [x for turning in turnings for row in turning.matrix for x in row]
        )
    )
    masses = [next(rates) for _ in motions]
    changes = [tuple(_triple(rates) for _ in range(3)) for _ in turnings]
    count = len(motions)
    for number in reversed(range(count)):
        _translate(motions[number].translation, at_rest[number], masses[number], velocities, M, f)
    for number in reversed(range(len(turnings))):
        turn = _Turn(turnings[number], at_rest[count + number], velocities)
        turn.take_in(changes[number], M, f)


def _triple(values: Iterable[int]) -> Triple:
    left = iter(values)
    return next(left), next(left), next(left)


def _translate(
    body: Translation, v: Parts, rate: int, velocities: Velocities, M: Masses, f: Forces
) -> None:
    """m v_r·v_s, and (m a + ṁ v)·v_r."""
    partials = list(velocities.partials(body.v).items())
    a = velocities.biases(v) if body.a is None else velocities.still(body.a)
    for place, (r, v_r) in enumerate(partials):
        for s, v_s in partials[place:]:
            M.add(r, s, v_r, v_s, body.m)
        f.scale(r, v_r, a, body.m)
        if rate:
            f.scale(r, v_r, v, rate)


class _Turn:
    """One body's inertia, along the axes of D."""

    def __init__(self, turning: Turning, w: Parts, velocities: Velocities) -> None:
        self.body = turning
        self.velocities = velocities
        self.frames = velocities.frames
        self.w = self.frames.along(w, turning.D)
        bias = velocities.biases(w) if turning.alpha is None else velocities.still(turning.alpha)
        self.alpha = self.frames.along(bias, turning.D)

    def take_in(self, changes: Sequence[Triple], M: Masses, f: Forces) -> None:
        """ω_r·I·ω_s, and T·ω_r with T = İ·ω + I·α + ω×(I·ω)."""
        torque = self._torque(changes)
        partials = self.velocities.partials(self.body.w)
        along = {r: self.frames.along(parts, self.body.D) for r, parts in partials.items()}
        order = list(along.items())
        for place, (r, w_r) in enumerate(order):
            momentum = self._applied(self.body.matrix, w_r)
            for s, w_s in order[place:]:
                for one, other in zip(momentum, w_s, strict=True):
                    M.add_product(r, s, self.frames.scalars.graph.mul(one, other), 1)
            f.add(r, [(self.body.D, *w_r)], [(self.body.D, *torque)])

    def _torque(self, changes: Sequence[Triple]) -> Triple:
        add = self.frames.scalars.graph.add
        momentum = self._applied(self.body.matrix, self.w)
        parts = [
            self._applied(self.body.matrix, self.alpha),
            self.frames.cross(self.w, momentum),
            self._applied(changes, self.w),
        ]
        relative = self._relative()
        if any(relative):
            # İ in B, of an inertia along axes that turn in it: w_DB × I − I × w_DB.
            parts.append(self.frames.cross(relative, momentum))
            lost = self._applied(self.body.matrix, self.frames.cross(relative, self.w))
            parts.append((-lost[0], -lost[1], -lost[2]))
        x, y, z = parts[0]
        for a, b, c in parts[1:]:
            x, y, z = add(x, a), add(y, b), add(z, c)
        return x, y, z

    def _relative(self) -> Triple:
        """ω of D in B, where they are not the same frame."""
        if self.body.D is self.body.B:
            return NOTHING
        vector = self.body.D.ang_vel_in(self.body.B)
        (parts,) = self.velocities.without([self.frames.parts(vector)])
        return self.frames.along(parts, self.body.D)

    def _applied(self, matrix: Sequence[Triple], v: Triple) -> Triple:
        x, y, z = (self.frames.product(row, v) for row in matrix)
        return x, y, z
