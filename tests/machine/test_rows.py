"""The batch driver's table: addresses, and which outputs are clear of what is read."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kane.machine.arguments import Slot
from kane.machine.rows import address, rows_as_they_stand

SLOTS = tuple(Slot(name=name, shape=(3,), ndim=1, size=3) for name in ("a", "out"))


def test_address_is_numpys() -> None:
    whole = np.zeros((7, 5))
    for view in (whole, whole[2:, 1:], whole[::-1], whole.T, np.broadcast_to(whole[0], (3, 5))):
        assert address(view) == view.__array_interface__["data"][0]


@st.composite
def views(draw: st.DrawFn) -> np.ndarray:
    """Six states of three elements somewhere in one piece of memory, often overlapping."""
    start = draw(st.integers(0, 60))
    step, stride = draw(st.integers(0, 9)), draw(st.sampled_from([1, 1, 1, 2, 6]))
    memory = MEMORY[start:]
    shape, strides = (6, 3), (8 * step, 8 * stride)
    return np.lib.stride_tricks.as_strided(memory, shape, strides)


MEMORY = np.zeros(200)


@given(views(), views())
def test_what_is_written_as_it_stands_shares_no_memory(given: np.ndarray, out: np.ndarray) -> None:
    rows = rows_as_they_stand(SLOTS, (given, out))
    if rows is not None:
        assert not np.shares_memory(given, out)
        assert rows.numbers[0] == address(given)
        assert rows.numbers[3:] == [address(out), *out.strides]


def test_rows_side_by_side_are_taken_and_others_looked_at_more_closely() -> None:
    rows, out = np.zeros((6, 3)), np.zeros((6, 3))
    assert rows_as_they_stand(SLOTS, (rows, out)) is not None
    assert rows_as_they_stand(SLOTS, (rows[:0], out[:0])) is not None
    columns = np.zeros((2, 3, 6))
    assert rows_as_they_stand(SLOTS, (columns[0].T, columns[1].T)) is not None
    assert rows_as_they_stand(SLOTS, (columns[0].T, columns[0].T)) is None
    sealed = np.zeros((6, 3))
    sealed.flags.writeable = False
    for other in (rows, out[:5], out[:, ::-1], out.astype("f4"), out.astype(">f8"), sealed, None):
        assert rows_as_they_stand(SLOTS, (rows, other)) is None
    for read in (rows.tolist(), rows.view(np.matrix), rows[0], rows.data, rows.T):
        assert rows_as_they_stand(SLOTS, (read, out)) is None
    assert rows_as_they_stand(SLOTS, (rows, rows, out)) is None
