"""App. D.1: the lines of the proof of Proposition 4."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.claims.checks import Instance, by_identity, on_instances
from sdp_proofs.claims.families import family
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.derivations.post_processing import (
    EVENT,
    GRID,
    PRINTED_POST_PROCESSING,
    event_values,
    events,
)
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
from sdp_proofs.ledger.space import Choices, Domain, Laws, Rationals
from sdp_proofs.numerics.formula import Formula

SAME = Formula("pushed == pulled", EVENT)
FUNCTIONS: dict[str, Domain] = {
    "first": Laws(2),
    "second": Laws(2),
    "odds": Rationals(1, 4),
    "function": Choices(tuple(product(range(2), repeat=2))),
    "event": Choices(((), (0,), (1,), (0, 1))),
}
WEIGHED = Formula(
    "s*(k*p + l*q) + t*(u*p + v*q) == p*(s*k + t*u) + q*(s*l + t*v)",
    {
        "p": "P(a)", "q": "P(b)", "k": r"k_{a,c}", "l": r"k_{b,c}", "u": r"k_{a,d}", "v": r"k_{b,d}",
        "s": r"\mathbf{1}[c \in S]", "t": r"\mathbf{1}[d \in S]",
    },
)  # fmt: skip
NEAREST = Formula("distance == 0", {"distance": r"\min_T \max_x |\Pr[f(M(x)) \in S] - \Pr[M(x) \in T]|"})
MIXTURE = Formula("k*l + k*(1 - l) == k", {"k": r"\Pr[f(a) = c]", "l": r"\Pr[f(b) = c]"})


def _event(whole: bool) -> Any:
    return lambda _, at: event_values(at, whole)


def distance(rows: tuple[tuple[Fraction, ...], ...], kernel: tuple[Fraction, ...]) -> Fraction:
    """How far the best set of outputs is from the probabilities that f(M(x)) is in S; kernel: Pr[f(a) in S]."""
    outputs = range(len(kernel))
    wanted = [sum((row[a] * kernel[a] for a in outputs), Fraction(0)) for row in rows]
    return min(
        max(
            abs(level - sum((row[a] for a in outputs if taken[a]), Fraction(0)))
            for row, level in zip(rows, wanted, strict=True)
        )
        for taken in product((False, True), repeat=len(kernel))
    )


def kernels(_: Claim) -> Iterator[Instance]:
    """Randomised functions of a binary record that is released as it is."""
    identity = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))
    for shares in product(map(Fraction, ("0", "1/4", "1/2", "1")), repeat=2):
        yield f"f into S with {shares[0]} and {shares[1]}", {"distance": distance(identity, shares)}


def _kernel(_: Claim, at: Mapping[str, Any]) -> dict[str, Fraction]:
    return {"distance": distance((at["first"], at["second"]), (at["into"], at["also"]))}


CLAIMS = (
    Claim(
        id="preimage-of-all-results",
        paper="smoothed-dp",
        locator="App. D.1, preimage",
        title="Pr[f(M(x)) in S] = Pr[M(x) in T] with T = {y : f(y) in A'}",
        kind=Kind.PROOF_STEP,
        statement="With $T = \\{y \\in A : f(y) \\in A'\\}$, as printed, $\\Pr[f(M(x)) \\in S] = \\Pr[M(x) \\in T]$ "
        "for every set $S \\subseteq A'$ of results.",
        formula=SAME,
        checks=(
            on_instances(Method.EXACT, Coverage.GRID, "functions and events", GRID, lambda claim: events(whole=True)),
        ),
        near_misses=(
            NearMiss("strictly more", SAME.mutate("==", ">")),
            NearMiss("twice it", SAME.mutate("pulled", "2*pulled")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="probability-of-a-preimage",
        counterexample=Counterexample(
            "One binary record, always 0, released as it is, f the identity and S = {1}: f(M(x)) is never in S, and "
            "M(x) is always in T, as f(y) is one of the results whatever y.",
            {
                "f": "(0, 1)",
                "P": "(1, 0)",
                "results": "(0, 1)",
                "S": "(1,)",
                "among": "lambda y, set: any(y == z for z in set)",
                "chance": "lambda set: sum(P[y] for y in range(2) if among(f[y], set))",
            },
            fails="chance(S) == chance(results)",
            given=("sum(P) == 1", "all(among(c, results) for c in S)"),
        ),
        erratum=Erratum(
            "The set T is printed as the preimage of all results A', which is every output; the preimage of S is "
            "meant.",
            "None: read f(y) in S for f(y) in A'.",
            defect=Defect.TYPO,
        ),
        search=over(FUNCTIONS, _event(whole=True), climbs=False),
        derivation=PRINTED_POST_PROCESSING,
    ),
    Claim(
        id="probability-of-a-preimage",
        paper="smoothed-dp",
        locator="App. D.1, preimage",
        title="Pr[f(M(x)) in S] = sum over outputs of P(a) Pr[f(a) in S]",
        kind=Kind.PROOF_STEP,
        statement="The probability that f(M(x)) is in S is the sum over outputs of $P(a) \\Pr[f(a) \\in S]$. For a "
        "deterministic f these weights are 0 or 1, and it is $\\Pr[M(x) \\in T]$ with $T = \\{y : f(y) \\in S\\}$.",
        hypotheses=(Hypothesis("the randomness of f is independent of that of the mechanism", silent=True),),
        fidelity=Fidelity.TYPO_CORRECTED,
        formula=WEIGHED,
        checks=(by_identity("two outputs, two results, all reals", dict.fromkeys(WEIGHED.symbols, "real")),),
        near_misses=(
            NearMiss("one result left out", WEIGHED.mutate("q*(s*l + t*v)", "q*s*l")),
            NearMiss("the results exchanged", WEIGHED.mutate("p*(s*k + t*u)", "p*(s*u + t*k)")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        search=over(
            {name: Rationals(0, 1, denominator=9) for name in WEIGHED.symbols}, lambda _, point: point, climbs=False
        ),
        trust=("sympy", "induction", "countable-sums"),
    ),
    Claim(
        id="randomised-functions-have-preimages",
        paper="smoothed-dp",
        locator="App. D.1, randomised functions",
        title="for a randomised f, too, the event f(M(x)) in S is an event M(x) in T",
        kind=Kind.PROOF_STEP,
        statement="The proof is for 'either deterministic or randomised' functions. For a randomised f it needs a set "
        "T of outputs with $\\Pr[f(M(x)) \\in S] = \\Pr[M(x) \\in T]$ at every x.",
        hypotheses=(Hypothesis("f is randomised, which the proposition allows"),),
        fidelity=Fidelity.RECONSTRUCTED,
        formula=NEAREST,
        checks=(on_instances(Method.EXACT, Coverage.GRID, "a record released as it is", "16 functions", kernels),),
        near_misses=(
            NearMiss("within one tenth", NEAREST.mutate("distance == 0", "distance <= 1/10")),
            NearMiss("never", NEAREST.mutate("==", ">")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="randomised-functions-are-averages-of-functions",
        counterexample=Counterexample(
            "One binary record, always 0, released as it is; f tosses a fair coin and S is one of its sides: the "
            "probability is 1/2, and that of a set of outputs is 0 or 1.",
            {
                "P": "(1, 0)",
                "into": "(1/2, 1/2)",
                "wanted": "sum(P[a] * into[a] for a in range(2))",
                "chance": "lambda zero, one: zero * P[0] + one * P[1]",
            },
            fails="any(chance(zero, one) == wanted for zero in range(2) for one in range(2))",
            given=("sum(P) == 1",),
        ),
        erratum=Erratum(
            "The proof uses the set of all y with f(y) in S, which a randomised f does not have; its case is not "
            "treated.",
            "One sentence more: a randomised function is an average of deterministic ones, or an output enters with a "
            "weight between 0 and 1.",
            defect=Defect.HYPOTHESIS,
        ),
        search=over(
            {"first": Laws(2), "second": Laws(2), "into": Rationals(0, 1), "also": Rationals(0, 1)},
            _kernel,
            climbs=False,
        ),
    ),
    Claim(
        id="randomised-functions-are-averages-of-functions",
        paper="smoothed-dp",
        locator="App. D.1, randomised functions",
        title="a randomised function is an average of deterministic ones",
        kind=Kind.PROOF_STEP,
        statement="Draw a deterministic function by drawing the images of all outputs independently. The probability "
        "that output a is mapped to c is then the one that f has, so f(M(x)) is an average over functions that are "
        "drawn beforehand, and each of them obeys the bound.",
        hypotheses=(Hypothesis("the randomness of f is independent of that of the mechanism", silent=True),),
        fidelity=Fidelity.RECONSTRUCTED,
        formula=MIXTURE,
        checks=(by_identity("two outputs, all reals", dict.fromkeys(MIXTURE.symbols, "real")),),
        near_misses=(
            NearMiss("only functions that map both there", MIXTURE.mutate(" + k*(1 - l)", "")),
            NearMiss("functions of the other output", MIXTURE.mutate("k*(1 - l)", "(1 - k)*l")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        search=over({"k": Rationals(0, 1), "l": Rationals(0, 1)}, lambda _, point: point, climbs=False),
        trust=("sympy", "induction"),
    ),
)
