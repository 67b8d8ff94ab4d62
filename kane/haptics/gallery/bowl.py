"""A ball in a bowl: a particle inside a hemisphere, under gravity, without friction.

From: scene.py    Next: pendulum.py
"""

from __future__ import annotations

from kane.geometry.vector import GROUND, X, Y, Z
from kane.haptics.gallery.scene import Scene
from kane.haptics.handle import Handle
from kane.model.body import Body, Particle, point
from kane.model.joints import Prismatic
from kane.model.loads import Gravity
from kane.model.quantities import distance
from kane.model.solid import Solid
from kane.model.symbols import parameters
from kane.model.system import System
from kane.model.touching import Touching


def bowl() -> Scene:
    """The ball at the bottom; it can be lifted, thrown and rolled round."""
    (mass,) = parameters(mass="0.3 kg")
    radius, ball = 0.2, 0.02
    one, two = Body("along x"), Body("along y")
    centre = Particle("ball", mass=mass)
    P = centre.point("P")
    middle = point("middle", GROUND, (0, 0, radius))
    system = System(
        "ball in a bowl",
        joints=[
            Prismatic("x", GROUND, one, axis=X),
            Prismatic("y", one, two, axis=Y),
            Prismatic("z", two, centre, axis=Z),
        ],
        loads=[Gravity(along=-GROUND.z)],
        contacts=[Touching("bowl", (radius - ball) - distance(middle, P), restitution=0.4)],
    )
    return Scene(
        title="Ball in a bowl",
        text="Lift it, throw it, roll it round.",
        system=system,
        handle=Handle(point=P),
        q={"x": 0.05, "z": 0.06},
        solids=(
            Solid(kind="ball", size=(ball,), frame="ball", colour=(220, 120, 60)),
            Solid(kind="bowl", size=(radius,), place=(0, 0, radius)),
        ),
        sliders=("mass",),
    )
