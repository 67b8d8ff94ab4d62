"""Passivity: how much damping a device needs for what is to be felt with it, and gains from it.

    b > (T/2) / (1 − cos ωT) · Re[(1 − e^{−jωT}) H(e^{jωT})],  0 ≤ ω ≤ π/T   [ColgateSchenkel1997]

H is the force for a displacement of the hand. For a wall, H = C = K + B (z − 1)/(Tz), this is
b > K T/2 + |B|. For a coupler C on a free mass M that semi-implicit Euler moves,
H = C / (1 + C G) with G = T² z / (M (z − 1)²); a delay of t seconds is a factor z^{−t/T}, and then
b > K (T/2 + t) + |B| for slow motions. docs/theory/passivity.md derives and measures these.

From: coupler.py    Next: loop.py
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError

Array = np.ndarray[Any, np.dtype[Any]]
STIFFER: Final = 0.81  # of b/(T/2 + delay): the stiffness that automatic gains begin with
DAMPED: Final = 0.17  # of b: and the damping
_TURNS: Final = np.concatenate([np.geomspace(1e-5, 0.5, 3000), np.linspace(0.5, np.pi, 2000)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Gains:
    """A spring and a damper between hand and handle, in N/m and N s/m (or N m and N m s)."""

    stiffness: float
    damping: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Follows:
    """How a prescribed motion follows the device: ω in rad/s, and γ of inverse.py."""

    quick: float
    leads: float


def response(gains: Gains, period: float, mass: float, delay: float, turns: Array) -> Array:
    """H at e^{jωT}, ωT = turns: the force for a displacement of the hand."""
    z = np.exp(1j * turns)
    C = gains.stiffness + gains.damping * (1.0 - 1.0 / z) / period
    G = 0.0 if mass == inf else period**2 * z / (mass * (z - 1.0) ** 2)
    return np.asarray(C / (1.0 + C * G) * z ** (-delay / period))


def needed_at(H: Array, period: float, turns: Array) -> Array:
    """The damping that the criterion asks for at each frequency."""
    z = np.exp(1j * turns)
    return np.asarray(period / 2 / (1.0 - np.cos(turns)) * np.real((1.0 - 1.0 / z) * H))


def needed(gains: Gains, period: float, *, mass: float = inf, delay: float = 0.0) -> float:
    """The damping that a device needs to feel these gains, at the worst frequency."""
    H = response(gains, period, mass, delay, _TURNS)
    return float(np.max(needed_at(H, period, _TURNS)))


def filtered(
    follows: Follows, mass: float, period: float, delay: float, turns: Array, spring: float = 0.0
) -> Array:
    """H of a mass, on a spring if there is one, whose motion is prescribed (inverse.py).

        H = (m + k G) C_d / (1 + C G),   C = ω² + 2 ω (z − 1)/(Tz),   C_d = ω² + γ 2 ω (z − 1)/(Tz)

    With G = T² z/(z − 1)² from the filter's acceleration to the handle's place.
    """
    z, quick = np.exp(1j * turns), follows.quick
    rate = (1.0 - 1.0 / z) / period
    C, led = quick**2 + 2.0 * quick * rate, quick**2 + follows.leads * 2.0 * quick * rate
    G = period**2 * z / (z - 1.0) ** 2
    return np.asarray((mass + spring * G) * led / (1.0 + C * G) * z ** (-delay / period))


def filtered_needs(
    follows: Follows, mass: float, period: float, *, delay: float = 0.0, spring: float = 0.0
) -> float:
    """The damping that a device needs to feel a mass prescribed, at the worst frequency."""
    H = filtered(follows, mass, period, delay, _TURNS, spring)
    return float(np.max(needed_at(H, period, _TURNS)))


def wall_needs(gains: Gains, period: float, delay: float = 0.0) -> float:
    """K (T/2 + t) + |B|: what a wall needs in closed form."""
    return gains.stiffness * (period / 2 + delay) + abs(gains.damping)


def stiffest(damping: float, period: float, delay: float = 0.0) -> float:
    """The stiffness of the stiffest wall that a device lets be passive, b / (T/2 + t)."""
    return damping / (period / 2 + delay)


def automatic(damping: float, period: float, *, lightest: float = inf, delay: float = 0.0) -> Gains:
    """Gains inside the passive region for walls and for every mass from `lightest` on.

    At least four fifths of the stiffest wall there can be, unless the lightest mass or the delay
    allows less: then as much as these allow.
    """
    if not (damping > 0.0 and period > 0.0 and lightest > 0.0 and delay >= 0.0):
        raise ArgumentError(
            f"gains: a device with damping {damping:g}, a period of {period:g} s, a mass of "
            f"{lightest:g} and a delay of {delay:g} s has no passive region. Give the damping and "
            "the mass of the device, above zero; where its damping is not known, measure how fast "
            "it comes to rest."
        )
    most = stiffest(damping, period, delay)
    masses = [inf, *(lightest * factor for factor in (1.0, 10.0, 1e3) if lightest < inf)]

    def fits(part: float, share: float) -> bool:
        gains = Gains(stiffness=part * STIFFER * most, damping=share * damping)
        return all(needed(gains, period, mass=m, delay=delay) <= damping for m in masses)

    shares = (DAMPED, 0.12, 0.25, 0.35, 0.5)
    for part in np.geomspace(1.0, 1e-3, 40):
        for share in shares:
            if fits(float(part), share * (1.0 if delay == 0.0 else float(part))):
                used = share * (1.0 if delay == 0.0 else float(part))
                return Gains(stiffness=float(part) * STIFFER * most, damping=used * damping)
    raise ArgumentError(
        f"gains: a mass of {lightest:g} is too light for a device with damping {damping:g} at "
        f"{1 / period:g} Hz. Raise the rate, or give the handle more mass."
    )


# ── measured ──────────────────────────────────────────────────────────────────────────────
def border(work: Any, low: float, high: float, halvings: int = 30) -> float:
    """The damping at which `work(b)`, the least energy that a hand can put in, changes sign."""
    for _ in range(halvings):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if work(middle) >= 0.0 else (middle, high)
    return 0.5 * (low + high)
