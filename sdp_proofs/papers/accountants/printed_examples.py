"""Epsilons in the texts of public examples, each beside the proven one of the release that it is the number of.

World: enclosures beside printed decimals. The file `data/printed_by_examples.json` has what was read: where a number
stands, the release that the example accounts for, and what the code does instead, as a release without sampling.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import Answer, decide_claim, epsilon_at
from sdp_proofs.accounting.grammar import read_release

FILE = "printed_by_examples.json"
HEADER = (
    "example", "delta", "printed", "its accountant today", "proven", "printed is", "printed is a bound",
    "what runs, unsampled",
)  # fmt: skip
DIGITS = 6


@dataclass(frozen=True)
class Example:
    """An epsilon that a public example prints.

    Args:
        example: a name for it.
        source: repository, commit and file.
        release: what the example accounts for.
        adjacency: who neighbours are.
        delta: as the example has it.
        printed: the epsilon that stands there.
        today: what the example's accountant prints now (dp_accounting 0.6.0, Opacus 1.6.0); empty where it was not run.
        differs: how the code or the text differs from what is accounted for, in words; empty where it does not.
        runs: what the code does, as a release without amplification by sampling; None where it is `release`.
        meant: the release near whose number the printed one is; None where that is `release`.
    """

    example: str
    source: str
    release: str
    adjacency: str
    delta: str
    printed: str
    today: str
    differs: str
    runs: str | None
    meant: str | None

    def accounted(self) -> Answer:
        """Enclose epsilon of the release that the example accounts for."""
        return self._answer(self.release)

    def spent(self) -> Answer | None:
        """Enclose epsilon of what the code runs, without amplification; None where that is the release."""
        return None if self.runs is None else self._answer(self.runs)

    def nearer(self) -> Answer | None:
        """Enclose epsilon of the release that the printed number fits; None where that is what is accounted for."""
        return None if self.meant is None else self._answer(self.meant)

    def _answer(self, release: str) -> Answer:
        return epsilon_at(Question.of(read_release(release), self.adjacency), self.delta, digits=DIGITS)


@cache
def examples() -> tuple[Example, ...]:
    """All rows of the file, in its order.

    Example:
        >>> [row.printed for row in examples() if row.example == "CIFAR-10 tutorial"]
        ['50']
    """
    text = resources.files("sdp_proofs.papers.accountants").joinpath("data", FILE).read_text(encoding="utf-8")
    return tuple(Example(**row) for row in json.loads(text)["rows"])


def difference(row: Example, answer: Answer) -> str:
    """Say how far what is printed lies above or below the proven epsilon, in percent of that.

    Example:
        >>> row = next(row for row in examples() if row.example == "MNIST tutorial, 60 epochs")
        >>> difference(row, row.accounted())
        '26 % above'
    """
    assert answer.value is not None
    proven = Fraction(answer.value.upper)
    share = float((Fraction(row.printed) - proven) / proven * 100)
    size = f"{abs(share):.0f}" if abs(share) >= 10 else f"{abs(share):.2g}"
    return f"{size} % {'above' if share > 0 else 'below'}"


def shown(answer: Answer | None) -> str:
    """An upper bound to six digits, or both ends where they differ in these."""
    if answer is None or answer.value is None:
        return "" if answer is None else "none"
    low, high = answer.value.bounds(DIGITS)
    return high if answer.value.rounded(DIGITS) is not None else f"{low} to {high}"


def page() -> Iterator[str]:
    """Lines of a table in Markdown, then where each number stands and what is not as accounted for."""
    yield f"| {' | '.join(HEADER)} |"
    yield f"|{'---|' * len(HEADER)}"
    for row in examples():
        answer = row.accounted()
        verdict = decide_claim(answer, row.printed)[0]
        ours = shown(answer), difference(row, answer), verdict.value
        numbers = (row.delta, row.printed, row.today[:8], *ours, shown(row.spent()))
        yield f"| {row.example} | {' | '.join(numbers)} |"
    yield ""
    for row in examples():
        fits = f" That is `{row.meant}`, {shown(row.nearer())}." if row.meant else ""
        yield f"* **{row.example}**: {row.source}; `{row.release}`. {row.differs}{fits}".rstrip()


if __name__ == "__main__":
    print("\n".join(page()))
