"""linearize: the small motions of a model about a state, or about every sample of a motion.

Derivatives are taken of the equations themselves, so they are exact to round-off.

From: moment.py    Next: linear.py
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from kane.analysis.linear import Linear
from kane.analysis.moment import Moment, moment, tangent_basis, tangent_rows
from kane.machine.model import Model
from kane.sim.trajectory import Trajectory

__all__ = ["along", "linearize"]


def linearize(
    model: Model,
    *,
    q: Any = None,
    u: Any = None,
    t: float = 0.0,
    inputs: Mapping[str, float] | None = None,
    outputs: Sequence[Any] = (),
) -> Linear:
    """A, B, C, D about a state, with names, eigenvalues, modes and frequency response.

    `q`, `u` and `inputs` as in `simulate`; `outputs` are names and quantities. The state may be
    one in motion: A is then that of the motion at this moment. Contacts and limits are open in it:
    a state where one touches is refused.
    """
    return linear_at(moment(model, q=q, u=u, t=t, inputs=inputs), outputs)


def along(model: Model, motion: Trajectory, outputs: Sequence[Any] = ()) -> Iterator[Linear]:
    """The same about every sample of a motion of this model, one after the other."""
    inputs = motion.source.inputs[: len(model.input_names)]
    for t, q, u, a in zip(motion.t, motion.q, motion.u, motion.a, strict=True):
        given = dict(zip(inputs, map(float, a), strict=False))
        yield linearize(model, q=q, u=u, t=float(t), inputs=given, outputs=outputs)


def linear_at(at: Moment, outputs: Sequence[Any] = ()) -> Linear:
    """A, B, C, D about a moment."""
    left_open = at.left_open()
    parts = at.parts(outputs)
    states, inputs, count = len(at.y), len(at.model.input_names), len(outputs)
    return Linear(
        name=at.model.name,
        states=at.state_names,
        inputs=at.model.input_names,
        outputs=tuple(str(one) for one in outputs),
        t=at.t,
        y=at.y,
        ydot=parts["ydot"],
        A=parts["A"],
        B=parts.get("B", np.zeros((states, inputs))),
        C=parts.get("C", np.zeros((count, states))),
        D=parts.get("D", np.zeros((count, inputs))),
        N=tangent_basis(tangent_rows(at, parts), states),
        left_open=left_open,
    )
