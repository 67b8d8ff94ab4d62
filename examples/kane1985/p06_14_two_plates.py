"""Two triangular plates joined along an edge: the smallest radius of gyration.

Two equal uniform right-angled triangles with legs a and b share the leg b; the planes of the
plates make an angle of 120°. Of all lines, which one has the smallest moment of inertia 2 m k²?
In terms of b, k = n b with

    n = √(35 − √241) / 24 for a = b / 2,   n = 1/3 for a = 2 b

The library is asked for inertia as it knows it: by how the plates resist being turned.

Source: Problem 6.14 of Kane and Levinson, *Dynamics* (1985); answers as in PyDy's examples.
"""

from __future__ import annotations

import numpy as np

from kane import *


def smallest(a: float, b: float = 1.0, m: float = 1.0) -> float:
    """The least radius of gyration in terms of b."""
    moments = (m * a**2 / 18, m * b**2 / 18, m * (a**2 + b**2) / 18)
    inertia = (*moments, m * a * b / 36, 0, 0)  # Ixy = +m a b / 36 of the triangle at O
    first, second = (
        Body(name, mass=m, centre=(b / 3, a / 3, 0), inertia=inertia) for name in ("1", "2")
    )
    half = np.sqrt(0.75)
    turn = np.array([[1, 0, 0], [0, -0.5, -half], [0, half, -0.5]])  # 120° about x
    centre = (np.array([b / 3, a / 3, 0]) + turn @ [b / 3, a / 3, 0]) / 2
    plates = System(
        "two plates",
        joints=[
            Spherical("s", GROUND, first, on=tuple(centre)),
            Fixed("edge", first, second, axes=turn.tolist()),
        ],
    )
    M = build(plates).mass_matrix([1, 0, 0, 0])
    return float(np.sqrt(np.linalg.eigvalsh(M)[0] / (2 * m)) / b)


narrow, wide = smallest(0.5), smallest(2.0)
by_hand = np.sqrt(35 - np.sqrt(241)) / 24
print(f"a = b/2: n = {narrow:.10f} (√(35 − √241)/24 = {by_hand:.10f}); a = 2b: n = {wide:.10f}")
assert {round(narrow, 12), round(wide, 12)} == {round(by_hand, 12), round(1 / 3, 12)}
