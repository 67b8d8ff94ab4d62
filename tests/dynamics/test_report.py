"""What equations print: which forces stand in them and which cancel, and what each way costs."""

from __future__ import annotations

import pytest

from kane import (
    GROUND,
    Body,
    Force,
    Gravity,
    Prismatic,
    System,
    X,
    derive,
    inputs,
)
from kane.dynamics.equations import Equations
from kane.dynamics.equations_report import latex_report
from kane.errors import ArgumentError
from kane.model.loads import Load
from tests.systems import cart, stanford, wrist
from tests.textbook import gillespie as paper
from tests.textbook import ours


def rows(printed: str, title: str) -> dict[str, list[str]]:
    """A section's lines by their first words."""
    section = printed.split(title, 1)[1].split("\n\n", 1)[0]
    lines = [line.strip().split("  ") for line in section.splitlines()[1:]]
    return {cells[0]: [cell.strip() for cell in cells[1:] if cell.strip()] for cells in lines}


def test_forces_that_do_no_work_cancel_in_the_table() -> None:
    found = rows(str(derive(cart())), "force by force")
    assert found["1 Force"] == ["F", "-"]
    assert found["2 Torque"] == ["-", "tau"]
    assert found["reactions in x y q3, q4"] == ["-", "-"]
    assert found["what keeps 'rear wheels'"] == found["what keeps 'front wheel'"] == ["-", "-"]


def test_friction_cancels_once_the_disk_rolls() -> None:
    sliding, rolling = (
        rows(str(derive(ours.disk(paper.Disk(), rolling=rolls))), "force by force")
        for rolls in (False, True)
    )
    assert "Ff" in "".join(sliding["together F_r"])
    assert "Ff" not in "".join(rolling["together F_r"])  # the force and its torque about the centre


def test_a_load_across_every_motion_is_told_to_do_no_work() -> None:
    (F,) = inputs("F")
    system = stanford()
    force = Force(F * GROUND.x, at=system.bodies["A"].mass_centre)  # A turns about its mass centre
    found = rows(str(derive(system.replace(loads=[force]))), "force by force")
    assert set(found["1 Force"]) == {"-"}


def test_every_formulation_is_counted() -> None:
    found = rows(str(derive(stanford())), "Operations, as derived")
    assert {"M by sums of partial velocities", "M from composite bodies"} < found.keys()
    assert {"tau by its own recursion", "tau as M u' + f"} < found.keys()
    assert "u' by articulated bodies" in found


def test_operations_print_a_line_for_each_part() -> None:
    printed = str(derive(wrist().replace(loads=[Gravity(along=-GROUND.x)])).operations)
    names = [line.split()[0] for line in printed.splitlines()]
    assert names == ["rates", "mass_matrix", "bias", "inverse_dynamics", "together"]


def driven() -> Equations:
    """A slider pushed by F and by the square of a."""
    F, a = inputs("F", "a")
    body = Body("b", mass=1, inertia=(1, 1, 1))
    pushed = Force((3 * F + a**2) * GROUND.x, at=body.mass_centre)
    joints = [Prismatic("q1", GROUND, body, axis=X)]
    return derive(System("motor", joints=joints, loads=[pushed]))


def test_what_inputs_do_is_printed() -> None:
    """M u̇ + f = B a with B beside M and f, as text, LaTeX and SymPy."""
    equations = driven()
    printed = str(equations)
    assert "Dynamics  M u' + f = B a,  a = (F),  f with a, in which loads are not" in printed
    assert printed.count("B11 = 3\n") == equations.text().count("B11 = 3") == 1
    assert "f1 = -a**2\n" in equations.text()
    assert "B_{11} &= 3" in equations.latex()
    assert "M \\dot u + f = B a, \\quad a = (F)" in latex_report(equations)
    matrices = equations.sympy()
    assert (str(matrices.inputs[0]), str(matrices.nonlinear_inputs[0])) == ("F", "a")
    assert (matrices.B[0], str(matrices.f[0])) == (3, "-a**2")


def test_inputs_that_cancel_are_gone() -> None:
    (F,) = inputs("F")
    body = Body("b", mass=1, inertia=(1, 1, 1))
    loads: list[Load] = [
        Gravity(along=GROUND.x),
        *(Force(f * GROUND.x, at=body.mass_centre) for f in (F, -F)),
    ]
    system = System("idle", joints=[Prismatic("q1", GROUND, body, axis=X)], loads=loads)
    assert rows(str(derive(system)), "force by force")["together F_r"] == ["9.81"]


def test_everything_that_occurs_twice_gets_a_name_on_request() -> None:
    equations = derive(wrist().replace(loads=[Gravity(along=-GROUND.x)]))
    plain, named = equations.text(), equations.text("shared")
    assert named.count("\nZ") > plain.count("\nZ") > 0
    for line in named.splitlines():
        left, right = line.split(" = ")
        assert not left.startswith("Z") or named.count(left) > 1, right


def test_other_ways_of_naming_are_refused() -> None:
    with pytest.raises(ArgumentError, match="long"):
        derive(wrist()).text("never")  # type: ignore[arg-type]
