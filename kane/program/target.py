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
    sines: int = 8
    has_fma: bool = True
    build: Build = Build.FAST
    # Serial chains, one core: at 1.2 k operations two functions compile in 39 ms and run in
    # 131 ns, three in 43 ms and 140 ns; at 11 k pieces of 500 to 1,600 tie.
    chunk: int = 650
    whole: int = 700  # Programs up to this many operations stay one function
