"""LaTeX of names, taken apart as base, subscript and primes, as people type them.

    q12 → q_{12}     mB → m_B     Ixx → I_{xx}     omega_x → \\omega_x     u1' → \\dot u_1
    shoulder2 → \\mathit{shoulder}_2              tip force → \\text{tip force}

From: latex_terms.py    Next: —
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

GREEK: Final = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "zeta",
    "eta",
    "theta",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "pi",
    "rho",
    "sigma",
    "tau",
    "upsilon",
    "phi",
    "chi",
    "psi",
    "omega",
    "Gamma",
    "Delta",
    "Theta",
    "Lambda",
    "Xi",
    "Pi",
    "Sigma",
    "Upsilon",
    "Phi",
    "Psi",
    "Omega",
]

_PLAIN: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_GREEK: Final = re.compile(
    f"({'|'.join(sorted(GREEK, key=len, reverse=True))})([0-9]*|_.*|[A-Z][A-Za-z0-9]*|[xyz]+)"
)
_LETTER: Final = re.compile(r"([A-Za-z])([0-9]+|[A-Z][A-Za-z0-9]*|[a-z]|[xyz]+)")
_WORD: Final = re.compile(r"([A-Za-z]+?)([0-9]*)")
_CONJUGATE: Final = re.compile(r"tau\((.+)\)")
_DOTS: Final = ("", "\\dot", "\\ddot", "\\dddot", "\\ddddot")
_ESCAPED: Final = {
    **{sign: f"\\{sign}" for sign in "#$%&_{}"},
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "*": "{*}",
}


def name_latex(name: str) -> str:
    """A symbol's name as LaTeX, for use in mathematics."""
    bare = name.rstrip("'")
    primes = len(name) - len(bare)
    conjugate = _CONJUGATE.fullmatch(bare)
    if conjugate:
        return f"\\tau_{{{name_latex(conjugate.group(1))}}}"
    base, subscript = _parts(_spelled(bare))
    if primes:
        base = f"{_DOTS[min(primes, len(_DOTS) - 1)]}{{{base}}}"
    return base + _below(subscript)


def text_latex(words: str) -> str:
    """Words as LaTeX text, with what LaTeX would take for a command made harmless."""
    return "".join(_ESCAPED.get(sign, sign) for sign in _spelled(words))


def letters(name: str) -> int:
    """About how many letters wide a name is when set."""
    return sum(sign.isalnum() for sign in re.sub("|".join(GREEK), "g", name)) or 1


def _parts(name: str) -> tuple[str, str]:
    """Base and subscript, the base as LaTeX."""
    if not _PLAIN.fullmatch(name):
        return f"\\text{{{text_latex(name)}}}", ""
    greek = _GREEK.fullmatch(name)
    if greek:
        return f"\\{greek.group(1)}", greek.group(2).strip("_")
    head, _, tail = name.partition("_")
    if tail.strip("_"):
        base, subscript = _parts(head)
        return base, ",".join(filter(None, (subscript, *tail.split("_"))))
    letter = _LETTER.fullmatch(head)
    if letter or len(head) == 1:
        return (letter.group(1), letter.group(2)) if letter else (head, "")
    word = _WORD.fullmatch(head)
    if word:
        return f"\\mathit{{{word.group(1)}}}", word.group(2)
    return f"\\mathit{{{head}}}", ""


def _below(subscript: str) -> str:
    if not subscript:
        return ""
    parts = [_subscript(part) for part in subscript.split(",")]
    written = ",".join(parts)
    return f"_{written}" if len(written) == 1 or written in _COMMANDS else f"_{{{written}}}"


def _subscript(part: str) -> str:
    """Digits and few letters as they are, Greek by its letter, words upright."""
    if part in GREEK:
        return f"\\{part}"
    short = len(part) <= 2 or part.isdigit() or set(part) <= set("xyz") or part.isupper()
    return part if short else f"\\mathrm{{{part}}}"


def _spelled(name: str) -> str:
    """The name with its Greek letters written out, and subscript digits as digits."""
    return "".join(_letter(sign) for sign in name)


def _letter(sign: str) -> str:
    if sign.isascii():
        return sign
    kind, _, letter = unicodedata.name(sign, "").rpartition("LETTER ")
    if kind.startswith("GREEK") and letter.lower() in GREEK:
        return letter.lower() if "SMALL" in kind else letter.capitalize()
    return unicodedata.normalize("NFKC", sign)


_COMMANDS: Final = frozenset(f"\\{letter}" for letter in GREEK)
