"""A steering law in a model file: an expression of the leader's angle, which is called phi there.

    law = "-0.8*phi"

From: toml_kinds.py    Next: toml_platform.py
"""

from __future__ import annotations

from collections import ChainMap
from dataclasses import dataclass, replace
from typing import Any, Final

from kane.formats.expression import parse
from kane.formats.expression_meaning import scalar_of
from kane.formats.expression_text import Writing
from kane.formats.expression_tokens import Slip
from kane.formats.toml_item import Item
from kane.formats.toml_kinds import Schema, Values
from kane.formats.toml_reading import Reading, Wrong, misplaced
from kane.model.rolling.kinds import Law

LEADER: Final = "phi"
_TRIED: Final = 0.3142  # an angle at which a law is tried when it is read


@dataclass(frozen=True, slots=True, kw_only=True)
class SteeringLaw:
    """φ_j(φ) of a wheel that follows another."""

    def read(self, item: Item, reading: Reading, values: Values) -> Law:
        """The law as a function."""
        if not isinstance(item.value, str):
            what = f"this is {item.kind}, and a steering law is asked for."
            raise Wrong(item.place, what, f'Give an expression of {LEADER}: "-0.8*{LEADER}".')
        try:
            tree = parse(item.value)
            scope = reading.scope

            def law(phi: Any) -> Any:
                known: dict[str, Any] = {LEADER: phi}
                names = ChainMap(known, scope.scalars)  # type: ignore[arg-type] # read alone
                return scalar_of(tree, replace(scope, scalars=names))

            law(_TRIED)
        except Slip as slip:
            raise misplaced(item, slip) from None
        return law

    def write(self, value: Any, writing: Writing) -> str:
        """Wheels are written as what they are made of, with their law as a relation."""
        raise AssertionError("platforms are written as joints and constraints: our fault")

    def schema(self) -> Schema:
        """A text."""
        return {"type": "string", "description": f"An expression of {LEADER}, the leader's angle."}
