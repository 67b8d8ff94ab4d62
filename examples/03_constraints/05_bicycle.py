"""A bicycle that rides by itself: two rolling wheels, three speeds left.

           o───────o          Rear wheel, rear frame with rider, fork, front wheel. The road's
          / \\ B   /\\ H        axes: x forward, z down. The frame's z is the steering axis, so that
    ____(R)__\\___(F)_\\__      "pitch" is the axis' tilt, and moves as the front wheel asks.

Eight coordinates; the rear wheel's rolling is in the choice of speeds, the front wheel's makes
three more speeds dependent. From 4.29 m/s on the weave dies out, up to 6.02 m/s nothing capsizes.

Source: Meijaard, Papadopoulos, Ruina, Schwab (2007), the benchmark's constants.
"""

import os

import numpy as np

from kane import *
from kane.algebra.expr import Expr, Scalar
from kane.model.closures import Rolling

w, c, lam, g, rR, rF = parameters(w=1.02, c=0.08, lam=np.pi / 10, g=9.81, rR=0.3, rF=0.35)
xB, zB, xH, zH, mB, mH = parameters(xB=0.3, zB=-0.9, xH=0.9, zH=-0.7, mB=85, mH=4)
IBx, IBy, IBz, IBxz = parameters(IBx=9.2, IBy=11, IBz=2.8, IBxz=2.4)
IHx, IHy, IHz, IHxz = parameters(IHx=0.05892, IHy=0.06, IHz=0.00708, IHxz=-0.00756)
sine, cosine = sin(lam), cos(lam)


def tilted(x: Expr, y: Expr, z: Expr, xz: Expr) -> tuple[Scalar, ...]:
    """Moments of inertia along the steering axis' frame."""
    xx = x * cosine**2 - 2 * xz * sine * cosine + z * sine**2
    zz = x * sine**2 + 2 * xz * sine * cosine + z * cosine**2
    return (xx, y, zz, 0, (x - z) * sine * cosine + xz * (cosine**2 - sine**2), 0)


rear = Body("rear", mass=2, inertia=(0.0603, 0.12, 0.0603))
front = Body("front", mass=3, inertia=(0.1405, 0.28, 0.1405))
B = (xB * cosine - (zB + rR) * sine, 0, xB * sine + (zB + rR) * cosine)
H = ((xH - w - c) * cosine - zH * sine, 0, (xH - w) * sine + (zH + rF) * cosine)
frame = Body("frame", mass=mB, centre=B, inertia=tilted(IBx, IBy, IBz, IBxz))
fork = Body("fork", mass=mH, centre=H, inertia=tilted(IHx, IHy, IHz, IHxz))
heading, leaning = Frame("heading"), Frame("leaning")
P = Point("P", heading, (0, 0, 0))  # where the rear wheel touches the road
head = ((w + c) * cosine - rR * sine, 0, w * sine + (rR - rF) * cosine)
bicycle = System(
    "bicycle",
    joints=[
        Planar("x y yaw", GROUND, heading),
        Revolute("lean", heading, leaning, axis=X),
        Revolute("rear_spin", leaning, rear, axis=Y, at=(0, 0, -rR)),
        Revolute("pitch", leaning, frame, axis=Y, at=(0, 0, -rR)),
        Revolute("steer", frame, fork, axis=Z, at=head),
        Revolute("front_spin", fork, front, axis=Y, at=(rF * sine - c * cosine, 0, 0)),
    ],
    speeds=[
        rate("lean"),
        velocity(P).along(heading.x),
        rate("steer"),
        rate("yaw"),
        rate("pitch"),
        rate("front_spin"),
    ],
    constraints=[
        Motion("rear does not skid", velocity(P).along(heading.y) == 0),
        Motion("rear rolls", velocity(P).along(heading.x) + rR * rate("rear_spin") == 0),
        Rolling("front rolls", front, GROUND.plane((0, 0, -1)), rF, fork.y, dependent="u4 u5 u6"),
    ],
    loads=[Gravity(along=GROUND.z, magnitude=g)],
)
model = build(bicycle)
print(model.operations["forward_dynamics"])

quick = bool(os.environ.get("KANE_QUICK"))
for v in (4.0, 4.6):  # just below the speed at which the weave becomes stable, and above
    run = simulate(model, q={"pitch": np.pi / 10}, u={"u1": 0.05, "u2": v}, rtol=1e-11,
                   until=2.0 if quick else 15.0, every=0.02, record=[energy()])  # fmt: skip
    run.plot("lean", "steer").savefig(f"bicycle_{v}.png")
    print(run)
    assert np.ptp(run[energy()]) < 1e-9 * run[energy()][0]
    early, late = (np.abs(run["lean"][part]).max() for part in np.array_split(range(len(run.t)), 2))
    assert quick or (late < early) == (v > 4.29238), "above the weave speed it rights itself"
