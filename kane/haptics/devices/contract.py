"""What a device is: functions called in the loop, or a driver in a process of its own.

A native device is opened and gives the addresses of two functions of (array, memory, counters):
`read` fills the reading, `write` takes the command (kane/haptics/layout.py). They must come back
within a microsecond or two. Anything slower is a `Driver`, which runs in a process of its own and
is read through a mailbox (mailbox.py).

From: kane/haptics/layout.py    Next: simulated.py, mailbox.py
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import Any, Protocol

import numpy as np

from kane.errors import KaneError

Floats = np.ndarray[Any, np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[np.int64]]


class DeviceError(KaneError):
    """A device that is not there, does not answer, or has gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Properties:
    """What is known of a device, in SI units.

    `delay` is the oldest that a reading may be when the force it leads to is out, besides the
    half period of the hold; `axes` those that it measures. One that is not `actuated` shows the
    force in other ways: no hand can put energy in or get it out there, and gains come from the
    system alone.
    """

    name: str
    axes: tuple[str, ...] = ("x", "y", "z")
    mass: float = 0.1
    damping: float = 0.1
    turning: float = 1e-3
    inertia: float = 0.0
    resolution: float = 0.0
    force: float = inf
    torque: float = inf
    delay: float = 0.0
    actuated: bool = True
    relative: bool = False  # taking hold moves its origin to the handle
    scale: float = 1.0  # metres of the system for one of the device


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """An opened device as the loop calls it. `kept` must live as long."""

    read: int
    write: int
    memory: Floats
    counters: Ints
    kept: Any = field(default=None, repr=False)


class Device(Protocol):
    """A device that the loop can call."""

    @property
    def properties(self) -> Properties:
        """What is known of it."""
        ...

    def open(self, period: float) -> Link:
        """The device as the loop calls it, every `period` seconds; DeviceError with a remedy."""
        ...

    def close(self) -> None:
        """It is let go, with no force."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Where a device is: a position in metres, a quaternion (w, x, y, z), whether it is held."""

    position: tuple[float, float, float] = (0.0, 0.0, 0.0)
    quaternion: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)
    held: bool = True
    buttons: int = 0


class Driver(Protocol):
    """A device that is spoken to by ordinary Python, in a process of its own.

    class Knob:
        properties = Properties(name="knob", damping=0.05, delay=0.002)

        def connect(self) -> None:
            self.port = open("/dev/knob", "rb+", buffering=0)

        def exchange(self, force: Sequence[float]) -> Reading | None:
            self.port.write(struct.pack("3d", *force[:3]))
            return Reading(position=struct.unpack("3d", self.port.read(24)))

        def disconnect(self) -> None:
            self.port.write(struct.pack("3d", 0, 0, 0))
    """

    @property
    def properties(self) -> Properties:
        """What is known of it."""
        ...

    def connect(self) -> None:
        """Opens it; DeviceError says what to do where it cannot be opened."""
        ...

    def exchange(self, force: tuple[float, ...]) -> Reading | None:
        """Tells it the force and torque (6) and waits for a reading; None where none came.

        DeviceError where it is gone for good.
        """
        ...

    def disconnect(self) -> None:
        """Sets its force to zero, and lets it go. Called also after failures."""
        ...
