"""Mouse: a handle dragged in the browser. It feels nothing; the viewer shows the force instead.

From: mailbox.py    Next: gamepad.py
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from kane.haptics.devices import mailbox
from kane.haptics.devices.contract import Link, Properties, Reading

_STALE: Final = 0.25  # a viewer that is still for longer has died


class Mouse:
    """A device that another thread of this process moves by `drag`."""

    def __init__(self) -> None:
        self.memory: Any = np.zeros(mailbox.ROOM)
        self.last = Reading(held=False)

    @property
    def properties(self) -> Properties:
        """Absolute in the system, and without a motor."""
        return Properties(name="mouse", actuated=False, delay=0.03, damping=0.0, turning=0.0)

    def open(self, period: float) -> Link:
        """Not held yet."""
        return mailbox.link(self.memory, _STALE)

    def drag(self, position: Any, quaternion: Any = (1.0, 0.0, 0.0, 0.0)) -> None:
        """The handle is held here."""
        x, y, z = (float(one) for one in position)
        a, b, c, d = (float(one) for one in quaternion)
        self.last = Reading(position=(x, y, z), quaternion=(a, b, c, d))
        mailbox.post(self.memory, self.last)

    def hold(self) -> None:
        """It is still held where it was: called often enough, or it counts as let go."""
        if self.last.held:
            mailbox.post(self.memory, self.last)

    def release(self) -> None:
        """It is let go."""
        self.last = Reading(position=self.last.position, held=False)
        mailbox.post(self.memory, self.last)

    def close(self) -> None:
        """It is let go."""
        self.release()
