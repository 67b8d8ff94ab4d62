"""What a motion keeps: energy and momenta whose rates vanish whatever the state.

From: motion.py, observables.py    Next: kane/pipeline.py
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from kane.algebra.dependence import symbols_of
from kane.algebra.derivative import tangent
from kane.algebra.evaluate import evaluate
from kane.algebra.rate import Rate
from kane.dynamics import observables
from kane.dynamics.motion import Loop, rates, request
from kane.dynamics.requests import Request
from kane.dynamics.samples import random_states
from kane.geometry.mass import HALF
from kane.geometry.vector import Vector

_SEED: Final = 1983
_STATES: Final = 3
_ROUND_OFF: Final = 1e-9  # of the largest of the values and rates
_SMALL: Final = 1e-11  # of the values, in whose round-off a rate may hide


def kept(loop: Loop, without_inputs: bool, changing: Collection[str] = ()) -> Mapping[str, Any]:
    """The energy and the components of momentum that do not change along the motion, by name.

    Found by their rates, which are zero at random states; where the inputs that are left rest at
    zero, without them. What is zero itself at all of them, as momenta across a plane, is left out,
    and so is what depends on an input that is `changing`, as the energy of a spring may.
    """
    equations = loop.equations
    if equations.system.contacts:
        return {}  # impacts and friction keep nothing
    moved = {equations.tree.lift.symbol(name, Rate.INPUT) for name in changing}
    candidates = {
        name: value
        for name, value in _candidates(loop).items()
        if not moved & set(symbols_of(value))
    }
    made = rates(loop)
    seeds = {**equations.seeds(tuple(made[len(equations.q) :]))}
    values = list(candidates.values())
    both = [*values, *tangent(values, seeds)]
    left = loop.left if without_inputs else ()
    still = {equations.tree.lift.symbol(name, Rate.INPUT): 0.0 for name in left}
    found = [
        evaluate(both, _held(loop, {**state, **still}))
        for state in random_states(equations, _SEED, _STATES)
    ]
    kinds = [name.split()[0] for name in candidates]
    return {
        name: value
        for place, (name, value) in enumerate(candidates.items())
        if all(_rests(state, kinds, place) for state in found)
        and not all(_is_zero(state, place) for state in found)
    }


def kept_values(
    loop: Loop, without_inputs: bool, changing: Collection[str]
) -> tuple[tuple[str, ...], Request | None]:
    """The names of what is kept, and a function that computes it."""
    found = kept(loop, without_inputs, changing)
    if not found:
        return (), None
    sizes = list(measures(loop).values())
    return tuple(found), request(loop, "kept", {"values": [*found.values(), *sizes]})


def measures(loop: Loop) -> Mapping[str, Any]:
    """What changes are judged by: T, and the squares 2 T m and 2 T ∫r² dm, which no momentum of
    that kinetic energy exceeds (Cauchy and Schwarz); r is from the ground's origin.
    """
    equations = loop.equations
    T = observables.kinetic_energy(equations)
    both = T + T
    return {
        "energy": T,
        "linear": both * observables.mass(equations),
        "angular": both * _spread(equations),
    }


def _spread(equations: Any) -> Any:
    """∫ r² dm about the ground's origin, carried from tip to base; half the trace of inertia."""
    tree = equations.tree
    zero = tree.lift.scalar(0)
    total = zero
    moments = [
        (mass.mass, Vector(link.frame, mass.first), (J[0][0] + J[1][1] + J[2][2]) * HALF)
        for link, mass, J in zip(tree.links, tree.masses, tree.inertias, strict=True)
    ]
    for link in reversed(tree.links):
        m, h, s = moments[link.index]
        h_P = link.rotation.out(h)
        p = link.offset
        about_P = s + (p.dot(h_P) + p.dot(h_P)) + p.dot(p) * m
        if link.parent < 0:
            total = total + about_P
        else:
            m_P, first, second = moments[link.parent]
            moments[link.parent] = (m_P + m, first + h_P + p * m, second + about_P)
    return total


def _held(loop: Loop, state: Mapping[Any, float]) -> dict[Any, float]:
    """The state with the speeds that the rows of the first mode allow."""
    modes, free = loop.modes, dict(state)
    if not modes.rows:
        return free
    free |= {mask: float(holds) for mask, holds in zip(modes.masks, modes.first, strict=True)}
    free |= dict.fromkeys(modes.directions, 0.0)
    return free | dict(zip(loop.equations.u, evaluate(modes.after(), free), strict=True))


def _candidates(loop: Loop) -> dict[str, Any]:
    equations = loop.equations
    momentum = observables.system_momentum(equations)
    found = {"energy": observables.hamiltonian(equations)}
    for kind, vector in (("linear", momentum.linear), ("angular", momentum.angular)):
        for axis, value in zip("xyz", vector.components, strict=True):
            found[f"{kind} momentum {axis}"] = value
    return found


def _rests(state: Sequence[Any], kinds: Sequence[str], place: int) -> bool:
    """Whether a rate is zero beside the rates of its own kind, but for the values' round-off."""
    count = len(kinds)
    alike = [k for k, kind in enumerate(kinds) if kind == kinds[place]]
    values, rates = _largest(state[k] for k in alike), _largest(state[count + k] for k in alike)
    near = _ROUND_OFF * rates if len(alike) > 1 else 0.0
    return abs(float(state[count + place])) <= near + _SMALL * (1.0 + values)


def _is_zero(state: Sequence[Any], place: int) -> bool:
    """Whether a value or a rate is zero beside all others at a state."""
    return abs(float(state[place])) <= _ROUND_OFF * (1.0 + _largest(state))


def _largest(values: Any) -> float:
    return max(abs(float(value)) for value in values)
