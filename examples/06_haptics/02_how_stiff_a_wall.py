"""How stiff a wall a device lets be passive: b > K T/2 + |B|, predicted and measured.

    K │╲                 b: the device's damping      the loop itself is led through sinusoids up to
      │  ╲               T: the period                Nyquist; where it gives energy back, a hand
      │    ╲                                          could shake it
      └───────── B       passive below the line

Source: Colgate and Schenkel (1997).
"""

from __future__ import annotations

from kane.haptics.passivity import Gains, automatic, stiffest, wall_needs
from kane.haptics.zwidth import measured_border

period, damping = 1e-3, 0.5
print(f"the stiffest wall of a device with {damping} N s/m: {stiffest(damping, period):.0f} N/m")
for gains in (
    Gains(stiffness=1000.0, damping=0.0),
    Gains(stiffness=400.0, damping=0.3),
    automatic(damping, period),
):
    measured, harmonic = measured_border(gains, period, resolution=5e-6)
    predicted = wall_needs(gains, period)
    print(f"{gains}: predicted {predicted:.4f}, measured {measured:.4f} (harmonic {harmonic})")
    assert abs(measured / predicted - 1.0) < 0.1
