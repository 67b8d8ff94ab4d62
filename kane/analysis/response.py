"""Response: how outputs swing when inputs swing, G(iω) = C (iω − A)⁻¹ B + D.

An input Re(e^{iωt}) gives, once all else has died away, the output Re(G e^{iωt}).

From: linear.py    Next: kane/sim/pictures/curves.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kane.errors import ArgumentError
from kane.sim.pictures.curves import pyplot

Floats = np.ndarray[Any, np.dtype[np.float64]]
Parts = tuple[Floats, Floats, Floats, Floats]


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """G at every frequency: shape (frequencies, outputs, inputs)."""

    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    frequencies: Floats  # rad/s
    G: np.ndarray[Any, np.dtype[np.complex128]] = field(repr=False)

    def of(self, output: Any, input: str) -> np.ndarray[Any, np.dtype[np.complex128]]:
        """G from one input to one output, over the frequencies."""
        return self.G[:, _place(self.outputs, str(output)), _place(self.inputs, input)]

    def plot(self) -> Any:
        """A Bode picture: size and phase of every output for every input, over frequency."""
        figure, (size, phase) = pyplot().subplots(
            2, 1, sharex=True, layout="constrained", figsize=(7.0, 5.0)
        )
        for i, given in enumerate(self.inputs):
            for o, seen in enumerate(self.outputs):
                label, values = f"{seen} from {given}", self.G[:, o, i]
                size.loglog(self.frequencies, np.abs(values), label=label)
                phase.semilogx(self.frequencies, np.degrees(np.unwrap(np.angle(values))))
        size.set_title(self.name)
        size.set_ylabel("size")
        size.legend(fontsize="small")
        phase.set_ylabel("phase in deg")
        phase.set_xlabel("frequency in rad/s")
        for panel in (size, phase):
            panel.grid(alpha=0.3, which="both")
        return figure


def response(
    parts: Parts,
    frequencies: Sequence[float] | Floats,
    inputs: tuple[str, ...],
    outputs: tuple[str, ...],
    name: str,
) -> Response:
    """G at these frequencies."""
    omega = np.asarray(frequencies, dtype=np.float64)
    if omega.ndim != 1 or not np.all(np.isfinite(omega)):
        raise ArgumentError(
            f"frequencies: shape {omega.shape}, or not finite. Give a list of rad/s."
        )
    if not inputs or not outputs:
        raise ArgumentError(
            f"'{name}': a response goes from inputs ({', '.join(inputs) or 'none'}) to outputs "
            f"({', '.join(outputs) or 'none'}). Linearize with outputs=, of a system with inputs."
        )
    A, B, C, D = parts
    unit = np.eye(len(A))
    G = np.array([C @ np.linalg.solve(1j * w * unit - A, B) + D for w in omega], dtype=complex)
    return Response(name=name, inputs=inputs, outputs=outputs, frequencies=omega, G=G)


def _place(names: tuple[str, ...], name: str) -> int:
    if name not in names:
        raise ArgumentError(f"'{name}' is none of {', '.join(names)}. Name one of these.")
    return names.index(name)
