"""`sdp-proofs smoothed`: the smoothed delta, when each record follows one of several sources."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from sdp_proofs.cli.answers import (
    GUARD_DIGITS,
    Check,
    Shown,
    Strict,
    comparison,
    dp_delta_line,
    quote_line,
    texts,
    value_lines,
)
from sdp_proofs.cli.command import AsJson, command
from sdp_proofs.cli.databases import read_budget
from sdp_proofs.cli.output import progress_bar
from sdp_proofs.cli.writing import check_places, leave, write_files, writes
from sdp_proofs.declarations import Option

if TYPE_CHECKING:
    from fractions import Fraction

    from sdp_proofs.numbers.enclosure import Enclosure
    from sdp_proofs.privacy.smoothed.delta import Route, SmoothedDelta, Smoothing

_METHODS = {
    "algorithm-1": "Algorithm 1 itself, every mixture in turn",
    "table": "all mixtures by binomial shifts",
    "window": "the homogeneous assignments, and a bound of all others",
    "factors": "all mixtures of three types by elementary bidiagonal factors",
}


@command("smoothed", "numbers.smoothed")
def smoothed(
    *,
    sources: list[str],
    records: str,
    rate: str | None,
    draws: str | None,
    odds: str | None,
    epsilon: str | None,
    digits: int,
    replacement: bool,
    route: str,
    is_open: bool,
    table: Annotated[
        str | None, Option("Write the expected delta of every mixture to a CSV file.", metavar="FILE")
    ] = None,
    check: Check = None,
    strict: Strict = False,
    as_json: AsJson = False,
) -> None:
    """Compute with proven digits the smoothed delta of a published histogram.

    Each record is drawn from one of the sources. The answer is the largest expected delta over all
    assignments of sources to records, rounded up.

    Give two sources or more, one of rate and draws, and one of odds and epsilon.

    After Ctrl-C the bounds that are proven by then are printed.
    """
    from sdp_proofs.errors import OptionsError
    from sdp_proofs.privacy.smoothed.delta import Known, smoothed_delta

    shown = Shown.read(digits, as_json, check, strict)
    if check is not None and table is not None:
        raise OptionsError("--check must not be given with --table")
    smoothing = _read(sources, not is_open, records, rate, draws, replacement)
    budget, way = read_budget(odds, epsilon), _read_route(route)
    check_places({"table": table})
    known: Known | None = None
    with progress_bar("smoothed") as show:

        def learn(news: Known) -> None:
            nonlocal known
            known = news
            show(news.done, news.steps)

        try:
            found = smoothed_delta(smoothing, budget, digits=digits, route=way, watch=learn)
        except KeyboardInterrupt:
            if known is not None:
                low, high = known.lower.bounds(digits)[0], known.upper.bounds(digits)[1]
                typer.echo(f"interrupted: delta_SDP lies between {low} and {high}", err=True)
            raise
        checked = shown.checked(
            found.value, lambda more: smoothed_delta(smoothing, budget, digits=more, route=way).value
        )
        worst = _dp_delta(smoothing, epsilon=epsilon, odds=odds, digits=digits)
    if table is not None and found.table is None:
        raise OptionsError(f"--table must go with the routes algorithm-1 and table, got {found.route.value}")
    payload: dict[str, object] = {
        "sources": [[str(probability) for probability in law] for law in smoothing.sources.laws],
        "closed": smoothing.sources.closed,
        "records": str(smoothing.records),
        "draws": str(smoothing.draws),
        "replacement": replacement,
        "epsilon": budget.text,
        "digits": str(digits),
        "delta": found.value.to_json(digits + GUARD_DIGITS),
        "proven_digits": str(found.value.proven_digits),
        "mixture": texts(_per_source(found, len(smoothing.sources.laws))),
        "vertices": texts(found.vertices),
        "redundant": _redundant(smoothing),
        "method": found.route.value,
        "attained": found.attained,
        "one_over_n": str(_one_over_n(smoothing)),
        "dp_delta": worst.to_json(digits + GUARD_DIGITS),
    }
    lines = _lines(smoothing, found, worst, digits, budget.text)
    shown.answer(payload, "sdp-proofs/smoothed/1", lines, "delta_SDP", checked)
    if table is not None:
        leave(write_files([(table, writes(partial(_write_table, found, digits)))]))


def _read(
    source: list[str], closed: bool, records: str, rate: str | None, draws: str | None, replacement: bool
) -> Smoothing:
    from sdp_proofs.distributions.source_set import SourceSet
    from sdp_proofs.numbers.reals import read_integer
    from sdp_proofs.privacy.budget import sampling_draws
    from sdp_proofs.privacy.smoothed.delta import Smoothing

    sources = SourceSet.from_laws(source, closed=closed)
    size = read_integer(records, "records")
    return Smoothing(sources, size, sampling_draws(size, rate=rate, draws=draws), replacement)


def _read_route(text: str) -> Route:
    from sdp_proofs.errors import UnknownNameError
    from sdp_proofs.privacy.smoothed.delta import Route

    try:
        return Route(text)
    except ValueError:
        raise UnknownNameError(f"route must be one of {', '.join(Route)}, got {text!r}") from None


def _write_table(found: SmoothedDelta, digits: int, stream: TextIO) -> None:
    """One line per mixture: how many records follow each source of the hull, and the bounds of its average."""
    import csv

    assert found.table is not None
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([*(f"source_{index + 1}" for index in found.vertices), "lower", "upper"])
    for mixture, value in sorted(found.table.items()):
        writer.writerow([*mixture, *value.bounds(digits + GUARD_DIGITS)])


def _dp_delta(smoothing: Smoothing, *, epsilon: str | None, odds: str | None, digits: int) -> Enclosure:
    """The delta of differential privacy: that of the worst database of this size."""
    from sdp_proofs.privacy.histogram.database import delta

    lone = smoothing.database((smoothing.records - 1, 1))
    return delta(lone, read_budget(odds, epsilon), digits=digits).value


def _per_source(found: SmoothedDelta, sources: int) -> list[int]:
    """Count the records that follow each source in the mixture found, none for those that are not vertices."""
    counts = dict(zip(found.vertices, found.mixture, strict=True))
    return [counts.get(index, 0) for index in range(sources)]


def _redundant(smoothing: Smoothing) -> dict[str, dict[str, str]]:
    return {
        str(index): {str(vertex): str(share) for vertex, share in shares.items()}
        for index, shares in smoothing.sources.redundant.items()
    }


def _one_over_n(smoothing: Smoothing) -> Fraction:
    from fractions import Fraction

    return Fraction(1, smoothing.records)


def _lines(
    smoothing: Smoothing, found: SmoothedDelta, worst: Enclosure, digits: int, epsilon: str
) -> Iterator[tuple[str, str]]:
    sources, value = smoothing.sources, found.value
    yield "sources", f"{len(sources.laws)} over {sources.types} types"
    for index in found.vertices:
        yield f"  source {index + 1}", _law(sources.laws[index])
    for index, shares in sources.redundant.items():
        mixture = " + ".join(f"{share} source {vertex + 1}" for vertex, share in shares.items())
        yield f"  source {index + 1}", f"{_law(sources.laws[index])}, redundant: {mixture}"
    how = "with replacement" if smoothing.replacement else "without replacement"
    yield "records", f"n = {smoothing.records}"
    yield "draws", f"T = {smoothing.draws}, {how}"
    yield "epsilon", epsilon
    yield from value_lines("delta_SDP", value, digits)
    yield quote_line(found, digits)
    yield "proven digits", "all" if value.exact is not None else str(value.proven_digits)
    sharp = value.exact is not None or found.table is not None or value.proven_digits >= digits
    label = "worst mixture" if sharp else "best found"
    for index, count in zip(found.vertices, found.mixture, strict=True):
        yield label, f"{count} records follow source {index + 1}"
        label = ""
    yield "value is", "a maximum" if found.attained else "a supremum: the sources do not belong to the set"
    yield "route", f"{found.route.value}: {_METHODS[found.route.value]}"
    yield comparison("delta_SDP", value, smoothing.database((smoothing.records - 1, 1)))
    yield dp_delta_line(worst, smoothing.replacement)


def _law(law: tuple[Fraction, ...]) -> str:
    return ", ".join(map(str, law))
