"""The map of notions: which implies which, with what constant, and what attains it."""

from __future__ import annotations

from dataclasses import dataclass

NOTIONS = (
    ("pure", r"pure $\epsilon$"),
    ("approximate", r"approximate $(\epsilon, \delta)$"),
    ("probabilistic", r"probabilistic $(\epsilon, \delta)$"),
    ("renyi", r"Rényi $(\alpha, \gamma)$"),
    ("concentrated", r"concentrated $\rho$"),
    ("gaussian", r"Gaussian $\mu$"),
    ("trade-off", r"trade-off $f$"),
    ("total-variation", r"total variation $t$"),
)
"""The nodes: names, and what the picture calls them."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """An implication.

    Args:
        source: a notion.
        target: another one.
        constant: what the source says in the parameters of the target, as TeX.
        claim: the id of the claim that proves it; empty where it is the definition.
        attained: the pair of laws for which nothing less holds; empty where it is only an upper bound.
    """

    source: str
    target: str
    constant: str
    claim: str
    attained: str = ""


_RESPONSE = "randomised response"
_GAUSS = "the Gaussian mechanism"
ARROWS = (
    Arrow("pure", "approximate", r"$\frac{e^\epsilon - e^{\epsilon'}}{e^\epsilon + 1}$",
          "pure-privacy-at-a-smaller-epsilon", _RESPONSE),
    Arrow("pure", "total-variation", r"$\tanh(\epsilon/2)$", "pure-privacy-at-a-smaller-epsilon", _RESPONSE),
    Arrow("pure", "gaussian", r"$-2\Phi^{-1}\left(\frac{1}{1 + e^\epsilon}\right)$",
          "pure-privacy-has-the-trade-off-of-a-gaussian-at-its-corner", _RESPONSE),
    Arrow("pure", "renyi", r"$\frac{1}{\alpha-1}\ln\frac{e^{\alpha\epsilon} + e^{(1-\alpha)\epsilon}}{e^\epsilon + 1}$",
          "pure-privacy-and-convex-functions-of-the-ratio", _RESPONSE),
    Arrow("pure", "concentrated", r"$\epsilon\tanh(\epsilon/2)$", "pure-privacy-is-concentrated",
          "randomised response as the order tends to 1"),
    Arrow("probabilistic", "approximate", r"$(\epsilon, \delta)$", "bounded-losses-give-approximate-privacy",
          "infinite losses with probability delta"),
    Arrow("approximate", "probabilistic", r"$\frac{\delta}{1 - e^{\epsilon - \epsilon'}}$",
          "approximate-privacy-and-rare-large-losses",
          "losses just above the larger epsilon, in the limit, up to a probability of e^eps'/(1 + e^eps')"),
    Arrow("approximate", "total-variation", r"$\delta + (1-\delta)\tanh(\epsilon/2)$",
          "approximate-privacy-and-total-variation", "telling with probability delta, else randomised response"),
    Arrow("renyi", "approximate", r"$\max\, p - e^\epsilon q$ on two outputs", "two-tangents-bound-the-profile",
          "two outputs: a rare large loss, or randomised response"),
    Arrow("concentrated", "renyi", r"$\alpha\rho$", "", "by definition; the Gaussian mechanism"),
    Arrow("concentrated", "approximate", r"$\max\, p - e^\epsilon q$ on two outputs",
          "finitely-many-orders-show-that-a-pair-is-concentrated", "two outputs that every order allows"),
    Arrow("gaussian", "concentrated", r"$\mu^2/2$", "gaussian-privacy-has-the-moments-of-its-pair", _GAUSS),
    Arrow("gaussian", "approximate",
          r"$\Phi(\frac{\mu}{2}-\frac{\epsilon}{\mu}) - e^\epsilon\Phi(-\frac{\mu}{2}-\frac{\epsilon}{\mu})$",
          "the-event-of-the-gaussian-pair", _GAUSS),
    Arrow("gaussian", "total-variation", r"$2\Phi(\mu/2) - 1$", "the-event-of-the-gaussian-pair", _GAUSS),
    Arrow("total-variation", "approximate", r"$(0, t)$", "", "telling with probability t"),
    Arrow("gaussian", "trade-off", r"$\Phi(\Phi^{-1}(1-\alpha) - \mu)$", "", "by definition; the Gaussian mechanism"),
    Arrow("trade-off", "approximate", r"$\max_\alpha 1 - f(\alpha) - e^\epsilon\alpha$", "a-trade-off-is-a-profile",
          "the pair of laws whose trade-off is f"),
    Arrow("approximate", "trade-off", r"$\max(0, 1-\delta-e^\epsilon\alpha, e^{-\epsilon}(1-\delta-\alpha))$",
          "approximate-privacy-is-a-trade-off", "telling with probability delta, else randomised response"),
)  # fmt: skip
"""Implications that hold for all pairs of laws. Where there is none, none holds: an output that tells with a small
probability is approximately private and has infinite Rényi divergence of every order."""
