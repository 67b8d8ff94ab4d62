"""Every fault of a description, found at once.

Each check looks at the parts that are of the right kind; those that compute with the whole run
when there is nothing else to say.

From: system.py    Next: checks/parts.py, then the others in their order here
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kane.errors import Fault, ModelError
from kane.model.body import Body
from kane.model.checks.dimensions import dimension_faults
from kane.model.checks.entries import entries_of
from kane.model.checks.masses import mass_faults
from kane.model.checks.massless import massless_faults
from kane.model.checks.motions import motion_faults
from kane.model.checks.names import name_faults
from kane.model.checks.parts import Parts
from kane.model.checks.references import reference_faults
from kane.model.checks.sample import sample
from kane.model.checks.scalars import scalar_faults
from kane.model.checks.structure import structure_faults
from kane.model.joints.joint import Joint


def check(parts: Parts, joints: Sequence[Joint]) -> None:
    """Nothing, if the description is sound; otherwise a ModelError with all its faults.

    The joints are in order, parents before children.
    """
    faults = faults_of(parts, joints)
    if faults:
        raise ModelError(*faults)


def faults_of(parts: Parts, joints: Sequence[Joint]) -> list[Fault]:
    """All faults of a description, each once."""
    listed = entries_of(parts)
    faults = [*parts.faults, *name_faults(parts, listed), *scalar_faults(listed)]
    if "joints" not in parts.incomplete:
        faults += structure_faults(parts)
        faults += reference_faults(parts, listed)
        faults += motion_faults(parts)
    faults += dimension_faults(parts, listed)
    standing = not faults
    with np.errstate(all="ignore"):  # huge numbers are judged by what they do
        faults += mass_faults(parts, lambda body: _axis(joints, body) if standing else None)
        if not faults:
            faults += massless_faults(parts, joints)
    return list(dict.fromkeys(faults))


def _axis(joints: Sequence[Joint], body: Body) -> NDArray[np.float64] | None:
    """The one axis about which a body may turn, along its axes; None if it is not one."""
    state = sample(joints, seed=1)
    turning = state.marks[body].rotation.T @ state.angular(state.path(body))
    axes = turning[:, np.linalg.norm(turning, axis=0) > 0]
    if not axes.size:
        return np.zeros(3)
    axis: NDArray[np.float64] = axes[:, 0] / np.linalg.norm(axes[:, 0])
    return axis if np.allclose(np.outer(axis, axis) @ axes, axes, atol=1e-12) else None
