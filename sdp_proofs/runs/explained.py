"""Explain where the epsilon of a run comes from: after each phase, by the dearest phase, for one more epoch.

World: enclosures, rounded up. The odometer is that of a plan: the phases are fixed beforehand, and each line is the
cost of all phases so far. Where later phases are chosen from earlier outputs, a filter is what holds (see `budget`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import accumulate
from typing import Any

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import epsilon_at
from sdp_proofs.accounting.calibration import calibrate
from sdp_proofs.accounting.release import Mechanism, Release, Together
from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.numbers.decimals import exact_decimal
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import Readable, as_typed

_DIGITS = 5
_PARTS = 10
_MOST_PHASES = 60
_BAR = 30
_WIDTH, _HEIGHT = 320, 120

Phase = tuple[Mechanism, int]


@dataclass(frozen=True)
class Explained:
    """An odometer of phases, and what would change it.

    Args:
        phases: what is run, in order.
        spent: epsilon after each; None where no finite one is enough.
        without: epsilon without each, for more than one phase.
        epoch: the steps of one more epoch and epsilon with it, where batches are samples.
        least_noise: the least noise that meets the budget, as "sigma = 1.2", where there is one phase with noise.
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

    @property
    def points(self) -> list[tuple[int, float | None]]:
        """The steps after each phase and epsilon there, for a picture; None where no finite one is enough."""
        steps = accumulate(count for _, count in self.phases)
        return [
            (step, None if value is None else float(value.upper))
            for step, value in zip(steps, self.spent, strict=True)
        ]  # fmt: skip

    def __str__(self) -> str:
        """Print the lines, the labels in a column."""
        lines = self.lines()
        width = max(len(label) for label, _ in lines)
        return "\n".join(f"{label:<{width}}  {text}" for label, text in lines)

    def _repr_html_(self) -> str:
        """The lines, and epsilon by steps as a curve, the budget as a line."""
        return f"<pre>{escape(str(self))}</pre>{self._picture()}"

    def _picture(self) -> str:
        places = [(step, value) for step, value in self.points if value is not None]
        if not places:
            return ""
        limit = float(Fraction(self.budget)) if self.budget else 0.0
        right, top = places[-1][0], max(limit, *(value for _, value in places)) or 1.0
        dots = " ".join(
            f"{_WIDTH * step / right:.1f},{_HEIGHT * (1 - value / top):.1f}" for step, value in [(0, 0.0), *places]
        )
        drawn = f'<polyline points="{dots}" fill="none" stroke="#4477aa" stroke-width="1.5"/>'
        if self.budget:
            height = f"{_HEIGHT * (1 - limit / top):.1f}"
            drawn += f'<line x1="0" x2="{_WIDTH}" y1="{height}" y2="{height}" stroke="#aa3377" stroke-dasharray="4"/>'
        label = f"epsilon by steps, up to {top:.4g} at {right}"
        return f'<svg width="{_WIDTH}" height="{_HEIGHT}" role="img" aria-label="{label}">{drawn}</svg>'

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
            found.append(("least noise", f"{self.least_noise} meets epsilon = {self.budget}"))
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
            "least_noise": self.least_noise.rpartition(" = ")[2] or None,
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
    more = last.epoch
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


def _least_noise(
    phases: tuple[Phase, ...], delta: Readable, adjacency: str | None, budget: Readable | None
) -> str:  # fmt: skip
    if budget is None or len(phases) > 1:
        return ""
    term, count = phases[0]
    opened = term.with_open_noise()
    if opened is None:
        return ""
    try:
        found = calibrate(f"{opened} * {count}", epsilon=budget, delta=delta, adjacency=adjacency, digits=4)
    except (DomainError, PrecisionError):
        return ""
    return f"{found.parameter} = {exact_decimal(found.meets, 6, upward=True)}"


def _shown(value: Enclosure | None) -> str:
    return "infinite" if value is None else value.at_most(_DIGITS)
