"""Random Routines as text: loops, branches, calls, arithmetic of both kinds, arrays and views.

Every index is taken modulo the array's length, every stored integer modulo 1009, and loops are
short, so that a Routine ends and stays within the subset's bounds whatever was drawn. With
`Arithmetic.EXACT` every float is a small integer, so rounding cannot happen in any order.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum, unique
from random import Random

FLOATS, INTS = 16, 8  # lengths of the arrays
HEADING = "a: Floats, k: Ints, n: int, x: float, yes: bool"
SMOOTH = ("sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "tanh")

# Forms of expressions: i@ is an integer within, r@ a float, f@ a float of small size where floats
# are exact, c@ a condition, o@ a comparison, l@ a literal.
OF_INTEGERS = (
    "(i@ + i@)",
    "(i@ - i@)",
    "(i@ * i@)",
    "(-i@)",
    "(i@ // (i@ % 7 - 9))",
    "(i@ % (i@ % 7 + 2))",
    "(i@ % -5)",
    "(i@ // 3)",
    "min(i@, i@)",
    "max(i@, i@, 3)",
    "abs(i@)",
    "(i@ if c@ else i@)",
    "int(c@)",
    "(int(f@) % 100)",
    "(floor(f@) % 100)",
    "(ceil(f@) % 100)",
)
OF_FLOATS = (
    "(r@ + r@)",
    "(r@ - r@)",
    "(r@ * r@)",
    "(-r@)",
    "(r@ * l@)",
    "min(r@, r@)",
    "max(r@, r@)",
    "(r@ if c@ else r@)",
    "float(i@)",
    "abs(r@)",
)
ROUNDED = (
    "(r@ / r@)",
    "(i@ / i@)",
    "atan2(r@, r@)",
    "copysign(r@, r@)",
    *(f"{name}(r@)" for name in SMOOTH),
)
CONDITIONS = (
    "i@ o@ i@",
    "i@ o@ i@ o@ i@",
    "f@ o@ f@",
    "f@ o@ f@ o@ i@",
    "(i@ o@ i@ and c@)",
    "(c@ or f@ o@ f@)",
    "not (c@)",
    "isfinite(r@)",
    "isnan(r@)",
    "isinf(r@)",
)


@unique
class Arithmetic(Enum):
    """What floats are computed with."""

    ANY = "any"  # all operations, to infinities and NaN
    EXACT = "exact"  # + − × of small integers


def random_routines(random: Random, arithmetic: Arithmetic) -> str:
    """A module's text with two Routines; the second, `top`, calls the first."""
    first = _Writer(random, arithmetic, calls=False).routine("part")
    return first + "\n" + _Writer(random, arithmetic, calls=True).routine("top")


class _Writer:
    """Writes one Routine; `names` are those with a value, by type."""

    def __init__(self, random: Random, arithmetic: Arithmetic, *, calls: bool) -> None:
        self.random = random
        self.exact = arithmetic is Arithmetic.EXACT
        self.calls = calls
        self.names = {"float": ["x"], "int": ["n"], "bool": ["yes"]}
        self.constant = {"n", "x", "yes"}
        self.lines: list[str] = []
        self.depth = 1
        self.loops = 0
        self.made = 0

    def routine(self, name: str) -> str:
        """The whole text."""
        for _ in range(self.random.randint(2, 6)):
            self.statement(3)
        self.write(f"return {self.rounded(2)}")
        return "\n".join(["@routine", f"def {name}({HEADING}) -> float:", *self.lines, ""])

    def write(self, line: str) -> None:
        """A line at the present depth."""
        self.lines.append("    " * self.depth + line)

    # ── statements ────────────────────────────────────────────────────────────────────────
    def statement(self, room: int) -> None:
        """One statement; `room` bounds how deep others stand in it."""
        simple = [self.assign, self.assign, self.augment, self.store, self.store]
        deep: list[Callable[[int], None]] = [self.branch, self.count, self.repeat, self.leave]
        if room and self.random.random() < 0.5:
            self.random.choice(deep)(room - 1)
        else:
            self.random.choice(simple)()

    def block(self, room: int) -> None:
        """Statements of which no name is known afterwards."""
        before = {kind: list(names) for kind, names in self.names.items()}
        self.depth += 1
        for _ in range(self.random.randint(1, 3)):
            self.statement(room)
        self.depth -= 1
        self.names = before

    def assign(self) -> None:
        """name = value, of a new name or an old one."""
        kind = self.random.choice(("float", "float", "int", "bool"))
        value = {"float": self.rounded, "int": self.held, "bool": self.condition}[kind](2)
        if kind == "float" and self.calls and self.random.random() < 0.3:
            value = f"part(a, k, {self.integer(1)}, {self.rounded(1)}, {self.condition(1)})"
        old = [name for name in self.names[kind] if name not in self.constant]
        if old and self.random.random() < 0.5:
            self.write(f"{self.random.choice(old)} = {value}")
            return
        self.made += 1
        name = f"{kind[0]}{self.made}_"
        self.write(f"{name} = {value}")
        self.names[kind].append(name)

    def augment(self) -> None:
        """name op= value, of floats."""
        old = [name for name in self.names["float"] if name not in self.constant]
        if not old or self.exact:
            self.assign()
            return
        op = self.random.choice(("+", "-", "*", "/"))
        self.write(f"{self.random.choice(old)} {op}= {self.real(2)}")

    def store(self) -> None:
        """An element of either array."""
        if self.random.random() < 0.3:
            self.write(f"k[{self.index(INTS)}] = {self.held(2)}")
        else:
            self.write(f"{self.place()} = {self.rounded(2)}")

    def branch(self, room: int) -> None:
        """if, perhaps elif and else."""
        self.write(f"if {self.condition(2)}:")
        self.block(room)
        if self.random.random() < 0.3:
            self.write(f"elif {self.condition(2)}:")
            self.block(room)
        if self.random.random() < 0.5:
            self.write("else:")
            self.block(room)

    def count(self, room: int) -> None:
        """for over a range of any of the three forms."""
        self.made += 1
        name = f"i{self.made}_"
        start, stop = self.random.randint(-3, 3), self.random.randint(-2, 5)
        ends = self.random.choice(
            (f"{stop}", f"{start}, n % 5", f"{start}, {stop}, 2", f"{stop}, {start}, -1")
        )
        self.write(f"for {name} in range({ends}):")
        self.names["int"].append(name)
        self.loops += 1
        self.block(room)
        self.loops -= 1
        self.names["int"].remove(name)

    def repeat(self, room: int) -> None:
        """while, for at most four turns."""
        self.made += 1
        name = f"c{self.made}_"
        self.write(f"{name} = 0")
        self.write(f"while {name} < 4 and {self.condition(1)}:")
        self.depth += 1
        self.write(f"{name} += 1")
        self.depth -= 1
        self.loops += 1
        self.block(room)
        self.loops -= 1

    def leave(self, room: int) -> None:
        """break, continue or return, on a condition."""
        ways = ["break", "continue"] if self.loops else []
        self.write(f"if {self.condition(2)}:")
        self.write(f"    {self.random.choice([*ways, f'return {self.rounded(room)}'])}")

    # ── expressions ───────────────────────────────────────────────────────────────────────
    def index(self, length: int) -> str:
        """An integer within an array."""
        return f"({self.integer(1)}) % {length}"

    def place(self) -> str:
        """An element of the array of floats, perhaps through a view."""
        if self.random.random() < 0.3:
            offset = self.random.randint(1, 8)
            return f"a[{offset}:][{self.index(FLOATS - offset)}]"
        return f"a[{self.index(FLOATS)}]"

    def held(self, room: int) -> str:
        """An integer that stays small."""
        return f"({self.integer(room)}) % 1009 - 500"

    def rounded(self, room: int) -> str:
        """A float; a small integer where arithmetic shall be exact."""
        made = self.real(room)
        return f"float(int({made}) % 1009 - 500)" if self.exact else made

    def integer(self, room: int) -> str:
        """An integer expression."""
        if not room or self.random.random() < 0.3:
            leaves = (*self.names["int"], f"k[{self.random.randrange(INTS)}]", self.literal())
            return self.random.choice(leaves)
        return self.filled(self.random.choice(OF_INTEGERS), room - 1)

    def literal(self) -> str:
        """A small integer."""
        return str(self.random.randint(-9, 9))

    def real(self, room: int) -> str:
        """A float expression."""
        if not room or self.random.random() < 0.2:
            value = self.random.randint(-9, 9) if self.exact else self.random.gauss(0.0, 3.0)
            return self.random.choice((*self.names["float"], self.place(), f"{float(value)!r}"))
        forms = OF_FLOATS if self.exact else (*OF_FLOATS, *ROUNDED)
        return self.filled(self.random.choice(forms), room - 1)

    def condition(self, room: int) -> str:
        """A condition."""
        if not room or self.random.random() < 0.2:
            return self.random.choice((*self.names["bool"], "True", "not yes"))
        return self.filled(self.random.choice(CONDITIONS), room - 1)

    def filled(self, form: str, room: int) -> str:
        """A form with a fresh expression in each of its places."""
        fill: dict[str, Callable[[], str]] = {
            "i": lambda: self.integer(room),
            "l": self.literal,
            "r": lambda: self.real(room),
            "f": lambda: self.rounded(room),
            "c": lambda: self.condition(room),
            "o": lambda: self.random.choice(("<", "<=", ">", ">=", "==", "!=")),
        }
        return re.sub("[ilrfco](?=@)", lambda found: fill[found[0]](), form).replace("@", "")
