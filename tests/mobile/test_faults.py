"""What is no platform on wheels is refused in words that say what to do; no question hangs."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from kane import ArgumentError, Body, ModelError, System, mobile

BODY = Body("platform", mass=40, centre=(0, 0, 0.15), inertia=(1.667, 1.667, 3.02))


def cart(**given: Any) -> System:
    wheels = [mobile.Fixed("w1", at=(0, 0.3)), mobile.Fixed("w2", at=(0, -0.3))]
    return mobile.platform("cart", **{"body": BODY, "wheels": wheels, "radius": 0.15, **given})


def wheel(kind: Any = mobile.Fixed, **given: Any) -> System:
    one = kind(**{"name": "w1", "at": (0, 0.3), **given})
    return cart(wheels=[mobile.Fixed("w2", at=(0, -0.3)), one])


NO: Any = None
RUN: Any = "run"
FAULTS: list[tuple[Callable[[], Any], str]] = [
    (lambda: cart(wheels=[]), r"it has 0 wheels\. Give wheels="),
    (lambda: cart(wheels=["w1"]), "wheels holds 'w1', which is no Fixed"),
    (lambda: cart(wheels=mobile.Fixed("w", at=(0, 0))), "wheels .* is no list"),
    (lambda: cart(body="platform"), "its body 'platform' is no Body"),
    (lambda: cart(arm="arm.toml"), "its arm 'arm.toml' is no System"),
    (lambda: cart(arms=[cart()]), "which is no Mount"),
    (lambda: cart(radius=-0.15), "radius -0.15 is not above 0"),
    (lambda: cart(radius="15 cm"), "radius '15 cm' is no number"),
    (lambda: cart(wheel_mass="2 kg"), "mass '2 kg' is no number"),
    (lambda: cart(friction=-1), "friction -1 is below 0"),
    (lambda: cart(friction=math.nan), "friction nan is not finite"),
    (lambda: cart(height=None), "height None is no number"),
    (lambda: cart(slope=2.0), r"slope 2\.0 is above 1\.57"),
    (lambda: cart(speed_names="v"), "speed_names 'v' are no two names"),
    (lambda: cart(speeds="mine"), "Speeds 'mine' is no choice"),
    (lambda: wheel(at=3), "wheel 'w1': its place 3 is no pair"),
    (lambda: wheel(at=(math.nan, 0)), r"its place \(nan, 0\) is no pair"),
    (lambda: wheel(name=3), "its name 3 is no text"),
    (lambda: wheel(heading=math.nan), "wheel 'w1': heading nan is not finite"),
    (lambda: wheel(radius=-1), "wheel 'w1': radius -1 is not above 0"),
    (lambda: wheel(mass="a"), "mass 'a' is no number"),
    (lambda: wheel(friction="a"), "friction 'a' is no number"),
    (lambda: wheel(stiffness=0), "stiffness 0 is not above 0"),
    (lambda: wheel(limit=-1), "limit -1 is below 0"),
    (lambda: wheel(drive=3), "drive 3 is no name"),
    (lambda: wheel(mobile.Steered, law="phi", follows="w0"), "its law 'phi' is no function"),
    (lambda: wheel(mobile.Steered, law=abs), "it has a law and follows 0 wheels"),
    (lambda: wheel(mobile.Castered, trail=None), "trail None is no number"),
    (lambda: wheel(mobile.Mecanum, rollers="a"), "rollers 'a' is no number"),
    (lambda: mobile.together("two"), "there are 0 systems"),
    (lambda: mobile.verdict(RUN), "'run' is no motion"),
    (lambda: mobile.start(RUN), "'run' is no System and no Model"),
    (lambda: mobile.start(cart(), rates={"x": math.nan}), "rates of 'x', nan, is not finite"),
    (lambda: mobile.start(cart(), rates=RUN), "rates 'run' is no mapping"),
    (lambda: mobile.force_table(NO), r"None has no equations. Give derive\(robot\)"),
    (lambda: mobile.largest_safe(NO, 2.0, 1.0), "low below high"),
    (lambda: mobile.largest_safe(NO, 0.0, 1.0, tolerance=0), "a tolerance above zero"),
    (lambda: list(mobile.wheel_loads()), r"Give a list: record=\[wheel_loads\(\)\]"),
]


@pytest.mark.parametrize(("make", "message"), FAULTS)
def test_no_platform(make: Callable[[], Any], message: str) -> None:
    with pytest.raises((ModelError, ArgumentError), match=message):
        make()
