"""KanesMethod: SymPy's class, with Kane's method on a shared graph inside.

The constructor, attributes, methods and exceptions are SymPy's [Gede2013]. SymPy's expressions
are read once, and written when they are looked at.

From: equations.py, exported.py    Next: linearizer.py, built.py
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import sympy
from sympy.physics.mechanics.functions import _validate_coordinates
from sympy.physics.mechanics.kane import KanesMethod as SympyKanesMethod
from sympy.physics.vector import ReferenceFrame, dynamicsymbols
from sympy.utilities.iterables import iterable

from kane.algebra.rate import Rate
from kane.dynamics.lift import Parameters
from kane.machine.model import Model
from kane.program.count import Operations
from kane.sympy.accelerations import Motion, symbolically
from kane.sympy.built import built, operations
from kane.sympy.constraint_equations import ConstraintEquations, Unknowns, constraint_equations
from kane.sympy.equations import Equations, active_forces, embedded, inertia_forces
from kane.sympy.exported import ExportedConstraints, ExportedEquations, ExportedKinematics
from kane.sympy.frames import Frames
from kane.sympy.kinematic_equations import Solver, kinematic_equations, named
from kane.sympy.linear import Row
from kane.sympy.linearized import linearizer_of
from kane.sympy.linearizer import Linearizer
from kane.sympy.rates import Rates
from kane.sympy.scalars import Scalars, rate_of
from kane.sympy.variables import variables
from kane.sympy.velocities import Velocities

Sympy = Any  # SymPy publishes no types


class KanesMethod(SympyKanesMethod):  # type: ignore[misc]
    """Kane's equations of a description in SymPy's vectors; see SymPy's class of the same name."""

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
        return _Pair(self)

    def _form_active(self, loads: Any) -> None:
        if loads is not None and (not iterable(loads) or len(loads) == 0):
            raise ValueError(
                "Force pairs must be supplied in a non-empty iterable or None. Give a list of "
                "(point, force) and (frame, torque)."
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

    def cse(self) -> tuple[list[tuple[Sympy, Sympy]], list[Sympy]]:
        """(intermediate variables, [mass_matrix, forcing]): as `sympy.cse` gives them, nothing
        ever expanded."""
        return variables(self._scalars, [self._masses(), [[x] for x in self._forcing()]])

    @property
    def operations(self) -> Operations:
        """What M, the forcing and q̇ cost, by the counting rule of every table."""
        return operations(self)

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


class _Pair(tuple[Any, ...]):
    """(F_r, F*_r), made when they are looked at."""

    __slots__ = ()

    def __new__(cls, method: KanesMethod) -> _Pair:
        return super().__new__(cls, (method._equations, None))

    def __iter__(self) -> Iterator[Any]:
        formed = super().__getitem__(0)
        return iter((formed.fr, formed.frstar))

    def __getitem__(self, index: Any) -> Any:
        return tuple(self)[index]

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __eq__(self, other: object) -> bool:
        return tuple(self) == other

    __hash__ = None  # type: ignore[assignment]


def _alias(place: str, name: str) -> property:
    """A private name of SymPy's class: what it keeps there."""

    def value(self: KanesMethod) -> Any:
        found = getattr(self, place)
        return None if found is None else getattr(found, name)

    return property(value)


_ALIASES: Iterable[tuple[str, str, str]] = (
    *((f"_{name}", "_formed", name) for name in ("fr", "frstar", "k_d", "f_d", "aux_eq")),
    *((f"_{name}", "_constraints", name) for name in ("k_nh", "f_nh", "k_dnh", "f_dnh", "Ars")),
    *(
        (f"_{name}", "_kinematics", name)
        for name in (
            "k_kqdot_implicit",
            "k_ku_implicit",
            "f_k_implicit",
            "k_kqdot",
            "k_ku",
            "f_k",
        )
    ),
)
for _name, _place, _attribute in _ALIASES:
    setattr(KanesMethod, _name, _alias(_place, _attribute))
