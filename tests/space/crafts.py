"""Spacecraft of the tests: the slides' topology with any joints, and a hub with hinged panels."""

from __future__ import annotations

from typing import Any

import numpy as np

from kane import Body, Gimbal, Spherical, space
from tests.textbook import stoneking as slides
from tests.textbook.stoneking_tree import Spacecraft as Drawn
from tests.textbook.stoneking_tree import State

Array = np.ndarray[Any, np.dtype[np.float64]]


def five_bodies(drawn: Drawn, **more: Any) -> space.Spacecraft:
    """The slides' tree B1 … B5 with its joints' places told from the mass centres."""
    bodies = [
        Body(f"B{i + 1}", mass=float(m), inertia=inertia.tolist())
        for i, (m, inertia) in enumerate(zip(drawn.mass, drawn.inertia, strict=True))
    ]
    appendages = []
    for k, joint in enumerate(drawn.joints):
        place = {"at": tuple(drawn.r_in[k].tolist()), "on": tuple(drawn.r_out[k].tolist())}
        made = Spherical(**place) if joint == slides.SPHERICAL else Gimbal(joint, **place)
        carrier = f"B{drawn.inner[k]}"
        appendages.append(
            space.Appendage(bodies[drawn.outer[k] - 1], made, on="" if carrier == "B1" else carrier)
        )
    return space.spacecraft(bus=bodies[0], appendages=appendages, **more)


def state_of(sat: space.Spacecraft, state: State) -> tuple[Array, Array]:
    """x and u of the slides, in the model's own order of q and u."""
    x = np.concatenate([state.attitude, *state.angles, np.zeros(3)])
    q, u = np.empty(len(x)), np.empty(len(state.speeds()))
    view = sat.slides
    q[[sat.coordinates.index(name) for name in view.x_names]] = x
    u[[view.equations.u_names.index(name) for name in view.u_names]] = state.speeds()
    return q, u


def hub(panels: int = 4, **more: Any) -> space.Spacecraft:
    """A hub with hinged panels on springs, and three wheels."""
    bus = Body("bus", mass=800, inertia=(900, 800, 600))
    places = [(0, 1.2, 0), (0, -1.2, 0), (1.2, 0, 0), (-1.2, 0, 0)] * 2
    appendages = [
        space.Appendage(
            Body(
                f"panel{k + 1}",
                mass=20,
                inertia=(30, 2, 31) if k % 4 < 2 else (2, 30, 31),
                centre=(1.25 * places[k][0], 1.25 * places[k][1], 0),
            ),
            Gimbal("1" if k % 4 < 2 else "2", at=(*places[k][:2], 0.3 * (k // 4))),
            stiffness=40,
            damping=2,
        )
        for k in range(panels)
    ]
    wheels = [
        space.Wheel(f"rw{k + 1}", axis=axis, inertia=0.05)
        for k, axis in enumerate([(1, 0, 0), (0, 1, 0), (0, 0, 1)])
    ]
    given: dict[str, Any] = {"wheels": wheels, **more}
    return space.spacecraft(bus=bus, appendages=appendages, **given)
