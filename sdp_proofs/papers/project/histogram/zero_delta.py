"""When the sampling histogram has delta(x) = 0: exactly if (1 - 1/E) min H >= T."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.papers.instances.grid import grid
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.proving.premises import Given
from sdp_proofs.proving.vocabulary import *

SECTION = Section(
    PROJECT, "Zero loss", {"odds": "E", "delta": "\\delta(x)", "rarest": "\\min_i H_i", "draws": "T"},
    {"delta": "privacy.histogram.database.delta", "rarest": "any number of records"},
)  # fmt: skip

SECTION.claim(
    "no-count-crosses-when-draws-are-few",
    "if (1 - 1/E) a >= T even the largest count h = T is not E times likelier under P",
    "If $(1 - 1/E) a \\ge T$ then $E\\,P'(h) \\ge P(h)$ at h = T, and so, the ratio falling in h, at every h: the "
    "loss is 0.",
    "Implies((1 - 1/odds)*a >= T, odds*(a - T)*(b + 1) >= a*(b + 1))",
    by_solver("all reals", "And(odds >= 1, a >= 1, b >= 0, T >= 0, T <= a)"),
    mutants={"without the 1/E": ("(1 - 1/odds)*a >= T", "a >= T")}, counts="T", generated="deep",
    trust="sum-over-outputs",
)  # fmt: skip

SECTION.claim(
    "the-largest-count-crosses-above-the-line",
    "if (1 - 1/E) a < T the largest count h = min(a, T) is more than E times likelier under P",
    "If $(1 - 1/E) a < T$ then $E\\,P'(h) < P(h)$ at h = min(a, T), with g = 0 records of the type that gains: for "
    "h = a because P'(a) is zero, whatever g is, and for h = T because the ratio is 1 - T/a.",
    "Implies((1 - 1/odds)*a < T, odds*(a - Min(a, T))*(b + 1) < a*(b + 1))",
    by_solver("all reals", "And(odds >= 1, a >= 1, b >= 0, T >= 0)"),
    mutants={"at the count T/2": ("Min(a, T)", "Min(a, T/2)")}, counts="T", generated="deep",
)  # fmt: skip

LOSSES: tuple[Given, ...] = (
    "And(odds >= 1, Or(draws == 0, draws >= 1), Or(rarest == 0, rarest >= 1))",
    # A neighbour has one record of a type that x has not, so no change takes a record from fewer than one. The change
    # that takes one from the fewest has an output that gains, or no change has one.
    lifted(
        "sum-over-outputs", "Implies((1 - 1/odds)*Max(1, rarest) < draws, delta > 0)",
        cite("the-largest-count-crosses-above-the-line"), cite("ratio-when-a-record-is-replaced"),
    ),
    lifted(
        "sum-over-outputs", "Implies((1 - 1/odds)*Max(1, rarest) >= draws, delta <= 0)",
        cite("no-count-crosses-when-draws-are-few"), cite("likelihood-ratio-falls-in-the-count"),
    ),
)  # fmt: skip


def _delta(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    found = delta(Database(at["counts"], at["draws"]), Budget.read(odds=at["odds"])).value
    return {"delta": found, "odds": at["odds"], "rarest": min(at["counts"]), "draws": at["draws"]}


SMALL_DATABASES = grid({
    "n": range(2, 8), "first": lambda at: range(at["n"] + 1),
    # Two types, and some of three.
    "second": lambda at: {0, min(1, at["n"] - at["first"]), (at["n"] - at["first"]) // 2},
    "counts": lambda at: [
        (at["first"], *filter(None, [at["second"]]), at["n"] - at["first"] - at["second"]),
    ],
    "draws": lambda at: range(at["n"] + 1), "odds": tuple(map(Fraction, ("1", "9/8", "3/2", "2", "5", "11"))),
}, _delta)  # fmt: skip

SECTION.claim(
    "delta-vanishes-exactly-below-the-line", "delta(x) = 0 if and only if (1 - 1/E) min H >= T",
    "Without replacement delta(x) = 0 holds exactly when $(1 - 1/E) \\min_i H_i \\ge T$, for any number of types, m "
    ">= 2 of them.",
    "Equivalent(delta <= 0, (1 - 1/odds)*rarest >= draws)",
    by_solver("an output gains exactly above the line", LOSSES),
    on_instances_with_facts(
        EXACT, GRID, "enumeration, with every premise of the proof", "two and three types, n <= 7, all T, 6 odds",
        SMALL_DATABASES, lambda _: LOSSES,
    ),
    mutants={"E - 1 for 1 - 1/E": ("(1 - 1/odds)", "(odds - 1)")}, counts="draws", generated="deep", trust="maximum",
    search=over({
        "records": Integers(2, 30), "types": Integers(2, 4),
        "counts": Compositions(lambda at: at["records"], lambda at: at["types"]),
        "draws": Integers(0, lambda at: at["records"]), "odds": Rationals(1, 1000),
    }, _delta, climbs=False),
    note="Whether a change loses anything depends on the type that gives up the record only: it loses nothing "
    "exactly if $(1 - 1/E) a \\ge T$. The fewest that a type gives up one of is max(1, min H), because a neighbour "
    "has a record of a type that x lacks; for T >= 1 nothing is zero then, since (1 - 1/E) < 1.",
)  # fmt: skip
