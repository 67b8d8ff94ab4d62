"""The Stanford arm, led by its tip: six freedoms, of which the hand holds three.

The numbers are those of Appendix 3 [KaneLevinson1983]; every joint has a little damping, and
gravity is taken off, as a led arm's controller does.

From: scene.py    Next: kane/haptics/loop.py
"""

from __future__ import annotations

from kane.geometry.vector import GROUND, X, Y
from kane.haptics.gallery.scene import Scene
from kane.haptics.handle import Handle
from kane.model.body import Body
from kane.model.joints import Prismatic, Revolute
from kane.model.loads import JointDamper, JointSpring
from kane.model.solid import Solid
from kane.model.symbols import parameters
from kane.model.system import System


def stanford() -> Scene:
    """The arm with its second joint at 90°."""
    L1, L4, L5, L6, L2, L3, c = parameters(
        L1=0.1, L4=0.1, L5=0.7, L6=0.06, L2=0.6, L3=0.2, c="0.3 N m s/rad"
    )
    A = Body("A", mass=9.0, inertia=(0.01, 0.02, 0.01))
    B = Body("B", mass=6.0, inertia=(0.06, 0.01, 0.05))
    C = Body("C", mass=4.0, inertia=(0.4, 0.01, 0.4))
    D = Body("D", mass=1.0, centre=(0, L5, 0), inertia=(0.0005, 0.001, 0.001))
    E = Body("E", mass=0.6, centre=(0, L6, 0), inertia=(0.0005, 0.0002, 0.0005))
    F = Body("F", mass=0.5, centre=(0, L3, 0), inertia=(0.001, 0.002, 0.003))
    system = System(
        "Stanford arm",
        joints=[
            Revolute("q1", GROUND, A, axis=Y),
            Revolute("q2", A, B, axis=X, at=A.point("shoulder", (L1, L4, 0))),
            Prismatic("q6", B, C, axis=Y),
            Revolute("q3", C, D, axis=Y),
            Revolute("q4", D, E, axis=X, at=D.point("wrist", (0, L2, 0))),
            Revolute("q5", E, F, axis=Y),
        ],
        loads=[
            *(JointDamper(name, c) for name in ("q1", "q2", "q3", "q4", "q5")),
            JointDamper("q6", 20.0),
            JointSpring("q4", 0.5),
        ],
    )
    tip = F.point("tip", (0, L3, 0))
    return Scene(
        title="Stanford arm",
        text="Lead the arm by its tip.",
        system=system,
        handle=Handle(point=tip),
        q={"q2": 1.2, "q4": 0.5, "q6": 0.2},
        solids=(
            Solid(kind="box", size=(0.12, 0.2, 0.12), frame="A"),
            Solid(kind="box", size=(0.12, 0.12, 0.12), frame="B", colour=(120, 140, 170)),
            Solid(kind="box", size=(0.06, 0.7, 0.06), frame="C", place=(0, 0.2, 0)),
            Solid(kind="box", size=(0.05, 0.5, 0.05), frame="D", place=(0, 0.4, 0)),
            Solid(kind="box", size=(0.05, 0.1, 0.05), frame="E", colour=(120, 140, 170)),
            Solid(kind="box", size=(0.04, 0.2, 0.04), frame="F", place=(0, 0.1, 0)),
            Solid(kind="ball", size=(0.03,), frame="F", place=(0, 0.2, 0), colour=(220, 120, 60)),
        ),
        up="y",
        sliders=("c",),
    )
