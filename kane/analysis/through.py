"""through: a motion that passes where the generalized speeds say nothing of some rate.

q̇ = W u + X is singular where a pivot of Y vanishes: speeds along a wrist's hand cannot tell its
first turn from its last where both axes are in line. The joints' own speeds σ can. So near such a
place the motion is carried on in these, and in the user's speeds again once all pivots are twice as
far from zero; the velocities of all bodies, and so momenta and energy, are the same on both sides:

    u → σ = W u + X where W is regular,       σ → u = Y σ + Z anywhere        [Gillespie2003 Sec. 4]

From: kane/sim/simulate.py, kane/dynamics/speeds.py    Next: —
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError
from kane.machine.model import Model
from kane.model.quantities import rate
from kane.model.system import System
from kane.pipeline import build, derive
from kane.sim.simulate import simulate
from kane.sim.trajectory import Trajectory
from kane.sim.when import When

Floats = np.ndarray[Any, np.dtype[np.float64]]
NEAR: Final = 0.3  # of a pivot's usual size, below which the joints' own speeds serve
_LOOKS: Final = 16  # in each step, so that none goes across unseen
_STATES: Final = 16
_SEED: Final = 2003


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing:
    """A stretch of a motion that went by the joints' own speeds."""

    begin: float
    end: float

    def __str__(self) -> str:
        return f"t = {self.begin:.6g} … {self.end:.6g} s"


@dataclass(frozen=True, kw_only=True)
class Through:
    """A motion in the user's coordinates and speeds, whatever it went by."""

    q_names: tuple[str, ...]
    u_names: tuple[str, ...]
    t: Floats
    q: Floats
    u: Floats
    pieces: tuple[Trajectory, ...] = field(repr=False)
    crossings: tuple[Crossing, ...]

    @property
    def ended(self) -> bool:
        """Whether it came to its end."""
        return self.pieces[-1].ended

    def __getitem__(self, quantity: Any) -> Floats:
        """A coordinate, a speed or a quantity at every sample."""
        for names, values in ((self.q_names, self.q), (self.u_names, self.u)):
            if isinstance(quantity, str) and quantity in names:
                return values[:, names.index(quantity)]
        return np.concatenate([piece[quantity] for piece in self.pieces])

    @property
    def report(self) -> str:
        """How the motion ended, and where it went by the joints' own speeds."""
        told = [str(one) for one in self.crossings]
        where = f"; by the joints' own speeds at {', '.join(told)}" if told else ""
        return f"{self.pieces[-1].report}{where}"


def simulate_through(
    system: System,
    *,
    q: Any = None,
    u: Any = None,
    until: float,
    rtol: float = 1e-8,
    inputs: Mapping[str, Any] | None = None,
    record: Sequence[Any] = (),
    near: float = NEAR,
) -> Through:
    """The motion of a system through places where its own speeds are singular.

    `q`, `u` and the rest as in `simulate`; u in the system's own speeds.
    """
    charts = _charts(system, near)
    pieces: list[Trajectory] = []
    speeds: list[Floats] = []
    crossings: list[Crossing] = []
    t, own = 0.0, True
    while True:
        model = charts.own if own else charts.joints
        event = charts.comes_near if own else charts.is_far
        piece = simulate(
            model, q=q, u=u, t=t, until=until, rtol=rtol, inputs=inputs, record=record,
            events=[event] if event else [], looks=_LOOKS,
        )  # fmt: skip
        pieces.append(piece)
        speeds.append(piece.u if own else charts.told(piece))
        if not own:
            crossings.append(Crossing(begin=t, end=float(piece.t[-1])))
        if not piece.stopped or piece.t[-1] >= until:
            break
        t, q = float(piece.t[-1]), piece.q[-1]
        u = charts.into_joints(q, piece.u[-1]) if own else speeds[-1][-1]
        own = not own
    return Through(
        q_names=charts.own.q_names,
        u_names=charts.own.u_names,
        t=np.concatenate([one.t for one in pieces]),
        q=np.concatenate([one.q for one in pieces]),
        u=np.concatenate(speeds),
        pieces=tuple(pieces),
        crossings=tuple(crossings),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Charts:
    """The system in its own speeds and in its joints', and when to change."""

    system: System
    own: Model
    joints: Model
    comes_near: When | None
    is_far: When | None

    def into_joints(self, q: Floats, u: Floats) -> Floats:
        """σ of a state."""
        found: Floats = self.joints.speeds(q, self.own.rates(q, u))
        return found

    def told(self, piece: Trajectory) -> Floats:
        """The system's own speeds at every sample, by what they are defined as."""
        return piece.values(list(self.system.speeds.values()))


def _charts(system: System, near: float) -> _Charts:
    equations = derive(system)
    if system.constraints or system.contacts or equations.depends_on_time:
        what = "constraints" if system.constraints else "contacts"
        what = what if system.constraints or system.contacts else "motions given by time"
        raise ArgumentError(
            f"simulate_through of '{system.name}': it has {what}, which are not carried from one "
            "set of speeds to another. Leave the speeds out: the joints' own pass every place."
        )
    pivots = equations.speeds.pivots
    joints = build(_in_rates(system) if pivots else system)
    own = build(system)
    shares = [size * size / (p * p) for p, size in zip(pivots, _sizes(own, pivots), strict=True)]
    total = sum(shares[1:], shares[0]) if shares else None
    return _Charts(
        system=system,
        own=own,
        joints=joints,
        comes_near=None if total is None else When(total > near**-2, stop="near"),
        is_far=None if total is None else When(total < (2 * near) ** -2, stop="far"),
    )


def _sizes(model: Model, pivots: Sequence[Any]) -> list[float]:
    """The usual size of each pivot: its median over random configurations."""
    if not pivots:
        return []
    flow, width = model.flows({}).observed(list(pivots)), len(model.q_names) + len(model.u_names)
    y = np.random.default_rng(_SEED).normal(size=(_STATES, width))
    a = np.zeros((_STATES, len(model.input_names)))
    p = np.broadcast_to(flow.parameters(model.parameters), (_STATES, 0))
    values = np.asarray(flow.kernel.batch(np.zeros((_STATES, 1)), y, a, p))
    found: list[float] = np.median(np.abs(values.reshape(_STATES, -1)), axis=0).tolist()
    return found


def _in_rates(system: System) -> System:
    """The system in the rates of its coordinates, by names of their own: what is said of a speed by
    its name is not to mean another."""
    for joint in system.joints:
        if any(len(motion.names[0]) != len(motion.names[1]) for motion in joint.motions):
            raise ArgumentError(
                f"simulate_through of '{system.name}': joint '{joint.name}' has more coordinates "
                "than speeds, whose rates are no speeds. Leave the speeds out: the joints' own "
                "pass every place."
            )
    return system.replace(speeds={f"rate_of_{name}": rate(name) for name in system.coordinates})


__all__ = ["Crossing", "Through", "simulate_through"]
