"""A double pendulum, held at the end of its second rod.

From: scene.py    Next: stanford.py
"""

from __future__ import annotations

from kane.geometry.vector import GROUND, Y
from kane.haptics.gallery.scene import Scene
from kane.haptics.handle import Handle
from kane.model.body import Body
from kane.model.joints import Revolute
from kane.model.loads import Gravity, JointDamper
from kane.model.solid import Solid
from kane.model.symbols import parameters
from kane.model.system import System


def pendulum() -> Scene:
    """Two rods of 0.3 m, hanging in the plane of x and z."""
    m1, m2, c = parameters(m1="0.5 kg", m2="0.4 kg", c="1e-3 N m s/rad")
    L = 0.3
    upper = Body("upper", mass=m1, centre=(0, 0, -L / 2), inertia=(0.004, 0.004, 1e-4))
    lower = Body("lower", mass=m2, centre=(0, 0, -L / 2), inertia=(0.003, 0.003, 1e-4))
    elbow, tip = upper.point("elbow", (0, 0, -L)), lower.point("tip", (0, 0, -L))
    system = System(
        "double pendulum",
        joints=[
            Revolute("q1", GROUND, upper, axis=Y),
            Revolute("q2", upper, lower, axis=Y, at=elbow),
        ],
        loads=[Gravity(along=-GROUND.z), JointDamper("q1", c), JointDamper("q2", c)],
    )
    rod = {"kind": "rod", "size": (0.012, L), "place": (0, 0, -L / 2)}
    return Scene(
        title="Double pendulum",
        text="Take the end of the second rod.",
        system=system,
        handle=Handle(point=tip, axes=("x", "z")),
        q={"q1": 0.4, "q2": 0.3},
        solids=(
            Solid(frame="upper", **rod),  # type: ignore[arg-type]
            Solid(frame="lower", colour=(200, 120, 80), **rod),  # type: ignore[arg-type]
            Solid(
                kind="ball", size=(0.02,), frame="lower", place=(0, 0, -L), colour=(220, 120, 60)
            ),
        ),
        sliders=("m1", "m2", "c"),
    )
