"""App. F, Theorem 5, the smoothed half: step 2, the theorem as stated, and what holds without asymptotics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any

from sdp_proofs.claims.checks import Instance, on_box, on_instances, on_many_instances
from sdp_proofs.claims.families import NOT_ATTAINED, ROOM, family
from sdp_proofs.claims.proofs.parts import in_parts
from sdp_proofs.claims.proofs.proving import after_substitution, by_tangents
from sdp_proofs.claims.proofs.stepwise import from_premises, in_steps
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.derivations.replacement_averages import (
    FEW_DRAWS,
    STEP_TWO,
    SYMBOLS,
    largest_average,
    tails,
)
from sdp_proofs.claims.smoothed_dp.derivations.with_replacement import PLAIN_LOSS
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
from sdp_proofs.ledger.space import Integers, Rationals
from sdp_proofs.numerics.formula import Formula

PRINTED_TAILS = Formula("And(low <= exp(-c*n/8), misprinted <= exp(-c*n/8))", SYMBOLS)
TAILS = Formula("And(low <= exp(-c*n/8), high <= exp(-c*n/8))", SYMBOLS)
OUTPUT = {"epsilon": r"\epsilon", "h": "h", "k": "k", "a": "a", "b": "b"}
NO_GAIN = Formula("epsilon + h*log((a - 1)/a) + k*log((b + 1)/b) >= 0", OUTPUT)
THEOREM = Formula("smoothed <= m*drawn*exp(-c*n/8)", SYMBOLS)
DECAY = {"decay": "exp(-c*n/8)"}
RARE_OR_NOTHING = Formula(
    "And(smoothed <= few*drawn, few <= m*single, single <= decay, 0 <= drawn, m >= 1)",
    {**SYMBOLS, "single": r"\Pr[H_i \le cn/2]", "decay": "e^{-cn/8}"},
)
"""With T <= cn/2 only databases with a type of at most T records lose anything, and they lose `drawn` at most."""
BELOW_ONE_OVER_N = Formula("smoothed < x", SYMBOLS)
BELOW_HALF = Formula("smoothed < x/2", SYMBOLS)
AT_LEAST = Formula("smoothed >= 2*x/3", SYMBOLS)
SEED, DEEP_SEED = 20_230_723, 20_230_726


def shares_at_random(claim: Claim, *, seed: int = SEED, count: int | None = None) -> Iterator[Instance]:
    """Records with shares of their own, all between c and 1 - c."""
    random = Random(seed)
    for number in range(count or claim.parameters["instances"]):
        share = Fraction(random.randint(1, 10), 20)
        bottom = int(share * 20)
        shares = [Fraction(random.randint(bottom, 20 - bottom), 20) for _ in range(random.randint(1, 9))]
        if number % 2:
            shares = [random.choice((share, 1 - share))] * len(shares)
        yield f"shares {', '.join(map(str, shares))}; c = {share}", tails(shares, share)


def _alike(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    return tails([1 - at["c"]] * at["n"], at["c"])


def outputs(claim: Claim) -> Iterator[Instance]:
    """Outputs whose first count is as large as epsilon (a - 1) allows."""
    slack = claim.parameters["slack"]
    for leaving in range(2, 9):
        for other in (1, 2, 5):
            for seen in range(0, 9):
                for unseen in range(0, 4):
                    epsilon = Fraction(seen) / (leaving - 1 + slack)
                    values = {"epsilon": epsilon, "h": seen, "k": unseen, "a": leaving, "b": other}
                    yield f"a = {leaving}, b = {other}, h = {seen}, k = {unseen}", values


def averages_at_random(claim: Claim, *, seed: int = SEED, count: int | None = None) -> Iterator[Instance]:
    """delta_SDP at random sizes with T <= cn/2 and epsilon >= 1."""
    random = Random(seed)
    for _ in range(count or claim.parameters["instances"]):
        share = Fraction(random.randint(1, 10), 20)
        records = random.randint(-(-2 // share), 60)
        draws = random.randint(1, int(share * records / 2))
        high = 1 - Fraction(random.randint(int(20 * share), 10), 20)
        epsilon = random.choice((Fraction(1), 1 + Fraction(2 * draws, records)))
        values = {
            "smoothed": largest_average(share, high, records, draws, epsilon),
            "m": 2,
            "drawn": 1 - Fraction(records - 1, records) ** draws,
            "c": share,
            "n": records,
        }
        yield f"n = {records}, T = {draws}, shares {share} to {high}, epsilon = {epsilon}", values


def single_draws(claim: Claim) -> Iterator[Instance]:
    """delta_SDP at epsilon = 2T/n with T = 1, for one source."""
    for records in range(4, 31):
        share = claim.parameters["share"]
        epsilon = Fraction(claim.parameters["factor"], records)
        smoothed = largest_average(share, share, records, 1, epsilon)
        yield f"n = {records}, T = 1, share {share}", {"smoothed": smoothed, "x": Fraction(1, records), "n": records}


def _single_draw(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    smoothed = largest_average(at["share"], at["share"], at["n"], 1, Fraction(2, at["n"]))
    return {"smoothed": smoothed, "x": Fraction(1, at["n"])}


def certain_records(_: Claim) -> Iterator[Instance]:
    """A single source that gives one type probability one."""
    for records in (2, 3, 10, 100, 1000):
        for draws in (1, 2):
            smoothed = largest_average(Fraction(1), Fraction(1), records, draws, 1 + Fraction(2 * draws, records))
            yield f"n = {records}, T = {draws}", {"smoothed": smoothed, "x": Fraction(1, records)}


def _certain(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    epsilon = 1 + Fraction(2 * at["T"], at["n"])
    smoothed = largest_average(at["share"], at["share"], at["n"], at["T"], epsilon)
    return {"smoothed": smoothed, "x": Fraction(1, at["n"])}


FULL_SUPPORT = Hypothesis(
    "every source gives every type at least c > 0, not only the types of its own support", silent=True
)
EVENTUALLY = Hypothesis("exp(-Theta(n)) is read as: below 1/n, and below 1/(2n), from some n on", silent=True)

CLAIMS = (
    Claim(
        id="tails-of-the-record-count-as-printed",
        paper="smoothed-dp",
        locator="App. F, Step 2",
        title="Pr[M <= cn/2] <= exp(-cn/8) and Pr[M >= 1 - cn/2] <= exp(-cn/8)",
        kind=Kind.PROOF_STEP,
        statement="If every record is of the type with a probability in [c, 1 - c], then $\\Pr[M \\le cn/2]$ and "
        "$\\Pr[M \\ge 1 - cn/2]$ are at most $e^{-cn/8}$.",
        hypotheses=(FULL_SUPPORT,),
        formula=PRINTED_TAILS,
        parameters={"instances": 120},
        checks=(
            on_instances(
                Method.CERTIFIED, Coverage.SAMPLE, "shares at random", f"n <= 9, seed {SEED}", shares_at_random
            ),
        ),
        near_misses=(
            NearMiss("direction turned", PRINTED_TAILS.mutate("misprinted <=", "misprinted >=")),
            NearMiss(
                "twice the exponent", PRINTED_TAILS.mutate("misprinted <= exp(-c*n/8)", "misprinted <= exp(-c*n/4)")
            ),
        ),
        recorded=Status.REPAIRED,
        repaired_by="tails-of-the-record-count",
        counterexample=Counterexample(
            "n = 3, c = 1/2: M >= 1 - 3/4 unless no record is of the type, so the probability is 7/8, above "
            "exp(-3/16), about 0.83. For cn >= 2 the event is certain.",
            {"n": "3", "c": "1/2", "tail": "sum(comb(n, k) / 2**n for k in range(n + 1) if k >= 1 - c * n / 2)"},
            fails="tail <= exp(-c * n / 8)",
        ),
        erratum=Erratum(
            "1 - cn/2 stands where n - cn/2 belongs, here and three times in the next display.",
            "Nothing.",
            defect=Defect.TYPO,
        ),
        search=over({"n": Integers(1, 12), "c": Rationals(0, Fraction(1, 2), open_low=True)}, _alike, climbs=False),
        trust=("arb",),
        derivation=STEP_TWO,
    ),
    Claim(
        id="tails-of-the-record-count",
        paper="smoothed-dp",
        locator="App. F, Step 2",
        title="Pr[M <= cn/2] <= exp(-cn/8) and Pr[M >= n - cn/2] <= exp(-cn/8)",
        kind=Kind.PROOF_STEP,
        statement="For independent records, each of the type with a probability in [c, 1 - c], the number M of records "
        "of the type has both tails $M \\le cn/2$ and $M \\ge n - cn/2$ at most $e^{-cn/8}$: by Markov's inequality "
        "for $2^{-M}$ each is at most the n-th power of $2^{c/2}(1 - c/2)$.",
        hypotheses=(FULL_SUPPORT,),
        fidelity=Fidelity.TYPO_CORRECTED,
        formula=TAILS,
        parameters={"instances": 120},
        checks=(
            after_substitution(
                on_box("one record's factor", {"c": "(0, 1/2]"}),
                {"low": "exp(log(1 - c/2) + c/2*log(2))", "high": "exp(log(1 - c/2) + c/2*log(2))", "n": "1"},
            ),
            on_instances(
                Method.CERTIFIED, Coverage.SAMPLE, "shares at random", f"n <= 9, seed {SEED}", shares_at_random
            ),
            on_many_instances(Method.CERTIFIED, "many shares at random", "n <= 9", shares_at_random, seed=DEEP_SEED),
        ),
        near_misses=(
            NearMiss("five times the exponent above", TAILS.mutate("high <= exp(-c*n/8)", "high <= exp(-5*c*n/8)")),
            NearMiss("eight times the exponent below", TAILS.mutate("low <= exp(-c*n/8)", "low <= exp(-c*n)")),
        ),
        family=family(["n"], {
            NOT_ATTAINED: ["< for <= in low <= exp(-c * n / 8)", "< for <= in high <= exp(-c * n / 8)"],
            ROOM: ["n + 1 for n in -c * n", "n + 1 for n in -c * n, place 2", "7 for 8 in -c * n / 8",
                   "7 for 8 in -c * n / 8, place 2"],
        }, deep=True),
        recorded=Status.ESTABLISHED,
        trust=("arb", "independent-records", "exponential-markov"),
        note="The exponent $c/8$ may be raised to $(1 - \\ln 2)\\, c/2$.",
    ),
    Claim(
        id="no-loss-with-replacement-below-a-share-of-the-records",
        paper="project",
        locator="Sampling with replacement",
        title="outputs that show a type at most epsilon (a-1) times contribute nothing",
        kind=Kind.PROJECT,
        statement="If one of a records of a type turns into another type that b records have, an output that shows the "
        "first type $h \\le \\epsilon (a-1)$ times has no likelihood ratio above $e^{\\epsilon}$. So delta(H) = 0 if "
        "every type has at least $1 + T/\\epsilon$ records; at epsilon >= 1, if every type has more than T.",
        formula=NO_GAIN,
        parameters={"slack": 0},
        checks=(
            by_tangents(
                "tangents of the logarithm",
                [Formula(text, OUTPUT) for text in ("a > 1", "b > 0", "h >= 0", "k >= 0", "h <= epsilon*(a - 1)")],
            ),
            on_instances(Method.CERTIFIED, Coverage.GRID, "h = epsilon (a-1)", "a <= 8, h <= 8, k <= 3", outputs),
        ),
        near_misses=(
            NearMiss("epsilon a for epsilon (a-1)", parameters={"slack": 1}),
            NearMiss("epsilon (a - 1/4)", parameters={"slack": Fraction(3, 4)}),
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3", "arb", "sum-over-outputs"),
        note="If the type that gains is absent, b = 0, every possible output has k = 0, and there is no third term: "
        "the formula at k = 0, with any b, says the same.",
    ),
    Claim(
        id="smoothed-loss-with-replacement-exponentially-small",
        paper="smoothed-dp",
        locator="App. F, Theorem 5",
        title="delta_SDP <= m (1 - (1-1/n)^T) exp(-cn/8) for every epsilon >= 1, if T <= cn/2",
        kind=Kind.THEOREM,
        statement="If every source gives each of m types at least c, $T \\le cn/2$ and $\\epsilon \\ge 1$, then with "
        "replacement $\\delta_{SDP} \\le m\\,(1 - (1-1/n)^T)\\, e^{-cn/8}$, without asymptotics. For T = o(n) the "
        "first condition holds for large n, and $1 + 2T/n \\ge 1$: the smoothed half of Theorem 5.",
        hypotheses=(FULL_SUPPORT, Hypothesis("T <= cn/2, which T = o(n) implies for large n")),
        fidelity=Fidelity.RECONSTRUCTED,
        formula=THEOREM,
        parameters={"instances": 100},
        checks=(
            in_steps(
                "one record's factor, then the databases with a rare type",
                after_substitution(
                    on_box("one record's factor", {"c": "(0, 1/2]"}),
                    {"smoothed": "exp(log(1 - c/2) + c/2*log(2))", "m": "1", "drawn": "1", "n": "1"},
                ),
                in_parts(from_premises("a rare type, or no loss", [RARE_OR_NOTHING], ("single",)), DECAY),
            ),
            on_instances(
                Method.CERTIFIED,
                Coverage.SAMPLE,
                "sizes and shares at random, all mixtures",
                f"two types, n <= 60, T <= cn/2, epsilon = 1 or 1 + 2T/n, seed {SEED}",
                averages_at_random,
            ),
            on_many_instances(
                Method.CERTIFIED,
                "many sizes and shares at random",
                "two types, n <= 60, T <= cn/2, epsilon = 1 or 1 + 2T/n",
                averages_at_random,
                seed=DEEP_SEED,
            ),
        ),
        near_misses=(
            NearMiss("twelve times the exponent", THEOREM.mutate("-c*n/8", "-3*c*n/2")),
            NearMiss("direction turned", THEOREM.mutate("<=", ">")),
        ),
        recorded=Status.ESTABLISHED,
        depends_on=(
            "tails-of-the-record-count",
            "no-loss-with-replacement-below-a-share-of-the-records",
            "worst-case-with-replacement-is-the-chance-of-being-drawn",
        ),
        trust=("arb", "z3", "averaging", "independent-records", "exponential-markov"),
        derivation=FEW_DRAWS,
        note="No database in which each type has more than T records loses anything at epsilon >= 1; the others have "
        "exponentially small probability, and the worst case bounds their loss. From below, delta_SDP is at least "
        "$(1-p)^n (1 - (1-1/n)^T)$, p being the least probability of a type.",
    ),
    Claim(
        id="smoothed-half-with-positivity-on-the-support",
        paper="smoothed-dp",
        locator="App. F, Theorem 5",
        title="Theorem 5 for sources that are strictly positive on their own support",
        kind=Kind.THEOREM,
        statement="For any strictly positive set of sources (a source gives at least c to each type *of its support*, "
        "the definition of Section 5.1) and T = o(n), delta_SDP at epsilon = 1 + 2T/n is exp(-Theta(n)).",
        hypotheses=(EVENTUALLY,),
        formula=BELOW_ONE_OVER_N,
        checks=(
            on_instances(
                Method.CERTIFIED, Coverage.GRID, "one certain type", "n up to 1000, T = 1 and 2", certain_records
            ),
        ),
        near_misses=(
            NearMiss("half of it", BELOW_ONE_OVER_N.mutate("< x", "< x/2")),
            NearMiss("direction and factor", BELOW_ONE_OVER_N.mutate("< x", "> 2*x")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="smoothed-loss-with-replacement-exponentially-small",
        counterexample=Counterexample(
            "The only source gives the first of two types probability 1, which is strictly positive with c = 1. Every "
            "database then lacks the other type, and delta_SDP = 1 - (1 - 1/n)^T >= 1/n at every epsilon and every n; "
            "here n = 2, T = 1.",
            {"n": "2", "T": "1", "E": "8", **PLAIN_LOSS},
            fails="delta(n) < 1 / n",
            given=("E >= exp(1 + 2 * T / n)",),
        ),
        erratum=Erratum(
            "The definition of Section 5.1 asks for positivity on the support only; the proof uses that every type has "
            "probability at least c ('any event').",
            "Full support: every source gives every type at least c.",
            defect=Defect.HYPOTHESIS,
        ),
        search=over(
            {"n": Integers(2, 40), "T": Integers(1, lambda before: before["n"]), "share": Rationals(1, 1)},
            _certain,
            climbs=False,
        ),
        trust=("arb",),
    ),
    Claim(
        id="smoothed-half-as-the-proof-sets-epsilon",
        paper="smoothed-dp",
        locator="App. F, Step 1.3",
        title="Theorem 5 at epsilon = 2T/n = o(1)",
        kind=Kind.PROOF_STEP,
        statement="'In all following proofs' epsilon is 2T/n = o(1); with it the proof would show that delta_SDP at "
        "epsilon = 2T/n is exp(-Theta(n)).",
        hypotheses=(EVENTUALLY, FULL_SUPPORT),
        formula=BELOW_HALF,
        parameters={"share": Fraction(1, 8), "factor": 2},
        checks=(on_instances(Method.CERTIFIED, Coverage.GRID, "single draws", "T = 1, n = 4 to 30", single_draws),),
        near_misses=(
            NearMiss("a third of 1/n", BELOW_HALF.mutate("x/2", "x/3")),
            NearMiss("direction, above 1/n", BELOW_HALF.mutate("< x/2", "> x")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="smoothed-loss-with-replacement-exponentially-small",
        counterexample=Counterexample(
            "T = 1 and one source that gives the two types 1/8 and 7/8: delta_SDP at epsilon = 2/n is at least 2/(3n) "
            "for every n >= 4 (its own claim); here n = 4.",
            {
                "n": "4",
                "T": "1",
                "E": "exp(2 * T / n)",
                **PLAIN_LOSS,
                "average": "sum(comb(n, H) * (1/8)**H * (7/8)**(n - H) * delta(H) for H in range(n + 1))",
            },
            fails="average < 1 / (2 * n)",
        ),
        erratum=Erratum(
            "The theorem says epsilon = 1 + 2T/n, its proof computes with 2T/n. At 2T/n it is false: with one draw "
            "delta_SDP is of the order 1/n.",
            "epsilon >= 1; at epsilon = 2T/n delta_SDP falls exponentially in T instead of n.",
            defect=Defect.CONSTANT,
        ),
        search=over(
            {"n": Integers(4, 40), "share": Rationals(0, Fraction(1, 2), open_low=True)}, _single_draw, climbs=False
        ),
        trust=("arb",),
    ),
    Claim(
        id="single-draw-loses-a-constant-share-at-twice-the-rate",
        paper="project",
        locator="Sampling with replacement",
        title="one draw, epsilon = 2/n: delta_SDP >= 2/(3n) for every n >= 4",
        kind=Kind.PROJECT,
        statement="With one draw delta(M) is at least $(1 - (E-1) M)/n$, so a source with share 1/8 has $\\delta_{SDP} "
        "\\ge \\frac{1}{n} - \\frac{E-1}{8}$, at least $\\frac{2}{3n}$ at $E = e^{2/n}$ for all n >= 4.",
        formula=AT_LEAST,
        parameters={"share": Fraction(1, 8), "factor": 2},
        checks=(
            after_substitution(on_box("the linear bound", {"x": "(0, 1/4]"}), {"smoothed": "x - (exp(2*x) - 1)/8"}),
            on_instances(Method.CERTIFIED, Coverage.GRID, "exact averages", "n = 4 to 30", single_draws),
        ),
        near_misses=(
            NearMiss("nine tenths of 1/n", AT_LEAST.mutate("2*x/3", "9*x/10")),
            NearMiss("share 1/2", parameters={"share": Fraction(1, 2)}),
        ),
        family=family(true={NOT_ATTAINED: ["> for >= in smoothed >= 2 * x / 3"]}),
        recorded=Status.ESTABLISHED,
        trust=("arb", "averaging"),
    ),
)
