"""`sdp-proofs utility`: an adversary's utility against one database, or the error of answers with noise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

from sdp_proofs.cli import answers as shared
from sdp_proofs.cli.answers import Check, Shown, Strict
from sdp_proofs.cli.command import COMMANDS, AsJson, command, refuse_others
from sdp_proofs.cli.databases import Data, read_budget, read_database, refuse_bare_counts
from sdp_proofs.cli.output import print_json, progress_bar
from sdp_proofs.declarations import Option

if TYPE_CHECKING:
    from sdp_proofs.numbers.enclosure import Enclosure
    from sdp_proofs.privacy.utility import Utility

_UNKNOWN = "not computed: "
_OF_NOISE = ("release", "answers", "beta", "error", "digits", "as_json")


@command("utility", "numbers.utility")
def utility(
    *,
    release: Annotated[
        str | None,
        Option("Noise instead of counts, as for account: laplace(scale=10).", metavar="[RELEASE]", argument=True),
    ] = None,
    data: Data = None,
    rate: str | None,
    draws: str | None,
    odds: str | None,
    epsilon: str | None,
    threshold: str | None,
    digits: int,
    replacement: bool,
    answers: Annotated[str | None, Option("Of noise: how many answers; one by default.", metavar="K")] = None,
    beta: Annotated[str | None, Option("Of noise: the probability of a larger error; 0.05 by default.")] = None,
    error: Annotated[str | None, Option("Of noise: also the probability of an error above this.")] = None,
    check: Check = None,
    strict: Strict = False,
    as_json: AsJson = False,
) -> None:
    """Compute the adversary's adjusted utility with proven digits, whichever record it does not know.

    The answer is rounded up, so that it holds as it is printed.

    Give the counts, one of rate and draws, and one of threshold, odds and epsilon: predictions of an
    accuracy of at most t = odds/(odds + 1) do not count.

    Or give a RELEASE that adds noise: how far off K answers are, in the l1, l2 and l-infinity norm.
    """
    _check(dict(locals()))
    from sdp_proofs.errors import OptionsError
    from sdp_proofs.privacy.utility import utility as adjusted_utility

    if release is not None:
        _noisy_answers(release, answers or "1", beta or "0.05", error, digits, as_json)
        return
    shown = Shown.read(digits, as_json, check, strict)
    database = read_database(data or "", rate, draws, replacement)
    given = sum(value is not None for value in (odds, epsilon, threshold))
    if given != 1:
        raise OptionsError(f"exactly one of threshold, odds and epsilon must be given, got {given}")
    budget = None if threshold is not None else read_budget(odds, epsilon)

    def ask(digits: int) -> Utility:
        return adjusted_utility(database, budget=budget, threshold=threshold, digits=digits)

    with progress_bar("utility", 1):
        found = ask(digits)
        checked = shown.checked(found.value, lambda more: ask(more).value)
    payload: dict[str, object] = {
        **shared.described(database),
        "epsilon": None if budget is None else budget.text,
        "threshold": threshold,
        "digits": str(digits),
        "utility": found.value.to_json(digits + shared.GUARD_DIGITS),
        "known": shared.texts(found.known),
        "truth": found.truth,
    }
    lines = [
        *shared.database_lines(database),
        ("threshold", f"t = {threshold}" if budget is None else f"t = E/(E+1), E = exp({budget.text})"),
        *shared.value_lines("utility", found.value, digits),
        shared.quote_line(found, digits),
        ("adversary knows", ", ".join(shared.texts(found.known))),
        ("missing record", f"of type {found.truth + 1} of {len(found.known)}"),
        shared.comparison("the utility", found.value, database),
    ]
    shown.answer(payload, "sdp-proofs/utility/1", lines, "utility", checked)


def _check(given: Mapping[str, Any]) -> None:
    """Refuse the options of the other question, and the lack of both."""
    from sdp_proofs.errors import OptionsError

    options = COMMANDS["utility"].options
    if given["release"] is not None:
        refuse_bare_counts(given["release"])
        refuse_others(given, _OF_NOISE, options, "with a release")
        return
    others = {*options} - {"answers", "beta", "error"}
    refuse_others(given, others, options, "without a release")
    if given["data"] is None:
        raise OptionsError("a release or --counts must be given, got neither")


def _noisy_answers(release: str, answers: str, beta: str, error: str | None, digits: int, as_json: bool) -> None:
    """Print expected errors, quantiles and tails of the three norms, rounded up."""
    from sdp_proofs.accounting.grammar import of_argument, read_release
    from sdp_proofs.answering.errors import NORMS, Errors, noise_of, read_beta

    read = read_release(of_argument(release))
    errors = Errors(noise_of(read), answers)  # type: ignore[arg-type]
    read_beta(beta)
    rows: dict[str, dict[str, Enclosure | str]] = {}
    with progress_bar("utility"):
        square = errors.root_mean_square(digits=digits)
        for norm in NORMS:
            rows[norm] = {
                "mean": _asked(lambda norm=norm: errors.mean(norm, digits=digits)),  # type: ignore[misc]
                "quantile": _asked(lambda norm=norm: errors.quantile(norm, beta, digits=digits)),  # type: ignore[misc]
            }
            if error is not None:
                rows[norm]["exceeds"] = _asked(lambda norm=norm: errors.exceeds(norm, error, digits=digits))  # type: ignore[misc]
    if as_json:
        payload: dict[str, object] = {
            "release": str(read),
            "answers": str(errors.answers),
            "beta": beta,
            "error": error,
            "digits": str(digits),
            "root_mean_square": square.to_json(digits + shared.GUARD_DIGITS),
            "norms": {norm: {name: _json(value, digits) for name, value in row.items()} for norm, row in rows.items()},
        }
        print_json(payload, "sdp-proofs/utility-of-noise/1")
        return
    lines = [("release", str(read)), ("answers", str(errors.answers)), ("beta", beta)]
    lines.append(("root mean square", f"{square.at_most(digits)} of the l2 error"))
    said = {
        "mean": "{} on average",
        "quantile": f"{{}} is exceeded with probability at most {beta}",
        "exceeds": f"above {error} with probability {{}}",
    }
    for norm, row in rows.items():
        for index, (name, value) in enumerate(row.items()):
            text = value if isinstance(value, str) else said[name].format(value.at_most(digits))
            lines.append((f"{norm} error" if index == 0 else "", text))
    shared.print_lines(lines)


def _asked(value: Callable[[], Enclosure]) -> Enclosure | str:
    """The value, or why there is none."""
    from sdp_proofs.errors import PrecisionError, SizeError

    try:
        return value()
    except (PrecisionError, SizeError) as error:
        return f"{_UNKNOWN}{error}"


def _json(value: Enclosure | str, digits: int) -> object:
    return value if isinstance(value, str) else value.to_json(digits + shared.GUARD_DIGITS)
