"""`sdp-proofs account`: what a sequence of releases costs in (epsilon, delta), with proven digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from sdp_proofs.cli import account_curve, checking
from sdp_proofs.cli.completion import one_of
from sdp_proofs.cli.output import print_json, progress_bar
from sdp_proofs.cli.writing import check_places, leave, write_files, writes

if TYPE_CHECKING:
    from fractions import Fraction

    from sdp_proofs.accounting.analysis import Question
    from sdp_proofs.accounting.answers import Answer
    from sdp_proofs.numbers.enclosure import Enclosure

_FORMS = "Mechanisms"
GUARD_DIGITS = 3
_END_DIGITS = 12
_INFINITE = {
    True: "no finite epsilon has delta = 0",
    False: "no finite epsilon has a delta this small",
}


class _WithMechanisms(TyperCommand):
    """The command, whose help lists the mechanisms that there are: they are asked for only where help is."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Add them to the description."""
        from sdp_proofs.accounting.grammar import form, mechanisms

        if self.help and _FORMS not in self.help:
            listed = ", ".join(form(kind) for kind in mechanisms().values())
            self.help = f"{self.help}\n\n{_FORMS}: {listed}, and sums and repetitions of these by + and *."
        super().format_help(ctx, formatter)


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("account", cls=_WithMechanisms)(account)


def account(
    release: Annotated[
        str, typer.Argument(metavar="RELEASE", help="Such as 'poisson(rate=256/60000, gaussian(sigma=1.1)) * 14063'.")
    ],
    delta: Annotated[str | None, typer.Option(help="Ask for the least epsilon at this delta.")] = None,
    epsilon: Annotated[str | None, typer.Option(help="Ask for delta at this epsilon.")] = None,
    adjacency: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="add-remove or replace-one, where the release leaves it open.",
            autocompletion=one_of("add-remove", "replace-one"),
        ),
    ] = None,
    digits: Annotated[int, typer.Option(help="Significant digits to prove.")] = 10,
    method: Annotated[
        str, typer.Option(help="auto, gaussian, exact, single-step, choices, inversion, lattice or chernoff.")
    ] = "auto",
    check: checking.Check = None,
    strict: checking.Strict = False,
    curve: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the whole profile: a .png, .svg, .pdf or .csv file.")
    ] = None,
    certificate: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="With --epsilon: write what python -P -m sdp_proofs.certificate replays."),
    ] = None,
    defined: Annotated[
        str | None,
        typer.Option("--mechanisms", metavar="FILE", help="Run a Python file of yours that defines mechanisms."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compute with proven digits what releases of one database cost together.

    The answer is rounded up, so that it holds as it is printed.

    Give a release and one of --delta (the answer is the least epsilon), --epsilon (the answer is delta) and --curve.

    With one ? in the place of a number, --delta and --epsilon are the budget and the answer is that number: the least
    sigma or scale, the most steps, the largest rate, certified on both sides.

    A release may also be the name of a .json, .yaml or .txt file that holds one. With --mechanisms a Python file of
    yours is run first, and what it defines is known too.
    """
    from sdp_proofs.accounting.analysis import Question
    from sdp_proofs.accounting.answers import delta_at, epsilon_at
    from sdp_proofs.accounting.grammar import load_mechanisms, of_argument, read_release
    from sdp_proofs.errors import DomainError

    load_mechanisms(defined)
    release, shown = of_argument(release), checking.Shown.read(digits, as_json, check, strict)
    if check is not None and (("?" in release) or (delta is None and epsilon is None)):
        raise DomainError("--check must go with one of --delta and --epsilon, and no ? in the release")
    if "?" in release:
        _calibrate(release, delta, epsilon, adjacency, digits, as_json)
        return
    if delta is not None and epsilon is not None:
        raise DomainError("--delta and --epsilon must be given together only with a ? in the release")
    if delta is None and epsilon is None and curve is None:
        raise DomainError("one of --delta, --epsilon and --curve must be given, got none")
    if certificate is not None and epsilon is None:
        raise DomainError("--certificate must go with --epsilon")
    check_places({"curve": curve, "certificate": certificate})
    if curve is not None:
        account_curve.check(curve)
    question = Question.of(read_release(release), adjacency)
    if curve is not None:
        lines = account_curve.write(question, curve)
        if delta is None and epsilon is None:
            _print_curve(question, lines, as_json)
            return

    def answer(digits: int) -> Answer:
        if delta is not None:
            return epsilon_at(question, delta, digits=digits, method=method)
        return delta_at(question, epsilon, digits=digits, method=method)

    with progress_bar("account"):
        found = answer(digits)
        # Where a bracket is the best within the limits, more digits are not to be had.
        checked = shown.checked(found.value, (lambda more: answer(more).value) if found.sharp else None)
    if certificate is not None and epsilon is not None:
        _certify(question, epsilon, certificate)
    document = _document(question, found, delta, epsilon, digits)
    lines = _lines(question, found, delta, epsilon, digits)
    shown.answer(document, "sdp-proofs/account/1", lines, "epsilon" if epsilon is None else "delta", checked)


def _certify(question: Question, epsilon: str, path: str) -> None:
    """Write the certificate of the worst direction and neighbour."""
    import json

    from sdp_proofs.accounting.certified_file import worst_file

    text = json.dumps(worst_file(question, epsilon))
    leave(write_files([(path, writes(text))], note=f"; replay it with: python -P -m sdp_proofs.certificate {path}"))


def _print_curve(question: Question, lines: list[tuple[str, str]], as_json: bool) -> None:
    from sdp_proofs.cli.one_database import print_lines

    head = [("release", str(question.release)), ("adjacency", question.adjacency)]
    if as_json:
        print_json({**dict(head), "file": lines[0][1], "errors": dict(lines[1:])}, "sdp-proofs/account-curve/1")
    else:
        print_lines([*head, *lines])


def _calibrate(
    release: str, delta: str | None, epsilon: str | None, adjacency: str | None, digits: int, as_json: bool
) -> None:
    from sdp_proofs.accounting.analysis import IN_WORDS, adjacency_of
    from sdp_proofs.accounting.calibration import calibrate
    from sdp_proofs.accounting.grammar import read_release
    from sdp_proofs.cli.one_database import print_lines
    from sdp_proofs.errors import DomainError
    from sdp_proofs.numbers.conversion import QUOTED_DIGITS

    if delta is None or epsilon is None:
        raise DomainError("both --delta and --epsilon must be given with a ? in the release")
    with progress_bar("account"):
        found = calibrate(release, epsilon=epsilon, delta=delta, adjacency=adjacency, digits=min(digits, 4))
    # More noise is safer, and so are fewer steps and a smaller rate: both numbers are rounded to where they hold.
    safer_above = found.fails is not None and found.fails < found.meets
    meets = _end(found.meets, upward=safer_above)
    fails = None if found.fails is None else _end(found.fails, upward=not safer_above)
    if as_json:
        payload = {
            "release": release,
            "adjacency": adjacency,
            "delta": delta,
            "epsilon": epsilon,
            "parameter": found.parameter,
            "meets": meets,
            "fails": fails,
            "value": found.value.to_json(),
            "sharp": found.sharp(min(digits, 4)),
        }
        print_json(payload, "sdp-proofs/account-calibration/1")
        return
    lines = [("release", release), ("epsilon", epsilon), ("delta", delta), (found.parameter, meets)]
    lines.append(("  fails at", fails or "no value"))
    known = adjacency_of(read_release(release.replace("?", f"({found.meets})")), adjacency)
    value = _end(found.meets, upward=safer_above, digits=QUOTED_DIGITS)
    lines.append(("to quote", f"({epsilon}, {delta})-DP with {found.parameter} = {value}, {IN_WORDS[known]}"))
    if not found.sharp(min(digits, 4)):
        lines.append(("  between", "not decided: delta itself is only proven up to a bracket there"))
    print_lines(lines)


def _end(value: Fraction, *, upward: bool, digits: int = _END_DIGITS) -> str:
    from sdp_proofs.numbers.decimals import exact_decimal

    return str(value) if value.denominator == 1 else exact_decimal(value, digits, upward=upward)


def _document(
    question: Question, found: Answer, delta: str | None, epsilon: str | None, digits: int
) -> dict[str, object]:
    from sdp_proofs.accounting.grammar import to_document

    asked = "epsilon" if epsilon is None else "delta"
    document: dict[str, object] = {
        "release": str(question.release),
        "document": to_document(question.release),
        "adjacency": question.adjacency,
        "direction": found.direction,
        "epsilon": epsilon,
        "delta": delta,
        "digits": str(digits),
        "sharp": found.sharp,
        "method": found.method,
        "databases": found.databases,
        "directions": [
            {"direction": side.direction, "method": side.method, asked: _json(side.value, digits)}
            for side in found.sides
        ],
    }
    document[asked] = _json(found.value, digits)
    document["infinite"] = found.value is None
    return document


def _json(value: Enclosure | None, digits: int) -> dict[str, str | None] | None:
    return None if value is None else value.to_json(digits + GUARD_DIGITS)


def _lines(
    question: Question, found: Answer, delta: str | None, epsilon: str | None, digits: int
) -> list[tuple[str, str]]:
    from sdp_proofs.accounting.answers import read_delta
    from sdp_proofs.cli.one_database import quote_line, value_lines

    asked = "epsilon" if epsilon is None else "delta"
    lines = [("release", str(question.release)), ("adjacency", question.adjacency)]
    lines.append(("delta", delta) if delta is not None else ("epsilon", epsilon or ""))
    if found.value is None:
        lines.append(("epsilon", f"infinite: {_INFINITE[read_delta(delta or '0') == 0]}"))
    else:
        lines += value_lines(asked, found.value, digits)
        lines.append(quote_line(found, digits))
        if not found.sharp:
            proven = min(found.value.proven_digits, digits)
            lines.append(("proven digits", f"{proven} of {digits}: the best bracket within the limits"))
    lines.append(("direction", found.direction))
    for side in found.sides:
        if side.value is not None and len(found.sides) > 1:
            lines.append((f"  {side.direction}", f"{side.value.at_most(digits)} by {side.method}"))
    lines.append(("method", found.method))
    if found.databases is not None:
        lines.append(("lower end", f"attained where {found.databases}"))
    return lines
