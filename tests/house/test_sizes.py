"""The size report counts what it says. Sizes themselves are reported after the tests."""

from __future__ import annotations

from tests.house.sizes import Size, function_sizes, over, summary

SOURCE = '''
def documented(a: int) -> int:
    """One.

    Two.
    """
    # why
    b = a + 1

    return b


def short() -> int: return 1
'''


def test_docstrings_comments_and_blank_lines_do_not_count() -> None:
    assert list(function_sizes("f.py", SOURCE)) == [
        Size(where="f.py:2 documented", lines=3),
        Size(where="f.py:13 short", lines=1),
    ]


def test_what_is_over_the_mark_is_named_the_longest_first() -> None:
    assert over("file", {"a.py": 310, "b.py": 290, "c.py": 500}, 300) == [
        "file over 300 lines: c.py 500",
        "file over 300 lines: a.py 310",
    ]


def test_the_summary_says_how_many_and_how_long() -> None:
    sizes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    assert summary("functions", sizes) == (
        "11 functions: median 6, nine of ten ≤ 10, longest 11 lines"
    )
