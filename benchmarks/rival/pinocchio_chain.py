"""Pinocchio's articulated bodies on a long chain, called from Python: 1 µs of a call is Python's.

At 1,000 bodies it is not to be had: its data hold tensors of n³ doubles.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import numpy as np
import pinocchio as pin

from benchmarks.long_chain_data import AT, GRAVITY, links, state
from benchmarks.serve import seconds, serve


@cache
def chain(bodies: int) -> tuple[Any, Any, list[np.ndarray]]:
    """The model, its data, and q, u, τ."""
    model, parent = pin.Model(), 0
    model.gravity.linear = np.array([0.0, 0.0, -GRAVITY])
    joints = (pin.JointModelRX(), pin.JointModelRY(), pin.JointModelRZ())
    for i, link in enumerate(links(bodies)):
        place = pin.SE3(np.eye(3), np.array(AT))
        parent = model.addJoint(parent, joints[link.axis], place, f"q{i}")
        inertia = pin.Inertia(link.mass, np.array(link.centre), np.diag(link.moments))
        model.appendBodyToJoint(parent, inertia, pin.SE3.Identity())
    return model, model.createData(), [np.array(one) for one in state(bodies)]


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """u̇ once, or the seconds of so many calls by the better of its two conventions."""
    model, data, given = chain(int(request["bodies"]))
    if "calls" not in request:
        return {"udot": pin.aba(model, data, *given).tolist()}
    calls = [
        partial(pin.aba, model, data, *given, convention)
        for convention in (pin.Convention.LOCAL, pin.Convention.WORLD)
    ]
    return {"seconds": min(seconds(call, int(request["calls"])) for call in calls)}


serve(f"pinocchio {pin.__version__}", answer)
