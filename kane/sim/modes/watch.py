"""The watch on the selection: which speeds are independent, state by state, and for how long.

    u_D = D u_I + E,  D = −J_D⁻¹ J_I          kept as long as no weighed |D_ij| is above LEAVE

The largest weighed |D_ij| bounds σ_min(J_D) from below (selection.py): it is at most 2 after a
selection, and a new one is made once it is above 8, so that no state lies between two selections.
The new one exchanges speeds of the old; the state is in all speeds and does not notice. Where the
rows come near to depending on each other J_D is singular for every selection: the old one is kept
until they are well apart again.

From: selection.py, partition.py    Next: kane/sim/selections.py
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from kane.program.arrays import Floats, Ints
from kane.program.numeric.products import add_multiple
from kane.program.routine import routine
from kane.sim.modes.partition import partition
from kane.sim.modes.selection import gain, improve, select

LEAVE: Final = 8.0  # the largest weighed |D_ij| that is kept
NEAR: Final = 1e-2  # of the farthest apart, below which rows are passing a place
APART: Final = 2e-2  # above which they have passed
LOST: Final = 1e-13  # the least pivot of J_D, of its largest, that says anything
RANK: Final = 1e-7  # of the largest pivot, below which a row depends on others

# ── state: integers; active rows, chosen rows, speeds in order and masks follow ───────────
CHOSEN: Final = 0  # m, how many rows are independent
ACTIVE: Final = 1  # how many hold
FOUND: Final = 2  # how many records are filled
SINCE: Final = 3  # the state at which it came near a singular place, −1 while it is not
LEAST: Final = 4  # where it was nearest
HEADER: Final = 5

# ── sizes: doubles; the longest that each row was follows ──────────────────────────────────
FARTHEST: Final = 0  # rows have been apart
NEAREST: Final = 1  # they have been since SINCE, of that
SIZES: Final = 2

# ── a record: integers; chosen and other rows and speeds in order follow ──────────────────
STATE: Final = 0
WHY: Final = 1
INDEPENDENT: Final = 2  # m
HELD: Final = 3
FIRST: Final = 4  # of a passage: where it came near
RECORD: Final = 5

# ── why ───────────────────────────────────────────────────────────────────────────────────
ROWS: Final = 0  # other rows hold
WORSE: Final = 1  # D had grown
FREED: Final = 2  # a row no longer depends on others
PASSED: Final = 3  # rows that nearly depended on each other no longer do
SINGULAR: Final = 4  # no row is finite


@routine
def follow(
    terms: Floats,
    stride: int,
    masks: Floats,
    masked: int,
    begin: int,
    end: int,
    n: int,
    count: int,
    state: Ints,
    sizes: Floats,
    D: Floats,
    work: Floats,
    records: Ints,
    values: Floats,
    most: int,
) -> int:
    """The first state that was not looked at: `end`, or where `most` records are filled.

    Each state has `stride` terms, M, J, c and J̇u + ċ, and `masked` doubles that begin with the
    masks of `count` rows. A record gets two values: the largest weighed |D_ij| before and after,
    or how near a passage came. `D` holds count·(n + 2) doubles, `work` (count + 1)·(n + 2) + n.
    """
    for k in range(begin, end):
        if state[FOUND] >= most:
            return k
        M = terms[k * stride :]
        anew = _other_rows(masks[k * masked :], count, state)
        if anew:
            _select(M, k, ROWS, 0.0, n, count, state, sizes, D, work, records, values)
        else:
            _look(M, k, n, count, state, sizes, D, work, records, values)
    return end


@routine
def _other_rows(masks: Floats, count: int, state: Ints) -> bool:
    """Whether other rows hold than before; those that do are active."""
    known = state[HEADER + 2 * count :]
    changed = False
    for row in range(count):
        holds = 1 if masks[row] != 0.0 else 0
        changed = changed or holds != known[row]
        known[row] = holds
    if not changed:
        return False
    active = 0
    for row in range(count):
        if known[row] == 1:
            state[HEADER + active] = row
            active += 1
    state[ACTIVE] = active
    return True


@routine
def _select(
    M: Floats,
    k: int,
    why: int,
    before: float,
    n: int,
    count: int,
    state: Ints,
    sizes: Floats,
    D: Floats,
    work: Floats,
    records: Ints,
    values: Floats,
) -> None:
    """Independent rows and speeds from nothing."""
    active = state[HEADER:]
    rows = state[HEADER + count :]
    order = state[HEADER + 3 * count :]
    J = M[n * n :]
    for j in range(n):
        order[j] = j
    m = select(J, M, n, active, state[ACTIVE], rows, order, work, RANK)
    state[CHOSEN] = max(m, 0)
    state[SINCE] = -1
    _settle(M, n, count, state, D, work)
    after = improve(D, M, n, order, state[CHOSEN])
    sizes[FARTHEST] = _apart(M, n, count, state, sizes, work)
    _note(k, SINGULAR if m < 0 else why, before, after, n, count, state, records, values)


@routine
def _settle(M: Floats, n: int, count: int, state: Ints, D: Floats, work: Floats) -> float:
    """How regular J_D is; D, E and γ of the selection."""
    J = M[n * n :]
    c = J[count * n :]
    rows = state[HEADER + count :]
    order = state[HEADER + 3 * count :]
    return partition(J, c, c[count:], n, rows, order, state[CHOSEN], D, work)


@routine
def _apart(M: Floats, n: int, count: int, state: Ints, sizes: Floats, work: Floats) -> float:
    """What is left of a chosen row across those before it, of its longest; of all, the least.

    Columns are weighed by 1/√M_jj, as when they were selected: no selection enters.
    """
    rows = state[HEADER + count :]
    J = M[n * n :]
    longest = sizes[SIZES:]
    least = 1.0
    for i in range(state[CHOSEN]):
        own = work[i * n :]
        length = 0.0
        for j in range(n):
            own[j] = J[rows[i] * n + j] / sqrt(M[j * (n + 1)])
            length += own[j] * own[j]
        length = max(longest[rows[i]], sqrt(length))
        longest[rows[i]] = length
        for other in range(i):
            product = 0.0
            for j in range(n):
                product += own[j] * work[other * n + j]
            add_multiple(own, -product, work[other * n :], n)
        left = 0.0
        for j in range(n):
            left += own[j] * own[j]
        if not left > 0.0:
            return 0.0
        least = min(least, sqrt(left) / length)
        for j in range(n):
            own[j] /= sqrt(left)
    return least


@routine
def _look(
    M: Floats,
    k: int,
    n: int,
    count: int,
    state: Ints,
    sizes: Floats,
    D: Floats,
    work: Floats,
    records: Ints,
    values: Floats,
) -> None:
    """The selection kept, or made anew; where rows nearly depend on each other it is kept."""
    m = state[CHOSEN]
    order = state[HEADER + 3 * count :]
    apart = _apart(M, n, count, state, sizes, work)
    sizes[FARTHEST] = max(sizes[FARTHEST], apart)
    apart = apart / sizes[FARTHEST] if sizes[FARTHEST] > 0.0 else 0.0
    if apart < (NEAR if state[SINCE] < 0 else APART):
        if state[SINCE] < 0:
            state[SINCE] = k
            sizes[NEAREST] = 2.0
        if apart < sizes[NEAREST]:
            state[LEAST] = k
            sizes[NEAREST] = apart
        return
    if state[SINCE] >= 0:
        _note(k, PASSED, sizes[NEAREST], 0.0, n, count, state, records, values)
        state[SINCE] = -1
        return  # a record a state: what else there is, the next one sees
    regular = _settle(M, n, count, state, D, work)
    if not regular > LOST:
        _select(M, k, WORSE, 0.0, n, count, state, sizes, D, work, records, values)
        return
    freed = _freed(M, n, count, state, D)
    if freed:
        _select(M, k, FREED, 0.0, n, count, state, sizes, D, work, records, values)
        return
    before = gain(D, M, n, order, m)
    if before > LEAVE:
        after = improve(D, M, n, order, m)
        _note(k, WORSE, before, after, n, count, state, records, values)


@routine
def _freed(M: Floats, n: int, count: int, state: Ints, D: Floats) -> bool:
    """Whether a row that depended on others says something now: J_D D + J_I is not zero for it."""
    m = state[CHOSEN]
    p = n - m
    rows = state[HEADER + count :]
    order = state[HEADER + 3 * count :]
    J = M[n * n :]
    for i in range(m, state[ACTIVE]):
        row = J[rows[i] * n :]
        for j in range(p):
            entry = row[order[m + j]]
            size = abs(entry)
            for d in range(m):
                part = row[order[d]] * D[d * (p + 2) + j]
                entry += part
                size += abs(part)
            if abs(entry) > 1e3 * RANK * size:
                return True
    return False


@routine
def _note(
    k: int,
    why: int,
    before: float,
    after: float,
    n: int,
    count: int,
    state: Ints,
    records: Ints,
    values: Floats,
) -> None:
    """A record of a selection, or of a passage."""
    width = RECORD + count + n
    record = records[state[FOUND] * width :]
    rows = state[HEADER + count :]
    order = state[HEADER + 3 * count :]
    record[STATE] = state[LEAST] if why == PASSED else k
    record[WHY] = why
    record[INDEPENDENT] = state[CHOSEN]
    record[HELD] = state[ACTIVE]
    record[FIRST] = state[SINCE] if why == PASSED else k
    for i in range(state[ACTIVE]):
        record[RECORD + i] = rows[i]
    for j in range(n):
        record[RECORD + count + j] = order[j]
    values[2 * state[FOUND]] = before
    values[2 * state[FOUND] + 1] = after
    state[FOUND] += 1
