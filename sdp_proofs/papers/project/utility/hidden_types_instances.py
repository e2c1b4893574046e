"""Mechanisms on one record that give away as much as they can about its value while delta(x) stays small.

A type hides behind others that x is compared with and that are not compared with each other. An output is given by its
masses under x and under the other types; that of every other type in turn makes the family symmetric.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from sdp_proofs.hunting.spaces import Domain, Integers, Rationals
from sdp_proofs.papers.smoothed_dp.justifications.one_record_instances import Row, deltas, laws_of
from sdp_proofs.privacy.definition import guessing_utilities

Masses = Sequence[Fraction]
ZERO, ONE = Fraction(0), Fraction(1)


def levelled(outputs: Iterable[Masses], odds: Fraction) -> tuple[Row, ...]:
    """The rows of a mechanism with these outputs and one more, at which nothing is lost if E > 1.

    Example:
        >>> [[str(p) for p in row] for row in levelled([(Fraction(2), Fraction(0))], Fraction(3))]
        [['2/3', '1/3'], ['0', '1']]
    """
    columns = [tuple(map(Fraction, output)) for output in outputs]
    sums = [sum(masses, ZERO) for masses in zip(*columns, strict=True)]
    most = max(sums)
    # With E = 1 nothing can be added everywhere: the rows that have less get the rest.
    floor = ZERO if odds == 1 else most / (odds - 1)
    columns.append(tuple(floor + most - mass for mass in sums))
    return tuple(tuple(mass / (floor + most) for mass in row) for row in zip(*columns, strict=True))


def pointing(first: Masses, chosen: Fraction, rest: Fraction, others: int) -> list[Masses]:
    """Outputs that point to one of the others each: `first` are the masses of the types before them."""
    return [(*first, *(chosen if at == k else rest for at in range(others))) for k in range(others)]


def true_value(odds: Fraction, others: int, w: Fraction) -> tuple[Row, ...]:
    """The first type is x: it has an output of its own, and each other type one where it has w more than E times x."""
    own = (w, *[ZERO] * others)
    return levelled([own, *pointing((ONE,), odds + w, 1 / odds, others)], odds)


@dataclass(frozen=True, slots=True)
class Hiding:
    """How the second type hides, of which the utility is; the first is x.

    Attributes:
        odds: E >= 1.
        others: how many types there are besides these two.
        share: of the losses d(Z, x) that is spent where the others have no mass.
        apart: there, Z has this much more than E times x.
        close: the same where the others have 1/E of the mass of x.
        mass: of the second type where x looks likeliest and no other has mass.
    """

    odds: Fraction
    others: int
    share: Fraction
    apart: Fraction
    close: Fraction
    mass: Fraction

    @property
    def left(self) -> Fraction:
        """What is left of d(x, Z) for the outputs at which x looks likeliest."""
        return 1 - self.share * (self.others - 1) / self.apart

    def rows(self) -> tuple[Row, ...]:
        """The mechanism."""
        k, odds = self.others, self.odds
        outputs: list[Masses] = [(ZERO, ONE, *[ZERO] * k), (self.left, self.left * self.mass, *[ZERO] * k)]
        for weight, more, rest in (
            (self.share / self.apart, self.apart, ZERO),
            ((1 - self.share) / self.close, self.close, 1 / odds),
        ):
            if weight:
                outputs += pointing((weight, weight * odds), weight * (odds + more), weight * rest, k)
        return levelled(outputs, odds)


HIDING: dict[str, Domain] = {
    "odds": Rationals(1, 9), "others": Integers(1, 8), "share": Rationals(0, 1), "mass": Rationals(0, 1),
    "apart": Rationals(0, 60, open_low=True), "close": Rationals(0, 60, open_low=True),
}  # fmt: skip
"""For hunts: the parameters of `Hiding`."""


def hiding_at(at: Mapping[str, Any]) -> Hiding | None:
    """The parameters at an instance of `HIDING`, if more than all of d(x, Z) is not spent."""
    hiding = Hiding(at["odds"], at["others"], at["share"], at["apart"], at["close"], at["mass"])
    return hiding if hiding.left >= 0 else None


def found(rows: Sequence[Row], odds: Fraction, kind: int) -> tuple[Fraction, Fraction]:
    """The utility if the record is of a type, and delta(x), by their definitions."""
    return guessing_utilities(laws_of(rows), odds / (odds + 1))[kind], deltas(rows, odds)[0]


def factors_estimate(odds: float, others: int, lead: float) -> tuple[float, float, float]:
    """B_1 and B_0 at a weight of d(x, Z), and the place of `apart` that goes with it."""
    k, rest = others, others - 1
    first = k * odds / (sqrt((1 + odds) * (1 + odds + rest / odds)) + sqrt(odds**2 + rest)) ** 2
    root = sqrt(odds**3 + (1 + 2 * odds) * lead * rest / k)
    slope = max(1e-9, (sqrt(odds) * (1 + odds) - root) / (1 + 2 * odds))
    return first, k * slope**2, root / slope


def nearly_best(odds: Fraction, others: int) -> tuple[Hiding, Fraction]:
    """Rational parameters next to the best ones, and the weight of d(x, Z) that shows it, rounded up.

    The weight is the least one from A* on at which B_0 is at most B_1, or d(x, Z) is spent. Then B_0 + weight grows.
    """
    size, rest = float(odds), others - 1
    least = lead = size * (sqrt(1 + 1 / size) - 1) ** 2

    def suffices(weight: float) -> bool:
        first, none, place = factors_estimate(size, others, weight)
        return none <= first or place >= rest

    if not suffices(lead):
        low, lead = lead, lead + 2 * size
        for _halving in range(60):
            middle = (low + lead) / 2
            low, lead = (low, middle) if suffices(middle) else (middle, lead)
    first, none, place = factors_estimate(size, others, lead)
    only_close = lead == least and none <= first
    share = ZERO if only_close else ONE if rest == 0 else min(ONE, rational(place / rest))
    apart, root = rational(place, up=True), sqrt(size**2 + rest)
    close = root * (sqrt((1 + size) * (1 + size + rest / size)) + root)
    # Rounding must not spend more of d(x, Z) than there is.
    share = min(share, apart / rest) if rest else share
    hiding = Hiding(odds, others, share, apart, rational(close), rational(sqrt(1 + 1 / size) - 1))
    return hiding, rational(lead, up=True)


def rational(value: float, *, up: bool = False) -> Fraction:
    """A fraction with the denominator 1000 next to a float."""
    return Fraction(int(value * 1000) + 1 if up else round(value * 1000), 1000)
