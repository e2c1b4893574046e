"""App. D.2: the lines about one event of each release, up to inequality (5), which is turned round."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.claims.checks import by_solver, on_instances
from sdp_proofs.claims.families import ALIKE, NOT_NEEDED, family
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.derivations.composition import (
    EVENTS,
    GRID,
    IN_USE,
    PRINTED_COMPOSITION,
    QUOTIENTS,
    SUMMED,
    product_events,
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
from sdp_proofs.ledger.space import Domain, Integers, Rationals
from sdp_proofs.numerics.formula import Formula

DIVISOR = Formula("q > 0", EVENTS)
PRODUCT_FORM = Formula("Equivalent(d == p - odds*q, p - d == odds*q)", EVENTS)
PRINTED = Formula(f"{QUOTIENTS} <= {SUMMED}", EVENTS)
NOT_NEGATIVE = Formula("And(d >= 0, e >= 0)", EVENTS)
TURNED = Formula("p*r - (d + e) <= (p - d)*(r - e)", EVENTS)
FIVE = Formula("d + e <= p*r - odds*others*q*s", EVENTS)
AT_MOST = Formula("p*r - odds*others*q*s <= Max(0, p - odds*q) + Max(0, r - others*s)", EVENTS)
PRODUCT = Formula("joint == p*r", EVENTS)
REARRANGED = Formula("Equivalent(odds*others*q*s <= p*r - (d + e), d + e <= p*r - odds*others*q*s)", EVENTS)

EVENT_PAIRS: dict[str, Domain] = {
    **{name: Rationals(0, 1, open_low=name in "qs", denominator=50) for name in "pqrs"},
    "odds": Rationals(1, 5),
    "others": Rationals(1, 5),
}
ANY_EVENTS: dict[str, Domain] = {**EVENT_PAIRS, **{name: Rationals(0, 1, denominator=50) for name in "qs"}}
JOINT: dict[str, Domain] = {"keys": Integers(1, 4), "one": Integers(0, 15), "two": Integers(0, 15)}
"""Two bits, each a function of a uniform key of up to four values, written as a number."""


def _with_losses(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    return {**at, "d": at["p"] - at["odds"] * at["q"], "e": at["r"] - at["others"] * at["s"]}


def _meant(claim: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    values = _with_losses(claim, at)
    return values if values["d"] >= 0 and values["e"] >= 0 else None


def common(at: Mapping[str, Any]) -> dict[str, Fraction]:
    """The probabilities that two bits of a key are 1, alone and together."""
    keys = range(at["keys"])
    one, two = ([at[name] >> key & 1 for key in keys] for name in ("one", "two"))
    share = Fraction(1, len(keys))
    return {
        "p": sum(one) * share,
        "r": sum(two) * share,
        "joint": sum(a * b for a, b in zip(one, two, strict=True)) * share,
    }


def common_keys(_: Claim) -> Any:
    """All pairs of bits of up to three equally likely keys."""
    for keys in (1, 2, 3):
        for one, two in product(range(2**keys), repeat=2):
            yield f"{keys} keys, bits {one:b} and {two:b}", common({"keys": keys, "one": one, "two": two})


TWO_COINS = {
    "E": "1",
    "F": "1",
    "P": "(1, 0)",
    "Q": "(1/2, 1/2)",
    "p": "P[0]",
    "q": "Q[0]",
    "d": "p - E * q",
}
"""One binary record: 0 is released as it is, 1 as 0 with probability 1/4; twice, independently."""

CLAIMS = (
    Claim(
        id="events-have-positive-probability",
        paper="smoothed-dp",
        locator="App. D.2, quotient",
        title="(Pr[M(x) in S] - d)/Pr[M(x') in S] is defined for every event S",
        kind=Kind.PROOF_STEP,
        statement="The proof divides by $\\Pr[M_1(x') \\in S_1]$ for 'any' event, which must then be positive.",
        formula=DIVISOR,
        checks=(
            on_instances(Method.EXACT, Coverage.GRID, "events of small releases", GRID, lambda claim: product_events()),
        ),
        near_misses=(
            NearMiss("above one half", DIVISOR.mutate("q > 0", "q > 1/2")),
            NearMiss("below zero", DIVISOR.mutate(">", "<")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="loss-of-an-event-without-division",
        counterexample=Counterexample(
            "One binary record, released as it is: under x' = 1 the output is never 0, and the event S = {0} has "
            "probability 0, although its loss d(0, 1) = 1 is the largest there is.",
            {"P": "(1, 0)", "Q": "(0, 1)"},
            fails="Q[0] > 0",
            given=("sum(P) == sum(Q) == 1", "P[0] - 2 * Q[0] == 1"),
        ),
        erratum=Erratum(
            "The proof divides by the probability of an event that may be zero, and is so for the worst events of many "
            "mechanisms.",
            "None: write P - d = e^epsilon P' instead of a quotient.",
            defect=Defect.HYPOTHESIS,
        ),
        search=over(ANY_EVENTS, _with_losses, climbs=False),
    ),
    Claim(
        id="loss-of-an-event-without-division",
        paper="smoothed-dp",
        locator="App. D.2, quotient",
        title="d = P(S) - e^eps P'(S) exactly if P(S) - d = e^eps P'(S)",
        kind=Kind.PROOF_STEP,
        statement="The definition of d, written without a quotient.",
        note="The display also has M for M_1 in one place, and elements where subsets of the outputs are meant.",
        fidelity=Fidelity.NARROWED,
        formula=PRODUCT_FORM,
        checks=(by_solver("all reals", []),),
        near_misses=(
            NearMiss("the other sign", PRODUCT_FORM.mutate("p - d ==", "p + d ==")),
            NearMiss("without the odds", PRODUCT_FORM.mutate("p - d == odds*q", "p - d == q")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        search=over(ANY_EVENTS, _with_losses, climbs=False),
        trust=("z3",),
    ),
    Claim(
        id="product-of-quotients-below-the-quotient-of-products",
        paper="smoothed-dp",
        locator="App. D.2, product of quotients",
        title="(P_1 - d_1)(P_2 - d_2)/(Q_1 Q_2) <= (P_1 P_2 - (d_1 + d_2))/(Q_1 Q_2)",
        kind=Kind.PROOF_STEP,
        statement="With $P_i = \\Pr[M_i(x) \\in S_i]$, $Q_i = \\Pr[M_i(x') \\in S_i]$ and $d_i = P_i - e^{\\epsilon_i} "
        "Q_i$, the product of the two quotients is at most the quotient on the right.",
        hypotheses=(Hypothesis("both events have positive probability under x'", silent=True),),
        formula=PRINTED,
        checks=(by_solver("all probabilities and budgets, d_1 and d_2 not negative", [*IN_USE, NOT_NEGATIVE]),),
        near_misses=(
            NearMiss("equality", Formula(f"Eq({QUOTIENTS}, {SUMMED})", EVENTS)),
            NearMiss("half of the sum", Formula(f"{QUOTIENTS} <= (p*r - 2*(d + e))/(q*s)", EVENTS)),
        ),
        recorded=Status.REPAIRED,
        repaired_by="product-of-differences-above-the-difference-of-sums",
        counterexample=Counterexample(
            "One binary record, 0 released as it is and 1 as the side of a fair coin, twice, epsilon = 0: for the "
            "outputs 0 both P are 1, both Q and both d are 1/2. The left side is 1 and the right side 0.",
            {**TWO_COINS},
            fails="(p - d) * (p - d) / (q * q) <= (p * p - (d + d)) / (q * q)",
            given=("E >= 1", "F >= 1", "q > 0", "sum(P) == sum(Q) == 1", "d >= 0"),
        ),
        erratum=Erratum(
            "The inequality stands the wrong way round: for d_1, d_2 >= 0 the product of the differences is the larger "
            "one, by d_1 (1 - P_2) + d_2 (1 - P_1) + d_1 d_2.",
            "The direction is turned, and d_1 and d_2 must not be negative.",
            defect=Defect.DIRECTION,
        ),
        search=over(EVENT_PAIRS, _meant, climbs=False),
        trust=("z3",),
        derivation=PRINTED_COMPOSITION,
    ),
    Claim(
        id="product-of-differences-above-the-difference-of-sums",
        paper="smoothed-dp",
        locator="App. D.2, product of quotients",
        title="P_1 P_2 - (d_1 + d_2) <= (P_1 - d_1)(P_2 - d_2) for 0 <= d_i <= P_i <= 1",
        kind=Kind.PROOF_STEP,
        statement="The middle display of the proof with its direction turned: $P_1 P_2 - (d_1 + d_2) \\le (P_1 - "
        "d_1)(P_2 - d_2)$ if $0 \\le d_i \\le P_i \\le 1$.",
        hypotheses=(Hypothesis("d_1 and d_2 are not negative", silent=True),),
        fidelity=Fidelity.TYPO_CORRECTED,
        formula=TURNED,
        checks=(
            by_solver("all probabilities", [Formula("And(0 <= d, d <= p, p <= 1, 0 <= e, e <= r, r <= 1)", EVENTS)]),
        ),
        near_misses=(
            NearMiss("as printed", TURNED.mutate("<=", ">=")),
            NearMiss("one loss only", TURNED.mutate("(d + e)", "d")),
        ),
        family=family(
            true={
                ALIKE: ["p and r exchanged in (p - d) * (r - e)"],
                NOT_NEEDED: ["all probabilities, without d <= p", "all probabilities, without e <= r"],
            }
        ),
        recorded=Status.ESTABLISHED,
        search=over(EVENT_PAIRS, _meant, climbs=False),
        trust=("z3",),
    ),
    Claim(
        id="rearrangement-to-inequality-five",
        paper="smoothed-dp",
        locator="App. D.2, rearrangement",
        title="the printed product inequality and inequality (5) are equivalent",
        kind=Kind.PROOF_STEP,
        statement="$e^{\\epsilon_1 + \\epsilon_2} Q_1 Q_2 \\le P_1 P_2 - (d_1 + d_2)$ and $d_1 + d_2 \\le P_1 P_2 - "
        "e^{\\epsilon_1 + \\epsilon_2} Q_1 Q_2$ say the same. (Both are false in general.)",
        formula=REARRANGED,
        checks=(by_solver("all reals", []),),
        near_misses=(
            NearMiss("without the second loss", REARRANGED.mutate("d + e <=", "d <=")),
            NearMiss("turned", REARRANGED.mutate("odds*others*q*s <= p*r", "odds*others*q*s >= p*r")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        search=over(EVENT_PAIRS, _with_losses, climbs=False),
        trust=("z3",),
    ),
    Claim(
        id="losses-of-two-events-below-that-of-their-product",
        paper="smoothed-dp",
        locator="App. D.2, Eq. (5)",
        title="d_1 + d_2 <= P_1 P_2 - e^(eps_1 + eps_2) Q_1 Q_2",
        kind=Kind.PROOF_STEP,
        statement="The losses of two events add up to at most the loss of their product.",
        formula=FIVE,
        checks=(by_solver("all probabilities and budgets, d_1 and d_2 not negative", [*IN_USE, NOT_NEGATIVE]),),
        near_misses=(
            NearMiss("twice the sum", FIVE.mutate("d + e <=", "2*(d + e) <=")),
            NearMiss("equality", FIVE.mutate("<=", "==")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="loss-of-a-product-below-the-sum",
        counterexample=Counterexample(
            "One binary record, 0 released as it is and 1 as the side of a fair coin, twice, epsilon = 0: the sum of "
            "the losses of the outputs 0 is 1, and the loss of the pair is 3/4.",
            {**TWO_COINS},
            fails="d + d <= p * p - E * F * q * q",
            given=("E >= 1", "F >= 1", "q > 0", "sum(P) == sum(Q) == 1"),
        ),
        erratum=Erratum(
            "Inequality (5) bounds the loss of a product event from below; the proposition needs the bound from above, "
            "and that is the one that is true.",
            "The direction is turned, with the positive parts of d_1 and d_2.",
            defect=Defect.DIRECTION,
        ),
        search=over(EVENT_PAIRS, _meant, climbs=False),
        trust=("z3",),
    ),
    Claim(
        id="loss-of-a-product-below-the-sum",
        paper="smoothed-dp",
        locator="App. D.2, Eq. (5)",
        title="P_1 P_2 - e^(eps_1 + eps_2) Q_1 Q_2 <= max(0, d_1) + max(0, d_2)",
        kind=Kind.PROOF_STEP,
        statement="The loss of a product event is at most the sum of the losses of its factors, where negative ones "
        "count as zero. No probability need be positive.",
        fidelity=Fidelity.TYPO_CORRECTED,
        formula=AT_MOST,
        checks=(
            by_solver(
                "all probabilities and budgets",
                [
                    Formula(
                        "And(0 <= p, p <= 1, 0 <= q, q <= 1, 0 <= r, r <= 1, 0 <= s, s <= 1, odds >= 1, others >= 1)",
                        EVENTS,
                    )
                ],
            ),
        ),
        near_misses=(
            NearMiss("without the positive part", AT_MOST.mutate("Max(0, p - odds*q)", "(p - odds*q)")),
            NearMiss(
                "the larger of the two",
                Formula("p*r - odds*others*q*s <= Max(Max(0, p - odds*q), Max(0, r - others*s))/2", EVENTS),
            ),
        ),
        family=family(
            true={
                ALIKE: [
                    "p and r exchanged in Max(0, p - odds * q) + Max(0, r - others * s)",
                    "q and s exchanged in Max(0, p - odds * q) + Max(0, r - others * s)",
                    "q and others exchanged in Max(0, p - odds * q) + Max(0, r - others * s)",
                    "s and odds exchanged in Max(0, p - odds * q) + Max(0, r - others * s)",
                    "odds and others exchanged in Max(0, p - odds * q) + Max(0, r - others * s)",
                ],
                NOT_NEEDED: [
                    "all probabilities and budgets, without 0 <= p",
                    "all probabilities and budgets, without q <= 1",
                    "all probabilities and budgets, without 0 <= r",
                    "all probabilities and budgets, without s <= 1",
                ],
            }
        ),
        recorded=Status.ESTABLISHED,
        search=over(ANY_EVENTS, _with_losses, climbs=False),
        trust=("z3",),
        note="It bounds product events only; not every best event is one. Proposition 5 is proved output by output.",
    ),
    Claim(
        id="joint-probability-is-a-product",
        paper="smoothed-dp",
        locator="App. D.2, product sets",
        title="Pr[M_[2](x) in S_1 x S_2] = Pr[M_1(x) in S_1] Pr[M_2(x) in S_2]",
        kind=Kind.PROOF_STEP,
        statement="The probability of a product event is the product of the probabilities, for any two mechanisms.",
        formula=PRODUCT,
        checks=(on_instances(Method.EXACT, Coverage.GRID, "bits of a common key", "up to three keys", common_keys),),
        near_misses=(
            NearMiss("at most", PRODUCT.mutate("==", "<=")),
            NearMiss("strictly more", PRODUCT.mutate("==", ">")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="independent-releases-add-their-losses",
        counterexample=Counterexample(
            "Both mechanisms output the same fair bit: they agree always, and independent ones would in a quarter of "
            "the cases be 0 together.",
            {
                "one": "lambda key: key",
                "two": "lambda key: key",
                "first": "sum(1/2 for key in range(2) if one(key) == 0)",
                "second": "sum(1/2 for key in range(2) if two(key) == 0)",
                "joint": "sum(1/2 for key in range(2) if one(key) == 0 and two(key) == 0)",
            },
            fails="joint == first * second",
        ),
        erratum=Erratum(
            "Probabilities multiply for independent mechanisms only, which is nowhere assumed; and x is a database, "
            "printed as an element of X.",
            "The mechanisms use independent randomness.",
            defect=Defect.HYPOTHESIS,
        ),
        search=over(JOINT, lambda _, at: common(at), climbs=False),
    ),
)
