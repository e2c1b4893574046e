"""Abstract and Section 5: where a sampled mechanism is more private than DP predicts, and where it is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from math import ceil, comb
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.families import NOT_NEEDED, ROOM, family
from sdp_proofs.claims.instances.plain_definitions import SMALL_LOSS
from sdp_proofs.claims.proofs.conjunctions import each_by_solver
from sdp_proofs.claims.proofs.proving import by_induction
from sdp_proofs.claims.proofs.stepwise import about, from_premises, in_steps
from sdp_proofs.claims.searching import over
from sdp_proofs.experiments.election_data import us_presidential_elections
from sdp_proofs.ledger import (
    Claim,
    Counterexample,
    Coverage,
    Defect,
    Erratum,
    Fidelity,
    Hypothesis,
    Kind,
    Method,
    NearMiss,
    Status,
)
from sdp_proofs.ledger.space import Domain, Integers, Rationals
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.database import Database, delta

SYMBOLS = {
    "smoothed": r"\delta_{SDP}",
    "worst": r"\max_x \delta(x)",
    "delta": r"\delta(x)",
    "fewest": r"\min_i H_i",
    "n": "n",
    "T": "T",
    "A": "A",
    "B": "B",
    "C": "C",
    "rho": r"\rho",
    "E": r"e^{\epsilon}",
    "w": "w",
    "best": r"\max_{x \in G} \delta(x)",
    "coarse": r"\delta(g(x))",
    "fine": r"\delta(x)",
    "f": "f",
}
CERTAIN = Formula("And(lone > 99/100, usual > 99/100)", {"lone": "u_1", "usual": "u_0"})
MORE_PRIVATE = Formula("smoothed < worst", SYMBOLS)
SHARED = Formula("Max(0, rho*A + (1 - rho)*C - E*(rho*B + (1 - rho)*C)) < rho*A", SYMBOLS)
EXACTLY = Formula("Or(And(delta < T/n, fewest >= 2, T < n), And(Eq(delta, T/n), Or(fewest < 2, Eq(T, n))))", SYMBOLS)
GAP = Formula("And(w*best + (1 - w)*worst <= worst - f*(worst - best), worst - f*(worst - best) < worst)", SYMBOLS)
POSSIBLE = Formula("And(A > 0, B >= 0, C > 0, E > 1, rho > 0, rho < 1)", SYMBOLS)
SAMPLE = {"h": "h_i", "k": "H_i - 1", "r": "n - H_i", "T": "T"}
COMMON = Formula("And(1 <= Max(1, T - r), Max(1, T - r) <= k, Max(1, T - r) <= T, T - Max(1, T - r) <= r)", SAMPLE)
ANOTHER = Formula("And(T >= 1, k >= 1, r >= 0, T <= k + r)", SAMPLE)
BY_CASES = (
    Formula("Or(fewest < 2, T >= n, delta < T/n)", SYMBOLS),
    Formula("Or(And(fewest >= 2, T < n), Eq(delta, T/n))", SYMBOLS),
    Formula("And(1 <= T, T <= n)", SYMBOLS),
)
FINER = Formula("coarse <= fine", SYMBOLS)


def _delta(counts: tuple[int, ...], draws: int, odds: Fraction) -> Fraction:
    found = delta(Database(counts, draws), Budget.read(odds=odds)).value.exact
    assert found is not None  # rational odds and few records
    return Fraction(found)


def _fair(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """Fair coins: the average loss and the largest."""
    n, draws = at["n"], at["T"]
    found = [_delta((count, n - count), draws, Fraction(at["odds"])) for count in range(n + 1)]
    return {"smoothed": sum(comb(n, count) * value for count, value in enumerate(found)) / 2**n, "worst": max(found)}


def fair_coins(claim: Claim) -> Iterator[Instance]:
    """Up to six fair coins."""
    for n in range(2, 7):
        for draws in range(1, n + 1):
            for odds in (2, 5):
                found = _fair(claim, {"n": n, "T": draws, "odds": odds})
                yield f"{n} fair coins, {draws} of them sampled, odds {odds}", found


def _histograms(types: int, records: int) -> Iterator[tuple[int, ...]]:
    for bars in combinations(range(records + types - 1), types - 1):
        ends = (-1, *bars, records + types - 1)
        yield tuple(ends[i + 1] - ends[i] - 1 for i in range(types))


def every_histogram(_: Claim) -> Iterator[Instance]:
    """Two and three types."""
    for types, largest in ((2, 8), (3, 7)):
        for n in range(1, largest + 1):
            for counts in _histograms(types, n):
                for draws in range(1, n + 1):
                    for odds in (Fraction(1001, 1000), Fraction(2), Fraction(50)):
                        values = {"delta": _delta(counts, draws, odds), "fewest": min(counts), "T": draws, "n": n}
                        yield f"counts {counts}, T = {draws}, odds {odds}", values


def _two_types(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    counts = (at["count"], at["n"] - at["count"])
    return {"delta": _delta(counts, at["T"], at["odds"]), "fewest": min(counts), "T": at["T"], "n": at["n"]}


def merged(_: Claim) -> Iterator[Instance]:
    """Three types of which the last two are counted as one."""
    for n in range(1, 7):
        for counts in _histograms(3, n):
            for draws in range(1, n + 1):
                for odds in (Fraction(1), Fraction(2), Fraction(9)):
                    coarse = _delta((counts[0], counts[1] + counts[2]), draws, odds)
                    name = f"counts {counts}, T = {draws}, odds {odds}"
                    yield name, {"coarse": coarse, "fine": _delta(counts, draws, odds)}


def _split(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    rest = at["n"] - at["count"]
    part = min(at["part"], rest)
    fine = _delta((at["count"], part, rest - part), at["T"], at["odds"])
    return {"coarse": _delta((at["count"], rest), at["T"], at["odds"]), "fine": fine}


def every_voter(claim: Claim) -> Iterator[Instance]:
    """All votes of 2020 for one candidate but one, 0.2 % lost; the record of a voter of either kind is missing."""
    n, rate = us_presidential_elections()[-1].records, claim.parameters["rate"]
    gains = {}
    for voter, others, true in (("lone", 0, 1), ("usual", 1, 0)):
        laws = [_shown(n, ceil(rate * n), others + kind) for kind in (0, 1)]
        gains[voter] = _gain(laws, true, Fraction(51, 100))
    yield f"{n} votes, a share of {rate} counted", gains


def _shown(n: int, draws: int, count: int) -> list[Fraction]:
    """How many of the few votes of the second candidate are counted."""
    lost, ways = n - draws, comb(n, count)
    return [
        Fraction(comb(draws, seen) * comb(lost, count - seen), ways) if seen <= count else Fraction(0)
        for seen in range(3)
    ]


def _gain(laws: list[list[Fraction]], true: int, threshold: Fraction) -> Fraction:
    """Eq. (3) without the maximum: the expectation under the true value of the missing record."""
    gains = []
    for chances in zip(*laws, strict=True):
        if sum(chances):
            excess = Fraction(max(chances), sum(chances)) - threshold
            gains.append(chances[true] * max(Fraction(0), excess) / (1 - threshold))
    return sum(gains, Fraction(0))


SIZES: dict[str, Domain] = {"n": Integers(2, 30), "T": Integers(1, lambda at: at["n"])}
ODDS = Rationals(1, 100, open_low=True)

CLAIMS = (
    Claim(
        id="every-vote-is-predicted-in-the-worst-case",
        paper="smoothed-dp",
        locator="Sec. 1, every agent",
        title="all votes but one for one candidate: the adversary predicts the usual votes, too, with a utility above "
        "0.99",
        kind=Kind.STATEMENT,
        statement="In the worst case of the introduction the adversary makes accurate predictions about every agent: "
        "with all votes of 2020 but one for one candidate and 0.2 % lost, the expected gain at t = 0.51 exceeds 0.99 "
        "whether the vote that is not known is the lone one or one of the others.",
        hypotheses=(
            Hypothesis("'accurate' is a gain above 0.99 under the true value of the missing record", silent=True),
        ),
        formula=CERTAIN,
        parameters={"rate": Fraction(998, 1000)},
        checks=(on_instances(Method.EXACT, Coverage.ALL, "both kinds of voters", "votes of 2020", every_voter),),
        near_misses=(
            NearMiss("0.995", CERTAIN.mutate("usual > 99/100", "usual > 995/1000")),
            NearMiss("half of the votes lost", parameters={"rate": Fraction(1, 2)}),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        trust=("election-returns",),
        note="The gains are 0.99999 for the lone vote and 0.9919 for any other.",
    ),
    Claim(
        id="sampling-makes-every-discrete-mechanism-more-private",
        paper="smoothed-dp",
        locator="Abstract",
        title="any discrete mechanism with sampling is more private than what DP predicts: delta_SDP < max delta(x)",
        kind=Kind.STATEMENT,
        statement="For any discrete mechanism with a sampling procedure, in particular for the sampling histogram with "
        "sources of full support, the delta of smoothed DP is smaller than that of DP.",
        hypotheses=(
            Hypothesis("'more private' is read as a smaller delta at the same epsilon", silent=True),
            Hypothesis("sources of full support, as the main theorem needs", silent=True),
        ),
        fidelity=Fidelity.NARROWED,
        formula=MORE_PRIVATE,
        checks=(on_instances(Method.EXACT, Coverage.GRID, "fair coins", "n <= 6, two odds", fair_coins),),
        near_misses=(
            NearMiss("less than half", MORE_PRIVATE.mutate("worst", "worst/2")),
            NearMiss("less private", MORE_PRIVATE.mutate("<", ">")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="smoothed-loss-strictly-below-the-worst-case",
        counterexample=Counterexample(
            "Two fair coins, one of them sampled, odds 2: every database has a type with one record or none, so "
            "delta(x) is 1/2 at each, and both deltas are 1/2.",
            {
                "n": "2",
                "T": "1",
                "E": "2",
                **SMALL_LOSS,
                "smoothed": "sum(comb(n, H) * delta(H) for H in range(n + 1)) / 2**n",
                "worst": "max(delta(H) for H in range(n + 1))",
            },
            fails="smoothed < worst",
            given=("E > 1", "T < n"),
        ),
        erratum=Erratum(
            "A database with a lone or an absent type loses T/n, as in the worst case; with fewer than two records per "
            "type, and if all records are sampled, every database is of this kind.",
            "At least two records per type, T < n, epsilon > 0, and sources of full support. Never less private: an "
            "average is at most the maximum.",
            defect=Defect.HYPOTHESIS,
        ),
        search=over({**SIZES, "odds": ODDS}, _fair, climbs=False),
        note="The body of the paper says 'under some mild assumptions' (Section 5.1).",
    ),
    Claim(
        id="outputs-seen-either-way-lose-less",
        paper="project",
        locator="Worst case",
        title="an output that is possible with and without the changed record loses less than its share of T/n",
        kind=Kind.PROJECT,
        statement="By whether the changed record is sampled the two laws are $\\rho A + (1 - \\rho) C$ and $\\rho B + "
        "(1 - \\rho) C$. At an output with $A, C > 0$ the positive part of $P - e^{\\epsilon} P'$ is less than $\\rho "
        "A$, if $\\epsilon > 0$ and $\\rho < 1$. The histogram has such an output as soon as another record has the "
        "type of the changed one and T < n: sample that record in its place.",
        formula=SHARED,
        checks=(by_solver("all probabilities", [POSSIBLE]),),
        near_misses=(
            NearMiss("half of it", SHARED.mutate("< rho*A", "< rho*A/2")),
            NearMiss("odds 1/E", SHARED.mutate("- E*(", "- 1/E*(")),
        ),
        family=family(true={ROOM: ["rho * B without B", "rho * B + (1 - rho) * C without rho * B"]}, deep=True),
        recorded=Status.ESTABLISHED,
        depends_on=("no-loss-exceeds-the-sampling-rate",),
        trust=("z3", "coupling", "sum-over-outputs"),
    ),
    Claim(
        id="loss-is-the-rate-exactly-without-two-records-of-each-type",
        paper="project",
        locator="Worst case",
        title="delta(x) < T/n if every type has two records and T < n, else delta(x) = T/n",
        kind=Kind.PROJECT,
        statement="For every epsilon > 0 the loss of the sampling histogram is below the worst case T/n exactly if T < "
        "n and every type has at least two records. With another record of its type the changed one can be exchanged: "
        "the sample with $h_i = \\max(1, T - n + H_i)$ is possible with and without it, and such an output loses less "
        "than its share of T/n. With a lone or an absent type nothing is lost of T/n, and for T = n the output is "
        "the histogram of x itself.",
        hypotheses=(Hypothesis("epsilon > 0; 1 <= T <= n; two types at least"),),
        formula=EXACTLY,
        checks=(
            in_steps(
                "a sample that is possible either way",
                about(COMMON, by_solver("its counts", [ANOTHER])),
                about(SHARED, by_solver("its loss", [POSSIBLE])),
                from_premises("both cases", BY_CASES),
            ),
            on_instances(Method.EXACT, Coverage.GRID, "all histograms", "n <= 8, up to 3 types", every_histogram),
        ),
        near_misses=(
            NearMiss("one record of each type is enough", EXACTLY.mutate("fewest >= 2", "fewest >= 3")),
            NearMiss("also for T = n", EXACTLY.mutate("Or(fewest < 2, Eq(T, n))", "fewest < 2")),
        ),
        family=family(counts=["fewest", "n", "T"], true={ROOM: ["n - 1 for n in T / n"]}, deep=True),
        recorded=Status.ESTABLISHED,
        depends_on=(
            "outputs-seen-either-way-lose-less",
            "lone-record-is-seen-when-sampled",
            "no-loss-exceeds-the-sampling-rate",
        ),
        trust=("z3", "coupling", "sum-over-outputs"),
        search=over({**SIZES, "count": Integers(0, lambda at: at["n"]), "odds": ODDS}, _two_types, climbs=False),
    ),
    Claim(
        id="smoothed-loss-strictly-below-the-worst-case",
        paper="project",
        locator="Worst case",
        title="n >= 2m, T < n, epsilon > 0, full support: delta_SDP < T/n; else it may be T/n",
        kind=Kind.PROJECT,
        statement="Let $n \\ge 2m$, T < n and $\\epsilon > 0$, and let every source give every type at least f > 0. A "
        "database G with two records of each type has probability $w \\ge f^n$ under every assignment and $\\delta(G) "
        "< T/n$, so $\\delta_{SDP} \\le T/n - f^n (T/n - \\delta(G)) < T/n$. For n < 2m every database loses T/n.",
        hypotheses=(
            Hypothesis("1 <= T < n; epsilon > 0; n >= 2m, m >= 2"),
            Hypothesis("every source gives every type at least f > 0", silent=True),
        ),
        formula=GAP,
        checks=(
            each_by_solver(
                "all weights",
                [Formula("And(0 < f, f <= w, w <= 1, 0 <= best, best < worst, worst <= 1)", SYMBOLS)],
            ),
        ),
        near_misses=(
            NearMiss("twice the gap", GAP.mutate("<= worst - f*", "<= worst - 2*f*")),
            NearMiss("below the loss of G", GAP.mutate("(worst - best) < worst", "(worst - best) < best")),
        ),
        family=family(
            true={
                NOT_NEEDED: [
                    "all weights, without w <= 1", "all weights, without 0 <= best", "all weights, without worst <= 1",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        depends_on=(
            "loss-is-the-rate-exactly-without-two-records-of-each-type",
            "no-loss-exceeds-the-sampling-rate",
        ),
        trust=("z3", "averaging", "independent-records"),
        note="Each condition is needed: two fair coins with T = 1 (n < 2m) lose T/n, as do T = n, epsilon = 0 with one "
        "draw and the counts (2, 2), and a source that is certain. How far below: Theorem 3 and its bounds.",
    ),
    Claim(
        id="finer-types-lose-no-less",
        paper="smoothed-dp",
        locator="Sec. 5.2, more types",
        title="the sampling histogram becomes less private when |X| increases: splitting a type never lowers delta(x)",
        kind=Kind.STATEMENT,
        statement="If types are split, the histogram of the old types is a function of that of the new ones, and every "
        "neighbour of the old database comes from one of the new: delta(x) for the finer types is at least that for "
        "the coarser ones. A fine histogram with $x_a = P(a) - e^{\\epsilon} P'(a)$ that is counted as c, which has "
        "$y_c$ so far, adds $\\max(0, y_c + x_a) - \\max(0, y_c)$ to the coarse loss, and no less to the fine one. In "
        "the worst case both are T/n.",
        hypotheses=(Hypothesis("'|X| increases' is read as splitting types, the records being the same", silent=True),),
        fidelity=Fidelity.NARROWED,
        formula=FINER,
        checks=(
            by_induction(
                "one histogram of the finer types after the other",
                {"coarse": "0", "fine": "0"},
                {"coarse": "coarse + Max(0, y + x) - Max(0, y)", "fine": "fine + Max(0, x)"},
                [Formula("And(x <= 1, y <= 1)", {"x": "x_a", "y": "y_c"})],
            ),
            on_instances(Method.EXACT, Coverage.GRID, "three types and two", "n <= 6, three odds", merged),
        ),
        near_misses=(
            NearMiss("strictly", FINER.mutate("<=", "<")),
            NearMiss("direction turned", FINER.mutate("<=", ">=")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        depends_on=("post-processing-merges-positive-parts",),
        trust=("z3", "induction", "sum-over-outputs", "maximum"),
        search=over(
            {**SIZES, "count": Integers(0, lambda at: at["n"]), "part": Integers(0, 30), "odds": ODDS},
            _split,
            climbs=False,
        ),
        note="It is Proposition 4 at every pair of neighbours.",
    ),
)
