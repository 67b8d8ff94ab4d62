"""Forward and inverse dynamics of large trees: a loop over the bodies, a step for each kind.

Bodies come with parents before children. A table of integers tells of each body

    its kind · its parent (−1 is the ground) · its first coordinate · its first speed

and `step` chooses among the functions of the six kinds. Memory, in doubles: R, ω and p of the
ground and of each body (15 each), A likewise (6 each), what is gathered for each (27 each), what
one body leaves (27), and pivots (7 for each speed).

From: kane/dynamics/loop/tree_steps.py    Next: kane/machine/loop.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kane.program.arrays import Floats, Ints
from kane.program.routine import routine

Outward = Callable[[Floats, Floats, Floats, Floats, Floats, Floats], None]
Step = Callable[
    [Floats, Floats, Floats, Floats, Floats, Floats, Floats, Floats, Floats, Floats], None
]
Project = Callable[[Floats, Floats, Floats, Floats, Floats, Floats, Floats], None]

OWN: Final = 15
SIX: Final = 6
GATHERED: Final = 27
PIVOT: Final = 7
FIXED: Final = 13
ROW: Final = 24
TELLS: Final = 4
GATHER_AT: Final = OWN + SIX


def memory_size(bodies: int, speeds: int) -> int:
    """How many doubles the loops want as their memory."""
    return (bodies + 1) * (OWN + SIX + GATHERED) + GATHERED + PIVOT * speeds


@routine
def tree_outward(
    revolute: Outward,
    prismatic: Outward,
    screw: Outward,
    ball: Outward,
    free: Outward,
    free_parent: Outward,
    tells: Ints,
    table: Floats,
    q: Floats,
    u: Floats,
    bodies: int,
    memory: Floats,
    work: Floats,
) -> None:
    """R, ω and p of every body."""
    for k in range(OWN):
        memory[k] = 0.0
    for k in range(3):
        memory[4 * k] = 1.0
    for i in range(bodies):
        kind = tells[TELLS * i]
        P = memory[OWN * (tells[TELLS * i + 1] + 1) :]
        row = table[ROW * i :]
        qi = q[tells[TELLS * i + 2] :]
        ui = u[tells[TELLS * i + 3] :]
        own = memory[OWN * (i + 1) :]
        if kind == 0:
            revolute(P, row, qi, ui, own, work)
        elif kind == 1:
            prismatic(P, row, qi, ui, own, work)
        elif kind == 2:
            screw(P, row, qi, ui, own, work)
        elif kind == 3:
            ball(P, row, qi, ui, own, work)
        elif kind == 4:
            free(P, row, qi, ui, own, work)
        else:
            free_parent(P, row, qi, ui, own, work)


@routine
def tree_inward(
    revolute: Step,
    prismatic: Step,
    screw: Step,
    ball: Step,
    free: Step,
    free_parent: Step,
    tells: Ints,
    table: Floats,
    q: Floats,
    u: Floats,
    tau: Floats,
    bodies: int,
    memory: Floats,
    work: Floats,
) -> None:
    """Every joint freed, and what it leaves added to what its parent gathers."""
    gathered = memory[GATHER_AT * (bodies + 1) :]
    left = gathered[GATHERED * (bodies + 1) :]
    for k in range(GATHERED * (bodies + 1)):
        gathered[k] = 0.0
    for i in range(bodies - 1, -1, -1):
        kind = tells[TELLS * i]
        whole = gathered[GATHERED * (i + 1) :]
        own = memory[OWN * (i + 1) :]
        row = table[ROW * i :]
        mass = row[FIXED:]
        qi = q[tells[TELLS * i + 2] :]
        ui = u[tells[TELLS * i + 3] :]
        ti = tau[tells[TELLS * i + 3] :]
        pivot = left[GATHERED + PIVOT * tells[TELLS * i + 3] :]
        if kind == 0:
            revolute(whole, own, row, mass, qi, ui, ti, left, pivot, work)
        elif kind == 1:
            prismatic(whole, own, row, mass, qi, ui, ti, left, pivot, work)
        elif kind == 2:
            screw(whole, own, row, mass, qi, ui, ti, left, pivot, work)
        elif kind == 3:
            ball(whole, own, row, mass, qi, ui, ti, left, pivot, work)
        elif kind == 4:
            free(whole, own, row, mass, qi, ui, ti, left, pivot, work)
        else:
            free_parent(whole, own, row, mass, qi, ui, ti, left, pivot, work)
        total = gathered[GATHERED * (tells[TELLS * i + 1] + 1) :]
        for k in range(GATHERED):
            total[k] += left[k]


@routine
def tree_settle(
    revolute: Step,
    prismatic: Step,
    screw: Step,
    ball: Step,
    free: Step,
    free_parent: Step,
    tells: Ints,
    table: Floats,
    q: Floats,
    u: Floats,
    base: Floats,
    udot: Floats,
    bodies: int,
    memory: Floats,
    work: Floats,
) -> None:
    """A and u̇ of every body; `base` is (0, −g) of the ground."""
    reached = memory[OWN * (bodies + 1) :]
    pivots = memory[(GATHER_AT + GATHERED) * (bodies + 1) + GATHERED :]
    for k in range(SIX):
        reached[k] = base[k]
    for i in range(bodies):
        kind = tells[TELLS * i]
        P = reached[SIX * (tells[TELLS * i + 1] + 1) :]
        own = memory[OWN * (i + 1) :]
        row = table[ROW * i :]
        mass = row[FIXED:]
        qi = q[tells[TELLS * i + 2] :]
        ui = u[tells[TELLS * i + 3] :]
        pivot = pivots[PIVOT * tells[TELLS * i + 3] :]
        A = reached[SIX * (i + 1) :]
        rate = udot[tells[TELLS * i + 3] :]
        if kind == 0:
            revolute(P, own, row, mass, qi, ui, pivot, A, rate, work)
        elif kind == 1:
            prismatic(P, own, row, mass, qi, ui, pivot, A, rate, work)
        elif kind == 2:
            screw(P, own, row, mass, qi, ui, pivot, A, rate, work)
        elif kind == 3:
            ball(P, own, row, mass, qi, ui, pivot, A, rate, work)
        elif kind == 4:
            free(P, own, row, mass, qi, ui, pivot, A, rate, work)
        else:
            free_parent(P, own, row, mass, qi, ui, pivot, A, rate, work)


@routine
def tree_accelerate(
    revolute: Step,
    prismatic: Step,
    screw: Step,
    ball: Step,
    free: Step,
    free_parent: Step,
    tells: Ints,
    table: Floats,
    q: Floats,
    u: Floats,
    udot: Floats,
    base: Floats,
    bodies: int,
    memory: Floats,
    work: Floats,
) -> None:
    """A of every body for these u̇, and the wrench that it takes."""
    reached = memory[OWN * (bodies + 1) :]
    wrenches = memory[GATHER_AT * (bodies + 1) :]
    for k in range(SIX):
        reached[k] = base[k]
        wrenches[k] = 0.0
    for i in range(bodies):
        kind = tells[TELLS * i]
        P = reached[SIX * (tells[TELLS * i + 1] + 1) :]
        own = memory[OWN * (i + 1) :]
        row = table[ROW * i :]
        mass = row[FIXED:]
        qi = q[tells[TELLS * i + 2] :]
        ui = u[tells[TELLS * i + 3] :]
        rate = udot[tells[TELLS * i + 3] :]
        A = reached[SIX * (i + 1) :]
        wrench = wrenches[SIX * (i + 1) :]
        if kind == 0:
            revolute(P, own, row, mass, qi, ui, rate, A, wrench, work)
        elif kind == 1:
            prismatic(P, own, row, mass, qi, ui, rate, A, wrench, work)
        elif kind == 2:
            screw(P, own, row, mass, qi, ui, rate, A, wrench, work)
        elif kind == 3:
            ball(P, own, row, mass, qi, ui, rate, A, wrench, work)
        elif kind == 4:
            free(P, own, row, mass, qi, ui, rate, A, wrench, work)
        else:
            free_parent(P, own, row, mass, qi, ui, rate, A, wrench, work)


@routine
def tree_project(
    revolute: Project,
    prismatic: Project,
    screw: Project,
    ball: Project,
    free: Project,
    free_parent: Project,
    tells: Ints,
    table: Floats,
    q: Floats,
    tau: Floats,
    bodies: int,
    memory: Floats,
    work: Floats,
) -> None:
    """τ of every joint, and its body's wrench handed to its parent."""
    wrenches = memory[GATHER_AT * (bodies + 1) :]
    left = wrenches[GATHERED * (bodies + 1) :]
    for i in range(bodies - 1, -1, -1):
        kind = tells[TELLS * i]
        wrench = wrenches[SIX * (i + 1) :]
        own = memory[OWN * (i + 1) :]
        row = table[ROW * i :]
        qi = q[tells[TELLS * i + 2] :]
        ti = tau[tells[TELLS * i + 3] :]
        if kind == 0:
            revolute(wrench, own, row, qi, left, ti, work)
        elif kind == 1:
            prismatic(wrench, own, row, qi, left, ti, work)
        elif kind == 2:
            screw(wrench, own, row, qi, left, ti, work)
        elif kind == 3:
            ball(wrench, own, row, qi, left, ti, work)
        elif kind == 4:
            free(wrench, own, row, qi, left, ti, work)
        else:
            free_parent(wrench, own, row, qi, left, ti, work)
        total = wrenches[SIX * (tells[TELLS * i + 1] + 1) :]
        for k in range(SIX):
            total[k] += left[k]
