"""The whole profile of a release: a frame, a picture, and what it leaves to any test of who was in the data.

World: enclosures at each epsilon; bounds for tests are directed, to the safe side: a true positive rate from above, a
type II error from below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from sdp_proofs.api.numbers import chosen
from sdp_proofs.api.releases import run_of
from sdp_proofs.errors import DomainError

if TYPE_CHECKING:
    from sdp_proofs.accounting.analysis import Question
    from sdp_proofs.accounting.curves import ProfilePoint
    from sdp_proofs.numbers.reals import Readable

_DIGITS = 6


@dataclass(frozen=True)
class Curve:
    """Delta by epsilon.

    Args:
        question: the release, analysed.
        points: delta at each epsilon.
    """

    question: Question
    points: tuple[ProfilePoint, ...]

    def type_two(self, alpha: Readable | float) -> Decimal:
        """Return a type II error that no test with this type I error is below.

        Raises:
            DomainError: alpha is not in [0, 1].
        """
        from sdp_proofs.accounting.curves import type_two_lower

        return Decimal(type_two_lower(self.points, chosen(alpha), digits=_DIGITS))

    def true_positive_rate(self, false_positive_rate: Readable | float) -> Decimal:
        """Return a true positive rate that no test with this false positive rate is above.

        Raises:
            DomainError: the false positive rate is not in [0, 1].
        """
        return 1 - self.type_two(false_positive_rate)

    @property
    def advantage(self) -> Decimal:
        """The largest true positive rate less the false positive rate of any test: delta at epsilon = 0, from above.

        Raises:
            DomainError: the curve does not begin at zero.
        """
        first = self.points[0]
        if first.epsilon != 0 or first.answer.value is None:
            raise DomainError(f"a curve must begin at epsilon = 0 to give the advantage, got {first.epsilon}")
        return Decimal(first.answer.value.at_most(_DIGITS))

    def to_frame(self) -> Any:
        """Return a pandas frame: epsilon, and both ends of delta as doubles, rounded outward.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        from sdp_proofs.numbers.conversion import frame, rounded_down, rounded_up

        rows = []
        for point in self.points:
            value = point.answer.value
            ends = (0.0, 1.0) if value is None else (rounded_down(value), rounded_up(value))
            row = {"epsilon": float(point.epsilon), "delta_lower": ends[0], "delta_upper": ends[1]}
            rows.append({**row, "direction": point.answer.direction})
        return frame(rows)

    def plot(self) -> Any:
        """Draw the curve, one line for each direction, as a matplotlib figure.

        Raises:
            MissingExtraError: matplotlib is not installed.
        """
        from sdp_proofs.extras import require
        from sdp_proofs.figures.curve import draw_curve

        require("plots")
        names = sorted({side.direction for point in self.points for side in point.answer.sides})
        curves = []
        for name in names:
            places = []
            for point in self.points:
                known = [side.value for side in point.answer.sides if side.direction == name and side.value is not None]
                if known:
                    places.append((float(point.epsilon), max(value.log10_estimate for value in known)))
            curves.append((name, places))
        title = str(self.question.release)
        return draw_curve(title if len(title) < 60 else f"{title[:57]}...", curves)

    def __str__(self) -> str:
        """Print three lines."""
        last = self.points[-1]
        shown = "1" if last.answer.value is None else last.answer.value.at_most(3)
        return (
            f"delta of {self.question.release} at {len(self.points)} epsilons\n"
            f"from {self.advantage if self.points[0].epsilon == 0 else '?'} at {float(self.points[0].epsilon):g} "
            f"to {shown} at {float(last.epsilon):g}\n"
            f"at a false positive rate of 0.01 the true positive rate is at most {self.true_positive_rate('0.01')}"
        )

    def _repr_html_(self) -> str:
        """The lines, and the curve of log10 delta."""
        from html import escape

        return f"<pre>{escape(str(self))}</pre>{self._line()}"

    def _line(self) -> str:
        places = [
            (float(point.epsilon), point.answer.value.log10_estimate)
            for point in self.points
            if point.answer.value is not None and point.answer.value.upper > 0
        ]
        if len(places) < 2:
            return ""
        width, height = 320.0, 120.0
        right, bottom = max(x for x, _ in places) or 1.0, min(*(y for _, y in places), -1e-9)
        dots = " ".join(f"{width * x / right:.1f},{height * y / bottom:.1f}" for x, y in places)
        line = f'<polyline points="{dots}" fill="none" stroke="#4477aa" stroke-width="1.5"/>'
        return f'<svg width="{width:.0f}" height="{height:.0f}" role="img" aria-label="delta by epsilon">{line}</svg>'


def curve(
    release: Any = None,
    *,
    epsilons: Sequence[Readable | float] | None = None,
    points: int = 24,
    adjacency: str | None = None,
    **words: Any,
) -> Curve:
    """Compute the whole profile of a release, as `account --curve` draws it.

    Args:
        release: whatever `account` takes; or the parameters of a training run.
        epsilons: where delta is asked for, rising; else equally spaced, to where delta is about 1e-12.
        points: how many steps, where no epsilons are given.
        adjacency: as in `account`.
        words: of a training run, as in `account`.

    Raises:
        DomainError: no release, or fewer than one point.

    Example:
        >>> found = curve("gaussian(1)", epsilons=[0, 1, 2])
        >>> found.advantage, found.true_positive_rate(0.01), found.type_two("0.5")
        (Decimal('0.382925'), Decimal('0.094815'), Decimal('0.137242'))
    """
    from sdp_proofs.accounting.analysis import Question
    from sdp_proofs.accounting.curves import places_of, profile_points

    run = run_of(release, **words)
    question = Question.of(run.release, adjacency or run.adjacency)
    places = places_of(question, points) if epsilons is None else [chosen(epsilon) for epsilon in epsilons]
    if not places:
        raise DomainError("a curve must have at least one epsilon, got none")
    return Curve(question, tuple(profile_points(question, places, digits=_DIGITS)))
