"""Random trees give what Pinocchio gives, where it is installed (make bench-rivals).

Revolute and prismatic joints about any axis, spherical ones, and a free root; placements,
masses, centres and inertias at random.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from benchmarks.rivals import Rival, rival
from kane import GROUND, Body, Free, Gravity, Prismatic, Revolute, Spherical, System, build
from tests.close import close

Array = NDArray[np.float64]
AGREED: Final = 1e-12  # relative, as promised
KINDS: Final = ("turns", "slides", "ball", "turns")


@pytest.fixture(scope="module")
def pinocchio() -> Iterator[Rival]:
    """Pinocchio in its own environment."""
    with rival("pinocchio_trees") as running:
        if running is None:
            pytest.skip("Pinocchio is not installed (make bench-rivals)")
        yield running


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_random_trees_are_pinocchios(pinocchio: Rival, seed: int) -> None:
    rng = np.random.default_rng([1983, seed])
    bodies = [random_body(rng, number, free=seed % 2 == 0) for number in range(2 + seed)]
    model = build(system_of(bodies), parameters="fold", shorten="off" if seed < 3 else "auto")
    q, (v, a) = random_place(rng, bodies), rng.normal(size=(2, len(model.u_names)))
    theirs = pinocchio.ask(bodies=bodies, q=xyzw(bodies, q).tolist(), v=v.tolist(), a=a.tolist())
    tau, M = np.array(theirs["tau"]), np.array(theirs["M"])
    scale, worst = np.abs(tau).max(), np.linalg.cond(M)
    assert close(model.inverse_dynamics(q, v, a), tau, AGREED * scale)
    assert close(model.bias(q, v), np.array(theirs["bias"]), AGREED * scale)
    assert close(model.mass_matrix(q), M, AGREED * max(scale, np.abs(M).max()))
    assert close(model.forward_dynamics(q, v, tau), a, AGREED * worst * np.abs(a).max())


def random_body(rng: np.random.Generator, number: int, *, free: bool) -> dict[str, Any]:
    """One body with its joint, as Pinocchio is told."""
    points = rng.normal(size=(6, 3)) * 0.2
    centre = np.zeros(3) if free and number == 0 else rng.normal(size=3) * 0.2
    inertia = sum((r @ r) * np.eye(3) - np.outer(r, r) for r in points)
    axis = rng.normal(size=3)
    return {
        "kind": "free" if free and number == 0 else str(rng.choice(KINDS)),
        "parent": int(rng.integers(-1, number)) if number > 1 else number - 1,
        "R": Rotation.random(random_state=rng).as_matrix().tolist()
        if number
        else np.eye(3).tolist(),
        "at": (rng.normal(size=3) * 0.4).tolist() if number else [0.0, 0.0, 0.0],
        "axis": (axis / np.linalg.norm(axis)).tolist(),
        "mass": float(rng.uniform(0.5, 3)),
        "centre": centre.tolist(),
        "inertia": np.asarray(inertia).tolist(),
    }


def system_of(bodies: list[dict[str, Any]]) -> System:
    """The same tree, described here."""
    made = [
        Body(f"B{k}", mass=b["mass"], centre=b["centre"], inertia=b["inertia"])
        for k, b in enumerate(bodies)
    ]
    joints = []
    for k, (b, body) in enumerate(zip(bodies, made, strict=True)):
        parent = GROUND if b["parent"] < 0 else made[b["parent"]]
        axes: Any = tuple(map(tuple, b["R"]))
        name, at, axis = f"q{k}", tuple(b["at"]), tuple(b["axis"])
        match b["kind"]:
            case "turns":
                joint = Revolute(name, parent, body, axis=axis, at=at, axes=axes)
            case "slides":
                joint = Prismatic(name, parent, body, axis=axis, at=at, axes=axes)
            case "ball":
                joint = Spherical(name, parent, body, at=at, axes=axes)
            case _:
                joint = Free(name, parent, body)
        joints.append(joint)
    return System("random", joints=joints, loads=[Gravity(along=-GROUND.z, magnitude=9.81)])


def random_place(rng: np.random.Generator, bodies: list[dict[str, Any]]) -> Array:
    """Coordinates, quaternions as (w, x, y, z)."""
    turn = [Rotation.random(random_state=rng).as_quat()[[3, 0, 1, 2]] for _ in bodies]
    parts = {"turns": 1, "slides": 1, "ball": 0, "free": 3}
    found = [
        np.concatenate(
            [rng.normal(size=parts[b["kind"]]), e if b["kind"] in ("ball", "free") else []]
        )
        for b, e in zip(bodies, turn, strict=True)
    ]
    return np.concatenate(found)


def xyzw(bodies: list[dict[str, Any]], q: Array) -> Array:
    """The same with quaternions as (x, y, z, w)."""
    found, start = q.copy(), 0
    for body in bodies:
        size = {"turns": 1, "slides": 1, "ball": 4, "free": 7}[body["kind"]]
        if size > 1:
            e = slice(start + size - 4, start + size)
            found[e] = q[e][[1, 2, 3, 0]]
        start += size
    return found
