"""Robots' files as Pinocchio reads them: kept as text for its C++ programs, or evaluated."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pinocchio as pin

from benchmarks.serve import serve


@cache
def robot(file: str, free: bool, held: tuple[str, ...]) -> Any:
    """A robot's model, some joints held at zero."""
    model = pin.buildModelFromUrdf(file, *([pin.JointModelFreeFlyer()] if free else []))
    indices = [model.getJointId(name) for name in held]
    if indices:
        model = pin.buildReducedModel(model, indices, pin.neutral(model))
    model.gravity.linear = np.array([0.0, 0.0, -9.81])
    return model


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """What is asked for: a file to be written, or everything in one state."""
    model = robot(request["file"], bool(request["free"]), tuple(request["held"]))
    names = list(model.names)[1:]
    if "to" in request:
        model.saveToText(request["to"])
        return {"joints": names, "nq": model.nq, "nv": model.nv}
    if "angles" not in request:
        return {"joints": names, "speeds": speeds(model)}
    return evaluated(model, request)


def speeds(model: Any) -> list[int]:
    """How many speeds each joint has."""
    return [joint.nv for joint in list(model.joints)[1:]]


def evaluated(model: Any, request: dict[str, Any]) -> dict[str, Any]:
    """All functions: `angles` are displacements of all joints, in the order of speeds; `base` is
    the place and the quaternion (x, y, z, w) of a free base."""
    v, a, angles = (np.array(request[key]) for key in ("v", "a", "angles"))
    q = pin.integrate(model, pin.neutral(model), angles)
    if request["free"]:
        q[:7] = request["base"]
    data = model.createData()
    tau = pin.rnea(model, data, q, v, a).copy()
    found = {
        "tau": tau,
        "bias": pin.nonLinearEffects(model, data, q, v).copy(),
        "M": symmetric(pin.crba(model, data, q)),
        "udot": pin.aba(model, data, q, v, tau).copy(),
        "kinetic": np.array([pin.computeKineticEnergy(model, data, q, v)]),
        "Y": pin.computeJointTorqueRegressor(model, data, q, v, a).copy(),
    }
    pin.computeRNEADerivatives(model, data, q, v, a)
    found |= {"tau_q": data.dtau_dq.copy(), "tau_u": data.dtau_dv.copy()}
    pin.computeABADerivatives(model, data, q, v, tau)
    found |= {"udot_q": data.ddq_dq.copy(), "udot_u": data.ddq_dv.copy()}
    found["M_inverse"] = symmetric(data.Minv)
    return {name: value.tolist() for name, value in found.items()}


def symmetric(upper: Any) -> Any:
    """A matrix of which the upper triangle is there."""
    made = np.triu(upper)
    return made + np.triu(made, 1).T


serve(f"pinocchio {pin.__version__}", answer)
