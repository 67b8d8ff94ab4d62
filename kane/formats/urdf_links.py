"""URDF's links: mass, inertia and shapes, as the file has them.

The inertia stands along the axes of the inertial frame, about the mass centre; a body of ours
has it along the link's own axes, I_L = R I Rᵀ.

From: values.py    Next: urdf_joints.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from kane.formats.loaded import Box, Capsule, Cylinder, Geometry, Mesh, Role, Shape, Sphere, What
from kane.formats.markup import Element
from kane.formats.values import Reading, shown
from kane.geometry.rotation import Matrix, Rows
from kane.geometry.vector import Components

Colour = tuple[float, float, float, float]
NO_INERTIA: Final[Rows] = ((0, 0, 0), (0, 0, 0), (0, 0, 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Inertial:
    """Mass, mass centre and central inertia along the link's axes."""

    mass: float
    centre: Components
    inertia: Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class UrdfLink:
    """A link; without `inertial` it is massless."""

    name: str
    line: int
    inertial: Inertial | None
    shapes: tuple[Shape, ...]


def links_of(robot: Element, reading: Reading) -> dict[str, UrdfLink]:
    """The links by name."""
    colours = _colours(robot, reading)
    found: dict[str, UrdfLink] = {}
    for element in robot.all("link"):
        name = reading.name(element, "name", "a link")
        if name in found:
            what = f"link '{name}' is already in line {found[name].line}."
            reading.source.fault(element.line, what, "Give each link a name of its own.")
        elif name:
            found[name] = _link(element, name, reading, colours)
    return found


def _link(element: Element, name: str, reading: Reading, colours: Mapping[str, Colour]) -> UrdfLink:
    owner = f"link '{name}'"
    inertials = list(element.all("inertial"))
    if len(inertials) > 1:
        what = f"{owner} has {len(inertials)} <inertial>."
        reading.source.fault(inertials[1].line, what, "Keep one.")
    shapes = [
        shape
        for role in Role
        for each in element.all(role.value)
        for shape in _shapes(each, role, name, reading, colours)
    ]
    note_rest(element, {"inertial", "visual", "collision"}, reading)
    return UrdfLink(
        name=name,
        line=element.line,
        inertial=_inertial(inertials[0], owner, reading) if inertials else None,
        shapes=tuple(shapes),
    )


def _inertial(element: Element, owner: str, reading: Reading) -> Inertial | None:
    mass_in, inertia_in = element.first("mass"), element.first("inertia")
    for tag, part in (("mass", mass_in), ("inertia", inertia_in)):
        if part is None:
            what = f"{owner}: its <inertial> has no <{tag}>."
            remedy = f"Give the {tag}, or leave <inertial> out if the link is massless."
            reading.source.fault(element.line, what, remedy)
    if mass_in is None or inertia_in is None:
        return None
    note_rest(element, {"origin", "mass", "inertia"}, reading)
    mass = reading.number(mass_in, "value", owner)
    centre, axes = reading.origin(element.first("origin"), owner)
    if mass < 0:
        what = f"{owner}: its mass is {mass:g} kg, which is negative."
        reading.source.fault(mass_in.line, what, "Give zero or more; check the sign.")
    entries = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    xx, xy, xz, yy, yz, zz = (reading.number(inertia_in, entry, owner) for entry in entries)
    along = Matrix(axes).out_symmetric(((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)))
    if not mass and along == NO_INERTIA:
        return None
    return Inertial(mass=mass, centre=centre, inertia=along)


# ── shapes ────────────────────────────────────────────────────────────────────────────────
def _shapes(
    element: Element, role: Role, link: str, reading: Reading, colours: Mapping[str, Colour]
) -> list[Shape]:
    """The shape of a <visual> or <collision>; none if its geometry is not known."""
    owner = f"link '{link}'"
    holder = element.first("geometry")
    geometry = None if holder is None else _geometry(holder, owner, reading)
    if geometry is None:
        words = f"<{element.tag}> of {owner}, without a geometry that is known"
        reading.note(What.IGNORED, element.line, words)
        return []
    at, axes = reading.origin(element.first("origin"), owner)
    name = element.attributes.get("name", "")
    colour = _colour(element.first("material"), reading, colours)
    shape = Shape(
        frame=link, role=role, geometry=geometry, at=at, axes=axes, name=name, colour=colour
    )
    return [shape]


def _geometry(holder: Element, owner: str, reading: Reading) -> Geometry | None:
    if not holder.children:
        return None
    shape = holder.children[0]
    match shape.tag:
        case "box":
            x, y, z = reading.numbers(shape, "size", owner, 3)
            return Box(size=(x, y, z))
        case "cylinder" | "capsule":
            kind = Cylinder if shape.tag == "cylinder" else Capsule
            radius = reading.number(shape, "radius", owner)
            return kind(radius=radius, length=reading.number(shape, "length", owner))
        case "sphere":
            return Sphere(radius=reading.number(shape, "radius", owner))
        case "mesh":
            filename = reading.name(shape, "filename", owner)
            return Mesh(filename=filename, scale=reading.triple(shape, "scale", owner, (1, 1, 1)))
        case _:
            return None


def _colours(robot: Element, reading: Reading) -> dict[str, Colour]:
    """The colours of the named materials."""
    found: dict[str, Colour] = {}
    for element in robot.all("material"):
        colour = _colour(element, reading, found)
        if colour is not None:
            found[element.attributes.get("name", "")] = colour
    return found


def _colour(
    material: Element | None, reading: Reading, colours: Mapping[str, Colour]
) -> Colour | None:
    if material is None:
        return None
    name = material.attributes.get("name", "")
    if material.first("texture") is not None:
        reading.note(What.IGNORED, material.line, f"texture of material {shown(name)}")
    colour = material.first("color")
    if colour is None:
        return colours.get(name)
    r, g, b, a = reading.numbers(colour, "rgba", f"material {shown(name)}", 4)
    return (r, g, b, a)


def note_rest(element: Element, known: set[str], reading: Reading) -> None:
    """Note the children that nothing is made of."""
    for child in element.children:
        if child.tag not in known:
            words = f"<{child.tag}> in <{element.tag}> {shown(element.attributes.get('name', ''))}"
            reading.note(What.IGNORED, child.line, words)
