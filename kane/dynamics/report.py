"""Report: equations as a person reads them, with the tables that the papers print.

From: equations.py    Next: kane/pipeline.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kane.algebra.dependence import rate_of
from kane.algebra.expr import Expr
from kane.algebra.intermediates import Intermediates
from kane.algebra.rate import Rate
from kane.algebra.text import text, text_of_many
from kane.dynamics.cost import Costs, cost
from kane.dynamics.express import Expression
from kane.dynamics.form import REMAINDER, part
from kane.dynamics.formulations import formulations
from kane.geometry.rotation import Matrix
from kane.geometry.vector import Vector
from kane.model.body import Body

if TYPE_CHECKING:
    from kane.dynamics.equations import Equations

LONG = 4000  # characters of M, f and B beyond which only their size is told
CELL = 48  # characters of a load's part beyond which only its size is told
MANY = 12  # speeds beyond which loads and formulations are not tabled


def report(equations: Equations, named: Intermediates = Intermediates.WHERE_LONG) -> str:
    """The whole: names, q̇ = W u + X, M u̇ + f = B a, partial velocities, operations."""
    parts = [equations.system.name, _speeds(equations), _rates(equations, named)]
    parts += [_motion(equations, named), table(equations)]
    if len(equations.u) <= MANY:
        parts.append(contributing(equations))
    parts.append(_counts(equations))
    return "\n\n".join(part for part in parts if part)


def named_outputs(equations: Equations) -> dict[str, Any]:
    """q̇, the lower triangle of M, f and B, by the names they print under.

    Of M and B what is not zero.
    """
    named = {f"{name}'": rate for name, rate in zip(equations.q_names, equations.qdot, strict=True)}
    M, B = equations.mass_matrix, equations.input_matrix
    short = max(len(M), len(equations.inputs)) < 10
    place = "{}{}{}" if short else "{}[{},{}]"
    for r, row in enumerate(M, start=1):
        lower = {s: row[s - 1] for s in range(1, r + 1)}
        named |= {place.format("M", r, s): x for s, x in lower.items() if x or r == s}
    named |= {f"f{r}": force for r, force in enumerate(equations.bias, start=1)}
    for r, row in enumerate(B, start=1):
        named |= {place.format("B", r, k): x for k, x in enumerate(row, start=1) if x}
    return named


def statement(equations: Equations) -> str:
    """M u̇ + f = τ, with what τ is where there are inputs."""
    if not equations.linear_inputs:
        return "M u' + f = tau"
    a = ", ".join(map(str, equations.linear_inputs))
    return f"M u' + f = B a,  a = ({a})"


def operations(equations: Equations) -> Costs:
    """What q̇, M, f and all together cost as derived; set-up is not counted."""
    M = [entry for r, row in enumerate(equations.mass_matrix) for entry in row[: r + 1]]
    rates, f = list(equations.qdot), list(equations.bias)
    return Costs(
        {
            "rates": cost(rates),
            "mass_matrix": cost(M),
            "bias": cost(f),
            "inverse_dynamics": cost(equations.inverse_dynamics),
            "together": cost([*rates, *M, *f]),
        }
    )


def partial_velocities(equations: Equations) -> dict[str, tuple[Vector, ...]]:
    """v_r of every body's mass centre, along the body's axes, and last the remainder v_t."""
    return {name: _partials(equations, body, turning=False) for name, body in _bodies(equations)}


def partial_angular_velocities(equations: Equations) -> dict[str, tuple[Vector, ...]]:
    """ω_r of every body, along its own axes, and last the remainder ω_t."""
    return {name: _partials(equations, body, turning=True) for name, body in _bodies(equations)}


def table(equations: Equations) -> str:
    """The table of partial velocities, one row a body, one column a speed."""
    columns = [*equations.u_names, "remainder"]
    rows = [["", *columns]]
    angular, linear = partial_angular_velocities(equations), partial_velocities(equations)
    for name in angular:
        rows.append([f"ω^{name}", *map(_vector, angular[name])])
        rows.append([f"v^{name}*", *map(_vector, linear[name])])
    if not any(row[-1] != "0" for row in rows[1:]):
        rows = [row[:-1] for row in rows]
    return "Partial velocities (along each body's own axes)\n" + _aligned(rows)


def contributing(equations: Equations) -> str:
    """Which forces stand in the equations and which cancel: a row a force, a column a speed."""
    speeds = equations.u_names
    loads = equations.contributions.items()
    rows = [["", *speeds], *([name, *map(_given, forces)] for name, forces in loads)]
    joints = ", ".join(joint.name for joint in equations.system.joints)
    rows.append([f"reactions in {joints}", *("-" for _ in speeds)])
    constraints = equations.constraints
    for name in (*constraints.encapsulated, *constraints.embedded):
        rows.append([f"what keeps '{name}'", *("-" for _ in speeds)])
    if len(equations.contributions) > 1:
        rows.append(["together F_r", *map(_given, equations.active_forces)])
    title = "Generalized active forces F_r, force by force (-: cancels, or does no work)"
    return title + "\n" + _aligned(rows)


def _given(force: Any) -> str:
    if not force:
        return "-"
    written = text(force)
    return written if len(written) <= CELL else f"({cost([force])})"


def _bodies(equations: Equations) -> list[tuple[str, Body]]:
    return list(equations.system.bodies.items())


def _partials(equations: Equations, body: Body, *, turning: bool) -> tuple[Vector, ...]:
    tree = equations.tree
    mount, zero = tree.mounts[body], tree.lift.scalar(0)
    link, axes = mount.link, Matrix(mount.rotation)
    if link < 0:
        rest = Vector(body, (zero, zero, zero))
        return (rest,) * (len(equations.u) + 1)
    w, v = equations.forms.w[link], equations.forms.v[link]
    p = Vector(w.frame, Expression(tree).place(body.mass_centre))
    whole = w if turning else v + w.cross(p)
    columns = (part(whole, r, zero) for r in (*range(len(equations.u)), REMAINDER))
    return tuple(Vector(body, axes.into(column.components)) for column in columns)


def _speeds(equations: Equations) -> str:
    definitions = equations.system.speeds
    lines = [f"{name} = {text(definition)}" for name, definition in definitions.items()]
    if not definitions:
        speeds = ", ".join(equations.u_names)
        lines = [f"{speeds}: the joints' own"]
    constraints = equations.constraints
    for name, value in constraints.dependent.items():
        lines.append(f"{name} depends: {name} = {text(value)}")
        lines.append(f"  divided by {_pivot(constraints.pivots[name])}")
    lines += [f"{name}: encapsulated" for name in constraints.encapsulated]
    rows = equations.embedded.rows.items()
    lines += [f"{name}: {text(form.value)} = 0" for name, form in rows]
    singular = dict.fromkeys(without_sign(pivot) for pivot in equations.speeds.pivots)
    lines += [f"W is singular where {text(pivot)} = 0" for pivot in singular]
    return "Generalized speeds\n" + "\n".join(f"  {line}" for line in lines)


def without_sign(pivot: Any) -> Any:
    """The pivot or its negative, whichever is written without a sign."""
    return -pivot if isinstance(pivot, Expr) and pivot.ref < 0 else pivot


def _pivot(pivot: Any) -> str:
    """What was divided by, and when it vanishes."""
    changes = rate_of(pivot) > Rate.PARAMETER
    return f"{text(without_sign(pivot))}, " + (
        "singular where it vanishes" if changes else "which is constant"
    )


def _rates(equations: Equations, named: Intermediates) -> str:
    rates = dict(zip((f"{name}'" for name in equations.q_names), equations.qdot, strict=True))
    return "Kinematics  q' = W u + X\n" + _indented(text_of_many(rates, named))


def _motion(equations: Equations, named: Intermediates) -> str:
    parts = {k: v for k, v in named_outputs(equations).items() if not k.endswith("'")}
    written = text_of_many(parts, named)
    if len(written) > LONG:
        whole = operations(equations)["together"]
        written = f"({len(written.splitlines())} lines: {whole}; `equations.text()` prints them)"
    bent = ", ".join(map(str, equations.nonlinear_inputs))
    told = f",  f with {bent}, in which loads are not linear" if bent else ""
    return f"Dynamics  {statement(equations)}{told}\n" + _indented(written)


def _counts(equations: Equations) -> str:
    counts = dict(operations(equations))
    if len(equations.u) <= MANY:
        counts |= formulations(equations)
    title = "Operations, as derived (those that `build` leaves: model.operations)"
    return f"{title}\n" + _indented(str(Costs(counts)))


def _vector(vector: Vector) -> str:
    a, b, c = (text(component) for component in vector.components)
    return "0" if {a, b, c} == {"0"} else f"({a}, {b}, {c})"


def _indented(written: str) -> str:
    return "\n".join(f"  {line}" for line in written.splitlines())


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  "
        + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
