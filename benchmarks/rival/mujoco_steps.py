"""MuJoCo's RK4 in its native rollout, on an arm of a URDF, contacts and limits off."""

from __future__ import annotations

import re
import time
from functools import cache
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
from mujoco import rollout

from benchmarks.serve import serve


@cache
def arm(path: str, hold: tuple[str, ...]) -> Any:
    """The model without its shapes, some joints held."""
    text = Path(path).read_text(encoding="utf-8")
    for shape in ("visual", "collision"):
        text = re.sub(rf"<{shape}.*?</{shape}>", "", text, flags=re.DOTALL)
    for name in hold:
        text = re.sub(rf'(<joint name="{name}" type=)"\w+"', r'\1"fixed"', text)
    spec = mujoco.MjSpec.from_string(text)
    model = spec.compile()
    off = mujoco.mjtDisableBit
    model.opt.disableflags |= int(off.mjDSBL_CONTACT | off.mjDSBL_CONSTRAINT | off.mjDSBL_LIMIT)
    model.dof_damping[:] = model.dof_frictionloss[:] = 0.0
    model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
    return model


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """q at the end of so many steps, and the least seconds of some rollouts."""
    model = arm(request["case"], tuple(request["hold"]))
    n = model.nv
    model.opt.timestep = request["dt"]
    data = mujoco.MjData(model)
    data.qpos[:] = request["q"]
    size = mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    start_state = np.zeros((1, size))
    mujoco.mj_getState(model, data, start_state[0], mujoco.mjtState.mjSTATE_FULLPHYSICS)
    spent = []
    with rollout.Rollout(nthread=0) as roll:
        for _ in range(int(request["calls"])):
            start = time.perf_counter()
            states, _ = roll.rollout(model, [data], start_state, nstep=int(request["steps"]))
            spent.append(time.perf_counter() - start)
    return {"q": states[0, -1, 1 : 1 + n].tolist(), "seconds": min(spent)}


serve(f"MuJoCo {mujoco.__version__}", answer)
