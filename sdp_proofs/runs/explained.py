"""Explain where the epsilon of a run comes from: after each phase, by the dearest phase, for one more epoch.

World: enclosures, rounded up. The odometer is that of a plan: the phases are fixed beforehand, and each line is the
cost of all phases so far. Where later phases are chosen from earlier outputs, a filter is what holds (see `budget`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import epsilon_at
from sdp_proofs.accounting.calibration import calibrate
from sdp_proofs.accounting.continuous_noise import Gaussian
from sdp_proofs.accounting.release import Mechanism, Release, Together
from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import Readable, as_typed

_DIGITS = 5
_PARTS = 10
_MOST_PHASES = 60
_BAR = 30

Phase = tuple[Mechanism, int]


@dataclass(frozen=True)
class Explained:
    """An odometer of phases, and what would change it.

    Args:
        phases: what is run, in order.
        spent: epsilon after each; None where no finite one is enough.
        without: epsilon without each, for more than one phase.
        epoch: the steps of one more epoch and epsilon with it, where batches are samples.
        least_noise: the least sigma that meets the budget, where there is one phase of normal noise.
        delta: as typed.
        budget: epsilon of the budget, as typed; empty where there is none.
    """

    phases: tuple[Phase, ...]
    spent: tuple[Enclosure | None, ...]
    without: tuple[Enclosure | None, ...]
    epoch: tuple[int, Enclosure | None] | None
    least_noise: str
    delta: str
    budget: str = ""

    @property
    def dearest(self) -> int | None:
        """The phase without which epsilon is least; None where there is one phase."""
        known = [(math.inf if value is None else float(value.upper), place) for place, value in enumerate(self.without)]
        return min(known)[1] if known else None

    def lines(self) -> list[tuple[str, str]]:
        """Labels and texts, with a bar for each phase."""
        largest = max((float(value.upper) for value in self.spent if value is not None), default=0.0)
        steps, found = 0, []
        for (_, count), value in zip(self.phases, self.spent, strict=True):
            steps += count
            length = _BAR if value is None or largest == 0 else round(_BAR * float(value.upper) / largest)
            found.append((f"after {steps}", f"{_shown(value):>10} {'#' * length}{self._left(value)}"))
        if self.dearest is not None:
            term, count = self.phases[self.dearest]
            least = _shown(self.without[self.dearest])
            found.append(("dearest phase", f"{self.dearest + 1}: {term} * {count}; without it epsilon is {least}"))
        if self.epoch is not None:
            found.append(("one more epoch", f"{self.epoch[0]} steps more: epsilon {_shown(self.epoch[1])}"))
        if self.least_noise:
            found.append(("least noise", f"sigma = {self.least_noise} meets epsilon = {self.budget}"))
        return found

    def _left(self, value: Enclosure | None) -> str:
        if not self.budget or value is None:
            return ""
        left = Fraction(self.budget) - Fraction(value.upper)
        return f"  {float(left):.3g} left" if left >= 0 else "  over the budget"

    def document(self) -> dict[str, Any]:
        """JSON values: numbers as strings."""

        def ends(value: Enclosure | None) -> Any:
            return None if value is None else value.to_json(_DIGITS)

        rows = [
            {"release": str(term), "steps": str(count), "epsilon": ends(value)}
            for (term, count), value in zip(self.phases, self.spent, strict=True)
        ]
        more = None if self.epoch is None else {"steps": str(self.epoch[0]), "epsilon": ends(self.epoch[1])}
        return {
            "phases": rows,
            "dearest": None if self.dearest is None else self.dearest + 1,
            "one_more_epoch": more,
            "least_noise": self.least_noise or None,
        }


def explain(
    release: Release, *, delta: Readable, adjacency: str | None = None, budget: Readable | None = None
) -> Explained:
    """Compute what a run has cost after each phase, or after each tenth of the only one.

    Args:
        release: the phases, in order.
        delta: at which epsilon is asked for.
        adjacency: as in `Question.of`.
        budget: the epsilon that is to be kept.

    Raises:
        DomainError: too many phases.

    Example:
        >>> from sdp_proofs.accounting.grammar import read_release
        >>> found = explain(read_release("gaussian(8) * 4 + gaussian(2)"), delta="1e-5")
        >>> [str(value.upper)[:4] for value in found.spent], found.dearest
        (['0.92', '2.25'], 1)
    """
    phases = tuple(release.terms())
    if len(phases) > _MOST_PHASES:
        raise DomainError(f"phases to explain must be at most {_MOST_PHASES}, got {len(phases)}")

    def cost(some: tuple[Phase, ...]) -> Enclosure | None:
        parts = tuple(term * count for term, count in some)
        question = Question.of(parts[0] if len(parts) == 1 else Together(parts), adjacency)
        return epsilon_at(question, delta, digits=_DIGITS).value

    cuts = phases if len(phases) > 1 else _tenths(phases[0])
    spent = tuple(cost(_joined(cuts[:number])) for number in range(1, len(cuts) + 1))
    several = range(len(phases)) if len(phases) > 1 else ()
    without = tuple(cost(phases[:place] + phases[place + 1 :]) for place in several)
    last, count = phases[-1]
    more = _epoch(last)
    epoch = None if more is None else (more, cost((*phases[:-1], (last, count + more))))
    return Explained(cuts, spent, without, epoch, _least_noise(phases, delta, adjacency, budget), as_typed(delta),
                     "" if budget is None else as_typed(budget))  # fmt: skip


def _tenths(phase: Phase) -> tuple[Phase, ...]:
    term, count = phase
    ends = sorted({count * part // _PARTS for part in range(1, _PARTS + 1)} - {0}) or [count]
    return tuple((term, end - start) for start, end in zip([0, *ends], ends, strict=False))


def _joined(phases: tuple[Phase, ...]) -> tuple[Phase, ...]:
    counts: dict[Mechanism, int] = {}
    for term, count in phases:
        counts[term] = counts.get(term, 0) + count
    return tuple(counts.items())


def _epoch(term: Mechanism) -> int | None:
    """The steps of an epoch where batches are samples: one over the rate, rounded up."""
    rate = getattr(term, "rate", None)
    return math.ceil(1 / Fraction(rate)) if term.sampling and rate else None


def _least_noise(
    phases: tuple[Phase, ...], delta: Readable, adjacency: str | None, budget: Readable | None
) -> str:  # fmt: skip
    if budget is None or len(phases) > 1:
        return ""
    term, count = phases[0]
    noise = getattr(term, term.inner) if term.sampling else term
    if not isinstance(noise, Gaussian):
        return ""
    open_noise = f"gaussian(sigma=?, sensitivity={noise.sensitivity})"
    expression = f"{str(term).replace(str(noise), open_noise)} * {count}"
    try:
        found = calibrate(expression, epsilon=budget, delta=delta, adjacency=adjacency, digits=4)
    except (DomainError, PrecisionError):
        return ""
    from sdp_proofs.numbers.decimals import exact_decimal

    return exact_decimal(found.meets, 6, upward=True)


def _shown(value: Enclosure | None) -> str:
    return "infinite" if value is None else value.at_most(_DIGITS)
