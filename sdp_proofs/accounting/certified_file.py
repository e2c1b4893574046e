"""An answer as a document that the standard library replays: `python -m sdp_proofs.certificate FILE`.

World: exact, or a directed bound. Finite pairs with rational probabilities and rational odds give an exact answer.
Everything else
is rounded up to a lattice whose unit divides epsilon: coarser than that of the engine, so that a replay takes
seconds, and an upper bound of delta only. What is believed stands in the document.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from sdp_proofs.accounting.analysis import Direction, Question
from sdp_proofs.accounting.answers import delta_at, read_epsilon
from sdp_proofs.accounting.pairs import AtomPair, Pair
from sdp_proofs.accounting.rounded_pair import above
from sdp_proofs.accounting.survey import Survey
from sdp_proofs.certificate.accounting import SCHEMA, exact_delta, lattice_delta
from sdp_proofs.certificate.limits import LimitError
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb, ctx, fmpz
from sdp_proofs.numbers.decimals import exact_decimal
from sdp_proofs.numbers.reals import Readable, exponential, fraction_ball

MOST_POINTS = 3000
_GUARD_BITS = 80
_CUT_BITS = 30
_DIGITS = 12
_PROFILE = "the profile of {} was evaluated in ball arithmetic (Arb) and rounded up to the lattice"
_DOMINATES = "the pairs dominate all neighbouring databases of the release under the adjacency, in this direction"


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
        first, second = ([str(row[side]) for row in step.pair.exact] for side in (0, 1))
        pairs.append({"count": count, "first": first, "second": second})
    assert odds is not None
    return {
        **_head(question, direction, str(epsilon)),
        "kind": "exact",
        "odds": str(odds),
        "pairs": pairs,
        "delta": str(exact_delta(pairs, odds)),
        "trusted": [_DOMINATES],
    }


def _lattice(question: Question, direction: Direction, epsilon: Readable, points: int) -> dict[str, Any]:
    place = read_epsilon(epsilon).as_fraction()
    if place is None or place == 0:
        raise DomainError(f"epsilon must be rational and > 0 for a certificate on a lattice, got {epsilon}")
    found = delta_at(question, epsilon, digits=2).value
    assert found is not None
    log_delta = found.log10_estimate * math.log(10) if float(found.log10_estimate) > -1e6 else -1e6
    bits = int((-min(log_delta, 0.0)) / math.log(2)) + _GUARD_BITS
    steps = sum(count for _, count in direction.steps)
    surveys = [Survey.of(step.pair, log_delta - 12 - math.log(steps)) for step, _ in direction.steps]
    reach = max(max(cells.cells[-1][1], -cells.cells[0][0]) for cells in surveys)
    start = max(1, math.ceil(float(place) * points / (2 * reach)))
    unit = place / start
    if unit >= 1:
        raise SizeError("a certificate on a lattice must have a unit below one, got a larger one")
    parts = [
        _part(step.pair, count, survey, unit, bits)
        for (step, count), survey in zip(direction.steps, surveys, strict=True)
    ]
    document = {
        **_head(question, direction, str(place)),
        "kind": "lattice",
        "unit": str(unit),
        "start": start,
        "bits": bits,
        "keep": 1 << (_GUARD_BITS - _CUT_BITS),
        "parts": parts,
        "trusted": [_DOMINATES, *(_PROFILE.format(term) for term, _ in question.release.terms())],
    }
    document["delta"] = exact_decimal(lattice_delta(document), _DIGITS, upward=True)
    return document


def _part(pair: Pair, count: int, survey: Survey, unit: Fraction, bits: int) -> dict[str, Any]:
    low = min(-1, math.floor(survey.cells[0][0] / unit))
    high = max(1, math.ceil(survey.cells[-1][1] / unit))
    with ctx.workprec(2 * bits + 128):
        rounded = above(pair, list(range(low, high + 1)), fraction_ball(unit))
        scale = arb(2) ** bits
        masses = [_up(rounded.points[index] * scale) for index in range(low, high + 1)]
        return {"count": count, "first": low, "masses": masses, "infinite": _up(rounded.infinite * scale)}


def _up(value: arb) -> int:
    found: fmpz | None = value.upper().ceil().unique_fmpz()
    assert found is not None
    return max(0, int(found))
