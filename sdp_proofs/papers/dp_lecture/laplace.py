"""The Laplace distribution: density, moments, tail, and the ratio that makes it useful."""

from __future__ import annotations

from sdp_proofs.papers.dp_lecture.integrals import antiderivative, beyond
from sdp_proofs.papers.wings import DP_LECTURE
from sdp_proofs.proving.vocabulary import *

SECTION = Section(DP_LECTURE, "Laplace distribution", {
    "y": "y", "b": "b", "a": "a", "t": "t", "mass": "\\int p(y; b) dy", "mean": "\\mathbb{E}[Y]",
    "size": "\\mathbb{E}[|Y|]", "square": "\\mathbb{E}[Y^2]", "tail": "\\Pr[|Y| > tb]",
}, dict.fromkeys(("mass", "mean", "size", "square", "tail"), "any integral of the density"))  # fmt: skip
DENSITY = "exp(-y/b)/(2*b)"
"""For y >= 0."""
OF_DENSITY = "-exp(-y/b)/2"
OF_SIZE = "-(y + b)*exp(-y/b)/2"
OF_SQUARE = "-(y**2 + 2*b*y + 2*b**2)*exp(-y/b)/2"
POSITIVE = "positive b; real y"

SECTION.claim(
    "the-laplace-density-has-mass-one", "p(y; b) = exp(-|y|/b)/(2b) is a density",
    "It is not negative, and both halves have the mass 1/2: $-e^{-y/b}/2$ is an antiderivative.",
    "Implies(b > 0, mass == 1)",
    in_steps(
        "an antiderivative, then its ends", antiderivative("antiderivative", OF_DENSITY, DENSITY, POSITIVE),
        by_solver("both ends", [beyond("mass", "2", OF_DENSITY, "0", "b > 0", shown("antiderivative"))]),
    ), at="Laplace distribution, density", silent="b > 0", generated="none",
    mutants={"one half": ("== 1", "== 1/2"), "two": ("== 1", "== 2")},
)  # fmt: skip

SECTION.claim(
    "laplace-is-a-two-sided-exponential-law", "|Y| is exponentially distributed with mean b",
    "The density of $|Y|$ at $y \\ge 0$ is that of Y at y and at -y together, $e^{-y/b}/b$.",
    "exp(-abs(y)/b)/(2*b) + exp(-abs(-y)/b)/(2*b) == exp(-abs(y)/b)/b",
    by_identity("all places", "positive b; real y"), at="Laplace distribution, symmetric exponential",
    mutants={"one side": ("exp(-abs(-y)/b)/(2*b)", "0"), "half the scale": ("/b)/b", "/b)/(2*b)")},
)  # fmt: skip

SECTION.claim(
    "the-laplace-law-has-mean-zero", "E[Y] = 0",
    "The values y and -y have the same density, so that their contributions cancel.",
    "mean == 0",
    in_steps(
        "place by place, then all",
        about(SECTION.formula("y*exp(-abs(y)/b)/(2*b) + (-y)*exp(-abs(-y)/b)/(2*b) == 0"),
              by_identity("all places", POSITIVE)),
        by_solver("the mean", [
            lifted("integrals", "mean == 0", shown("all places"), cite("the-mean-size-of-laplace-noise")),
        ]),
    ),
    at="Laplace distribution, mean", generated="none", mutants={"one": ("== 0", "== 1"), "less": ("==", "<")},
    note="It exists as the mean size does.",
)  # fmt: skip

SECTION.claim(
    "the-mean-size-of-laplace-noise", "E[|Y|] = b",
    "$-(y + b) e^{-y/b}/2$ is an antiderivative of $y p(y; b)$ for $y \\ge 0$.",
    "size == b",
    in_steps(
        "an antiderivative, then its ends", antiderivative("antiderivative", OF_SIZE, f"y*{DENSITY}", POSITIVE),
        by_solver("both ends", ["b > 0", beyond("size", "2", OF_SIZE, "0", "b > 0", shown("antiderivative"))]),
    ), at="Laplace distribution, mean size", generated="none", mutants={"2b": ("== b", "== 2*b"), "less": ("==", "<")},
)  # fmt: skip

SECTION.claim(
    "the-mean-square-of-laplace-noise", "E[Y^2] = 2 b^2",
    "$-(y^2 + 2by + 2b^2) e^{-y/b}/2$ is an antiderivative of $y^2 p(y; b)$ for $y \\ge 0$.",
    "square == 2*b**2",
    in_steps(
        "an antiderivative, then its ends", antiderivative("antiderivative", OF_SQUARE, f"y**2*{DENSITY}", POSITIVE),
        by_solver("both ends", ["b > 0", beyond("square", "2", OF_SQUARE, "0", "b > 0", shown("antiderivative"))]),
    ), at="Laplace distribution, mean square", generated="none",
    mutants={"b^2": ("2*b**2", "b**2"), "less": ("==", "<")},
)  # fmt: skip

SECTION.claim(
    "the-laplace-tail", "Pr[|Y| > tb] <= e^(-t), and it is equal for t >= 0",
    "Twice the mass beyond tb is $e^{-t}$ for $t \\ge 0$, so the tail bound is an equality; for $t < 0$ the right side "
    "exceeds 1.",
    "Implies(b > 0, And(tail <= exp(-t), tail == exp(-t)))",
    in_steps(
        "an antiderivative, then its ends", antiderivative("antiderivative", OF_DENSITY, DENSITY, POSITIVE),
        by_solver("both ends", [
            "t >= 0", beyond("tail", "2", OF_DENSITY, "t*b", "And(b > 0, t >= 0)", shown("antiderivative")),
        ]),
    ), at="Laplace distribution, tail", generated="none",
    mutants={"half": ("tail == exp(-t)", "tail == exp(-t)/2"), "twice t": ("tail <= exp(-t)", "tail <= exp(-2*t)")},
)  # fmt: skip

SECTION.claim(
    "shifted-laplace-densities-have-a-bounded-ratio",
    "the ratio of the densities of Y and Y + a is at most e^(|a|/b), whatever y, and attains it",
    "At y the exponents are $-|y|/b$ and $-|y - a|/b$: they differ by at most $|a|/b$, and by that much wherever y is "
    "on the other side of 0 than a.",
    "And(exp(-abs(y)/b) <= exp(abs(a)/b)*exp(-abs(y - a)/b), "
    "Implies(a*y <= 0, abs(y - a)/b - abs(y)/b == abs(a)/b))",
    in_steps(
        "exponents, then exponentials",
        about(SECTION.formula(
            "And(-abs(y)/b <= abs(a)/b - abs(y - a)/b, Implies(a*y <= 0, abs(y - a)/b - abs(y)/b == abs(a)/b))",
        ), by_solver("exponents", "b > 0")),
        by_solver("exponentials", ["b > 0", shown("exponents"), lifted(
            "exponentials", "exp(-abs(y)/b) <= exp(abs(a)/b)*exp(-abs(y - a)/b)", shown("exponents"),
        )]),
    ), at="Laplace distribution, ratio", silent="densities are meant: the probabilities of single numbers are 0",
    mutants={"half the shift": ("exp(abs(a)/b)*", "exp(abs(a)/(2*b))*"), "twice it": ("== abs(a)/b", "== 2*abs(a)/b")},
    generated="none",
)  # fmt: skip
