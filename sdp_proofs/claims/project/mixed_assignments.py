"""The worst assignment of sources to records need not give all records the same source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import isqrt
from typing import Any

from sdp_proofs.claims.checks import Instance, on_instances
from sdp_proofs.claims.families import EQUAL, family
from sdp_proofs.claims.instances.mixture_estimate import hill_estimate
from sdp_proofs.claims.instances.plain_definitions import SMALL_LOSS
from sdp_proofs.claims.searching import over
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.experiments.pure_assignments import Decision, decide_pure
from sdp_proofs.experiments.smoothed_elections import history
from sdp_proofs.ledger import (
    Check,
    Claim,
    Counterexample,
    Coverage,
    Erratum,
    Hypothesis,
    Kind,
    Method,
    NearMiss,
    Outcome,
    Status,
)
from sdp_proofs.ledger.hunt import Search
from sdp_proofs.ledger.space import Domain, Integers, Rationals
from sdp_proofs.numerics.enclosure import Enclosure
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.smoothed import Smoothing, smoothed_delta
from sdp_proofs.verdict import Verdict

PURE = Formula("largest <= Max(first, last)", {"largest": r"\max_k F(k)", "first": "F(0)", "last": "F(n)"})
PEAK = Formula(
    "And(first < mixed, last < mixed, before < mixed, after < mixed)",
    {"mixed": "F(k)", "first": "F(0)", "last": "F(n)", "before": "F(k-1)", "after": "F(k+1)"},
)
SMALL: Mapping[str, Any] = {"shares": ("7/15", "8/15"), "records": 30, "draws": 3, "odds": "1"}
POSITIVE: Mapping[str, Any] = {"shares": ("7/15", "8/15"), "records": 30, "draws": 28, "odds": "1001/1000"}
LARGER: Mapping[str, Any] = {"shares": ("9/20", "11/20"), "records": 33, "draws": 31, "odds": "51/50"}
SMALLER: tuple[Mapping[str, Any], ...] = tuple(
    {"shares": shares, "records": records, "draws": draws, "odds": odds}
    for shares in (("1/5", "2/3"), ("7/15", "8/15"), ("2/5", "3/5"))
    for records in (4, 6, 9)
    for draws in (2, records - 1)
    for odds in ("1", "1001/1000", "3/2")
)


def _averages(case: Mapping[str, Any]) -> dict[int, Enclosure]:
    """F by the number of records that follow the larger share, from Algorithm 1, exactly."""
    low, high = (Fraction(share) for share in case["shares"])
    sources = SourceSet.from_laws(((high, 1 - high), (low, 1 - low)))
    instance = Smoothing(sources, case["records"], case["draws"])
    found = smoothed_delta(instance, Budget.read(odds=case["odds"]), route="algorithm-1")
    return {mixture[0]: value for mixture, value in (found.table or {}).items()}


def _ends(case: Mapping[str, Any]) -> dict[str, Any]:
    averages = {k: value.exact or 0 for k, value in _averages(case).items()}
    return {"largest": max(averages.values()), "first": averages[0], "last": averages[case["records"]]}


def instances(_: Claim) -> Iterator[Instance]:
    """Small instances in which a pure mixture is worst, then three in which none is."""
    yield from _named(*SMALLER, SMALL, POSITIVE, LARGER)


def smaller_instances(_: Claim) -> Iterator[Instance]:
    """Small instances, decided mixture by mixture."""
    yield from _named(*SMALLER)


def _named(*cases: Mapping[str, Any]) -> Iterator[Instance]:
    for case in cases:
        yield ", ".join(f"{name} {value}" for name, value in case.items()), _ends(case)


def _every_hull(claim: Claim) -> Outcome:
    """All sources over two types, all odds and all T, for n up to the claim's largest."""
    largest, examined, decided = claim.parameters["largest"], 0, 0
    scope = f"n <= {largest}, every T, all odds from 1 on, all pairs of sources"
    if claim.formula.text != PURE.text:
        return Outcome(Verdict.UNKNOWN, scope, detail="the polynomials are those of another statement")
    for records in range(2, largest + 1):
        for draws in range(1, records):
            found = decide_pure(records, draws)
            examined, decided = examined + 1, decided + found.odds
            if found.verdict is not Verdict.HOLDS:
                where = f"n = {records}, T = {draws}"
                return _mixed_outcome(claim, found, records, draws) or Outcome(
                    Verdict.UNKNOWN, scope, detail=f"not decided at {where}"
                )
    return Outcome(Verdict.HOLDS, scope, examined, detail=f"{decided} odds decided by polynomials")


def _mixed_outcome(claim: Claim, found: Decision, records: int, draws: int) -> Outcome | None:
    """A failure, if it is confirmed at rational shares by Algorithm 1."""
    if found.mixed is None:
        return None
    top, bottom = isqrt(found.mixed.square.numerator), isqrt(found.mixed.square.denominator)
    shares = (Fraction(bottom - top, 2 * bottom), Fraction(bottom + top, 2 * bottom))
    case = {"shares": shares, "records": records, "draws": draws, "odds": found.mixed.odds}
    if claim.formula.decide(_ends(case)) is not Verdict.FAILS:
        return None
    witness = f"n = {records}, T = {draws}, odds {found.mixed.odds}, shares {shares[0]} and {shares[1]}"
    return Outcome(Verdict.FAILS, "one instance", 1, witness)


@cache
def _historic(records: int) -> dict[tuple[int, ...], Enclosure]:
    """F for all mixtures of the elections since 1920, 0.2 % lost, epsilon 1."""
    draws = -(-records * 998 // 1000)
    found = smoothed_delta(Smoothing(history(), records, draws), Budget.read(epsilon=1), route="table")
    return dict(found.table or {})


def historic_peak(claim: Claim) -> Iterator[Instance]:
    """F at the named mixture, beside it, and at the two pure ones."""
    records, k = claim.parameters["records"], claim.parameters["following"]
    table = _historic(records)
    named = {"mixed": k, "first": 0, "last": records, "before": k - 1, "after": k + 1}
    yield f"{k} of {records}", {name: table[count, records - count] for name, count in named.items()}


def _values_below(claim: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    if at["records"] > claim.parameters["largest"]:
        return None
    return _ends({**at, "shares": (at["low"], at["high"])})


def _decided(claim: Claim, instance: Mapping[str, Any]) -> Verdict:
    verdict: Verdict = claim.formula.decide(_ends({**instance, "shares": (instance["low"], instance["high"])}))
    return verdict


def _gap_estimate(_: Claim, instance: Mapping[str, Any]) -> float:
    return hill_estimate(
        instance["records"], instance["draws"], float(instance["odds"]), float(instance["low"]), float(instance["high"])
    )


SPACE: dict[str, Domain] = {
    "records": Integers(2, 40),
    "draws": Integers(1, lambda before: before["records"] - 1),
    "odds": Rationals(1, 2),
    "low": Rationals(0, 1, denominator=20),
    "high": Rationals(lambda before: before["low"], 1, open_low=True, denominator=20),
}


CLAIMS = (
    Claim(
        id="the-worst-assignment-is-pure",
        paper="project",
        locator="Mixed assignments",
        title="some assignment that gives all records the same source attains the maximum",
        kind=Kind.PROJECT,
        statement="The expected loss of the sampling histogram over two types is largest when all records follow the "
        "same vertex of the set of sources: two averages would replace the loop over mixtures.",
        hypotheses=(Hypothesis("sampling without replacement, two types, two sources"),),
        formula=PURE,
        checks=(
            on_instances(
                Method.EXACT, Coverage.SAMPLE, "Algorithm 1", "54 instances with n <= 9, three with n >= 30", instances
            ),
        ),
        near_misses=(
            NearMiss("the smaller pure one too", PURE.mutate("Max", "Min")),
            NearMiss("and strictly", PURE.mutate("<=", "<")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="pure-mixtures-are-worst",
        counterexample=Counterexample(
            "n = 30, T = 3, epsilon = 0, shares 7/15 and 8/15: if half of the records follow each source the expected "
            "loss is 0.0509221; if all follow the same it is 0.0509211, whichever it is. No n below 30 has such a "
            "case, and at n = 30 no T below 3.",
            {
                "n": "30",
                "T": "3",
                "E": "1",
                "low": "7/15",
                "high": "8/15",
                **SMALL_LOSS,
                "losses": "[delta(H) for H in range(n + 1)]",
                "law": "lambda p, k: [comb(k, j) * p**j * (1 - p)**(k - j) for j in range(k + 1)]",
                "average": "lambda one, other: sum(one[i] * other[j] * losses[i + j] for i in range(len(one)) for j in "
                "range(len(other)))",
                "F": "lambda k: average(law(high, k), law(low, n - k))",
            },
            fails="F(15) <= max(F(0), F(30))",
            given=("E >= 1", "0 < low < high < 1"),
        ),
        erratum=Erratum(
            "The loss of a database can have a small hill between the two sources; a mixed assignment keeps the "
            "histogram closer to it than a pure one does.",
            "The set where the loss exceeds both pure averages must be the complement of an interval, which is checked "
            "for each instance.",
        ),
        search=Search(SPACE, _decided, _gap_estimate),
        note="The losses have a small hill in the middle, and mixing keeps the histogram closer to it. Fewer records "
        "are not possible, whatever T, the odds and the shares: "
        "the-worst-assignment-is-pure-for-fewer-than-thirty-records, a proof that covers them all. With a positive "
        "epsilon: n = 30, T = 28, odds 1001/1000, the same shares, 0.4750817 against 0.4750783.",
    ),
    Claim(
        id="the-worst-assignment-is-pure-for-fewer-than-thirty-records",
        paper="project",
        locator="Mixed assignments",
        title="for all n <= 29, T, epsilon and sources over two types some pure assignment is worst",
        kind=Kind.PROJECT,
        statement="For at most 29 records of two types $F(k) \\le \\max(F(0), F(n))$ for every T, every "
        "$\\epsilon \\ge 0$ and every two sources. Proof: by symmetry the shares may be taken as p and 1 - p. With "
        "$x = (1-2p)^2$, $F(0) - F(k)$ is a polynomial in x on [0, 1] whose coefficients are linear in the odds "
        "between finitely many critical ones. At each of these the losses fall and then rise, or the polynomial has "
        "nonnegative coefficients in Bernstein's basis after finitely many divisions.",
        hypotheses=(Hypothesis("sampling without replacement, two types, 1 <= T < n (else all losses are the same)"),),
        formula=PURE,
        parameters={"largest": 29},
        checks=(
            Check(Method.EXACT, Coverage.ALL, _every_hull, "polynomials of the shares"),
            on_instances(Method.EXACT, Coverage.SAMPLE, "Algorithm 1", "54 instances with n <= 9", smaller_instances),
        ),
        near_misses=(
            NearMiss("also for thirty", parameters={"largest": 30}),
            NearMiss("and strictly", PURE.mutate("<=", "<")),
        ),
        family=family(true={EQUAL: [">= for <= in largest <= Max(first, last)"]}),
        recorded=Status.ESTABLISHED,
        search=over(SPACE, _values_below, climbs=False),
        depends_on=("pure-mixtures-are-worst",),
        trust=("independent-records", "averaging", "one-record-at-a-time"),
        note="So 30 is the smallest number of records in the counterexample to the-worst-assignment-is-pure; at n = 30 "
        "only T = 3 and T = 28 have one. The reductions are written out in `experiments.pure_assignments`.",
    ),
    Claim(
        id="elections-since-the-twenties-have-a-mixed-worst-case",
        paper="project",
        locator="Mixed assignments",
        title="with the past elections as sources, n = 3000 and epsilon = 1, the worst mixture is 2905 to 95",
        kind=Kind.PROJECT,
        statement="Sources: the elections since 1920, whose vertices are 1924 and 1960; 0.2 % of 3000 votes lost, "
        "epsilon = 1. If 2905 votes follow 1924 and 95 follow 1960 the expected loss exceeds that of both pure "
        "assignments and of the mixtures beside it: 0.1134802578 against 0.11339 for 1924 alone.",
        formula=PEAK,
        parameters={"records": 3000, "following": 2905},
        checks=(on_instances(Method.CERTIFIED, Coverage.ALL, "one mixture", "n = 3000, five mixtures", historic_peak),),
        near_misses=(
            NearMiss("one vote fewer", parameters={"following": 2904}),
            NearMiss("one vote more", parameters={"following": 2906}),
            NearMiss("the pure one is larger", PEAK.mutate("last < mixed", "last > mixed")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        trust=("arb", "election-returns"),
    ),
)
