"""The project's claims: each number it states, how it is measured, and against whom.

One file for each group (any file here that assigns `CLAIMS`), and the few that measure them:

    claim.py      Claim, Measurement: what is claimed and what came out
    timing.py     times of calls; ours and a rival's, interleaved
    rivals.py     a rival in its own environment, asked over a pipe; serve.py is its side
    machine.py    what the numbers were measured on
    report.py     all groups measured and printed: what `kane bench` runs

Next: claim.py
"""
