"""`sdp-proofs account`: what a sequence of releases costs in (epsilon, delta), with proven digits."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from typer.core import TyperCommand

from sdp_proofs.cli import account_curve, account_measures
from sdp_proofs.cli.answers import Check, Shown, Strict, value_lines
from sdp_proofs.cli.command import AsJson, command
from sdp_proofs.cli.output import progress_bar
from sdp_proofs.cli.writing import check_places, leave, write_files, writes
from sdp_proofs.declarations import Option

if TYPE_CHECKING:
    from sdp_proofs.accounting.reports import Report
    from sdp_proofs.runs.recorded import Recorded
    from sdp_proofs.runs.words import Training

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


@command("account", "releases.account", "releases.measure", kind=_WithMechanisms)
def account(
    *,
    release: str | None,
    noise_multiplier: str | None,
    batch_size: str | None,
    records: str | None,
    epochs: str | None,
    steps: str | None,
    sampling: str | None,
    delta: str | None,
    epsilon: str | None,
    order: str | None,
    false_positive_rate: str | None,
    prior: str | None,
    advantage: bool,
    rho: bool,
    mu: bool,
    adjacency: str | None,
    digits: int,
    method: str,
    check: Check = None,
    strict: Strict = False,
    curve: Annotated[
        str | None,
        Option("Write the whole profile, or what --explain finds: a .png, .svg, .pdf or .csv file.", metavar="FILE"),
    ] = None,
    explain: Annotated[
        bool,
        Option("With --delta: say what each phase and one more epoch cost; with --epsilon too, what is left of it."),
    ] = False,
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

    Give a release and one of --delta (the answer is the least epsilon), --epsilon (the answer is delta) and --curve, or
    ask for another measure by --order, --fpr, --prior, --advantage, --rho or --mu. A training run may be given by
    --noise-multiplier, --batch-size, --records and --epochs or --steps instead.

    With one ? in the place of a number, --delta and --epsilon are the budget and the answer is that number: the least
    sigma or scale, the most steps, the largest rate, certified on both sides.

    A release may also be the name of a .json, .yaml or .txt file that holds one. With --mechanisms a Python file of
    yours is run first, and what it defines is known too.
    """
    from sdp_proofs.accounting.grammar import load_mechanisms
    from sdp_proofs.api.releases import asked_of
    from sdp_proofs.errors import OptionsError

    load_mechanisms(defined)
    shown = Shown.read(digits, as_json, check, strict)
    words = {
        "noise_multiplier": noise_multiplier, "batch_size": batch_size, "records": records, "epochs": epochs,
        "steps": steps, "sampling": sampling,
    }  # fmt: skip
    asked = Asked.of(release, words, delta=delta, epsilon=epsilon, adjacency=adjacency, method=method)
    measured = [order, false_positive_rate, prior, advantage or None, rho or None, mu or None]
    if any(one is not None for one in measured):
        if asked.open or explain or any(one is not None for one in (delta, epsilon, curve, certificate)):
            measures = "--order, --fpr, --prior, --advantage, --rho and --mu"
            raise OptionsError(f"{measures} must be given alone, with a release without ?")
        name, given = asked_of(order, false_positive_rate, prior, advantage=advantage, rho=rho, mu=mu)
        account_measures.answer(asked.run, name, None if given is None else str(given), adjacency, shown)
        return
    _refuse_check(asked, check)
    if explain and not asked.open:
        if delta is None or certificate is not None or check is not None:
            raise OptionsError("--explain must go with --delta, and with neither --certificate nor --check")
        _explain(asked, delta, curve, as_json)
        return
    answer(asked, shown, curve=curve, certificate=certificate)


def answer(asked: Asked, shown: Shown, *, curve: str | None = None, certificate: str | None = None) -> None:
    """Print the answer to what is asked: epsilon, delta, or the number that the `?` stands for.

    Args:
        asked: about which releases, and what.
        shown: how.
        curve: where the whole profile is written, too.
        certificate: where a certificate is written.

    Raises:
        OptionsError: options that do not go together.
    """
    from sdp_proofs.accounting.analysis import Question
    from sdp_proofs.accounting.reports import Report

    if asked.open:
        _calibrate(asked, shown)
        return
    _refuse_options(asked.delta, asked.epsilon, curve, certificate)
    check_places({"curve": curve, "certificate": certificate})
    if curve is not None:
        account_curve.check(curve)
    question = Question.of(asked.run.release, asked.adjacency or asked.run.adjacency)
    if curve is not None:
        lines = account_curve.write(question, curve)
        if asked.delta is None and asked.epsilon is None:
            account_curve.show(question, lines, shown.as_json)
            return
    with progress_bar("account"):
        report = Report.of(
            question, delta=asked.delta, epsilon=asked.epsilon, digits=shown.digits, method=asked.method,
            certified=certificate is not None,
        )  # fmt: skip
        # A bracket that is the best within the limits has no more digits.
        checked = shown.checked(report.answer.value, report.again if report.answer.sharp else None)
        if checked is not None:
            checked = checked._replace(found=report.settled(checked.found, checked.claimed))
        beside = asked.beside(shown.digits)
    if certificate is not None:
        text = json.dumps(report.certificate)
        note = f"; replay it with: python -P -m sdp_proofs.certificate {certificate}"
        leave(write_files([(certificate, writes(text))], note=note))
    lines = [*_lines(report, asked.run.facts), *beside, *_rests_on(asked.run)]
    shown.answer(asked.document(report), "sdp-proofs/account/1", lines, report.answer.asked, checked)


def _refuse_check(asked: Asked, check: str | None) -> None:
    """Refuse a check without an answer that it is one of."""
    from sdp_proofs.errors import OptionsError

    if check is not None and (asked.open or (asked.delta is None and asked.epsilon is None)):
        raise OptionsError("--check must go with one of --delta and --epsilon, and no ? in the release")


def _refuse_options(delta: str | None, epsilon: str | None, curve: str | None, certificate: str | None) -> None:
    """Refuse options that do not go together, of a release without a `?`."""
    from sdp_proofs.errors import OptionsError

    if delta is not None and epsilon is not None:
        raise OptionsError("--delta and --epsilon must not be given together, unless the release has a ?")
    if delta is None and epsilon is None and curve is None:
        raise OptionsError("one of --delta, --epsilon and --curve must be given, got none")
    if certificate is not None and epsilon is None:
        raise OptionsError("--certificate must go with --epsilon")


class Asked(NamedTuple):
    """A question of `account`, or of `delta` about a release: the release, with or without a `?`, and the rest.

    Args:
        expression: as typed, or made of the parameters of a training run; empty where it was read from a file.
        words: the training run.
        read: what the file says.
        delta: ask for epsilon at this delta, as typed;
        epsilon: or for delta at this epsilon, or with a `?` the budget of both.
        adjacency: as typed.
        method: the engine.
    """

    expression: str
    words: Training | None = None
    read: Recorded | None = None
    delta: str | None = None
    epsilon: str | None = None
    adjacency: str | None = None
    method: str = "auto"

    @classmethod
    def of(cls, release: str | None, words: Mapping[str, str | None] = MappingProxyType({}), **asked: Any) -> Asked:
        """Return what was given: a release or the parameters of a training run, and the fields of the question.

        Raises:
            OptionsError: both a release and words, or neither.
            DomainError: a file or words that cannot be read.
        """
        from sdp_proofs.errors import OptionsError
        from sdp_proofs.runs.recorded import is_file_name

        given = {name: value for name, value in words.items() if value is not None}
        if release is not None:
            if given:
                raise OptionsError(f"--{next(iter(given)).replace('_', '-')} must not be given with a release")
            if not is_file_name(release):
                return cls(release, **asked)
            from sdp_proofs.runs.files import read_file

            return cls("", read=read_file(release), **asked)
        if not given:
            raise OptionsError(
                "a release must be given, or a training run: --noise-multiplier, --batch-size, --records and --epochs"
            )
        from sdp_proofs.runs.words import Training

        training = Training.of(**given)
        return cls(training.expression, training, **asked)

    @property
    def open(self) -> bool:
        """True where one number is asked for."""
        return "?" in self.expression

    @property
    def run(self) -> Recorded:
        """The release, and what was read beside it."""
        from sdp_proofs.accounting.grammar import read_release
        from sdp_proofs.runs.recorded import Recorded

        if self.read is not None:
            return self.read
        if self.words is not None:
            return self.words.recorded
        return Recorded(read_release(self.expression), "the release that was given")

    def beside(self, digits: int) -> list[tuple[str, str]]:
        """Return the other answer where batches are parts of a shuffled list: that of Poisson batches."""
        from sdp_proofs.accounting.analysis import Question
        from sdp_proofs.accounting.reports import Report
        from sdp_proofs.runs.words import WHY_THEY_DIFFER

        if self.words is None or self.words.sampling != "shuffled":
            return []
        question = Question.of(self.words.as_poisson.recorded.release)
        answer = Report.of(question, delta=self.delta, epsilon=self.epsilon, digits=digits).answer
        shown = "infinite" if answer.value is None else answer.value.at_most(digits)
        return [("if Poisson", f"{answer.asked} {shown} for {question.release}"), ("why they differ", WHY_THEY_DIFFER)]

    def document(self, report: Report) -> dict[str, Any]:
        """Return the fields of the JSON document."""
        run, found = self.run, report.document()
        if run.unseen:
            found["rests_on"] = list(run.unseen)
        if self.read is not None:
            found["source"] = run.source
        if self.words is not None:
            found["run"] = {**dict(run.facts), "sampling": self.words.sampling}
        return found


def _explain(asked: Asked, delta: str, curve: str | None, as_json: bool) -> None:
    from sdp_proofs.cli.answers import print_lines
    from sdp_proofs.cli.output import print_json
    from sdp_proofs.runs.explained import explain

    if curve is not None:
        account_curve.check(curve)
    run = asked.run
    with progress_bar("account"):
        found = explain(run.release, delta=delta, adjacency=asked.adjacency or run.adjacency, budget=asked.epsilon)
    if curve is not None:
        account_curve.write_odometer(found, str(run.release), curve)
    if as_json:
        document = {"release": str(run.release), "delta": delta, "budget": asked.epsilon, **found.document()}
        print_json({**document, "rests_on": list(run.unseen)}, "sdp-proofs/account-explain/1")
    else:
        print_lines([("release", str(run.release)), *run.facts, ("delta", delta), *found.lines(), *_rests_on(run)])


def _calibrate(asked: Asked, shown: Shown) -> None:
    from sdp_proofs.accounting.calibration import CalibrationReport
    from sdp_proofs.errors import OptionsError

    delta, epsilon = asked.delta, asked.epsilon
    if delta is None or epsilon is None:
        raise OptionsError("both --delta and --epsilon must be given with a ? in the release")
    with progress_bar("values tried", logged=True) as advance:
        report = CalibrationReport.of(
            asked.expression, epsilon=epsilon, delta=delta, adjacency=asked.adjacency, digits=shown.digits,
            heard=advance,
        )  # fmt: skip
    parameter = report.found.parameter
    lines = [("release", asked.expression), ("epsilon", epsilon), ("delta", delta), (parameter, report.meets)]
    document = report.document()
    if asked.words is not None:
        [word] = asked.words.unknown
        same = word in ("noise_multiplier", "steps")
        found = report.meets if same else asked.words.of_parameter(report.found.meets)
        document["word"] = {"name": word, "value": found}
        if not same:
            lines.append((word.replace("_", " "), found))
    lines += [("  fails at", report.where_it_fails), ("to quote", report.quote)]
    if report.note:
        lines.append(("note", report.note))
    if not report.sharp:
        lines.append(("  between", "not decided: delta itself is only proven up to a bracket there"))
    shown.answer(document, "sdp-proofs/account-calibration/1", lines, parameter, None)


def _rests_on(run: Recorded) -> list[tuple[str, str]]:
    """Return what the record of a run does not show and the answer rests on, one line each."""
    lines = [("it rests on", "what the description of the run does not show")] if run.unseen else []
    return [*lines, *(("", line) for line in run.unseen)]


def _lines(report: Report, facts: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    from sdp_proofs.accounting.analysis import BY_CONVENTION, with_group
    from sdp_proofs.accounting.release import remarks

    answer, digits, asked = report.answer, report.digits, report.answer.asked
    why = f", {BY_CONVENTION}" if report.question.by_convention else ""
    neighbours = with_group(report.question.adjacency, report.question.changed)
    lines = [("release", str(report.question.release)), *facts, ("adjacency", f"{neighbours}{why}")]
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
    lines += [("note", remark) for remark in remarks(report.question.release)]
    if answer.databases is not None:
        lines.append(("lower end", f"attained where {answer.databases}"))
    return lines
