"""SciPy's DOP853 around Pinocchio's articulated bodies: how an arm is run in Python today."""

from __future__ import annotations

import time
from functools import cache
from typing import Any

import numpy as np
import pinocchio as pin
import scipy
from scipy.integrate import solve_ivp

from benchmarks.serve import serve


@cache
def arm(path: str, hold: tuple[str, ...]) -> tuple[Any, Any]:
    """The model of a URDF, some joints held, and its data."""
    whole = pin.buildModelFromUrdf(path)
    held = [whole.getJointId(name) for name in hold if whole.existJointName(name)]
    model = pin.buildReducedModel(whole, held, pin.neutral(whole)) if held else whole
    return model, model.createData()


def rods() -> tuple[Any, Any]:
    """The double pendulum."""
    model, parent, at = pin.Model(), 0, np.zeros(3)
    for k in (1, 2):
        parent = model.addJoint(parent, pin.JointModelRY(), pin.SE3(np.eye(3), at), f"q{k}")
        inertia = pin.Inertia(1.0, np.array([0, 0, -0.5]), np.diag([1 / 12, 1 / 12, 1e-3]))
        model.appendBodyToJoint(parent, inertia, pin.SE3.Identity())
        at = np.array([0.0, 0.0, -1.0])
    return model, model.createData()


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """q at the end, and the least seconds of some runs."""
    plain = request["case"] == "double pendulum"
    model, data = rods() if plain else arm(request["case"], tuple(request["hold"]))
    n, q0 = model.nv, np.array(request["q"])
    goal, stiff, damped = (
        np.array(request.get(key, np.zeros(n))) for key in ("goal", "stiffness", "damping")
    )

    def rates(_: float, y: np.ndarray) -> np.ndarray:
        q, v = y[:n], y[n:]
        return np.concatenate([v, pin.aba(model, data, q, v, stiff * (goal - q) - damped * v)])

    y0, spent = np.concatenate([q0, np.zeros(n)]), []
    for _ in range(int(request["calls"])):
        start = time.perf_counter()
        end = solve_ivp(rates, (0, request["until"]), y0, method="DOP853",
                        rtol=request["rtol"], atol=request["atol"]).y[:, -1]  # fmt: skip
        spent.append(time.perf_counter() - start)
    return {"q": end[:n].tolist(), "seconds": min(spent)}


serve(f"SciPy {scipy.__version__} DOP853 with Pinocchio {pin.__version__}", answer)
