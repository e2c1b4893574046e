"""Sharper bounds: mean excess, geometric series and the double sum.

Mean excess: one count bounds delta(H) for any number of types, by how much its sampled share exceeds 1 - e^-eps.

Geometric-series bound: delta of one pair between two sums, of gains along lines and of ratios that fall.

Double sum: the sampled and the other records are independent; with it, three lower bounds of the smoothed delta.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.papers.project.bound_instances import fewer_records, lower_bounds, pairs, with_bounds
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.privacy.bounds.one_database import mean_excesses
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Mean excess", {
    "loss": "\\delta(H)", "excess": "L(\\max(1, \\min_i H_i))", "one_more_marked": "L(n, T, a+1)",
    "one_more_drawn": "L(n, T+1, a)", "one_more_record": "L(n+1, T, a)",
}, {
    "loss": "privacy.histogram.database.delta", **dict.fromkeys(
        ("excess", "one_more_marked", "one_more_drawn", "one_more_record"), "privacy.bounds.one_database.mean_excesses",
    ),
})  # fmt: skip

NATURAL = "natural a h n T"


def _of_database(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    database, odds = Database(tuple(at["counts"]), at["draws"]), Fraction(at["odds"])
    table = mean_excesses(database.records, at["draws"], 1 - 1 / odds)
    return {"loss": delta(database, Budget.read(odds=odds)).value, "excess": table[min(at["counts"])]}


def _small_databases(claim: Claim) -> Iterator[Instance]:
    for types, most in ((2, 9), (3, 5)):
        for counts in product(range(most + 1), repeat=types):
            for draws, odds in product(range(1, sum(counts)), ("1", "11/10", "3/2", "4")):
                if sum(counts) <= most:
                    at = {"counts": counts, "draws": draws, "odds": odds}
                    yield f"counts {counts}, T = {draws}, odds {odds}", _of_database(claim, at)


def _neighbours(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    n, draws, count, theta = at["records"], at["draws"], at["count"], Fraction(at["theta"])
    excess = mean_excesses(n, draws, theta)
    return {
        "excess": excess[count], "one_more_marked": excess[count + 1],
        "one_more_drawn": mean_excesses(n, draws + 1, theta)[count],
        "one_more_record": mean_excesses(n + 1, draws, theta)[count],
    }  # fmt: skip


def _small_neighbours(claim: Claim) -> Iterator[Instance]:
    for n, theta in product(range(4, 13), ("0", "1/10", "1/3", "4/5")):
        for draws, count in product(range(1, n), range(1, n // 2)):
            at = {"records": n, "draws": draws, "count": count, "theta": theta}
            yield f"n = {n}, T = {draws}, a = {count}, theta = {theta}", _neighbours(claim, at)


SECTION.claim(
    "one-loss-below-the-mean-excess",
    "delta(H) <= L(max(1, min H)) for any number of types: the mean excess of one sampled share",
    "Let h be the number of sampled records among a of one type, $\\theta = 1 - e^{-\\epsilon}$ and $L(a) = E "
    "\\max(0, h/a - \\theta)/(1 - \\theta)$. Then $\\delta(H) \\le L(\\max(1, \\min_i H_i))$ for any number of types "
    "and every epsilon. Proof: if a record of type i is replaced, $\\Pr[h|H'] \\ge \\Pr[h|H](1 - h_i/H_i)$, so the "
    "loss at one output is at most $\\Pr[h|H] \\max(0, 1 - e^\\epsilon(1 - h_i/H_i))$, in all $L(H_i)$. In the other "
    "direction it is $L(H_j + 1)$, with j the type that gains a record. And L falls in a; at an absent type $L(1) = "
    "T/n$.",
    "loss <= excess",
    in_steps(
        "output by output",
        about(
            Formula("Max(0, p - odds*q) <= p*Max(0, 1 - odds*(1 - share))", ["p", "q", "odds", "share"]),
            by_solver("one output", "And(0 <= share, share <= 1, p >= 0, q >= p*(1 - share), odds >= 1)"),
        ),
        by_solver("one type loses a record, or one gains it", [
            summed(
                "loss <= largest",
                {"loss": "Max(0, p - odds*q)", "largest": "p*Max(0, 1 - odds*(1 - share))"}, shown("one output"),
                cite("ratio-at-least-one-minus-a-share"), each="p q share h a b k n T odds",
                where="And(0 <= share, share <= 1, p >= 0, q >= p*(1 - share), odds >= 1)",
            ), lifted("induction", "largest <= excess", cite("mean-excess-is-monotone")),
        ]),
    ),
    on_instances(
        EXACT, GRID, "all small databases", "two types, n <= 9, three types, n <= 5, every T, 4 odds",
        _small_databases,
    ),
    given="T < n", integers="a b h k n T",
    mutants={"half of it": ("<= excess", "<= excess/2")}, generated="deep", trust="maximum",
    search=over({
        "draws": Integers(1, 30), "records": Integers(lambda at: at["draws"] + 1, 40),
        "counts": Compositions(lambda at: at["records"], 3), "odds": Rationals(1, 100),
    }, _of_database, climbs=False),
    note="The largest L of a count that loses a record, in x or in a neighbour, is between: none is below max(1, "
    "min H).",
)  # fmt: skip

SECTION.claim(
    "mean-excess-is-monotone", "L falls in the count and in the number of records, and grows with the number of draws",
    "The hypergeometric law with a marked records is that with a + 1, one of which is unmarked at random; with T + "
    "1 draws it is that with T draws and one more; with n + 1 records it is a mixture of those with n records and T "
    "or T - 1 draws. The excess max(0, h/a - theta) is convex and grows with h. So $L(n, T, a)$ falls in a (Jensen), "
    "grows with T and falls in n.",
    "And(one_more_marked <= excess, excess <= one_more_drawn, one_more_record <= excess)",
    in_steps(
        "mixtures of neighbouring laws",
        about(SECTION.formula(
            "Eq(binomial(a, h)*binomial(n - a, T - h), (a + 1 - h)/(a + 1)*binomial(a + 1, h)*"
            "binomial(n - a - 1, T - h) + (h + 1)/(a + 1)*binomial(a + 1, h + 1)*binomial(n - a - 1, T - h - 1))",
        ), by_identity("a record is unmarked", NATURAL, "And(h <= a, 1 + h <= T, T - h <= n - a - 1, a + 1 <= n)")),
        about(SECTION.formula(
            "Eq(binomial(a, h)*binomial(n - a, T + 1 - h)/binomial(n, T + 1), (n - T - (a - h))/(n - T)*"
            "binomial(a, h)*binomial(n - a, T - h)/binomial(n, T) + (a - h + 1)/(n - T)*binomial(a, h - 1)*"
            "binomial(n - a, T - h + 1)/binomial(n, T))",
        ), by_identity("a record is drawn", NATURAL, "And(1 <= h, h <= a, h <= T, T + 1 - h <= n - a, T < n)")),
        about(SECTION.formula(
            "Eq(binomial(a, h)*binomial(n + 1 - a, T - h)/binomial(n + 1, T), (1 - T/(n + 1))*binomial(a, h)*"
            "binomial(n - a, T - h)/binomial(n, T) + T/(n + 1)*binomial(a, h)*binomial(n - a, T - 1 - h)/"
            "binomial(n, T - 1))",
        ), by_identity("a record is added", NATURAL, "And(h <= a, h + 1 <= T, T - h <= n - a, T <= n)")),
        about(SECTION.formula(
            "And(Max(0, h - theta*(a + 1)) <= (h*Max(0, h - 1 - theta*a) + (a + 1 - h)*Max(0, h - theta*a))/a, "
            "Max(0, h - theta*a) <= Max(0, h + 1 - theta*a))",
        ), by_solver("the excess", "And(0 <= h, h <= a + 1, a >= 1, theta >= 0, theta <= 1)")),
        by_solver("one record more mixes two numbers of draws", [
            lifted("adding-up", "one_more_marked <= excess", shown("a record is unmarked"), shown("the excess")),
            *(
                lifted("adding-up", text, shown("a record is drawn"), shown("the excess"))
                for text in ("excess <= one_more_drawn", "one_fewer_drawn <= excess")
            ), lifted(
                "adding-up", "one_more_record <= Max(excess, one_fewer_drawn)", shown("a record is added"),
                cite("no-mixture-beats-its-parts"),
            ),
        ]),
    ),
    on_instances(EXACT, GRID, "all small cases", "n <= 12, every T, 4 values of theta", _small_neighbours),
    symbols={"excess": "L(n, T, a)"}, given="0 <= theta < 1, T < n, 1 <= a < n",
    mutants={"grows with the count": ("one_more_marked <=", "one_more_marked >=")}, generated="deep", search=over({
        "records": Integers(4, 40), "draws": Integers(1, lambda at: at["records"] - 1),
        "count": Integers(1, lambda at: at["records"] // 2 - 1), "theta": Rationals(0, 1, open_high=True),
    }, _neighbours, climbs=False),
    note="At the ends of the range of h, where a binomial coefficient is zero, the same identities lack that term.",
)  # fmt: skip


GEOMETRIC_SERIES = SECTION.beside(PROJECT, "Geometric-series bound", {
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

GEOMETRIC_SERIES.claim(
    "gains-from-the-start-lie-between-two-lines",
    "the gains 1 - E r(h) lie below their first step continued, and above their chords",
    "With $L = b+1-T+h_0$ and $W = E(b+1)(n+1-T)/a$, the gain at $h_0 + j$ is that at $h_0$ plus $Wj/(L(L+j))$, "
    "which is at most $j W/(L(L+1))$ for every integer j >= 0, and at least $jW/(L(L+J))$ for $j \\le J$.",
    "And(weight*j/(low*(low + j)) <= j*weight/(low*(low + 1)), j*weight/(low*(low + J)) <= weight*j/(low*(low + j)))",
    in_steps("a sum of two parts, then all reals", about(
        GEOMETRIC_SERIES.formula(
            "Eq(1 - odds*(a - h - j)*(b + 1)/(a*(b + 1 - T + h + j)), 1 - odds*(a - h)*(b + 1)/(a*(b + 1 - T + h)) "
            "+ j*odds*(b + 1)*(a + b + 1 - T)/(a*(b + 1 - T + h)*((b + 1 - T + h) + j)))"
        ), by_identity("the gain taken apart", "real a b T h j odds", "And(a >= 1, b + 1 - T + h > 0, j >= 0)"),
    ), BOTH_LINES), BOTH_LINES,
    given=("n = a + b; one of a records is replaced", "j is an integer"), mutants={
        "the chord to J + 1 is above": ("j*weight/(low*(low + J)) <=", "j*weight/low**2 <="),
        "half a step continued": ("j*weight/(low*(low + 1))", "j*weight/(2*low*(low + 1))"),
    }, counts="j", generated="deep",
)  # fmt: skip

GEOMETRIC_SERIES.claim(
    "ratios-of-neighbouring-outputs-fall", "hypergeometric probabilities are log-concave: P(h+1)/P(h) falls in h",
    "$P(h+1)/P(h) = (a-h)(T-h)/((h+1)(b-T+h+1))$, which falls as h grows.",
    "(a - h - 1)*(T - h - 1)/((h + 2)*(b - T + h + 2)) <= (a - h)*(T - h)/((h + 1)*(b - T + h + 1))",
    in_steps("the ratio, and that it falls", about(Formula(
        "Eq(binomial(a, h + 1)*binomial(b, T - h - 1)/(binomial(a, h)*binomial(b, T - h)), "
        "(a - h)*(T - h)/((h + 1)*(b - T + h + 1)))", ["a", "b", "T", "h"],
    ), by_identity("the ratio", "natural a b T h", "And(h + 1 <= a, h + 1 <= T, T - h <= b)")), THEY_FALL), THEY_FALL,
    mutants={"half of it": ("<= (a", "<= 1/2*(a")}, counts="T h", generated="deep",
)  # fmt: skip

GEOMETRIC_SERIES.claim(
    "ratios-are-below-one-where-something-is-gained", "P(h+1) < P(h) wherever the gain at h is not negative",
    "If $1 - E r(h) \\ge 0$, $E \\ge 1$, then $P(h+1)/P(h) < 1$: the best event begins beyond the mode.",
    "Implies(And(odds >= 1, odds*(a - h)*(b + 1) <= a*(b + 1 - T + h)), (a - h)*(T - h)/((h + 1)*(b - T + h + 1)) < "
    "1)",
    by_solver("all reals", "And(a >= 1, b >= 0, 0 <= h, h <= a, h <= T, b - T + h >= 0, T < a + b)"),
    given=("T < n", "1 - E r(h) >= 0 and E >= 1, at an output h that P gives"),
    mutants={"below one half": ("< 1", "< 1/2"), "h for h + 1": ("(h + 1)*(b", "(h + 1)/2*(b")}, counts="T h",
    generated="deep",
)  # fmt: skip

GEOMETRIC_SERIES.claim(
    "log-concave-masses-lie-between-two-powers",
    "P(h_0) y^j <= P(h_0 + j) <= P(h_0) z^j if every ratio on the way lies between y and z",
    "If the ratios $P(h+1)/P(h)$ from $h_0$ to $h_0 + j - 1$ lie between y and z, then $P(h_0) y^j \\le P(h_0+j) "
    "\\le P(h_0) z^j$. As they fall, z may be the first of them and y the last.",
    Formula("And(start*least <= mass, mass <= start*most)", GEOMETRIC_SERIES.symbols),
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

GEOMETRIC_SERIES.claim(
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

GEOMETRIC_SERIES.claim(
    "ridge-brackets-one-loss", "two geometric sums hold the divergence of one pair of neighbours between them",
    "From the start of the best event the gains are concave and the probabilities log-concave; so $d(P_a, P_{a-1})$ "
    "lies between two geometric sums that begin with the same term (`privacy.bounds.one_database`).",
    "And(below <= loss, loss <= high)",
    in_steps(
        "term by term",
        about(
            # `start` and s are the mass and the gain at the start; beyond J the lower end has no terms.
            GEOMETRIC_SERIES.formula(
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


DOUBLE_SUM = SECTION.beside(PROJECT, "Double sum", {
    "odds": "E", "rate": "\\rho", "none_drawn": "(1-p)^T", "none_left": "(1-p)^{n-T}",
    "loss": "\\delta_{\\mathrm{SDP}}", "one": "\\rho \\max \\pi(i)^n", "double": "D",
    "rare": "(1-f)^{n-T} - (1-\\rho)(1-f)^n",
}, {
    "none_drawn": "any number", "none_left": "any number", "loss": "privacy.smoothed.delta.smoothed_delta",
    "one": "privacy.bounds.lower.one_type_lower", "rare": "privacy.bounds.lower.rare_type_lower",
})  # fmt: skip

DOUBLE_SUM.claim(
    "sampled-and-other-records-are-independent",
    "Bin(n,p)(u+v) times the probability of u sampled records of the type is Bin(T,p)(u) Bin(n-T,p)(v)",
    "If each of n records is of a type with probability p, independently, and T of them are sampled, then the "
    "numbers u and v of records of that type among the sampled and among the other ones are independent binomial "
    "counts: $\\binom{n}{u+v}\\binom{u+v}{u}\\binom{n-u-v}{T-u}/\\binom nT = \\binom Tu\\binom{n-T}{v}$.",
    "Eq(binomial(n, u + v)*binomial(u + v, u)*binomial(n - u - v, T - u)/binomial(n, T), binomial(T, u)*binomial(n "
    "- T, v))",
    by_identity("binomial coefficients", "natural n T u v", "And(T <= n, u <= T, v <= n - T)"),
    mutants={
        "n for n - T": ("binomial(n - T, v)", "binomial(n, v)"),
        "without the choice of the sample": ("/binomial(n, T)", ""),
    }, counts="n T", generated="deep",
)  # fmt: skip

DOUBLE_SUM.claim(
    "sampled-and-other-records-of-two-types-are-independent",
    "the histograms of the sampled and of the other records are independent multinomials",
    "The same for two types of many: u and k sampled, v and w other records of them. The coefficients are those of "
    "two multinomials with T and n - T records.",
    "Eq(binomial(n, u + v)*binomial(n - u - v, k + w)*binomial(u + v, u)*binomial(k + w, k)*binomial(n - u - v - k "
    "- w, T - u - k)/binomial(n, T), binomial(T, u)*binomial(T - u, k)*binomial(n - T, v)*binomial(n - T - v, w))",
    by_identity("binomial coefficients", "natural n T u v k w", "And(T <= n, u + k <= T, v + w <= n - T)"),
    on_instances(EXACT, GRID, "few records", "n <= 5, possible outputs", fewer_records),
    mutants={
        "T for T - u": ("binomial(T - u, k)", "binomial(T, k)"), "one type alone": ("*binomial(n - T - v, w)", ""),
    }, counts="n T u v k w", generated="deep",
)  # fmt: skip

DOUBLE_SUM.claim(
    "ratio-in-terms-of-sampled-and-other-records",
    "r = v (n-u-v+1)/((u+v)(n-T-v+1)) for u sampled and v other records of the type",
    "If one of the $u + v$ records of the type is replaced by one of another type (all others counted as one), an "
    "output with u of them has the likelihood ratio $v(n-u-v+1)/((u+v)(n-T-v+1))$.",
    "Eq(binomial(u + v - 1, u)*binomial(n - u - v + 1, T - u)/(binomial(u + v, u)*binomial(n - u - v, T - u)), v*(n "
    "- u - v + 1)/((u + v)*(n - T - v + 1)))",
    by_identity("binomial coefficients", "natural n T u v", "And(T <= n, u <= T, 1 <= v, v <= n - T)"),
    mutants={
        "v + 1 for v": ("v*(n - u - v + 1)/(", "(v + 1)*(n - u - v + 1)/("),
        "T for n - T": ("(n - T - v + 1))", "(T - v + 1))"),
    }, counts="n T", generated="deep",
)  # fmt: skip

DOUBLE_SUM.claim(
    "a-full-sample-has-the-largest-gain", "at an output with all records of the type sampled, 1 - E r is 1",
    "At v = 0 the ratio is 0, and the positive part of 1 - E r is 1: the neighbour with one record fewer cannot "
    "give that sample.",
    "Implies(v == 0, Max(0, 1 - odds*v*(n - u - v + 1)/((u + v)*(n - T - v + 1))) == 1)",
    by_solver("all reals", "And(u >= 1, v >= 0, T <= n, v <= n - T, odds >= 1)"),
    mutants={"v = 1": ("v == 0", "v == 1"), "twice the gain": ("== 1)", "== 2)")}, generated="none",
)  # fmt: skip

DOUBLE_SUM.claim(
    "a-lone-record-is-sampled-at-the-rate", "a record is in the sample with probability T/n",
    "$\\binom{n-1}{T-1}/\\binom nT = T/n$: if all records are of one type, the neighbour's odd record is seen with "
    "this probability and never otherwise, so that delta is T/n at every epsilon.",
    "Eq(binomial(n - 1, T - 1)/binomial(n, T), T/n)",
    by_identity("binomial coefficients", "natural n T", "And(1 <= T, T <= n)"),
    mutants={
        "T/(n + 1)": ("T/n)", "T/(n + 1))"),
        "the record is not there": ("binomial(n - 1, T - 1)", "binomial(n - 1, T)"),
    }, counts="n T",
)  # fmt: skip

DOUBLE_SUM.claim(
    "the-two-events-of-a-rare-type-in-closed-form",
    "rho (1-p)^n + (1 - (1-p)^T) (1-p)^(n-T) = (1-p)^(n-T) - (1-rho) (1-p)^n",
    "No record of the type at all, or some and all of them sampled: $\\rho(1-p)^n + (1 - (1-p)^T)(1-p)^{n-T}$, with "
    "$(1-p)^n = (1-p)^T (1-p)^{n-T}$.",
    "Eq(rate*none_drawn*none_left + (1 - none_drawn)*none_left, none_left - (1 - rate)*none_drawn*none_left)",
    by_identity("powers as symbols", ""),
    given="the records are independent", mutants={
        "rho for 1 - rho": ("(1 - rate)*none_drawn", "rate*none_drawn"),
        "the absent type twice": ("(1 - none_drawn)*none_left,", "none_left,"),
    }, trust="binomial-theorem",
)  # fmt: skip

AT_RANDOM = with_bounds(lower_bounds, 80)

DOUBLE_SUM.claim(
    "three-lower-bounds-of-the-smoothed-loss",
    "rho max pi^n, (1-f)^(n-T) - (1-rho)(1-f)^n and the double sum are at most delta_SDP",
    "One type only, a rare type with no record left out, and the double sum over the sampled and the other records "
    "of the rarest type: three lower bounds of delta_SDP (`privacy.bounds.lower`).",
    "And(one <= loss, rare <= loss, double <= loss)",
    by_solver(
        # `alone` is rho times the chance that all records are of one type; `pooled` is the average with all other types
        # counted as one, and `sums` the double sum over the sampled and the other records of the rarest type.
        "two averages",
        [
            lifted("averaging", "loss >= alone", cite("a-lone-record-is-sampled-at-the-rate")),
            trusted("programs", "one <= alone"), cite("smoothed-delta-falls-no-faster-than-a-power"),
            trusted("programs", "rare <= lost_others - (1 - rate)*all_others"),
            lifted("data-processing", "loss >= pooled", cite("ratio-in-terms-of-sampled-and-other-records")),
            lifted(
                "averaging", "pooled >= sums", cite("sampled-and-other-records-are-independent"),
                cite("a-lone-record-is-sampled-at-the-rate"), cite("a-full-sample-has-the-largest-gain"),
            ), trusted("programs", "double <= sums"),
        ],
    ),
    on_instances(CERTIFIED, SAMPLE, "random sources", "80 instances, n <= 24, seed 20261121", AT_RANDOM),
    on_many_instances(CERTIFIED, "many random sources", "n <= 24", AT_RANDOM, seed=20_261_122),
    at="Closed bounds", given="f is attained by a source", mutants={
        "a tenth above the double sum": ("double <= loss", "11*double/10 <= loss"),
        "ten times the first": ("one <= loss", "10*one <= loss"),
    }, note="All records follow one source that attains f, or the largest probability; delta_SDP is at least the "
    "average. Databases without the type have delta T/n. In all others one record of the type is replaced, and all "
    "other types are counted as one; as the counts are independent, the average over databases and outputs is D.",
)  # fmt: skip
