"""Gamepad on Linux: its left stick pulls the handle, its trigger holds it. It feels nothing.

The stick gives a velocity, so that every place can be reached. Events of /dev/input/js0 are eight
bytes each: time in ms, value, type (1 button, 2 axis, with 128 at the start), number.

From: process.py    Next: force_dimension.py
"""

from __future__ import annotations

import os
import select
import struct
import time
from typing import Any, Final

from kane.haptics.devices.contract import DeviceError, Properties, Reading
from kane.haptics.devices.process import Driven

PORT: Final = "/dev/input/js0"
FASTEST: Final = 0.3  # m/s with the stick at its end
_EVENT: Final = struct.Struct("<IhBB")
_AXIS: Final = 2
_BUTTON: Final = 1
_DEAD: Final = 0.08  # of the stick's way


class GamepadDriver:
    """The reader of the events."""

    def __init__(self, port: str = PORT, fastest: float = FASTEST) -> None:
        self.port, self.fastest = port, fastest
        self.file: Any = None
        self.axes, self.buttons = [0.0] * 8, 0
        self.position = [0.0, 0.0, 0.0]
        self.told = 0.0
        self.rest = b""

    @property
    def properties(self) -> Properties:
        """Without a motor."""
        return Properties(
            name="gamepad", actuated=False, delay=0.02, damping=0.0, turning=0.0, relative=True
        )

    def connect(self) -> None:
        """The port opened."""
        try:
            self.file = os.open(self.port, os.O_RDONLY | os.O_NONBLOCK)
        except OSError as problem:
            raise DeviceError(
                f"gamepad: {self.port} cannot be opened ({problem.strerror}). Plug a gamepad in, "
                "or give its port: kane feel cart --device gamepad:/dev/input/js1."
            ) from None
        self.told = time.monotonic()

    def exchange(self, force: tuple[float, ...]) -> Reading | None:
        """What came within two milliseconds, and where the stick has led."""
        ready, _, _ = select.select([self.file], [], [], 0.002)
        if ready:
            try:
                came = os.read(self.file, 64 * _EVENT.size)
            except BlockingIOError:
                came = None
            except OSError as problem:
                raise DeviceError(f"gamepad: {self.port} has gone: {problem.strerror}.") from None
            if came == b"":
                raise DeviceError(f"gamepad: {self.port} has gone.")
            self.take(came or b"")
        now = time.monotonic()
        passed, self.told = now - self.told, now
        for k in range(2):
            stick = self.axes[k] if abs(self.axes[k]) > _DEAD else 0.0
            self.position[k] += self.fastest * passed * (stick if k == 0 else -stick)
        x, y, z = self.position
        return Reading(position=(x, y, z), buttons=self.buttons)

    def take(self, came: bytes) -> None:
        """Events, of which the last may be cut."""
        self.rest += came
        while len(self.rest) >= _EVENT.size:
            _, value, kind, number = _EVENT.unpack(self.rest[: _EVENT.size])
            self.rest = self.rest[_EVENT.size :]
            if kind & 0x7F == _AXIS and number < len(self.axes):
                self.axes[number] = value / 32767.0
            elif kind & 0x7F == _BUTTON and number < 32:
                bit = 1 << number
                self.buttons = self.buttons | bit if value else self.buttons & ~bit

    def disconnect(self) -> None:
        """The port closed."""
        if self.file is not None:
            os.close(self.file)
            self.file = None


def gamepad(port: str = PORT) -> Driven:
    """A gamepad as a device of the loop."""
    return Driven(GamepadDriver, port, stale=0.1)
