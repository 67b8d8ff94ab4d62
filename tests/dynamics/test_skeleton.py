"""Lines for pictures: bodies reach to where their loops are closed."""

from __future__ import annotations

from kane import GROUND, Body, Revolute, System, Y, Z
from kane.dynamics.skeleton import closed_at, skeleton
from kane.model.closures import Closed, Constraint, Joined
from kane.model.constraints import Configuration
from kane.model.quantities import position


def test_a_body_has_a_line_to_each_end_of_a_loop() -> None:
    a, b = (Body(name, mass=1, inertia=(1, 1, 1)) for name in "ab")
    P, Q = a.point("P", (1, 0, 0)), b.point("Q", (0, 1, 0))
    joints = (Revolute("q1", GROUND, a, axis=Z), Revolute("q2", GROUND, b, axis=Z))
    closing: list[Constraint] = [
        Joined("loop", P, Q, along="xy"),
        Closed(Revolute("hinge", a, b, axis=Y, at=P, on=Q)),
        Configuration("level", position(P, Q).along(GROUND.x) == 0),
    ]
    system = System("two", joints=joints, constraints=closing)
    ends = tuple(closed_at(system.constraints))
    found = skeleton(joints, ends)
    assert [end.position for end in ends] == [P.position, Q.position] * 2
    lines = {(found.points[i].frame, found.points[j].position) for i, j in found.segments}
    assert (a, P.position) in lines
    assert (b, Q.position) in lines
