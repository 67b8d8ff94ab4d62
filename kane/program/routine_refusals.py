"""Parts of Python that a Routine cannot hold, in words, and what to write instead.

From: routine_check.py    Next: routine_expressions.py
"""

from __future__ import annotations

import ast
from typing import Final

STATEMENTS: Final[dict[type[ast.stmt], tuple[str, str]]] = {
    ast.Assert: ("assert", "Return a code that says what is wrong"),
    ast.Raise: ("raise", "Return a code that says what is wrong"),
    ast.Try: ("try", "Test for the case beforehand, and return a code"),
    ast.With: ("with", "Do it in Python, around the call"),
    ast.FunctionDef: ("a function within", "Make it a routine of the module"),
    ast.ClassDef: ("a class", "Keep values in arrays"),
    ast.Import: ("import", "Import at the top of the module"),
    ast.ImportFrom: ("import", "Import at the top of the module"),
    ast.Global: ("global", "Take the value as a parameter; hand it back in an array"),
    ast.Nonlocal: ("nonlocal", "Take the value as a parameter"),
    ast.Delete: ("del", "Leave it out"),
    ast.Match: ("match", "Write if and elif"),
}
EXPRESSIONS: Final[dict[type[ast.expr], tuple[str, str]]] = {
    ast.Tuple: ("a tuple", "Assign one name at a time; hand results back in arrays"),
    ast.List: ("a list", "Take an array as a parameter"),
    ast.Dict: ("a dict", "Take arrays as parameters"),
    ast.Set: ("a set", "Take an array as a parameter"),
    ast.ListComp: ("a comprehension", "Write the loop out over an array"),
    ast.GeneratorExp: ("a comprehension", "Write the loop out"),
    ast.Lambda: ("a lambda", "Make it a routine of its own"),
    ast.JoinedStr: ("text", "Return a code instead; name it in Python"),
    ast.NamedExpr: ("an assignment within an expression", "Assign on a line of its own"),
    ast.Await: ("await", "Call plainly"),
    ast.Yield: ("yield", "Write results to an array"),
    ast.Starred: ("a star", "Write the arguments out"),
}
