"""Every claim's two-second form: its code still runs and its results are right.

Never its time: the number that comes out is looked at only for being a number. The first claim of
each group is in the quick set too.
"""

from __future__ import annotations

import math

import pytest

from benchmarks import report
from benchmarks.claim import Claim, Effort

CLAIMS = [
    pytest.param(claim, id=f"{group}: {claim.name}", marks=pytest.mark.slow if place else ())
    for group in report.names()
    for place, claim in enumerate(report.claims(group))
]


@pytest.mark.parametrize("claim", CLAIMS)
def test_claim_is_measured_rightly(claim: Claim) -> None:
    came = claim.measure(Effort.QUICK)
    assert came.value is None or math.isfinite(came.value)


@pytest.mark.parametrize("group", report.names())
def test_claims_of_a_group_have_names_of_their_own(group: str) -> None:
    names = [claim.name for claim in report.claims(group)]
    assert len(set(names)) == len(names)
