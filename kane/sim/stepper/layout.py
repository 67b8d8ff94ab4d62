"""Where everything of a run lies in memory: the meaning of every element of its arrays.

    n      integers: sizes, places, then counters
    x      doubles: times, tolerances, steps
    s      states, `n[WIDTH]` doubles each: y = (q, u), the one a step leads to, and workspace
    K      rates, as wide: row 0 is ẏ at the step's start, row n[LAST] at its end
    a, p   inputs and parameters
    table, rows      the method's coefficients (kane/sim/methods/packed.py)
    places, signals  the inputs given by tables (signals.py)
    modes  which rows hold and what events do to them, with its `room` (kane/sim/modes/layout.py)
    g      what switches are worth: at the step's start, at its end, in between, before a jump

All of it together is the state of the run: what is copied from it resumes to the bit.

From: kane/machine/flow.py    Next: rates.py
"""

from __future__ import annotations

from typing import Final

# ── n: sizes and places, fixed while a run lasts ──────────────────────────────────────────
STATES: Final = 0  # doubles in y
COORDINATES: Final = 1  # the first of which are q
WIDTH: Final = 2  # doubles in a row of K
LAST: Final = 3  # the row of ẏ at the end of a step
KIND: Final = 4  # Kind of the method
STAGES: Final = 5
ADAPTIVE: Final = 6  # 1 where the error is controlled
UNITS: Final = 7  # quaternions, how many; (first, how many) of each follow n[COUNT]
SIGNALS: Final = 8  # inputs that are tables
SWITCHES: Final = 9  # how many; their kinds follow those places
OBSERVED: Final = 10
ROW: Final = 11  # doubles in a row of the record: t, y, what is observed
CAPACITY: Final = 12  # rows of the record
P_OWN: Final = 13  # where the parameters of each function begin in p
P_JACOBIAN: Final = 14
P_OBSERVE: Final = 15
P_SWITCH: Final = 16
DENSE: Final = 17  # powers of θ in the dense output
EXTRA: Final = 18  # stages that only the dense output needs
ERRORS: Final = 19  # rows of error weights: 0, 1 or 2
EVENTS: Final = 20  # rows that `events` has room for
EVERY_STEP: Final = 21  # 1 where each step is a sample
FINAL: Final = 23  # 1 once a step may be cut so that it ends on x[UNTIL]
HELD: Final = 22  # inputs that have to be read again at a pause, 1 or 0
P_TERMS: Final = 24  # as P_OWN, for the functions of modes
LOOKS: Final = 25  # how often in a step switches are looked at
P_PROJECT: Final = 26
WHOLE: Final = 28  # 1 where a step is one function (kane/program/leap.py)
PROJECTED: Final = 27  # 1 where each step is led back to the constraints
RENEWED: Final = 29  # 1 where inputs are new after every pause, so that ẏ before it is not needed

# ── n: counters ───────────────────────────────────────────────────────────────────────────
PHASE: Final = 32
STEPS: Final = 33  # accepted
REJECTED: Final = 34
EVALUATIONS: Final = 35  # of ẏ
ROWS: Final = 36  # filled in the record
SAMPLE: Final = 37  # the number of the next sample
SINCE: Final = 38  # fixed steps since x[BASE]
FOUND: Final = 39  # filled in `events`
EVENT: Final = 40  # the switch that ends the step, −1 for none
OUTCOME: Final = 41
FACTORED: Final = 42  # whether the implicit method's matrix is still that of its step
FACTORIZATIONS: Final = 43
REFUSED: Final = 44  # 1 after a rejected step
JUST: Final = 48  # the switch that ended the last step, −1 for none
BUDGET: Final = 46  # attempted steps before coming back
SURPLUS: Final = 47  # 1 if the last sample is one only because the run ended there
EXTENDED: Final = 45  # 1 where the stages of the dense output are there
COUNT: Final = 52

# ── x ─────────────────────────────────────────────────────────────────────────────────────
T: Final = 0
H: Final = 1  # the step to try next
STEP: Final = 2  # the step that was taken, from T to where `new` is
UNTIL: Final = 3
PAUSE: Final = 4  # a time to stop at exactly and return
RTOL: Final = 5
ATOL: Final = 6
EVERY: Final = 7  # between samples
FIRST: Final = 8  # where samples are counted from
BASE: Final = 9  # where fixed steps are counted from
FIXED: Final = 10  # the fixed step
EXPONENT: Final = 11  # of the error in the next step
SHORTEST: Final = 12  # a step below this has collapsed
FILTER: Final = 13  # μ of an implicit method's error estimate, else 0
ERROR: Final = 14  # of the last step, 1 being just right
FACTORED_STEP: Final = 15
CONTRACTION: Final = 17  # of the last Newton iteration
LOW: Final = 19  # the part of the step after which a switch was found to cross
SLOWEST: Final = 18  # the speed after an impact below which a row stays
VALUES: Final = 24

# ── s, in rows ────────────────────────────────────────────────────────────────────────────
NEW: Final = 1  # where the step leads
STAGE: Final = 2
MADE: Final = 3  # rates that are not kept
ERRING: Final = 4
ZERO: Final = 5
BETWEEN: Final = 6  # a state inside the step
CELL: Final = 7  # the time handed to functions
STATE_ROWS: Final = 8

# ── sums of rates in `table` and `rows`, by number; a stage's is its own ──────────────────
# row n[LAST] is y⁺; then the stages of the dense output; after them, from n[LAST] + n[EXTRA]:
FIRST_ERROR: Final = 1
SECOND_ERROR: Final = 2
INTERPOLANT: Final = 3  # no sum: the polynomials b_j(θ), n[DENSE] coefficients a row
IMPLICIT: Final = 4  # no sum: c and A of a collocation method

# ── phases ────────────────────────────────────────────────────────────────────────────────
BEGIN: Final = 0
TRY: Final = 1
SAMPLING: Final = 2

# ── why a run comes back ──────────────────────────────────────────────────────────────────
FINISHED: Final = 0
SLICE: Final = 1  # the number of steps asked for is done
FULL: Final = 2  # the record or the list of events has no more room
PAUSED: Final = 3  # x[PAUSE] is reached
STOPPED: Final = 4  # an event ended the run
REACHED: Final = 6  # the next step would pass x[UNTIL]: a run that goes on later does so from here
FAILED: Final = 5  # n[OUTCOME] says why

# ── kinds of methods ──────────────────────────────────────────────────────────────────────
EXPLICIT: Final = 0
PARTITIONED: Final = 1
COLLOCATION: Final = 2

# ── kinds of switches; negative while asleep ──────────────────────────────────────────────
MARKS: Final = 0
STOPS: Final = 1
SWITCHES_MODE: Final = 2
LIMITS: Final = 3
