"""Impulses and forces of contacts: complementarity, Coulomb's law, three laws of restitution."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from tests.close import close, method_error, round_off
from tests.sim.modes.contact_calls import Meeting, answer, meeting, struck
from tests.sim.modes.oracle import Matrix

LIMIT = round_off(100.0, 1000)
SHAPES = [(n, contacts, held) for n in (6, 12) for contacts in (1, 2, 3) for held in (0, 2)]


def complementary(S: Matrix, q: Matrix) -> Matrix:
    """x ≥ 0 ⟂ q + S x ≥ 0, by trying which of them are zero."""
    count = len(q)
    for closed in product((False, True), repeat=count):
        pick = np.flatnonzero(closed)
        x = np.zeros(count)
        x[pick] = np.linalg.solve(S[np.ix_(pick, pick)], -q[pick])
        if (x >= -1e-12).all() and (q + S @ x >= -1e-12).all():
            return x
    raise AssertionError("a positive definite S has an answer")


@pytest.mark.parametrize("contacts", [1, 2, 3, 5])
def test_contacts_without_friction_answer_as_the_only_complementary_ones(
    contacts: int, rng: np.random.Generator
) -> None:
    for _ in range(20):
        case = meeting(rng, 8, contacts, 0)
        q = rng.standard_normal(contacts)
        fits, x, w = answer(case, q)
        assert fits
        assert close(x, complementary(case.S, q), LIMIT)
        assert close(w, q + case.S @ x, LIMIT)


@pytest.mark.parametrize("slips", [1, 2])
@pytest.mark.parametrize(("n", "contacts", "bilateral"), SHAPES)
def test_friction_stays_in_its_cone_and_against_the_slip(
    slips: int, n: int, contacts: int, bilateral: int, rng: np.random.Generator
) -> None:
    for _ in range(8):
        case = meeting(rng, n, contacts, slips, bilateral, mu=0.25)
        q = case.J @ (case.u + 0.3 * rng.standard_normal(n))
        fits, x, w = answer(case, q)
        assert fits
        assert close(w, q + case.S @ x, LIMIT)
        assert close(w[:bilateral], 0.0, LIMIT)
        for normal in case.normals:
            judge_contact(case, x, w, int(normal))


def judge_contact(case: Meeting, x: Matrix, w: Matrix, n: int) -> None:
    """x_n ≥ 0 ⟂ w_n ≥ 0 and Coulomb's law."""
    force, slip = x[n + 1 : n + 1 + case.slips], w[n + 1 : n + 1 + case.slips]
    most, speed = case.mu * x[n], float(np.linalg.norm(slip))
    assert x[n] >= -LIMIT
    assert w[n] >= -LIMIT
    assert close(min(x[n], w[n]), 0.0, LIMIT)
    assert np.linalg.norm(force) <= most * (1 + 1e-9) + LIMIT
    if speed > 1e-9:
        assert close(force, -most * slip / speed, 1e-6 * (1 + most))


@pytest.mark.parametrize("slips", [0, 1, 2])
@pytest.mark.parametrize("law", ["newton", "poisson", "stronge"])
def test_a_plastic_impact_never_gains_energy_and_tells_what_it_loses(
    slips: int, law: str, rng: np.random.Generator
) -> None:
    for _ in range(20):
        case = meeting(rng, 9, 2, slips, 1, mu=0.4, law=law)
        fits, u, gained = struck(case)
        assert fits
        assert close(case.energy(u) - case.energy(case.u), gained, LIMIT)
        assert gained <= LIMIT
        assert (case.J[case.normals] @ u >= -LIMIT).all()
        assert close(case.J[:1] @ u, 0.0, LIMIT)


@pytest.mark.parametrize("law", ["newton", "poisson", "stronge"])
def test_a_single_contact_without_friction_rebounds_alike_by_all_laws(
    law: str, rng: np.random.Generator
) -> None:
    for _ in range(10):
        case = meeting(rng, 7, 1, 0, 2, e=0.6, law=law)
        fits, u, gained = struck(case)
        assert fits
        (before,), (after,) = case.J[case.normals] @ case.u, case.J[case.normals] @ u
        assert close(after, -0.6 * before, LIMIT)
        assert close(case.energy(u) - case.energy(case.u), gained, LIMIT)
        assert gained < 0


@pytest.mark.parametrize("slips", [1, 2])
def test_stronges_law_never_gains_energy(slips: int, rng: np.random.Generator) -> None:
    for _ in range(30):
        case = meeting(rng, 6, 1, slips, mu=rng.uniform(0, 1), e=rng.uniform(0, 1), law="stronge")
        fits, u, gained = struck(case)
        assert fits
        assert close(case.energy(u) - case.energy(case.u), gained, LIMIT)
        assert gained <= LIMIT


def path(case: Meeting, steps: int) -> tuple[Matrix, float]:
    """v at the end of an impact by Stronge's law, by small steps of its normal impulse, and how
    long they are."""
    S, v = case.S, case.v.copy()
    h, work, compression = -v[0] / S[0, 0] / steps, 0.0, 0.0
    restoring = False
    while True:
        slip = v[1:] / max(float(np.linalg.norm(v[1:])), 1e-3 * h)
        slope = S[:, 0] - case.mu * S[:, 1:] @ slip
        work += h * (v[0] + 0.5 * h * slope[0])
        v = v + h * slope
        if not restoring and v[0] >= 0:
            restoring, compression = True, work
        if restoring and work >= (1 - case.e**2) * compression:
            return v, h


@pytest.mark.parametrize("slips", [1, 2])
def test_stronges_law_follows_the_path_of_the_normal_impulse(
    slips: int, rng: np.random.Generator
) -> None:
    steps = 4000
    for _ in range(4):
        case = meeting(rng, 5, 1, slips, mu=0.3, e=0.7, law="stronge")
        _, u, _ = struck(case)
        v, h = path(case, steps)
        assert close(case.J @ u, v, method_error(h, 1, 10 * float(np.abs(case.S).max())))


def test_newtons_law_with_friction_may_gain_and_tells_it(rng: np.random.Generator) -> None:
    cases = [meeting(rng, 3, 1, 1, mu=0.9, e=1.0) for _ in range(300)]
    gains = [gained for fits, _, gained in map(struck, cases) if fits]
    assert max(gains) > 1e-3  # Kane's paradox: hence Stronge's law
    assert min(gains) < 0


def test_poissons_restitution_returns_its_share_of_the_impulse(rng: np.random.Generator) -> None:
    for _ in range(10):
        case = meeting(rng, 6, 1, 1, mu=0.2, e=0.5, law="poisson")
        plastic = struck(meeting_like(case, e=0.0))[1]
        _, u, _ = struck(case)
        n = int(case.normals[0])
        X = np.linalg.solve(case.M, case.J.T)
        first = np.linalg.lstsq(X, plastic - case.u, rcond=None)[0][n]
        whole = np.linalg.lstsq(X, u - case.u, rcond=None)[0][n]
        assert close(whole, 1.5 * first, LIMIT)


def meeting_like(case: Meeting, e: float) -> Meeting:
    """The same meeting with another restitution."""
    return Meeting(
        M=case.M, J=case.J, u=case.u, bilateral=case.bilateral, slips=case.slips, mu=case.mu,
        e=e, law=case.law,
    )  # fmt: skip
