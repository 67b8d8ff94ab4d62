"""The hub with hinged panels that both sides of the spacecraft's claims compute.

Panel k hangs on a hinge along its second axis H2, its mass centre `d` from there along −H1, as in
Basilisk's hinged rigid body; `dcm` are H's axes in the hub's, by rows.

From: spacecraft.py    Next: rival/basilisk_hub.py
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from kane import Body, Revolute, Y, space
from kane.geometry.rotation import Rows

Array = np.ndarray[Any, np.dtype[np.float64]]

STEP: Final = 0.01
SIDES: Final = (
    ((1.2, 0.0, 0.0), ((-1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, 1.0))),
    ((-1.2, 0.0, 0.0), ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))),
    ((0.0, 1.2, 0.0), ((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0))),
    ((0.0, -1.2, 0.0), ((0.0, 1.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 0.0, 1.0))),
)


def case(panels: int) -> dict[str, Any]:
    """The numbers, as plain data: with eight panels the second four stand above the first."""
    return {
        "step": STEP,
        "mass": 800.0,
        "inertia": [900.0, 800.0, 600.0],
        "omega": [0.05, -0.03, 0.02],
        "panels": [
            {
                "mass": 20.0,
                "d": 1.5,
                "inertia": [2.0, 30.0, 31.0],
                "k": 40.0,
                "c": 2.0,
                "at": [*SIDES[k % 4][0][:2], 0.5 * (k // 4)],
                "dcm": [list(row) for row in SIDES[k % 4][1]],
                "theta": 0.1 * (k % 4 + 1),
                "thetaDot": 0.0,
            }
            for k in range(panels)
        ],
    }


def craft(panels: int, wheels: int = 0) -> space.Spacecraft:
    """The same as a spacecraft of ours."""
    given = case(panels)
    appendages = []
    for k, panel in enumerate(given["panels"]):
        a, b, c = np.array(panel["dcm"]).T.tolist()
        axes: Rows = (tuple(a), tuple(b), tuple(c))
        body = Body(
            f"panel{k + 1}",
            mass=panel["mass"],
            inertia=panel["inertia"],
            centre=(-panel["d"], 0, 0),
        )
        hinge = Revolute(axis=Y, at=tuple(panel["at"]), axes=axes)
        appendages.append(space.Appendage(body, hinge, stiffness=panel["k"], damping=panel["c"]))
    axes_of = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    return space.spacecraft(
        bus=Body("bus", mass=given["mass"], inertia=given["inertia"]),
        appendages=appendages,
        wheels=[space.Wheel(f"rw{k + 1}", axis=axes_of[k], inertia=0.05) for k in range(wheels)],
    )


def start(sat: space.Spacecraft, panels: int) -> dict[str, Any]:
    """The start of the case."""
    given = case(panels)
    named = {f"bus.w{axis}": x for axis, x in zip("xyz", given["omega"], strict=True)}
    named |= {f"panel{k + 1}": one["theta"] for k, one in enumerate(given["panels"])}
    return sat.start(**named)
