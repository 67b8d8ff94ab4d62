"""What equations print: which forces stand in them and which cancel, and what each way costs."""

from __future__ import annotations

import pytest

from kane import (
    GROUND,
    Body,
    DerivationError,
    Force,
    Gravity,
    Prismatic,
    System,
    X,
    derive,
    inputs,
)
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


def test_a_load_that_is_not_linear_in_its_input_is_refused_by_name() -> None:
    (F,) = inputs("F")
    body = Body("b", mass=1, inertia=(1, 1, 1))
    loads: list[Load] = [Gravity(along=GROUND.x), Force(F * F * GROUND.x, at=body.mass_centre)]
    system = System("motor", joints=[Prismatic("q1", GROUND, body, axis=X)], loads=loads)
    with pytest.raises(DerivationError, match="System 'motor', load '2 Force' is not linear in"):
        str(derive(system))


def test_inputs_that_cancel_are_gone() -> None:
    (F,) = inputs("F")
    body = Body("b", mass=1, inertia=(1, 1, 1))
    loads: list[Load] = [
        Gravity(along=GROUND.x),
        *(Force(f * GROUND.x, at=body.mass_centre) for f in (F, -F)),
    ]
    system = System("idle", joints=[Prismatic("q1", GROUND, body, axis=X)], loads=loads)
    assert rows(str(derive(system)), "force by force")["together F_r"] == ["9.81"]
