"""Proven epsilons of some releases beside what Rényi bounds and the central limit say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import Answer, epsilon_at
from sdp_proofs.accounting.classical import central_limit_estimate, renyi_bound
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.declarations import Option
from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.tables.shared_options import DELTA
from sdp_proofs.tables.table import Axis, Cell, Row, Table, text, upper

RELEASES: Mapping[str, str | None] = {
    "poisson(rate=256/60000, gaussian(sigma=1.1)) * 14063": None,
    "poisson(rate=0.01, gaussian(sigma=1)) * 1000": None,
    "poisson(rate=0.01, gaussian(sigma=1)) * 10000": None,
    "gaussian(sigma=100) * 10000": "add-remove",
}
"""The releases, each with its adjacency where the release does not say it."""
COLUMNS = (
    upper("epsilon", "rounded up; all digits shown are proven"),
    text("direction", "the order of two neighbours in which it is attained"),
    text("method", "the engine that proved it"),
    upper("renyi_upper", "the best Rényi order, an upper bound"),
    text("renyi_loses", "by how much that exceeds the proven value"),
    text("central_limit_estimate", "the Gaussian mechanism of the same chi-square divergence, no bound"),
)


@dataclass(frozen=True)
class Compared:
    """The answers for one release at one delta.

    Args:
        answer: proven.
        renyi: an upper bound as a decimal, or None where there is none.
        limit: the estimate of the central limit, or None.
    """

    answer: Answer
    renyi: str | None
    limit: float | None

    @property
    def loses(self) -> float | None:
        """By how much the Rényi bound exceeds the proven value, relative to it (estimate)."""
        value = self.answer.value
        return None if self.renyi is None or value is None or value.exact == 0 else float(self.renyi) / float(value) - 1

    def cells(self) -> tuple[Cell, ...]:
        """Return one cell for each of `COLUMNS`."""
        return (
            "inf" if self.answer.value is None else self.answer.value,
            self.answer.direction,
            self.answer.method,
            None if self.renyi is None else Fraction(self.renyi),
            None if self.loses is None else f"{100 * self.loses:.2f} %",
            None if self.limit is None else f"{self.limit:.6g}",
        )


def compared(release: str, delta: str, digits: int = 10) -> Compared:
    """Compute all answers for a release.

    Example:
        >>> found = compared("gaussian(sigma=100) * 10000", "1e-5")
        >>> found.answer.value.rounded(5), found.renyi[:5], round(found.limit, 4)
        ('4.3772', '4.728', 4.3773)
    """
    question = Question.of(read_release(release), RELEASES.get(release))
    answer = epsilon_at(question, delta, digits=digits)
    worst = next(direction for direction in question.directions if direction.name == answer.direction)
    renyi, limit = None, None
    try:
        renyi = renyi_bound(worst, Fraction(delta), digits=digits).epsilon_upper
        limit = central_limit_estimate(worst, Fraction(delta), digits=6)
    except (DomainError, PrecisionError):
        pass
    return Compared(answer, renyi, limit)


def _row(point: Mapping[str, str], digits: int) -> Row:
    """Compute the row of a point."""
    found = compared(point["release"], point["delta"], max(digits, 3))
    return Row((point["release"], point["delta"]), found.cells())


TABLES = (
    Table(
        "accounting",
        "project",
        "What releases cost, proven and otherwise",
        (
            Axis("release", tuple(RELEASES), Option("Releases, as `account` reads them.", metavar="RELEASE,...")),
            Axis("delta", ("1e-5", "1e-10", "1e-20", "1e-50"), DELTA),
        ),
        COLUMNS,
        _row,
        brief=("release", "delta", "epsilon"),
    ),
)
