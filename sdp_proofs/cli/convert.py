"""`sdp-proofs convert`: a guarantee in the terms of another notion of privacy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sdp_proofs.cli import checking
from sdp_proofs.cli import one_database as shared
from sdp_proofs.cli.completion import one_of
from sdp_proofs.cli.output import progress_bar

if TYPE_CHECKING:
    from sdp_proofs.privacy.conversions import Conversion

_NOTIONS = one_of("pure", "dp", "rdp", "zcdp", "gdp", "f-dp", "tv", "probabilistic")
_STANDING = {
    "exact": "no better number holds for all mechanisms",
    "enclosed": "both ends are proven; the best number lies between them",
    "upper": "a valid bound alone: a better number may hold",
}


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("convert")(convert)


def convert(
    source: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="NOTION",
            help="The notion that is given: pure, dp, rdp, zcdp, gdp, f-dp, tv or probabilistic.",
            autocompletion=_NOTIONS,
        ),
    ],
    target: Annotated[
        str,
        typer.Option("--to", metavar="NOTION", help="The notion that is asked for.", autocompletion=_NOTIONS),
    ],
    value: Annotated[
        str | None,
        typer.Option(help="Its number: epsilon of pure and dp, gamma of rdp, rho of zcdp, mu of gdp, t of tv."),
    ] = None,
    order: Annotated[str | None, typer.Option(help="The order > 1 of rdp.")] = None,
    delta: Annotated[
        str | None, typer.Option(help="To dp: ask for the least epsilon at this delta. From dp: its delta.")
    ] = None,
    epsilon: Annotated[str | None, typer.Option(help="To dp: ask for delta at this epsilon.")] = None,
    alpha: Annotated[str | None, typer.Option(help="To f-dp: the type I error.")] = None,
    points: Annotated[
        list[str] | None,
        typer.Option(
            "--point",
            metavar="ALPHA,BETA",
            help="From f-dp: a corner of the trade-off, type I and type II error; one option per corner, from 0 to "
            "1,0.",
        ),
    ] = None,
    digits: shared.Digits = 10,
    check: checking.Check = None,
    strict: checking.Strict = False,
    as_json: shared.AsJson = False,
) -> None:
    """Convert a guarantee to another notion of privacy: the best number that holds for all mechanisms.

    The answer is rounded to where it holds: up, but down for what an adversary's error is at least.

    Give --from, --to and the numbers of the notion that is given; to dp also --delta (the answer is the least epsilon)
    or --epsilon (the answer is delta). The answer says whether a better number could hold, and which claim it rests on.
    """
    from sdp_proofs.api import numbers

    shown = checking.Shown.read(digits, as_json, check, strict)

    def ask(digits: int) -> Conversion:
        return numbers.convert(
            source, target, value, order=order, delta=delta, epsilon=epsilon, alpha=alpha, points=points or (),
            digits=digits,
        )  # fmt: skip

    with progress_bar("convert"):
        found = ask(digits)
        checked = shown.checked(found.value, lambda more: ask(more).value)
    payload: dict[str, object] = {
        "from": found.source,
        "to": found.target,
        **{name: found.given.get(name) for name in ("value", "order", "delta", "epsilon", "alpha", "points")},
        "digits": str(digits),
        "asked": found.asked,
        found.asked.replace(" ", "_"): found.value.to_json(digits + shared.GUARD_DIGITS),
        "headline": found.headline(digits),
        "direction": found.direction,
        "standing": found.standing,
        "claim": found.claim or None,
        "attained_by": found.attained or None,
    }
    lines = [
        ("from", f"{found.source}: {', '.join(f'{name} = {text}' for name, text in found.given.items())}"),
        *_value_lines(found, digits),
        ("to quote", found.quote(min(digits, 4))),
        ("standing", f"{found.standing}: {_STANDING[found.standing]}"),
        *([("attained by", found.attained)] if found.attained else []),
        ("rests on", f"claim {found.claim}" if found.claim else "the definition"),
    ]
    shown.answer(payload, "sdp-proofs/conversion/1", lines, found.asked, checked, upper=not found.falls)


def _value_lines(found: Conversion, digits: int) -> list[tuple[str, str]]:
    """The number that is a guarantee first, then what is proven."""
    lines = shared.value_lines(found.asked, found.value, digits)
    return [(found.asked, found.headline(digits)), *lines[1:]]
