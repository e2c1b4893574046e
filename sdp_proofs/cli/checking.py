"""The option --check of the commands that print a guarantee: is a number printed elsewhere a valid bound?

The exit code is 0 where it is one from above, 1 where it is not, and with --strict 3 where that stays undecided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from sdp_proofs.cli.one_database import print_lines
from sdp_proofs.cli.output import DISAGREES, UNDECIDED, print_json

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
    """How a guarantee is shown, and what it is checked against; read before anything is computed.

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
        """What is decided about the number, if there is one.

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
            with suppress(PrecisionError, SizeError):  # what is not decided stays so
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
