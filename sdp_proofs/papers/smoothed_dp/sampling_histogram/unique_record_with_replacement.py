"""The DP half of Theorem 5 (Appendix F): a unique record is seen if it is drawn; the last line of the proof fails."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from sdp_proofs.distributions.counts import Binomial
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.proving.vocabulary import *


def unique_records(_: Claim) -> Iterator[Instance]:
    """Delta of a database with a unique record."""
    for n, draws, odds in product(range(2, 9), range(1, 9), (1, 20)):
        if draws <= n:
            unseen = Binomial(draws=draws, success=Fraction(1, n)).pmf(0)
            loss = delta(Database((1, n - 1), draws, True), Budget.read(odds=odds)).value
            yield f"n = {n}, T = {draws}, odds {odds}", {"lone": loss, "unseen": unseen, "T": Fraction(draws), "n": n}


_UNIQUE = on_instances(EXACT, GRID, "unique records", "2 <= n <= 8, T <= n, odds 1 and 20", unique_records)
SECTION = Section(SMOOTHED_DP, "App. F, proof of the DP half", {"lone": "\\delta_1", "unseen": "\\Pr[K_1 = 0]"})
DRAWN_RECORD = SECTION.derivation(
    "loss-of-a-lone-record-with-replacement", "The loss of a unique record, drawn with replacement",
    line("lone", ">=", "1 - unseen", Rule.DEFINITION, _UNIQUE,
         mutants={"above": ">", "the chance not to be seen": "unseen"}, note="Even with equality, at every epsilon."),
    line("=", "1 - (1 - 1/n)**T", Rule.SUBSTITUTION, _UNIQUE,
         mutants={"T - 1 draws": ("**T", "**(T - 1)"), "above": ">"}),
    line(">=", "T/(n + 1)", Rule.INEQUALITY, _UNIQUE, mutants={"T/n": "T/n"}, holds=False, note="False from T = 3 on."),
    line("1 - (1 - 1/n)**T", ">=", "T/(n + T - 1)", Rule.INDUCTION, _UNIQUE,
         mutants={"T/(n + T - 2)": "T/(n + T - 2)", "above": ">"}, given="T >= 1", part="What holds instead",
         note="Proved for all n and T as a claim of its own."),
    line("n/(n - 1)*(T + n - 1)", "=", "T + n + T/(n - 1)", Rule.ALGEBRA,
         by_identity("all counts", "natural n T", "n >= 2"),
         mutants={"without the last term": "T + n", "T/n": "T + n + T/n"},
         part="The induction step: (1 - 1/n)(n - 1)/(n + T - 1) is at most (n - 1)/(n + T)"),
    source="App. F, the DP half of Theorem 5",
)  # fmt: skip
