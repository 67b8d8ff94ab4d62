"""Relations: an expression of quantities taken apart as Σ coefficient · quantity + rest.

From: lift.py    Next: constrain.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kane.algebra.affine import affine
from kane.algebra.expr import Expr
from kane.algebra.rate import Rate
from kane.algebra.text import text
from kane.dynamics.lift import Lift
from kane.errors import DerivationError
from kane.model.quantities import Definition, Places

Terms = tuple[tuple[Definition, Any], ...]


def terms_of(
    lift: Lift, expression: Expr, place: Callable[[Places], Any] | None = None
) -> tuple[Terms, Any]:
    """The velocities in an expression with their coefficients, and what is left.

    The expression must be linear in the velocities; their coefficients may depend on
    coordinates, parameters, time and places, which `place` knows.
    """
    placeholders: dict[Definition, Expr] = {}

    def stand_in(definition: Definition) -> Any:
        if place is not None and isinstance(definition, Places):
            return place(definition)
        return placeholders.setdefault(definition, lift.symbol(f"<{definition}>", Rate.SPEED))

    lifted = lift.scalar(expression, stand_in)
    coefficients, rest = affine(lifted, list(placeholders.values()))
    terms = tuple(
        (definition, coefficients[symbol])
        for definition, symbol in placeholders.items()
        if coefficients.get(symbol)
    )
    return terms, rest


def linear_terms(path: str, lift: Lift, expression: Expr) -> tuple[Terms, Any]:
    """`terms_of` a speed or a constraint; one that is not linear is refused by its path."""
    try:
        return terms_of(lift, expression)
    except DerivationError:
        raise DerivationError(
            f"{path}: {text(expression)} is not linear in the velocities that it names. Write a "
            "sum of velocities, each times a factor of coordinates, parameters or time."
        ) from None
