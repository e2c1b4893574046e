"""Region of Remark 8, where it holds and where it fails: by rates, distances from the threshold, numbers of records.

Above the threshold delta(H) <= max_i e^(-K H_i) <= sum_i e^(-K H_i), whose average is a product over the records. Where
the counts are split at w f n, the rest is at most e^(-K w f n), and the part below has a moment bound of its own.

At rates up to 1/10, with 1 - e^-epsilon = 1.9 rho, one place is named whose cost is below an eighth of the floor: the
types have the shares f and 1 - f, as in one of the sources, and rho s and rho s' of their records are sampled, s' =
(1 - 1.9 f)/(1 - 1.9 f rho) and s = 1.9 + s' (1 - 1.9 rho). The decay rate is at most its cost, f KL(rho s || rho) +
(1-f) KL(rho s' || rho), which is below f/8: from f = 1/50 on as it stands, below with the chi-square in place of the
second entropy, which has the factor f that is divided by.
"""

from __future__ import annotations

from fractions import Fraction

from sdp_proofs.ledger import Check
from sdp_proofs.papers.project.bound_instances import DEEP_SEED, SEED
from sdp_proofs.papers.smoothed_dp.bound_instances import (
    certain,
    covering,
    exponents,
    in_the_region,
    nearest,
    nearest_as_printed,
    one_draw,
    small_places,
)
from sdp_proofs.papers.smoothed_dp.fewer_records import LARGE_DISTANCE, LARGE_RATE, MANY_TYPES, PrintedBox, many_types
from sdp_proofs.papers.wings import PROJECT, SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "Remark 8", {
    "loss": "\\delta_{\\mathrm{SDP}}", "gap": "g(\\eta, \\epsilon)", "least": "f", "records": "n", "types": "m",
    "rate": "T/n", "first": "e^{-g f n/6}", "th": "\\theta", "rho": "\\rho", "r": "\\rho", "t": "f n",
    "k": "KL(1 - e^{-\\epsilon} \\| T/n)", "d": "\\theta - \\rho",
}, {
    "loss": "privacy.smoothed.delta.smoothed_delta", "gap": "privacy.bounds.published.remark_8_gap",
    "rate": "any sampling rate", "first": "papers.smoothed_dp.fewer_records.first_term_lower",
    "k": "privacy.bounds.tails.one_sided_entropy",
})  # fmt: skip
OWN = SECTION.beside(PROJECT, "Region of Remark 8")

SECTION.claim(
    "remark-eight-holds-for-fewer-records",
    "Remark 8 with T/n for eta is true for all n <= 126: its smallest counterexample has 127 records",
    "For at most 126 records the bound of Remark 8 holds at every T, number of types m, floor f, set of sources and "
    "$\\epsilon > \\ln(n/(n-T))$. Proof: with $L$ of one-loss-below-the-mean-excess, delta_SDP is at most $m E "
    "L(\\max(1, B))$ with B binomial, n trials and share f, for two types $E L(\\max(1, \\min(B, n - B)))$, and T/n. "
    "These fall in n, f and epsilon and grow with T, as the printed bound does. So one comparison covers a box: "
    "finitely many cover the region where T/n < 2/5 and $1 - e^{-\\epsilon} - T/n \\le 13/50$. For six types and more "
    "T/n is enough.",
    "loss <= exp(-gap*least*records/6) + types*exp(-least*records/8)",
    on_instances(CERTIFIED, GRID, "fair coins, one draw", "six sizes up to the largest", nearest),
    Check(CERTIFIED, ALL, covering("T", many_types), "a covering"),
    kind="project", given="epsilon > ln(1/(1-eta))",
    silent=(
        "eta = T/n: the rate that is attained, not one that is rounded up to it",
        "every source gives every type at least f, not only the types of its support", "T < n, m >= 2",
    ), fidelity="narrowed", parameters={"largest": 126},
    mutants={
        "also for 127 records": {"largest": 127}, "a fifth instead of a sixth": ("/6", "/5"),
        "once for all types": ("types*", ""),
    }, generated="none",
    needs=(
        "one-loss-below-the-mean-excess", "mean-excess-is-monotone", "pure-mixtures-are-worst",
        "no-loss-exceeds-the-sampling-rate", "remark-eight-holds-at-larger-rates",
    ), trust=("averaging", "maximum", "one-record-at-a-time"),
    note="With remark-eight this makes 127 the smallest number of records at which Remark 8 fails with T/n for eta; "
    "with eta as printed it is 82, remark-eight-at-the-printed-rate. For two types the average over mixed assignments "
    "is at most that over homogeneous ones, because L(max(1, min(H, n - H))) falls and then rises in H; a set of "
    "sources lies between the laws (f, 1 - f) and (1 - f, f).",
)  # fmt: skip

SECTION.claim(
    "supports-variant-at-the-attained-rate-holds-for-fewer-records",
    "with f as printed and T/n for eta Remark 8 is true for all n <= 12, and not for n = 13",
    "With $\\pi(X) \\ge f$ for X in the support only and T/n for eta, the bound is smallest at f = 1, m = 2 and "
    "epsilon large, where it is $e^{-g n/6} + 2 e^{-n/8}$ with $g = (n/T - 1)^2$; and delta_SDP is at most T/n, which "
    "two point masses attain. At n <= 12 no T exceeds it.",
    "rate <= exp(-gap*records/6) + types*exp(-records/8)",
    on_instances(CERTIFIED, ALL, "every size", "all n up to the largest, every T", certain),
    kind="project", symbols={"gap": "g(\\eta, \\infty)"}, silent=("eta = T/n", "T < n, m >= 2"), fidelity="narrowed",
    means={"gap": "papers.smoothed_dp.bound_instances.gap_without_budget"},
    parameters={"largest": 12}, mutants={"also for 13 records": {"largest": 13}}, counts="records types",
    needs="no-loss-exceeds-the-sampling-rate", trust=("averaging", "exponentials"),
    over="all n up to the largest, every T", ranges="records types rate",
)  # fmt: skip

SECTION.claim(
    "remark-eight-at-the-printed-rate-for-fewer-records",
    "Remark 8 with T = ceil(eta n) is true for all n <= 81: its smallest counterexample has 82 records",
    "For at most 81 records the bound of Remark 8 holds at every eta, with $T = \\lceil \\eta n \\rceil$ up to n, "
    "every number of types m, floor f, set of sources and $\\epsilon > \\ln(1/(1-\\eta))$. Proof: eta is above (T - "
    "1)/n, so theta is, and the first term of the bound exceeds that with (T - 1)/n for eta, zero at T = 1. delta_SDP "
    "is at most T/n and at most the mean excess of remark-eight-holds-for-fewer-records, for every theta. So one "
    "comparison covers a box, as there, and finitely many boxes cover everything. For six types and more the second "
    "term is above 1.",
    "loss <= first + types*exp(-least*records/8)",
    on_instances(CERTIFIED, GRID, "fair coins, one draw, small eta", "three sizes", nearest_as_printed),
    Check(
        CERTIFIED, ALL,
        covering(
            "eta",
            lambda n: {"loss": 1, "first": 0, "types": MANY_TYPES, "least": Fraction(1, MANY_TYPES), "records": n},
            PrintedBox,
        ), "a covering",
    ),
    kind="project", given="epsilon > ln(1/(1-eta)), T = ceil(eta n)",
    silent=("every source gives every type at least f, not only the types of its support", "m >= 2"),
    fidelity="narrowed", parameters={"largest": 81},
    mutants={"also for 82 records": {"largest": 82}, "once for all types": ("types*", "")}, generated="none",
    needs=(
        "one-loss-below-the-mean-excess", "mean-excess-is-monotone", "pure-mixtures-are-worst",
        "no-loss-exceeds-the-sampling-rate",
    ), trust=("averaging", "maximum", "one-record-at-a-time"),
)  # fmt: skip

SECTION.claim(
    "supports-variant-holds-for-fewer-records",
    "with f and eta as printed Remark 8 is true for all n <= 11: its smallest counterexample has 12 records",
    "With $\\pi(X) \\ge f$ for X in the support only and $T = \\lceil \\eta n \\rceil$, the bound exceeds that at f = "
    "1, m = 2, epsilon infinite and eta = (T - 1)/n, which is $e^{-g n/6} + 2 e^{-n/8}$ with $g = (n/(T-1) - 1)^2$, "
    "and $2 e^{-n/8}$ at T = 1; and delta_SDP is at most T/n, which two point masses attain. At n <= 11 no T exceeds "
    "it.",
    "rate <= first + types*exp(-records/8)",
    on_instances(CERTIFIED, ALL, "every size", "all n up to the largest, every T", certain),
    kind="project", symbols={"first": "e^{-g(\\eta, \\infty) n/6}"}, silent="m >= 2", fidelity="narrowed",
    parameters={"largest": 11}, mutants={"also for 12 records": {"largest": 12}, "once for all types": ("types*", "")},
    generated="none", needs="no-loss-exceeds-the-sampling-rate", trust="averaging",
    over="all n up to the largest, every T", ranges="records types rate",
)  # fmt: skip

ENTROPY = "th*log(th/rho) + (1 - th)*log((1 - th)/(1 - rho))"

OWN.claim(
    "entropy-at-rates-of-two-fifths-and-more",
    "KL(theta || rho) >= 25 s^2/81 with s = theta/rho - 1, for rho >= 2/5 and theta > rho",
    "If $2/5 \\le \\rho < \\theta < 1$: $KL(\\theta\\|\\rho) \\ge 25 (\\theta/\\rho - 1)^2/81$, so $w = g/(6K) \\le "
    "27/50$.",
    f"{ENTROPY} >= 25*(th/rho - 1)**2/81",
    on_box("rates from 2/5 on", {"th": "(0, 1)", "rho": "[2/5, 1)"}, "th > rho", touching={"th": "rho"}),
    mutants={
        "a half instead of 25/81": ("25*(th/rho - 1)**2/81", "(th/rho - 1)**2/2"), "equality turned": (">=", "<="),
    }, generated="none", trust="z3",
    numbers=("81/(6*25) == 27/50",),
)  # fmt: skip

OWN.claim(
    "split-leaves-an-eighth", "w ln w + 1 - w >= 1/8 for 0 < w <= 27/50",
    "$w \\ln w + 1 - w \\ge 1/8$ on (0, 27/50]: the part of the split average below the cut is at most $e^{-t/8}$ for "
    "each type.",
    "w*log(w) + 1 - w >= 1/8",
    on_box("all w", {"w": "(0, 27/50]"}),
    mutants={"an eighth becomes a seventh": ("1/8", "1/7"), "without 1 - w": (" + 1 - w", "")},
)  # fmt: skip

_BELOW_THE_CUT = about(
    Formula("Implies(And(h < cut, z >= 0), -k*h <= z*cut - (k + z)*h)", ["h", "cut", "z", "k"]),
    by_solver("below the cut", []),
)

OWN.claim(
    "exponent-of-the-split-average", "the average of exp(-K H) over H < w t is at most exp(-t (w ln w + 1 - w + w K))",
    "For z >= 0, $E e^{-K H}\\mathbf{1}[H < w t] \\le E e^{-K H + z(w t - H)} \\le e^{z w t - t(1 - e^{-K-z})}$; at "
    "$e^{-K-z} = w$ this is $e^{-t(w \\ln w + 1 - w + w K)}$, and w K = g/6.",
    "Eq(exp((-k - log(w))*w*t - t*(1 - w)), exp(-t*(w*log(w) + 1 - w + w*k)))",
    and_so(
        by_identity("the exponent", "positive k w t"),
        _BELOW_THE_CUT,
        about(Formula("exp(u - v) == exp(u)*exp(-v)", ["u", "v"]), by_identity("two factors", "real u v")),
        about(SECTION.formula("part <= exp(-t*(w*log(w) + 1 - w + w*k))"), by_solver("the average below the cut", [
            "And(0 < w, w <= exp(-k), k > 0, t > 0)",
            lifted("exponential-markov", "part <= exp((-k - log(w))*w*t)*moment", shown("below the cut")),
            lifted(
                "independent-records", "moment <= exp(-t*(1 - w))", cite("averages-of-powers-factorise"),
                cite("a-power-is-below-an-exponential"),
            ), shown("two factors", {"u": "(-k - log(w))*w*t", "v": "t*(1 - w)"}), shown("the exponent"),
        ])),
    ),
    given=("w <= e^-K, so that z >= 0", "the mean of H is at least t"),
    mutants={"K for w K": ("w*k)", "k)"), "other sign": ("(-k - log(w))", "(k - log(w))")}, counts="k",
    symbols={"k": "K"}, trust="exponential-markov",
)  # fmt: skip

OWN.claim(
    "entropy-at-a-distance-is-enough-for-an-eighth", "1 - exp(-2 d^2) >= 1/8 for d >= 13/50",
    "If $\\theta - \\rho \\ge 13/50$, Pinsker's inequality gives $1 - e^{-K} \\ge 1 - e^{-2 d^2} \\ge 1/8$.",
    "1 - exp(-2*d**2) >= 1/8", on_box("all distances", {"d": "[13/50, 1]"}),
    mutants={"d^2 for 2 d^2": ("2*d**2", "d**2")}, generated="deep",
)  # fmt: skip

# `part` is the largest E e^(-K H_i) over H_i < w t, at most the average of e^(-K H_i + z (w t - H_i)), e^(-K - z) = w.
SECTION.claim(
    "remark-eight-holds-at-larger-rates",
    "Remark 8 is true if T/n >= 2/5 or 1 - e^-eps - T/n >= 13/50, for all n, m and f",
    "Let $\\rho = T/n$, $\\theta = 1 - e^{-\\epsilon} > \\rho$ and K = KL(theta||rho). The bound of Remark 8 holds "
    "for all n, m and f if $\\rho \\ge 2/5$ or $\\theta - \\rho \\ge 13/50$. Proof: with t = f n and w = g/(6K). If "
    "$1 - e^{-K} \\ge 1/8$, one exponential is at most $m e^{-t/8}$; so at a distance of 13/50, by Pinsker. At rates "
    "from 2/5 on, $w \\le 27/50$. If $w \\le e^{-K}$, split at $H_i < w t$: the rest is $e^{-K w t} = e^{-g t/6}$, "
    "the part below at most $m e^{-t (w \\ln w + 1 - w + g/6)} \\le m e^{-t/8}$. Else $e^{-K} < 27/50$ and one "
    "exponential is enough.",
    "loss <= exp(-(th/rho - 1)**2*f*n/6) + types*exp(-f*n/8)",
    by_sentence([
        "And(types >= 1, 0 < rho, rho < th, th < 1, 0 < f, f <= 1, n >= 1)",
        f"Or(rho >= {LARGE_RATE}, th - rho >= {LARGE_DISTANCE})",
    ], every="types rho th f n"),
    on_instances(CERTIFIED, SAMPLE, "random sources", f"two types, n <= 40, seed {SEED}", in_the_region),
    on_many_instances(CERTIFIED, "many random sources", "two types, n <= 40", in_the_region, seed=DEEP_SEED),
    given="epsilon > ln(n/(n-T))",
    silent=("every source gives every type at least f, not only the types of its support", "T < n"),
    fidelity="narrowed", mutants={"larger exponents": ("/6)", "*6)", "/8)", "*8)")}, counts="types", integers="n",
    note="It covers the elections of the paper. Up to a rate of 1/10 Remark 8 fails for large n, at some epsilon "
    "(remark-eight-fails-at-small-rates); from there to 2/5 the answer depends on epsilon.",
)  # fmt: skip

OWN.claim(
    "gain-of-a-single-draw",
    "one draw, E = n/(n-2): an output of a type with a records adds (n - 2a)/(n (n-2)) to d(x,x')",
    "For T = 1 and $e^\\epsilon = n/(n-2)$ the event that the sample is of a type with a >= 1 records has $P - E P' = "
    "(n - 2a)/(n(n-2))$ against a neighbour with a - 1.",
    "Eq(a/n - n/(n - 2)*(a - 1)/n, (n - 2*a)/(n*(n - 2)))",
    by_identity("one event", "natural a n", "n >= 3"),
    mutants={"n - a": ("(n - 2*a)", "(n - a)"), "E = n/(n-1)": ("n/(n - 2)*", "n/(n - 1)*")}, counts="n",
)  # fmt: skip

OWN.claim(
    "an-exponential-outgrows-the-square", "3 n (n-2) < exp(n/16) for n >= 200",
    "$3 n(n-2) < e^{n/16}$ for every real $n \\ge 200$.",
    "3*n*(n - 2) < exp(n/16)",
    on_box("all n", {"n": "[200, oo)"}),
    mutants={"exp(n/18)": ("n/16", "n/18"), "10 n (n-2)": ("3*n", "10*n")}, counts="n", generated="deep",
)  # fmt: skip

# n fair coins show n/2 heads if n - 1 of them show n/2 - 1 or n/2, which exclude each other, and the last one fits.
SECTION.claim(
    "remark-eight-fails-for-one-draw", "T = 1, fair coins, e^epsilon = n/(n-2): Remark 8 fails at every n >= 200",
    "With one draw, fair coins and $e^\\epsilon = n/(n-2)$ one has g = 1, the printed bound is $e^{-n/12} + "
    "2e^{-n/16} \\le 3 e^{-n/16}$, and $\\delta_{SDP} \\ge 1/(n(n-2))$ is larger for every n >= 200. For odd n every "
    "database loses as much; for even n it loses twice that unless H = n/2, which has probability at most 1/2.",
    "loss > exp(-n/12) + 2*exp(-n/16)",
    in_steps(
        "the two bounds",
        about(
            Formula("Implies(And(first + second <= 1, middle == (first + second)/2), 2*(1 - middle) >= 1)", [
                "first", "second", "middle",
            ]), by_solver("half of the databases", []),
        ), about(Formula("Eq(exp(-n/16)*exp(n/16), 1)", ["n"]), by_identity("an exponential and its inverse", ["n"])),
        by_solver("above the printed bound", [
            "n >= 200",
            lifted(
                "averaging", "loss*n*(n - 2) >= 1", cite("gain-of-a-single-draw"),
                cite("lone-record-is-seen-when-sampled"), shown("half of the databases"),
            ), cite("an-exponential-outgrows-the-square"), shown("an exponential and its inverse"),
        ]),
    ),
    on_instances(CERTIFIED, GRID, "five sizes", "n = 200, 201, 350, 1000, 5000", one_draw),
    kind="project", given="T = 1, two fair coins, e^epsilon = n/(n-2), n >= 200",
    mutants={"by a factor of one hundred": ("loss >", "loss/100 >")},
)  # fmt: skip

_GAINING = "((1 - 19*f/10)/(1 - 19*f*r/10))"
_LOSING = f"(19/10 + {_GAINING}*(1 - 19*r/10))"
_KL_GAINING, _KL_LOSING = (
    f"(r*{share}*log({share}) + (1 - r*{share})*log((1 - r*{share})/(1 - r)))" for share in (_GAINING, _LOSING)
)
_CHI = "361*f*(1 - f)*r*(1 - r)/(100*(1 - 19*f*r/10)**2)"
_DIVIDED = SECTION.formula(f"Eq((1 - f)/f*(r*{_GAINING} - r)**2/(r*(1 - r)), {_CHI})")

OWN.claim(
    "a-place-of-slow-decay-is-feasible",
    "the place with shares f and 1 - f, of which rho s and rho s' are sampled, meets E x <= y",
    "With $s' = (1 - 1.9 f)/(1 - 1.9 f\\rho)$ and $s = 1.9 + s'(1 - 1.9\\rho)$: $f s + (1-f) s' = 1$, the unsampled "
    "shares are in (0, 1), and $E (1 - \\rho s) = 1 - \\rho s'$ at $1/E = 1 - 1.9\\rho$, for every f in (0, 1/2] and "
    "every rho in (0, 1/10]. At f = 1/2 and rho = 9/10 the share $1 - \\rho s$ is negative.",
    f"And(f*{_LOSING} + (1 - f)*{_GAINING} == 1, 1 - r*{_LOSING} == (1 - 19*r/10)*(1 - r*{_GAINING}), "
    f"0 < {_GAINING}, 0 < {_LOSING}, r*{_GAINING} < 1, r*{_LOSING} < 1)",
    by_solver("all floors and small rates", "And(0 < f, f <= 1/2, 0 < r, r <= 1/10)"),
    given="0 < f <= 1/2 and 0 < rho <= 1/10",
    mutants={
        "2 for 1.9": ("== (1 - 19*r/10)*", "== (1 - 2*r)*"),
        "shares exchanged": (f"f*{_LOSING} + (1 - f)*{_GAINING}", f"(1 - f)*{_LOSING} + f*{_GAINING}"),
    }, generated="none",
)  # fmt: skip

OWN.claim(
    "relative-entropy-is-at-most-the-chi-square", "KL(x || rho) <= (x - rho)^2/(rho (1 - rho))",
    "$KL(x\\|\\rho) \\le (x-\\rho)^2/(\\rho(1-\\rho))$ for x and rho strictly between 0 and 1.",
    "x*log(x/r) + (1 - x)*log((1 - x)/(1 - r)) <= (x - r)**2/(r*(1 - r))",
    by_sentence("And(0 < x, x < 1, 0 < r, r < 1)"),
    on_instances(CERTIFIED, GRID, "small places", "12 places", small_places),
    mutants={"half of it": ("(r*(1 - r))", "(2*r*(1 - r))"), "strictly": ("<=", "<")}, generated="none",
)  # fmt: skip

OWN.claim(
    "cost-of-the-slow-place-at-larger-floors",
    "the cost of the place is below f/8 for 1/50 <= f <= 1/2 and rho <= 1/10",
    "$f KL(\\rho s\\|\\rho) + (1-f) KL(\\rho s'\\|\\rho) < f/8$ for every f in [1/50, 1/2] and every rho in (0, 1/10].",
    f"f*{_KL_LOSING} + (1 - f)*{_KL_GAINING} < f/8",
    on_box("all floors and rates", {"f": "[1/50, 1/2]", "r": "(0, 1/10]"}),
    mutants={"f/9": ("< f/8", "< f/9"), "direction turned": ("< f/8", "> f/8")}, generated="none",
)  # fmt: skip

_SMALL_FLOORS = on_box("all floors and rates", {"f": "[0, 1/50]", "r": "(0, 1/10]"})

OWN.claim(
    "cost-of-the-slow-place-at-small-floors",
    "the cost of the place for f <= 1/50, divided by f, with the chi-square in place of the second entropy",
    "$KL(\\rho s\\|\\rho) + \\frac{1-f}{f}\\frac{(\\rho s' - \\rho)^2}{\\rho(1-\\rho)} < 1/8$ for every f in (0, "
    "1/50] and every rho in (0, 1/10]; the second term is $3.61 f(1-f)\\rho(1-\\rho)/(1 - 1.9 f\\rho)^2$.",
    f"{_KL_LOSING} + {_CHI} < 1/8",
    in_steps(
        "the second term, then all floors and rates", about(_DIVIDED, by_identity("the second term", "positive f r")),
        _SMALL_FLOORS,
    ),
    _SMALL_FLOORS,
    given="f > 0 where it is divided by f",
    mutants={"a ninth": ("< 1/8", "< 1/9"), "direction turned": ("< 1/8", "> 1/8")}, generated="none",
)  # fmt: skip

_DECAYING = Section(SMOOTHED_DP, "Remark 8", {
    "loss": "\\delta_{\\mathrm{SDP}}", "low": "L", "rate": "R(\\rho, \\epsilon)", "th": "\\theta", "r": "\\rho",
})  # fmt: skip

SECTION.claim(
    "remark-eight-fails-at-small-rates",
    "at every rate up to 1/10, delta_SDP decays more slowly than Remark 8 says, which fails at all large n",
    "At every rate $\\rho \\le 1/10$, every floor $f \\le 1/2$ and $1 - e^{-\\epsilon} = 1.9\\,\\rho$, the exact "
    "decay rate of delta_SDP is below $f \\min(g/6, 1/8) = f/8$: the printed bound falls faster than delta_SDP, and "
    "fails at all large n with this rate. Proof: the decay rate is a minimum, and one place with a cost below f/8 is "
    "named.",
    "rate < f*Min((th/r - 1)**2/6, 1/8)",
    and_so(
        in_steps(
            "one place that is feasible",
            about(Formula("Eq(log(r*s/r), log(s))", ["r", "s"]), by_identity("one share", "positive r s")),
            about(_DIVIDED, by_identity("the chi-square, divided", "positive f r")),
            about(SECTION.formula(f"(1 - f)*{_KL_GAINING} <= f*{_CHI}"), by_solver("the type that gains", [
                "And(0 < f, f <= 1/2, 0 < r, r <= 1/10)", shown("one share", {"s": _GAINING}),
                shown("the chi-square, divided"),
            ])),
            by_solver("one place, at small and at larger floors", [
                "And(0 < f, f <= 1/2, 0 < r, r <= 1/10)", "th == 19*r/10", defined("losing", _KL_LOSING),
                defined("gaining", _KL_GAINING),
                lifted("maximum", "rate <= f*losing + (1 - f)*gaining", cite("a-place-of-slow-decay-is-feasible")),
                cite("cost-of-the-slow-place-at-larger-floors"), cite("cost-of-the-slow-place-at-small-floors"),
                shown("the type that gains"),
            ]),
        ),
        about(Formula("exp(v) == m*exp(u)*exp(v - u - log(m))", ["m", "u", "v"]),
              by_identity("how far apart", "positive m; real u v")),
        about(_DECAYING.formula(
            "Implies(And(low == exp(-n*rate - price), printed <= m*exp(-n*speed), speed == f*Min((th/r - 1)**2/6, "
            "1/8)), And(rate < speed, Implies(price + log(m) < n*(speed - rate), printed < loss)))",
        ), by_solver("so the printed bound is below delta_SDP from some n on, as the price is a logarithm of n", [
            "And(0 < f, f <= 1/2, 0 < r, r <= 1/10, th == 19*r/10, m > 0)", shown("one place that is feasible"),
            cite("exact-decay-brackets-the-smoothed-loss"),
            shown("how far apart", {"u": "-n*speed", "v": "-n*rate - price"}),
        ])),
    ),
    on_instances(CERTIFIED, GRID, "exact decay rates", "5 rates, two floors", exponents),
    kind="project", given=(
        "two types, all laws with shares of at least f; 0 < rho, 0 < f",
        "rho <= 1/10, f <= 1/2 and 1 - e^-epsilon = 1.9 rho",
    ), symbols=_DECAYING.symbols, means={"rate": "privacy.bounds.decay_rate.decay_rate"},
    parameters={"rates": ("1/1000", "1/200", "1/50", "1/20", "1/10")},
    mutants={"also at a rate of one eighth": {"rates": ("1/8",)}, "by a factor of two at one tenth": ("1/8)", "1/16)")},
)  # fmt: skip
