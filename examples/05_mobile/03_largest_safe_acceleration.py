"""How hard may it accelerate? By bisection over runs, until the first condition fails.

        |                    A platform with a tall mast on two driven wheels and a castor ahead.
        ● h                  It speeds up evenly along a line. When its front castor lifts, the
      __|______              moments about the driven axle's contacts balance:
     ▐         ▌
      ◯────────o             m a h = m g x,    a = g x / h
      x = 0   ahead

The wheels have no mass here, so that this is exact; friction is ample.
"""

from __future__ import annotations

from kane import Body, Trajectory, build, mobile, simulate

X, H, G = 0.18, 0.6, 9.81
body = Body("base", mass=60, centre=(X, 0, H), inertia=(4, 4, 3))
robot = mobile.platform(
    "tall",
    body=body,
    wheels=[
        mobile.Fixed("left", at=(0, 0.25), drive="left motor"),
        mobile.Fixed("right", at=(0, -0.25), drive="right motor"),
        mobile.Castered("front", at=(0.5, 0), trail=0.05, radius=0.05),
    ],
    radius=0.1,
    wheel_mass=0,
    friction=0.9,
)
model = build(robot)
NOSE = 0.3


def speeding_up(a: float) -> Trajectory:
    """Half a second from rest."""

    def nose(t: float) -> tuple[list[float], list[float], list[float]]:
        return [NOSE + a * t * t / 2, 0.0], [a * t, 0.0], [a, 0.0]

    aims = [mobile.Aim(body.point("nose", (NOSE, 0, 0)), "xy", nose)]
    lead = mobile.tracking(model, aims, period=5e-3)
    return simulate(model, until=0.5, rtol=1e-9, inputs=lead)


found = mobile.largest_safe(speeding_up, low=0.5, high=6.0, tolerance=1e-4)
print(f"largest acceleration in m/s²: {found}")
print(mobile.verdict(found.run))
print(f"by moments: {G * X / H:.6g} m/s²")
assert abs(found.value - G * X / H) < 1e-3 * G * X / H
