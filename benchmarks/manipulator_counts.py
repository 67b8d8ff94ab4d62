"""How many operations the manipulators' equations take: integers, which any change of a pass moves.

Multiplications and additions at each call; divisions, sines and cosines apart, as in the published
counts; without friction, rotors and loads at the tip. Inverse dynamics of all but Talos by the
search over equal descriptions (`shorten="search"`), all else at once.

From: manipulator_systems.py    Next: manipulators.py
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from benchmarks.claim import Claim, Effort, Measurement, Sense, without_rival
from benchmarks.manipulator_systems import model, robot_file
from kane.program.count import Operations

HOW: Final = "operations of one call of {}: {}; divisions, sines and cosines apart"

# robot, function, how it is built, multiplications, additions: what has to be reached
TARGETS: Final = (
    ("panda", "inverse_dynamics", "search", 286, 267),
    ("ur5", "inverse_dynamics", "search", 138, 111),
    ("stanford, symbolic", "inverse_dynamics", "live", 121, 93),
    ("stanford", "inverse_dynamics", "search", 123, 90),
    ("general", "inverse_dynamics", "live", 353, 292),
    ("general, tilted", "inverse_dynamics", "live", 360, 299),
    ("panda", "forward_dynamics", "auto", 598, 521),
    ("ur5", "forward_dynamics", "auto", 224, 198),
    ("stanford", "forward_dynamics", "auto", 256, 186),
    ("talos", "forward_dynamics", "auto", 4501, 4376),
    ("panda", "derivatives_of_inverse_dynamics", "auto", 1427, 1293),
    ("talos", "derivatives_of_inverse_dynamics", "auto", 12379, 10461),
)
WORDS: Final = {
    "search": "constants folded, searched",
    "auto": "constants folded",
    "live": "symbolic, after set-up, searched",
}


def operations(robot: str, function: str, how: str) -> Operations:
    """A function's count."""
    built = {
        "search": {"shorten": "search"},
        "auto": {},
        "live": {"shorten": "search", "parameters": "live"},
    }
    return model(robot, **built[how]).operations[function]


def measured(robot: str, function: str, how: str, part: str, effort: Effort) -> Measurement:
    """Multiplications or additions."""
    if robot == "talos" and robot_file("talos") is None:
        return without_rival("example-robot-data")
    if effort is Effort.QUICK and (robot == "talos" or "general" in robot):
        robot, how = "stanford", "auto"
    count = operations(robot, function, how)
    return Measurement(value=float(getattr(count, part)), counts=str(count))


def _claims() -> Iterator[Claim]:
    for robot, function, how, *targets in TARGETS:
        for part, word, target in zip(
            ("mul", "add"), ("multiplications", "additions"), targets, strict=True
        ):
            yield Claim(
                name=f"{robot}, {function.replace('_', ' ')}, {how}: {word}",
                how=HOW.format(f"{function.replace('_', ' ')} of {robot}", WORDS[how]),
                unit="",
                sense=Sense.AT_MOST,
                target=target,
                measure=partial(measured, robot, function, how, part),
            )


COUNTS: Final = tuple(_claims())
