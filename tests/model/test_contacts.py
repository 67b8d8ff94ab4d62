"""Contacts of shapes and limits: what they are made of, and what is refused in words."""

from __future__ import annotations

from typing import Any

import pytest

from kane import (
    GROUND,
    Body,
    Box,
    Capsule,
    Contact,
    Convex,
    Disk,
    Ellipsoid,
    Free,
    Limits,
    Rolling,
    Sphere,
    System,
    Y,
    Z,
)
from kane.errors import ModelError
from kane.formats.toml_write import text_of
from kane.model.shapes import Shape

FLOOR = GROUND.plane(Z)


def body(name: str, shape: Any) -> Body:
    return Body(name, mass=1, inertia=(1, 1, 1), shape=shape)


@pytest.mark.parametrize(
    ("shape", "points"),
    [
        (Sphere(0.1), 1),
        (Capsule(0.1, 0.4), 2),
        (Box(1, 2, 3), 8),
        (Box(1, 0, 3), 4),
        (Disk(0.2), 1),
        (Ellipsoid(1, 2, 3), 1),
        (Convex(((0, 0, 0), (1, 0, 0), (0, 1, 0))), 3),
    ],
    ids=str,
)
def test_a_shape_meets_a_plane_in_its_points(shape: Shape, points: int) -> None:
    contact = Contact("floor", body("b", shape), FLOOR, friction=0.2)
    assert len(contact.points) == points
    assert all(len(point.slip) == 2 for point in contact.points)
    assert len({point.name for point in contact.points}) == points


def test_in_a_plane_motion_slip_has_one_direction_and_without_friction_none() -> None:
    ball = body("b", Sphere(0.1))
    (flat,) = Contact("floor", ball, FLOOR, friction=0.2, across=GROUND.y).points
    (smooth,) = Contact("floor", ball, FLOOR).points
    assert (len(flat.slip), len(smooth.slip)) == (1, 0)


def test_a_wheel_rolls_with_the_radius_and_axis_of_its_shape() -> None:
    wheel = body("wheel", Disk(0.3, axis=Y))
    rim = Rolling("road", wheel, on=FLOOR).rim
    assert rim.radius == 0.3
    assert rim.axis is not None
    assert rim.axis.components == Y


@pytest.mark.parametrize(
    ("contact", "told"),
    [
        (lambda: Contact("c", body("b", None), FLOOR).points, "'b' has no shape"),
        (lambda: Contact("c", FLOOR, body("b", Sphere(1))).points, "plane comes first"),
        (lambda: Contact("c", FLOOR, GROUND.plane(Y)).points, "both are planes"),
        (lambda: Contact("c", 3, FLOOR).points, "nothing that can touch"),  # type: ignore[arg-type]
        (
            lambda: Contact("c", body("a", Disk(1)), body("b", Sphere(1))).points,
            "can touch planes alone",
        ),
        (
            lambda: Contact("c", body("a", Box(1, 1, 1)), body("b", Box(1, 1, 1))).points,
            "neither of the two is round",
        ),
        (
            lambda: (
                Contact("c", body("a", Box(1, 1, 1, rounding=0.1)), body("b", Box(1, 1, 1))).points
            ),
            "no closed form",
        ),
        (lambda: Limits("q").points, "neither a lower nor an upper"),
        (lambda: Limits("q", 2, 1).points, "not below"),
        (lambda: Rolling("r", body("b", None), on=FLOOR).rim, "tells none"),
        (lambda: body("b", 3), "its shape is of type int"),
        (lambda: body("b", Box(1, 0, 0)), "1 sizes that are not 0"),
        (lambda: body("b", Convex(((0, 0, 0),))), "1 points"),
    ],
)
def test_what_cannot_touch_is_refused_in_words(contact: Any, told: str) -> None:
    with pytest.raises(ModelError, match=told):
        contact()


def test_a_shape_is_kept_in_a_file() -> None:
    wheel = body("wheel", Disk(0.3, axis=Y))
    system = System("wheel", joints=[Free("d", GROUND, wheel)])
    assert 'shape = { type = "disk", radius = 0.3, axis = "y" }' in text_of(system)
