"""independent: the speeds that a system's constraints leave free, and its equations in them.

    u_D = D u_I + E,   u̇_D = D u̇_I + γ                              [Gillespie2003 (3)–(7)]
    PᵀMP u̇_I = F̃,     F̃ = Pᵀ(τ − f − M [γ; 0]),   P = [D; 1]        [Gillespie2003 (44), (45)]

for the rows that are not embedded while deriving. The selection is the one that a run's watch
begins with (kane/sim/modes/watch.py); a run itself goes by the rows' forces.

From: moment.py    Next: —
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from kane.analysis.moment import Moment, moment
from kane.machine.model import Model
from kane.machine.routine import native_library
from kane.sim.modes.library import MODES
from kane.sim.modes.partition import partition
from kane.sim.modes.recombine import accelerate, recombine
from kane.sim.modes.selection import improve, select
from kane.sim.modes.watch import RANK

Floats = np.ndarray[Any, np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[np.int64]]
_TOLD: Final = 1e-12  # of the largest coefficient, below which a term is not printed


@dataclass(frozen=True, slots=True, kw_only=True)
class Independent:
    """Independent speeds at one state, the dependent ones in them, and p equations of motion."""

    independent: tuple[str, ...]
    dependent: tuple[str, ...]
    rows: tuple[str, ...]  # those that give the dependent speeds
    superfluous: tuple[str, ...]  # rows that hold and follow from these
    D: Floats
    E: Floats
    gamma: Floats
    mass: Floats = field(repr=False)  # PᵀMP
    force: Floats = field(repr=False)  # F̃
    udot: Mapping[str, float]
    gain: float  # the largest |D_ij| √M_ii/√M_jj: 2 at most
    condition: float  # of J_D, rows and columns weighed: largest over smallest singular value

    def __str__(self) -> str:
        lines = [f"independent: {', '.join(self.independent) or 'none'}"]
        for name, row, rest in zip(self.dependent, self.D, self.E, strict=True):
            parts = [*zip(row, self.independent, strict=True), (rest, "")]
            least = _TOLD * max(1.0, float(np.abs(row).max(initial=0.0)))
            terms = [f"{value:+.6g} {of}".strip() for value, of in parts if abs(value) > least]
            lines.append(f"{name} = {' '.join(terms) or '0'}")
        if self.superfluous:
            lines.append(f"follow from the other rows: {', '.join(self.superfluous)}")
        return "\n".join(lines)


def independent(
    model: Model,
    *,
    q: Any = None,
    u: Any = None,
    t: float = 0.0,
    inputs: Mapping[str, float] | None = None,
) -> Independent:
    """The independent speeds at a state, which is led onto the constraints first.

    `q`, `u` and `inputs` as in `simulate`. The rows are those that hold at the start of a run.
    """
    at = moment(model, q=q, u=u, t=t, inputs=inputs)
    terms, names = _terms(at), [name for name, _ in at.flows.rows]
    wanted = np.flatnonzero([holds for _, holds in at.flows.rows]).astype(np.int64)
    chosen = _chosen(terms, wanted)
    m, p, u_names = chosen.m, terms.n - chosen.m, model.u_names
    mass, udot = _recombined(terms, chosen)
    return Independent(
        independent=tuple(u_names[j] for j in chosen.order[m:]),
        dependent=tuple(u_names[j] for j in chosen.order[:m]),
        rows=tuple(names[i] for i in chosen.rows[:m]),
        superfluous=tuple(names[i] for i in chosen.rows[m:]),
        D=chosen.D[:, :p].copy(),
        E=chosen.D[:, p].copy(),
        gamma=chosen.D[:, p + 1].copy(),
        mass=mass,
        force=mass @ udot[chosen.order[m:]],
        udot=dict(zip(u_names, map(float, udot), strict=True)),
        gain=chosen.gain,
        condition=_condition(terms, chosen),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Terms:
    """M, J, c, J̇u + ċ and h = τ − f of all speeds and rows."""

    n: int
    M: Floats
    J: Floats
    c: Floats
    bias: Floats
    h: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class _Chosen:
    """The rank, rows with the independent ones first, speeds with the dependent ones first, and
    D, E and γ side by side."""

    m: int
    rows: Ints
    order: Ints
    D: Floats
    gain: float


def _terms(at: Moment) -> _Terms:
    """All of them at a moment; u̇₀ is the motion with no row holding."""
    n, count = len(at.model.u_names), len(at.flows.rows)
    (made,) = at.called(at.flows.row_terms).values()
    M, J = made[: n * n].copy(), made[n * n : n * (n + count)].copy()
    alone = at.a.copy()
    alone[len(alone) - 2 * count : len(alone) - count] = 0.0
    free = at.moved(at.y, alone).called(at.flows.motion)["ydot"][at.coordinates :]
    rest = made[n * (n + count) :]
    return _Terms(
        n=n, M=M, J=J, c=rest[:count].copy(), bias=rest[count:].copy(), h=M.reshape(n, n) @ free
    )


def _chosen(terms: _Terms, wanted: Ints) -> _Chosen:
    """The selection; speeds of either kind in their own order."""
    n, call = terms.n, native_library(MODES)
    rows, order = np.zeros(len(wanted), dtype=np.int64), np.arange(n)
    work = np.zeros((len(wanted) + 1) * (n + 2) + n)
    m = call[select](terms.J, terms.M, n, wanted, len(wanted), rows, order, work, RANK)
    D = np.zeros(m * (n - m + 2))
    split = (terms.J, terms.c, terms.bias, n, rows, order, m, D, work)
    call[partition](*split)
    gain = call[improve](D, terms.M, n, order, m)
    order[:m], order[m:] = np.sort(order[:m]), np.sort(order[m:])
    call[partition](*split)
    return _Chosen(m=m, rows=rows, order=order, D=D.reshape(m, n - m + 2), gain=float(gain))


def _recombined(terms: _Terms, chosen: _Chosen) -> tuple[Floats, Floats]:
    """PᵀMP, and u̇ by it."""
    n, m, p = terms.n, chosen.m, terms.n - chosen.m
    call, D = native_library(MODES), chosen.D.ravel()
    mass, room, udot = np.zeros(p * p), np.zeros(n * (p + 1)), np.zeros(n)
    call[recombine](terms.M, n, chosen.order, m, D, mass, room)
    whole = _whole(mass.reshape(p, p))
    call[accelerate](terms.h, n, chosen.order, m, D, mass, room, udot, np.zeros(p))
    return whole, udot


def _whole(lower: Floats) -> Floats:
    """A symmetric matrix from its lower triangle."""
    made: Floats = np.tril(lower) + np.tril(lower, -1).T
    return made


def _condition(terms: _Terms, chosen: _Chosen) -> float:
    """Of J_D with columns over √M_jj and rows at length one."""
    if not chosen.m:
        return 1.0
    n, held = terms.n, chosen.rows[: chosen.m]
    weighed = terms.J.reshape(-1, n)[held] / np.sqrt(np.diag(terms.M.reshape(n, n)))
    weighed = weighed / np.linalg.norm(weighed, axis=1, keepdims=True)
    return float(np.linalg.cond(weighed[:, chosen.order[: chosen.m]]))
