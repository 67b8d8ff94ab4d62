"""Use: our class in place of SymPy's, for a whole script or notebook; or beside it.

    import kane.sympy
    kane.sympy.use()                        # from here on SymPy's KanesMethod is ours

    with kane.sympy.use() as comparison:    # both run: times, operations, difference
        exec(open("bicycle.py").read())
    print(comparison)

From: places.py, compare.py    Next: —
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

import sympy
from sympy.physics.mechanics.kane import KanesMethod as SympyKanesMethod

from kane.sympy.compare import difference, quantities, without
from kane.sympy.method import KanesMethod
from kane.sympy.places import Places, places_of, sympys_own
from kane.sympy.scalars import rate_of


def use() -> Use:
    """Puts our KanesMethod in place of SymPy's, wherever SymPy or the caller holds it.

    As a context manager it compares: inside, every system is formed by both classes, and
    afterwards all is as it was before.
    """
    caller = sys._getframe(1).f_globals
    places = places_of((SympyKanesMethod, KanesMethod), [caller])
    places.put(KanesMethod)
    return Use(places=places)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One system formed by both classes."""

    ours: Any
    theirs: Any
    seconds: float
    sympy_seconds: float

    @property
    def operations(self) -> int:
        """Of our M, forcing and q̇, shared."""
        return int(self.ours.operations.total)

    @property
    def sympy_operations(self) -> int:
        """Of SymPy's, after its own search for common subexpressions."""
        theirs = [self.theirs.mass_matrix, self.theirs.forcing, self.theirs.forcing_kin]
        named, left = sympy.cse(theirs)
        exprs = [x for _, x in named] + [x for matrix in left for x in matrix]
        return sum(int(sympy.count_ops(x)) for x in exprs)

    def difference(self) -> float:
        """The largest relative difference of what both say, at random points."""
        uaux = self.ours._uaux.flat()
        gone = [*uaux, *map(rate_of, uaux)]
        found = difference(
            without(quantities(self.ours), gone), without(quantities(self.theirs), gone)
        )
        return max(found.values())

    def __str__(self) -> str:
        return (
            f"{len(self.ours.q)} coordinates, {len(self.ours.u)} speeds: "
            f"{1e3 * self.seconds:.1f} ms, SymPy {1e3 * self.sympy_seconds:.1f} ms; "
            f"{self.operations} operations, SymPy {self.sympy_operations}; "
            f"they differ by {self.difference():.1e}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The systems that were formed by both classes, in order."""

    pairs: list[Pair] = field(default_factory=list)

    def __str__(self) -> str:
        return "\n".join(map(str, self.pairs)) or "no system was formed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """Our class in SymPy's place."""

    places: Places

    def undo(self) -> None:
        """Puts back what was there before."""
        self.places.put_back()

    def __enter__(self) -> Comparison:
        comparison = Comparison()
        self.places.put(beside(comparison))
        return comparison

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.undo()


def beside(comparison: Comparison) -> type:
    """Our class, which forms every system by SymPy's class too and notes both."""

    class Both(KanesMethod):
        """Ours, with SymPy's beside it."""

        def __init__(self, *args: Any, **given: Any) -> None:
            self._seconds, _ = _timed(lambda: super(Both, self).__init__(*args, **given))
            self._sympy_seconds, self._theirs = _timed(lambda: SympyKanesMethod(*args, **given))

        def kanes_equations(self, bodies: Any = None, loads: Any = None) -> Any:
            ours, formed = _timed(lambda: super(Both, self).kanes_equations(bodies, loads))
            with sympys_own(SympyKanesMethod):
                theirs, _ = _timed(lambda: self._theirs.kanes_equations(bodies, loads))
            comparison.pairs.append(
                Pair(
                    ours=self,
                    theirs=self._theirs,
                    seconds=self._seconds + ours,
                    sympy_seconds=self._sympy_seconds + theirs,
                )
            )
            return formed

    return Both


def _timed(call: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    made = call()
    return time.perf_counter() - start, made
