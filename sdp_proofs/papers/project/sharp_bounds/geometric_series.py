"""Geometric-series bound: delta of one pair between two sums, of gains along lines and of ratios that fall."""

from __future__ import annotations

from dataclasses import replace

from sdp_proofs.papers.project.sharp_bounds.bounds_instances import pairs
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Geometric-series bound", {
    "odds": "E", "weight": "\\frac{E (b+1)(n+1-T)}{a}", "low": "(b+1-T+h_0)", "start": "P(h_0)", "mass": "P(h_0+j)",
    "least": "y^j", "most": "z^j", "ratio": "\\frac{P(h+1)}{P(h)}", "gain": "1 - E r(h_0+j)",
    "total": "\\sum_{j=0}^{J} z^j (s + j g)", "power": "z^J", "loss": "d(P_a, P_{a-1})", "below": "L", "high": "U",
}, {
    "weight": "any number >= 0", "low": "any number > 0", "least": "any power of y >= 0", "most": "any power of z >= 0",
    "start": "distributions.counts.Hypergeometric", "mass": "distributions.counts.Hypergeometric",
    "total": "any sum of terms z^j (s + j g)", "power": "any power of z >= 0",
    "loss": "privacy.histogram.database.change_divergence",
})  # fmt: skip

BOTH_LINES = by_solver("both lines", "And(weight >= 0, low > 0, Or(j == 0, j >= 1), j <= J)")
THEY_FALL = by_solver("all reals", "And(0 <= h, h + 1 <= a, h + 1 <= T, T - h <= b)")

SECTION.claim(
    "gains-from-the-start-lie-between-two-lines",
    "the gains 1 - E r(h) lie below their first step continued, and above their chords",
    "With $L = b+1-T+h_0$ and $W = E(b+1)(n+1-T)/a$, the gain at $h_0 + j$ is that at $h_0$ plus $Wj/(L(L+j))$, "
    "which is at most $j W/(L(L+1))$ for every integer j >= 0, and at least $jW/(L(L+J))$ for $j \\le J$.",
    "And(weight*j/(low*(low + j)) <= j*weight/(low*(low + 1)), j*weight/(low*(low + J)) <= weight*j/(low*(low + j)))",
    in_steps("a sum of two parts, then all reals", about(
        SECTION.formula(
            "Eq(1 - odds*(a - h - j)*(b + 1)/(a*(b + 1 - T + h + j)), 1 - odds*(a - h)*(b + 1)/(a*(b + 1 - T + h)) "
            "+ j*odds*(b + 1)*(a + b + 1 - T)/(a*(b + 1 - T + h)*((b + 1 - T + h) + j)))"
        ), by_identity("the gain taken apart", "real a b T h j odds", "And(a >= 1, b + 1 - T + h > 0, j >= 0)"),
    ), BOTH_LINES), BOTH_LINES,
    given=("n = a + b; one of a records is replaced", "j is an integer"), mutants={
        "the chord to J + 1 is above": ("j*weight/(low*(low + J)) <=", "j*weight/low**2 <="),
        "half a step continued": ("j*weight/(low*(low + 1))", "j*weight/(2*low*(low + 1))"),
    }, counts="j", generated="deep",
)  # fmt: skip

SECTION.claim(
    "ratios-of-neighbouring-outputs-fall", "hypergeometric probabilities are log-concave: P(h+1)/P(h) falls in h",
    "$P(h+1)/P(h) = (a-h)(T-h)/((h+1)(b-T+h+1))$, which falls as h grows.",
    "(a - h - 1)*(T - h - 1)/((h + 2)*(b - T + h + 2)) <= (a - h)*(T - h)/((h + 1)*(b - T + h + 1))",
    in_steps("the ratio, and that it falls", about(Formula(
        "Eq(binomial(a, h + 1)*binomial(b, T - h - 1)/(binomial(a, h)*binomial(b, T - h)), "
        "(a - h)*(T - h)/((h + 1)*(b - T + h + 1)))", ["a", "b", "T", "h"],
    ), by_identity("the ratio", "natural a b T h", "And(h + 1 <= a, h + 1 <= T, T - h <= b)")), THEY_FALL), THEY_FALL,
    mutants={"half of it": ("<= (a", "<= 1/2*(a")}, counts="T h", generated="deep",
)  # fmt: skip

SECTION.claim(
    "ratios-are-below-one-where-something-is-gained", "P(h+1) < P(h) wherever the gain at h is not negative",
    "If $1 - E r(h) \\ge 0$, $E \\ge 1$, then $P(h+1)/P(h) < 1$: the best event begins beyond the mode.",
    "Implies(And(odds >= 1, odds*(a - h)*(b + 1) <= a*(b + 1 - T + h)), (a - h)*(T - h)/((h + 1)*(b - T + h + 1)) < "
    "1)",
    by_solver("all reals", "And(a >= 1, b >= 0, 0 <= h, h <= a, h <= T, b - T + h >= 0, T < a + b)"),
    given=("T < n", "1 - E r(h) >= 0 and E >= 1, at an output h that P gives"),
    mutants={"below one half": ("< 1", "< 1/2"), "h for h + 1": ("(h + 1)*(b", "(h + 1)/2*(b")}, counts="T h",
    generated="deep",
)  # fmt: skip

SECTION.claim(
    "log-concave-masses-lie-between-two-powers",
    "P(h_0) y^j <= P(h_0 + j) <= P(h_0) z^j if every ratio on the way lies between y and z",
    "If the ratios $P(h+1)/P(h)$ from $h_0$ to $h_0 + j - 1$ lie between y and z, then $P(h_0) y^j \\le P(h_0+j) "
    "\\le P(h_0) z^j$. As they fall, z may be the first of them and y the last.",
    Formula("And(start*least <= mass, mass <= start*most)", SECTION.symbols),
    by_induction(
        "induction on j", {"mass": "start", "least": "1", "most": "1"},
        {"mass": "mass*ratio", "least": "least*y", "most": "most*z"},
        ["And(0 <= y, y <= ratio, ratio <= z, start >= 0, mass >= 0, least >= 0, most >= 0)"],
        inputs=["ratio", "y", "z"],
    ),
    replace(by_solver(
        "one ratio", "And(start > 0, 0 <= y, y <= ratio, ratio <= z, mass == start*ratio, least == y, most == z)",
    ), coverage=BOX),
    given="all ratios from h_0 to h_0 + j - 1 lie between y and z, 0 <= y", mutants={
        "ends exchanged": ("start*least <= mass, mass <= start*most", "start*most <= mass, mass <= start*least"),
        "twice the least": ("start*least", "2*start*least"),
    }, trust="induction",
)  # fmt: skip

SECTION.claim(
    "sums-along-a-line-and-a-power-in-closed-form",
    "sum_j z^j (s + j g) up to J in closed form, at most s/(1-z) + g z/(1-z)^2",
    "For $0 \\le z < 1$ and $s, g \\ge 0$, $\\sum_{j=0}^J z^j (s + jg) = s\\frac{1 - z^{J+1}}{1-z} + gz\\frac{1 - "
    "(J+1)z^J + Jz^{J+1}}{(1-z)^2}$, which is at most $s/(1-z) + gz/(1-z)^2$.",
    "And(total == s*(1 - power*z)/(1 - z) + g*z*(1 - (J + 1)*power + J*power*z)/(1 - z)**2, total <= s/(1 - z) + "
    "g*z/(1 - z)**2)",
    by_induction(
        "induction on J", {"total": "s", "power": "1", "J": "0"},
        {"total": "total + power*z*(s + (J + 1)*g)", "power": "power*z", "J": "J + 1"},
        ["And(0 <= z, z < 1, s >= 0, g >= 0, power >= 0, J >= 0)"],
    ),
    replace(
        by_solver("two terms", "And(0 <= z, z < 1, s >= 0, g >= 0, power == z, J == 1, total == s + z*(s + g))"),
        coverage=BOX,
    ),
    given="0 <= z < 1 and s, g >= 0", mutants={"J for J + 1": ("(J + 1)*power", "J*power")}, generated="deep",
    trust="induction",
)  # fmt: skip

SECTION.claim(
    "ridge-brackets-one-loss", "two geometric sums hold the divergence of one pair of neighbours between them",
    "From the start of the best event the gains are concave and the probabilities log-concave; so $d(P_a, P_{a-1})$ "
    "lies between two geometric sums that begin with the same term (`privacy.bounds.one_database`).",
    "And(below <= loss, loss <= high)",
    in_steps(
        "term by term",
        about(
            # `start` and s are the mass and the gain at the start; beyond J the lower end has no terms.
            SECTION.formula(
                "Implies(gain == s + weight*j/(low*(low + j)), And("
                "Implies(j <= J, start*least*(s + j*weight/(low*(low + J))) <= mass*gain), 0 <= mass*gain, "
                "mass*gain <= start*most*(s + j*weight/(low*(low + 1)))))"
            ),
            by_solver("one term", [
                "And(s >= 0, start >= 0, mass >= 0, least >= 0, most >= 0)",
                "And(weight >= 0, low > 0, Or(j == 0, j >= 1))", cite("log-concave-masses-lie-between-two-powers"),
                cite("gains-from-the-start-lie-between-two-lines"),
                cite("gains-from-the-start-lie-between-two-lines", {"J": "j + 1"}),
            ]),
        ),
        by_solver(
            # `first` and `second` are the sums of the lower and of the upper terms, with their closed forms.
            "both sums in closed form",
            [
                lifted(
                    "adding-up", "And(first <= loss, loss <= second)", shown("one term"),
                    cite("ratio-when-a-record-is-replaced"), cite("ratios-of-neighbouring-outputs-fall"),
                    cite("ratios-are-below-one-where-something-is-gained"),
                ), lifted(
                    "adding-up", "And(low_form == first, second <= high_form)",
                    cite("sums-along-a-line-and-a-power-in-closed-form"),
                ), trusted("programs", "And(below <= low_form, high_form <= high)"),
            ],
        ),
    ),
    on_instances(EXACT, SAMPLE, "random pairs", "1500 pairs, n <= 40, seed 20261121", pairs),
    on_many_instances(EXACT, "many random pairs", "n <= 40", pairs, seed=20_261_122),
    given=(
        "T < n, E >= 1, and P(h) > 0 at the start h of the best event",
        "the gain grows with h, so that all terms from the start on are >= 0",
    ), mutants={
        "nine tenths of the upper end": ("loss <= high", "loss <= 9*high/10"),
        "a tenth above the lower end": ("below <= loss", "11*below/10 <= loss"),
    }, trust="arb",
    note="Term by term: each mass between two powers, each gain between two lines; then both sums in closed form.",
)  # fmt: skip
