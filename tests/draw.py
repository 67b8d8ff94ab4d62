"""Random choices for descriptions: numbers that may be parameters, names, axes, places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import count
from typing import Any, Final

import numpy as np

from kane.algebra.expr import Scalar
from kane.geometry import X, Y, Z
from kane.model.symbols import parameter
from tests.oracles.random_trees import unit

UNIT: Final = (X, Y, Z)


class Clock(Enum):
    """Whether prescribed motions, speeds and constraints depend on time."""

    RUNS = auto()
    STANDS = auto()


@dataclass(kw_only=True)
class Draw:
    """Random choices, and names that do not repeat."""

    rng: np.random.Generator
    clock: Clock = Clock.RUNS
    live: float = 0.3  # how likely a number is a parameter
    light: float = 0.4  # how likely a frame that may go without mass does
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def number(self, value: float) -> Scalar:
        """A number, or a parameter of this value."""
        if not self.chance(self.live):
            return float(value)
        return parameter(self.name("p"), float(value))

    def chance(self, probability: float) -> bool:
        """True this often."""
        return bool(self.rng.random() < probability)

    def name(self, stem: str) -> str:
        """A new name."""
        return f"{stem}{next(self.numbers)}"

    def timed(self, probability: float) -> bool:
        """True this often, if time may enter."""
        return self.clock is Clock.RUNS and self.chance(probability)

    def names(self, how_many: int) -> str:
        """New coordinates' names in one string."""
        return " ".join(self.name("q") for _ in range(how_many))

    def pick(self, options: Sequence[Any]) -> Any:
        """One of several."""
        return options[int(self.rng.integers(len(options)))]

    def axis(self) -> tuple[Any, Any, Any]:
        """A coordinate axis, its opposite, or any unit vector."""
        kind = int(self.rng.integers(3))
        if kind == 2:
            a, b, c = unit(self.rng.normal(size=3)).tolist()
            return (a, b, c)
        a, b, c = self.pick(UNIT)
        return (a, b, c) if kind == 0 else (-a, -b, -c)

    def vector(self, size: float = 1.0) -> tuple[Scalar, Scalar, Scalar]:
        """Three numbers, a zero among them now and then."""
        a, b, c = (
            0 if self.chance(0.2) else self.number(size * float(x)) for x in self.rng.normal(size=3)
        )
        return (a, b, c)
