"""Two sources: when the worst mixture is a pure one, and how all mixtures are computed at once."""

from __future__ import annotations

from sdp_proofs.claims.checks import on_instances
from sdp_proofs.claims.families import EQUAL, IDLE, family
from sdp_proofs.claims.instances.mixture_kernel import (
    BACKWARDS,
    BIDIAGONAL,
    ENTRIES,
    ENTRY_SPACE,
    MINOR_SPACE,
    ONE_MORE_ROW,
    PAIRS_OF_SHARES,
    PRODUCTS,
    SIGNS,
    TWO_FACTORS,
    averaged,
    entry,
    minor,
    random_losses,
    rows_agree,
    small_factors,
    small_minors,
)
from sdp_proofs.claims.proofs.sign_patterns import FALLING_THEN_RISING, VALLEY, contains
from sdp_proofs.claims.proofs.stepwise import from_premises, in_steps
from sdp_proofs.claims.searching import over
from sdp_proofs.ledger import Check, Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Outcome, Status
from sdp_proofs.ledger.space import Compositions, Domain, Integers
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict

MINOR = Formula("minor >= 0", {"minor": r"\det K[k, h]"})
FACTORS = Formula("mixed == shifted", {"mixed": "K(k, h)", "shifted": r"\sum_j A(k, j) B(j, h)"})
PURE = Formula(
    "Implies(valley == 1, largest <= Max(first, last))",
    {
        "valley": r"\mathbf{1}[\{v > M\}^c \text{ is an interval}]",
        "largest": r"\max_k F(k)",
        "first": "F(0)",
        "last": "F(n)",
    },
)
MAJORANT = Formula(
    "And(lower <= largest, largest <= upper)",
    {"lower": r"\max(F(0), F(n))", "largest": r"\max_k F(k)", "upper": r"\max(\tilde F(0), \tilde F(n))"},
)
ENDS = ("lower", "largest", "upper", "first", "last", "raised", "raised_first", "raised_last")


def _majorant_is_a_valley(_: Claim) -> Outcome:
    scope = "sequences of every length, at every level"
    return Outcome(Verdict.HOLDS if contains(VALLEY, FALLING_THEN_RISING) else Verdict.UNKNOWN, scope)


RANDOM = on_instances(Method.EXACT, Coverage.SAMPLE, "random losses", "400 sequences, n <= 7, seed 1", random_losses)
LOSSES: dict[str, Domain] = {
    "parts": Integers(2, 8),
    "losses": Compositions(9, lambda before: before["parts"]),
    **PAIRS_OF_SHARES,
}

CLAIMS = (
    Claim(
        id="mixture-kernel-factors-into-two-binomial-shifts",
        paper="project",
        locator="Pure mixtures",
        title="the kernel of all mixtures is a product of two binomial matrices",
        kind=Kind.PROJECT,
        statement="With $s = q/p$, $P(Bin(k,p) + Bin(n-k,q) = h) = \\sum_j P(Bin(n-k,s) = j-k) P(Bin(j,p) = h)$: each "
        "factor is a convolution after scaling, so all n + 1 mixtures cost about n log n operations, with nonnegative "
        "terms only. As generating functions of the rows both sides are $(1-p+px)^k (1-s+s(1-p+px))^{n-k}$.",
        hypotheses=(Hypothesis("0 <= q <= p <= 1, p > 0; if p = 0, all rows are the same"),),
        formula=FACTORS,
        parameters={"share": "q/p"},
        checks=(
            rows_agree("generating functions of the rows"),
            on_instances(Method.EXACT, Coverage.GRID, "entry by entry", "three pairs of shares, n <= 7", small_factors),
        ),
        near_misses=(
            NearMiss("s = p - q", parameters={"share": "p - q"}),
            NearMiss("twice", FACTORS.mutate("shifted", "2*shifted")),
        ),
        recorded=Status.ESTABLISHED,
        search=over(ENTRY_SPACE, entry, climbs=False),
        trust=("sympy", "generating-functions"),
    ),
    Claim(
        id="mixture-kernel-is-totally-positive",
        paper="project",
        locator="Pure mixtures",
        title="the kernel of all mixtures has no negative minor",
        kind=Kind.PROJECT,
        statement="The kernel $K(k,h) = P(Bin(k,p) + Bin(n-k,q) = h)$, q <= p, is totally positive. The matrix "
        "$P(Bin(j,p) = h)$ is a product of bidiagonal matrices with entries 1 - p, p, 0 and 1: row j + 1 is row j of "
        "the smaller one, times such a matrix. The other factor is of the same kind, with 1 - q/p in the place of p, "
        "if rows and columns are both read backwards, which keeps minors. A bidiagonal matrix without negative entries "
        "has no negative minor, and by Cauchy and Binet neither has a product.",
        hypotheses=(Hypothesis("0 <= q <= p <= 1; if p = 0, all rows are the same and only entries are not zero"),),
        formula=MINOR,
        parameters={"following": "k"},
        checks=(
            in_steps(
                "a product of bidiagonal matrices",
                TWO_FACTORS,
                ONE_MORE_ROW,
                BACKWARDS,
                ENTRIES,
                BIDIAGONAL,
                PRODUCTS,
            ),
            on_instances(
                Method.EXACT, Coverage.GRID, "minors up to order three", "three pairs of shares, n <= 4", small_minors
            ),
        ),
        near_misses=(
            NearMiss("all minors positive", MINOR.mutate(">=", ">")),
            NearMiss("rows in reverse order", parameters={"following": "n - k"}),
        ),
        family=family(deep=True),
        recorded=Status.ESTABLISHED,
        search=over(MINOR_SPACE, minor),
        depends_on=("mixture-kernel-factors-into-two-binomial-shifts",),
        trust=("sympy", "z3", "generating-functions", "induction", "bidiagonal-minors", "cauchy-binet"),
    ),
    Claim(
        id="pure-mixtures-are-worst",
        paper="project",
        locator="Pure mixtures",
        title="if {v > max(F(0), F(n))} is the complement of an interval, no mixture exceeds the pure ones",
        kind=Kind.PROJECT,
        statement="Let F(k) average v over the histogram when k of n records follow one of two sources. If the set "
        "where v exceeds $M = \\max(F(0), F(n))$ is the complement of an interval, then $F(k) \\le M$ for every k. "
        "Else take a level between M and that F(k), below all larger values of v and F: the signs of v are plus, "
        "minus, plus, blocks possibly missing; those of F begin and end with minus and have a plus. But F is the image "
        "of v under a totally positive stochastic kernel.",
        hypotheses=(Hypothesis("two types, two sources"),),
        formula=PURE,
        parameters={"seed": 1, "always": False},
        checks=(SIGNS, RANDOM),
        near_misses=(
            NearMiss("without the condition", parameters={"always": True}),
            NearMiss("without the hypothesis of the formula", PURE.mutate("valley == 1", "valley >= 0")),
            NearMiss("the converse", Formula("Implies(largest <= Max(first, last), valley == 1)", PURE.symbols)),
            NearMiss("the smaller of the two", PURE.mutate("Max(first, last)", "Min(first, last)")),
        ),
        family=family(
            true={IDLE: ["2 for 1 in valley == 1"], EQUAL: [">= for <= in largest <= Max(first, last)"]}, deep=True,
        ),
        recorded=Status.ESTABLISHED,
        search=over(LOSSES, averaged, climbs=False),
        depends_on=("mixture-kernel-is-totally-positive",),
        trust=("variation-diminishing", "finite-exclusion"),
        note="The condition is needed: with n = 33, T = 31, odds 51/50 and shares 9/20 and 11/20 the worst mixture of "
        "the sampling histogram is 16 to 17. Which of the two sources is called the first does not matter to the "
        "largest average.",
    ),
    Claim(
        id="valley-majorant-bounds-all-mixtures",
        paper="project",
        locator="Pure mixtures",
        title="the averages of the valley majorant at the pure mixtures bound every mixture",
        kind=Kind.PROJECT,
        statement="Let vt be the smallest sequence above v that falls up to n/2 and rises from there, and Ft its "
        "averages. Then, without any condition, $\\max(F(0), F(n)) \\le \\max_k F(k) \\le \\max(Ft(0), Ft(n))$: the "
        "set where vt exceeds a number is the complement of an interval, and F <= Ft since v <= vt.",
        hypotheses=(Hypothesis("two types, two sources"),),
        formula=MAJORANT,
        parameters={"seed": 1, "always": False},
        checks=(
            in_steps(
                "through the averages of the majorant",
                Check(Method.EXACT, Coverage.ALL, _majorant_is_a_valley, "what falls and then rises is a valley"),
                from_premises(
                    "from the pure mixtures of the majorant",
                    [
                        Formula(
                            "And(lower == Max(first, last), first <= largest, last <= largest, largest <= raised, "
                            "raised <= Max(raised_first, raised_last), upper == Max(raised_first, raised_last))",
                            ENDS,
                        )
                    ],
                    ENDS,
                ),
            ),
            RANDOM,
        ),
        near_misses=(
            NearMiss("strictly below", MAJORANT.mutate("largest <= upper", "largest < upper")),
            NearMiss("the pure mixtures of v bound it", MAJORANT.mutate("largest <= upper", "largest <= lower")),
        ),
        family=family(deep=True),
        recorded=Status.ESTABLISHED,
        search=over(LOSSES, averaged, climbs=False),
        depends_on=("pure-mixtures-are-worst",),
        trust=("z3", "averaging", "maximum"),
    ),
)
