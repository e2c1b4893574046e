"""The same tail by each certified route: why there is more than one."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from flint import arb

from docs.benchmarks.losses import ELECTION_2020, TINY_ODDS, odds_text
from docs.benchmarks.timing import Timing, duration, table, timed
from sdp_proofs.distributions.counts import Hypergeometric
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.pairs import SampledPair
from sdp_proofs.sums.tails import estimated_terms, quadrature_sums, smooth_scale, tail_ratio
from sdp_proofs.sums.terms import direct_sums, fraction_tail

BITS = 100
MOST_DIRECT_TERMS = 300_000
EXAMPLES = (
    ("10⁶", 10**6, 10**6 // 2, Fraction(51, 49)),
    ("1.6·10⁸", sum(ELECTION_2020), ELECTION_2020[1], 1 + Fraction(1, 10**6)),
    ("1.6·10⁸", sum(ELECTION_2020), ELECTION_2020[1], Fraction(51, 49)),
    ("1.6·10⁸", sum(ELECTION_2020), ELECTION_2020[1], Fraction(3, 2)),
    ("10¹²", 10**12, 10**12 // 2, 1 + Fraction(1, 10**6)),
    ("10¹⁸", 10**18, 10**18 // 2, TINY_ODDS),
    ("10¹⁸", 10**18, 10**18 // 2, 1 + Fraction(1, 10**8)),
    ("10¹⁸", 10**18, 10**18 // 2, 1 + Fraction(1, 10**6)),
    ("10¹⁸", 10**18, 10**18 // 2, Fraction(51, 49)),
)


def compared() -> str:
    """The table, after every pair of answers has been found to agree."""
    header = ["n", "odds", "deviations from the mean", "terms that matter"]
    return table(
        [*header, "direct summation", "continued fraction", "quadrature", "the package's choice"],
        [row(*example) for example in EXAMPLES],
    )


def row(name: str, records: int, count: int, odds: Fraction) -> list[str]:
    """One line of the table."""
    pair = SampledPair(records, count, ceil(Fraction(998, 1000) * records))
    law = Hypergeometric(population=records, marked=count, draws=pair.draws)
    start, _ = pair.crossing(Budget.read(odds=odds), BITS)
    terms = estimated_terms(law, start, BITS)
    scale = smooth_scale(law, start, BITS)
    chosen = timed(lambda: tail_ratio(law, start, BITS))
    direct = timed(lambda: direct_sums(law.term, start, BITS)[0]) if terms <= MOST_DIRECT_TERMS else None
    fraction = timed(lambda: fraction_tail(law.tail_fraction(start), BITS))
    integral = timed(lambda: first(quadrature_sums(law.term, start, BITS, scale)))
    for route in (direct, fraction, integral):
        if route is not None and route.answer is not None:
            assert route.answer.overlaps(chosen.answer), (name, odds)
    assert chosen.answer.rel_accuracy_bits() >= BITS - 8, (name, odds)
    return [
        name,
        odds_text(odds),
        f"{float(start - law.mean) / law.deviation_estimate:,.2f}",
        f"{terms:,}",
        "not run" if direct is None else cell(direct),
        cell(fraction),
        cell(integral),
        f"**{duration(chosen.seconds)}**",
    ]


def first(balls: list[arb] | None) -> arb | None:
    """The unweighted sum, where there is one."""
    return None if balls is None else balls[0]


def cell(route: Timing[arb | None]) -> str:
    """The time, and whether there is an answer."""
    return duration(route.seconds) if route.answer is not None else f"does not apply (after {duration(route.seconds)})"
