"""What people should be able to write: the scripts of the design, as they stand there.

Each is run as one program, line by line as written; the numbers after it are the papers'.
"""

from __future__ import annotations

import contextlib
import io
from typing import Any, Final

import numpy as np
import pytest

from kane.dynamics.equations import derive
from kane.errors import Outcome
from tests.close import close, round_off
from tests.house.tree import ROOT
from tests.systems import stanford
from tests.textbook import gillespie as paper
from tests.textbook import kane_levinson
from tests.textbook.ours import at, numbered

WRIST: Final = """
from kane import *

M, L, I1, I2, I3 = parameters(M=2.0, L=0.3, I1=0.02, I2=0.03, I3=0.01)
A, B = Frame("A"), Frame("B")
C = Body("C", mass=M, centre=(0, 0, L), inertia=(I1, I2, I3))
wrist = System("spherical wrist",
    joints=[Revolute("q1", GROUND, A, axis=Z), Revolute("q2", A, B, axis=Y), Revolute("q3", B, C, axis=Z)],
    loads=[Gravity(along=-GROUND.x)])

print(derive(wrist).operations)                       # customary speeds u = q̇
w = angular_velocity(C)
short = wrist.replace(speeds=[w.along(C.x), w.along(C.y), w.along(C.z)])
print(derive(short))                                  # Eqs. (49), (50), and the table of partial velocities
print(suggest_speeds(wrist))                          # finds them
"""  # noqa: E501
CART: Final = """
from kane import *

mB, mC, IB, L1, L2, L3 = parameters(mB=20, mC=2, IB=1.5, L1=0.4, L2=0.8, L3=0.1)
F, tau = inputs("F", "tau")
B = Body("basket", mass=mB, centre=(L1, 0, 0), inertia=(0, 0, IB))
C = Body("caster", mass=mC, centre=(-L3, 0, 0))       # a particle at P3
P1, P2, P3 = B.point("P1"), B.point("P2", (L2, 0, 0)), C.point("P3", (-L3, 0, 0))
cart = System("shopping cart",
    joints=[Planar("x y q3", GROUND, B), Revolute("q4", B, C, axis=Z, at=P2)],
    speeds=[velocity(P1).along(B.x), angular_velocity(B).along(B.z), angular_velocity(C).along(C.z)],
    constraints=[
        Motion("rear wheels", velocity(P1).along(B.y) == 0),          # encapsulated by the choice of speeds
        Motion("front wheel", velocity(P3).along(C.y) == 0, dependent="u3"),
        Motion("caster sticks", rate("q4") == 0, active=False)],       # may be switched while running
    loads=[Force(F * B.x, at=P1), Torque(tau * B.z, on=B)])

run = simulate(build(cart), u=[1.0, 0.2], until=0.5, inputs=dict(F=3.0, tau=0.0))
run.plot("q4", energy(), reaction("front wheel"))
"""  # noqa: E501
SWITCHED: Final = (
    CART.split("run =", maxsplit=1)[0]
    + """
run = simulate(build(cart), u=[1.0, 0.2], until=5.0, inputs=dict(F=3.0, tau=0.0),
               events=[When(abs(reaction("caster sticks")) > 0.4, release="caster sticks"),
                       When(abs(rate("q4")) < 0.01, impose="caster sticks")])
run.plot("q4", energy(), reaction("front wheel"))
"""
)
ROLLING: Final = """
from kane import *

crank = Body("crank", mass=1, centre=(0.2, 0, 0), inertia=(0, 0, 0.02))
coupler = Body("coupler", mass=1, centre=(0.5, 0, 0), inertia=(0, 0, 0.08))
rocker = Body("rocker", mass=1, centre=(0.4, 0, 0), inertia=(0, 0, 0.05))
wheel = Body("wheel", mass=1, inertia=(0.0225, 0.045, 0.0225), shape=Disk(0.3, axis=Y))
box = Body("box", mass=2, inertia=(0.02, 0.03, 0.04), shape=Box(0.4, 0.3, 0.2))

fourbar = System("four-bar", joints=[Revolute("q1", GROUND, crank, axis=Z),
        Revolute("q2", crank, coupler, axis=Z, at=(0.4, 0, 0)), Revolute("q3", GROUND, rocker, axis=Z, at=(1, 0, 0))],
    constraints=[Joined("loop", rocker.point("end", (0.8, 0, 0)), coupler.point("end", (1, 0, 0)), along="xy")])   # cut, assembled, branch kept
disk    = System("disk", joints=[Free("d", GROUND, wheel)], loads=[Gravity(along=-GROUND.z)],
    constraints=[Rolling("contact", wheel, on=GROUND.plane(Z))])
block   = System("block", joints=[Free("b", GROUND, box)], loads=[Gravity(along=-GROUND.z)],
    contacts=[Contact("table", box, GROUND.plane(Z), friction=0.4, restitution=0.1)])

turning = simulate(build(fourbar), q=[1.0, -0.4, 1.5], u=[1.0, 0, 0], until=1.0, record=[energy()])
wheeling = simulate(build(disk), q={"d.pz": 0.3}, u={"d.vx": 1.0, "d.wy": 1.0 / 0.3}, until=1.0, record=[energy()])
landing = simulate(build(block), q={"b.pz": 0.5}, u={"b.vx": 1.0, "b.wy": 1.0}, until=2.0)
"""  # noqa: E501
ARM: Final = """
from kane import *

D, E = stanford.bodies["D"], stanford.bodies["E"]     # as in examples/stanford_arm.py
paper = stanford.replace(speeds=[angular_velocity(D).along(a) for a in (D.x, D.y, D.z)] + [rate("q4"), rate("q5"), rate("q6")])
"""  # noqa: E501

MOBILE: Final = """
from kane import *
from kane import mobile

robot = mobile.platform("cart", body=Body("platform", mass=40, centre=(0, 0, 0.15), inertia=(1.667, 1.667, 3.02)),
    wheels=[mobile.Steered("w0", at=(0.3, 0)), mobile.Fixed("w1", at=(-0.3, 0.3)), mobile.Fixed("w2", at=(-0.3, -0.3))],
    arm=load("two_link.toml"), radius=0.15)
run = simulate(build(robot), u=dict(u1=1.0), until=2.0, record=[mobile.wheel_loads(), mobile.tip_over(), mobile.friction_use()],
               events=[When(mobile.tip_over() < 0, mark="tips")])
mobile.figure(run)                                    # top view, energy, friction, tip-over: the paper's figure
"""  # noqa: E501


def ran(script: str, **given: Any) -> tuple[dict[str, Any], str]:
    """The names a script leaves, and what it printed."""
    names, said = dict(given), io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(script, "script", "exec"), names)
    return names, said.getvalue()


def test_wrist_is_written_and_printed_as_designed() -> None:
    said = ran(WRIST)[1]
    customary, rest = said.split("spherical wrist", 1)
    assert customary.splitlines()[0].startswith("rates")
    assert "Partial velocities" in rest
    assert "f3 = -u1*u2*(Z1 - Z2)" in rest  # u̇3 = (I1 − I2) u1 u2 / I3 of (49)
    assert "M diagonal: angular_velocity(C).along(C.x), angular_velocity(C).along(C.y)" in rest
    assert "multiply, divide" in rest


def test_cart_is_written_as_designed_and_rolls_as_63(rng: np.random.Generator) -> None:
    names, _ = ran(CART)
    equations = derive(names["cart"])
    printed = paper.Cart(m_B=20, m_C=2, I_B=1.5, L1=0.4, L2=0.8, L3=0.1)
    q, u = rng.uniform(0.3, 2.0, 4), rng.normal(size=2)
    state = numbered("q", q) | numbered("u", u) | {"x": q[0], "y": q[1]}
    M, f = (at(equations, x, state) for x in (equations.mass_matrix, equations.bias))
    assert close(M, paper.cart_mass_matrix(printed, q), round_off(2e3, 50))
    assert close(f, paper.cart_bias(printed, q, u), round_off(2e4, 100))
    assert names["run"].outcome is Outcome.OK


@pytest.mark.slow
def test_cart_whose_caster_sticks_is_written_as_designed() -> None:
    """The caster slows down, sticks, and from then on moves with the basket."""
    run = ran(SWITCHED)[0]["run"]
    assert run.outcome is Outcome.OK
    (stuck,) = run.events
    assert stuck.name == "caster sticks"
    assert np.ptp(run["q4"][run.t > stuck.t]) < 1e-9


@pytest.mark.slow
def test_loops_wheels_and_contacts_are_written_as_designed() -> None:
    names, _ = ran(ROLLING)
    turning, wheeling, landing = names["turning"], names["wheeling"], names["landing"]
    assert close(np.ptp(turning["energy()"]), 0.0, 1e-7)
    assert close(wheeling["d.px"], wheeling.t, 1e-6)
    assert close(np.ptp(wheeling["energy()"]), 0.0, 1e-6)
    assert landing.ended
    assert close(landing.u[-1], 0.0, 1e-9)
    assert close(landing["b.pz"][-1], 0.1, 1e-9)


def test_arm_of_the_paper_is_written_as_designed(rng: np.random.Generator) -> None:
    names, _ = ran(ARM, stanford=stanford())
    equations, q, u = derive(names["paper"]), rng.uniform(0.5, 1.5, 6), rng.normal(size=6)
    state = numbered("q", q) | numbered("u", u)
    printed = kane_levinson.arm(q, u, kane_levinson.PARAMETERS)
    M = at(equations, equations.mass_matrix, state)
    assert close(M, printed.mass_matrix(), round_off(100.0, 1000))


@pytest.mark.parametrize("script", [WRIST, CART, SWITCHED, ARM])
def test_scripts_are_as_short_as_designed(script: str) -> None:
    assert len(script.strip().splitlines()) <= 23


def test_mobile_robot_is_written_as_designed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT / "examples" / "05_mobile")
    monkeypatch.setenv("MPLBACKEND", "Agg")

    names, _ = ran(MOBILE)

    # platform and links; wheels as light discs of their size, 600 kg/m³, a third of r wide
    loads = names["run"]["wheel_loads"]
    wheels = 3 * 600 * np.pi * 0.15**2 * 0.05
    assert close(loads.sum(axis=1), (55 + wheels) * 9.81, round_off(scale=1000.0, operations=100))
    assert [event.name for event in names["run"].events][:1] == ["tips"]
