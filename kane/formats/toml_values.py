"""Values of TOML: texts, numbers and truth values, and the cursor that goes over the letters.

From: toml_item.py    Next: toml_document.py
"""

from __future__ import annotations

import re
from typing import Any, Final, NoReturn

from kane.errors import Fault, ModelError
from kane.formats.source import brief
from kane.formats.toml_item import Document, Item

DEEPEST: Final = 32  # lists and inline tables within each other
LONGEST_NUMBER: Final = 400


class Cursor:
    """A place in a document's text that moves on."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.text = document.text
        self.at = 1 if document.text.startswith("\ufeff") else 0

    # ── looking ───────────────────────────────────────────────────────────────────────────
    def sees(self, text: str) -> bool:
        """Whether this comes next."""
        return self.text.startswith(text, self.at)

    def sees_after_blanks(self, text: str) -> bool:
        """The same beyond blanks, which are left behind."""
        self.blanks()
        return self.sees(text)

    def blanks(self) -> None:
        """Leave blanks and tabs behind."""
        self._skip(_BLANKS)

    def at_end_after_blanks(self) -> bool:
        """Leave blanks, comments and line ends behind; whether that is all."""
        self._skip(_SPACE)
        if self.sees("#"):
            self._bad_comment()
        return self.at >= len(self.text)

    def end_of_line(self) -> None:
        """Leave the rest of a line behind, which must be blank or a comment."""
        self._skip(_REST)
        if self.at < len(self.text) and not _LINE_END.match(self.text, self.at):
            if self.sees("#"):
                self._bad_comment()
            what = f"'{_word(self.text, self.at)}' follows on the same line."
            self.refuse(self.at, what, "Start a new line before it; a comment starts with #.")

    def expect(self, text: str, remedy: str) -> None:
        """Leave this behind, beyond blanks, or refuse."""
        if not self.sees_after_blanks(text):
            found = _word(self.text, self.at) or "the end"
            self.refuse(self.at, f"'{text}' is missing before '{found}'.", remedy)
        self.at += len(text)

    def refuse(self, at: int, what: str, remedy: str) -> NoReturn:
        """Raise one fault."""
        raise ModelError(brief(Fault(path=self.document.place(at), what=what, remedy=remedy)))

    def _skip(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def _bad_comment(self) -> NoReturn:
        match = re.compile(r"#[^\x00-\x08\x0a-\x1f\x7f]*").match(self.text, self.at)
        at = match.end() if match else self.at
        self.refuse(at, "a comment has a control character.", "Delete it.")

    # ── keys ──────────────────────────────────────────────────────────────────────────────
    def key_part(self) -> tuple[str, int]:
        """One part of a key, and where it starts."""
        self.blanks()
        start = self.at
        if self.sees('"""') or self.sees("'''"):
            self.refuse(start, "a key is a text of several lines.", "Give it one quote.")
        if self.sees('"') or self.sees("'"):
            return self._text(start)[0], start
        match = _BARE.match(self.text, start)
        if match is None:
            what = f"a name is missing before '{_word(self.text, start) or 'the end'}'."
            self.refuse(start, what, "Names of letters, digits, _ and - go without quotes.")
        self.at = match.end()
        return match[0], start

    # ── values ────────────────────────────────────────────────────────────────────────────
    def scalar(self, key: int) -> Item:
        """A text, number or truth value."""
        start = self.at
        letters: Any = ()
        if self.sees('"') or self.sees("'"):
            value: Any
            value, letters = self._text(start)
        else:
            value = self._word_value(start)
        document = self.document
        return Item(
            value=value, document=document, start=start, end=self.at, key=key, letters=letters
        )

    def _word_value(self, start: int) -> Any:
        match = _WORD.match(self.text, start)
        word = match[0] if match else ""
        self.at += len(word)
        if word in ("true", "false"):
            return word == "true"
        if len(word) > LONGEST_NUMBER:
            self.refuse(start, f"a number has {len(word)} characters.", "Write it as in 1.25e-3.")
        for pattern, base in _INTEGERS:
            if pattern.fullmatch(word):
                return int(word.replace("_", ""), base)
        if _FLOAT.fullmatch(word):
            return float(word.replace("_", ""))
        if _DATE.match(word):
            self.refuse(start, f"'{word}' is a date or time.", 'Write times as "5 s".')
        shown = word or _word(self.text, start) or "the end of the line"
        return self.refuse(
            start, f"'{shown}' is no value.", 'A text stands in quotes: "0.3 m", "m*g".'
        )

    def _text(self, start: int) -> tuple[str, Any]:
        """A text in quotes of any kind, and where each of its letters stands."""
        quote = self.text[start]
        several = self.sees(quote * 3)
        self.at += 3 if several else 1
        if several:
            self._skip(_LINE_END)
        end = self._closing(start, quote, several)
        raw, first = self.text[self.at : end], self.at
        self.at = end + (3 if several else 1)
        if ("\\" not in raw or quote == "'") and "\r" not in raw:
            return raw, range(first, end)
        return self._unescaped(first, end, escapes=quote == '"')

    def _closing(self, start: int, quote: str, several: bool) -> int:
        """Where the text ends: the offset of its closing quotes."""
        pattern = _INNER[quote, several]
        match = pattern.match(self.text, self.at)
        end = match.end() if match else self.at
        if several and self.text.startswith(quote * 3, end):
            extra = 0  # up to two quotes may stand before the closing three
            while extra < 2 and self.text.startswith(quote * 3, end + extra + 1):
                extra += 1
            return end + extra
        if not several and self.text.startswith(quote, end):
            return end
        if end < len(self.text) and self.text[end] != "\n" and self.text[end] != "\r":
            self.refuse(end, "a text has a control character.", "Write it as an escape: \\u0007.")
        return self.refuse(start, "a text is not closed.", f"Write {quote} at its end.")

    def _unescaped(self, first: int, end: int, *, escapes: bool) -> tuple[str, list[int]]:
        """The text with its escapes resolved and line ends as \\n."""
        found: list[str] = []
        letters: list[int] = []
        at = first
        while at < end:
            meaning, after = self._letter(at, end) if escapes else (self.text[at], at + 1)
            if self.text.startswith("\r\n", at):
                meaning, after = "\n", at + 2
            if meaning:
                found.append(meaning)
                letters.append(at)
            at = after
        return "".join(found), letters

    def _letter(self, at: int, end: int) -> tuple[str, int]:
        """What stands at one place, and where the next is."""
        text = self.text
        if text[at] != "\\":
            return text[at], at + 1
        folded = _FOLD.match(text, at, end)
        if folded:
            return "", folded.end()
        if text[at + 1] in _ESCAPES:
            return _ESCAPES[text[at + 1]], at + 2
        coded = _CODED.match(text, at, end)
        if coded:
            code = int(coded[1] or coded[2], 16)
            if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF:
                return chr(code), coded.end()
        what = f"'\\{text[at + 1]}' is no escape."
        return self.refuse(at, what, "Double the backslash, or use single quotes.")


def _word(text: str, at: int) -> str:
    """What stands at a place, up to a blank, for a message."""
    match = _SHOWN.match(text, at)
    return match[0] if match else ""


_BLANKS: Final = re.compile(r"[ \t]*")
_COMMENT: Final = r"#[^\x00-\x08\x0a-\x1f\x7f]*(?=\r?\n|\Z)"
_SPACE: Final = re.compile(rf"(?:[ \t\n]+|\r\n|{_COMMENT})*")
_REST: Final = re.compile(rf"[ \t]*(?:{_COMMENT})?")
_LINE_END: Final = re.compile(r"\r?\n")
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_WORD: Final = re.compile(r"[A-Za-z0-9_+.:-]+")
_SHOWN: Final = re.compile(r"[^\s]{1,30}")
_INTEGERS: Final = (
    (re.compile(r"[+-]?(?:0|[1-9](?:_?[0-9])*)"), 10),
    (re.compile(r"0x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*"), 16),
    (re.compile(r"0o[0-7](?:_?[0-7])*"), 8),
    (re.compile(r"0b[01](?:_?[01])*"), 2),
)
_FLOAT: Final = re.compile(
    r"[+-]?(?:0|[1-9](?:_?[0-9])*)(?:\.[0-9](?:_?[0-9])*)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?"
    r"|[+-]?(?:inf|nan)"
)
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{2}:[0-9]{2}")
_PLAIN: Final = r"\t\x20\x21\x23-\x5b\x5d-\x7e\x80-\U0010ffff"
_INNER: Final = {
    ('"', False): re.compile(rf"(?:[{_PLAIN}]|\\[^\x00-\x1f\x7f])*"),
    ("'", False): re.compile(r"[\t\x20-\x26\x28-\x7e\x80-\U0010ffff]*"),
    ('"', True): re.compile(rf'(?:[{_PLAIN}]|\r?\n|\\(?:[^\x00-\x1f\x7f]|[ \t]*\r?\n)|"(?!""))*'),
    ("'", True): re.compile(r"(?:[\t\x20-\x26\x28-\x7e\x80-\U0010ffff]|\r?\n|'(?!''))*"),
}
_FOLD: Final = re.compile(r"\\[ \t]*\r?\n(?:[ \t\n]|\r\n)*")
_ESCAPES: Final = {
    "b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\",
}  # fmt: skip
_CODED: Final = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8}))")
