"""What `sdp-proofs delta --neighbour` does: two databases are given, and both directions are answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sdp_proofs.cli import one_database as shared
from sdp_proofs.cli.output import progress_bar

if TYPE_CHECKING:
    from sdp_proofs.answering.two_databases import PairDelta
    from sdp_proofs.cli.checking import Shown
    from sdp_proofs.privacy.budget import Budget
    from sdp_proofs.privacy.histogram.database import Database
    from sdp_proofs.privacy.mean import GridDatabase

_LONGEST_LIST = 60


class _How(NamedTuple):
    """How the output is made: in JSON, and in lines."""

    facts: dict[str, object]
    lines: list[tuple[str, str]]


def noisy(
    release: str, counts: str, neighbour: str, adjacency: str | None, budget: Budget, shown: Shown
) -> None:
    """Print what all counts with noise on each tell two histograms apart by.

    Raises:
        DomainError: they are no neighbours, or what is released is not noise on counts.
    """
    from sdp_proofs.accounting.grammar import of_argument, read_release
    from sdp_proofs.answering.two_databases import between_noisy_counts

    noise, first, second = read_release(of_argument(release)), _integers(counts), _integers(neighbour)
    how = _How({"release": str(noise)}, [("release", str(noise))])

    def ask(digits: int) -> PairDelta:
        return between_noisy_counts(noise, first, second, budget, adjacency=adjacency, digits=digits)

    _answer(ask, how, first, second, budget, shown)


def sampled(database: Database, neighbour: str, budget: Budget, shown: Shown) -> None:
    """Print what the histogram of a sample tells two databases apart by.

    Raises:
        DomainError: they are no neighbours.
    """
    from sdp_proofs.answering.two_databases import between_histograms

    second = _integers(neighbour)
    how = _How(shared.described(database), shared.database_lines(database)[1:])

    def ask(digits: int) -> PairDelta:
        return between_histograms(database, second, budget, digits=digits)

    _answer(ask, how, database.counts, second, budget, shown)


def averaged(database: GridDatabase, neighbour: str, budget: Budget, shown: Shown) -> None:
    """Print what the mean of a sample tells two databases apart by.

    Raises:
        DomainError: they are no neighbours.
    """
    from sdp_proofs.answering.two_databases import between_averages

    second = _integers(neighbour.replace(",", " ").split())
    output = "rounded to the nearest level, ties away from zero" if database.rounded else "not rounded"
    facts = {"records": str(database.records), "draws": str(database.draws), "rounded": database.rounded}
    lines = [
        ("records", f"n = {database.records}"),
        ("draws", f"T = {database.draws}, without replacement"),
        ("output", f"the mean, {output}"),
    ]

    def ask(digits: int) -> PairDelta:
        return between_averages(database, second, budget, digits=digits)

    _answer(ask, _How(facts, lines), database.values, second, budget, shown)


def _integers(text: str | Sequence[str]) -> tuple[int, ...]:
    from sdp_proofs.numbers.reals import read_integer

    parts = text.split(",") if isinstance(text, str) else text
    return tuple(read_integer(part.strip(), "a number of a database") for part in parts)


def _answer(
    ask: Callable[[int], PairDelta],
    how: _How,
    first: Sequence[int],
    second: Sequence[int],
    budget: Budget,
    shown: Shown,
) -> None:
    """Print a question and its answer."""
    digits, guarded = shown.digits, shown.digits + shared.GUARD_DIGITS
    with progress_bar("delta"):
        found = ask(digits)
        checked = shown.checked(found.value, lambda more: ask(more).value)
    payload: dict[str, object] = {
        **{name: value for name, value in how.facts.items() if name != "counts"},
        "database": shared.texts(first),
        "neighbour": shared.texts(second),
        "adjacency": found.adjacency,
        "epsilon": budget.text,
        "digits": str(digits),
        "delta": found.value.to_json(guarded),
        "forward": found.forward.to_json(guarded),
        "backward": found.backward.to_json(guarded),
    }
    proven = min(found.forward.proven_digits, found.backward.proven_digits)
    bracket = [("proven digits", f"{proven} of {digits}: the best bracket within the limits")]
    lines = [
        ("x", _listed(first)),
        ("x'", f"{_listed(second)}, a neighbour: {found.adjacency}"),
        *how.lines,
        ("epsilon", budget.text),
        *shared.value_lines("d(x,x')", found.forward, digits),
        *shared.value_lines("d(x',x)", found.backward, digits),
        shared.quote_line(found, digits),
        *(bracket if proven < digits else []),
    ]
    shown.answer(payload, "sdp-proofs/delta-pair/1", lines, "the larger one", checked)


def _listed(numbers: Sequence[int]) -> str:
    text = ", ".join(shared.texts(numbers))
    return text if len(text) <= _LONGEST_LIST else f"{len(numbers)} numbers"
