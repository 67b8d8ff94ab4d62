"""Flow: a function of a motion, called alike whatever it computes: (t, y, a, p) → out.

    void flow(const double *t, const double *y, const double *a, const double *p,
              double *out, double *work);

t is one double, y the state (q, u), a the inputs, p the parameters with what was made of them
beforehand. A Program's kernel is one as it stands, and so is a Routine with these six arguments.

From: kernel.py, staged.py    Next: model.py, kane/sim
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from kane.machine.kernel import Address, Kernel
from kane.program.arrays import Floats

Array = np.ndarray[Any, np.dtype[np.float64]]
Function = Callable[[Floats, Floats, Floats, Floats, Floats, Floats], None]


@dataclass(frozen=True, kw_only=True)
class Flow:
    """A kernel of (t, y, a, p), and how its `p` is made of parameters."""

    kernel: Kernel
    prepare: Kernel | None
    reads_parameters: bool = False

    @property
    def address(self) -> Address:
        """Its optimized native code."""
        return self.kernel.address()

    @property
    def digest(self) -> str:
        """A digest of the Program it was made from."""
        program = self.kernel.program
        assert program is not None
        text = repr((program.ops, program.args, sorted(program.values.items()), program.inputs))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def parameters(self, values: Mapping[str, float]) -> Array:
        """What it takes as `p` for these parameters."""
        if self.prepare is None:
            return np.empty(0)
        given = np.array(list(values.values()), dtype=np.float64)
        prepared = np.asarray(self.prepare(given)).reshape(-1)
        return np.concatenate([given, prepared]) if self.reads_parameters else prepared


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactRows:
    """A contact among the rows that may come and go: its normal row, which its slip rows follow,
    and its law of restitution, "newton", "poisson" or "stronge"."""

    name: str
    normal: int
    slips: int
    restitution: float
    law: str
    shares: bool = False  # whether contacts' rows may depend on each other


class Flows(Protocol):
    """The functions of one system's run in time, each compiled when it is first asked for."""

    @property
    def inputs(self) -> tuple[str, ...]:
        """The inputs that a run has to give, in order; masks and directions of rows come last."""
        ...

    @property
    def homes(self) -> tuple[float, ...]:
        """Where every coordinate is when nothing is said."""
        ...

    @property
    def units(self) -> tuple[tuple[int, int], ...]:
        """Which coordinates are together of length one: (first, how many)."""
        ...

    @property
    def motion(self) -> Flow:
        """ẏ."""
        ...

    def motion_of(self, rows: tuple[int, ...]) -> Flow:
        """ẏ of one mode alone: exactly these rows hold, and no contact slides."""
        ...

    @property
    def coordinate_rates(self) -> Flow:
        """q̇."""
        ...

    def leap(self, tableau: Any, width: int) -> Flow | None:
        """A whole step of an explicit method (kane/program/leap.py); None where ẏ is too long."""
        ...

    @property
    def jacobian(self) -> Flow:
        """∂ẏ/∂y, by rows."""
        ...

    @property
    def rows(self) -> tuple[tuple[str, bool], ...]:
        """The rows of constraints that may come and go: name, and whether it holds at first.

        In `a`, a mask and then a direction for each follow the inputs.
        """
        ...

    @property
    def contacts(self) -> tuple[ContactRows, ...]:
        """The contacts among these rows."""
        ...

    @property
    def gaps(self) -> Flow:
        """How far the bodies of each contact are apart."""
        ...

    @property
    def row_terms(self) -> Flow:
        """M, J, c and J̇u + ċ of these rows."""
        ...

    @property
    def places(self) -> tuple[tuple[str, str], ...]:
        """Relations of places: name, and the row whose mask is theirs ("": always 1)."""
        ...

    @property
    def place_terms(self) -> Flow:
        """φ, ∂φ/∂σ, diag M_σ and W of q̇ = W σ."""
        ...

    @property
    def mode_terms(self) -> Flow:
        """What a change of mode has to know, one after the other: kane/sim/modes/terms.py."""
        ...

    @property
    def projection(self) -> Flow:
        """The state moved back to where the rows hold."""
        ...

    def linear_parts(self, outputs: Sequence[Any]) -> Flow:
        """ẏ, A and B of the linearized motion, z, C and D of outputs, held and G of what holds.

        Those that are empty are left out.
        """
        ...

    def observed(self, quantities: Sequence[Any]) -> Flow:
        """The values of quantities."""
        ...

    def accelerated(self, velocities: Sequence[Any], inputs: Sequence[str]) -> Flow:
        """The rates of velocities along the motion, and how they change with inputs, by rows."""
        ...

    def kept(
        self, without_inputs: bool, changing: Collection[str] = ()
    ) -> tuple[tuple[str, ...], Flow | None]:
        """The names of what the motion keeps, and a function that computes it.

        What depends on inputs that are `changing` is not kept.
        Last come what changes are judged by: T, and the squares of the largest linear and angular
        momentum that there can be with it.
        """
        ...

    @property
    def skeleton(self) -> tuple[Flow, tuple[tuple[int, int], ...]]:
        """Where joints and mass centres are, and which of them lines join."""
        ...

    def each(self, quantity: Any) -> Mapping[str, Any]:
        """The scalars that a quantity stands for, by name; most stand for themselves."""
        ...

    def units_of(self, quantities: Sequence[Any]) -> tuple[str, ...]:
        """The units of quantities; "" where that is not known."""
        ...

    def switches(self, conditions: Sequence[Any]) -> Flow:
        """How far conditions are from changing, positive where they hold; then four for each
        contact: that it touches, leaves, slips, comes to rest."""
        ...
