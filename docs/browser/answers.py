"""Answers to the questions of the page "Try it": JSON in, JSON out; runs in the browser and, for the tests, natively.

Every question is one of the package's own functions. Numbers stay texts from the field that they are typed into to the
line that shows them, and errors are the package's own, in one line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from shlex import join
from typing import Any

Answer = dict[str, Any]


def ask(question: str, given: str) -> str:
    """Answer a question.

    Args:
        question: one of `QUESTIONS`.
        given: its fields, as a JSON object.

    Returns:
        A JSON object with `ok`, the answer, or `error`, a line.

    Example:
        >>> json.loads(ask("release", '{"release": "laplace(scale=10)", "delta": "0"}'))["ok"]["headline"]
        '\u03b5 \u2264 0.1'
        >>> json.loads(ask("release", '{"release": "laplace(scale=-1)", "delta": "0"}'))
        {'error': "scale must be > 0, got '-1'"}
    """
    from sdp_proofs.certificate import CertificateError
    from sdp_proofs.errors import DomainError, OptionsError, PrecisionError, SizeError

    try:
        fields = {name: value for name, value in json.loads(given).items() if value != ""}
        return json.dumps({"ok": QUESTIONS[question](**fields)}, sort_keys=True)
    except (CertificateError, DomainError, OptionsError, PrecisionError, SizeError, OSError) as error:
        return json.dumps({"error": " ".join(str(error).split())})


def training(
    *, noise_multiplier: str, batch_size: str, records: str, delta: str, epochs: str | None = None,
    steps: str | None = None, sampling: str = "poisson", digits: str = "8", check: str | None = None,
) -> Answer:  # fmt: skip
    """Compute the least epsilon of a training run by DP-SGD, and decide whether a number is a bound of it."""
    words = {
        "noise_multiplier": noise_multiplier, "batch_size": batch_size, "records": records, "epochs": epochs,
        "steps": steps, "sampling": None if sampling == "poisson" else sampling,
    }  # fmt: skip
    return _account({name: value for name, value in words.items() if value is not None}, delta, None, digits, check)


def release(
    *, release: str, delta: str | None = None, epsilon: str | None = None, adjacency: str | None = None,
    digits: str = "8", check: str | None = None,
) -> Answer:  # fmt: skip
    """Compute the least epsilon of a release at a delta, or delta at an epsilon."""
    words = {"release": release} if adjacency is None else {"release": release, "adjacency": adjacency}
    return _account(words, delta, epsilon, digits, check)


def replay(*, certificate: str) -> Answer:
    """Replay a certificate with the standard library alone, line by line."""
    from sdp_proofs.certificate import accounting, replayed
    from sdp_proofs.certificate.document import ACCOUNTING, loaded
    from sdp_proofs.certificate.limits import Budget
    from sdp_proofs.certificate.printing import account_lines, lines

    document = loaded(certificate.encode())
    if document["schema"] == ACCOUNTING:
        budget = Budget()
        account = accounting.read(document, budget)
        confirmed = account.confirmed(budget)
        return {"confirmed": confirmed, "lines": list(account_lines(account, confirmed))}
    found = replayed(document)
    return {"confirmed": found.confirmed, "lines": list(lines(document, found))}


QUESTIONS: Mapping[str, Callable[..., Answer]] = {"training": training, "release": release, "replay": replay}


def _account(words: dict[str, str], delta: str | None, epsilon: str | None, digits: str, check: str | None) -> Answer:
    import sdp_proofs as sdp
    from sdp_proofs.accounting.reports import GUARD_DIGITS

    asked = {**words, **{name: value for name, value in (("delta", delta), ("epsilon", epsilon)) if value is not None}}
    shown = int(digits)
    found = sdp.account(**asked, digits=shown, check=check)
    letter = "ε" if found.asked == "epsilon" else "δ"
    if found.value is None:
        answer: Answer = {"headline": "no finite ε", "ends": None}
    else:
        headline = f"{letter} ≤ {found.value.at_most(min(shown, 4))}"
        answer = {"headline": headline, "ends": found.value.to_json(shown + GUARD_DIGITS)}
    checked = None
    if found.checked is not None:
        checked = {"claimed": check, "above": found.checked.upper.value, "below": found.checked.lower.value}
    return {
        **answer,
        "quote": found.to_quote(),
        "letter": letter,
        "direction": found.direction,
        "method": found.method,
        "sharp": found.sharp,
        "rests_on": list(found.rests_on),
        "checked": checked,
        **_to_paste("account", asked, digits, check),
    }


def _to_paste(command: str, asked: dict[str, str], digits: str, check: str | None) -> dict[str, str]:
    """Write the same question for the shell and for Python."""
    more = {"digits": digits, **({} if check is None else {"check": check})}
    words = ["sdp-proofs", command]
    for name, value in (asked | more).items():
        words += [value] if name == "release" else [f"--{name.replace('_', '-')}", value]
    given = ", ".join(f"{name}={value if name == 'digits' else repr(value)}" for name, value in (asked | more).items())
    return {"shell": join(words), "python": f"import sdp_proofs as sdp; print(sdp.{command}({given}))"}


def ready() -> None:
    """Import what the first question about numbers needs, so that it need not wait."""
    import sdp_proofs.accounting.answers
    import sdp_proofs.accounting.inversion
    import sdp_proofs.accounting.reports
    import sdp_proofs.api.numbers
    import sdp_proofs.privacy.histogram.database  # noqa: F401
