"""Linear: the small motions about a moment, δẏ = A δy + B δa, δz = C δy + D δa.

Where constraints or quaternions keep the state on a surface, only changes within it can happen:

    δy = N ξ,   ξ̇ = Nᵀ A N ξ + Nᵀ B δa,   N an orthonormal basis of them

and these are what eigenvalues, modes and responses are of. Where nothing holds, N is the unit
matrix.

From: linearize.py    Next: response.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from kane.analysis.response import Response, response

Floats = np.ndarray[Any, np.dtype[np.float64]]
Complexes = np.ndarray[Any, np.dtype[np.complex128]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """One way to move about a moment: δy(t) = Re(shape · exp(eigenvalue t))."""

    eigenvalue: complex
    shape: Complexes = field(repr=False)  # over the state's names, its largest element 1
    names: tuple[str, ...] = field(repr=False)

    @property
    def frequency(self) -> float:
        """Of its swinging, in rad/s."""
        return abs(self.eigenvalue.imag)

    @property
    def damping(self) -> float:
        """−Re/|·|: 1 where it does not swing, negative where it grows; 0 for an eigenvalue 0."""
        size = abs(self.eigenvalue)
        return -self.eigenvalue.real / size if size else 0.0

    def __str__(self) -> str:
        parts = sorted(zip(np.abs(self.shape), self.names, strict=True), reverse=True)
        named = ", ".join(f"{name} {size:.2g}" for size, name in parts if size > 0.05)
        return f"{self.eigenvalue:.6g}: {named}"


@dataclass(frozen=True, kw_only=True)
class Linear:
    """A, B, C, D about a moment, with their names."""

    name: str
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    t: float
    y: Floats
    ydot: Floats
    A: Floats = field(repr=False)
    B: Floats = field(repr=False)
    C: Floats = field(repr=False)
    D: Floats = field(repr=False)
    N: Floats = field(repr=False)  # columns: what a small change can be
    left_open: tuple[str, ...] = ()  # contacts, which do not touch here

    @property
    def minimal(self) -> tuple[Floats, Floats, Floats, Floats]:
        """A, B, C, D in coordinates of the changes that can happen."""
        N = self.N
        return N.T @ self.A @ N, N.T @ self.B, self.C @ N, self.D

    @cached_property
    def eigenvalues(self) -> Complexes:
        """Of the changes that can happen, by rising real part, then imaginary part."""
        return np.array([mode.eigenvalue for mode in self.modes])

    @cached_property
    def modes(self) -> tuple[Mode, ...]:
        """Eigenvalues with their shapes."""
        values, vectors = np.linalg.eig(self.minimal[0])
        order = np.lexsort((values.imag, values.real))
        return tuple(self._mode(complex(values[i]), vectors[:, i]) for i in order)

    def _mode(self, value: complex, vector: Complexes) -> Mode:
        shape = self.N @ vector
        return Mode(
            eigenvalue=value, shape=shape / shape[np.argmax(np.abs(shape))], names=self.states
        )

    @property
    def stable(self) -> bool:
        """Whether every small change dies away."""
        return bool(np.all(self.eigenvalues.real < 0.0))

    def frequency_response(self, frequencies: Sequence[float] | Floats) -> Response:
        """G(iω) = C (iω − A)⁻¹ B + D at frequencies in rad/s."""
        return response(self.minimal, frequencies, self.inputs, self.outputs, self.name)

    @property
    def dataset(self) -> Any:
        """A, B, C, D as an xarray.Dataset with names."""
        import xarray

        of = {"rate": list(self.states), "state": list(self.states)}
        return xarray.Dataset(
            {
                "A": (("rate", "state"), self.A),
                "B": (("rate", "input"), self.B),
                "C": (("output", "state"), self.C),
                "D": (("output", "input"), self.D),
            },
            coords={**of, "input": list(self.inputs), "output": list(self.outputs)},
            attrs={"title": f"Linear motion of {self.name}", "t": self.t},
        )

    def __str__(self) -> str:
        about = ", ".join(f"{n} = {v:.6g}" for n, v in zip(self.states, self.y, strict=True))
        open_ = f"; open contacts: {', '.join(self.left_open)}" if self.left_open else ""
        moving = [str(mode) for mode in self.modes]
        return "\n".join([f"{self.name}, small motions about {about}{open_}", *moving])
