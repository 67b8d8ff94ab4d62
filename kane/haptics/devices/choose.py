"""Devices by name: `mouse`, `haply`, `haply:ws://HOST:PORT`, `gamepad:/dev/input/js1` …

From: mouse.py, haply.py, gamepad.py, force_dimension.py    Next: kane/haptics/gallery
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kane.haptics.devices.contract import DeviceError
from kane.haptics.devices.force_dimension import force_dimension
from kane.haptics.devices.gamepad import gamepad
from kane.haptics.devices.haply import haply
from kane.haptics.devices.mouse import Mouse
from kane.haptics.devices.simulated import SimulatedDevice


def device_of(name: str, start: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Any:
    """The device that a name means; DeviceError where there is none of that name."""
    kind, _, rest = name.partition(":")
    if kind not in DEVICES:
        raise DeviceError(
            f"device '{name}' is none of {', '.join(DEVICES)}. Name one of these; those in another "
            "place as haply:ws://HOST:PORT or gamepad:/dev/input/js1."
        )
    if kind == "simulated":
        return _wandering(start)
    return DEVICES[kind](rest) if rest else DEVICES[kind]()


def _wandering(start: tuple[float, float, float]) -> SimulatedDevice:
    """A hand that moves to and fro about a place."""
    x, y, z = start
    path = [
        (0.8 * k, x + 0.15 * (k % 2), y + 0.05 * (k % 3), z, 0.2 * (k % 2)) for k in range(10_000)
    ]
    return SimulatedDevice(path=path)


def _numbered(number: str = "0") -> Any:
    if not number.isdigit():
        raise DeviceError(
            f"device 'force-dimension:{number}': '{number}' is no number. Write force-dimension:0."
        )
    return force_dimension(int(number))


DEVICES: Final[dict[str, Callable[..., Any]]] = {
    "mouse": Mouse,
    "haply": haply,
    "force-dimension": _numbered,
    "gamepad": gamepad,
    "simulated": _wandering,
}
