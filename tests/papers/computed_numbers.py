"""Numbers in the words of claims that only a program can compute, and those that are quoted from a paper.

A number that a closed statement decides has it beside its claim, as `numbers=`; here stands what takes a table, a
certificate or a run of an accountant. Each entry names the claim and the number as it stands there, with the check
that it is what the words say: a rounding for a value, a comparison for a bound.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import ceil, comb, e, floor, log10, sqrt
from typing import Any

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import epsilon_at
from sdp_proofs.accounting.classical import largest_classical_epsilon
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.certificate import replayed
from sdp_proofs.certificate.intervals import ends_of
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.numbers.balls import arb
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers import registry
from sdp_proofs.papers.accountants import peers, pld
from sdp_proofs.papers.project import homogeneous
from sdp_proofs.papers.smoothed_dp import appendix_g, section_5_1, sgd_step
from sdp_proofs.papers.smoothed_dp import figures_2_and_4 as figures
from sdp_proofs.papers.smoothed_dp.sgd_estimates import output_laws, unseen_mass
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta

Check = Callable[[], bool]


# Numbers that a certificate computes.


@cache
def _replay(claim: str) -> Mapping[str, tuple[Fraction, Fraction]]:
    """The ends of all numbers that the counterexample of a claim computes."""
    one = registry()[claim]
    assert one.counterexample is not None
    found = replayed(one.counterexample.certificate(one))
    return {name: ends_of(value) for name, value in {**found.named, **found.values}.items()}


def at_least(claim: str, name: str, bound: str, unit: str) -> Check:
    """A number of a certificate is at least a bound, which is its rounding downwards to some unit."""
    return lambda: Fraction(bound) <= _replay(claim)[name][0] < Fraction(bound) + Fraction(unit)


def at_most(claim: str, name: str, bound: str, unit: str) -> Check:
    """A number of a certificate is at most a bound, which is its rounding upwards to some unit."""
    return lambda: Fraction(bound) - Fraction(unit) < _replay(claim)[name][1] <= Fraction(bound)


def _rounds(value: Any, printed: str, unit: str) -> bool:
    """Tell whether all of an enclosure, or an exact value, rounds to what is printed."""
    half = Fraction(unit) / 2
    if isinstance(value, Enclosure):
        return Fraction(printed) - half <= value.lower and value.upper <= Fraction(printed) + half
    return abs(Fraction(value) - Fraction(printed)) <= half


# Elections.


def _counted(winner: int, second: int, counted: int, lost: str) -> bool:
    return counted == ceil((1 - Fraction(lost)) * (winner + second))


def _curves_above() -> set[tuple[str, str, str]]:
    """The curves of Figure 4 that are above 1/n at 100,000 votes."""
    claim = registry()["all-curves-but-one-end-below-one-over-n"]
    names = {(one.name, str(one.lost)) for one in figures.figure_4()}
    found = {(*name, epsilon): figures.smoothed(epsilon, 10**5, *name) for name in names
             for epsilon in ("1/2", "1", "2", "7")}
    assert claim.parameters["records"] == 500000
    assert all((value * 10**5).upper < 1 or (value * 10**5).lower > 1 for value in found.values())
    return {name for name, value in found.items() if (value * 10**5).lower > 1}


ABOVE = {*(("districts", "1/500", epsilon) for epsilon in ("1/2", "1", "2", "7")),
         ("districts", "1/100", "1/2"), ("history", "1/500", "1/2")}


# Sizes, rates and mixtures of two types.


def _times_records(records: int) -> tuple[Fraction, Fraction]:
    value = section_5_1.all_assignments(records)
    return Fraction(value.lower) * records, Fraction(value.upper) * records


def _hundreds_of_records() -> bool:
    below, above = _times_records(420), [_times_records(records)[0] for records in range(421, 440)]
    return Fraction("0.998") < below[0] and below[1] < 1 and min(above) > 1 and _times_records(440)[1] < 1


def _mixtures(records: int, draws: int, odds: Fraction, share: Fraction) -> list[Fraction]:
    """F(k) of all assignments, by the definition: k records with a share 1 - share, the others with share."""
    losses = [section_5_1.delta(records, draws, odds, count) for count in range(records + 1)]

    def law(p: Fraction, k: int) -> list[Fraction]:
        return [comb(k, j) * p**j * (1 - p) ** (k - j) for j in range(k + 1)]

    return [
        sum((one * other * losses[i + j] for i, one in enumerate(law(1 - share, k))
             for j, other in enumerate(law(share, records - k))), Fraction(0))
        for k in range(records + 1)
    ]


@cache
def _with_a_positive_epsilon() -> list[Fraction]:
    return _mixtures(30, 28, Fraction(1001, 1000), Fraction(7, 15))


def _mixed_at_28_draws() -> bool:
    return max(_with_a_positive_epsilon()) > max(_with_a_positive_epsilon()[0], _with_a_positive_epsilon()[-1])


def _rises_at_small_epsilon() -> bool:
    at, budget = Database((4, 7), 3, replacement=True), Budget.read(epsilon="0.01")
    beside = Database((5, 6), 3, replacement=True)
    return delta(at, budget).value.upper < delta(beside, budget).value.lower


def _all_within(claim: str) -> bool:
    slacks = {Fraction(values["slack"]) for _, values in homogeneous.small.every_mixture(registry()[claim])}
    return slacks == {Fraction(1, 10**14)}


# Quantised gradients.


def _typical(records: int) -> dict[str, Any]:
    found = dict(appendix_g.typical_gradients(registry()["a-million-trials-show-the-loss"]))
    return found[f"n = {records}, odds 150"]


def _floor_of_rounded(trials: int) -> Enclosure:
    """The mass that trials do not show at 250 quantiles, where the mean is rounded to a level."""
    database = sgd_step.typical_database(sgd_step.Point(sgd_step.FIGURE_2, (250, 0)))
    rounded = replace(database, rounded=True)
    return unseen_mass(*output_laws(rounded, min(rounded.values), rounded.high, appendix_g.BACKWARD), trials)


def _power_of_ten(logarithm: float) -> tuple[int, float]:
    places = logarithm * log10(e)
    return floor(places), 10 ** (places - floor(places))


def _at_a_million() -> bool:
    """Compare 7e-3433 and 1e-4344 with e to the two logarithms of the certificate."""
    found = _replay("sgd-loss-stays-below-the-line-of-the-figure")
    lower = _power_of_ten(float(found["ln_lower"][0]))
    line = _power_of_ten(float(found["constant"][0] - found["rate"][0] * found["records"][0]))
    return (lower[0], round(lower[1])) == (-3433, 7) and (line[0], round(line[1])) == (-4344, 1)


def _where_decay_begins() -> bool:
    """Check that n p exceeds sqrt(n), the number of draws, at n = 10^19 and not yet at 10^18."""
    share = sgd_step.rarest_end(sgd_step.FIGURE_2)
    return (share * 10**18).upper < 10**9 and (share * 10**19).lower > sqrt(10**19)


def _rate_in_the_limit() -> bool:
    share = sgd_step.rarest_end(sgd_step.FIGURE_2)
    return _rounds(Enclosure(-(1 - share.ball).log()), "6e-10", "1e-10")


# Accountants.


def _fails_from(given: str, border: str, unit: str) -> bool:
    """The classical noise is too small from an epsilon on, printed as its rounding upwards."""
    found = largest_classical_epsilon(given, digits=6)
    return Fraction(border) - Fraction(unit) < found.lower and found.upper <= Fraction(border)


@cache
def _asked(promise: str) -> tuple[tuple[peers.Printed, Fraction, Fraction], ...]:
    """Printed numbers with delta at their epsilon, proven."""
    return tuple((row, Fraction(loss.lower), Fraction(loss.upper))
                 for row in peers.of(promise) for loss in [pld.loss(row)])


def _fails_up_to(release: str, border: str, unit: str) -> bool:
    """The largest proven delta at which a printed one is too small, rounded."""
    failing = [lower for row, lower, _ in _asked("pld-upper-delta")
               if row.release == release and Fraction(row.printed) < lower]
    return _rounds(max(failing), border, unit)


def _printed(promise: str, given: str, release: str) -> Fraction:
    [row] = [row for row in peers.of(promise) if (row.given, row.release) == (given, release)]
    return Fraction(row.printed)


def _at_one_step(unit: str) -> bool:
    """Check that delta is 1.5 to 51 times what it is said to be, and 51 times for a single step."""
    ratios = {row.release: upper / Fraction(row.delta) for row, _, upper in _asked("central-limit-epsilon")}
    single = ratios["poisson(rate=0.01, gaussian(sigma=1)) * 1"]
    extremes = _rounds(single, "51", unit) and _rounds(min(ratios.values()), "1.5", "0.1")
    return extremes and single == max(ratios.values())


def _central_limit_is_too_small() -> bool:
    """Normal noise of mu = q sqrt(T (e^(1/sigma^2) - 1)) against the truth, in the four settings."""
    shares = {}
    small_rate = [("0.01", "1", count) for count in (1, 1000, 10000)]
    for rate, sigma, count in (*small_rate, ("256/60000", "1.1", 14063)):
        strength = arb(float(Fraction(rate))) * (count * ((1 / arb(float(sigma)) ** 2).exp() - 1)).sqrt()
        limit = f"gaussian(sigma={float(1 / strength):.15g})"
        truth = f"poisson(rate={rate}, gaussian(sigma={sigma})) * {count}"
        for asked in ("1e-20", "1e-50"):
            small, right = (
                epsilon_at(Question.of(read_release(one), "add-remove"), asked, digits=6).value
                for one in (limit, truth)
            )
            assert small is not None
            assert right is not None
            shares[count, asked] = Fraction(small.upper) / Fraction(right.lower)
    return max(shares.values()) < 1 and max(shares[1, asked] for asked in ("1e-20", "1e-50")) < Fraction(1, 10)


def _odds_are(claim: str, odds: Fraction) -> bool:
    """Compare the odds that a program is proved to have with those of its chances."""
    return Fraction(registry()[claim].parameters["odds"]) == odds


FLIPPED = Fraction(3, 4) / Fraction(1, 4)
MILLION, TEN_THOUSAND = "gaussian(sigma=1000) * 1000000", "gaussian(sigma=100) * 10000"
SHIFTED = "gaussian(sigma=8.6, sensitivity=7.82)"
THOUSANDTHS = "losses-fall-at-every-election"

COMPUTED: dict[str, dict[str, Check]] = {
    "losses-between-the-printed-powers-of-ten": {
        "counterexample: 3.2e-8": at_least("losses-between-the-printed-powers-of-ten", "gain", "3.2e-8", "1e-9"),
    },
    "losses-fall-at-every-election": {
        "counterexample: 0.2 %": lambda: _counted(16144093, 9139661, 25233187, "0.002")
        and _counted(15723789, 8386242, 24061811, "0.002"),
        "counterexample: 1.7e-8": at_most(THOUSANDTHS, "earlier", "1.7e-8", "1e-9"),
        "counterexample: 3.2e-8": at_least(THOUSANDTHS, "later", "3.2e-8", "1e-9"),
    },
    "private-with-one-vote-in-ten-thousand-lost": {
        "counterexample: 0.0017": at_least("private-with-one-vote-in-ten-thousand-lost", "gain", "0.0017", "0.0001"),
    },
    "all-curves-but-one-end-below-one-over-n": {"note: 1 %": lambda: _curves_above() == ABOVE},
    "remark-eight": {
        "wrong: 3.3e-4": lambda: _rounds(smoothed_delta(
            Smoothing(SourceSet.from_laws([("1/2", "1/2")]), 200, 1), Budget.read(odds="101/100")
        ).value, "3.3e-4", "1e-5"),
    },
    "ninety-five-percent-is-private-from-hundreds-of-records": {
        "note: 420": _hundreds_of_records, "note: 421": _hundreds_of_records,
        **dict.fromkeys(("note: 95 %", "statement: 95 %", "title: 95 %"), lambda: all(
            section_5_1.draws_of(records) == ceil(Fraction(95, 100) * records) for records in range(420, 1150))),
        **dict.fromkeys(("statement: 1/4", "title: 1/4"),
                        lambda: Fraction(1, 4) == section_5_1.SHARE),
    },
    "order-of-the-loss-with-replacement-with-one-constant": {
        "counterexample: 16": lambda: _replay("order-of-the-loss-with-replacement-with-one-constant")["M"][0] + 2 == 16,
        "counterexample: 600": lambda: _replay("order-of-the-loss-with-replacement-with-one-constant")["gain"][0]
        > 600 * Fraction(200, 20000) ** 14,
    },
    "loss-with-replacement-decreases-towards-the-middle": {
        "note: 0.01": _rises_at_small_epsilon, "note: 11": _rises_at_small_epsilon,
    },
    "sgd-loss-stays-below-the-line-of-the-figure": {
        "counterexample: 1e-4344": _at_a_million, "counterexample: 7e-3433": _at_a_million,
        "wrong: 10^18": _where_decay_begins, "wrong: 6e-10": _rate_in_the_limit,
    },
    "sgd-decay-rate-in-the-limit": {"note: 10^18": _where_decay_begins},
    "a-million-trials-show-the-loss": {
        "wrong: 1e-11": lambda: _rounds(_typical(250)["loss"], "1e-11", "1e-11"),
        "cost: 1e-11": lambda: _rounds(_typical(250)["loss"], "1e-11", "1e-11"),
        "wrong: 1e-4": lambda: _typical(250)["expected"].lower > Fraction(1, 10**4),
        "note: 1e-5": lambda: _rounds(_floor_of_rounded(10**6), "1e-5", "1e-6"),
        "note: 1.4e-6": lambda: _rounds(_floor_of_rounded(10**7), "1.4e-6", "1e-7"),
    },
    "high-probability-bound-of-the-gaussian-mechanism": {
        "counterexample: 0.917": lambda: _rounds(
            Enclosure((arb(20).log() / 2).sqrt().erf()), "0.917", "0.001"),
    },
    "the-gaussian-mechanism-is-private-for-every-epsilon": {
        "wrong: 10^-5": lambda: _fails_from("1e-5", "8.42", "0.01"),
        "wrong: 0.92": lambda: _fails_from("0.92", "3.7984", "0.0001"),
    },
    "pessimistic-deltas-are-upper-bounds": {
        "counterexample: 2.78785e-9": at_least("pessimistic-deltas-are-upper-bounds", "least", "2.78785e-9", "1e-14"),
        "cost: 5e-12": lambda: _fails_up_to(TEN_THOUSAND, "5e-12", "1e-12"),
    },
    "pessimistic-epsilons-are-upper-bounds": {
        "counterexample: 1.01868e-9": at_least(
            "pessimistic-epsilons-are-upper-bounds", "least", "1.01868e-9", "1e-14"),
    },
    "deltas-of-mixtures-at-integer-epsilons-are-enough": {
        "counterexample: 0.0259": at_least(
            "deltas-of-mixtures-at-integer-epsilons-are-enough", "least", "0.0259", "1e-4"),
        "cost: 0.0289": lambda: _rounds(_asked("pld-integer-mixture")[0][1], "0.0289", "0.0001"),
        "cost: 0.09594": lambda: _rounds(_printed("pld-integer-mixture", "1", SHIFTED), "0.09594", "0.00001"),
        "cost: 0.09621": lambda: _rounds(_asked("pld-integer-mixture")[2][2], "0.09621", "0.00001"),
    },
    "printed-deltas-are-not-negative": {
        "counterexample: 1.67e-11": lambda: _rounds(-_printed("pld-upper-delta", "7", MILLION), "1.67e-11", "1e-13"),
    },
    "optimistic-deltas-are-lower-bounds": {
        "counterexample: 5.1677e-12": at_most("optimistic-deltas-are-lower-bounds", "most", "5.1677e-12", "1e-16"),
        "cost: 0.057": lambda: _rounds(_printed("pld-lower-delta", "1", TEN_THOUSAND), "0.057", "0.001"),
        "cost: 2.8e-9": lambda: _rounds(_printed("pld-lower-delta", "1", MILLION), "2.8e-9", "1e-10"),
        "cost: 0.127": lambda: all(_rounds(upper, "0.127", "0.001") for row, _, upper in _asked("pld-lower-delta")
                                   if row.given == "1"),
    },
    "central-limit-epsilons-are-enough": {
        "counterexample: 4.67e-4": at_least("central-limit-epsilons-are-enough", "least", "4.67e-4", "1e-6"),
        "cost: 51": lambda: _at_one_step("1"),
        "note: 1e-20": _central_limit_is_too_small, "note: 1e-50": _central_limit_is_too_small,
    },
    "pure-mixtures-are-worst": dict.fromkeys(("note: 31", "note: 51/50"), lambda: max(
        enumerate(_mixtures(33, 31, Fraction(51, 50), Fraction(9, 20))), key=lambda one: one[1])[0] in (16, 17)),
    "the-worst-assignment-is-pure": {
        "note: 0.4750817": lambda: _rounds(max(_with_a_positive_epsilon()), "0.4750817", "1e-7"),
        "note: 0.4750783": lambda: _rounds(
            max(_with_a_positive_epsilon()[0], _with_a_positive_epsilon()[-1]), "0.4750783", "1e-7"),
        "note: 28": _mixed_at_28_draws, "note: 1001/1000": _mixed_at_28_draws,
    },
    "the-worst-assignment-is-pure-for-fewer-than-thirty-records": {"note: 28": _mixed_at_28_draws},
    "a-response-among-three-types-has-odds-two": {
        "statement: 1/4": lambda: _odds_are(
            "a-response-among-three-types-has-odds-two", Fraction(1, 2) / Fraction(1, 4)),
    },
    "a-shuffle-leaves-the-odds-of-a-response": {
        "statement: 1/4": lambda: _odds_are("a-shuffle-leaves-the-odds-of-a-response", FLIPPED),
    },
    "one-time-rappor-has-odds-of-all-its-bits": {
        "statement: 1/4": lambda: _odds_are("one-time-rappor-has-odds-of-all-its-bits", FLIPPED**4),
    },
    "two-convolutions-agree-with-algorithm-one": {
        "note: 10^{-14}": lambda: _all_within("two-convolutions-agree-with-algorithm-one"),
    },
}  # fmt: skip
"""By claim and number, what decides that the words are right."""

CITED: dict[str, dict[str, str]] = {
    "epsilons-of-deployed-systems": dict.fromkeys(
        ("statement: 14", "statement: 6", "title: 14", "title: 6"),
        "iOS 10.12.3 requires epsilon <= 6 and iOS 10.1.1 requires epsilon <= 14 Tang et al. (2017)",
    ),
    "networks-gain-three-and-five-percent": {
        **dict.fromkeys(("statement: 3.2%", "statement: 5.0%", "title: 3.2%", "title: 5.0%"),
                        "DP-LSSGD can improve the testing accuracy of CNN by 3.2% and 5.0%"),
        **dict.fromkeys(("title: 0.2", "title: 0.4", "title: 10^-5"),
                        "for (0.4, 10^-5) and (0.2, 10^-5), respectively"),
    },
    **dict.fromkeys(("printed-values-of-gamma", "printed-values-of-beta"), dict.fromkeys(
        ("statement: 10000", "statement: 100000"), "the rows of the table are d = 1000, d = 10000 and d = 100000")),
}  # fmt: skip
"""By claim and number, the words of the paper that it is quoted from; of these no verdict says that they are right."""
