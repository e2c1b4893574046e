"""Survivors of DP-LSSGD: a mutant that is listed as true and proved is proved here.

The proof is not the one of the claim, whose steps are made for the claim alone: a solver is given the hypotheses and
what is believed of the quantities, or the box is subdivided. The whole list takes minutes (`pytest --full`).
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from sdp_proofs.ledger import Claim
from sdp_proofs.ledger.examination import examine
from sdp_proofs.ledger.premise import Origin
from sdp_proofs.papers import registry
from sdp_proofs.papers.dp_lssgd.paper import PAPER
from sdp_proofs.proving.mutants import UNREFUTED
from sdp_proofs.proving.vocabulary import by_solver, on_box
from sdp_proofs.verdict import Verdict

PROVED = "true and proved"
GIVEN = (Origin.HYPOTHESIS, Origin.DEFINITION, Origin.TRUST, Origin.CLAIM, Origin.COLLECTED)
QUICK = (
    "steps-below-one-over-l-are-short",
    "conditions-of-theorem-two-need-many-records",
    "theorem-two-starts-above-two-point-seven",
    "renyi-divergence-gives-differential-privacy",
    "without-smoothing-lssgd-is-sgd",
)
_BOX = re.compile(r"(\w+) in ([\[(].*)")


def premises(claim: Claim) -> list[str]:
    """Premises of its checks, in the symbols of the claim."""
    found = (examine(check, claim.unrecorded())[0].premises for check in claim.checks)
    texts = [premise.text.partition(" [")[0] for each in found for premise in each if premise.origin in GIVEN]
    texts = [text for text in texts if not text.startswith("so ")]  # a consequence of the claim is not used for it
    texts = [text for text in texts if not re.match(r"of \w+: ", text)]  # words
    return [re.sub(r"^(\w+) positive$", r"\1 > 0", text) for text in dict.fromkeys(texts)]


def unproved(identifier: str) -> list[str]:
    """The mutants of a claim that are listed as proved, and are not."""
    claim = registry()[identifier]
    listed = {key for key, reason in PAPER.survivors[identifier].items() if reason.startswith(PROVED)}
    if not listed:
        return []
    given = premises(claim)
    boxes = {name: box for name, box in (match.groups() for match in map(_BOX.fullmatch, given) if match)}
    if identifier.startswith("renyi-divergence-of-a-subsampled-gaussian"):
        given.append(str(claim.formula))  # a quantity of which no more is known than the claim says
    check = on_box("box", boxes) if boxes else by_solver("hypotheses", given)
    return [
        neighbour.name
        for neighbour in claim.family.neighbours(claim)
        if neighbour.key in listed
        and examine(check, replace(neighbour.claim, checks=(check,)))[0].verdict is not Verdict.HOLDS
    ]


@pytest.mark.parametrize("identifier", QUICK)
def test_what_is_listed_as_proved_is_proved(identifier: str) -> None:
    assert any(reason.startswith(PROVED) for reason in PAPER.survivors[identifier].values())
    assert not unproved(identifier)


@pytest.mark.slow
def test_all_that_is_listed_as_proved_is_proved() -> None:
    assert not any(unproved(claim) for claim in PAPER.survivors)


def test_a_false_mutant_is_not_proved() -> None:
    """With one more hypothesis left out than there is, nothing follows."""
    claim = registry()["no-constants-serve-theorem-four"]
    false = next(each for each in claim.family.neighbours(claim) if each.name == "7 for 6 in 6 * C1")
    check = by_solver("hypotheses", premises(claim))
    assert examine(check, replace(false.claim, checks=(check,)))[0].verdict is Verdict.FAILS


def test_few_are_not_proved() -> None:
    """Products in another order, finite lists, sequences, one bound beside its inverse; and logarithms of zero."""
    reasons = [reason for listed in PAPER.survivors.values() for reason in listed.values()]
    assert sum(not reason.startswith(PROVED) and reason != UNREFUTED for reason in reasons) <= 16
    assert sum(reason.startswith("not decided") for reason in reasons) == 2
