"""The largest profile of the exponential mechanism: see `sdp_proofs.accounting.exponential_mechanism`."""

from __future__ import annotations

from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Accounting for choices", {
    "E": "e^{\\epsilon}", "t": "e^t", "a": "a", "profile": "h(a)", "top": "q_t", "worst": "h_t(a)", "r": "r", "u": "u",
    "best": "h(a)", "odds": "a", "l": "\\ell", "e": "\\epsilon", "z": "z", "w": "w", "v": "v", "s": "s",
}, {
    **dict.fromkeys(("E", "t", "a", "odds"), "any number > 0"), "top": "any probability",
    **dict.fromkeys(("profile", "worst", "best"), "any value of a profile"),
})  # fmt: skip

SECTION.claim(
    "one-record-moves-all-losses-within-an-interval",
    "weights that change by factors between 1/v and v: every ratio lies within v^2 of every other, 1 among them",
    "A record moves every score by at most 1, so the weights $w_r$ by factors $f_r$ between $e^{-\\epsilon/2}$ and "
    "$e^{\\epsilon/2}$. The ratio of the probabilities of r is $f_r$ over the mean of the factors under the one law, "
    "which is between them, too: all ratios are between $e^{t - \\epsilon}$ and $e^t$ with $0 \\le t \\le \\epsilon$.",
    "And(1/v <= mean, mean <= v)",
    by_sums("one candidate after the other", {"mean": "Mean(i, f)"}, ["v >= 1", "1/v <= f", "f <= v"], "over i:",
            each={"i": "f"}),
    mutants={"no more than 1": ("mean <= v", "mean <= 1"), "at least 1": ("1/v <= mean", "1 <= mean")},
    generated="none",
)  # fmt: skip

SECTION.claim(
    "among-losses-within-an-interval-the-ends-are-worst",
    "with ratios between t/E and t the profile is at most that of the ends alone",
    "$(R - a)_+$ is convex in the ratio R, so it is at most its chord over the interval, whose mean is known, as R has "
    "the mean 1: $q_t = (1/t - 1/E)/(1 - 1/E)$ times $t - a$ for odds within the interval. The laws may have any "
    "finite number of outputs, here with the probabilities q and $p = Rq$.",
    "Implies(And(one == 1, other == 1), profile <= (t - odds)*(1/t - 1/E)/(1 - 1/E))",
    by_sums(
        "one output after the other",
        {"profile": "Sum(i, Max(0, p - odds*q))", "one": "Sum(i, q)", "other": "Sum(i, p)"},
        ["And(E > 1, t > 0, t/E <= odds, odds <= t)", "And(q >= 0, t/E*q <= p, p <= t*q)"],
        "over i: profile*(t - t/E) <= (t - odds)*(other - t/E*one)",
        each={"i": "p q"},
    ),
    mutants={"half": ("(t - odds)*", "(t - odds)/2*"), "all masses": ("And(one == 1, other == 1)", "one == 1")},
    generated="none", trust="countable-sums",
)  # fmt: skip

SECTION.claim(
    "the-worst-interval-of-losses",
    "(t - a)(1/t - 1/E)/(1 - 1/E) <= (1 - sqrt(a/E))^2/(1 - 1/E), with equality at t = sqrt(aE)",
    "The product is $1 + a/E - (t/E + a/t)$, and the sum in brackets is at least $2\\sqrt{a/E}$. Here r is $\\sqrt{a/E}"
    "$; every t is attained, by two candidates with real scores. Odds below the interval of t add $1 - a$, no more.",
    "And((t - r**2*E)*(1/t - 1/E) <= (1 - r)**2, Implies(t == r*E, (t - r**2*E)*(1/t - 1/E) == (1 - r)**2), "
    "(1 - r**2*E)*(1 - 1/E) <= (1 - r)**2)",
    by_solver("all t", "And(t > 0, E > 1, r > 0)"),
    mutants={"half": ("<= (1 - r)**2", "<= (1 - r)**2/2"), "strictly": ("<= (1 - r)**2", "< (1 - r)**2")},
    generated="none", note="D. Durfee, R. Rogers, Practical differentially private top-k selection with "
    "pay-what-you-get composition, NeurIPS 2019; J. Dong, D. Durfee, R. Rogers, ICML 2020.",
)  # fmt: skip
