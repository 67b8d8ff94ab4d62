"""Inverse dynamics of a whole motion: generalized forces, inputs' values, or motors' torques.

    τ = M u̇ + f − B_known a_known;      B a = τ gives the other inputs, where it can

Inputs in which a load is not linear stand in no B a: f needs their values, which are given.
The states of a motion go through native code in one call.

From: closed.py    Next: kane/cli/inverse_answer.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, unique
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError
from kane.geometry.vector import ZEROS, Vector
from kane.machine.model import Model
from kane.manipulators.drives import RANK, Drives, free_motions, has_rows
from kane.manipulators.laws import Array
from kane.model.body import Point
from kane.model.joints.contract import speed_name, unit_part
from kane.model.loads import Force, Load, Torque
from kane.model.symbols import inputs
from kane.model.system import System

TIP: Final = ("tip.fx", "tip.fy", "tip.fz", "tip.mx", "tip.my", "tip.mz")


@unique
class Kind(Enum):
    """What was found."""

    FORCES = "forces"  # conjugate to the speeds
    INPUTS = "inputs"  # the values of the model's inputs
    MOTORS = "motors"  # torques of motors


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class States:
    """A motion's times and states, and the inputs that are known, by name."""

    t: Array
    q: Array
    u: Array
    udot: Array
    known: Mapping[str, Array]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Forces:
    """What the motion takes, a row a time; `notes` say what was asked and could not be."""

    kind: Kind
    names: tuple[str, ...]
    values: Array
    notes: tuple[str, ...] = ()


def with_tip(system: System, link: str) -> System:
    """The system with a force at a link's origin and a torque on it, along its axes, as inputs."""
    if link not in system.frames:
        known = ", ".join(system.frames)
        raise ArgumentError(f"'{system.name}' has no link '{link}'. It has {known}.")
    frame = system.frames[link]
    fx, fy, fz, mx, my, mz = inputs(*TIP)
    tip: list[Load] = [
        Force(Vector(frame, (fx, fy, fz)), at=Point("tip", frame, ZEROS)),
        Torque(Vector(frame, (mx, my, mz)), on=frame),
    ]
    return system.replace(loads=[*system.loads, *tip])


def inverse(model: Model, states: States) -> Forces:
    """The inputs that make the motion, or the forces along the speeds where there are none."""
    tau = generalized(model, states)
    sought = [name for name in model.linear_inputs if name not in states.known]
    if not sought:
        return Forces(kind=Kind.FORCES, names=force_names(model), values=tau)
    B = np.asarray(_call(model, "input_matrix", states))
    if B.ndim == 2:
        B = np.broadcast_to(B, (len(tau), *B.shape))
    columns = B[:, :, [model.linear_inputs.index(name) for name in sought]]
    columns = _along_rows(model, states, columns)
    values = (np.linalg.pinv(columns, rcond=RANK) @ tau[..., None])[..., 0]
    left = np.abs((columns @ values[..., None])[..., 0] - tau).max()
    if left <= _LEFT * max(float(np.abs(tau).max()), _SMALL):
        return Forces(kind=Kind.INPUTS, names=tuple(sought), values=values)
    lacking = _out_of_reach(model, columns, tau)
    note = (
        f"The inputs {', '.join(sought)} cannot make this motion: nothing drives "
        f"{', '.join(lacking)}. These are the forces along the speeds, without them."
    )
    return Forces(kind=Kind.FORCES, names=force_names(model), values=tau, notes=(note,))


def motors(model: Model, states: States, drives: Drives) -> Forces:
    """The torques of motors behind gears."""
    if states.known or model.input_names:
        raise ArgumentError(
            f"'{model.name}' has inputs ({', '.join(model.input_names)}) beside its motors. Ask "
            "for the inputs, or leave them out of the model."
        )
    torques = drives.torques(model, states.q, states.u, states.udot)
    return Forces(kind=Kind.MOTORS, names=drives.motors, values=torques)


def generalized(model: Model, states: States) -> Array:
    """τ conjugate to the speeds, less what the known inputs give; what relations take is gone.

    Where relations are kept as rows, only Pᵀ τ matters: the least forces that have it are given.
    """
    _see_nonlinear(model, states)
    tau = np.asarray(_call(model, "inverse_dynamics", states))
    given = [name for name in model.linear_inputs if name in states.known]
    if given:
        B = np.asarray(_call(model, "input_matrix", states))
        places = [model.linear_inputs.index(name) for name in given]
        a = np.column_stack([states.known[name] for name in given])
        tau = tau - (B[..., places] @ a[..., None])[..., 0]
    return _along_rows(model, states, tau[..., None])[..., 0]


def _see_nonlinear(model: Model, states: States) -> None:
    """Refuse a motion without the inputs that no B a = τ can tell, by name."""
    missing = [name for name in model.nonlinear_inputs if name not in states.known]
    if missing:
        raise ArgumentError(
            f"'{model.name}': loads are not linear in {', '.join(missing)}, so that tau = B a "
            "cannot be solved for them. Give their values along the motion: a column each."
        )


def _along_rows(model: Model, states: States, forces: Array) -> Array:
    """P Pᵀ of columns of forces at every state: what moves along the rows that hold."""
    if not has_rows(model):
        return forces
    found = np.empty(forces.shape)
    for at, P in free_motions(np.asarray(_call(model, "held_rows", states).J)):
        found[at] = P @ (P.swapaxes(1, 2) @ forces[at])
    return found


def quaternions(system: System) -> tuple[slice, ...]:
    """Where the coordinates stand that are together of length one."""
    found, at = [], 0
    for joint in system.joints:
        for motion in joint.motions:
            part = unit_part(motion)
            if part.stop > part.start:
                found.append(slice(at + part.start, at + part.stop))
            at += sum(name not in joint.prescribed for name in motion.names[0])
    return tuple(found)


def force_names(model: Model) -> tuple[str, ...]:
    """tau(q1) where the speed is the rate of q1, else tau(u1)."""
    coordinates = {speed_name(name): name for name in model.q_names}
    return tuple(f"tau({coordinates.get(name, name)})" for name in model.u_names)


def _out_of_reach(model: Model, columns: Array, tau: Array) -> list[str]:
    """The speeds whose forces no input gives."""
    worst = int(np.argmax(np.abs(tau).max(axis=1)))
    B = columns[worst]
    rest = tau[worst] - B @ (np.linalg.pinv(B, rcond=RANK) @ tau[worst])
    large = np.abs(rest) > _LEFT * np.abs(tau[worst]).max()
    return [name for name, x in zip(model.u_names, large, strict=True) if x]


def _call(model: Model, name: str, states: States) -> Any:
    """A function of the model with what it takes: q, u, u̇, nonlinear inputs, t."""
    function = model.function(name)
    arguments = {"q": states.q, "u": states.u, "udot": states.udot, "t": states.t[:, None]}
    taken = [slot.name for slot in function.inputs]
    if "nonlinear_inputs" in taken:
        known = [states.known[name] for name in model.nonlinear_inputs]
        arguments["nonlinear_inputs"] = np.column_stack(known)
    return function(*[arguments[name] for name in taken])


_LEFT: Final = 1e-9  # of the largest force: what inputs may leave over
_SMALL: Final = 1e-12
