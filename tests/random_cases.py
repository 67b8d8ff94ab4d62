"""Cases: systems that between them have every joint, load, kind of speed and of constraint.

    moment = drawn("speeds-1")

is a system of `random_systems.py` in one state, the same wherever it is asked for in a run.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache
from typing import Final

import numpy as np

from kane.model.constraints import Motion
from kane.model.system import System
from tests import random_joints as joint
from tests.draw import Clock, Draw
from tests.measures import Measure
from tests.random_growth import grown
from tests.random_joints import MAKERS, Maker
from tests.random_loads import LOADS, LoadMaker, random_loads
from tests.random_speeds import Sample, kept, random_constraints, random_speeds
from tests.random_systems import Moment, Pair


class Speeds(Enum):
    """Which generalized speeds."""

    NATURAL = auto()  # the joints' own
    RANDOM = auto()


@dataclass(frozen=True, kw_only=True)
class Case:
    """What to draw; the first constraints are encapsulated, the next have dependent speeds.

    `rows` more do not hold.
    """

    makers: Sequence[Maker]
    speeds: Speeds = Speeds.NATURAL
    loads: Sequence[LoadMaker] = LOADS
    encapsulated: int = 0
    dependent: int = 0
    rows: int = 0
    clock: Clock = Clock.RUNS
    light: float = 0.4


MIXED: Final = (
    (joint.revolute, joint.gimbal, joint.free, joint.fixed, joint.hooke),
    (joint.prismatic, joint.screw, joint.planar, joint.leaning_ball),
    (joint.cylindrical, joint.universal, joint.space_fixed, joint.spherical),
)
SHORT: Final = (joint.revolute, joint.universal, joint.prismatic, joint.spherical)
LONG: Final = (joint.free, joint.revolute, joint.planar, joint.revolute)
CASES: Final[Mapping[str, Case]] = {
    **{f"natural-{k}": Case(makers=makers) for k, makers in enumerate(MIXED, start=1)},
    **{
        f"speeds-{k}": Case(makers=makers, speeds=Speeds.RANDOM)
        for k, makers in enumerate(MIXED, start=1)
    },
    "encapsulated": Case(makers=SHORT, speeds=Speeds.RANDOM, encapsulated=2),
    "dependent": Case(makers=LONG, dependent=2, rows=1),
    "both": Case(makers=LONG, speeds=Speeds.RANDOM, encapsulated=1, dependent=1, rows=1),
}
STEADY: Final[Mapping[str, Case]] = {
    f"{name}-steady": replace(case, clock=Clock.STANDS) for name, case in CASES.items()
}  # where energy is kept but for the loads' power
HEAVY: Final[Mapping[str, Case]] = {
    f"heavy-{k}": Case(makers=makers, clock=Clock.STANDS, light=0.0)
    for k, makers in enumerate(MIXED, start=1)
}  # no frame without mass and inertia


@cache
def drawn(name: str) -> Moment:
    """The system of a case, in one state."""
    seed = int(os.environ.get("KANE_SEED", "1983"))
    rng = np.random.default_rng([seed, zlib.crc32(name.encode())])
    return random_pair(rng, {**CASES, **STEADY, **HEAVY}[name]).moment(rng)


def random_case(rng: np.random.Generator) -> Case:
    """One to five joints of any kind, and any speeds and constraints that they leave room for."""
    kinds = [MAKERS[k] for k in rng.integers(0, len(MAKERS), int(rng.integers(1, 6)))]
    some = rng.integers(0, 3, 3) * rng.integers(0, 2, 3)
    encapsulated, dependent, rows = (int(x) for x in some)
    return Case(
        makers=[joint.revolute, *kinds],
        speeds=Speeds.RANDOM if rng.integers(2) else Speeds.NATURAL,
        encapsulated=encapsulated,
        dependent=dependent,
        rows=rows,
        clock=Clock.RUNS if rng.integers(2) else Clock.STANDS,
    )


def random_pair(rng: np.random.Generator, case: Case) -> Pair:
    """A system with one joint of each maker's, in random order."""
    draw = Draw(rng=rng, clock=case.clock, light=case.light)
    tree = grown(draw, [case.makers[k] for k in rng.permutation(len(case.makers))])
    acting = random_loads(draw, tree, case.loads)
    sample = Sample(tree, tree.state(rng, t=0.7), t=0.7)
    count = case.encapsulated + case.dependent
    holding = random_constraints(draw, tree, sample, count)
    first, then = holding[: case.encapsulated], holding[case.encapsulated :]
    own = case.speeds is Speeds.NATURAL and not first
    speeds = list(tree.natural)
    if case.speeds is Speeds.RANDOM:
        speeds = random_speeds(draw, tree, sample)
    if first:
        speeds = kept(sample, tree, first, [*speeds, *tree.natural])
    independent = kept(sample, tree, holding, speeds) if then else speeds
    names = tree.names if own else [f"u{k}" for k in range(1, len(speeds) + 1)]
    chosen = {id(measure) for measure in independent}
    left = [name for name, one in zip(names, speeds, strict=True) if id(one) not in chosen]
    extra = random_constraints(draw, tree, sample, case.rows)
    system = System(
        "random",
        joints=tree.joints,
        loads=[one.load for one in acting],
        speeds=[] if own else [measure.expr for measure in speeds],
        constraints=[*_kept(first), *_dependent(then, left), *_absent(extra)],
    )
    return Pair(
        system=system,
        grown=tree,
        acting=tuple(acting),
        speeds=tuple(independent),
        holding=tuple(holding),
        rows=(*then, *extra),
        every=tuple(speeds),
    )


def _kept(measures: Sequence[Measure]) -> list[Motion]:
    return [Motion(f"kept {k}", one.expr == 0) for k, one in enumerate(measures)]


def _dependent(measures: Sequence[Measure], names: Sequence[str]) -> list[Motion]:
    pairs = enumerate(zip(measures, names, strict=True))
    return [Motion(f"embedded {k}", one.expr == 0, dependent=name) for k, (one, name) in pairs]


def _absent(measures: Sequence[Measure]) -> list[Motion]:
    return [Motion(f"row {k}", one.expr == 0, active=False) for k, one in enumerate(measures)]
