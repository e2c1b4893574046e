"""What a pair of neighbours loses: the sampling rate at most, and all of it by an event that one of them excludes."""

from __future__ import annotations

from sdp_proofs.ledger import Check
from sdp_proofs.proving.vocabulary import *

SYMBOLS = {"gain": "d(x,x')", "rate": "\\rho", "T": "T", "n": "n", "H": "H", "fewest": "\\min_i H_i"}

A_PAIR = about(
    Formula("gain <= rate", SYMBOLS),
    by_solver("a pair of neighbours", [
        "And(0 <= rate, rate <= 1)",
        defined("total", "1"),  # A is a law, of the outputs if the record is sampled.
        summed(
            "gain <= rate*total",
            {"gain": "Max(0, (rate*a + (1 - rate)*c) - odds*(rate*b + (1 - rate)*c))", "total": "a"},
            cite("no-loss-exceeds-the-sampling-rate"), cite("best-event-takes-the-positive-terms"),
            each="a b c p q take odds", where="And(a >= 0, b >= 0, c >= 0, odds >= 1)",
        ),
    ]),
)  # fmt: skip


def a_lone_record(draws: str = "T", records: str = "n", when: str = "") -> Check:
    """The step that a pair of databases of which one alone has a type loses T/n: its event is impossible in the other.

    Args:
        draws: what the claim calls the number of draws.
        records: what it calls the number of records.
        when: when there is such a pair; always, if empty.
    """
    text, *event = (
        f"Implies({when}, {one})" if when else one for one in (
            f"gain >= {draws}/{records}",
            f"seen == binomial(1, 1)*binomial({records} - 1, {draws} - 1)/binomial({records}, {draws})", "unseen == 0",
        )
    )  # fmt: skip
    return about(Formula(text, {**SYMBOLS, draws: "T", records: "n"}), by_solver("a lone record", [
        f"And(1 <= {draws}, {draws} <= {records})",
        one_of(
            text, {"gain": "seen - odds*unseen"}, cite("lone-record-is-seen-when-sampled", {"T": draws, "n": records}),
            each="seen unseen", where=event,
        ),
    ]))  # fmt: skip
