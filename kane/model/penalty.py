"""Penalty: a contact as a load, springs and dampers where shapes overlap.

With the depth δ = max(−gap, 0), its rate δ̇ and the velocity v with which it slips,

    N = δ^(3/2) max(k + λ δ̇, 0)                                 [HuntCrossley1975]
    F = −μ N v / √(v² + w²)                                      Coulomb's law, regularised

The force begins and ends at nought. A blow at the speed v comes back with e, the same for any mass:

    a − ln(1 + a) = −e a − ln(1 − e a),   a = λ v / k;    e ≈ 1 − (2/3) a for small a

Nothing sticks: under a steady push below μ N it creeps. Steps have to be short beside the blow's
duration, so that a contact of the system (`contacts=`) is quicker and sharper.

From: contacts.py    Next: loads.py
"""

from __future__ import annotations

from dataclasses import dataclass

from kane.algebra.expr import Expr, Scalar
from kane.model.contacts import Contact, pairs_of
from kane.model.given import refuse, shown
from kane.model.meeting import Apart, Approach, Pair, Slipping
from kane.model.quantities import quantity


@dataclass(frozen=True, slots=True, eq=False)
class Penalty:
    """What two shapes do to each other where they overlap, for comparison with their `Contact`.

    `Penalty(Contact("table", ball, GROUND.plane(Z), friction=0.4), stiffness=1e6, damping=2e5)`:
    k in N/m^(3/2) and λ in N·s/m^(5/2), at every point that may touch; at |v| = `width` friction
    has 71 % of μ N. From a wanted restitution e at the speed v: λ ≈ (3/2) (1 − e) k / v.
    """

    contact: Contact
    stiffness: Scalar
    damping: Scalar = 0
    width: Scalar = 1e-3

    def __post_init__(self) -> None:
        given: object = self.contact
        if not isinstance(given, Contact):
            what = f"{shown(given)} is no contact."
            refuse("Penalty", what, 'Give Contact("table", ball, GROUND.plane(Z)).')
        path = f"Penalty of contact '{self.contact.name}'"
        if self.contact.restitution != 0:
            what = f"restitution {shown(self.contact.restitution)} is the damping's to give."
            refuse(path, what, "Leave it out: e ≈ 1 − (2/3) damping/stiffness · speed.")
        if self.contact.static_friction is not None:
            refuse(path, "static friction has nothing that sticks.", "Give friction alone.")
        pairs_of(self.contact)

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The pairs of solids that may meet."""
        return tuple(pair for _, pair in pairs_of(self.contact))

    def quantities(self, pair: Pair) -> tuple[Expr, Expr, tuple[Expr, ...]]:
        """Gap, how fast it opens, and with which velocities it slips."""
        numbers = () if self.smooth else (1, 2) if pair.across is None else (1,)
        slips = tuple(quantity(Slipping(pair=pair, tangent=k)) for k in numbers)
        return quantity(Apart(pair=pair)), quantity(Approach(pair=pair)), slips

    @property
    def smooth(self) -> bool:
        """Without friction."""
        return not isinstance(self.contact.friction, Expr) and self.contact.friction == 0
