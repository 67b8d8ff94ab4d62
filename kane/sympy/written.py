"""Written: F_r and F*_r made when they are looked at, and the private names of SymPy's class.

From: exported.py    Next: method.py
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from kane.sympy.exported import ExportedEquations


class Pair(tuple[Any, ...]):
    """(F_r, F*_r), made when they are looked at."""

    __slots__ = ()

    def __new__(cls, formed: ExportedEquations) -> Pair:
        return super().__new__(cls, (formed, None))

    def __iter__(self) -> Iterator[Any]:
        formed = super().__getitem__(0)
        return iter((formed.fr, formed.frstar))

    def __getitem__(self, index: Any) -> Any:
        return tuple(self)[index]

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __eq__(self, other: object) -> bool:
        return tuple(self) == other

    __hash__ = None  # type: ignore[assignment]


def _alias(place: str, name: str) -> property:
    """A private name of SymPy's class: what it keeps there."""

    def value(self: Any) -> Any:
        found = getattr(self, place)
        return None if found is None else getattr(found, name)

    return property(value)


_ALIASES: Iterable[tuple[str, str, str]] = (
    *((f"_{name}", "_formed", name) for name in ("fr", "frstar", "k_d", "f_d", "aux_eq")),
    *((f"_{name}", "_constraints", name) for name in ("k_nh", "f_nh", "k_dnh", "f_dnh", "Ars")),
    *(
        (f"_{name}", "_kinematics", name)
        for name in (
            "k_kqdot_implicit",
            "k_ku_implicit",
            "f_k_implicit",
            "k_kqdot",
            "k_ku",
            "f_k",
        )
    ),
)


def give_private_names(owner: type) -> None:
    """Gives a class the private names of SymPy's, by which scripts and SymPy itself read it."""
    for name, place, attribute in _ALIASES:
        setattr(owner, name, _alias(place, attribute))
