"""The shopping cart under a simulated hand: a caster that sticks and frees, a passive port.

      hand ──ʌʌʌʌ── handle P1 ─────── P2 ⟍        the coupler is as stiff as the device's damping
             |‾|                          ⟍ o      lets be passive; the caster sticks below 0.01
                                                   rad/s and frees above 0.4 N m

Source: Example 3 of Gillespie (2003) and its §4. `kane feel cart` is the same in the browser.
"""

from __future__ import annotations

import os

import numpy as np

from kane import simulate
from kane.haptics.devices.simulated import SimulatedDevice
from kane.haptics.gallery import GALLERY
from kane.haptics.loop import feel
from kane.haptics.report import report

cart = GALLERY["cart"]()
path = [(0.5 * k, 0.3 * (k % 2), 0.1 * (k % 3), 0.0, 0.3 * (k % 4)) for k in range(100)]
hand = SimulatedDevice(path=path, damping=0.5, arm=400.0, arm_damping=8.0)
loop = feel(cart.system, cart.handle, hand, q=cart.q, events=cart.events)

seconds = 2 if os.environ.get("KANE_QUICK") else 20
loop.run(1000 * seconds)
print(report(loop))

# The recorded hand, given to `simulate`, makes the same motion to the last bit.
again = simulate(
    loop.model, q=cart.q, until=float(seconds), dt=1e-3, method="semi_implicit_euler", looks=1,
    inputs=loop.recorded(), events=cart.events,
)  # fmt: skip
assert np.array_equal(again.y[-1], loop.state().y)
# The hand never got out more than it had put in, by the loop's count and by its own.
assert report(loop).least_energy >= -1e-9
assert hand.least_work >= -1e-9
