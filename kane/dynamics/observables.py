"""Observables: what one may want to know of the motion besides the equations.

Energy, momentum, the mass centre, the motion of points and their Jacobians, and what joints
transmit. All along the ground's axes unless said otherwise.

From: equations.py    Next: kane/pipeline.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kane.algebra.derivative import tangent
from kane.algebra.evaluate import evaluate
from kane.algebra.functions import sqrt
from kane.algebra.substitute import substitute
from kane.dynamics.active import gravity
from kane.dynamics.composites import momentum
from kane.dynamics.equations import Equations, cut
from kane.dynamics.express import Expression
from kane.dynamics.form import part
from kane.dynamics.kinematics import Velocities, velocities
from kane.dynamics.penalties import stored
from kane.dynamics.samples import random_states
from kane.dynamics.wrenches import inertia_wrenches
from kane.geometry.rotation import Rows
from kane.geometry.vector import GROUND, ZEROS, Components, Vector
from kane.model.body import Body, Point
from kane.model.joints.joint import Joint
from kane.model.loads import BaseAcceleration, Gravity, JointSpring, PointMass, Spin, SpringDamper
from kane.model.penalty import Penalty

HALF = Fraction(1, 2)


def kinetic_energy(equations: Equations) -> Any:
    """T = ½ Σ (v·L + ω·H), with L and H each link's momentum about its own origin; and what spins
    in the bodies."""
    return kinetic_energy_of_links(equations, equations.motion) + spinning_energy(equations)


def spinning_energy(equations: Equations) -> Any:
    """The energy of wheels in gyrostats."""
    total = equations.tree.lift.scalar(0)
    for load in equations.system.loads:
        if isinstance(load, Spin):
            total = total + equations.tree.lift.scalar(load.energy, equations.meanings.of)
    return total


def kinetic_energy_of_links(equations: Equations, motion: Velocities) -> Any:
    """½ Σ (v·L + ω·H)."""
    tree, total = equations.tree, equations.tree.lift.scalar(0)
    for index, (mass, J) in enumerate(zip(tree.masses, tree.inertias, strict=True)):
        w, v = motion.w[index], motion.v[index]
        L, H = momentum(mass, J, w, v)
        total = total + (v.dot(L) + w.dot(H))
    return total * HALF


def potential_energy(equations: Equations) -> Any:
    """The energy of gravity, of the ground's acceleration and of springs.

    Zero with every mass at the ground's origin and every spring relaxed.
    """
    tree, lift = equations.tree, equations.tree.lift
    express = Expression(tree)
    total = lift.scalar(0)
    if any(isinstance(load, Gravity | BaseAcceleration) for load in equations.system.loads):
        total = total - gravity(tree, equations.system.loads).dot(first_moment(equations))
    for load in equations.system.loads:
        match load:
            case JointSpring():
                stretch = tree.coordinates[load.coordinate] - lift.scalar(load.rest)
                total = total + HALF * lift.scalar(load.stiffness) * stretch * stretch
            case SpringDamper():
                line = express.between(load.start, load.end, -1)
                stretch = sqrt(line.dot(line)) - lift.scalar(load.length)
                total = total + HALF * lift.scalar(load.stiffness) * stretch * stretch
            case Penalty():
                total = total + stored(load, express)
            case PointMass():
                total = total + _central(equations, load, express)
            case _:
                pass
    return total


def _central(equations: Equations, load: PointMass, express: Expression) -> Any:
    """−μ m / r summed over the bodies."""
    lift, total = equations.tree.lift, equations.tree.lift.scalar(0)
    for frame, mount in equations.tree.mounts.items():
        if isinstance(frame, Body) and mount.link >= 0:
            arm = express.between(load.at, frame.mass_centre, mount.link)
            total = total - lift.scalar(load.mu) * lift.scalar(frame.mass) / sqrt(arm.dot(arm))
    return total


@dataclass(frozen=True, slots=True, kw_only=True)
class Momentum:
    """Linear momentum, and angular momentum about a point, along the ground's axes."""

    linear: Vector
    angular: Vector


def system_momentum(equations: Equations) -> Momentum:
    """Linear and angular momentum about the ground's origin, carried from tip to base.

    L_P += R L,   H_P += R H + p × R L
    """
    tree = equations.tree
    zero = tree.lift.scalar(0)
    rest = Vector(GROUND, (zero, zero, zero))
    carried = [
        momentum(mass, J, w, v)
        for mass, J, w, v in zip(
            tree.masses, tree.inertias, equations.motion.w, equations.motion.v, strict=True
        )
    ]
    for load in equations.system.loads:
        if isinstance(load, Spin) and tree.mounts[load.on].link >= 0:
            spun = tree.mounts[load.on].link
            express = Expression(tree)
            h = express.on_link(tree.lift.vector(load.momentum, equations.meanings.of))
            L, H = carried[spun]
            carried[spun] = (L, H + express.vector(h, spun))
    linear, angular = rest, rest
    for link in reversed(tree.links):
        L, H = carried[link.index]
        L_P = link.rotation.out(L)
        H_P = link.rotation.out(H) + link.offset.cross(L_P)
        if link.parent < 0:
            linear, angular = linear + L_P, angular + H_P
        else:
            before = carried[link.parent]
            carried[link.parent] = (before[0] + L_P, before[1] + H_P)
    return Momentum(linear=linear, angular=angular)


def first_moment(equations: Equations) -> Vector:
    """Σ m r* about the ground's origin."""
    tree = equations.tree
    zero = tree.lift.scalar(0)
    total = Vector(GROUND, (zero, zero, zero))
    moments = [(mass.mass, Vector(link.frame, mass.first)) for link, mass in _loaded(equations)]
    for link in reversed(tree.links):
        m, h = moments[link.index]
        h_P = link.rotation.out(h) + link.offset * m
        if link.parent < 0:
            total = total + h_P
        else:
            m_P, before = moments[link.parent]
            moments[link.parent] = (m_P + m, before + h_P)
    return total


def _loaded(equations: Equations) -> list[tuple[Any, Any]]:
    return list(zip(equations.tree.links, equations.tree.masses, strict=True))


def mass(equations: Equations) -> Any:
    """The mass of the whole system."""
    total = equations.tree.lift.scalar(0)
    for own in equations.tree.masses:
        total = total + own.mass
    return total


# ── points ────────────────────────────────────────────────────────────────────────────────
def position(equations: Equations, point: Point) -> Vector:
    """Where a point is, from the ground's origin."""
    return Expression(equations.tree).between(Point("origin", GROUND, ZEROS), point, -1)


def orientation(equations: Equations, frame: Any) -> Rows:
    """R_NF of a frame of the description."""
    express = Expression(equations.tree)
    columns = [
        express.vector(express.on_link(Vector(frame, unit)), -1).components
        for unit in ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    ]
    a, b, c = zip(*columns, strict=True)
    return (a, b, c)


def velocity(equations: Equations, point: Point) -> Vector:
    """v of a point."""
    v = equations.meanings.point_velocity(point)
    return Expression(equations.tree).vector(v, -1)


def acceleration(equations: Equations, point: Point) -> Vector:
    """a of a point for the symbols u̇: a_P = a_L + U_L p."""
    tree = equations.tree
    express = Expression(tree)
    link = tree.mounts[point.frame].link
    zero = tree.lift.scalar(0)
    rest = Vector(GROUND, (zero, zero, zero))
    if link < 0:
        return rest
    moving = equations.acceleration(equations.udot, rest)
    p: Components = express.place(point)
    a, U = moving.a[link], moving.U[link]
    x, y, z = (a[i] + (U[i][0] * p[0] + U[i][1] * p[1] + U[i][2] * p[2]) for i in range(3))
    return express.vector(Vector(a.frame, (x, y, z)), -1)


def point_jacobian(equations: Equations, point: Point) -> list[Vector]:
    """∂v/∂u_r of a point, one partial velocity a speed."""
    express, link = Expression(equations.tree), equations.tree.mounts[point.frame].link
    zero = equations.tree.lift.scalar(0)
    if link < 0:
        return [Vector(GROUND, (zero, zero, zero)) for _ in equations.u]
    w, v = equations.forms.w[link], equations.forms.v[link]
    p = Vector(w.frame, express.place(point))
    return [
        express.vector(part(v, r, zero) + part(w, r, zero).cross(p), -1)
        for r in range(len(equations.u))
    ]


def angular_jacobian(equations: Equations, frame: Any) -> list[Vector]:
    """∂ω/∂u_r of a frame, one partial angular velocity a speed."""
    express, link = Expression(equations.tree), equations.tree.mounts[frame].link
    zero = equations.tree.lift.scalar(0)
    if link < 0:
        return [Vector(GROUND, (zero, zero, zero)) for _ in equations.u]
    w = equations.forms.w[link]
    return [express.vector(part(w, r, zero), -1) for r in range(len(equations.u))]


def apart(equations: Equations, joint: Joint) -> Equations:
    """The same equations with a link of its own for what a joint carries, also a Fixed one."""
    return equations if joint.motions else cut(equations, joint)


# ── what joints transmit ──────────────────────────────────────────────────────────────────
def reaction(equations: Equations, joint: Joint) -> tuple[Vector, Vector]:
    """Force and torque that the parent exerts on the child in a joint, at its outer point.

    An auxiliary speed for each freedom that the joint denies moves all that the joint carries
    as one rigid body, so its equation is the sum of the carried wrenches
    [Kane1985 Sec. 4.9]: F = Σ (F_inertia − F_load), N likewise about the joint.
    The joint's own motor, spring or friction is part of what is transmitted. Along the axes
    of the joint's last link, for the symbols u̇. A Fixed joint is cut for it.
    """
    equations = apart(equations, joint)
    tree = equations.tree
    base = -gravity(tree, equations.system.loads)
    taken = inertia_wrenches(tree, equations.motion, equations.acceleration(equations.udot, base))
    net = [need - load for need, load in zip(taken, equations.active.wrenches, strict=True)]
    at = tree.mounts[joint.child].link
    force = [wrench.force for wrench in net]
    torque = [wrench.torque for wrench in net]
    for link in reversed(tree.links[at + 1 :]):
        if link.parent >= at:
            F = link.rotation.out(force[link.index])
            N = link.rotation.out(torque[link.index]) + link.offset.cross(F)
            force[link.parent] = force[link.parent] + F
            torque[link.parent] = torque[link.parent] + N
    return force[at], torque[at]


# ── what stays the same ───────────────────────────────────────────────────────────────────
def hamiltonian(equations: Equations) -> Any:
    """T₂ − T₀ + V: constant where loads have a potential and time does not appear explicitly.

    T₂ is the part of T that is quadratic in q̇, T₀ the part without: T at rest relative to what
    moves by itself, whatever the speeds are. Where no motion is prescribed this is T + V.
    """
    T = kinetic_energy_of_links(equations, equations.motion)
    V = potential_energy(equations) + spinning_energy(equations)
    known = {number for link in equations.tree.links for number in link.known}
    if not known:
        return T + V
    still, back = (
        kinetic_energy_of_links(equations, velocities(equations.tree, sigma, T * 0, {}))
        for sigma in (
            [s if i in known else s * 0 for i, s in enumerate(equations.sigma)],
            [s if i in known else -s for i, s in enumerate(equations.sigma)],
        )
    )
    return (T + back) * HALF - (still + still) + V


def conserved(equations: Equations, seed: int = 1983) -> tuple[str, ...]:
    """The components of momentum that do not change, whatever the state, without inputs and τ.

    Found by their rates along the motion, which are zero at random states.
    """
    still = dict.fromkeys(equations.tau, equations.tree.lift.scalar(0))
    udot = substitute(equations.forward_dynamics, still)
    momentum = system_momentum(equations)
    parts = [*momentum.linear.components, *momentum.angular.components]
    rates = tangent(parts, equations.seeds(tuple(udot)))
    samples = [evaluate([*parts, *rates], state) for state in random_states(equations, seed, 3)]
    names = [f"{kind} momentum {axis}" for kind in ("linear", "angular") for axis in "xyz"]
    return tuple(
        name
        for place, name in enumerate(names)
        if all(abs(made[6 + place]) <= 1e-9 * (1 + _largest(made)) for made in samples)
    )


def _largest(values: Sequence[Any]) -> float:
    return max(abs(float(value)) for value in values)
