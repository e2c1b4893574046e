"""Claims that a sentence alone proves: nothing typed stands beside it, and what is cited keeps what it speaks of."""

from __future__ import annotations

from dataclasses import replace

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Method, Status, run_claim
from sdp_proofs.papers import registry
from sdp_proofs.proving.premises import rules
from sdp_proofs.proving.sentences import by_sentence

CLAIMS = registry()


def test_no_typed_instance_stands_beside_a_sentence() -> None:
    proved = [claim for claim in CLAIMS.values() if any(check.method is Method.REPLAYED for check in claim.checks)]
    own = rules(exchange=True)
    assert len(proved) > 400
    assert not [claim.id for claim in proved for check in claim.checks if check.trusts - own]


def test_only_letters_that_stand_for_all_values_are_variables_where_it_is_cited() -> None:
    check = by_sentence("And(k >= 1, T >= k)", every="k T")
    found = check.citable(Formula("x <= T**k", ["x", "T", "k"]), frozenset(), {})
    assert found.fixed == {"x"} and not found.for_all
    assert [str(one) for one in found.conditions or ()] == ["And(k >= 1, T >= k)"]


def test_a_claim_that_no_theorem_states_is_not_established() -> None:
    claim = replace(
        CLAIMS["the-laplace-tail"], id="no-theorem-says-this", checks=(by_sentence("t >= 0"),), near_misses=()
    )
    assert claim.formula != Formula("t >= 0", ["t"]) and run_claim(claim).status is Status.OPEN
