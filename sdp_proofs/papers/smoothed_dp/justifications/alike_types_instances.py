"""Mechanisms on one record with many types that are alike, but for two: small to write down, for any number of types.

The first type is that of x, the second the one to be guessed; each of the others has an output that points to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.hunting.searches import over
from sdp_proofs.hunting.spaces import Integers, Rationals
from sdp_proofs.ledger import Claim
from sdp_proofs.papers.smoothed_dp.justifications.one_record_instances import GUESSES, ROWS, Row, deltas, utility

FIFTEEN = {
    "E": "2", "X": "lambda a: 38 if a == 0 else (0 if a == 1 else 1)",
    "Y": "lambda a: 13 if a == 0 else (12 if a == 1 else 2)",
    "Z": "lambda k, a: 37 if a == 0 else (14 if a == k else 0)",
    "mass": "lambda k, a: X(a) if k == 0 else (Y(a) if k == 1 else Z(k, a))",
    "rows": "[[mass(k, a) / 51 for a in range(15)] for k in range(15)]", **ROWS, **GUESSES,
}  # fmt: skip
"""Fifteen types at odds 2, masses in 51sts."""


def alike(at: Mapping[str, Any]) -> tuple[Row, ...] | None:
    """Any number of types that are alike but for x and Y: each points to an output of its own, all else to the first.

    Masses are whole units; what is left of `units` goes to the first output, and Y has an output of its own.
    """
    others, units = at["others"], at["units"]
    x = [0, 0] + [at["x"]] * others
    guessed = [0, at["own"]] + [at["y"]] * others
    rows = [x, guessed] + [[0, 0, *(at["z"] if a == k else at["rest"] for a in range(others))] for k in range(others)]
    if max(map(sum, rows)) > units:
        return None
    return tuple((Fraction(units - sum(row), units), *(Fraction(mass, units) for mass in row[1:])) for row in rows)


def values_of_many(_: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """By the symmetry of the others, two of them stand for all: no law has to be built."""
    k, odds, units = at["others"], at["odds"], at["units"]
    left = [units - k * at["x"], units - at["own"] - k * at["y"], units - at["z"] - (k - 1) * at["rest"]]
    if min(left) < 0 or (k == 1 and at["rest"]):
        return None
    x, y, z, rest, own, share = at["x"], at["y"], at["z"], at["rest"], at["own"], odds / (odds + 1)

    def loss(first: tuple[int, ...], second: tuple[int, ...], times: tuple[int, ...]) -> Fraction:
        terms = (count * max(Fraction(0), p - odds * q) for p, q, count in zip(first, second, times, strict=True))
        return Fraction(sum(terms, Fraction(0)) / units)

    with_y, with_z = (1, 1, k), (1, 1, k - 1)
    delta = max(
        loss((left[0], 0, x), (left[1], own, y), with_y), loss((left[1], own, y), (left[0], 0, x), with_y),
        loss((left[0], x, x), (left[2], z, rest), with_z), loss((left[2], z, rest), (left[0], x, x), with_z),
    )  # fmt: skip
    best = [Fraction(0)] * 3
    # The first output, that of Y alone, and one of those that point to another type, which has z in place of rest.
    outputs = (((left[0], left[1], left[2]), 1, left[2]), ((0, own, 0), 1, 0), ((x, y, rest), k, z))
    for masses, count, own_type in outputs:
        whole = masses[0] + masses[1] + (k - 1) * masses[2] + own_type
        gain = max(Fraction(0), Fraction(max(*masses, own_type), whole) - share) if whole else Fraction(0)
        best[0] += count * masses[0] * gain
        best[1] += count * masses[1] * gain
        best[2] += (own_type + (count - 1) * masses[2]) * gain
    return {"utility": max(best) / units / (1 - share), "delta": delta}


def of_fifteen(others: int) -> dict[str, Any]:
    """The recorded instance with its number of types cut down to k + 2, through the package's own definitions."""
    at = {"others": others, "units": 51, "x": 1, "y": 2, "own": 12, "z": 14, "rest": 0}
    rows = alike(at)
    assert rows is not None
    return {"utility": utility(rows, Fraction(2)), "delta": deltas(rows, Fraction(2))[0]}


MANY_TYPES = over(
    {
        "odds": Rationals(1, 12), "others": Integers(1, 60), "x": Integers(0, 9), "y": Integers(0, 40),
        "z": Integers(0, 200), "rest": Integers(0, 3), "own": Integers(0, 100), "units": Integers(1, 3000),
    }, values_of_many,
)  # fmt: skip
"""For hunts: the odds, the number of the others, and the masses in units."""
