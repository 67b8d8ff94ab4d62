"""SymPy's users: a drop-in `KanesMethod`, and ways from it to the rest (extra `[sympy]`).

    from kane.sympy import KanesMethod

From: kane/algebra/from_sympy.py    Next: method.py
"""

from kane.sympy.linearizer import Linearizer
from kane.sympy.method import KanesMethod
from kane.sympy.use import Comparison, use

__all__ = ["Comparison", "KanesMethod", "Linearizer", "use"]
