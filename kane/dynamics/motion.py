"""The state's rates, and whatever is asked of the state: what a run in time is made of.

    ẏ = (q̇, u̇) of y = (q, u) at time t, with inputs a and parameters p

All functions of a run take the same arguments (t, y, a, p), so that they are called alike.
Inputs may be closed: given as expressions of state, time and the inputs that are left. Where rows
of constraints may come and go, their masks and directions follow the inputs in a (modes.py).

From: requests.py, observables.py, modes.py    Next: kane/pipeline.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kane.algebra.derivative import tangent
from kane.algebra.expr import Condition, Expr
from kane.algebra.functions import maximum, sqrt
from kane.algebra.jacobian import jacobian
from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.algebra.substitute import substitute
from kane.dynamics import observables, rows
from kane.dynamics.constraint_forces import ConstraintForces, names_of_forces
from kane.dynamics.equations import Equations
from kane.dynamics.modes import Modes, held_together
from kane.dynamics.multipliers import Multiplied, held_by_multipliers
from kane.dynamics.rates import sum_of_products
from kane.dynamics.requests import Formulation, Request
from kane.dynamics.rows import OpenRow
from kane.dynamics.sliding import FRICTION_USE
from kane.dynamics.transmitted import exerted, is_nothing, total
from kane.errors import DerivationError
from kane.geometry.vector import Vector
from kane.model.asked import OfSystem
from kane.model.constraints import has_row
from kane.model.joints.contract import home, unit_part
from kane.model.joints.joint import Joint
from kane.model.quantities import Energy, Reaction, Support

Limit = tuple[str, tuple[float, float]]  # a coordinate, and between which values it has to stay


@dataclass(frozen=True, kw_only=True)
class Loop:
    """Equations whose inputs are partly given as expressions, by name."""

    equations: Equations
    shortest: Equations  # equal in q̇ and u̇, by the fewest operations
    closed: Mapping[str, Expr]
    formulation: Formulation

    @cached_property
    def modes(self) -> Modes:
        """The rows that may hold."""
        if self.formulation is Formulation.MULTIPLIERS:
            return Multiplied(equations=self.equations, right=tuple(_right(self)))
        return Modes(equations=self.equations)

    @cached_property
    def without_rows(self) -> list[Any]:
        """u̇₀ with τ = B a."""
        return _without_rows(self)

    @cached_property
    def accelerations(self) -> list[Any]:
        """u̇ with τ = B a, while rows hold."""
        return self.modes.accelerations(self.without_rows) if self.modes.rows else self.without_rows

    def held_alone(self, rows: Sequence[OpenRow]) -> list[Any]:
        """u̇ while exactly these rows hold."""
        if self.formulation is Formulation.MULTIPLIERS:
            return held_by_multipliers(self.equations, _right(self), rows)[1]
        return held_together(self.equations, self.without_rows, rows)

    @cached_property
    def forces(self) -> ConstraintForces:
        """What constraints exert along this motion."""
        udot, free = tuple(self.accelerations), tuple(self.without_rows)
        return ConstraintForces(modes=self.modes, udot=udot, free=free)

    @cached_property
    def known(self) -> dict[Any, Any]:
        """What was worked out before: quantities, and the wrenches of joints by name."""
        return {}

    @property
    def left(self) -> tuple[str, ...]:
        """The inputs that are left to be given, in order."""
        return tuple(name for name in self.equations.system.inputs if name not in self.closed)


def motion(loop: Loop) -> Request:
    """ẏ = (q̇, u̇)."""
    return request(loop, "motion", {"ydot": rates(loop)})


def motion_of(loop: Loop, held: Sequence[int]) -> Request:
    """ẏ of the mode in which exactly these rows hold and nothing slides: no masks, fewer rows."""
    udot = loop.held_alone([loop.modes.rows[k] for k in held])
    return request(loop, "motion", {"ydot": _put_in(loop, [*loop.shortest.qdot, *udot])})


def coordinate_rates(loop: Loop) -> Request:
    """q̇ alone, for methods that move coordinates with new speeds."""
    return request(loop, "coordinate_rates", {"qdot": loop.shortest.qdot})


def motion_jacobian(loop: Loop) -> Request:
    """∂ẏ/∂y, by rows, and ∂ẏ/∂a of the inputs that are left."""
    equations = loop.equations
    ydot = rates(loop)
    y = (*equations.q, *equations.u)
    return request(loop, "motion_jacobian", {"J": _dense(equations, ydot, y)})


def row_terms(loop: Loop) -> Request:
    """M, J, c and J̇u + ċ of the rows that may hold, one after the other."""
    terms = rows.row_terms(loop.equations)
    lines = [*terms["M"], *terms["J"], terms["c"], terms["bias"]]
    return request(loop, "row_terms", {"terms": [x for line in lines for x in line]})


def place_terms(loop: Loop) -> Request:
    """φ and ∂φ/∂σ of every configuration relation, diag M_σ, and W of q̇ = W σ."""
    return request(loop, "place_terms", loop.modes.place_terms())


def mode_terms(loop: Loop) -> Request:
    """What a change of mode has to know."""
    terms = loop.modes.terms(loop.without_rows)
    return request(loop, "mode_terms", {"terms": _put_in(loop, terms)})


def projection(loop: Loop) -> Request:
    """The state moved back to where the rows hold, by one Newton step."""
    return request(loop, "projection", {"y": loop.modes.projected()})


def linear_parts(loop: Loop, outputs: Sequence[Any]) -> Request:
    """ẏ, A = ∂ẏ/∂y, B = ∂ẏ/∂a, z, C = ∂z/∂y, D = ∂z/∂a of outputs z, and where states may be.

    held = (J u + c of the rows that may hold, φ of the places), G = ∂held/∂y.
    """
    equations = loop.equations
    ydot, z = rates(loop), _values(loop, outputs)
    held = [row.form.value for row in loop.modes.rows]
    held = _put_in(loop, [*held, *(row.phi for row in rows.place_rows(equations))])
    y, a = (*equations.q, *equations.u), _given(loop)
    parts = {
        "A": _dense(equations, ydot, y),
        "B": _dense(equations, ydot, a),
        "C": _dense(equations, z, y),
        "D": _dense(equations, z, a),
        "G": _dense(equations, held, y),
    }
    wanted = {"ydot": ydot, "z": z, "held": held}
    wanted = {name: values for name, values in wanted.items() if values}
    parts = {name: rows for name, rows in parts.items() if len(rows) and len(rows[0])}
    return request(loop, "linear_parts", {**wanted, **parts})


def observed(loop: Loop, quantities: Sequence[Any]) -> Request:
    """The values of quantities, coordinates, speeds and inputs, in the order given."""
    return request(loop, "observed", {"values": _values(loop, quantities)})


def accelerated(loop: Loop, velocities: Sequence[Any], inputs: Sequence[str]) -> Request:
    """dv/dt of velocities v along the motion, and its derivatives by inputs, by rows."""
    equations = loop.equations
    seeds = equations.seeds(tuple(loop.accelerations))
    zero = equations.tree.lift.scalar(0)
    values = [zero + _value(loop, one) for one in velocities]
    made = tangent(values, {**seeds, **equations.embedded.rates(seeds)})
    pushes = [equations.tree.lift.symbol(name, Rate.INPUT) for name in inputs]
    every = [*made, *(x for row in _dense(equations, made, pushes) for x in row)]
    return request(loop, "accelerated", {"values": _put_in(loop, every)})


def switches(loop: Loop, conditions: Sequence[Condition | Limit]) -> Request:
    """For each condition a number that is positive where the condition holds, or the limit not;
    then those of contacts."""
    margins = [_margin(loop, one) for one in conditions]
    return request(loop, "switches", {"g": [*margins, *_put_in(loop, _contact_margins(loop))]})


def homes(equations: Equations) -> tuple[float, ...]:
    """Where every coordinate is when nothing is said: zero, a quaternion without a rotation."""
    places = dict.fromkeys(equations.q_names, 0.0)
    for joint in equations.system.joints:
        for part in joint.motions:
            places.update(zip(part.names[0], home(part), strict=True))
    return tuple(float(places[name]) for name in equations.q_names)


def units(equations: Equations) -> tuple[tuple[int, int], ...]:
    """Which coordinates are together of length one: (first, how many)."""
    found = []
    for joint in equations.system.joints:
        for part in joint.motions:
            names = part.names[0][unit_part(part)]
            if names and set(names) <= set(equations.q_names):
                found.append((equations.q_names.index(names[0]), len(names)))
    return tuple(found)


# ── expressions ───────────────────────────────────────────────────────────────────────────
def rates(loop: Loop) -> list[Any]:
    """q̇ and u̇ with the closed inputs put in."""
    return _put_in(loop, [*loop.shortest.qdot, *loop.accelerations])


def _without_rows(loop: Loop) -> list[Any]:
    """u̇₀, by the formulation that was chosen."""
    equations = loop.shortest
    articulated = loop.formulation is Formulation.ARTICULATED
    udot = equations.articulated if articulated else equations.forward_dynamics
    return substitute(udot, _driven(equations))


def _right(loop: Loop) -> list[Any]:
    """τ − f with τ = B a."""
    equations = loop.equations
    right = [tau - f for tau, f in zip(equations.tau, equations.bias, strict=True)]
    return substitute(right, _driven(equations))


def _driven(equations: Equations) -> dict[Any, Any]:
    """τ = B a by symbol."""
    a, zero = equations.linear_inputs, equations.tree.lift.scalar(0)
    return {
        tau: sum_of_products(row, a, zero)
        for tau, row in zip(equations.tau, equations.input_matrix, strict=True)
    }


def _put_in(loop: Loop, values: Sequence[Any]) -> list[Any]:
    """The values with the expressions of closed inputs in their places."""
    if not loop.closed:
        return list(values)
    lift = loop.equations.tree.lift
    given = {
        lift.symbol(name, Rate.INPUT): lift.scalar(value, loop.equations.meanings.of)
        for name, value in loop.closed.items()
    }
    return substitute(values, given)


def _values(loop: Loop, quantities: Sequence[Any]) -> list[Any]:
    return _put_in(loop, [_value(loop, one) for one in quantities])


def _value(loop: Loop, quantity: Any) -> Any:
    """The value of a name, a number or an expression with quantities."""
    equations = loop.equations
    if isinstance(quantity, str):
        return _named(loop, quantity)
    return equations.tree.lift.scalar(quantity, lambda definition: _defined(loop, definition))


def _named(loop: Loop, name: str) -> Any:
    """The value of a coordinate, a speed (dependent ones too), an input or the energy."""
    equations, lift = loop.equations, loop.equations.tree.lift
    if name in equations.tree.coordinates:
        return equations.tree.coordinates[name]
    if name in equations.u_names:
        return equations.u[equations.u_names.index(name)]
    if name in equations.embedded.dependent:
        return equations.embedded.dependent[name].value
    if name in (*equations.system.inputs, *map(str, (*loop.modes.masks, *loop.modes.directions))):
        return lift.symbol(name, Rate.INPUT)
    if name in equations.parameters:
        return lift.scalar(equations.parameters[name])
    known = [*equations.q_names, *equations.u_names, *equations.system.inputs]
    raise DerivationError(
        f"'{name}' is no coordinate, speed, input or parameter of system "
        f"'{equations.system.name}', which has {', '.join(known)}. Name one of these, or give a "
        'quantity such as energy(), reaction("q1") or distance(P, Q).'
    )


def _defined(loop: Loop, definition: Any) -> Any:
    """The value of a quantity, those too that follow from the motion."""
    equations = loop.equations
    match definition:
        case Energy(part=part):
            T = observables.kinetic_energy(equations) if part != "potential_" else 0
            V = observables.potential_energy(equations) if part != "kinetic_" else 0
            return T + V
        case Reaction():
            return _reaction(loop, definition)
        case OfSystem():
            if definition not in loop.known:
                made = definition.make(equations.system)
                value = equations.tree.lift.scalar(made, lambda inner: _defined(loop, inner))
                loop.known[definition] = value
            return loop.known[definition]
        case _:
            return equations.meanings.of(definition)


def _reaction(loop: Loop, asked: Reaction) -> Any:
    """A component of what a joint's parent exerts on its child, or the size of it.

    "force.x" … "torque.z" along the axes of the joint's last link, "force" (or nothing) and
    "torque" for the sizes.
    """
    equations = loop.equations
    if asked.item in names_of_forces(equations):
        return _constraint_force(loop, asked)
    joints = {joint.name: joint for joint in equations.system.joints}
    kind, _, axis = (asked.component or "force").partition(".")
    if asked.item not in joints or kind not in ("force", "torque") or axis not in ("", *"xyz"):
        raise DerivationError(
            f"'{asked}': reactions are those of the joints {', '.join(joints)}, of which the "
            "components are force.x … force.z, torque.x … torque.z, force and torque. "
            "Name one of these."
        )
    key = (type(asked), asked.item)
    if key not in loop.known:
        whole = isinstance(asked, Support)
        made = observables.reaction(equations, joints[asked.item]) if whole else None
        force, torque = made or _transmitted(loop, joints[asked.item])
        moving = dict(zip(equations.udot, loop.accelerations, strict=True))
        loop.known[key] = substitute([*force.components, *torque.components], moving)
    x, y, z = loop.known[key][:3] if kind == "force" else loop.known[key][3:]
    return {"x": x, "y": y, "z": z}[axis] if axis else sqrt(x * x + y * y + z * z)


def _transmitted(loop: Loop, joint: Joint) -> tuple[Vector, Vector]:
    """What a joint transmits: what its bodies need, less what loads and constraints exert."""
    equations = observables.apart(loop.equations, joint)
    found = observables.reaction(equations, joint)
    relations = [one for one in equations.system.relations if has_row(one)]
    if not relations:
        return found
    at = equations.tree.mounts[joint.child].link
    wrenches = list(exerted(equations.tree, at, relations))
    if all(map(is_nothing, wrenches)):
        return found
    return total(wrenches, [loop.forces.all[one.name] for one in relations], found)


def _constraint_force(loop: Loop, asked: Reaction) -> Any:
    """λ of a constraint or a contact, one component of it, or the size of all."""
    found = loop.forces.of(asked.item)
    if asked.component in found:
        return found[asked.component]
    if asked.component == FRICTION_USE and "normal" in found:
        return loop.modes.sliding.use(asked.item, found)
    if asked.component:
        known = ", ".join(found)
        raise DerivationError(
            f"'{asked}': the constraint has the components {known}. Name one of these, or none."
        )
    return sqrt(sum((value * value for value in found.values()), loop.accelerations[0] * 0))


def _margin(loop: Loop, condition: Condition | Limit) -> Any:
    """A number that is positive where a comparison holds: right − left of left < right."""
    if isinstance(condition, tuple):
        name, (lower, upper) = condition
        q = _named(loop, name)
        return maximum(lower - q, q - upper)
    graph, node = condition.graph, condition.ref
    if graph.ops[abs(node)] not in (Op.LESS, Op.LESS_EQUAL) or node < 0:
        raise DerivationError(
            f"An event's condition '{condition}' is not one comparison. Write a < b or a > b, "
            "with maximum and minimum in place of 'or' and 'and'."
        )
    left, right = (Expr(graph, ref) for ref in graph.args[node])
    (margin,) = _values(loop, [right - left])
    return margin


def _contact_margins(loop: Loop) -> list[Any]:
    """The switches of every contact."""
    if not loop.modes.sliding.contacts:
        return []
    forces = loop.modes.forces(loop.without_rows)
    return loop.modes.sliding.margins(loop.modes.masks, forces)


# ── requests ──────────────────────────────────────────────────────────────────────────────
def request(loop: Loop, name: str, outputs: Mapping[str, Any]) -> Request:
    """A function of (t, y, a, p)."""
    equations = loop.equations
    inputs = {
        "t": (equations.tree.lift.symbol("t", Rate.CONFIGURATION),),
        "y": (*equations.q, *equations.u),
        "a": (*_given(loop), *loop.modes.masks, *loop.modes.directions),
        "p": equations.live_parameters,
    }
    return Request(name=name, inputs=inputs, outputs=outputs)


def _given(loop: Loop) -> list[Any]:
    """The symbols of the inputs that are left."""
    return [loop.equations.tree.lift.symbol(name, Rate.INPUT) for name in loop.left]


def _dense(equations: Equations, values: Sequence[Any], symbols: Sequence[Any]) -> list[list[Any]]:
    """∂values/∂symbols by rows."""
    zero = equations.tree.lift.scalar(0)
    rows = [[zero] * len(symbols) for _ in values]
    if not rows or not len(symbols):
        return rows
    found = jacobian([zero + value for value in values], symbols)
    for (r, c), entry in zip(found.places, found.entries, strict=True):
        rows[r][c] = entry
    return rows
