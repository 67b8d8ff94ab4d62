"""A pytest plugin: our KanesMethod in the place of SymPy's, before SymPy's tests import it."""

from __future__ import annotations

import kane.sympy

kane.sympy.use()
