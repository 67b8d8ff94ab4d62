"""The manipulators of the claims: robots from their files, the Stanford arm, the general arm.

    Panda      Franka Emika's, with its fingers held: 7 joints
    UR5        Universal Robots'; Talos: PAL's, 32 joints on a free base (example-robot-data)
    Stanford   Kane and Levinson's data [KaneLevinson1983]
    general    n revolute joints, every constant of every link a parameter

From: claim.py    Next: manipulator_counts.py
"""

from __future__ import annotations

import logging
from functools import cache
from pathlib import Path
from typing import Any, Final

import kane
from benchmarks.rivals import ROOT
from kane import GROUND, Body, Gravity, Revolute, System, cos, parameters, sin
from kane.machine.model import Model
from tests.systems import stanford

HELD: Final = {"panda_finger_joint1": 0.0, "panda_finger_joint2": 0.0}
SHARE: Final = ".venv-rivals/lib/python*/site-packages/cmeel.prefix/share"
TALOS: Final = "example-robot-data/robots/talos_data/robots/talos_reduced.urdf"
MOMENTS: Final = ("xx", "yy", "zz", "xy", "xz", "yz")


def robot_file(name: str) -> Path | None:
    """A robot's file; None where it is not installed."""
    if name != "talos":
        return ROOT / "tests" / "data" / "robots" / f"{name}.urdf"
    return next((place / TALOS for place in ROOT.glob(SHARE) if (place / TALOS).is_file()), None)


@cache
def system(name: str) -> System:
    """A system by name; damping and friction of files left out, as the rivals leave them out."""
    match name:
        case "stanford":
            return kane.load(ROOT / "examples" / "models" / "stanford_arm.toml")
        case "stanford, symbolic":
            return stanford()
        case "general":
            return general_arm(6)
        case "general, tilted":
            return general_arm(6, tilted=True)
    path = robot_file(name)
    assert path is not None, f"{name} is not installed"
    logging.getLogger("kane.formats").setLevel(logging.ERROR)
    if name == "talos":
        return kane.load(path, base="floating", dynamics="ignore")
    return kane.load(path, dynamics="ignore", hold=HELD if name == "panda" else {})


@cache
def model(name: str, **how: Any) -> Model:
    """Its functions."""
    return kane.build(system(name), **how)


def general_arm(joints: int, *, tilted: bool = False) -> System:
    """An arm with α, a, d, m, mass centre and inertia of every link as parameters.

    In the modified convention, where d of the first and the last link are zero: no axis says where
    else their origins stand. The first axis is along gravity, or anywhere.
    """
    made, parent = [], GROUND
    for k in range(1, joints + 1):
        body, (alpha, a, d) = _link(k)
        s, c = sin(alpha), cos(alpha)
        axes: Any = ((1, 0, 0), (0, c, -s), (0, s, c)) if k > 1 else IDENTITY
        d = d if k < joints else 0
        at: Any = (a, -d * s, d * c) if k > 1 else (0, 0, 0)
        made.append(Revolute(f"q{k}", parent, body, at=at, axes=axes))
        parent = body
    field = Gravity(along=-GROUND.z)
    if tilted:
        g = parameters(gx=1.0, gy=2.0, gz=-9.0)
        field = Gravity(along=GROUND.vector(*g), magnitude=1)
    return System(f"general {joints}R", joints=made, loads=[field])


IDENTITY: Final = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def _link(k: int) -> tuple[Body, tuple[Any, Any, Any]]:
    """A link with general values: none that makes anything vanish."""
    alpha, a, d = parameters(
        **{f"alpha{k}": 0.4 + 0.1 * k, f"a{k}": 0.3 + 0.02 * k, f"d{k}": 0.2 - 0.03 * k}
    )
    m, x, y, z = parameters(
        **{f"m{k}": 7.0 - k, f"x{k}": 0.1 + 0.01 * k, f"y{k}": -0.05, f"z{k}": 0.07 + 0.01 * k}
    )
    values = (0.3, 0.25, 0.2, 0.01, -0.02, 0.015)
    xx, yy, zz, xy, xz, yz = parameters(
        **{f"I{e}{k}": v + 0.001 * k for e, v in zip(MOMENTS, values, strict=True)}
    )
    inertia = ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
    return Body(f"B{k}", mass=m, centre=(x, y, z), inertia=inertia), (alpha, a, d)
