"""Motion files: columns by name, rates by splines, and every fault with its line."""

from __future__ import annotations

import numpy as np
import pytest

from kane.errors import ModelError
from kane.formats.motion_file import Asked, Moved, motion_of
from kane.formats.source import Source
from tests.close import close, round_off

ASKED = Asked(
    q=("q1", "elbow"), u=("u1", "u_elbow"), inputs=("F",), rates={"u1": "q1", "u_elbow": "elbow"}
)
FULL = "t,elbow,q1,q1',elbow',u1',u_elbow',F\n0,1,2,3,4,5,6,7\n1,2,3,4,5,6,7,8\n"


def read(text: str, asked: Asked = ASKED) -> Moved:
    return motion_of(Source(name="m.csv", content=text.encode()), asked)


def test_columns_are_found_by_name() -> None:
    moved = read("# a comment\n" + FULL)
    assert moved.q.tolist() == [[2, 1], [3, 2]]
    assert moved.u.tolist() == [[3, 4], [4, 5]]
    assert moved.udot.tolist() == [[5, 6], [6, 7]]
    assert moved.inputs["F"].tolist() == [7, 8]
    assert moved.derived == ()


def test_rates_are_derivatives_of_splines() -> None:
    """Exact for polynomials of fifth degree."""
    t = np.linspace(0, 2, 15)
    q = np.column_stack([t**5 - t**2, 3 * t**4])
    rows = "\n".join(f"{x!r},{a!r},{b!r}" for x, (a, b) in zip(t.tolist(), q.tolist(), strict=True))
    moved = read("t,q1,elbow\n" + rows)
    assert close(moved.u, np.column_stack([5 * t**4 - 2 * t, 12 * t**3]), round_off(1e4, 1e4))
    assert close(moved.udot, np.column_stack([20 * t**3 - 2, 36 * t**2]), round_off(1e6, 1e4))
    assert moved.derived == ("u1", "u_elbow", "u1'", "u_elbow'")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("q1,", "", r"m.csv:1: the column q1 is missing"),
        ("elbow,", "elbo,", r"m.csv:1: the column 'elbo' is none of the model's. Do you mean 'elb"),
        (
            "F\n",
            "tip.fz\n",
            r"'tip.fz' is none of the model's. Say which link carries it: kane inv",
        ),
        ("F\n", "zebra\n", r"the column 'zebra' is none of the model's. Known are t, q1, elbow, F"),
        ("F\n", "u1\n", r"m.csv:1: the column 'u1' is given twice"),
        ("elbow',", "", r"m.csv:1: of the speeds, u_elbow is missing. Give all of them, or none"),
        ("0,1,2", "0,,2", r"m.csv:2: elbow has a gap here"),
        ("0,1,2", "0,nan,2", r"m.csv:2: elbow is 'nan', which is not finite"),
        ("0,1,2", "0,one,2", r"m.csv:2: elbow is 'one', which is no number"),
        ("0,1,2", "1,2", r"m.csv:2: the row has 7 numbers, and there are 8 columns"),
        ("\n1,2", "\n0,2", r"m.csv:3: the time 0 does not come after 0"),
        (FULL, "t,q1,elbow\n", r"m.csv:1: the motion has no times"),
        (FULL, "", r"m.csv:1: it has no rows"),
        (FULL, "t,q1,elbow\n0,1,2\n1,2,3\n", r"2 times are too few to find rates from"),
    ],
)
def test_faults_are_told(old: str, new: str, words: str) -> None:
    assert old in FULL
    with pytest.raises(ModelError, match=words):
        read(FULL.replace(old, new, 1))


def test_many_faults_end_with_a_word() -> None:
    with pytest.raises(ModelError, match="so much is wrong that the rest was not read"):
        read("t,q1,elbow\n" + "0,x,y\n" * 50)


def test_quaternions_have_length_one() -> None:
    asked = Asked(q=("a.w", "a.x", "a.y", "a.z"), u=("a.wx", "a.wy", "a.wz"), rates={},
                  quaternions=(slice(0, 4),))  # fmt: skip
    names = "t,a.w,a.x,a.y,a.z,a.wx,a.wy,a.wz,a.wx',a.wy',a.wz'\n"
    assert read(names + "0,0.6,0.8,0,0" + ",0" * 6, asked).q.tolist() == [[0.6, 0.8, 0, 0]]
    with pytest.raises(ModelError, match=r"m.csv:2: the quaternion \(a.w, a.x, a.y, a.z\) has the"):
        read(names + "0,0.6,0.7,0,0" + ",0" * 6, asked)
    with pytest.raises(ModelError, match=r"of the speeds, a.wx, a.wy, a.wz are missing. Give all"):
        read("t,a.w,a.x,a.y,a.z\n0,1,0,0,0\n", asked)
