"""Every law of random systems, on many: one to six joints of any kind, speeds, constraints."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final

import numpy as np
import pytest

from tests.draw import Clock
from tests.laws import test_dynamics_constraints as constraints
from tests.laws import test_dynamics_energy as energy
from tests.laws import test_dynamics_forces as forces
from tests.laws import test_dynamics_motion as motion
from tests.laws import test_dynamics_reactions as reactions
from tests.random_cases import random_case, random_pair
from tests.random_systems import Moment

Law = Callable[[Moment], None]
ALWAYS: Final[tuple[Law, ...]] = (
    motion.check_places,
    motion.check_velocities,
    motion.check_accelerations,
    motion.check_partial_velocities,
    motion.check_remainders,
    motion.check_rates,
    motion.check_definitions,
    forces.check_inverse_dynamics,
    forces.check_mass_matrix,
    forces.check_affine,
    forces.check_inputs,
    forces.check_changed_inputs,
    forces.check_kanes_equation,
    forces.check_contributions,
    forces.check_forward_dynamics,
    energy.check_kinetic_energy,
    energy.check_potential_energy,
    energy.check_momentum,
    energy.check_momentum_rates,
    reactions.check_reactions,
    reactions.check_power,
    constraints.check_kept,
    constraints.check_dependent,
)
STEADY: Final[tuple[Law, ...]] = (energy.check_quadratic_form, energy.check_power)


@pytest.mark.slow
@pytest.mark.parametrize("draw", range(16))
def test_every_law_holds(draw: int) -> None:
    check_all(draw)


def check_all(draw: int) -> None:
    """All laws on the system of this number."""
    rng = np.random.default_rng([int(os.environ.get("KANE_SEED", "1983")), draw])
    case = random_case(rng)
    moment = random_pair(rng, case).moment(rng)
    for law in ALWAYS:
        law(moment)
    if case.clock is Clock.STANDS:
        for law in STEADY:
            law(moment)
    if moment.pair.rows:
        constraints.check_rows(moment)
