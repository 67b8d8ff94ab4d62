"""Tiers of one piece of code: a quick one at once, the optimized one when it is ready.

    cache ──hit──▶ optimized
      └─miss─▶ quick: as few passes as it takes, used at once
          └──▶ optimized, in the background ─▶ swapped in, kept in the cache

From: cpu.py, cache.py, background.py    Next: kernel.py
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, unique
from typing import Any, Final

from kane.emitters.code import Code
from kane.emitters.literal import symbol
from kane.machine import background
from kane.machine.cache import Cache, Entry, standard
from kane.machine.cpu import Library, MidEnd, Processor, Tier, assemble, assembly, function, load

ENTRY: Final = "kane.entry"  # another name of the code's entry, whatever its own is
TABLE: Final = "kane.table"  # the same with one argument, a pointer to the entry's arguments
FRAME: Final = 4  # what stands before a batch driver's table there: work, control, first, last


@unique
class States(Enum):
    """How many states a call of the code's entry handles, hence how it is called."""

    ONE = "one"  # the entry takes one pointer an array, then the workspace
    MANY = "many"  # the entry is a batch driver (docs/native.md)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How code is made, for which processor, and where its object is kept under which key.

    `quick` makes the code of the quick tier where that is not the same: it may want another
    workspace.
    """

    states: States
    emit: Callable[[], Code]
    quick: Callable[[], Code] | None = None
    key: Callable[[], bytes | None]
    processor: Processor
    cache: Cache | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Native:
    """Code in the process, of one tier."""

    tier: Tier
    library: Library
    workspace: int

    @property
    def address(self) -> int:
        """The entry's address, valid as long as this is referenced."""
        return self.library.addresses[ENTRY]

    def function(self, symbol: str, result: Any, *arguments: Any) -> Any:
        """A callable on one of its symbols."""
        return function(self.library, symbol, result, *arguments)


class Tiered:
    """One piece of code and the best tier of it that is ready; any thread may ask."""

    __slots__ = ("__weakref__", "_lock", "native", "recipe")

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.native: Native | None = None
        self._lock = threading.Lock()

    def at_once(self) -> Native:
        """The best tier there is; where there is none, the quickest to be had."""
        if self.native is not None:
            return self.native
        with self._lock:
            if self.native is None:
                self.native = self._kept() or self._quick()
            return self.native

    def optimized(self) -> Native:
        """The optimized tier, waited for where necessary."""
        native = self.native
        if native is not None and native.tier is Tier.OPTIMIZED:
            return native
        with self._lock:
            native = self.native
            if native is None or native.tier is Tier.QUICK:
                native = self.native = (None if native else self._kept()) or self._best()
            return native

    def assembly(self) -> str:
        """The optimized tier's assembly text."""
        recipe = self.recipe
        text = self._module(recipe.emit())
        return assembly(text, recipe.processor, Tier.OPTIMIZED, MidEnd.NONE)

    def _kept(self) -> Native | None:
        """The optimized tier from the cache."""
        recipe = self.recipe
        key = recipe.key() if recipe.cache else None
        if not recipe.cache or not key:
            return None
        entry = recipe.cache.read(key)
        try:
            return self._loaded(entry, Tier.OPTIMIZED) if entry else None
        except RuntimeError:  # whole, and yet no object that can be linked here
            recipe.cache.report_damage()
            return None

    def _quick(self) -> Native:
        recipe = self.recipe
        native = self._made((recipe.quick or recipe.emit)(), Tier.QUICK)
        background.later(_Improvement(weakref.ref(self)))
        return native

    def _best(self) -> Native:
        return self._made(self.recipe.emit(), Tier.OPTIMIZED)

    def _made(self, code: Code, tier: Tier) -> Native:
        recipe = self.recipe
        made = assemble(self._module(code), recipe.processor, tier, MidEnd.NONE)
        entry = Entry(made=made, workspace=code.signature.workspace)
        native = self._loaded(entry, tier)
        key = recipe.key() if recipe.cache and tier is Tier.OPTIMIZED else None
        if recipe.cache and key:
            recipe.cache.write(key, entry)
        return native

    def _module(self, code: Code) -> str:
        """The code's text with the symbols that it is called by, whatever its own names are."""
        table = _table_of_one if self.recipe.states is States.ONE else _table_of_many
        alias = f"@{ENTRY} = alias void (), ptr {symbol(code.entry)}"
        return "\n".join((code.text, alias, *table(code), ""))

    def _loaded(self, entry: Entry, tier: Tier) -> Native:
        library = load(entry.made, (ENTRY, TABLE))
        return Native(tier=tier, library=library, workspace=entry.workspace)


def kept(key: bytes) -> Native | None:
    """Optimized code that the standard cache has under a key, by whatever process it was made."""
    cache = standard()
    entry = cache.read(key) if cache else None
    if entry is None:
        return None
    library = load(entry.made, (ENTRY, TABLE))
    return Native(tier=Tier.OPTIMIZED, library=library, workspace=entry.workspace)


@dataclass(frozen=True, slots=True)
class _Improvement:
    """A job that optimizes code, if it is still wanted by then."""

    of: weakref.ref[Tiered]

    def __call__(self) -> None:
        tiered = self.of()
        if tiered is not None:
            tiered.optimized()


def _table_of_one(code: Code) -> list[str]:
    """The function for one state, called with a table of its pointers."""
    count = len(code.signature.inputs) + len(code.signature.outputs) + 1
    arguments = ", ".join(f"ptr %a{k}" for k in range(count))
    return [
        f"define void @{TABLE}(ptr %table) nounwind {{",
        *[f"  %p{k} = getelementptr ptr, ptr %table, i64 {k}" for k in range(count)],
        *[f"  %a{k} = load ptr, ptr %p{k}, align 8" for k in range(count)],
        f"  tail call void {symbol(code.entry)}({arguments}) noinline",
        "  ret void",
        "}",
    ]


def _table_of_many(code: Code) -> list[str]:
    """The batch driver, called with work, control, first, last and its table in one piece."""
    types = ("ptr", "ptr", "i64", "i64")
    return [
        f"define i64 @{TABLE}(ptr %frame) nounwind {{",
        *[f"  %p{k} = getelementptr i64, ptr %frame, i64 {k}" for k in range(FRAME + 1)],
        *[f"  %a{k} = load {types[k]}, ptr %p{k}, align 8" for k in range(FRAME)],
        f"  %end = tail call i64 {symbol(code.entry)}"
        f"(ptr %p{FRAME}, ptr %a0, i64 %a2, i64 %a3, ptr %a1) noinline",
        "  ret i64 %end",
        "}",
    ]
