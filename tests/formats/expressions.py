"""Random texts: words of the language in any order, letters of any kind, good ones changed."""

from __future__ import annotations

import random
from typing import Final

GOOD: Final = (
    "where(q4 < 0 & ~(m >= 2), F, -F)",
    "angular_velocity('left arm', basket).along(basket.vector(1, 2, 0))",
    "velocity(P).along(basket.x)",
    "atan2(m, maximum(L, 0.1))",
    "-m^2*3+1/3*sin(q4)^-2",
    "F*basket.x + 2*basket.vector(1, m, -2)/L",
    "reaction('front wheel')*rate(free.x) - t",
    "velocity(P).along(basket.y) = 0",
    "abs(reaction('front wheel')) > 0.4 | q4 == 2",
)
PLAIN: Final = """m L F q4 t free.x basket A ground P Q both basket.x ground.z pi 'front wheel'
    sin cos sqrt exp log abs sign atan2 minimum where velocity angular_velocity position distance
    rate energy reaction cosine vector .along( ( ) ( ) ( ) ( ) , , , + - * / ^ ** & | ~ < <= > >=
    == = . 0 1 2 1/3 1e308 1e-320 9e999 64 65 1e5 0x10 1_000 1j nan inf __import__ __class__ eval
    lambda exec import os ../../etc/passwd True None not if else [ ] { } : ; " ' $ % @ # ! \\ `
    é Ω ² ٣ 9999999999999999999999999"""
WORDS: Final = (*PLAIN.split(), "'left arm'", "\x00", "\n", "\t", "\r")
DEEP: Final = ("(", "-", "~", "sin(", "1+(", "m*", "velocity(", "where(", "m^", "-(", "not ")
LONGEST: Final = 3_000  # repetitions


def random_text(draw: random.Random) -> str:
    """One of them."""
    (kind,) = draw.choices((_words, _letters, _changed, _deep), (50, 20, 28, 2))
    return kind(draw)


def _words(draw: random.Random) -> str:
    count = draw.randint(1, 25)
    return "".join(draw.choice(WORDS) + draw.choice(("", " ")) for _ in range(count))


def _letters(draw: random.Random) -> str:
    return "".join(
        chr(draw.choice((draw.randint(0, 127), draw.randint(0, 0x2FFF))))
        for _ in range(draw.randint(0, 60))
    )


def _changed(draw: random.Random) -> str:
    letters = list(draw.choice(GOOD))
    for _ in range(draw.randint(1, 4)):
        at = draw.randrange(len(letters) + 1)
        match draw.randrange(3):
            case 0:
                letters[at : at + 1] = []
            case 1:
                letters[at:at] = draw.choice(WORDS)
            case _:
                letters[at:at] = letters[at // 2 : at // 2 + draw.randint(1, 20)]
    return "".join(letters)


def _deep(draw: random.Random) -> str:
    return draw.choice(DEEP) * draw.randint(1, LONGEST) + draw.choice(("m", "", "1", ")" * 40))
