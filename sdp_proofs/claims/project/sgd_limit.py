"""What is proven about the smoothed delta of a sampled mean on a grid: an extreme draw, many copies, and the limit."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb

from sdp_proofs.claims.checks import Instance, on_instances
from sdp_proofs.claims.families import EQUAL, ROOM, family
from sdp_proofs.claims.project.sampled_sums import EXTREME_DRAW, HIDDEN_RECORD
from sdp_proofs.experiments.quantised_sgd import FIGURE_2, FIGURE_5
from sdp_proofs.experiments.sgd_limits import log_lower_bound, log_upper_bound, rarest_end
from sdp_proofs.ledger import Check, Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Outcome, Status
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.average_loss import average_delta
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.grid_database import GridDatabase
from sdp_proofs.verdict import Verdict

EXTREME = Formula("delta*samples >= 1", {"delta": r"\delta(x)", "samples": r"\binom{n}{T}"})
HIDDEN = Formula("delta <= 0", {"delta": r"\delta(x)"})
RATES = Formula(
    "And(-ln_lower < 21*share*records/20, -ln_upper > 19*share*records/20)",
    {"ln_lower": r"\ln L_n", "ln_upper": r"\ln U_n", "share": r"p_{\min}", "records": "n"},
)
SMALL = ((2, 7), (3, 5), (4, 4))
ODDS = (Fraction(1), Fraction(3, 2), Fraction(10), Fraction(1000))
_LONG_RUN = 10**32


def _databases() -> Iterator[tuple[GridDatabase, tuple[int, ...]]]:
    """Every database of the `SMALL` levels and sizes with every T < n, and how often each level occurs."""
    for levels, largest in SMALL:
        for records in range(2, largest + 1):
            for values in combinations_with_replacement(range(levels), records):
                counts = tuple(values.count(level) for level in range(levels))
                for draws in range(1, records):
                    yield GridDatabase(values, 0, levels - 1, draws), counts


def _named(database: GridDatabase, odds: Fraction) -> str:
    return f"x = {database.values}, T = {database.draws}, odds {odds}"


def end_seldom(claim: Claim) -> Iterator[Instance]:
    """The databases in which an end level occurs at most T times, plus the claim's number of times more."""
    for database, counts in _databases():
        if min(counts[0], counts[-1]) <= database.draws + claim.parameters["more"]:
            for odds in ODDS:
                delta = average_delta(database, Budget.read(odds=odds)).value
                yield _named(database, odds), {"delta": delta, "samples": comb(database.records, database.draws)}


def many_copies(claim: Claim) -> Iterator[Instance]:
    """The databases in which every level occurs often enough, or lacks the claim's number of copies."""
    for database, counts in _databases():
        least = min(counts) + claim.parameters["lacking"]
        for odds in ODDS:
            if least > database.draws and odds * (least - database.draws) >= least:
                yield _named(database, odds), {"delta": average_delta(database, Budget.read(odds=odds)).value}


def long_run(claim: Claim) -> Iterator[Instance]:
    """Both bounds for the claim's number of records, at the largest and the smallest epsilon of the figures."""
    for setting in (FIGURE_2, *FIGURE_5):
        for epsilon in claim.parameters["epsilons"]:
            records = claim.parameters["records"]
            values = {
                "ln_lower": log_lower_bound(setting, records),
                "ln_upper": log_upper_bound(setting, records, Budget.read(epsilon=epsilon)),
                "share": rarest_end(setting),
                "records": records,
            }
            yield f"{setting.name}, epsilon = {epsilon}, n = {records}", values


def limits_agree(claim: Claim) -> Outcome:
    """Both bounds have the rate -ln(1-p) for n to infinity: what parts them is of smaller order, by sympy."""
    import sympy

    if claim.formula.text != RATES.text:
        return Outcome(Verdict.UNKNOWN, "n to infinity", detail="the limits are those of another statement")
    n, p, c = (sympy.Symbol(name, positive=True) for name in "npc")
    batch = sympy.sympify(claim.parameters["batch"], {"n": n})
    share = c * batch / n
    apart = {
        "the logarithm of the number of samples": batch * (1 + sympy.log(n / batch)) / n,
        "the relative entropy": share * sympy.log(share / p)
        + (1 - share) * (sympy.log(1 - share) - sympy.log(1 - p))
        + sympy.log(1 - p),
    }
    for name, difference in apart.items():
        limit = sympy.limit(difference, n, sympy.oo)
        if limit != 0:
            return Outcome(Verdict.FAILS, "n to infinity", witness=f"{name}, over n, tends to {limit}")
    return Outcome(Verdict.HOLDS, "n to infinity, every p and every epsilon > 0")


CLAIMS = (
    Claim(
        id="an-extreme-draw-shows-a-record",
        paper="project",
        locator="Sampled means",
        title="if an end level occurs at most T times, delta(x) of the sampled mean is at least 1/C(n,T)",
        kind=Kind.PROJECT,
        statement="The mean of T of n records on a grid is published, T < n. If the highest or the lowest level "
        "occurs at most T times in x, then delta(x) is at least $1/\\binom{n}{T}$ at every epsilon: for some "
        "neighbour the T largest (or smallest) records of one database have a sum that the other cannot have. For "
        "gradients on 256 levels and $T = \\sqrt n$ this falls like $e^{-\\sqrt n (1 + \\ln \\sqrt n)}$, slower than "
        "any exponential.",
        hypotheses=(Hypothesis("the mean is published as it is, not rounded to a level"),),
        formula=EXTREME,
        parameters={"more": 0},
        checks=(
            EXTREME_DRAW,
            on_instances(
                Method.EXACT,
                Coverage.BOX,
                "all small databases",
                "2 levels and n <= 7, 3 and n <= 5, 4 and n <= 4; all T, four odds",
                end_seldom,
            ),
        ),
        near_misses=(
            NearMiss("T + 1 times", parameters={"more": 1}),
            NearMiss("twice as much", EXTREME.mutate("1", "2")),
        ),
        family=family(counts=["samples"], deep=True),
        recorded=Status.ESTABLISHED,
        depends_on=("no-draw-of-the-changed-database-has-the-least-sum",),
        trust=("z3", "sum-over-outputs", "maximum"),
        note="If the level does not occur at all, the neighbour in which one record has it takes the part of x, and "
        "the loss in the other direction is as large.",
    ),
    Claim(
        id="copies-of-every-level-hide-a-record",
        paper="project",
        locator="Sampled means",
        title="if every level occurs T/(1 - 1/E) times, delta(x) of the sampled mean is zero",
        kind=Kind.PROJECT,
        statement="Let every level occur at least m > T times in x, with E (m - T) >= m, E = exp(epsilon). Then "
        "delta(x) is 0: a sample with the changed record becomes one of the same sum without it when that record is "
        "exchanged for a copy.",
        formula=HIDDEN,
        parameters={"lacking": 0},
        checks=(
            HIDDEN_RECORD,
            on_instances(
                Method.EXACT,
                Coverage.BOX,
                "all small databases",
                "2 levels and n <= 7, 3 and n <= 5, 4 and n <= 4; all T, four odds",
                many_copies,
            ),
        ),
        near_misses=(
            NearMiss("one copy fewer", parameters={"lacking": 1}),
            NearMiss("and it is negative", HIDDEN.mutate("<=", "<")),
        ),
        family=family(true={EQUAL: [">= for <= in delta <= 0"]}),
        recorded=Status.ESTABLISHED,
        depends_on=("draws-with-a-record-are-few-among-copies",),
        trust=("z3", "sum-over-outputs", "maximum"),
        note="Per sum: of the draws with it, those that hold the changed record are at most T/(m-T) times those that "
        "do not, which the neighbour has, too; so the ratio is at most m/(m-T).",
    ),
    Claim(
        id="sgd-decay-rate-in-the-limit",
        paper="project",
        locator="Sampled means",
        title="for n to infinity the smoothed delta of quantised SGD falls like (1-p)^n, p the rarest level's share",
        kind=Kind.PROJECT,
        statement="Let p be the least probability of a level over the sources of a setting of Figures 2 (right) and 5; "
        "it is that of an end level. With T the root of n, $-\\ln \\delta_{SDP} / n$ tends to $-\\ln(1-p)$ for every "
        "epsilon > 0. Below, $(1-p)^n / \\binom{n}{T}$ bounds delta_SDP at every n, and $\\ln \\binom{n}{T} \\le T (1 "
        "+ \\ln(n/T))$ is of smaller order. Above, a level occurs fewer than c T times, $c = 1/(1 - e^{-\\epsilon})$, "
        "with probability at most $e^{-n KL(c T/n \\| p)}$ [Chernoff], and the relative entropy tends to $-\\ln(1-p)$. "
        "At $n = 10^{32}$ both bounds are within 5 % of p n in all five settings, for epsilon = 0.5 and 5.",
        hypotheses=(
            Hypothesis("the mean is published as it is; T is the integer nearest to the root of n"),
            Hypothesis("epsilon > 0 does not change with n"),
        ),
        formula=RATES,
        parameters={"records": _LONG_RUN, "epsilons": ("0.5", "5"), "batch": "sqrt(n)"},
        checks=(
            Check(Method.SYMBOLIC, Coverage.ALL, limits_agree, "limits of what parts the bounds"),
            on_instances(
                Method.CERTIFIED, Coverage.GRID, "both bounds", "5 settings, n = 10^32, 2 epsilons", long_run
            ),
        ),
        near_misses=(
            NearMiss("already at a million records", parameters={"records": 10**6}),
            NearMiss("half the rate", RATES.mutate("21*share*records/20", "share*records/2")),
            NearMiss("batches of a tenth of the records", parameters={"batch": "n/10"}),
        ),
        family=family(
            counts=["records"],
            true={
                ROOM: [
                    "records - 1 for records in 21 * share * records",
                    "records + 1 for records in 19 * share * records",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("an-extreme-draw-shows-a-record", "copies-of-every-level-hide-a-record"),
        trust=("arb", "sympy", "averaging", "exponential-markov"),
        note="p is 5.9e-10 for Figure 2 (right), so the exponential begins beyond n = 10^18, and at a rate ten "
        "million times smaller than that of a line through the figure.",
    ),
)
