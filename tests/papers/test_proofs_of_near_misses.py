"""A proof does not hold for a near miss that only changes what the instances are, unless these leave its hypotheses."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sdp_proofs.ledger import Claim, Coverage, Method, Status
from sdp_proofs.ledger.examination import examine
from sdp_proofs.papers import registry

ESTABLISHED = [claim for claim in registry().values() if claim.recorded is Status.ESTABLISHED and claim.formula]
OUTSIDE = {
    "remark-eight-fails-at-small-rates": "rho <= 1/10",
    "no-loss-with-replacement-below-a-share-of-the-records": "h <= epsilon (a - 1)",
    "remark-eight-fails-when-all-records-are-sampled": "n >= 129",
}
"""The instances of a near miss leave a hypothesis of the claim, which says so in these words."""


def proved(claim: Claim) -> Iterator[str]:
    """The near misses of the same formula that a proof of the claim proves."""
    for miss in claim.near_misses:
        neighbour = miss.of(claim)
        # a closed sentence has no letters of the claim: its replay reads neither the formula nor the instances
        read = [check for check in claim.checks if check.method is not Method.REPLAYED]
        proofs = [check for check in read if check.coverage is Coverage.ALL and check.instances is None]
        if str(neighbour.formula) == str(claim.formula):
            yield from (miss.name for check in proofs if not check.deep and examine(check, neighbour)[0].proves)


@pytest.mark.parametrize("claim", ESTABLISHED, ids=lambda claim: claim.id)
def test_a_proof_reads_what_its_near_misses_change(claim: Claim) -> None:
    """More than n/2 types, or a source with the share 1/8, stood in the words of a statement and in no proof."""
    assert bool(list(proved(claim))) is (claim.id in OUTSIDE)


def test_the_hypotheses_that_such_near_misses_leave_are_printed() -> None:
    for name, words in OUTSIDE.items():
        claim = registry()[name]
        assert any(words in text for text in (claim.statement, *(one.text for one in claim.hypotheses))), name
