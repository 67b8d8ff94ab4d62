"""Joints and path tables of [Stoneking2008]: matrices of joint partials Γ, and who lies outward.

^Aω^B = B Γ σ (slide "Joint Partial"): Γ has a column for each angle of a gimbal, in the outer
body's axes, for body-fixed rotations. A string names the axes in order, "213" or "3"; SPHERICAL
joints have Γ = U, with σ the angular velocity of the outer body in the inner one, in outer axes.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

SPHERICAL: Final = "spherical"
SEQUENCES: Final = tuple(
    f"{i}{j}{k}" for i in (1, 2, 3) for j in (1, 2, 3) for k in (1, 2, 3) if j not in (i, k)
)

# The slides' example: joint G_k leads from body INNER[k − 1] to body OUTER[k − 1], B1 is the root.
INNER: Final = (1, 1, 3, 3)
OUTER: Final = (2, 3, 4, 5)
# "Is this body, this joint in the path of that body?"; the first column of the second is B1's
# mass centre, which serves as a joint.
BODY_PATHS: Final = ("x....", "xx...", "x.x..", "x.xx.", "x.x.x")
JOINT_PATHS: Final = ("x....", "xx...", "x.x..", "x.xx.", "x.x.x")


def rotation(joint: str, angles: Any) -> Any:
    """Outer axes to inner axes; `angles` are a quaternion (w, x, y, z) for a spherical joint."""
    if joint == SPHERICAL:
        return quaternion_rotation(angles)
    R = np.eye(3)
    for axis, angle in zip(joint, angles, strict=True):
        R = R @ turn(int(axis), angle)
    return R


def partials(joint: str, angles: Any) -> Any:
    """Γ: column k is the k-th axis, carried into outer axes by the rotations that follow."""
    if joint == SPHERICAL:
        return np.eye(3)
    columns = [
        rotation(joint[k + 1 :], angles[k + 1 :])[int(axis) - 1] for k, axis in enumerate(joint)
    ]
    return np.stack(columns, axis=1)


def partials_rate(joint: str, angles: Any, sigma: Any) -> Any:
    """Γ̇ σ: seen from the outer body, the k-th axis turns with −(the rotations that follow).

    Γ̇ σ = Σ_k σ_k Γ_k × Σ_{j>k} Γ_j σ_j
    """
    if joint == SPHERICAL:
        return np.zeros(3)
    G = partials(joint, angles)
    later = (G[:, k + 1 :] @ sigma[k + 1 :] for k in range(len(joint)))
    return sum(sigma[k] * np.cross(G[:, k], w) for k, w in enumerate(later))


def slide_213(theta: Array) -> Array:
    """Γ of the body-fixed sequence 2-1-3, as printed."""
    (c2, c3), (s2, s3) = np.cos(theta[1:]), np.sin(theta[1:])
    return np.array([[c2 * s3, c3, 0], [c2 * c3, -s3, 0], [-s2, 0, 1]])


def body_paths(inner: tuple[int, ...], outer: tuple[int, ...]) -> tuple[str, ...]:
    """Row i, column j: x where body j lies on the way from the root to body i."""
    n = len(inner) + 1
    return tuple(_row(path_of(i, inner, outer)[0], n) for i in range(1, n + 1))


def joint_paths(inner: tuple[int, ...], outer: tuple[int, ...]) -> tuple[str, ...]:
    """Row i: x for the root's mass centre, then where joint G_j lies on the way to body i."""
    n = len(inner)
    joints = (path_of(i, inner, outer)[1] for i in range(1, n + 2))
    return tuple("x" + _row(passed, n) for passed in joints)


def path_of(
    body: int, inner: tuple[int, ...], outer: tuple[int, ...]
) -> tuple[set[int], tuple[int, ...]]:
    """Bodies from the root to `body`, and joints passed, outermost first (numbered from 1)."""
    bodies, joints = {body}, []
    while body in outer:
        joints.append(outer.index(body) + 1)
        body = inner[outer.index(body)]
        bodies.add(body)
    return bodies, tuple(joints)


def turn(axis: int, angle: Any) -> Any:
    """Rotation about axis 1, 2 or 3, turned axes to axes before."""
    s, c = np.sin(angle), np.cos(angle)
    i, j, k = axis - 1, axis % 3, (axis + 1) % 3
    R = np.zeros((3, 3), dtype=np.result_type(s))
    R[i, i], R[j, j], R[k, k], R[k, j], R[j, k] = 1, c, c, s, -s
    return R


def quaternion_rotation(quaternion: Any) -> Any:
    """Rotation of a unit quaternion (w, x, y, z): (w² − p·p) U + 2 p pᵀ + 2 w p̃."""
    w, p = quaternion[0], np.asarray(quaternion[1:])
    return (w * w - p @ p) * np.eye(3) + 2 * np.outer(p, p) + 2 * w * tilde(p)


def quaternion_rate(quaternion: Any, omega: Any) -> Any:
    """½ q∘(0, ω) for ω in the outer axes."""
    w, p = quaternion[0], np.asarray(quaternion[1:])
    return np.array([-p @ omega, *(w * omega + np.cross(p, omega))]) / 2


def tilde(x: Any) -> Any:
    """The matrix of x ×."""
    zero = 0 * x[0]
    return np.array([[zero, -x[2], x[1]], [x[2], zero, -x[0]], [-x[1], x[0], zero]])


def _row(marked: set[int] | tuple[int, ...], n: int) -> str:
    return "".join("x" if k in marked else "." for k in range(1, n + 1))
