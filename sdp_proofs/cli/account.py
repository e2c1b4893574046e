"""`sdp-proofs account`: what a sequence of releases costs in (epsilon, delta), with proven digits."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

from typer.core import TyperCommand

from sdp_proofs.api.options import Option
from sdp_proofs.cli import account_curve
from sdp_proofs.cli.answers import Check, Shown, Strict, value_lines
from sdp_proofs.cli.command import AsJson, command
from sdp_proofs.cli.output import progress_bar
from sdp_proofs.cli.writing import check_places, leave, write_files, writes

if TYPE_CHECKING:
    from sdp_proofs.accounting.reports import Report

_FORMS = "Mechanisms"


class _WithMechanisms(TyperCommand):
    """The command, whose help lists the mechanisms that there are: they are asked for only where help is."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Add them to the description."""
        from sdp_proofs.accounting.grammar import form, mechanisms

        if self.help and _FORMS not in self.help:
            listed = ", ".join(form(kind) for kind in mechanisms().values())
            self.help = f"{self.help}\n\n{_FORMS}: {listed}, and sums and repetitions of these by + and *."
        super().format_help(ctx, formatter)


@command("account", "numbers.account", kind=_WithMechanisms)
def account(
    *,
    release: str,
    delta: str | None,
    epsilon: str | None,
    adjacency: str | None,
    digits: int,
    method: str,
    check: Check = None,
    strict: Strict = False,
    curve: Annotated[
        str | None, Option("Write the whole profile: a .png, .svg, .pdf or .csv file.", metavar="FILE")
    ] = None,
    certificate: Annotated[
        str | None,
        Option("With --epsilon: write what python -P -m sdp_proofs.certificate replays.", metavar="FILE"),
    ] = None,
    defined: Annotated[
        str | None,
        Option("Run a Python file of yours that defines mechanisms.", flag="--mechanisms", metavar="FILE"),
    ] = None,
    as_json: AsJson = False,
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
    from sdp_proofs.accounting.grammar import load_mechanisms, of_argument, read_release
    from sdp_proofs.accounting.reports import Report
    from sdp_proofs.errors import OptionsError

    load_mechanisms(defined)
    release, shown = of_argument(release), Shown.read(digits, as_json, check, strict)
    if check is not None and (("?" in release) or (delta is None and epsilon is None)):
        raise OptionsError("--check must go with one of --delta and --epsilon, and no ? in the release")
    if "?" in release:
        _calibrate(release, delta, epsilon, adjacency, shown)
        return
    if delta is not None and epsilon is not None:
        raise OptionsError("--delta and --epsilon must be given together only with a ? in the release")
    if delta is None and epsilon is None and curve is None:
        raise OptionsError("one of --delta, --epsilon and --curve must be given, got none")
    if certificate is not None and epsilon is None:
        raise OptionsError("--certificate must go with --epsilon")
    check_places({"curve": curve, "certificate": certificate})
    if curve is not None:
        account_curve.check(curve)
    question = Question.of(read_release(release), adjacency)
    if curve is not None:
        lines = account_curve.write(question, curve)
        if delta is None and epsilon is None:
            account_curve.show(question, lines, as_json)
            return
    with progress_bar("account"):
        report = Report.of(
            question, delta=delta, epsilon=epsilon, digits=digits, method=method, certified=certificate is not None
        )
        # Where a bracket is the best within the limits, more digits are not to be had.
        checked = shown.checked(report.answer.value, report.again if report.answer.sharp else None)
        if checked is not None and delta is not None:
            checked = checked.settled(report.allows)
    if certificate is not None:
        text = json.dumps(report.certificate)
        note = f"; replay it with: python -P -m sdp_proofs.certificate {certificate}"
        leave(write_files([(certificate, writes(text))], note=note))
    shown.answer(report.document(), "sdp-proofs/account/1", _lines(report), report.answer.asked, checked)


def _calibrate(
    release: str, delta: str | None, epsilon: str | None, adjacency: str | None, shown: Shown
) -> None:
    from sdp_proofs.accounting.calibration import CalibrationReport
    from sdp_proofs.errors import OptionsError

    if delta is None or epsilon is None:
        raise OptionsError("both --delta and --epsilon must be given with a ? in the release")
    with progress_bar("account"):
        report = CalibrationReport.of(release, epsilon=epsilon, delta=delta, adjacency=adjacency, digits=shown.digits)
    parameter = report.found.parameter
    lines = [("release", release), ("epsilon", epsilon), ("delta", delta), (parameter, report.meets)]
    lines += [("  fails at", report.fails or "no value"), ("to quote", report.quote)]
    if not report.sharp:
        lines.append(("  between", "not decided: delta itself is only proven up to a bracket there"))
    shown.answer(report.document(), "sdp-proofs/account-calibration/1", lines, parameter, None)


def _lines(report: Report) -> list[tuple[str, str]]:
    answer, digits, asked = report.answer, report.digits, report.answer.asked
    lines = [("release", str(report.question.release)), ("adjacency", report.question.adjacency)]
    lines.append(("epsilon" if asked == "delta" else "delta", answer.given))
    if answer.value is None:
        lines.append((asked, f"infinite: {report.infinite}"))
    else:
        ends = value_lines(asked, answer.value, digits)
        if answer.value.exact is None and answer.value.upper > 0 and not answer.value.ball > 0:
            ends[1] = (ends[1][0], "0: no lower bound was found")
        lines += [*ends, ("to quote", report.quote)]
        if not answer.sharp:
            proven = min(answer.value.proven_digits, digits)
            lines.append(("proven digits", f"{proven} of {digits}: the best bracket within the limits"))
    lines.append(("direction", answer.direction))
    for side in answer.sides:
        if side.value is not None and len(answer.sides) > 1:
            lines.append((f"  {side.direction}", f"{side.value.at_most(digits)} by {side.method}"))
    lines.append(("method", answer.method))
    if answer.databases is not None:
        lines.append(("lower end", f"attained where {answer.databases}"))
    return lines
