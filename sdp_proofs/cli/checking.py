"""The option --check of the commands that print a guarantee: is a number printed elsewhere a valid bound?

The exit code is 0 where it is one from above, 1 where it is not, and with --strict 3 where that stays undecided.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from sdp_proofs.cli.output import DISAGREES, UNDECIDED

if TYPE_CHECKING:
    from sdp_proofs.numbers.conversion import Bounds
    from sdp_proofs.numbers.enclosure import Enclosure

Check = Annotated[
    str | None,
    typer.Option(
        "--check",
        metavar="VALUE",
        help="Decide whether a number printed elsewhere is a valid bound; exit with 1 where it is too small.",
    ),
]
Strict = Annotated[bool, typer.Option("--strict", help="With --check: exit with 3 where that is not decided.")]

_MORE_DIGITS, _MOST_DIGITS = 3, 100


class Checked(NamedTuple):
    """A number printed elsewhere and what is decided about it.

    Args:
        claimed: the number, as typed.
        found: the verdicts.
        strict: whether an undecided one has an exit code of its own.
    """

    claimed: str
    found: Bounds
    strict: bool

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

        if self.found.upper is Verdict.FAILS:
            raise typer.Exit(DISAGREES)
        if self.strict and self.found.upper is Verdict.UNKNOWN:
            raise typer.Exit(UNDECIDED)


class Asked(NamedTuple):
    """A number to check, read before anything is computed."""

    claimed: str
    digits: int
    strict: bool

    def of(self, value: Enclosure | None, again: Callable[[int], Enclosure | None] | None = None) -> Checked:
        """What is decided about the number.

        Args:
            value: what the number is to bound; None where that is infinite.
            again: computes it with more digits, which are asked for where these do not decide.
        """
        from sdp_proofs.errors import PrecisionError, SizeError
        from sdp_proofs.numbers.conversion import decide_bounds
        from sdp_proofs.verdict import Verdict

        found = decide_bounds(value, self.claimed)
        if found.upper is Verdict.UNKNOWN and again is not None:
            try:
                found = decide_bounds(again(self.digits), self.claimed)
            except (PrecisionError, SizeError):
                pass  # what is not decided stays so
        return Checked(self.claimed, found, self.strict)


def read(check: str | None, strict: bool, digits: int) -> Asked | None:
    """The number that is to be checked, if there is one.

    Args:
        check: as typed.
        strict: whether an undecided check has an exit code of its own.
        digits: those that are asked for without a check.

    Raises:
        DomainError: it cannot be read exactly, or --strict goes without it.
    """
    from sdp_proofs.errors import DomainError
    from sdp_proofs.numbers.reals import read_rational

    if check is None:
        if strict:
            raise DomainError("--strict must go with --check")
        return None
    read_rational(check, "the number to check")
    typed = sum(character.isdigit() for character in check)
    return Asked(check, min(max(2 * digits, typed + _MORE_DIGITS), max(digits, _MOST_DIGITS)), strict)
