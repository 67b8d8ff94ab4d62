"""Every exception a user can meet, and the outcomes native code reports.

A message has four parts: what is wrong, which item (by its path in the system), the numbers,
what to do. Faults of a description are collected and raised together in one `ModelError`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from typing import TypeVar

_Choice = TypeVar("_Choice", bound=Enum)


class KaneError(Exception):
    """A fault that the user can mend; never an internal fault (those are `AssertionError`)."""


class ModelError(KaneError):
    """All faults of a description, found where the user made it."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults
        super().__init__("\n".join(str(fault) for fault in faults))


class NameClash(KaneError, ValueError):
    """One name that means two things in one expression."""


class FrameMismatch(KaneError):
    """Two vectors of different frames met in one operation."""


class DerivationError(KaneError):
    """A system that is well described, but whose equations cannot be derived as asked."""


class ArgumentError(KaneError, ValueError):
    """An argument of a native call with the wrong shape, type or stride."""


def no_choice(kind: type[Enum], given: object) -> ArgumentError:
    """The refusal of something that is none of an enumeration's values."""
    known = ", ".join(repr(member.value) for member in kind)
    return ArgumentError(f"{kind.__name__} {given!r} is no choice. Give one of {known}.")


def chosen(kind: type[_Choice], given: object) -> _Choice:
    """The enumeration's value that is meant, itself or as it is written."""
    try:
        return kind(given)
    except ValueError:
        raise no_choice(kind, given) from None


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a long native call: the call ended cleanly, and says how far it came."""

    def __init__(self, *, done: int, total: int) -> None:
        self.done = done
        self.total = total
        super().__init__(
            f"Interrupted after {done} of {total} states. What was done is in the outputs: "
            "pass `out=` to keep it, or call again for the rest."
        )


class RoutineError(KaneError):
    """A Routine that leaves the translatable subset of Python; says file, line and remedy."""


class TextError(KaneError, ValueError):
    """A text that cannot be read; says which line, and what is wrong in it."""


class TargetError(KaneError):
    """Something that the chosen target cannot do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One fault of a description: where, what (with the numbers), and what to do."""

    path: str
    what: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.path}: {self.what} {self.remedy}"


@unique
class Outcome(Enum):
    """How a native run ended. The value is the code native code returns, the text the remedy."""

    OK = 0
    STEP_TOO_SMALL = 1
    NOT_FINITE = 2
    CONSTRAINT_LOST = 3
    DEADLINE_MISSED = 4
    INTERRUPTED = 5
    SINGULAR = 6
    NOT_CONVERGED = 7
    LIMIT_PASSED = 8
    NOT_WRITTEN = 9
    INCONSISTENT = 10

    @property
    def remedy(self) -> str:
        """What to try next."""
        return _REMEDIES[self]


_REMEDIES = {
    Outcome.OK: "Nothing: the run ended as asked.",
    Outcome.STEP_TOO_SMALL: "Loosen the tolerance, or take a method for stiff systems.",
    Outcome.NOT_FINITE: "Look at the state just before: a singular configuration or a zero mass?",
    Outcome.CONSTRAINT_LOST: "Check that the constraints can hold together at this state.",
    Outcome.DEADLINE_MISSED: "Take a longer period or a cheaper model.",
    Outcome.INTERRUPTED: "What was done is kept; call again to resume.",
    Outcome.SINGULAR: "A matrix has no inverse here: look for a locked or massless direction.",
    Outcome.NOT_WRITTEN: "Make room on the disk and ask again with the same file: it goes on.",
    Outcome.LIMIT_PASSED: "Widen the limit, or change the start or the inputs so that it holds.",
    Outcome.INCONSISTENT: "Rigid bodies and Coulomb's law have no answer here: take less friction.",
    Outcome.NOT_CONVERGED: "Start nearer to the solution, or allow more iterations.",
}
