"""A smoothed delta as a theorem, from Definition 3: the supremum over all assignments of two sources to the records.

`library/Smoothed.v` proves that it is the larger of the averages over both homogeneous assignments, if the histograms
of which the loss exceeds these lie outside an interval; that they do, and both averages, the kernel computes in
integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, lcm

from sdp_proofs.errors import DomainError
from sdp_proofs.kernel.numbers import around, decimal
from sdp_proofs.kernel.theorem import Theorem

THEOREM = "smoothed_delta_is_between"
DIGITS = 15
OF_SMOOTHED = "pure-mixtures-are-worst"
"""The claim that the number belongs to."""


def losses(records: int, draws: int, odds: Fraction) -> list[int]:
    """Delta of every histogram of two types, times the denominator of the odds and the number of samples.

    World: exact.

    Example:
        >>> losses(2, 1, Fraction(1))
        [1, 1, 1]
    """

    def gain(one: int, other: int) -> int:
        return sum(
            max(0, odds.denominator * ways(one, h) - odds.numerator * ways(other, h))
            for h in range(draws + 1)
        )  # fmt: skip

    def ways(ones: int, h: int) -> int:
        return comb(ones, h) * comb(records - ones, draws - h)

    either = [max(gain(ones, ones + 1), gain(ones + 1, ones)) for ones in range(records)]
    return [max([0, *either[max(0, ones - 1) : ones + 1]]) for ones in range(records + 1)]


def outside_an_interval(high: Sequence[bool]) -> bool:
    """Whether what is true lies outside an interval of places.

    Example:
        >>> outside_an_interval([True, False, False, True]), outside_an_interval([False, True, False])
        (True, False)
    """
    return sum(after != before for before, after in pairwise([True, *high, True])) <= 2


def end_value(values: list[int], parts: int, whole: int) -> int:
    """The average of the losses if every record is a one with the chance `parts / whole`, times a power of `whole`.

    Example:
        >>> end_value([0, 1, 2], 1, 2)
        4
    """
    last = len(values) - 1
    return sum(
        comb(last, ones) * parts**ones * (whole - parts) ** (last - ones) * value for ones, value in enumerate(values)
    )


def smoothed_theorem(
    records: int, draws: int, odds: Fraction, chances: tuple[Fraction, Fraction], name: str
) -> Theorem:
    """The theorem on the smoothed delta of the sampling histogram of two types, without replacement.

    Args:
        records: how many.
        draws: size of the sample.
        odds: exp(epsilon), at least 1.
        chances: that a record is a one, by its source: the higher, the lower.
        name: of the theorem's subject, in words joined by hyphens.

    Raises:
        DomainError: there is no such sample or source, nothing is lost, or the losses above the answer lie otherwise.
    """
    high, low = chances
    if not 0 < draws <= records or odds < 1 or not 0 <= low <= high <= 1:
        raise DomainError(
            "some records must be drawn, the odds be at least 1 and the chances fall from 1 to 0; "
            f"got {draws} of {records} records, odds {odds}, chances {high} and {low}"
        )
    values = losses(records, draws, odds)
    whole = lcm(high.denominator, low.denominator)
    own, other = int(high * whole), int(low * whole)
    value = max(end_value(values, own, whole), end_value(values, other, whole))
    if not value or not outside_an_interval([loss * whole**records > value for loss in values]):
        raise DomainError(
            "something must be lost, and the losses above the answer be those outside an interval of histograms; "
            f"got others at {records} records and {draws} draws"
        )
    delta = Fraction(value, odds.denominator * comb(records, draws) * whole**records)
    ends = [decimal(end) for end in around(delta, DIGITS)]
    sources = f"(one_of_two {records} (IZR {own} / IZR {whole}) (IZR {other} / IZR {whole}))"
    place = f"{records} {draws} {odds.numerator} {odds.denominator}"
    statement = (
        f"(* {name} *)\nTheorem {THEOREM} s :\n"
        f"  smoothed [false; true] (seq 0 (S {draws})) {sources} (histogram {draws})"
        f" (IZR {odds.numerator} / IZR {odds.denominator}) s ->\n  {ends[0]} < s < {ends[1]}."
    )
    proof = f"""Proof.
  intro H. apply (smoothed_in_integers {place} ltac:(lia) eq_refl {own} {other} {whole} {value} s) in H;
    [| lra | lia | lia | lia | lia | vm_compute; reflexivity | vm_compute; reflexivity].
  rewrite samples_are in H by lia.
  replace (nth _ _ _) with ({comb(records, draws)})%Z in H by (vm_compute; reflexivity).
  rewrite H. split; interval with (i_prec 100).
Qed."""
    return Theorem(name, "holds", THEOREM, statement, proof, "Smoothed")


def two_hundred_records() -> dict[str, Theorem]:
    """Two hundred votes of which ten are lost, each for the first with a chance of 3/4 or of 1/2, at odds 51/49.

    Example:
        >>> list(two_hundred_records())
        ['smoothed-delta-of-two-hundred-records']
    """
    name = "smoothed-delta-of-two-hundred-records"
    return {name: smoothed_theorem(200, 190, Fraction(51, 49), (Fraction(3, 4), Fraction(1, 2)), name)}
