"""Begun: what a run began with where the start that was given does not meet the constraints.

    print(motion.begun)       c_steer: asked 0.3, got 0.2143; 'turning centre of c' was off by 0.022

From: assembly.py    Next: trajectory.py
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

MANY: Final = 6  # names that are told


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """A value that was asked for, and the nearest that is possible."""

    asked: float
    got: float

    def __str__(self) -> str:
        return f"asked {self.asked:.6g}, got {self.got:.6g}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """What a run begins with that is not as it was given, and what the given start missed."""

    changed: Mapping[str, Changed] = field(default_factory=dict)  # coordinates and speeds
    missed: Mapping[str, float] = field(default_factory=dict)  # relations, and by how much

    def __bool__(self) -> bool:
        return bool(self.changed)

    def __str__(self) -> str:
        told = [f"{name}: {one}" for name, one in list(self.changed.items())[:MANY]]
        if len(self.changed) > MANY:
            told.append(f"and {len(self.changed) - MANY} more")
        worst = sorted(self.missed, key=lambda name: -abs(self.missed[name]))[:MANY]
        told += [f"'{name}' was off by {self.missed[name]:.3g}" for name in worst]
        return "; ".join(told) or "as given"

    @property
    def text(self) -> str:
        """As JSON: {"changed": {name: [asked, got]}, "missed": {relation: by how much}}."""
        changed = {name: [one.asked, one.got] for name, one in self.changed.items()}
        return json.dumps({"changed": changed, "missed": dict(self.missed)})

    @staticmethod
    def of_text(text: str) -> Begun:
        """The same from its text."""
        told = json.loads(text)
        changed = {name: Changed(asked=a, got=b) for name, (a, b) in told["changed"].items()}
        return Begun(changed=changed, missed=told["missed"])
