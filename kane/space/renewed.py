"""A spacecraft with some of its bodies' numbers made parameters, so that they may vary.

From: craft.py    Next: monte_carlo.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from typing import Any, Final

from kane.geometry.vector import GROUND
from kane.model.body import Body
from kane.model.symbols import parameter
from kane.space.craft import Spacecraft, assembled

KINDS: Final = ("mass", "inertia", "centre")
_UNITS: Final = {"mass": "kg", "inertia": "kg m^2", "centre": "m"}


def is_of_body(sat: Spacecraft, name: str) -> bool:
    """Whether a name is that of a body's number."""
    body, _, what = name.rpartition(".")
    if what == "centre":
        return False  # which of its three?
    kind = what
    if what in ("xx", "yy", "zz", "xy", "xz", "yz", "x", "y", "z"):
        body, _, kind = body.rpartition(".")
    return body in sat.craft.bodies and kind in KINDS


Translated = Callable[[Any], Any]  # what speaks of the spacecraft's bodies, of the copy's


def with_parameters(sat: Spacecraft, names: Iterable[str]) -> tuple[Spacecraft, Translated]:
    """The spacecraft with these numbers of its bodies as parameters of the same names, and how
    expressions of its bodies are said of this one.

    It is made anew of copies of its parts: what was given stays as it is.
    """
    named = [name for name in names if is_of_body(sat, name)]
    if not named:
        return sat, lambda given: given
    known: dict[int, Any] = {id(GROUND): GROUND}
    craft = deepcopy(sat.craft, known)
    for name in named:
        _make_parameter(craft.bodies, name)
    return assembled(sat.name, craft), lambda given: deepcopy(given, known)


def _make_parameter(bodies: Any, name: str) -> None:
    """One number of a copied body as a parameter; "inertia" alone is a factor of all of it."""
    owner, _, part = name.rpartition(".")
    if part == "mass":
        _set(bodies[owner], "mass", parameter(name, float(bodies[owner].mass), "kg"))
        return
    if part == "inertia":
        factor = parameter(name, 1.0)
        rows = bodies[owner].inertia
        _set(bodies[owner], "inertia", tuple(tuple(factor * x for x in row) for row in rows))
        return
    body, _, kind = owner.rpartition(".")
    places = ["xyz".index(letter) for letter in part]
    if kind == "centre":
        centre = list(bodies[body].centre)
        centre[places[0]] = parameter(name, float(centre[places[0]]), "m")
        _set(bodies[body], "centre", tuple(centre))
        return
    rows = [list(row) for row in bodies[body].inertia]
    i, j = places
    rows[i][j] = rows[j][i] = parameter(name, float(rows[i][j]), _UNITS["inertia"])
    _set(bodies[body], "inertia", tuple(tuple(row) for row in rows))


def _set(body: Body, attribute: str, value: Any) -> None:
    """An attribute of a body that nothing has seen yet."""
    body.__dict__[attribute] = value
