"""Inequalities behind the region where Remark 8 is true, and its failure for a single draw at every n >= 200."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sdp_proofs.claims.checks import Instance, by_identity, by_solver, on_box, on_instances
from sdp_proofs.claims.families import NOT_ATTAINED, NOT_NEEDED, ROOM, family
from sdp_proofs.claims.smoothed_dp.derivations.published_bound import PRINTED, one_law
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.numerics.formula import Formula

ENTROPY = "th*log(th/rho) + (1 - th)*log((1 - th)/(1 - rho))"
LARGE = Formula(f"{ENTROPY} >= 25*(th/rho - 1)**2/81", {"th": r"\theta", "rho": r"\rho"})
SPLIT = Formula("w*log(w) + 1 - w >= 1/8", {"w": "w"})
TILTED = Formula(
    "Eq(exp((-k - log(w))*w*t - t*(1 - w)), exp(-t*(w*log(w) + 1 - w + w*k)))", {"k": "K", "w": "w", "t": "f n"}
)
DISTANT = Formula("1 - exp(-2*d**2) >= 1/8", {"d": r"\theta - \rho"})
GAIN = Formula("Eq(a/n - n/(n - 2)*(a - 1)/n, (n - 2*a)/(n*(n - 2)))", {"a": "a", "n": "n"})
OUTGROWN = Formula("3*n*(n - 2) < exp(n/16)", {"n": "n"})
FAILS = Formula(
    "loss > printed",
    {"loss": r"\delta_{\mathrm{SDP}}", "printed": r"e^{-g f n/6} + m e^{-f n/8}", "n": "n", "small": "e^{-n/16}"},
)


def one_draw(_: Claim) -> Iterator[Instance]:
    """Fair coins, T = 1, e^epsilon = n/(n-2)."""
    for n in (200, 201, 350, 1000, 5000):
        values = one_law(n, 1, Fraction(n, n - 2), Fraction(1, 2))
        printed = PRINTED.value(values)
        yield f"n = {n}", {"loss": values["loss"], "printed": printed}


CLAIMS = (
    Claim(
        id="entropy-at-rates-of-two-fifths-and-more",
        paper="project",
        locator="Region of Remark 8",
        title="KL(theta || rho) >= 25 s^2/81 with s = theta/rho - 1, for rho >= 2/5 and theta > rho",
        kind=Kind.PROJECT,
        statement="If $2/5 \\le \\rho < \\theta < 1$: $KL(\\theta\\|\\rho) \\ge 25 (\\theta/\\rho - 1)^2/81$, "
        "so $w = g/(6K) \\le 27/50$.",
        formula=LARGE,
        checks=(
            on_box(
                "rates from 2/5 on",
                {"th": "(0, 1)", "rho": "[2/5, 1)"},
                [Formula("th > rho", LARGE.symbols)],
                touching={"th": "rho"},
            ),
        ),
        near_misses=(
            NearMiss("a half instead of 25/81", LARGE.mutate("25*(th/rho - 1)**2/81", "(th/rho - 1)**2/2")),
            NearMiss("equality turned", LARGE.mutate(">=", "<=")),
        ),
        recorded=Status.ESTABLISHED,
        trust=("arb", "z3"),
    ),
    Claim(
        id="split-leaves-an-eighth",
        paper="project",
        locator="Region of Remark 8",
        title="w ln w + 1 - w >= 1/8 for 0 < w <= 27/50",
        kind=Kind.PROJECT,
        statement="$w \\ln w + 1 - w \\ge 1/8$ on (0, 27/50]: the part of the split average below the cut is at most "
        "$e^{-t/8}$ for each type.",
        formula=SPLIT,
        checks=(on_box("all w", {"w": "(0, 27/50]"}),),
        near_misses=(
            NearMiss("an eighth becomes a seventh", SPLIT.mutate("1/8", "1/7")),
            NearMiss("without 1 - w", SPLIT.mutate(" + 1 - w", "")),
        ),
        family=family(
            true={
                NOT_ATTAINED: ["> for >= in w * log(w) + 1 - w >= 1 / 8"],
                ROOM: [
                    "w * log(w) without log(w)", "w * log(w) + 1 without w * log(w)",
                    "sign of w reversed in w * log(w) + 1 - w", "w * log(w) + 1 - w without w",
                ],
            },
        ),
        recorded=Status.ESTABLISHED,
        trust=("arb",),
    ),
    Claim(
        id="exponent-of-the-split-average",
        paper="project",
        locator="Region of Remark 8",
        title="the average of exp(-K H) over H < w t is at most exp(-t (w ln w + 1 - w + w K))",
        kind=Kind.PROJECT,
        statement="For z >= 0, $E e^{-K H}\\mathbf{1}[H < w t] \\le E e^{-K H + z(w t - H)} \\le e^{z w t - t(1 - "
        "e^{-K-z})}$; at $e^{-K-z} = w$ this is $e^{-t(w \\ln w + 1 - w + w K)}$, and w K = g/6.",
        hypotheses=(Hypothesis("w <= e^-K, so that z >= 0"), Hypothesis("the mean of H is at least t")),
        formula=TILTED,
        checks=(by_identity("the exponent", dict.fromkeys(TILTED.symbols, "positive")),),
        near_misses=(
            NearMiss("K for w K", TILTED.mutate("w*k)", "k)")),
            NearMiss("other sign", TILTED.mutate("(-k - log(w))", "(k - log(w))")),
        ),
        family=family(counts=["k"]),
        recorded=Status.ESTABLISHED,
        depends_on=("averages-of-powers-factorise", "a-power-is-below-an-exponential"),
        trust=("sympy", "exponential-markov"),
    ),
    Claim(
        id="entropy-at-a-distance-is-enough-for-an-eighth",
        paper="project",
        locator="Region of Remark 8",
        title="1 - exp(-2 d^2) >= 1/8 for d >= 13/50",
        kind=Kind.PROJECT,
        statement="If $\\theta - \\rho \\ge 13/50$, Pinsker's inequality gives $1 - e^{-K} \\ge 1 - e^{-2 d^2} \\ge "
        "1/8$.",
        formula=DISTANT,
        checks=(on_box("all distances", {"d": "[13/50, 1]"}),),
        near_misses=(
            NearMiss("a quarter instead of an eighth", DISTANT.mutate(">= 1/8", ">= 1/4")),
            NearMiss("d^2 for 2 d^2", DISTANT.mutate("2*d**2", "d**2")),
        ),
        family=family(true={NOT_ATTAINED: ["> for >= in 1 - exp(-2 * d ** 2) >= 1 / 8"]}, deep=True),
        recorded=Status.ESTABLISHED,
        depends_on=("relative-entropy-is-at-least-twice-the-squared-distance",),
        trust=("arb",),
    ),
    Claim(
        id="gain-of-a-single-draw",
        paper="project",
        locator="Region of Remark 8",
        title="one draw, E = n/(n-2): seeing a type with a records gains (n - 2a)/(n (n-2))",
        kind=Kind.PROJECT,
        statement="For T = 1 and $e^\\epsilon = n/(n-2)$ the event that the sample is of a type with a >= 1 records "
        "has $P - E P' = (n - 2a)/(n(n-2))$ against a neighbour with a - 1. So $\\delta(H) \\ge 1/(n(n-2))$ for odd n "
        "and twice that for even n unless H = n/2 (if a = 0 delta is 1/n); $\\delta_{SDP} \\ge 1/(n(n-2))$ for fair "
        "coins: H = n/2 has at most probability 1/2.",
        formula=GAIN,
        checks=(by_identity("one event", {"a": "natural", "n": "natural"}, [Formula("n >= 3", ["n"])]),),
        near_misses=(
            NearMiss("n - a", GAIN.mutate("(n - 2*a)", "(n - a)")),
            NearMiss("E = n/(n-1)", GAIN.mutate("n/(n - 2)*", "n/(n - 1)*")),
        ),
        family=family(counts=["n"]),
        recorded=Status.ESTABLISHED,
        trust=("sympy",),
    ),
    Claim(
        id="an-exponential-outgrows-the-square",
        paper="project",
        locator="Region of Remark 8",
        title="3 n (n-2) < exp(n/16) for n >= 200",
        kind=Kind.PROJECT,
        statement="$3 n(n-2) < e^{n/16}$ for every real $n \\ge 200$.",
        formula=OUTGROWN,
        checks=(on_box("all n", {"n": "[200, oo)"}),),
        near_misses=(
            NearMiss("exp(n/18)", OUTGROWN.mutate("n/16", "n/18")),
            NearMiss("10 n (n-2)", OUTGROWN.mutate("3*n", "10*n")),
        ),
        family=family(
            counts=["n"],
            true={
                ROOM: [
                    "4 for 3 in 3 * n", "n + 1 for n in 3 * n", "n + 1 for n in n - 2", "1 for 2 in n - 2",
                    "sign of 2 reversed in n - 2", "n - 2 without 2", "n - 1 for n in n / 16", "17 for 16 in n / 16",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        trust=("arb",),
    ),
    Claim(
        id="remark-eight-fails-for-one-draw",
        paper="smoothed-dp",
        locator="Remark 8",
        title="T = 1, fair coins, e^epsilon = n/(n-2): Remark 8 fails at every n >= 200",
        kind=Kind.PROJECT,
        statement="With one draw, fair coins and $e^\\epsilon = n/(n-2)$ one has g = 1, the printed bound is "
        "$e^{-n/12} + 2e^{-n/16} \\le 3 e^{-n/16}$, and $\\delta_{SDP} \\ge 1/(n(n-2))$ is larger for every n >= 200.",
        formula=FAILS,
        checks=(
            by_solver(
                "the two bounds",
                [
                    Formula(
                        "And(n >= 200, loss*n*(n - 2) >= 1, printed <= 3*small, 3*n*(n - 2)*small < 1, small > 0)",
                        FAILS.symbols,
                    )
                ],
            ),
            on_instances(Method.CERTIFIED, Coverage.GRID, "five sizes", "n = 200, 201, 350, 1000, 5000", one_draw),
        ),
        near_misses=(
            NearMiss("by a factor of one hundred", FAILS.mutate("> printed", "> 100*printed")),
            NearMiss("direction turned", FAILS.mutate(">", "<")),
        ),
        family=family(true={NOT_NEEDED: ["the two bounds, without small > 0"]}),
        recorded=Status.ESTABLISHED,
        depends_on=("gain-of-a-single-draw", "an-exponential-outgrows-the-square"),
        trust=("z3", "arb"),
    ),
)
