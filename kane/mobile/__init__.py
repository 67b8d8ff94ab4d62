"""kane.mobile: platforms whose wheels roll exactly, arms on them, and the forces that say whether
they can.

    from kane import mobile

    robot = mobile.platform("cart", body=…, wheels=[mobile.Steered("w0", at=(0.3, 0)), …],
                            radius=0.15, arm=load("two_link.toml"))

From: kane/model/rolling    Next: platform.py
"""

from __future__ import annotations

from kane.mobile.closed_form import ClosedForm, closed_form
from kane.mobile.forces import contributes, force_table
from kane.mobile.pictures import animation, figure
from kane.mobile.platform import Mount, platform, together
from kane.mobile.start import Start, start
from kane.mobile.tracking import Aim, Largest, largest_safe, tracking
from kane.mobile.verdict import Verdict, verdict, watch
from kane.model.rolling.conditions import (
    conditions,
    friction_use,
    interaction,
    rolling_forces,
    skid_forces,
    smallest_load,
    tip_over,
    tip_over_angles,
    wheel_loads,
)
from kane.model.rolling.found import Axle, on_wheels
from kane.model.rolling.kinds import Castered, Fixed, Mecanum, Omni, Steered
from kane.model.rolling.outline import place
from kane.model.rolling.platform import Speeds
from kane.model.rolling.steering import ackermann

__all__ = [
    "Aim",
    "Axle",
    "Castered",
    "ClosedForm",
    "Fixed",
    "Largest",
    "Mecanum",
    "Mount",
    "Omni",
    "Speeds",
    "Start",
    "Steered",
    "Verdict",
    "ackermann",
    "animation",
    "closed_form",
    "conditions",
    "contributes",
    "figure",
    "force_table",
    "friction_use",
    "interaction",
    "largest_safe",
    "on_wheels",
    "place",
    "platform",
    "rolling_forces",
    "skid_forces",
    "smallest_load",
    "start",
    "tip_over",
    "tip_over_angles",
    "together",
    "tracking",
    "verdict",
    "watch",
    "wheel_loads",
]
