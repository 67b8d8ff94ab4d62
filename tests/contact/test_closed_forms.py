"""Distances that are known in closed form."""

from __future__ import annotations

import numpy as np
import pytest

from kane.contact import distance
from kane.errors import ArgumentError
from kane.model.shapes import Box, Capsule, Convex, Disk, Ellipsoid, Sphere
from tests.close import close, round_off
from tests.contact.shapes import pose

HERE = (np.eye(3), np.zeros(3))
TOLERANCE = round_off(scale=4.0, operations=100)
ONE = Box(1.0, 1.0, 1.0)
TILTED = np.array([[1.0, 0.0, 0.0], [0.0, 0.5**0.5, -(0.5**0.5)], [0.0, 0.5**0.5, 0.5**0.5]])


def at(*place: float) -> tuple[np.ndarray, np.ndarray]:
    return np.eye(3), np.array(place)


@pytest.mark.parametrize("apart", [3.0, 1.5, 1.2, 0.01])
def test_spheres_apart_touching_and_deep_in_each_other(apart: float) -> None:
    across = np.array([2.0, -1.0, 2.0]) / 3
    near = distance(Sphere(1.0), (np.eye(3), across * apart), Sphere(0.5), HERE)
    assert close(near.distance, apart - 1.5, TOLERANCE)
    assert close(near.normal, across, TOLERANCE / apart)
    assert close(near.second, across * 0.5, TOLERANCE / apart)
    assert close(near.first, across * (apart - 1.0), TOLERANCE / apart)


def test_spheres_about_one_place_part_along_some_direction() -> None:
    near = distance(Sphere(1.0), HERE, Sphere(0.5), HERE)
    assert close(near.distance, -1.5, TOLERANCE)
    assert close(np.linalg.norm(near.normal), 1.0, TOLERANCE)


@pytest.mark.parametrize("height", [2.0, 0.3, 1e-3])
def test_capsules_across_each_other(height: float) -> None:
    near = distance(
        Capsule(0.2, 2.0, axis=(1.0, 0.0, 0.0)),
        at(0.3, 0.1, height),
        Capsule(0.3, 2.0, axis=(0.0, 1.0, 0.0)),
        HERE,
    )
    assert close(near.distance, height - 0.5, TOLERANCE)
    assert close(near.normal, [0.0, 0.0, 1.0], TOLERANCE / height)
    assert close(near.first, [0.0, 0.1, height - 0.2], TOLERANCE / height)


def test_capsules_whose_lines_cross_part_at_right_angles_to_both() -> None:
    first = Capsule(0.2, 2.0, axis=(1.0, 0.0, 0.0))
    second = Capsule(0.3, 2.0, axis=(1.0, 1.0, 0.0))
    near = distance(first, at(0.1, 0.05, 0.0), second, HERE)
    assert close(near.distance, -0.5, TOLERANCE)
    assert close(np.abs(near.normal), [0.0, 0.0, 1.0], TOLERANCE)


def test_parallel_capsules_beside_each_other() -> None:
    near = distance(Capsule(0.2, 2.0), at(1.0, 0.0, 0.5), Capsule(0.3, 2.0), HERE)
    assert close(near.distance, 0.5, TOLERANCE)
    assert close(near.normal, [1.0, 0.0, 0.0], TOLERANCE)


@pytest.mark.parametrize("height", [2.0, 1.0, 0.9, 0.6])
def test_boxes_face_to_face(height: float) -> None:
    near = distance(ONE, at(0.1, 0.2, height), ONE, HERE)
    assert close(near.distance, height - 1.0, TOLERANCE)
    assert close(near.normal, [0.0, 0.0, 1.0], TOLERANCE)
    assert close(near.first - near.second, near.distance * near.normal, TOLERANCE)


@pytest.mark.parametrize("gap", [0.4, 1e-3, -1e-3, -0.1])
def test_boxes_edge_across_edge(gap: float) -> None:
    """One stands on its edge along x, the other under it on its edge along y."""
    half = 0.5**0.5
    other = np.array([[half, 0.0, half], [0.0, 1.0, 0.0], [-half, 0.0, half]])
    near = distance(ONE, (TILTED, np.array([0.05, 0.1, 2 * half + gap])), ONE, (other, np.zeros(3)))
    tolerance = TOLERANCE / abs(gap)
    assert close(near.distance, gap, TOLERANCE)
    assert close(near.normal, [0.0, 0.0, 1.0], tolerance)
    assert close(near.second, [0.0, 0.1, half], tolerance)


def test_a_corner_over_a_face() -> None:
    point = Convex(((0.0, 0.0, 0.0), (1.0, 1.0, 5.0), (-1.0, 1.0, 5.0), (0.0, -1.0, 5.0)))
    near = distance(point, at(0.2, -0.3, 0.75), ONE, HERE)
    assert close(near.distance, 0.25, TOLERANCE)
    assert close(near.second, [0.2, -0.3, 0.5], TOLERANCE)


@pytest.mark.parametrize("gap", [0.5, 1e-4, -1e-4, -0.2])
def test_an_ellipsoid_over_a_face(gap: float, rng: np.random.Generator) -> None:
    """h = √Σ(a n)² along the face's normal; a smooth body's normal is good to √ε."""
    half = np.array([0.3, 0.9, 0.5])
    turn, _ = pose(rng)
    h = float(np.linalg.norm(half * turn[2]))
    near = distance(
        Ellipsoid(*half), (turn, np.array([0.0, 0.0, 2.0 + h + gap])), Box(9, 9, 4), HERE
    )
    assert close(near.distance, gap, TOLERANCE)
    assert close(near.normal, [0.0, 0.0, 1.0], 1e-6)


def test_a_disk_over_a_face_touches_with_its_rim(rng: np.random.Generator) -> None:
    turn, _ = pose(rng)
    axis = turn @ np.array([0.0, 0.6, 0.8])
    h = 0.7 * float(np.sqrt(1 - axis[2] ** 2))
    disk = Disk(0.7, axis=(0.0, 3.0, 4.0))
    near = distance(disk, (turn, np.array([0.0, 0.0, 2.5 + h])), Box(9, 9, 4), HERE)
    assert close(near.distance, 0.5, TOLERANCE)


def test_what_has_no_distance_is_refused_in_words() -> None:
    with pytest.raises(ArgumentError, match="no rotation"):
        distance(ONE, (2 * np.eye(3), np.zeros(3)), ONE, HERE)
    with pytest.raises(ArgumentError, match="not \\(3, 3\\)"):
        distance(ONE, (np.eye(2), np.zeros(3)), ONE, HERE)
    with pytest.raises(ArgumentError, match="below 0"):
        distance(Sphere(-1.0), HERE, ONE, HERE)
    with pytest.raises(ArgumentError, match="no distance"):
        distance(Convex(()), HERE, ONE, HERE)
    with pytest.raises(ArgumentError, match="length 0"):
        distance(Disk(1.0, axis=(0.0, 0.0, 0.0)), HERE, ONE, HERE)
