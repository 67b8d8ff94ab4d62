"""Built: a SymPy description's equations, as they are, as a Model with native functions.

From: method.py, accelerations.py    Next: kane/machine/model.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import sympy
from sympy.solvers.solveset import NonlinearError

from kane.algebra.expr import Expr
from kane.algebra.function import inline
from kane.algebra.nonlinear import nonlinear_in
from kane.algebra.op import Op
from kane.algebra.pattern import full, symmetric
from kane.algebra.rate import Rate
from kane.algebra.substitute import substitute
from kane.dynamics.lift import Parameters
from kane.errors import ArgumentError, DerivationError
from kane.machine.cpu import host_target
from kane.machine.model import Kernels, Model
from kane.passes import optimize
from kane.pipeline import kernels
from kane.program.count import Operations, count
from kane.program.lower import lower
from kane.program.program import Program
from kane.program.target import Target
from kane.sympy.accelerations import Motion, at_run_time
from kane.sympy.constants import constants_of, symbols_of, values_of
from kane.sympy.linear import Row, linear

if TYPE_CHECKING:
    from kane.sympy.method import KanesMethod

Outputs = dict[str, Any]

# What each function is computed from, beside specified inputs, time and parameters.
ARGUMENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "rhs": ("q", "u", "a"),
    "forward_dynamics": ("q", "u", "tau", "nonlinear_inputs"),
    "inverse_dynamics": ("q", "u", "udot", "nonlinear_inputs"),
    "mass_matrix": ("q",),
    "bias": ("q", "u", "nonlinear_inputs"),
    "rates": ("q", "u"),
    "input_matrix": ("q", "u", "nonlinear_inputs"),
}


def built(method: KanesMethod, constants: Mapping[Any, float], parameters: Parameters) -> Model:
    """The equations in native code: M u̇ + f = τ + B a with the constraints' rows below, and
    `function("rhs")`, (q, u, a) → q̇ and u̇."""
    compiled = Compiled(
        method=method,
        constants=values_of(method, constants),
        parameters=parameters,
        target=host_target(),
    )
    return Model(
        name="KanesMethod",
        q_names=tuple(map(_short, method.q)),
        u_names=tuple(map(_short, method.u)),
        input_names=tuple(_short(leaf) for leaf in compiled.specified.values()),
        parameters={} if parameters is Parameters.FOLD else compiled.named_constants,
        compiler=compiled,
    )


def operations(method: KanesMethod) -> Operations:
    """What M, the forcing and q̇ cost; constants are no inputs of a step."""
    compiled = Compiled(
        method=method, constants={}, parameters=Parameters.LIVE, target=host_target()
    )
    return count(compiled.lowered("equations", ("q", "u", "a"), compiled.equations()))


@dataclass(frozen=True, kw_only=True)
class Compiled:
    """The functions of one description as Programs and kernels: what a Model asks for."""

    method: KanesMethod
    constants: Mapping[int, float]
    parameters: Parameters
    target: Target

    @property
    def nonlinear_inputs(self) -> tuple[str, ...]:
        """The names of the inputs in which the forcing is not linear."""
        return tuple(_short(self.specified[node]) for node in self._nonlinear)

    def program(self, name: str) -> Program:
        """A function as derived."""
        made: dict[str, Callable[[], Outputs]] = {
            "rhs": lambda: {"qdot": self._qdot, "udot": self._udot(self._motion.forcing)},
            "forward_dynamics": lambda: {"udot": self._udot(self._pushed)},
            "inverse_dynamics": lambda: {"tau": self._inverse},
            "mass_matrix": lambda: {"M": self._masses},
            "bias": lambda: {"f": [-x for x in self._split[0]]},
            "rates": lambda: {"qdot": self._qdot},
            "input_matrix": lambda: {"B": self._split[1]},
        }
        if name not in made:
            raise ArgumentError(
                f"'{name}' is no function of equations taken from SymPy; they have "
                f"{', '.join(made)}. Hand the description over with .system() for the others."
            )
        return self.lowered(name, ARGUMENTS[name], made[name]())

    def optimized(self, program: Program) -> Program:
        """The same after all passes."""
        return optimize(program, self.target)

    def kernels(self, name: str) -> Kernels:
        """A function in native code."""
        return kernels(self.program(name), self.target)

    def loop(self, closed: Mapping[str, Any]) -> Any:
        """A refusal: runs in time are made of a System."""
        raise DerivationError(
            "Equations taken from SymPy are functions of a state; simulate needs a System. Hand "
            "the description over: kane.build(method.system(…))."
        )

    # ── what goes in ──────────────────────────────────────────────────────────────────────
    @property
    def named_constants(self) -> dict[str, float]:
        """The parameters' values, by name."""
        symbols = self.method._scalars.graph.symbols
        return {symbols[node]: value for node, value in self.constants.items()}

    @cached_property
    def specified(self) -> Mapping[int, Any]:
        """The inputs: functions of time in the forcing that are no part of the motion."""
        scalars = self.method._scalars
        known = {*self._known, *self.method._absent}
        found = {
            node: scalars.leaves[node]
            for node in symbols_of(self.method)
            if scalars.is_dynamic(node) and node not in known
        }
        key = sympy.core.sorting.default_sort_key
        return dict(sorted(found.items(), key=lambda item: key(item[1])))

    @property
    def _known(self) -> list[int]:
        unknowns = self.method._unknowns
        return [*self.method._q_nodes, *unknowns.u, *unknowns.udot, *self._tau]

    @cached_property
    def _tau(self) -> list[int]:
        graph = self.method._scalars.graph
        return [graph.symbol(f"tau({u})", Rate.INPUT) for u in map(_short, self.method.u)]

    def lowered(self, name: str, arguments: Sequence[str], outputs: Outputs) -> Program:
        """A function of the named arguments, of time where it matters, and of live parameters."""
        graph, unknowns = self.method._scalars.graph, self.method._unknowns
        groups = {
            "q": self.method._q_nodes,
            "u": unknowns.u,
            "udot": unknowns.udot,
            "tau": self._tau,
            "a": list(self.specified),
            "nonlinear_inputs": self._nonlinear,
        }
        inputs = {key: [Expr(graph, x) for x in groups[key]] for key in arguments if groups[key]}
        time = self.method._scalars.symbols.get(self.method._scalars.time)
        if time is not None and time in symbols_of(self.method):
            inputs["t"] = [Expr(graph, time)]
        constants = self.constants or dict.fromkeys(constants_of(self.method), 0.0)
        values = {Expr(graph, node): value for node, value in constants.items()}
        if values and self.parameters is Parameters.LIVE:
            inputs["p"] = list(values)
            values = {}
        absent = {Expr(graph, node): 0 for node in self.method._absent}
        return lower(name, inputs, self._placed(outputs, {**values, **absent}))

    def _placed(self, outputs: Outputs, values: Mapping[Expr, float]) -> Outputs:
        """Outputs with constants' values in their place and calls opened."""
        graph = self.method._scalars.graph
        flat = [Expr(graph, x) for rows in outputs.values() for x in _flat(rows)]
        opened = inline(flat)
        _refuse_calls(opened)
        left = iter(substitute(opened, values) if values else opened)
        return {
            name: [
                [next(left) for _ in row] if isinstance(row, list) else next(left) for row in rows
            ]
            for name, rows in outputs.items()
        }

    # ── what comes out ────────────────────────────────────────────────────────────────────
    def equations(self) -> Outputs:
        """M, the forcing and q̇."""
        return {"M": self._masses, "forcing": self._forcing, "qdot": self._qdot}

    @property
    def _qdot(self) -> Row:
        assert self.method._kinematics is not None
        return list(self.method._kinematics.found.qdot)

    @property
    def _motion(self) -> Motion:
        return self.method._motion()

    @property
    def _masses(self) -> list[Row]:
        return self.method._masses()

    @property
    def _forcing(self) -> Row:
        return self.method._forcing()

    @cached_property
    def _split(self) -> tuple[Row, list[Row]]:
        """The forcing without linear inputs, and B."""
        columns = [node for node in self.specified if node not in self._nonlinear]
        if not columns:
            return self._forcing, [[] for _ in self._forcing]
        forms = linear(self.method._scalars.graph, self._forcing, columns)
        B = [[form.get(place, 0) for place in range(len(columns))] for form, _ in forms]
        return [rest for _, rest in forms], B

    @cached_property
    def _nonlinear(self) -> list[int]:
        """The inputs in which the forcing is not linear, however it is written."""
        graph, inputs = self.method._scalars.graph, list(self.specified)
        forcing = [Expr(graph, ref) for ref in self._forcing]
        bent = nonlinear_in(forcing, [Expr(graph, ref) for ref in inputs]) if inputs else ()
        if not bent:
            return []
        try:
            linear(graph, self._forcing, inputs)
        except NonlinearError:
            return [one.ref for one in bent]
        return []

    @property
    def _pushed(self) -> Row:
        """τ − f of the independent speeds' rows."""
        p, add = self._motion.independent, self.method._scalars.graph.add
        return [add(x, tau) for x, tau in zip(self._split[0][:p], self._tau, strict=False)]

    def _udot(self, forcing: Row) -> Row:
        graph, motion = self.method._scalars.graph, self._motion
        found = self.method._found_constraints
        pattern = symmetric if found.Jd == found.J else full
        pushed = Motion(graph=graph, M=motion.M, forcing=forcing, Jd=motion.Jd, cd=motion.cd)
        return pushed.accelerations(at_run_time(graph, pattern))

    @property
    def _inverse(self) -> Row:
        """M u̇ + f."""
        graph = self.method._scalars.graph
        totals = []
        for row, rest in zip(self._masses, self._split[0], strict=True):
            total = -rest
            for entry, udot in zip(row, self.method._unknowns.udot, strict=True):
                total = graph.add(total, graph.mul(entry, udot))
            totals.append(total)
        return totals


def _refuse_calls(exprs: Sequence[Expr]) -> None:
    graph = exprs[0].graph
    calls = [node for node in graph.live([e.ref for e in exprs]) if graph.ops[node] == Op.CALL]
    if calls:
        names = sorted({str(getattr(graph.attributes[node], "name", "f")) for node in calls})
        raise DerivationError(
            f"The function {', '.join(names)} has no native form, so that {len(calls)} of its "
            "values cannot be compiled. Write it out in elementary functions before the equations "
            "are formed."
        )


def _flat(rows: Any) -> list[int]:
    return [x for row in rows for x in (row if isinstance(row, list) else [row])]


def _short(leaf: Any) -> str:
    return str(leaf.func.__name__ if not leaf.is_Derivative else leaf.expr.func.__name__ + "'")
