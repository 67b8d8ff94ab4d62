"""System: a SymPy description handed over to ours, its tree of bodies recovered.

Bodies find their places in a tree, the poses between them become joints, and the result is
checked against SymPy's equations at random points before anybody gets it.

From: method.py    Next: tree.py, joints.py, speeds.py, loads.py, checked.py
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kane.algebra.expr import Expr
from kane.algebra.zero import Samples
from kane.errors import DerivationError
from kane.geometry.vector import GROUND
from kane.model.body import Body
from kane.model.joints.joint import Joint
from kane.model.loads import Load
from kane.model.system import System
from kane.sympy.bodies import bodies_of, mass_of
from kane.sympy.carried import Carriers
from kane.sympy.checked import check_equations
from kane.sympy.constants import by_name
from kane.sympy.gravity import field_of
from kane.sympy.joints import Joining
from kane.sympy.loads import Loading
from kane.sympy.positions import Place, Positions, integrated
from kane.sympy.screws import chain_of
from kane.sympy.speeds import definitions, relations
from kane.sympy.tree import Node, check_velocities, is_rigid, tree_of
from kane.sympy.words import Words

if TYPE_CHECKING:
    from kane.sympy.method import KanesMethod


def system_of(method: KanesMethod, constants: Mapping[Any, float], name: str) -> System:
    """The description as a System, or a refusal in words."""
    _refuse_counts(method)
    refusals: list[DerivationError] = []
    for places in _choices(method):
        try:
            found = Handed(method=method, places=places, constants=by_name(constants))
            system = found.system(name)
            check_equations(method, system, found.words)
        except DerivationError as refused:
            refusals.append(refused)
        else:
            return system
    raise refusals[0]


def _refuse_counts(method: KanesMethod) -> None:
    if not method.bodylist:
        raise DerivationError("0 bodies: there is nothing that a tree could hold. Give bodies.")
    n, o = len(method.q), len(method.u)
    if method._kinematics is None or n != o:
        raise DerivationError(
            f"{n} coordinates and {o} speeds: a System has a coordinate for each speed of its "
            "joints. What rolls has speeds without a place: give it coordinates for where it is, "
            "or use build(), which takes the equations as they are."
        )


def _choices(method: KanesMethod) -> Iterator[list[Place]]:
    """The frames that bodies may have: particles those they are located in, or none that turns."""
    bodies, still = list(method.bodylist), method._inertial
    points = [body.masscenter if is_rigid(body) else body.point for body in bodies]
    positions = Positions(method._velocities, {})
    first = [
        body.frame if is_rigid(body) else positions.frame_of(point)
        for body, point in zip(bodies, points, strict=True)
    ]
    second = [body.frame if is_rigid(body) else still for body in bodies]
    for frames in (first, second)[: 1 + (first != second)]:
        yield [Place(frame=frame, point=p) for frame, p in zip(frames, points, strict=True)]


@dataclass(frozen=True, kw_only=True)
class Handed:
    """A description on its way to a System."""

    method: KanesMethod
    places: Sequence[Place]
    constants: Mapping[str, float]

    def system(self, name: str) -> System:
        """The System."""
        joints = [joint for joints in self._joints for joint in joints]
        speeds = definitions(self.method, self.nodes, self.bodies, self.words)
        carriers = Carriers(self.nodes, self.bodies, self.positions, self.samples)
        loading = Loading(carriers, self.words, joints)
        given = list(self.method.forcelist or ())
        masses = [mass_of(self.method, node.body) for node in self.nodes]
        velocities = self.method._velocities
        field = field_of(self.nodes, masses, given, velocities, self.samples)
        loads: Sequence[Load] = loading.loads(given, field)
        return System(
            name,
            joints=joints,
            loads=loads,
            constraints=relations(self.method, self.words),
            speeds=_in_order(joints, speeds),
        )

    @cached_property
    def ground(self) -> Place:
        """The inertial frame, at its origin."""
        return Place(frame=self.method._inertial, point=None)

    @cached_property
    def samples(self) -> Samples:
        """Random points of the graph."""
        return Samples(self.method._scalars.graph)

    @cached_property
    def words(self) -> Words:
        """What the symbols are called."""
        return Words(self.method._scalars, self.method._q_nodes, self.constants)

    @cached_property
    def positions(self) -> Positions:
        """Where points are."""
        kinematics = self.method._kinematics
        assert kinematics is not None
        same = dict(zip(kinematics.found.qdot, self.method._q_nodes, strict=True))
        points = [place.point for place in self.places]
        velocities = self.method._velocities
        return Positions(velocities, integrated(velocities, same, points))

    @cached_property
    def nodes(self) -> list[Node]:
        """The tree, its velocities checked."""
        bodies = list(self.method.bodylist)
        nodes = tree_of(bodies, self.places, self.positions, self.ground)
        kinematics = self.method._kinematics
        assert kinematics is not None
        self._refuse_inputs(nodes)
        rates = dict(zip(self.method._q_nodes, kinematics.found.qdot, strict=True))
        check_velocities(nodes, self.positions, self.ground, rates, self.samples)
        return nodes

    def _refuse_inputs(self, nodes: Sequence[Node]) -> None:
        for node in nodes:
            foreign = [q for q in node.own if q not in self.method._q_nodes]
            if foreign:
                names = ", ".join(self.words.name(q) for q in foreign)
                raise DerivationError(
                    f"Body '{node.body.name}': its place depends on {names}, which is no "
                    f"coordinate among {len(self.method.q)}. Make it one, or use build()."
                )

    @cached_property
    def bodies(self) -> list[Body]:
        """The bodies, in the order of the tree; their origins are their mass centres."""
        return bodies_of(self.method, self.nodes, self.words, self.samples)

    @cached_property
    def _joints(self) -> list[list[Joint]]:
        frames = self.method._velocities.frames
        joining = Joining(frames, self.words, self.samples)
        made = []
        for node, body in zip(self.nodes, self.bodies, strict=True):
            chain = chain_of(node.pose, node.own, frames, self.samples)
            parent = self.bodies[node.parent] if node.parent >= 0 else GROUND
            made.append(list(joining.joints(chain, parent, body)))
        return made


def _in_order(joints: Iterable[Joint], speeds: Mapping[str, Expr]) -> dict[str, Expr]:
    """The speeds in the order of the joints, where each is the rate of a coordinate."""
    coordinates = [q for joint in joints for q in joint.coordinates]
    order = {f"rate({q})": place for place, q in enumerate(coordinates)}
    if all(str(speed) in order for speed in speeds.values()):
        return dict(sorted(speeds.items(), key=lambda item: order[str(item[1])]))
    return dict(speeds)
