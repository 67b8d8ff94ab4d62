"""Names that C takes: any text made an identifier, distinct from its fellows.

From: kane/program/program.py    Next: c.py
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

_KEYWORDS: Final = """
    auto break case char const continue default do double else enum extern float for goto if
    inline int long register restrict return short signed sizeof static struct switch typedef
    union unsigned void volatile while asm typeof bool true false nullptr constexpr alignas
    alignof static_assert thread_local catch class delete explicit export friend mutable
    namespace new operator private protected public template this throw try typename using
    virtual and or not xor compl and_eq or_eq not_eq xor_eq bitand bitor
"""
_LIBRARY: Final = """
    acos asin atan atan2 cos sin tan acosh asinh atanh cosh sinh tanh exp exp2 expm1 frexp
    ilogb ldexp log log10 log1p log2 logb modf scalbn scalbln cbrt fabs hypot pow sqrt erf erfc
    lgamma tgamma ceil floor nearbyint rint lrint llrint round lround llround trunc fmod
    remainder remquo copysign nan nextafter nexttoward fdim fmax fmin fma gamma j0 j1 jn y0 y1 yn
    signgam sincos drem significand exp10 abs labs div exit abort free malloc calloc realloc
    system time clock signal raise index main printf scanf puts read write open close link pause
    work unix linux i386 NAN INFINITY HUGE_VAL NULL EOF errno
"""
_TAKEN: Final = frozenset(f"{_KEYWORDS} {_LIBRARY}".split())


def identifiers(names: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """An identifier for each name: as it is where C allows it, and no two the same."""
    used = set(taken)
    found = []
    for name in names:
        plain = identifier(name)
        unique, count = plain, 1
        while unique in used:
            count += 1
            unique = f"{plain}_{count}"
        used.add(unique)
        found.append(unique)
    return found


def identifier(name: str) -> str:
    """The name in letters, digits and underscores: Greek letters spelled, others '_'."""
    plain = "".join(_spelled(letter) for letter in name)
    if not plain or not plain[0].isalpha():
        plain = f"x{plain}"
    # v12 and kane_… are the emitter's own
    own = re.fullmatch(r"v\d+|kane_.*", plain) is not None
    return f"{plain}_" if plain in _TAKEN or own else plain


def _spelled(letter: str) -> str:
    if letter.isascii():
        return letter if letter.isalnum() else "_"
    words = unicodedata.name(letter, "").split()
    if words[:1] != ["GREEK"]:
        return "_"
    return words[-1].capitalize() if letter.isupper() else words[-1].lower()
