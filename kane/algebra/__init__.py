"""Scalars that may be symbols: shared expressions, their functions, derivatives and values.

    from kane.algebra import Graph, Rate, derivative, sin, symbol

From: —    Next: expr.py
"""

from kane.algebra.affine import affine, affine_all
from kane.algebra.dependence import rate_of, symbols_of
from kane.algebra.derivative import derivative, tangent
from kane.algebra.evaluate import evaluate
from kane.algebra.expr import Condition, Equality, Expr, Scalar, constant, symbol
from kane.algebra.from_sympy import from_sympy, from_sympy_all
from kane.algebra.function import Function, inline
from kane.algebra.functions import (
    absolute,
    acos,
    asin,
    atan,
    atan2,
    cos,
    equal,
    exp,
    log,
    maximum,
    minimum,
    pi,
    sign,
    sin,
    sqrt,
    tan,
    tanh,
    where,
)
from kane.algebra.gradient import gradient
from kane.algebra.graph import Graph
from kane.algebra.jacobian import Jacobian, jacobian
from kane.algebra.nonlinear import nonlinear_in
from kane.algebra.op import Op
from kane.algebra.pattern import Pattern
from kane.algebra.rate import Rate
from kane.algebra.solve import solve
from kane.algebra.substitute import substitute
from kane.algebra.text import text, text_of_many
from kane.algebra.to_sympy import to_sympy, to_sympy_all
from kane.algebra.zero import Samples, Verdict, is_zero, nonzero_pivot

__all__ = [
    "Condition",
    "Equality",
    "Expr",
    "Function",
    "Graph",
    "Jacobian",
    "Op",
    "Pattern",
    "Rate",
    "Samples",
    "Scalar",
    "Verdict",
    "absolute",
    "acos",
    "affine",
    "affine_all",
    "asin",
    "atan",
    "atan2",
    "constant",
    "cos",
    "derivative",
    "equal",
    "evaluate",
    "exp",
    "from_sympy",
    "from_sympy_all",
    "gradient",
    "inline",
    "is_zero",
    "jacobian",
    "log",
    "maximum",
    "minimum",
    "nonlinear_in",
    "nonzero_pivot",
    "pi",
    "rate_of",
    "sign",
    "sin",
    "solve",
    "sqrt",
    "substitute",
    "symbol",
    "symbols_of",
    "tan",
    "tangent",
    "tanh",
    "text",
    "text_of_many",
    "to_sympy",
    "to_sympy_all",
    "where",
]
