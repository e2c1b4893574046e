"""`sdp-proofs delta`: delta of one database under sampling, or of a release."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sdp_proofs.cli import average, checking, pair, repeated
from sdp_proofs.cli import one_database as shared
from sdp_proofs.cli.account import account
from sdp_proofs.cli.completion import one_of
from sdp_proofs.cli.output import progress_bar
from sdp_proofs.cli.writing import check_places, leave, write_files, writes

if TYPE_CHECKING:
    from sdp_proofs.privacy.budget import Budget
    from sdp_proofs.privacy.histogram.database import Database

_HISTOGRAM = "sampling-histogram"


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("delta")(delta)


def delta(
    release: Annotated[
        str | None, typer.Argument(metavar="[RELEASE]", help="Instead of counts, as for account: laplace(scale=10).")
    ] = None,
    counts: shared.CountsIfAny = None,
    rate: shared.Rate = None,
    draws: shared.Draws = None,
    odds: shared.Odds = None,
    epsilon: shared.Epsilon = None,
    threshold: Annotated[str | None, typer.Option(help="Or t in [1/2, 1), with odds t/(1-t).")] = None,
    digits: shared.Digits = 30,
    replacement: shared.Replacement = False,
    releases: Annotated[
        int, typer.Option(help="How often the histogram is published, each time from a fresh sample.")
    ] = 1,
    mechanism: Annotated[
        str,
        typer.Option(
            help=f"What is published: {_HISTOGRAM} or {average.MECHANISM}.",
            autocompletion=one_of(_HISTOGRAM, average.MECHANISM),
        ),
    ] = _HISTOGRAM,
    values: Annotated[
        str | None,
        typer.Option(metavar="V,V,...", help="Of the average: the records, integers, or a file with them."),
    ] = None,
    levels: Annotated[
        str | None, typer.Option(metavar="LOW:HIGH", help="Of the average: what a record can be: -128:127.")
    ] = None,
    rounded: Annotated[
        bool, typer.Option("--rounded", help="Of the average: round the mean to a level, ties away from zero.")
    ] = False,
    adjacency: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Of a RELEASE: add-remove or replace-one.",
            autocompletion=one_of("add-remove", "replace-one"),
        ),
    ] = None,
    neighbour: Annotated[
        str | None,
        typer.Option(
            metavar="N,N,...", help="Compare with this neighbour x' alone: its counts, or values; both directions."
        ),
    ] = None,
    coq: Annotated[
        str | None, typer.Option("--coq", metavar="FILE", help="Two types: write a theorem for Coq with its proof.")
    ] = None,
    check: checking.Check = None,
    strict: checking.Strict = False,
    as_json: shared.AsJson = False,
) -> None:
    """Compute with proven digits how much one record of a database shows in a published sample, or in a RELEASE.

    The answer is delta(x) of the database x (Definition 2), the worst of all neighbours, rounded up.

    With --releases K, how much K releases show together at one epsilon: exactly where that can be computed, and by two
    bounds, K times delta at epsilon/K and domination by randomised response.

    Give the counts (of the average: values and levels), one of rate and draws, and one of odds, epsilon and threshold.
    Or a RELEASE in the language of `account`, and one of odds, epsilon and threshold.

    With --neighbour both databases are given, and the answer is what the output tells them apart by: that of sampling,
    or with counts and a RELEASE, such as laplace(scale=2), that of all counts with this noise on each.
    """
    from sdp_proofs.errors import DomainError

    shown = checking.Shown.read(digits, as_json, check, strict)
    if check is not None and coq is not None:
        raise DomainError("--check must not be given with --coq")
    if release is not None:
        shared.refuse_bare_counts(release)
        of_sample = (rate, draws, values, levels, coq)
        if any(option is not None for option in of_sample) or replacement or rounded or releases != 1:
            raise DomainError("the options of a sample must not be given with a release")
        _release(release, counts, neighbour, adjacency, shared.read_budget(odds, epsilon, threshold), shown)
        return
    if adjacency is not None:
        raise DomainError("--adjacency must go with a release")
    one: dict[str, object] = {"releases": None if releases == 1 else releases, "coq": coq, "neighbour": neighbour}
    _check_options(mechanism, counts=counts, values=values, levels=levels, rounded=rounded, replacement=replacement)
    _check_apart(mechanism, one)
    if mechanism == average.MECHANISM:
        budget = shared.read_budget(odds, epsilon, threshold)
        average.average(values, levels, rate, draws, rounded, budget, shown, neighbour)
        return
    database = shared.read_database(counts or "", rate, draws, replacement)
    budget = shared.read_budget(odds, epsilon, threshold)
    theorem = None if coq is None else _theorem(coq, database, budget, releases)
    if neighbour is not None:
        pair.sampled(database, neighbour, budget, shown)
    elif releases == 1:
        _histogram(database, budget, shown)
    else:
        repeated.repeated(database, budget, releases, shown)
    if coq is not None and theorem is not None:
        note = "; compile it with the library of an export: coqc -R DIR SdpProofs " + coq
        leave(write_files([(coq, writes(theorem))], note=note))


def _release(
    release: str,
    counts: str | None,
    neighbour: str | None,
    adjacency: str | None,
    budget: Budget,
    shown: checking.Shown,
) -> None:
    """Delta of a release: over all neighbours, or of the two databases that are given."""
    from sdp_proofs.errors import DomainError

    if counts is not None and neighbour is not None:
        pair.noisy(release, counts, neighbour, adjacency, budget, shown)
    elif counts is None and neighbour is None:
        digits, as_json, check, strict = shown
        account(
            release,
            epsilon=budget.text,
            adjacency=adjacency,
            digits=digits,
            check=check,
            strict=strict,
            as_json=as_json,
        )
    else:
        raise DomainError("--counts and --neighbour must be given together with a release, or neither")


def _theorem(file: str, database: Database, budget: Budget, releases: int) -> str:
    """The text of the theorem that delta lies between bounds, or an error in one line."""
    from sdp_proofs.errors import DomainError
    from sdp_proofs.kernel.numbers import delta_theorem

    check_places({"coq": file})
    odds = budget.rational_odds
    if len(database.counts) != 2 or database.replacement or releases != 1 or odds is None:
        raise DomainError(
            "--coq must go with one release of a histogram of two types, without replacement, at rational odds"
        )
    return delta_theorem(*database.counts, database.draws, odds, "delta-of-a-database").text()


def _check_options(mechanism: str, *, counts: str | None, replacement: bool, **of_average: object) -> None:
    """Refuse the options of one mechanism with the other."""
    from sdp_proofs.errors import DomainError

    if mechanism not in (_HISTOGRAM, average.MECHANISM):
        raise DomainError(f"mechanism must be {_HISTOGRAM} or {average.MECHANISM}, got {mechanism!r}")
    of_histogram = {"counts": counts, "replacement": replacement}
    foreign = of_histogram if mechanism == average.MECHANISM else of_average
    for name, value in foreign.items():
        if value is not None and value is not False:
            raise DomainError(f"--{name} must not be given with --mechanism {mechanism}")
    if mechanism == _HISTOGRAM and counts is None:
        raise DomainError(f"--counts must be given with --mechanism {_HISTOGRAM}, the default")


def _check_apart(mechanism: str, options: dict[str, object]) -> None:
    """Refuse what asks for another answer together with what does, too."""
    from sdp_proofs.errors import DomainError

    given = [name for name, value in options.items() if value is not None]
    if mechanism == average.MECHANISM and given not in ([], ["neighbour"]):
        raise DomainError(f"--{given[0]} must not be given with --mechanism {mechanism}")
    if len(given) > 1 and "neighbour" in given:
        raise DomainError(f"--{given[0]} must not be given with --neighbour")


def _histogram(database: Database, budget: Budget, shown: checking.Shown) -> None:
    from sdp_proofs.privacy.histogram.database import delta as privacy_loss

    digits = shown.digits
    with progress_bar("delta", 2) as advance:
        found = privacy_loss(database, budget, digits=digits)
        checked = shown.checked(found.value, lambda more: privacy_loss(database, budget, digits=more).value)
        advance()
        worst = privacy_loss(_lone_record(database), budget, digits=digits).value
    neighbour = shared.texts(found.neighbour)
    payload: dict[str, object] = {
        **shared.described(database),
        "epsilon": budget.text,
        "digits": str(digits),
        "delta": found.value.to_json(digits + shared.GUARD_DIGITS),
        "neighbour": neighbour,
        "direction": found.change.direction,
        "dp_delta": worst.to_json(digits + shared.GUARD_DIGITS),
    }
    lines = [
        *shared.database_lines(database),
        ("epsilon", budget.text),
        *shared.value_lines("delta(x)", found.value, digits),
        shared.quote_line(found, digits),
        ("worst neighbour", f"{', '.join(neighbour)} as x', attained by {found.change.direction}"),
        shared.comparison("delta(x)", found.value, database),
        shared.dp_delta_line(worst, database.replacement),
    ]
    shown.answer(payload, "sdp-proofs/delta/1", lines, "delta(x)", checked)


def _lone_record(database: Database) -> Database:
    """The worst database of this size, whose delta is that of differential privacy."""
    from dataclasses import replace

    return replace(database, counts=(database.records - 1, 1))
