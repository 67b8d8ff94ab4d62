"""The chain as a case to be measured: its Program, states to run it on, results to check it by.

From: chain.py    Next: spine.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from benchmarks.chain import chain_program
from kane.machine.cpu import host_target
from kane.passes import optimize
from kane.program.count import count
from kane.program.interpret import interpret
from kane.program.program import Program
from tests.close import close, round_off
from tests.error_bound import agree, error_bound

STATES = 64  # a power of two


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A chain's Program as lowered and as optimized for this machine, and states (N, joints)."""

    program: Program
    optimized: Program
    states: tuple[np.ndarray, ...]

    def outputs(self) -> np.ndarray:
        """Room for the torques of every state."""
        return np.empty_like(self.states[0])

    def run(self, call: Callable[..., np.ndarray]) -> np.ndarray:
        """The torques of every state by a call on one state."""
        return np.array([call(*state) for state in zip(*self.states, strict=True)])

    def assert_right(self, torques: np.ndarray, rows: Sequence[int] = (0, STATES - 1)) -> None:
        """Nothing, if the torques of these states are the interpreter's to round-off.

        In long chains a bound that is carried along grows beyond everything; there the round-off
        of the largest torque says more, and both are asked.
        """
        for row in rows:
            state = [array[row] for array in self.states]
            expected = interpret(self.program, *state)
            bounds = error_bound(self.program, *state)
            assert agree((torques[row],), expected, bounds), f"wrong torques in state {row}"
            allowed = round_off(float(np.abs(expected).max()), len(self.program))
            assert close(torques[row], expected[0], allowed), f"wrong torques in state {row}"

    @property
    def counts(self) -> str:
        """How many operations of which kind, as optimized."""
        return str(count(self.optimized))


@cache
def case(joints: int, states: int = STATES) -> Case:
    """The case of a chain of so many joints."""
    program = chain_program(joints)
    rng = np.random.default_rng(1983)
    arrays = tuple(rng.uniform(-2.0, 2.0, (states, joints)) for _ in program.inputs)
    optimized = optimize(program, host_target())
    return Case(program=program, optimized=optimized, states=arrays)
