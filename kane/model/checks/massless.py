"""Massless: joints whose motion moves no mass, which would make the mass matrix singular.

With G_B = (√m ∂v*/∂σ, √I ∂ω/∂σ) of each body, M = Σ G_Bᵀ G_B. M is positive definite if the
joints fall into connected clusters in each of which the cluster's own bodies, seen from where
it stands, feel every one of its speeds: of the speeds that differ from zero, the cluster nearest
to the ground moves its bodies. So a joint is first asked alone, then with what it carries; if
all that it carries feels nothing of some motion, M is singular [Kane1985 Sec. 5.8].

From: sample.py    Next: dimensions.py
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kane.errors import Fault
from kane.geometry.vector import ZEROS, Components, Frame
from kane.model.body import Body
from kane.model.checks.entry import leaves, number
from kane.model.checks.masses import inertia_of
from kane.model.checks.motions import OURS
from kane.model.checks.parts import Parts, path_of
from kane.model.checks.relations import embedded, plain, rows
from kane.model.checks.sample import Mover, Sample, sample
from kane.model.joints.joint import Joint

Array = NDArray[np.float64]

NOTHING: Final = 1e-12  # of the largest it could be: a speed that moves a body by round-off alone
DEPENDENT: Final = 1e-9  # of columns of length one; sound systems stay far above
SEEDS: Final = (1, 2, 3)


def massless_faults(parts: Parts, joints: Sequence[Joint]) -> Iterator[Fault]:
    """The joints whose motion, or part of it, moves no mass at any state that is tried."""
    if all(_surely_heavy(joint) for joint in joints):
        return
    found = _Search(joints, SEEDS[0]).idle()
    for seed in SEEDS[1:]:
        if found:
            again = {idle.joint for idle in _Search(joints, seed).idle()}
            found = [idle for idle in found if idle.joint in again]
    if found and not _held(parts, joints):
        yield from (_fault(idle) for idle in found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Idle:
    """A joint with natural speeds that, alone or with others it carries, move nothing."""

    joint: Joint
    alone: tuple[Mover, ...]
    together: tuple[Mover, ...]
    empty: bool  # nothing that the joint carries has mass or inertia


def _surely_heavy(joint: Joint) -> bool:
    """Whether the joint's own body feels all its motions, whatever they are."""
    if not joint.motions:
        return True
    body = joint.child
    if not isinstance(body, Body) or not all(isinstance(m, OURS) for m in joint.motions):
        return False
    mass, inertia = number(body.mass, leaves(body.mass)), inertia_of(body)
    if not mass or inertia is None:
        return False
    moments = np.diag(inertia)
    if not np.count_nonzero(inertia - np.diag(moments)):
        return bool(np.all(moments > NOTHING * np.max(moments)))
    least, _, most = np.linalg.eigvalsh(inertia)
    return bool(least > NOTHING * most)


class _Search:
    """The clusters of one state, from the tips to the ground."""

    def __init__(self, joints: Sequence[Joint], seed: int) -> None:
        self.joints = joints
        self.state = sample(joints, seed, _reach(joints))
        self.children: dict[Frame, list[Joint]] = {}
        for joint in joints:
            self.children.setdefault(joint.parent, []).append(joint)
        self.clusters: dict[Joint, list[Joint]] = {}
        self.excluded = {i for i, mover in enumerate(self.state.movers) if not mover.free}

    def idle(self) -> list[Idle]:
        """Every joint that adds a motion which moves nothing."""
        found = (self._settle(joint) for joint in reversed(self.joints))
        return [idle for idle in found if idle is not None]

    def _settle(self, joint: Joint) -> Idle | None:
        """Find the joint's cluster; what remains idle is left out of those that follow."""
        cluster = {joint: None}
        border = self.children.get(joint.child, [])
        alone, together = self._null(cluster)
        while (alone or together) and border:
            joined = dict.fromkeys(one for child in border for one in self.clusters[child])
            cluster |= joined
            below = (child for one in joined for child in self.children.get(one.child, []))
            border = [child for child in below if child not in cluster]
            alone, together = self._null(cluster)
        self.clusters[joint] = list(cluster)
        if not alone and not together:
            return None
        own = set(self.state.numbers[joint]) & {*alone, *together}
        self.excluded |= own or {*alone, *together}
        movers = self.state.movers
        return Idle(
            joint=joint,
            alone=tuple(movers[i] for i in alone),
            together=tuple(movers[i] for i in together),
            empty=not any(_feels(one.child) for one in cluster),
        )

    def _null(self, cluster: Mapping[Joint, None]) -> tuple[list[int], list[int]]:
        """The movers of a cluster that its bodies do not feel, alone and in some combination."""
        every = [i for one in cluster for i in self.state.numbers[one] if i not in self.excluded]
        G, _ = scaled(self.state, [one.child for one in cluster], every, cluster)
        felt = [k for k in range(len(every)) if np.any(G[:, k])]
        alone = [i for k, i in enumerate(every) if k not in felt]
        null = null_space(G[:, felt])
        part = np.max(np.abs(null), axis=0, initial=0.0)
        return alone, [every[felt[k]] for k in np.flatnonzero(part > DEPENDENT)]


def scaled(
    state: Sample, frames: Iterable[Frame], movers: list[int], within: Container[Joint] | None
) -> tuple[Array, Array]:
    """G of some frames for these movers, columns at length one, and the lengths they had.

    Columns of mere round-off are zero.
    """
    places = {i: k for k, i in enumerate(movers)}
    blocks, most = [], np.zeros(len(movers))
    for frame in frames:
        path = [i for i in state.path(frame, within) if i in places]
        if isinstance(frame, Body) and path and _feels(frame):
            columns = [places[i] for i in path]
            block = np.zeros((6, len(movers)))
            block[:, columns], most[columns] = _felt(state, frame, path, most[columns])
            blocks.append(block)
    G = np.vstack(blocks) if blocks else np.zeros((1, len(movers)))
    lengths = np.linalg.norm(G, axis=0)
    sound = lengths > NOTHING * most
    lengths = np.where(sound, lengths, 1.0)
    return np.where(sound, G / lengths, 0.0), lengths


def _felt(state: Sample, body: Body, path: list[int], before: Array) -> tuple[Array, Array]:
    """(√m ∂v*/∂σ, √I ∂ω/∂σ) of a body, and how large its columns might be at most."""
    root_m, root_I = _roots(body)
    centre = state.place(body.mass_centre)
    A, v = state.angular(path), state.linear(centre, path)
    turning = root_I @ state.marks[body].rotation.T @ A
    origins = np.array([np.linalg.norm(state.movers[i].origin) for i in path])
    arm = np.linalg.norm(centre) + origins
    spin, slide = np.linalg.norm(A, axis=0), np.linalg.norm(v, axis=0)
    most = root_m * (slide + spin * arm) + np.linalg.norm(root_I) * spin
    return np.vstack([root_m * v, turning]), before + most


def _roots(body: Body) -> tuple[float, Array]:
    """√m and √I along the body's axes."""
    mass, inertia = number(body.mass, leaves(body.mass)), inertia_of(body)
    if mass is None or inertia is None:
        return 0.0, np.zeros((3, 3))
    moments, axes = np.linalg.eigh(inertia)
    return max(mass, 0.0) ** 0.5, np.sqrt(np.maximum(moments, 0.0))[:, None] * axes.T


def _feels(frame: Frame) -> bool:
    """Whether a frame has mass or inertia."""
    if not isinstance(frame, Body):
        return False
    root_m, root_I = _roots(frame)
    return bool(root_m or np.any(root_I))


def null_space(G: Array) -> Array:
    """The combinations of columns that vanish, one a row."""
    if not G.shape[1]:
        return np.zeros((0, 0))
    _, sizes, Vt = np.linalg.svd(G)
    sizes = np.append(sizes, np.zeros(len(Vt) - len(sizes)))
    found: Array = Vt[sizes <= DEPENDENT * max(sizes[0], DEPENDENT)]
    return found


def _held(parts: Parts, joints: Sequence[Joint]) -> bool:
    """Whether the constraints that are embedded leave no motion that moves nothing."""
    for seed in SEEDS:
        state = sample(joints, seed, _reach(joints))
        free = [i for i, mover in enumerate(state.movers) if mover.free]
        constraints = embedded(parts, len(free))
        if not constraints:
            return False
        if not all(map(plain, constraints)):
            return True  # their rows are derived later, and M is looked at then
        G, lengths = scaled(state, [joint.child for joint in joints], free, None)
        J = rows(constraints, state)[:, free] / lengths
        sizes = np.linalg.norm(J, axis=1, keepdims=True)
        if len(null_space(np.vstack([G, J / np.where(sizes > 0, sizes, 1.0)]))) == 0:
            return True
    return False


def _reach(joints: Sequence[Joint]) -> float:
    """The size of the system: the median of the distances that its joints are apart."""
    sizes = [_length(given) for joint in joints for given in (joint.at, joint.on)]
    sizes += [_length(joint.child.centre) for joint in joints if isinstance(joint.child, Body)]
    known = [size for size in sizes if size > 0]
    return float(np.median(known)) if known else 1.0


def _length(given: Components) -> float:
    return math.hypot(*(number(x, leaves(x)) or 0.0 for x in given)) if given is not ZEROS else 0.0


def _fault(idle: Idle) -> Fault:
    joint = idle.joint
    path = path_of(joint, 0)
    if idle.empty:
        what = "nothing that it carries has mass, so that the mass matrix is singular."
        remedy = f"Give '{joint.child}' or what it carries mass and inertia, or join it by Fixed."
    elif idle.alone:
        missing = " and ".join(_missing(mover) for mover in idle.alone)
        what = f"nothing that it carries has {missing}, so that the mass matrix is singular."
        remedy = "Give it what it lacks, or prescribe the motion."
    else:
        named = ", ".join(f"'{mover.name}'" for mover in idle.together)
        what = f"the speeds {named} can go together so that nothing with mass moves."
        remedy = "Give the bodies between them mass and inertia, or leave one of the joints out."
    return Fault(path=path, what=what, remedy=remedy)


def _missing(mover: Mover) -> str:
    axis = "(" + ", ".join(f"{x + 0.0:.3g}" for x in mover.own) + ")"
    if np.any(mover.angular):
        return f"inertia about {axis}, the axis of '{mover.name}'"
    return f"mass to move along {axis}, the axis of '{mover.name}'"
