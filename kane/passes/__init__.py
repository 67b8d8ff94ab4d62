"""The passes, Program → Program, in their order, with the reason for each place.

    for name, program in stages(program, target):
        print(f"{name:12} {count(program)}")

Every pass is valid before and after (`kane.program.program.verify`) and knows of the machine
what its `Target` says. A strict build runs only the passes that keep every bit of every value
(the expansion of a solve says what its bits are).

From: kane/program/lower.py    Next: dead.py, then the others in order; kane/emitters/llvm.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, unique

from kane.passes import (
    chunk,
    dead,
    expand_solve,
    factor,
    fold,
    fuse,
    gather,
    hoist,
    order,
    pair_sincos,
    twins,
)
from kane.passes.hoist import PREPARED, Staged, split
from kane.program.program import Program
from kane.program.target import Build, Target

__all__ = [
    "PREPARED",
    "STANDARD",
    "Pass",
    "Rounding",
    "Staged",
    "emittable",
    "optimize",
    "split",
    "stages",
]

# Generating code without optimizing it is linear in a function's length for longer.
_WHOLE_UNOPTIMIZED = 2_000


@unique
class Rounding(Enum):
    """What a pass does to rounding."""

    KEPT = "kept"  # every value keeps its bits: runs in every build
    CHANGED = "changed"  # values change by round-off: runs in fast builds only


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """A named rewriting of Programs, and why it stands where it does."""

    name: str
    run: Callable[[Program, Target], Program]
    rounding: Rounding
    reason: str


def _plain(rewrite: Callable[[Program], Program]) -> Callable[[Program, Target], Program]:
    """A pass that asks nothing of the target."""
    return lambda program, target: rewrite(program)


STANDARD = (
    Pass(
        name="dead",
        run=_plain(dead.dead),
        rounding=Rounding.KEPT,
        reason="first: what is not needed costs every later pass time",
    ),
    Pass(
        name="expand_solve",
        run=_plain(expand_solve.expand_solve),
        rounding=Rounding.KEPT,
        reason="before folding and factoring, which then see the solve's arithmetic too",
    ),
    Pass(
        name="fold",
        run=_plain(fold.fold),
        rounding=Rounding.CHANGED,
        reason="before factoring: folded constants make sums and products longer or vanish",
    ),
    Pass(
        name="factor",
        run=_plain(factor.factor),
        rounding=Rounding.CHANGED,
        reason="before gathering, which may spread a factor over a sum that has none in common",
    ),
    Pass(
        name="gather",
        run=_plain(gather.gather),
        rounding=Rounding.CHANGED,
        reason="the last that changes arithmetic; after it the work is settled, only moved",
    ),
    Pass(
        name="pair_sincos",
        run=pair_sincos.pair_sincos,
        rounding=Rounding.KEPT,
        reason="after folding, which may merge angles; before hoisting, which moves whole groups",
    ),
    Pass(
        name="hoist",
        run=_plain(hoist.hoist),
        rounding=Rounding.KEPT,
        reason="after pairing, which would pull set-up work to where its group stands",
    ),
    Pass(
        name="twins",
        run=_plain(twins.twins),
        rounding=Rounding.CHANGED,
        reason="once the work is settled; before ordering, which puts twins side by side",
    ),
    Pass(
        name="fuse",
        run=_plain(fuse.fuse),
        rounding=Rounding.KEPT,
        reason="after pairing twins, which it leaves alone; ordering counts with what is taken up",
    ),
    Pass(
        name="order",
        run=_plain(order.order),
        rounding=Rounding.KEPT,
        reason="once nothing is added or taken away; it keeps set-up first",
    ),
    Pass(
        name="chunk",
        run=chunk.chunk,
        rounding=Rounding.KEPT,
        reason="last: cuts are places in the final order",
    ),
)


def stages(program: Program, target: Target) -> Iterator[tuple[str, Program]]:
    """The name of each pass that this build runs, with the Program after it."""
    for one in STANDARD:
        if target.build is Build.FAST or one.rounding is Rounding.KEPT:
            program = one.run(program, target)
            yield one.name, program


def optimize(program: Program, target: Target) -> Program:
    """The same Program, cheaper: after all passes that the target's build allows."""
    for _, after in stages(program, target):
        program = after
    return program


def emittable(program: Program, target: Target) -> Program:
    """The same Program after the least that emission asks for: what a quick tier is made of.

    Of 1,200 operations the passes left out take 7 ms and save none; every value keeps its bits.
    """
    expanded = expand_solve.expand_solve(dead.dead(program))
    whole = max(target.whole, _WHOLE_UNOPTIMIZED)
    return chunk.chunk(expanded, replace(target, whole=whole))
