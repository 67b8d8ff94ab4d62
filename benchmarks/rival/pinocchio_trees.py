"""Pinocchio's side of the law "random trees as Pinocchio has them": trees built joint by joint.

Served by benchmarks/serve.py; asked by tests/laws/test_pinocchio.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pinocchio as pin

from benchmarks.serve import serve


def turning(axis: Any) -> Any:
    """A revolute joint."""
    return pin.JointModelRevoluteUnaligned(np.array(axis))


def sliding(axis: Any) -> Any:
    """A prismatic joint."""
    return pin.JointModelPrismaticUnaligned(np.array(axis))


KINDS: dict[str, Any] = {
    "turns": turning,
    "slides": sliding,
    "ball": lambda axis: pin.JointModelSpherical(),
    "free": lambda axis: pin.JointModelFreeFlyer(),
}


def tree(bodies: list[dict[str, Any]]) -> Any:
    """A model with one joint a body; placements are (R, p) of the joint in its parent."""
    model = pin.Model()
    model.gravity = pin.Motion(np.array([0.0, 0.0, -9.81, 0.0, 0.0, 0.0]))
    for number, body in enumerate(bodies):
        place = pin.SE3(np.array(body["R"]), np.array(body["at"]))
        joint = KINDS[body["kind"]](body["axis"])
        index = model.addJoint(body["parent"] + 1, joint, place, f"j{number}")
        inertia = pin.Inertia(body["mass"], np.array(body["centre"]), np.array(body["inertia"]))
        model.appendBodyToJoint(index, inertia, pin.SE3.Identity())
    return model


def dynamics(request: dict[str, Any]) -> dict[str, Any]:
    """τ, f, M and u̇ of one state."""
    model = tree(request["bodies"])
    data = model.createData()
    q, v, a = (np.array(request[key]) for key in ("q", "v", "a"))
    tau = pin.rnea(model, data, q, v, a).copy()
    bias = pin.nonLinearEffects(model, data, q, v).copy()
    # M by columns: `crba` wants joints in depth-first order, which these trees do not keep
    M = np.array([pin.rnea(model, data, q, v, e) - bias for e in np.eye(model.nv)]).T
    udot = pin.aba(model, data, q, v, tau).copy()
    return {"tau": tau.tolist(), "bias": bias.tolist(), "M": M.tolist(), "udot": udot.tolist()}


serve(f"Pinocchio {pin.__version__}", dynamics)
