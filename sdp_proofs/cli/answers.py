"""Guarantees as the commands show them: the number rounded up first, its enclosure, words to quote, and a check.

The option --check asks whether a number printed elsewhere is a valid bound. The exit code is 0 where it is one from
above, 1 where it is not, and with --strict 3 where that stays undecided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from sdp_proofs.cli.output import DISAGREES, UNDECIDED, print_json
from sdp_proofs.declarations import Option

if TYPE_CHECKING:
    from sdp_proofs.numbers.conversion import Bounds, Valued
    from sdp_proofs.numbers.enclosure import Enclosure
    from sdp_proofs.privacy.histogram.database import Database
    from sdp_proofs.privacy.mean import GridDatabase

Check = Annotated[
    str | None,
    Option(
        "Decide whether a number printed elsewhere is a valid bound; exit with 1 where it is too small.",
        metavar="VALUE",
    ),
]
Strict = Annotated[bool, Option("With --check: exit with 3 where that is not decided.")]

GUARD_DIGITS = 3
"""The digits beyond those asked for that are proven too, and shown in the bounds."""
_LABEL_WIDTH = 17
_WORST_DIGITS = 6
_MORE_DIGITS, _MOST_DIGITS = 3, 100
"""Digits beyond those of the number to check that are computed, and how many of them at most."""


class Checked(NamedTuple):
    """A number printed elsewhere and what is decided about it.

    Args:
        claimed: the number, as typed.
        found: the verdicts.
        strict: whether an undecided one has an exit code of its own.
        upper: whether the guarantee is an upper bound; else it is a lower one.
    """

    claimed: str
    found: Bounds
    strict: bool
    upper: bool = True

    def facts(self) -> dict[str, object]:
        """The fields of a JSON document."""
        upper, lower = (verdict.value for verdict in self.found)
        return {"claimed": self.claimed, "valid_upper_bound": upper, "valid_lower_bound": lower}

    def lines(self, name: str) -> list[tuple[str, str]]:
        """The same for people, about a value of this name."""
        upper, lower = (verdict.value for verdict in self.found)
        return [
            ("claimed", self.claimed),
            ("  upper bound", f"{upper}: {name} <= {self.claimed}"),
            ("  lower bound", f"{lower}: {name} >= {self.claimed}"),
        ]

    def leave(self) -> None:
        """End the command with the code that the verdict has.

        Raises:
            typer.Exit: the number is no upper bound, or that is not decided and has to be.
        """
        from sdp_proofs.verdict import Verdict

        verdict = self.found.upper if self.upper else self.found.lower
        if verdict is Verdict.FAILS:
            raise typer.Exit(DISAGREES)
        if self.strict and verdict is Verdict.UNKNOWN:
            raise typer.Exit(UNDECIDED)


class Shown(NamedTuple):
    """Options of output for a guarantee, and its target; read before anything is computed.

    Args:
        digits: significant digits to prove and to print.
        as_json: whether to print JSON.
        claimed: a number printed elsewhere, as typed, if one is to be checked.
        strict: whether an undecided check has an exit code of its own.
    """

    digits: int
    as_json: bool
    claimed: str | None = None
    strict: bool = False

    @classmethod
    def read(cls, digits: int, as_json: bool, check: str | None, strict: bool) -> Shown:
        """The four options.

        Raises:
            DomainError: the number to check cannot be read exactly, or --strict goes without one.
        """
        from sdp_proofs.errors import DomainError
        from sdp_proofs.numbers.conversion import read_claim

        if check is not None:
            read_claim(check)
        elif strict:
            raise DomainError("--strict must go with --check")
        return cls(digits, as_json, check, strict)

    def checked(
        self, value: Enclosure | None, again: Callable[[int], Enclosure | None] | None = None
    ) -> Checked | None:
        """Decision about the number, if there is one.

        Args:
            value: what the number is to bound; None where that is infinite.
            again: computes it with more digits, which are asked for where those asked for first do not decide.
        """
        from sdp_proofs.errors import PrecisionError, SizeError
        from sdp_proofs.numbers.conversion import decide_bounds
        from sdp_proofs.verdict import Verdict

        if self.claimed is None:
            return None
        found = decide_bounds(value, self.claimed)
        if found.upper is Verdict.UNKNOWN and again is not None:
            typed = sum(map(str.isdigit, self.claimed))
            more = max(2 * self.digits, min(typed + _MORE_DIGITS, _MOST_DIGITS))
            with suppress(PrecisionError, SizeError):  # undecided stays undecided
                found = decide_bounds(again(more), self.claimed)
        return Checked(self.claimed, found, self.strict)

    def answer(
        self,
        payload: dict[str, object],
        schema: str,
        lines: Iterable[tuple[str, str]],
        name: str,
        checked: Checked | None,
        *,
        upper: bool = True,
    ) -> None:
        """Print the answer as JSON or as lines, and end with the code that the check has.

        Args:
            payload: the fields of the document.
            schema: its name and version.
            lines: the same for people.
            name: of the value that is checked.
            checked: what is decided about the number, if there is one.
            upper: whether the guarantee is an upper bound; else it is a lower one.

        Raises:
            typer.Exit: the number is no upper bound, or that is not decided and has to be.
        """
        if self.as_json:
            print_json({**payload, **({} if checked is None else checked.facts())}, schema)
        else:
            print_lines([*lines, *([] if checked is None else checked.lines(name))])
        if checked is not None:
            checked._replace(upper=upper).leave()


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

    return "to quote", found.to_quote(min(digits, QUOTED_DIGITS))


def comparison(name: str, value: Enclosure, database: Database | GridDatabase) -> tuple[str, str]:
    """Compare a value with 1/n."""
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
