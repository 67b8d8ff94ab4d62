"""Mend: the inertia nearest to one that no rigid body has.

With P = ½ tr(I) 1 − I = ∫ r rᵀ dm the law is P ≥ 0: negative eigenvalues of P become zero, and

    I = tr(P) 1 − P.

From: urdf_links.py    Next: urdf_system.py
"""

from __future__ import annotations

from typing import Final

import numpy as np

from kane.geometry.rotation import Rows

ROUNDED: Final = 1e-12  # of P's largest eigenvalue: what may be negative


def mended(inertia: Rows) -> Rows | None:
    """The nearest inertia that a body may have; None if this is one."""
    given = np.array(inertia, dtype=float)
    P = np.trace(given) / 2 * np.eye(3) - given
    moments, axes = np.linalg.eigh(P)
    if moments[0] >= -ROUNDED * abs(moments[2]):
        return None
    P = (axes * np.maximum(moments, 0.0)) @ axes.T
    xx, yy, zz = (float(np.trace(P) - P[k, k]) for k in range(3))
    xy, xz, yz = -float(P[0, 1]), -float(P[0, 2]), -float(P[1, 2])
    return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
