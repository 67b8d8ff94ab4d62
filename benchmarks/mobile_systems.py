"""The mobile robots of the claims: the paper's, general ones, and TIAGo from its file.

    paper      three wheels, two links [Tanner2001 Table I]
    general    m revolute joints in general places on w wheels: an axle, a steered wheel, and
               castors or wheels that follow it by Ackermann's law
    TIAGo      PAL's, two driven wheels and four castors, its left arm's seven joints
               (example-robot-data); torso, head, hands and right arm held

From: claim.py    Next: mobile.py
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

import numpy as np

import kane
from benchmarks.rivals import ROOT
from kane import GROUND, Body, Revolute, System, Z, mobile

SHARE: Final = ".venv-rivals/lib/python*/site-packages/cmeel.prefix/share"
TIAGO: Final = "example-robot-data/robots/tiago_description/robots/tiago_dual.urdf"
BODY: Final = (1.6, 1.7, 3, 0.1, 0.05, 0.02)
ARM: Final = ROOT / "examples" / "05_mobile" / "two_link.toml"


def paper(*, locked: bool = False) -> System:
    """The paper's example."""
    return mobile.platform(
        "cart",
        body=Body("platform", mass=40, centre=(0, 0, 0.15), inertia=(1.667, 1.667, 3.02)),
        wheels=[
            mobile.Steered("w0", at=(0.3, 0), angle="phi", locked=locked),
            mobile.Fixed("w1", at=(-0.3, 0.3)),
            mobile.Fixed("w2", at=(-0.3, -0.3)),
        ],
        radius=0.15,
        wheel_mass=2,
        friction=0.7,
        base=Body("base", mass=5, inertia=(0.08, 0.08, 0.156)),
        at=(0, 0, 0.15),
        arm=kane.load(ARM),
    )


def general(joints: int, wheels: int, *, castors: bool) -> System:
    """No constant of it is special but that a platform's wheels stand upright."""
    rng = np.random.default_rng(10 * joints + wheels)
    own = [
        mobile.Fixed("w1", at=(-0.3, 0.3)),
        mobile.Fixed("w2", at=(-0.3, -0.3)),
        mobile.Steered("w0", at=(0.3, 0.1), angle="phi"),
    ]
    for k in range(3, wheels):
        x, y = rng.uniform(-0.5, 0.5, 2)
        follows = mobile.Steered(f"c{k}", at=(0.5, 0.2 * k - 0.8), follows="w0")
        trailing = mobile.Castered(f"c{k}", at=(float(x), float(y)), trail=0.05)
        own.append(trailing if castors else follows)
    return mobile.platform(
        f"{joints} joints on {wheels} wheels",
        body=Body("body", mass=40, centre=(0.01, 0.02, 0.15), inertia=BODY),
        wheels=own,
        radius=0.15,
        wheel_mass=2,
        base=Body("foot", mass=5, centre=(0.01, 0.02, 0.03), inertia=(0.08, 0.09, 0.15)),
        at=(0.1, 0.05, 0.3),
        arm=_arm(joints, rng),
    )  # fmt: skip


def _arm(joints: int, rng: np.random.Generator) -> System:
    made, parent = [], GROUND
    for k in range(1, joints + 1):
        centre = tuple(rng.uniform(-0.3, 0.3, 3))
        body = Body(f"l{k}", mass=float(rng.uniform(1, 5)), centre=centre, inertia=(0.2, 0.3, 0.4))
        turned = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        turned *= np.linalg.det(turned)
        x, y, z = ((float(a), float(b), float(c)) for a, b, c in turned)
        at = tuple(rng.uniform(-0.4, 0.4, 3))
        made.append(Revolute(f"q{k}", parent, body, axis=Z, at=at, axes=(x, y, z)))
        parent = body
    return System("arm", joints=made)


def tiago_file() -> Path | None:
    """TIAGo's description; None where it is not installed."""
    return next((at / TIAGO for at in ROOT.glob(SHARE) if (at / TIAGO).is_file()), None)


def tiago(*, damped: bool = False) -> System:
    """TIAGo on its wheels, from the file; `damped` with the friction of its joints."""
    path = tiago_file()
    assert path is not None
    logging.getLogger("kane.formats").setLevel(logging.ERROR)
    held = dict.fromkeys(_JOINTS, 0.0)
    robot = kane.load(
        path,
        dynamics="use" if damped else "ignore",
        inertia="mend",
        mimic="free",
        snap="turns",
        hold=held,
    )
    driven = [
        mobile.Axle(f"wheel_{side}_joint", radius=0.0985, friction=0.7, drive=f"torque_{side}")
        for side in ("left", "right")
    ]
    corners = [f"caster_{end}_{side}" for end in ("front", "back") for side in ("left", "right")]
    trailing = [
        mobile.Axle(f"{at}_2_joint", radius=0.025, fork=f"{at}_1_joint") for at in corners
    ]  # fmt: skip
    return mobile.on_wheels(robot, [*driven, *trailing])


_HANDS: Final = [
    "thumb", "index", "mrl", "thumb_abd", "thumb_virtual_1", "thumb_flex_1", "thumb_virtual_2",
    "thumb_flex_2",
    *(f"{finger}_{part}" for finger in ("index", "middle", "ring", "little")
      for part in ("abd", "virtual_1", "flex_1", "virtual_2", "flex_2", "virtual_3", "flex_3")),
]  # fmt: skip
_JOINTS: Final = [
    "suspension_right_joint", "suspension_left_joint", "torso_lift_joint", "head_1_joint",
    "head_2_joint",
    *(f"arm_right_{k}_joint" for k in range(1, 8)),
    *(f"hand_{side}_{part}_joint" for side in ("left", "right") for part in _HANDS),
]  # fmt: skip
