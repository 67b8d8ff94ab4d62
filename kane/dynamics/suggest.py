"""Suggesting speeds: candidate sets of generalized speeds, ranked by operation count.

The candidates follow Mitiguy and Kane's directives for chains [MitiguyKane1996]: besides the
joints' own speeds,

    every turn's rate by the component of its body's ω along the joint's axis, every slide's by
    that of its mass centre's v, or both;
    for every body the components of its ω along its own axes, in place of as many rates of
    turns inward of it, and those of its mass centre's v, in place of rates of slides;

the latter for two bodies at once where they do not overlap; and speeds built from M, so that some
stand alone in it (decouple.py). A set is told with the groups of speeds that M couples: speeds
that stand alone make it diagonal.

From: cost.py    Next: kane/suggested.py
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import overload

from kane.algebra.evaluate import evaluate
from kane.algebra.expr import Expr
from kane.algebra.text import text
from kane.dynamics.cost import Cost, cost
from kane.dynamics.decouple import decoupled
from kane.dynamics.equations import Equations, derive
from kane.dynamics.samples import random_states
from kane.errors import DerivationError
from kane.geometry.vector import GROUND, Frame, Vector
from kane.model.body import Body
from kane.model.joints.contract import Motion
from kane.model.joints.prismatic import Sliding
from kane.model.joints.revolute import Turning
from kane.model.quantities import angular_velocity, rate, velocity
from kane.model.system import System, require_system

ROUND_OFF = 1e-12  # of entries of size one
LARGEST = 12  # speeds beyond which none are built from M
Choice = Mapping[str, Expr]  # the coordinate whose rate is replaced → what replaces it


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """One set of speeds, and what M, f and q̇ cost in it."""

    speeds: tuple[str, ...]
    cost: Cost
    system: System
    groups: tuple[tuple[str, ...], ...]  # of speeds that M couples

    @property
    def coupling(self) -> str:
        """How M's rows hang together."""
        if len(self.groups) == len(self.speeds):
            return "M diagonal"
        if len(self.groups) == 1:
            return "M full"
        return "M in blocks of " + ", ".join(str(len(group)) for group in self.groups)

    def __str__(self) -> str:
        return f"{self.cost}, {self.coupling}: {', '.join(self.speeds)}"


@dataclass(frozen=True, slots=True)
class Suggestions(Sequence[Suggestion]):
    """Sets of speeds, the cheapest first."""

    ranked: tuple[Suggestion, ...]

    @overload
    def __getitem__(self, index: int) -> Suggestion: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Suggestion, ...]: ...
    def __getitem__(self, index: int | slice) -> Suggestion | tuple[Suggestion, ...]:
        return self.ranked[index]

    def __len__(self) -> int:
        return len(self.ranked)

    def __str__(self) -> str:
        return "\n".join(str(suggestion) for suggestion in self.ranked[:10])


def suggest_speeds(system: System, most: int = 250) -> Suggestions:
    """The candidate sets of speeds (at most so many), the cheapest first.

    Cost counts M, f and q̇ as derived, set-up apart. Sets that do not determine q̇ are left out.
    """
    require_system(system)
    ranked: list[Suggestion] = []
    for speeds in islice(candidates(system), most):
        tried = system.replace(speeds=speeds)
        try:
            equations = derive(tried)
        except DerivationError:
            continue
        outputs = [*equations.bias, *equations.qdot]
        outputs += [entry for r, row in enumerate(equations.mass_matrix) for entry in row[: r + 1]]
        suggestion = Suggestion(
            speeds=tuple(map(text, speeds)) or equations.u_names,
            cost=cost(outputs),
            system=tried,
            groups=coupled(equations),
        )
        if suggestion.speeds not in {one.speeds for one in ranked}:
            ranked.append(suggestion)
    ranked.sort(key=lambda suggestion: suggestion.cost)
    return Suggestions(tuple(ranked))


def coupled(equations: Equations) -> tuple[tuple[str, ...], ...]:
    """The speeds in groups: M is zero between any two of different groups.

    What is written at length and is zero, is zero at a random state.
    """
    names = equations.u_names
    (state,) = random_states(equations, 1985, 1)
    M = [evaluate(list(row), state) for row in equations.mass_matrix]
    waiting, found = list(range(len(names))), []
    while waiting:
        group, edge = set[int](), {waiting[0]}
        while edge:
            group |= edge
            edge = {s for r in edge for s in waiting if _meet(M, r, s)} - group
        waiting = [r for r in waiting if r not in group]
        found.append(tuple(names[r] for r in sorted(group)))
    return tuple(found)


def _meet(M: Sequence[Sequence[float]], r: int, s: int) -> bool:
    return bool(abs(M[r][s]) > ROUND_OFF * abs(M[r][r] * M[s][s]) ** 0.5)


def candidates(system: System) -> Iterator[list[Expr]]:
    """Sets of definitions, the joints' own speeds first."""
    free = [name for name in system.coordinates if name not in _prescribed(system)]
    if any(motion_of(system, name) is None for name in free):
        yield []  # joints whose speeds are not rates: all keep their own
        return
    yield [rate(name) for name in free]
    if len(free) <= LARGEST and (built := decoupled(system, free)) is not None:
        yield built
    yield from ([one.get(name, rate(name)) for name in free] for one in _directives(system))
    choices = [choice for body in system.frames.values() for choice in _for_body(system, body)]
    for count in (1, 2):
        for chosen in combinations(choices, count):
            replaced = [name for choice in chosen for name in choice]
            if len(set(replaced)) == len(replaced):
                merged = {name: expr for choice in chosen for name, expr in choice.items()}
                yield [merged.get(name, rate(name)) for name in free]


def _prescribed(system: System) -> set[str]:
    return {name for joint in system.joints for name in joint.prescribed}


def _directives(system: System) -> Iterator[Choice]:
    """Every turn by its own body's ω, every slide by its own body's v, and both."""
    turns: dict[str, Expr] = {}
    slides: dict[str, Expr] = {}
    for joint in system.joints:
        last, child = joint.motions[-1] if joint.motions else None, joint.child
        if isinstance(last, Turning):
            turns[last.coordinate] = angular_velocity(child).along(_axis(child, last))
        elif isinstance(last, Sliding) and isinstance(child, Body):
            slides[last.coordinate] = velocity(child).along(_axis(child, last))
    yield from (choice for choice in (turns, slides) if len(choice) > 1)
    if turns and slides:
        yield turns | slides


def _axis(child: Frame, motion: Turning | Sliding) -> Vector:
    """The joint's axis, which the child carries."""
    x, y, z = motion.axis
    return child.vector(x, y, z)


def _for_body(system: System, frame: Frame) -> Iterator[Choice]:
    """The ways to replace rates inward of a frame by components of its own velocities."""
    inward = _inward(system, frame)
    turns = [name for name in inward if isinstance(motion_of(system, name), Turning)]
    slides = [name for name in inward if isinstance(motion_of(system, name), Sliding)]
    axes = (frame.x, frame.y, frame.z)
    w = angular_velocity(frame)
    for names, kept in _pairings(turns):
        yield dict(zip(names, [w.along(axes[i]) for i in kept], strict=True))
    if isinstance(frame, Body):
        v = velocity(frame)
        for names, kept in _pairings(slides):
            yield dict(zip(names, [v.along(axes[i]) for i in kept], strict=True))


def _pairings(names: Sequence[str]) -> Iterator[tuple[Sequence[str], tuple[int, ...]]]:
    """Rates next to each other, and as many axes to stand for them (two or three)."""
    for count in (3, 2):
        for first in range(max(0, len(names) - count + 1)):
            for kept in combinations(range(3), count):
                yield names[first : first + count], kept


def _inward(system: System, frame: Frame) -> list[str]:
    """The coordinates of the joints between the ground and a frame, ground first."""
    by_child = {joint.child: joint for joint in system.joints}
    found: list[str] = []
    while frame is not GROUND:
        joint = by_child[frame]
        found = [name for name in joint.coordinates if name not in joint.prescribed] + found
        frame = joint.parent
    return found


def motion_of(system: System, coordinate: str) -> Motion | None:
    """The simple motion whose one coordinate this is, if there is one."""
    for joint in system.joints:
        for motion in joint.motions:
            names, speeds = motion.names
            if names == (coordinate,) and len(speeds) == 1:
                return motion
    return None
