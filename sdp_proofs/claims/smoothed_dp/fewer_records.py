"""Bounds that are false in general, proved for databases with few records: no counterexample has fewer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.claims.checks import Instance, on_instances
from sdp_proofs.claims.families import NOT_ATTAINED, ROOM, family
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.derivations.published_bound import PRINTED, REMARK, average, one_law
from sdp_proofs.claims.smoothed_dp.theorem_three import EVERY_SIZE
from sdp_proofs.experiments.fewer_records import cover, many_types
from sdp_proofs.ledger import (
    Check,
    Claim,
    Coverage,
    Fidelity,
    Hypothesis,
    Kind,
    Method,
    NearMiss,
    Outcome,
    Status,
)
from sdp_proofs.ledger.space import Domain, Integers, Rationals
from sdp_proofs.numerics.enclosure import Enclosure
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.endpoint import single_mixture, valley_majorant
from sdp_proofs.privacy.loss_table import delta_table
from sdp_proofs.verdict import Verdict

REMARK_8 = Formula(f"loss <= {PRINTED}", REMARK)
LARGEST = 126
SUPPORTS = Formula(
    "rate <= exp(-gap*records/6) + types*exp(-records/8)",
    {"rate": "T/n", "gap": r"g(\eta, \infty)", "records": "n", "types": "m"},
)


def _covered(claim: Claim) -> Outcome:
    largest = claim.parameters["largest"]

    def holds(extremes: Mapping[str, Any]) -> bool:
        return claim.formula.decide(extremes) is Verdict.HOLDS

    scope = f"all n <= {largest}, every T, m, f, epsilon and set of sources"
    found = cover(largest, holds)
    if found.open is not None:
        return Outcome(Verdict.UNKNOWN, scope, detail=f"not covered: {found.open}")
    if not holds(many_types(largest)):
        return Outcome(Verdict.UNKNOWN, scope, detail="six types and more are not covered")
    return Outcome(Verdict.HOLDS, scope, detail=f"covered by {found.boxes} boxes")


def _covered_by_floors(claim: Claim) -> Outcome:
    """Both sides of the statement fall in f, and the loss falls in epsilon: at the threshold, by ranges of f."""
    largest, constant = claim.parameters["largest"], claim.parameters["constant"]
    scope = f"all n <= {largest}, every T, m, f, set of sources, and epsilon from ln(n/(n-T)) + ln 3 on"

    def holds(loss: Any, types: int, least: Fraction, records: int) -> bool:
        values = {"loss": loss, "types": types, "constant": constant, "least": least, "records": records}
        return claim.formula.decide(values) is Verdict.HOLDS

    if not holds(1, 3, Fraction(1, 3), largest):
        return Outcome(Verdict.UNKNOWN, scope, detail="three types and more are not covered")
    ranges = 0
    for n in range(2, largest + 1):
        for draws in range(1, n):
            odds = Budget.read(odds=Fraction(3 * n, n - draws))
            losses = valley_majorant(delta_table(n, draws, odds))
            parts = [(Fraction(0), Fraction(1, 2))]
            while parts:
                low, high = parts.pop()
                loss = Enclosure(single_mixture(losses, low, 1 - low, 0))
                if holds(loss, 2, high, n):
                    ranges += 1
                elif high - low < Fraction(1, 1000):
                    return Outcome(Verdict.UNKNOWN, scope, detail=f"not covered: n = {n}, T = {draws}, f = {high}")
                else:
                    parts += [(low, (low + high) / 2), ((low + high) / 2, high)]
    return Outcome(Verdict.HOLDS, scope, detail=f"covered by {ranges} ranges of f")


def _nearest(claim: Claim) -> Iterator[Instance]:
    """Fair coins and one draw, where the bound is nearest to failing."""
    largest = claim.parameters["largest"]
    for n in (*range(20, largest, 30), largest - 1, largest):
        odds = Fraction(n + 4, n + 2) if n < 100 else Fraction(66, 65)
        yield f"n = {n}, T = 1, fair coins, e^epsilon = {odds}", one_law(n, 1, odds, Fraction(1, 2))


def _one_law(claim: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    theta = Fraction(at["draws"], at["records"]) * (1 + Fraction(at["excess"]))
    if theta >= 1 or at["records"] > claim.parameters["largest"]:
        return None
    return one_law(at["records"], at["draws"], 1 / (1 - theta), Fraction(at["share"]))


def _certain(claim: Claim) -> Iterator[Instance]:
    """All records of one type for certain: the loss is T/n at every epsilon, and the bound smallest at none."""
    for n in range(2, claim.parameters["largest"] + 1):
        for draws in range(1, n):
            gap = (Fraction(n, draws) - 1) ** 2
            yield f"n = {n}, T = {draws}", {"rate": Fraction(draws, n), "gap": gap, "records": n, "types": 2}


def _one_left_out(claim: Claim) -> Iterator[Instance]:
    """Fair coins, all records sampled but one, where the bound is nearest to failing."""
    for n in (10, 20, claim.parameters["largest"]):
        values = {"loss": average(n, n - 1, Fraction(3 * n), Fraction(1, 2)), "types": 2, "least": Fraction(1, 2)}
        yield f"n = {n}, T = {n - 1}", {**values, "constant": claim.parameters["constant"], "records": n}


ONE_LAW: dict[str, Domain] = {
    "records": Integers(2, lambda _: LARGEST + 1),
    "draws": Integers(1, lambda at: at["records"] - 1),
    "excess": Rationals(0, lambda at: Fraction(at["records"], at["draws"]) - 1, open_low=True, open_high=True),
    "share": Rationals(0, Fraction(1, 2), open_low=True),
}

CLAIMS = (
    Claim(
        id="remark-eight-holds-for-fewer-records",
        paper="smoothed-dp",
        locator="Remark 8",
        title="Remark 8 is true for all n <= 126: its smallest counterexample has 127 records",
        kind=Kind.PROJECT,
        statement="For at most 126 records the bound of Remark 8 holds at every T, number of types m, floor f, set of "
        "sources and $\\epsilon > \\ln(n/(n-T))$. Proof: with $L$ of one-loss-below-the-mean-excess, delta_SDP is at "
        "most $m E L(\\max(1, B))$ with B binomial, n trials and share f, for two types $E L(\\max(1, \\min(B, n - "
        "B)))$, and T/n. These fall in n, f and epsilon and grow with T, as the printed bound does. So one comparison "
        "covers a box: finitely many cover the region where T/n < 2/5 and $1 - e^{-\\epsilon} - T/n \\le 13/50$. For "
        "six types and more T/n is enough.",
        hypotheses=(
            Hypothesis("epsilon > ln(n/(n-T)), with T/n for eta"),
            Hypothesis("every source gives every type at least f, not only the types of its support", silent=True),
            Hypothesis("T < n, m >= 2", silent=True),
        ),
        fidelity=Fidelity.NARROWED,
        formula=REMARK_8,
        parameters={"largest": LARGEST},
        checks=(
            Check(Method.CERTIFIED, Coverage.ALL, _covered, "a covering"),
            on_instances(
                Method.CERTIFIED, Coverage.GRID, "fair coins, one draw", "six sizes up to the largest", _nearest
            ),
        ),
        near_misses=(
            NearMiss("also for 127 records", parameters={"largest": LARGEST + 1}),
            NearMiss("a fifth instead of a sixth", REMARK_8.mutate("/6", "/5")),
            NearMiss("once for all types", REMARK_8.mutate("types*", "")),
        ),
        recorded=Status.ESTABLISHED,
        search=over(ONE_LAW, _one_law),
        depends_on=(
            "one-loss-below-the-mean-excess",
            "mean-excess-is-monotone",
            "pure-mixtures-are-worst",
            "no-loss-exceeds-the-sampling-rate",
            "remark-eight-holds-at-larger-rates",
        ),
        trust=("arb", "averaging", "maximum", "one-record-at-a-time"),
        note="With remark-eight this makes 127 the smallest number of records at which Remark 8 fails. For two types "
        "the average over mixed assignments is at most that over pure ones, because L(max(1, min(H, n - H))) falls and "
        "then rises in H; a set of sources lies between the laws (f, 1 - f) and (1 - f, f).",
    ),
    Claim(
        id="supports-variant-holds-for-fewer-records",
        paper="smoothed-dp",
        locator="Remark 8",
        title="with f as printed Remark 8 is true for all n <= 12: its smallest counterexample has 13 records",
        kind=Kind.PROJECT,
        statement="With $\\pi(X) \\ge f$ for X in the support only, the bound is smallest at f = 1, m = 2 and epsilon "
        "large, where it is $e^{-g n/6} + 2 e^{-n/8}$ with $g = (n/T - 1)^2$; and delta_SDP is at most T/n, which two "
        "point masses attain. At n <= 12 no T exceeds it.",
        hypotheses=(Hypothesis("T < n, m >= 2", silent=True),),
        fidelity=Fidelity.NARROWED,
        formula=SUPPORTS,
        parameters={"largest": 12},
        checks=(
            on_instances(Method.CERTIFIED, Coverage.ALL, "every size", "all n up to the largest, every T", _certain),
        ),
        near_misses=(
            NearMiss("also for 13 records", parameters={"largest": 13}),
            NearMiss("once for all types", SUPPORTS.mutate("types*", "")),
        ),
        family=family(
            counts=["records", "types"],
            true={
                NOT_ATTAINED: ["< for <= in rate <= exp(-gap * records / 6) + types * exp(-recor ..."],
                ROOM: ["records + 1 for records in -gap * records", "5 for 6 in -gap * records / 6"],
            },
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("no-loss-exceeds-the-sampling-rate",),
        trust=("arb", "averaging"),
    ),
    Claim(
        id="one-constant-holds-for-fewer-records",
        paper="smoothed-dp",
        locator="Theorem 3 (i)",
        title="with C = 1/10 and e^c = 3 the bound of Theorem 3 is true for all n <= 24",
        kind=Kind.PROJECT,
        statement="For at most 24 records, every T, floor f, set of sources and $\\epsilon \\ge \\ln(n/(n-T)) + "
        "\\ln 3$: $\\delta_{SDP} \\le m\\,e^{-f n/10}$. Both sides fall in f and the loss in epsilon, so the smallest "
        "epsilon and finitely many ranges of f decide for two types; with three or more the bound is above 1.",
        hypotheses=(
            Hypothesis("epsilon >= ln(n/(n-T)) + ln 3"),
            Hypothesis("every source gives every type at least f, not only the types of its support", silent=True),
        ),
        fidelity=Fidelity.NARROWED,
        formula=EVERY_SIZE,
        parameters={"largest": 24, "constant": Fraction(1, 10)},
        checks=(
            Check(Method.CERTIFIED, Coverage.ALL, _covered_by_floors, "ranges of f"),
            on_instances(Method.CERTIFIED, Coverage.GRID, "all records but one sampled", "three sizes", _one_left_out),
        ),
        near_misses=(
            NearMiss("also for 25 records", parameters={"largest": 25}),
            NearMiss("C = 1/8", parameters={"constant": Fraction(1, 8)}),
            NearMiss("m = 1", EVERY_SIZE.mutate("types*", "")),
        ),
        family=family(
            counts=["types", "records"],
            true={
                NOT_ATTAINED: ["< for <= in loss <= types * exp(-constant * least * records)"],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("valley-majorant-bounds-all-mixtures",),
        trust=("arb", "averaging", "maximum", "one-record-at-a-time"),
        note="So 25 is the smallest number of records in the counterexample to "
        "theorem-three-with-one-constant-for-every-sample-size.",
    ),
)
