"""Instances of the closed bounds of Section 5.1.

Instances of Remark 8: all records of one law, random sources, coverings of all databases with few records.

Instances of Theorem 3: fair coins above the threshold, all records but one sampled, small sources.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.hunting.spaces import Domain, Integers, Rationals
from sdp_proofs.ledger import Claim, Outcome
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.papers.project.bound_instances import SEED, by_floor, exact
from sdp_proofs.papers.smoothed_dp.fewer_records import Box, cover, first_term_lower
from sdp_proofs.privacy.bounds.decay_rate import decay_rate
from sdp_proofs.privacy.bounds.instance import Instance as Bounded
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.histogram.tables import delta_table
from sdp_proofs.privacy.smoothed.two_sources import single_mixture, unimodal_majorant
from sdp_proofs.proving.instances import Instance
from sdp_proofs.verdict import Verdict

HALF = Fraction(1, 2)
_BITS = 96


def average(records: int, draws: int, odds: Fraction, share: Fraction) -> Enclosure:
    """E delta(H) for H ~ Bin(n, share)."""
    deltas = delta_table(records, draws, Budget.read(odds=odds), digits=15)
    with ctx.workprec(_BITS + records.bit_length()):
        ratio = fraction_ball(share / (1 - share))
        weight, total = fraction_ball(1 - share) ** records, arb(0)
        for count, loss in enumerate(deltas):
            total += weight * loss
            weight = weight * ratio * (records - count) / (count + 1)
        return Enclosure(total)


def one_law(records: int, draws: int, odds: Fraction, share: Fraction = HALF) -> dict[str, Any]:
    """Two types, all records following one law with the given share of the first type; eta is T/n."""
    gap, loss = ((1 - 1 / odds) / Fraction(draws, records) - 1) ** 2, average(records, draws, odds, share)
    return {"loss": loss, "gap": gap, "least": min(share, 1 - share), "records": records, "types": 2}


ONE_LAW: dict[str, Domain] = {
    "records": Integers(2, 400), "draws": Integers(1, lambda at: at["records"] - 1),
    "excess": Rationals(0, lambda at: Fraction(at["records"], at["draws"]) - 1, open_low=True, open_high=True),
    "share": Rationals(0, HALF, open_low=True),
}  # fmt: skip


def by_excess(_: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """One law; epsilon by the excess of 1 - e^-epsilon over the rate."""
    theta = Fraction(at["draws"], at["records"]) * (1 + Fraction(at["excess"]))
    return one_law(at["records"], at["draws"], 1 / (1 - theta), Fraction(at["share"])) if theta < 1 else None


def fair_coins_and_one_draw() -> Iterator[Instance]:
    """The second instance has the fewest records at which Remark 8 fails with T/n for eta."""
    for n, odds in ((126, Fraction(66, 65)), (127, Fraction(66, 65)), (200, Fraction(101, 100))):
        values = one_law(n, 1, odds)
        yield f"two types, law (1/2, 1/2), n = {n}, T = 1, e^epsilon = {odds}", {**values, "smoothed": values["loss"]}


POINT_MASSES: dict[str, Domain] = {
    "records": Integers(2, 60),
    "draws": Integers(1, lambda at: at["records"] - 1),
    "odds": Rationals(lambda at: Fraction(at["records"], at["records"] - at["draws"]), 1000, open_low=True),
}


def of_point_masses(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """Sources that are certain of one type."""
    rate, odds = Fraction(at["draws"], at["records"]), Fraction(at["odds"])
    loss = exact(SourceSet.from_laws(["1,0", "0,1"]), at["records"], at["draws"], Budget.read(odds=odds))
    return {"loss": loss, "gap": ((1 - 1 / odds) / rate - 1) ** 2, "records": at["records"], "types": 2}


def point_masses(claim: Claim) -> Iterator[Instance]:
    """Three of them."""
    for n, draws in ((12, 6), (13, 6), (20, 10)):
        at = {"records": n, "draws": draws, "odds": 100}
        yield f"point masses, n = {n}, T = {draws}, e^epsilon = 100", of_point_masses(claim, at)


def small_printed_rate(_: Claim) -> Iterator[Instance]:
    """Fair coins, one draw, eta far below T/n."""
    for n in (81, 82, 127):
        values = {**one_law(n, 1, Fraction(2001, 2000)), "gap": Fraction(7999, 2001) ** 2}
        yield f"fair coins, n = {n}, eta = 1/10000, T = 1, e^epsilon = 2001/2000", values


def all_sampled(claim: Claim) -> Iterator[Instance]:
    """All records sampled, from the first size of the claim on."""
    return ((f"n = {n}", {"n": n}) for n in (*range(claim.parameters["first"], 2001), 10**4, 10**6))


def in_the_region(_: Claim, *, seed: int = SEED, count: int = 60) -> Iterator[Instance]:
    """Random sources with a rate of at least 2/5, or theta - rho >= 13/50."""
    draw = Random(seed)
    for _trial in range(count):
        shares = [Fraction(draw.randint(1, 19), 20) for _ in range(draw.choice((1, 2)))]
        sources = SourceSet.from_laws([(share, 1 - share) for share in shares])
        n = draw.randint(4, 40)
        draws = draw.randint(1, n - 1)
        rate, part = Fraction(draws, n), Fraction(draw.randint(1, 99), 100)
        low = rate if rate >= Fraction(2, 5) else rate + Fraction(13, 50)
        odds = 1 / (1 - (low + (1 - low) * part))
        values = {"types": 2, "th": 1 - 1 / odds, "rho": rate, "f": by_floor(sources, n, draws).floor, "n": n}
        loss = exact(sources, n, draws, Budget.read(odds=odds))
        yield f"{sources.laws}, n = {n}, T = {draws}, odds {odds}", {**values, "loss": loss}


def exponents(claim: Claim) -> Iterator[Instance]:
    """The exact decay rate of delta_SDP beside the rate that Remark 8 promises, for s = 9/10."""
    for rate in map(Fraction, claim.parameters["rates"]):
        for floor in (HALF, Fraction(1, 4)):
            case = Bounded(rate.denominator * 1000, rate.numerator * 1000, 2, floor)
            found = decay_rate(case, Budget.read(odds=1 / (1 - rate * 19 / 10)), digits=6).value
            yield f"rate {rate}, f = {floor}", {"rate": found, "f": floor, "th": rate * 19 / 10, "r": rate}


def one_draw(_: Claim) -> Iterator[Instance]:
    """Fair coins, T = 1, e^epsilon = n/(n-2)."""
    for n in (200, 201, 350, 1000, 5000):
        yield f"n = {n}", {"loss": one_law(n, 1, Fraction(n, n - 2))["loss"], "n": n}


def small_places(_: Claim) -> Iterator[Instance]:
    """Shares on both sides of a rate."""
    for x, r in product(map(Fraction, ("1/50", "1/5", "1/2", "9/10")), map(Fraction, ("1/100", "1/5", "1/2"))):
        yield f"x = {x}, rho = {r}", {"x": x, "r": r}


def covering(what: str, many: Callable[[int], Mapping[str, Any]], *box: type[Box]) -> Callable[[Claim], Outcome]:
    """Check that finitely many boxes cover all databases up to the largest with at most five types, `many` the rest."""

    def run(claim: Claim) -> Outcome:
        largest = claim.parameters["largest"]

        def holds(extremes: Mapping[str, Any]) -> bool:
            return claim.formula.decide(extremes) is Verdict.HOLDS

        scope = f"all n <= {largest}, every {what}, m, f, epsilon and set of sources"
        found = cover(largest, holds, *box)
        if found.open is not None:
            return Outcome(Verdict.UNKNOWN, scope, detail=f"not covered: {found.open}")
        if not holds(many(largest)):
            return Outcome(Verdict.UNKNOWN, scope, detail="six types and more are not covered")
        return Outcome(Verdict.HOLDS, scope, detail=f"covered by {found.boxes} boxes")

    return run


def nearest(claim: Claim) -> Iterator[Instance]:
    """Fair coins and one draw, where the bound with T/n is nearest to failing."""
    largest = claim.parameters["largest"]
    for n in (*range(20, largest, 30), largest - 1, largest):
        odds = Fraction(n + 4, n + 2) if n < 100 else Fraction(66, 65)
        yield f"n = {n}, T = 1, fair coins, e^epsilon = {odds}", one_law(n, 1, odds)


def nearest_as_printed(claim: Claim) -> Iterator[Instance]:
    """Fair coins, one draw and no epsilon to speak of, where the bound is nearest to failing: the loss tends to 1/n."""
    for n in (20, 50, claim.parameters["largest"]):
        values = {"loss": Fraction(1, n), "first": 0, "least": HALF, "records": n, "types": 2}
        yield f"fair coins, n = {n}, T = 1, eta and epsilon towards 0", values


def gap_without_budget(records: int, draws: int) -> Fraction:
    """The limit of g(T/n, epsilon) where epsilon grows, (n/T - 1)^2.

    Example:
        >>> gap_without_budget(4, 2)
        Fraction(1, 1)
    """
    return (Fraction(records, draws) - 1) ** 2


def certain(claim: Claim) -> Iterator[Instance]:
    """All records of one type for certain: delta is T/n at every epsilon, and the bound smallest at none."""
    for n in range(2, claim.parameters["largest"] + 1):
        for draws in range(1, n + 1):
            values = {"rate": Fraction(draws, n), "records": n, "types": 2}
            if "first" in claim.formula.free:
                yield f"n = {n}, T = {draws}", {**values, "first": first_term_lower(Fraction(1), n, draws, Fraction(1))}
            elif draws < n:
                yield f"n = {n}, T = {draws}", {**values, "gap": gap_without_budget(n, draws)}


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
