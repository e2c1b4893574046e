"""Proposition 7, the reduction to the vertices of the hull, its example, and its proof (Appendix D.4).

Items: Proposition 7.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.hunting.searches import Search
from sdp_proofs.ledger import Check
from sdp_proofs.papers.smoothed_dp.small_mechanisms import every, fractions
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "Proposition 7", {
    "weight": "\\alpha", "first": "F_1", "second": "F_2", "end": "e", "a": "\\alpha_{1,1}", "b": "\\alpha_{1,2}",
    "u": "\\Pr[X_1|\\pi^*_1]", "v": "\\Pr[X_1|\\pi^*_2]", "s": "\\Pr[X_2|\\pi^*_1]", "t": "\\Pr[X_2|\\pi^*_2]",
    "low": "\\underline{p}", "high": "\\overline{p}", "w": "\\alpha",
}, {
    **dict.fromkeys("uvst", "any probability"), **dict.fromkeys(("first", "second"), "any number from 0 to 1"),
})  # fmt: skip
STEPS = Section(SMOOTHED_DP, "App. D.4", {
    **{name: SECTION.symbols[name] for name in "abuvst"}, "joint": "\\Pr[x|\\vec\\pi]", "own": "w", "k": "\\alpha",
    "rest": "\\Pr[x_{-i}|\\vec\\pi_{-i}]", "f_11": "F(\\pi^*_1, \\pi^*_1)", "f_12": "F(\\pi^*_1, \\pi^*_2)",
    "f_21": "F(\\pi^*_2, \\pi^*_1)", "f_22": "F(\\pi^*_2, \\pi^*_2)", "end": "\\pi^*(1)", "one": "\\sup_{\\Pi_1^n}",
    "two": "\\sup_{\\Pi_2^n}", "star": "\\max_{(\\Pi^*)^n}", "first": "\\mathbb{E}[\\delta|X_i = 1]",
    "second": "\\mathbb{E}[\\delta|X_i = 2]", "y": "u", "z": "v",
})  # fmt: skip
# Two records, two vertices; the weights of the second vertex are 1 - a and 1 - b.
MIXED, MIDDLE = "(a*u + (1 - a)*v)*(b*s + (1 - b)*t)", "(a*u*s + (1 - a)*v*t)*(b*u*s + (1 - b)*v*t)"
EXPANDED = "a*b*u*s + a*(1 - b)*u*t + (1 - a)*b*v*s + (1 - a)*(1 - b)*v*t"
CHANGE = "abs(p*first + (1 - p)*second - (q*first + (1 - q)*second))"
SHARES = "And(0 <= p, p <= 1, 0 <= q, q <= 1, 0 <= first, first <= 1, 0 <= second, second <= 1)"
OPEN = "And(1/5 < p, p < 4/5, 1/5 < q, q < 4/5, 0 <= weight, weight <= 1)"
AVERAGE = line(
    "a*b*f_11 + a*(1 - b)*f_12 + (1 - a)*b*f_21 + (1 - a)*(1 - b)*f_22", "<=", "Max(f_11, f_12, f_21, f_22)",
    Rule.CONVEXITY, by_solver("all weights", "And(0 <= a, a <= 1, 0 <= b, b <= 1)"),
    part="An average is at most the largest",
    mutants={"the smallest": ("Max", "Min"), "one record only": ("f_12, f_21, ", "")},
)  # fmt: skip


def _excluded(formula: Formula, *given: str) -> Verdict:
    """Tell whether the formula holds somewhere: refuted if the solver excludes it."""
    from sdp_proofs.provers.smt import prove_for_all_reals

    premises = [SECTION.formula(one) for one in given]
    return prove_for_all_reals(premises, Formula(f"Not({formula.text})", formula.symbols)).verdict.negated


def _some_mixture_reaches(claim: Claim) -> Outcome:
    """Tell whether some mixture of two shares of the open interval is the end."""
    verdict, end = _reached(claim, {"point": claim.parameters["end"]}), claim.parameters["end"]
    witness = f"no mixture is {end}" if verdict is Verdict.FAILS else None
    return Outcome(verdict, "all pairs of shares in (1/5, 4/5) and all weights", witness=witness)


def _reached(claim: Claim, instance: Mapping[str, Any]) -> Verdict:
    return _excluded(claim.formula, OPEN, f"end == {instance['point']}")


def _some_vertex(claim: Claim) -> Outcome:
    """Tell whether some share strictly between the ends is not the middle of two others."""
    low, high = claim.parameters["low"], claim.parameters["high"]
    verdict = _excluded(claim.formula, f"And(low == {low}, high == {high}, low < p, p < high)")
    witness = "every share is the middle of two others, and none is a vertex" if verdict is Verdict.FAILS else None
    return Outcome(verdict, f"all shares in ({low}, {high})", witness=witness)


def _is_vertex(claim: Claim, at: Mapping[str, Any]) -> Verdict:
    verdict: Verdict = claim.formula.decide({**{end: Fraction(claim.parameters[end]) for end in ("low", "high")}, **at})
    return verdict


SECTION.claim(
    "no-mixture-beats-its-parts",
    "replacing a source by a mixture of others never raises the expected delta above both",
    "The expected delta(x) is affine in the law of each single record. So at a mixture of two laws it is at most the "
    "larger of its values at the two, and record by record every assignment is dominated by one to the vertices of "
    "the hull.",
    "weight*first + (1 - weight)*second <= Max(first, second)",
    by_solver("all values and weights", "And(0 <= weight, weight <= 1)"), given="records are independent",
    silent="read with suprema, and for sets with the same closed hull", fidelity="narrowed",
    mutants={"at most the smaller": ("Max", "Min")}, trust="one-record-at-a-time",
)  # fmt: skip

SECTION.claim(
    "one-and-one-minus-p-is-a-law", "pi = (1, 1 - p) is a distribution over two types",
    "The law of the example, as printed, is (1, 1 - p), with p the probability of the first type.",
    "1 + (1 - p) == 1",
    by_solver("all shares of the example", "And(1/5 < p, p < 4/5)"), at="Sec. 4, example to Proposition 7",
    kind="example", fails=instance("p = 1/2: the entries 1 and 1/2 sum to 3/2.", "p = 1/2", given="1/5 < p < 4/5"),
    wrong="The law is printed as (1, 1-p), which sums to one only if p is 1; the next sentence has it right.",
    cost="None: read (p, 1-p).", defect="typo",
)  # fmt: skip

SECTION.claim(
    "p-and-one-minus-p-is-a-law", "pi = (p, 1 - p) is a distribution over two types",
    "The entries p and 1 - p are not negative and sum to one for every p from 0 to 1.",
    "And(p + (1 - p) == 1, p >= 0, 1 - p >= 0)",
    by_solver("all p", "And(0 <= p, p <= 1)"), at="Sec. 4, example to Proposition 7", kind="example",
    fidelity="typo-corrected",
    mutants={"as printed": ("p + (1 - p)", "1 + (1 - p)"), "at least one half": ("p >= 0, 1", "p >= 1/2, 1")},
    repairs="one-and-one-minus-p-is-a-law",
)  # fmt: skip

SECTION.claim(
    "the-hull-of-an-open-interval-has-its-ends", "the convex hull of the shares in (0.2, 0.8) is [0.2, 0.8]",
    "The example to Proposition 7: the convex hull of all shares strictly between 0.2 and 0.8 contains 0.2, as a "
    "vertex.",
    "weight*p + (1 - weight)*q == end",
    Check(SMT, ALL, _some_mixture_reaches, "mixtures of two shares"), at="Sec. 4", kind="example",
    parameters={"end": "1/5"}, fails=instance(
        "The share 1/5. A vertex of a convex hull belongs to the set itself, and a mixture of numbers above 1/5 is "
        "above 1/5; so 1/5 would have to lie strictly between 1/5 and 4/5. Here it is the middle of 1/4 and 3/4 that "
        "is not 1/5, like every other mixture.", "low = 1/5; high = 4/5; p = 1/4; q = 3/4; weight = 1/2",
        given="low < p < high; low < q < high; 0 <= weight <= 1", at={"end": "low"},
    ), wrong="The hull of an open interval is the open interval and has no vertices; 0.2 and 0.8 are those of its "
    "closure.",
    cost="The set is replaced by its closure, and the maximum by a supremum. For the law (1, 1-p) read (p, 1-p).",
    defect="missing hypothesis", search=Search({"point": Rationals(Fraction(1, 5), Fraction(4, 5))}, _reached),
    note="The closed hull is [0.2, 0.8]; the reduction holds for it, with suprema. The example also prints the law as "
    "(1, 1-p) where (p, 1-p) is meant.",
)  # fmt: skip

SECTION.claim(
    "mixtures-of-an-open-interval-stay-inside",
    "mixtures of shares in (0.2, 0.8) stay strictly inside; only the closure has vertices",
    "Every mixture of two shares strictly between 0.2 and 0.8 lies strictly between them: the hull of the open "
    "interval is the open interval, which has no vertices. Its closure has two.",
    "And(1/5 < weight*p + (1 - weight)*q, weight*p + (1 - weight)*q < 4/5)",
    by_solver("all shares and weights", OPEN), at="Sec. 4", kind="project",
    mutants={"inside (0.3, 0.8)": ("1/5 <", "3/10 <")}, repairs="the-hull-of-an-open-interval-has-its-ends",
)  # fmt: skip

SECTION.claim(
    "printed-probability-of-a-database", "prod_i sum_j a_ji Pr[X_i|pi_j] = prod_i sum_j a_ji Pr[x|pi_j]",
    "The middle of the display that expands $\\Pr[x|\\vec\\pi]$: each record's probability $\\Pr[X_i|\\pi^*_j]$ is "
    "replaced by that of the whole database, $\\Pr[x|\\pi^*_j]$.",
    f"Eq({MIXED}, {MIDDLE})",
    on_instances(
        EXACT, GRID, "two records and two vertices", "all probabilities and weights among 0, 1/2, 1",
        every(lambda _, at: at, **dict.fromkeys("abuvst", fractions("1 1/2 0"))),
    ), at="App. D.4, product", fails=instance(
        "Two records, one source, a fair coin: the database (1, 1) has probability 1/4, and the middle of the line is "
        "1/16.",
        "weights = (1,); laws = ((1/2, 1/2),); x = (1, 1); record = lambda i, j: laws[j][x[i]]; whole = lambda j: "
        "record(0, j) * record(1, j); left = lambda i: sum(weights[j] * record(i, j) for j in range(1)); middle = "
        "lambda i: sum(weights[j] * whole(j) for j in range(1))", given="sum(weights) == 1; sum(laws[0]) == 1",
        at={
            "a": "weights[0]", "b": "weights[0]", "u": "record(0, 0)", "v": "record(0, 0)", "s": "record(1, 0)",
            "t": "record(1, 0)",
        },
    ), wrong="Pr[x|pi_j] in the middle of the line is meant to be Pr[X_i|pi_j], the probability of one record. (The "
    "line after it calls the equation an inequality.)", cost="None; the ends of the line agree.", defect="typo",
    derivation=STEPS.derivation(
        "distribution-reduction-as-printed", "Reduction to the vertices of the hull",
        line(
            "joint", "=", "rest*(k*y + (1 - k)*z)", Rule.SUBSTITUTION,
            by_solver("all laws", ["joint == rest*own", defined("own", "k*y + (1 - k)*z")]), part="One record",
            given="records are independent", silent="the source is a mixture of finitely many vertices",
            mutants={
                "the first vertex alone": ("k*y + (1 - k)*z", "k*y"), "weights exchanged": "rest*((1 - k)*y + k*z)",
            },
        ), line(
            MIXED, "=", MIDDLE, Rule.SUBSTITUTION, by_identity("all reals", ""), holds=False, part="All records",
            note="Printed with the probability of the whole database x where that of the record X_i belongs.",
            mutants={
                "the first factor": "a*u*s + (1 - a)*v*t",
                "weights exchanged": ("(b*u*s + (1 - b)*v*t)", "((1 - b)*u*s + b*v*t)"),
            },
        ), line(
            "=", EXPANDED, Rule.ALGEBRA, by_identity("all reals", ""), holds=False,
            note="The ends of the line agree; only its middle does not.", mutants={
                "one term less": (" + (1 - a)*(1 - b)*v*t", ""),
                "homogeneous assignments only": "a*b*u*s + (1 - a)*(1 - b)*v*t",
            },
        ), AVERAGE, line(
            "Or(end == 1/5, end == 4/5)", "implies", "And(1/5 < end, end < 4/5)", Rule.DEFINITION,
            by_solver("the ends", []), holds=False, part="The other direction, for the shares between 0.2 and 0.8",
            note="'Note that the vertices belong to Pi_1', for the example of Section 4.",
            mutants={
                "the lower end is inside": ("Or(end == 1/5, end == 4/5)", "end == 1/5"),
                "the upper end is inside": ("Or(end == 1/5, end == 4/5)", "end == 4/5"),
            },
        ), line(
            "And(one <= star, one >= star, two <= star, two >= star)", "implies", "one == two", Rule.ALGEBRA,
            by_solver("all reals", []), part="Both sets", mutants={
                "one direction": ("one >= star, two <= star, two >= star", "two <= star"), "different": "one < two",
            },
        ), source="App. D.4",
    ),
)  # fmt: skip

SECTION.claim(
    "product-of-mixtures-is-a-mixture-of-products",
    "the law of a database under mixed sources is a mixture of its laws under homogeneous ones",
    "$\\prod_i \\sum_j \\alpha_{j,i} \\Pr[X_i|\\pi_j] = \\sum_{j_1, \\dots, j_n} \\prod_i \\alpha_{j_i,i} "
    "\\Pr[X_i|\\pi_{j_i}]$.",
    f"Eq({MIXED}, {EXPANDED})",
    and_so(
        by_identity("two records and two sources, all reals", ""),
        # The second index runs over the assignments of all other records: w are their weights, q their products.
        about(Formula("expanded == own*others", ["expanded", "own", "others"]), by_sums(
            "one record, and all others together, with any number of sources",
            {"expanded": "Sum(i, Sum(j, u*w*(p*q)))", "own": "Sum(i, u*p)", "others": "Sum(j, w*q)"}, [],
            "over j: Sum(j, u*w*(p*q)) == u*p*others", "over i: expanded == own*others",
            each={"i": "u p", "j": "w q"},
        )),
    ), at="App. D.4, product", given="records are independent",
    fidelity="typo-corrected", mutants={
        "the same source for both records": f"Eq({MIXED}, a*b*u*s + (1 - a)*(1 - b)*v*t)",
        "one term less": (" + (1 - a)*b*v*s", ""),
    }, repairs="printed-probability-of-a-database", trust="induction",
)  # fmt: skip

SECTION.claim(
    "weights-of-assignments-sum-to-one",
    "the weights prod_i a_{j_i,i} sum to one, so the average is at most the maximum",
    "The weights of all assignments of vertices to records are not negative and sum to one, so that the expected "
    "delta under mixed sources is an average of those under homogeneous ones, and at most the largest of them.",
    "a*b + a*(1 - b) + (1 - a)*b + (1 - a)*(1 - b) == 1",
    and_so(
        by_identity("two records and two sources, all reals", ""),
        about(Formula("together == 1", ["together"]), by_sums(
            "one record, and all others together, with any number of sources",
            {"together": "Sum(i, Sum(j, u*w))"}, ["Sum(i, u) == 1", "Sum(j, w) == 1"],
            "over j: Sum(j, u*w) == u*Sum(j, w)", "over i: together == Sum(i, u)", each={"i": "u", "j": "w"},
        )),
    ), at="App. D.4, average",
    mutants={"homogeneous assignments only": (" + a*(1 - b) + (1 - a)*b", ""), "one half": ("== 1", "== 1/2")},
    trust="induction",
)  # fmt: skip

SECTION.claim(
    "sources-are-mixtures-of-vertices", "every source is a mixture of finitely many vertices of the hull",
    "For any set $\\Pi_1$ the convex hull has vertices $\\pi^*_1, \\dots, \\pi^*_p$, of which every source of the set "
    "is a mixture. Tried with the set of the paper's example, all shares strictly between 0.2 and 0.8.",
    "Or(p - Min(p - low, high - p)/2 <= low, p + Min(p - low, high - p)/2 >= high)",
    Check(SMT, ALL, _some_vertex, "middles of two other shares"), at="App. D.4, vertices",
    given="the set is any set, as in the example of Section 4", parameters={"low": "1/5", "high": "4/5"},
    fails=instance(
        "The shares strictly between 1/5 and 4/5, of which 1/2 is to be a mixture of vertices: it is the middle of "
        "7/20 and 13/20, and every share is the middle of two others in this way, so there is no vertex.",
        "low = 1/5; high = 4/5; p = 1/2", given="low < p < high",
    ), wrong="The hull of a set that is not closed may have no vertices at all, as in the paper's own example, and "
    "that of a disc has infinitely many.",
    cost="Closed hulls and suprema; no vertex is needed if the proof compares the two sets directly.",
    defect="missing hypothesis",
    search=Search({"p": Rationals(Fraction(1, 5), Fraction(4, 5), open_low=True, open_high=True)}, _is_vertex),
)  # fmt: skip

SECTION.claim(
    "closed-intervals-are-spanned-by-their-ends", "every share of a closed interval is a mixture of its ends",
    "For two types a closed set of sources has the hull of its two extreme shares, and every share p between them is "
    "the mixture with weight $(\\overline p - p)/(\\overline p - \\underline p)$ of the lower one.",
    "And((high - p)/(high - low) >= 0, (high - p)/(high - low) <= 1, Eq((high - p)/(high - low)*low + (1 - (high - "
    "p)/(high - low))*high, p))",
    by_solver("all closed intervals", "And(low < high, low <= p, p <= high)"), at="App. D.4, vertices",
    silent="two types; closed", fidelity="narrowed", mutants={
        "weights exchanged": ("low + (1", "high + (1"),
        "weight below one": ("(high - p)/(high - low) <= 1", "(high - p)/(high - low) < 1"),
    }, repairs="sources-are-mixtures-of-vertices",
)  # fmt: skip

SECTION.claim(
    "vertices-of-the-hull-belong-to-the-set", "vertices of CH(Pi_1), where there are any, belong to Pi_1",
    "At a vertex, and there alone, some linear function is least on the hull: for two types, the share of one of them. "
    "If a mixture of sources has the least value, all of its parts with a positive weight have; so they are the "
    "vertex, which is one of the sources of the set. So $\\Pi^* \\subseteq \\Pi_1$ holds for the hull itself.",
    "Implies(w*p + (1 - w)*q == end, And(p == end, q == end))",
    and_so(
        by_solver("all shares and weights", "And(0 < w, w < 1, p >= end, q >= end)"),
        about(Formula("Implies(And(one == 1, mean == end), above == 0)", ["one", "mean", "above", "end"]), by_sums(
            "a mixture of any number of sources",
            {"one": "Sum(i, w)", "mean": "Sum(i, w*p)", "above": "Sum(i, w*Max(p - end, end - p))"},
            ["w >= 0", "p >= end"], "over i: above == mean - end*one", each={"i": "w p"},
        )),
    ), at="App. D.4, lower bound",
    symbols={"end": "\\underline{p}"},
    given=(
        "vertices of the hull itself, not of its closure; the example takes those of the closure",
        "a vertex is the only point of the hull at which some linear function is least, as every corner of a polytope",
    ),
    mutants={
        "strictly above": ("And(p == end, q == end)", "p > end"),
        "an inner point": ("(1 - w)*q == end", "(1 - w)*q == 2*end"),
    }, note="The ends 0.2 and 0.8 of the example do not belong to its set: see the claim "
    "the-hull-of-an-open-interval-has-its-ends.",
)  # fmt: skip

SECTION.claim(
    "equal-closed-hulls-have-the-same-supremum",
    "sets with the same closed convex hull are equally private, finite or not, closed or not",
    "Changing one record's law by p - q changes the expected delta by at most |p - q|. So the delta at a law of the "
    "closed hull is a limit of deltas at mixtures, and no mixture beats its parts: if each of two sets lies in the "
    "closed hull of the other, the suprema over their assignments agree, and the one is $(\\epsilon, "
    "\\delta)$-private exactly if the other is. Neither vertices nor a maximum are needed.",
    f"{CHANGE} <= abs(p - q)",
    and_so(by_solver("one record of two types", SHARES), about(
        Formula(f"Implies({SHARES}, p*first + (1 - p)*second <= Max(first, second) + abs(p - q))", {
            "p": "p", "q": "q", **{name: STEPS.symbols[name] for name in ("first", "second")},
        }), by_solver("near a mixture", [
            shown("one record of two types"), cite("no-mixture-beats-its-parts", {"weight": "q"}),
        ]),
    )), symbols={name: STEPS.symbols[name] for name in ("first", "second")},
    silent="read with suprema: every assignment has an expected delta of at most delta", fidelity="narrowed",
    mutants={"half of the change": ("<= abs(p - q)", "<= abs(p - q)/2"), "nothing changes": ("<= abs(p - q)", "<= 0")},
    trust=("one-record-at-a-time", "limits", "independent-records"),
    derivation=STEPS.derivation(
        "distribution-reduction-repaired", "Sets with the same closed hull have the same supremum; no vertex is needed",
        line(
            MIXED, "=", EXPANDED, Rule.ALGEBRA, by_identity("all reals", ""), part="All records",
            note="Here the laws that are mixed are any of the other set.",
            mutants={"one term less": (" + (1 - a)*(1 - b)*v*t", ""), "as printed": MIDDLE},
        ), AVERAGE, line(
            CHANGE, "<=", "abs(p - q)", Rule.ALGEBRA, by_solver("one record of two types", SHARES), part="Limits",
            note="A law of the closed hull is as near as one likes to mixtures of the set, record by record.",
            mutants={"half of it": "abs(p - q)/2", "strictly": "<"},
        ), line(
            "And(one <= two, two <= one)", "implies", "one == two", Rule.ALGEBRA, by_solver("all reals", []),
            part="Both sets", note="Each set lies in the closed hull of the other.",
            mutants={"one direction": ("And(one <= two, two <= one)", "one <= two"), "different": "one < two"},
        ),
    ),
)  # fmt: skip
