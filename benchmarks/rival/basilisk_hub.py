"""Basilisk's side of the spacecraft: a hub with hinged rigid panels, its own fixed-step RK4.

Timed is a whole run of many steps in one call; a right-hand side is a quarter of a step. Served by
benchmarks/serve.py; asked by benchmarks/spacecraft.py and tests/space/test_basilisk.py.
"""

from __future__ import annotations

import time
from importlib.metadata import version
from typing import Any

import numpy as np
from Basilisk.simulation import hingedRigidBodyStateEffector, spacecraft
from Basilisk.utilities import SimulationBaseClass, macros

from benchmarks.serve import serve


def simulation(case: dict[str, Any]) -> tuple[Any, Any]:
    """A simulation of the case's hub and panels, not yet begun."""
    sim = SimulationBaseClass.SimBaseClass()
    process = sim.CreateNewProcess("process")
    process.addTask(sim.CreateNewTask("task", macros.sec2nano(case["step"])))
    craft = spacecraft.Spacecraft()
    craft.ModelTag = "hub"
    craft.hub.mHub = case["mass"]
    craft.hub.r_BcB_B = [[0.0], [0.0], [0.0]]
    craft.hub.IHubPntBc_B = np.diag(case["inertia"]).tolist()
    craft.hub.r_CN_NInit = [[0.0], [0.0], [0.0]]
    craft.hub.v_CN_NInit = [[0.0], [0.0], [0.0]]
    craft.hub.sigma_BNInit = [[0.0], [0.0], [0.0]]
    craft.hub.omega_BN_BInit = [[x] for x in case["omega"]]
    panels = []
    for k, panel in enumerate(case["panels"]):
        one = hingedRigidBodyStateEffector.HingedRigidBodyStateEffector()
        one.ModelTag = f"panel{k}"
        one.mass, one.d = panel["mass"], panel["d"]
        one.IPntS_S = np.diag(panel["inertia"]).tolist()
        one.k, one.c = panel["k"], panel["c"]
        one.r_HB_B = [[x] for x in panel["at"]]
        one.dcm_HB = panel["dcm"]
        one.nameOfThetaState = f"theta{k}"
        one.nameOfThetaDotState = f"thetaDot{k}"
        one.thetaInit, one.thetaDotInit = panel["theta"], panel["thetaDot"]
        craft.addStateEffector(one)
        panels.append(one)
    for model in (craft, *panels):
        sim.AddModelToTask("task", model)
    return sim, craft


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """The end of a run of so many steps, and the seconds that it took."""
    case = request["case"]
    steps = int(request["calls"])
    sim, craft = simulation(case)
    sim.InitializeSimulation()
    sim.ConfigureStopTime(macros.sec2nano(steps * case["step"]))
    begun = time.perf_counter()
    sim.ExecuteSimulation()
    seconds = time.perf_counter() - begun
    state = craft.scStateOutMsg.read()
    return {"seconds": seconds, "omega": list(state.omega_BN_B), "sigma": list(state.sigma_BN)}


serve(f"Basilisk {version('bsk')}", answer)
