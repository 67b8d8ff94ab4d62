"""Deployment: a part leaves, pushed off by its carrier; momentum is kept.

    rest, state = space.deploy(sat, motion, "probe", speed=(0, 0, 0.5))
    later = simulate(build(rest), **state, until=…)

The impulse P that drives the part out acts on the rest where the part was: M Δu = −Vᵀ P, with the
part's own velocity changed by P/m and the relative one by what is asked. Linear and angular
momentum of both together are the same before and after.

From: craft.py    Next: —
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from kane.errors import ArgumentError
from kane.geometry.vector import GROUND, Components
from kane.model.body import Body
from kane.model.quantities import cosine, position, velocity
from kane.pipeline import build
from kane.space.craft import Spacecraft, assembled
from kane.space.environment import CENTRE

if TYPE_CHECKING:
    from kane.sim.trajectory import Trajectory

Array = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deployed:
    """The spacecraft that is left with its state, and the part that left: its mass, place and
    velocity in N, and the impulse that drove it out."""

    rest: Spacecraft
    state: dict[str, dict[str, float]]
    mass: float
    place: Array
    velocity: Array
    impulse: Array


def deploy(
    sat: Spacecraft, motion: Trajectory, name: str, *, speed: Components = (0, 0, 0)
) -> Deployed:
    """The end of a motion, after the part `name` has left as a point mass with this velocity
    relative to its carrier, along the carrier's axes."""
    part = _leaving(sat, name)
    carrier = sat.joint(name).parent
    assert isinstance(carrier, Body)
    rest = assembled(sat.name, _without(sat, name))
    model = build(rest)
    asked = _asked(part.body, carrier)
    values = dict(zip(asked, motion.values(list(asked.values()))[-1], strict=True))
    place, before = _three(values, "p"), _three(values, "v")
    axes = np.array([[values[f"c{i}{j}"] for j in "xyz"] for i in "xyz"])  # R of the carrier
    q, u = _kept(motion, model.q_names), _kept(motion, model.u_names)
    V = _jacobian(rest, model, carrier, q, u, _three(values, "b"))
    mass = float(part.body.mass)
    response = V @ np.linalg.solve(np.asarray(model.mass_matrix(q)), V.T)
    there = V @ u  # the carrier's point, before
    wanted = axes @ np.asarray(speed, dtype=float)
    impulse = np.linalg.solve(response + np.eye(3) / mass, wanted - (before - there))
    after = u - np.linalg.solve(np.asarray(model.mass_matrix(q)), V.T @ impulse)
    return Deployed(
        rest=rest,
        state={
            "q": dict(zip(model.q_names, map(float, q), strict=True)),
            "u": dict(zip(model.u_names, map(float, after), strict=True)),
        },
        mass=mass,
        place=place,
        velocity=before + impulse / mass,
        impulse=impulse,
    )


def _leaving(sat: Spacecraft, name: str) -> Any:
    """The appendage that leaves: one that carries nothing, and is all in a point."""
    found = [one for one in sat.craft.appendages if one.name == name]
    if not found:
        known = ", ".join(one.name for one in sat.craft.appendages) or "none"
        raise ArgumentError(f"deploy: '{name}' is no appendage of '{sat.name}'. It has {known}.")
    if any(joint.parent is found[0].body for joint in sat.joints):
        raise ArgumentError(f"deploy: '{name}' carries other parts. Let those leave first.")
    if any(x for row in found[0].body.inertia for x in row):
        raise ArgumentError(
            f"deploy: '{name}' has inertia of its own and would turn as it leaves. Give it as a "
            "Particle, or as a body without inertia."
        )
    return found[0]


def _without(sat: Spacecraft, name: str) -> Any:
    left = tuple(one for one in sat.craft.appendages if one.name != name)
    return replace(sat.craft, appendages=left)


def _asked(part: Body, carrier: Body) -> dict[str, Any]:
    """Place and velocity of the part in N, its place in the carrier, and the carrier's axes."""
    centre = part.mass_centre
    here = position(carrier.point(f"{carrier}_o"), centre)
    found: dict[str, Any] = {}
    for axis in "xyz":
        along = getattr(GROUND, axis)
        found[f"p{axis}"] = position(CENTRE, centre).along(along)
        found[f"v{axis}"] = velocity(centre).along(along)
        found[f"b{axis}"] = here.along(getattr(carrier, axis))
        found |= {f"c{axis}{j}": cosine(along, getattr(carrier, j)) for j in "xyz"}
    return found


def _three(values: dict[str, float], letter: str) -> Array:
    return np.array([values[f"{letter}{axis}"] for axis in "xyz"])


def _kept(motion: Trajectory, names: tuple[str, ...]) -> Array:
    return np.array([float(motion[name][-1]) for name in names])


def _jacobian(rest: Spacecraft, model: Any, carrier: Body, q: Array, u: Array, at: Array) -> Array:
    """∂v/∂u of the carrier's point where the part was, in N, by unit speeds: v is linear in u."""
    point = carrier.point("left", (float(at[0]), float(at[1]), float(at[2])))
    v = [velocity(point).along(getattr(GROUND, axis)) for axis in "xyz"]
    flow = model.flows({}).observed(v)
    t, a = np.zeros((len(u), 1)), np.zeros((len(u), max(1, len(rest.inputs))))
    y = np.hstack([np.tile(q, (len(u), 1)), np.eye(len(u))])
    p = np.zeros((len(u), 0))
    shapes = {slot.name: slot.shape for slot in flow.kernel.inputs}
    a = a[:, : shapes["a"][0]]
    return np.asarray(flow.kernel.batch(t, y, a, p)).T
