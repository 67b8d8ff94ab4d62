"""The shopping cart with its sticking caster, held at P1 along x and y and about z.

      P1 ─────── P2 ⟍      the caster frees itself where the torque that sticks it is above
      o    B     o   ⟍     0.4 N m, and sticks again where it has come to rest
                      o
                     P3            [Gillespie2003 Example 3]

From: scene.py    Next: piano.py
"""

from __future__ import annotations

from kane.geometry.vector import GROUND, Z
from kane.haptics.gallery.scene import Scene
from kane.haptics.handle import Handle
from kane.model.body import Body
from kane.model.constraints import Motion
from kane.model.joints import Planar, Revolute
from kane.model.quantities import angular_velocity, rate, reaction, velocity
from kane.model.solid import Solid
from kane.model.symbols import parameters
from kane.model.system import System
from kane.sim.when import When

STICKS = "caster sticks"


def cart(holds: float = 0.4, rests: float = 0.01) -> Scene:
    """The cart; the caster holds up to a torque, and rests below a rate."""
    mB, mC, IB, L1, L2, L3 = parameters(
        mB="20 kg", mC="2 kg", IB="1.5 kg m^2", L1="0.4 m", L2="0.8 m", L3="0.1 m"
    )
    B = Body("basket", mass=mB, centre=(L1, 0, 0), inertia=(0, 0, IB))
    C = Body("caster", mass=mC, centre=(-L3, 0, 0))
    P1, P2, P3 = B.point("P1"), B.point("P2", (L2, 0, 0)), C.point("P3", (-L3, 0, 0))
    system = System(
        "shopping cart",
        joints=[Planar("x y q3", GROUND, B), Revolute("q4", B, C, axis=Z, at=P2)],
        speeds=[
            velocity(P1).along(B.x),
            angular_velocity(B).along(B.z),
            angular_velocity(C).along(C.z),
        ],
        constraints=[
            Motion("rear wheels", velocity(P1).along(B.y) == 0),
            Motion("front wheel", velocity(P3).along(C.y) == 0, dependent="u3"),
            Motion(STICKS, rate("q4") == 0, active=False),
        ],
    )
    return Scene(
        title="Shopping cart",
        text="Push it by its handle; the caster sticks and frees.",
        system=system,
        handle=Handle(point=P1, axes=("x", "y", "turn z")),
        q={"q4": 0.5},
        events=(
            When(abs(reaction(STICKS)) > holds, release=STICKS),
            When(abs(rate("q4")) < rests, impose=STICKS),
        ),
        solids=(
            Solid(kind="box", size=(0.8, 0.5, 0.3), frame="basket", place=(0.4, 0, 0.25)),
            Solid(kind="rod", size=(0.02, 0.5), frame="basket", place=(0, 0, 0.45), turn=_ACROSS,
                  colour=(220, 120, 60)),
            Solid(kind="rod", size=(0.08, 0.03), frame="basket", place=(0, 0.25, 0.08),
                  turn=_ACROSS, colour=(60, 60, 70)),
            Solid(kind="rod", size=(0.08, 0.03), frame="basket", place=(0, -0.25, 0.08),
                  turn=_ACROSS, colour=(60, 60, 70)),
            Solid(kind="rod", size=(0.08, 0.03), frame="caster", place=(-0.1, 0, 0.08),
                  turn=_ACROSS, colour=(200, 60, 60)),
            Solid(kind="box", size=(0.1, 0.02, 0.02), frame="caster", place=(-0.05, 0, 0.16),
                  colour=(200, 60, 60)),
        ),
        sliders=("mB", "mC", "IB"),
    )  # fmt: skip


_ACROSS = (2**-0.5, 2**-0.5, 0.0, 0.0)
