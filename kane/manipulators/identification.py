"""Identification: which inertial parameters a motion can tell, and the equations linear in them.

    base = base_parameters(arm)             names, values, and how they are made of the bodies' own
    Y = base.regressor(q, u, udot)          τ = Y π_b, one state (n, p) or a batch (N, n, p)
    found, *_ = lstsq(Y.reshape(-1, base.count), tau.ravel())

Of the bodies' parameters π some have no influence, and some act only together: columns of
Y(q, u, u̇) that depend on those before them at every state. With the independent ones first,
Y = [Y_1, Y_1 K] and τ = Y_1 (π_1 + K π_2) [Gautier1991]. Which columns depend is found at random
states, from base to tip, so that mass is grouped inward as in shortening.

From: kane/dynamics/regressor.py    Next: kane/manipulators/inverse.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from kane.dynamics import regressor as rows
from kane.dynamics.equations import derive
from kane.dynamics.lift import Parameters
from kane.machine.model import Model
from kane.manipulators.laws import Array
from kane.model.joints.contract import unit_part
from kane.model.system import System
from kane.pipeline import build

STATES: Final = 60  # random ones; each has as many rows as there are speeds
DEPENDENT: Final = 1e-9  # of a column's size: what is left of it beyond those before it
SHOWN: Final = 1e-9  # coefficients smaller than this, of 1 or of metres, are not written


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BaseParameters:
    """π_b = K π: the parameters that motion can tell, of a system's bodies as they are described.

    `names` of π_b are those of the first of each combination; `of` says what each is made of.
    """

    names: tuple[str, ...]
    values: Array
    all_names: tuple[str, ...]
    all_values: Array
    matrix: Array  # K
    model: Model
    columns: tuple[int, ...]

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.names)

    def regressor(self, q: Any, u: Any, udot: Any) -> Array:
        """Y with τ = Y π_b."""
        Y: Array = np.asarray(self.model.regressor(q, u, udot))
        return Y[..., list(self.columns)]

    def of(self, name: str) -> str:
        """What a base parameter is made of: 'B.Jzz + 0.25·C.m'."""
        row = self.matrix[self.names.index(name)]
        parts = [
            _part(c, one) for c, one in zip(row, self.all_names, strict=True) if abs(c) > SHOWN
        ]
        return " + ".join(parts).replace("+ -", "- ")

    def __str__(self) -> str:
        lines = (
            f"{n} = {v:.6g}    {self.of(n)}" for n, v in zip(self.names, self.values, strict=True)
        )
        return "\n".join((f"{self.count} of {len(self.all_names)} parameters", *lines))


def base_parameters(system: System) -> BaseParameters:
    """The base parameters of a system in the joints' own speeds."""
    equations = derive(system, Parameters.FOLD)
    model = build(system)
    everything = np.array([float(x) for x in rows.values(equations.tree)])
    names = rows.names(equations.tree)
    columns, K = _independent(_sampled(model, system))
    return BaseParameters(
        names=tuple(names[k] for k in columns),
        values=K @ everything,
        all_names=names,
        all_values=everything,
        matrix=K,
        model=model,
        columns=columns,
    )


def _sampled(model: Model, system: System) -> Array:
    """Y at random states, one above the other."""
    rng = np.random.default_rng(1991)
    q = rng.uniform(-2, 2, (STATES, len(model.q_names)))
    for part in _units(system):
        q[:, part] /= np.linalg.norm(q[:, part], axis=1)[:, np.newaxis]
    u, udot = rng.normal(size=(2, STATES, len(model.u_names)))
    Y: Array = np.asarray(model.regressor(q, u, udot))
    return Y.reshape(-1, Y.shape[-1])


def _units(system: System) -> Iterator[slice]:
    """Where coordinates are together of length one."""
    at = 0
    for motion in (motion for joint in system.joints for motion in joint.motions):
        part = unit_part(motion)
        if part.stop > part.start:
            yield slice(at + part.start, at + part.stop)
        at += len(motion.names[0])


def _independent(Y: Array) -> tuple[tuple[int, ...], Array]:
    """The columns that do not depend on those before them, and K."""
    count = Y.shape[1]
    kept: list[int] = []
    basis = np.zeros((len(Y), 0))
    for k in range(count):
        column = Y[:, k]
        size = np.linalg.norm(column)
        rest = column - basis @ (basis.T @ column)
        rest -= basis @ (basis.T @ rest)  # twice is enough [Higham2002 §19.8]
        left = np.linalg.norm(rest)
        if size and left > DEPENDENT * size:
            kept.append(k)
            basis = np.hstack([basis, (rest / left)[:, np.newaxis]])
    columns = tuple(kept)
    own = Y[:, list(columns)]
    K: Array = np.zeros((0, count))
    if columns:
        K = np.array(np.linalg.lstsq(own, Y, rcond=None)[0], dtype=np.float64)
    K[np.abs(K) < DEPENDENT] = 0.0
    return columns, K


def _part(coefficient: float, name: str) -> str:
    if abs(coefficient - 1) < SHOWN:
        return name
    if abs(coefficient + 1) < SHOWN:
        return f"-{name}"
    return f"{coefficient:.6g}·{name}"
