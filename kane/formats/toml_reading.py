"""Reading: the faults while a model file is read, and the names that are known so far.

A value that is wrong raises `Wrong`; who reads the table notes it and reads on, so that all faults
are told at once, each with file, line and column.

From: toml_include.py    Next: toml_kinds.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Final

from kane.errors import Fault, ModelError
from kane.formats.expression_scope import Scope
from kane.formats.expression_tokens import Slip
from kane.formats.source import brief
from kane.formats.toml_item import Item
from kane.model.dimension import Dimension


class Wrong(Exception):
    """A value that is not what is asked for: where, what, and what to do."""

    def __init__(self, place: str, what: str, remedy: str) -> None:
        self.place = place
        self.what = what
        self.remedy = remedy
        super().__init__(f"{place}: {what} {remedy}")


@dataclass(kw_only=True)
class Reading:
    """What is known while a file is read."""

    faults: list[Fault] = field(default_factory=list)
    scope: Scope = field(default_factory=Scope)
    kinds: dict[str, Dimension | None] = field(default_factory=dict)  # of coordinates
    owners: dict[str, Item] = field(default_factory=dict)  # by what a fault's path begins with
    called: dict[str, str] = field(default_factory=dict)  # 'Load 1' by its name in the file
    spoiled: set[str] = field(default_factory=set)  # the owners that have faults already

    def note(self, owner: str, wrong: Wrong) -> None:
        """Keep a fault of an item, and read on."""
        path = f"{wrong.place}: {owner}" if owner else wrong.place
        self.faults.append(Fault(path=path, what=wrong.what, remedy=wrong.remedy))
        self.spoiled.add(owner.split(",")[0])

    @contextmanager
    def noting(self, owner: str) -> Iterator[None]:
        """Keep the fault that may arise within."""
        try:
            yield
        except Wrong as wrong:
            self.note(owner, wrong)

    def stop_at_faults(self) -> None:
        """Raise what was found so far, if there is any."""
        if self.faults:
            raise ModelError(*dict.fromkeys(map(brief, self.faults)))

    # ── the description's own faults ──────────────────────────────────────────────────────
    def placed(self, fault: Fault, start: Item) -> Fault:
        """A fault of the System with the place of what it is about."""
        owner, item = self._owner(fault.path)
        place = start.document.place(0) if item is None else _field(item, fault.what)
        path = fault.path.replace(owner, self.called.get(owner, owner), 1)
        return Fault(path=f"{place}: {path}", what=fault.what, remedy=fault.remedy)

    def follows(self, fault: Fault) -> bool:
        """Whether a fault may be the consequence of one that was told already."""
        owner, item = self._owner(fault.path)
        return item is None or self._is_spoiled(self.called.get(owner, owner))

    def is_any_spoiled(self, *kinds: str) -> bool:
        """Whether an item of these kinds has a fault already."""
        return any(owner.split(" ")[0] in kinds for owner in self.spoiled)

    def _is_spoiled(self, owner: str) -> bool:
        return owner.lower() in {one.lower() for one in self.spoiled}

    def _owner(self, path: str) -> tuple[str, Item | None]:
        match = _OWNER.match(path)
        if match is None:
            return path, None
        owner = match[0]
        name = match["name"]
        if owner not in self.owners and name is not None:
            named = (one for one in self.owners if one.endswith(f"'{name}'"))
            return owner, self.owners.get(next(named, owner))
        return owner, self.owners.get(owner)


def misplaced(item: Item, slip: Slip) -> Wrong:
    """A slip within a text."""
    return Wrong(item.letter(slip.at), slip.what, slip.remedy)


def unknown_key(key: str, item: Item, known: list[str], owner: str) -> Wrong:
    """That a key means nothing here."""
    close = get_close_matches(key, known, n=1, cutoff=0.6)
    remedy = f"Did you mean '{close[0]}'?" if close else f"It may have {', '.join(known)}."
    return Wrong(item.key_place, f"{owner} has no '{key[:_LONG]}'.", remedy)


def _field(item: Item, what: str) -> str:
    """The place of the field that a fault's words begin with; else of the item."""
    value: dict[str, Item] = item.value if isinstance(item.value, dict) else {}
    if value:
        for key, inner in value.items():
            if re.match(rf"(?:in |its |row \d of )?{re.escape(key)}\b", what):
                return inner.place
    return item.key_place


_LONG: Final = 60
_OWNER: Final = re.compile(r"(?P<kind>\w+) (?:'(?P<name>[^']*)'|\d+)")
