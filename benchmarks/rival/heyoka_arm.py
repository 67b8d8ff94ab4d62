"""u̇ of an arm of hinges as expressions of heyoka, by articulated bodies [Featherstone2008 §7.3].

Used by heyoka_taylor.py. Spatial vectors are (angular, linear); zeros are left out of products.
"""

from __future__ import annotations

from typing import Any

import heyoka as hy
import numpy as np

Array = np.ndarray[Any, Any]


def accelerations(model: Any, q: list[Any], v: list[Any], tau: list[Any]) -> list[Any]:
    """u̇ of each joint of a Pinocchio model without branches."""
    n = model.nv
    X: list[Any] = []
    S: list[Any] = []
    U: list[Any] = []
    D: list[Any] = []
    u: list[Any] = []
    c: list[Any] = []
    IA: list[Any] = []
    pA: list[Any] = []
    velocity: Array = np.zeros(6, dtype=object)
    for i in range(n):
        X.append(motion_transform(model.jointPlacements[i + 1], axis_of(model, i), q[i]))
        S.append(np.eye(6)[axis_of(model, i)])
        relative = S[i].astype(object) * v[i]
        velocity = product(X[i], velocity) + relative
        crossed = cross(velocity)
        inertia = spatial(model.inertias[i + 1])
        c.append(product(crossed, relative))
        IA.append(inertia)
        pA.append(-product(crossed.T, product(inertia, velocity)))
    for i in reversed(range(n)):
        k = axis_of(model, i)
        U.insert(0, IA[i][:, k].copy())
        D.insert(0, U[0][k])
        u.insert(0, tau[i] - pA[i][k])
        if i:
            outer = np.outer(U[0], U[0]) / D[0]
            inward = IA[i] - outer
            force = pA[i] + product(inward, c[i]) + np.array([a * (u[0] / D[0]) for a in U[0]])
            IA[i - 1] = IA[i - 1] + product(product(X[i].T, inward), X[i])
            pA[i - 1] = pA[i - 1] + product(X[i].T, force)
    acceleration: Array = np.zeros(6, dtype=object)
    acceleration[5] = 9.81
    made = []
    for i in range(n):
        acceleration = product(X[i], acceleration) + c[i]
        made.append((u[i] - product(U[i][np.newaxis, :], acceleration)[0]) / D[i])
        acceleration = acceleration + S[i].astype(object) * made[i]
    return made


def axis_of(model: Any, i: int) -> int:
    """Which axis a hinge of Pinocchio turns about."""
    return "XYZ".index(model.joints[i + 1].shortname()[-1])


def motion_transform(place: Any, axis: int, q: Any) -> Array:
    """From the parent's axes to those of the turned joint, of motions."""
    first, second = (axis + 1) % 3, (axis + 2) % 3
    turned: Array = np.zeros((3, 3), dtype=object)
    turned[axis, axis] = 1.0
    turned[first, first] = turned[second, second] = hy.cos(q)
    turned[first, second], turned[second, first] = -hy.sin(q), hy.sin(q)
    E = product(np.round(place.rotation, 9).astype(object), turned).T
    X: Array = np.zeros((6, 6), dtype=object)
    X[:3, :3] = X[3:, 3:] = E
    X[3:, :3] = -product(E, skew(place.translation).astype(object))
    return X


def spatial(inertia: Any) -> Array:
    """A body's inertia about its joint."""
    C, m = skew(inertia.lever), inertia.mass
    made: Array = np.zeros((6, 6))
    made[:3, :3] = inertia.inertia + m * C @ C.T
    made[:3, 3:], made[3:, :3], made[3:, 3:] = m * C, m * C.T, m * np.eye(3)
    return made.astype(object)


def cross(velocity: Array) -> Array:
    """velocity × of a motion."""
    made: Array = np.zeros((6, 6), dtype=object)
    made[:3, :3] = made[3:, 3:] = skew(velocity[:3])
    made[3:, :3] = skew(velocity[3:])
    return made


def skew(x: Any) -> Array:
    """x × as a matrix."""
    return np.array([[0, -x[2], x[1]], [x[2], 0, -x[0]], [-x[1], x[0], 0]])


def product(A: Array, B: Array) -> Array:
    """A B without the products that are zero."""
    columns = B[:, np.newaxis] if B.ndim == 1 else B
    made = np.zeros((A.shape[0], columns.shape[1]), dtype=object)
    for i, j in np.ndindex(*made.shape):
        for a, b in zip(A[i], columns[:, j], strict=True):
            if not (nothing(a) or nothing(b)):
                made[i, j] = made[i, j] + a * b
    return made[:, 0] if B.ndim == 1 else made


def nothing(x: Any) -> bool:
    """Whether a value is the number zero."""
    return isinstance(x, int | float) and x == 0
