"""Methods: how a state is carried over a step. One file each, a table and where it is from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kane.sim.methods.dop853 import DOP853
from kane.sim.methods.dopri5 import DOPRI5
from kane.sim.methods.gauss_legendre import GAUSS_LEGENDRE
from kane.sim.methods.method import Kind, Method
from kane.sim.methods.radau5 import RADAU5
from kane.sim.methods.rk4 import RK4
from kane.sim.methods.semi_implicit_euler import SEMI_IMPLICIT_EULER

__all__ = ["METHODS", "Kind", "Method"]

METHODS: Final[Mapping[str, Method]] = {
    method.name: method
    for method in (SEMI_IMPLICIT_EULER, RK4, GAUSS_LEGENDRE, DOPRI5, DOP853, RADAU5)
}
