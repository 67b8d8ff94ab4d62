"""A piano key's action with its escapement: key, jack and hammer, string, bed and rest.

      end ═══════o═══╗ jack              The jack drives the hammer, ḣ = r k̇, and can only push.
            k ↓ pivot ╲   ○ hammer, h ↑  With the key nearly down it escapes: the hammer flies on,
                       ╲──┘              strikes the string and falls back on the check, until
                                         the key is half way up and the jack takes over.

Constraints come and go; the escapement is the example of [Gillespie2003 §4]. Lengths and masses are
those of a grand piano to one digit.

From: scene.py    Next: maze.py
"""

from __future__ import annotations

from typing import Final

from kane.algebra import minimum
from kane.geometry.vector import GROUND
from kane.haptics.gallery.scene import Scene
from kane.haptics.handle import Handle
from kane.model.body import Body, point
from kane.model.constraints import Motion
from kane.model.joints import Revolute
from kane.model.loads import Gravity, JointDamper, JointSpring
from kane.model.quantities import position, rate, reaction
from kane.model.solid import Solid
from kane.model.symbols import coordinate, parameters
from kane.model.system import System
from kane.model.touching import Touching
from kane.sim.when import When

LENGTH: Final = 0.22  # from the key's pivot to its end
RATIO: Final = 5.0  # radians of the hammer for one of the key
DOWN: Final = 0.01 / LENGTH  # where the key meets its bed: 10 mm at its end
ESCAPES: Final = 0.85 * DOWN
SLIPS_BACK: Final = 0.5 * DOWN  # where the jack comes under the hammer again
STRING: Final = 1.1 * RATIO * DOWN  # the hammer has to fly the last of the way
_UP: Final = (0.0, -1.0, 0.0)  # turning about it presses the key and lifts the hammer


def piano() -> Scene:
    """The key at rest, held at its end along z."""
    mass, felt, lift = parameters(hammer="9 g", felt="1e-4 N m s/rad", lift="0.8 N m/rad")
    key = Body("key", mass=0.08, centre=(0.02, 0, 0), inertia=(1e-5, 6e-4, 6e-4))
    hammer = Body("hammer", mass=mass, centre=(0.12, 0, 0), inertia=(1e-6, 8e-6, 8e-6))
    end = key.point("end", (-LENGTH, 0, 0))
    bed = point("bed", GROUND, (-LENGTH, 0, -LENGTH * DOWN))
    rest = point("rest", GROUND, (-LENGTH, 0, 1e-4))
    k, h = coordinate("k"), coordinate("h")
    system = System(
        "piano action",
        joints=[
            Revolute("k", GROUND, key, axis=_UP),
            Revolute("h", GROUND, hammer, axis=_UP, at=point("hinge", GROUND, (0.1, 0, 0.05))),
        ],
        constraints=[
            Motion("jack", rate("h") - RATIO * rate("k") == 0),
            Motion("check", rate("h") - RATIO * rate("k") == 0, active=False),
            Motion("string", rate("h") == 0, active=False),
        ],
        loads=[
            Gravity(along=-GROUND.z),
            JointSpring("k", lift, rest=-0.15),
            JointDamper("h", felt),
            JointDamper("k", 20 * felt),
        ],
        contacts=[
            Touching("key bed", position(bed, end).along(GROUND.z)),
            Touching("key rest", position(end, rest).along(GROUND.z)),
        ],
    )
    return Scene(
        title="Piano key",
        text="Press the key slowly, then fast: feel the jack escape near the bottom.",
        system=system,
        handle=Handle(point=end, axes=("z",)),
        events=(
            When(k > ESCAPES, release="jack"),
            When(reaction("jack") < 0, release="jack"),
            When(h > STRING, strike="string", restitution=0.6),
            When(minimum(RATIO * k - h, ESCAPES - k) > 0, impose="jack"),
            When(minimum(RATIO * k - h, k - ESCAPES) > 0, impose="check"),
            When(reaction("check") < 0, release="check"),
            When(k < SLIPS_BACK, release="check"),
        ),
        solids=_SOLIDS,
        sliders=("hammer", "lift", "felt"),
    )


_DARK: Final = (70, 60, 55)
_LYING: Final = (2**-0.5, 0.0, 2**-0.5, 0.0)
_SOLIDS: Final = (
    Solid(kind="box", size=(0.3, 0.022, 0.02), frame="key", place=(-0.07, 0, 0),
          colour=(235, 230, 220)),
    Solid(kind="box", size=(0.012, 0.02, 0.05), frame="key", place=(0.07, 0, 0.03),
          colour=(190, 140, 90)),
    Solid(kind="rod", size=(0.003, 0.12), frame="hammer", place=(0.06, 0, 0), turn=_LYING,
          colour=(190, 140, 90)),
    Solid(kind="ball", size=(0.012,), frame="hammer", place=(0.12, 0, 0), colour=(200, 60, 60)),
    Solid(kind="box", size=(0.002, 0.2, 0.002), place=(0.217, 0, 0.093), colour=_DARK),
    Solid(kind="box", size=(0.04, 0.06, 0.004), place=(-0.22, 0, -0.022), colour=_DARK),
)  # fmt: skip
