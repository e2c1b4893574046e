"""The sum of a sample: what an extreme draw shows, and what copies of a record hide."""

from __future__ import annotations

from sdp_proofs.claims.checks import by_identity, by_solver
from sdp_proofs.claims.families import NOT_NEEDED, family
from sdp_proofs.claims.proofs.proving import after_substitution
from sdp_proofs.claims.proofs.stepwise import about, in_steps
from sdp_proofs.ledger import Claim, Hypothesis, Kind, NearMiss, Status
from sdp_proofs.numerics.formula import Formula

ANOTHER = Formula("drawn_ends < draws", {"drawn_ends": r"s_0", "ends": "c", "draws": "T"})
LARGER = Formula(
    "And(changed > least, unchanged > least)",
    {
        "changed": r"\text{sum with the changed record}",
        "unchanged": r"\text{sum without it}",
        "least": r"\text{least sum of } x",
        "level": r"\text{the new value}",
        "value": r"\text{another value above the lowest}",
        "others": r"\text{the sum of the other drawn records}",
    },
)
COPIES = {"k": "k", "j": "j"}
EXCHANGE = Formula("Eq(binomial(k - 1, j - 1)*(k - j), binomial(k - 1, j)*j)", COPIES)
FEW = Formula(
    "holding*(m - T) <= T*lacking",
    {"holding": r"A_j", "lacking": r"C_j", "m": "m", "T": "T", **COPIES},
)


def counted(claim: Claim) -> Formula:
    """The drawn records at the lowest level are fewer than T, if T plus the claim's number are there at most."""
    more = claim.parameters["more"]
    return Formula(f"Implies(And(drawn_ends <= ends - 1, ends <= draws + {more}), drawn_ends < draws)", ANOTHER.symbols)


def enough(claim: Claim) -> Formula:
    """There are enough copies, even with the claim's number of them lacking."""
    there = f"m + {claim.parameters['lacking']}"
    return Formula(
        f"Implies(And({there} > T, odds*({there} - T) >= {there}, T >= 1), And(m > T, odds*(m - T) >= m))",
        ["m", "T", "odds"],
    )


_ONE_SUM_LESS = after_substitution(
    by_solver(
        "one draw has the least sum in x and none in x'",
        [
            Formula(
                "And(odds >= 1, own >= 1, other == 0, rest >= 0, samples >= 1)",
                ["odds", "own", "other", "rest", "samples"],
            )
        ],
    ),
    {"delta": "rest + Max(0, own/samples - odds*other/samples)"},
    ("odds", "own", "other", "rest"),
)
EXTREME_DRAW = in_steps("the least sum", about(counted, by_solver("counting", [])), _ONE_SUM_LESS)
"""`own` and `other` are the numbers of draws with the least sum, and `rest` is what other sums add to the loss."""
_ONE_SUM = after_substitution(
    by_solver(
        "the draws of one sum",
        [
            Formula(
                "And(odds*(m - T) >= m, m > T, T >= 1, samples >= 1, holding >= 0, lacking >= 0, holding_after >= 0, "
                "holding*(m - T) <= T*lacking)",
                ["odds", "m", "T", "samples", "holding", "lacking", "holding_after"],
            )
        ],
    ),
    {"delta": "Max(0, (holding + lacking)/samples - odds*(holding_after + lacking)/samples)"},
    ("odds", "m", "T", "samples", "holding", "lacking", "holding_after"),
)
HIDDEN_RECORD = in_steps("every sum", about(enough, by_solver("enough copies", [])), _ONE_SUM)
"""Draws of one sum with the record and without it; those without it are common to both databases."""

CLAIMS = (
    Claim(
        id="a-draw-of-the-changed-database-has-another-level",
        paper="project",
        locator="Sampled means",
        title="with one record fewer at the lowest level, at most T - 1 of T drawn records are at it",
        kind=Kind.PROJECT,
        statement="If the lowest level occurs c <= T times in x, and one of these records is changed, then every draw "
        "of T records of x' has a record above the lowest level.",
        formula=ANOTHER,
        checks=(by_solver("counting", [Formula("And(drawn_ends <= ends - 1, ends <= draws)", ANOTHER.symbols)]),),
        near_misses=(
            NearMiss("two of them", ANOTHER.mutate("drawn_ends < draws", "drawn_ends + 1 < draws")),
            NearMiss("direction turned", ANOTHER.mutate("<", ">")),
        ),
        family=family(counts=["draws"]),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
    ),
    Claim(
        id="no-draw-of-the-changed-database-has-the-least-sum",
        paper="project",
        locator="Sampled means",
        title="if the lowest level occurs at most T times, raising one such record raises the least sum of T records",
        kind=Kind.PROJECT,
        statement="A draw of x' with the changed record has a sum larger by the new value than the same draw of x. One "
        "without it has a record above the lowest level; exchanged for the changed record it is a draw of x with a "
        "smaller sum. So every sum of x' exceeds the least one of x. Mirrored, the same holds for the highest level.",
        hypotheses=(Hypothesis("levels are counted from the lowest, which is 0"),),
        formula=LARGER,
        checks=(
            by_solver(
                "both kinds of draws",
                [
                    Formula("And(level > 0, value > 0, others + 0 >= least)", LARGER.symbols),
                    Formula("And(changed == others + level, unchanged == others + value)", LARGER.symbols),
                ],
            ),
        ),
        near_misses=(
            NearMiss("by one half at least", LARGER.mutate("unchanged > least", "unchanged > least + 1/2")),
            NearMiss("direction turned", LARGER.mutate("changed > least,", "changed < least,")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        depends_on=("a-draw-of-the-changed-database-has-another-level",),
        trust=("z3",),
    ),
    Claim(
        id="draws-with-a-record-exchanged-for-a-copy",
        paper="project",
        locator="Sampled means",
        title="C(k-1, j-1) (k-j) = C(k-1, j) j: draws with a record, and with a copy in its place",
        kind=Kind.PROJECT,
        statement="Let k records have the value of a certain one. The draws with j of them that hold the record are to "
        "those that lack it as j to k - j, whatever else is drawn: exchanging the record for one of k - j copies that "
        "are not drawn keeps the sum, and each draw without the record is met j times.",
        formula=EXCHANGE,
        checks=(
            by_identity(
                "binomial coefficients", dict.fromkeys(COPIES, "natural"), [Formula("And(1 <= j, j < k)", COPIES)]
            ),
        ),
        near_misses=(
            NearMiss("j - 1 for j", EXCHANGE.mutate("binomial(k - 1, j)*j", "binomial(k - 1, j)*(j - 1)")),
            NearMiss("k for k - j", EXCHANGE.mutate("(k - j)", "k")),
        ),
        family=family(counts=["k", "j"]),
        recorded=Status.ESTABLISHED,
        trust=("sympy",),
    ),
    Claim(
        id="draws-with-a-record-are-few-among-copies",
        paper="project",
        locator="Sampled means",
        title="with k >= m > T copies, the draws of a sum that hold the record are at most T/(m-T) times the others",
        kind=Kind.PROJECT,
        statement="$A_j (k - j) = C_j j$ with $j \\le T$ and $k \\ge m > T$ gives $A_j (m - T) \\le T\\,C_j$; summed "
        "over j, the same holds for all draws of one sum. In x' the record has the new value, with k at least m + 1.",
        formula=FEW,
        checks=(
            by_solver(
                "one j",
                [
                    Formula(
                        "And(holding*(k - j) == lacking*j, holding >= 0, lacking >= 0, 1 <= j, j <= T, k >= m, m > T)",
                        FEW.symbols,
                    )
                ],
            ),
        ),
        near_misses=(
            NearMiss("m for m - T", FEW.mutate("(m - T)", "m")),
            NearMiss("half of it", FEW.mutate("T*lacking", "T*lacking/2")),
        ),
        family=family(
            counts=["m", "T"],
            true={
                NOT_NEEDED: [
                    "one j, without holding >= 0", "one j, without lacking >= 0", "one j, without 1 <= j",
                    "one j, without m > T",
                ],
            },
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("draws-with-a-record-exchanged-for-a-copy",),
        trust=("z3",),
    ),
)
