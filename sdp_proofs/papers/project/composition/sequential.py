"""Sequential composition at the sum of the budgets: adaptive releases, and less than the sum for independent ones."""

from __future__ import annotations

from itertools import product

from sdp_proofs.papers.project.composition import instances as small
from sdp_proofs.papers.smoothed_dp.properties.small_mechanisms import BITS, every, fractions
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

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
        EXACT, GRID, "coins, all outputs", "coins in thirds, odds 3/2", every(
            small.chosen_coins, p=THIRDS, q=THIRDS, r=tuple(product(THIRDS, repeat=2)),
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
    by_induction(
        "one loss after the other", {"survives": "1", "total": "0"},
        {"survives": "survives*(1 - loss)", "total": "total + loss"},
        ["And(0 <= loss, loss <= 1, 0 <= survives, survives <= 1)"], inputs=("loss",),
    ), on_instances(
        EXACT, GRID, "numbers", "up to three deltas of five values", every(
            small.deltas,
            deltas=[deltas for count in (1, 2, 3) for deltas in product(fractions("0 1/10 1/3 1/2 1"), repeat=count)],
        ),
    ), mutants={"half of the sum": ("total", "total/2")}, trust="induction",
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
    and_so(
        by_induction(
            "from k to k + 1", {"power": "u", "before": "1", "k": "1"},
            {"power": "power*u", "before": "before*v", "k": "k + 1"}, ["And(u >= 0, v >= 0, before >= 0, k >= 1)"],
        ),
        about(Formula("next <= so_far + (1 - so_far)*(1 - u)", _RELEASES), by_solver("one release more", [
            lifted(
                "sum-over-outputs", "next <= so_far + (1 - so_far)*(1 - u)",
                cite("losses-combine-like-independent-failures"),
            ),
        ])),
        about(Formula("so_far <= 1 - power", _RELEASES), by_induction(
            "one release after the other", {"so_far": "one", "power": "u"}, {"so_far": "next", "power": "power*u"},
            ["And(0 <= u, u <= 1)", "one <= 1 - u"], inputs=["next"], each=[shown("one release more")],
        )),
        about(Formula("Implies(average == v, smoothed <= 1 - before*v)", _RELEASES), by_solver(
            "their average over the databases", [
                "And(v >= 0, before >= 0, k >= 1)", averaged(
                    "And(smoothed <= 1 - mean, mean >= before*v + k*before*(average - v))",
                    {"smoothed": "so_far", "mean": "power", "average": "u"}, shown("one release after the other"),
                    shown("from k to k + 1"), each="so_far power u one",
                    where="And(0 <= u, u <= 1, one <= 1 - u)",
                ),
            ],
        )),
    ), on_instances(
        EXACT, GRID, "numbers", "u, v among 0, 1/3, 1/2, 1, k <= 5",
        every(small.powers, **dict.fromkeys("uv", fractions("0 1/3 1/2 1")), k=range(1, 6)),
    ), given="all k releases have the same delta(x)", integers="k",
    mutants={"twice the slope": ("k*before*(u - v)", "2*k*before*(u - v)")}, counts="k",
    repairs="smoothed-losses-combine-like-failures",
    trust=("induction", "averaging"),
)  # fmt: skip

SECTION.claim(
    "smoothed-losses-combine-like-failures",
    "the same for different mechanisms: $\\delta_{\\mathrm{SDP},[2]} \\le 1 - (1 - \\delta_{\\mathrm{SDP},1})(1 - "
    "\\delta_{\\mathrm{SDP},2})$",
    "The smoothed delta of two different independent releases is at most $1 - (1 - \\delta_1)(1 - \\delta_2)$, with "
    "their smoothed deltas, as it is at every single database.",
    "both <= 1 - (1 - first)*(1 - second)",
    on_instances(
        EXACT, GRID, "bits of two fair records", "all pairs of bits, odds 2 each",
        every(small.deterministic, first=BITS, second=BITS, share=fractions("1/2")),
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
    "mechanisms with the same deltas; in general the sum of Proposition 5 remains.", recorded="refuted",
)  # fmt: skip
