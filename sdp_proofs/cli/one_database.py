"""What the commands on one database share: their options, and how a value is shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sdp_proofs.numbers.conversion import Valued
    from sdp_proofs.numbers.enclosure import Enclosure
    from sdp_proofs.privacy.budget import Budget
    from sdp_proofs.privacy.histogram.database import Database
    from sdp_proofs.privacy.mean import GridDatabase

_COUNTS = typer.Option("--counts", metavar="N,N,...", help="Records of each type, two types or more: 300,700.")
Counts = Annotated[str, _COUNTS]
CountsIfAny = Annotated[str | None, _COUNTS]
Rate = Annotated[str | None, typer.Option(help="Sampling rate in (0, 1]; draws are rate times records, rounded up.")]
Draws = Annotated[str | None, typer.Option(help="Sample size, instead of the rate.")]
Odds = Annotated[str | None, typer.Option(help="exp(epsilon) >= 1: 25, 51/49.")]
Epsilon = Annotated[str | None, typer.Option(help="epsilon >= 0, read exactly: 3.2, log(25).")]
Replacement = Annotated[bool, typer.Option("--replacement", help="Sample with replacement.")]
Digits = Annotated[int, typer.Option(help="Significant digits to prove.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]

GUARD_DIGITS = 3
"""The digits beyond those asked for that are proven too, and shown in the bounds."""
_LABEL_WIDTH = 17
_WORST_DIGITS = 6


def read_database(counts: str, rate: str | None, draws: str | None, replacement: bool) -> Database:
    """The database that the options describe.

    Raises:
        DomainError: not as described in the options' help, or too large.
    """
    from sdp_proofs.privacy.histogram.database import Database

    return Database.read(counts=counts, rate=rate, draws=draws, replacement=replacement)


def read_budget(odds: str | None, epsilon: str | None, threshold: str | None = None) -> Budget:
    """The budget that the options describe.

    Raises:
        DomainError: not exactly one of them, outside its domain, or too large.
    """
    from sdp_proofs.privacy.budget import Budget

    return Budget.read(epsilon=epsilon, odds=odds, threshold=threshold)


def refuse_bare_counts(release: str) -> None:
    """Say where counts belong that are typed in the place of a release.

    Raises:
        DomainError: the argument is counts.
    """
    from sdp_proofs.errors import DomainError

    if release and set(release) <= set("0123456789, "):
        raise DomainError(
            f"counts must be given as --counts 300,700, in one word; an argument is a release, such as "
            f"laplace(scale=10), got {release!r}"
        )


def described(database: Database) -> dict[str, object]:
    """The fields that say in JSON which database was asked about."""
    return {
        "counts": texts(database.counts),
        "records": str(database.records),
        "draws": str(database.draws),
        "replacement": database.replacement,
    }


def texts(numbers: Iterable[int]) -> list[str]:
    """Integers as decimal strings."""
    return [str(number) for number in numbers]


def print_lines(lines: Iterable[tuple[str, str]]) -> None:
    """Print labels and values in two columns."""
    for label, value in lines:
        typer.echo(f"{label:{_LABEL_WIDTH}} {value}".rstrip())


def database_lines(database: Database) -> list[tuple[str, str]]:
    """The question, in the words of the answer."""
    how = "with replacement" if database.replacement else "without replacement"
    return [
        ("counts of x", ", ".join(texts(database.counts))),
        ("records", f"n = {database.records}"),
        ("draws", f"T = {database.draws}, {how}"),
    ]


def value_lines(name: str, value: Enclosure, digits: int) -> list[tuple[str, str]]:
    """A value rounded up to the digits asked for, its proven bounds, and the fraction where it is a short one."""
    from sdp_proofs.numbers.conversion import short_fraction

    headline, more = (name, value.at_most(digits)), digits + GUARD_DIGITS
    exact = short_fraction(value)
    if exact is not None:
        return [headline, ("  exactly", exact)]
    return [headline, ("  at least", value.at_least(more)), ("  at most", value.at_most(more))]


def quote_line(found: Valued, digits: int) -> tuple[str, str]:
    """The words to be quoted, with no more digits than are asked for."""
    from sdp_proofs.numbers.conversion import QUOTED_DIGITS

    return "to quote", found.quote(min(digits, QUOTED_DIGITS))


def comparison(name: str, value: Enclosure, database: Database | GridDatabase) -> tuple[str, str]:
    """How a value compares with 1/n."""
    from fractions import Fraction

    from sdp_proofs.numbers.decide import decide_less
    from sdp_proofs.numbers.enclosure import Enclosure
    from sdp_proofs.verdict import Verdict

    limit = Fraction(1, database.records)
    words = {Verdict.HOLDS: "is smaller", Verdict.FAILS: "is not smaller", Verdict.UNKNOWN: "is too close to tell"}
    shown = Enclosure.of(limit).at_least(3)
    about = "" if Fraction(shown) == limit else "about "
    return "1/n", f"{about}{Enclosure.of(limit).rounded(3)}; {name} {words[decide_less(value, limit)]}"


def dp_delta(worst: Enclosure, replacement: bool) -> str:
    """The delta that differential privacy has to allow, that of the worst database of the size, rounded up."""
    shown = worst.at_most(_WORST_DIGITS)
    sign = "=" if shown == worst.at_least(_WORST_DIGITS) else "<="
    return shown if replacement else f"T/n {sign} {shown}"


def dp_delta_line(worst: Enclosure, replacement: bool) -> tuple[str, str]:
    """The same, beside the delta of a database."""
    return "DP's delta", f"{dp_delta(worst, replacement)}, when one record is of a type of its own"
