"""A ledger for another paper, an invented one on surveys with randomised answers: three claims, one of them false."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.claims.checks import Instance, by_identity, by_solver, on_instances
from sdp_proofs.claims.searching import over
from sdp_proofs.ledger import (
    Claim,
    Counterexample,
    Coverage,
    Erratum,
    Hypothesis,
    Kind,
    Method,
    NearMiss,
    Registry,
    Status,
    TrustEntry,
    TrustLedger,
)
from sdp_proofs.ledger.space import Rationals
from sdp_proofs.numerics.formula import Formula

# Everybody tells the truth with probability p. A share s of the people has the property; said is the expected share
# of those who say yes. E = exp(epsilon).
SYMBOLS = {"p": "p", "s": "s", "E": "E"}
SAID = "(p*s + (1 - p)*(1 - s))"

LOSS = Formula("Max(0, p - E*(1 - p)) <= 0", SYMBOLS)
RAW = Formula(f"{SAID} == s", SYMBOLS)
CORRECTED = Formula(f"({SAID} - (1 - p))/(2*p - 1) == s", SYMBOLS)


def surveys(claim: Claim) -> Iterator[Instance]:
    """A grid of probabilities and shares."""
    for p in (Fraction(1, 2), Fraction(3, 4), Fraction(9, 10)):
        for s in (Fraction(0), Fraction(1, 3), Fraction(1)):
            yield "a survey", {"p": p, "s": s}


def survey_at(claim: Claim, instance: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a hunt hands to the formula: the coordinates themselves."""
    return instance


CLAIMS = (
    Claim(
        id="answers-are-private-from-the-odds-on",
        paper="survey",
        locator="Sec. 2",
        title="an answer loses nothing at odds E >= p/(1-p)",
        kind=Kind.STATEMENT,
        statement=r"If everybody tells the truth with probability $p < 1$ and $e^\epsilon (1 - p) \geq p$, the privacy "
        r"loss $\max(0, p - e^\epsilon (1 - p))$ of an answer is zero.",
        hypotheses=(Hypothesis("p is not 1", silent=True),),
        formula=LOSS,
        checks=(by_solver("all p and E", [Formula("E*(1 - p) >= p", SYMBOLS), Formula("p < 1", SYMBOLS)]),),
        near_misses=(
            NearMiss("half the odds", Formula("Max(0, p - E*(1 - p)/2) <= 0", SYMBOLS)),
            NearMiss("the loss is negative", Formula("Max(0, p - E*(1 - p)) < 0", SYMBOLS)),
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
    ),
    Claim(
        id="raw-share-is-unbiased",
        paper="survey",
        locator="Sec. 3",
        title="the share of those who say yes estimates s without bias",
        kind=Kind.STATEMENT,
        statement="The expected share of those who say yes is the share $s$ of those who have the property.",
        hypotheses=(Hypothesis("answers are truthful with probability p in [1/2, 1)"),),
        formula=RAW,
        checks=(on_instances(Method.EXACT, Coverage.GRID, "nine surveys", "p and s on a grid", surveys),),
        near_misses=(
            NearMiss("the share of those who say no", Formula(f"1 - {SAID} == s", SYMBOLS)),
            NearMiss("twice the share", Formula(f"2*{SAID} == s", SYMBOLS)),
        ),
        recorded=Status.REPAIRED,
        repaired_by="corrected-share-is-unbiased",
        counterexample=Counterexample(
            "p = 3/4, s = 1: three quarters say yes.",
            {"p": "3/4", "s": "1", "said": "p*s + (1 - p)*(1 - s)"},
            fails="said == s",
            given=("1/2 <= p < 1",),
        ),
        erratum=Erratum("Those who lie pull the share towards one half.", cost="p must be known and not be 1/2."),
        search=over({"p": Rationals(Fraction(1, 2), 1, open_high=True), "s": Rationals(0, 1)}, survey_at, climbs=False),
    ),
    Claim(
        id="corrected-share-is-unbiased",
        paper="survey",
        locator="Sec. 3",
        title="(said - (1-p))/(2p-1) is unbiased",
        kind=Kind.STATEMENT,
        statement=r"For $p \neq 1/2$ the share of those who say yes, less $1 - p$ and divided by $2p - 1$, has "
        "expectation $s$.",
        hypotheses=(Hypothesis("p is not 1/2"),),
        formula=CORRECTED,
        checks=(by_identity("identity", {"p": "real", "s": "real"}),),
        near_misses=(
            NearMiss("not divided", Formula(f"{SAID} - (1 - p) == s", SYMBOLS)),
            NearMiss("p for 1 - p", Formula(f"({SAID} - p)/(2*p - 1) == s", SYMBOLS)),
        ),
        recorded=Status.ESTABLISHED,
        trust=("sympy",),
    ),
)

TRUST = TrustLedger(
    (
        TrustEntry("z3", "engine", "An answer 'unsat' of z3 over the reals is right.", "de Moura, Bjorner 2008"),
        TrustEntry("sympy", "engine", "What sympy reduces to zero is zero.", "Meurer et al. 2017"),
    )
)


def registry() -> Registry:
    """The ledger, which commands find by `--ledger survey:registry`."""
    return Registry(CLAIMS, TRUST)
