"""Meshes by coal, against the convex pair where the mesh is convex; the message without it."""

from __future__ import annotations

import itertools
import sys

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from kane.contact import distance
from kane.contact.mesh import Mesh
from kane.errors import ArgumentError
from kane.model.shapes import Convex
from tests.close import close, round_off
from tests.contact.shapes import hull, pose

CUBE = np.array(list(itertools.product((-0.5, 0.5), repeat=3)))
HERE = (np.eye(3), np.zeros(3))


def meshed(points: np.ndarray) -> Mesh:
    return Mesh(points, ConvexHull(points).simplices)


def test_hulls_as_meshes_are_as_far_apart_as_hulls(rng: np.random.Generator) -> None:
    pytest.importorskip("coal")
    apart = 0
    for _ in range(40):
        (a, points), (b, others) = hull(rng), hull(rng)
        at, to = pose(rng, 2.0), pose(rng, 2.0)
        expected = distance(a, at, b, to)
        if expected.distance > 0.05:
            near = meshed(points).distance(at, meshed(others), to)
            assert close(near.distance, expected.distance, round_off(10.0, 1e6))
            assert close(near.normal, expected.normal, 1e-6)
            apart += 1
    assert apart > 5


def test_a_ring_about_a_bar_is_not_filled() -> None:
    pytest.importorskip("coal")
    faces = [(0, 1, 4), (1, 5, 4), (1, 2, 5), (2, 6, 5), (2, 3, 6), (3, 7, 6), (3, 0, 7), (0, 4, 7)]
    square = [(2.0, 2.0), (-2.0, 2.0), (-2.0, -2.0), (2.0, -2.0)]
    ring = Mesh([(x, y, z) for z in (-0.2, 0.2) for x, y in square], faces)
    near = ring.distance(HERE, meshed(CUBE), HERE)
    assert close(near.distance, 1.5, round_off(4.0, 100))
    filled = Convex(tuple((x, y, z) for z in (-0.2, 0.2) for x, y in square))
    assert distance(filled, HERE, Convex(tuple(map(tuple, CUBE))), HERE).distance < 0


def test_meshes_that_cut_each_other_have_no_normal() -> None:
    pytest.importorskip("coal")
    near = meshed(CUBE).distance(HERE, meshed(CUBE), (np.eye(3), np.array([0.3, 0.2, 0.1])))
    assert near.distance == 0.0
    assert np.isnan(near.normal).all()
    lost = meshed(CUBE).distance((np.eye(3), np.full(3, np.nan)), meshed(CUBE), HERE)
    assert np.isnan(lost.distance)


def test_without_coal_a_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "coal", None)
    with pytest.raises(ArgumentError, match=r"Install kane-dynamics\[contact\]"):
        meshed(CUBE)


@pytest.mark.parametrize(
    ("points", "triangles"),
    [(CUBE[:, :2], [(0, 1, 2)]), (CUBE, [(0, 1, 8)]), (CUBE * np.nan, [(0, 1, 2)])],
)
def test_a_mesh_that_is_none_is_refused(
    points: np.ndarray, triangles: list[tuple[int, int, int]]
) -> None:
    with pytest.raises(ArgumentError, match="Give"):
        Mesh(points, triangles)
