"""Force Dimension's devices (omega, delta, sigma, lambda, Falcon), through their own package.

The package `forcedimension_core` and the makers' library are installed by the user: neither is a
dependency of ours.

From: process.py    Next: choose.py
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from kane.haptics.devices.contract import DeviceError, Properties, Reading
from kane.haptics.devices.process import Driven


class ForceDimensionDriver:
    """One device, by its number in the order in which they are found."""

    def __init__(self, number: int = 0, package: str = "forcedimension_core") -> None:
        self.number, self.package = number, package
        self.dhd: Any = None
        self.identity = -1
        self.place = [0.0, 0.0, 0.0]

    @property
    def properties(self) -> Properties:
        """Of an omega.3; larger ones have more of all."""
        return Properties(
            name="Force Dimension", mass=0.22, damping=0.5, resolution=1e-5, force=12.0,
            delay=5e-4, relative=True,
        )  # fmt: skip

    def connect(self) -> None:
        """Opened, with its brakes off."""
        try:
            self.dhd = import_module(f"{self.package}.dhd")
        except (ImportError, OSError) as problem:
            raise DeviceError(
                f"force dimension: its package cannot be used ({problem}). Install the makers' "
                "software, then pip install forcedimension-core."
            ) from None
        self.identity = int(self.dhd.openID(self.number))
        if self.identity < 0:
            raise DeviceError(
                f"force dimension: no device number {self.number} was found. Plug it in, switch "
                "it on, and see that no other program holds it."
            )
        self.dhd.enableForce(True, ID=self.identity)

    def exchange(self, force: tuple[float, ...]) -> Reading | None:
        """The force set, and the place read."""
        if self.dhd.setForce(list(force[:3]), ID=self.identity) < 0:
            raise DeviceError("force dimension: the device does not take forces any more.")
        if self.dhd.getPosition(out=self.place, ID=self.identity) < 0:
            raise DeviceError("force dimension: the device does not tell its place any more.")
        x, y, z = self.place
        return Reading(position=(x, y, z))

    def disconnect(self) -> None:
        """No force, and closed."""
        if self.dhd is not None and self.identity >= 0:
            self.dhd.setForce([0.0, 0.0, 0.0], ID=self.identity)
            self.dhd.close(ID=self.identity)
            self.identity = -1


def force_dimension(number: int = 0) -> Driven:
    """A Force Dimension device as a device of the loop."""
    return Driven(ForceDimensionDriver, number, stale=0.01)
