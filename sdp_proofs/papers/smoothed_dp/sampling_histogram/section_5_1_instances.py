"""Instances of Section 5.1: rounded rates, single databases by their definition, every size at a rate of 95 %."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from math import comb

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.ledger import Claim
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.papers.project.bounds.chernoff_instances import exact
from sdp_proofs.papers.smoothed_dp.experiments.electorates import districts_2020
from sdp_proofs.privacy.bounds.instance import Instance as Bounded
from sdp_proofs.privacy.bounds.published import remark_8_as_published
from sdp_proofs.privacy.bounds.tails import two_sided_upper
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.tables import delta_table
from sdp_proofs.proving.instances import Instance
from sdp_proofs.verdict import Verdict

ELECTORATE = 155_507_476
LARGE = 1150
"""From this size on the bound by two exponentials decides."""
SHARE = Fraction(1, 4)
DIGITS = 4


def budgets(claim: Claim) -> Iterator[Instance]:
    """The budgets of Figure 2 at 0.2 % lost."""
    for epsilon in claim.parameters["epsilons"]:
        yield f"epsilon = {epsilon}", {"epsilon": epsilon, "rate": claim.parameters["rate"]}


def whole_electorate(claim: Claim) -> Iterator[Instance]:
    """The districts of 2020, the bound for every epsilon beside Remark 8 at epsilon = 7."""
    case = Bounded.with_sources(districts_2020(), ELECTORATE, -(-ELECTORATE * 998 // 1000))
    printed = remark_8_as_published(case, Budget.read(epsilon=7), digits=6).value
    for epsilon in claim.parameters["epsilons"]:
        proved = two_sided_upper(case, Budget.read(epsilon=epsilon), digits=6).value
        yield f"epsilon = {epsilon}", {"proved": proved, "printed": printed, "records": ELECTORATE}


def rounded(claim: Claim) -> Iterator[Instance]:
    """Sizes on both sides of where rounding up stops to take all records."""
    for rate, limit in claim.parameters["limits"].items():
        for n in range(1, 2 * limit):
            draws = int(-(-n * Fraction(rate) // 1))
            yield f"rate {rate}, n = {n}", {"draws": draws, "records": n, "left": Fraction(1, limit)}


def last_sizes(claim: Claim) -> Iterator[Instance]:
    """Sizes of the form 20 k + 19, at which the rounded rate is largest, up to the last."""
    for n in range(39, claim.parameters["last"] + 1, 20):
        yield f"n = {n}", {"draws": draws_of(n), "records": n}


def draws_of(records: int) -> int:
    """95 %, rounded up."""
    return -(-records * 95 // 100)


def delta(records: int, draws: int, odds: Fraction, marked: int) -> Fraction:
    """delta(x) of two types, by definition.

    Example:
        >>> delta(2, 1, Fraction(2), 1)
        Fraction(1, 2)
    """

    def law(count: int) -> list[Fraction]:
        ways = (comb(count, h) * comb(records - count, draws - h) for h in range(draws + 1))
        return [Fraction(way, comb(records, draws)) for way in ways]

    changed = [count for count in (marked - 1, marked + 1) if 0 <= count <= records]
    pairs = [pair for count in changed for pair in permutations((law(marked), law(count)))]
    return max(sum((max(Fraction(0), p - odds * q) for p, q in zip(*pair, strict=True)), Fraction(0)) for pair in pairs)


def one_draw(claim: Claim) -> Iterator[Instance]:
    """One draw, the instance of the parameters."""
    records, marked, excess = (claim.parameters[name] for name in ("records", "marked", "excess"))
    rate = Fraction(1, records)
    loss = delta(records, 1, 1 / (1 - rate * (1 + excess)), marked)
    values = {"loss": loss, "s": excess, "count": marked, "rate": rate}
    yield f"n = {records}, T = 1, min H = {marked}, s = {excess}", values


def some_coins(_: Claim) -> Iterator[Instance]:
    """Fair and unfair coins, small and large rates."""
    quarter, fair = Fraction(1, 4), Fraction(1, 2)
    sizes = (20, 2), (40, 4), (40, 20), (60, 50)
    for (n, draws), floor, part in product(sizes, (fair, Fraction(1, 5)), (quarter, 3 * quarter)):
        rate, excess = Fraction(draws, n), (Fraction(n, draws) - 1) * part
        sources = SourceSet.interval(floor, 1 - floor) if floor < fair else SourceSet.from_laws([(floor, floor)])
        loss = exact(sources, n, draws, Budget.read(odds=1 / (1 - rate * (1 + excess))))
        values = {"loss": loss, "rate": rate, "s": excess, "least": floor, "records": n, "types": 2}
        yield f"n = {n}, T = {draws}, f = {floor}, s = {excess}", values


def rare_types(odds: Fraction, draws: int, *counts: int) -> int:
    """How many types have fewer than T/theta records."""
    return sum(count * (1 - 1 / odds) < draws for count in counts)


def small_databases(_: Claim) -> Iterator[Instance]:
    """Two types, all sizes up to eight, against the definition of delta(x)."""
    for n, draws, odds, marked in product(range(2, 9), range(1, 8), (Fraction(3, 2), Fraction(4)), range(9)):
        if draws < n and marked <= n:
            values = {"loss": delta(n, draws, odds, marked), "rate": Fraction(draws, n), "draws": draws, "odds": odds}
            rare = rare_types(odds, draws, marked, n - marked)
            yield f"n = {n}, T = {draws}, H = {marked}, odds {odds}", {**values, "rare": rare}


def all_assignments(records: int) -> Enclosure:
    """delta_SDP of two types with shares of at least a quarter, at 95 % and epsilon = 3."""
    return exact(SourceSet.interval(SHARE, 1 - SHARE), records, draws_of(records), Budget.read(epsilon=3))


def by_majorant(records: int) -> Enclosure:
    """2 E psi(Bin(n, 1/4)), at least delta_SDP.

    Example:
        >>> by_majorant(600).rounded(3)
        '0.000357'
    """
    half = records // 2
    deltas = delta_table(records, draws_of(records), Budget.read(epsilon=3), last=half, digits=DIGITS)
    with ctx.workprec(64):
        largest, total = arb(0), arb(0)
        weight = arb(comb(records, half)) * fraction_ball(SHARE) ** half * fraction_ball(1 - SHARE) ** (records - half)
        for count in range(half, -1, -1):
            largest = largest.max(deltas[count])
            total += weight * largest
            # From the chance of `count` records of the type to that of one fewer.
            weight = weight * 3 * count / (records - count + 1)
        return Enclosure(2 * total)


def every_size(claim: Claim) -> Iterator[Instance]:
    """Each n before the closed bound takes over, by the majorant where it is small enough."""
    for n in range(claim.parameters["first"], LARGE):
        loss = by_majorant(n)
        if claim.formula.decide({"loss": loss, "records": n}) is not Verdict.HOLDS:
            loss = all_assignments(n)
        yield f"n = {n}", {"loss": loss, "records": n}


def some_sizes(claim: Claim) -> Iterator[Instance]:
    """A few sizes, by all assignments of sources."""
    return ((f"n = {n}", {"loss": all_assignments(n), "records": n}) for n in claim.parameters["sizes"])
