"""Assembly: a start that meets the constraints, as near as can be to the one that was given.

    q ← q + λ W σ,   σ = −D^(−½) (∂φ/∂σ D^(−½))⁺ φ        until φ(q) = 0
    u ← u − L⁻ᵀ (J L⁻ᵀ)⁺ (J u + c),   M = L Lᵀ            at once

Each step is the shortest in the metric of the masses, so the branch is the one next to the start;
λ is halved until φ falls [DennisSchnabel1996 §6.3]. The pseudoinverse takes rows that depend on
others in its stride. Then independent rows are chosen, and the others stay masked: those that
depend on others beside the start too.

From: given.py, kane/machine/flow.py    Next: begun.py, memory.py
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError
from kane.machine.flow import Flow, Flows
from kane.machine.routine import native_library
from kane.sim.begun import Begun, Changed
from kane.sim.extremes import EXTREME, refuse_extremes, see_that_rows_are, sizes
from kane.sim.modes.library import MODES
from kane.sim.modes.selection import select

Array = np.ndarray[Any, Any]

RANK: Final = 1e-9  # of the largest pivot, below which a row depends on others
_CUT: Final = 1e-8  # of the largest singular value, in the pseudoinverses
_CLOSE: Final = 1e-13  # of a place's size, below which it is met
_SAME: Final = 1e-9  # of what was given: nearer is round-off
_MOST: Final = 100
_SHORTEST: Final = 1e-9
_PLACES: Final = 3  # configurations beside the start that are looked at
_STEP: Final = 0.1  # how far they are, in radians or metres


@dataclass(frozen=True, slots=True, kw_only=True)
class Assembled:
    """A start on the constraints: the state, the inputs with their masks, and what was moved."""

    y: Array
    a: Array
    begun: Begun  # what was moved by more than round-off
    superfluous: tuple[str, ...]  # rows that follow from others


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The start as it was given."""

    flows: Flows
    parameters: Mapping[str, float]
    names: Sequence[str]  # of coordinates and speeds
    coordinates: int
    t: float
    y: Array
    a: Array
    asked: Collection[str] = ()  # coordinates that were named: the others give way first


def assembled(given: Given) -> Assembled:
    """The nearest start that meets the constraints which hold at first."""
    if not given.flows.rows and not given.flows.places:
        return Assembled(y=given.y, a=given.a, begun=Begun(), superfluous=())
    y = _placed(given) if given.flows.places else given.y.copy()
    y, a, superfluous = _moving(given, y) if given.flows.rows else (y, given.a, ())
    return Assembled(y=y, a=a, begun=_begun(given, y), superfluous=superfluous)


def _begun(given: Given, y: Array) -> Begun:
    """What is not as it was given, and the relations that the start as given does not meet."""
    limit = _SAME * (1.0 + np.abs(given.y))
    changed = {
        name: Changed(asked=float(given.y[i]), got=float(y[i]))
        for i, name in enumerate(given.names)
        if abs(y[i] - given.y[i]) > limit[i]
    }
    missed = dict(_missed(given)) if changed else {}
    return Begun(changed=changed, missed=missed)


def _missed(given: Given) -> Iterator[tuple[str, float]]:
    """φ of the places, and J u + c of the rows, that hold at first and are not zero."""
    if given.flows.places:
        phi = called(given, given.flows.place_terms, given.y, given.a)[0]
        for i in _held_places(given):
            if abs(phi[i]) > _SAME:
                yield given.flows.places[i][0], float(phi[i])
    if given.flows.rows:
        _, J, c = _row_terms(given, given.y)
        off = J @ given.y[given.coordinates :] + c
        for (name, holds), one in zip(given.flows.rows, off, strict=True):
            if holds and abs(one) > _SAME:
                yield name, float(one)


def called(given: Given, flow: Flow, y: Array, a: Array) -> tuple[Array, ...]:
    """A flow's results at the start's time."""
    a = a[: len(given.flows.inputs)]  # a run keeps room for one even where there is none
    made = flow.kernel(np.array([given.t]), y, a, flow.parameters(given.parameters))
    return made if isinstance(made, tuple) else (made,)


# ── places ────────────────────────────────────────────────────────────────────────────────
def _placed(given: Given) -> Array:
    """The state on φ(q) = 0, coordinates that were named as they are if that can be."""
    asked = [i for i, name in enumerate(given.names[: given.coordinates]) if name in given.asked]
    if 0 < len(asked) < given.coordinates:
        try:
            return _led_onto(given, asked)
        except ArgumentError:
            pass  # then they have to move too
    return _led_onto(given, [])


def _led_onto(given: Given, fixed: Sequence[int]) -> Array:
    """The same by Newton's method, with some coordinates fixed."""
    held = _held_places(given)
    y = given.y.copy()
    phi, J, D, W = called(given, given.flows.place_terms, y, given.a)
    for _ in range(_MOST):
        size = 1.0 + float(np.abs(y[: given.coordinates]).max(initial=0.0))
        if np.abs(phi[held]).max(initial=0.0) <= _CLOSE * size:
            return y
        see_that_rows_are(J[held], [given.flows.places[i][0] for i in held])
        weights = np.where(np.any(W[fixed] != 0, axis=0), 0.0, 1.0 / np.sqrt(D))
        step = -weights * _shortest(J[held] * weights, phi[held])
        y, phi, J, D, W = _damped(given, y, W @ step, phi, held)
    _refuse(given, phi, held)
    return y


def _held_places(given: Given) -> Array:
    """The numbers of the places that hold at first."""
    rows = dict(given.flows.rows)
    return np.array(
        [i for i, (_, row) in enumerate(given.flows.places) if rows.get(row, True)], dtype=int
    )


def _damped(given: Given, y: Array, step: Array, phi: Array, held: Array) -> tuple[Array, ...]:
    """The state after the longest part of a step that brings φ nearer to zero."""
    length, merit = 1.0, float(phi[held] @ phi[held])
    while length > _SHORTEST:
        trial = y.copy()
        trial[: given.coordinates] += length * step
        for first, count in given.flows.units:
            trial[first : first + count] /= np.linalg.norm(trial[first : first + count])
        made = called(given, given.flows.place_terms, trial, given.a)
        new = float(made[0][held] @ made[0][held])
        if new <= (1.0 - 2e-4 * length) * merit or new <= (_CLOSE * 1e-2) ** 2:
            return (trial, *made)
        length *= 0.5
    _refuse(given, phi, held)
    raise AssertionError("refused above: our fault")


def _refuse(given: Given, phi: Array, held: Array) -> None:
    """An ArgumentError that names the relations which cannot be met from here."""
    worst = sorted(held, key=lambda i: -abs(phi[i]))[:4]
    told = ", ".join(f"'{given.flows.places[i][0]}' is off by {phi[i]:.3g}" for i in worst)
    raise ArgumentError(
        f"start: no configuration near the given one meets the constraints; where they come "
        f"nearest to it, {told}. Start nearer to a configuration that exists, or check the lengths."
    )


# ── speeds and masks ──────────────────────────────────────────────────────────────────────
def _moving(given: Given, y: Array) -> tuple[Array, Array, tuple[str, ...]]:
    """Speeds that the rows allow, masks of independent rows, and the rows that are superfluous."""
    M, J, c = _row_terms(given, y)
    wanted = np.flatnonzero([holds for _, holds in given.flows.rows])
    if len(wanted):
        see_that_rows_are(J[wanted], [given.flows.rows[i][0] for i in wanted])
        _see_that_rows_say_something(given, y, J)
        L = np.linalg.cholesky(M)
        across = np.linalg.solve(L, J[wanted].T).T
        speeds = y[given.coordinates :]
        residual = J[wanted] @ speeds + c[wanted]
        change = _shortest(across, residual)
        _see_that_it_is_met(given, wanted, residual - across @ change, residual)
        y[given.coordinates :] = speeds - np.linalg.solve(L.T, change)
    chosen = independent_rows(M, J, wanted)
    if len(chosen) < len(wanted):
        chosen = _beside(given, y, wanted, chosen)
    a, count = given.a.copy(), len(given.flows.rows)
    masks = np.zeros(count)
    masks[chosen] = 1.0
    a[-2 * count : -count] = masks
    left = [given.flows.rows[i][0] for i in wanted if i not in chosen]
    return y, a, tuple(left)


def _beside(given: Given, y: Array, wanted: Array, chosen: Array) -> Array:
    """The independent rows at configurations beside a start where they depend on each other.

    A loop that lies flat at the start says more as soon as it moves; its rows have a little give
    there (docs/decisions/0140-rows-with-a-little-give.md). What depends on others there too does
    so along the motion.
    """
    loops = {row for _, row in given.flows.places}
    for seed in range(_PLACES):
        try:
            near = _placed(replace(given, y=_turned(given, y, seed)))
        except (ArgumentError, np.linalg.LinAlgError):
            continue
        M, J, _ = _row_terms(given, near)
        found = independent_rows(M, J, wanted)
        closing = all(given.flows.rows[i][0] in loops for i in {*found} - {*chosen})
        if len(found) > len(chosen) and closing:
            chosen = found
    return chosen


def _turned(given: Given, y: Array, seed: int) -> Array:
    """The state with its coordinates moved a little, anyhow."""
    _, _, D, W = called(given, given.flows.place_terms, y, given.a)
    size = _STEP * np.sqrt(np.min(D) / D)  # what is heavy moves least
    moved = y.copy()
    moved[: given.coordinates] += W @ (size * np.random.default_rng(seed).standard_normal(len(D)))
    for first, count in given.flows.units:
        moved[first : first + count] /= np.linalg.norm(moved[first : first + count])
    return moved


def _see_that_rows_say_something(given: Given, y: Array, J: Array) -> None:
    """The row of a place that is met at its extreme alone, cos = 1, vanishes all along it."""
    numbers = {name: i for i, (name, _) in enumerate(given.flows.rows)}
    held = {given.flows.places[k][1] for k in _held_places(given)} & numbers.keys()
    if not held:
        return
    turned = _turned(given, y, 0)
    free = sizes(_row_terms(given, turned)[1])
    silent = sizes(J) < EXTREME * free
    suspects = [name for name in numbers if name in held and silent[numbers[name]]]
    if not suspects:
        return
    try:
        near = sizes(_row_terms(given, _placed(replace(given, y=turned)))[1])
    except (ArgumentError, np.linalg.LinAlgError):
        return
    refuse_extremes([one for one in suspects if near[numbers[one]] < EXTREME * free[numbers[one]]])


def _row_terms(given: Given, y: Array) -> tuple[Array, Array, Array]:
    """M, J and c of all rows."""
    (terms,) = called(given, given.flows.row_terms, y, given.a)
    n, m = len(y) - given.coordinates, len(given.flows.rows)
    M, J = terms[: n * n].reshape(n, n), terms[n * n : n * (n + m)].reshape(m, n)
    return M, J, terms[n * (n + m) : n * (n + m) + m]


def independent_rows(M: Array, J: Array, wanted: Array) -> Array:
    """As many of the wanted rows as are independent."""
    if not len(wanted):
        return wanted
    n, count = len(M), len(wanted)
    rows, order = np.zeros(count, dtype=np.int64), np.zeros(n, dtype=np.int64)
    work = np.zeros(count * (n + 1) + n)
    arguments = (J.ravel().copy(), M.ravel().copy(), n, wanted.astype(np.int64), count, rows, order)
    rank = native_library(MODES)[select](*arguments, work, RANK)
    return np.sort(rows[: max(rank, 0)])


def _see_that_it_is_met(given: Given, wanted: Array, left: Array, residual: Array) -> None:
    """Rows of velocities may contradict one another."""
    if np.abs(left).max() <= 1e-8 * (1.0 + np.abs(residual).max()):
        return
    worst = int(np.argmax(np.abs(left)))
    raise ArgumentError(
        f"start: the constraints contradict one another; '{given.flows.rows[wanted[worst]][0]}' "
        f"stays off by {left[worst]:.3g} whatever the speeds. Leave one of them out."
    )


def _shortest(matrix: Array, right: Array) -> Array:
    """The shortest x with the least ‖matrix x − right‖."""
    found: Array = np.linalg.lstsq(matrix, right, rcond=_CUT)[0]
    return found
