"""A lower bound of the smoothed loss: with some luck every record of one type is in the sample, and gives one away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Any

from sdp_proofs.claims.checks import Instance, by_identity, by_solver, on_instances
from sdp_proofs.claims.families import ALIKE, NOT_ATTAINED, NOT_NEEDED, ROOM, UNDECIDED, family
from sdp_proofs.claims.proofs.proving import by_induction
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.districts import sources as districts
from sdp_proofs.claims.smoothed_dp.exponential_decay import SIZES, smoothed
from sdp_proofs.distributions.hypergeometric import Hypergeometric
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.ledger.space import Domain, Integers, Rationals
from sdp_proofs.numerics.balls import ctx
from sdp_proofs.numerics.enclosure import Enclosure
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.numerics.reals import fraction_ball
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.database import Database, delta
from sdp_proofs.privacy.smoothed import Smoothing, smoothed_delta

FULL = Formula(
    "Eq(binomial(a, a)*binomial(n - a, T - a) - odds*binomial(a - 1, a)*binomial(n - a + 1, T - a), "
    "binomial(n - a, T - a))",
    {"n": "n", "a": "a", "T": "T", "odds": "E"},
)
MISSED = Formula(
    "Eq(binomial(n, H)*binomial(n - H, N), binomial(n, N)*binomial(n - N, H))", {"n": "n", "H": "H", "N": "N"}
)
POINTWISE = Formula(
    "loss >= full - (1 - rate)*absent",
    {"loss": r"\delta(H)", "full": r"\binom{n-H}{n-T}/\binom{n}{n-T}", "rate": "T/n", "absent": r"\mathbf{1}[H = 0]"},
)
AVERAGE = Formula(
    "loss >= lost_others - (1 - rate)*all_others",
    {"loss": r"\delta_{\mathrm{SDP}}", "lost_others": "(1-p)^{n-T}", "rate": "T/n", "all_others": "(1-p)^n"},
)
ONE_TERM = Formula(
    "And(0 <= rate, rate <= 1, Or(And(absent == 0, loss >= full), And(absent == 1, full == 1, loss >= rate)))",
    POINTWISE.symbols,
)
"""What one term of the loss says: for H >= 1 that of h = H, for H = 0 that of h = 1 for a neighbour with one record."""
AVERAGED = Formula(
    "And(loss >= full - (1 - rate)*absent, full == lost_others, absent == all_others)",
    {**AVERAGE.symbols, "full": r"E\binom{n-H}{n-T}/\binom{n}{n-T}", "absent": "P(H = 0)"},
)
"""The bound of each database, averaged over H ~ Bin(n, p); delta_SDP is no smaller than this average."""
ONLY = Formula(
    "Implies(odds*(n - a + 1) >= a*(n - T), loss == full)",
    {"loss": "d(P_a, P_{a-1})", "full": r"\binom{n-a}{n-T}/\binom{n}{n-T}", "odds": "E", "n": "n", "a": "a", "T": "T"},
)
CLOSE = Formula(
    "And(lost_others*(1 - 1/10**7) <= loss, loss <= lost_others*(1 + 1/10**7))",
    {"loss": r"\delta_{\mathrm{SDP}}", "lost_others": "(1-p)^{n-T}"},
)
SETS = (
    (("1/4", "3/4"), ("2/3", "1/3")),
    (("0", "1"), ("1/2", "1/2")),
    (("1/2", "1/4", "1/4"), ("1/5", "1/5", "3/5")),
)


def _full(records: int, draws: int, count: int) -> Fraction:
    """The probability that all `count` records of a type are among those sampled."""
    lost = records - draws
    return Fraction(comb(records - count, lost), comb(records, lost))


def every_database(claim: Claim) -> Iterator[Instance]:
    """All databases of two types, all sample sizes."""
    for records in range(2, 10):
        for draws in range(1, records):
            for odds in ("1", "3/2", "20"):
                for count in range(records + 1):
                    at = {"records": records, "draws": draws, "count": count, "odds": odds}
                    yield f"counts ({count}, {records - count}), T = {draws}, odds {odds}", _database(claim, at)


def _database(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    records, draws, count = at["records"], at["draws"], at["count"]
    found = delta(Database((count, records - count), draws), Budget.read(odds=at["odds"])).value
    return {
        "loss": found.exact or 0,
        "full": _full(records, draws, count),
        "rate": Fraction(draws, records),
        "absent": int(count == 0),
    }


DATABASES: dict[str, Domain] = {
    "records": Integers(2, 60),
    "draws": Integers(1, lambda at: at["records"] - 1),
    "count": Integers(0, lambda at: at["records"]),
    "odds": Rationals(1, 1000),
}


def every_change(_: Claim) -> Iterator[Instance]:
    """d(P_a, P_{a-1}) by its definition, all odds from small to large."""
    for n in range(2, 10):
        for draws in range(1, n):
            for a in range(1, n + 1):
                for odds in (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(4), Fraction(30)):
                    yield "change of one record", _change(n, draws, a, odds)


def _change(n: int, draws: int, a: int, odds: Fraction) -> dict[str, Any]:
    own, other = (Hypergeometric(population=n, marked=marked, draws=draws) for marked in (a, a - 1))
    loss = sum((max(Fraction(0), own.pmf(h) - odds * other.pmf(h)) for h in range(a + 1)), Fraction(0))
    return {"loss": loss, "full": _full(n, draws, a), "odds": odds, "n": n, "a": a, "T": draws}


def small_sources(_: Claim) -> Iterator[Instance]:
    """Every source and every type of small sets, against Algorithm 1."""
    for laws in SETS:
        sources = SourceSet.from_laws(laws)
        for records in range(2, 7):
            for draws in range(1, records):
                found = smoothed_delta(Smoothing(sources, records, draws), Budget.read(odds="2"), route="algorithm-1")
                for law in sources.laws:
                    for share in law:
                        values = {
                            "loss": found.value.exact,
                            "lost_others": (1 - share) ** (records - draws),
                            "rate": Fraction(draws, records),
                            "all_others": (1 - share) ** records,
                        }
                        yield f"sources {laws}, share {share}, n = {records}, T = {draws}", values


def sizes_of_the_figure(claim: Claim) -> Iterator[Instance]:
    """The districts of 2020 with 0.2 % lost; p is the share of the runner-up in DC."""
    others = max(max(law) for law in districts().laws)
    for epsilon in claim.parameters["epsilons"]:
        for records in SIZES:
            lost = records // 500
            values: dict[str, Any] = {
                "loss": smoothed(epsilon, records),
                "lost_others": _power(others, lost),
                "rate": Fraction(records - lost, records),
                "all_others": _power(others, records),
            }
            yield f"epsilon = {epsilon}, n = {records}", values


def _power(base: Fraction, exponent: int) -> Enclosure:
    with ctx.workprec(128):
        return Enclosure(fraction_ball(base) ** exponent)


CLAIMS = (
    Claim(
        id="a-full-count-is-impossible-next-door",
        paper="project",
        locator="Lower bound",
        title="the count h = a has no probability with a - 1 records, so it adds all of P(a) to the loss",
        kind=Kind.PROJECT,
        statement="Of the terms of $d(P_a, P_{a-1})$ the one at h = a is $P_a(a) - E\\,P_{a-1}(a) = "
        "\\binom{n-a}{T-a}/\\binom{n}{T}$ at every E, because a - 1 records cannot show up a times. No term is "
        "negative, so the loss is at least this one: the probability that none of the n - T records that are not "
        "sampled is of the type.",
        hypotheses=(Hypothesis("1 <= a <= T; for a > T the probability is zero"),),
        formula=FULL,
        checks=(
            by_identity(
                "one term",
                {"n": "natural", "a": "natural", "T": "natural", "odds": "real"},
                [Formula("And(1 <= a, a <= T, T < n)", ["n", "a", "T"])],
            ),
        ),
        near_misses=(
            NearMiss("the count a - 1", FULL.mutate("binomial(a - 1, a)", "binomial(a - 1, a - 1)")),
            NearMiss("T for n - a", FULL.mutate("binomial(n - a, T - a))", "binomial(T, T - a))")),
        ),
        recorded=Status.ESTABLISHED,
        trust=("sympy", "sum-over-outputs"),
    ),
    Claim(
        id="lost-records-are-of-the-other-types-on-average",
        paper="project",
        locator="Lower bound",
        title="for records that follow one law, the mean of C(n-H, N)/C(n, N) is (1-p)^N",
        kind=Kind.PROJECT,
        statement="$\\binom{n}{H}\\binom{n-H}{N} = \\binom{n}{N}\\binom{n-N}{H}$. So if H is binomial (n, p), the mean "
        "of $\\binom{n-H}{N}/\\binom{n}{N}$ is $(1-p)^N \\sum_H \\binom{n-N}{H} p^H (1-p)^{n-N-H} = (1-p)^N$.",
        formula=MISSED,
        checks=(
            by_identity(
                "term by term",
                {"n": "natural", "H": "natural", "N": "natural"},
                [Formula("H + N <= n", ["n", "H", "N"])],
            ),
        ),
        near_misses=(
            NearMiss("H for N", MISSED.mutate("binomial(n, N)*", "binomial(n, H)*")),
            NearMiss("n for n - N", MISSED.mutate("binomial(n - N, H)", "binomial(n, H)")),
        ),
        family=family(
            counts=["n", "H", "N"],
            true={
                ALIKE: ["H and N exchanged in binomial(n, N) * binomial(n - N, H)"],
                UNDECIDED: [
                    "sides of n - H exchanged", "sides of n - N exchanged",
                    "n and N exchanged in binomial(n, N) * binomial(n - N, H)",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        trust=("sympy", "binomial-theorem"),
    ),
    Claim(
        id="a-full-sample-of-a-type-bounds-the-loss",
        paper="project",
        locator="Lower bound",
        title="delta(H) >= P(all H records of a type are sampled), and T/n if there is none",
        kind=Kind.PROJECT,
        statement="If a type has H >= 1 records, delta is at least the probability that all of them are sampled, one "
        "term of the loss. If it has none, delta is at least T/n, the same term for a neighbour with one record.",
        formula=POINTWISE,
        checks=(
            by_solver("from one term of the loss, by cases", [ONE_TERM]),
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "every database",
                "two types, n <= 9, every T, odds 1, 3/2, 20",
                every_database,
            ),
        ),
        near_misses=(
            NearMiss("an absent type counts fully", POINTWISE.mutate("(1 - rate)*absent", "(1 - rate)*absent/2")),
            NearMiss("strictly", POINTWISE.mutate(">=", ">")),
        ),
        family=family(
            true={
                NOT_NEEDED: [
                    "from one term of the loss, by cases, without 0 <= rate",
                    "from one term of the loss, by cases, without rate <= 1",
                ],
            },
        ),
        recorded=Status.ESTABLISHED,
        search=over(DATABASES, _database),
        depends_on=("a-full-count-is-impossible-next-door",),
        trust=("z3", "sum-over-outputs"),
    ),
    Claim(
        id="smoothed-delta-falls-no-faster-than-a-power",
        paper="project",
        locator="Lower bound",
        title="delta_SDP >= (1-p)^(n-T) - (1-T/n) (1-p)^n, whatever epsilon",
        kind=Kind.PROJECT,
        statement="If some source gives some type the probability p, then $\\delta_{SDP} \\ge (1-p)^{n-T} - (1 - "
        "T/n)\\,(1-p)^n$ at every epsilon. Proof: let all records follow this source and average the bound of each "
        "database; the first term is that of all H, the second takes back what H = 0 has too much.",
        formula=AVERAGE,
        parameters={"epsilons": ("1/2", "1", "2")},
        checks=(
            by_solver("the bound of each database, averaged", [AVERAGED]),
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "Algorithm 1",
                "three sets of sources over two and three types, n <= 6, every T, odds 2",
                small_sources,
            ),
            on_instances(
                Method.CERTIFIED,
                Coverage.GRID,
                "districts of 2020",
                "0.2 % lost, epsilon = 0.5, 1, 2, n = 100,000 ... 500,000",
                sizes_of_the_figure,
            ),
        ),
        near_misses=(
            NearMiss("nothing taken back", AVERAGE.mutate(" - (1 - rate)*all_others", "")),
            NearMiss("added", AVERAGE.mutate("- (1 - rate)", "+ (1 - rate)")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        depends_on=("a-full-sample-of-a-type-bounds-the-loss", "lost-records-are-of-the-other-types-on-average"),
        trust=("z3", "averaging", "arb", "election-returns"),
    ),
    Claim(
        id="at-large-odds-only-a-full-sample-counts",
        paper="project",
        locator="Lower bound",
        title="if E (n-a+1) >= a (n-T) the loss is the probability of a full sample, whatever E",
        kind=Kind.PROJECT,
        statement="The event that is best for the adversary starts at h = a as soon as E (n-a+1) >= a (n-T); then "
        "$d(P_a, P_{a-1}) = \\binom{n-a}{n-T}/\\binom{n}{n-T}$ and a larger epsilon gains nothing.",
        formula=ONLY,
        checks=(
            by_induction(
                "no other output gains, one output after the other",
                {"loss": "full"},
                {"loss": "loss + p*Max(0, 1 - odds*((a - h)/a)*((n - a + 1)/(n - a + 1 - T + h)))"},
                [
                    Formula(
                        "And(p >= 0, odds >= 1, 1 <= a, a <= n, 0 <= h, h <= a - 1, T - h <= n - a, h <= T, T < n)",
                        {**ONLY.symbols, "h": "h", "p": "P_a(h)"},
                    )
                ],
            ),
            on_instances(
                Method.EXACT, Coverage.GRID, "definition of d", "all n <= 9, T and a, five odds", every_change
            ),
        ),
        near_misses=(
            NearMiss("from half these odds on", ONLY.mutate("odds*(n - a + 1)", "2*odds*(n - a + 1)")),
            NearMiss("for every E", ONLY.mutate(">= a*(n - T)", ">= 0")),
        ),
        family=family(counts=["n", "a", "T"], deep=True),
        recorded=Status.ESTABLISHED,
        search=over(
            {**DATABASES, "count": Integers(1, lambda at: at["records"])},
            lambda _, at: _change(at["records"], at["draws"], at["count"], Fraction(at["odds"])),
            climbs=False,
        ),
        depends_on=("a-full-count-is-impossible-next-door", "ratio-when-a-record-is-replaced"),
        trust=("z3", "induction", "sum-over-outputs"),
        note="With 0.2 % of 100,000 to 500,000 votes lost and epsilon = 7 this covers all a up to 52 % of the votes, "
        "or more.",
    ),
    Claim(
        id="at-seven-the-loss-is-that-of-no-lost-minority-vote",
        paper="project",
        locator="Lower bound",
        title="at epsilon = 7, 0.2 % lost, at the sizes of the figure delta_SDP is 0.94467^(n-T) to seven digits",
        kind=Kind.PROJECT,
        statement="With the districts of 2020, 0.2 % lost and epsilon = 7, delta_SDP at n = 100,000, 200,000, 300,000, "
        "400,000 and 500,000 agrees to seven digits with the probability that, all votes being cast as in DC, no lost "
        "vote is for the runner-up: the curve falls by 0.002 ln(1/0.94467), that is 1.1384e-4, per vote.",
        formula=CLOSE,
        parameters={"epsilons": ("7",)},
        checks=(
            on_instances(
                Method.CERTIFIED,
                Coverage.ALL,
                "all five sizes of the figure",
                "n = 100,000, 200,000, 300,000, 400,000, 500,000",
                sizes_of_the_figure,
            ),
        ),
        near_misses=(
            NearMiss("at epsilon = 2", parameters={"epsilons": ("2",)}),
            NearMiss("one percent less", CLOSE.mutate("(1 + 1/10**7)", "99/100")),
        ),
        family=family(
            true={
                NOT_ATTAINED: [
                    "< for <= in lost_others * (1 - 1 / 10 ** 7) <= loss",
                    "< for <= in loss <= lost_others * (1 + 1 / 10 ** 7)",
                ],
                ROOM: [
                    "11 for 10 in 1 / 10 ** 7", "8 for 7 in 1 / 10 ** 7", "11 for 10 in 1 / 10 ** 7, place 2",
                    "8 for 7 in 1 / 10 ** 7, place 2",
                ],
                UNDECIDED: [
                    "0 for 1 in 1 / 10 ** 7", "1 - 1 / 10 ** 7 without 1 / 10 ** 7",
                    "lost_others * (1 - 1 / 10 ** 7) without 1 - 1 / 10 ** 7", "0 for 1 in 1 / 10 ** 7, place 2",
                    "1 + 1 / 10 ** 7 without 1 / 10 ** 7", "lost_others * (1 + 1 / 10 ** 7) without 1 + 1 / 10 ** 7",
                ],
            },
        ),
        recorded=Status.ESTABLISHED,
        depends_on=(
            "third-district-of-nebraska-is-a-vertex",
            "at-large-odds-only-a-full-sample-counts",
            "pure-mixtures-are-worst",
        ),
        trust=("arb", "election-returns"),
        note="Not so for the whole electorate, where n - T is much larger than e^7: its rate is 1.130e-4.",
    ),
)
