"""Drives: motors that turn with several joints at once, and what they must do.

    q̇_m = T q̇,     τ = Tᵀ τ_m

since τᵀq̇ = τ_mᵀq̇_m for gears, belts and differentials without losses [Craig2005 Sec. 6.9]. A
motor's own rotor and bearings ask for J_m q̈_m + c q̇_m + f sign(q̇_m) beside; that a rotor also
turns with the link that carries it is left out, as is usual: with a ratio r it is 1/r of the rest.
Where joints keep relations J u + c = 0, only what moves is asked for, with J P = 0:

    (T P)ᵀ τ_m = Pᵀ (τ + Tᵀ(…))                              [Gillespie2003 Eqs. 44, 45]

More motors than freedoms share the load with the least Σ (τ_m / weight)².

From: hand.py    Next: closed.py
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from kane.errors import ArgumentError, DerivationError
from kane.machine.model import Model
from kane.manipulators.laws import Array
from kane.model.joints.contract import speed_name

RANK: Final = 1e-10  # of the largest singular value
WIDTH: Final = 1e-3  # rad/s: where tanh stands for the sign, as in JointFriction


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Drives:
    """Motors by name, joints' coordinates by name, T with a row a motor, and the motors' own
    rotor inertias, damping, Coulomb friction and weights (how strong each is)."""

    motors: tuple[str, ...]
    joints: tuple[str, ...]
    matrix: Array
    rotor_inertia: Array
    damping: Array
    friction: Array
    weights: Array

    def motion(self, rates: ArrayLike) -> Array:
        """q̇_m for q̇, or q̈_m for q̈; one state or many."""
        return np.asarray(np.asarray(rates, float) @ self.matrix.T)

    def own(self, u: ArrayLike, udot: ArrayLike) -> Array:
        """What rotors and bearings ask for: J_m q̈_m + c q̇_m + f tanh(q̇_m / width)."""
        speed, rise = self.motion(u), self.motion(udot)
        rubbing = self.damping * speed + self.friction * np.tanh(speed / WIDTH)
        return np.asarray(self.rotor_inertia * rise + rubbing)

    def reflected_inertia(self) -> Array:
        """Tᵀ J_m T: what the joints feel of the rotors, beside the mass matrix."""
        return np.asarray(self.matrix.T @ (self.rotor_inertia[:, None] * self.matrix))

    def torques(self, model: Model, q: ArrayLike, u: ArrayLike, udot: ArrayLike) -> Array:
        """τ_m for a motion of the model; one state or many. Constraints' relations are kept.

        The model may have more coordinates than are driven, if its relations move them along.
        """
        whole = self.over(model)
        states = [np.asarray(part, float) for part in (q, u, udot)]
        load = np.asarray(model.inverse_dynamics(*states))
        need = load + whole.own(states[1], states[2]) @ whole.matrix
        J = kept_rows(model, states[0], states[1])
        if J is None:
            return whole.shared(need)
        needs = np.atleast_2d(need)
        found = np.empty((len(needs), len(self.motors)))
        for at, P in free_motions(J.reshape(-1, *J.shape[-2:])):
            found[at] = whole.shared(needs[at], P)
        return found.reshape(*need.shape[:-1], len(self.motors))

    def over(self, model: Model) -> Drives:
        """The same drives with a column of T for each of the model's speeds."""
        T = np.zeros((len(self.motors), len(model.u_names)))
        T[:, _columns(self, model)] = self.matrix
        rates = {speed_name(name): name for name in model.q_names}
        names = tuple(rates.get(name, name) for name in model.u_names)
        return replace(self, joints=names, matrix=T)

    def shared(self, need: ArrayLike, P: Array | None = None) -> Array:
        """Motors' torques that give these forces along the joints, or along P's columns.

        (T P)ᵀ τ_m = Pᵀ need, of least Σ (τ_m / weight)²; one state or many, each with its P.
        """
        free = np.eye(len(self.joints)) if P is None else P
        moved = self.matrix @ free
        self._see_that_all_is_driven(moved, free)
        weighted = moved.swapaxes(-1, -2) * self.weights
        right = np.asarray(need, float)[..., None, :] @ free
        made = right @ np.linalg.pinv(weighted, rcond=RANK).swapaxes(-1, -2)
        return np.asarray(made[..., 0, :] * self.weights)

    def _see_that_all_is_driven(self, moved: Array, free: Array) -> None:
        """Refuse a motion in which no motor turns, by the names of the joints that make it."""
        _, sizes, turned = np.linalg.svd(moved)
        least = RANK * np.maximum(sizes.max(axis=-1, initial=0.0), 1e-300)
        ranks = np.sum(sizes > least[..., None], axis=-1)
        if np.all(ranks == free.shape[-1]):
            return
        worst = np.unravel_index(np.argmin(ranks), ranks.shape)
        rank = int(ranks[worst])
        loose = np.abs(free[worst] @ turned[worst][rank:].T).max(axis=1)
        names = [name for name, x in zip(self.joints, loose, strict=True) if x > _SEEN]
        raise DerivationError(
            f"The motors {', '.join(self.motors) or '(none)'} do not move {', '.join(names)}: "
            f"{free.shape[-1]} freedoms have {rank} that are driven. Add a motor there, or take "
            "the generalized forces from inverse_dynamics."
        )


def coupled(
    joints: Sequence[str],
    matrix: ArrayLike,
    *,
    motors: Sequence[str] = (),
    rotor_inertia: ArrayLike = 0.0,
    damping: ArrayLike = 0.0,
    friction: ArrayLike = 0.0,
    weights: ArrayLike = 1.0,
) -> Drives:
    """Drives with any T: a row a motor, a column a joint."""
    T = np.atleast_2d(np.asarray(matrix, float))
    names = tuple(motors) or tuple(f"motor{k + 1}" for k in range(len(T)))
    if T.shape != (len(names), len(joints)) or not np.all(np.isfinite(T)):
        raise ArgumentError(
            f"Drives: T is {T.shape}, for {len(names)} motors and {len(joints)} joints. Give "
            "finite numbers, a row a motor and a column a joint."
        )
    own = {
        "rotor_inertia": rotor_inertia,
        "damping": damping,
        "friction": friction,
        "weights": weights,
    }
    values = {key: _each(key, value, len(names)) for key, value in own.items()}
    if np.any(values["weights"] == 0):
        raise ArgumentError("Drives: a weight is zero. Give each motor a positive weight.")
    return Drives(motors=names, joints=tuple(joints), matrix=T, **values)


def geared(joints: Sequence[str], ratios: ArrayLike, **own: Any) -> Drives:
    """A motor a joint, which turns `ratios` times as fast."""
    return coupled(joints, np.diag(_signed(ratios, len(joints))), **own)


def belted(joints: Sequence[str], ratios: ArrayLike, **own: Any) -> Drives:
    """Motors on the base of a chain of parallel axes, each driving its link by belts over the
    joints before: motor k turns with q_1 + … + q_k."""
    return coupled(joints, _signed(ratios, len(joints))[:, None] * np.tri(len(joints)), **own)


def differential(joints: Sequence[str], ratio: float = 1.0, **own: Any) -> Drives:
    """A wrist of two bevel gears: both motors together bend it, against each other they turn it.

    q_m1 = r (q_bend + q_roll),   q_m2 = r (q_bend − q_roll)
    """
    return coupled(joints, ratio * np.array([[1.0, 1.0], [1.0, -1.0]]), **own)


def together(*parts: Drives) -> Drives:
    """Several drives side by side, as one."""
    rows, columns = (sum(part.matrix.shape[axis] for part in parts) for axis in (0, 1))
    T, row, column = np.zeros((rows, columns)), 0, 0
    for part in parts:
        m, n = part.matrix.shape
        T[row : row + m, column : column + n] = part.matrix
        row, column = row + m, column + n

    def all_of(key: str) -> Array:
        return np.concatenate([getattr(part, key) for part in parts])

    return Drives(
        motors=tuple(name for part in parts for name in part.motors),
        joints=tuple(name for part in parts for name in part.joints),
        matrix=T,
        rotor_inertia=all_of("rotor_inertia"),
        damping=all_of("damping"),
        friction=all_of("friction"),
        weights=all_of("weights"),
    )


def kept_rows(model: Model, q: Array, u: Array) -> Array | None:
    """J of the rows that hold, in the model's speeds; None where there are none."""
    return np.asarray(model.held_rows(q, u).J) if has_rows(model) else None


def has_rows(model: Model) -> bool:
    """Whether constraints that hold are kept as rows."""
    rows = model.held_rows
    return any(slot.size for slot in getattr(rows, "kernel", rows).outputs)


def free_motions(J: Array) -> Iterator[tuple[Any, Array]]:
    """P of many states, whose columns are the motions that keep the relations: J P = 0.

    In groups: which states, and their P. Rows stand in the way of others where R of Jᵀ = Q R has
    an element near zero on its diagonal; these states are taken one by one.
    """
    Q, R = np.linalg.qr(J.swapaxes(1, 2), mode="complete")
    own = np.abs(np.diagonal(R, axis1=1, axis2=2))
    clear = own.shape[1] == J.shape[1]
    apart = clear & (own.min(axis=1, initial=np.inf) > _APART * np.abs(J).max(axis=(1, 2)))
    if apart.any():
        yield apart, Q[apart][:, :, J.shape[1] :]
    for k in np.flatnonzero(~apart):
        _, sizes, turned = np.linalg.svd(J[k])
        rank = int(np.sum(sizes > RANK * max(sizes.max(initial=0.0), 1e-300)))
        yield [k], turned[rank:].T[None]


def _columns(given: Drives, model: Model) -> list[int]:
    """Where the speeds of the driven joints stand; refused where one has no speed of its own."""
    speeds = [speed_name(name) for name in given.joints]
    lost = [
        name
        for name, speed in zip(given.joints, speeds, strict=True)
        if name not in model.q_names or speed not in model.u_names
    ]
    if lost or len(set(speeds)) < len(speeds):
        raise ArgumentError(
            f"Drives of {', '.join(given.joints)} are asked for '{model.name}', whose coordinates "
            f"are {', '.join(model.q_names)} and speeds {', '.join(model.u_names)}. Name "
            "coordinates whose rate is a speed, each once; a relation that gives such a rate is to "
            "name no dependent speed."
        )
    return [model.u_names.index(speed) for speed in speeds]


def _each(key: str, value: ArrayLike, count: int) -> Array:
    found = np.asarray(value, float)
    if found.shape not in ((), (count,)) or not np.all(np.isfinite(found)) or np.any(found < 0):
        raise ArgumentError(
            f"Drives: {key} {found.tolist()} is not one number, zero or more, or {count} of them. "
            "Give one for each motor."
        )
    return np.broadcast_to(found, (count,)).copy()


def _signed(ratios: ArrayLike, count: int) -> Array:
    found = np.asarray(ratios, float)
    if found.shape not in ((), (count,)) or not np.all(np.isfinite(found)):
        raise ArgumentError(
            f"Drives: ratios {found.tolist()} for {count} joints. Give one for each joint."
        )
    return np.broadcast_to(found, (count,)).copy()


_SEEN: Final = 1e-6
_APART: Final = 1e-5  # of J's largest entry
