"""Polynomials b_j(θ) of dense outputs, from the forms in which their sources give them.

From: method.py    Next: packed.py
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kane.sim.methods.method import Row

Polynomial = list[Fraction]  # coefficients of 1, θ, θ², …


def nested(b: Row, D: Sequence[Row], last: int, rows: int) -> tuple[Row, ...]:
    """b_j(θ) of a nested form, for row j = 0 … rows − 1.

    y(θ) = y + θ (F₀ + (1−θ) (F₁ + θ (F₂ + (1−θ) (F₃ + θ …)))) with F₀ = y⁺ − y,
    F₁ = h K₀ − F₀, F₂ = 2 F₀ − h (K₀ + K_last) and F_{3+i} = h Σ D_ij K_j
    [HairerWanner1993 Eq. II.10.15].
    """
    return tuple(_row(j, b, D, last) for j in range(rows))


def _row(j: int, b: Row, D: Sequence[Row], last: int) -> Row:
    own, start, end = _at(b, j), Fraction(j == 0), Fraction(j == last)
    F = [own, start - own, 2 * own - start - end, *(_at(row, j) for row in D)]
    total: Polynomial = []
    for number in range(len(F) - 1, -1, -1):
        total = _times([*_plus(total, F[number])], number % 2 == 0)
    return tuple(float(value) for value in total[1:])


def _at(row: Row, j: int) -> Fraction:
    return Fraction(row[j]) if j < len(row) else Fraction(0)


def _plus(polynomial: Polynomial, constant: Fraction) -> Polynomial:
    first, *rest = polynomial or [Fraction(0)]
    return [first + constant, *rest]


def _times(polynomial: Polynomial, rising: bool) -> Polynomial:
    """θ times the polynomial, or 1 − θ times."""
    moved = [Fraction(0), *polynomial]
    if rising:
        return moved
    kept = [*polynomial, Fraction(0)]
    return [a - b for a, b in zip(kept, moved, strict=True)]


def collocation(c: Sequence[float]) -> tuple[tuple[Row, ...], Row, tuple[Row, ...]]:
    """A, b and the polynomials b_j(θ) = ∫₀^θ ℓ_j of the collocation method with nodes c.

    ℓ_j is Lagrange's polynomial that is 1 at c_j and 0 at the others [HairerWanner1993 Eq.
    II.7.15]. The polynomials are those of rows 0 … s + 1, of which the first and the last are
    zero.
    """
    nodes = [Fraction(value) for value in c]
    integrals = [_integral(_lagrange(nodes, j)) for j in range(len(nodes))]
    A = tuple(tuple(float(_value(p, node)) for p in integrals) for node in nodes)
    b = tuple(float(_value(p, Fraction(1))) for p in integrals)
    still = (0.0,) * len(nodes)
    inner = [tuple(float(value) for value in p[1:]) for p in integrals]
    return A, (0.0, *b), (still, *inner, still)


def _lagrange(nodes: Sequence[Fraction], j: int) -> Polynomial:
    made = [Fraction(1)]
    for k, node in enumerate(nodes):
        if k != j:
            up, down = [Fraction(0), *made], [*(-node * value for value in made), Fraction(0)]
            made = [(a + b) / (nodes[j] - node) for a, b in zip(up, down, strict=True)]
    return made


def _integral(polynomial: Polynomial) -> Polynomial:
    return [Fraction(0), *(value / (k + 1) for k, value in enumerate(polynomial))]


def _value(polynomial: Polynomial, at: Fraction) -> Fraction:
    total = Fraction(0)
    for value in reversed(polynomial):
        total = total * at + value
    return total
