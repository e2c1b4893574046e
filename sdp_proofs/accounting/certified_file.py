"""An answer as a document that the standard library replays: `python -P -m sdp_proofs.certificate FILE`.

World: exact, or a directed bound. Finite pairs with rational probabilities and rational odds give an exact answer.
Everything else is rounded up to a lattice whose unit divides epsilon: coarser than that of the engine, so that a replay
takes seconds, and an upper bound of delta only. Of random allocation no masses are written down: the replay computes
them (`certified_allocation`). What is believed stands in the document; that its pairs are those of
the release is decided by computing them again, see `disagreement`.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from sdp_proofs.accounting.analysis import Direction, Question
from sdp_proofs.accounting.answers import delta_at, read_epsilon
from sdp_proofs.accounting.certified_allocation import Allocated
from sdp_proofs.accounting.dominating_pairs import DominatingPair
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.lattice import Survey, rounded_above
from sdp_proofs.accounting.pairs import ANY, AtomPair, Pair
from sdp_proofs.accounting.release import Mechanism
from sdp_proofs.certificate.accounting import DOMINATES, EVALUATED, SCHEMA, Account, Lattice, Pairs, read
from sdp_proofs.certificate.limits import MAX_DIGITS, Budget, LimitError
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb, ctx, fmpz
from sdp_proofs.numbers.decide import decide_less_equal
from sdp_proofs.numbers.decimals import exact_decimal
from sdp_proofs.numbers.reals import Readable, exponential, fraction_ball
from sdp_proofs.verdict import Verdict

MOST_POINTS = 3000
_GUARD_BITS = 80
_CUT_BITS = 30
_DIGITS = 12
_PLACES = (8, 4, 2)
"""Places of a sum of terms of an allocation, for three points: as many as a replay can pay for."""
_LEAST_LOG = -2600.0
"""A smaller delta has masses of more bits than a certificate may have: the bound is coarser."""
_LOG_OF_NOTHING = -40.0
"""Exponent of the certified bound where delta is zero: it is about e^-40."""


def certified_files(question: Question, epsilon: Readable, *, points: int = MOST_POINTS) -> list[dict[str, Any]]:
    """One document per direction.

    Args:
        question: the release, analysed.
        epsilon: rational, > 0 where the release is not finite.
        points: about how many lattice points a step may have.

    Raises:
        DomainError: epsilon is not rational, or zero, where a lattice is needed.
        SizeError: the replay would take too long.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> found = certified_files(Question.of(read_release("pure(epsilon=log(2)) * 3")), "log(2)")
        >>> found[0]["kind"], found[0]["delta"]
        ('exact', '2/9')
    """
    try:
        return _documents(question, epsilon, points)
    except LimitError as error:
        raise SizeError(f"a certificate must be replayed in seconds: {error}; let --method lattice judge it") from None


def _documents(question: Question, epsilon: Readable, points: int) -> list[dict[str, Any]]:
    return [
        _exact(question, direction, epsilon) or _lattice(question, direction, epsilon, points)
        for direction in question.directions
    ]


def worst_file(question: Question, epsilon: Readable, *, points: int = MOST_POINTS) -> dict[str, Any]:
    """The document whose delta is the largest: of all directions, and of all neighbours that one of them has.

    Raises:
        DomainError: as `certified_files`.
        SizeError: as `certified_files`.
    """
    return max(certified_files(question, epsilon, points=points), key=lambda document: Fraction(document["delta"]))


def disagreement(account: Account) -> str | None:
    """Why a replayed answer is not one about the release that it names; None if its pairs are found again.

    Raises:
        DomainError: the release or its adjacency cannot be read.

    Example:
        >>> (document,) = certified_files(Question.of(read_release("pure(epsilon=log(2)) * 3")), "log(2)")
        >>> disagreement(read(document, Budget()))
        >>> disagreement(read({**document, "release": "pure(epsilon=log(2)) * 4"}, Budget()))
        'the release has other pairs'
    """
    adjacency, direction = account.words["adjacency"], account.words["direction"]
    question = Question.of(read_release(account.words["release"]), None if adjacency == ANY else adjacency)
    if question.adjacency != adjacency:
        return f"the adjacency of the release is {question.adjacency}"
    same = [one for one in question.directions if one.name == direction]
    if not same:
        return f"the directions of the release are {', '.join(sorted({one.name for one in question.directions}))}"
    others = tuple(one for one in same if not _has_pairs(account.composed, one))
    if len(others) == len(same):
        return "the release has other pairs"
    if others:  # neighbours of other parts, or of other histograms: the answer must be theirs, too
        worst = delta_at(replace(question, directions=others), account.epsilon).value
        if worst is None or decide_less_equal(worst, account.delta[1]) is not Verdict.HOLDS:
            return "the release has other neighbours in this direction, whose delta may be larger"
    kind = "exact" if isinstance(account.composed, Pairs) else "lattice"
    if sorted(set(account.trusted)) != sorted(set(_trusted(question, kind))):
        return "the answer lists as trusted something else than what it rests on"
    return None


def _has_pairs(composed: Pairs | Lattice, direction: Direction) -> bool:
    """Compare the pairs with those of a direction, or the masses, which must be at least those of its pairs."""
    if isinstance(composed, Pairs):
        found = [(count, _outcomes(step)) for step, count in direction.steps]
        return sorted((count, sorted(rows)) for count, rows in composed.pairs) == sorted(found)
    if len(composed.parts) != len(direction.steps):
        return False
    listed = zip(composed.parts, composed.computed, direction.steps, strict=True)
    for (count, row, infinite), computed, (step, steps) in listed:
        own = Allocated.of(step.pair, 0.0)
        if own is not None or computed is not None:
            known = computed and (computed.steps, computed.squared, computed.recorded)
            if count != steps or own is None or known != (own.pair.steps, own.squared, own.recorded):
                return False
            continue
        last = row.first + len(row.masses) - 1
        if count != steps or not row.first < 0 < last:
            return False
        part = _part(step.pair, steps, (row.first, last), composed.unit, composed.bits)
        pairs = zip(row.masses, part["masses"], strict=True)
        if infinite < part["infinite"] or any(mass < least for mass, least in pairs):
            return False
    return True


def _outcomes(step: DominatingPair) -> list[tuple[Fraction, Fraction]]:
    exact = step.pair.exact if isinstance(step.pair, AtomPair) else None
    return sorted(exact or ())


def _head(question: Question, direction: Direction, epsilon: str) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "release": str(question.release),
        "adjacency": question.adjacency,
        "direction": direction.name,
        "epsilon": epsilon,
    }


def _exact(question: Question, direction: Direction, epsilon: Readable) -> dict[str, Any] | None:
    odds = exponential(read_epsilon(epsilon)).as_fraction()
    pairs = []
    for step, count in direction.steps:
        if odds is None or not isinstance(step.pair, AtomPair) or step.pair.exact is None or count > 60:
            return None
        first, second = ([_text(row[side]) for row in step.pair.exact] for side in (0, 1))
        pairs.append({"count": count, "first": first, "second": second})
    assert odds is not None
    document = {
        **_head(question, direction, "0" if odds == 1 else f"log({_text(odds)})"),
        "kind": "exact",
        "odds": _text(odds),
        "pairs": pairs,
        "delta": "1",
        "trusted": _trusted(question, "exact"),
    }
    return {**document, "delta": _text(_composed(document))}


def _trusted(question: Question, kind: str) -> list[str]:
    """List what an answer about a release rests on that no replay shows."""
    if kind == "exact":
        return [DOMINATES]
    terms = [term for term, _ in question.release.terms()]
    listed = [str(term) for term in terms if not _is_computed(term, question.adjacency)]
    names = listed if terms else [str(question.release)]  # run no times
    return [DOMINATES, *map(EVALUATED.format, names)]


def _is_computed(term: Mechanism, adjacency: str) -> bool:
    """Tell whether a replay computes all masses of a mechanism."""
    alone = Question.of(term, None if adjacency == ANY else adjacency)
    return all(Allocated.of(step.pair, 0.0) for direction in alone.directions for step, _ in direction.steps)


def _composed(document: dict[str, Any]) -> Fraction:
    """The delta that a replay of a document finds."""
    budget = Budget()
    return read(document, budget).composed.delta(budget)


def _text(number: Fraction) -> str:
    if max(map(int.bit_length, number.as_integer_ratio())) > MAX_DIGITS * 3 // 2:  # a half of the digits each
        raise SizeError(f"a number of a certificate must have at most {MAX_DIGITS} digits, got more")
    return str(number)


def _lattice(question: Question, direction: Direction, epsilon: Readable, points: int) -> dict[str, Any]:
    place = read_epsilon(epsilon).as_fraction()
    if place is None or place == 0:
        raise DomainError(f"epsilon must be rational and > 0 for a certificate on a lattice, got {epsilon}")
    found = delta_at(question, epsilon, digits=2).value
    assert found is not None
    log_delta = max(_LEAST_LOG, float(found.log10_estimate) * math.log(10)) if found.upper > 0 else _LOG_OF_NOTHING
    bits = int((-min(log_delta, 0.0)) / math.log(2)) + _GUARD_BITS
    steps = sum(count for _, count in direction.steps)
    kinds = [_kind(step, log_delta - math.log(steps)) for step, _ in direction.steps]
    reach = max(max(high, -low) for low, high in (kind.ends for kind in kinds))
    start = max(1, math.ceil(float(place) * points / (2 * (reach or float(place)))))
    unit = place / start
    if unit >= 1:
        raise SizeError("a certificate on a lattice must have a unit below one, got a larger one")
    document = {
        **_head(question, direction, str(place)),
        "kind": "lattice",
        "unit": str(unit),
        "start": start,
        "bits": bits,
        "keep": 1 << (_GUARD_BITS - _CUT_BITS),
        "delta": "1",
        "trusted": _trusted(question, "lattice"),
    }
    for places in _PLACES:
        most = max(8, points * places // 3)
        parts = [kind.part(count, unit, bits, most) for kind, (_, count) in zip(kinds, direction.steps, strict=True)]
        whole = {**document, "parts": parts}
        with suppress(LimitError):
            return {**whole, "delta": exact_decimal(_composed(whole), _DIGITS, upward=True)}
    raise LimitError("it takes more work than is granted")


def _kind(step: DominatingPair, log_delta: float) -> Allocated | _Listed:
    """A step as a certificate has it: what its masses are computed from, or the masses."""
    own = Allocated.of(step.pair, log_delta)
    if own is None and getattr(step.loss, "rightmost", None) is not None:
        raise SizeError("a certificate of an allocation must be of a record that is added or removed, not replaced")
    return own or _Listed(step.pair, Survey.of(step.pair, log_delta - 12))


@dataclass(frozen=True)
class _Listed:
    """A step whose masses are written down."""

    pair: Pair
    survey: Survey

    @property
    def ends(self) -> tuple[float, float]:
        return self.survey.cells[0][0], self.survey.cells[-1][1]

    def part(self, count: int, unit: Fraction, bits: int, _: int) -> dict[str, Any]:
        low, high = self.ends
        return _part(self.pair, count, (min(-1, math.floor(low / unit)), max(1, math.ceil(high / unit))), unit, bits)


def _part(pair: Pair, count: int, ends: tuple[int, int], unit: Fraction, bits: int) -> dict[str, Any]:
    low, high = ends
    with ctx.workprec(2 * bits + 128):
        rounded = rounded_above(pair, list(range(low, high + 1)), fraction_ball(unit))
        scale = arb(2) ** bits
        masses = [_up(rounded.points[index] * scale) for index in range(low, high + 1)]
        return {"count": count, "first": low, "masses": masses, "infinite": _up(rounded.infinite * scale)}


def _up(value: arb) -> int:
    found: fmpz | None = value.upper().ceil().unique_fmpz()
    assert found is not None
    return max(0, int(found))
