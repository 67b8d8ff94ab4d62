"""Model: a system's functions in native code, each compiled when it is first used.

It knows no physics: it is given Programs by name, and how to compile them.

From: kernel.py, staged.py    Next: kane/sim
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal, Protocol

import numpy as np

from kane.emitters.c_export import export_c
from kane.errors import ArgumentError
from kane.machine.flow import Flows
from kane.machine.kernel import Kernel
from kane.machine.speeds import speeds
from kane.machine.staged import Prepared
from kane.program.count import Operations, count
from kane.program.program import Program
from kane.program.target import Target

Array = np.ndarray[Any, np.dtype[np.float64]]
EXPORTED: Final = ("inverse_dynamics", "forward_dynamics", "mass_matrix", "bias", "rates")
Kernels = tuple[Kernel | None, Kernel]  # what parameters alone take, and the call
DIFFERENTIATED: Final = ("inverse_dynamics", "forward_dynamics")


class Compiler(Protocol):
    """What a Model needs of the pipeline."""

    @property
    def nonlinear_inputs(self) -> tuple[str, ...]:
        """The inputs in which some load is not linear."""
        ...

    def program(self, name: str) -> Program:
        """The function as derived."""
        ...

    def optimized(self, program: Program) -> Program:
        """The same after all passes."""
        ...

    def kernels(self, name: str) -> Kernels:
        """The function in native code."""
        ...

    def loop(self, closed: Mapping[str, Any]) -> Flows:
        """The functions of a run in time, with these inputs given as expressions."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """The functions of a system in native code. Each is compiled when it is first used.

    tau = model.inverse_dynamics(q, u, udot)       one state (n,) or a batch (N, n)
    call = model.inverse_dynamics.bind(q, u, udot, tau)
    heavier = model.with_parameters(m=2.5)         no compilation: `parameters="live"`

    Inputs a give τ = B a. Those in which some load is not linear, a² or sin a, belong to f: what
    depends on f takes their values as one more array, in the order of `nonlinear_inputs`:

    tau = model.inverse_dynamics(q, u, udot, nonlinear_inputs)

    Reactions, energies and momenta take the values of all inputs where they depend on any; a
    description that mentions the time puts t last.
    """

    name: str
    q_names: tuple[str, ...]
    u_names: tuple[str, ...]
    input_names: tuple[str, ...]
    parameters: Mapping[str, float]
    compiler: Compiler
    kernels: dict[str, Kernels] = field(default_factory=dict, repr=False)
    ready: dict[str, Any] = field(default_factory=dict, repr=False)

    def function(self, name: str) -> Any:
        """The function of this name, ready to call."""
        if name not in self.ready:
            self.ready[name] = self._prepared(name)
        return self.ready[name]

    @property
    def nonlinear_inputs(self) -> tuple[str, ...]:
        """The inputs in which some load is not linear: f depends on them, and B may."""
        return self.compiler.nonlinear_inputs

    @property
    def linear_inputs(self) -> tuple[str, ...]:
        """The other inputs: a in τ = B a, in the order of B's columns."""
        bent = self.nonlinear_inputs if self.input_names else ()
        return tuple(name for name in self.input_names if name not in bent)

    @property
    def inverse_dynamics(self) -> Any:
        """(q, u, udot) → tau = M u̇ + f; constraints that are rows may exert any part of it."""
        return self.function("inverse_dynamics")

    @property
    def forward_dynamics(self) -> Any:
        """(q, u, tau) → udot, while the constraints hold that do at first; contacts are open."""
        return self.function("forward_dynamics")

    @property
    def multipliers(self) -> Any:
        """(q, u, tau) → λ and udot from [M Jᵀ; J 0], λ of every row that is not embedded."""
        return self.function("multipliers")

    @property
    def mass_matrix(self) -> Any:
        """q → M."""
        return self.function("mass_matrix")

    @property
    def bias(self) -> Any:
        """(q, u) → f."""
        return self.function("bias")

    @property
    def rates(self) -> Any:
        """(q, u) → qdot = W u + X."""
        return self.function("rates")

    def speeds(self, q: Any, qdot: Any) -> Any:
        """(q, qdot) → u, the other way round: of one state, or of many."""
        return speeds(self.rates, self.u_names, q, qdot)

    @property
    def input_matrix(self) -> Any:
        """q → B, with τ = B a for the linear inputs a; (q, u) → B where dampers' strengths are."""
        return self.function("input_matrix")

    @property
    def kinetic_energy(self) -> Any:
        """(q, u) → T."""
        return self.function("kinetic_energy")

    @property
    def potential_energy(self) -> Any:
        """q → V; with the inputs, where springs or fields depend on them."""
        return self.function("potential_energy")

    @property
    def momentum(self) -> Any:
        """(q, u) → linear momentum, and angular momentum about the ground's origin."""
        return self.function("momentum")

    @property
    def constraint_rows(self) -> Any:
        """(q, u) → J, c and J̇u + ċ of the constraints that are rows."""
        return self.function("constraint_rows")

    @property
    def held_rows(self) -> Any:
        """(q, u) → the same of the rows that hold at first, in the model's own speeds."""
        return self.function("held_rows")

    @property
    def regressor(self) -> Any:
        """(q, u, udot) → Y, with τ = Y π for the bodies' inertial parameters π."""
        return self.function("regressor")

    def derivatives(self, of: Literal["inverse_dynamics", "forward_dynamics"]) -> Any:
        """(q, u, udot) → tau_q, tau_u, M, or (q, u, tau) → udot_q, udot_u, M_inverse.

        Column r by q is along q̇ = W e_r: ∂/∂q itself where speeds are the coordinates' rates. While
        rows of constraints hold, udot is theirs too, and the last is ∂udot/∂tau.
        """
        if of not in DIFFERENTIATED:
            raise ArgumentError(
                f"Model '{self.name}' has no derivatives of {of!r}. "
                f"Ask for those of {' or '.join(map(repr, DIFFERENTIATED))}."
            )
        return self.function(f"derivatives_of_{of}")

    def reactions(self, joint: str) -> Any:
        """(q, u, udot) → force and torque of a joint's parent on its child; contacts are open.

        Where inputs act on what the joint carries, (q, u, udot, inputs). Refused where constraints
        do: `reaction(joint)` in a run is not.
        """
        return self.function(f"reactions {joint}")

    def flows(self, closed: Mapping[str, Any] | None = None) -> Flows:
        """The functions of a run in time, with these inputs given as expressions."""
        return self.compiler.loop(closed or {})

    def program(self, name: str) -> Program:
        """A function as derived, before any pass."""
        return self.compiler.program(name)

    @property
    def operations(self) -> Mapping[str, Operations]:
        """What a call of each function takes; set-up is not counted."""
        return _Counts(self.compiler)

    def with_parameters(self, **values: float) -> Model:
        """The same functions for other parameters, without compiling anything."""
        unknown = sorted(set(values) - set(self.parameters))
        if unknown:
            known = ", ".join(self.parameters) or "none, since they were folded"
            raise ArgumentError(
                f"Model '{self.name}' has no live parameter {', '.join(unknown)}; it has {known}. "
                'Build it with parameters="live", and name parameters of the system.'
            )
        return replace(self, parameters={**self.parameters, **values}, ready={})

    def export_c(
        self, folder: str | os.PathLike[str], functions: Sequence[str] = EXPORTED
    ) -> tuple[Path, ...]:
        """The functions as C that depends on nothing, with a Makefile and a test that runs.

        Live parameters are the last argument, `p`, in the order of `parameters`.
        """
        programs = [self.compiler.optimized(self.compiler.program(name)) for name in functions]
        known = {"p": np.array(list(self.parameters.values()))}
        return export_c(self.name, programs, Path(folder), Target(), known)

    def _prepared(self, name: str) -> Any:
        prepare, step = self._kernels(name)
        if prepare is None:
            return step
        values = np.array(list(self.parameters.values()))
        given = {"p": values, "prepared": np.asarray(prepare(values))}
        left = {slot.name: given[slot.name] for slot in step.inputs if slot.name in given}
        return Prepared(kernel=step, given=left)

    def _kernels(self, name: str) -> Kernels:
        if name not in self.kernels:
            self.kernels[name] = self.compiler.kernels(name)
        return self.kernels[name]


class _Counts(Mapping[str, Operations]):
    """Operation counts by function, made when asked for."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler

    def __getitem__(self, name: str) -> Operations:
        return count(self.compiler.optimized(self.compiler.program(name)))

    def __iter__(self) -> Iterator[str]:
        return iter(("inverse_dynamics", "forward_dynamics", "mass_matrix", "bias", "rates"))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __repr__(self) -> str:
        return "\n".join(f"{name}: {self[name]}" for name in self)
