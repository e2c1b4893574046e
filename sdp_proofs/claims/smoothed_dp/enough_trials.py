"""How many trials an estimate of a loss needs: what holds instead of 'a million are enough'."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.families import NOT_ATTAINED, family
from sdp_proofs.claims.proofs.stepwise import about, from_premises, in_steps
from sdp_proofs.claims.searching import over
from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.experiments.plug_in import expected_plug_in
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.ledger.space import Integers, Laws, Rationals
from sdp_proofs.numerics.formula import Formula

EXCESS = Formula(
    "expected <= loss + noise/2",
    {"expected": r"\mathbb{E}[\hat d]", "loss": "d(x,x')", "noise": r"\sqrt{K (1 + e^{2\epsilon})/N}"},
)
NOISE = Formula("sqrt(outputs*(1 + odds**2)/trials)", {"outputs": "K", "odds": r"e^\epsilon", "trials": "N"})
RUN = {"x": r"\hat p - E \hat q", "m": "p - E q", "c": "c"}
SUMS = {**EXCESS.symbols, **NOISE.symbols, "c": "c", "variance": r"\sum_a \mathrm{Var}"}
IN_EVERY_RUN = about(
    Formula("Max(0, x) <= Max(0, m) + (x - m)/2 + (c*(x - m)**2 + 1/c)/4", RUN),
    by_solver("one output in one run, for any c > 0", [Formula("c > 0", RUN)]),
)
ON_AVERAGE = from_premises(
    "on average over the runs, summed over K outputs, at c = K/noise",
    [
        Formula(
            "And(outputs >= 1, trials >= 1, odds >= 1, noise > 0, noise**2 == outputs*(1 + odds**2)/trials, "
            "c == outputs/noise, variance <= (1 + odds**2)/trials, expected <= loss + (c*variance + outputs/c)/4)",
            SUMS,
        )
    ],
    tuple(SUMS),
)


def _values(one: FiniteLaw[int], other: FiniteLaw[int], odds: Fraction, trials: int) -> dict[str, Any]:
    outputs = len({*one, *other})
    return {
        "expected": expected_plug_in(one, other, odds, trials),
        "loss": sum((max(Fraction(0), share - odds * other.probability(k)) for k, share in one.items()), Fraction(0)),
        "noise": NOISE.value({"outputs": outputs, "odds": odds, "trials": trials}),
    }


def small_laws(_: Claim) -> Iterator[Instance]:
    """Pairs of laws in quarters on three outcomes, up to six trials; one much seen, and one over many outputs."""
    certain, other = (FiniteLaw({k: Fraction(1)}) for k in (0, 1))
    yield "two certain outputs, 100 trials", _values(certain, other, Fraction(1), 100)
    even = FiniteLaw({k: Fraction(1, 30) for k in range(30)})
    yield "30 equally likely outputs, 30 trials", _values(even, even, Fraction(1), 30)
    shares = [(a, b, 4 - a - b) for a in range(5) for b in range(5 - a)]
    laws = [FiniteLaw({k: Fraction(share, 4) for k, share in enumerate(each) if share}) for each in shares]
    for one in laws:
        for other in laws:
            for odds in (Fraction(1), Fraction(3, 2), Fraction(20)):
                for trials in (1, 3, 6):
                    yield f"{one}, {other}, odds {odds}, {trials} trials", _values(one, other, odds, trials)


def _at(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    one, other = (FiniteLaw.gathered(enumerate(at[name])) for name in ("one", "other"))
    return _values(one, other, at["odds"], at["trials"])


CLAIMS = (
    Claim(
        id="an-estimate-exceeds-the-loss-by-the-noise-of-its-trials",
        paper="smoothed-dp",
        locator="Figure 2",
        title="the expected plug-in estimate is at most d + sqrt(K (1 + E^2)/N)/2 for K outputs and N trials",
        kind=Kind.PROJECT,
        statement="Frequencies from N trials under either law, in the place of the probabilities in d, give an "
        "estimate whose expectation is above d(x,x') by at most $\\frac12 \\sqrt{K (1 + e^{2\\epsilon})/N}$, where K "
        "outputs are possible. So it is right up to a factor of two where $N \\ge K (1 + e^{2\\epsilon})/(4 "
        "d(x,x')^2)$: the trials have to grow like the inverse square of the loss. In every run $\\max(0, x) \\le "
        "\\max(0, m) + (x - m)/2 + (c (x - m)^2 + 1/c)/4$ for $x = \\hat p - E \\hat q$ with the mean m; on average "
        "the second term vanishes, and the squares are variances, $(p(1-p) + E^2 q(1-q))/N$, whose sum over the "
        "outputs is at most $(1 + E^2)/N$.",
        hypotheses=(
            Hypothesis("the N trials under either law are independent, and so are those under both"),
            Hypothesis("K is the number of outputs that are possible under x or x'"),
        ),
        formula=EXCESS,
        checks=(
            in_steps("one output, averaged and summed", IN_EVERY_RUN, ON_AVERAGE),
            on_instances(
                Method.CERTIFIED,
                Coverage.GRID,
                "by enumeration",
                "laws in quarters on 3 outcomes, N <= 6; two certain outputs, N = 100; 30 equally likely ones, N = 30",
                small_laws,
            ),
        ),
        near_misses=(
            NearMiss("an eighth of the noise", EXCESS.mutate("noise/2", "noise/16")),
            NearMiss("no noise", EXCESS.mutate(" + noise/2", "")),
        ),
        family=family(true={NOT_ATTAINED: ["< for <= in expected <= loss + noise / 2"]}, deep=True),
        recorded=Status.ESTABLISHED,
        search=over(
            {"one": Laws(2), "other": Laws(2), "odds": Rationals(1, 20), "trials": Integers(1, 5)}, _at, climbs=False
        ),
        trust=("z3", "arb", "averaging", "independent-records", "sum-over-outputs"),
        note="Many equally likely outputs under both laws at E = 1 come within the factor sqrt(2/pi) = 0.80 of the "
        "bound for large N (central limit theorem); a single fair coin has 0.56 of it.",
    ),
)
