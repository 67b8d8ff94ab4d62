"""Every tolerance of the tests: built from what limits the agreement, never guessed.

A test says which of these it means, with its numbers, and compares with `close`:

    assert close(kernel(x), interpret(program, x), round_off(scale=10.0, operations=program.count))
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

DOUBLE: Final = float(np.finfo(np.float64).eps)
SINGLE: Final = float(np.finfo(np.float32).eps)


def round_off(scale: float, operations: float = 1, k: float = 8.0) -> float:
    """Tolerance k·ε·scale·√operations on a double-precision result.

    `scale` is the size of the largest intermediate, not of the result: where terms cancel, their
    own size decides. Rounding errors of independent signs add like a random walk
    [Higham2002 §2.8], so n operations of relative error ε/2 give about (ε/2)·scale·√n. k = 8 is
    sixteen times that: room for errors that share a sign over short stretches
    and for two sides that both err, while a wrong term, which has the size of `scale`, is still
    found 10¹⁰ times over.
    """
    return k * DOUBLE * scale * math.sqrt(max(operations, 1.0))


def single(scale: float, operations: float = 1, k: float = 8.0) -> float:
    """The same for results computed in single precision, with the same k for the same reason."""
    return k * SINGLE * scale * math.sqrt(max(operations, 1.0))


def method_error(h: float, order: int, C: float) -> float:
    """Tolerance C·h^order on a result of a method of that order with step h.

    C bounds the error constant: the size of the (order + 1)-th derivative of the solution over
    the interval times its length; the test says where it has it from. There is no k: a bound
    needs no further room.
    """
    return C * h**order


def run_error(rtol: float, scale: float, steps: float, growth: float = 1.0) -> float:
    """Tolerance rtol·scale·steps·growth on the end of a run whose step size was controlled.

    Each step errs by at most about rtol·scale; the errors add up, and grow on the way by at most
    `growth`, which is 1 where motions neither part nor are forgotten and else said by the test.
    """
    return rtol * scale * steps * growth


def printed(scale: float, digits: int) -> float:
    """Half a unit of the last of the significant digits in which a value ≤ scale was printed."""
    return 0.5 * 10.0 ** (math.ceil(math.log10(scale)) - digits)


def close(actual: ArrayLike, expected: ArrayLike, tolerance: float) -> bool:
    """Whether two results agree everywhere to the tolerance; equal infinities and NaNs agree.

    When they do not, `assert close(...)` would show only False: `gap` gives the number.
    """
    return bool(gap(actual, expected) <= tolerance)


def gap(actual: ArrayLike, expected: ArrayLike) -> float:
    """Largest absolute difference; 0 where both are the same infinity or both NaN, else ∞."""
    a, b = np.broadcast_arrays(np.asarray(actual, float), np.asarray(expected, float))
    same = (a == b) | (np.isnan(a) & np.isnan(b))
    with np.errstate(invalid="ignore"):
        difference = np.where(same, 0.0, np.abs(a - b))
    return float(np.max(np.nan_to_num(difference, nan=np.inf, posinf=np.inf), initial=0.0))


def ulps(actual: ArrayLike, expected: ArrayLike) -> float:
    """Largest difference in units in the last place of the expected values."""
    a, b = np.broadcast_arrays(np.asarray(actual, float), np.asarray(expected, float))
    return float(np.max(np.abs(a - b) / np.spacing(np.abs(b)), initial=0.0))
