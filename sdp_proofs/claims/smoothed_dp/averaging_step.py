"""App. E.1, step 2: from the loss of one database to its average; each step holds, given inequality (7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb, factorial, prod
from typing import Any

from sdp_proofs.claims.checks import Instance, by_identity, by_solver, on_box
from sdp_proofs.claims.families import IDLE, NOT_NEEDED, ROOM, UNDECIDED, family
from sdp_proofs.claims.proofs.facts import by_facts, facts_of, on_instances_with_facts
from sdp_proofs.claims.searching import over
from sdp_proofs.ledger import Claim, Coverage, Fidelity, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.ledger.space import Domain, Integers, Rationals
from sdp_proofs.numerics.formula import Formula

CONDITIONED = Formula(
    "p*inside + (1 - p)*outside <= inside + (1 - p)",
    {"p": "p", "inside": r"E[\delta \mid A]", "outside": r"E[\delta \mid \neg A]"},
)
LOWER_TAIL = Formula("(1 - c)*log(1 - c) + c >= c**2/2", {"c": "c_2"})
RARE = Formula(
    "rare <= types*exp(-c**2/2*least*records)",
    {"rare": r"\Pr[\min_i H_i < (1 - c_2) f n]", "types": "m", "c": "c_2", "least": "f", "records": "n"},
)
HALF = Formula(
    "Eq(exp(-gap/3*(1 - 1/2)*t) + exp(-(1/2)**2/2*t + log(m)), exp(-gap*t/6) + m*exp(-t/8))",
    {"gap": "g", "t": "f n", "m": "m"},
)
CHERNOFF = Formula("(1 - least*c)**records*exp(-(1 - c)*least*records*log(1 - c))", RARE.symbols)
"""What the moment E L^H / L^((1-c) f n) at L = 1 - c is at most."""
EXPONENT = "(records*factor - (1 - c)*least*records*level)"
MORE = ("single", "chernoff", "factor", "level")


def facts(claim: Claim) -> Sequence[Formula]:
    """`single` bounds the probability of each type to be rare; `chernoff` is exp(EXPONENT).

    `factor` is ln(1 - f c), and `level` is ln(1 - c).
    """
    return facts_of(claim.formula, (
        "And(types >= 1, records >= 1, 0 <= least, least <= 1, 0 <= c, c < 1)",
        "And(rare <= types*single, single <= chernoff)",
        "And(factor <= -least*c, (1 - c)*level + c >= c**2/2)",
    ), more=MORE)  # fmt: skip


LAWS = (
    ("1/2", "1/2"),
    ("1/4", "3/4"),
    ("1/3", "1/3", "1/3"),
    ("1/10", "3/10", "3/5"),
    ("1/10", "9/10"),
)


def rare_counts() -> Iterator[Instance]:
    """Independent records of one law: the exact probability that some type is rare, and the sum over types."""
    for text in LAWS:
        law = tuple(map(Fraction, text))
        for records in (600,) if text == LAWS[-1] else (1, 2, 5, 9, 12, *((40,) if len(law) == 2 else ())):
            for c in (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)):
                level = (1 - c) * min(law) * records
                rare = Fraction(0)
                for counts in product(range(records + 1), repeat=len(law) - 1):
                    last = records - sum(counts)
                    if last >= 0 and min(*counts, last) < level:
                        whole = (*counts, last)
                        ways = Fraction(factorial(records), prod(map(factorial, whole)))
                        rare += ways * prod(share**count for share, count in zip(law, whole, strict=True))
                values: dict[str, Any] = {
                    "rare": rare,
                    "types": len(law),
                    "c": c,
                    "least": min(law),
                    "records": records,
                }
                values["singles"] = sum((_below(share, records, level) for share in law), Fraction(0))
                values["single"] = max(_below(share, records, level) for share in law)
                values["chernoff"] = CHERNOFF.value(values)
                values["factor"] = Formula("log(1 - least*c)", RARE.symbols).value(values)
                values["level"] = Formula("log(1 - c)", RARE.symbols).value(values)
                yield f"law {', '.join(text)}, n = {records}, c_2 = {c}", values


LAWS_OF_TWO: dict[str, Domain] = {
    "share": Rationals(0, 1),
    "records": Integers(1, 200),
    "c": Rationals(0, Fraction(999, 1000)),
}


def _rare(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """Two types, one law; min(H) below a level is H below it or n - H below it."""
    share, records, c = at["share"], at["records"], at["c"]
    level = (1 - c) * min(share, 1 - share) * records
    rare = sum((_below(part, records, level) for part in (share, 1 - share)), Fraction(0))
    return {"rare": rare, "types": 2, "c": c, "least": min(share, 1 - share), "records": records}


def _below(share: Fraction, records: int, level: Fraction) -> Fraction:
    terms = (comb(records, k) * share**k * (1 - share) ** (records - k) for k in range(records + 1) if k < level)
    return sum(terms, Fraction(0))


CLAIMS = (
    Claim(
        id="an-average-is-below-its-conditional-part-and-a-probability",
        paper="smoothed-dp",
        locator="App. E.1, step 2",
        title="E[delta] <= E[delta|A] + Pr[not A]",
        kind=Kind.PROOF_STEP,
        statement="$E[\\delta] = \\Pr[A] E[\\delta|A] + \\Pr[\\neg A] E[\\delta|\\neg A] \\le E[\\delta|A] + "
        "\\Pr[\\neg A]$.",
        hypotheses=(
            Hypothesis("0 <= delta <= 1", silent=True),
            Hypothesis("Pr[A] > 0, else there is no E[delta|A]; it is zero for n = 1 and f = 1/2", silent=True),
        ),
        formula=CONDITIONED,
        checks=(
            by_solver(
                "two numbers and a probability",
                [
                    Formula(
                        "And(0 <= p, p <= 1, 0 <= inside, inside <= 1, 0 <= outside, outside <= 1)",
                        CONDITIONED.symbols,
                    )
                ],
            ),
        ),
        near_misses=(
            NearMiss("Pr[A] for Pr[not A]", Formula("p*inside + (1 - p)*outside <= inside + p", CONDITIONED.symbols)),
            NearMiss("without the second part", Formula("p*inside + (1 - p)*outside <= inside", CONDITIONED.symbols)),
        ),
        family=family(
            true={
                IDLE: ["p * inside without p", "(1 - p) * outside without outside"],
                NOT_NEEDED: [
                    "two numbers and a probability, without 0 <= p",
                    "two numbers and a probability, without inside <= 1",
                    "two numbers and a probability, without 0 <= outside",
                ],
            }
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
    ),
    Claim(
        id="exponent-of-the-lower-tail",
        paper="smoothed-dp",
        locator="App. E.1, step 2",
        title="(1-c) ln(1-c) + c >= c^2/2 on [0, 1)",
        kind=Kind.PROOF_STEP,
        statement="The Chernoff exponent of P(H < (1-c) mean) is at least $c^2/2$ for every c in [0, 1).",
        formula=LOWER_TAIL,
        checks=(on_box("the whole interval", {"c": "[0, 1)"}),),
        near_misses=(
            NearMiss("c^2 instead of c^2/2", LOWER_TAIL.mutate("c**2/2", "c**2")),
            NearMiss("the exponent of the upper tail", LOWER_TAIL.mutate("(1 - c)*log(1 - c) + c", "c**2/(2 + c)")),
        ),
        family=family(
            true={
                ROOM: ["2 for 1 in 1 - c, place 2", "sign of c reversed in 1 - c, place 2"],
                IDLE: [
                    "1 - c without c, place 2",
                    "(1 - c) * log(1 - c) without log(1 - c)",
                    "(1 - c) * log(1 - c) + c without (1 - c) * log(1 - c)",
                ],
                UNDECIDED: ["0 for 1 in 1 - c, place 2"],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        trust=("arb",),
    ),
    Claim(
        id="a-type-is-rare-with-exponentially-small-probability",
        paper="smoothed-dp",
        locator="App. E.1, step 2",
        title="Pr[min_i H_i < (1-c) f n] <= m exp(-c^2 f n/2)",
        kind=Kind.PROOF_STEP,
        statement="Every source gives every type at least f. Then $\\Pr[\\min_i H_i < (1 - c_2) f n] \\le m\\, "
        "e^{-c_2^2 f n/2}$: the union bound over types, and for each of them $E e^{-z H_i} \\le (1 - f(1 - e^{-z}))^n "
        "\\le e^{-f n (1 - e^{-z})}$ at $e^{-z} = 1 - c_2$.",
        hypotheses=(Hypothesis("every source gives every type at least f, in its support or not", silent=True),),
        formula=RARE,
        checks=(
            by_facts("the types one by one, each by its exponential moment", facts, powers={"chernoff": EXPONENT}),
            on_instances_with_facts(
                Method.CERTIFIED,
                Coverage.GRID,
                "independent records of one law",
                "four laws over two and three types, n up to 40, and one at n = 600, c_2 = 1/10, 1/2, 9/10",
                lambda claim: rare_counts(),
                facts,
            ),
        ),
        near_misses=(
            NearMiss("without the number of types", RARE.mutate("types*exp(-c**2/2", "exp(-3*c**2/2")),
            NearMiss("twice the exponent", RARE.mutate("c**2/2", "c**2")),
            NearMiss("four times the exponent", RARE.mutate("c**2/2", "2*c**2")),
        ),
        recorded=Status.ESTABLISHED,
        depends_on=(
            "exponent-of-the-lower-tail",
            "averages-of-powers-factorise",
            "a-rarer-type-has-a-larger-average",
            "a-power-is-below-an-exponential",
        ),
        search=over(LAWS_OF_TWO, _rare),
        trust=("z3", "arb", "exponential-markov", "independent-records", "averaging"),
        note="The mean of H_i is at least f n, not equal to it; the moment generating function takes care of that.",
    ),
    Claim(
        id="two-exponents-at-one-half",
        paper="smoothed-dp",
        locator="App. E.1, step 2",
        title="c_2 = 1/2 turns the sum into exp(-g f n/6) + m exp(-f n/8)",
        kind=Kind.PROOF_STEP,
        statement="At $c_2 = 1/2$ the sum of the two parts is $e^{-g f n/6} + m\\,e^{-f n/8}$.",
        hypotheses=(Hypothesis("inequality (7), which is false"),),
        fidelity=Fidelity.LITERAL,
        formula=HALF,
        checks=(by_identity("substituted", dict.fromkeys(HALF.symbols, "positive")),),
        near_misses=(
            NearMiss("a quarter", HALF.mutate("(1/2)**2/2", "(1/4)**2/2")),
            NearMiss("1/3 for 1/6", HALF.mutate("gap*t/6", "gap*t/3")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        trust=("sympy",),
    ),
)
