"""Composition, and its best order.

Small releases, one after the other: over these, the claims on composition are enumerated.

Sequential composition at the sum of the budgets: adaptive releases, and less than the sum for independent ones.

Optimal composition: k releases at every budget between, the bound of Kairouz, Oh and Viswanath, pointwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import reduce
from itertools import product
from math import comb, prod
from typing import Any

from sdp_proofs.ledger import Check, Claim
from sdp_proofs.papers.smoothed_dp.small_mechanisms import (
    BITS,
    ROWS,
    Law,
    both_ways,
    every,
    fractions,
    joined,
    laws,
    loss,
    two_tables,
)
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.instances import Instance
from sdp_proofs.proving.premises import Given
from sdp_proofs.proving.terms import with_terms
from sdp_proofs.proving.vocabulary import *


def chosen_coins(_: Claim, at: Mapping[str, Any]) -> dict[str, Fraction]:
    """A coin, and then one of two coins, by what the first one shows."""
    odds = Fraction(3, 2)
    own, other = ((share, 1 - share) for share in (at["p"], at["q"]))
    pairs = [((r, 1 - r), (s, 1 - s)) for r, s in zip(at["r"], at["s"], strict=True)]
    joint = [[law[a] * b for a, pair in enumerate(pairs) for b in pair[side]] for side, law in enumerate((own, other))]
    second = max(loss(one, two, odds) for one, two in pairs)
    return {"together": loss(joint[0], joint[1], odds**2), "first": loss(own, other, odds), "second": second}


def deltas(_: Claim, at: Mapping[str, Any]) -> dict[str, Fraction]:
    """A few deltas."""
    return {"survives": prod((1 - x for x in at["deltas"]), start=Fraction(1)), "total": sum(at["deltas"], Fraction(0))}


def powers(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """Powers of what survives."""
    return {**at, "power": at["u"] ** at["k"], "before": at["v"] ** (at["k"] - 1)}


def deterministic(claim: Claim, at: Mapping[str, Any]) -> dict[str, Fraction]:
    """Two bits of two binary records of one source, both at e^epsilon = 2."""
    bits = {f"{name}_{row}": Fraction(bit) for name in ("first", "second")
            for row, bit in zip(ROWS, at[name], strict=True)}  # fmt: skip
    return two_tables(claim, {**bits, "share": at["share"], "odds": Fraction(2), "others": Fraction(2)})


def twice(claim: Claim, at: Mapping[str, Any]) -> dict[str, Fraction]:
    """The same table of two fair binary records twice, both at e^epsilon = 2."""
    tables = {f"{name}_{row}": at[row] for name in ("first", "second") for row in ROWS}
    return two_tables(claim, {**tables, "share": Fraction(1, 2), "odds": Fraction(2), "others": Fraction(2)})


def part(releases: int, steps: int, odds: Fraction) -> Fraction:
    """delta_j: the delta of k randomised responses at E^(k-2j)."""
    gains = (
        comb(releases, low) * (odds ** (releases - low) - odds ** (releases - 2 * steps + low)) for low in range(steps)
    )
    return sum(gains, Fraction(0)) / (1 + odds) ** releases


def response(delta: Fraction, odds: Fraction) -> tuple[Fraction, ...]:
    """A randomised response that reveals the record with probability delta and else answers truthfully with odds E."""
    return delta, (1 - delta) * odds / (1 + odds), (1 - delta) / (1 + odds), Fraction(0)


def after(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """A release after none, one or two others, at budgets below 1/E, between, and above E."""
    (first, second, attained), (own, other), odds, t = at["release"], at["rest"], at["odds"], at["t"]
    first, second = (response(Fraction(1, 4), odds)[::way] for way in (1, -1)) if attained else (first, second)
    return {
        "more": loss(joined(first, own), joined(second, other), t), "lower": loss(own, other, t / odds),
        "upper": loss(own, other, t * odds), "delta": both_ways(first, second, odds), "odds": odds,
        "attained": attained,
    }  # fmt: skip


def parts(_: Claim, at: Mapping[str, Any]) -> dict[str, Fraction] | None:
    """The sums for few releases."""
    k, j, odds = at["k"], at["j"], at["odds"]
    sums = {"more": part(k + 1, j, odds), "same": part(k, j, odds), "other": part(k, j - 1, odds)}
    return {**sums, "odds": odds} if j <= k + 2 else None


def repeated(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """Several independent releases with the same two laws, at the budget (k - 2j) epsilon."""
    k, j, odds = at["releases"], at["steps"], at["odds"]
    first, second = (reduce(joined, [at[name]] * k) for name in ("first", "second"))
    delta = both_ways(at["first"], at["second"], odds)
    composed = both_ways(first, second, odds ** (k - 2 * j))
    return {"composed": composed, "delta": delta, "survives": (1 - delta) ** k, "part": part(k, j, odds)}


def steps(_: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """Releases with a pair of laws, at a budget from 0 on."""
    (first, second), k = at["laws"], at["releases"]
    return None if 2 * at["steps"] > k else repeated(_, {**at, "first": first, "second": second})


def responses(_: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """Randomised responses that reveal everything with a given probability."""
    first = response(at["delta"], at["odds"])
    return steps(_, {**at, "laws": (first, first[::-1])})


def one_after_two(claim: Claim) -> Iterator[Instance]:
    """Small laws after none, one or two releases, and the revealing response last."""
    few, nothing = laws(2, 2), ((Fraction(1),), (Fraction(1),))
    pairs: list[tuple[Law, Law]] = list(product(few, few))
    rests = [nothing, *pairs, *((joined(one, one), joined(two, two)) for one, two in pairs)]
    releases = [(one, two, 0) for one, two in product(laws(2, 3), repeat=2)] + [((), (), 1)]
    yield from every(after, release=releases, rest=rests, odds=fractions("3/2 3"), t=fractions("1/5 1 5"))(claim)


THIRDS = fractions("0 1/3 2/3 1")
SECTION = Section(PROJECT, "Composition", {
    "together": "\\delta_{[2]}(x)", "first": "\\delta_1(x)", "second": "\\delta_2(x)", "p": "P(a)", "q": "P'(a)",
    "r": "R(b)", "s": "R'(b)", "odds": "e^{\\epsilon_1}", "others": "e^{\\epsilon_2}",
    "survives": "\\prod_{i \\le k} (1 - \\delta_i)", "total": "\\sum_{i \\le k} \\delta_i", "power": "u^k",
    "before": "v^{k-1}", "u": "1 - \\delta(x)", "v": "1 - \\mathbb{E}\\,\\delta(x)", "both": "\\delta_{[2]}",
}, {
    **dict.fromkeys(("together", "first", "second"), "privacy.definition.database_delta"),
    "both": "privacy.definition.smoothed_delta_by_lists", **dict.fromkeys("pqrs", "any probability"),
    **dict.fromkeys(("odds", "others"), "any number >= 1"), "total": "any sum of deltas",
    "survives": "any product of what deltas leave of 1", "power": "any power of u", "before": "any power of v",
    **dict.fromkeys("uv", "any number >= 0"),
})  # fmt: skip

SECTION.claim(
    "a-second-release-may-be-chosen-by-the-first",
    "adaptive composition: delta is at most delta_1(x) + sup_a delta_{2,a}(x), at the sum of the budgets",
    "Let the second mechanism depend on the output $a$ of the first, its randomness being new. With p, p' the "
    "probabilities of a and $r_a$, $r'_a$ those of the second output, $p r_a - E_1 E_2 p' r'_a \\le (p - E_1 p')_+ "
    "r_a + p (r_a - E_2 r'_a)_+$ for every pair of outputs. Summed over the second and then over the first, the delta "
    "at $E_1 E_2$ is at most $\\delta_1(x) + \\sup_a \\delta_{2,a}(x)$, for one pair of neighbours and so for "
    "delta(x); averaged over x, at most $\\delta_1$ plus the largest expectation of $\\sup_a \\delta_{2,a}(x)$.",
    "together <= first + second",
    by_sums(
        "over the second outputs, then over the first",
        {"together": "Sum(a, Sum(b, Max(0, p*r - e*f*q*s)))", "first": "Sum(a, Max(0, p - e*q))"},
        [
            "And(p >= 0, q >= 0, r >= 0, s >= 0, e >= 1, f >= 1)", "Sum(a, p) == 1", "Sum(b, r) == 1",
            "Sum(b, Max(0, r - f*s)) <= second",
        ],
        "over b: Sum(b, Max(0, p*r - e*f*q*s)) <= Max(0, p - e*q)*Sum(b, r) + p*Sum(b, Max(0, r - f*s))",
        "over a: together <= first + second*Sum(a, p)",
        each={"a": "p q", "a b": "r s"},
    ), on_instances(
        EXACT, GRID, "coins, all outputs", "coins in thirds, e^epsilon = 3/2", every(
            chosen_coins, p=THIRDS, q=THIRDS, r=tuple(product(THIRDS, repeat=2)),
            s=tuple(product(THIRDS, repeat=2)),
        ),
    ), symbols={"second": "\\sup_a \\delta_{2,a}(x)"},
    given=(
        "the randomness of the second mechanism is independent of that of the first", "outputs form a countable set",
    ),
    mutants={"the second alone": ("first + second", "second"), "strictly": ("<=", "<")}, generated="none",
    trust=("averaging", "countable-sums"),
    note="The supremum stands inside the expectation: the first output may be chosen after x.",
)  # fmt: skip

_RELEASES = {
    "so_far": "\\delta_{[k]}(x)", "next": "\\delta_{[k+1]}(x)", "power": "u^k", "u": "1 - \\delta(x)",
    "before": "v^{k-1}", "v": "1 - \\mathbb{E}\\,\\delta(x)", "average": "\\mathbb{E}\\,(1 - \\delta(x))",
    "smoothed": "\\mathbb{E}\\,\\delta_{[k]}(x)", "survives": "\\prod_{i \\le k} (1 - \\delta_i)",
}
_TWICE = {"loss": "\\delta_{[2]}(x)", "part": "\\delta(x)"}

SECTION.claim(
    "losses-combine-like-independent-failures", "delta_[k](x) <= 1 - prod_i (1 - delta_i(x)) for independent releases",
    "For a pair of outputs the positive part of $P(a)R(b) - E F P'(a)R'(b)$ is at most $(P - E P')^+ R + \\min(P, E "
    "P') (R - F R')^+$, and the minima sum to $1 - d_1$. So $d_{[2]} \\le d_1 + (1 - d_1) d_2$ at every database, and "
    "$1 - \\delta_{[k]}(x) \\ge \\prod_i (1 - \\delta_i(x))$ by induction.",
    "Max(0, p*r - odds*others*q*s) <= Max(0, p - odds*q)*r + Min(p, odds*q)*Max(0, r - others*s)",
    and_so(
        by_solver(
            "a pair of outputs, all probabilities and budgets",
            "And(p >= 0, q >= 0, r >= 0, s >= 0, odds >= 1, others >= 1)",
        ),
        about(SECTION.formula("together <= first + (1 - first)*second"), by_sums(
            "over the second outputs, then over the first",
            {"together": "Sum(a, Sum(b, Max(0, p*r - odds*others*q*s)))", "first": "Sum(a, Max(0, p - odds*q))",
             "second": "Sum(b, Max(0, r - others*s))"},
            ["And(p >= 0, q >= 0)", "And(r >= 0, s >= 0)", "And(odds >= 1, others >= 1)", "Sum(a, p) == 1",
             "Sum(b, r) == 1", shown("a pair of outputs, all probabilities and budgets")],
            "over b: Sum(b, Max(0, p*r - odds*others*q*s)) <= Max(0, p - odds*q)*Sum(b, r) + Min(p, odds*q)*second",
            "over a: together <= first + (Sum(a, p) - first)*second",
            each={"a": "p q", "b": "r s"},
        )),
        about(Formula("so_far <= 1 - survives", _RELEASES), by_induction(
            "one release after the other", {"so_far": "0", "survives": "1"},
            {"so_far": "so_far + (1 - so_far)*loss - less", "survives": "survives*(1 - loss)"},
            ["And(0 <= loss, loss <= 1, less >= 0)"], inputs=["loss", "less"],
        )),
    ), given=("the releases are independent given the database", "outputs form a countable set"),
    mutants={"budgets exchanged": ("r - others*s", "r - odds*s")}, generated="deep",
    trust=("induction", "countable-sums"),
)  # fmt: skip

SECTION.claim(
    "combined-failures-stay-below-their-sum",
    "1 - prod_i (1 - delta_i) <= sum_i delta_i: sharper than Proposition 5 at the same budget",
    "The bound by the product is never above the sum of the deltas that Proposition 5 has at the same budget.",
    "1 - survives <= total",
    on_instances(
        EXACT, GRID, "numbers", "up to three deltas of five values", every(
            deltas,
            deltas=[deltas for count in (1, 2, 3) for deltas in product(fractions("0 1/10 1/3 1/2 1"), repeat=count)],
        ),
    ), mutants={"half of the sum": ("total", "total/2")},
)  # fmt: skip

SECTION.claim(
    "two-positive-losses-combine-to-less",
    "the product beats the sum of Proposition 5 as soon as two deltas are positive",
    "For two positive deltas $1 - (1 - \\delta_1)(1 - \\delta_2)$ is strictly below $\\delta_1 + \\delta_2$.",
    "1 - (1 - first)*(1 - second) < first + second",
    by_solver("all positive losses", "And(first > 0, second > 0)"), mutants={
        "below the larger one": ("< first + second", "< Max(first, second)"),
        "below three quarters of the sum": ("< first + second", "< 3/4*(first + second)"),
    },
)  # fmt: skip

SECTION.claim(
    "repeated-losses-are-concave", "the smoothed delta of k releases of one mechanism is at most 1 - (1 - delta_SDP)^k",
    "$u^k \\ge v^k + k v^{k-1}(u - v)$ for $u, v \\ge 0$. With $u = 1 - \\delta(x)$ and v its average, "
    "$\\mathbb{E}\\,(1 - \\delta(x))^k \\ge (1 - \\mathbb{E}\\,\\delta(x))^k$: the bound by the product, also times a "
    "constant $1 - \\delta_j$, holds for the smoothed delta of k releases of the same mechanism.",
    "power >= before*v + k*before*(u - v)",
    by_sentence("And(u >= 0, v >= 0, before >= 0, k >= 1)"), on_instances(
        EXACT, GRID, "numbers", "u, v among 0, 1/3, 1/2, 1, k <= 5",
        every(powers, **dict.fromkeys("uv", fractions("0 1/3 1/2 1")), k=range(1, 6)),
    ), given="all k releases have the same delta(x)", integers="k",
    mutants={"twice the slope": ("k*before*(u - v)", "2*k*before*(u - v)")}, counts="k",
)  # fmt: skip

SECTION.claim(
    "smoothed-losses-combine-like-failures",
    "two different mechanisms combine: $\\delta_{\\mathrm{SDP},[2]} \\le 1 - (1 - \\delta_{\\mathrm{SDP},1})(1 - "
    "\\delta_{\\mathrm{SDP},2})$",
    "The smoothed delta of two different independent releases is at most $1 - (1 - \\delta_1)(1 - \\delta_2)$, with "
    "their smoothed deltas, as it is at every single database.",
    "both <= 1 - (1 - first)*(1 - second)",
    on_instances(
        EXACT, GRID, "bits of two fair records", "all pairs of bits, odds 2 each",
        every(deterministic, first=BITS, second=BITS, share=fractions("1/2")),
    ), symbols={"first": "\\delta_1", "second": "\\delta_2"},
    means=dict.fromkeys(("first", "second"), "privacy.definition.smoothed_delta_by_lists"),
    fails=instance(
        "Two fair binary records, one release tells whether they are 0 and 1, the other whether they are 1 and 1: the "
        "first loses nothing at (1, 0), the second nothing at (0, 0), and each 1 at the three other databases. Both "
        "together lose 1 everywhere, more than 15/16.",
        "E = 2; pairs = ((0, 0), (0, 1), (1, 0), (1, 1)); near = lambda x: ((1 - x[0], x[1]), (x[0], 1 - x[1])); one "
        "= lambda x: 1 if x == (0, 1) else 0; two = lambda x: 1 if x == (1, 1) else 0; alone = lambda f, x: max(1 if "
        "f(x) != f(y) else 0 for y in near(x)); together = lambda x: max(1 if one(x) != one(y) or two(x) != two(y) "
        "else 0 for y in near(x)); first = sum(1/4 * alone(one, x) for x in pairs); second = sum(1/4 * alone(two, x) "
        "for x in pairs); both = sum(1/4 * together(x) for x in pairs)", given="first == second == 3/4",
    ), wrong="Different mechanisms can lose at different databases, and then the average of the product of what "
    "survives is smaller than the product of the averages.", cost="All releases are of one mechanism, or of "
    "mechanisms with the same deltas; in general the sum of Proposition 5 remains.",
    numbers="1 - (1 - 3/4)**2 == 15/16",
)  # fmt: skip

SECTION.claim(
    "smoothed-losses-of-one-mechanism-combine-like-failures",
    "two mechanisms with the same delta(x): $\\delta_{\\mathrm{SDP},[2]} \\le 1 - (1 - "
    "\\delta_{\\mathrm{SDP},1})(1 - \\delta_{\\mathrm{SDP},2})$",
    "If two independent releases have the same delta at every database, what survives at a database is the square of "
    "$1 - \\delta(x)$, which is above its tangent at the average. So the smoothed delta of both is at most $1 - (1 - "
    "\\delta_1)(1 - \\delta_2)$, with their smoothed deltas, which are equal.",
    "both <= 1 - (1 - first)*(1 - second)",
    on_instances(
        EXACT, GRID, "tables of two fair records", "all tables of 0, 1/2 and 1, twice each, odds 2 each",
        every(twice, **dict.fromkeys(ROWS, fractions("0 1/2 1"))),
    ), symbols={"first": "\\delta_1", "second": "\\delta_2"},
    means=dict.fromkeys(("first", "second"), "privacy.definition.smoothed_delta_by_lists"),
    given="both releases have the same delta(x) at every x", fidelity="narrowed",
    mutants={"the larger one": ("1 - (1 - first)*(1 - second)", "Max(first, second)")},
    repairs="smoothed-losses-combine-like-failures",
)  # fmt: skip


OPTIMUM = SECTION.beside(PROJECT, "Composition", {
    "p": "P(a)", "q": "P'(a)", "odds": "E", "r": "P_k(b)", "s": "P'_k(b)", "there": "d(x,x')", "back": "d(x',x)",
    "more": "L_{k+1}(t)", "lower": "L_k(t/E)", "upper": "L_k(tE)", "delta": "\\delta(x)",
    "attained": "\\mathbf{1}[h = g]", "same": "\\delta_{k,j}", "other": "\\delta_{k,j-1}", "next": "\\delta_{k+1,j}",
    "composed": "\\delta^{(k)}(E^{k-2j})", "survives": "(1 - \\delta(E))^k", "part": "\\delta_j",
}, {
    **dict.fromkeys("pqrs", "any probability"), **dict.fromkeys(("there", "back", "delta"), "any number from 0 to 1"),
    **dict.fromkeys(("more", "lower", "upper"), "privacy.definition.hockey_stick"),
    **dict.fromkeys(("survives", "composed"), "papers.project.composition.repeated"),
    **dict.fromkeys(("same", "other", "part"), "papers.project.composition.part"),
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
        symbols = {**OPTIMUM.symbols, **claim.formula.symbols}
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


OPTIMUM.claim(
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

OPTIMUM.claim(
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

OPTIMUM.claim(
    "one-more-release-averages-two-budgets-at-each-output",
    "given the output of k releases, one more has at most the delta of a revealing randomised response",
    "Given an output b of k releases, one more with $\\delta(x) \\le \\delta$ at E adds the delta of its own at "
    "the ratio $t P'_k(b)/P_k(b)$, which is below a chord (`loss-curves-lie-below-their-chords`). So b adds at most "
    "$\\delta P_k(b) + (1-\\delta) (E (P_k(b) - \\frac{t}{E} P'_k(b))^+ + (P_k(b) - tE P'_k(b))^+)/(1+E)$. The parts: "
    "this ratio is between 1/E and E; below; above; a response that reveals the record with probability $\\delta$ "
    "and else answers truthfully at the ratio E adds just that.",
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
        ), about(OPTIMUM.formula(
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

OPTIMUM.claim(
    "one-more-release-averages-two-budgets",
    "L_{k+1}(t) <= delta + (1 - delta) (E L_k(t/E) + L_k(tE))/(1 + E) at every t",
    "Let $L_k(t)$ be the delta of k releases at $e^{\\epsilon} = t$, h the privacy profile of one more, with "
    "$\\delta(x)$ at E, and g that of the revealing response. Then $L_{k+1}(t) = \\sum_b P_k(b) h(t P'_k(b)/P_k(b))$, "
    "with $h \\le g$ at every output, is at most $\\delta(x) + (1 - \\delta(x)) (E L_k(t/E) + L_k(tE))/(1+E)$, for "
    "every $t \\ge 0$, and equal to it where h is g.",
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
        one_after_two,
    ), given=("the releases are independent given the database", "E >= 1, t >= 0", "outputs form a countable set"),
    mutants={
        "the other budget weighs more": ("(odds*lower + upper)/(1 + odds), ", "(lower + odds*upper)/(1 + odds), "),
        "always attained": ("attained == 1", "attained >= 0"),
    }, trust="countable-sums",
    note="`curves` is the sum of P_k(b) h(t P'_k(b)/P_k(b)) over the outputs b, and `chords` that of g.",
)  # fmt: skip

OPTIMUM.claim(
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
        parts, odds=fractions("1 3/2 4"), k=range(10), j=range(-1, 12),
    )),
    symbols={"more": "\\delta_{k+1,j}"}, means={"more": "papers.project.composition.part"},
    given="E >= 1; k and j are integers, k >= 0",
    mutants={"E times the second sum": ("+ other", "+ odds*other"), "twice the second sum": ("+ other", "+ 2*other")},
    trust=("pascals-rule", "induction"),
)  # fmt: skip

OPTIMUM.claim(
    "k-releases-at-every-budget", "delta^(k) at E^(k-2j) is at most 1 - (1 - delta)^k (1 - delta_j)",
    "For k independent releases with $\\delta(x)$ at $E = e^{\\epsilon}$ each, the delta at $E^{k-2j}$ is at most $1 - "
    "(1 - \\delta(x))^k (1 - \\delta_j)$ with $\\delta_j = \\sum_{l<j} \\binom{k}{l} (E^{k-l} - E^{k-2j+l})/(1+E)^k$.",
    "composed <= 1 - survives*(1 - part)",
    by_two_budgets(
        "one release after the other", "composed <= 1 - survives*(1 - part)",
        cite("one-more-release-averages-two-budgets"),
    ), on_instances(
        EXACT, GRID, "small laws",
        "all pairs of laws on two and three outputs with denominators up to 3, k <= 3, all j, two odds",
        every(
            steps, odds=fractions("3/2 3"), releases=(1, 2, 3), steps=(0, 1),
            laws=[pair for size in (2, 3) for pair in product(laws(size, 3), repeat=2)],
        ),
    ), given=("the releases are independent given the database", "0 <= 2j <= k"), mutants={"strictly": ("<=", "<")},
    generated="deep", search=over(
        {
            "releases": Integers(1, 4), "steps": Integers(0, lambda at: at["releases"] // 2), "first": Laws(2),
            "second": Laws(2), "odds": Rationals(1, 5, open_low=True),
        }, repeated, climbs=False,
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

OPTIMUM.claim(
    "revealing-randomised-responses-attain-the-bound",
    "the bound for k releases is attained by randomised response that reveals the record with probability delta",
    "A release that reveals the record with probability $\\delta$, and else answers truthfully at the ratio E, has "
    "$\\delta$ at E, and k of it have exactly the delta of $1 - (1 - \\delta)^k (1 - \\delta_j)$ at $E^{k-2j}$.",
    "composed == 1 - survives*(1 - part)",
    by_two_budgets(
        "one release after the other", "composed == 1 - survives*(1 - part)",
        lifted("sum-over-outputs", f"more == {AVERAGE}", cite("one-more-release-averages-two-budgets-at-each-output")),
    ), on_instances(
        EXACT, GRID, "extreme pairs", "k <= 4, all j, four odds, four delta", every(
            responses, odds=fractions("1 51/49 3/2 3"), delta=fractions("0 1/100 1/4 1"), releases=(1, 2, 3, 4),
            steps=(0, 1, 2),
        ),
    ), given=("the releases are independent given the database", "0 <= 2j <= k"), mutants={"below": ("==", "<")},
)  # fmt: skip
