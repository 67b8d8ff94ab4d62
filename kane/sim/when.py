"""When: a condition of the motion, and what is done at the moment it becomes true.

From: kane/model/quantities.py    Next: simulate.py
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
    STRIKE = "strike"  # a constraint gives an impulse, and lets go again
    TOUCH = "touch"  # a contact closes, or rebounds
    LEAVE = "leave"  # it opens, for nothing presses any more
    SLIP = "slip"  # it begins to slide
    REST = "rest"  # its slip comes to rest: it sticks, or slides back


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A moment at which a condition became true: when, which, and what was done.

    `energy` is the kinetic energy that impulses brought: negative where some was lost.
    """

    t: float
    name: str
    action: Action
    energy: float = 0.0


@dataclass(frozen=True, slots=True, eq=False, init=False)
class When:
    """A condition, and what is done at the moment it becomes true.

        When(distance(P, Q) < 0.1, stop="close")
        When(rate("q1") < 0, mark="turns")
        When(abs(reaction("stop")) > 0.4, release="stop")
        When(position(O, P).along(N.z) < 0, strike="floor", restitution=0.8)

    A condition is a comparison of expressions of coordinates, quantities, time and inputs. It is
    watched for becoming true; one that is true at the start has to become false first. What has
    just been imposed is released at once where the condition to release it is true by then.
    """

    condition: Any  # a Condition of kane.algebra
    action: Action
    name: str
    restitution: float

    def __init__(
        self,
        condition: Any,
        *,
        mark: str | None = None,
        stop: str | None = None,
        release: str | None = None,
        impose: str | None = None,
        strike: str | None = None,
        restitution: float = 0.0,
    ) -> None:
        asked = {
            Action.MARK: mark,
            Action.STOP: stop,
            Action.RELEASE: release,
            Action.IMPOSE: impose,
            Action.STRIKE: strike,
        }
        given = [(action, name) for action, name in asked.items() if name is not None]
        if len(given) != 1:
            raise ArgumentError(
                f"When({condition}): {len(given)} things to do were given. Give one of "
                "mark=, stop=, release=, impose= and strike=, with a name."
            )
        if not 0.0 <= restitution <= 1.0:
            raise ArgumentError(
                f"When({condition}): a restitution of {restitution} would gain energy or draw "
                "bodies through one another. Give a number from 0 (plastic) to 1 (elastic)."
            )
        object.__setattr__(self, "condition", condition)
        object.__setattr__(self, "action", given[0][0])
        object.__setattr__(self, "name", given[0][1])
        object.__setattr__(self, "restitution", float(restitution))
