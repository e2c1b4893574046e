"""Section 1 and the Abstract: Example 1, the worst case, and where sampling is more private than DP predicts.

Instances for Section 1 and the Abstract: small databases with their exact delta, and all votes of 2020 but one.

Items: Example 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, comb
from typing import Any

from sdp_proofs.distributions.counts import Hypergeometric
from sdp_proofs.papers.small_instances import grid
from sdp_proofs.papers.smoothed_dp.elections import FIGURE_1, us_presidential_elections
from sdp_proofs.papers.smoothed_dp.shared import A_PAIR, SMALL_LOSS, a_lone_record
from sdp_proofs.papers.wings import PROJECT, SMOOTHED_DP
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.utility import utility
from sdp_proofs.proving.vocabulary import *


def exact_delta(counts: tuple[int, ...], draws: int, odds: Fraction) -> Fraction:
    """delta(x) as a fraction: the odds are rational, and the records few."""
    found = delta(Database(counts, draws), Budget.read(odds=odds)).value.exact
    assert found is not None
    return Fraction(found)


@cache
def largest_delta(records: int, draws: int, odds: Fraction) -> Fraction:
    """The largest delta(x) over all databases of two types."""
    return max(exact_delta((count, records - count), draws, odds) for count in range(records + 1))


def of_size(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """The largest delta for n, T and odds."""
    return {**at, "worst": largest_delta(at["n"], at["T"], at["odds"])}


SAMPLED = {"T": lambda at: range(at["n"] + 1)}
EVERY_SIZE = grid({"n": range(1, 15), **SAMPLED, "odds": tuple(map(Fraction, ("1", "51/49", "2", "1000")))}, of_size)


def _worst_event(claim: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """The best event when one of `count` records changes its type, of the databases with the largest delta."""
    n, draws, odds, count = at["n"], at["T"], at["odds"], at["count"]
    own, other = (Hypergeometric(population=n, marked=marked, draws=draws) for marked in (count, count - 1))
    best = [h for h in range(draws + 1) if own.pmf(h) > odds * other.pmf(h)]
    if sum(own.pmf(h) - odds * other.pmf(h) for h in best) != largest_delta(n, draws, odds):
        return None
    chances = ((draws - 1, 1), (draws - 1, 0), (draws, 0))
    a, b, c = (sum(_of_others(n, drawn, count, h - less) for h in best) for drawn, less in chances)
    seen = Fraction(comb(n - 1, draws - 1) if draws else 0, comb(n, draws))
    return {**of_size(claim, at), "a": a, "b": b, "c": c, "seen": seen}


def _of_others(n: int, draws: int, count: int, h: int) -> Fraction:
    """The probability of h among the draws from the n - 1 records that stay."""
    if not 0 <= draws <= n - 1 or h < 0:
        return Fraction(0)
    return Hypergeometric(population=n - 1, marked=count - 1, draws=draws).pmf(h)


WORST_EVENTS = grid({
    "n": range(1, 8), **SAMPLED, "odds": (Fraction(1), Fraction(2)), "count": lambda at: range(1, at["n"] + 1)
}, _worst_event)  # fmt: skip


def unique_democrat(_: Claim) -> Iterator[Instance]:
    """All votes of 2020 for one candidate but one."""
    election = us_presidential_elections()[-1]
    for records in filter(None, (election.records, election.total_votes)):
        database = Database.read(counts=[records - 1, 1], rate=FIGURE_1.rate)
        values = (measure(database, budget=FIGURE_1.budget).value for measure in (delta, utility))
        yield f"n = {records}", dict(zip(("delta", "utility"), values, strict=True))


def every_voter(claim: Claim) -> Iterator[Instance]:
    """All votes of 2020 for one candidate but one, 0.2 % lost; the record of a voter of either kind is missing."""
    n, rate = us_presidential_elections()[-1].records, claim.parameters["rate"]
    gains = {}
    for voter, others, true in (("lone", 0, 1), ("usual", 1, 0)):
        laws = [_shown(n, ceil(rate * n), others + kind) for kind in (0, 1)]
        gains[voter] = _gain(laws, true, Fraction(51, 100))
    yield f"{n} votes, a share of {rate} counted", gains


def _shown(n: int, draws: int, count: int) -> list[Fraction]:
    """Number of the few votes of the second candidate that are counted."""
    ways = (comb(draws, seen) * comb(n - draws, count - seen) if seen <= count else 0 for seen in range(3))
    return [Fraction(way, comb(n, count)) for way in ways]


def _gain(laws: list[list[Fraction]], true: int, threshold: Fraction) -> Fraction:
    """Eq. (3) without the maximum: the expectation under the true value of the missing record."""
    outputs = [chances for chances in zip(*laws, strict=True) if sum(chances)]
    excess = ((chances[true], Fraction(max(chances), sum(chances)) - threshold) for chances in outputs)
    return sum((chance * max(Fraction(0), above) / (1 - threshold) for chance, above in excess), Fraction(0))


def _fair(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """Fair coins: the average of delta(x) and the largest."""
    n, draws, odds = at["coins"], at["T"], Fraction(at["odds"])
    total = sum(comb(n, count) * exact_delta((count, n - count), draws, odds) for count in range(n + 1))
    return {"smoothed": total / 2**n, "worst": largest_delta(n, draws, odds)}


FAIR_COINS = grid({"coins": range(2, 7), "T": lambda at: range(1, at["coins"] + 1), "odds": (2, 5)}, _fair)


def _merged(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """The delta of a histogram, and where all types but the first are counted as one."""
    counts, draws, odds = at["counts"], at["T"], Fraction(at["odds"])
    fine, coarse = (exact_delta(each, draws, odds) for each in (counts, (counts[0], sum(counts[1:]))))
    return {"delta": fine, "fine": fine, "coarse": coarse, "fewest": min(counts), "T": draws, "n": sum(counts)}


def every_histogram(largest: Mapping[int, int], *odds: str) -> Callable[[Claim], Iterator[Instance]]:
    """All histograms of some numbers of types, each with so many records at most, and all T."""
    counts = [
        each for types, most in largest.items() for each in product(range(most + 1), repeat=types)
        if 1 <= sum(each) <= most
    ]  # fmt: skip
    return grid({"counts": counts, "T": lambda at: range(1, sum(at["counts"]) + 1), "odds": odds}, _merged)


HISTOGRAMS = over({
    "n": Integers(2, 30), "T": Integers(1, lambda at: at["n"]), "types": Integers(2, 3),
    "counts": Compositions(lambda at: at["n"], lambda at: at["types"]), "odds": Rationals(1, 100, open_low=True),
}, _merged, climbs=False)  # fmt: skip


SECTION = Section(SMOOTHED_DP, "Sec. 1", {
    "lost": "\\ell", "winner": "w_y", "cast": "v_y", "rate": "\\rho", "a": "A", "b": "B", "c": "C", "odds": "E",
    "smoothed": "\\delta_{SDP}", "worst": "\\max_x \\delta(x)", "delta": "\\delta(x)", "fewest": "\\min_i H_i",
    "coarse": "\\delta(g(x))", "fine": "\\delta(x)", "utility": "u(x)", "gain": "d(x,x')",
    "lone": "u_1", "usual": "u_0", "A": "A", "B": "B", "C": "C", "rho": "\\rho", "E": "e^{\\epsilon}",
}, {
    "smoothed": "privacy.smoothed.delta.smoothed_delta", "utility": "privacy.utility.utility",
    "worst": "papers.smoothed_dp.section_1.largest_delta", "fewest": "any number of records",
    **dict.fromkeys(("delta", "coarse", "fine"), "privacy.histogram.database.delta"),
})  # fmt: skip
OWN = SECTION.beside(PROJECT, "Worst case")

SECTION.claim(
    "three-hundred-thousand-ballots-are-a-fifth-of-a-percent", "300,000 ballots are 0.2 % of the votes of 2020",
    "300,000 lost ballots are 0.2 % of the votes cast in 2020, to the one digit printed: of all votes, and of those "
    "for the two leading candidates.",
    "And(15*cast <= 10000*lost, 10000*lost < 25*cast)",
    on_instances(EXACT, ALL, "both denominators", "2020", lambda claim: (
        (name, {"lost": claim.parameters["lost"], "cast": getattr(us_presidential_elections()[-1], kind)})
        for name, kind in (("all votes of 2020", "total_votes"), ("votes for the two leading candidates", "records"))
    )),
    at="Example 1", symbols={"cast": "v"}, silent="0.2 % means at least 0.15 % and less than 0.25 %",
    fidelity="narrowed", parameters={"lost": 300000},
    mutants={
        "0.2 % exactly": "And(20*cast <= 10000*lost, 10000*lost <= 20*cast)",
        "200,000 ballots": {"lost": 200000}, "400,000 ballots": {"lost": 400000},
    }, counts="lost cast", trust="election-returns", over="2020", ranges="lost cast",
    note="It is 0.189 % of 158,429,631 votes. The number of lost ballots itself is a press estimate and is not "
    "checked.",
    numbers="abs(300000/158429631 - 0.00189) < 0.000005",
)  # fmt: skip

SECTION.claim(
    "lost-ballots-form-a-uniform-sample", "the lost ballots are a uniformly random set",
    "Which ballots are lost is uniformly random, so that the announced histogram is a sample without replacement.",
    None,
    at="Example 1",
    uncheckable="A modelling assumption, which the example introduces as such; mail-in ballots are not a uniform "
    "sample of all ballots.",
)  # fmt: skip

SECTION.claim(
    "lone-record-is-seen-when-sampled",
    "a unique record is seen with probability T/n, so d(x,x') >= T/n at every epsilon",
    "If x has a single record of its type and x' none, the output that shows it has probability T/n under x and 0 "
    "under x', so d(x,x') is at least T/n at every epsilon.",
    "Eq(binomial(1, 1)*binomial(n - 1, T - 1)/binomial(n, T), T/n)",
    by_identity("probability of seeing the record", "natural n T", "And(1 <= T, T <= n)"),
    silent="1 <= T <= n",
    mutants={
        "drawn from n - 1 records": ("binomial(n, T)", "binomial(n - 1, T)"), "rate (T-1)/n": ("T/n", "(T - 1)/n"),
    }, counts="n T",
)  # fmt: skip

SECTION.claim(
    "no-loss-exceeds-the-sampling-rate", "d(x,x') <= T/n for every pair of neighbours and every epsilon >= 0",
    "Condition on whether the changed record is sampled, an event of probability T/n: the two laws are mixtures "
    "$\\rho A + (1-\\rho) C$ and $\\rho B + (1-\\rho) C$ with the same C. At every output the positive part of P - E "
    "P' is then at most $\\rho A$, and summed over outputs d(x,x') is at most T/n.",
    "Max(0, (rate*a + (1 - rate)*c) - odds*(rate*b + (1 - rate)*c)) <= rate*a",
    and_collected(
        by_solver(
            "one output, all probabilities and odds", "And(0 <= rate, rate <= 1, a >= 0, b >= 0, c >= 0, odds >= 1)",
        ),
        summed(
            "loss <= rate*one", {"loss": "Max(0, (rate*a + (1 - rate)*c) - odds*(rate*b + (1 - rate)*c))", "one": "a"},
            each="a b c",
        ),
    ),
    given=("epsilon >= 0", "which records are sampled does not depend on their values"),
    mutants={
        "bounded by rate times the other law": ("<= rate*a", "<= rate*b"),
        "bounded by rate times the difference": ("<= rate*a", "<= rate*(a - b)"),
        "odds on the other law": ("- odds*(", "- (1/odds)*("),
    }, trust="coupling",
    search=over({**dict.fromkeys(("rate", *"abc"), Rationals(0, 1)), "odds": Rationals(1, 100)}, lambda _, at: at),
)  # fmt: skip

SECTION.claim(
    "worst-case-loss-is-the-sampling-rate", "the largest delta(x) over all databases is T/n",
    "Over all databases of n records the largest delta(x) of the sampling-histogram mechanism is exactly T/n, at "
    "every epsilon.",
    "worst == T/n",
    in_steps(
        "given whether the record is sampled, and a unique record", A_PAIR, a_lone_record(),
        by_solver("every pair, and a unique record", [
            "And(1 <= T, T <= n)",
            largest("worst <= T/n", {"worst": "gain"}, shown("a pair of neighbours", {"rate": "T/n"}), each="gain"),
            one_of("worst >= T/n", {"worst": "gain"}, shown("a lone record"), each="gain"),
        ]),
    ),
    on_instances(EXACT, GRID, "all histograms", "n <= 14, all T, all two-type histograms, 4 odds", EVERY_SIZE),
    on_instances_with_facts(EXACT, GRID, "every step of the proof", "n <= 7, all T, 2 odds", WORST_EVENTS, lambda _: (
        # The best event has probability a, b if the record is sampled, in x and in x', and c if it is not.
        "And(n >= 1, 0 <= T, T <= n, odds >= 1, 0 <= a, a <= 1, 0 <= b, b <= 1, 0 <= c, c <= 1)",
        "worst == (T/n*a + (1 - T/n)*c) - odds*(T/n*b + (1 - T/n)*c)",
        "And(worst >= seen, seen == T/n)",  # A unique record is seen so, and never where it is not.
    )),
    at="Table 1", silent="there are two types at least, and T >= 1",
    mutants={"(T+1)/n": ("T/n", "(T + 1)/n")}, counts="T n", integers="T n", generated="deep",
    repairs="loss-without-noise-is-the-rate",
    search=over(
        {"n": Integers(1, 60), "T": Integers(0, lambda at: at["n"]), "odds": Rationals(1, 1000)},
        of_size, climbs=False,
    ),
    note="A unique record attains T/n. Nothing exceeds it: of an event only the part in which the record is sampled "
    "counts, and that part has at most this probability.",
)  # fmt: skip

SECTION.claim(
    "worst-case-nearly-certain", "all votes but one are for the same candidate: delta and utility above 0.99",
    "If all votes of 2020 but one had gone to one candidate and 0.2 % were lost, delta(x) and the adversary's "
    "utility would exceed 0.99.",
    "And(delta > 99/100, utility > 99/100)",
    on_instances(CERTIFIED, ALL, "the electorate of 2020", "two-party and total votes of 2020", unique_democrat),
    silent="'about 1' is read as above 0.99",
    mutants={
        "delta above 0.999": ("delta > 99/100", "delta > 999/1000"),
        "utility is one": ("utility > 99/100", "utility >= 1"),
    }, trust="election-returns", over="two-party and total votes of 2020",
)  # fmt: skip

SECTION.claim(
    "every-vote-is-predicted-in-the-worst-case",
    "all votes but one are for the same candidate: the adversary predicts the usual votes, with a utility above 0.99",
    "In the worst case of the introduction the adversary makes accurate predictions about every agent: with all "
    "votes of 2020 but one for one candidate and 0.2 % lost, the expected gain at t = 0.51 exceeds 0.99 whether the "
    "vote that is not known is the lone one or one of the others.",
    "And(lone > 99/100, usual > 99/100)",
    on_instances(EXACT, ALL, "both kinds of voters", "votes of 2020 at t = 0.51", every_voter),
    at="Sec. 1, every agent", silent="'accurate' is a gain above 0.99 under the true value of the missing record",
    parameters={"rate": Fraction(998, 1000)},
    mutants={"0.995": ("usual > 99/100", "usual > 995/1000"), "half of the votes lost": {"rate": Fraction(1, 2)}},
    trust="election-returns", over="votes of 2020 at t = 0.51",
    note="The gains are 0.99999 for the lone vote and 0.9919 for any other.",
    means=dict.fromkeys(("lone", "usual"), "papers.smoothed_dp.section_1.every_voter"),
)  # fmt: skip

SECTION.claim(
    "no-candidate-above-seventy-percent", "no candidate got more than 70 % of the votes since 1920",
    "In no US presidential election from 1920 on did a candidate win more than 70 % of the popular vote, not even "
    "of the votes for the two leading candidates.",
    "100*winner < 70*cast",
    on_instances(EXACT, ALL, "all elections", "the 26 elections 1920-2020", lambda _: (
        # Against the two-party vote, the smaller and so the harder denominator.
        (str(one.year), {"winner": max(one.counts), "cast": one.records}) for one in us_presidential_elections()
    )),
    silent="popular vote, national, up to and including 2020", mutants={"65 % instead of 70 %": ("70", "65")},
    counts="winner cast", trust="election-returns", over="the 26 elections 1920-2020", ranges="winner cast",
    note="The largest two-party shares are 65.2 % (Coolidge 1924) and 63.9 % (Harding 1920).",
    numbers=(
        "abs(15723789/(15723789 + 8386242) - 0.652) < 0.0005",
        "abs(16144093/(16144093 + 9139661) - 0.639) < 0.0005",
    ),
)  # fmt: skip

SECTION.claim(
    "sampling-makes-every-discrete-mechanism-more-private",
    "any discrete mechanism with sampling is more private than what DP predicts: delta_SDP < max delta(x)",
    "The summary says that any discrete mechanism with sampling is more private than DP predicts; Section 5.1 adds "
    "mild assumptions. Read here at the level of the summary: for the sampling histogram with sources of full "
    "support, any number of records and of draws, the delta of smoothed DP is smaller than that of DP.",
    "smoothed < worst",
    on_instances(EXACT, GRID, "fair coins", "n <= 6, two odds", FAIR_COINS),
    at="Abstract", kind="reading",
    silent=(
        "'more private' is read as a smaller delta at the same epsilon",
        "sources of full support, as the main theorem needs",
    ), fidelity="narrowed",
    fails=instance(
        "Two fair coins, one of them sampled, e^epsilon = 2: every database has a type with one record or none, so "
        "delta(x) is 1/2 at each, and both deltas are 1/2.", "n = 2; T = 1; E = 2", SMALL_LOSS,
        "smoothed = sum(comb(n, H) * delta(H) for H in range(n + 1)) / 2**n; worst = max(delta(H) for H in range(n "
        "+ 1))", given="E > 1; T < n",
    ),
    wrong="A database with a unique or an absent type loses T/n, as in the worst case; with fewer than two records "
    "per type, and if all records are sampled, every database is of this kind.",
    cost="At least two records per type, T < n, epsilon > 0, and sources of full support. Never less private: an "
    "average is at most the maximum.", defect="missing hypothesis",
    note="The body of the paper says 'under some mild assumptions' (Section 5.1).",
)  # fmt: skip

OWN.claim(
    "outputs-seen-either-way-lose-less",
    "an output that is possible with and without the changed record adds less than its share of T/n to delta",
    "By whether the changed record is sampled the two laws are $\\rho A + (1 - \\rho) C$ and $\\rho B + (1 - \\rho) "
    "C$. At an output with $A, C > 0$ the positive part of $P - e^{\\epsilon} P'$ is less than $\\rho A$, if "
    "$\\epsilon > 0$ and $0 < \\rho < 1$. The histogram has such an output as soon as another record has the type of "
    "the changed one and T < n: sample that record in its place.",
    "Max(0, rho*A + (1 - rho)*C - E*(rho*B + (1 - rho)*C)) < rho*A",
    by_solver("all probabilities", "And(A > 0, B >= 0, C > 0, E > 1, rho > 0, rho < 1)"),
    given="epsilon > 0 and 0 < rho < 1; A > 0 and C > 0 at the output",
    mutants={"half of it": ("< rho*A", "< rho*A/2"), "odds 1/E": ("- E*(", "- 1/E*(")}, generated="deep",
    trust="coupling",
)  # fmt: skip

OWN.claim(
    "loss-is-the-rate-exactly-without-two-records-of-each-type",
    "delta(x) < T/n if every type has two records and T < n, else delta(x) = T/n",
    "For every epsilon > 0, delta(x) of the sampling histogram is below the worst case T/n exactly if T < n and "
    "every type has at least two records. With another record of its type the changed one can be exchanged: the "
    "sample with $h_i = \\max(1, T - n + H_i)$ is possible with and without it, and such an output loses less than "
    "its share of T/n. With a unique or an absent type nothing is lost of T/n, and for T = n the output is the "
    "histogram of x itself, which no neighbour has.",
    "Or(And(delta < T/n, fewest >= 2, T < n), And(Eq(delta, T/n), Or(fewest < 2, Eq(T, n))))",
    in_steps(
        "a sample that is possible either way",
        about(
            SECTION.formula(
                "And(1 <= Max(1, T - n + H), Max(1, T - n + H) <= H - 1, Max(1, T - n + H) <= T, "
                "T - Max(1, T - n + H) <= n - H)"
            ), by_solver("its counts", "And(T >= 1, H >= 2, H <= n, T <= n - 1)"),
        ),
        A_PAIR, a_lone_record(when="fewest < 2"),  # A type with one record loses it, and one without gains one.
        about(
            SECTION.formula("Eq(binomial(H, H)*binomial(n - H, n - H)/binomial(n, n), 1)"),
            by_identity("all records are sampled", "natural H n", "H <= n"),
        ),
        about(
            SECTION.formula("Implies(Eq(T, n), gain >= 1)"), by_solver("the histogram of x itself", ["n >= 1", one_of(
                "Implies(Eq(T, n), gain >= 1)", {"gain": "seen - odds*unseen"}, shown("all records are sampled"),
                each="seen unseen H", where=(
                    "And(H >= 0, H <= n)", "Implies(Eq(T, n), unseen == 0)",
                    "Implies(Eq(T, n), seen == binomial(H, H)*binomial(n - H, n - H)/binomial(n, n))",
                ),
            )]),
        ),
        by_solver("both cases", [
            "And(1 <= T, T <= n)",
            largest("delta <= T/n", {"delta": "gain"}, shown("a pair of neighbours", {"rate": "T/n"}), each="gain"),
            lifted(
                "sum-over-outputs", "Implies(And(fewest >= 2, T < n), delta < T/n)",
                shown("its counts"), cite("outputs-seen-either-way-lose-less"),
                cite("no-loss-exceeds-the-sampling-rate"), every="T n odds",
            ),
            one_of("Implies(fewest < 2, delta >= T/n)", {"delta": "gain"}, shown("a lone record"), each="gain"),
            one_of("Implies(Eq(T, n), delta >= 1)", {"delta": "gain"}, shown("the histogram of x itself"), each="gain"),
        ]),
    ),
    on_instances(
        EXACT, GRID, "all histograms", "n <= 6, up to 3 types", every_histogram({2: 6, 3: 5}, "1001/1000", "2", "50"),
    ),
    given="epsilon > 0; 1 <= T <= n; two types at least",
    mutants={
        "one record of each type is enough": ("fewest >= 2", "fewest >= 3"),
        "also for T = n": ("Or(fewest < 2, Eq(T, n))", "fewest < 2"),
    }, counts="fewest n T", integers="n T H", generated="deep", search=HISTOGRAMS,
)  # fmt: skip

OWN.claim(
    "smoothed-loss-strictly-below-the-worst-case",
    "n >= 2m, T < n, epsilon > 0, full support: delta_SDP < T/n; else it may be T/n",
    "Let $n \\ge 2m$, T < n and $\\epsilon > 0$, and let every source give every type at least f > 0. A database G "
    "with two records of each type has probability $w \\ge f^n$ under every assignment and $\\delta(G) < T/n$, so "
    "$\\delta_{SDP} \\le T/n - f^n (T/n - \\delta(G)) < T/n$.",
    "And(smoothed <= T/n - f**n*(T/n - delta), T/n - f**n*(T/n - delta) < T/n)",
    in_steps(
        "the database G and all others",
        # `product` is the probability of one list of records whose histogram is G, under any assignment.
        about(
            SECTION.formula("And(product >= power, power > 0, product <= 1)"),
            by_induction(
                "a probability of all records", {"product": "1", "power": "1", "n": "0"},
                {"product": "product*p", "power": "power*f", "n": "n + 1"},
                ["And(0 < f, f <= 1)", "And(f <= p, p <= 1)"], inputs=["p"],
            ),
        ),
        by_solver("all weights", [
            "And(1 <= T, T < n, 0 < f, f <= 1)",
            defined("power", "f**n"),
            shown("a probability of all records"), trusted("independent-records", "chance >= product"),
            defined("one", "1"), summed(
                "smoothed <= chance*delta + (one - chance)*T/n", {"smoothed": "w*loss", "chance": "w*hit", "one": "w"},
                cite("worst-case-loss-is-the-sampling-rate"), each="w loss hit worst",
                where=("w >= 0", "loss <= worst", "Or(hit == 0, And(hit == 1, loss <= delta))"),
            ),
            trusted("maximum", "fewest >= 2"),  # G has two of each type; delta is its loss.
            cite("loss-is-the-rate-exactly-without-two-records-of-each-type"),
        ]),
    ),
    given="1 <= T < n; epsilon > 0; n >= 2m, m >= 2", silent="every source gives every type at least f > 0",
    mutants={
        "twice the gap": ("<= T/n - f**n*", "<= T/n - 2*f**n*"),
        "below delta of G": ("(T/n - delta) < T/n", "(T/n - delta) < delta"),
    }, counts="T n", integers="T n", repairs="sampling-makes-every-discrete-mechanism-more-private",
    note="Each condition is needed: two fair coins with T = 1 (n < 2m) lose T/n, as do T = n, epsilon = 0 with one "
    "draw and the counts (2, 2), and a source that is certain. How far below: Theorem 3 and its bounds.",
)  # fmt: skip

SECTION.claim(
    "finer-types-lose-no-less",
    "the sampling histogram becomes less private when |X| increases: splitting a type never lowers delta(x)",
    "If types are split, the histogram of the old types is a function of that of the new ones, and every neighbour "
    "of the old database comes from one of the new: delta(x) for the finer types is at least that for the coarser "
    "ones. A fine histogram with $x_a = P(a) - e^{\\epsilon} P'(a)$ that is counted as c, which has $y_c$ so far, "
    "adds $\\max(0, y_c + x_a) - \\max(0, y_c)$ to the coarse loss, and no less to the fine one.",
    "coarse <= fine",
    by_induction(
        "one histogram of the finer types after the other", {"coarse": "0", "fine": "0"},
        {"coarse": "coarse + Max(0, y + x) - Max(0, y)", "fine": "fine + Max(0, x)"}, [], inputs=["x", "y"],
    ),
    on_instances(EXACT, GRID, "three types and two", "n <= 6, three odds", every_histogram({3: 6}, "1", "2", "9")),
    at="Sec. 5.2, more types", silent="'|X| increases' is read as splitting types, the records being the same",
    fidelity="narrowed", mutants={"strictly": ("<=", "<")}, trust=("induction", "sum-over-outputs", "maximum"),
    search=HISTOGRAMS, note="It is Proposition 4 at every pair of neighbours.",
)  # fmt: skip
