"""Theorem 3: exponentially small above the threshold, tight up to the constant, and T/n for differential privacy.

Items: Algorithm 2, Theorem 3.
"""

from __future__ import annotations

from fractions import Fraction

from sdp_proofs.ledger import Check
from sdp_proofs.papers.smoothed_dp.bound_instances import (
    above,
    covered_by_floors,
    one_left_out,
    small_sources,
    unique_records,
)
from sdp_proofs.papers.smoothed_dp.shared import SMALL_LOSS, a_lone_record
from sdp_proofs.papers.wings import PROJECT, SMOOTHED_DP
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "Theorem 3 (i)", {
    "rho": "\\eta", "x": "e^{-c}", "loss": "\\delta_{\\mathrm{SDP}}", "types": "m", "constant": "C", "rate": "T/n",
    "least": "f", "records": "n", "worst": "\\max_x \\delta(x)",
}, {
    "x": "any number between 0 and 1", "loss": "privacy.smoothed.delta.smoothed_delta", "rate": "any sampling rate",
    "worst": "privacy.bounds.published.dp_delta",
})  # fmt: skip
OWN = SECTION.beside(PROJECT, "Closed bounds")

SECTION.claim(
    "theorem-three-with-an-explicit-constant",
    "for eps >= ln(1/(1-eta)) + c: m exp(-C f n) with C = 1 - exp(-2 (1-eta)^2 (1-e^-c)^2)",
    "Given $\\epsilon \\ge \\ln(1/(1-\\eta)) + c$ with a constant c > 0, the sampling histogram is $(\\epsilon, m "
    "\\exp[-\\Theta(f n)], \\Pi)$-smoothed DP. Explicitly, $\\delta_{SDP} \\le m\\,e^{-C f n}$ with $C = 1 - "
    "\\exp(-2(1-\\eta)^2(1-e^{-c})^2)$, because $K \\ge 2(1-\\eta)^2(1 - e^{-c})^2$.",
    "loss <= types*exp(-(1 - exp(-2*((1 - rho)*(1 - x))**2))*f*n)",
    by_sentence("And(types >= 1, 0 < f, f <= 1, n >= 1, 0 < rho, rho < 1, 0 < x, x < 1)"),
    on_instances(CERTIFIED, GRID, "fair coins", "n <= 12, all T < n, three c", above),
    silent=(
        "c > 0", "every source gives every type at least f, not only the types of its support",
        "eta is T/n and a constant below 1: the constant C depends on it",
    ), fidelity="narrowed",
    mutants={"without the rate": ("(1 - rho)*(1 - x)", "(1 - x)")}, generated="none",
    integers="n",
    repairs=("a-floor-that-is-bounded-is-mild", "theorem-three-with-one-constant-for-every-sample-size"),
    note="No threshold is needed for an exponential bound: smoothed-loss-below-two-exponentials. What stands in print "
    "as m exp[-Theta(f n)] is an upper bound; delta_SDP itself may be far smaller.",
)  # fmt: skip

_EVERY_SIZE = "loss <= types*exp(-constant*least*records)"

SECTION.claim(
    "theorem-three-with-one-constant-for-every-sample-size",
    "the constant of Theta(f n) depends on c alone, for any T < n",
    "For any $n, T \\in \\mathbb{Z}_+$, as stated, T being any function of n; Appendix E.1 says that g is Theta(1) as "
    "soon as c is a constant. So with e^c = 3 there is a constant C, here 1/10, such that $\\delta_{SDP} \\le "
    "m\\,e^{-C f n}$.",
    _EVERY_SIZE,
    on_instances(CERTIFIED, GRID, "all records but one sampled", "n = 24, 25, 100", one_left_out(24, 25, 100)),
    given="epsilon >= ln(n/(n-T)) + ln 3", fidelity="reconstructed", parameters={"constant": Fraction(1, 10)},
    fails=instance(
        "Fair coins, all of 25 records sampled but one, e^epsilon = 75: delta_SDP is 0.581, the bound 0.573. At T = n "
        "- 1 delta_SDP is at least 1/2 - 2^-n for every n and every epsilon, so that no constant C > 0 will do. With "
        "this C no smaller n fails.", "n = 25; T = 24; E = 75; C = 1/10", SMALL_LOSS,
        "average = sum(comb(n, H) * delta(H) for H in range(n + 1)) / 2**n", given="E >= 3 * n / (n - T)",
        at={"loss": "average", "types": "2", "constant": "C", "least": "1/2", "records": "n"},
    ),
    wrong="The constant depends on the sampling rate: as T/n tends to 1 with c fixed it tends to 0, and with a "
    "constant number of records left out delta_SDP does not fall at all.", cost="The rate T/n must stay away from 1.",
    defect="missing hypothesis",
)  # fmt: skip

SECTION.claim(
    "one-constant-holds-for-fewer-records", "with C = 1/10 and e^c = 3 the bound of Theorem 3 is true for all n <= 24",
    "For at most 24 records, every T, floor f, set of sources and $\\epsilon \\ge \\ln(n/(n-T)) + \\ln 3$: "
    "$\\delta_{SDP} \\le m\\,e^{-f n/10}$. Both sides fall in f and delta_SDP in epsilon, so the smallest epsilon and "
    "finitely many ranges of f decide for two types; with three or more the bound is above 1.",
    _EVERY_SIZE,
    Check(CERTIFIED, ALL, covered_by_floors, "ranges of f"),
    on_instances(CERTIFIED, GRID, "all records but one sampled", "three sizes", one_left_out(10, 20)),
    kind="project", given="epsilon >= ln(n/(n-T)) + ln 3",
    silent="every source gives every type at least f, not only the types of its support", fidelity="narrowed",
    parameters={"largest": 24, "constant": Fraction(1, 10)},
    mutants={"also for 25 records": {"largest": 25}, "C = 1/8": {"constant": Fraction(1, 8)}}, counts="types records",
    generated="deep", needs="valley-majorant-bounds-all-mixtures",
    trust=("averaging", "maximum", "one-record-at-a-time"),
    note="So 25 is the smallest number of records in the counterexample to "
    "theorem-three-with-one-constant-for-every-sample-size.",
)  # fmt: skip

SECTION.claim(
    "a-uniform-database-as-printed", "delta_SDP >= (T/n) exp(-[ln f] n)",
    "$\\Pr[x] \\le f^n = e^{-[\\ln f] n}$ for the database of one type, and so $\\delta_{SDP} \\ge \\frac{T}{n} "
    "e^{-[\\ln f] n}$.",
    "loss >= rate*exp(-log(least)*records)",
    on_instances(CERTIFIED, GRID, "small sources", "n <= 8", small_sources),
    at="App. E.1, part (iii)",
    fails=instance(
        "Fair coins, two records, one of them sampled, e^epsilon = 2: delta_SDP is 1/2, the printed lower bound 2.",
        "n = 2; T = 1; E = 2; f = 1/2", SMALL_LOSS, "average = sum(comb(n, H) * delta(H) for H in range(n + 1)) / 2**n",
        at={"loss": "average", "rate": "T / n", "least": "f", "records": "n"},
    ),
    wrong="ln f is negative: f^n is exp([ln f] n), and exp(-[ln f] n) is its reciprocal, above 1. The relation before "
    "it is turned as well: Pr[x] is at least f^n, which is what a lower bound needs.",
    cost="Nothing: with |ln f| the statement is true.", defect="wrong direction",
)  # fmt: skip

# `chance` is the probability that all records are of one type, if one of the sources gives it to all of them.
SECTION.claim(
    "smoothed-loss-is-at-least-a-power-of-the-floor",
    "delta_SDP >= (T/n) f^n >= f^(2n): no delta = exp(-omega(|ln f| n))",
    "The database of one type has probability at least $f^n$ and $\\delta = T/n$, so $\\delta_{SDP} \\ge \\frac{T}{n} "
    "f^n \\ge f^{2n} = e^{-2 |\\ln f| n}$ at every epsilon: there is no $\\delta = e^{-\\omega(|\\ln f| n)}$.",
    "And(loss >= rate*least**records, rate*least**records >= (least**records)**2)",
    by_sentence("And(0 < least, least <= 1/2, records >= 1, rate*records >= 1)", every="least records rate"),
    on_instances(CERTIFIED, GRID, "small sources", "n <= 8", small_sources),
    at="Theorem 3 (ii)", silent=("ln f is read as its absolute value", "two types at least, so f <= 1/2; T >= 1"),
    fidelity="typo-corrected", mutants={"f^n for f^2n": ("(least**records)**2", "least**records")}, generated="deep",
    repairs="a-uniform-database-as-printed",
    note="The bound in (i) is tight in this sense only if f is a constant: (i) has f n in the exponent, (ii) has "
    "|ln f| n. Some type has a share of 1/m at least, so (T/n) m^-n is a lower bound without f. In the appendix the "
    "parts (ii) and (iii) are exchanged.",
)  # fmt: skip

OWN.claim(
    "a-power-of-the-floor-is-below-one-over-n", "n f^n <= 1 for f <= 1/2",
    "$\\ln n + n \\ln f \\le 0$ for every real $n \\ge 1$ and $0 < f \\le 1/2$.",
    "log(n) + n*log(f) <= 0",
    on_box("all n and f", {"n": "[1, oo)", "f": "(0, 1/2]"}),
    mutants={"n^2 f^n": ("log(n) +", "2*log(n) +"), "half of the exponent": ("n*log(f)", "n*log(f)/2")},
)  # fmt: skip

SECTION.claim(
    "no-dp-parameter-below-the-sampling-rate", "(epsilon, delta)-DP needs delta >= T/n, at every epsilon",
    "For any epsilon there is no $\\delta < T/n$ such that the sampling histogram is $(\\epsilon, \\delta)$-DP: a "
    "unique record of its type is seen exactly when it is sampled.",
    "worst >= T/n",
    in_steps("one event", a_lone_record(), by_solver("the pair with the lone record", [
        "And(1 <= T, T <= n)", one_of("worst >= T/n", {"worst": "gain"}, shown("a lone record"), each="gain"),
    ])),
    on_instances(EXACT, GRID, "a unique record", "all n <= 30 and T, e^epsilon = 1, 51/49, 1000", unique_records),
    at="Theorem 3 (iii)", given="T/n is at least eta; in print it is eta that bounds delta",
    silent="two types at least", mutants={"a tenth more": (">= T/n", ">= 11*T/(10*n)")}, counts="T n", integers="T n",
    note="T/n is also enough: no-loss-exceeds-the-sampling-rate.",
)  # fmt: skip
