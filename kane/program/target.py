"""Target: what the passes and emitters are told about a machine.

From: program.py    Next: kane/passes/__init__.py
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique


@unique
class Build(Enum):
    """What rounding the generated code may change (DESIGN §3.12)."""

    FAST = "fast"  # contraction and reassociation: equal to the interpreter to round-off
    STRICT = "strict"  # every operation as written: equal to the interpreter to the bit


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A machine, as far as generating code for it depends on it.

    `lanes` is how many states one vector instruction handles, `sines` how many angles one
    evaluation of the packed sine and cosine takes. `chunk` is about how many operations one
    function gets where a Program is cut (FINDINGS §3: compile time is quadratic in it).
    """

    lanes: int = 8
    # Four, also where registers hold eight: while a 512-bit operation is under way, scalar
    # arithmetic has one port less. Chain of 10 joints 192 or 121 ns, 5 joints 120 or 58 (claim
    # `spine`, scalar over C); with registers of 256 bits only there is nothing to choose.
    sines: int = 4
    # From so many angles on all lanes are used: what is saved is more than the port. Talos' inverse
    # dynamics, 32 angles: 345 or 305 ns.
    many_sines: int = 24
    has_fma: bool = True
    build: Build = Build.FAST
    # Scalar code of serial chains, one function or two: 535 operations 70 or 64 ns, 1.2 k 147 or
    # 129 ns; from there on pieces of 500 to 1,600 tie, and compile time is linear.
    chunk: int = 650
    whole: int = 350  # Programs up to this many operations stay one function
    # The same for code that takes a state a lane, in instructions: it has more registers, and what
    # it would keep in memory is eight times as large. Panda's forward dynamics 20.6 or 17.7 ns, ten
    # joints of a chain (1,389 instructions) 22.6 or 24.6.
    whole_lanes: int = 1_200
