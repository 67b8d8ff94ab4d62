"""Blocks: the Jacobians of a system's equations, and the linear form they make.

        | M_qq   0     0   |        | (A_qq + A_qu C_1) C_0    A_qu C_2  |
    M = | M_uqc  M_uuc 0   |    A = | (A_uqc + A_uuc C_1) C_0  A_uuc C_2 |    [Peterson2015 eq. 26]
        | M_uqd  M_uud M_λ |        | (A_uqd + A_uud C_1) C_0  A_uud C_2 |

C_0, C_1 and C_2 put the dependent variables in.

From: linear.py    Next: linearizer.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kane.algebra.expr import Expr
from kane.algebra.graph import Graph
from kane.algebra.jacobian import jacobian
from kane.algebra.substitute import substitute
from kane.sympy.kinematic_equations import Solver, solved_by
from kane.sympy.linear import Row
from kane.sympy.scalars import Scalars

Matrix = list[Row]


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The nodes of the variables, and the places of the (in)dependent ones among q and u.

    −1 stands in `qdot` for a rate that is a speed itself.
    """

    q: Sequence[int]
    u: Sequence[int]
    qdot: Sequence[int]
    udot: Sequence[int]
    r: Sequence[int]
    lams: Sequence[int]
    q_i: Sequence[int]
    q_d: Sequence[int]
    u_i: Sequence[int]
    u_d: Sequence[int]

    @property
    def independent(self) -> list[int]:
        """The places of the independent variables in [q u]."""
        return [*self.q_i, *(len(self.q) + place for place in self.u_i)]

    @property
    def symbols(self) -> frozenset[int]:
        """What the functions are differentiated by."""
        return frozenset([*self.q, *self.u, *self.qdot, *self.udot, *self.r, *self.lams])


def with_values(
    graph: Graph, forms: Mapping[str, Sequence[int]], values: Mapping[int, int]
) -> dict[str, list[int]]:
    """The functions with values in the place of symbols."""
    flat = _exprs(graph, [ref for refs in forms.values() for ref in refs])
    point = {Expr(graph, key): Expr(graph, value) for key, value in values.items()}
    put_in = iter(substitute(flat, point))
    return {name: [next(put_in).ref for _ in refs] for name, refs in forms.items()}


def blocks_of(graph: Graph, forms: Mapping[str, Sequence[int]], state: State) -> Blocks:
    """All Jacobians that the linear form needs."""

    def total(*names: str) -> Row:
        found = list(forms[names[0]])
        for name in names[1:]:
            pairs = zip(found, forms[name], strict=True) if forms[name] else ()
            found = [graph.add(a, b) for a, b in pairs] or found
        return found

    kinematics, dynamics = total("f_0", "f_1"), total("f_2", "f_3", "f_4")
    inertia = total("f_2", "f_3")
    by = {"q": state.q, "u": state.u, "qdot": state.qdot, "udot": state.udot}
    wanted = {
        "M_qq": (forms["f_0"], state.qdot if -1 not in state.qdot else state.u),
        "A_qq": (kinematics, by["q"]),
        "A_qu": (forms["f_1"], by["u"]),
        "M_uqc": (forms["f_a"], by["qdot"]),
        "A_uqc": (forms["f_a"], by["q"]),
        "M_uuc": (forms["f_a"], by["udot"]),
        "A_uuc": (forms["f_a"], by["u"]),
        "M_uqd": (forms["f_3"], by["qdot"]),
        "A_uqd": (dynamics, by["q"]),
        "M_uud": (forms["f_2"], by["udot"]),
        "A_uud": (inertia, by["u"]),
        "M_uld": (forms["f_4"], state.lams),
        "B_u": (forms["f_3"], state.r),
        "c_q": (forms["f_c"], by["q"]),
        "v_q": (forms["f_v"], by["q"]),
        "v_u": (forms["f_v"], by["u"]),
    }
    slopes = _slopes(graph, list(wanted.values()))
    found = {
        name: [[slopes.get((ref, node), 0) for node in columns] for ref in rows]
        for name, (rows, columns) in wanted.items()
    }
    return Blocks(graph=graph, state=state, of=found)


def _slopes(
    graph: Graph, wanted: Sequence[tuple[Sequence[int], Sequence[int]]]
) -> dict[tuple[int, int], int]:
    """∂row/∂column of several pairs of rows and columns, each row differentiated once."""
    columns_of: dict[tuple[int, ...], dict[int, None]] = {}
    for rows, columns in wanted:
        columns_of.setdefault(tuple(rows), {}).update(dict.fromkeys(columns))
    found: dict[tuple[int, int], int] = {}
    for several, by in columns_of.items():
        present = set(graph.live(several))
        used = [node for node in by if node in present]
        if used:
            made = jacobian(_exprs(graph, several), _exprs(graph, used))
            for (row, column), entry in zip(made.places, made.entries, strict=True):
                found[several[row], used[column]] = entry.ref
    return found


def _exprs(graph: Graph, refs: Sequence[int]) -> list[Expr]:
    return [Expr(graph, ref) for ref in refs]


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocks:
    """The Jacobians, by SymPy's names for them."""

    graph: Graph
    state: State
    of: Mapping[str, Matrix]

    def at(self, places: Mapping[int, int]) -> Blocks:
        """The same at an operating point."""
        if not places:
            return self
        flat = {name: [x for row in matrix for x in row] for name, matrix in self.of.items()}
        put_in = {name: iter(of) for name, of in with_values(self.graph, flat, places).items()}
        moved = {
            name: [[next(put_in[name]) for _ in row] for row in matrix]
            for name, matrix in self.of.items()
        }
        return replace(self, of=moved)

    def implicit(self, scalars: Scalars, solver: Solver) -> tuple[Matrix, Matrix, Matrix]:
        """M, A and B of M [q̇ u̇ λ] = A [q_I u_I] + B r."""
        of, state = self.of, self.state
        n, o, k, s = len(state.q), len(state.u), len(state.lams), len(state.r)
        m, d = len(of["v_u"]), len(of["A_uqd"])
        M = [row + [0] * (o + k) for row in of["M_qq"]]
        M += [a + b + [0] * k for a, b in zip(of["M_uqc"], of["M_uuc"], strict=True)]
        multipliers = of["M_uld"] or [[] for _ in range(d)]
        rows = zip(of["M_uqd"] or [[0] * n] * d, of["M_uud"], multipliers, strict=True)
        M += [a + b + c for a, b, c in rows]
        C_0, C_1, C_2 = self._dependent(scalars, solver)
        A = self._put_in(of["A_qq"], of["A_qu"], C_0, C_1, C_2)
        A += self._put_in(of["A_uqc"], of["A_uuc"], C_0, C_1, C_2)
        A += self._put_in(of["A_uqd"], of["A_uud"], C_0, C_1, C_2)
        B = [[0] * s for _ in range(n + m)] + [[-x for x in row] for row in of["B_u"]]
        return M, A, B if s else []

    def explicit(
        self, scalars: Scalars, solver: Solver, M: Matrix, A: Matrix, B: Matrix
    ) -> tuple[Matrix, Matrix]:
        """A and B of [q̇_I u̇_I] = A [q_I u_I] + B r."""
        right = [a + b for a, b in zip(A, B, strict=True)] if B else A
        solved = solved_by(scalars, solver, M, right)
        kept = [solved[place] for place in self.state.independent]
        width = len(self.state.independent)
        return [row[:width] for row in kept], [row[width:] for row in kept] if B else []

    def _put_in(self, by_q: Matrix, by_u: Matrix, C_0: Matrix, C_1: Matrix, C_2: Matrix) -> Matrix:
        """−[(F_q + F_u C_1) C_0   F_u C_2]."""
        graph = self.graph
        moved = self._times(by_u, C_1) if C_1 else [[0] * len(self.state.q) for _ in by_u]
        total = [
            [graph.add(x, y) for x, y in zip(a, b, strict=True)]
            for a, b in zip(by_q, moved, strict=True)
        ]
        left, right = self._times(total, C_0), self._times(by_u, C_2)
        return [[-x for x in (*a, *b)] for a, b in zip(left, right, strict=True)]

    def _dependent(self, scalars: Scalars, solver: Solver) -> tuple[Matrix, Matrix, Matrix]:
        """C_0, C_1, C_2: δq = C_0 δq_I, δu = C_1 δq + C_2 δu_I."""
        state, of = self.state, self.of
        C_0 = _unit(len(state.q), state.q_i)
        if state.q_d:
            self._solved(scalars, solver, of["c_q"], state.q_d, _columns(of["c_q"], state.q_i), C_0)
        C_2 = _unit(len(state.u), state.u_i)
        if not state.u_d:
            return C_0, [], C_2
        C_1 = [[0] * len(state.q) for _ in state.u]
        self._solved(scalars, solver, of["v_u"], state.u_d, of["v_q"], C_1)
        self._solved(scalars, solver, of["v_u"], state.u_d, _columns(of["v_u"], state.u_i), C_2)
        return C_0, C_1, C_2

    def _solved(
        self,
        scalars: Scalars,
        solver: Solver,
        of: Matrix,
        dependent: Sequence[int],
        right: Matrix,
        into: Matrix,
    ) -> None:
        """Set the dependent rows to −F_D⁻¹ right."""
        if not right or not right[0]:
            return
        found = solved_by(scalars, solver, _columns(of, dependent), right)
        for place, row in zip(dependent, found, strict=True):
            into[place] = [-x for x in row]

    def _times(self, A: Matrix, B: Matrix) -> Matrix:
        graph = self.graph
        width = len(B[0]) if B else 0
        product = [[0] * width for _ in A]
        for row, made in zip(A, product, strict=True):
            for x, other in zip(row, B, strict=True):
                for column, y in enumerate(other) if x else ():
                    if y:
                        made[column] = graph.add(made[column], graph.mul(x, y))
        return product


def _unit(size: int, places: Sequence[int]) -> Matrix:
    rows = [[0] * len(places) for _ in range(size)]
    for column, place in enumerate(places):
        rows[place][column] = 1
    return rows


def _columns(matrix: Matrix, places: Sequence[int]) -> Matrix:
    return [[row[place] for place in places] for row in matrix]
