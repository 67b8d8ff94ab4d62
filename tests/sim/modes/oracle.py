"""Multipliers in one dense system: the independent word on u̇, λ and u⁺.

[M  −Jᵀ] [u̇]   [ h ]            [M  −Jᵀ] [u⁺]   [M u]
[J    0] [λ] = [−b ]            [J    0] [Λ ] = [−c ]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """M, J, c, J̇u + ċ, τ − f and u of one instant."""

    M: Matrix
    J: Matrix
    c: Matrix
    bias: Matrix
    h: Matrix
    u: Matrix

    @property
    def n(self) -> int:
        """The number of speeds."""
        return len(self.h)


def random_case(rng: np.random.Generator, n: int, rows: int, rank: int | None = None) -> Case:
    """A mass matrix with sizes apart by a thousand, and consistent rows of that rank."""
    sizes = 10.0 ** rng.uniform(-1.5, 1.5, n)
    root = rng.standard_normal((n, n))
    M = sizes[:, None] * (root @ root.T / n + np.eye(n)) * sizes
    rank = rows if rank is None else rank
    mix = rng.standard_normal((rows, rank))
    J = mix @ rng.standard_normal((rank, n))
    c, bias = mix @ rng.standard_normal(rank), mix @ rng.standard_normal(rank)
    return Case(
        M=M, J=J, c=c, bias=bias, h=rng.standard_normal(n) * sizes, u=rng.standard_normal(n)
    )


def saddle(M: Matrix, J: Matrix, upper: Matrix, lower: Matrix) -> tuple[Matrix, Matrix]:
    """The two parts of the solution of [M −Jᵀ; J 0] x = [upper; lower], rows scaled to one size."""
    sizes = np.sqrt(np.diag(M))
    rows = np.linalg.norm(J / sizes, axis=1)
    J1, M1 = J / rows[:, None] / sizes, M / sizes[:, None] / sizes
    matrix = np.block([[M1, -J1.T], [J1, np.zeros((len(J), len(J)))]])
    found = np.linalg.solve(matrix, np.concatenate([upper / sizes, lower / rows]))
    return found[: len(M)] / sizes, found[len(M) :] / rows


def accelerations(case: Case, rows: Matrix) -> tuple[Matrix, Matrix]:
    """u̇ and λ while these rows hold."""
    return saddle(case.M, case.J[rows], case.h, -case.bias[rows])


def projection(case: Case, rows: Matrix) -> tuple[Matrix, Matrix]:
    """u⁺ and the impulses that make these rows hold."""
    return saddle(case.M, case.J[rows], case.M @ case.u, -case.c[rows])
