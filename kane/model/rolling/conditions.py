"""Conditions: what a platform's wheels ask of the motion, as quantities with margins.

    record=[mobile.wheel_loads(), mobile.tip_over(), mobile.friction_use()]
    events=[When(mobile.tip_over() < 0, mark="tips")]

Each is made for the system that it is asked of. Wheel loads are exact for three wheels; for more
they are split by equal springs, or by the wheels' stiffnesses. A sum of skid forces over an axle is
shared by load in `friction_use`.

From: undercarriage.py, tip_over.py    Next: kane/mobile
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kane.algebra.expr import Expr
from kane.algebra.functions import maximum, minimum, sqrt
from kane.model.asked import OfSystem, Several, asked
from kane.model.given import refuse
from kane.model.joints.joint import Joint
from kane.model.quantities import reaction
from kane.model.rolling.tip_over import edges, force_angle
from kane.model.rolling.undercarriage import Undercarriage, undercarriages
from kane.model.rolling.wheel import Wheel
from kane.model.symbols import inputs

if TYPE_CHECKING:
    from kane.model.system import System

_SMALL: Final = 1e-9  # N: a load below it is none, and friction's use is as good as infinite


def wheel_loads() -> Several:
    """The ground's force up on every wheel: N by the wheel's name; negative where it would pull."""
    return Several(text="wheel_loads", unit="N", make=_each(lambda under: under.loads))


def smallest_load() -> Expr:
    """The smallest of all wheel loads."""
    return _one("smallest_load", "N", _smallest)


def rolling_forces() -> Several:
    """The ground's force on every wheel along its heading."""
    return Several(text="rolling_forces", unit="N", make=_each(lambda under: under.rolling))


def skid_forces() -> Several:
    """The ground's force along every axle: of one wheel, or the sum of those that share it."""
    return Several(text="skid_forces", unit="N", make=_each(_axles))


def friction_use() -> Several:
    """|F|/(μ N) of every wheel: how much of the friction cone is used; above 1 it slips.

    Of a wheel whose friction is not stated it is |F|/N, the μ that it needs so as not to slip.

    The paper's condition reads |F|/√(1+η) ≤ z·F, where √(1+η²) is meant  [Tanner2001 Eq. 9].
    """
    return Several(text="friction_use", unit="1", make=_each(_uses))


def tip_over() -> Expr:
    """The Force–Angle measure α, the smallest of all platforms; negative where one tips."""
    return _one(
        "tip_over", "N rad", lambda system: _least(map(force_angle, undercarriages(system)))
    )


def tip_over_angles() -> Several:
    """ϑ of every edge on which the platform may tip over, by the wheels at its ends."""
    return Several(text="tip_over_angles", unit="rad", make=_each(edges))


def interaction() -> Several:
    """Force and torque of a platform on the arm's base, along its axes, at its origin there.

    With several arms their names come first. The tip's load enters it.
    """
    return Several(text="interaction", unit="", make=_interaction)


def conditions() -> Several:
    """The margins of all conditions, positive where they hold           [Tanner2001 Eq. 9].

    lift: N; slip: μN − |F|; skid: μN less the force across, over an axle; torque: the limit less
    |τ|, where one is given; tip-over: α.
    """
    return Several(text="conditions", unit="", make=_margins)


# ── one for the whole system ──────────────────────────────────────────────────────────────
def _one(text: str, unit: str, make: Callable[[System], Any]) -> Expr:
    return asked(OfSystem(text=f"{text}()", unit=unit, make=make))


def _each(of: Callable[[Undercarriage], Mapping[str, Any]]) -> Callable[[System], dict[str, Any]]:
    """What every platform has, together."""
    return partial(_gathered, of)


def _gathered(of: Callable[[Undercarriage], Mapping[str, Any]], system: System) -> dict[str, Any]:
    return {name: x for under in undercarriages(system) for name, x in of(under).items()}


def _least(values: Any) -> Any:
    least: Any = None
    for value in values:
        least = value if least is None else minimum(least, value)
    return least


def _smallest(system: System) -> Any:
    return _least(_gathered(lambda under: under.loads, system).values())


# ── friction ──────────────────────────────────────────────────────────────────────────────
def _axles(under: Undercarriage) -> dict[str, Any]:
    return {"+".join(names): force for names, force in under.axles.items()}


def _uses(under: Undercarriage) -> dict[str, Any]:
    found = {}
    for w in under.wheels:
        grip = _friction(w) * maximum(under.loads[w.name], _SMALL)
        found[w.name] = _size(under, w) / grip
    return found


def _size(under: Undercarriage, w: Wheel) -> Any:
    """|F| of a wheel along the ground."""
    along, across = under.rolling[w.name], under.sideways[w.name]
    return sqrt(along * along + across * across)


def _friction(w: Wheel) -> Any:
    """μ; 1 where none is stated, so that the use is the μ which the wheel needs."""
    return w.friction or 1


# ── margins ───────────────────────────────────────────────────────────────────────────────
def _margins(system: System) -> dict[str, Any]:
    found: dict[str, Any] = {}
    platforms = undercarriages(system)
    for under in platforms:
        found |= {f"lift {name}": N for name, N in under.loads.items()}
        for w in under.wheels:
            if w.friction:
                found[f"slip {w.name}"] = w.friction * under.loads[w.name] - _size(under, w)
            if w.limit and w.drive:
                found[f"torque {w.name}"] = w.limit - abs(*inputs(w.drive))
        found |= _skids(under)
        name = "tip-over" if len(platforms) == 1 else f"tip-over {under.body}"
        found[name] = force_angle(under)
    return found


def _skids(under: Undercarriage) -> dict[str, Any]:
    by_name = {w.name: w for w in under.wheels}
    return {
        f"skid {'+'.join(names)}": sum(by_name[n].friction * under.loads[n] for n in names)
        - abs(force)
        for names, force in under.axles.items()
        if all(by_name[n].friction for n in names)
    }


# ── arms ──────────────────────────────────────────────────────────────────────────────────
def arm_joints(under: Undercarriage) -> list[Joint]:
    """The joints of the platform's body that carry no wheel."""
    known = {joint.child: joint for joint in under.system.joints}
    towards = set()
    for w in under.wheels:
        spin = next(j for j in under.system.joints if w.spin in j.coordinates)
        while spin is not under.joint:
            towards.add(spin)
            spin = known[spin.parent]
    return [j for j in under.system.joints if j.parent is under.body and j not in towards]


def _interaction(system: System) -> dict[str, Any]:
    joints = [joint for under in undercarriages(system) for joint in arm_joints(under)]
    if not joints:
        refuse(f"System '{system.name}'", "no arm is on it.", "Give it one: arm=load(…).")
    parts = [f"{kind}.{axis}" for kind in ("force", "torque") for axis in "xyz"]
    return {
        part if len(joints) == 1 else f"{joint.name}: {part}": reaction(joint, part)
        for joint in joints
        for part in parts
    }
