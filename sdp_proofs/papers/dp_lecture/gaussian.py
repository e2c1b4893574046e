"""The normal distribution and the Gaussian mechanism.

The Gaussian distribution, its tail with the best constant, and why its noise is used.

Numbers of the Gaussian mechanism at sensitivity 1, as enclosures.

The Gaussian mechanism: where its theorem holds, and every step of the sketch of its proof.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from sdp_proofs.accounting.classical import largest_classical_epsilon, largest_epsilon_everywhere
from sdp_proofs.accounting.engines import ClosedGaussian
from sdp_proofs.ledger import Claim
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import rational, read_real
from sdp_proofs.papers.dp_lecture.integrals import both_normal_tails, normal_moment
from sdp_proofs.papers.wings import DP_LECTURE
from sdp_proofs.proving.instances import Instance
from sdp_proofs.proving.vocabulary import *

SECTION = Section(DP_LECTURE, "Gaussian distribution", {
    "m": "\\mu", "mean": "\\mathbb{E}[Y]", "variance": "\\mathrm{Var}[Y]", "s": "\\sigma",
    "tail": "\\Pr[|Y - \\mu| > t\\sigma]", "t": "t", "x": "x", "y": "y", "a": "a", "b": "b", "D": "\\Delta",
    "s2": "\\sigma^2", "ep": "\\epsilon", "delta": "\\delta", "one": "\\Delta_1^2", "two": "\\Delta_2^2", "K": "K",
}, {
    **dict.fromkeys(("mean", "variance", "tail"), "any integral of the density"),
    **dict.fromkeys(("one", "two", "s2", "delta"), "any number > 0"),
})  # fmt: skip


def normal_moments(_: Claim) -> Iterator[Instance]:
    """Mean and variance from the moments of the deviation."""
    for m, s in product(map(Fraction, ("-1", "0", "2")), map(Fraction, ("1/2", "1", "3"))):
        yield f"mu = {m}, sigma = {s}", {
            "m": m, "s": s, "mean": m + normal_moment(1, s), "variance": normal_moment(2, s) - normal_moment(1, s) ** 2,
        }  # fmt: skip


def normal_tails(_: Claim) -> Iterator[Instance]:
    """Both tails of the normal law."""
    for t in ("1/10", "1", "2", "5"):
        yield f"t = {t}", {"t": t, "tail": both_normal_tails(t)}

SECTION.claim(
    "mean-and-variance-of-the-gaussian-law", "E[Y] = mu and Var[Y] = sigma^2",
    "Up to the factor of the density, $-\\sigma^2 e^{-(y - \\mu)^2/2\\sigma^2}$ is an antiderivative of $(y - \\mu) "
    "e^{\\dots}$, and $-\\sigma^2 (y - \\mu) e^{\\dots}$ one of $((y - \\mu)^2 - \\sigma^2) e^{\\dots}$. Both vanish "
    "at both ends.",
    "And(mean == m, variance == s**2)",
    by_sentence("s > 0"),
    on_instances(EXACT, GRID, "moments by Gamma functions", "mu = -1, 0, 2, sigma = 1/2, 1, 3", normal_moments),
    at="Gaussian distribution, moments", generated="none",
    mutants={"twice": ("== s**2", "== 2*s**2"), "mean 0": ("mean == m", "mean == 0")},
)  # fmt: skip

SECTION.claim(
    "the-gaussian-tail", "Pr[|Y - mu| > t sigma] <= 2 exp(-t^2/2), and the factor 2 is not needed",
    "For $t, x \\ge 0$ the density at $t + x$ deviations is at most $e^{-t^2/2}$ times that at x. Integrated over x, "
    "on both sides, $\\Pr[|Y - \\mu| > t\\sigma] \\le e^{-t^2/2}$; at t = 0 both sides are 1, so no smaller factor "
    "holds for all t.",
    "And(tail <= 2*exp(-t**2/2), tail <= exp(-t**2/2))",
    by_sentence("t >= 0", every="t"),
    on_instances(CERTIFIED, GRID, "places", "t = 1/10, 1, 2 and 5", normal_tails),
    at="Gaussian distribution, tail", generated="none",
    silent="t >= 0: at t = -2 the left side is 1, and the right one 0.27",
    mutants={"half": ("tail <= exp", "tail <= 1/2*exp"), "t^2": ("tail <= exp(-t**2/2)", "tail <= exp(-t**2)")},
)  # fmt: skip

SECTION.claim(
    "sums-of-independent-gaussians-are-gaussian", "the sum of Gaussian variables is Gaussian",
    "Means $\\mu$ and y, variances a and b: at the sum x the product of the densities at t and at x - t is the density "
    "at x of mean $\\mu + y$ and variance a + b, times that at t of a normal law of variance $ab/(a + b)$, whose "
    "integral over t is one. The normalisers agree, as $ab = (a + b) \\cdot ab/(a + b)$; here the exponents.",
    "(t - m)**2/(2*a) + (x - t - y)**2/(2*b) == "
    "(x - m - y)**2/(2*(a + b)) + (t - (b*m + a*(x - y))/(a + b))**2*(a + b)/(2*a*b)",
    by_identity("both exponents", "positive a b; real t x m y"), at="Gaussian noise, sums", trust="densities",
    silent="the variables are independent, or jointly Gaussian: Y and Y times a random sign are Gaussian each, and "
    "their sum is 0 with probability 1/2",
    mutants={"standard deviations": ("/(2*(a + b))", "/(2*(a + b)**2)"), "one mean": ("(x - m - y)**2", "(x - m)**2")},
    generated="deep",
)  # fmt: skip

SECTION.claim(
    "gaussian-releases-are-one-release",
    "two answers with Gaussian noise, at distances Delta and d, cost what one does at sqrt(Delta^2 + d^2)",
    "Why composition is tighter: at noises y and x the two losses add up to that of one answer at distance w, $w^2 = "
    "\\Delta^2 + d^2$, with the noise $z = (\\Delta y + d x)/w$, which is Gaussian with the same $\\sigma$. So K "
    "answers at distance $\\Delta$ cost what one does at $\\sqrt K \\Delta$, exactly; with Laplace noise the epsilon "
    "of K answers is K times that of one.",
    "Implies(And(w**2 == D**2 + d**2, z == (D*y + d*x)/w), "
    "((y + D)**2 - y**2)/(2*s2) + ((x + d)**2 - x**2)/(2*s2) == (2*z*w + w**2)/(2*s2))",
    and_so(
        by_solver("all noises", "And(s2 > 0, w > 0)"),
        about(SECTION.formula("two == K*D**2"), by_induction(
            "one answer after the other", {"two": "D**2", "K": "1"}, {"two": "two + D**2", "K": "K + 1"}, [],
        )),
    ), at="Gaussian noise, composition",
    silent="the noises are independent, and do not depend on what is asked first",
    symbols={"d": "d", "w": "w", "z": "z"}, trust=("induction", "gaussian-moments", "normal-sums"), generated="none",
    mutants={"distances add up": ("w**2 == D**2 + d**2", "w == D + d"), "half the noise": ("2*z*w", "z*w")},
)  # fmt: skip

SECTION.claim(
    "gaussian-noise-is-never-purely-private", "no epsilon holds with delta = 0: the privacy loss has no bound",
    "At $f(D) + y$ the loss is $(2y\\Delta + \\Delta^2)/2\\sigma^2$, more than $\\epsilon$ for all $y \\ge "
    "\\sigma^2\\epsilon/\\Delta$, and these have a positive probability whatever $\\sigma$.",
    "Implies(y >= s2*ep/D, (2*y*D + D**2)/(2*s2) > ep)",
    by_solver("all noises", "And(s2 > 0, D > 0, ep >= 0)"), at="Gaussian mechanism, delta = 0",
    silent="the query is not constant", trust="integrals", generated="deep",
    mutants={"twice": ("> ep", "> 2*ep + 1"), "from half on": ("y >= s2*ep/D", "y >= s2*ep/(2*D) - D")},
)  # fmt: skip

SECTION.claim(
    "the-variance-is-logarithmic-in-one-over-delta", "sigma^2 = 2 (ln(1/delta) + ln 1.25) Delta^2/epsilon^2",
    "The square of the printed $\\sigma$ is affine in $\\ln(1/\\delta)$.",
    "(sqrt(2*log(5/(4*delta)))*D/ep)**2 == 2*(log(1/delta) + log(5/4))*D**2/ep**2",
    by_identity("all budgets", "positive delta D ep", "delta < 1"), at="Gaussian mechanism, noise",
    silent="delta < 5/4, which the definition has with delta < 1: else sigma is no number, or 0",
    mutants={"without 1.25": (" + log(5/4)", ""), "once epsilon": ("D**2/ep**2", "D**2/ep")},
)  # fmt: skip

SECTION.claim(
    "sensitivities-in-both-norms", "Delta_2 <= Delta_1 <= sqrt(K) Delta_2",
    "Why the other sensitivity: $\\|v\\|_2^2 \\le \\|v\\|_1^2 \\le K \\|v\\|_2^2$, with equality on the right for "
    "equal entries, so that Gaussian noise may be smaller by a factor $\\sqrt K$ per answer. Here for one entry more: "
    "a is the sum of the sizes so far and b that of the squares.",
    "And(b <= a**2, a**2 <= K*b)",
    by_induction("entry by entry", {"a": "x", "b": "x**2", "K": "1"},
                 {"a": "a + y", "b": "b + y**2", "K": "K + 1"}, ["And(x >= 0, y >= 0)"], inputs=["y"],
                 keeps=["a >= 0", "K >= 1"]),
    at="Gaussian mechanism, sensitivity", kind="project", trust="induction", generated="deep",
    mutants={"without K": ("K*b", "b"), "half": ("b <= a**2", "2*b <= a**2")},
)  # fmt: skip


BITS = 128
BORDER = "delta = 10^-5, 0.92 and 0.8962, and all delta"


def printed_loss(square: Fraction, epsilon: Fraction) -> Enclosure:
    """The exact delta of the printed noise, by the square c^2 = 2 ln(1.25/delta): sigma is c/epsilon.

    Example:
        >>> printed_loss(Fraction(5, 2), Fraction(5)).rounded(4)
        '0.3838'
    """
    return ClosedGaussian(rational(epsilon**2 / square)).delta(read_real(epsilon), 20)


def printed_budgets(_: Claim) -> Iterator[Instance]:
    """Budgets with 2 ln(1.25/delta) in halves, whole epsilons."""
    for halves in (1, 2, 3, 5, 10, 20, 50):
        for epsilon in range(1, 13):
            square = Fraction(halves, 2)
            loss = printed_loss(square, Fraction(epsilon))
            yield f"c^2 = {square}, epsilon = {epsilon}", {"loss": loss, "square": square, "ep": epsilon}


def within(square: Fraction, count: int) -> Enclosure:
    """The probability that as many independent normal numbers are below sqrt(square) in size.

    Example:
        >>> within(Fraction(4), 1).rounded(4)
        '0.9545'
    """
    with ctx.workprec(BITS):
        ball = arb(square.numerator) / arb(square.denominator)
        return Enclosure((ball.sqrt() / arb(2).sqrt()).erf() ** count)


def printed_errors(_: Claim) -> Iterator[Instance]:
    """The printed threshold for one and for ten answers, by ln(K/beta)."""
    for count in (1, 10):
        for square in (Fraction(1, 2), Fraction(1), Fraction(2), Fraction(3), Fraction(4), Fraction(9)):
            if count == 1 or square >= 3:
                yield f"K = {count}, ln(K/beta) = {square}", {
                    "chance": within(square, count), "k": count, "square": square,
                }  # fmt: skip


def known_border(_: Claim) -> Iterator[Instance]:
    """From which epsilon on the printed noise is too small: at three deltas, and at the worst of all."""
    yield BORDER, _borders()


@cache
def _borders() -> dict[str, Enclosure]:
    deltas = {"usual": "1e-5", "rare": "0.92", "beside": "0.8962"}
    borders = {name: largest_classical_epsilon(delta, digits=6) for name, delta in deltas.items()}
    return {**borders, "worst": largest_epsilon_everywhere(digits=4)}


def beyond(deviations: Fraction) -> Enclosure:
    """The probability that a normal number exceeds so many standard deviations in size; 1 where these are negative.

    Example:
        >>> beyond(Fraction(7, 12)).rounded(4), beyond(Fraction(-1)).rounded(2)
        ('0.5597', '1')
    """
    with ctx.workprec(BITS):
        place = max(deviations, Fraction(0)) ** 2 / 2
        return Enclosure((arb(place.numerator) / arb(place.denominator)).sqrt().erfc())


def both_sides(_: Claim) -> Iterator[Instance]:
    """Noise beyond the printed threshold, c - epsilon/(2c) deviations, on both sides."""
    for c in (Fraction(4, 3), Fraction(3)):
        for ep in (Fraction(1, 10), Fraction(1), Fraction(2)):
            yield f"c = {c}, epsilon = {ep}", {"chance": beyond(c - ep / (2 * c)), "c": c, "ep": ep}


MECHANISM = SECTION.beside(DP_LECTURE, "Gaussian mechanism", {
    "loss": "\\delta(\\epsilon)", "square": "c^2", "ep": "\\epsilon", "delta": "\\delta", "c": "c", "t": "t",
    "y": "y", "v": "v", "D": "\\Delta", "s2": "\\sigma^2", "p": "p", "q": "q", "good": "g", "bad": "b",
    "E": "e^{\\epsilon}", "L": "L", "u": "u", "x": "x", "w": "w",
    "usual": "\\epsilon(10^{-5})", "rare": "\\epsilon(0.92)", "beside": "\\epsilon(0.8962)",
    "worst": "\\min_\\delta \\epsilon(\\delta)", "chance": "\\Pr[|Y| > t\\sigma]",
}, {
    "s2": "any variance", "delta": "any number > 0", "square": "any number > 0",
    "loss": "papers.dp_lecture.gaussian.printed_loss",
    **dict.fromkeys(("usual", "rare", "beside"), "accounting.classical.largest_classical_epsilon"),
    "worst": "accounting.classical.largest_epsilon_everywhere",
})  # fmt: skip
T = "(c - ep/(2*c))"
"""The printed threshold in standard deviations, with sigma = c Delta/epsilon."""
USUAL, RARE, WORST = ("8.419", "8.42"), ("3.7983", "3.7984"), ("3.786", "3.787")
"""Bounds of the borders in epsilon at delta = 10^-5, at delta = 0.92, and of the least of all."""

MECHANISM.claim(
    "the-gaussian-mechanism-is-private-for-every-epsilon",
    "for all epsilon, delta > 0 the Gaussian mechanism is (epsilon, delta)-DP",
    "With $\\sigma = c\\Delta/\\epsilon$ and $c^2 = 2\\ln(1.25/\\delta)$, that is $\\delta = \\frac54 e^{-c^2/2}$, the "
    "mechanism is $(\\epsilon, \\delta)$-DP for every $\\epsilon > 0$: its least delta at $\\epsilon$ is at most "
    "$\\delta$.",
    "loss <= 5/4*exp(-square/2)",
    on_instances(CERTIFIED, GRID, "budgets", "epsilon up to 12, c^2 up to 25", printed_budgets),
    at="Gaussian mechanism, theorem", kind="theorem",
    fails=instance(
        "A count with epsilon = 5 and c^2 = 5/2, that is delta < 0.359 and sigma^2 = 1/10. More than its value f(D) "
        "has probability 1/2 at D and Q(sqrt(10)) <= e^-5/sqrt(20 pi) where the count is one less. The delta of this "
        "event is at least 1/2 - 1/sqrt(20 pi), which is more than 1/2 - 1/sqrt(62) > 0.372, as pi > 3.1.",
        "ep = 5; square = 5/2; variance = square/ep**2; half = 1/2; other = exp(0 - 1/(2*variance))*sqrt(variance)/"
        "sqrt(2*31/10)", given="variance == 1/10", at={"loss": ">= half - exp(ep)*other"},
    ),
    wrong="For a fixed delta, sigma falls like 1/epsilon, and the least delta tends to 1: from some epsilon on the "
    "theorem fails, whatever delta. "
    f"For delta = 10^-5 it fails from epsilon = {USUAL[1]} on, for delta = 0.92 from {RARE[1]} on. The "
    "cited theorem assumes epsilon < 1.",
    cost=f"A hypothesis: epsilon <= {WORST[0]} is enough for every delta, and the best "
        "(the-border-of-the-gaussian-theorem); up to 2 ln(5/2) = 1.83 it "
    f"follows "
    "in three lines from the tail bound without its factor 2, on the one side that matters. Beyond it, or for less "
    "noise, sigma is to be computed from the exact delta [Balle and Wang 2018].",
    defect="missing hypothesis",
    numbers=("5/4*exp(-5/4) < 0.359", "1/2 - 1/sqrt(62) > 0.372", "20*31/10 == 62", "abs(2*log(5/2) - 1.83) < 0.005"),
)  # fmt: skip

MECHANISM.claim(
    "the-gaussian-mechanism-is-private-for-small-epsilon",
    "the Gaussian mechanism is (epsilon, delta)-DP for 0 < epsilon <= 2 ln(5/2) = 1.83 and every delta in (0, 1)",
    "The loss exceeds $\\epsilon$ for noise beyond $t = c - \\epsilon/(2c)$ deviations, on one side. If $t \\ge 0$ the "
    "tail is at most $\\frac12 e^{-t^2/2}$, and $-t^2/2 \\le -c^2/2 + \\epsilon/2 \\le -c^2/2 + \\ln\\frac52$ makes "
    "that $\\frac54 e^{-c^2/2} = \\delta$. If $t < 0$, then $c < 24/25$, the tail is at most $\\frac12 - \\frac25 t$, "
    "and $\\frac12 - \\frac25(c - \\ln\\frac52/c) \\le \\frac54 e^{-c^2/2}$ on $[2/3, 24/25]$.",
    "Implies(And(0 < ep, ep <= 2*log(5/2), c**2 > 2*log(5/4)), loss <= 5/4*exp(-c**2/2))",
    in_steps(
        "two ranges of the threshold",
        about(MECHANISM.formula("Implies(And(t == c - ep/(2*c), ep <= 2*L), -t**2/2 <= -c**2/2 + L)"),
              by_solver("exponents", "And(c > 0, ep > 0)")),
        about(MECHANISM.formula("1/2 - 2/5*(c - log(5/2)/c) <= 5/4*exp(-c**2/2)"),
              on_box("small c", {"c": "[2/3, 24/25]"})),
        about(MECHANISM.formula("And(2*log(5/4) > 4/9, log(5/2) < 576/625)"), on_box("two logarithms", {})),
        about(MECHANISM.formula("Implies(And(c**2 > 4/9, c <= 24/25), c >= 2/3)"),
              by_solver("c from its square", "c > 0")),
        about(MECHANISM.formula("Implies(And(c > 24/25, ep <= 2*L, L < 576/625), c - ep/(2*c) >= 0)"),
              by_solver("the threshold", "ep > 0")),
        about(MECHANISM.formula("Implies(And(c > 0, ep <= 2*L), 1/2 - 2/5*(c - ep/(2*c)) <= 1/2 - 2/5*(c - L/c))"),
              by_solver("monotone", [])),
        by_solver("both ranges", [
            "c > 0", shown("two logarithms"), shown("c from its square"), shown("small c"),
            shown("the threshold", {"L": "log(5/2)"}), shown("monotone", {"L": "log(5/2)"}),
            lifted("integrals", "Implies(And(c - ep/(2*c) >= 0, ep <= 2*log(5/2)), loss <= 5/4*exp(-c**2/2))",
                   cite("the-gaussian-tail"), shown("exponents"), cite("losses-beyond-the-threshold-are-rare-enough")),
            lifted("integrals", "Implies(c - ep/(2*c) < 0, loss <= 1/2 - 2/5*(c - ep/(2*c)))",
                   cite("losses-beyond-the-threshold-are-rare-enough"), cite("no-density-above-two-fifths")),
        ]),
    ), at="Gaussian mechanism, theorem", kind="theorem", fidelity="reconstructed", trust="exponentials",
    generated="none",
    silent="the query is not constant", repairs="the-gaussian-mechanism-is-private-for-every-epsilon",
    mutants={"1.24 for 1.25": ("5/4*exp", "31/25*exp"), "epsilon up to 2": ("2*log(5/2)", "2")},
    needs="one-direction-of-the-noise-matters",
    numbers="abs(2*log(5/2) - 1.83) < 0.005",
)  # fmt: skip

MECHANISM.claim(
    "no-density-above-two-fifths", "the normal density is at most 2/5",
    "$e^{-y^2/2} \\le 1$ and $\\sqrt{2\\pi} > 5/2$, as $2\\pi > 25/4$: below 0 the tail beyond t is at most 1/2 + "
    "(2/5)|t|.",
    "exp(-y**2/2) <= 2/5*sqrt(2*pi)",
    in_steps(
        "the factor, then the exponential",
        about(MECHANISM.formula("2*pi > 25/4"), on_box("the circle", {})),
        about(MECHANISM.formula("Implies(And(x >= 0, x**2 == w, w > 25/4), 2/5*x >= 1)"), by_solver("the root", [])),
        by_solver("the exponential", [shown("the circle"), shown("the root", {"x": "sqrt(2*pi)", "w": "2*pi"})]),
    ),
    on_box("four deviations to either side", {"y": "[-4, 4]"}, coverage=BOX),
    at="Gaussian mechanism, theorem", kind="project", generated="none",
    mutants={"3/10": ("2/5", "3/10"), "a third": ("2/5", "1/3")},
    numbers=("2*pi > 25/4",),
)  # fmt: skip

MECHANISM.claim(
    "the-border-of-the-gaussian-theorem",
    f"the Gaussian theorem holds up to epsilon = {WORST[0]} whatever delta, not to {WORST[1]}; at delta = 10^-5 up to "
    f"{USUAL[0]}",
    "The exact delta of the printed noise, $\\Phi(\\frac{\\epsilon}{2c} - c) - e^{\\epsilon} \\Phi(-\\frac{\\epsilon}"
    "{2c} - c)$, rises with $\\epsilon$ for every $\\delta$, so that the theorem holds below a border. The border at "
    "$10^{-5}$, at 0.92 and at 0.8962, where it is next to the least, is enclosed by bisection, and the least one of "
    "all $\\delta$ by subdivision.",
    f"And({WORST[0]} < worst, worst < {WORST[1]}, {USUAL[0]} < usual, usual < {USUAL[1]}, {RARE[0]} < rare, "
    f"rare < {RARE[1]}, 3.7868 < beside, beside < 3.7869)",
    on_instances(CERTIFIED, ALL, "four borders", BORDER, known_border), at="Gaussian mechanism, theorem",
    kind="project", over=BORDER, trust="programs",
    repairs="the-gaussian-mechanism-is-private-for-every-epsilon",
    needs=("the-exact-delta-of-the-printed-noise-rises-with-epsilon", "the-ratio-of-normal-tail-and-density-falls",
           "the-exact-delta-of-the-printed-noise-has-a-simple-bound"),
    mutants={"a little more": ("worst < 3.787", "worst < 3.786"), "8.42": ("8.419 < usual", "8.42 < usual"),
             "3.79 at 0.92": ("rare < 3.7984", "rare < 3.79"),
             "beside the least": ("beside < 3.7869", "beside < 3.7868")},
    note="The whole map is `figure gaussian-region`.",
)  # fmt: skip

MECHANISM.claim(
    "one-direction-of-the-noise-matters",
    "K = 1 suffices: the privacy loss depends on the noise along f(D) - f(D') only",
    "With $v = f(D) - f(D')$ the exponents differ by $2\\langle y, v\\rangle + \\|v\\|^2$; for two coordinates, and "
    "for one after the other. Along v the noise is Gaussian of variance $\\sigma^2$.",
    "((y + v)**2 + (x + u)**2) - (y**2 + x**2) == 2*(y*v + x*u) + (v**2 + u**2)",
    and_so(
        by_identity("two coordinates", ""),
        about(Formula("rise == 2*inner + norm", ["rise", "inner", "norm"]), by_induction(
            "one coordinate after the other", {"rise": "0", "inner": "0", "norm": "0"},
            {"rise": "rise + (y + v)**2 - y**2", "inner": "inner + y*v", "norm": "norm + v**2"}, [],
            inputs=["y", "v"],
        )),
    ), at="Gaussian proof, one dimension", kind="proof-step",
    trust=("induction", "gaussian-moments", "normal-sums"),
    mutants={"once": ("2*(y*v + x*u)", "(y*v + x*u)"), "without the square": (" + (v**2 + u**2)", "")},
)  # fmt: skip

MECHANISM.claim(
    "the-loss-at-the-sensitivity",
    "the logarithm of the ratio has the size |(2 y Delta + Delta^2)/(2 sigma^2)| at distance Delta",
    "The equality of the display: the logarithm of $e^{-y^2/2\\sigma^2}/e^{-(y + \\Delta)^2/2\\sigma^2}$.",
    "-y**2/(2*s2) + (y + D)**2/(2*s2) == (2*y*D + D**2)/(2*s2)",
    by_identity("all noises", "positive s2; real y D"), at="Gaussian proof, display, equality", kind="proof-step",
    mutants={"once": ("2*y*D", "y*D"), "without the square": (" + D**2)", ")")},
)  # fmt: skip

MECHANISM.claim(
    "the-loss-is-largest-at-the-sensitivity",
    "at every noise y the absolute loss is at most |(2 y Delta + Delta^2)/(2 sigma^2)|",
    "The inequality of the display: if $f(D) - f(D') = v$ with $|v| \\le \\Delta$, then $|2yv + v^2| \\le |2y\\Delta + "
    "\\Delta^2|$ for every noise y.",
    "abs(2*y*v + v**2) <= abs(2*y*D + D**2)",
    by_solver("all noises", "And(D > 0, abs(v) <= D)"), at="Gaussian proof, display, inequality", kind="proof-step",
    fails=instance(
        "Delta = 1, f(D) = f(D') + 1/2 and the noise -1/2: the loss is -1/(8 sigma^2), and the right side 0.",
        "D = 1; v = 1/2; y = 0 - 1/2", given="0 - D <= v; v <= D",
    ),
    wrong="At the noise y = -Delta/2 the right side is 0, whatever f(D) - f(D'); and for y < 0 the bound belongs to "
    "the other sign of that difference: y stands for |y|, as two lines below.",
    cost="|y| in place of y on the right.", defect="typo",
)  # fmt: skip

MECHANISM.claim(
    "the-loss-is-bounded-by-the-size-of-the-noise", "|2 y v + v^2| <= 2 |y| Delta + Delta^2",
    "The absolute loss is at most $(2|y|\\Delta + \\Delta^2)/2\\sigma^2$ for every noise.",
    "abs(2*y*v + v**2) <= 2*abs(y)*D + D**2",
    by_solver("all noises", "And(D > 0, abs(v) <= D)"), at="Gaussian proof, display, inequality", kind="proof-step",
    fidelity="reconstructed", repairs="the-loss-is-largest-at-the-sensitivity",
    mutants={"y for its size": ("abs(y)*D", "y*D"), "without the square": (" + D**2", "")}, generated="deep",
)  # fmt: skip

MECHANISM.claim(
    "the-loss-is-bounded-below-a-threshold",
    "the absolute loss is bounded by epsilon whenever y < sigma^2 epsilon/Delta - Delta/2",
    "If the noise y is below $\\sigma^2\\epsilon/\\Delta - \\Delta/2$, then $|2y\\Delta + \\Delta^2|/2\\sigma^2 \\le "
    "\\epsilon$.",
    "Implies(y < s2*ep/D - D/2, abs(2*y*D + D**2)/(2*s2) <= ep)",
    by_solver("all noises", "And(s2 > 0, D > 0, ep > 0)"), at="Gaussian proof, threshold", kind="proof-step",
    fails=instance("Delta = sigma = epsilon = 1 and the noise -2, below 1/2: the absolute loss is 3/2.",
                   "D = 1; s2 = 1; ep = 1; y = 0 - 2"),
    wrong="The absolute loss is large for negative noise, too: y stands for |y|, which the next line has.",
    cost="|y| for y, as the next line has it.", defect="typo",
)  # fmt: skip

MECHANISM.claim(
    "the-loss-is-bounded-for-small-noise",
    "the bound (2|y| Delta + Delta^2)/(2 sigma^2) of the privacy loss is at most epsilon if "
    "|y| <= sigma^2 epsilon/Delta - Delta/2",
    "For these noises $(2|y|\\Delta + \\Delta^2)/2\\sigma^2 \\le \\epsilon$, and exactly for these.",
    "And(Implies(abs(y) <= s2*ep/D - D/2, (2*abs(y)*D + D**2)/(2*s2) <= ep), "
    "Implies((2*abs(y)*D + D**2)/(2*s2) <= ep, abs(y) <= s2*ep/D - D/2))",
    by_solver("all noises", "And(s2 > 0, D > 0, ep > 0)"), at="Gaussian proof, threshold", kind="proof-step",
    fidelity="reconstructed",
    mutants={"without Delta/2": ("Implies(abs(y) <= s2*ep/D - D/2", "Implies(abs(y) <= s2*ep/D")}, generated="deep",
    repairs="the-loss-is-bounded-below-a-threshold",
)  # fmt: skip

MECHANISM.claim(
    "losses-beyond-the-threshold-are-rare-enough",
    "the Gaussian mechanism is private if noise beyond the threshold has probability at most delta",
    "Of a set of outputs those with a loss of at most $\\epsilon$ have $g \\le e^{\\epsilon} q$, and the others "
    "altogether $b \\le \\delta$. One side is enough: only losses above $\\epsilon$ matter, not those below "
    "$-\\epsilon$.",
    "Implies(And(p <= good + bad, other + rest <= q, bad <= delta), p <= E*q + delta)",
    in_steps(
        "the two parts, then the set",
        about(Formula("Implies(And(x <= q, E >= 1), E*x <= E*q)", ["x", "q", "E"]), by_solver("the whole set", [])),
        by_solver("all sets", [
            "And(E >= 1, q >= 0, rest >= 0)", cite("bounded-losses-give-approximate-privacy"),
            shown("the whole set", {"x": "other + rest"}),
        ]),
    ),
    at="Gaussian proof, sufficient condition", kind="proof-step", symbols={"other": "g'", "rest": "b'"},
    mutants={"without delta": (" + delta)", ")"), "unbounded": (", bad <= delta", "")}, trust="integrals",
    generated="deep",
)  # fmt: skip

MECHANISM.claim(
    "the-tail-bound-verifies-the-condition",
    "the tail bound of the lecture shows that noise beyond the threshold has probability at most delta",
    "The sketch names 'the Gaussian tail bound' and leaves the computation out. Read here with the tail bound that the "
    "lecture displays, $2 e^{-t^2/2}$, at the threshold of $t = c - \\epsilon/(2c)$ standard deviations: the condition "
    "is then $2 e^{-t^2/2} \\le \\delta = \\frac54 e^{-c^2/2}$.",
    f"2*exp(-{T}**2/2) <= 5/4*exp(-c**2/2)",
    on_box("small budgets", {"c": "[1, 5]", "ep": "[1/10, 1]"}), at="Gaussian proof, last step", kind="reading",
    fails=instance("epsilon = 1 and c = 4, that is delta = 0.00042: the threshold is 31/8 deviations, and 2 "
                   "e^(-961/128) is 0.0011.", "ep = 1; c = 4", given="0 < ep; ep < 2*c**2; c > 0"),
    wrong="At epsilon = 0 this tail bound is 2 e^(-c^2/2), above delta already, and it grows with epsilon: it suffices "
    "for no epsilon and delta. The appendix that is cited bounds the tail by a density divided by t, and assumes "
    "epsilon < 1.",
    cost="The sharp tail bound, without the factor 2, on the one side that matters: the theorem for epsilon up to "
    "2 ln(5/2). With both sides, as printed, no tail bound is enough beyond epsilon = 4 ln(5/4) = 0.893 for all delta.",
    defect="wrong constant",
    numbers=("abs(4*log(5/4) - 0.893) < 0.0005", "(31/8)**2/2 == 961/128"),
)  # fmt: skip

MECHANISM.claim(
    "noise-beyond-the-threshold-in-size-is-rare-enough",
    "noise beyond the threshold in size has probability at most delta",
    "To guarantee privacy the sketch asks that $|y|$, the size of the noise, exceed the threshold, $t = c - "
    "\\epsilon/(2c)$ standard deviations, with probability at most $\\delta = \\frac54 e^{-c^2/2}$, and says that "
    "this is verified for the printed noise.",
    "chance <= 5/4*exp(-c**2/2)",
    on_instances(CERTIFIED, GRID, "budgets", "c = 4/3 and 3, epsilon up to 2", both_sides),
    at="Gaussian proof, last step", kind="proof-step", means={"chance": "papers.dp_lecture.gaussian.beyond"},
    fails=instance(
        "epsilon = 2 and c = 4/3, that is delta = 0.514: the threshold is 7/12 deviations, within which no more than "
        "7/6 of the largest density lies, 0.469.",
        "ep = 2; c = 4/3; t = c - ep/(2*c); inside = 2*t/sqrt(31/5)",
        given="t == 7/12; 5/4*exp(0 - c**2/2) < 1", at={"chance": ">= 1 - inside"},
    ),
    wrong="Both sides of the noise are counted where one matters: at epsilon = 2 and delta = 0.514 the condition "
    "fails, though the mechanism is private there; beyond epsilon = 4 ln(5/4) it fails for some delta (its own claim).",
    cost="The one side that matters, with epsilon <= 2 ln(5/2); both sides are rare enough for epsilon <= 2 ln(5/4).",
    defect="missing hypothesis",
    numbers="2*7/12 == 7/6",
)  # fmt: skip

MECHANISM.claim(
    "the-printed-tail-bound-never-suffices", "for no epsilon and delta does the printed tail bound meet the condition",
    "Where the threshold t is not negative, $t^2 \\le c^2$, so that $2 e^{-t^2/2} \\ge 2 e^{-c^2/2} > \\frac54 "
    "e^{-c^2/2}$.",
    "2*exp(-t**2/2) > 5/4*exp(-c**2/2)",
    by_solver("all thresholds", "And(t >= 0, c > 0, t <= c)"), at="Gaussian proof, last step", kind="project",
    mutants={"factor 1": ("2*exp(-t", "1*exp(-t"), "t^2 for t^2/2": ("t**2/2", "t**2")}, generated="deep",
)  # fmt: skip


def budgets_and_scales(_: Claim) -> Iterator[Instance]:
    """Numbers on both sides of every condition."""
    for ep, c in product(range(1, 11), repeat=2):
        yield f"epsilon = {Fraction(ep, 5)}, c = {Fraction(c, 5)}", {"ep": Fraction(ep, 5), "c": Fraction(c, 5)}


MECHANISM.claim(
    "beyond-four-logarithms-the-printed-condition-is-false",
    "for epsilon > 4 ln(5/4) = 0.893 the threshold is negative at some delta < 1, and its probability is 1",
    "Whatever the tail bound: where $c^2 < \\epsilon/2$ the threshold $c - \\epsilon/(2c)$ is negative, so that all "
    "noise is beyond it in size. Such c with $\\delta = \\frac54 e^{-c^2/2} < 1$ exist as soon as $\\epsilon > "
    "4\\ln\\frac54$: for $\\epsilon = 1$ they are those of $\\delta > 0.974$. The theorem holds there all the same; a "
    "proof by this condition needs a smaller delta as well.",
    f"Implies(ep > 4*log(5/4), And(2*log(5/4) < ep/2, Implies(And(2*log(5/4) < c**2, c**2 < ep/2), And({T} < 0, "
    "5/4*exp(-c**2/2) < 1))))",
    by_sentence("And(c > 0, ep > 0)"),
    on_instances(CERTIFIED, GRID, "small budgets", "epsilon and c in fifths, at most 2", budgets_and_scales),
    at="Gaussian proof, last step", kind="project", generated="none",
    mutants={"from a half on": (f"And({T} < 0", f"And({T} < -1/2"), "three logarithms": ("ep > 4*log", "ep > 3*log")},
    numbers=("4*log(5/4) < 0.893", "4*log(5/4) > 0.892", "5/4*exp(-1/4) < 0.974", "5/4*exp(-1/4) > 0.973"),
)  # fmt: skip

MECHANISM.claim(
    "the-sharp-tail-bound-verifies-the-condition",
    "half of e^(-t^2/2), for one side, is at most delta for epsilon <= 2 ln(5/2)",
    "With $\\frac12 e^{-t^2/2}$ for the one side that matters the last step is $-t^2/2 \\le -c^2/2 + \\epsilon/2$. "
    "For both sides together, $e^{-t^2/2} \\le \\delta$, it takes $\\epsilon \\le 2\\ln\\frac54 = 0.446$.",
    f"And(Implies(ep <= 2*log(5/2), -{T}**2/2 <= -c**2/2 + log(5/2)), "
    f"Implies(And(t == {T}, t >= 0, ep <= 2*log(5/4)), tail <= exp(-c**2/2 + log(5/4))))",
    in_steps(
        "exponents, then tails",
        about(Formula(f"Implies(ep <= 2*x, -{T}**2/2 <= -c**2/2 + x)", ["ep", "x", "c"]),
              by_solver("exponents", "And(c > 0, ep > 0)")),
        by_solver("both sides", [
            "And(c > 0, ep > 0)", shown("exponents", {"x": "log(5/2)"}), shown("exponents", {"x": "log(5/4)"}),
            cite("the-gaussian-tail"),
        ]),
    ),
    at="Gaussian proof, last step", kind="proof-step", symbols={"tail": "\\Pr[|Y - \\mu| > t\\sigma]"},
    means={"tail": "any integral of the density"},
    fidelity="reconstructed", trust="exponentials", generated="deep",
    repairs=("the-tail-bound-verifies-the-condition", "noise-beyond-the-threshold-in-size-is-rare-enough"),
    mutants={"half the room": ("-c**2/2 + log(5/2)", "-c**2/2 + log(5/2)/2"),
             "any epsilon": ("ep <= 2*log(5/4)", "ep > 0")},
    numbers=("2*log(5/4) > 0.446", "2*log(5/4) < 0.447"),
)  # fmt: skip
