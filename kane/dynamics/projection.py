"""Projection: generalized forces of wrenches on links, by one pass from tip to base.

    K_r = Σ_L  v_r·F + ω_r·N                                  [Gillespie2003 Eqs. 32, 33]

Instead of every partial velocity of every link, the wrenches are carried inward: the joint
takes A_i·N + B_i·F for its natural speed σ_i, the rest goes on to the parent. Where a link's
velocity has components with a symbol of their own (overrides), its partial velocities are
short, and the wrench is projected on them there and goes no further.

From: wrenches.py    Next: equations.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kane.dynamics.form import REMAINDER, Form
from kane.dynamics.kinematics import Kind, Velocities
from kane.dynamics.speeds import Speeds
from kane.dynamics.trailing import together
from kane.dynamics.tree import Link, Tree
from kane.dynamics.wrenches import Wrench
from kane.geometry.vector import Vector


def generalized(
    tree: Tree, speeds: Speeds, forms: Velocities | None, wrenches: Sequence[Wrench]
) -> list[Any]:
    """K_r for every speed; `forms` are the velocities as Forms, needed where overrides are."""
    passing = _Inward(tree, speeds, forms, wrenches)
    for link in reversed(tree.links):
        passing.take(link)
    return passing.summed()


def natural(tree: Tree, wrenches: Sequence[Wrench]) -> list[Any]:
    """The joint forces K_i conjugate to the natural speeds σ, whatever the speeds u."""
    passing = _Inward(tree, None, None, wrenches)
    for link in reversed(tree.links):
        passing.take(link)
    return passing.Q


class _Inward:
    """The wrenches on their way inward, and what has been projected."""

    def __init__(
        self,
        tree: Tree,
        speeds: Speeds | None,
        forms: Velocities | None,
        wrenches: Sequence[Wrench],
    ) -> None:
        self.tree = tree
        self.speeds = speeds
        self.forms = forms
        self.force = [wrench.force for wrench in wrenches]
        self.torque = [wrench.torque for wrench in wrenches]
        self.zero = tree.lift.scalar(0)
        self.met: list[tuple[Form, Any]] = []  # what is projected on which component
        self.Q: list[Any] = [self.zero] * len(tree.speed_names)
        self.cut = {(kind, link) for kind, link, _ in speeds.overrides} if speeds else set()

    def take(self, link: Link) -> None:
        """Project what ends at this link; pass the rest to its parent."""
        index = link.index
        turns, slides = (Kind.ANGULAR, index) not in self.cut, (Kind.LINEAR, index) not in self.cut
        F, N = self.force[index], self.torque[index]
        if self.forms and not slides:
            self._ends(self.forms.v[index], F)
        if self.forms and not turns:
            self._ends(self.forms.w[index], N)
        F, N = F if slides else self._none(link), N if turns else self._none(link)
        for number, A, B in zip(link.speeds, link.angular, link.linear, strict=True):
            self._joint(number, N.dot(A) + F.dot(B))
        if link.parent >= 0:
            self._pass(link, F, N)

    def _none(self, link: Link) -> Vector:
        return Vector(link.frame, (self.zero, self.zero, self.zero))

    def _pass(self, link: Link, F: Vector, N: Vector) -> None:
        """F_P += R F,  N_P += R N + p × R F."""
        force, parent = link.rotation.out(F), link.parent
        torque = link.rotation.out(N) + link.offset.cross(force)
        self.force[parent] = self.force[parent] + force
        self.torque[parent] = self.torque[parent] + torque

    def _joint(self, number: int, part: Any) -> None:
        self.Q[number] = part
        if self.speeds is not None:
            self._add(self.speeds.sigma[number], part)

    def _ends(self, partials: Vector, wrench: Vector) -> None:
        for form, component in zip(partials.components, wrench.components, strict=True):
            self._add(form, component)

    def _add(self, form: Form, amount: Any) -> None:
        if amount:
            self.met.append((form, amount))

    def summed(self) -> list[Any]:
        """K_r, of forms that are one form times constants together."""
        assert self.speeds is not None
        K: list[Any] = [self.zero] * len(self.speeds.u)
        for form, amount in together(self.met):
            for r, c in form.coefficients.items():
                if r != REMAINDER:
                    K[r] = K[r] + c * amount
        return K
