"""Answers to the questions of the page "Try it": JSON in, JSON out; runs in the browser and, for the tests, natively.

Every question is one of the package's own functions. Numbers stay texts from the field that they are typed into to the
line that shows them, and errors are the package's own, in one line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
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


def columns(*, path: str) -> Answer:
    """Read the names of the first columns of a CSV file, and how many more there are."""
    from sdp_proofs.files import csv_rows
    from sdp_proofs.privacy.audit import LARGEST_FILE

    _, header = next(csv_rows(path, most_rows=2, most_bytes=LARGEST_FILE), (0, []))
    return {"columns": header[:MOST_COLUMNS], "more": max(0, len(header) - MOST_COLUMNS)}


def counts(
    *, rate: str, epsilon: str, counts: str | None = None, path: str | None = None, column: str | None = None,
    digits: str = "12",
) -> Answer:  # fmt: skip
    """Compute delta(x) of publishing the histogram of a sample of these records, beside 1/n and the worst database."""
    import sdp_proofs as sdp
    from sdp_proofs.accounting.reports import GUARD_DIGITS
    from sdp_proofs.numbers.decide import decide_less
    from sdp_proofs.numbers.enclosure import Enclosure

    found, names, warnings = _counted(counts, path, column)
    database = sdp.Database.read(counts=found, rate=rate)
    delta = sdp.delta(database, epsilon=epsilon, digits=int(digits))
    asked = {"counts": found, "rate": rate, "epsilon": epsilon}
    return {
        "headline": f"δ ≤ {delta.value.at_most(min(int(digits), 4))}",
        "letter": "δ",
        "ends": delta.value.to_json(int(digits) + GUARD_DIGITS),
        "quote": delta.to_quote(),
        "records": str(database.records),
        "draws": str(database.draws),
        "below_one_over_n": decide_less(delta.value, Fraction(1, database.records)).value,
        "one_over_n": Enclosure.of(Fraction(1, database.records)).at_most(4),
        "worst": Enclosure.of(Fraction(database.draws, database.records)).at_most(4),
        "shares": list(_shares(database.counts, names, database.draws)),
        "warnings": list(warnings),
        **_to_paste("delta", asked, digits, None),
    }


def audit(
    *, rate: str, counts: str | None = None, path: str | None = None, column: str | None = None
) -> Answer:  # fmt: skip
    """Tabulate delta(x) at several epsilons, and compute the least epsilon at which delta(x) is at most 1/n."""
    import sdp_proofs as sdp

    found, names, _ = _counted(counts, path, column)
    return sdp.audit(dict(zip(names, map(int, found.split(",")), strict=True)), rate=rate, name="records").to_dict()


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
        return {"confirmed": confirmed, "formula": None, "met": True, "lines": list(account_lines(account, confirmed))}
    found = replayed(document)
    said = {"confirmed": found.confirmed, "formula": found.answer.value, "met": all(found.met)}
    return {**said, "lines": list(lines(document, found))}


def certificate(*, of: str, **given: str) -> Answer:
    """Write what the standard library replays of an answer.

    An epsilon at a delta is certified as a delta at an epsilon a little larger, as the lattice of a certificate is
    coarser than that of the engine; the answer says which pair it is.
    """
    from sdp_proofs.accounting.analysis import Question
    from sdp_proofs.errors import OptionsError

    if of == "counts":
        import sdp_proofs as sdp

        counts, _, _ = _counted(given.get("counts"), given.get("path"), given.get("column"))
        database = sdp.Database.read(counts=counts, rate=given["rate"])
        release = sdp.SamplingHistogram(draws=database.draws, counts=database.counts)
        if database.records > MOST_CERTIFIED:
            words = ["account", str(release), "--adjacency", "replace-one", "--epsilon", given["epsilon"]]
            shell = f"in the shell: {join(['sdp-proofs', *words, '--certificate', 'certificate.json'])}"
            instead = shell if database.records <= MOST_IN_THE_SHELL else "the line for the shell computes delta again"
            raise OptionsError(
                f"a certificate must be of at most {MOST_CERTIFIED} records here, got {database.records}; {instead}"
            )
        return _certified(Question.of(release, "replace-one"), epsilon=given["epsilon"])
    run = _run({name: value for name, value in given.items() if name in _WORDS and (name, value) != POISSON})
    question = Question.of(run.release, given.get("adjacency") or run.adjacency)
    return _certified(question, delta=given.get("delta"), epsilon=given.get("epsilon"))


QUESTIONS: Mapping[str, Callable[..., Answer]] = {
    "training": training,
    "release": release,
    "columns": columns,
    "counts": counts,
    "audit": audit,
    "replay": replay,
    "certificate": certificate,
}
MOST_CERTIFIED = 20_000
"""The largest database whose answer is certified in a browser, in some two minutes; the time grows like the square."""
MOST_IN_THE_SHELL = 100_000
"""The largest database whose certificate is worth its time in the shell."""
MOST_COLUMNS = 1000
"""Columns of a file that are offered: as many options as a browser lays out at once."""
POINTS = 1000
"""Fineness of the lattice of a certificate: as fine as a browser computes in seconds."""
POISSON = ("sampling", "poisson")
_WORDS = ("release", "noise_multiplier", "batch_size", "records", "epochs", "steps", "sampling")
MOST_SHOWN = 8
NEARLY_ZERO = Fraction(1, 10**30)
"""A delta that is certified where it is 0: the ends of a lattice may leave something."""
_ABOVE = ("1.01", "1.05", "1.3")


def _run(words: Mapping[str, str]) -> Any:
    from sdp_proofs.api.releases import run_of

    return run_of(words.get("release"), **{name: value for name, value in words.items() if name != "release"})


def _certified(question: Any, *, delta: str | None = None, epsilon: str | None = None) -> Answer:
    from sdp_proofs.accounting.answers import epsilon_at, read_delta
    from sdp_proofs.accounting.certified_file import worst_file
    from sdp_proofs.errors import DomainError
    from sdp_proofs.numbers.enclosure import Enclosure

    if epsilon is not None:
        document = worst_file(question, epsilon, points=POINTS)
    else:
        least = epsilon_at(question, delta or "0", digits=4).value
        if least is None:
            raise DomainError("a certificate must be one of a finite epsilon")
        for factor in _ABOVE:
            epsilon = str(Decimal(least.at_most(4)) * Decimal(factor))
            document = worst_file(question, epsilon, points=POINTS)
            if Fraction(document["delta"]) <= (read_delta(delta or "0") or NEARLY_ZERO):
                break
    stated = Enclosure.of(Fraction(document["delta"])).at_most(4)
    sign = "=" if document["kind"] == "exact" else "≤"
    # As a text: JavaScript would round the integers of a document.
    return {"document": json.dumps(document), "says": f"δ {sign} {stated} at ε = {document['epsilon']}"}


def _counted(counts: str | None, path: str | None, column: str | None) -> tuple[str, list[str], tuple[str, ...]]:
    """Return counts as text, the names of the types, and what looks like a slip in the file."""
    from sdp_proofs.errors import OptionsError
    from sdp_proofs.privacy.audit import read_column

    if path is not None:
        found = read_column(path, column or "")
        return ",".join(map(str, found.counts)), list(found.values), found.slips
    if counts is None:
        raise OptionsError("counts or a file must be given, got neither")
    parts = [part.strip() for part in counts.replace(";", ",").split(",")]
    return ",".join(parts), [f"type {place}" for place in range(1, len(parts) + 1)], ()


def _shares(counts: Sequence[int], names: Sequence[str], draws: int) -> Iterator[list[str]]:
    """Yield the name, the least, the true and the largest share that a sample can have, of each of the first types."""
    from sdp_proofs.numbers.enclosure import Enclosure

    records = sum(counts)
    for name, count in list(zip(names, counts, strict=True))[:MOST_SHOWN]:
        ends = max(0, draws - (records - count)), min(count, draws)
        least, largest = (Enclosure.of(Fraction(end, draws)).to_json(6) for end in ends)
        share = Enclosure.of(Fraction(count, records)).rounded(6)
        yield [name, least["lower"] or "", share or "", largest["upper"] or ""]


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
    """Write the same question for the shell and for Python; what the question is about has no name."""
    words, given = ["sdp-proofs", command], list[str]()
    all_of_it = {**asked, "digits": digits}
    if check is not None:
        all_of_it["check"] = check
    for name, value in all_of_it.items():
        words += [value] if name == "release" else [f"--{name.replace('_', '-')}", value]
        shown = value if name == "digits" else repr(value)
        given.append(shown if name in ("release", "counts") else f"{name}={shown}")
    return {"shell": join(words), "python": f"import sdp_proofs as sdp; print(sdp.{command}({', '.join(given)}))"}


def ready() -> None:
    """Import what the first question about numbers needs, so that it need not wait."""
    import sdp_proofs.accounting.answers
    import sdp_proofs.accounting.inversion
    import sdp_proofs.accounting.reports
    import sdp_proofs.api.releases
    import sdp_proofs.privacy.histogram.database  # noqa: F401
