"""The loads of a model file: one Form a kind, told by one of its keys.

    [loads]
    push = { force = "F * basket.x", at = "P1" }

From: toml_forms.py    Next: toml_constraints.py
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final

from kane.formats.toml_contacts import ContactTable
from kane.formats.toml_forms import Field, Form
from kane.formats.toml_kinds import Number, Values
from kane.formats.toml_places import (
    CoordinateName,
    FrameName,
    PointName,
)
from kane.formats.toml_reading import Reading
from kane.formats.toml_vectors import (
    VectorText,
)
from kane.geometry.vector import GROUND
from kane.model.dimension import (
    ACCELERATION,
    FIELD,
    LENGTH,
    STIFFNESS,
    TIME,
    TORQUE,
    Dimension,
)
from kane.model.loads import (
    BaseAcceleration,
    Force,
    Gravity,
    JointDamper,
    JointForce,
    JointFriction,
    JointSpring,
    PointMass,
    SpringDamper,
    Torque,
)
from kane.model.penalty import Penalty

Along = Callable[[Dimension], Dimension]


def _along(of: Along) -> Number:
    """A scalar whose dimension depends on that of the coordinate it acts along."""

    def dimension(reading: Reading, values: Values) -> Dimension | None:
        kind = reading.kinds.get(values.get("coordinate", ""))
        return of(kind) if kind else None

    return Number(dimension=dimension)


def _form(kind: type, key: str, about: str, named: dict[str, str], *made: Field) -> Form:
    """The form of a load; `named` are the attributes whose keys in the file have other names."""
    attributes = {named.get(item.name, item.name): item.name for item in fields(kind)}

    def make(values: Values) -> Any:
        return kind(**{attributes[name]: value for name, value in values.items()})

    def of(load: Any) -> Values | None:
        if not isinstance(load, kind):
            return None
        return {name: getattr(load, attribute) for name, attribute in attributes.items()}

    return Form(key=key, about=about, fields=made, make=make, of=of)


def _needed(name: str, kind: Any, about: str) -> Field:
    return Field(name=name, kind=kind, about=about, required=True)


def _maybe(name: str, kind: Any, about: str, default: Any) -> Field:
    return Field(name=name, kind=kind, about=about, default=default)


_COORDINATE: Final = _needed("coordinate", CoordinateName(), "along which it acts.")

LOADS: Final[tuple[Form, ...]] = (
    _form(
        Gravity,
        "gravity",
        "A uniform field.",
        {"along": "gravity"},
        _needed("gravity", VectorText(), 'its direction, "-ground.z".'),
        _maybe("magnitude", Number(dimension=ACCELERATION), "g.", 9.81),
    ),
    _form(
        BaseAcceleration,
        "base_acceleration",
        "The ground itself accelerates.",
        {"vector": "base_acceleration"},
        _needed("base_acceleration", VectorText(), "of the ground."),
    ),
    _form(
        PointMass,
        "point_mass",
        "A central field about a point of the ground.",
        {"mu": "point_mass"},
        _needed("point_mass", Number(dimension=FIELD), "its μ."),
        _needed("at", PointName(), "its middle."),
    ),
    _form(
        Force,
        "force",
        "A force at a point.",
        {"vector": "force"},
        _needed("force", VectorText(), "the vector."),
        _needed("at", PointName(), "where it acts."),
    ),
    _form(
        Torque,
        "torque",
        "A torque on a body, and its opposite on another.",
        {"vector": "torque"},
        _needed("torque", VectorText(), "the vector."),
        _needed("on", FrameName(), "the body."),
        _maybe("reaction_on", FrameName(), "who takes its opposite.", GROUND),
    ),
    _form(
        JointForce,
        "joint_force",
        "The force or torque of a joint along a coordinate: an actuator.",
        {"value": "joint_force"},
        _COORDINATE,
        _needed("joint_force", _along(lambda kind: TORQUE / kind), "its value."),
    ),
    _form(
        JointSpring,
        "joint_spring",
        "−k (q − rest) along a coordinate.",
        {"stiffness": "joint_spring"},
        _COORDINATE,
        _needed("joint_spring", _along(lambda kind: TORQUE / kind / kind), "its stiffness k."),
        _maybe("rest", _along(lambda kind: kind), "where it rests.", 0),
    ),
    _form(
        JointDamper,
        "joint_damper",
        "−c q̇ along a coordinate.",
        {"damping": "joint_damper"},
        _COORDINATE,
        _needed("joint_damper", _along(lambda kind: TORQUE / kind / kind * TIME), "its c."),
    ),
    _form(
        JointFriction,
        "joint_friction",
        "Coulomb and viscous friction along a coordinate.",
        {"coulomb": "joint_friction"},
        _COORDINATE,
        _needed("joint_friction", _along(lambda kind: TORQUE / kind), "Coulomb's part."),
        _maybe("viscous", _along(lambda kind: TORQUE / kind / kind * TIME), "the other part.", 0),
        _maybe("width", _along(lambda kind: kind / TIME), "the speed of 76 % of it.", 1e-3),
    ),
    _form(
        SpringDamper,
        "spring_damper",
        "A spring and a damper between two points.",
        {"stiffness": "spring_damper", "start": "from", "end": "to"},
        _needed("spring_damper", Number(dimension=STIFFNESS), "its stiffness."),
        _needed("from", PointName(), "one end."),
        _needed("to", PointName(), "the other end."),
        _maybe("damping", Number(dimension=STIFFNESS * TIME), "its damping.", 0),
        _maybe("length", Number(dimension=LENGTH), "where it pulls nothing.", 0),
    ),
    _form(
        Penalty,
        "penalty",
        "A contact as a load: springs and dampers where shapes overlap.",
        {"contact": "penalty"},
        _needed("penalty", ContactTable(), "the contact."),
        _needed("stiffness", Number(), "in N/m^(3/2)."),
        _maybe("damping", Number(), "in N s/m^(5/2).", 0),
        _maybe("width", Number(), "the slip's speed of 71 % of friction, in m/s.", 1e-3),
    ),
)
