"""`sdp-proofs delta` and `epsilon`: one database whose records are sampled, a pair of databases, or a release.

`delta` asks one of several questions: which, the options say, and those of another question are refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from sdp_proofs.cli import account
from sdp_proofs.cli import answers as shared
from sdp_proofs.cli.answers import Check, Shown, Strict
from sdp_proofs.cli.command import COMMANDS, AsJson, command, refuse_others
from sdp_proofs.cli.output import progress_bar
from sdp_proofs.cli.writing import check_places, leave, write_files, writes
from sdp_proofs.declarations import Option

if TYPE_CHECKING:
    from sdp_proofs.answering.two_databases import PairDelta
    from sdp_proofs.numbers.enclosure import Enclosure
    from sdp_proofs.privacy.budget import Budget
    from sdp_proofs.privacy.histogram.database import Database
    from sdp_proofs.privacy.mean import AverageDelta, GridDatabase
    from sdp_proofs.privacy.releases import Releases

HISTOGRAM, AVERAGE = "sampling-histogram", "sampling-average"
_MOST_CHARACTERS = 10**7
_NUMBERS = re.compile(r"[-+0-9,\s]*")
_LONGEST_LIST = 60
_BUDGET = ("odds", "epsilon", "threshold")
_SHOWN = ("digits", "check", "strict", "as_json")
_SAMPLE = ("rate", "draws", "mechanism", *_BUDGET, *_SHOWN)
Data = Annotated[
    str | None, Option("Records of each type, two types or more: 300,700.", flag="--counts", metavar="N,N,...")
]


class Way(NamedTuple):
    """A question that `delta` can be.

    Args:
        options: the parameters that belong to it.
        instead: what was asked, in the words of a refusal of all others.
    """

    options: tuple[str, ...]
    instead: str


_WAYS = {
    "release": Way(("release", "adjacency", *_BUDGET, *_SHOWN), "with a release"),
    "noisy pair": Way(("release", "data", "neighbour", "adjacency", *_BUDGET, *_SHOWN), "with a release"),
    "average": Way(("values", "levels", "rounded", *_SAMPLE), f"with --mechanism {AVERAGE}"),
    "averages": Way(("values", "levels", "rounded", "neighbour", *_SAMPLE), f"with --mechanism {AVERAGE}"),
    "pair": Way(("data", "neighbour", "replacement", *_SAMPLE), "with --neighbour"),
    "releases": Way(("data", "releases", "replacement", *_SAMPLE), "with --releases"),
    "histogram": Way(("data", "replacement", "coq", *_SAMPLE), f"with --mechanism {HISTOGRAM}"),
}


@command(
    "delta",
    *("numbers.delta", "numbers.delta_of_releases", "numbers.delta_of_mean", "numbers.between", "releases.account"),
)
def delta(
    *,
    release: Annotated[
        str | None,
        Option("Instead of counts, as for account: laplace(scale=10).", metavar="[RELEASE]", argument=True),
    ] = None,
    data: Data = None,
    rate: str | None,
    draws: str | None,
    odds: str | None,
    epsilon: str | None,
    threshold: str | None,
    digits: int,
    replacement: bool,
    releases: int = 1,
    mechanism: Annotated[
        str, Option(f"What is published: {HISTOGRAM} or {AVERAGE}.", completes=(HISTOGRAM, AVERAGE))
    ] = HISTOGRAM,
    values: str | None = None,
    levels: str | None = None,
    rounded: bool,
    adjacency: Annotated[
        str | None,
        Option("Of a RELEASE: add-remove or replace-one.", metavar="NAME", completes=("add-remove", "replace-one")),
    ] = None,
    neighbour: str | None = None,
    coq: Annotated[str | None, Option("Two types: write a theorem for Coq with its proof.", metavar="FILE")] = None,
    check: Check = None,
    strict: Strict = False,
    as_json: AsJson = False,
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
    given: dict[str, Any] = dict(locals())
    shown = Shown.read(digits, as_json, check, strict)
    way = _way(given)
    budget = read_budget(odds, epsilon, threshold)
    if way == "release":
        account.answer(account.Asked.of(release, epsilon=budget.text, adjacency=adjacency), shown)
    elif way == "noisy pair":
        _noisy_pair(given, budget, shown)
    elif way in ("average", "averages"):
        _average(given, budget, shown)
    else:
        _sampled(way, given, budget, shown)


@command("epsilon", "numbers.epsilon")
def epsilon(
    *,
    data: str,
    delta: str,
    rate: str | None,
    draws: str | None,
    digits: int,
    replacement: bool,
    check: Check = None,
    strict: Strict = False,
    as_json: AsJson = False,
) -> None:
    """Compute the least epsilon at which delta(x) of one database is at most a given delta, with proven digits.

    The answer is rounded up, so that it holds as it is printed.
    """
    from sdp_proofs.api.numbers import epsilon as least

    shown = Shown.read(digits, as_json, check, strict)
    database = read_database(data, rate, draws, replacement)

    def ask(digits: int) -> Enclosure:
        return least(database, delta=delta, digits=digits + shared.GUARD_DIGITS).enclosure(digits + shared.GUARD_DIGITS)

    with progress_bar("epsilon"):
        found = least(database, delta=delta, digits=digits + shared.GUARD_DIGITS)
        value = found.enclosure(digits + shared.GUARD_DIGITS)
        checked = shown.checked(value, ask)
    ends = value.to_json(digits + shared.GUARD_DIGITS)
    payload: dict[str, object] = {**shared.described(database), "delta": delta, "epsilon": ends}
    lines = [
        *shared.database_lines(database),
        ("delta(x)", f"at most {delta}"),
        *shared.value_lines("epsilon", value, digits),
        shared.quote_line(found, digits),
    ]
    shown.answer(payload, "sdp-proofs/epsilon/1", lines, "epsilon", checked)


def read_database(counts: str, rate: str | None, draws: str | None, replacement: bool) -> Database:
    """Read the database that the options describe.

    Raises:
        DomainError: not as described in the options' help, or too large.
    """
    from sdp_proofs.privacy.histogram.database import Database

    return Database.read(counts=counts, rate=rate, draws=draws, replacement=replacement)


def read_budget(odds: str | None, epsilon: str | None, threshold: str | None = None) -> Budget:
    """Read the budget that the options describe.

    Raises:
        DomainError: not exactly one of them, outside its domain, or too large.
    """
    from sdp_proofs.privacy.budget import Budget

    return Budget.read(epsilon=epsilon, odds=odds, threshold=threshold)


def refuse_bare_counts(release: str) -> None:
    """Say where counts belong that are typed in the place of a release.

    Raises:
        OptionsError: the argument is counts.
    """
    from sdp_proofs.errors import OptionsError

    if release and set(release) <= set("0123456789, "):
        raise OptionsError(
            f"counts must be given as --counts 300,700, in one word; an argument is a release, such as "
            f"laplace(scale=10), got {release!r}"
        )


def _way(given: Mapping[str, Any]) -> str:
    """The question that the options ask.

    Raises:
        OptionsError: an option of another question, or one that is missing.
    """
    from sdp_proofs.errors import OptionsError, UnknownNameError

    mechanism, paired = given["mechanism"], given["neighbour"] is not None
    if mechanism not in (HISTOGRAM, AVERAGE):
        raise UnknownNameError(f"mechanism must be {HISTOGRAM} or {AVERAGE}, got {mechanism!r}")
    if given["release"] is not None:
        refuse_bare_counts(given["release"])
        if (given["data"] is not None) != paired:
            raise OptionsError("--counts and --neighbour must be given together with a release, or neither")
        way = "noisy pair" if paired else "release"
    elif given["adjacency"] is not None:
        raise OptionsError("--adjacency must go with a release")
    elif mechanism == AVERAGE:
        way = "averages" if paired else "average"
    else:
        way = "pair" if paired else "histogram" if given["releases"] == 1 else "releases"
    refuse_others(given, _WAYS[way].options, COMMANDS["delta"].options, _WAYS[way].instead)
    if given["check"] is not None and given["coq"] is not None:
        raise OptionsError("--check must not be given with --coq")
    needed = {"average": ("values", "levels"), "averages": ("values", "levels"), "release": (), "noisy pair": ()}
    for name in needed.get(way, ("data",)):
        if given[name] is None:
            option = "--counts" if name == "data" else f"--{name}"
            default = ", the default" if mechanism == HISTOGRAM else ""
            raise OptionsError(f"{option} must be given with --mechanism {mechanism}{default}")
    return way


def _sampled(way: str, given: Mapping[str, Any], budget: Budget, shown: Shown) -> None:
    """Print what the histogram of a sample shows: of all neighbours, of one, or of several releases."""
    database = read_database(given["data"], given["rate"], given["draws"], given["replacement"])
    coq: str | None = given["coq"]
    theorem = None if coq is None else _theorem(coq, database, budget)
    if way == "pair":
        _sampled_pair(database, given["neighbour"], budget, shown)
    elif way == "releases":
        _releases(database, budget, given["releases"], shown)
    else:
        _histogram(database, budget, shown)
    if coq is not None and theorem is not None:
        note = "; compile it with the library of an export: coqc -R DIR SdpProofs " + coq
        leave(write_files([(coq, writes(theorem))], note=note))


def _theorem(file: str, database: Database, budget: Budget) -> str:
    """The text of the theorem that delta lies between bounds, or an error in one line."""
    from sdp_proofs.errors import OptionsError
    from sdp_proofs.kernel.numbers import delta_theorem

    check_places({"coq": file})
    odds = budget.rational_odds
    if len(database.counts) != 2 or database.replacement or odds is None:
        raise OptionsError(
            "--coq must go with one release of a histogram of two types, without replacement, at rational odds"
        )
    return delta_theorem(*database.counts, database.draws, odds, "delta-of-a-database").text()


def _histogram(database: Database, budget: Budget, shown: Shown) -> None:
    from sdp_proofs.privacy.histogram.database import delta as of_database

    digits = shown.digits
    with progress_bar("delta", 2) as advance:
        found = of_database(database, budget, digits=digits)
        checked = shown.checked(found.value, lambda more: of_database(database, budget, digits=more).value)
        advance()
        lone = replace(database, counts=(database.records - 1, 1))
        worst = of_database(lone, budget, digits=digits).value
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


def _releases(database: Database, budget: Budget, releases: int, shown: Shown) -> None:
    """Print delta of all releases and two upper bounds, side by side."""
    from sdp_proofs.numbers.conversion import QUOTED_DIGITS
    from sdp_proofs.numbers.enclosure import Enclosure
    from sdp_proofs.privacy.histogram.database import DATABASE_ALONE, at_epsilon
    from sdp_proofs.privacy.releases import releases_delta

    digits, guarded = shown.digits, shown.digits + shared.GUARD_DIGITS

    def known(digits: int) -> tuple[Releases, Enclosure]:
        found = releases_delta(database, budget, releases, digits=digits)
        least = min((found.domination.bounds(digits)[1], found.summed.bounds(digits)[1]), key=Decimal)
        return found, found.exact or Enclosure.between("0", least)

    with progress_bar("delta"):
        found, value = known(digits)
        checked = shown.checked(value, lambda more: known(more)[1])
    payload: dict[str, object] = {
        **shared.described(database),
        "releases": str(releases),
        "epsilon": budget.text,
        "digits": str(digits),
        "delta": None if found.exact is None else found.exact.to_json(guarded),
        "domination": found.domination.to_json(guarded),
        "sum": found.summed.to_json(guarded),
    }
    unknown = [("delta of all", "not computed: too many likelihood ratios")]
    number = Enclosure.between(*2 * (value.bounds(digits)[1],)).at_most(min(digits, QUOTED_DIGITS))
    lines = [
        *shared.database_lines(database),
        ("releases", str(releases)),
        ("epsilon", f"{budget.text}, of all releases together"),
        *(unknown if found.exact is None else shared.value_lines("delta of all", found.exact, digits)),
        ("to quote", f"delta of all {releases} <= {number} {at_epsilon(budget.text)}for {DATABASE_ALONE}"),
        ("by domination", f"at most {found.domination.bounds(digits)[1]}"),
        ("by the sum", f"at most {found.summed.bounds(digits)[1]}"),
        shared.comparison("the least bound", found.exact or found.domination, database),
    ]
    shown.answer(payload, "sdp-proofs/delta-releases/1", lines, "delta of all", checked)


def _average(given: Mapping[str, Any], budget: Budget, shown: Shown) -> None:
    """Print what the mean of a sample shows: of all neighbours, or of one."""
    from sdp_proofs.privacy.mean import GridDatabase, average_delta

    how = {name: given[name] for name in ("levels", "rate", "draws", "rounded")}
    database = GridDatabase.read(values=_text(given["values"]), **how)
    if given["neighbour"] is not None:
        _average_pair(database, _text(given["neighbour"]), budget, shown)
        return
    digits = shown.digits
    with progress_bar("delta", 1):
        found = average_delta(database, budget, digits=digits)
        checked = shown.checked(found.value, lambda more: average_delta(database, budget, digits=more).value)
    payload: dict[str, object] = {
        "mechanism": AVERAGE,
        "values": shared.texts(database.values),
        "levels": {"low": str(database.low), "high": str(database.high)},
        "records": str(database.records),
        "draws": str(database.draws),
        "rounded": database.rounded,
        "epsilon": budget.text,
        "digits": str(digits),
        "delta": found.value.to_json(digits + shared.GUARD_DIGITS),
        "neighbour": {"removed": str(found.removed), "added": str(found.added)},
        "direction": found.direction,
    }
    lines = _average_lines(database, budget, found, digits)
    shown.answer(payload, "sdp-proofs/delta-average/1", lines, "delta(x)", checked)


def _average_lines(database: GridDatabase, budget: Budget, found: AverageDelta, digits: int) -> list[tuple[str, str]]:
    output = "rounded to the nearest level, ties away from zero" if database.rounded else "not rounded"
    return [
        ("values of x", f"{len(set(database.values))} of the levels {database.low} to {database.high}"),
        ("records", f"n = {database.records}"),
        ("draws", f"T = {database.draws}, without replacement"),
        ("output", f"the mean, {output}"),
        ("epsilon", budget.text),
        *shared.value_lines("delta(x)", found.value, digits),
        shared.quote_line(found, digits),
        ("worst neighbour", f"{found.removed} becomes {found.added} in x', attained by {found.direction}"),
        shared.comparison("delta(x)", found.value, database),
    ]


def _text(values: str) -> str:
    """The numbers themselves, or what the file holds that is named instead of them."""
    from sdp_proofs.errors import DomainError

    if values and _NUMBERS.fullmatch(values):
        return values
    name = values.removeprefix("@")
    try:
        with open(name, encoding="utf-8") as stream:
            text = stream.read(_MOST_CHARACTERS + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise DomainError(
            f"values must be integers separated by commas, or the name of a file with them, "
            f"got {values[:80]!r} ({reason})"
        ) from None
    if len(text) > _MOST_CHARACTERS:
        raise DomainError(f"a file of values must have at most {_MOST_CHARACTERS} characters, got more in {name!r}")
    return text


class _How(NamedTuple):
    """Form of the output: in JSON, and in lines."""

    facts: dict[str, object]
    lines: list[tuple[str, str]]


def _noisy_pair(given: Mapping[str, Any], budget: Budget, shown: Shown) -> None:
    """Print what all counts with noise on each tell two histograms apart by."""
    from sdp_proofs.accounting.grammar import of_argument, read_release
    from sdp_proofs.answering.two_databases import between_noisy_counts

    noise = read_release(of_argument(given["release"]))
    first, second, adjacency = _integers(given["data"]), _integers(given["neighbour"]), given["adjacency"]
    how = _How({"release": str(noise)}, [("release", str(noise))])

    def ask(digits: int) -> PairDelta:
        return between_noisy_counts(noise, first, second, budget, adjacency=adjacency, digits=digits)

    _print_pair(ask, how, first, second, budget, shown)


def _sampled_pair(database: Database, neighbour: str, budget: Budget, shown: Shown) -> None:
    """Print what the histogram of a sample tells two databases apart by."""
    from sdp_proofs.answering.two_databases import between_histograms

    second = _integers(neighbour)
    how = _How(shared.described(database), shared.database_lines(database)[1:])

    def ask(digits: int) -> PairDelta:
        return between_histograms(database, second, budget, digits=digits)

    _print_pair(ask, how, database.counts, second, budget, shown)


def _average_pair(database: GridDatabase, neighbour: str, budget: Budget, shown: Shown) -> None:
    """Print what the mean of a sample tells two databases apart by."""
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

    _print_pair(ask, _How(facts, lines), database.values, second, budget, shown)


def _integers(text: str | Sequence[str]) -> tuple[int, ...]:
    from sdp_proofs.numbers.reals import read_integer

    parts = text.split(",") if isinstance(text, str) else text
    return tuple(read_integer(part.strip(), "a number of a database") for part in parts)


def _print_pair(
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
