"""Pinocchio's side of "any mix of joints": spherical joints, and gimbals as composite joints.

Served by benchmarks/serve.py; asked by tests/space/test_rivals.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pinocchio as pin

from benchmarks.serve import serve

TURNS = {"1": pin.JointModelRX, "2": pin.JointModelRY, "3": pin.JointModelRZ}


def joint(kind: str) -> Any:
    """A joint of this sequence of axes, or a spherical one."""
    if kind == "spherical":
        return pin.JointModelSpherical()
    made = pin.JointModelComposite()
    for axis in kind:
        made.addJoint(TURNS[axis]())
    return made


def tree(request: dict[str, Any]) -> tuple[Any, list[int]]:
    """The tree in space, and the number of each body's joint."""
    model = pin.Model()
    model.gravity = pin.Motion.Zero()
    places = [model.addJoint(0, pin.JointModelFreeFlyer(), pin.SE3.Identity(), "B1")]
    frames = [np.zeros(3)]  # the mass centre of each body from its joint
    for k, kind in enumerate(request["joints"]):
        inner = request["inner"][k] - 1
        at = frames[inner] + np.array(request["r_in"][k])
        place = pin.SE3(np.eye(3), at)
        places.append(model.addJoint(places[inner], joint(kind), place, f"G{k + 1}"))
        frames.append(-np.array(request["r_out"][k]))
    for index, centre, m, inertia in zip(
        places, frames, request["mass"], request["inertia"], strict=True
    ):
        own = pin.Inertia(m, centre, np.array(inertia))
        model.appendBodyToJoint(index, own, pin.SE3.Identity())
    return model, places


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """v̇ for q = (attitude of B1 (w, x, y, z), angles), u = (ω₁, σ, v₁) and forces along them.

    Pinocchio's free joint has v and ω along the body's axes, and quaternions (x, y, z, w).
    """
    model, places = tree(request)
    q, v, tau = np.zeros(model.nq), np.zeros(model.nv), np.zeros(model.nv)
    e = np.array(request["attitude"])
    R = pin.Quaternion(e[0], e[1], e[2], e[3]).matrix()
    q[3:7] = [*e[1:], e[0]]
    omega, speed = np.array(request["omega"]), R.T @ np.array(request["v"])
    v[:3], v[3:6] = speed, omega
    tau[:3], tau[3:6] = R.T @ np.array(request["force"]), request["torque"]
    for index, angles, sigma, along in zip(
        places[1:], request["angles"], request["sigma"], request["tau"], strict=True
    ):
        one = model.joints[index]
        ball = len(angles) == 4
        q[one.idx_q : one.idx_q + one.nq] = [*angles[1:], angles[0]] if ball else angles
        v[one.idx_v : one.idx_v + one.nv] = sigma
        tau[one.idx_v : one.idx_v + one.nv] = along
    a = pin.aba(model, model.createData(), q, v, tau)
    linear = R @ (a[:3] + np.cross(omega, speed))
    rates = [a[model.joints[i].idx_v : model.joints[i].idx_v + model.joints[i].nv] for i in places]
    inner = [one.tolist() for one in rates[1:]]
    return {"omega": a[3:6].tolist(), "sigma": inner, "v": linear.tolist()}


serve(f"Pinocchio {pin.__version__}", answer)
