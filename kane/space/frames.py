"""A clock and where the Sun is: low-precision formulas that need no data.

The clock counts days since J2000 (2000 January 1, 12:00) in one time for all purposes: the leap
between UT1 and TT (70 s) is below the accuracy of what is computed here.

From: orbit.py    Next: environment.py
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from kane.algebra.functions import cos, sin, sqrt
from kane.errors import ArgumentError
from kane.geometry.vector import Components, dot
from kane.model.symbols import clock

DAY: Final = 86400.0
CENTURY: Final = 36525.0  # days
OBLIQUITY: Final = math.radians(23.43929111)  # [Montenbruck2000 p.70]
_J2000: Final = datetime(2000, 1, 1, 12)


@dataclass(frozen=True, kw_only=True)
class Clock:
    """The moment of t = 0, in days since J2000."""

    days: float = 0.0

    @staticmethod
    def at(
        year: int, month: int, day: int, hour: int = 0, minute: int = 0, second: int = 0
    ) -> Clock:
        """The clock that starts at this moment of the Gregorian calendar."""
        given = (year, month, day, hour, minute, second)
        try:
            passed = datetime(*given) - _J2000
        except (TypeError, ValueError, OverflowError) as wrong:
            raise ArgumentError(
                f"Clock.at{given} is no moment: {wrong}. "
                "Give whole numbers, such as Clock.at(2024, 3, 20, 12)."
            ) from None
        return Clock(days=passed.total_seconds() / DAY)

    @property
    def now(self) -> Any:
        """Days since J2000 at time t, as an expression."""
        return clock() / DAY + self.days

    @property
    def meridian(self) -> float:
        """The angle of Greenwich's meridian from x at t = 0 [Montenbruck2000 p.33]."""
        return math.radians((280.4606 + 360.9856473 * self.days) % 360.0)

    def sun(self) -> Components:
        """The Sun's place from the Earth's centre, in N, to 0.01°  [Montenbruck2000 §3.3.2].

        λ = 282.94° + 0.322° T + M + 6892″ sin M + 72″ sin 2M, M = 357.5256° + 35999.049° T

        The perihelion's own motion of 11.6″ a year, 0.322° T, is ours: without it the source's
        formula is off by 0.08° after 25 years.
        """
        M = self.now * math.radians(35999.049 / CENTURY) + math.radians(357.5256)
        arcsecond = math.radians(1 / 3600)
        swing = 6892 * arcsecond * sin(M) + 72 * arcsecond * sin(2 * M)
        perihelion = self.now * math.radians(0.322 / CENTURY) + math.radians(282.9400)
        longitude = M + swing + perihelion
        far = (149.619 - 2.499 * cos(M) - 0.021 * cos(2 * M)) * 1e9
        across, along = sin(longitude), cos(longitude)
        e = OBLIQUITY
        return (far * along, far * (math.cos(e) * across), far * (math.sin(e) * across))

    def towards_sun(self) -> Components:
        """The unit vector to the Sun, for `Light(towards=…)`."""
        s = self.sun()
        size = sqrt(dot(s, s))
        return (s[0] / size, s[1] / size, s[2] / size)
