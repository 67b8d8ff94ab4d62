"""When: a condition of the motion, and what is done at the moment it becomes true.

From: kane/model/quantities.py    Next: events.py
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from typing import Any

from kane.errors import ArgumentError


@unique
class Action(Enum):
    """What is done when an event's condition becomes true."""

    MARK = "mark"  # the moment is noted
    STOP = "stop"  # the run ends there
    RELEASE = "release"  # a constraint stops holding
    IMPOSE = "impose"  # a constraint begins to hold


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A moment at which a condition became true: when, which, and what was done."""

    t: float
    name: str
    action: Action


@dataclass(frozen=True, slots=True, eq=False, init=False)
class When:
    """A condition, and what is done at the moment it becomes true.

        When(distance(P, Q) < 0.1, stop="close")
        When(rate("q1") < 0, mark="turns")
        When(abs(reaction("stop")) > 0.4, release="stop")

    A condition is a comparison of expressions of coordinates, quantities, time and inputs. It is
    watched for becoming true; one that is true at the start has to become false first.
    """

    condition: Any  # a Condition of kane.algebra
    action: Action
    name: str

    def __init__(
        self,
        condition: Any,
        *,
        mark: str | None = None,
        stop: str | None = None,
        release: str | None = None,
        impose: str | None = None,
    ) -> None:
        asked = {
            Action.MARK: mark,
            Action.STOP: stop,
            Action.RELEASE: release,
            Action.IMPOSE: impose,
        }
        given = [(action, name) for action, name in asked.items() if name is not None]
        if len(given) != 1:
            raise ArgumentError(
                f"When({condition}): {len(given)} things to do were given. Give one of "
                "mark=, stop=, release= and impose=, with a name."
            )
        object.__setattr__(self, "condition", condition)
        object.__setattr__(self, "action", given[0][0])
        object.__setattr__(self, "name", given[0][1])
