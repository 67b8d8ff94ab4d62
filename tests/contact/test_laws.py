"""Hulls against other programs' answers; what holds of all pairs, also of what is ill-posed."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.optimize import nnls
from scipy.spatial import ConvexHull

from kane.contact import Near, candidates, distance
from kane.contact.broad import meet, swept
from kane.contact.separation import packed
from kane.model.shapes import Box, Convex, Ellipsoid, Shape, Sphere
from tests.close import close, round_off
from tests.contact.shapes import ROUND, Posed, differences, hull, plain, pose

TOLERANCE = round_off(scale=10.0, operations=400)
PAIRS: list[tuple[Shape, Shape]] = list(itertools.combinations_with_replacement(ROUND, 2))
SMOOTH = 1e-6  # where a surface is curved, places err by the root of what the distance errs


def whole(near: Near) -> np.ndarray:
    return np.concatenate([[near.distance], near.normal, near.first, near.second])


def least(points: np.ndarray) -> float:
    """min |Σ λ y| over λ ≥ 0, Σ λ = 1: a least-distance problem as one of least squares."""
    weights, _ = nnls(np.vstack([points.T, np.ones(len(points))]), [0.0, 0.0, 0.0, 1.0])
    return float(np.linalg.norm(points.T @ weights / weights.sum()))


def test_hulls_apart_and_overlapping(rng: np.random.Generator) -> None:
    """Apart by quadratic programming; overlapping by every facet of the hull of A − B."""
    apart = overlapping = 0
    for _ in range(300):
        (a, points), (b, others) = hull(rng), hull(rng)
        at, to = pose(rng, 1.5), pose(rng, 1.5)
        near, all_of = distance(a, at, b, to), differences(points, at, others, to)
        deepest = float(ConvexHull(all_of).equations[:, 3].max())
        expected = least(all_of) if deepest >= 0 else deepest
        assert close(near.distance, expected, TOLERANCE)
        assert close(near.first - near.second, near.distance * near.normal, TOLERANCE)
        apart, overlapping = apart + (deepest > 0), overlapping + (deepest < 0)
    assert min(apart, overlapping) > 80


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_either_order_and_any_place_give_the_same(
    a: Shape, b: Shape, rng: np.random.Generator
) -> None:
    for spread in (0.05, 0.4, 2.0):
        at, to = pose(rng, spread), pose(rng, spread)
        turn, move = pose(rng)
        moved = [(turn @ r, turn @ p + move) for r, p in (at, to)]
        near, back = distance(a, at, b, to), distance(b, to, a, at)
        also = distance(a, moved[0], b, moved[1])
        if near.distance > -0.02:  # deeper, two ways to part may be equally long
            assert close(back.normal, -near.normal, SMOOTH)
            assert close(also.normal, turn @ near.normal, SMOOTH)
            assert close(back.distance, near.distance, TOLERANCE)
            assert close(also.distance, near.distance, TOLERANCE)
        places = TOLERANCE if near.distance > 0 else SMOOTH
        assert close(near.first - near.second, near.distance * near.normal, places)


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_moved_out_by_the_depth_they_just_touch(
    a: Shape, b: Shape, rng: np.random.Generator
) -> None:
    at, to = pose(rng, 0.05), pose(rng, 0.05)
    near = distance(a, at, b, to)
    assert near.distance < 0
    out = (at[0], at[1] - near.distance * near.normal)
    assert close(distance(a, out, b, to).distance, 0.0, SMOOTH)


def test_plain_and_native_agree(rng: np.random.Generator) -> None:
    for a, b in PAIRS:
        at, to = pose(rng, 0.9), pose(rng, 0.9)
        near = whole(distance(a, at, b, to))
        assert close(plain(a, at, b, to)[0], near[0], TOLERANCE)
        assert close(plain(a, at, b, to), near, SMOOTH)


@pytest.mark.parametrize(
    "points",
    [
        ((0.0, 0.0, 0.0),) * 4,
        ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (2.0, 0.0, 0.0), (1.0, 0.0, 0.0)),
        ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (1.0, 1.0, 0.0)),
        ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1e-13)),
    ],
)
def test_hulls_without_volume(points: tuple[tuple[float, float, float], ...]) -> None:
    flat = Convex(points)
    here = (np.eye(3), np.zeros(3))
    for above in (0.25, 1e-9, 0.0):
        near = distance(flat, (np.eye(3), np.array([0.0, 0.0, above])), flat, here)
        assert close(near.distance, above, 2e-13)
        assert close(near.first - near.second, near.distance * near.normal, TOLERANCE)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_nan_and_infinity_come_out_as_nan(bad: float) -> None:
    here = (np.eye(3), np.zeros(3))
    away: Posed = (np.eye(3), np.array([0.0, bad, 0.0]))
    for shape in ROUND:
        assert np.isnan(whole(distance(shape, away, Sphere(1.0), here))).all()
    lost = Convex(((1.0, 0.0, 0.0), (0.0, bad, 0.0), (0.0, 0.0, 1.0)))
    for other in (Sphere(bad), Ellipsoid(1.0, bad, 1.0), Box(bad, 1.0, 1.0), lost):
        assert np.isnan(whole(distance(ROUND[2], here, other, here))).all()


def test_candidates_are_the_pairs_whose_boxes_meet(rng: np.random.Generator) -> None:
    bodies = [(ROUND[k % len(ROUND)], pose(rng, 2.0)) for k in range(40)]
    found = candidates(bodies, margin=0.1)
    near = [
        (i, j)
        for i, j in itertools.combinations(range(40), 2)
        if distance(*bodies[i], *bodies[j]).distance <= 0.2
    ]
    assert set(near) <= set(found)
    assert 0 < len(near) <= len(found) < 40 * 39 // 4
    assert candidates([]) == candidates(bodies[:1]) == []


def test_the_sweep_finds_what_every_pair_looked_at_finds(rng: np.random.Generator) -> None:
    low = rng.uniform(size=(12, 3))
    boxes = np.hstack([low, low + rng.uniform(0.0, 0.5, size=(12, 3))])
    boxes[3, 1] = boxes[7, 3] = np.nan
    order, pairs = np.arange(12), np.zeros(2 * 66, dtype=np.int64)
    count = swept(boxes.ravel(), 12, order, pairs, 66)
    found = {tuple(one) for one in pairs[: 2 * count].reshape(-1, 2).tolist()}
    every = itertools.combinations(range(12), 2)
    assert found == {(i, j) for i, j in every if meet(boxes[i].copy(), boxes[j].copy())}
    assert len(found) == count
    assert swept(boxes.ravel(), 12, order, pairs, 0) == count


def test_numbers_of_a_shape_are_where_support_looks_for_them() -> None:
    numbers = packed(Sphere(0.5, at=(1.0, 0.0, 0.0)), (np.eye(3), np.array([0.0, 2.0, 0.0])))
    assert numbers[2] == 0.5
    assert list(numbers[12:15]) == [1.0, 2.0, 0.0]
