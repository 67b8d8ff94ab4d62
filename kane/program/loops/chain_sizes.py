"""Sizes of what the loop over a chain keeps, in doubles (a test compares them with the steps).

From: kane/dynamics/loop/chain_steps.py    Next: chain.py
"""

from __future__ import annotations

from typing import Final

FIXED: Final = 13
ROW: Final = 24
SPIN: Final = 12
BODY: Final = 27
CARRY: Final = 102
PIVOT: Final = 19
SETTLE: Final = 9
LAW: Final = 42

# of each group, a lane: the last block inward, ω of the tip, the law, what reaches the segment
TIPS: Final = CARRY
LAWS: Final = TIPS + 3
REACHED: Final = LAWS + LAW
END: Final = REACHED + 12


def memory_size(groups: int, steps: int, lanes: int) -> int:
    """How many doubles `chain_forward` wants as its memory."""
    blocks = groups * steps * lanes
    carry = (2 * CARRY + 2 * SPIN) * lanes
    room = 3 + 2 * BODY + 2 * CARRY + 6 + 18
    return 4 * blocks + PIVOT * steps * lanes + carry + END * groups * lanes + room
