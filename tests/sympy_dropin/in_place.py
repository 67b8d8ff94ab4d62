"""A pytest plugin: our KanesMethod in the place of SymPy's, before SymPy's tests import it.

With KANE_SHADOW set, every system that the tests build is formed by SymPy's class too once they
are done, and how far the two differ is written to that file.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from sympy.physics.mechanics.kane import KanesMethod as SympyKanesMethod

from kane.sympy import KanesMethod
from kane.sympy.places import places_of
from tests.sympy_dropin.shadow import Built, differences

built: list[Built] = []


class Noted(KanesMethod):
    """Ours, which notes what it was given."""

    def __init__(self, *args: Any, **given: Any) -> None:
        self._noted = (args, given)
        super().__init__(*args, **given)

    def kanes_equations(self, bodies: Any = None, loads: Any = None) -> Any:
        formed = super().kanes_equations(bodies, loads)
        args, given = self._noted
        where = os.environ.get("PYTEST_CURRENT_TEST", "").split("::")[-1].split(" ")[0]
        built.append(
            Built(
                where=where,
                ours=self,
                args=args,
                given=given,
                bodies=self.bodylist,
                loads=self.forcelist,
            )
        )
        return formed


places_of((SympyKanesMethod,), []).put(Noted)


def pytest_sessionfinish() -> None:
    """Writes the differences."""
    path = os.environ.get("KANE_SHADOW")
    if path:
        Path(path).write_text(json.dumps([differences(one) for one in built]), encoding="utf-8")
