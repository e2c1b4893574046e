"""The questions that people with data ask, one function each; those about releases are in `releases`.

Numbers are read exactly: "0.9", `Fraction(9, 10)`, `Decimal("0.9")`, or `decimal(0.9)` for a float; a float epsilon or
delta is read as the decimal that it prints as. Every answer is proven, and whatever it converts to (`str`, `float`,
formats, `to_dict`, `to_frame`) is rounded up: a valid guarantee. Its interval is in `value`, what to say of it in print
is `to_quote()`, and `check` decides a number printed elsewhere.

Example:
    >>> answer = delta([700, 300], rate="0.9", epsilon=1)
    >>> f"{answer:.3e}", answer < "1e-5"
    ('2.516e-6', True)
    >>> print(answer.to_quote())
    delta(x) <= 2.516e-6 at epsilon = 1, for this database alone, replace one record
    >>> sorted(answer.to_dict())
    ['delta', 'delta_exact', 'delta_lower', 'delta_upper', 'direction', 'neighbour']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from sdp_proofs.declarations import Option
from sdp_proofs.errors import DomainError, OptionsError, UnknownNameError

if TYPE_CHECKING:
    from sdp_proofs.accounting.release import Release
    from sdp_proofs.answering.two_databases import PairDelta
    from sdp_proofs.numbers.reals import Readable
    from sdp_proofs.privacy.audit import Audit
    from sdp_proofs.privacy.budget import Budget
    from sdp_proofs.privacy.histogram.database import Database, DatabaseDelta
    from sdp_proofs.privacy.mean import AverageDelta
    from sdp_proofs.privacy.profile import LeastEpsilon
    from sdp_proofs.privacy.releases import Releases
    from sdp_proofs.privacy.smoothed.delta import SmoothedDelta
    from sdp_proofs.privacy.utility import Utility
    from sdp_proofs.tables.table import TableRows

    Counts = Database | Mapping[Any, int] | Sequence[Readable] | str
    """A database, counts in a list, an array, a series or a text ("700,300"), or a mapping from values to counts."""
    Chosen = Readable | float
    """A number that a person chooses, as epsilon and delta are: a float is the decimal that it prints as."""

ADJACENCIES = ("add-remove", "replace-one")

Records = Annotated[
    "Counts", Option("Records of each type, two types or more: 300,700.", flag="--counts", metavar="N,N,...")
]
Rate = Annotated["Readable | None", Option("Sampling rate in (0, 1]; draws are rate times records, rounded up.")]
Draws = Annotated["Readable | None", Option("Sample size, instead of the rate.")]
Odds = Annotated["Readable | None", Option("exp(epsilon) >= 1: 25, 51/49.")]
Epsilon = Annotated["Chosen | None", Option("epsilon >= 0, read exactly: 3.2, log(25).")]
Threshold = Annotated["Readable | None", Option("Or t in [1/2, 1), with odds t/(1-t).")]
Replacement = Annotated[bool, Option("Sample with replacement.")]
Digits = Annotated[int, Option("Significant digits to prove.")]
Adjacency = Annotated[
    str | None,
    Option("add-remove or replace-one, where the release leaves it open.", metavar="NAME", completes=ADJACENCIES),
]


def delta(
    data: Records,
    budget: Budget | None = None,
    *,
    rate: Rate = None,
    draws: Draws = None,
    odds: Odds = None,
    epsilon: Epsilon = None,
    threshold: Threshold = None,
    digits: Digits = 30,
    replacement: Replacement = False,
) -> DatabaseDelta:
    """Compute the privacy parameter delta(x) of one database whose records are sampled and counted.

    World: an enclosure with `digits` proven digits, in `value`.

    Args:
        data: the counts, or a `Database`, which says itself how it is sampled.
        budget: epsilon, read before; or one of `epsilon`, `odds` = exp(epsilon) and `threshold`.
        rate: the share of the records that is sampled.
        draws: or how many.
        odds: exactly readable, at least 1.
        epsilon: exactly readable.
        threshold: t in [1/2, 1), with odds t/(1-t).
        digits: significant digits to prove.
        replacement: whether the sample is drawn with replacement.

    Raises:
        DomainError: a float for counts or the rate, or a value outside its domain.

    Example:
        >>> float(delta([700, 300], rate="0.9", epsilon=1))
        2.5150529569142928e-06
        >>> import sdp_proofs as sdp
        >>> database = sdp.Database.read(counts="700,300", rate="0.9")
        >>> delta(database, sdp.Budget.read(odds=3)).value.rounded(3)
        '6.93e-7'
    """
    from sdp_proofs.privacy.histogram.database import delta as delta_of_database

    known = budget_of(budget, epsilon, odds, threshold)
    return delta_of_database(database_of(data, rate, draws, replacement), known, digits=digits)


def delta_of_releases(
    data: Records,
    releases: Annotated[int, Option("How often the histogram is published, each time from a fresh sample.")],
    *,
    rate: Rate = None,
    draws: Draws = None,
    odds: Odds = None,
    epsilon: Epsilon = None,
    threshold: Threshold = None,
    digits: Digits = 30,
    replacement: Replacement = False,
) -> Releases:
    """Compute delta of several releases of one database together, exactly where possible, and two bounds of it.

    World: enclosures; `domination` and `summed` are of upper bounds.

    Raises:
        DomainError: a value outside its domain.

    Example:
        >>> found = delta_of_releases("4,6", 2, draws=5, odds=4)
        >>> found.domination.rounded(5), found.summed.rounded(5)
        ('0.18141', '0.19048')
    """
    from sdp_proofs.privacy.releases import releases_delta

    known = budget_of(None, epsilon, odds, threshold)
    return releases_delta(database_of(data, rate, draws, replacement), known, releases, digits=digits)


def delta_of_mean(
    values: Annotated[
        str | Sequence[Readable],
        Option("Of the average: the records, integers, or a file with them.", metavar="V,V,..."),
    ],
    *,
    rate: Rate = None,
    draws: Draws = None,
    odds: Odds = None,
    epsilon: Epsilon = None,
    threshold: Threshold = None,
    digits: Digits = 30,
    levels: Annotated[str, Option("Of the average: what a record can be: -128:127.", metavar="LOW:HIGH")],
    rounded: Annotated[bool, Option("Of the average: round the mean to a level, ties away from zero.")] = False,
) -> AverageDelta:
    """Compute delta(x) of one database of integers, of which the mean of a sample is published.

    World: exact where the odds are rational, else an enclosure with `digits` proven digits.

    Raises:
        DomainError: a value that is no level, or outside its domain.

    Example:
        >>> print(delta_of_mean("0,0,1,1,1,2,3", levels="0:3", draws=3, odds="3/2").value)
        5/14
    """
    from sdp_proofs.privacy.mean import GridDatabase, average_delta

    database = GridDatabase.read(values=values, levels=levels, rate=rate, draws=draws, rounded=rounded)
    return average_delta(database, budget_of(None, epsilon, odds, threshold), digits=digits)


def between(
    data: Records,
    neighbour: Annotated[
        Mapping[Any, int] | Sequence[Readable] | str,
        Option("Compare with this neighbour x' alone: its counts, or values; both directions.", metavar="N,N,..."),
    ],
    release: str | Release | None = None,
    *,
    rate: Rate = None,
    draws: Draws = None,
    odds: Odds = None,
    epsilon: Epsilon = None,
    threshold: Threshold = None,
    digits: Digits = 30,
    replacement: Replacement = False,
    adjacency: Adjacency = None,
) -> PairDelta:
    """Compute what one output tells two given neighbours apart by, in both directions; `delta` takes the worst of all.

    World: enclosures.

    Args:
        data: the counts of x: a list, a text, a mapping from values to counts, or a `Database`, which says itself how
            it is sampled.
        neighbour: those of x', of the same types in the same order, or under the same names.
        release: noise on each count, such as "laplace(scale=2)"; None for the histogram of a sample.
        rate: the share of the records that is sampled.
        draws: or how many.
        odds: exp(epsilon).
        epsilon: or epsilon, exactly readable.
        threshold: or t in [1/2, 1), with odds t/(1-t).
        digits: significant digits to prove.
        replacement: whether the sample is drawn with replacement.
        adjacency: add-remove or replace-one; without it either is admitted where the release admits it.

    Raises:
        DomainError: the databases are no neighbours, or a value is outside its domain.

    Example:
        >>> pair = between([3, 3], [2, 4], rate="1/3", odds="3/2")
        >>> str(pair.forward), str(pair.backward), pair.adjacency
        ('1/10', '1/10', 'replace-one')
        >>> between({"a": 20, "b": 32}, {"a": 21, "b": 32}, "laplace(scale=1)", epsilon="1/2").value.rounded(5)
        '0.2212'
    """
    from sdp_proofs.answering.two_databases import between_histograms, between_noisy_counts
    from sdp_proofs.numbers.reals import shown
    from sdp_proofs.privacy.histogram.database import Database

    budget = budget_of(None, epsilon, odds, threshold)
    if release is not None:
        from sdp_proofs.accounting.grammar import read_release

        if rate is not None or draws is not None or replacement or isinstance(data, Database):
            raise DomainError("a release must be given with counts alone, which are not sampled")
        noise, first, second = read_release(release), _read_counts(data, data), _read_counts(neighbour, data)
        return between_noisy_counts(noise, first, second, budget, adjacency=adjacency, digits=digits)
    if adjacency not in (None, "replace-one"):
        raise DomainError(f"adjacency of a sampled histogram must be replace-one, got {shown(adjacency)}")
    counts = data if isinstance(data, Database) else _read_counts(data, data)
    second = _read_counts(neighbour, neighbour if isinstance(data, Database) else data)
    return between_histograms(database_of(counts, rate, draws, replacement), second, budget, digits=digits)


def epsilon(
    data: Records,
    *,
    delta: Annotated[Chosen, Option("The delta(x) to be met, exact: 1e-6, 1/1000.", metavar="D")],
    rate: Rate = None,
    draws: Draws = None,
    digits: Digits = 10,
    replacement: Replacement = False,
) -> LeastEpsilon:
    """Compute the least epsilon at which delta(x) is at most the one given: the inverse of `delta`.

    World: a bracket of rational odds with proven ends.

    Raises:
        DomainError: a value outside its domain, or no finite epsilon is enough.

    Example:
        >>> f"{epsilon([700, 300], delta='1e-6', rate='0.9'):.4f}"
        '1.0623'
    """
    from sdp_proofs.privacy.calibration import epsilon_for

    found = epsilon_for(database_of(data, rate, draws, replacement), chosen(delta), digits=digits)
    if found is None:
        told = "where a sample excludes one of two neighbours no epsilon is enough for it"
        raise DomainError(f"delta must be larger, got {delta}: {told}")
    return found


def utility(
    data: Records,
    *,
    budget: Budget | None = None,
    rate: Rate = None,
    draws: Draws = None,
    odds: Odds = None,
    epsilon: Epsilon = None,
    threshold: Annotated[Readable | None, Option("Or the accuracy t itself, in [0, 1).")] = None,
    digits: Digits = 30,
    replacement: Replacement = False,
) -> Utility:
    """Compute the gain of an adversary who knows all records but one [Liu, Wang, Xia 2023, Eq. (3)].

    Example:
        >>> f"{utility([700, 300], rate='0.9', epsilon=1):.3e}"
        '1.909e-6'
    """
    from sdp_proofs.privacy.utility import utility as gained

    if budget is not None or epsilon is not None or odds is not None:
        budget = budget_of(budget, epsilon, odds)
    database = database_of(data, rate, draws, replacement)
    return gained(database, budget=budget, threshold=threshold, digits=digits)


def smoothed(
    sources: Annotated[
        Iterable[str | Sequence[Readable]],
        Option(
            "Probabilities of each type, exact: 9/40,31/40. One option per source.",
            flag="--source",
            metavar="P,P,...",
        ),
    ],
    *,
    records: Annotated[Readable, Option("Number of records.")],
    rate: Rate = None,
    draws: Draws = None,
    odds: Odds = None,
    epsilon: Epsilon = None,
    digits: Digits = 15,
    replacement: Replacement = False,
    route: Annotated[str, Option("How to compute: auto, algorithm-1, table, window or factors.")] = "auto",
    is_open: Annotated[bool, Option("The sources bound the set, but do not belong to it.", flag="--open")] = False,
) -> SmoothedDelta:
    """Compute the smoothed parameter delta_SDP: each record follows a source, and the worst choice is taken.

    Example:
        >>> f"{smoothed(['0.9,0.1', '9/40,31/40'], records=100, rate='0.9', epsilon=3):.3e}"
        '3.487e-1'
    """
    from sdp_proofs.distributions.source_set import SourceSet
    from sdp_proofs.numbers.reals import read_integer
    from sdp_proofs.privacy.budget import sampling_draws
    from sdp_proofs.privacy.smoothed.delta import Route, Smoothing, smoothed_delta

    if route not in (*Route, "shears"):  # the name of `factors` until 0.1
        raise UnknownNameError(f"route must be one of {', '.join(Route)}, got {route!r}")
    size = read_integer(records, "records")
    drawn = sampling_draws(size, rate=rate, draws=draws)
    asked = Smoothing(SourceSet.from_laws(sources, closed=not is_open), size, drawn, replacement)
    return smoothed_delta(asked, budget_of(None, epsilon, odds), digits=digits, route=Route(route))


def audit(
    values: Any,
    *,
    rate: Rate = None,
    draws: Draws = None,
    epsilons: Annotated[
        Sequence[Readable] | None, Option("A budget; can be given several times.", flag="--epsilon")
    ] = None,
    deltas: Annotated[
        Sequence[Readable],
        Option("A target to find epsilon for, besides 1/n; can be given several times.", flag="--delta"),
    ] = (),
    name: str = "",
    digits: int = 6,
    column: str | None = None,
) -> Audit:
    """Compute the privacy of publishing the histogram of a sample of these records, at several epsilons and deltas.

    Args:
        values: one value per record (a pandas Series, a list), or a mapping from values to counts.
        rate: the share of the records that is sampled, without replacement.
        draws: or how many.
        epsilons: budgets of the table.
        deltas: targets to find epsilon for, besides 1/n.
        name: what a list is called; a series brings its own name.
        column: which column of a frame `values` is counted; frames of any kind that narwhals knows, where they are.
        digits: significant digits to prove.

    Raises:
        DomainError: a missing value, fewer than two different ones, or a value outside its domain.

    Example:
        >>> found = audit(["yes"] * 700 + ["no"] * 300, rate="0.9")
        >>> [row["epsilon"] for row in found.to_dict()["rows"]]
        ['0.1', '0.5', '1', '2', '4']
    """
    from sdp_proofs.privacy import audit as auditing

    if column is not None:
        from sdp_proofs.privacy.columns import column_of_frame

        counted = column_of_frame(values, column)
    elif isinstance(values, auditing.Column):
        counted = values
    else:
        counted = auditing.Column.of(name or _name(values), tally(values))
    return auditing.audit(
        counted, rate=rate, draws=draws, epsilons=tuple(map(str, epsilons or auditing.EPSILONS)), targets=deltas,
        digits=digits,
    )  # fmt: skip


def table(name: str, *, digits: int = 6, **axes: Readable | Sequence[Readable]) -> TableRows:
    """Compute a table of exact deltas and of bounds, over all combinations of the axes' values.

    Args:
        name: one of `sdp_proofs.tables.names()`.
        digits: significant digits to print.
        axes: values of the key columns, one or several; the others keep their defaults.

    Example:
        >>> rows = table("remark-8", records=200, rate="0.5", epsilon=2)
        >>> rows.to_dict()[0]["delta_sdp_upper"]
        '2.16691e-11'
    """
    from sdp_proofs import tables
    from sdp_proofs.tables.table import TableRows

    chosen = tables.find(name)
    given = {axis: tuple(map(str, _several(values))) for axis, values in axes.items()}
    return TableRows(chosen, tuple(chosen.rows(chosen.points(given), digits)), digits)


def figure(name: str, **options: Any) -> Any:
    """Draw a picture as a matplotlib figure; those of training and of SGD are drawn on the command line only.

    Args:
        name: the number or name of a figure, or the name of a function in `sdp_proofs.plots`.
        options: of that function.

    Raises:
        UnknownNameError: no such picture.
        MissingExtraError: matplotlib is not installed.
    """
    from sdp_proofs import figures, plots
    from sdp_proofs.extras import require
    from sdp_proofs.numbers.reals import shown

    wanted = str(name)
    if wanted in figures.names():
        found = figures.find(wanted)
        if found.plot is not None:
            require(*found.needs)
            return found.plot(**options)
    elif wanted in plots.__all__:
        return getattr(plots, wanted)(**options)
    known = [other.name for other in figures.figures().values() if other.plot is not None]
    known = list(dict.fromkeys([*known, *plots.__all__]))
    raise UnknownNameError(f"figure must be one of {', '.join(known)}, got {shown(name)}")


def database_of(
    data: Counts, rate: Readable | None, draws: Readable | None, replacement: bool = False
) -> Database:
    """Read a database from whatever holds its counts.

    Raises:
        DomainError: a `Database` together with a rate or draws, or counts that are none.

    Example:
        >>> database_of({"yes": 700, "no": 300}, "0.9", None).counts
        (700, 300)
    """
    from sdp_proofs.privacy.histogram.database import Database

    if isinstance(data, Database):
        if rate is not None or draws is not None:
            raise DomainError("rate and draws must not be given with a Database, which has its own")
        return data
    counts: Any = data.values() if isinstance(data, Mapping) else data
    return Database.read(
        counts=counts if isinstance(counts, str) else list(counts), rate=rate, draws=draws, replacement=replacement
    )


def budget_of(
    budget: Budget | None, epsilon: Chosen | None, odds: Readable | None, threshold: Readable | None = None
) -> Budget:
    """Read a budget from exactly one of the four.

    Raises:
        DomainError: something else than a Budget, or not exactly one.
    """
    from sdp_proofs.privacy.budget import Budget

    if budget is None:
        return Budget.read(epsilon=None if epsilon is None else chosen(epsilon), odds=odds, threshold=threshold)
    if not isinstance(budget, Budget):
        raise DomainError(f"a budget must be named: write epsilon={budget!r} or odds={budget!r}")
    if not epsilon is odds is threshold is None:
        raise OptionsError("exactly one of budget, epsilon and odds must be given")
    return budget


def chosen(value: Any) -> Any:
    """Read a number that a person chooses: a float, as epsilon or delta, is the decimal that it prints as.

    Example:
        >>> chosen(1e-05), chosen("log(25)")
        (Decimal('0.00001'), 'log(25)')
    """
    if not isinstance(value, float):
        return value
    from sdp_proofs.numbers.conversion import decimal

    return decimal(value)


def tally(values: Any) -> dict[str, int]:
    """Count how often each value occurs, the most frequent first.

    Raises:
        DomainError: a value is missing (None, NaN, an empty text).

    Example:
        >>> tally(["no", "yes", "yes"])
        {'yes': 2, 'no': 1}
    """
    if isinstance(values, Mapping):
        return {str(value): int(count) for value, count in values.items()}
    found: Counter[str] = Counter()
    for place, value in enumerate(values):
        if value is None or str(value) in _MISSING:
            raise DomainError(f"every record must have a value, got none at position {place}")
        found[str(value)] += 1
    return dict(found.most_common())


_MISSING = ("", "nan", "NaN", "<NA>", "NaT")


def _name(values: Any) -> str:
    name = getattr(values, "name", None)
    return "values" if name is None else str(name)


def _several(values: Any) -> Iterable[Any]:
    return values if isinstance(values, list | tuple) else (values,)


def _read_counts(counts: Counts, named: Counts) -> tuple[int, ...]:
    """The counts, in the order of the database that names them where both have names."""
    from sdp_proofs.numbers.reals import read_integer

    values: Any = counts
    if isinstance(counts, Mapping):
        names = named if isinstance(named, Mapping) else counts
        if set(names) != set(counts):
            raise DomainError("the neighbour must have the types of the database, got others; write 0 for none")
        values = [counts[name] for name in names]
    parts = values.split(",") if isinstance(values, str) else list(values)
    return tuple(read_integer(part.strip() if isinstance(part, str) else part, "a count") for part in parts)
