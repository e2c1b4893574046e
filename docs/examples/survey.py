"""A ledger for another paper, an invented one on surveys with randomised answers: three claims, one of them false."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.ledger import Registry
from sdp_proofs.ledger.paper import Paper
from sdp_proofs.papers.trust import TRUST
from sdp_proofs.proving.vocabulary import *
from sdp_proofs.proving.wing import ledger_of

PAPER = Paper(key="survey", title="On Delicate Questions", modules=("survey",), items=("Sec. 2", "Sec. 3"))

# Everybody tells the truth with probability p. A share s of the people has the property; yes is the expected share of
# those who say so. E = exp(epsilon).
SECTION = Section(PAPER, "Sec. 3", {"p": "p", "s": "s", "E": "e^{\\epsilon}"})
YES = "(p*s + (1 - p)*(1 - s))"


def surveys(claim: Claim) -> Iterator[Instance]:
    """A grid of probabilities and shares."""
    for p in (Fraction(1, 2), Fraction(3, 4), Fraction(9, 10)):
        for s in (Fraction(0), Fraction(1, 3), Fraction(1)):
            yield "a survey", {"p": p, "s": s}


def survey_at(_: Claim, at: Mapping[str, Any]) -> Mapping[str, Any]:
    """Survey at the coordinates that a hunt hands to the formula."""
    return at


# the first claim
SECTION.claim(
    "answers-are-private-from-the-odds-on",
    "an answer loses nothing at odds E >= p/(1-p)",
    r"If everybody tells the truth with probability $p < 1$ and $e^\epsilon (1 - p) \geq p$, the delta of an answer, "
    r"$\max(0, p - e^\epsilon (1 - p))$, is zero.",
    "Max(0, p - E*(1 - p)) <= 0",
    by_solver("all p and E", ["And(E*(1 - p) >= p, p < 1)"]),
    at="Sec. 2", silent="p is not 1",
    mutants={"half the odds": ("E*(1", "E/2*(1"), "delta is negative": ("<= 0", "< 0")}, generated="none",
)  # fmt: skip
# the second claim
SECTION.claim(
    "raw-share-is-unbiased",
    "the share of those who say yes estimates s without bias",
    "The expected share of those who say yes is the share $s$ of those who have the property.",
    f"{YES} == s",
    on_instances(EXACT, GRID, "nine surveys", "p and s on a grid", surveys),
    given="answers are truthful with probability p in [1/2, 1)",
    fails=instance("p = 3/4, s = 1: three quarters say yes.", "p = 3/4; s = 1", given="1/2 <= p < 1"),
    wrong="Those who lie pull the share towards one half.", cost="p must be known and not be 1/2.",
    search=over({"p": Rationals(Fraction(1, 2), 1, open_high=True), "s": Rationals(0, 1)}, survey_at, climbs=False),
)  # fmt: skip
# the third claim
SECTION.claim(
    "corrected-share-is-unbiased",
    "(yes - (1-p))/(2p-1) is unbiased",
    r"For $p \neq 1/2$ the share of those who say yes, less $1 - p$ and divided by $2p - 1$, has expectation $s$.",
    f"({YES} - (1 - p))/(2*p - 1) == s",
    by_identity("all values", "real", "p != 1/2"),
    repairs="raw-share-is-unbiased",
    mutants={"not divided": f"{YES} - (1 - p) == s", "p for 1 - p": ("(1 - p))/", "p)/")},
)  # fmt: skip


def registry() -> Registry:
    """The ledger, which commands find by `--ledger survey:registry`."""
    return ledger_of([PAPER], shared=TRUST.values())
