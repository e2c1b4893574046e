"""Optimal composition: k releases at every budget between, the bound of Kairouz, Oh and Viswanath, pointwise."""

from __future__ import annotations

from itertools import product

from sdp_proofs.ledger import Check
from sdp_proofs.papers.project.composition import instances as small
from sdp_proofs.papers.smoothed_dp.properties.small_mechanisms import every, fractions, laws
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.premises import Given
from sdp_proofs.proving.terms import with_terms
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Composition", {
    "p": "P(a)", "q": "P'(a)", "odds": "E", "r": "P_k(b)", "s": "P'_k(b)", "there": "d(x,x')", "back": "d(x',x)",
    "more": "L_{k+1}(t)", "lower": "L_k(t/E)", "upper": "L_k(tE)", "delta": "\\delta(x)",
    "attained": "\\mathbf{1}[h = g]", "same": "\\delta_{k,j}", "other": "\\delta_{k,j-1}", "next": "\\delta_{k+1,j}",
    "composed": "\\delta^{(k)}(E^{k-2j})", "survives": "(1 - \\delta(E))^k", "part": "\\delta_j",
}, {
    **dict.fromkeys("pqrs", "any probability"), **dict.fromkeys(("there", "back", "delta"), "any number from 0 to 1"),
    **dict.fromkeys(("more", "lower", "upper"), "privacy.definition.hockey_stick"),
    **dict.fromkeys(("survives", "composed"), "papers.project.composition.instances.repeated"),
    **dict.fromkeys(("same", "other", "part"), "papers.project.composition.instances.part"),
})  # fmt: skip
STEPS = Section(PROJECT, "Composition", {
    "odds": "E", "p": "P_1(a)", "q": "P'_1(a)", "r": "P_2(b)", "s": "P'_2(b)", "there": "d(x, x')", "back": "d(x', x)",
    "delta": "\\delta(x)", "none": "(1 - \\delta)^k", "part": "\\delta_j",
})  # fmt: skip
TWO_BUDGETS = "(delta*r + (1 - delta)*(odds/(1 + odds)*Max(0, r - t/odds*s) + 1/(1 + odds)*Max(0, r - t*odds*s)))"
AVERAGE = "delta + (1 - delta)*(odds*lower + upper)/(1 + odds)"


def by_two_budgets(title: str, formula: str, one_more: Given) -> Check:
    """The formula holds for no release, and for one more if it holds for k at the two neighbouring budgets. By z3.

    Args:
        title: what is shown.
        formula: what is shown of `composed`, `survives` and `part`.
        one_more: how `more` of k + 1 releases stands to the average of `lower` and `upper` over two budgets.
    """
    ranges = "0 <= delta, delta <= 1, odds >= 1, 0 <= survives, survives <= 1"

    def at(claim: Claim, **terms: str) -> Formula:
        symbols = {**SECTION.symbols, **claim.formula.symbols}
        return Formula(str(with_terms(claim.formula, terms, tuple(symbols))), symbols)

    def none(claim: Claim) -> Formula:
        return at(claim, composed="same", part="same", survives="1")

    def step(claim: Claim) -> Formula:
        same, other = at(claim, composed="lower", part="same"), at(claim, composed="upper", part="other")
        after = at(claim, composed="more", survives="survives*(1 - delta)", part="next")
        return Formula(f"Implies(And({ranges}, {same}, {other}), {after})", after.symbols)

    pascal = cite("losses-of-responses-follow-pascals-rule", {"more": "next"})
    return in_steps(
        title, about(none, by_solver("no release", [])),
        about(step, by_solver("one more release", [one_more, pascal])),
        by_solver("any number of releases",
                  [lifted("induction", formula, shown("no release"), shown("one more release"))]),
    )  # fmt: skip


SECTION.claim(
    "loss-curves-lie-below-their-chords",
    "between 1/E and E the privacy profile is below the chord, whose ends are known from both directions at E",
    "The delta at t is convex in t, and its value at 1/E is $1 - 1/E + d(x', x)/E$. So between 1/E and E it is at "
    "most that of a randomised response that reveals everything with probability $\\delta(x)$; below 1/E likewise, "
    "from $d = 1$ at t = 0, and above E it falls.",
    "And(Max(0, p - (w/odds + (1 - w)*odds)*q) <= w*(p - q/odds + Max(0, q - odds*p)/odds) + (1 - w)*Max(0, p - "
    "odds*q), Max(0, p - w/odds*q) <= (1 - w)*p + w*Max(0, p - q/odds), Max(0, p - (odds + w)*q) <= Max(0, p - "
    "odds*q))",
    and_collected(
        by_solver("one output", "And(p >= 0, q >= 0, odds >= 1, 0 <= w, w <= 1)"),
        summed(
            "And(between <= w*(one - other/odds + back/odds) + (1 - w)*there, below <= (1 - w)*one + w*low, "
            "above <= there)",
            {
                "between": "Max(0, p - (w/odds + (1 - w)*odds)*q)", "one": "p", "other": "q",
                "back": "Max(0, q - odds*p)", "there": "Max(0, p - odds*q)", "below": "Max(0, p - w/odds*q)",
                "low": "Max(0, p - q/odds)", "above": "Max(0, p - (odds + w)*q)",
            },
            each="p q",
        ),
    ),
    given=("E >= 1; w runs from 0 to 1, and t is w/E + (1 - w) E, w/E or E + w", "outputs form a countable set"),
    mutants={"weights exchanged": ("w/odds + (1 - w)*odds", "w*odds + (1 - w)/odds")}, generated="deep",
    trust="countable-sums",
)  # fmt: skip

SECTION.claim(
    "one-release-at-a-time-may-be-replaced",
    "given the output of the other releases, delta is one of the first alone, at another budget",
    "$\\max(0, P_1 P_2 - t P'_1 P'_2) = P_2 \\max(0, P_1 - (t P'_2/P_2) P'_1)$ where $P_2 > 0$, and nothing is lost "
    "where $P_2 = 0$. So a pair of laws whose delta is at least as large at every t may take the place of the first "
    "factor, and then of the others, without lowering the delta of the product.",
    "Max(0, p*r - t*q*s) == r*Max(0, p - t*s/r*q)",
    by_solver("a pair of outputs", "And(p >= 0, q >= 0, r > 0, s >= 0, t >= 0)"),
    symbols={"p": "P_1(a)", "q": "P'_1(a)", "r": "P_2(b)", "s": "P'_2(b)"},
    given=("the releases are independent given the database", "P_2 > 0, t >= 0"),
    mutants={"the ratio turned": ("t*s/r*q", "t*r*s*q")}, trust="sum-over-outputs",
)  # fmt: skip

SECTION.claim(
    "one-more-release-averages-two-budgets-at-each-output",
    "given the output of k releases, one more loses at most what a revealing randomised response does",
    "Given an output b of k releases, one more with $\\delta(x) \\le \\delta$ at odds E adds the delta of its own at "
    "the odds $t P'_k(b)/P_k(b)$, which is below a chord (`loss-curves-lie-below-their-chords`). So b adds at most "
    "$\\delta P_k(b) + (1-\\delta) (E (P_k(b) - \\frac{t}{E} P'_k(b))^+ + (P_k(b) - tE P'_k(b))^+)/(1+E)$. The parts: "
    "these odds are between 1/E and E; below; above; a response that reveals the record with probability $\\delta$ "
    "and else answers truthfully with odds E adds just that.",
    f"And(Implies(t*s == (w/odds + (1 - w)*odds)*r, r*(w*(1 - 1/odds + back/odds) + (1 - w)*there) <= {TWO_BUDGETS}), "
    f"Implies(t*s == w/odds*r, r*((1 - w) + w*(1 - 1/odds + back/odds)) <= {TWO_BUDGETS}), "
    f"Implies(t*s >= odds*r, r*there <= {TWO_BUDGETS}), "
    "Eq(Max(0, delta*r - t*0*s) + Max(0, (1 - delta)*odds/(1 + odds)*r - t*((1 - delta)/(1 + odds))*s) + "
    "Max(0, (1 - delta)/(1 + odds)*r - t*((1 - delta)*odds/(1 + odds))*s) + Max(0, 0*r - t*delta*s), "
    f"{TWO_BUDGETS}))",
    and_so(
        by_solver(
            "one output of the others",
            "And(odds >= 1, r >= 0, s >= 0, t >= 0, 0 <= w, w <= 1, there <= delta, back <= delta, delta <= 1, "
            "there >= 0, back >= 0)",
        ), about(SECTION.formula(
            "Implies(And(odds >= 1, r > 0, s >= 0, t >= 0, p >= 0, q >= 0, 0 <= w, w <= 1, t*s/r == w/odds + (1 - "
            "w)*odds), Max(0, p*r - t*q*s) <= r*(w*(p - q/odds + Max(0, q - odds*p)/odds) + (1 - w)*Max(0, p - "
            "odds*q)))",
        ), by_solver("a chord at one more output", [
            cite("one-release-at-a-time-may-be-replaced"), cite("loss-curves-lie-below-their-chords"),
        ])),
    ), symbols={"delta": "\\delta"}, given=("the releases are independent given the database", "E >= 1, t >= 0"),
    mutants={
        "budgets exchanged": ("r - t/odds*s", "r - t*s", "r - t*odds*s", "r - t*s"),
        "nothing revealed": ("(delta*r + (1", "(0*r + (1"),
    }, generated="deep", trust="sum-over-outputs",
)  # fmt: skip

SECTION.claim(
    "one-more-release-averages-two-budgets",
    "L_{k+1}(t) <= delta + (1 - delta) (E L_k(t/E) + L_k(tE))/(1 + E) at every t",
    "Let $L_k(t)$ be the delta of k releases at odds t, h the privacy profile of one more, with $\\delta(x)$ at odds "
    "E, and g that of the revealing response. Then $L_{k+1}(t) = \\sum_b P_k(b) h(t P'_k(b)/P_k(b))$, with $h \\le g$ "
    "at every output, is at most $\\delta(x) + (1 - \\delta(x)) (E L_k(t/E) + L_k(tE))/(1+E)$, for every $t \\ge 0$, "
    "and equal to it where h is g.",
    f"And(more <= {AVERAGE}, Implies(attained == 1, more == {AVERAGE}))",
    by_solver(
        "sum over the outputs of the others", [
            "odds >= 1", lifted("sum-over-outputs", "more == curves", cite("one-release-at-a-time-may-be-replaced")),
            lifted(
                "adding-up", f"And(curves <= chords, Implies(attained == 1, curves == chords), chords == {AVERAGE})",
                cite("one-more-release-averages-two-budgets-at-each-output"),
                cite("loss-curves-lie-below-their-chords"),
            ),
        ],
    ), on_instances(
        EXACT, GRID, "small laws",
        "one release after none, one or two on two outputs, denominators up to 3 and 2, three t, two odds",
        small.one_after_two,
    ), given=("the releases are independent given the database", "E >= 1, t >= 0", "outputs form a countable set"),
    mutants={
        "the other budget weighs more": ("(odds*lower + upper)/(1 + odds), ", "(lower + odds*upper)/(1 + odds), "),
        "always attained": ("attained == 1", "attained >= 0"),
    }, trust="countable-sums",
    note="`curves` is the sum of P_k(b) h(t P'_k(b)/P_k(b)) over the outputs b, and `chords` that of g.",
)  # fmt: skip

SECTION.claim(
    "losses-of-responses-follow-pascals-rule",
    "delta_j of k + 1 responses is (E delta_j + delta_{j-1})/(1 + E) of k, for every k and j",
    "With $\\delta_{k,j} = \\sum_{l<j} \\binom{k}{l} (E^{k-l} - E^{k-2j+l})/(1+E)^k$ for all integers j, which is 0 "
    "for $j \\le 0$ and $1 - E^{-2j}$ for k = 0 < j, one has $(1+E)\\, \\delta_{k+1,j} = E \\delta_{k,j} + "
    "\\delta_{k,j-1}$: term by term, after the second sum is shifted by one, it is Pascal's rule.",
    "(1 + odds)*more == odds*same + other",
    # The sums with the term of l: c and e are the binomials of k over l and l - 1, u = E^(k-l), v = E^(k-2j+l), power
    # (1 + E)^k. That of l - 1 is added to the last sum, in which there is none for l = 0.
    by_telescoping(
        "one term", {
            "more": "more + (c + e)*(odds*u - odds*v)/(power*(1 + odds))", "same": "same + c*(u - v)/power",
            "other": "other + e*(odds*u - odds*v)/power",
        }, {}, dict.fromkeys(("more", "same", "other"), "0"),
        {**dict.fromkeys(("more", "same", "other", *"ceuv"), "real"), **dict.fromkeys(("odds", "power"), "positive")},
    ),
    on_instances(EXACT, GRID, "the sums", "k <= 9, all j up to k + 2, three odds", every(
        small.parts, odds=fractions("1 3/2 4"), k=range(10), j=range(-1, 12),
    )),
    symbols={"more": "\\delta_{k+1,j}"}, means={"more": "papers.project.composition.instances.part"},
    given="E >= 1; k and j are integers, k >= 0",
    mutants={"E times the second sum": ("+ other", "+ odds*other"), "twice the second sum": ("+ other", "+ 2*other")},
    trust=("pascals-rule", "induction"),
)  # fmt: skip

SECTION.claim(
    "k-releases-at-every-budget", "delta^(k) at E^(k-2j) is at most 1 - (1 - delta)^k (1 - delta_j)",
    "For k independent releases with $\\delta(x)$ at odds E each, the delta at odds $E^{k-2j}$ is at most $1 - (1 - "
    "\\delta(x))^k (1 - \\delta_j)$ with $\\delta_j = \\sum_{l<j} \\binom{k}{l} (E^{k-l} - E^{k-2j+l})/(1+E)^k$.",
    "composed <= 1 - survives*(1 - part)",
    by_two_budgets(
        "one release after the other", "composed <= 1 - survives*(1 - part)",
        cite("one-more-release-averages-two-budgets"),
    ), on_instances(
        EXACT, GRID, "small laws",
        "all pairs of laws on two and three outputs with denominators up to 3, k <= 3, all j, two odds",
        every(
            small.steps, odds=fractions("3/2 3"), releases=(1, 2, 3), steps=(0, 1),
            laws=[pair for size in (2, 3) for pair in product(laws(size, 3), repeat=2)],
        ),
    ), given=("the releases are independent given the database", "0 <= 2j <= k"), mutants={"strictly": ("<=", "<")},
    generated="deep", search=over(
        {
            "releases": Integers(1, 4), "steps": Integers(0, lambda at: at["releases"] // 2), "first": Laws(2),
            "second": Laws(2), "odds": Rationals(1, 5, open_low=True),
        }, small.repeated, climbs=False,
    ), derivation=STEPS.derivation(
        "k-releases-by-their-curves", "The delta of k releases at E^(k-2j)", line(
            "Max(0, p - (w/odds + (1 - w)*odds)*q)", "<=", "w*Max(0, p - q/odds) + (1 - w)*Max(0, p - odds*q)",
            Rule.CONVEXITY, by_solver("one output", "And(p >= 0, q >= 0, odds >= 1, 0 <= w, w <= 1)"),
            part="One output: t between 1/E and E",
            mutants={"equality": "=", "the end at E alone": "Max(0, p - odds*q)"},
        ), line(
            "=", "w*(p - q/odds + Max(0, q - odds*p)/odds) + (1 - w)*Max(0, p - odds*q)", Rule.ALGEBRA,
            by_solver("one output", "And(p >= 0, q >= 0, odds >= 1, 0 <= w, w <= 1)"),
            note="The value at 1/E is that of the other direction at E.", mutants={
                "the same direction": ("Max(0, q - odds*p)", "Max(0, p - odds*q)"),
                "without it": (" + Max(0, q - odds*p)/odds", ""),
            },
        ), line(
            "w*(1 - 1/odds + back/odds) + (1 - w)*there", "<=", "w*(1 - 1/odds + delta/odds) + (1 - w)*delta",
            Rule.MONOTONICITY,
            by_solver("all outputs", "And(there <= delta, back <= delta, odds >= 1, 0 <= w, w <= 1)"),
            part="All outputs: below the curve of a randomised response", note="The right side is the curve of a "
            "release that reveals the record with probability delta(x) and else answers truthfully with odds E.",
            mutants={"strictly": "<", "without delta at 1/E": (" + delta/odds", "")},
        ), line(
            "Max(0, p*r - t*q*s)", "=", "r*Max(0, p - t*s/r*q)", Rule.ALGEBRA,
            by_solver("a pair of outputs", "And(p >= 0, q >= 0, r > 0, s >= 0, t >= 0)"),
            given=("the releases are independent", "P_2(b) > 0; else nothing is lost"), part="One release at a time",
            note="Summed over a it is P_2(b) times the delta of the first release at another t; so each release may "
            "be replaced by that response, one after the other.",
            mutants={"the ratio turned": ("t*s/r*q", "t*r*s*q"), "without the weight": ("r*Max", "Max")},
        ), line(
            "k - l > k - 2*j + l", "implies", "l < j", Rule.CASE_SPLIT, by_solver("all reals", []),
            part="k randomised responses", note="With l answers against the type nothing revealed, P - E^(k-2j) P' is "
            "proportional to E^(k-l) - E^(k-2j+l).", mutants={"one less": "l < j - 1", "more than j": "l > j"},
        ), line(
            "(1 - none) + none*part", "=", "1 - none*(1 - part)", Rule.ALGEBRA, by_identity("all reals", ""),
            part="Together", note="Something is revealed with probability 1 - (1 - delta)^k; else k answers remain.",
            mutants={"without delta_j": "1 - none", "the sum": "(1 - none) + part"},
        ),
    ), note="By induction over k, for all integers j at once: E^(k+1-2j) divided by E and times E are E^(k-2j) and "
    "E^(k-2(j-1)). The bound is known for all pairs of databases (P. Kairouz, S. Oh, P. Viswanath, The composition "
    "theorem for differential privacy, IEEE Trans. Inf. Theory 2017); here it is at one database. The exact delta of "
    "the k releases is smaller still, unless each is the response of the next claim.",
)  # fmt: skip

SECTION.claim(
    "revealing-randomised-responses-attain-the-bound",
    "the bound for k releases is attained by a randomised response that sometimes reveals the record",
    "A release that reveals the record with probability $\\delta$, and else answers truthfully with odds E, has "
    "$\\delta$ at E, and k of it have exactly the delta of $1 - (1 - \\delta)^k (1 - \\delta_j)$ at $E^{k-2j}$.",
    "composed == 1 - survives*(1 - part)",
    by_two_budgets(
        "one release after the other", "composed == 1 - survives*(1 - part)",
        lifted("sum-over-outputs", f"more == {AVERAGE}", cite("one-more-release-averages-two-budgets-at-each-output")),
    ), on_instances(
        EXACT, GRID, "extreme pairs", "k <= 4, all j, four odds, four delta", every(
            small.responses, odds=fractions("1 51/49 3/2 3"), delta=fractions("0 1/100 1/4 1"), releases=(1, 2, 3, 4),
            steps=(0, 1, 2),
        ),
    ), given=("the releases are independent given the database", "0 <= 2j <= k"), mutants={"below": ("==", "<")},
)  # fmt: skip
