"""Rotation: how the axes of one frame lie in another, as a product of simple factors.

R_AB takes components along B's axes to components along A's:

    v_A = R_AB v_B,   v_B = R_ABᵀ v_A,   R_AC = R_AB R_BC

Factors are kept apart, because a vector turned by a plane rotation costs four products where
a full matrix costs nine. `Plane` turns about one axis; `Matrix` holds nine scalars.

From: vector.py    Next: mass.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from kane.geometry.vector import Components, Frame, Vector, dot

Rows = tuple[Components, Components, Components]
IDENTITY: Rows = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


class Factor(Protocol):
    """One factor of a rotation."""

    def out(self, v: Components) -> Components:
        """R v: from the turned axes to the original ones."""
        ...

    def into(self, v: Components) -> Components:
        """Rᵀ v: from the original axes to the turned ones."""
        ...

    def out_symmetric(self, tensor: Rows) -> Rows:
        """R T Rᵀ of a symmetric T."""
        ...

    def out_tensor(self, tensor: Rows) -> Rows:
        """R T Rᵀ of any T."""
        ...


@dataclass(frozen=True, slots=True)
class Plane:
    """A turn about coordinate axis `axis` (0, 1, 2) by the angle of this sine and cosine."""

    axis: int
    sine: Any
    cosine: Any

    def out(self, v: Components) -> Components:
        """R v."""
        i, j = (self.axis + 1) % 3, (self.axis + 2) % 3
        s, c, turned = self.sine, self.cosine, list(v)
        turned[i] = v[i] * c - v[j] * s
        turned[j] = v[i] * s + v[j] * c
        return (turned[0], turned[1], turned[2])

    def into(self, v: Components) -> Components:
        """Rᵀ v."""
        i, j = (self.axis + 1) % 3, (self.axis + 2) % 3
        s, c, turned = self.sine, self.cosine, list(v)
        turned[i] = v[i] * c + v[j] * s
        turned[j] = v[j] * c - v[i] * s
        return (turned[0], turned[1], turned[2])

    def out_symmetric(self, tensor: Rows) -> Rows:
        """R T Rᵀ with ten products: with d = T_ii − T_jj and b = 2 T_ij,

            e = s d + c b:   T_ii − s e,   T_jj + s e,   T_ij + s (c d − s b)

        and the third row turned as a vector.
        """
        i, j, k = (self.axis + 1) % 3, (self.axis + 2) % 3, self.axis
        s, c = self.sine, self.cosine
        d, b = tensor[i][i] - tensor[j][j], tensor[i][j] + tensor[i][j]
        se, sg = s * (s * d + c * b), s * (c * d - s * b)
        ki, kj = c * tensor[k][i] - s * tensor[k][j], s * tensor[k][i] + c * tensor[k][j]
        return _symmetric(
            {
                (i, i): tensor[i][i] - se,
                (j, j): tensor[j][j] + se,
                (k, k): tensor[k][k],
                (i, j): tensor[i][j] + sg,
                (i, k): ki,
                (j, k): kj,
            }
        )

    def out_tensor(self, tensor: Rows) -> Rows:
        """R T Rᵀ with twelve products once s² and s c are there, which several tensors share.

        With d = T_ii − T_jj, b = T_ij + T_ji, e = s² d + s c b and g = s c d − s² b:

            T_ii − e,   T_jj + e,   T_ij + g,   T_ji + g

        and the third row and column turned as vectors. Of a symmetric T eight are left.
        """
        i, j, k = (self.axis + 1) % 3, (self.axis + 2) % 3, self.axis
        s, c = self.sine, self.cosine
        d, b = tensor[i][i] - tensor[j][j], tensor[i][j] + tensor[j][i]
        ss, sc = s * s, s * c
        e, g = ss * d + sc * b, sc * d - ss * b
        rows = [list(row) for row in tensor]
        rows[i][i], rows[j][j] = tensor[i][i] - e, tensor[j][j] + e
        rows[i][j], rows[j][i] = tensor[i][j] + g, tensor[j][i] + g
        rows[k][i], rows[k][j] = _planar(s, c, tensor[k][i], tensor[k][j])
        rows[i][k], rows[j][k] = _planar(s, c, tensor[i][k], tensor[j][k])
        x, y, z = (tuple(row) for row in rows)
        return (x, y, z)


@dataclass(frozen=True, slots=True)
class Matrix:
    """A rotation by its nine elements, rows first."""

    rows: Rows

    def out(self, v: Components) -> Components:
        """R v."""
        a, b, c = self.rows
        return (dot(v, a), dot(v, b), dot(v, c))

    def into(self, v: Components) -> Components:
        """Rᵀ v."""
        a, b, c = transposed(self.rows)
        return (dot(v, a), dot(v, b), dot(v, c))

    def out_symmetric(self, tensor: Rows) -> Rows:
        """R T Rᵀ, its upper triangle computed."""
        half = transposed(tuple(self.out(row) for row in tensor))  # type: ignore[arg-type]
        return _symmetric(
            {(i, j): dot(half[i], self.rows[j]) for i in range(3) for j in range(i, 3)}
        )

    def out_tensor(self, tensor: Rows) -> Rows:
        """R T Rᵀ."""
        half = transposed(tuple(self.out(row) for row in tensor))  # type: ignore[arg-type]
        return transposed(tuple(self.out(row) for row in half))  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Rotation:
    """R_AB: the product of its factors, the first next to A. `outer` is A, `inner` is B."""

    outer: Frame
    inner: Frame
    factors: tuple[Factor, ...]

    def out(self, v: Vector) -> Vector:
        """R_AB v_B, along A's axes."""
        components = v.seen(self.inner)
        for factor in reversed(self.factors):
            components = factor.out(components)
        return Vector(self.outer, components)

    def into(self, v: Vector) -> Vector:
        """R_ABᵀ v_A, along B's axes."""
        components = v.seen(self.outer)
        for factor in self.factors:
            components = factor.into(components)
        return Vector(self.inner, components)

    def out_symmetric(self, tensor: Rows) -> Rows:
        """R T Rᵀ of a symmetric tensor along B's axes."""
        for factor in reversed(self.factors):
            tensor = factor.out_symmetric(tensor)
        return tensor

    def out_tensor(self, tensor: Rows) -> Rows:
        """R T Rᵀ of any tensor along B's axes."""
        for factor in reversed(self.factors):
            tensor = factor.out_tensor(tensor)
        return tensor

    def rows(self) -> Rows:
        """The nine elements, rows first."""
        columns = tuple(self.out(Vector(self.inner, unit)).components for unit in IDENTITY)
        return transposed(columns)  # type: ignore[arg-type]


def transposed(rows: Rows) -> Rows:
    """The transpose of three rows."""
    a, b, c = rows
    return ((a[0], b[0], c[0]), (a[1], b[1], c[1]), (a[2], b[2], c[2]))


def _planar(s: Any, c: Any, x: Any, y: Any) -> tuple[Any, Any]:
    """Two components turned."""
    return c * x - s * y, s * x + c * y


def _symmetric(upper: dict[tuple[int, int], Any]) -> Rows:
    def entry(i: int, j: int) -> Any:
        return upper[i, j] if (i, j) in upper else upper[j, i]

    return tuple(tuple(entry(i, j) for j in range(3)) for i in range(3))  # type: ignore[return-value]
