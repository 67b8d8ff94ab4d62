"""closed_form: M u̇ + F = B τ in all speeds, and with rolling reduced to the independent ones.

    u = S z,    SᵀM S ż + Sᵀ(M Ṡ z + F) = SᵀB τ                  [Tanner2001 Eqs. 7, 8]

u are the generalized speeds before any wheel's relation is put in (turn rate, wheels' turning),
z those that are left. `derive` gives the reduced form at once, for dependent speeds are put in
where they stand; the full one is derived here to show both.

From: platform.py    Next: kane/dynamics/equations.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kane.dynamics.equations import Equations
from kane.dynamics.form import REMAINDER
from kane.model.closures import Constraint
from kane.model.constraints import Configuration
from kane.model.rolling.wheel import Wheel
from kane.model.system import System
from kane.pipeline import derive


@dataclass(frozen=True, kw_only=True)
class ClosedForm:
    """The equations in all speeds, those in the independent ones, and S between them."""

    full: Equations  # M u̇ + F = B τ, wheels not yet rolling
    reduced: Equations  # SᵀM S ż + Sᵀ(M Ṡ z + F) = SᵀB τ
    S: Mapping[str, Sequence[Any]]  # a row for each of u

    def __str__(self) -> str:
        z = self.reduced.u_names
        rows = [f"  {name} = {_sum(row, z)}" for name, row in self.S.items() if name not in z]
        return "\n".join(
            [
                f"u = ({', '.join(self.S)})",
                f"z = ({', '.join(z)})",
                "u = S z, where S is 1 but for",
                *rows,
                "",
                "SᵀM S ż + Sᵀ(M Ṡ z + F) = SᵀB τ:",
                self.reduced.text(),
            ]
        )


def closed_form(robot: System) -> ClosedForm:
    """Both forms of a robot's equations."""
    reduced, full = derive(robot), derive(_loosened(robot))
    embedded = reduced.embedded
    independent = {name: r for r, name in enumerate(reduced.u_names)}
    S: dict[str, Sequence[Any]] = {}
    for name in embedded.free.names:
        if name in independent:
            S[name] = [1 if r == independent[name] else 0 for r in independent.values()]
            continue
        form = embedded.dependent[name]
        assert REMAINDER not in form.coefficients, "wheels that are driven by time"
        S[name] = [form.coefficients.get(r, 0) for r in independent.values()]
    return ClosedForm(full=full, reduced=reduced, S=S)


def _loosened(robot: System) -> System:
    """The same with every relation that gives a dependent speed let go."""
    kept: list[Constraint] = []
    for held in robot.constraints:
        if isinstance(held, Wheel):
            words, given = held.holds.split(), held.dependent.split()
            free = [word for word, speed in zip(words, given, strict=False) if speed]
            left = " ".join(word for word in words if word not in free)
            kept.append(replace(held, holds=left, dependent=""))
        elif not (isinstance(held, Configuration) and held.dependent):
            kept.append(held)
    return robot.replace(constraints=kept)


def _sum(row: Sequence[Any], names: Sequence[str]) -> str:
    terms = [f"({c}) {name}" for c, name in zip(row, names, strict=True) if not _is_nothing(c)]
    return " + ".join(terms) or "0"


def _is_nothing(c: Any) -> bool:
    return not c
