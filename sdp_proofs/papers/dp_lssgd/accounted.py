"""What Theorem 2 and Section 4 come to when the privacy is computed: budgets, noises, and the published code."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.dp_lssgd.theorem_two import BATCH, COST, DELTA, PUBLISHED, RECORDS, STEPS
from sdp_proofs.papers.wings import DP_LSSGD
from sdp_proofs.proving.vocabulary import *

RUN = {"n": RECORDS, "b": BATCH, "T": STEPS, "delta": DELTA, "mu": Fraction(1, 2)}
UNIFORM = f"without-replacement(batch={BATCH}, records={RECORDS}"
BUDGETS, MANY = "five budgets, batches without replacement", "(4, 10^-5), batches without replacement"


@cache
def loss_of(sampling: str, noise: str, epsilon: str) -> Enclosure:
    """The delta of all steps at epsilon, noise on the sum of a batch in clip norms."""
    found = delta_at(Question.of(read_release(f"{sampling}, gaussian(sigma={noise})) * {STEPS}")), epsilon, digits=2)
    if found.value is None:
        raise PrecisionError(f"the delta at {epsilon} must have an enclosure; got none for the noise {noise}")
    return found.value


def paid(_: Claim) -> Iterator[Instance]:
    """The noise of the formula at mu = 1/2, rounded up, at an epsilon that it meets."""
    for epsilon in PUBLISHED:
        noise, met = COST[epsilon][0], COST[epsilon][2]
        known = {"ep": Fraction(epsilon), "noise": Fraction(noise), "met": Fraction(met)}
        yield f"epsilon = {epsilon}", {**RUN, **known, "loss": loss_of(UNIFORM, noise, met)}


def networks(_: Claim) -> Iterator[Instance]:
    """The noise of the formula at (0.3, 1e-5), for batches drawn by Poisson sampling, one record added or removed."""
    loss = loss_of(f"poisson(rate={BATCH}/{RECORDS}", "33.2535", "0.0267")
    yield "epsilon = 0.3", {**RUN, "ep": Fraction(3, 10), "noise": Fraction("33.2535"), "met": Fraction("0.0267"),
                            "loss": loss}  # fmt: skip


def half_of_it(claim: Claim) -> Iterator[Instance]:
    """Less than the noise of Theorem 2, at sizes and an epsilon where its conditions are met."""
    noise = claim.parameters["noise"]
    known = {**RUN, "mu": Fraction(1, 4), "ep": 4, "noise": Fraction(noise)}
    yield f"noise {noise}", {**known, "loss": loss_of(UNIFORM, noise, "4")}


def one_of_ten_thousand(claim: Claim) -> Iterator[Instance]:
    """One step with one record of ten thousand; the noise misses by Chebyshev's inequality, or by less."""
    yield "one step", {
        "n": 10**4, "b": 1, "T": claim.parameters["steps"], "ep": 5, "mu": Fraction(1, 2), "delta": DELTA,
        "miss": Fraction(1, 10**8),
    }  # fmt: skip


SECTION = Section(DP_LSSGD, "Sec. 4, accounted", {
    "n": "n", "b": "b", "T": "T", "ep": "\\epsilon", "mu": "\\mu", "delta": "\\delta", "noise": "b\\nu", "met":
    "\\epsilon'", "loss": "\\delta_M(\\epsilon')", "miss": "q", "C": "C", "p": "p", "q": "q",
}, means={"loss": "accounting.answers.delta_at", "delta": "any number between 0 and 1"})  # fmt: skip
AL = "(log(1/delta)/((1 - mu)*ep) + 1)"
VARIANCE = f"20*T*{AL}*b**2/(mu*n**2*ep)"
S = f"5*b**2*T*{AL}/(mu*n**2*ep)"

SECTION.claim(
    "the-noise-of-theorem-two-meets-a-fifth-of-the-budgets",
    "at the sizes of Section 4 the noise of Theorem 2 meets its five budgets with less than a fifth of epsilon",
    "With n = 60,000, b = 128, 23,437 steps, clipped records and batches drawn afresh without replacement, the noise "
    "that the formula of Theorem 2 asks for at $\\mu = 1/2$, whose conditions are met at none of the five budgets, "
    "loses at most $10^{-5}$ at an $\\epsilon'$ below $\\epsilon/5$: the runs would meet their budgets all the same.",
    f"And(noise**2 >= {VARIANCE}, met < ep/5, loss <= delta)",
    on_instances(CERTIFIED, ALL, "the five budgets", BUDGETS, paid), over=BUDGETS, at="Sec. 4, privacy; Table 2",
    kind="project", mutants={"a sixth": ("ep/5", "ep/6"), "less noise": ("noise**2 >=", "noise**2*99/100 >=")},
    generated="none", note="Between which ends epsilon' lies: table theorem-2. The published code has less noise.",
    ranges="n b T ep mu delta noise met",
)  # fmt: skip

SECTION.claim(
    "the-two-privacy-budgets-differ-by-a-factor-of-eleven",
    "for the noise of Theorem 2 at (0.3, 10^-5) the accountant finds an epsilon below 0.0267, a factor of 11",
    "The noise of the formula at $\\epsilon = 0.3$ and $\\mu = 1/2$ is 33.25 clip norms on the sum of a batch. For "
    "batches drawn by Poisson sampling, which is what accountants of Tensorflow Privacy compute with, one record added "
    "or removed, it loses at most $10^{-5}$ at $\\epsilon' = 0.0267$.",
    f"And(noise**2 >= {VARIANCE}, 11*met < ep, loss <= delta)",
    on_instances(CERTIFIED, ALL, "one budget", "(0.3, 10^-5), Poisson batches", networks),
    over="(0.3, 10^-5), Poisson batches", at="Sec. 4, consistency", kind="project",
    mutants={"twelve": ("11*met", "12*met"), "less noise": ("noise**2 >=", "noise**2*99/100 >=")}, generated="none",
    note="With one record replaced the factor is five: the-noise-of-theorem-two-meets-a-fifth-of-the-budgets.",
    ranges="n b T ep mu delta noise met",
)  # fmt: skip

SECTION.claim(
    "half-the-noise-of-theorem-two-is-enough",
    "at the sizes of Section 4 and (4, 10^-5), where its conditions hold at mu = 1/4, half the noise is enough",
    "At $\\mu = 1/4$ and $\\epsilon = 4$ both conditions of Theorem 2 hold with n = 60,000, b = 128 and 23,437 steps, "
    "and its noise is 3.21 clip norms on the sum of a batch. Noise of 1.606, less than half of it, loses at most "
    "$10^{-5}$ as well.",
    f"And({S} >= 3/2, {AL} <= log(n/(b*(1 + {S}))), 4*noise**2 <= {VARIANCE}, loss <= delta)",
    on_instances(CERTIFIED, ALL, "one budget", MANY, half_of_it), over=MANY, at="Remark 3, half the noise",
    kind="project", parameters={"noise": "1.606"}, generated="none",
    mutants={"1.38": {"noise": "1.38"}, "a third": ("4*noise**2", "9*noise**2")},
    note="At mu = 1/2 the first condition fails here: mu must be between 0.087 and 0.261.",
    symbols={"loss": "\\delta_M(\\epsilon)"}, repairs="the-noise-of-theorem-two-is-tight",
    ranges="n b T ep mu delta noise",
)  # fmt: skip

SECTION.claim(
    "the-second-condition-of-theorem-two-is-needed",
    "without the condition of at least 1.5 Theorem 2 is false: one step with one of 10^4 records loses 10^-4",
    "n = 10^4, b = T = 1, $\\epsilon = 5$, $\\mu = 1/2$, $\\delta = 10^{-5}$: the first condition holds, the second "
    "does not, and the noise, of deviation below 1/1000, hides no change of 2. A threshold halfway errs with a chance "
    "q on either side, so that the loss is at least $(1 - q) b/n - e^\\epsilon q$, which is more than $\\delta$.",
    f"And({AL} <= log(n/(b*(1 + {S}))), {S} < 3/2, exp(-1/(2*{VARIANCE})) <= miss, "
    "b/n*(1 - miss) - exp(ep)*miss > delta)",
    on_instances(CERTIFIED, ALL, "one step", "n = 10^4, b = T = 1", one_of_ten_thousand), over="n = 10^4, b = T = 1",
    at="Theorem 2, second condition", kind="project", parameters={"steps": 1}, generated="none",
    mutants={"many steps": {"steps": 10**9}, "a tenth": ("- exp(ep)*miss > delta", "- exp(ep)*miss > 10*delta")},
    ranges="n b T ep mu delta miss",
)  # fmt: skip

SECTION.claim(
    "the-published-code-clips-the-gradient-to-one",
    "read for the published code: the gradient that it adds noise to has a norm of at most C",
    "Section 4 clips the gradient to C. Read here for the published code, which clips the two parameters of the "
    "logistic regression, of 7,840 weights and of 10 offsets, each on its own: p and q are their norms.",
    "p**2 + q**2 <= C**2",
    by_solver("all norms", "And(p >= 0, q >= 0, C > 0, p <= C, q <= C)"), at="Sec. 4, clipping in the code; Abstract",
    kind="reading", fails=instance("Both at the bound: the norm of the whole is sqrt(2).", "C = 1; p = 1; q = 1",
                                   given="p <= C; q <= C"),
    wrong="Parts that are clipped apart have together a norm of up to sqrt(2) C. In the code noise and smoothing are "
    "applied to each part on its own, too, weight decay is added after the smoothing, and the steps are 2/t, renewed "
    "once per epoch: that is not Algorithm 1.",
    cost="Twice the variance of the noise.", defect="wrong constant",
)  # fmt: skip

SECTION.claim(
    "parts-that-are-clipped-apart-change-by-root-eight",
    "what holds: two parts that are clipped apart change together by at most 2 sqrt(2) C if a record is replaced",
    "Each part changes by at most 2C, so the whole by at most $2\\sqrt2\\,C$, and a norm is at most $\\sqrt2\\,C$.",
    "And(p**2 + q**2 <= 2*C**2, (2*p)**2 + (2*q)**2 <= 8*C**2)",
    by_solver("all norms", "And(p >= 0, q >= 0, C > 0, p <= C, q <= C)"), at="Sec. 4, clipping in the code; Abstract",
    fidelity="reconstructed", repairs="the-published-code-clips-the-gradient-to-one", generated="none",
    mutants={"as one": ("<= 2*C**2", "<= C**2"), "2C": ("<= 8*C**2", "<= 4*C**2")},
)  # fmt: skip
