"""Rows and contacts of a random mechanism, and what the Routines of contacts answer for them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kane.machine.flow import ContactRows
from kane.machine.routine import NativeLibrary, native_library
from kane.program.routine import library
from kane.sim.modes import layout as at
from kane.sim.modes.guess import COULOMB
from kane.sim.modes.impact import collide
from kane.sim.modes.respond import respond
from kane.sim.modes.table import LAWS, Changing
from tests.sim.modes.oracle import Matrix


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """A mechanism of n speeds: M, rows J (bilateral ones first, then each contact's normal and
    slips), speeds u, and the contacts' laws."""

    M: Matrix
    J: Matrix
    u: Matrix
    bilateral: int
    slips: int
    mu: float
    e: float = 0.0
    law: str = "newton"

    @property
    def normals(self) -> NDArray[np.int64]:
        """The numbers of normal rows."""
        return np.arange(self.bilateral, len(self.J), 1 + self.slips)

    @property
    def S(self) -> Matrix:
        """J M⁻¹ Jᵀ."""
        made: Matrix = self.J @ np.linalg.solve(self.M, self.J.T)
        return made

    @property
    def v(self) -> Matrix:
        """J u."""
        made: Matrix = self.J @ self.u
        return made

    def energy(self, u: Matrix) -> float:
        """½ uᵀ M u."""
        return float(u @ self.M @ u / 2)


def meeting(
    rng: np.random.Generator,
    n: int,
    contacts: int,
    slips: int,
    bilateral: int = 0,
    mu: float = 0.0,
    e: float = 0.0,
    law: str = "newton",
) -> Meeting:
    """Contacts that all approach, of a mechanism that already meets its bilateral rows."""
    root = rng.standard_normal((n, n))
    M = root @ root.T / n + np.eye(n)
    J = rng.standard_normal((bilateral + contacts * (1 + slips), n))
    B, u = J[:bilateral], rng.standard_normal(n)
    if bilateral:
        u -= np.linalg.solve(M, B.T) @ np.linalg.solve(B @ np.linalg.solve(M, B.T), B @ u)
    made = Meeting(M=M, J=J, u=u, bilateral=bilateral, slips=slips, mu=mu, e=e, law=law)
    signs = np.ones(len(J))
    signs[made.normals] = -np.sign(made.v[made.normals])
    J *= signs[:, None]
    return made


@cache
def _native() -> NativeLibrary:
    return native_library(library("contacts", respond, collide))


def records(case: Meeting) -> NDArray[np.int64]:
    """The contacts' records."""
    law = LAWS[case.law]
    found = [[n, case.slips, law, at.SLIDES] for n in case.normals]
    return np.array(found, dtype=np.int64).ravel()


def answer(case: Meeting, q: Matrix) -> tuple[bool, Matrix, Matrix]:
    """Whether x, w = q + S x answer q, and these."""
    rows, count = len(case.J), len(case.normals)
    held = np.array([int(r < case.bilateral) for r in range(rows)], dtype=np.int64)
    use = np.full(count, COULOMB, dtype=np.int64)
    laws = np.tile([0.0, case.mu, case.mu], count)
    x, w, d = np.zeros((3, rows))
    guess, choices = np.zeros(count, dtype=np.int64), np.zeros(2 * rows, dtype=np.int64)
    fits = _native()[respond](
        case.S.ravel(), q, rows, held, records(case), count, use, np.zeros(count), laws, d,
        guess, x, w, choices, np.zeros(2 * rows * (rows + 2) + count), 0,
    )  # fmt: skip
    return bool(fits), x, w


def struck(case: Meeting) -> tuple[bool, Matrix, float]:
    """Whether there are impulses, u after them, and the energy they bring."""
    rows, size = len(case.J), len(case.u)
    names = [(str(r), r < case.bilateral) for r in range(rows)]
    contacts = [
        ContactRows(name="", normal=int(n), slips=case.slips, restitution=case.e, law=case.law)
        for n in case.normals
    ]
    changing = Changing(
        rows=names, contacts=contacts, events=(), watched=0, inputs=2 * rows, speeds=size
    )
    modes, room = changing.table(), changing.room()
    X = np.linalg.solve(case.M, case.J.T).T
    laws = np.tile([0.0, case.mu, case.mu], len(contacts))
    parts: list[Any] = [case.M, case.J, X, case.S, case.S, case.v, case.v, laws]
    room[modes[at.MASS] : modes[at.SCRATCH]] = np.concatenate([part.ravel() for part in parts])
    held = np.array([int(holds) for _, holds in names], dtype=np.int64)
    u, turn = case.u.copy(), np.zeros(rows, dtype=np.int64)
    choices = np.zeros(2 * len(contacts) + 2 * rows, dtype=np.int64)
    fits = _native()[collide](modes, size, 1.0, held, turn, u, room, 1e-12, choices)
    return bool(fits), u, float(room[modes[at.ENERGY]])
