"""What a claim depends on is a premise of one of its proofs, or a proved lifting step that it names."""

from __future__ import annotations

import json
from pathlib import Path

from sdp_proofs.papers import registry

TOLD_IN_WORDS = json.loads((Path(__file__).parent / "told_in_words.json").read_text(encoding="utf-8"))
"""What is used, but not as a formula: a claim that says what a symbol of the formula stands for, that the formula at
one place decides all places, or how a printed chain goes on. The words of the claim say so. The list is to shrink.
"""


def test_every_dependency_is_a_citation_that_a_proof_uses() -> None:
    claims, found = registry(), {}
    for claim in claims.values():
        used = {name for check in claim.checks for name in check.cites}
        used |= {name for entry in claim.trust for name in claims.trust[entry].proved_by}
        rest = sorted(set(claim.depends_on) - used)
        if rest:
            found[claim.id] = rest
    assert found == TOLD_IN_WORDS


def test_what_a_proof_cites_is_depended_on() -> None:
    for claim in registry().values():
        assert {name for check in claim.checks for name in check.cites} <= set(claim.depends_on)


def test_what_programs_rest_on_is_a_premise_of_what_they_decide() -> None:
    claim = registry()["elections-more-private-than-worst-case"]
    needed = {"lone-record-is-seen-when-sampled", "no-loss-exceeds-the-sampling-rate"}
    assert needed <= {name for check in claim.checks for name in check.cites}
    assert needed <= claim.citable.keys()


def test_what_is_told_in_words_is_no_more_than_it_was() -> None:
    assert sum(map(len, TOLD_IN_WORDS.values())) <= 39
