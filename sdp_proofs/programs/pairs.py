"""Two inputs of a program beside each other: does some output tell them apart?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import Readable
from sdp_proofs.programs.language import Source
from sdp_proofs.programs.paths import paths
from sdp_proofs.programs.questions import MOST_BUDGET, Question, source_of, within
from sdp_proofs.programs.violations import Violation, measured, outputs


def alike(
    mechanism: Callable[..., Any] | Source | str,
    first: tuple[int, ...],
    second: tuple[int, ...],
    *,
    budget: Readable | None = None,
    odds: Readable | None = None,
    delta: Readable = 0,
    ratio: Readable | None = None,
) -> Violation | None:
    """Look for an output that tells two inputs apart beyond a bound.

    Args:
        mechanism: the program.
        first: an input.
        second: a neighbour of it.
        budget: units.
        odds: e^epsilon, in place of a budget.
        delta: what may be missing.
        ratio: r = e^(-unit).

    Returns:
        The first violation that is certain, in either direction, or None.
    """
    source = source_of(mechanism)
    known = {q: list(paths(source, q, split=True)) for q in (first, second)}
    asked = Question(
        source, len(first), None if budget is None else within(budget, "budget", 0, MOST_BUDGET),
        ratio=None if ratio is None else within(ratio, "ratio r = e^(-unit)", 0, 1, ends=False),
        odds=None if odds is None else within(odds, "odds e^epsilon", 1, None), delta=within(delta, "delta", 0, 1),
    )  # fmt: skip
    unit = asked.unit_of([path for ways in known.values() for path in ways])
    allowed = asked.allowed(unit)
    if allowed is None:
        raise DomainError("a budget or odds must be given")
    for q, x in ((first, second), (second, first)):
        for output in outputs(known[q], q, unit):
            found = measured(known[q], known[x], q, x, output, unit)
            if found is not None and found.exceeds(allowed, asked.delta):
                return found
    return None
