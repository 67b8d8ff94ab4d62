"""Choices: what was chosen among the equal descriptions of one motion, and the tree it makes.

    choices = at_once(layout)           by weight, in milliseconds
    tree = tree_of(layout, choices)

From: weigh.py    Next: search.py, beyond.py, shorten.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kane.dynamics.tree import Tree
from kane.shorten.base_parameters import base_parameters
from kane.shorten.layout import Layout
from kane.shorten.line_masses import Kept, lightest, line_masses
from kane.shorten.link_frames import link_frames, to_foot_before, two_feet
from kane.shorten.parallel_axes import parallel_axes
from kane.shorten.planting import planted
from kane.shorten.sized import known
from kane.shorten.twists import twists
from kane.shorten.weigh import total


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """Which of the ideas are used, and how."""

    before: frozenset[int] = frozenset()  # origins at the foot of the normal with the axis before
    kept: Mapping[int, Sequence[Kept]] = field(default_factory=dict)  # line masses that stay
    shared: bool = True  # one frame for parallel axes
    twisted: bool = True  # cos α out of general twists

    def __str__(self) -> str:
        kept = "; ".join(
            f"link {index} keeps {', '.join(map(str, k))}" for index, k in self.kept.items()
        )
        feet = f"origins at the foot before: links {sorted(self.before)}" if self.before else ""
        shared = "parallel axes share frames" if self.shared else ""
        return "; ".join(part for part in (feet, kept, shared) if part) or "none"


def at_once(layout: Layout) -> Choices:
    """Origins, then line masses, as they make the layout weigh least."""
    based = base_parameters(layout)
    now = link_frames(based)
    before, best = set[int](), total(now)
    for index in reversed(two_feet(now)):
        named = not known(*now.seats[index].z)
        tried = link_frames(based, before | {index}) if named else to_foot_before(now, index)
        if (weighs := total(tried)) <= best:
            best, now = weighs, tried
            before.add(index)
    return Choices(before=frozenset(before), kept=lightest(parallel_axes(now))[1])


def laid(layout: Layout, choices: Choices) -> Layout:
    """The layout with these choices."""
    made = link_frames(base_parameters(layout), choices.before)
    made = line_masses(made, choices.kept)
    return parallel_axes(made) if choices.shared else made


def tree_of(layout: Layout, choices: Choices) -> Tree:
    """The tree with these choices."""
    tree = planted(laid(layout, choices))
    return twists(tree) if choices.twisted else tree


def without_line_masses(choices: Choices) -> Choices:
    """The same with base parameters alone: composite bodies have no use for others."""
    return replace(choices, kept={})
