"""Mutations that know the structure of what they spoil: trees of XML, columns of tables, encodings.

From: mutations.py    Next: test_fuzz.py
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Final, TypeVar
from xml.etree import ElementTree

from tests.formats.mutations import NASTY, Mutation, Rng, mutated

Tree = ElementTree.Element
T = TypeVar("T")
Graft = Callable[[Rng, list[Tree]], None]

MOST: Final = 5_000  # elements, from which a tree grows no more
HUGE: Final = (
    *("1e308", "-1e308", "1.8e308", "1e-320", "9" * 400, "1" + "0" * 5000, "0." + "0" * 400 + "1"),
    *("1e999999999", "-0.0", "4.9e-324", "3.141592653589793238462643383279", "1e16", "0.1e-300"),
)
STRANGE: Final = (
    *("", " ", "\u200b", "\u202e", "\ufeff", "é", "e\u0301", "名前", "𝕁oint", "a b", "a\tb"),
    *(
        "x" * 10_000,
        "'",
        '"',
        "..",
        "/",
        "%s",
        "{0}",
        "{x}",
        "\\n",
        "link'",
        "ground",
        "world",
        "-",
    ),
    *("0", "1", "None", "nan", "t", "q1", "q1'", "u1", "tau(q1)", "a.b", "a,b", "a;b", "#", "[x]"),
)
BOMS: Final = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE)
ENTITIES: Final = (
    b'<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">'
    b'<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">]>',
    b'<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    b'<!DOCTYPE r SYSTEM "http://127.0.0.1:9/none.dtd">',
    b'<!DOCTYPE r [<!ENTITY % p SYSTEM "file:///dev/zero"> %p;]>',
    b'<!DOCTYPE r [<!ELEMENT link EMPTY><!ATTLIST link name CDATA "late">]>',
)


# ── XML ───────────────────────────────────────────────────────────────────────────────────────
def grafted(rng: Rng, content: bytes) -> bytes:
    """XML after one to four changes of its tree, then perhaps of its text."""
    root = ElementTree.fromstring(content)
    for _ in range(int(rng.integers(1, 5))):
        every = list(root.iter())
        if len(every) < MOST:
            one_of(rng, GRAFTS)(rng, every)
    made = ElementTree.tostring(root, encoding=one_of(rng, ENCODINGS))
    return one_of(rng, WRAPPINGS)(rng, made) if rng.random() < 0.4 else made


def subtree_twice(rng: Rng, every: list[Tree]) -> None:
    """A subtree stands again under any element."""
    one_of(rng, every).append(deepcopy(one_of(rng, every[1:] or every)))


def subtree_moved(rng: Rng, every: list[Tree]) -> None:
    """A subtree stands somewhere else."""
    parent, goal = one_of(rng, every), one_of(rng, every)
    if len(parent):
        child = one_of(rng, list(parent))
        parent.remove(child)
        if goal not in list(child.iter()):
            goal.insert(int(rng.integers(len(goal) + 1)), child)


def subtree_gone(rng: Rng, every: list[Tree]) -> None:
    """A subtree is missing."""
    parent = one_of(rng, every)
    if len(parent):
        parent.remove(one_of(rng, list(parent)))


def children_turned(rng: Rng, every: list[Tree]) -> None:
    """Children stand in another order."""
    parent = one_of(rng, every)
    parent[:] = [parent[k] for k in rng.permutation(len(parent))]


def many_times(rng: Rng, every: list[Tree]) -> None:
    """A child stands there hundreds of times."""
    parent = one_of(rng, every)
    if len(parent):
        parent.extend([one_of(rng, list(parent))] * int(rng.integers(2, 400)))


def deeply(rng: Rng, every: list[Tree]) -> None:
    """An element holds itself, many levels deep."""
    goal = one_of(rng, every)
    for _ in range(int(rng.integers(2, 200))):
        goal = ElementTree.SubElement(goal, goal.tag, dict(goal.attrib))


def attributes_swapped(rng: Rng, every: list[Tree]) -> None:
    """Two attributes have each other's values."""
    a, b = one_of(rng, every), one_of(rng, every)
    if a.attrib and b.attrib:
        j, k = one_of(rng, list(a.attrib)), one_of(rng, list(b.attrib))
        a.attrib[j], b.attrib[k] = b.attrib[k], a.attrib[j]


def attribute_strange(rng: Rng, every: list[Tree]) -> None:
    """An attribute has a strange value."""
    _set(rng, every, one_of(rng, STRANGE))


def number_huge(rng: Rng, every: list[Tree]) -> None:
    """Numbers of an attribute are huge, tiny, or written at length."""
    one = one_of(rng, every)
    for key, value in list(one.attrib.items()):
        words = value.split()
        if words and re.fullmatch(r"[-+\d.eE]+", words[0]):
            words[int(rng.integers(len(words)))] = one_of(rng, HUGE)
            one.attrib[key] = " ".join(words)


def attribute_gone(rng: Rng, every: list[Tree]) -> None:
    """An attribute is missing."""
    one = one_of(rng, every)
    if one.attrib:
        del one.attrib[one_of(rng, list(one.attrib))]


def attribute_new(rng: Rng, every: list[Tree]) -> None:
    """An attribute stands where nobody looks for it."""
    other = one_of(rng, every)
    name = one_of(rng, list(other.attrib) or ["name"])
    one_of(rng, every).set(name, other.get(name, "x"))


def tag_exchanged(rng: Rng, every: list[Tree]) -> None:
    """An element is called as another."""
    one_of(rng, every).tag = one_of(rng, every).tag


def name_shared(rng: Rng, every: list[Tree]) -> None:
    """Two elements have one name: cycles, two roots, links without joints."""
    named = [one for one in every if "name" in one.attrib or "link" in one.attrib]
    if named:
        a, b = one_of(rng, named), one_of(rng, named)
        key = "name" if "name" in a.attrib else "link"
        a.set(key, b.get("name") or b.get("link") or "")


def text_inside(rng: Rng, every: list[Tree]) -> None:
    """Text stands between elements."""
    one_of(rng, every).text = one_of(rng, STRANGE).replace("\x00", "")


def _set(rng: Rng, every: list[Tree], value: str) -> None:
    one = one_of(rng, every)
    if one.attrib:
        one.attrib[one_of(rng, list(one.attrib))] = value


GRAFTS: Final[tuple[Graft, ...]] = (
    *(subtree_twice, subtree_moved, subtree_gone, children_turned, many_times, deeply),
    *(attributes_swapped, attribute_strange, number_huge, attribute_gone, attribute_new) * 2,
    *(tag_exchanged, name_shared, text_inside),
)
ENCODINGS: Final = ("utf-8", "utf-8", "us-ascii", "iso-8859-1", "utf-16", "utf-8")


# ── the text around ───────────────────────────────────────────────────────────────────────────
def with_bom(rng: Rng, content: bytes) -> bytes:
    """A mark of some encoding stands first."""
    return one_of(rng, BOMS) + content


def other_ends(rng: Rng, content: bytes) -> bytes:
    """Lines end as on another system."""
    return content.replace(b"\n", one_of(rng, (b"\r\n", b"\r", b"\n\r", b"\x0b", b"\x85", b"\x0c")))


def cut_in_a_tag(rng: Rng, content: bytes) -> bytes:
    """The end is missing from within a tag, a text or a row on."""
    at = [found.start() for found in re.finditer(rb'[<="/,\[]', content)]
    return content[: at[int(rng.integers(len(at)))] + 1] if at else content[:-1]


def entities(rng: Rng, content: bytes) -> bytes:
    """Entities are declared, and one is used."""
    declared = one_of(rng, ENTITIES)
    body = re.sub(rb"<\?xml[^>]*\?>", b"", content, count=1)
    used = re.sub(
        rb'="[^"]*"', b'="&' + one_of(rng, (b"d", b"x", b"a", b"amp")) + b';"', body, count=1
    )
    return b'<?xml version="1.0"?>' + declared + used


def said_otherwise(rng: Rng, content: bytes) -> bytes:
    """The encoding that is named is another."""
    names = (b"utf-7", b"utf-16", b"latin-1", b"cp1252", b"none", b"utf-8\x00", b"UTF-32", b"idna")
    head = b'<?xml version="1.0" encoding="' + one_of(rng, names) + b'"?>'
    return head + re.sub(rb"<\?xml[^>]*\?>", b"", content, count=1)


def in_another_encoding(rng: Rng, content: bytes) -> bytes:
    """Written in another encoding, which nothing names."""
    text = content.decode("utf-8", "replace")
    return text.encode(one_of(rng, ("utf-16", "utf-32", "utf-7", "cp037", "utf-16-le")), "replace")


def twice_over(rng: Rng, content: bytes) -> bytes:
    """The whole file stands there twice."""
    return content + content[int(rng.integers(2)) * int(rng.integers(len(content))) :]


WRAPPINGS: Final[tuple[Mutation, ...]] = (
    *(with_bom, other_ends, cut_in_a_tag, entities, said_otherwise, in_another_encoding),
    *(twice_over, mutated),
)


# ── tables ────────────────────────────────────────────────────────────────────────────────────
def recolumned(rng: Rng, content: bytes) -> bytes:
    """A table in CSV after one to three changes of its columns and rows."""
    rows = [line.split(",") for line in content.decode("utf-8", "replace").splitlines()]
    for _ in range(int(rng.integers(1, 4))):
        one_of(rng, TABLES)(rng, rows)
    mark = one_of(rng, (",", ",", ",", ";", "\t", " ", ",,", ", "))
    made = one_of(rng, ("\n", "\r\n", "\r")).join(mark.join(row) for row in rows)
    encoded = made.encode("utf-8", "surrogatepass")
    return one_of(rng, PLAIN)(rng, encoded) if rng.random() < 0.4 else encoded


def columns_swapped(rng: Rng, rows: list[list[str]]) -> None:
    """Two columns have changed places, with their heads or without."""
    a, b = int(rng.integers(12)), int(rng.integers(12))
    for row in rows[int(rng.integers(2)) :]:
        if max(a, b) < len(row):
            row[a], row[b] = row[b], row[a]


def column_gone(rng: Rng, rows: list[list[str]]) -> None:
    """A column is missing, or its head alone."""
    k = int(rng.integers(12))
    for row in rows[: int(rng.choice([1, len(rows)]))]:
        del row[k : k + 1]


def column_twice(rng: Rng, rows: list[list[str]]) -> None:
    """A column stands there twice."""
    k = int(rng.integers(12))
    for row in rows:
        row.extend(row[k : k + 1])


def cell_strange(rng: Rng, rows: list[list[str]]) -> None:
    """A cell holds something strange."""
    row = one_of(rng, rows)
    if row:
        word = one_of(rng, (*STRANGE, *HUGE, *(one.decode("latin-1") for one in NASTY)))
        row[int(rng.integers(len(row)))] = f'"{word}"' if rng.random() < 0.2 else word


def row_moved(rng: Rng, rows: list[list[str]]) -> None:
    """A row stands elsewhere, perhaps before the head."""
    rows.insert(int(rng.integers(len(rows) + 1)), rows.pop(int(rng.integers(len(rows)))))


def row_twice(rng: Rng, rows: list[list[str]]) -> None:
    """A row stands there twice."""
    rows.insert(int(rng.integers(len(rows) + 1)), list(one_of(rng, rows)))


def rows_empty(rng: Rng, rows: list[list[str]]) -> None:
    """Rows without anything stand between."""
    rows.insert(int(rng.integers(len(rows) + 1)), [""] * int(rng.integers(9)))


TABLES: Final = (
    *(columns_swapped, column_gone, column_twice, row_moved, row_twice, rows_empty),
    *(cell_strange,) * 3,
)
PLAIN: Final[tuple[Mutation, ...]] = (
    *(with_bom, other_ends, cut_in_a_tag, in_another_encoding, twice_over),
    mutated,
)


def respelled(rng: Rng, content: bytes) -> bytes:
    """A text file after changes of its lines' values and of its encoding."""
    lines = content.decode("utf-8", "replace").split("\n")
    for _ in range(int(rng.integers(1, 4))):
        k = int(rng.integers(len(lines)))
        head, equals, _ = lines[k].partition("=")
        lines[k] = (
            f"{head}{equals}{_value(rng)}" if equals else lines[int(rng.integers(len(lines)))]
        )
    made = "\n".join(lines).encode("utf-8", "surrogatepass")
    return one_of(rng, PLAIN)(rng, made) if rng.random() < 0.4 else made


def _value(rng: Rng) -> str:
    """What may stand behind an equals sign."""
    if rng.random() < 0.5:
        return f" {rng.normal():.3g}"
    word = one_of(rng, (*STRANGE, *HUGE))
    return one_of(rng, (word, f'"{word}"', f"[{word}]", "[" * 300 + "]" * 300, "2024-01-01"))


def one_of(rng: Rng, options: Sequence[T]) -> T:
    """One of several."""
    return options[int(rng.integers(len(options)))]
