"""Shortening: the equations of a system on the trees whose constants make them shortest.

    short = shorten(equations)
    short.inverse.inverse_dynamics      # τ by the fewest operations
    short.composite.mass_matrix         # M likewise

`shorten` weighs and is done in milliseconds; `searched` counts what it tries. Both leave τ, u̇,
M, f, kinetic energy and momentum as they were. What they do not leave so, reactions and all that
is asked of single bodies, is asked of the untouched equations (DESIGN §3.5).

From: search.py, beyond.py    Next: kane/pipeline.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, unique
from functools import cached_property
from typing import Any, Final, NoReturn

from kane.dynamics.constrain import embed
from kane.dynamics.cost import cost
from kane.dynamics.equations import Equations
from kane.dynamics.tree import Tree
from kane.errors import no_choice
from kane.geometry.rotation import transposed
from kane.shorten.base_parameters import base_parameters
from kane.shorten.beyond import beyond, inward_held, planted_beyond
from kane.shorten.choices import Choices, at_once, tree_of
from kane.shorten.layout import Layout, laid_out, turned_into
from kane.shorten.planting import lifted_mass
from kane.shorten.rotors import rotors
from kane.shorten.search import search

INVARIANT: Final = frozenset(
    {
        "inverse_dynamics",
        "forward_dynamics",
        "mass_matrix",
        "bias",
        "kinetic_energy",
        "momentum",
        "derivatives_of_inverse_dynamics",
        "derivatives_of_forward_dynamics",
    }
)
FEW: Final = 12  # links; beyond, base parameters always count less, and are not weighed
LARGEST: Final = 200  # links; beyond, a loop over bodies is the shorter program


@unique
class Shorten(Enum):
    """How much work is put into shortening."""

    OFF = "off"  # the description as it stands
    AUTO = "auto"  # by weight, at once
    SEARCH = "search"  # by counting what is tried: seconds

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise no_choice(cls, value)


@dataclass(frozen=True, kw_only=True)
class Combined(Equations):
    """Equations whose M is that of their own tree, and whose f that of another."""

    inverse: Equations

    @cached_property
    def bias(self) -> list[Any]:
        """f, without the linear inputs' part B a."""
        return self.inverse.bias


@dataclass(frozen=True, kw_only=True)
class Shortened:
    """Equations on three trees, equal in all that is invariant."""

    untouched: Equations
    inverse: Equations  # for τ and f: line masses where they cost least
    composite: Equations  # for M, and articulated bodies: base parameters alone
    choices: Choices | None  # None where nothing could be chosen

    def of(self, name: str) -> Equations:
        """The equations from which a function is to be taken."""
        if name not in INVARIANT:
            return self.untouched
        return self.inverse if name in ("inverse_dynamics", "bias") else self.composite


def left_alone(equations: Equations) -> Shortened:
    """The equations as they are."""
    return Shortened(untouched=equations, inverse=equations, composite=equations, choices=None)


def shorten(equations: Equations) -> Shortened:
    """The equations by the choices that weigh least."""
    if len(equations.tree.links) > LARGEST:
        return left_alone(equations)
    if not equations.natural_speeds:
        return _in_other_speeds(equations)
    layout = laid_out(equations.tree)
    return _by(equations, layout, at_once(layout))


def searched(equations: Equations, operations: Callable[[Equations], float]) -> Shortened:
    """The equations by the choices at which no single change lowers the count for τ.

    `operations` says how many operations the inverse dynamics of some equations takes.
    """
    if len(equations.tree.links) > LARGEST or not equations.natural_speeds:
        return shorten(equations)
    layout = laid_out(equations.tree)
    best = search(layout, lambda choices: operations(on_tree(equations, tree_of(layout, choices))))
    return _by(equations, layout, best)


def _in_other_speeds(equations: Equations) -> Shortened:
    """Wheels' frames left behind, base parameters in place, arms planted anew, as counts less.

    A link of which speeds are components has the shortest velocity there is: what it would give
    to its parent may be better where it is, so both are tried. Of larger trees with arms, these
    are always planted anew.
    """
    still = rotors(equations.tree)
    layout, free = laid_out(still), beyond(equations, still)
    few = len(still.links) <= FEW
    plain, lined = [still] if few else [], []
    named = equations.named
    for staying in (set[int](), named) if named else (set[int](),):
        based = base_parameters(layout, staying)
        if few or not free:
            plain.append(in_place(based))
        if free:
            first, *others = planted_beyond(inward_held(based, free))
            plain.append(first)
            lined += others
    return _shortest(equations, plain, lined)


def _shortest(equations: Equations, plain: Sequence[Tree], lined: Sequence[Tree]) -> Shortened:
    """By count: M on one of the plain trees, τ on any."""
    tried = [on_tree(equations, tree) for tree in plain]
    composite = min(tried, key=lambda e: cost(_entries(e)))
    tried += [on_tree(equations, tree) for tree in lined]
    inverse = min(tried, key=lambda e: cost(e.inverse_dynamics))
    both = _combined(composite, inverse)
    if cost([*_entries(both), *both.bias]) < cost([*_entries(composite), *composite.bias]):
        composite = both
    return replace(left_alone(equations), inverse=inverse, composite=composite)


def _entries(equations: Equations) -> list[Any]:
    return [x for row in equations.mass_matrix for x in row]


def _combined(composite: Equations, inverse: Equations) -> Combined:
    return Combined(
        system=composite.system,
        tree=composite.tree,
        speeds=composite.speeds,
        embedded=composite.embedded,
        inverse=inverse,
    )


def _by(equations: Equations, layout: Layout, choices: Choices) -> Shortened:
    inverse = on_tree(equations, tree_of(layout, choices))
    plain = replace(choices, kept={})
    composite = inverse
    if choices.kept:
        composite = _combined(on_tree(equations, tree_of(layout, plain)), inverse)
    return Shortened(untouched=equations, inverse=inverse, composite=composite, choices=choices)


def on_tree(equations: Equations, tree: Tree) -> Equations:
    """The same equations derived on another tree of the same system."""
    if tree is equations.tree:
        return equations
    embedded = embed(equations.system, tree)
    return replace(equations, tree=tree, speeds=embedded.speeds, embedded=embedded)


def in_place(layout: Layout) -> Tree:
    """The layout's masses on its tree, every frame where the description has it.

    For speeds of the user's choosing, which are components along those frames' axes.
    """
    tree = layout.tree
    masses = [
        lifted_mass(tree.lift, turned_into(seat.mass, transposed(seat.axes)))
        for seat in layout.seats
    ]
    inertias = tuple(mass.inertia() for mass in masses)
    return replace(tree, masses=tuple(masses), inertias=inertias, bodies=())
