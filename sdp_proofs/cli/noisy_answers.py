"""`sdp-proofs utility RELEASE`: how far off answers with noise are."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sdp_proofs.cli import one_database as shared
from sdp_proofs.cli.output import print_json, progress_bar

if TYPE_CHECKING:
    from sdp_proofs.numbers.enclosure import Enclosure

_UNKNOWN = "not computed: "


def noisy_answers(release: str, answers: str, beta: str, error: str | None, digits: int, as_json: bool) -> None:
    """Print expected errors, quantiles and tails of the three norms, rounded up."""
    from sdp_proofs.accounting.grammar import of_argument, read_release
    from sdp_proofs.answering.errors import NORMS, Errors, read_beta
    from sdp_proofs.answering.noise_of import noise_of

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
