"""The equations of [Stoneking2008]: COEF u̇ = RHS for a tree of gimballed or spherical joints.

u = (ω_1 in B1's axes; σ_k; v_1 in N), ω and torques in each body's axes, velocities and forces
in N. Mended: β_i is the vector from the mass centre of B_i to that of B_1 (printed B_l), and with
ρ_ij from the mass centre of B_i to joint G_j all blocks of V carry + tilde. Not in the slides:
joint torques enter as Γᵀ τ in the rows of σ_k, or as pairs ±T in the bodies' torques.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.textbook.stoneking import (
    SPHERICAL,
    partials,
    partials_rate,
    path_of,
    quaternion_rotation,
    rotation,
    tilde,
)

Array = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Spacecraft:
    """Bodies B1 … and joints G1 …; r_in, r_out lead to the joint from the mass centres.

    Lists are by body or by joint number less one; r_in is in inner, r_out in outer axes, inertias
    are central, in body axes.
    """

    inner: tuple[int, ...]
    outer: tuple[int, ...]
    joints: tuple[str, ...]
    r_in: Array
    r_out: Array
    mass: Array
    inertia: Array


@dataclass(frozen=True, kw_only=True)
class State:
    """Attitude of B1 (quaternion), joint angles or quaternions, and u in its parts."""

    attitude: Any
    angles: tuple[Any, ...]
    omega: Any
    sigma: tuple[Any, ...]
    v: Any

    def speeds(self) -> Any:
        """u = (ω_1, σ_1, …, v_1)."""
        return np.concatenate([self.omega, *self.sigma, self.v])


class Assembly:
    """Every matrix of the slides at one state."""

    def __init__(self, craft: Spacecraft, state: State) -> None:
        self.craft, self.state = craft, state
        counts = [3 if joint == SPHERICAL else len(joint) for joint in craft.joints]
        starts = np.cumsum([3, *counts])
        self.columns = [slice(a, b) for a, b in pairwise(starts)]
        self.n_u = int(starts[-1]) + 3
        self.root_first = self._root_first()

    @cached_property
    def C(self) -> dict[int, Any]:
        """^N C^i by body number."""
        craft, found = self.craft, {1: quaternion_rotation(self.state.attitude)}
        for k in self.root_first:
            relative = rotation(craft.joints[k], self.state.angles[k])
            found[craft.outer[k]] = found[craft.inner[k]] @ relative
        return found

    @cached_property
    def Gamma(self) -> list[Any]:
        """Γ by joint."""
        return [
            partials(joint, angles)
            for joint, angles in zip(self.craft.joints, self.state.angles, strict=True)
        ]

    def position(self, body: int) -> Any:
        """Mass centre of the body from that of B1, in N (−β)."""
        at = np.zeros(3)
        for k in reversed(path_of(body, self.craft.inner, self.craft.outer)[1]):
            at = at + self._step(k - 1)
        return at

    def joint_position(self, k: int) -> Any:
        """Joint G_{k+1} from the mass centre of B1, in N."""
        inner = self.craft.inner[k]
        return self.position(inner) + self.C[inner] @ self.craft.r_in[k]

    def Omega(self, body: int) -> Any:
        """Rows of Ω: ω_i = Ω_i u, in the body's axes."""
        C, craft = self.C, self.craft
        rows = np.zeros((3, self.n_u), dtype=np.result_type(C[body]))
        rows[:, :3] = C[body].T @ C[1]
        for k in path_of(body, craft.inner, craft.outer)[1]:
            rows[:, self.columns[k - 1]] = C[body].T @ C[craft.outer[k - 1]] @ self.Gamma[k - 1]
        return rows

    def V(self, body: int) -> Any:
        """Rows of V: v_i = V_i u, in N."""
        C, craft, here = self.C, self.craft, self.position(body)
        rows = np.zeros((3, self.n_u), dtype=np.result_type(C[body]))
        rows[:, :3] = tilde(-here) @ C[1]  # β̃_i ^N C^1
        for k in path_of(body, craft.inner, craft.outer)[1]:
            rho = self.joint_position(k - 1) - here
            rows[:, self.columns[k - 1]] = tilde(rho) @ C[craft.outer[k - 1]] @ self.Gamma[k - 1]
        rows[:, -3:] = np.eye(3)
        return rows

    def remainders(self) -> dict[int, tuple[Any, Any]]:
        """α_r (in the body's axes) and a_r (in N) by body number, built outward."""
        craft, found = self.craft, {1: (np.zeros(3), np.zeros(3))}
        u = self.state.speeds()
        for k in self.root_first:
            i, o, sigma = craft.inner[k], craft.outer[k], self.state.sigma[k]
            w_i, w_o, G = self.Omega(i) @ u, self.Omega(o) @ u, self.Gamma[k]
            alpha_i, a_i = found[i]
            Gdot_sigma = partials_rate(craft.joints[k], self.state.angles[k], sigma)
            alpha_o = self.C[o].T @ self.C[i] @ alpha_i + Gdot_sigma + np.cross(w_o, G @ sigma)
            to_joint = np.cross(w_i, np.cross(w_i, craft.r_in[k])) + np.cross(
                alpha_i, craft.r_in[k]
            )
            beyond = np.cross(w_o, np.cross(w_o, craft.r_out[k])) + np.cross(
                alpha_o, craft.r_out[k]
            )
            found[o] = (alpha_o, a_i + self.C[i] @ to_joint - self.C[o] @ beyond)
        return found

    def coefficients(self) -> Array:
        """COEF = Ωᵀ I Ω + Vᵀ m V."""
        total = np.zeros((self.n_u, self.n_u))
        for i in self.C:
            total += self.Omega(i).T @ self.craft.inertia[i - 1] @ self.Omega(i)
            total += self.craft.mass[i - 1] * self.V(i).T @ self.V(i)
        return total

    def right_side(self, torques: Array, forces: Array) -> Array:
        """RHS = Ωᵀ (T − I α_r − ω × H) + Vᵀ (F − m a_r); T in body axes, F in N, by body."""
        total, u = np.zeros(self.n_u), self.state.speeds()
        for i, (alpha_r, a_r) in self.remainders().items():
            inertia, w = self.craft.inertia[i - 1], self.Omega(i) @ u
            torque = torques[i - 1] - inertia @ alpha_r - np.cross(w, inertia @ w)
            force = forces[i - 1] - self.craft.mass[i - 1] * a_r
            total += self.Omega(i).T @ torque + self.V(i).T @ force
        return total

    def _step(self, k: int) -> Any:
        """From the inner to the outer mass centre of joint k, in N."""
        craft = self.craft
        inner, outer = self.C[craft.inner[k]], self.C[craft.outer[k]]
        return inner @ craft.r_in[k] - outer @ craft.r_out[k]

    def _root_first(self) -> list[int]:
        """Joints in an order in which each inner body is known before the outer one."""
        order: list[int] = []
        known = {1}
        while len(order) < len(self.craft.joints):
            ready = [k for k, i in enumerate(self.craft.inner) if i in known and k not in order]
            order += ready
            known |= {self.craft.outer[k] for k in ready}
        return order


def swing(w: Any, alpha: Any, r: Any) -> Any:
    """ω × (ω × r) + α × r."""
    return np.cross(w, np.cross(w, r)) + np.cross(alpha, r)
