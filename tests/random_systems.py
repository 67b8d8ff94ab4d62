"""A system of the library with all that the oracle says of it, in the same speeds.

The oracle's joint rates follow from the speeds' definitions by numbers alone: with the measures'
Y s + Z, the prescribed rates and the constraints, s = W u + X. `random_cases.py` draws them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

import numpy as np

from kane.algebra.evaluate import evaluate
from kane.dynamics.equations import Equations, derive
from kane.dynamics.lift import Parameters
from kane.model.system import System
from tests.close import round_off
from tests.measures import Measure, Now
from tests.oracles import newton_euler
from tests.oracles.jet import Array
from tests.random_growth import Grown
from tests.random_loads import Acting, Push, together
from tests.random_speeds import Sample

STEP: Final = 1e-30  # complex
WORST: Final = 300.0  # condition of the rows that determine the joint rates


@dataclass(frozen=True, kw_only=True)
class State:
    """Coordinates, independent speeds and their rates, time and inputs."""

    q: Array
    u: Array
    udot: Array
    t: float
    given: Mapping[str, float]


@dataclass(frozen=True, kw_only=True)
class Pair:
    """A system, twice."""

    system: System
    grown: Grown
    acting: tuple[Acting, ...]
    speeds: tuple[Measure, ...]  # the independent ones
    holding: tuple[Measure, ...]  # constraints that hold
    rows: tuple[Measure, ...]  # the constraints that are not encapsulated
    every: tuple[Measure, ...]  # all speeds, dependent ones among them

    @cached_property
    def equations(self) -> Equations:
        """The library's equations, parameters live."""
        return derive(self.system)

    @cached_property
    def folded(self) -> Equations:
        """The library's equations with the parameters' values built in."""
        return derive(self.system, Parameters.FOLD)

    def moment(self, rng: np.random.Generator) -> Moment:
        """A state away from what is singular, its speeds and their rates of order one."""
        t = float(rng.uniform(0, 2))
        given = {name: float(rng.normal()) for name in self.system.inputs}
        for _ in range(50):
            u, udot = rng.normal(size=(2, len(self.speeds)))
            state = State(q=self.grown.state(rng, t), u=u, udot=udot, t=t, given=given)
            moment = Moment(pair=self, state=state)
            if moment.condition < WORST:
                return moment
        raise AssertionError("no state of this system is away from what is singular")


@dataclass(frozen=True, kw_only=True)
class Moment:
    """A system in one state, by the oracle, and the library's expressions there."""

    pair: Pair
    state: State

    @cached_property
    def _rows(self) -> tuple[Array, Array]:
        """The rows that determine s, and what is on their right side but for u."""
        pair, q, t = self.pair, self.state.q, self.state.t
        taken = Sample(pair.grown, q, t).rows([*pair.speeds, *pair.holding])
        follows = pair.grown.followed
        numbers = [pair.grown.index.s[name] for name in follows]
        rows = np.vstack([taken.Y, np.eye(pair.grown.count)[numbers]])
        return rows, np.array([*(-taken.Z), *(follow.at(t)[1] for follow in follows.values())])

    @property
    def condition(self) -> float:
        """Of the rows that determine the joint rates."""
        return float(np.linalg.cond(self._rows[0]))

    @cached_property
    def W(self) -> Array:
        """∂s/∂u."""
        found: Array = np.linalg.inv(self._rows[0])[:, : len(self.pair.speeds)]
        return found

    @cached_property
    def s(self) -> Array:
        """The joint rates."""
        rows, right = self._rows
        found: Array = np.linalg.solve(rows, right) + self.W @ self.state.u
        return found

    @cached_property
    def now(self) -> Now:
        """The oracle's tree."""
        pair, state = self.pair, self.state
        still = pair.grown.now(state.q, self.s, 0 * self.s, state.t, state.given)
        right = [
            *(state.udot - [measure.of(still).rate for measure in pair.speeds]),
            *(-measure.of(still).rate for measure in pair.holding),
            *(follow.at(state.t)[2] for follow in pair.grown.followed.values()),
        ]
        return replace(still, sdot=np.linalg.solve(self._rows[0], np.array(right)))

    @cached_property
    def push(self) -> Push:
        """What all loads do."""
        return together(self.pair.acting, self.now)

    @cached_property
    def dynamics(self) -> newton_euler.Dynamics:
        """The oracle's reactions, and τ conjugate to the joint rates but for the joints' loads."""
        now = self.now
        return newton_euler.dynamics(now.tree, now.q, now.s, now.sdot, self.push.loads())

    @cached_property
    def tau(self) -> Array:
        """τ in the speeds u: Wᵀ (what the joints must do − what their own loads do)."""
        Q = self.push.along(len(self.s))
        found: Array = self.W.T @ (self.dynamics.tau - Q)
        return found

    @cached_property
    def mass_matrix(self) -> Array:
        """M in the speeds u."""
        M = newton_euler.mass_matrix(self.now.tree, self.now.q)
        found: Array = self.W.T @ M @ self.W
        return found

    @property
    def values(self) -> dict[str, Any]:
        """The values of the library's symbols."""
        pair, state = self.pair, self.state
        names = pair.equations.u_names
        found: dict[str, Any] = {name: state.q[k] for name, k in pair.grown.index.q.items()}
        found |= dict(zip(names, state.u, strict=True))
        found |= {f"{name}'": x for name, x in zip(names, state.udot, strict=True)}
        return found | dict(pair.system.parameters) | dict(state.given) | {"t": state.t}

    def evaluate(self, exprs: Any, **more: Any) -> Array:
        """The library's expressions in this state, as an array of their shape."""
        array = np.asarray(exprs, dtype=object)
        made = evaluate(list(array.ravel()), self.values | more)
        return np.array(made).reshape(array.shape)

    def rate(self, exprs: Any) -> Array:
        """How expressions change along the motion, u̇ included, by complex step [Squire1998]."""
        equations, state = self.pair.equations, self.state
        index, later = self.pair.grown.index.q, 1j * STEP
        moved: dict[str, Any] = {
            name: state.q[index[name]] + later * self.now.qdot[index[name]]
            for name in equations.q_names
        }
        speeds = zip(equations.u_names, state.u, state.udot, strict=True)
        moved |= {name: u + later * rate for name, u, rate in speeds}
        return np.imag(self.evaluate(exprs, **moved, t=state.t + later)) / STEP

    @cached_property
    def partials(self) -> tuple[Array, Array]:
        """v_r of every body's mass centre and ω_r, inertial axes: indexed by r, body, axis."""
        rest = self._moving(0 * self.s)
        moved = [self._moving(column) for column in self.W.T]
        v = [[a.v - b.v for a, b in zip(now, rest, strict=True)] for now in moved]
        w = [[a.w - b.w for a, b in zip(now, rest, strict=True)] for now in moved]
        shape = (len(moved), len(rest), 3)
        return np.reshape(v, shape), np.reshape(w, shape)

    def _moving(self, s: Array) -> list[newton_euler.BodyMotion]:
        return replace(self.now, s=s, sdot=0 * s).motions

    # ── how large what cancels is: rounding errors are handed on from link to link, and the
    #    conditioning of the speeds' definitions counts in full ─────────────────────────────
    @cached_property
    def far(self) -> float:
        """The size of positions."""
        return max(1.0, *(float(np.linalg.norm(m.p)) for m in self.now.motions))

    @cached_property
    def fast(self) -> float:
        """The size of velocities, in terms of which all is bounded that is linear in the rates."""
        w = max(1.0, *(float(np.linalg.norm(m.w)) for m in self.now.motions))
        v = max(float(np.linalg.norm(m.v)) for m in self.now.motions)
        s = float(np.abs(self.s).max(initial=0.0))
        return self.condition * (self.far * (w + s) + v)

    @cached_property
    def quick(self) -> float:
        """The size of accelerations."""
        turning = max(float(m.w @ m.w + np.linalg.norm(m.alpha)) for m in self.now.motions)
        a = max(float(np.linalg.norm(m.a)) for m in self.now.motions)
        rates = float(np.abs(self.now.sdot).max(initial=0.0)) + float(self.s @ self.s)
        return self.condition * (self.far * (1.0 + turning + rates) + a)

    @cached_property
    def size(self) -> float:
        """What cancels in the largest generalized force: Σ |v_r| |F| + |ω_r| |N| over bodies."""
        v_r, w_r = (np.linalg.norm(part, axis=2) for part in self.partials)
        loads, total = self.push.loads(), 0.0
        pushes = newton_euler.applied(self.now.tree, self.now.motions, loads)
        for k, (body, push) in enumerate(zip(self.now.tree, pushes, strict=True)):
            F = body.mass * self.quick + float(np.linalg.norm(push.force)) + 1.0
            N = float(np.linalg.norm(body.inertia)) * self.quick + float(
                np.linalg.norm(push.torque)
            )
            total += float((v_r[:, k] * F + w_r[:, k] * (N + self.far * F)).max(initial=0.0))
        Q = float(np.abs(self.push.along(len(self.s))).max(initial=0.0))
        return total + self.condition * Q * float(np.abs(self.W).max(initial=0.0))

    def limit(self, size: float) -> float:
        """The tolerance on something of this size, after all that the derivation made."""
        return round_off(size, len(self.pair.equations.tree.lift.graph))
