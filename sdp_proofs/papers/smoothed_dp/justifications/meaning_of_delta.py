"""Sec. 1: delta as 'the probability that the threshold got exceeded'."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from typing import Any

from sdp_proofs.papers.instances.grid import each
from sdp_proofs.papers.smoothed_dp.justifications.one_record_instances import *
from sdp_proofs.papers.wings import PROJECT, SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "Sec. 1, what delta measures", {
    "loss": "d(x,x')", "exceeds": "\\Pr[P > e^{\\epsilon} P']", "p": "P", "q": "P'", "E": "e^{\\epsilon}",
}, {
    "loss": "privacy.definition.pair_divergence",
    "exceeds": "papers.smoothed_dp.justifications.meaning_of_delta.chance_of_exceeding",
})  # fmt: skip
OWN = SECTION.beside(PROJECT, "Ratios")


def chance_of_exceeding(first: Row, second: Row, odds: Fraction) -> Fraction:
    """The probability under the first law of an output that is more than so many times likelier there."""
    return sum((p for p, q in zip(first, second, strict=True) if p > odds * q), Fraction(0))


def gauged(rows: tuple[Row, ...], odds: Fraction) -> dict[str, Any]:
    """d(x,x'), and that probability."""
    return {"loss": losses(rows, odds)[0][1], "exceeds": chance_of_exceeding(rows[0], rows[1], odds)}


def gauged_twice(rows: tuple[Row, ...], odds: Fraction) -> dict[str, Any]:
    """The same, and the probability that ratios exceed odds a quarter larger."""
    larger = odds * Fraction(5, 4)
    return {**gauged(rows, odds), "far": chance_of_exceeding(rows[0], rows[1], larger), "E": odds, "R": larger}


SECTION.claim(
    "delta-is-the-chance-of-exceeding-epsilon", "delta is the probability that the threshold epsilon is exceeded",
    "The sentence says, at a high level, that delta measures the probability that the threshold is exceeded. Read "
    "here as an equation: d(x,x') is the probability, under x, of an output that is more than $e^{\\epsilon}$ times "
    "likelier than under x'. As a gloss it is right in so far as d is at most that probability.",
    "loss == exceeds",
    on_instances(EXACT, GRID, "small laws", "coins; laws in thirds", lambda claim: chain(
        each(lambda odds: gauged(coin(Fraction(3, 4)), odds), odds=ODDS)(claim),
        each_mechanism(gauged, (2, 3, 3), odds=(Fraction(2),))(claim),
    )),
    kind="reading", silent="the threshold is exceeded where $P > e^{\\epsilon} P'$", fidelity="narrowed",
    fails=instance(
        "One bit, odds 3/2, 0 always gives the output 0, 1 a fair coin: the output of x = 0 is twice as likely under "
        "x, with probability 1, and d(x,x') = 1/4.", "E = 3/2; rows = ((1, 0), (1/2, 1/2))", ROWS,
        "exceeds = sum(rows[0][a] for a in outputs if rows[0][a] > E * rows[1][a])", given="E > 1",
        at={"loss": "d(rows[0], rows[1])"},
    ),
    wrong="delta is at most that probability, and may be much smaller: only the part of P beyond e^epsilon P' counts. "
    "That the two differ is also behind Eq. (2) and footnote 3.",
    cost="At most for equal; for ratios above R > e^epsilon the chance is at most delta/(1 - e^epsilon/R).",
    defect="wrong constant", search=among_mechanisms(gauged, 2, 2),
    note="The paper says 'at a high level'; the sentence is a common simplification.",
)  # fmt: skip

OWN.claim(
    "chance-of-exceeding-a-larger-epsilon", "d(x,x') <= Pr[P > E P'], and Pr[P > R P'] <= d(x,x')/(1 - E/R) for R > E",
    "Under x an output with $P > e^{\\epsilon} P'$ has probability at least d(x,x'); one with $P > R P'$, $R > "
    "e^{\\epsilon}$, at most $d(x,x')/(1 - e^{\\epsilon}/R)$. For one output: $P - e^{\\epsilon} P' \\le P$, and $P "
    "(1 - e^{\\epsilon}/R) \\le P - e^{\\epsilon} P'$ where $P > R P'$.",
    "And(loss <= exceeds, far*(1 - E/R) <= loss)",
    in_steps(
        "output by output",
        about(SECTION.formula("And(p - E*q <= p, Implies(p > R*q, p*(1 - E/R) <= p - E*q))"),
              by_solver("one output", "And(p >= 0, q >= 0, E >= 1, R > E)")),
        by_solver("all outputs", ["And(E >= 1, R > E)", summed(
            "And(loss <= exceeds, far*(1 - E/R) <= loss)",
            {"loss": "Max(0, p - E*q)", "exceeds": "out*p", "far": "hit*p"}, shown("one output"), each="p q out hit",
            where=(
                "And(p >= 0, q >= 0)",
                "Or(And(out == 1, p > E*q), And(out == 0, p <= E*q))", "Or(hit == 0, And(hit == 1, p > R*q))",
            ),
        )]),
    ), on_instances(EXACT, GRID, "small laws", "coins; laws in thirds", lambda claim: chain(
        each(lambda odds: gauged_twice(coin(Fraction(3, 4)), odds), odds=ODDS)(claim),
        each_mechanism(gauged_twice, (2, 3, 3), odds=(Fraction(2),))(claim),
    )), symbols={"far": "\\Pr[P > R P']", "R": "R"}, means={"far": "any probability"},
    mutants={
        "half of the excess": ("far*(1 - E/R)", "far*(1 - E/(2*R))"), "half of the chance": ("exceeds,", "exceeds/2,"),
    }, generated="none", repairs="delta-is-the-chance-of-exceeding-epsilon",
    given="outputs form a countable set",
    trust="countable-sums",
    note="The first bound is attained where P' = 0 at all these outputs, the second approached by a coin whose ratio "
    "falls to R.",
)  # fmt: skip

OWN.claim(
    "ratios-within-any-bound",
    "for every R > E the ratio is between 1/R and R with probability at least 1 - delta (R + 1)/(R - E)",
    "Outputs with $P > R P'$ have $P \\le \\frac{R}{R - E} (P - E P')$, those with $P' > R P$ have $P \\le "
    "\\frac{1}{R - E} (P' - E P)$, $E = e^{\\epsilon} < R$. Summed, the ratio leaves [1/R, R] with probability at "
    "most $\\frac{R + 1}{R - E}\\,\\delta(x)$. At R = 2E + 1 that is $2\\delta(x)$, at R = 2E it is $(2 + "
    "1/E)\\,\\delta(x)$.",
    "And(Implies(p > R*q, p <= R/(R - E)*(p - E*q)), Implies(q > R*p, p <= (q - E*p)/(R - E)), Eq(R/(R - E) + 1/(R - "
    "E), (R + 1)/(R - E)), Eq((R + 1)/(R - E)*((R - E)/(R + 1)), 1))",
    and_collected(
        by_solver("all outputs", "And(p >= 0, q >= 0, E >= 1, R > E)"),
        summed(
            "outside <= R/(R - E)*there + 1/(R - E)*back",
            {"outside": "out*p", "there": "Max(0, p - E*q)", "back": "Max(0, q - E*p)"}, each="p q out",
            where="Or(out == 0, And(out == 1, Or(p > R*q, q > R*p)))",
        ),
    ), silent=("a ratio p/0 counts as too large", "outputs form a countable set"),
    mutants={
        "1/(R - E) both times": ("p <= R/(R - E)*", "p <= 1/(R - E)*"),
        "half of the other direction": ("(q - E*p)/(R - E)", "(q - E*p)/(2*(R - E))"),
    }, generated="deep", trust="countable-sums",
    note="Sharp for every R: a coin whose ratio is just above R has delta(x) just above (R - E)/(R + 1), and both of "
    "its outputs are outside.",
)  # fmt: skip
