"""The Stanford arm of [KaneLevinson1983]: its printed equations, mended, as plain numbers.

Speeds: u1, u2, u3 = ω^D · d1, d2, d3 (2) and u4, u5, u6 = q̇4, q̇5, q̇6 (3).

Signs. The paper writes Kane's equations as K*_r + K_r = 0 with K*_r = Σ X_rs u̇_s + Z_{181+r} (88)
and K_r = actuators + Z_{191+r} (111) to (116), gravity's part of K_5 being 0. In our form
M u̇ + f = τ therefore M = −X, f = −(Z_182 … Z_187) − (Z_192, …, Z_195, 0, Z_196), and τ is the
actuators' part of K.

τ1 is the torque of N on A (103), but τ2 … τ5 and σ are what the *outer* body does to the *inner*
one: B on A (108), D on C, E on D, F on E (109), C on B (102). With Q_i the force or torque of a
motor that pushes q_i upwards, (τ1, τ2, τ3, τ4, τ5, σ) = (Q1, −Q2, −Q3, −Q4, −Q5, −Q6). So gravity,
which pulls the arm down (q2 up, at q2 = 90°), is held by a positive τ2, that is by Q2 < 0.

Misprints mended. Appendices (in the data file): the second Z92 is Z93; Z90 has c3 for c5; Z139 its
minus; Z149 has Z74 for Z7; Z193 has Z188 for Z118; W18 has Z38 for W38. Text: (46) v_1 for v_r;
(67) no dots on Z63, Z64; (73) u̇_3 with Z35; (92) c2 c_2 − s2 c_3; (136) L6 e2 for L5 e2; (137)
p^C* for p^E*. The run of Fig. 3 starts at q2 = 90°, not 0, where the speeds are singular. g is
not given in the paper: 9.81 m/s² here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tests.textbook.formula import Formulas
from tests.textbook.reference import read_json

Array = NDArray[np.float64]

# Appendix 3 (m, kg, kg m²); inertias are central and principal, along the body's own axes.
PARAMETERS: Final[Mapping[str, float]] = {
    "L1": 0.1,
    "L2": 0.6,
    "L3": 0.2,
    "L4": 0.1,
    "L5": 0.7,
    "L6": 0.06,
    "g": 9.81,
    "mA": 9.0,
    "mB": 6.0,
    "mC": 4.0,
    "mD": 1.0,
    "mE": 0.6,
    "mF": 0.5,
    "A1": 0.01,
    "A2": 0.02,
    "A3": 0.01,
    "B1": 0.06,
    "B2": 0.01,
    "B3": 0.05,
    "C1": 0.4,
    "C2": 0.01,
    "C3": 0.4,
    "D1": 0.0005,
    "D2": 0.001,
    "D3": 0.001,
    "E1": 0.0005,
    "E2": 0.0002,
    "E3": 0.0005,
    "F1": 0.001,
    "F2": 0.002,
    "F3": 0.003,
}
BODIES: Final = ("A", "B", "C", "D", "E", "F")
Z_X_W: Final = Formulas((names, text) for names, text in read_json("002_Z_X_W_corrected.json"))

# The basis in which each mass centre's velocity is printed: (30), (32), (34), (40), (42).
VELOCITY_BASIS: Final[Mapping[str, str]] = {
    "A": "A",
    "B": "A",
    "C": "C",
    "D": "C",
    "E": "E",
    "F": "E",
}
# Coefficients of u1 … u6 along the three basis vectors; "0" where the paper prints no term.
OMEGA: Final[Mapping[str, tuple[str, str, str]]] = {
    "A": ("0 0 0 0 0 0", "Z4 0 Z5 0 0 0", "0 0 0 0 0 0"),  # (15)
    "B": ("c3 0 s3 0 0 0", "Z6 0 Z7 0 0 0", "Z8 0 Z9 0 0 0"),  # (17)
    "C": ("c3 0 s3 0 0 0", "Z6 0 Z7 0 0 0", "Z8 0 Z9 0 0 0"),
    "D": ("1 0 0 0 0 0", "0 1 0 0 0 0", "0 0 1 0 0 0"),  # (18)
    "E": ("1 0 0 1 0 0", "0 c4 s4 0 0 0", "0 -s4 c4 0 0 0"),  # (20)
    "F": ("c5 Z15 Z16 c5 0 0", "0 c4 s4 0 1 0", "s5 Z17 Z18 s5 0 0"),  # (22)
}
VELOCITY: Final[Mapping[str, tuple[str, str, str]]] = {
    "A": ("0 0 0 0 0 0", "0 0 0 0 0 0", "0 0 0 0 0 0"),  # (28)
    "B": ("0 0 0 0 0 0", "0 0 0 0 0 0", "Z22 0 Z23 0 0 0"),  # (30)
    "C": ("Z25 0 Z26 0 0 0", "Z27 0 Z28 0 0 1", "Z29 0 Z30 0 0 0"),  # (32)
    "D": ("Z34 0 Z35 0 0 0", "Z27 0 Z28 0 0 1", "Z36 0 Z37 0 0 0"),  # (34)
    "E": ("Z44 Z50 Z51 0 0 0", "Z46 0 Z47 0 0 C22", "Z52 0 Z49 L6 0 C23"),  # (40)
    "F": ("Z44 Z58 Z59 0 0 0", "Z46 0 Z47 0 0 C22", "Z60 0 Z49 L3 0 C23"),  # (42)
}
ALPHA_REMAINDER: Final[Mapping[str, str]] = {
    "A": "0 Z71 0",  # (56)
    "B": "Z72 Z73 Z74",  # (57)
    "C": "Z72 Z73 Z74",
    "D": "0 0 0",  # (58)
    "E": "0 Z75 Z76",  # (59)
    "F": "Z81 Z82 Z83",  # (60)
}
ACCELERATION_REMAINDER: Final[Mapping[str, str]] = {
    "A": "0 0 0",  # (65)
    "B": "Z94 0 Z95",  # (71)
    "C": "Z105 Z106 Z107",  # (72)
    "D": "Z112 Z113 Z114",  # (73)
    "E": "Z128 Z129 Z130",  # (74)
    "F": "Z134 Z135 Z136",  # (75)
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyMotion:
    """What the paper prints of one body: ω, α in its own basis, v*, a* in VELOCITY_BASIS.

    omega_r and v_r have one row per speed; ω = u · omega_r, α = u̇ · omega_r + alpha_t, and
    v*, a* likewise.
    """

    omega_r: Array
    alpha_t: Array
    v_r: Array
    a_t: Array


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """All printed quantities at one state; built by `arm`."""

    values: Mapping[str, Any]

    def body(self, name: str) -> BodyMotion:
        """The printed motion of body A … F."""
        return BodyMotion(
            omega_r=np.array([self._numbers(row) for row in OMEGA[name]]).T,
            alpha_t=np.array(self._numbers(ALPHA_REMAINDER[name])),
            v_r=np.array([self._numbers(row) for row in VELOCITY[name]]).T,
            a_t=np.array(self._numbers(ACCELERATION_REMAINDER[name])),
        )

    def mass_matrix(self) -> Array:
        """M = −X, (88) and Appendix 2."""
        return -np.array([[self.values[f"X{r}{s}"] for s in range(1, 7)] for r in range(1, 7)])

    def inertia_remainders(self) -> Array:
        """−(Z_182 … Z_187): what M u̇ lacks of −K*_r, (88)."""
        return -np.array([self.values[f"Z{k}"] for k in range(182, 188)])

    def gravity(self) -> Array:
        """Gravity's part of K_1 … K_6, (111) to (116)."""
        return np.array(
            [*(self.values[f"Z{k}"] for k in range(192, 196)), 0.0, self.values["Z196"]]
        )

    def bias(self) -> Array:
        """f in M u̇ + f = τ, gravity in it."""
        return self.inertia_remainders() - self.gravity()

    def input_matrix(self) -> Array:
        """B in τ = B (τ1, τ2, τ3, τ4, τ5, σ), the actuators' terms of (111) to (116)."""
        rows = (
            "Z4 -c3 Z6 0 0 0",
            "0 0 -1 0 0 0",
            "Z5 -s3 Z7 0 0 0",
            "0 0 0 -1 0 0",
            "0 0 0 0 -1 0",
            "0 0 0 0 0 -1",
        )
        return np.array([self._numbers(row) for row in rows])

    def constant_of_motion(self) -> float:
        """W31 = H · n2, the angular momentum about A* along the vertical, (138); kept if τ1 = 0."""
        return float(self.values["W31"])

    def _numbers(self, text: str) -> list[Any]:
        """The values of a row such as "c5 Z15 -s4 0"."""
        return [-self._number(x[1:]) if x[0] == "-" else self._number(x) for x in text.split()]

    def _number(self, text: str) -> Any:
        return float(text) if text.isdigit() else self.values[text]


def arm(q: Array, u: Array, parameters: Mapping[str, float] = PARAMETERS) -> Arm:
    """Z, X and W of the appendices, and (37) to (39), at a state; complex states pass through."""
    given: dict[str, Any] = {**parameters, "q6": q[5]}
    given |= {f"u{k}": u[k - 1] for k in range(1, 7)}
    for k in range(1, 6):
        given |= {f"s{k}": np.sin(q[k - 1]), f"c{k}": np.cos(q[k - 1])}
    given |= direction_cosines(given)
    return Arm(values={**given, **Z_X_W(given)})


def direction_cosines(values: Mapping[str, Any]) -> dict[str, Any]:
    """C_ij = c_i · e_j, (36) to (39)."""
    s3, c3, s4, c4 = (values[name] for name in ("s3", "c3", "s4", "c4"))
    first = {"C11": c3, "C12": s3 * s4, "C13": s3 * c4}
    second = {"C21": 0.0, "C22": c4, "C23": -s4}
    return {**first, **second, "C31": -s3, "C32": c3 * s4, "C33": c3 * c4}


def speeds(q: Array, qdot: Array) -> Array:
    """u from q̇, (5) to (7) and (3)."""
    s2, c2, s3, c3 = np.sin(q[1]), np.cos(q[1]), np.sin(q[2]), np.cos(q[2])
    first = qdot[0] * s2 * s3 + qdot[1] * c3
    second = qdot[0] * c2 + qdot[2]
    third = -qdot[0] * s2 * c3 + qdot[1] * s3
    return np.array([first, second, third, *qdot[3:]])


def rates(q: Array, u: Array) -> Array:
    """q̇ from u, (8) to (11); singular at q2 = 0 and 180° only."""
    s2, c2, s3, c3 = np.sin(q[1]), np.cos(q[1]), np.sin(q[2]), np.cos(q[2])
    first = (u[0] * s3 - u[2] * c3) / s2
    return np.array([first, u[0] * c3 + u[2] * s3, u[1] - first * c2, *u[3:]])
