"""Named systems that several tests share: those of the papers, with live parameters."""

from __future__ import annotations

from kane.algebra.expr import Expr
from kane.geometry import GROUND, Frame, X, Y, Z
from kane.model.body import Body
from kane.model.constraints import Motion
from kane.model.joints import Planar, Prismatic, Revolute
from kane.model.loads import Force, Gravity, Torque
from kane.model.quantities import angular_velocity, rate, velocity
from kane.model.symbols import inputs, parameters
from kane.model.system import System
from tests.textbook.kane_levinson import PARAMETERS


def wrist() -> System:
    """Gillespie's spherical wrist (Example 2), speeds u = q̇."""
    M, L, I1, I2, I3 = parameters(M=2.0, L=0.3, I1=0.02, I2=0.03, I3=0.01)
    A, B = Frame("A"), Frame("B")
    C = Body("C", mass=M, centre=(0, 0, L), inertia=(I1, I2, I3))
    return System(
        "spherical wrist",
        joints=[
            Revolute("q1", GROUND, A, axis=Z),
            Revolute("q2", A, B, axis=Y),
            Revolute("q3", B, C, axis=Z),
        ],
        loads=[Gravity(along=-GROUND.x)],
    )


def short_wrist() -> System:
    """The wrist with the components of ω^C along C's axes as speeds."""
    plain = wrist()
    C = plain.bodies["C"]
    w = angular_velocity(C)
    return plain.replace(speeds=[w.along(C.x), w.along(C.y), w.along(C.z)])


def stanford() -> System:
    """Kane and Levinson's Stanford arm, speeds u = q̇; the vertical is the ground's y."""
    names = dict(PARAMETERS)
    p: dict[str, Expr] = dict(zip(names, parameters(**names), strict=True))

    def body(name: str, centre: tuple[Expr | int, Expr | int, Expr | int]) -> Body:
        inertia = tuple(p[f"{name}{k}"] for k in (1, 2, 3))
        return Body(name, mass=p[f"m{name}"], centre=centre, inertia=inertia)

    A, B = body("A", (0, 0, 0)), body("B", (0, 0, 0))
    C, D = body("C", (0, 0, 0)), body("D", (0, p["L5"], 0))
    E, F = body("E", (0, p["L6"], 0)), body("F", (0, p["L3"], 0))
    return System(
        "Stanford arm",
        joints=[
            Revolute("q1", GROUND, A, axis=Y),
            Revolute("q2", A, B, axis=X, at=(p["L1"], p["L4"], 0)),
            Prismatic("q6", B, C, axis=Y),
            Revolute("q3", C, D, axis=Y),
            Revolute("q4", D, E, axis=X, at=(0, p["L2"], 0)),
            Revolute("q5", E, F, axis=Y),
        ],
        loads=[Gravity(along=-GROUND.y, magnitude=p["g"])],
    )


def stanford_in_the_papers_speeds() -> System:
    """The Stanford arm with the paper's speeds, Eqs. (2) and (3)."""
    plain = stanford()
    D = plain.bodies["D"]
    w = angular_velocity(D)
    about_D = [w.along(D.x), w.along(D.y), w.along(D.z)]
    return plain.replace(speeds=[*about_D, rate("q4"), rate("q5"), rate("q6")])


def cart() -> System:
    """Gillespie's shopping cart (Example 3), the caster free."""
    mB, mC, IB, L1, L2, L3 = parameters(mB=20, mC=2, IB=1.5, L1=0.4, L2=0.8, L3=0.1)
    F, tau = inputs("F", "tau")
    B = Body("basket", mass=mB, centre=(L1, 0, 0), inertia=(0, 0, IB))
    C = Body("caster", mass=mC, centre=(-L3, 0, 0))
    P1, P2 = B.point("P1"), B.point("P2", (L2, 0, 0))
    P3 = C.point("P3", (-L3, 0, 0))
    return System(
        "shopping cart",
        joints=[
            Planar("x y q3", GROUND, B),
            Revolute("q4", B, C, axis=Z, at=P2),
        ],
        speeds=[
            velocity(P1).along(B.x),
            angular_velocity(B).along(B.z),
            angular_velocity(C).along(C.z),
        ],
        constraints=[
            Motion("rear wheels", velocity(P1).along(B.y) == 0),
            Motion("front wheel", velocity(P3).along(C.y) == 0, dependent="u3"),
            Motion("caster sticks", rate("q4") == 0, active=False),
        ],
        loads=[Force(F * B.x, at=P1), Torque(tau * B.z, on=B)],
    )
