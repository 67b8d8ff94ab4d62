"""Rank: which motion a set of speeds leaves free, and which of its speeds say nothing new.

The rows Y σ = Z u + … are evaluated at two random states. A combination n with Y n = 0 is a
motion that no speed sees; a combination y with yᵀ Y = 0 shows speeds that follow from others.

From: elimination.py    Next: speeds.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kane.algebra.evaluate import evaluate
from kane.algebra.expr import Expr
from kane.dynamics.elimination import Row
from kane.dynamics.form import REMAINDER
from kane.dynamics.tree import Tree
from kane.errors import DerivationError
from kane.model.joints.contract import unit_part
from kane.model.symbols import Parameter

Array = NDArray[np.float64]

ZERO: Final = 1e-9  # of entries of size one; singular values of a sound Y stay far above
ALIKE: Final = 1e-6  # coefficients that are the same at two states
SEEDS: Final = (1, 2)


class Undetermined(DerivationError):
    """Rows that do not determine what they should; the words are found when they are read."""

    def __init__(self, told: Callable[[], str]) -> None:
        super().__init__()
        self._told = told

    def __str__(self) -> str:
        return self._told()


def speeds_undetermined(tree: Tree, rows: Sequence[Row], names: Sequence[str]) -> Undetermined:
    """The refusal of speeds (by name) that do not determine the natural joint speeds."""
    return Undetermined(lambda: "".join(_speeds(tree, rows, names)))


def dependents_undetermined(
    tree: Tree, rows: Sequence[Row], speeds: Sequence[str], constraints: Sequence[str]
) -> Undetermined:
    """The refusal of constraints that do not give the speeds named as dependent."""
    return Undetermined(lambda: "".join(_dependents(tree, rows, speeds, constraints)))


def _speeds(tree: Tree, rows: Sequence[Row], names: Sequence[str]) -> Iterator[str]:
    natural = _natural(tree)
    states = [_matrices(tree, rows, len(natural), len(names), seed) for seed in SEEDS]
    free = [null_rows(Y) for Y, _ in states]
    same = [null_rows(Y.T) @ Z for Y, Z in states]
    yield (
        "The generalized speeds do not determine q̇: the "
        f"{len(natural)} natural joint speeds are not all given by them. "
    )
    for number in range(min(len(found) for found in free)):
        yield f"{_combination([found[number] for found in free], natural)} stays free. "
    for number in range(min(len(found) for found in same)):
        pair = [found[number] for found in same]
        if all(np.any(np.abs(one) > ZERO) for one in pair):
            yield f"{_relation(pair, names)}. "
    used = {r for row in rows for r in row.equals.coefficients}
    for r, name in enumerate(names):
        if r not in used:
            yield f"'{name}' names a velocity that another speed names too. "
    yield (
        "Define a speed (or a constraint that the speeds encapsulate) that contains the missing "
        "motion, and let no speed follow from the others."
    )


def _natural(tree: Tree) -> list[str]:
    """The natural speeds by what they are: the rates of coordinates, where they are rates."""
    found: list[str] = []
    for link in tree.links:
        names, speeds = link.motion.names
        rates = len(names) == len(speeds)
        found += [f"rate({name})" for name in names] if rates else speeds
    return found


def _dependents(
    tree: Tree, rows: Sequence[Row], speeds: Sequence[str], constraints: Sequence[str]
) -> Iterator[str]:
    states = [_matrices(tree, rows, len(speeds), 0, seed)[0] for seed in SEEDS]
    free = [null_rows(J) for J in states]
    listed = ", ".join(f"'{name}'" for name in constraints)
    yield f"The constraints {listed} do not give the dependent speeds {', '.join(speeds)}: "
    found = [
        _combination([one[number] for one in free], speeds)
        for number in range(min(len(one) for one in free))
    ]
    yield f"{' and '.join(found) or 'a combination'} stays free in them. "
    yield "Name a dependent speed that the constraint contains, another one for each constraint."


def _matrices(
    tree: Tree, rows: Sequence[Row], unknowns: int, speeds: int, seed: int
) -> tuple[Array, Array]:
    """Y, its rows at length one, and Z at a random state."""
    Y, Z = np.zeros((len(rows), unknowns)), np.zeros((len(rows), speeds))
    at = _state(tree, seed)
    for number, row in enumerate(rows):
        for i, c in row.coefficients.items():
            Y[number, i] = evaluate(c, at)
        for r, c in row.equals.coefficients.items() if speeds else ():
            if r != REMAINDER:
                Z[number, r] = evaluate(c, at)
    sizes = np.max(np.abs(Y), axis=1, keepdims=True, initial=0.0)
    sizes = np.where(sizes > 0, sizes, 1.0)
    return Y / sizes, Z / sizes


def _state(tree: Tree, seed: int) -> dict[Expr | str, float]:
    """A random state: parameters at their values, what is of length one made so."""
    rng = np.random.default_rng(seed)
    graph = tree.lift.graph
    found: dict[Expr | str, float] = {}
    for ref, name in graph.symbols.items():
        carried = graph.attributes.get(ref)
        found[name] = carried.value if isinstance(carried, Parameter) else rng.uniform(0.3, 1.2)
    for link in tree.links:
        group = link.motion.names[0][unit_part(link.motion)]
        length = np.linalg.norm([found.get(name, 0.0) for name in group])
        for name in group:
            found[name] = found[name] / float(length)
    return found


def null_rows(Y: Array) -> Array:
    """The combinations n with Y n = 0, one a row, each with a 1 where the others have 0."""
    if not Y.shape[0]:
        return np.eye(Y.shape[1])
    _, sizes, Vt = np.linalg.svd(Y)
    sizes = np.append(sizes, np.zeros(len(Vt) - len(sizes)))
    null = Vt[sizes <= ZERO * max(1.0, float(sizes[0]))].copy()
    for number in range(len(null)):
        column = int(np.argmax(np.abs(null[number]) > ALIKE))
        null[number] /= null[number, column]
        for other in range(len(null)):
            if other != number:
                null[other] -= null[other, column] * null[number]
    null[np.abs(null) < ALIKE] = 0.0
    return null


def _combination(states: Sequence[Array], names: Sequence[str]) -> str:
    """A combination in words: with its coefficients, if they are the same at both states."""
    involved = [k for k in range(len(names)) if any(state[k] for state in states)]
    if not np.allclose(states[0], states[1], atol=ALIKE):
        listed = ", ".join(f"'{names[k]}'" for k in involved)
        return f"A combination of {listed}, which changes with the configuration,"
    terms = [_term(states[0][k], names[k]) for k in involved]
    return " ".join(terms).removeprefix("+ ")


def _term(coefficient: float, name: str) -> str:
    size = "" if abs(abs(coefficient) - 1) < ALIKE else f"{abs(coefficient):.4g} "
    return f"{'−' if coefficient < 0 else '+'} {size}{name}"


def _relation(states: Sequence[Array], names: Sequence[str]) -> str:
    """Speeds that follow from one another."""
    involved = [k for k in range(len(names)) if any(abs(state[k]) > ZERO for state in states)]
    scaled = [state / state[involved[-1]] for state in states]
    if len(involved) > 1 and np.allclose(scaled[0], scaled[1], atol=ALIKE):
        terms = [_term(-scaled[0][k], names[k]) for k in involved[:-1]]
        return f"'{names[involved[-1]]}' follows: it is {' '.join(terms).removeprefix('+ ')}"
    if len(involved) == 1:
        return f"'{names[involved[0]]}' moves nothing"
    return f"{', '.join(repr(names[k]) for k in involved)} follow from one another"
