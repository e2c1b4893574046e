"""From Rényi divergences and zero-concentration to (epsilon, delta)."""

from __future__ import annotations

from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.proving.vocabulary import *

SECTION = Section(PROJECT, "Accounting by Rényi divergences", {
    "c": "c", "d": "\\delta", "r": "D_{1+c}", "rho": "\\rho", "s": "s",
}, {"d": "any number between 0 and 1"})  # fmt: skip
EPSILON = "(r + log(c/(1 + c)) - (log(d) + log(1 + c))/c)"
POWER = "c*log(c) - (1 + c)*log(1 + c)"
_THREE_FACTORS = about(Formula("exp(u)*exp(-v)*exp(w) == exp(u - v + w)", ["u", "v", "w"]), by_identity(
    "three factors", "real u v w",
))
_AN_EXPONENTIAL = about(Formula("exp(log(d)) == d", ["d"]), by_identity("an exponential", "positive d"))

SECTION.claim(
    "renyi-conversion-is-chernoffs-bound",
    "epsilon = D + ln((a - 1)/a) - (ln delta + ln a)/(a - 1) makes k(c) M(c) e^(-c epsilon) = delta, a = 1 + c",
    "The Rényi divergence of order $1 + c$ is $D = \\ln M(c)/c$. With this epsilon the logarithm of Chernoff's bound, "
    "$c \\ln c - (1 + c)\\ln(1 + c) + cD - c\\epsilon$, is $\\ln\\delta$. So the conversion is valid for every order, "
    "and the least over any orders is an upper bound.",
    f"c*log(c) - (1 + c)*log(1 + c) + c*r - c*{EPSILON} == log(d)",
    and_so(
        by_identity("all orders", "positive c d; real r"),
        _THREE_FACTORS, _AN_EXPONENTIAL,
        about(Formula(
            "Implies(moment == exp(c*r), delta <= d)",
            {"delta": "\\delta", "d": "d", "moment": "M(c)", "c": "c", "r": "D"},
        ), by_solver(
            "so that is its delta at most", [
                "And(c > 0, d > 0)", defined("k", f"exp({POWER})"), defined("shift", "exp(-c*x)"),
                defined("x", EPSILON), cite("delta-is-below-its-chernoff-bound"), shown("all orders"),
                shown("three factors", {"u": POWER, "v": "c*x", "w": "c*r"}), shown("an exponential"),
            ],
        )),
    ),
    mutants={"without ln a": ("(log(d) + log(1 + c))/c", "log(d)/c"), "turned": ("log(c/(1 + c))", "log((1 + c)/c)")},
    generated="none", note="C. Canonne, G. Kamath, T. Steinke, NeurIPS 2020, Proposition 12; B. Balle, G. Barthe, M. "
    "Gaboardi, J. Hsu, T. Sato, AISTATS 2020.",
)  # fmt: skip

SECTION.claim(
    "zero-concentrated-conversion", "rho + 2 sqrt(rho ln(1/delta)) is enough where D_a <= a rho",
    "With $M(c) \\le e^{\\rho c(c+1)}$, $k(c) \\le 1$ and $c = s/\\rho$, $s = \\sqrt{\\rho\\ln(1/\\delta)}$, "
    "Chernoff's bound at $\\epsilon = \\rho + 2s$ is $e^{-s^2/\\rho} = \\delta$.",
    "Implies(c == s/rho, c*log(c) - (1 + c)*log(1 + c) + rho*c*(c + 1) - c*(rho + 2*s) < -s**2/rho)",
    and_so(
        in_steps(
            "the exponent, then the constant",
            about(Formula("rho*(s/rho)*(s/rho + 1) - s/rho*(rho + 2*s) == -s**2/rho", ["rho", "s"]),
                  by_identity("all rho", "positive rho s")),
            about(Formula("Implies(c == x, rho*c*(c + 1) - c*(rho + 2*s) == rho*x*(x + 1) - x*(rho + 2*s))",
                          ["c", "x", "rho", "s"]), by_solver("in its letters", [])),
            by_solver("the exponent", [
                "And(rho > 0, s > 0, c > 0)", shown("all rho"), shown("in its letters", {"x": "s/rho"}),
                cite("the-chernoff-constant-is-below-one"),
            ]),
        ),
        _THREE_FACTORS,
        about(Formula("Implies(u <= v, exp(u) <= exp(v))", ["u", "v"]), by_solver("exponentials rise", [])),
        about(Formula(
            "Implies(And(c == s/rho, moment <= exp(rho*c*(c + 1))), delta <= exp(-s**2/rho))",
            {"delta": "\\delta", "moment": "M(c)", "c": "c", "rho": "\\rho", "s": "s"},
        ), by_solver("so that is its delta at most", [
            "And(rho > 0, s > 0, c > 0)", defined("k", f"exp({POWER})"), defined("shift", "exp(-c*x)"),
            defined("x", "rho + 2*s"), cite("delta-is-below-its-chernoff-bound"),
            shown("the exponent, then the constant"),
            shown("three factors", {"u": POWER, "v": "c*x", "w": "rho*c*(c + 1)"}),
            shown("exponentials rise", {"u": f"{POWER} - c*x + rho*c*(c + 1)", "v": "-s**2/rho"}),
        ])),
        about(Formula(
            "Implies(m**2 <= 2*rho, -(x - m)**2/2 + c*(m*x - m**2/2) <= -(x - m*(1 + c))**2/2 + rho*c*(c + 1))",
            ["m", "rho", "x", "c"],
        ), by_solver("normal laws are among these", ["c > 0", cite("moments-of-the-gaussian-loss", {"z": "c"})])),
    ),
    mutants={"s for 2s": ("rho + 2*s", "rho + s"), "without rho": ("(rho + 2*s)", "(2*s)")}, generated="none",
    note="M. Bun, T. Steinke, TCC 2016, Proposition 1.3.",
)  # fmt: skip
