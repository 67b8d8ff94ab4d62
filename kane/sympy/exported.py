"""Exported: what SymPy's class keeps of the equations, each made when it is first looked at.

The names are SymPy's own: scripts, and SymPy itself, read them.

From: equations.py    Next: method.py
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import sympy

from kane.sympy.constraint_equations import ConstraintEquations
from kane.sympy.equations import Equations
from kane.sympy.kinematic_equations import KinematicEquations
from kane.sympy.linear import Row
from kane.sympy.scalars import Scalars

Sympy = Any  # SymPy publishes no types


class ExportedKinematics:
    """K_kqdot q̇ + K_ku u + f_k = 0, implicit and explicit."""

    def __init__(self, scalars: Scalars, found: KinematicEquations, F: Row, explicit_F: Row):
        self.scalars = scalars
        self.found = found
        self.F = F
        self.explicit_F = explicit_F

    @cached_property
    def k_kqdot_implicit(self) -> Sympy:
        """K as given."""
        return self.scalars.matrix(self.found.K)

    @cached_property
    def k_ku_implicit(self) -> Sympy:
        """U as given."""
        return self.scalars.matrix(self.found.U)

    @cached_property
    def f_k_implicit(self) -> Sympy:
        """F as given, auxiliary speeds zero."""
        return self.scalars.column(self.F)

    @cached_property
    def k_kqdot(self) -> Sympy:
        """The unit matrix."""
        return sympy.eye(len(self.found.K))

    @cached_property
    def k_ku(self) -> Sympy:
        """K⁻¹ U."""
        return self.scalars.matrix(self.found.explicit_U)

    @cached_property
    def f_k(self) -> Sympy:
        """K⁻¹ F, auxiliary speeds zero."""
        return self.scalars.column(self.explicit_F)


class ExportedConstraints:
    """K_nh u + f_nh = 0, its rate, and A."""

    def __init__(self, scalars: Scalars, found: ConstraintEquations, independent: int):
        self.scalars = scalars
        self.found = found
        self.independent = independent

    @cached_property
    def k_nh(self) -> Sympy:
        """J."""
        return self.scalars.matrix(self.found.J) if self.found.J else sympy.Matrix()

    @cached_property
    def f_nh(self) -> Sympy:
        """c."""
        return self.scalars.column(self.found.c)

    @cached_property
    def k_dnh(self) -> Sympy:
        """Jd."""
        return self.scalars.matrix(self.found.Jd) if self.found.Jd else sympy.Matrix()

    @cached_property
    def f_dnh(self) -> Sympy:
        """cd."""
        return self.scalars.column(self.found.cd)

    @cached_property
    def Ars(self) -> Sympy:
        """A, without the columns of auxiliary speeds."""
        rows = [row[: self.independent] for row in self.found.A]
        return self.scalars.matrix(rows) if rows else sympy.Matrix()


class ExportedEquations:
    """F_r, F*_r, and what they are made of; the first `count` rows are the equations of motion."""

    def __init__(self, scalars: Scalars, found: Equations, udot: Row, count: int):
        self.scalars = scalars
        self.found = found
        self.udot = udot
        self.count = count

    @property
    def inertia_forces(self) -> Row:
        """F*_r = −(M u̇ + f)."""
        graph = self.scalars.graph
        totals = []
        for row, bias in zip(self.found.M, self.found.f, strict=True):
            total = 0
            for entry, udot in zip(row, self.udot, strict=True):
                total = graph.add(total, graph.mul(entry, udot))
            totals.append(-graph.add(total, bias))
        return totals

    @property
    def forcing(self) -> Row:
        """F_r − f."""
        pairs = zip(self.found.F, self.found.f, strict=True)
        return [self.scalars.graph.add(F, -f) for F, f in pairs]

    @cached_property
    def fr(self) -> Sympy:
        """F_r."""
        return self.scalars.column(self.found.F)

    @cached_property
    def frstar(self) -> Sympy:
        """F*_r."""
        return self.scalars.column(self.inertia_forces)

    @cached_property
    def k_d(self) -> Sympy:
        """M."""
        return self.scalars.matrix(self.found.M[: self.count])

    @cached_property
    def f_d(self) -> Sympy:
        """f − F_r."""
        return self.scalars.column([-x for x in self.forcing[: self.count]])

    @cached_property
    def aux_eq(self) -> Sympy:
        """F_r + F*_r of the auxiliary speeds."""
        graph = self.scalars.graph
        pairs = list(zip(self.found.F, self.inertia_forces, strict=True))[self.count :]
        return self.scalars.column([graph.add(a, b) for a, b in pairs])
