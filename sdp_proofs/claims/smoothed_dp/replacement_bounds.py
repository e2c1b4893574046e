"""Theorem 5 without asymptotics and for any number of draws: bounds for every epsilon, judged by exact averages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_box, on_instances, on_many_instances
from sdp_proofs.claims.families import NOT_ATTAINED, ROOM, family
from sdp_proofs.claims.proofs.parts import in_parts
from sdp_proofs.claims.proofs.proving import after_substitution, by_induction
from sdp_proofs.claims.proofs.stepwise import in_steps
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.derivations.replacement_averages import (
    ONE_TAIL,
    SYMBOLS,
    drawn_at_random,
    largest_average,
)
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.ledger import Claim, Coverage, Fidelity, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.ledger.space import Domain, Integers, Rationals
from sdp_proofs.numerics.enclosure import Enclosure
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.bounds.instance import Instance as Sampling
from sdp_proofs.privacy.bounds.replacement import absent_type_lower, replacement_upper
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.smoothed import Smoothing

BOTH = {
    **SYMBOLS,
    "bound": "B_2",
    "up": r"(\tau/\rho)^{\tau}",
    "down": r"e^{\rho - \sigma}",
    "averaged_up": r"\max E e^{-L_+ H_i}",
    "averaged_down": r"\max E e^{-L_- H_i}",
    "power_up": r"(1 - c(1 - e^{-L_+}))^n",
    "power_down": r"(1 - c(1 - e^{-L_-}))^n",
}
TWO_TAILS = Formula("smoothed <= bound", BOTH)
AVERAGED = Formula(
    "And(smoothed <= m*(up*averaged_up + down*averaged_down), averaged_up <= power_up, averaged_down <= power_down, "
    "up >= 0, down >= 0, m >= 1, bound == m*(up*power_up + down*power_down))",
    BOTH,
)
ABSENT = {
    **SYMBOLS,
    "least": "(1 - p)^n (1 - (1 - 1/n)^T)",
    "absent": r"\Pr[H_i = 0] = (1-p)^n",
    "seen": "1 - (1 - 1/n)^T",
    "others": r"E[\delta; H_i > 0]",
}
FROM_BELOW = Formula("smoothed >= least", ABSENT)
ONE_EVENT = Formula("And(smoothed >= absent*seen + others, others >= 0, least == absent*seen)", ABSENT)
ONE_TAILED = Formula(
    "smoothed <= m*(epsilon/r)**epsilon*(1 - c*(1 - exp(-(epsilon*log(epsilon/r) - epsilon + r))))**n", SYMBOLS
)
RATE = Formula("(1 + 2*r)*log(2 + 1/r) - 1 - r >= 5/4", SYMBOLS)
ONE_RECORD = {
    "first": "(epsilon/r)**epsilon",
    "base": "exp(-(epsilon*log(epsilon/r) - epsilon + r))",
    "power": "(1 - c*(1 - base))**n",
}
FACTORS = Formula(
    "And(0 <= c, c <= p, p <= 1, 0 <= base, base <= 1, first >= 0, m >= 1, power >= 0, smoothed >= 0)",
    ["c", "p", "m", "smoothed", *ONE_RECORD],
)
RECORD_BY_RECORD = in_parts(
    by_induction(
        "record by record, from n = 0",
        {"smoothed": "m*first", "power": "1"},
        {"smoothed": "smoothed*(1 - p*(1 - base))", "power": "power*(1 - c*(1 - base))"},
        [FACTORS],
    ),
    ONE_RECORD,
)
"""The sum over the types of first * E base^H_i, one record after the other; p is the probability of the type."""
ANY_DRAWS = Formula("smoothed <= m*start*(1 - 7*c/10)**n", SYMBOLS)
STATED_BY_RECORDS = in_parts(
    by_induction(
        "record by record, from n = 0",
        {"smoothed": "m*start", "power": "1"},
        {"smoothed": "smoothed*factor", "power": "power*(1 - 7*c/10)"},
        [
            Formula(
                "And(0 < c, c <= 1/2, 0 <= factor, factor <= 1 - 7*c/10, m >= 1, start >= 0, power >= 0, "
                "smoothed >= 0)",
                ["c", "m", "start", "factor", "power", "smoothed"],
            )
        ],
    ),
    {"power": "(1 - 7*c/10)**n"},
)
"""`factor` is 1 - c (1 - e^-L), what one record multiplies the bound by one tail with."""
START = Formula("(2 + 1/r)**(1 + 2*r)", ["r"])
SEED, DEEP_SEED = 5, 7


@cache
def cases(count: int, largest: int) -> tuple[tuple[str, dict[str, Any]], ...]:
    """Random sizes with their exact average and both bounds."""
    return tuple((_name(at), _bounds(at)) for at in drawn_at_random(SEED, count, largest))


def _name(at: Mapping[str, Any]) -> str:
    return f"n = {at['n']}, T = {at['T']}, shares {at['low']} to {at['high']}, epsilon = {at['epsilon']}"


def _bounds(at: Mapping[str, Any]) -> dict[str, Any]:
    n, draws, epsilon = at["n"], at["T"], at["epsilon"]
    smoothing = Smoothing(SourceSet.interval(at["low"], at["high"]), n, draws, replacement=True)
    sampling = Sampling.of(smoothing)
    # Any level between the rate and the rate plus epsilon gives a bound.
    level = epsilon if epsilon > sampling.rate else sampling.rate + epsilon / 2
    return {
        "smoothed": _average(at["low"], at["high"], n, draws, epsilon),
        "bound": replacement_upper(sampling, Budget.read(epsilon=epsilon), level=level, digits=8).value,
        "least": absent_type_lower(sampling, digits=8).value,
        "m": 2,
        "c": min(at["low"], 1 - at["high"]),
        "n": n,
        "r": sampling.rate,
        "epsilon": epsilon,
    }


def _average(low: Fraction, high: Fraction, n: int, draws: int, epsilon: Fraction) -> Enclosure:
    return largest_average(low, high, n, draws, epsilon)


def at_random(claim: Claim) -> Iterator[Instance]:
    """All random cases."""
    yield from cases(claim.parameters["instances"], claim.parameters["largest"])


def many_at_random(claim: Claim, *, seed: int, count: int) -> Iterator[Instance]:
    """Cases that no other check asks for, which are not kept."""
    return ((_name(at), _bounds(at)) for at in drawn_at_random(seed, count, claim.parameters["largest"]))


def many_above_the_rate(claim: Claim, *, seed: int, count: int) -> Iterator[Instance]:
    """Those with epsilon > T/n."""
    for at in drawn_at_random(seed, count, claim.parameters["largest"]):
        if at["epsilon"] > Fraction(at["T"], at["n"]):
            yield _name(at), _bounds(at)


def above_the_rate(claim: Claim) -> Iterator[Instance]:
    """Those with epsilon > T/n."""
    return ((name, values) for name, values in at_random(claim) if values["epsilon"] > values["r"])


def _stated(at: Mapping[str, Any]) -> dict[str, Any]:
    rate = Fraction(at["T"], at["n"])
    return {
        "smoothed": _average(at["low"], at["high"], at["n"], at["T"], 1 + 2 * rate),
        "start": START.value({"r": rate}),
        "m": 2,
        "c": min(at["low"], 1 - at["high"]),
        "n": at["n"],
    }


def at_the_stated_epsilon(claim: Claim, *, seed: int = SEED + 1, count: int | None = None) -> Iterator[Instance]:
    """Random sizes at epsilon = 1 + 2T/n."""
    for at in drawn_at_random(seed, count or claim.parameters["instances"], claim.parameters["largest"]):
        yield _name({**at, "epsilon": "1 + 2T/n"}), _stated(at)


def _searched(_: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    values = {**at, "low": at["share"], "high": 1 - at["share"]}
    return _bounds(values) | {"start": START.value({"r": Fraction(at["T"], at["n"])})}


SPACE: dict[str, Domain] = {
    "n": Integers(1, 30),
    "T": Integers(1, lambda before: 3 * before["n"]),
    "share": Rationals(0, Fraction(1, 2), open_low=True),
    "epsilon": Rationals(0, 5, open_low=True),
}
FULL_SUPPORT = Hypothesis("every source gives every type at least c > 0")
CASES = "two types, all mixtures of two sources, T <= 3n, epsilon <= 3"
SAMPLE = f"{CASES}, seed {SEED}"
MANY_CASES = on_many_instances(
    Method.CERTIFIED, "many cases at random", f"{CASES}, n <= 8", many_at_random, seed=DEEP_SEED
)

CLAIMS = (
    Claim(
        id="smoothed-loss-with-replacement-below-two-tails",
        paper="project",
        locator="Sampling with replacement",
        title="with replacement delta_SDP is below the bound of two Poisson tails, for every epsilon > 0",
        kind=Kind.PROJECT,
        statement="For every epsilon > 0, every number of draws, also above n, and sources of full support, delta_SDP "
        "is at most the sum over the types of two tails of Poisson type (`privacy.bounds.replacement`), which falls "
        "exponentially in n at a fixed rate T/n.",
        hypotheses=(FULL_SUPPORT,),
        formula=TWO_TAILS,
        parameters={"instances": 2000, "largest": 8},
        checks=(
            by_solver("averaged over databases", [AVERAGED]),
            on_instances(Method.CERTIFIED, Coverage.SAMPLE, "2000 cases at random", f"{SAMPLE}, n <= 8", at_random),
            MANY_CASES,
        ),
        near_misses=(
            NearMiss("a tenth of the bound", TWO_TAILS.mutate("bound", "bound/10")),
            NearMiss("direction turned", TWO_TAILS.mutate("<=", ">=")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        depends_on=(
            "no-loss-with-replacement-below-a-share-of-the-records",
            "outputs-between-both-levels-gain-nothing-with-replacement",
            "exponent-of-the-upper-tail-with-replacement",
            "exponent-of-the-lower-tail-with-replacement",
            "one-record-fewer-costs-the-lower-tail-its-rate",
            "bound-of-a-lone-or-an-absent-type-is-at-least-one",
            "largest-loss-of-all-pairs-below-one-sum-over-types",
            "averages-of-powers-factorise",
            "a-rarer-type-has-a-larger-average",
        ),
        search=over(SPACE, _searched),
        trust=("arb", "z3", "averaging", "independent-records", "exponential-markov", "sum-over-outputs"),
        note="If no type's floor is named the sum has the floor of each type; here all of them have c.",
    ),
    Claim(
        id="smoothed-loss-with-replacement-above-an-absent-type",
        paper="project",
        locator="Sampling with replacement",
        title="with replacement delta_SDP is at least (1-p)^n (1 - (1-1/n)^T)",
        kind=Kind.PROJECT,
        statement="If some source gives a type the probability p, delta_SDP is at least $(1-p)^n (1 - (1-1/n)^T)$ at "
        "every epsilon: all records may follow that source, and a database without the type has this loss.",
        formula=FROM_BELOW,
        parameters={"instances": 2000, "largest": 8},
        checks=(
            by_solver("the databases without the type", [ONE_EVENT]),
            on_instances(Method.CERTIFIED, Coverage.SAMPLE, "2000 cases at random", f"{SAMPLE}, n <= 8", at_random),
            MANY_CASES,
        ),
        near_misses=(
            NearMiss("twice as much", FROM_BELOW.mutate("least", "2*least")),
            NearMiss("direction turned", FROM_BELOW.mutate(">=", "<=")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        depends_on=("loss-of-an-absent-type-with-replacement", "averages-of-powers-factorise"),
        search=over(SPACE, _searched),
        trust=("arb", "z3", "averaging", "independent-records", "maximum", "data-processing"),
        note="So no bound can fall faster than $(1-p)^n$, and that of Theorem 5 cannot be more than exponentially "
        "small.",
    ),
    Claim(
        id="smoothed-loss-with-replacement-below-one-tail",
        paper="project",
        locator="Sampling with replacement",
        title="epsilon > T/n: delta_SDP <= m (eps n/T)^eps (1 - c (1 - e^-L))^n, L = eps ln(eps n/T) - eps + T/n",
        kind=Kind.PROJECT,
        statement="For every $\\epsilon > \\rho = T/n$ and sources that give each of m types at least c, with "
        "replacement $\\delta_{SDP} \\le m (\\epsilon/\\rho)^{\\epsilon} (1 - c(1 - e^{-L}))^n$ with $L = \\epsilon "
        "\\ln(\\epsilon/\\rho) - \\epsilon + \\rho > 0$. At $\\epsilon = 2T/n$ this is $e^{-\\Theta(T)}$.",
        hypotheses=(FULL_SUPPORT, Hypothesis("epsilon > T/n")),
        formula=ONE_TAILED,
        parameters={"instances": 2000, "largest": 8},
        checks=(
            RECORD_BY_RECORD,
            on_instances(
                Method.CERTIFIED,
                Coverage.SAMPLE,
                "cases at random with epsilon > T/n",
                f"{SAMPLE}, n <= 8",
                above_the_rate,
            ),
            on_many_instances(
                Method.CERTIFIED,
                "many cases at random with epsilon > T/n",
                f"{CASES}, n <= 8",
                many_above_the_rate,
                seed=DEEP_SEED,
            ),
        ),
        near_misses=(
            NearMiss("without the prefactor", ONE_TAILED.mutate("m*(epsilon/r)**epsilon*", "")),
            NearMiss("a larger rate", ONE_TAILED.mutate("- epsilon + r)", "+ epsilon + 2*r)")),
        ),
        recorded=Status.ESTABLISHED,
        depends_on=(
            "no-loss-with-replacement-below-a-share-of-the-records",
            "exponent-of-the-upper-tail-with-replacement",
            "poisson-entropies-are-not-negative",
            "bound-of-a-lone-or-an-absent-type-is-at-least-one",
            "averages-of-powers-factorise",
        ),
        trust=("arb", "z3", "induction", "averaging", "independent-records", "exponential-markov", "maximum"),
        derivation=ONE_TAIL,
        note="The derivation shows the bound $(\\epsilon/\\rho)^{\\epsilon} e^{-aL}$ of one pair; delta(H) is at most "
        "its largest value over the types, and the expectation of $e^{-LH_i}$ factorises over the records.",
    ),
    Claim(
        id="rate-of-one-tail-at-the-stated-epsilon",
        paper="project",
        locator="Sampling with replacement",
        title="at epsilon = 1 + 2T/n the rate L is at least 5/4, for any number of draws",
        kind=Kind.PROJECT,
        statement="$(1+2\\rho)\\ln(2 + 1/\\rho) - 1 - \\rho \\ge 5/4$ for every $\\rho > 0$.",
        formula=RATE,
        checks=(on_box("all rates", {"r": "(0, oo)"}),),
        near_misses=(
            NearMiss("1.26 for 5/4", RATE.mutate("5/4", "126/100")),
            NearMiss("1 + rho", RATE.mutate("(1 + 2*r)", "(1 + r)")),
        ),
        family=family(
            true={
                NOT_ATTAINED: ["> for >= in (1 + 2 * r) * log(2 + 1 / r) - 1 - r >= 5 / 4"],
                ROOM: [
                    "2 for 1 in 1 + 2 * r", "3 for 2 in 2 * r", "3 for 2 in 2 + 1 / r", "2 for 1 in 1 / r",
                    "0 for 1 in (1 + 2 * r) * log(2 + 1 / r) - 1",
                    "sign of 1 reversed in (1 + 2 * r) * log(2 + 1 / r) - 1",
                    "(1 + 2 * r) * log(2 + 1 / r) - 1 without 1",
                    "sign of r reversed in (1 + 2 * r) * log(2 + 1 / r) - 1 - r",
                    "(1 + 2 * r) * log(2 + 1 / r) - 1 - r without r",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        search=over({"r": Rationals(0, 10, open_low=True)}, lambda _, at: at),
        trust=("arb",),
        note="The minimum is 1.257, at a rate of about 0.66.",
    ),
    Claim(
        id="smoothed-loss-with-replacement-for-any-draws",
        paper="smoothed-dp",
        locator="App. F, Theorem 5",
        title="epsilon = 1 + 2T/n, any T >= 1: delta_SDP <= m (2 + n/T)^(1+2T/n) (1 - 7c/10)^n",
        kind=Kind.THEOREM,
        statement="At $\\epsilon = 1 + 2T/n$ and for sources that give each of m types at least c, with replacement "
        "$\\delta_{SDP} \\le m\\,(2 + n/T)^{1 + 2T/n} (1 - \\tfrac{7}{10} c)^n$ for all n and T >= 1: T = o(n) is not "
        "needed.",
        hypotheses=(FULL_SUPPORT,),
        fidelity=Fidelity.RECONSTRUCTED,
        formula=ANY_DRAWS,
        parameters={"instances": 500, "largest": 16},
        checks=(
            in_steps(
                "one record's factor, then all records",
                after_substitution(
                    on_box("one record's factor", {"c": "(0, 1/2]"}),
                    {"smoothed": "1 - c*(1 - exp(-5/4))", "m": "1", "start": "1", "n": "1"},
                ),
                STATED_BY_RECORDS,
            ),
            on_instances(
                Method.CERTIFIED,
                Coverage.SAMPLE,
                "500 cases at random",
                f"two types, all mixtures, n <= 16, T <= 3n, seed {SEED + 1}",
                at_the_stated_epsilon,
            ),
            on_many_instances(
                Method.CERTIFIED,
                "many cases at random",
                "two types, all mixtures, n <= 16, T <= 3n",
                at_the_stated_epsilon,
                seed=DEEP_SEED + 1,
            ),
        ),
        near_misses=(
            NearMiss("19/10 for 7/10", ANY_DRAWS.mutate("7*c/10", "19*c/10")),
            NearMiss("without the prefactor", ANY_DRAWS.mutate("m*start*", "1/10*")),
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("smoothed-loss-with-replacement-below-one-tail", "rate-of-one-tail-at-the-stated-epsilon"),
        trust=("arb", "z3", "induction", "independent-records"),
    ),
)
