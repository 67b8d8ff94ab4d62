"""Linearizer: SymPy's class of this name, its Jacobians by differentiation of a shared graph.

    f_0(q̇, q) + f_1(u, q) = 0       f_2(u̇, q) + f_3(q̇, u, q, r) + f_4(λ, q) = 0
    f_c(q) = 0      f_v(u, q) = 0      f_a(q̇, q, u̇, u) = 0
    M [q̇ u̇ λ]ᵀ = A [q_I u_I]ᵀ + B r                              [Peterson2015]

From: method.py    Next: linearized.py
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sympy
from sympy.physics.mechanics.linearize import Linearizer as SympyLinearizer
from sympy.physics.mechanics.linearize import permutation_matrix
from sympy.physics.vector import dynamicsymbols

from kane.sympy.blocks import Blocks, State, blocks_of, with_values
from kane.sympy.kinematic_equations import Solver
from kane.sympy.scalars import Scalars, rate_of

Sympy = Any  # SymPy publishes no types
NAMES = ("f_0", "f_1", "f_2", "f_3", "f_4", "f_c", "f_v", "f_a")
Dimensions = namedtuple("Dimensions", ["l", "m", "n", "o", "s", "k"])  # as SymPy calls them


@dataclass(frozen=True, slots=True, kw_only=True)
class Forms:
    """The eight functions as references into a graph."""

    scalars: Scalars
    of: Mapping[str, Sequence[int]]


class Linearizer(SympyLinearizer):  # type: ignore[misc]
    """The linear form of a system's equations; see SymPy's class of the same name."""

    def __init__(
        self,
        f_0: Any,
        f_1: Any,
        f_2: Any,
        f_3: Any,
        f_4: Any,
        f_c: Any,
        f_v: Any,
        f_a: Any,
        q: Any,
        u: Any,
        q_i: Any = None,
        q_d: Any = None,
        u_i: Any = None,
        u_d: Any = None,
        r: Any = None,
        lams: Any = None,
        linear_solver: Solver = "LU",
    ) -> None:
        self._given = dict(zip(NAMES, (f_0, f_1, f_2, f_3, f_4, f_c, f_v, f_a), strict=True))
        self._settle(q, u, (q_i, q_d, u_i, u_d, r, lams), linear_solver)
        scalars = Scalars(dynamicsymbols._t, {})
        named = {name: sympy.Matrix(given).flat() for name, given in self._given.items()}
        self._forms = Forms(
            scalars=scalars, of={name: scalars.read_all(given) for name, given in named.items()}
        )

    @classmethod
    def of_forms(
        cls, forms: Forms, q: Any, u: Any, parts: Sequence[Any], linear_solver: Solver
    ) -> Linearizer:
        """The same of functions that are on a graph already; parts are q_i, q_d, u_i, u_d, r."""
        made = cls.__new__(cls)
        made._given = {}
        made._settle(q, u, (*parts, None), linear_solver)
        made._forms = forms
        return made

    def _settle(self, q: Any, u: Any, parts: Sequence[Any], linear_solver: Solver) -> None:
        """The variables, as SymPy keeps them."""
        self.linear_solver = linear_solver
        self.q, self.u = sympy.Matrix(q), sympy.Matrix(u)
        columns = [sympy.Matrix(part) if part else sympy.Matrix() for part in parts]
        self.q_i, self.q_d, self.u_i, self.u_d, self.r, self.lams = columns
        self._qd = sympy.Matrix([rate_of(x) for x in self.q.flat()])
        self._ud = sympy.Matrix([rate_of(x) for x in self.u.flat()])

    @property
    def _dims(self) -> Dimensions:
        forms = self._forms.of
        counts = (len(forms["f_c"]), len(forms["f_v"]), len(self.q), len(self.u))
        return Dimensions(*counts, len(self.r), len(self.lams))

    @cached_property
    def perm_mat(self) -> Sympy:
        """P in [q_I u_I]ᵀ = Pᵀ [q u]ᵀ; with rows of zeros for multipliers."""
        total = len(self.q) + len(self.u) + len(self.lams)
        places = self._state.independent
        P = sympy.zeros(total, len(places))
        for column, row in enumerate(places):
            P[row, column] = 1
        return P

    @property
    def _state(self) -> State:
        """Where the independent and the dependent variables stand."""
        _same(self.q, [*self.q_i, *self.q_d])
        _same(self.u, [*self.u_i, *self.u_d])
        symbols = self._forms.scalars.symbol
        q, u = self.q.flat(), self.u.flat()
        return State(
            q=[symbols(x) for x in q],
            u=[symbols(x) for x in u],
            qdot=[-1 if x in u else symbols(x) for x in self._qd.flat()],
            udot=[symbols(x) for x in self._ud.flat()],
            r=[symbols(x) for x in self.r.flat()],
            lams=[symbols(x) for x in self.lams.flat()],
            q_i=[q.index(x) for x in self.q_i.flat()],
            q_d=[q.index(x) for x in self.q_d.flat()],
            u_i=[u.index(x) for x in self.u_i.flat()],
            u_d=[u.index(x) for x in self.u_d.flat()],
        )

    @cached_property
    def _blocks(self) -> Blocks:
        return blocks_of(self._forms.scalars.graph, self._forms.of, self._state)

    def linearize(
        self, op_point: Any = None, A_and_B: bool = False, simplify: bool = False
    ) -> tuple[Sympy, ...]:
        """(M, A, B), or (A, B) of the independent variables, at an operating point."""
        scalars, blocks = self._forms.scalars, self._blocks_at(self._places(op_point))
        M, A, B = blocks.implicit(scalars, self.linear_solver)
        if A_and_B:
            A, B = blocks.explicit(scalars, self.linear_solver, M, A, B)
            written = [scalars.matrix(A), _unless_empty(scalars, B)]
        else:
            written = [scalars.matrix(M), scalars.matrix(A), _unless_empty(scalars, B)]
        for matrix in written if simplify else ():
            matrix.simplify()
        return tuple(written)

    def _blocks_at(self, places: Mapping[int, int]) -> Blocks:
        """The Jacobians at an operating point; numbers for constants are put in beforehand."""
        graph, moving = self._forms.scalars.graph, self._state.symbols
        fixed = {
            node: value
            for node, value in places.items()
            if graph.number(value) is not None and node in graph.symbols and node not in moving
        }
        if not fixed:
            return self._blocks.at(places)
        forms = with_values(graph, self._forms.of, fixed)
        rest = {node: value for node, value in places.items() if node not in fixed}
        return blocks_of(graph, forms, self._state).at(rest)

    def _places(self, op_point: Any) -> dict[int, int]:
        """What the operating point says of symbols, or of expressions."""
        points = [op_point] if isinstance(op_point, Mapping) else op_point
        given: dict[Sympy, Sympy] = {}
        for point in points if isinstance(points, Iterable) else ():
            given.update(point)
        scalars = self._forms.scalars
        found: dict[int, int] = {}
        for key, value in given.items():
            symbol = sympy.sympify(key)
            leaf = symbol.is_Symbol or symbol.is_Function or symbol.is_Derivative
            place = scalars.symbol(symbol) if leaf else scalars.read(symbol)
            meant = scalars.as_given(value)
            found[abs(place)] = meant if place > 0 else -meant
        return found

    def _setup(self) -> None:
        """Nothing: what is needed is formed when it is asked for."""


def _same(all_of: Sympy, parts: Sequence[Sympy]) -> None:
    permutation_matrix(all_of, parts)


def _unless_empty(scalars: Scalars, rows: Sequence[Sequence[int]]) -> Sympy:
    return scalars.matrix(rows) if rows and rows[0] else sympy.Matrix()


def _written(name: str) -> cached_property[Sympy]:
    """One of the eight functions, as given or written when it is looked at."""

    def value(self: Linearizer) -> Sympy:
        if name in self._given:
            return sympy.Matrix(self._given[name])
        return self._forms.scalars.column(self._forms.of[name])

    found = cached_property(value)
    found.__set_name__(Linearizer, name)
    return found


for _name in NAMES:
    setattr(Linearizer, _name, _written(_name))
