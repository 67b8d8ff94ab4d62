"""SymPy's users: a drop-in `KanesMethod`, and ways from it to the rest (extra `[sympy]`).

    from kane.sympy import KanesMethod

From: kane/algebra/from_sympy.py    Next: method.py
"""

from kane.sympy.method import KanesMethod

__all__ = ["KanesMethod"]
