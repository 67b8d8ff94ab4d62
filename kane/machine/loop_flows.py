"""Runs in time of large systems: the motion by loops, what else is asked for by straight code.

From: loop_passes.py, flow.py    Next: kane/large.py
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kane.machine.flow import ContactRows, Flow, Flows
from kane.machine.kernel import Kernel


@dataclass(frozen=True, kw_only=True)
class LoopFlow(Flow):
    """A Flow that was made of no Program: its digest is of the tables that it reads."""

    tables: bytes

    @property
    def digest(self) -> str:
        """A digest of the tables."""
        return hashlib.sha256(self.tables).hexdigest()[:16]


@dataclass(frozen=True, kw_only=True)
class LoopFlows:
    """The functions of a large system's run. It has no inputs, constraints or contacts."""

    homes: tuple[float, ...]
    units: tuple[tuple[int, int], ...]
    tables: bytes
    make_motion: Callable[[], Kernel]
    make_rates: Callable[[], Kernel]
    straight: Callable[[], Flows]  # refuses systems that are too large

    inputs: tuple[str, ...] = ()
    rows: tuple[tuple[str, bool], ...] = ()
    places: tuple[tuple[str, str], ...] = ()
    contacts: tuple[ContactRows, ...] = ()

    @cached_property
    def motion(self) -> Flow:
        """ẏ."""
        return LoopFlow(kernel=self.make_motion(), prepare=None, tables=self.tables)

    def motion_of(self, rows: tuple[int, ...]) -> Flow:
        """Of no rows."""
        assert not rows
        return self.motion

    @cached_property
    def coordinate_rates(self) -> Flow:
        """q̇."""
        return LoopFlow(kernel=self.make_rates(), prepare=None, tables=self.tables)

    def leap(self, tableau: Any, width: int) -> Flow | None:
        """None: steps of large systems are many calls."""
        return None

    @property
    def jacobian(self) -> Flow:
        """∂ẏ/∂y."""
        return self.straight().jacobian

    @property
    def gaps(self) -> Flow:
        """Of no contacts."""
        return self.straight().gaps

    @property
    def row_terms(self) -> Flow:
        """Of no rows."""
        return self.straight().row_terms

    @property
    def place_terms(self) -> Flow:
        """Of no places."""
        return self.straight().place_terms

    @property
    def mode_terms(self) -> Flow:
        """Of no rows."""
        return self.straight().mode_terms

    @property
    def projection(self) -> Flow:
        """Of no rows."""
        return self.straight().projection

    @property
    def skeleton(self) -> tuple[Flow, tuple[tuple[int, int], ...]]:
        """Where joints and mass centres are."""
        return self.straight().skeleton

    def linear_parts(self, outputs: Sequence[Any]) -> Flow:
        """A, B, C, D of the linearized motion."""
        return self.straight().linear_parts(outputs)

    def observed(self, quantities: Sequence[Any]) -> Flow:
        """The values of quantities."""
        return self.straight().observed(quantities)

    def accelerated(self, velocities: Sequence[Any], inputs: Sequence[str]) -> Flow:
        """The rates of velocities, and how they change with inputs."""
        return self.straight().accelerated(velocities, inputs)

    def kept(
        self, without_inputs: bool, changing: Collection[str] = ()
    ) -> tuple[tuple[str, ...], Flow | None]:
        """What the motion keeps."""
        return self.straight().kept(without_inputs, changing)

    def each(self, quantity: Any) -> Mapping[str, Any]:
        """The scalars that a quantity stands for, by name."""
        return self.straight().each(quantity)

    def units_of(self, quantities: Sequence[Any]) -> tuple[str, ...]:
        """The units of quantities."""
        return self.straight().units_of(quantities)

    def switches(self, conditions: Sequence[Any]) -> Flow:
        """How far conditions are from changing."""
        return self.straight().switches(conditions)
