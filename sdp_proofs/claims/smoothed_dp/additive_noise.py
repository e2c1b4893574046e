"""App. A.3 and Table 1: the sampled histogram with and without noise, and the tables that compare notions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.families import IDLE, NOT_ATTAINED, NOT_NEEDED, family
from sdp_proofs.claims.proofs.conjunctions import each_by_solver
from sdp_proofs.claims.searching import over
from sdp_proofs.distributions.histograms import replace_one
from sdp_proofs.ledger import (
    Claim,
    Counterexample,
    Coverage,
    Defect,
    Erratum,
    Hypothesis,
    Kind,
    Method,
    NearMiss,
    Status,
)
from sdp_proofs.ledger.space import Integers, Rationals
from sdp_proofs.mechanisms.exponential_histogram import ExponentialHistogram
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.numerics.reals import rational

NOISE = {
    "q": r"e^{-\epsilon/4}",
    "a": "h_i",
    "b": "h_j",
    "y": r"\tilde{h}_i",
    "s": r"\tilde{h}_j",
    "c": "q^{h_j}",
    "rate": r"\rho",
    "ratio": "R",
    "records": "n",
    "draws": "T",
    "power": r"e^{\rho\epsilon}",
}
PURE = Formula(
    "And(abs(a - 1 - y) - abs(a - y) <= 1, abs(b + 1 - s) - abs(b - s) <= 1, 1 + q - c <= 1 + q - c*q, 1 + q - c*q**2 "
    "<= (1 + q - q**2)*(1 + q - c*q), q**2*(1 + q - q**2) < 1)",
    NOISE,
)
PRINTED = Formula("ratio**records <= (1/q)**(4*draws)", NOISE)
MIXED = {"own": "P_1", "none": "P_0", "other": "P'_1", "rate": r"\rho", "ratio": "R"}
AMPLIFIED = Formula("rate*own + (1 - rate)*none <= (1 + rate*(ratio - 1))*(rate*other + (1 - rate)*none)", MIXED)
ABOVE_HALF = Formula("1 + rate*(ratio - 1) <= power", NOISE)
RATE = {"worst": r"\max_x \delta(x)", "rate": r"\eta"}
NO_NOISE = Formula("worst <= rate", RATE)


def _worst_ratio(_: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """The largest ratio of the probabilities of an output under two neighbours, two types."""
    records, draws, decay = at["records"], at["draws"], at["decay"]
    if records > 6:
        return None
    mechanism = ExponentialHistogram(draws, rational(decay))
    histograms: list[tuple[int, ...]] = [(first, records - first) for first in range(records + 1)]
    laws = {counts: mechanism.law(counts) for counts in histograms}
    worst = Fraction(1)
    for counts, law in laws.items():
        for other in replace_one(counts):
            worst = max(worst, *(mass / laws[other].probability(output) for output, mass in law.items()))
    return {"ratio": worst, "records": records, "draws": draws, "q": decay}


def small_samples(claim: Claim) -> Iterator[Instance]:
    """Two types, up to four records."""
    for records in range(1, 5):
        for draws in range(1, records + 1):
            for decay in (Fraction(1, 2), Fraction(1, 4), Fraction(1, 5)):
                found = _worst_ratio(claim, {"records": records, "draws": draws, "decay": decay})
                if found is not None:
                    yield f"n = {records}, T = {draws}, e^(-epsilon/4) = {decay}", found


def _rounded(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    draws = -(-at["records"] * at["rate"] // 1)
    return {"worst": Fraction(draws, at["records"]), "rate": at["rate"]}


def small_rates(claim: Claim) -> Iterator[Instance]:
    """Rates with small denominators."""
    for records in range(1, 8):
        for rate in (Fraction(1, 2), Fraction(2, 3), Fraction(499, 500)):
            yield f"n = {records}, eta = {rate}", _rounded(claim, {"records": records, "rate": rate})


BETWEEN = Formula("And(0 < q, q < 1, 0 < c, c <= 1)", NOISE)
UNCHECKABLE_TABLE = "A table of words: which quantifier is a maximum, a mean or a conditional probability."

CLAIMS = (
    Claim(
        id="loss-without-noise-is-the-rate",
        paper="smoothed-dp",
        locator="Table 1, DP without noise",
        title="the sampling-histogram mechanism is (0, eta)-differentially private",
        kind=Kind.TABLE,
        statement="With T = ceil(eta n) of n records sampled, the mechanism is (0, eta)-differentially private. Its "
        "delta is T/n exactly.",
        formula=NO_NOISE,
        checks=(on_instances(Method.EXACT, Coverage.GRID, "T = ceil(eta n)", "n <= 7, three rates", small_rates),),
        near_misses=(
            NearMiss("half of eta", NO_NOISE.mutate("rate", "rate/2")),
            NearMiss("strictly", NO_NOISE.mutate("<=", "<")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="no-loss-exceeds-the-sampling-rate",
        counterexample=Counterexample(
            "n = 1, eta = 1/2, T = ceil(1/2) = 1: the only record is published, and delta is 1.",
            {
                "n": "1",
                "eta": "1/2",
                "T": "ceil(eta * n)",
                "P": "lambda h, H: comb(H, h) * comb(n - H, T - h) / comb(n, T)",
                "delta": "max(sum(max(0, P(h, H) - P(h, 1 - H)) for h in range(2)) for H in range(2))",
            },
            fails="delta <= eta",
            given=("0 < eta < 1",),
        ),
        erratum=Erratum(
            "Only rounding: T is ceil(eta n), so delta = T/n is above eta unless eta n is an integer.",
            "eta reads T/n, which differs from it by less than 1/n.",
            defect=Defect.CONSTANT,
        ),
        search=over(
            {"records": Integers(1, 60), "rate": Rationals(0, 1, open_low=True, open_high=True)}, _rounded, climbs=False
        ),
        note="That (0, T/n) is the best pair, attained by a lone record, is `worst-case-loss-is-the-sampling-rate`.",
    ),
    Claim(
        id="noise-alone-is-private",
        paper="smoothed-dp",
        locator="App. A.3, Eq. (4)",
        title="without sampling, the noise makes the histogram (epsilon, 0)-private",
        kind=Kind.EQUATION,
        statement="With q = exp(-epsilon/4), one replaced record changes the exponent of Eq. (4) by 2 at most, and the "
        "normalisation by a factor of at most $1 + q - q^2$. So no probability changes by more than the factor $R = "
        "q^{-2} (1 + q - q^2)$, which is below $q^{-4} = e^{\\epsilon}$. The parts: two exponents, two normalisations "
        "(entry i smaller by one, entry j larger by one), and the comparison.",
        hypotheses=(
            Hypothesis("published entries are nonnegative, so that Z depends on the histogram", silent=True),
            Hypothesis("epsilon > 0"),
        ),
        formula=PURE,
        checks=(each_by_solver("all histograms, outputs and levels of noise", [BETWEEN]),),
        near_misses=(
            NearMiss("normalisation unchanged", PURE.mutate("(1 + q - q**2)*(1 + q - c*q)", "(1 + q - c*q)")),
            NearMiss("exponent 1/2", PURE.mutate("abs(a - y) <= 1", "abs(a - y) <= 1/2")),
        ),
        family=family(
            deep=True,
            true={
                NOT_ATTAINED: ["< for <= in 1 + q - c <= 1 + q - c * q"],
                IDLE: [
                    "0 for 1 in a - 1",
                    "sign of 1 reversed in a - 1",
                    "0 for 1 in b + 1",
                    "sign of 1 reversed in b + 1",
                    "1 for 2 in q ** 2 * (1 + q - q ** 2)",
                    "3 for 2 in 1 + q - q ** 2, place 2",
                    "a - 1 without 1",
                    "sides of abs(a - 1 - y) - abs(a - y) exchanged",
                    "b + 1 without 1",
                    "sides of abs(b + 1 - s) - abs(b - s) exchanged",
                    "c * q without q",
                ],
            }
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
        note="For small epsilon the parameter is 3 epsilon/4, for large epsilon epsilon/2.",
    ),
    Claim(
        id="sampling-amplifies-the-noise",
        paper="project",
        locator="Additive noise",
        title="with sampling at the rate T/n the factor R becomes 1 + (R - 1) T/n",
        kind=Kind.PROJECT,
        statement="The laws are mixtures $\\rho P_1 + (1-\\rho) P_0$ and $\\rho P'_1 + (1-\\rho) P_0$ by whether the "
        "changed record is sampled. If $P_1 \\le R P'_1$ and $P_1 \\le R P_0$, their ratio is at most $1 + \\rho (R - "
        "1)$.",
        formula=AMPLIFIED,
        checks=(
            by_solver(
                "one output, all probabilities",
                [
                    Formula(
                        "And(0 <= rate, rate <= 1, ratio >= 1, own >= 0, none >= 0, other >= 0, own <= ratio*other, "
                        "own <= ratio*none)",
                        MIXED,
                    )
                ],
            ),
        ),
        near_misses=(
            NearMiss("R^rate is smaller", AMPLIFIED.mutate("rate*(ratio - 1)", "rate*(ratio - 1)/ratio")),
            NearMiss("half of the rate", AMPLIFIED.mutate("rate*(ratio - 1)", "rate/2*(ratio - 1)")),
        ),
        family=family(
            true={
                NOT_NEEDED: [
                    "one output, all probabilities, without own >= 0",
                    "one output, all probabilities, without none >= 0",
                    "one output, all probabilities, without other >= 0",
                ]
            }
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("noise-alone-is-private",),
        trust=("z3", "coupling"),
    ),
    Claim(
        id="noisy-sample-has-eta-epsilon",
        paper="smoothed-dp",
        locator="Table 1, DP with noise",
        title="the sampled histogram with noise of level 1/epsilon is (eta epsilon, 0)-private, at any constant rate",
        kind=Kind.TABLE,
        statement="Algorithm 4, with a rate of eta = T/n, is $(\\eta \\epsilon, 0)$-differentially private: no ratio "
        "of probabilities exceeds $e^{\\epsilon T/n}$.",
        hypotheses=(Hypothesis("eta n is an integer, T", silent=True),),
        formula=PRINTED,
        checks=(
            on_instances(Method.EXACT, Coverage.GRID, "all outputs", "two types, n <= 4, three levels", small_samples),
        ),
        near_misses=(
            NearMiss("half of it", PRINTED.mutate("4*draws", "2*draws")),
            NearMiss("a quarter of it", PRINTED.mutate("4*draws", "draws")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="noisy-sample-has-eta-epsilon-from-one-half-on",
        counterexample=Counterexample(
            "n = 3, T = 1, two types, q = exp(-epsilon/4) = 1/5: for x = (2, 1) and x' = (3, 0) the output (0, 1) has "
            "the ratio 9, more than e^(epsilon/3) = 8.55. A sample (1, 0) or (0, 1) gives the same normalisation.",
            {
                "n": "3",
                "T": "1",
                "q": "1/5",
                "entry": "lambda y, h: q**((y - h) if y >= h else (h - y)) * (1 - q) / (1 + q - q**(h + 1))",
                "noisy": "lambda h: entry(0, h) * entry(1, 1 - h)",
                "P": "lambda H: sum(comb(H, h) * comb(n - H, T - h) / comb(n, T) * noisy(h) for h in range(2))",
                "ratio": "P(2) / P(3)",
            },
            fails="ratio**n <= (1/q)**(4 * T)",
            given=("0 < q < 1",),
        ),
        erratum=Erratum(
            "eta epsilon is what sampling makes of a small epsilon. Exactly, the factor R becomes 1 + eta (R - 1), "
            "which is more than e^(eta epsilon) for small rates and large epsilon.",
            "A rate of at least one half, as in the paper's example (0.998); else ln(1 + eta (R - 1)).",
            defect=Defect.CONSTANT,
        ),
        search=over(
            {
                "records": Integers(1, 6),
                "draws": Integers(1, lambda at: at["records"]),
                "decay": Rationals(0, 1, open_low=True, open_high=True),
            },
            _worst_ratio,
            climbs=False,
        ),
    ),
    Claim(
        id="noisy-sample-has-eta-epsilon-from-one-half-on",
        paper="project",
        locator="Additive noise",
        title="for T/n >= 1/2 the sampled histogram with noise is (epsilon T/n, 0)-private",
        kind=Kind.PROJECT,
        statement="$1 + \\rho (R - 1) \\le e^{\\rho \\epsilon}$ for $1/2 \\le \\rho \\le 1$, with $R = q^{-2}(1 + q - "
        "q^2)$ and $e^{\\rho\\epsilon} = (q^{-2})^{2\\rho}$, which is at least $1 + 2 \\rho (q^{-2} - 1)$ by "
        "Bernoulli's inequality.",
        formula=ABOVE_HALF,
        checks=(
            by_solver(
                "all rates and levels of noise",
                [
                    Formula(
                        "And(0 < q, q < 1, 1/2 <= rate, rate <= 1, ratio*q**2 == 1 + q - q**2, power >= 1 + "
                        "2*rate*(1/q**2 - 1))",
                        NOISE,
                    )
                ],
            ),
        ),
        near_misses=(
            NearMiss("twice the loss", ABOVE_HALF.mutate("rate*(ratio - 1)", "2*rate*(ratio - 1)")),
            NearMiss("1.1 in place of 1", ABOVE_HALF.mutate("1 + rate", "11/10 + rate")),
        ),
        family=family(
            true={
                NOT_ATTAINED: ["< for <= in 1 + rate * (ratio - 1) <= power"],
                NOT_NEEDED: [
                    "all rates and levels of noise, without 0 < q",
                    "all rates and levels of noise, without rate <= 1",
                ],
            }
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("sampling-amplifies-the-noise", "noise-alone-is-private"),
        trust=("z3", "bernoulli"),
    ),
    Claim(
        id="messages-of-the-comparison",
        paper="smoothed-dp",
        locator="Table 1, main messages",
        title="private under smoothed analysis, non-private in the worst case, private with noise",
        kind=Kind.TABLE,
        statement="Without noise the election is private under smoothed DP and not under DP; with noise it is private "
        "if epsilon is small.",
        recorded=Status.OPEN,
        uncheckable="'Private' is delta = o(1/n), a statement on all n for parameters that the table leaves open; the "
        "numbers of the table are claims of their own, as are those on the exponential fall of the smoothed delta.",
    ),
    Claim(
        id="comparison-of-notions",
        paper="smoothed-dp",
        locator="Table 2",
        title="which of database, output and neighbour are worst-case, smoothed or less informed, notion by notion",
        kind=Kind.TABLE,
        statement="Smoothed DP has a smoothed database, and a worst-case output and neighbour; DP, f-DP, Renyi and "
        "concentrated DP are worst-case in all three; Bayesian, random and distributional DP assume less informed "
        "adversaries.",
        recorded=Status.OPEN,
        uncheckable=UNCHECKABLE_TABLE + " Renyi and concentrated DP average over outputs.",
    ),
    Claim(
        id="threat-models",
        paper="smoothed-dp",
        locator="Table 3",
        title="what the adversaries of DP, smoothed DP and distributional DP know and choose",
        kind=Kind.TABLE,
        statement="The adversary of smoothed DP knows what that of DP knows, all records but one, and chooses the "
        "sources in place of the database; that of distributional DP knows the distribution only.",
        recorded=Status.OPEN,
        uncheckable=UNCHECKABLE_TABLE + " The three share a cell for the output, but in smoothed DP event and "
        "neighbour are chosen after the database, in distributional DP before it.",
    ),
    Claim(
        id="sampled-histogram-with-noise",
        paper="smoothed-dp",
        locator="Algorithm 4",
        title="T records without replacement, their histogram with the noise of the exponential mechanism",
        kind=Kind.ALGORITHM,
        statement="The histogram of T sampled records is published as y with a probability proportional to "
        "$e^{-\\epsilon |h - y|_1/4}$, entries of y being nonnegative.",
        recorded=Status.OPEN,
        uncheckable="A definition asserts nothing. That it 'can be treated as' discrete Laplacian noise is a manner of "
        "speaking: the entries are geometric in both directions, cut off at 0.",
    ),
    Claim(
        id="strictly-positive-sources",
        paper="smoothed-dp",
        locator="App. A.3, strictly positive",
        title="strictly positive is f-strictly positive for a constant f",
        kind=Kind.DEFINITION,
        statement="A set of sources is strictly positive if a constant c > 0 is a lower bound of the probabilities "
        "that its members give to types of their supports.",
        recorded=Status.OPEN,
        uncheckable="Two definitions that agree word by word. Both only look at the support, so a source that is "
        "certain is strictly positive, too, with c = 1; what follows is in `exponentially-small-whatever-the-sources`.",
    ),
)
