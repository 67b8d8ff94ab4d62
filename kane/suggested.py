"""SUGGESTED: sets of generalized speeds, and what the best saves, as the papers print it.

    Operations              customary          suggested
                            q'      u'         q'      u'
    multiply, divide        …                              [Gillespie2003 Table 3]

Counted are Programs after all passes; what depends on parameters alone is set-up.

From: kane/dynamics/suggest.py    Next: kane/pipeline.py
"""

from __future__ import annotations

from dataclasses import dataclass

from kane.dynamics.equations import derive
from kane.dynamics.suggest import Suggestion, Suggestions
from kane.dynamics.suggest import suggest_speeds as ranked
from kane.model.system import System
from kane.pipeline import lower, optimize
from kane.program.count import Operations, count
from kane.program.target import Target

ROWS = ("multiply, divide", "add, subtract", "sin, cos")


@dataclass(frozen=True, slots=True)
class Suggested(Suggestions):
    """Sets of speeds, the cheapest first; prints them, and the table of the first."""

    customary: System

    @property
    def table(self) -> str:
        """Operations of q̇ and u̇, each alone: the joints' own speeds against the best."""
        columns = [taken(self.customary), taken(self.ranked[0].system)]
        lines = [
            "Operations        joints' own speeds  the first above",
            "                      q'      u'        q'      u'",
        ]
        rows = zip(*(_rows(*pair) for pair in columns), strict=True)
        for name, row in zip(ROWS, rows, strict=True):
            (a, b), (c, d) = row
            lines.append(f"{name:18}{a:6}  {b:6}    {c:6}  {d:6}")
        return "\n".join(lines)

    def __str__(self) -> str:
        listed = "\n".join(str(suggestion) for suggestion in self.ranked[:10])
        return f"{listed}\n\n{self.table}" if self.ranked else "no set of speeds"


def suggest_speeds(system: System, most: int = 250) -> Suggested:
    """The candidate sets of speeds (at most so many), the cheapest first.

    Cost counts M, f and q̇ as derived, set-up apart. Sets that do not determine q̇ are left out.
    """
    return Suggested(ranked(system, most).ranked, system.replace(speeds=[]))


def taken(system: System) -> tuple[Operations, Operations]:
    """The operations of q̇ and of u̇ = M⁻¹ (τ − f), as they would be run."""
    equations = derive(system)
    given = {"q": equations.q, "u": equations.u, "p": equations.live_parameters}
    forced = given | {"tau": equations.tau, "a": equations.inputs}
    rates = lower("rates", given, {"x": equations.qdot})
    motion = lower("motion", forced, {"x": equations.forward_dynamics})
    first, second = (count(optimize(program, Target(lanes=4))) for program in (rates, motion))
    return first, second


def _rows(rates: Operations, motion: Operations) -> list[tuple[int, int]]:
    """The rows of the table; a sine and its cosine are two."""
    both = (rates, motion)
    pairs = (
        [one.mul + one.div for one in both],
        [one.add for one in both],
        [2 * one.sincos for one in both],
    )
    return [(a, b) for a, b in pairs]


__all__ = ["Suggested", "Suggestion", "suggest_speeds", "taken"]
