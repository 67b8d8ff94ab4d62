"""Quantities that a system makes for itself: of the wheels it has, say.

`OfSystem` is a scalar whose definition waits for the system that it is asked of; `Several` stands
for as many scalars as that system has of them. Both are recorded, watched for and plotted like
any other quantity.

From: quantities.py    Next: kane/dynamics/motion.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kane.algebra.expr import Expr
from kane.algebra.graph import Graph
from kane.algebra.rate import Rate
from kane.model.given import refuse

if TYPE_CHECKING:
    from kane.model.system import System


@dataclass(frozen=True, slots=True, kw_only=True)
class OfSystem:
    """A scalar that is made of other quantities of the system; told from others by its text."""

    text: str
    unit: str = field(compare=False)
    make: Callable[[System], Any] = field(compare=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Several:
    """Scalars by name, as many as the system has of them; `several["w0"]` is one of them."""

    text: str
    unit: str
    make: Callable[[System], Mapping[str, Any]]

    def __getitem__(self, name: str) -> Expr:
        text = f"{self.text}[{name}]"
        return asked(OfSystem(text=text, unit=self.unit, make=lambda s: self.named(s, name)))

    def __iter__(self) -> Iterator[Expr]:
        remedy = f"Give a list: record=[{self.text}()], or name one: {self.text}()[NAME]."
        refuse(f"Quantity '{self.text}'", "it is no list, before a system makes it.", remedy)

    def of(self, system: System) -> dict[str, Expr]:
        """Each of them as a quantity."""
        return {f"{self.text}[{name}]": self[name] for name in self.make(system)}

    def named(self, system: System, name: str) -> Any:
        """What one of them is made of."""
        made = self.make(system)
        if name not in made:
            known = ", ".join(made)
            refuse(f"Quantity '{self.text}'", f"it has no '{name}'.", f"It has {known}.")
        return made[name]

    def __str__(self) -> str:
        return self.text


def asked(definition: OfSystem) -> Expr:
    """The Expr that stands for it."""
    graph = Graph()
    ref = graph.symbol(str(definition), Rate.INPUT)
    graph.attributes[ref] = definition
    return Expr(graph, ref)
