"""The equations as [Stoneking2008] writes them: Γ, Ω, V, remainder accelerations, COEF u̇ = RHS.

    (Ωᵀ I Ω + Vᵀ m V) u̇ = Ωᵀ (T − I α_r − ω × H) + Vᵀ (F − m a_r)                     [p.1]

x = (q₁, θ_1 …, p₁) and u = (ω₁, σ_1 …, v₁), p.11; rows of Ω along each body's axes, rows of V
along N's, p.18 and 19. The blocks of V carry + tilde with β_i from the mass centre of B_i to that
of B_1. All of it is taken from the one derivation (kane/dynamics), so that what is printed is what
runs; the tests assemble it by the slides' own recipe.

From: craft.py    Next: slides_text.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from kane.algebra.rate import Rate
from kane.dynamics.express import Expression
from kane.geometry.vector import GROUND, Components, Vector, cross, dot
from kane.model.body import Body
from kane.pipeline import compile, derive, lower
from kane.space.slides_text import blocks_text, path_tables

if TYPE_CHECKING:
    from kane.space.craft import Spacecraft

Array = np.ndarray[Any, np.dtype[np.float64]]
Rows = Sequence[Components]  # three rows, transposed: a column each for a speed


@dataclass(frozen=True, slots=True, kw_only=True)
class Assembled:
    """COEF, RHS, Ω and V (three rows a body), α_r and a_r (a row a body) at one state."""

    COEF: Array
    RHS: Array
    Omega: Array
    V: Array
    alpha_r: Array
    a_r: Array


@dataclass(frozen=True, kw_only=True, eq=False)
class Slides:
    """The slides' matrices of one spacecraft, as expressions and as numbers."""

    craft: Spacecraft

    # ── order ─────────────────────────────────────────────────────────────────────────────
    @cached_property
    def bodies(self) -> tuple[Body, ...]:
        """B1, B2, …."""
        return tuple(self.craft.craft.bodies.values())

    @cached_property
    def x_names(self) -> tuple[str, ...]:
        """The coordinates (q₁, θ, p₁); what is stored in wheels and gyros comes last."""
        bus = self.craft.craft.bus.name
        places = tuple(f"{bus}.p{axis}" for axis in "xyz")
        first = tuple(f"{bus}.{part}" for part in "wxyz")
        inner = tuple(n for n in self._jointed if n not in (*places, *first))
        stored = tuple(n for n in self.craft.coordinates if n not in (*first, *inner, *places))
        return (*first, *inner, *places, *stored)

    @cached_property
    def u_names(self) -> tuple[str, ...]:
        """The speeds (ω₁, σ, v₁)."""
        bus = self.craft.craft.bus.name
        turning, sliding = ([f"{bus}.{kind}{axis}" for axis in "xyz"] for kind in "wv")
        own = self.equations.u_names
        return (*turning, *(n for n in own if n not in (*turning, *sliding)), *sliding)

    def x(self, q: Any) -> Array:
        """Coordinates in the slides' order."""
        return np.asarray(q, dtype=float)[..., self._of_q]

    def u(self, u: Any) -> Array:
        """Speeds in the slides' order."""
        return np.asarray(u, dtype=float)[..., self._of_u]

    # ── expressions ───────────────────────────────────────────────────────────────────────
    @cached_property
    def equations(self) -> Any:
        """The derivation that all of this is read from."""
        return derive(self.craft)

    @cached_property
    def Gamma(self) -> Mapping[str, Rows]:
        """Γ of every joint by its body's name: a column a speed, in outer axes [p.9]."""
        found = {}
        for body in self.bodies[1:]:
            joint = self.craft.joint(body.name)
            columns = [self.Omega[body.name][self.u_names.index(n)] for n in self._speeds(joint)]
            found[body.name] = columns
        return found

    @cached_property
    def Omega(self) -> Mapping[str, Rows]:
        """Partial angular velocities of every body, along its axes; one for each of u."""
        known = self.equations.partial_angular_velocities
        return {
            body.name: [known[body.name][k].components for k in self._of_u] for body in self.bodies
        }

    @cached_property
    def V(self) -> Mapping[str, Rows]:
        """Partial velocities of every mass centre, along N's axes: ρ̃ Γ and β̃ with + [p.17]."""
        return {
            body.name: [self._moved(name, body) for name in self.u_names] for body in self.bodies
        }

    @cached_property
    def alpha_r(self) -> Mapping[str, Components]:
        """Remainder angular accelerations, along each body's axes [p.20]."""
        return {body.name: self._still.alpha[self._link(body)].components for body in self.bodies}

    @cached_property
    def a_r(self) -> Mapping[str, Components]:
        """Remainder accelerations of the mass centres, along N's axes [p.20]."""
        found = {}
        for body in self.bodies:
            link, p = self._link(body), self._express.place(body.mass_centre)
            a, U = self._still.a[link], self._still.U[link]
            x, y, z = (a[i] + dot(U[i], p) for i in range(3))
            found[body.name] = self._express.vector(Vector(a.frame, (x, y, z)), -1).components
        return found

    @cached_property
    def COEF(self) -> list[list[Any]]:
        """Ωᵀ I Ω + Vᵀ m V [p.21]."""
        n, zero = len(self.u_names), self.equations.tree.lift.scalar(0)
        total = [[zero] * n for _ in range(n)]
        for body in self.bodies:
            mass, inertia = self._mass(body)
            Omega, V = self.Omega[body.name], self.V[body.name]
            for r in range(n):
                spun = tuple(dot(row, Omega[r]) for row in inertia)
                moved = tuple(mass * x for x in V[r])
                for s in range(r + 1):
                    total[r][s] = total[r][s] + (dot(Omega[s], spun) + dot(V[s], moved))
                    total[s][r] = total[r][s]
        return total

    @cached_property
    def RHS(self) -> list[Any]:
        """Ωᵀ (T − I α_r − ω × H) + Vᵀ (F − m a_r) [p.21], with the joints' own forces in it."""
        total = [self.equations.active_forces[k] for k in self._of_u]
        for body in self.bodies:
            mass, inertia = self._mass(body)
            w = self.equations.motion.w[self._link(body)].components
            H = tuple(dot(row, w) for row in inertia)
            turned = tuple(dot(row, self.alpha_r[body.name]) for row in inertia)
            torque = tuple(a + b for a, b in zip(turned, cross(w, H), strict=True))
            force = tuple(mass * x for x in self.a_r[body.name])
            Omega, V = self.Omega[body.name], self.V[body.name]
            total = [
                one - (dot(Omega[r], torque) + dot(V[r], force)) for r, one in enumerate(total)
            ]
        return total

    # ── numbers ───────────────────────────────────────────────────────────────────────────
    def at(
        self, q: Any, u: Any, inputs: Mapping[str, float] | None = None, t: float = 0.0
    ) -> Assembled:
        """Everything at a state: q and u in the model's own order, inputs by name."""
        given = dict.fromkeys(self.craft.inputs, 0.0) | dict(inputs or {})
        p = [float(value) for value in self.craft.parameters.values()]
        arguments = [q, u, list(given.values()), p, [t]]
        made = self._kernel(*[np.asarray(one, dtype=float) for one in arguments])
        return Assembled(**{name: np.asarray(one) for name, one in made._asdict().items()})

    @cached_property
    def _kernel(self) -> Any:
        e = self.equations
        given = {
            "q": e.q,
            "u": e.u,
            "a": e.inputs,
            "p": e.live_parameters,
            "t": (e.tree.lift.symbol("t", Rate.CONFIGURATION),),
        }
        bodies = [body.name for body in self.bodies]
        outputs = {
            "COEF": self.COEF,
            "RHS": self.RHS,
            "Omega": [row for name in bodies for row in zip(*self.Omega[name], strict=True)],
            "V": [row for name in bodies for row in zip(*self.V[name], strict=True)],
            "alpha_r": [list(self.alpha_r[name]) for name in bodies],
            "a_r": [list(self.a_r[name]) for name in bodies],
        }
        return compile(lower("slides", given, {k: _listed(v) for k, v in outputs.items()}))

    def __str__(self) -> str:
        """The path tables, then Γ, Ω, V by blocks, α_r, a_r, COEF and RHS."""
        return "\n\n".join([path_tables(self), blocks_text(self)])

    # ── inside ────────────────────────────────────────────────────────────────────────────
    @cached_property
    def _of_q(self) -> list[int]:
        return [self.craft.coordinates.index(name) for name in self.x_names]

    @cached_property
    def _of_u(self) -> list[int]:
        return [self.equations.u_names.index(name) for name in self.u_names]

    @property
    def _jointed(self) -> list[str]:
        names = [body.name for body in self.bodies]
        return [n for one in names for n in self.craft.joint(one).coordinates]

    def _speeds(self, joint: Any) -> list[str]:
        return [name for name in joint.speeds if name in self.u_names]

    @cached_property
    def _express(self) -> Expression:
        return Expression(self.equations.tree)

    @cached_property
    def _still(self) -> Any:
        """Accelerations with u̇ = 0."""
        zero = self.equations.tree.lift.scalar(0)
        rest = Vector(GROUND, (zero, zero, zero))
        return self.equations.acceleration((zero,) * len(self.u_names), rest)

    def _link(self, body: Body) -> int:
        index: int = self.equations.tree.mounts[body].link
        return index

    def _mass(self, body: Body) -> tuple[Any, Any]:
        lift = self.equations.tree.lift
        return lift.scalar(body.mass), lift.rows(body.inertia)

    def _moved(self, name: str, body: Body) -> Components:
        """Column of V: v₁ moves all alike; a joint turns what is beyond it, or lets it slide."""
        tree, zero = self.equations.tree, self.equations.tree.lift.scalar(0)
        number = tree.speed_names.index(name)
        link = next(one for one in tree.links if number in one.speeds)
        if link.index not in tree.path(self._link(body)):
            return (zero, zero, zero)
        if name in self.u_names[-3:]:
            x, y, z = (tree.lift.scalar(int(k == self.u_names[-3:].index(name))) for k in range(3))
            return (x, y, z)
        place = link.speeds.index(number)
        turned, slid = (self._express.vector(v[place], -1) for v in (link.angular, link.linear))
        p = self._express.vector(self._express.from_origin(link.index, body.mass_centre), -1)
        return (turned.cross(p) + slid).components


def _listed(rows: Any) -> Any:
    return [list(row) if isinstance(row, tuple) else row for row in rows]
