"""Motions: that a joint of one's own keeps its contract, judged at a few places in floats.

Its directions must be the velocities of its pose, its drift their rates, its rates linear:

    Rᵀ Ṙ = [Σ A_i σ_i ×],   Rᵀ ṗ = Σ B_i σ_i,   (Σ Ȧ_i σ_i, Σ Ḃ_i σ_i) = drift

with the dot along q̇ = rates(q, σ), by central differences; components are along K's axes.

From: parts.py    Next: references.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kane.algebra.expr import Expr
from kane.errors import Fault
from kane.geometry.rotation import IDENTITY
from kane.model.checks.entry import leaves, number
from kane.model.checks.parts import Parts
from kane.model.joints.contract import Motion, Scalars, home, unit_part
from kane.model.joints.free import Floating
from kane.model.joints.prismatic import Sliding
from kane.model.joints.revolute import Turning
from kane.model.joints.screw import Screwing
from kane.model.joints.spherical import Ball
from kane.model.joints.stored import Stored

Array = NDArray[np.float64]

SIMPLE: Final = (Turning, Sliding, Screwing)  # one coordinate, whose rate is the speed
OURS: Final = (*SIMPLE, Ball, Floating, Stored)
STEP: Final = 1e-5
NEAR: Final = 1e-6  # differences with this step err by STEP² and ε/STEP, beside their size
CONTRACT: Final = "See kane/model/joints/contract.py."
UNITS: Final = "Coordinates that are together of length one are declared by a slice `unit`."


def motion_faults(parts: Parts) -> Iterator[Fault]:
    """Where a joint of one's own breaks the contract."""
    for path, joint in parts.joints.items():
        for motion in joint.motions:
            if not isinstance(motion, OURS):
                yield from _broken(path, motion)


def own_rates(motion: Motion) -> bool:
    """Whether each coordinate's rate is the natural speed of its place, so that it may be
    prescribed and forces may act along it.
    """
    if isinstance(motion, OURS):
        return isinstance(motion, SIMPLE)
    try:
        rng = np.random.default_rng(0)
        sigma = rng.normal(size=len(motion.names[1]))
        found = _floats(valued(motion).rates(sampled(motion, rng), sigma.tolist()))
    except Exception:  # a fault of its own: see motion_faults
        return False
    return len(found) == len(sigma) and bool(np.allclose(found, sigma, rtol=NEAR, atol=0))


def valued(motion: Motion) -> Motion:
    """The motion with its parameters at their values."""
    changed: dict[str, Any] = {}
    for item in fields(motion):  # type: ignore[arg-type]
        value = getattr(motion, item.name)
        if isinstance(value, Expr):
            changed[item.name] = number(value, leaves(value))
        elif isinstance(value, tuple) and any(isinstance(x, Expr) for x in value):
            changed[item.name] = tuple(number(x, leaves(x)) for x in value)
    return replace(motion, **changed) if changed else motion  # type: ignore[type-var]


def sampled(motion: Motion, rng: np.random.Generator) -> list[float]:
    """Random coordinates, those that are together of length one made so."""
    q = rng.uniform(0.3, 1.2, size=len(motion.names[0]))
    part = unit_part(motion)
    if len(q[part]):
        q[part] /= np.linalg.norm(q[part])
    return [float(x) for x in q]


def posed(motion: Motion, q: Scalars) -> tuple[Array, Array]:
    """R_JK, and K's origin along J's axes."""
    pose = motion.pose(q)
    columns = []
    for column in IDENTITY:
        for factor in reversed(pose.factors):
            column = factor.out(column)
        columns.append(column)
    return np.array(columns, dtype=float).T, _floats(pose.translation)


def _broken(path: str, motion: Motion) -> Iterator[Fault]:
    at = f"{path}, {type(motion).__name__}"
    try:
        yield from _compared(at, valued(motion))
    except Exception as error:
        what = f"it fails with {type(error).__name__}: {error}."
        yield Fault(path=at, what=what, remedy=CONTRACT)


def _compared(path: str, motion: Motion) -> Iterator[Fault]:
    """What the motion says beside what its pose and directions do."""
    rng = np.random.default_rng(1)
    q, sigma = sampled(motion, rng), rng.normal(size=len(motion.names[1]))
    if len(home(motion)) != len(q):
        what = f"its home has {len(home(motion))} values for {len(q)} coordinates."
        yield Fault(path=path, what=what, remedy=CONTRACT)
        return
    qdot = _floats(motion.rates(q, sigma.tolist()))
    R, _ = posed(motion, q)
    yield from _differs(path, "the product R Rᵀ of its pose", R @ R.T, np.eye(3), UNITS)
    before, after = (_moments(motion, q + s * STEP * qdot, sigma) for s in (-1, 1))
    turning, sliding = _columns(motion, q, sigma)
    Rdot, pdot, turning_rate, sliding_rate = (
        (b - a) / (2 * STEP) for a, b in zip(before, after, strict=True)
    )
    spin = R.T @ Rdot
    spun = np.array([spin[2, 1] - spin[1, 2], spin[0, 2] - spin[2, 0], spin[1, 0] - spin[0, 1]]) / 2
    drift = motion.drift(q, sigma.tolist())
    yield from _differs(path, "its angular velocity by `directions`", turning, spun)
    yield from _differs(path, "its linear velocity by `directions`", sliding, R.T @ pdot)
    yield from _differs(path, "the angular part of its drift", _floats(drift.angular), turning_rate)
    yield from _differs(path, "the linear part of its drift", _floats(drift.linear), sliding_rate)


def _moments(motion: Motion, q: Array, sigma: Array) -> tuple[Array, Array, Array, Array]:
    """What is differentiated: R, p, Σ A_i σ_i, Σ B_i σ_i."""
    return (*posed(motion, q.tolist()), *_columns(motion, q.tolist(), sigma))


def _columns(motion: Motion, q: Scalars, sigma: Array) -> tuple[Array, Array]:
    directions = motion.directions(q)
    return sigma @ _floats(directions.angular), sigma @ _floats(directions.linear)


def _differs(
    path: str, subject: str, said: Array, found: Array, remedy: str = CONTRACT
) -> Iterator[Fault]:
    gap = float(np.max(np.abs(said - found), initial=0.0))
    size = 1.0 + float(np.max(np.abs(found), initial=0.0))
    if not gap <= NEAR * size:
        what = f"{subject} is {_shown(said)} and should be {_shown(found)}."
        yield Fault(path=path, what=what, remedy=remedy)


def _shown(values: Array) -> str:
    return "(" + ", ".join(f"{x:.4g}" for x in np.ravel(values)) + ")"


def _floats(given: Any) -> Array:
    return np.asarray(given, dtype=float)
