"""Robots' files as Pinocchio reads them, kept as its own text for its C++ programs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pinocchio as pin

from benchmarks.serve import serve


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Writes the model to a file; says its joints in order."""
    free = [pin.JointModelFreeFlyer()] if request["free"] else []
    model = pin.buildModelFromUrdf(request["file"], *free)
    held = [model.getJointId(name) for name in request["held"]]
    if held:
        model = pin.buildReducedModel(model, held, pin.neutral(model))
    model.gravity.linear = np.array([0.0, 0.0, -9.81])
    model.saveToText(request["to"])
    return {"joints": list(model.names)[1:], "nq": model.nq, "nv": model.nv}


serve(f"pinocchio {pin.__version__}", answer)
