"""KanesMethod: SymPy's class, with Kane's method on a shared graph inside.

The constructor, attributes, methods and exceptions are SymPy's [Gede2013]. SymPy's expressions
are read once, and written when they are looked at.

From: description.py, equations.py, exported.py    Next: linearizer.py, built.py, system.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import sympy
from sympy.utilities.iterables import iterable

from kane.dynamics.lift import Parameters
from kane.machine.model import Model
from kane.model.system import System
from kane.program.count import Operations
from kane.sympy.accelerations import Motion, symbolically
from kane.sympy.built import built, operations
from kane.sympy.description import Description
from kane.sympy.equations import Equations, active_forces, embedded, inertia_forces
from kane.sympy.exported import ExportedEquations
from kane.sympy.kinematic_equations import Solver, named
from kane.sympy.linear import Row
from kane.sympy.linearized import linearizer_of
from kane.sympy.linearizer import Linearizer
from kane.sympy.system import system_of
from kane.sympy.variables import variables
from kane.sympy.written import Pair, give_private_names

Sympy = Any  # SymPy publishes no types
NOTHING: Final[Mapping[Any, float]] = MappingProxyType({})


class KanesMethod(Description):
    """Kane's equations of a description in SymPy's vectors; see SymPy's class of the same name."""

    # ── Kane's equations ──────────────────────────────────────────────────────────────────
    def kanes_equations(self, bodies: Any = None, loads: Any = None) -> Any:
        """(F_r, F*_r) of F_r + F*_r = 0; they are written when they are looked at."""
        bodies = self._bodylist if bodies is None else bodies
        if loads is None and self._forcelist is not None:
            loads = self._forcelist
        if self._kinematics is None:
            raise AttributeError(
                "Create an instance of KanesMethod with kinematic differential equations to use "
                "this method: give kd_eqs."
            )
        self._form_active(None if isinstance(loads, list) and not loads else loads)
        self._form_inertia(bodies)
        return Pair(self._equations)

    def _form_active(self, loads: Any) -> None:
        if loads is not None and (not iterable(loads) or len(loads) == 0):
            raise (ValueError if hasattr(loads, "__len__") else TypeError)(
                "Force pairs must be supplied in a non-empty iterable or None, not "
                f"{loads}. Give a list of (point, force) and (frame, torque)."
            )
        self._active = active_forces(loads or (), self._velocities)
        self._forcelist = loads

    def _form_inertia(self, bodies: Any) -> None:
        if not iterable(bodies):
            raise TypeError("Bodies must be supplied in an iterable: a list of them.")
        assert self._active is not None
        M, f = inertia_forces(bodies, self._velocities)
        self._bodylist = bodies
        o = len(self.u)
        columns = [self._embedded([row[s] for row in M]) for s in range(o)]
        found = Equations(
            F=self._embedded(self._active),
            M=[list(row) for row in zip(*columns, strict=True)],
            f=self._velocities.gone(self._embedded(f)),
        )
        self._formed = ExportedEquations(
            self._scalars, found, list(self._unknowns.udot), o - len(self._udep)
        )

    def _embedded(self, values: Sequence[int]) -> Row:
        return embedded(values, self._unknowns, self._found_constraints, self._velocities)

    def _form_fr(self, fl: Any) -> Sympy:
        self._form_active(fl)
        assert self._active is not None
        return self._scalars.column(self._embedded(self._active)[: self._independent])

    def _form_frstar(self, bl: Any) -> Sympy:
        if self._active is None:
            self._active = active_forces((), self._velocities)
        self._form_inertia(bl)
        return self._equations.frstar

    # ── what comes of them ────────────────────────────────────────────────────────────────
    def rhs(self, inv_method: str | None = None) -> Sympy:
        """q̇ and u̇ in one column, M solved symbolically."""
        if inv_method is not None:
            named(inv_method)
        if self._kinematics is None:
            return self.kindiffdict()
        udot = self._motion().accelerations(symbolically(self._scalars.graph))
        return self._scalars.column([*self._kinematics.found.qdot, *udot])

    def _motion(self) -> Motion:
        """The rows that give u̇."""
        p, found, formed = self._independent, self._found_constraints, self._equations
        return Motion(
            graph=self._scalars.graph,
            M=formed.found.M[:p],
            forcing=formed.forcing[:p],
            Jd=found.Jd,
            cd=found.cd,
        )

    def _masses(self) -> list[Row]:
        return self._equations.found.M[: self._independent] + self._found_constraints.Jd

    def _forcing(self) -> Row:
        formed = self._equations
        return formed.forcing[: self._independent] + [-x for x in self._found_constraints.cd]

    def to_linearizer(self, linear_solver: Solver = "LU") -> Linearizer:
        """The linearizer of these equations."""
        return linearizer_of(self, linear_solver)

    def linearize(
        self, *, new_method: Any = None, linear_solver: Solver = "LU", **kwargs: Any
    ) -> Any:
        """(M, A, B, r), or (A, B, r) with A_and_B=True, at an operating point."""
        linearizer = self.to_linearizer(linear_solver)
        return (*linearizer.linearize(**kwargs), linearizer.r)

    def kindiffdict(self) -> Any:
        """q̇ by coordinate's rate."""
        if self._kinematics is None:
            raise AttributeError(
                "Create an instance of KanesMethod with kinematic differential equations to use "
                "this method: give kd_eqs."
            )
        return self._qdot_u_map

    @property
    def auxiliary_eqs(self) -> Sympy:
        """F_r + F*_r of the auxiliary speeds."""
        formed = self._equations
        if not self._uaux:
            raise ValueError("No auxiliary speeds have been declared. Give u_auxiliary.")
        return formed.aux_eq

    @property
    def mass_matrix_kin(self) -> Sympy:
        """K in K q̇ = …: the unit matrix where kinematics are explicit."""
        if self._kinematics is None:
            return sympy.Matrix()
        kin = self._kinematics
        return (kin.k_kqdot if self.explicit_kinematics else kin.k_kqdot_implicit).copy()

    @property
    def forcing_kin(self) -> Sympy:
        """The right-hand side of K q̇ = …."""
        if self._kinematics is None:
            return sympy.Matrix()
        found = self._kinematics.found
        if self.explicit_kinematics:
            return self._scalars.column(self._velocities.gone(found.qdot))
        graph, totals = self._scalars.graph, []
        for row, total in zip(found.U, self._kinematics.F, strict=True):
            for entry, speed in zip(row, self._unknowns.u, strict=True):
                total = graph.add(total, graph.mul(entry, speed))
            totals.append(-total)
        return self._scalars.column(totals)

    @property
    def mass_matrix(self) -> Sympy:
        """M, with the constraints' rows below."""
        return self._scalars.matrix(self._masses())

    @property
    def forcing(self) -> Sympy:
        """M's right-hand side."""
        return self._scalars.column(self._forcing())

    @property
    def mass_matrix_full(self) -> Sympy:
        """M with the kinematic equations above."""
        return sympy.diag(self.mass_matrix_kin, self.mass_matrix)

    @property
    def forcing_full(self) -> Sympy:
        """Its right-hand side."""
        return sympy.Matrix([self.forcing_kin, self.forcing])

    # ── beyond SymPy's class ──────────────────────────────────────────────────────────────
    def build(self, constants: Mapping[Any, float], parameters: str = "live") -> Model:
        """The equations in native code; SymPy's symbols have these values.

        `parameters` are "live", changed by `with_parameters` without compiling, or "fold"ed in.
        """
        return built(self, constants, Parameters(parameters))

    def system(self, constants: Mapping[Any, float] = NOTHING, name: str = "system") -> System:
        """The description as a System, its tree of bodies recovered; SymPy's symbols have these
        values. What is no tree of bodies with places is refused in words."""
        return system_of(self, constants, name)

    def cse(self) -> tuple[list[tuple[Sympy, Sympy]], list[Sympy]]:
        """(intermediate variables, [mass_matrix, forcing]): as `sympy.cse` gives them, nothing
        ever expanded."""
        return variables(self._scalars, [self._masses(), [[x] for x in self._forcing()]])

    @property
    def operations(self) -> Operations:
        """What M, the forcing and q̇ cost, by the counting rule of every table."""
        return operations(self)


give_private_names(KanesMethod)
