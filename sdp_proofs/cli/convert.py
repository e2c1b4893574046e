"""`sdp-proofs convert`: a guarantee in the terms of another notion of privacy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdp_proofs.cli import answers as shared
from sdp_proofs.cli.answers import Check, Shown, Strict
from sdp_proofs.cli.command import AsJson, command
from sdp_proofs.cli.output import progress_bar

if TYPE_CHECKING:
    from sdp_proofs.privacy.conversions import Conversion

_STANDING = {
    "exact": "no better number holds for all mechanisms",
    "enclosed": "both ends are proven; the best number lies between them",
    "upper": "a valid bound alone: a better number may hold",
}


@command("convert", "releases.convert")
def convert(
    *,
    source: str,
    target: str,
    value: str | None,
    order: str | None,
    delta: str | None,
    epsilon: str | None,
    alpha: str | None,
    points: list[str] | None = None,
    digits: int,
    check: Check = None,
    strict: Strict = False,
    as_json: AsJson = False,
) -> None:
    """Convert a guarantee to another notion of privacy: the best number that holds for all mechanisms.

    The answer is rounded to where it holds: up, but down for what an adversary's error is at least.

    Give --from, --to and the numbers of the notion that is given; to dp also --delta (the answer is the least epsilon)
    or --epsilon (the answer is delta). The answer says whether a better number could hold, and which claim it rests on.
    """
    from sdp_proofs.api import releases

    shown = Shown.read(digits, as_json, check, strict)

    def ask(digits: int) -> Conversion:
        return releases.convert(
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
        ("to quote", found.to_quote(min(digits, 4))),
        ("standing", f"{found.standing}: {_STANDING[found.standing]}"),
        *([("attained by", found.attained)] if found.attained else []),
        ("rests on", f"claim {found.claim}" if found.claim else "the definition"),
    ]
    shown.answer(payload, "sdp-proofs/conversion/1", lines, found.asked, checked, upper=not found.falls)


def _value_lines(found: Conversion, digits: int) -> list[tuple[str, str]]:
    """The number that is a guarantee first, then what is proven."""
    lines = shared.value_lines(found.asked, found.value, digits)
    return [(found.asked, found.headline(digits)), *lines[1:]]
