"""Inverse kinematics: the coordinates that bring a hand where it is to be.

    solver = inverse_kinematics(arm, hand, limits=loaded.ranges)
    found = solver.solve((0.4, 0.1, 0.5), axes, start=q0)     # Solution: q, outcome, error
    q = solver.follow(places, axes, start=q0)                 # a path in one native call
    motion = solver.motion(t, places, velocities, accelerations, axes, start=q0)

From: hand_programs.py, reach.py    Next: drives.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from kane.errors import ArgumentError, KaneError, Outcome
from kane.machine.kernel import Kernel
from kane.machine.routine import native_library
from kane.manipulators.hand_programs import drift_program, equations_of, pose_program
from kane.manipulators.laws import Array
from kane.manipulators.motion import JointMotion
from kane.manipulators.reach import PLACE, REACH, reach, reach_all, reach_work
from kane.model.body import Point
from kane.model.system import System
from kane.pipeline import compile

Ranges = Mapping[str, tuple[float | None, float | None]]
NO_LIMITS: Final[Ranges] = MappingProxyType({})


class OutOfReach(KaneError):
    """A path of which a goal could not be reached."""


def inverse_kinematics(system: System, hand: Point, *, limits: Ranges = NO_LIMITS) -> Hand:
    """What finds an arm's coordinates for its hand, a point of one of its bodies.

    `limits` are pairs by coordinate, None where there is none; they are kept.
    """
    given: object = hand
    if not isinstance(given, Point):
        raise ArgumentError(
            f"inverse_kinematics: the hand is {given!r}, no point. Give a point of a body, such as "
            f"system.bodies[{[*system.bodies][-1]!r}].point('hand', (0, 0, 0.1))."
        )
    equations = equations_of(system)
    if hand.frame not in equations.tree.mounts or equations.tree.mounts[hand.frame].link < 0:
        raise ArgumentError(
            f"inverse_kinematics: {hand.path} is not on a body that moves in '{system.name}'. Give "
            "a point of one of its bodies."
        )
    lower, upper = _bounds(equations.q_names, limits)
    return Hand(
        name=hand.path,
        q_names=equations.q_names,
        lower=lower,
        upper=upper,
        pose=compile(pose_program(equations, hand)),
        drift=compile(drift_program(equations, hand)),
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Solution:
    """Coordinates, how the search ended, the largest error that is left, and steps taken."""

    q: Array
    outcome: Outcome
    error: float
    steps: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Hand:
    """A hand whose joints' coordinates are sought."""

    name: str
    q_names: tuple[str, ...]
    lower: Array
    upper: Array
    pose: Kernel
    drift: Kernel

    def place(self, q: ArrayLike) -> tuple[Array, Array]:
        """Where the hand is: its place, and its axes R_NH; one state or many."""
        flat = np.asarray(self.pose(np.asarray(q, float)))
        return flat[..., :3], flat[..., 3:PLACE].reshape(*flat.shape[:-1], 3, 3)

    def solve(
        self,
        place: ArrayLike,
        axes: ArrayLike | None = None,
        *,
        start: ArrayLike | None = None,
        tolerance: float = 1e-12,
        most: int = 200,
        tries: int = 1,
    ) -> Solution:
        """The coordinates for a place (m) and, where `axes` are given, for R_NH.

        `tolerance` is on every component of what is missing, in metres and radians. Where the
        search from `start` ends beside the goal, `tries` − 1 other starts are drawn.
        """
        goal, rows = self._goals(place, axes)
        first = self._start(start)
        best: Solution | None = None
        for given in [first, *self._drawn(first, tries - 1)]:
            found = self._one(given, goal[0], rows, tolerance, most)
            if best is None or found.error < best.error:
                best = found
            if best.outcome is Outcome.OK:
                break
        assert best is not None
        return best

    def follow(
        self,
        places: ArrayLike,
        axes: ArrayLike | None = None,
        *,
        start: ArrayLike | None = None,
        tolerance: float = 1e-12,
        most: int = 200,
    ) -> Array:
        """The coordinates along a path of places, each found from those before it: (N, n)."""
        goals, rows = self._goals(places, axes)
        n = len(self.q_names)
        path = np.zeros((len(goals), n))
        path[0] = self._start(start)
        found, wanted = path.ravel(), goals.ravel()
        search = self._search(rows, tolerance, most)
        before: Any = (self.pose.address(), self._space(), found, n, wanted, len(goals))
        done = native_library(REACH)[reach_all](*before, *search)
        if done < len(goals):
            where = ", ".join(f"{x:g}" for x in goals[done, :3])
            left = self._one(path[done], goals[done], rows, tolerance, most).error
            raise OutOfReach(
                f"{self.name}: place {done + 1} of {len(goals)}, ({where}) m, was not reached; "
                f"{left:.1e} is left. Take a smaller path, wider limits, or another start."
            )
        return path

    def motion(
        self,
        t: ArrayLike,
        places: ArrayLike,
        velocities: ArrayLike,
        accelerations: ArrayLike,
        axes: ArrayLike | None = None,
        *,
        start: ArrayLike | None = None,
        tolerance: float = 1e-12,
    ) -> JointMotion:
        """q, u and u̇ for a hand that moves so, with axes that do not turn.

        J q̇ = v,   J q̈ = a − J̇ q̇;    of least size where the arm is redundant
        """
        q = self.follow(places, axes, start=start, tolerance=tolerance)
        rows = 3 if axes is None else 6
        flat = np.asarray(self.pose(q))
        J = flat[:, PLACE:].reshape(len(q), 6, -1)[:, :rows]
        v, a = (_padded(part, rows) for part in (velocities, accelerations))
        u = _least(J, v)
        drift = np.asarray(self.drift(q, u))[:, :rows]
        return JointMotion(t=np.asarray(t, float), q=q, u=u, udot=_least(J, a - drift))

    # ── inside ────────────────────────────────────────────────────────────────────────────
    def _one(self, start: Array, goal: Array, rows: int, tolerance: float, most: int) -> Solution:
        q, search = np.array(start), self._search(rows, tolerance, most)
        before: Any = (self.pose.address(), self._space(), q, len(q), np.ascontiguousarray(goal))
        ended = native_library(REACH)[reach](*before, *search)
        steps, error = search[-1][:2]
        return Solution(q=q, outcome=Outcome(ended), error=float(error), steps=int(steps))

    def _search(self, rows: int, tolerance: float, most: int) -> tuple[Any, ...]:
        """What both Routines take last: limits, when to end, and memory."""
        n = len(self.q_names)
        memory = (np.zeros(n, dtype=np.int64), np.zeros(reach_work(n)))
        return (rows, self.lower, self.upper, tolerance, most, *memory)

    def _space(self) -> Array:
        return np.zeros(max(self.pose.signature.workspace, 1))

    def _start(self, given: ArrayLike | None) -> Array:
        n = len(self.q_names)
        start = np.zeros(n) if given is None else np.array(given, float)
        if start.shape != (n,) or not np.all(np.isfinite(start)):
            raise ArgumentError(
                f"{self.name}: start {start.shape} is no state of ({', '.join(self.q_names)}). "
                f"Give {n} finite numbers."
            )
        return np.asarray(np.clip(start, self.lower, self.upper))

    def _drawn(self, first: Array, count: int) -> list[Array]:
        """Other starts, always the same: anywhere within the limits, or half a turn about."""
        rng = np.random.default_rng(1983)
        low = np.where(np.isfinite(self.lower), self.lower, first - np.pi)
        high = np.where(np.isfinite(self.upper), self.upper, first + np.pi)
        return [rng.uniform(low, high) for _ in range(count)]

    def _goals(self, places: ArrayLike, axes: ArrayLike | None) -> tuple[Array, int]:
        """One row a goal: place and axes; and how many rows of an error there are."""
        where = np.atleast_2d(np.asarray(places, float))
        turned = np.eye(3) if axes is None else np.asarray(axes, float)
        fits = where.ndim == 2 and where.shape[1] == 3 and turned.shape[-2:] == (3, 3)
        if not fits or turned.ndim > 3 or (turned.ndim == 3 and len(turned) not in (1, len(where))):
            raise ArgumentError(
                f"{self.name}: places {where.shape} and axes {turned.shape} do not fit. Give "
                "triples, and for each, or for all, a matrix of three rows."
            )
        _see_rotation(self.name, turned)
        if not np.all(np.isfinite(where)):
            raise ArgumentError(f"{self.name}: a place is not finite. Give numbers in metres.")
        goals = np.empty((len(where), PLACE))
        goals[:, :3] = where
        goals[:, 3:] = np.broadcast_to(turned, (len(where), 3, 3)).reshape(-1, 9)
        return goals, 3 if axes is None else 6


def _see_rotation(name: str, axes: Array) -> None:
    off = np.abs(axes @ np.swapaxes(axes, -1, -2) - np.eye(3)).max()
    if not off <= _ORTHOGONAL or not np.all(np.linalg.det(axes) > 0):
        raise ArgumentError(
            f"{name}: the axes are no rotation: R Rᵀ differs from 1 by {off:.1e}, or they are left-"
            "handed. Give R_NH, whose columns are the hand's axes."
        )


def _bounds(names: tuple[str, ...], limits: Ranges) -> tuple[Array, Array]:
    lower, upper = np.full(len(names), -np.inf), np.full(len(names), np.inf)
    unknown = sorted(set(limits) - set(names))
    if unknown:
        raise ArgumentError(
            f"inverse_kinematics: limits of {', '.join(unknown)}, which are no coordinates. The "
            f"arm has {', '.join(names)}."
        )
    for k, name in enumerate(names):
        low, high = limits.get(name, (None, None))
        lower[k] = -np.inf if low is None else low
        upper[k] = np.inf if high is None else high
        if not lower[k] <= upper[k]:
            raise ArgumentError(
                f"inverse_kinematics: {name} has the limits {low} and {high}. Exchange them."
            )
    return lower, upper


def _padded(part: ArrayLike, rows: int) -> Array:
    """Linear rates with no angular ones."""
    given = np.atleast_2d(np.asarray(part, float))
    return np.hstack([given, np.zeros((len(given), rows - 3))])


def _least(J: Any, right: Array) -> Array:
    """The solutions of least size of J x = right, one a state."""
    if J.shape[1] == J.shape[2]:
        return np.asarray(np.linalg.solve(J, right[..., None])[..., 0])
    return np.asarray((np.linalg.pinv(J) @ right[..., None])[..., 0])


_ORTHOGONAL: Final = 1e-9
