"""Description: what KanesMethod's constructor settles, before any body or load is looked at.

Coordinates, speeds and their rates become symbols of one graph; the kinematic equations give q̇,
the constraints the dependent speeds.

From: scalars.py, kinematic_equations.py, constraint_equations.py    Next: method.py
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import sympy
from sympy.physics.mechanics.functions import _validate_coordinates
from sympy.physics.mechanics.kane import KanesMethod as SympyKanesMethod
from sympy.physics.vector import ReferenceFrame, dynamicsymbols
from sympy.utilities.iterables import iterable

from kane.algebra.rate import Rate
from kane.sympy.constraint_equations import ConstraintEquations, Unknowns, constraint_equations
from kane.sympy.exported import ExportedConstraints, ExportedEquations, ExportedKinematics
from kane.sympy.frames import Frames
from kane.sympy.kinematic_equations import Solver, kinematic_equations
from kane.sympy.linear import Row
from kane.sympy.rates import Rates
from kane.sympy.scalars import Scalars, rate_of
from kane.sympy.velocities import Velocities

Sympy = Any  # SymPy publishes no types


class Description(SympyKanesMethod):  # type: ignore[misc]
    """Coordinates, speeds, kinematic equations and constraints, as SymPy's class takes them."""

    def __init__(
        self,
        frame: Any,
        q_ind: Any,
        u_ind: Any,
        kd_eqs: Any = None,
        q_dependent: Any = None,
        configuration_constraints: Any = None,
        u_dependent: Any = None,
        velocity_constraints: Any = None,
        acceleration_constraints: Any = None,
        u_auxiliary: Any = None,
        bodies: Any = None,
        forcelist: Any = None,
        explicit_kinematics: bool = True,
        kd_eqs_solver: Solver = "LU",
        constraint_solver: Solver = "LU",
    ) -> None:
        if not q_ind:
            q_ind = [dynamicsymbols("dummy_q")]
            kd_eqs = [dynamicsymbols("dummy_kd")]
        if not isinstance(frame, ReferenceFrame):
            raise TypeError("An inertial ReferenceFrame must be supplied as the first argument.")
        self._inertial = frame
        self._forcelist = forcelist
        self._bodylist = bodies
        self.explicit_kinematics = explicit_kinematics
        self._constraint_solver = constraint_solver
        self._initialize_vectors(q_ind, q_dependent, u_ind, u_dependent, u_auxiliary)
        _validate_coordinates(self.q, self.u)
        self._initialize_scalars()
        self._initialize_kindiffeq_matrices(kd_eqs, kd_eqs_solver)
        self._initialize_constraint_matrices(
            configuration_constraints,
            velocity_constraints,
            acceleration_constraints,
            constraint_solver,
        )

    # ── what the constructor settles ──────────────────────────────────────────────────────
    def _initialize_vectors(
        self, q_ind: Any, q_dep: Any, u_ind: Any, u_dep: Any, u_aux: Any
    ) -> None:
        """The coordinates and speeds, dependent ones last, and their rates."""
        for given, what in (
            (q_ind, "Generalized coordinates"),
            (q_dep or (), "Dependent coordinates"),
            (u_ind, "Generalized speeds"),
            (u_dep or (), "Dependent speeds"),
        ):
            if not iterable(given):
                raise TypeError(f"{what} must be an iterable, not {given}. Give a list.")
        q_dep, u_dep, u_aux = (list(given) if given else [] for given in (q_dep, u_dep, u_aux))
        self._q, self._u = _column([*q_ind, *q_dep]), _column([*u_ind, *u_dep])
        self._qdep, self._udep, self._uaux = _column(q_dep), _column(u_dep), _column(u_aux)
        self._qdot = _column([rate_of(q) for q in self._q.flat()])
        self._udot = _column([rate_of(u) for u in self._u.flat()])

    def _initialize_scalars(self) -> None:
        """The graph, with the symbols of the motion."""
        time = dynamicsymbols._t
        auxiliary_rates = [rate_of(x) for x in self._uaux]
        rates = dict.fromkeys(self.q, Rate.CONFIGURATION)
        rates |= dict.fromkeys([*self.u, *self._uaux, *self._qdot], Rate.SPEED)
        rates |= dict.fromkeys([*self._udot, *auxiliary_rates], Rate.INPUT)
        self._scalars = Scalars(time, rates)
        node = self._scalars.symbol
        self._q_nodes = [node(x) for x in self.q]
        self._qdot_nodes = [node(x) for x in self._qdot]
        self._unknowns = Unknowns(
            u=[node(x) for x in self.u],
            auxiliary=[node(x) for x in self._uaux],
            udot=[node(x) for x in self._udot],
            dependent=len(self._udep),
        )
        self._absent = [*self._unknowns.auxiliary, *(node(x) for x in auxiliary_rates)]
        self._active: Row | None = None
        self._formed: ExportedEquations | None = None

    def _initialize_kindiffeq_matrices(self, kdeqs: Any, linear_solver: Solver = "LU") -> None:
        """q̇ = W u + X, which from now on stands in place of q̇."""
        self._kinematics: ExportedKinematics | None = None
        qdot = list(self._qdot_nodes)
        found = None
        if kdeqs:
            found = kinematic_equations(
                self._scalars, list(kdeqs), qdot, self._unknowns.u, linear_solver
            )
            qdot = found.qdot
            self._scalars.let(dict(zip(self._qdot, qdot, strict=True)))
        coordinates = dict(zip(self._q_nodes, qdot, strict=True))
        speeds = [*self._unknowns.u, *self._unknowns.auxiliary]
        still = coordinates | dict.fromkeys([*speeds, *self._unknowns.udot, *self._absent], 0)
        self._velocities = Velocities(
            Frames(self._scalars),
            self._inertial,
            speeds,
            self._absent,
            self._unknowns.udot,
            Rates(scalars=self._scalars, known=still),
        )
        moving = coordinates | dict(zip(self._unknowns.u, self._unknowns.udot, strict=True))
        full = Rates(scalars=self._scalars, known=moving)
        self._scalars.derive = lambda ref: full.of([ref])[0]
        if found is not None:
            F, explicit = found.F, found.explicit_F
            gone = self._velocities.gone([*F, *explicit])
            self._kinematics = ExportedKinematics(
                self._scalars, found, gone[: len(F)], gone[len(F) :]
            )

    def _initialize_constraint_matrices(
        self, config: Any, vel: Any, acc: Any, linear_solver: Solver = "LU"
    ) -> None:
        """J u + c = 0, its rate, and the dependent speeds."""
        config, vel, acc = (sympy.Matrix(x) if x else sympy.Matrix() for x in (config, vel, acc))
        m = len(self._udep)
        _equal("dependent coordinates", len(self._qdep), "configuration constraints", len(config))
        _equal("dependent speeds", m, "velocity constraints", len(vel))
        if acc:
            _equal("dependent speeds", m, "acceleration constraints", len(acc))
        self._f_h = config
        found = constraint_equations(
            self._scalars,
            vel.flat(),
            acc.flat(),
            self._unknowns,
            self._velocities.rates,
            self._velocities.gone,
            linear_solver,
        )
        self._constraints = ExportedConstraints(self._scalars, found, len(self.u) - m)

    # ── inside ────────────────────────────────────────────────────────────────────────────
    @property
    def _independent(self) -> int:
        return len(self.u) - len(self._udep)

    @property
    def _found_constraints(self) -> ConstraintEquations:
        return self._constraints.found

    @property
    def _equations(self) -> ExportedEquations:
        if self._formed is None:
            raise ValueError("Need to compute Fr, Fr* first: call kanes_equations.")
        return self._formed

    @cached_property
    def _qdot_u_map(self) -> Any:
        if self._kinematics is None:
            return None
        return dict(zip(self._qdot, self._scalars.write(self._kinematics.found.qdot), strict=True))


def _column(entries: Sequence[Sympy]) -> Sympy:
    return sympy.Matrix(entries) if entries else sympy.Matrix()


def _equal(first: str, count: int, second: str, other: int) -> None:
    if count != other:
        raise ValueError(
            f"There must be an equal number of {first} and {second}; there are {count} and "
            f"{other}. Name a dependent one for each constraint."
        )
