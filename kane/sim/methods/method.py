"""Method: a Runge–Kutta method as data; the stepper makes the steps of all of them.

    K_i = f(t + c_i h, y + h Σ_j a_ij K_j),   y⁺ = y + h Σ_j b_j K_j,   e = h Σ_j e_j K_j

Row 0 of K is always ẏ at the start of the step, and the last one ẏ at its end, which is row 0 of
the next: weights may refer to both. A method of one's own is a value of this type.

From: kane/sim/simulate.py    Next: rk4.py, packed.py
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, unique

Row = tuple[float, ...]


@unique
class Kind(Enum):
    """How the stages are found."""

    EXPLICIT = 0  # each from those before it
    PARTITIONED = 1  # speeds first, then coordinates with the new speeds
    COLLOCATION = 2  # all at once, by Newton iterations


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)  # each is known by itself
class Method:
    """A method's table. Columns of weights are rows of K, from row 0 on; missing ones are zero.

    `A` has a row for each stage after row 0 (explicit), or is the square matrix of the implicit
    stages, which are then rows 1 … s. `errors` holds no row for a fixed step, one, or two that
    are combined. `dense[j]` are the coefficients of θ, θ², … in b_j(θ). `extra` holds (c, weights)
    of stages after the last row, which only `dense` needs.
    """

    name: str
    kind: Kind
    order: int
    c: Row
    A: tuple[Row, ...]
    b: Row
    dense: tuple[Row, ...]
    errors: tuple[Row, ...] = ()
    extra: tuple[tuple[float, Row], ...] = ()
    error_order: int = 0  # of the error estimate
    filter: float = 0.0  # μ, where the error is (μ/h − J)⁻¹ Σ e_j K_j
    stiff: bool = field(default=False)

    @property
    def adaptive(self) -> bool:
        """Whether it estimates its error."""
        return bool(self.errors)

    @property
    def last(self) -> int:
        """The row of ẏ at the step's end."""
        return len(self.A) + 1
