"""How fast scalars are built and turned into native code.

From: chain.py    Next: spine.py
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.chain import SIZES, chain_expressions, inverse_dynamics, random_links, regrouped
from benchmarks.chain_case import case
from benchmarks.claim import Effort, Measurement
from benchmarks.timing import Timing, time_call, time_fresh
from kane.algebra.expr import Expr, symbol
from kane.algebra.graph import Graph
from kane.algebra.rate import Rate
from kane.machine.cpu import Tier
from kane.machine.kernel import Kernel
from kane.pipeline import compile, lower

Expressions = tuple[Any, Any]

SETTLE = 0.1  # seconds that a background compile of the quick tier's program may take


def graph_nodes(effort: Effort) -> Measurement:
    """Nodes a second of the chain's recursion, run on Exprs of a new graph."""
    joints = SIZES[11_000]
    links = regrouped(random_links(joints))

    def symbols() -> tuple[Graph, list[list[Expr]]]:
        graph = Graph()
        rates = (Rate.CONFIGURATION, Rate.SPEED, Rate.INPUT)
        names = [[f"{name}{k}" for k in range(joints)] for name in ("q", "u", "udot")]
        return graph, [
            [symbol(name, rate, graph) for name in group]
            for group, rate in zip(names, rates, strict=True)
        ]

    graph, arguments = symbols()
    inverse_dynamics(links, *arguments)
    nodes = len(graph)
    timing = time_fresh(symbols, lambda made: inverse_dynamics(links, *made[1]), effort, most=15)
    return Measurement(
        value=nodes / timing.median,
        median=nodes / timing.median,
        spread=nodes / timing.median**2 * timing.spread,
        repeats=timing.repeats,
        counts=f"{nodes:_} nodes".replace("_", " "),
    )


def compile_time(operations: int, tier: Tier, effort: Effort) -> Measurement:
    """Seconds from the chain's expressions to a function in native code of this tier."""
    joints = SIZES[operations] if effort is Effort.FULL else 10
    checked = case(joints)
    spent: list[float] = []  # processor time, all threads together: what a quiet machine would take

    def one(made: Expressions) -> None:
        start = time.process_time()
        compiled(made, tier)
        spent.append(time.process_time() - start)

    with cache_at("off"):
        checked.assert_right(checked.run(compiled(chain_expressions(joints), tier)), rows=(0,))
        timing = time_fresh(
            lambda: settled_expressions(joints, tier),
            one,
            effort,
            most=15 if operations < 50_000 else 5,
        )
    return in_seconds(timing, checked.counts, f", processor time {min(spent):.3g} s")


def settled_expressions(joints: int, tier: Tier) -> Expressions:
    """The chain's expressions, once what an earlier quick tier left to be done is done."""
    time.sleep(SETTLE if tier is Tier.QUICK else 0.0)
    return chain_expressions(joints)


def compiled(expressions: Expressions, tier: Tier) -> Kernel:
    """The spine up to native code of a tier; nothing comes from the cache."""
    kernel = compile(lower("chain", *expressions))
    kernel.address(tier)
    return kernel


def reload_time(effort: Effort) -> Measurement:
    """Seconds from a lowered Program to native code that an earlier run left on disk."""
    checked = case(SIZES[1_200])
    with TemporaryDirectory() as folder, cache_at(folder):
        compile(checked.program).address()
        timing = time_call(lambda: compile(checked.program).address(), effort)
        kernel = compile(checked.program)
        checked.assert_right(checked.run(kernel))
    return in_seconds(timing, checked.counts)


@contextmanager
def cache_at(place: str) -> Iterator[None]:
    """Compiled objects are kept in this directory, or with 'off' nowhere, while this lasts."""
    before = os.environ.get("KANE_CACHE")
    os.environ["KANE_CACHE"] = place
    try:
        yield
    finally:
        del os.environ["KANE_CACHE"]
        if before is not None:
            os.environ["KANE_CACHE"] = before


def in_seconds(timing: Timing, counts: str, more: str = "") -> Measurement:
    """The median of a timing, as a claim's value."""
    return Measurement(
        value=timing.median,
        median=timing.median,
        spread=timing.spread,
        repeats=timing.repeats,
        counts=counts,
        note=f"fastest {timing.minimum:.3g} s{more}",
    )
