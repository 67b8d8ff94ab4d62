"""The mobile manipulator of the paper: three wheels, two links   [Tanner2001 Table I, Fig. 2].

Table I is read as the reference has it: from joint 1 to link 1's mass centre (0.25, 0, 0.1505),
from there to joint 2 (0.8, 0, 0), so that joint 2 stands at (1.05, 0, 0.1505) and both links' mass
centres are at one height; those of body, base and wheels are at the axles. Motion does not
feel the heights, loads and tip-over do: all columns of the three tables hold with these.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kane import Body, System, load, mobile

ARM: Final = Path(__file__).parents[2] / "examples" / "05_mobile" / "two_link.toml"


def papers_robot(*, locked: bool = False, **more: Any) -> System:
    """Table I; `locked` keeps the steering angle."""
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
        arm=load(ARM),
        **more,
    )
