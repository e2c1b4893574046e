"""Proposition 4: a function of the output, deterministic or randomised, is not less private."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.families import family
from sdp_proofs.claims.proofs.proving import by_induction, with_terms
from sdp_proofs.claims.proofs.stepwise import about, in_steps
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.derivations.post_processing import REPAIRED_POST_PROCESSING
from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.distributions.histograms import histograms
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.ledger.space import Compositions, Domain, Integers, Laws, Rationals
from sdp_proofs.mechanisms.finite import DatabaseTable
from sdp_proofs.mechanisms.post_processing import Lookup, PostProcessed, RandomlyPostProcessed
from sdp_proofs.mechanisms.sampling_histogram import SamplingHistogram
from sdp_proofs.mechanisms.voting_rules import Plurality
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.definition import database_delta, smoothed_delta_by_lists

WEIGHED = ("p", "q", "r", "s", "k", "l", "c", "d", "odds")
"""Two outputs a and b and a result: p = P(a), q = P'(a), r = P(b), s = P'(b); f turns a into the result with
probability k and b with l, and under x' with c and d, which are the same unless f sees the record."""
NOT_MORE = Formula("after <= before", {"after": r"\delta_{f \circ M}", "before": r"\delta_{M}"})
NONNEGATIVE = Formula("And(p >= 0, q >= 0, r >= 0, s >= 0, k >= 0, l >= 0, c >= 0, d >= 0, odds >= 1)", WEIGHED)
ROWS = ("00", "01", "10", "11")

TABLES: dict[str, Domain] = {
    **{f"row_{name}": Laws(2) for name in ROWS},
    **{f"kernel_{output}": Laws(2) for output in "01"},
    "share": Rationals(0, 1),
    "odds": Rationals(1, 6),
}
"""Any mechanism with two outputs on two binary records, any kernel on the outputs, any single source."""


def coin(share: Fraction) -> FiniteLaw[int]:
    """Output 0 with this probability, else 1."""
    return FiniteLaw.gathered([(0, share), (1, 1 - share)])


def on_pairs(rows: Mapping[tuple[int, ...], Fraction]) -> DatabaseTable[int]:
    """A mechanism with two outputs on lists of binary records, by its probabilities of output 0."""
    return DatabaseTable(2, {records: coin(share) for records, share in rows.items()})


def _tables(_: Claim, at: Mapping[str, Any]) -> dict[str, Fraction]:
    mechanism = on_pairs({tuple(map(int, name)): at[f"row_{name}"][0] for name in ROWS})
    processed = RandomlyPostProcessed(mechanism, Lookup({0: coin(at["kernel_0"][0]), 1: coin(at["kernel_1"][0])}))
    sources = SourceSet.interval(at["share"], at["share"])
    return {
        "after": smoothed_delta_by_lists(processed, sources, 2, at["odds"]).value,
        "before": smoothed_delta_by_lists(mechanism, sources, 2, at["odds"]).value,
    }


def single_records(claim: Claim) -> Iterator[Instance]:
    """One binary record, three outputs, all functions and some kernels to two results, unless f sees the record."""
    kernels = [dict(enumerate(images)) for images in product((Fraction(0), Fraction(1, 2), Fraction(1)), repeat=3)]
    laws = [law for level in range(3) for law in Laws(3).at_level(level, {})]
    for first, second in product(laws, laws):
        mechanism = DatabaseTable(
            2, {(0,): FiniteLaw.gathered(enumerate(first)), (1,): FiniteLaw.gathered(enumerate(second))}
        )
        for odds in (Fraction(1), Fraction(2)):
            before = database_delta(mechanism, (0,), odds)
            for kernel in kernels:
                processed = RandomlyPostProcessed(mechanism, Lookup({a: coin(share) for a, share in kernel.items()}))
                shown: Any = on_pairs({(0,): Fraction(1), (1,): Fraction(0)}) if claim.parameters["sees"] else processed
                after = database_delta(shown, (0,), odds)
                name = f"rows {_text(first)} and {_text(second)}, f to 0 with {_text(kernel.values())}, odds {odds}"
                yield name, {"after": after, "before": before}


def pairs_of_records(claim: Claim) -> Iterator[Instance]:
    """Two binary records of one source: the expected losses."""
    for shares in product((Fraction(0), Fraction(1, 2), Fraction(1)), repeat=4):
        rows = {f"row_{name}": (share, 1 - share) for name, share in zip(ROWS, shares, strict=True)}
        for kernel in ((Fraction(1), Fraction(1, 3)), (Fraction(0), Fraction(3, 4))):
            kernels = {f"kernel_{output}": (share, 1 - share) for output, share in enumerate(kernel)}
            at = {**rows, **kernels, "share": Fraction(1, 3), "odds": Fraction(3, 2)}
            yield f"rows {_text(shares)}, f to 0 with {_text(kernel)}", _tables(claim, at)


def winners(_: Claim) -> Iterator[Instance]:
    """Sampled elections with three candidates: the winners against the sampled histogram."""
    for records in range(1, 6):
        for draws in range(1, records + 1):
            counted = SamplingHistogram(draws=draws)
            elected = PostProcessed(counted, Plurality())
            for counts in histograms(records, (records,) * 3):
                for odds in (Fraction(1), Fraction(2)):
                    values = {
                        "after": database_delta(elected, counts, odds),
                        "before": database_delta(counted, counts, odds),
                    }
                    yield f"counts {counts}, T = {draws}, odds {odds}", values


ELECTIONS: dict[str, Domain] = {
    "records": Integers(1, 6),
    "counts": Compositions(lambda at: at["records"], 3),
    "draws": Integers(1, lambda at: at["records"]),
    "odds": Rationals(1, 20),
}


def _winners(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    counted, odds = SamplingHistogram(draws=at["draws"]), Fraction(at["odds"])
    elected = PostProcessed(counted, Plurality())
    return {
        "after": database_delta(elected, at["counts"], odds), "before": database_delta(counted, at["counts"], odds)
    }  # fmt: skip


def _text(shares: Any) -> str:
    return "(" + ", ".join(map(str, shares)) + ")"


def _at_one_result(claim: Claim) -> Formula:
    c, d = ("c", "d") if claim.parameters["sees"] else ("k", "l")
    terms = {
        "after": f"Max(0, k*p + l*r - odds*({c}*q + {d}*s))",
        "before": "k*Max(0, p - odds*q) + l*Max(0, r - odds*s)",
    }
    return with_terms(claim.formula, terms, WEIGHED)


CLAIMS = (
    Claim(
        id="post-processing-merges-positive-parts",
        paper="smoothed-dp",
        locator="Proposition 4",
        title="no function of the output, deterministic or randomised, raises the loss of any database",
        kind=Kind.PROPOSITION,
        statement="Let f turn output a into a result c with probability $k_a$, and let $x_a = P(a) - E P'(a)$. For "
        "every result $\\max(0, \\sum_a k_a x_a) \\le \\sum_a k_a \\max(0, x_a)$. Summed over the results, "
        "$d_{f \\circ M}(x, x') \\le d_M(x, x')$ in both directions, so $\\delta_{f \\circ M}(x) \\le \\delta_M(x)$ at "
        "every database, and the same on average under every assignment of sources.",
        hypotheses=(
            Hypothesis("f sees the output only: neither the database nor the randomness of the mechanism", silent=True),
            Hypothesis("outputs form a countable set; others by the same inequality between densities", silent=True),
        ),
        formula=NOT_MORE,
        parameters={"sees": False},
        checks=(
            in_steps(
                "one result",
                about(_at_one_result, by_solver("two outputs, all probabilities and odds", [NONNEGATIVE])),
            ),
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "one record",
                "all pairs of laws on three outputs with denominators up to 3, 27 kernels to two results, two odds",
                single_records,
            ),
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "two records, smoothed",
                "all tables of probabilities 0, 1/2, 1 on two binary records, two kernels, one source",
                pairs_of_records,
            ),
        ),
        near_misses=(
            NearMiss("strictly less", NOT_MORE.mutate("<=", "<")),
            NearMiss("nine tenths", NOT_MORE.mutate("before", "9/10*before")),
            NearMiss("f may see the record", parameters={"sees": True}),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        search=over(TABLES, _tables, climbs=False),
        depends_on=("best-event-takes-the-positive-terms",),
        trust=("z3", "sum-over-outputs", "induction", "countable-sums", "averaging"),
        derivation=REPAIRED_POST_PROCESSING,
        note="A function that sees the record, 'extra knowledge about the database' in the words before the "
        "proposition, can release it.",
    ),
    Claim(
        id="winners-are-no-less-private-than-the-sampled-votes",
        paper="smoothed-dp",
        locator="Sec. 4",
        title="post-processing bounds the loss of other mechanisms: plurality on a sample against its histogram",
        kind=Kind.STATEMENT,
        statement="The winners of a sampled plurality election are a function of the sampled histogram, so that "
        "$\\delta(x)$ of the histogram bounds that of the winners. A histogram with $x_a = P(a) - E P'(a)$ that elects "
        "c, which has $y_c$ so far, adds $\\max(0, y_c + x_a) - \\max(0, y_c)$ to the loss of the winners, and no "
        "less, $\\max(0, x_a)$, to that of the histogram.",
        formula=NOT_MORE,
        checks=(
            by_induction(
                "one sampled histogram after the other",
                {"after": "0", "before": "0"},
                {"after": "after + Max(0, y + x) - Max(0, y)", "before": "before + Max(0, x)"},
                [Formula("And(x <= 1, y <= 1)", {"x": "x_a", "y": "y_c"})],
            ),
            on_instances(
                Method.EXACT, Coverage.GRID, "sampled elections", "three candidates, n <= 5, all T, two odds", winners
            ),
        ),
        near_misses=(
            NearMiss("strictly less", NOT_MORE.mutate("<=", "<")),
            NearMiss("at most half", NOT_MORE.mutate("before", "before/2")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        search=over(ELECTIONS, _winners, climbs=False),
        depends_on=("best-event-takes-the-positive-terms", "post-processing-merges-positive-parts"),
        trust=("z3", "induction", "sum-over-outputs", "maximum"),
        note="Any other rule that counts the sampled votes elects by a function of the histogram as well.",
    ),
)
