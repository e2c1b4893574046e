"""No release is answered by a claim whose hypotheses are not decided: each lemma in turn decides nothing."""

from __future__ import annotations

import pytest

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import Answer, delta_at
from sdp_proofs.accounting.lemmas import LEMMAS, HypothesisError, Lemma
from sdp_proofs.accounting.release import Mechanism
from sdp_proofs.accounting.selection_releases import _best
from tests.attacks.test_mechanisms import MEMBERS

KINDS = list({type(member): member for member in MEMBERS}.values())
"""A member of every registered kind."""
SLOW = ("allocation", "group", "without-replacement")


def answer(member: Mechanism) -> Answer:
    _best.cache_clear()
    return delta_at(Question.of(member), "1/2", digits=4)


def asked_of(member: Mechanism, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The claims that the answer of a release rests on, as their lemmas are called."""
    found: set[str] = set()

    def recorded(self: Lemma, *instance: object) -> None:
        found.add(self.claim)
        if not self.hypotheses(*instance):
            raise HypothesisError(self.claim)

    with monkeypatch.context() as patched:
        patched.setattr(Lemma, "__call__", recorded)
        answer(member)
    return found


@pytest.mark.parametrize(
    "member", [pytest.param(one, marks=[pytest.mark.slow] * (one.name in SLOW), id=one.name) for one in KINDS]
)
def test_no_release_is_answered_where_a_hypothesis_is_not_decided(
    member: Mechanism, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A release is refused as soon as one lemma that its answer rests on decides nothing."""
    claims = asked_of(member, monkeypatch)
    assert claims and claims <= set(LEMMAS)
    for claim in sorted(claims):

        def undecided(self: Lemma, *instance: object, claim: str = claim) -> None:
            if self.claim == claim or not self.hypotheses(*instance):
                raise HypothesisError(self.claim)

        with monkeypatch.context() as patched:
            patched.setattr(Lemma, "__call__", undecided)
            with pytest.raises(HypothesisError, match=claim):
                answer(member)
