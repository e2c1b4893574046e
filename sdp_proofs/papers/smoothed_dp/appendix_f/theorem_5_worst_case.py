"""Theorem 5, the DP half: with replacement the worst case is 1 - (1 - 1/n)^T, which T/(n+1) exceeds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.ledger import Check
from sdp_proofs.papers.smoothed_dp.appendix_f.drawn_records import attained
from sdp_proofs.papers.smoothed_dp.appendix_f.outputs_instances import PLAIN_LOSS
from sdp_proofs.papers.smoothed_dp.sampling_histogram.unique_record_with_replacement import DRAWN_RECORD
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.proving.vocabulary import *

SECTION = Section(SMOOTHED_DP, "App. F, Theorem 5", {
    "worst": "\\max_x \\delta(x)", "chance": "1 - (1 - 1/n)^T",
}, {
    "worst": "privacy.definition.worst_delta", "chance": "privacy.bounds.published.dp_delta_with_replacement",
})  # fmt: skip


def _values(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    n, draws = at["n"], at["T"]
    databases = (Database((count, n - count), draws, replacement=True) for count in range(n + 1))
    losses = (delta(database, Budget.read(odds=at["odds"])).value.exact for database in databases)
    worst = max((loss for loss in losses if loss is not None), default=Fraction(0))
    return {"worst": worst, "chance": 1 - Fraction(n - 1, n) ** draws, "T": draws, "n": n}


def _enumerated(most: Callable[[int], int], scope: str) -> Check:
    def instances(claim: Claim) -> Iterator[Instance]:
        for n in range(2, 8):
            for draws in range(1, most(n) + 1):
                for odds in map(Fraction, ("1", "51/49", "20")):
                    yield f"n = {n}, T = {draws}, odds {odds}", _values(claim, {"n": n, "T": draws, "odds": odds})

    return on_instances(EXACT, GRID, "all histograms of two types", scope, instances)


_FEWER = _enumerated(lambda n: n - 1, "n <= 7, T < n, 3 odds")
_ALL = _enumerated(lambda n: 2 * n, "n <= 7, T <= 2n, 3 odds")
SPACE: dict[str, Domain] = {"n": Integers(2, 60), "T": Integers(1, lambda at: at["n"] - 1), "odds": Rationals(1, 1000)}

SECTION.claim(
    "with-replacement-no-delta-up-to-the-printed-one",
    "DP with replacement: no delta <= T/(n+1) is possible, at any epsilon",
    "At no epsilon >= 0 is the counting mechanism with replacement $(\\epsilon, \\delta)$-DP for a $\\delta \\le "
    "T/(n+1)$: the largest delta(x) exceeds T/(n+1).",
    "worst > T/(n + 1)",
    _FEWER,
    kind="theorem", silent="T < n, as T = o(n) asks for",
    fails=instance(
        "n = 4 and T = 3, odds 2: the largest delta(x) is 37/64, below 3/5. The same happens for T = 3 at every n: "
        "1 - (1 - 1/n)^3 is below 3/(n + 1) by (2n - 1)/(n^3 (n + 1)), so T = o(n) does not help.",
        "n = 4; T = 3; E = 2", PLAIN_LOSS, given="T < n", at={"worst": "max(delta(H) for H in range(n + 1))"},
    ),
    wrong="T/(n+1) is possible, and more than needed, for every n >= 2 from T = 3 on. It has n + 1 where n + T - 1 "
    "belongs.", cost="Nothing: the exact value is 1 - (1 - 1/n)^T, between T/(n + T - 1) and T/n.",
    defect="wrong constant", search=over(SPACE, _values, climbs=False), derivation=DRAWN_RECORD,
    note="For T = 1 and T = 2 the printed sentence is right.",
)  # fmt: skip

SECTION.claim(
    "worst-case-with-replacement-is-the-chance-of-being-drawn",
    "with replacement the largest delta(x) is 1 - (1 - 1/n)^T at every epsilon",
    "With replacement the largest delta(x) is the chance $1 - (1 - 1/n)^T$ that the changed record is drawn at all, "
    "at every epsilon >= 0 and for any number of types. A unique record attains it: its type is seen with this chance "
    "in one database and never in the other. Nothing exceeds it: given that the record is not drawn, both outputs "
    "have the same law.",
    "worst == 1 - ((n - 1)/n)**T",
    _ALL,
    in_steps("given whether the record is drawn, and a unique record", *attained("worst")),
    kind="theorem", fidelity="narrowed", mutants={"T/n": ("1 - ((n - 1)/n)**T", "T/n")}, counts="T n",
    repairs="with-replacement-no-delta-up-to-the-printed-one",
    search=over({**SPACE, "T": Integers(1, 60)}, _values, climbs=False),
    note="The coupling bound is that of sampling without replacement, with this chance for the rate.",
)  # fmt: skip

SECTION.claim(
    "chance-of-being-drawn-above-the-printed-one", "1 - (1 - 1/n)^T >= T/(n+1)",
    "The proof ends with $1 - (1 - 1/n)^T \\ge T/(n+1)$.",
    "1 - ((n - 1)/n)**T >= T/(n + 1)",
    _FEWER,
    at="App. F, proof of the DP half", silent="T < n, as T = o(n) asks for",
    fails=instance("n = 4 and T = 3: 37/64 < 3/5.", "n = 4; T = 3", given="T < n"),
    wrong="The inequality fails from T = 3 on, for every n >= 2.",
    cost="The denominator n + 1 becomes n + T - 1; for T = o(n) this is of the same order.", defect="wrong constant",
    search=over(SPACE, _values),
)  # fmt: skip

SECTION.claim(
    "chance-of-being-drawn-between-its-bounds", "T/(n+T-1) <= 1 - (1 - 1/n)^T <= T/n",
    "For all n and T >= 1, $T/(n+T-1) \\le 1 - (1-1/n)^T \\le T/n$, with equality at T = 1. So delta of a unique "
    "record is of the order T/n as long as T = O(n), and T/(n+T) is a strict lower bound.",
    "And(T/(n + T - 1) <= chance, chance <= T/n)",
    by_induction(
        "induction on the draws", {"chance": "1/n", "T": "1"}, {"chance": "1 - (1 - chance)*(1 - 1/n)", "T": "T + 1"},
        ["And(n >= 1, T >= 1)"],
    ),
    _ALL,
    at="App. F, proof of the DP half", fidelity="typo-corrected",
    mutants={"n + T - 2": ("(n + T - 1)", "(n + T - 2)")}, counts="T n", generated="deep",
    repairs="chance-of-being-drawn-above-the-printed-one", trust="induction",
    search=over({**SPACE, "T": Integers(1, 60)}, _values, climbs=False),
)  # fmt: skip
