"""How fast robots' dynamics run beside the best rivals, in one state and in batches.

Ours and theirs take turns over the same 64 states, each in a loop that stays in native code, after
our results were found to be Pinocchio's. Which rival is the best is found here and now.

From: robot_rivals.py    Next: manipulators.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

import numpy as np

from benchmarks.claim import Claim, Effort, Measurement, Sense, without_rival
from benchmarks.robot_programs import gcc, ready
from benchmarks.robot_rivals import FUNCTIONS, Contestant, RobotCase, fastest, right, robot_case
from benchmarks.timing import Race, loop_of, race

BATCH: Final = 4_096
WORDS: Final = {
    "inverse_dynamics": "inverse",
    "forward_dynamics": "forward",
    "derivatives_of_inverse_dynamics": "derivatives of inverse",
    "derivatives_of_forward_dynamics": "derivatives of forward",
}


def over(robot: str, function: str, which: str, effort: Effort) -> Measurement:
    """The best rival's time over ours."""
    case = _case(robot, effort)
    if case is None:
        return without_rival("one of Pinocchio, CasADi, CppADCodeGen, MuJoCo and Talos' file")
    loop, made = case.ours(function)
    assert right(case, function, made), "our results are not Pinocchio's"
    best = fastest(_rivals(case, function, which if effort is Effort.FULL else "Pinocchio"))
    return _measured(case, function, best, race(loop, best.loop, effort))


def _case(robot: str, effort: Effort) -> RobotCase | None:
    """The robot beside the rivals; in the quick form a small one, and nothing is compiled for it
    that takes minutes."""
    if effort is Effort.QUICK:
        return robot_case("ur5") if ready() else None
    return robot_case(robot)


def _rivals(case: RobotCase, function: str, which: str) -> Iterable[Contestant]:
    match which:
        case "generated C":
            return case.generated(function)
        case "Pinocchio":
            return case.own(function)
        case _:
            return case.contestants(function)


def in_batch(function: str, by_rows: bool, effort: Effort) -> Measurement:
    """Pinocchio's time for a state over our share of a batch's."""
    case = _case("panda", effort)
    if case is None:
        return without_rival("Pinocchio")
    kernel, n = case.model.function(function), len(case.u_order)
    states = [np.tile(one, (BATCH // len(one), 1)) for one in case.states]
    laid = states if by_rows else [np.asfortranarray(one) for one in states]
    out = np.empty((BATCH, n)) if by_rows else np.empty((n, BATCH)).T
    kernel.batch(*laid, out=out)
    assert right(case, function, [out[: len(case.states[0])]]), "results are not Pinocchio's"
    many = loop_of(lambda: kernel.batch(*laid, out=out))
    rival = fastest(case.own(function))
    came = race(many, lambda calls: rival.loop(calls * 64) / 64 * BATCH, effort)
    return _measured(case, function, rival, came, share=BATCH)


def _measured(
    case: RobotCase, function: str, rival: Contestant, came: Race, share: int = 1
) -> Measurement:
    ours, theirs = (one.minimum / share * 1e9 for one in (came.ours, came.rival))
    return Measurement(
        value=came.ratio,
        median=came.ratio,
        spread=came.spread,
        repeats=came.ours.repeats,
        counts=str(case.model.operations[function]) if case.robot != "talos" else "",
        rival=f"{rival.name}, {case.version}, gcc {gcc()}",
        note=f"ours {ours:.4g} ns, theirs {theirs:.4g} ns",
    )


def _claim(name: str, how: str, target: float, measure: Callable[[Effort], Measurement]) -> Claim:
    return Claim(name=name, how=how, unit="×", sense=Sense.AT_LEAST, target=target, measure=measure)


def _ratio(robot: str, function: str, which: str, target: float) -> Claim:
    what = "the best of all" if which == "all" else f"the best {which}"
    words = WORDS[function]
    return _claim(
        f"{robot} {words} over {which if which != 'all' else 'the best rival'}",
        f"{words} of {robot}, one state a call: the time of {what}, at -O3 and at -Ofast, over "
        "ours, in turn",
        target,
        partial(over, robot, function, which),
    )


def _batch(function: str, by_rows: bool, target: float) -> Claim:
    layout = "(N, n) rows" if by_rows else "structure of arrays"
    return _claim(
        f"panda {WORDS[function]} in a batch, {layout}",
        f"{BATCH} states on one core as {layout}: Pinocchio's time a state over ours",
        target,
        partial(in_batch, function, by_rows),
    )


INVERSE, FORWARD, OF_INVERSE, OF_FORWARD = FUNCTIONS
SPEED: Final = (
    *(_ratio("panda", one, "generated C", 2.2) for one in (INVERSE, FORWARD)),
    *(_ratio("panda", one, "Pinocchio", 10) for one in (INVERSE, FORWARD)),
    _ratio("talos", INVERSE, "all", 3),
    _ratio("talos", FORWARD, "all", 2),
    _ratio("panda", OF_INVERSE, "all", 3.5),
    _ratio("panda", OF_FORWARD, "all", 3),
    _ratio("talos", OF_INVERSE, "all", 2.5),
    _ratio("talos", OF_FORWARD, "all", 2.8),
    *(_batch(one, False, 60) for one in (INVERSE, FORWARD)),
    *(_batch(one, True, 40) for one in (INVERSE, FORWARD)),
)
