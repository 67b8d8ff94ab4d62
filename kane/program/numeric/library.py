"""All numeric Routines as one Library, compiled once for all models.

From: newton.py    Next: kane/machine/routine.py
"""

from __future__ import annotations

from typing import Final

from kane.program.numeric import (
    cholesky,
    condition,
    lu,
    newton,
    pivoting,
    products,
    qr,
    triangular,
)
from kane.program.routine import Library, library

NUMERIC: Final[Library] = library(
    "numeric",
    products.dot,
    products.largest,
    products.one_norm,
    products.matrix_vector,
    products.transposed_vector,
    products.matrix_matrix,
    products.transposed_matrix,
    triangular.lower_solve,
    triangular.lower_transposed_solve,
    triangular.upper_solve,
    triangular.upper_transposed_solve,
    cholesky.cholesky_factor,
    cholesky.cholesky_solve,
    cholesky.ltdl_factor,
    cholesky.ltdl_solve,
    lu.lu_factor,
    lu.lu_solve,
    lu.lu_transposed_solve,
    pivoting.independent,
    qr.qr_factor,
    qr.qr_transposed_product,
    qr.qr_solve,
    condition.lu_condition,
    condition.cholesky_condition,
    condition.upper_inverse_norm,
    newton.newton,
)
