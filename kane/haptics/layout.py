"""Where everything of the loop lies in memory: the meaning of every element of its arrays.

    c         integers: settings, then counters
    v         doubles: settings, then what one tick leaves to the next
    reading   what the device says            command   what it is told
    lock      the sequence of the shared state, odd while it is written; `shared` is that state
    log       the ticks, a row each, in a ring; `moments` the events
    counts    histograms of lateness, step time and interval (histogram.py)

Positions and forces are along the ground's axes; quaternions are (w, x, y, z).

From: kane/sim/stepper/layout.py    Next: coupler.py, servo.py
"""

from __future__ import annotations

from typing import Final

# ── c: settings ───────────────────────────────────────────────────────────────────────────
LIMIT: Final = 0  # ticks after which the loop ends, −1 for none
STOP: Final = 1  # 1 once it has been asked to end
PACE: Final = 2  # UNPACED, SLEEPING or SPINNING
CLOCK: Final = 3  # the C library's number of the clock
TURNS: Final = 4  # 1 where the handle's orientation is held too
CLUTCH: Final = 5  # 1 where taking hold moves the device's origin to the handle
GUARDED: Final = 6  # 1 where the passivity controller may act
DISPLAY: Final = 7  # IMPEDANCE, ADMITTANCE or INVERSE
LOG_ROWS: Final = 8  # rows of `log`, 0 for none
MOMENT_ROWS: Final = 9
STATES: Final = 10  # doubles in y
INPUTS: Final = 11  # doubles in a
P_HANDLE: Final = 12  # doubles in `held`, the parameters of the handle's function
P_SIZE: Final = 13  # doubles of p that new parameters replace
AHEAD: Final = 14  # steps of the look-ahead in a tick, 0 for none
HORIZON: Final = 15  # how many ticks it looks ahead
P_TAKEN: Final = 23  # doubles in `taken`, those of the accelerations (inverse.py)
PLACE: Final = 16  # six places in a of the hand's force and torque, −1 where there is none
PUBLISH: Final = 22  # ticks from one shared state to the next

# ── c: counters ───────────────────────────────────────────────────────────────────────────
TICKS: Final = 24  # done
OVERRUNS: Final = 25  # ticks that were not done when the next one was due
SKIPPED: Final = 26  # ticks that never were: the schedule was moved
STATUS: Final = 27  # RUNNING …
HOLDING: Final = 28  # 1 while the device is valid
LOST: Final = 29  # how often it stopped being valid
ACTED: Final = 30  # ticks in which the guard acted
LOGGED: Final = 31  # rows of the log written, ever
MOMENTS: Final = 32  # events written, ever
OUTCOME: Final = 33
WANTED: Final = 34  # generation of parameters asked for
TAKEN: Final = 35  # generation that is in use
SATURATED: Final = 36  # ticks in which the force was cut to its limit
FRAMES: Final = 37  # shared states published
FORECASTS: Final = 38  # times that the look-ahead began anew
EXPECTED: Final = 39  # the event that it expects next, −1 for none
EXPECTED_TICK: Final = 40
EXPECTED_MODE: Final = 41  # a number that tells which rows and contacts hold after it
RIGHT: Final = 42  # events that came as forecast
CAME: Final = 43  # events that came
LATE: Final = 44  # ticks that began after their time, by a tenth of the period
AHEAD_AT: Final = 45  # the tick that the look-ahead has come to
FORESEEN: Final = 46  # events for which there was a forecast
NEWS: Final = 47  # 1 where the look-ahead has a forecast to hand over, 2 where it has none
ADOPTED: Final = 48  # events that began where a forecast had ended
COUNT: Final = 56

UNPACED: Final = 0
SLEEPING: Final = 1
SPINNING: Final = 2

IMPEDANCE: Final = 0
ADMITTANCE: Final = 1
INVERSE: Final = 2

RUNNING: Final = 0
ENDED: Final = 1  # the limit was reached
STOPPED: Final = 2  # it was asked to
HALTED: Final = 3  # an event of the system stopped it
FAILED: Final = 4  # c[OUTCOME] says why

# ── v: settings ───────────────────────────────────────────────────────────────────────────
PERIOD: Final = 0
SPIN: Final = 1  # seconds before a deadline at which it stops sleeping and spins
PATIENCE: Final = 2  # seconds behind at which the schedule is moved
FORCE_LIMIT: Final = 3
TORQUE_LIMIT: Final = 4
DEVICE_DAMPING: Final = 5  # N s/m, known of the device
DEVICE_TURNING: Final = 6  # N m s/rad
STRONGEST: Final = 7  # the most that the guard may damp, N s/m
SCALE: Final = 8  # metres of the model for one of the device
ORIGIN: Final = 9  # 3: where the device's origin is in the model
STIFFNESS: Final = 12  # 6
DAMPING: Final = 18  # 6
AXES: Final = 24  # 9: rows of the matrix that turns the device's axes into the ground's
SMOOTHING: Final = 33  # of the extrapolated velocity, the part that a tick replaces
START: Final = 34  # t of tick 0
FOLLOW: Final = 35  # the part of its way that a target goes in a tick: 1 where a hand feels it

# ── v: from one tick to the next ──────────────────────────────────────────────────────────
ENERGY: Final = 36  # of the observer
LOWEST: Final = 37  # that it ever was
TARGET: Final = 38  # 3: where the device is in the model
TARGET_TURN: Final = 41  # 9: its orientation
BEFORE: Final = 50  # 3 and
BEFORE_TURN: Final = 53  # 9: the same, one tick ago
MOVED: Final = 62  # 6: displacement and turn since
SMOOTH: Final = 68  # 6: velocity to extrapolate with
HELD: Final = 74  # 6: force and torque on the handle, held through the tick
SHOWN: Final = 80  # 6: what the hand feels, without its sign: HELD and what the guard adds
HANDLE: Final = 86  # 18: position, velocity, angular velocity, orientation of the handle
OFFSET: Final = 104  # 9: orientation from the device to the handle, by the clutch
BROUGHT: Final = 113  # what the guard's damping has taken
EXPECTED_AT: Final = 114  # when the forecast event is to come, and
EXPECTED_ENERGY: Final = 115  # what its impulses are to bring
AHEAD_TARGET: Final = 116  # 3, 9 and 6: where the look-ahead's hand is, and its velocity
AHEAD_TURN: Final = 119
AHEAD_MOVED: Final = 128
AHEAD_HANDLE: Final = 134  # 18
AHEAD_FORCE: Final = 152  # 6
QUICK: Final = 158  # 2: rad/s with which a prescribed motion follows, along axes and about them
STRONGEST_TURNING: Final = 162  # N m s/rad
LEADS: Final = 160  # 2: how much of the device's velocity leads it (inverse.py)
VALUES: Final = 168

# ── lent: what functions of the handle leave, and the room that they work in ───────────────
RESULT: Final = 48  # doubles before that room: six accelerations, 36 mobilities

# ── reading: 24 ───────────────────────────────────────────────────────────────────────────
VALID: Final = 0  # 1 held, 0 let go or too old, −1 vanished
POSITION: Final = 1
QUATERNION: Final = 4
NOW: Final = 8  # told by the loop: seconds of the clock
AGE: Final = 9  # of the reading, in seconds
BUTTONS: Final = 10
FELT: Final = 11  # 6: force and torque of the hand, where the device measures them
READING: Final = 24

# ── command: 24 ───────────────────────────────────────────────────────────────────────────
FORCE: Final = 0  # 6
POSE: Final = 6  # 7: where the handle is, for a device that moves by itself
TIME: Final = 13
COMMAND: Final = 24

# ── a row of the log ──────────────────────────────────────────────────────────────────────
LOG_TIME: Final = 0
LOG_VALID: Final = 1
LOG_TARGET: Final = 2  # 3
LOG_HELD: Final = 5  # 6
LOG_SHOWN: Final = 11  # 6
LOG_ENERGY: Final = 17
LOG_LATE: Final = 18  # seconds
LOG_ROW: Final = 20

# ── a row of `moments` ────────────────────────────────────────────────────────────────────
MOMENT_TIME: Final = 0
MOMENT_EVENT: Final = 1
MOMENT_ENERGY: Final = 2
MOMENT_TICK: Final = 3
MOMENT_FORECAST: Final = 4  # seconds by which the forecast was off; NaN where there was none
MOMENT_RIGHT: Final = 5  # 1 where event and mode were as forecast
MOMENT_CHANGE: Final = 6  # J by which the forecast of its impulses was off
MOMENT_ADOPTED: Final = 7  # what of the plan was: a sum of 1 selection, 2 impact, 4 rest
MOMENT_IMPULSE: Final = 8  # by how much the plan's impulses were off, of the largest true one
MOMENT_ROW: Final = 12

# ── shared ────────────────────────────────────────────────────────────────────────────────
HEAD: Final = 64  # doubles before y: t, tick, status …
SHARED_TIME: Final = 0
SHARED_TICK: Final = 1
SHARED_VALID: Final = 2
SHARED_TARGET: Final = 3  # 3
SHARED_HANDLE: Final = 6  # 3
SHARED_HELD: Final = 9  # 6
SHARED_SHOWN: Final = 15  # 6
SHARED_ENERGY: Final = 21
SHARED_NOW: Final = 22  # seconds of the clock
SHARED_STATUS: Final = 23
SHARED_TURN: Final = 24  # 9: the device's orientation
