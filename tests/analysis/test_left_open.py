"""What follows from contacts being open is said, and refused where one touches."""

from __future__ import annotations

import numpy as np
import pytest

from kane import (
    GROUND,
    ArgumentError,
    Body,
    Gravity,
    Limits,
    ModelError,
    Revolute,
    System,
    Z,
    build,
    equilibrium,
    linearize,
)
from kane.machine.model import Model
from tests.close import close, round_off

G = 9.80665
LENGTH = 0.7


def pendulum(lower: float, upper: float) -> Model:
    """A point of 2 kg at 0.7 m, hanging down at q = 0, between stops."""
    rod = Body("rod", mass=2, centre=(0, -LENGTH, 0))
    joint = Revolute("q", GROUND, rod, axis=Z)
    down = Gravity(along=-GROUND.y, magnitude=G)
    stops = [Limits("q", lower, upper)]
    return build(System("pendulum", joints=[joint], loads=[down], contacts=stops))


def test_open_stops_leave_small_motions_alone_and_are_named() -> None:
    """ω² = g/l."""
    linear = linearize(pendulum(-0.5, 0.5), q={"q": 0.0})
    assert linear.left_open == ("limits of q, lower", "limits of q, upper")
    assert "open contacts: limits of q, lower, limits of q, upper" in str(linear)
    swings = [0.0 - 1j * np.sqrt(G / LENGTH), 1j * np.sqrt(G / LENGTH)]
    assert close(linear.eigenvalues.imag, np.imag(swings), round_off(10, 100))


@pytest.mark.parametrize("q", [0.2, 0.1], ids=["at the stop", "behind it"])
def test_small_motions_through_a_stop_are_refused(q: float) -> None:
    with pytest.raises(ArgumentError, match=r"contact 'limits of q, lower' .* touches here"):
        linearize(pendulum(0.2, 0.5), q={"q": q})


def test_a_rest_behind_a_stop_is_none() -> None:
    with pytest.raises(ArgumentError, match=r"'limits of q, lower' .* touches here"):
        equilibrium(pendulum(0.2, 0.5), q={"q": 0.3})
    assert abs(equilibrium(pendulum(-0.2, 0.5), q={"q": 0.3}).q["q"]) < round_off(1, 10)


def test_where_no_rest_is_found_contacts_are_told_to_carry_nothing() -> None:
    with pytest.raises(ArgumentError, match=r"'limits of q, upper'. carry nothing here"):
        equilibrium(pendulum(0.2, 0.5), q={"q": 0.3}, held=["q"])


def test_a_stop_among_constraints_is_told_where_it_belongs() -> None:
    joint = Revolute("q", GROUND, Body("rod", mass=1), axis=Z)
    with pytest.raises(ModelError, match="Give it among the contacts"):
        System("stopped", joints=[joint], constraints=[Limits("q", 0.0, 1.0)])  # type: ignore[list-item]
