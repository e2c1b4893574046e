"""Instances of Theorem 3: fair coins above the threshold, all records but one sampled, small sources."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.ledger import Claim, Outcome
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.project.bounds.chernoff_instances import exact
from sdp_proofs.papers.smoothed_dp.sampling_histogram.remark_eight_instances import HALF, average
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.histogram.tables import delta_table
from sdp_proofs.privacy.smoothed.two_sources import single_mixture, unimodal_majorant
from sdp_proofs.proving.instances import Instance
from sdp_proofs.verdict import Verdict


def above(_: Claim) -> Iterator[Instance]:
    """Fair coins, some way above the threshold."""
    for n, draws, x in product(range(2, 13), range(1, 12), map(Fraction, ("1/2", "1/10", "1/1000"))):
        if draws < n:
            rate = Fraction(draws, n)
            loss = average(n, draws, 1 / ((1 - rate) * x), HALF)
            values = {"loss": loss, "types": 2, "rho": rate, "x": x, "f": HALF, "n": n}
            yield f"n = {n}, T = {draws}, e^-c = {x}", values


def one_left_out(*sizes: int) -> Callable[[Claim], Iterator[Instance]]:
    """Fair coins, all records sampled but one, e^epsilon three times its threshold; also the largest of the claim."""

    def instances(claim: Claim) -> Iterator[Instance]:
        for n in (*sizes, *(claim.parameters[name] for name in ("largest",) if name in claim.parameters)):
            values = {"types": 2, "constant": claim.parameters["constant"], "least": HALF, "records": n}
            loss = average(n, n - 1, Fraction(3 * n), HALF)
            yield f"fair coins, n = {n}, T = {n - 1}, e^epsilon = {3 * n}", {"loss": loss, **values}

    return instances


def covered_by_floors(claim: Claim) -> Outcome:
    """Both sides of the statement fall in f, and delta falls in epsilon: at the threshold, by ranges of f."""
    largest, constant = claim.parameters["largest"], claim.parameters["constant"]
    scope = f"all n <= {largest}, every T, m, f, set of sources, and epsilon from ln(n/(n-T)) + ln 3 on"

    def holds(loss: Any, types: int, least: Fraction, records: int) -> bool:
        values = {"loss": loss, "types": types, "constant": constant, "least": least, "records": records}
        return claim.formula.decide(values) is Verdict.HOLDS

    if not holds(1, 3, Fraction(1, 3), largest):
        return Outcome(Verdict.UNKNOWN, scope, detail="three types and more are not covered")
    ranges = 0
    for draws, n in combinations(range(1, largest + 1), 2):
        losses = unimodal_majorant(delta_table(n, draws, Budget.read(odds=Fraction(3 * n, n - draws))))
        parts = [(Fraction(0), HALF)]
        while parts:
            low, high = parts.pop()
            if holds(Enclosure(single_mixture(losses, low, 1 - low, 0)), 2, high, n):
                ranges += 1
            elif high - low < Fraction(1, 1000):
                return Outcome(Verdict.UNKNOWN, scope, detail=f"not covered: n = {n}, T = {draws}, f = {high}")
            else:
                parts += [(low, (low + high) / 2), ((low + high) / 2, high)]
    return Outcome(Verdict.HOLDS, scope, detail=f"covered by {ranges} ranges of f")


def small_sources(_: Claim) -> Iterator[Instance]:
    """All sizes, three shares and three budgets."""
    for n, draws, share, odds in product(range(2, 9), range(1, 8), ("1/2", "1/3", "1/10"), ("51/49", "2", "50")):
        if draws < n:
            least = Fraction(share)
            loss = exact(SourceSet.from_laws([(least, 1 - least)]), n, draws, Budget.read(odds=odds))
            values = {"loss": loss, "rate": Fraction(draws, n), "least": least, "records": n}
            yield f"law ({share}, 1 - {share}), n = {n}, T = {draws}", values


def unique_records(_: Claim) -> Iterator[Instance]:
    """A record that is alone in its type."""
    for n, odds in product(range(1, 31), ("1", "51/49", "1000")):
        for draws in range(n + 1):
            loss = delta(Database((1, n - 1), draws), Budget.read(odds=odds)).value
            yield f"n = {n}, T = {draws}", {"worst": loss, "T": draws, "n": n}
