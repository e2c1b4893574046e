"""The proven epsilon of some releases beside what Rényi bounds and the central limit say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import Answer, epsilon_at
from sdp_proofs.accounting.classical import central_limit_estimate, renyi_bound
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.papers.accountants.peers import of

INSTANCES = (
    ("poisson(rate=256/60000, gaussian(sigma=1.1)) * 14063", None),
    ("poisson(rate=0.01, gaussian(sigma=1)) * 1000", None),
    ("poisson(rate=0.01, gaussian(sigma=1)) * 10000", None),
    ("gaussian(sigma=100) * 10000", "add-remove"),
)
DELTAS = ("1e-5", "1e-10", "1e-20", "1e-50")
STEPPED = "poisson(rate=256/60000, gaussian(sigma=1.1)) * {steps}"
PRINTED = {
    "steps-pld": "dp_accounting, PLD",
    "steps-prv": "prv_accountant, upper end",
    "steps-renyi": "dp_accounting, Rényi",
    "steps-renyi-opacus": "Opacus, Rényi",
    "steps-central-limit": "Opacus, central limit",
}
STEPS = (100, 200, 400, 800, 1600, 3200, 6400, 14063, 28000, 60000)
HEADER = ("release", "delta", "epsilon", "direction", "method", "renyi_upper", "renyi_loses", "central_limit_estimate")
NOTES = (
    "epsilon: rounded up; all digits shown are proven",
    "renyi_upper: the best Rényi order, an upper bound",
    "renyi_loses: by how much that exceeds the proven value",
    "central_limit_estimate: the Gaussian mechanism of the same chi-square divergence, no bound",
)


@dataclass(frozen=True)
class Row:
    """One release at one delta.

    Args:
        release: the expression.
        delta: as typed.
        answer: proven.
        renyi: an upper bound as a decimal, or None where there is none.
        limit: the estimate of the central limit, or None.
    """

    release: str
    delta: str
    answer: Answer
    renyi: str | None
    limit: float | None

    @property
    def loses(self) -> float | None:
        """How much the Rényi bound exceeds the proven value, relative to it (estimate)."""
        value = self.answer.value
        return None if self.renyi is None or value is None or value.exact == 0 else float(self.renyi) / float(value) - 1

    def cells(self, digits: int) -> tuple[str, ...]:
        """The row as text."""
        value, loses = self.answer.value, self.loses
        return (
            self.release,
            self.delta,
            "inf" if value is None else value.at_most(digits),
            self.answer.direction,
            self.answer.method,
            self.renyi or "",
            "" if loses is None else f"{100 * loses:.2f} %",
            "" if self.limit is None else f"{self.limit:.6g}",
        )


def row(release: str, delta: str, adjacency: str | None = None, digits: int = 10) -> Row:
    """Compute one row.

    Example:
        >>> found = row("gaussian(sigma=2)", "1e-5", "add-remove")
        >>> found.answer.value.rounded(5), found.renyi[:5], round(found.limit, 4)
        ('1.9931', '2.165', 2.1405)
    """
    question = Question.of(read_release(release), adjacency)
    answer = epsilon_at(question, delta, digits=digits)
    worst = next(direction for direction in question.directions if direction.name == answer.direction)
    renyi, limit = None, None
    try:
        renyi = renyi_bound(worst, Fraction(delta), digits=digits).epsilon_upper
        limit = central_limit_estimate(worst, Fraction(delta), digits=6)
    except (DomainError, PrecisionError):
        pass
    return Row(release, delta, answer, renyi, limit)


def rows(deltas: Sequence[str] = DELTAS, digits: int = 10) -> Iterator[Row]:
    """The rows of the table."""
    for release, adjacency in INSTANCES:
        for delta in deltas:
            yield row(release, delta, adjacency, digits)


def rows_by_steps(delta: str = "1e-5") -> Iterator[tuple[int, Row]]:
    """The rows of the figure."""
    for steps in STEPS:
        yield steps, row(STEPPED.format(steps=steps), delta, digits=6)


def printed_by_steps() -> dict[str, tuple[tuple[int, Fraction], ...]]:
    """What other accountants printed for the releases of the figure: recorded, by name.

    Example:
        >>> sorted(steps for steps, _ in printed_by_steps()["dp_accounting, PLD"])[:2]
        [100, 200]
    """
    return {
        name: tuple((_steps_of(entry.release), Fraction(entry.printed)) for entry in of(promise))
        for promise, name in PRINTED.items()
    }


def _steps_of(release: str) -> int:
    return sum(count for _, count in read_release(release).terms())
