"""Theorems of the logic as property tests: instances from their sorts, and laws that engines make."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdp_proofs.api.statements import statement
from sdp_proofs.distributions.finite import record_lists
from sdp_proofs.logic.surface import A, Fun, X, o
from sdp_proofs.logic.vocabulary import Mechanism, Odds, Real, private
from sdp_proofs.privacy.definition import database_deltas
from sdp_proofs.strategies import mechanisms, odds, post_processed
from sdp_proofs.verdict import Verdict
from tests.property.effort import moderate

DECIDED = ["post-processing", "adaptive-composition", "smoothed-preprocessing", "weaker"]
"""Propositions 4, 5 and 6, where premises are met and the conclusion is decided."""
RARELY = ["simple-composition", "smoothed-on-mixtures", "distribution-reduction", "group-privacy"]
"""Propositions 5 and 7 for sequences and classes that no list holds: an instance may refute them, and none does."""


@pytest.mark.parametrize("name", DECIDED)
def test_a_theorem_holds_at_each_instance_of_its_sorts(name: str) -> None:
    theorem = statement(name)

    @moderate
    @given(theorem.instances(met=name not in ("smoothed-preprocessing",)))
    def holds(found):
        sizes, values = found
        assert theorem.holds(sizes, **values) is Verdict.HOLDS

    holds()


@pytest.mark.parametrize("name", RARELY)
def test_no_instance_refutes_what_is_not_decided(name: str) -> None:
    theorem = statement(name)

    @moderate
    @given(theorem.instances(met=False))
    def stands(found):
        sizes, values = found
        assert theorem.holds(sizes, **values) is not Verdict.FAILS

    stands()


@statement
def is_private(near: Fun(X, X, o), M: Mechanism[X, A], E: Odds, d: Real):
    """The definition itself."""
    return private(near, M, E, d)


@moderate
@given(st.data())
def test_the_engine_finds_the_least_slack_of_the_definition_and_post_processing_needs_no_more(data) -> None:
    mechanism, factor = data.draw(mechanisms(2, 2)), data.draw(odds())
    processed = data.draw(post_processed(mechanism, 2, 2))
    databases = list(record_lists(2, 2))
    near = [[sum(map(int.__ne__, x, y)) == 1 for y in databases] for x in databases]
    slack = max(database_deltas(mechanism, databases, factor).values())

    def holds(one, d) -> Verdict:
        laws = [one.law(x) for x in databases]
        outputs = sorted({a for law in laws for a in law}, key=repr)
        return is_private.holds(near=near, M=[[law.probability(a) for a in outputs] for law in laws], E=factor, d=d)

    assert holds(mechanism, slack) is holds(processed, slack) is Verdict.HOLDS
    assert holds(mechanism, slack - Fraction(1, 10**9)) is Verdict.FAILS
