"""Remark 8: false as printed at small sampling rates; true at larger ones; one exponential in its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances, on_many_instances
from sdp_proofs.claims.families import NOT_NEEDED, family
from sdp_proofs.claims.instances.bound_samples import (
    DEEP_SEED,
    RANDOM_SOURCES,
    SEED,
    SMOOTHED_SCOPE,
    by_floor,
    exact,
    sources_above_the_threshold,
)
from sdp_proofs.claims.instances.plain_definitions import SMALL_LOSS
from sdp_proofs.claims.project.small_rates import facts
from sdp_proofs.claims.proofs.facts import by_facts
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.derivations.one_exponential import ONE_EXPONENTIAL
from sdp_proofs.claims.smoothed_dp.derivations.published_bound import PRINTED, PUBLISHED_BOUND, REMARK, failing, one_law
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.experiments.fewer_records import LARGE_DISTANCE, LARGE_RATE
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
from sdp_proofs.privacy.bounds.exponent import decay_rate
from sdp_proofs.privacy.bounds.instance import Instance as Bounded
from sdp_proofs.privacy.bounds.remark_8 import remark_8_as_published
from sdp_proofs.privacy.budget import Budget

REMARK_8 = Formula(f"loss <= {PRINTED}", REMARK)
LITERAL = Formula("loss <= exp(-gap*records/6) + types*exp(-records/8)", REMARK)
REGION = Formula(
    "loss <= first + types*second",
    {
        "loss": r"\delta_{\mathrm{SDP}}",
        "first": "e^{-g f n/6}",
        "types": "m",
        "second": "e^{-f n/8}",
        "single": "e^{-(1-e^{-K}) f n}",
        "cut": r"e^{-(w \ln w + 1 - w + g/6) f n}",
        "rate": r"\rho",
        "distance": r"\theta - \rho",
        "entropy": "K",
        "base": "e^{-K}",
        "gap": "g",
        "w": "w",
    },
)
CASES = tuple(
    Formula(text, REGION.symbols)
    for text in (
        "And(first >= 0, types >= 1, gap > 0, entropy > 0, 6*entropy*w == gap)",
        f"Or(rate >= {LARGE_RATE}, distance >= {LARGE_DISTANCE})",
        "Implies(distance >= 13/50, 1 - base >= 1/8)",
        "Implies(rate >= 2/5, entropy >= 25*gap/81)",
        "And(loss <= types*single, Implies(w <= base, loss <= first + types*cut))",
        "And(Implies(1 - base >= 1/8, single <= second), Implies(And(0 < w, w <= 27/50), cut <= second))",
    )
)
"""What the claims that this one depends on say of each place; z3 goes through the cases.

The region is the one that the covering for fewer records leaves out.
"""
TOO_FAST = Formula(
    "rate < least*Min(gap/6, 1/8)", {"rate": r"R(\rho, \epsilon)", "least": "f", "gap": r"g(\rho, \epsilon)"}
)
REPAIRED = Formula(
    "And(loss <= types*power, power <= limit)",
    {
        "loss": r"\delta_{\mathrm{SDP}}",
        "types": "m",
        "power": r"(1 - f(1 - e^{-K}))^n",
        "limit": "e^{-f n(1 - e^{-K})}",
        "mean": r"\max_i E e^{-K H_i}",
    },
)
RATES = ("1/1000", "1/200", "1/50", "1/20", "1/10")


def _one_law(_: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """All records follow one law; epsilon by the excess s of 1 - e^-epsilon over the rate."""
    theta = Fraction(at["draws"], at["records"]) * (1 + Fraction(at["excess"]))
    return one_law(at["records"], at["draws"], 1 / (1 - theta), Fraction(at["share"])) if theta < 1 else None


def _point_masses(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    rate, odds = Fraction(at["draws"], at["records"]), Fraction(at["odds"])
    sources = SourceSet.from_laws(["1,0", "0,1"])
    return {
        "loss": exact(sources, at["records"], at["draws"], Budget.read(odds=odds)),
        "gap": ((1 - 1 / odds) / rate - 1) ** 2,
        "records": at["records"],
        "types": 2,
    }


def _literal(claim: Claim) -> Iterator[Instance]:
    for records, draws in ((12, 6), (13, 6), (20, 10)):
        at = {"records": records, "draws": draws, "odds": 100}
        yield f"point masses, n = {records}, T = {draws}, odds 100", _point_masses(claim, at)


def in_the_region(_: Claim, *, seed: int = SEED, count: int = 250) -> Iterator[Instance]:
    """Random sources with a rate of at least 2/5, or theta - rho >= 13/50."""
    draw = Random(seed)
    for _trial in range(count):
        shares = [Fraction(draw.randint(1, 19), 20) for _ in range(draw.choice((1, 2)))]
        sources = SourceSet.from_laws([(share, 1 - share) for share in shares])
        records = draw.randint(4, 40)
        draws = draw.randint(1, records - 1)
        low, part = Fraction(draws, records), Fraction(draw.randint(1, 99), 100)
        if low < Fraction(2, 5):
            low += Fraction(13, 50)
        odds = 1 / (1 - (low + (1 - low) * part))
        case, budget = by_floor(sources, records, draws), Budget.read(odds=odds)
        whole = remark_8_as_published(case, budget).value
        values = {"loss": exact(sources, records, draws, budget), "first": whole, "types": 2, "second": 0}
        yield f"{sources.laws}, n = {records}, T = {draws}, odds {odds}", values


def exponents(claim: Claim) -> Iterator[Instance]:
    """The exact decay rate of delta_SDP beside the rate that Remark 8 promises, for s = 9/10."""
    for text in claim.parameters["rates"]:
        rate, excess = Fraction(text), Fraction(9, 10)
        for floor in (Fraction(1, 2), Fraction(1, 4)):
            case = Bounded(rate.denominator * 1000, rate.numerator * 1000, 2, floor)
            found = decay_rate(case, Budget.read(odds=1 / (1 - rate * (1 + excess))), digits=6).value
            yield f"rate {text}, f = {floor}", {"rate": found, "least": floor, "gap": excess**2}


ONE_LAW: dict[str, Domain] = {
    "records": Integers(2, 400),
    "draws": Integers(1, lambda at: at["records"] - 1),
    "excess": Rationals(0, lambda at: Fraction(at["records"], at["draws"]) - 1, open_low=True, open_high=True),
    "share": Rationals(0, Fraction(1, 2), open_low=True),
}
POINT_MASSES: dict[str, Domain] = {
    "records": Integers(2, 60),
    "draws": Integers(1, lambda at: at["records"] - 1),
    "odds": Rationals(lambda at: Fraction(at["records"], at["records"] - at["draws"]), 1000, open_low=True),
}
FULL_SUPPORT = Hypothesis("every source gives every type at least f, not only the types of its support", silent=True)
FEWER = Hypothesis("T < n", silent=True)

CLAIMS = (
    Claim(
        id="remark-eight",
        paper="smoothed-dp",
        locator="Remark 8",
        title="delta_SDP <= exp(-g f n/6) + m exp(-f n/8) for epsilon > ln(1/(1-eta))",
        kind=Kind.REMARK,
        statement="For f-strictly positive sources over m types and $\\epsilon > \\ln(1/(1-\\eta))$, the sampling "
        "histogram has $\\delta_{SDP} \\le e^{-g f n/6} + m\\,e^{-f n/8}$, where $g = (\\eta^{-1}(1 - e^{-\\epsilon}) "
        "- 1)^2$.",
        hypotheses=(Hypothesis("epsilon > ln(n/(n-T)), with T/n for eta"), FULL_SUPPORT, FEWER),
        formula=REMARK_8,
        checks=(
            on_instances(
                Method.CERTIFIED, Coverage.GRID, "fair coins, one draw", "three instances", lambda claim: failing()
            ),
        ),
        near_misses=(
            NearMiss("half of the bound", REMARK_8.mutate("<= exp", "<= exp(-1)*exp")),
            NearMiss("direction turned", REMARK_8.mutate("<=", ">=")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="smoothed-loss-below-one-exponential",
        counterexample=Counterexample(
            "Fair coins, n = 127 records, one of them sampled, e^epsilon = 66/65: delta_SDP is 8.485e-4, the bound "
            "8.327e-4. No database with fewer records fails, whatever T, epsilon, f and the sources.",
            {
                "n": "127",
                "T": "1",
                "E": "66/65",
                **SMALL_LOSS,
                "f": "1/2",
                "g": "((1 - 1/E) / (T/n) - 1)**2",
                "average": "sum(comb(n, H) * f**n * delta(H) for H in range(n + 1))",
            },
            fails="average <= exp(-g * f * n / 6) + 2 * exp(-f * n / 8)",
            given=("E > n / (n - T)",),
        ),
        erratum=Erratum(
            "The Chernoff bound in step 1 of its proof takes the mean of the sampled count to be H instead of "
            "H T/n. At small sampling rates the bound falls much too fast: at T = 1, n = 200 and e^epsilon = 1.01 it "
            "is 7.6e-6, and delta_SDP 3.3e-4.",
            "The exponent is 1 - e^-K with K = KL(1 - e^-epsilon || T/n) instead of min(g/6, 1/8). It is smaller at "
            "small rates, and needs neither the split at one half nor two terms.",
            defect=Defect.CONSTANT,
        ),
        search=over(ONE_LAW, _one_law),
        trust=("arb",),
        derivation=PUBLISHED_BOUND,
        note="It holds for all n <= 126: remark-eight-holds-for-fewer-records; at every rate T/n >= 2/5 and wherever "
        "theta - T/n >= 13/50: remark-eight-holds-at-larger-rates. It fails for T = 1 at every n >= 200, and for large "
        "n at rates up to 1/10: remark-eight-fails-for-one-draw, remark-eight-fails-at-small-rates. The repair is "
        "smoothed-loss-below-one-exponential; for every epsilon, smoothed-loss-below-two-exponentials.",
    ),
    Claim(
        id="remark-eight-with-strict-positivity-on-supports",
        paper="smoothed-dp",
        locator="Remark 8",
        title="the same with f as defined: pi(X) >= f for X in the support of pi",
        kind=Kind.REMARK,
        statement="With the definition of strict positivity as printed, $\\pi(X) \\ge f$ for X in the support of pi, "
        "point masses are 1-strictly positive. Remark 8 then says $\\delta_{SDP} \\le e^{-g n/6} + m\\,e^{-n/8}$ for "
        "any set of them.",
        hypotheses=(Hypothesis("epsilon > ln(n/(n-T))"), FEWER),
        formula=LITERAL,
        checks=(on_instances(Method.CERTIFIED, Coverage.GRID, "two point masses", "three instances", _literal),),
        near_misses=(
            NearMiss("half of the first term", LITERAL.mutate("exp(-gap*records/6)", "exp(-gap*records/6)/2")),
            NearMiss("m = 1", LITERAL.mutate("types*", "")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="smoothed-loss-below-one-exponential",
        counterexample=Counterexample(
            "Two point masses, 13 records, 6 of them sampled, e^epsilon = 42. All records may be of one type, for "
            "certain, and then delta is T/n = 6/13 = 0.46154; the bound is 0.46143. Neither n nor the integer "
            "e^epsilon can be smaller.",
            {"n": "13", "T": "6", "E": "42", **SMALL_LOSS, "f": "1", "g": "((1 - 1/E) / (T/n) - 1)**2"},
            fails="delta(n) <= exp(-g * f * n / 6) + 2 * exp(-f * n / 8)",
            given=("E > n / (n - T)",),
        ),
        erratum=Erratum(
            "The definition restricts pi(X) >= f to the support of pi, while the proof uses it for all types. Sources "
            "that exclude a type keep delta_SDP near T/n at every n.",
            "Every source must give every type at least f.",
            defect=Defect.HYPOTHESIS,
        ),
        search=over(POINT_MASSES, _point_masses),
        trust=("arb",),
    ),
    Claim(
        id="remark-eight-holds-at-larger-rates",
        paper="smoothed-dp",
        locator="Remark 8",
        title="Remark 8 is true if T/n >= 2/5 or 1 - e^-eps - T/n >= 13/50, for all n, m and f",
        kind=Kind.REMARK,
        statement="Let $\\rho = T/n$, $\\theta = 1 - e^{-\\epsilon} > \\rho$ and K = KL(theta||rho). The bound of "
        "Remark 8 holds for all n, m and f if $\\rho \\ge 2/5$ or $\\theta - \\rho \\ge 13/50$. Proof: with t = f n "
        "and w = g/(6K). If $1 - e^{-K} \\ge 1/8$, one exponential is at most $m e^{-t/8}$; so at a distance of 13/50, "
        "by Pinsker. At rates from 2/5 on, $w \\le 27/50$. If $w \\le e^{-K}$, split at $H_i < w t$: the rest is "
        "$e^{-K w t} = e^{-g t/6}$, the part below at most $m e^{-t (w \\ln w + 1 - w + g/6)} \\le m e^{-t/8}$. Else "
        "$e^{-K} < 27/50$ and one exponential is enough.",
        hypotheses=(FULL_SUPPORT, FEWER, Hypothesis("epsilon > ln(n/(n-T))")),
        fidelity=Fidelity.NARROWED,
        formula=REGION,
        checks=(
            by_solver("case by case", CASES),
            on_instances(
                Method.CERTIFIED, Coverage.SAMPLE, "random sources", f"two types, n <= 40, seed {SEED}", in_the_region
            ),
            on_many_instances(
                Method.CERTIFIED, "many random sources", "two types, n <= 40", in_the_region, seed=DEEP_SEED
            ),
        ),
        near_misses=(
            NearMiss("m = 1", REGION.mutate("types*second", "second")),
            NearMiss("without the first term", REGION.mutate("first + ", "")),
        ),
        family=family(counts=["types"], true={NOT_NEEDED: ["case by case, without entropy > 0"]}),
        recorded=Status.ESTABLISHED,
        depends_on=(
            "entropy-at-rates-of-two-fifths-and-more",
            "exponent-of-the-split-average",
            "split-leaves-an-eighth",
            "entropy-at-a-distance-is-enough-for-an-eighth",
            "one-loss-below-one-exponential",
            "smoothed-loss-below-one-exponential",
        ),
        trust=("z3", "arb"),
        note="It covers the elections of the paper (rate 0.998). Between rates of 1/10 and 2/5 the answer depends on "
        "epsilon.",
    ),
    Claim(
        id="remark-eight-fails-at-small-rates",
        paper="smoothed-dp",
        locator="Remark 8",
        title="at every rate up to 1/10 delta_SDP decays more slowly than Remark 8 says: it fails at all large n",
        kind=Kind.PROJECT,
        statement="At every rate $\\rho \\le 1/10$, every floor $f \\le 1/2$ and $1 - e^{-\\epsilon} = 1.9\\,\\rho$, "
        "the exact decay rate of delta_SDP is below $f \\min(g/6, 1/8) = f/8$: the printed bound falls faster than the "
        "loss, and fails at all large n with this rate. Proof: the decay rate is a minimum, and one place with a cost "
        "below f/8 is named.",
        hypotheses=(Hypothesis("two types, all laws with shares of at least f; 0 < rho, 0 < f"),),
        formula=TOO_FAST,
        parameters={"rates": RATES},
        checks=(
            by_facts("one place, at small and at larger floors", facts),
            on_instances(Method.CERTIFIED, Coverage.GRID, "exact decay rates", "5 rates, two floors", exponents),
        ),
        near_misses=(
            NearMiss("also at a rate of one eighth", parameters={"rates": ("1/8",)}),
            NearMiss("by a factor of two at one tenth", TOO_FAST.mutate("1/8)", "1/16)")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        depends_on=(
            "exact-decay-brackets-the-smoothed-loss",
            "a-place-of-slow-decay-is-feasible",
            "relative-entropy-is-at-most-the-chi-square",
            "cost-of-the-slow-place-at-larger-floors",
            "cost-of-the-slow-place-at-small-floors",
        ),
        trust=("arb", "z3"),
    ),
    Claim(
        id="smoothed-loss-below-one-exponential",
        paper="smoothed-dp",
        locator="Remark 8",
        title="what holds instead: delta_SDP <= m (1 - f (1 - e^-K))^n <= m exp(-f n (1 - e^-K))",
        kind=Kind.PROJECT,
        statement="If epsilon > ln(n/(n-T)) and every source gives every type at least f, then with $K = KL(1 - "
        "e^{-\\epsilon} \\| T/n)$: $\\delta_{SDP} \\le m\\,(1 - f(1 - e^{-K}))^n \\le m\\,e^{-f n (1 - e^{-K})}$. "
        "Proof: $\\delta(H) \\le \\max_i e^{-K H_i} \\le \\sum_i e^{-K H_i}$, and the average of each summand is a "
        "product over the records, whatever sources they follow.",
        hypotheses=(FULL_SUPPORT, FEWER, Hypothesis("epsilon > ln(n/(n-T))")),
        fidelity=Fidelity.RECONSTRUCTED,
        formula=REPAIRED,
        checks=(
            by_solver(
                "averaged over databases",
                [Formula("And(loss <= types*mean, types >= 1, mean <= power, power <= limit)", REPAIRED.symbols)],
            ),
            on_instances(
                Method.CERTIFIED, Coverage.SAMPLE, "random sources", SMOOTHED_SCOPE, sources_above_the_threshold
            ),
            on_many_instances(
                Method.CERTIFIED, "many random sources", RANDOM_SOURCES, sources_above_the_threshold, seed=DEEP_SEED
            ),
        ),
        near_misses=(
            NearMiss("once for all types", REPAIRED.mutate("types*power", "power")),
            NearMiss("half of it", REPAIRED.mutate("types*power", "types*power/2")),
        ),
        family=family(counts=["types"]),
        recorded=Status.ESTABLISHED,
        depends_on=(
            "one-loss-below-one-exponential",
            "averages-of-powers-factorise",
            "a-rarer-type-has-a-larger-average",
            "a-power-is-below-an-exponential",
        ),
        trust=("z3", "arb", "averaging"),
        derivation=ONE_EXPONENTIAL,
    ),
)
