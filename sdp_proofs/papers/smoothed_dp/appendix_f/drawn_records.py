"""With replacement: the chance that a record is drawn at all, and a pair of databases that loses it.

One database has a unique record, the other has none of its type: all outputs that show it are impossible there.
"""

from __future__ import annotations

from sdp_proofs.ledger import Check
from sdp_proofs.papers.smoothed_dp.introduction.pairs import A_PAIR, SYMBOLS
from sdp_proofs.proving.vocabulary import *

CHANCE = "1 - ((n - 1)/n)**T"
_SEEN = "1 - (1 - 1/n)**T"

A_CHANCE = about(
    Formula(f"And(0 <= {CHANCE}, {CHANCE} <= 1)", ["n", "T"]),
    in_steps(
        "a chance",
        about(Formula("x**T == exp(T*log(x))", ["x", "T"]), by_identity("a power", "positive x; real T")),
        about(Formula("Implies(And(u <= 0, T >= 0), And(0 < exp(T*u), exp(T*u) <= 1))", ["u", "T"]), in_steps(
            "an exponential",
            about(Formula("Implies(And(u <= 0, T >= 0), T*u <= 0)", ["u", "T"]), by_solver("its exponent", [])),
            by_solver("at most one", [shown("its exponent")]),
        )),
        about(Formula("And(0 < (n - 1)/n, (n - 1)/n <= 1)", ["n"]), by_solver("the share of the others", "n >= 2")),
        by_solver("between zero and one", [
            "And(n >= 2, T >= 1)", shown("the share of the others"), shown("a power", {"x": "(n - 1)/n"}),
            shown("an exponential", {"u": "log((n - 1)/n)"}),
        ]),
    ),
)  # fmt: skip
"""That the record is drawn, by one draw or more."""

A_DRAWN_RECORD = about(
    Formula(f"gain >= {CHANCE}", SYMBOLS),
    in_steps(
        "a drawn record",
        about(Formula(f"{_SEEN} == {CHANCE}", ["T", "n"]),
              by_identity("all outputs that show a unique record", "positive n T", "And(n >= 2, T >= 1)")),
        by_solver("the event that it is seen", [
            "And(n >= 2, T >= 1)",
            one_of(
                f"gain >= {CHANCE}", {"gain": "seen - odds*unseen"}, shown("all outputs that show a unique record"),
                each="seen unseen", where=(f"seen == {_SEEN}", "unseen == 0"),
            ),
        ]),
    ),
)  # fmt: skip
"""What a database with a unique record loses against one without."""

STEPS = (A_PAIR, A_CHANCE, A_DRAWN_RECORD)


def attained(loss: str) -> tuple[Check, ...]:
    """The steps of a proof that the largest loss of some pairs, that one among them, is the chance of being drawn."""
    return (*STEPS, by_solver("every pair, and a unique record", [
        "And(n >= 2, T >= 1)", shown("a chance"),
        largest(
            f"{loss} <= {CHANCE}", {loss: "gain"}, shown("a pair of neighbours", {"rate": CHANCE}),
            shown("a chance"), each="gain",
        ),
        one_of(f"{loss} >= {CHANCE}", {loss: "gain"}, shown("a drawn record"), each="gain"),
    ]))  # fmt: skip
