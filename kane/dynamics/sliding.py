"""Sliding: contacts among the open rows, and forces of rows that enter loads.

    w = v + ε d,   ŝ = w/|w|,   friction −μ ŝ N           v the slip, d the direction it began in

In a plane d is a sign and ŝ = d until the slip comes to rest; in space ŝ turns with the slip, and
ε keeps it defined where the slip begins. d is zero where the contact does not slide.

From: rows.py    Next: modes.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from kane.algebra.functions import maximum, minimum, sqrt, where
from kane.dynamics.equations import Equations
from kane.dynamics.rows import OpenRow, jacobian

FRICTION_USE: Final = "friction use"  # the component of a contact's reaction that tells it
EPSILON: Final = 1e-9  # the slip at which its direction is no longer that in which it began
STILL: Final = 1e-6  # the slip that counts as rest in space, where no sign tells it
MARGIN: Final = 1e-9  # of the cone, by which friction must exceed it to slip
CARRIED: Final = 1e-6  # the gap at which a contact that others carry has left


@dataclass(frozen=True, slots=True, kw_only=True)
class SlidingContact:
    """A contact's rows by number, and its laws as expressions."""

    name: str
    normal: int
    slips: tuple[int, ...]
    numbers: tuple[Any, Any, Any]  # φ, μ, static μ
    friction: tuple[Any, ...]  # −μ ŝ along each slip row

    @property
    def kinetic(self) -> Any:
        """μ while it slides."""
        return self.numbers[1]


@dataclass(frozen=True, kw_only=True)
class Sliding:
    """What the rows' forces bring about beside their rows."""

    equations: Equations
    rows: tuple[OpenRow, ...]
    directions: tuple[Any, ...]

    @cached_property
    def contacts(self) -> list[SlidingContact]:
        """The contacts of the system."""
        numbers = {row.name: number for number, row in enumerate(self.rows)}
        lift, found = self.equations.tree.lift, []
        for point in self.equations.system.touchings:
            slips = tuple(numbers[name] for name in point.slips)
            mu = lift.scalar(point.friction)
            laws = (self.equations.meanings.value(point.gap), mu, lift.scalar(point.static))
            found.append(
                SlidingContact(
                    name=point.name,
                    normal=numbers[point.normal],
                    slips=slips,
                    numbers=laws,
                    friction=self._friction(slips, mu),
                )
            )
        return found

    def _friction(self, slips: Sequence[int], mu: Any) -> tuple[Any, ...]:
        """−μ ŝ."""
        d = [self.directions[k] for k in slips]
        if not mu or len(d) < 2:
            return tuple(-(mu * one) for one in d)
        w = [self.rows[k].form.value + EPSILON * one for k, one in zip(slips, d, strict=True)]
        slides = d[0] * d[0] + d[1] * d[1]
        still = where(slides < 0.5, 1, 0)  # d is of length one but for round-off, or zero
        size = sqrt(w[0] * w[0] + w[1] * w[1] + still + 1e-300)
        return tuple(-(mu * slides * one / size) for one in w)

    @cached_property
    def loaded(self) -> list[list[Any]]:
        """J and what the rows' forces do as loads."""
        return jacobian(self.equations, self.rows)

    @cached_property
    def generalized(self) -> list[list[Any]]:
        """G by rows."""
        found = [list(row) for row in self.loaded]
        for contact in self.contacts:
            own = found[contact.normal]
            for k, nu in zip(contact.slips, contact.friction, strict=True):
                if nu:
                    own = [g + nu * j for g, j in zip(own, self.loaded[k], strict=True)]
            found[contact.normal] = own
        return found

    def margins(self, masks: Sequence[Any], forces: Sequence[Any]) -> list[Any]:
        """For every contact, numbers that become positive when it touches, leaves, slips and
        comes to rest.

        It touches where it is closed and approaches: so a rebound, however low, is over at once.
        """
        found = []
        for contact in self.contacts:
            phi, _, static = contact.numbers
            N, held = forces[contact.normal], masks[contact.normal]
            v = [self.rows[k].form.value for k in contact.slips]
            d = [self.directions[k] for k in contact.slips]
            leaving = (1 - held) * (phi - CARRIED) - held * N
            slips = rests = phi * 0 - 1
            if contact.slips:
                slips = _size([forces[k] for k in contact.slips]) - static * N * (1 + MARGIN)
                slips = slips - self.directions[contact.normal]  # allowed to an even share
                rests = -(v[0] * d[0]) if len(v) == 1 else STILL - _size(v)
            approach = self.rows[contact.normal].form.value
            found += [minimum(-phi, -approach), leaving, slips, rests]
        return found

    def use(self, name: str, forces: Mapping[str, Any]) -> Any:
        """|F|/(μ₀ N) of a contact: 1 where it is about to slip; 0 where nothing presses."""
        (contact,) = [one for one in self.contacts if one.name == name]
        parts = [value for key, value in forces.items() if key.startswith("slip ")]
        if not parts or not contact.numbers[2]:
            return 0 * forces["normal"]
        return _size(parts) / maximum(contact.numbers[2] * forces["normal"], 1e-300)

    @property
    def is_ideal(self) -> bool:
        """Whether G is J, so that A is symmetric."""
        return not any(contact.kinetic and contact.slips for contact in self.contacts)

    def with_friction(self, forces: Sequence[Any]) -> list[Any]:
        """λ, with friction along the slip rows of contacts that slide."""
        found = list(forces)
        for contact in self.contacts:
            for k, nu in zip(contact.slips, contact.friction, strict=True):
                found[k] = found[k] + nu * forces[contact.normal]
        return found


def _size(parts: Sequence[Any]) -> Any:
    """√Σx², of one its absolute value."""
    if len(parts) == 1:
        return abs(parts[0])
    return sqrt(parts[0] * parts[0] + parts[1] * parts[1] + 1e-300)
