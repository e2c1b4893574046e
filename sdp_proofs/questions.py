"""The questions that people with data ask, one function each: what the command line can do, under `sdp_proofs`.

Numbers are read exactly: "0.9", `Fraction(9, 10)`, `Decimal("0.9")`, or `decimal(0.9)` for a float. Every answer is
proven, and whatever it converts to (`str`, `float`, formats, `to_dict`, `to_frame`) is rounded up: a valid guarantee.
Its interval is in `value`, what to say of it in print is `quote()`, and `check` decides a number printed elsewhere.

Example:
    >>> answer = delta([700, 300], rate="0.9", epsilon=1)
    >>> f"{answer:.3e}", answer < "1e-5"
    ('2.516e-6', True)
    >>> print(answer.quote())
    delta(x) <= 2.516e-6 at epsilon = 1, for this database alone, replace one record
    >>> sorted(answer.to_dict())
    ['delta', 'delta_exact', 'delta_lower', 'delta_upper', 'direction', 'neighbour']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import Readable, shown
from sdp_proofs.privacy.budget import Budget, sampling_draws
from sdp_proofs.privacy.histogram.database import Database, DatabaseDelta
from sdp_proofs.privacy.histogram.database import delta as loss_of

if TYPE_CHECKING:
    from sdp_proofs.accounting.answers import Answer
    from sdp_proofs.privacy.audit import Audit
    from sdp_proofs.privacy.profile import LeastEpsilon
    from sdp_proofs.privacy.smoothed.delta import SmoothedDelta
    from sdp_proofs.privacy.utility import Utility
    from sdp_proofs.tables.table import TableRows

Counts = Database | Mapping[Any, int] | Sequence[Readable] | str
"""A database, counts in a list, an array, a series or a text ("700,300"), or a mapping from values to counts."""


def delta(
    data: Counts,
    budget: Budget | None = None,
    *,
    rate: Readable | None = None,
    draws: Readable | None = None,
    epsilon: Readable | None = None,
    odds: Readable | None = None,
    replacement: bool = False,
    digits: int = 30,
) -> DatabaseDelta:
    """The privacy parameter delta(x) of one database whose records are sampled and counted.

    World: an enclosure with `digits` proven digits, in `value`.

    Args:
        data: the counts, or a `Database`, which says itself how it is sampled.
        budget: epsilon, read before; or one of `epsilon` and `odds` = exp(epsilon).
        rate: the share of the records that is sampled.
        draws: or how many.
        epsilon: exactly readable.
        odds: exactly readable, at least 1.
        replacement: whether the sample is drawn with replacement.
        digits: significant digits to prove.

    Raises:
        DomainError: a float, or a value outside its domain.

    Example:
        >>> float(delta([700, 300], rate="0.9", epsilon=1))
        2.5150529569142928e-06
        >>> delta(Database.read(counts="700,300", rate="0.9"), Budget.read(odds=3)).value.rounded(3)
        '6.93e-7'
    """
    return loss_of(database_of(data, rate, draws, replacement), budget_of(budget, epsilon, odds), digits=digits)


def epsilon(
    data: Counts,
    *,
    delta: Readable,
    rate: Readable | None = None,
    draws: Readable | None = None,
    replacement: bool = False,
    digits: int = 10,
) -> LeastEpsilon:
    """The least epsilon at which delta(x) is at most the one given: the inverse of `delta`.

    World: a bracket of rational odds with proven ends.

    Raises:
        DomainError: a float, a value outside its domain, or no finite epsilon is enough.

    Example:
        >>> f"{epsilon([700, 300], delta='1e-6', rate='0.9'):.4f}"
        '1.0623'
    """
    from sdp_proofs.privacy.calibration import epsilon_for

    found = epsilon_for(database_of(data, rate, draws, replacement), delta, digits=digits)
    if found is None:
        told = "where a sample excludes one of two neighbours no epsilon is enough for it"
        raise DomainError(f"delta must be larger, got {delta}: {told}")
    return found


def utility(
    data: Counts,
    *,
    budget: Budget | None = None,
    threshold: Readable | None = None,
    rate: Readable | None = None,
    draws: Readable | None = None,
    epsilon: Readable | None = None,
    odds: Readable | None = None,
    replacement: bool = False,
    digits: int = 30,
) -> Utility:
    """What an adversary gains who knows all records but one [Liu, Wang, Xia 2023, Eq. (3)].

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
    sources: Iterable[str | Sequence[Readable]],
    *,
    records: Readable,
    rate: Readable | None = None,
    draws: Readable | None = None,
    epsilon: Readable | None = None,
    odds: Readable | None = None,
    digits: int = 15,
) -> SmoothedDelta:
    """The smoothed parameter delta_SDP: each record follows one of several sources, and the worst choice is taken.

    Example:
        >>> f"{smoothed(['0.9,0.1', '9/40,31/40'], records=100, rate='0.9', epsilon=3):.3e}"
        '3.487e-1'
    """
    from sdp_proofs.distributions.source_set import SourceSet
    from sdp_proofs.numbers.reals import read_integer
    from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta

    size = read_integer(records, "records")
    asked = Smoothing(SourceSet.from_laws(sources), size, sampling_draws(size, rate=rate, draws=draws))
    return smoothed_delta(asked, budget_of(None, epsilon, odds), digits=digits)


def account(
    release: str,
    *,
    delta: Readable | None = None,
    epsilon: Readable | None = None,
    adjacency: str | None = None,
    digits: int = 10,
) -> Answer:
    """What a sequence of releases costs: the least epsilon at a delta, or delta at an epsilon.

    Args:
        release: such as "poisson(rate=256/60000, gaussian(sigma=1.1)) * 14063".
        delta: ask for the least epsilon at this delta;
        epsilon: or for delta at this epsilon.
        adjacency: "add-remove" or "replace-one", where the release leaves it open.
        digits: significant digits to prove.

    Raises:
        DomainError: not exactly one of delta and epsilon, or a release that cannot be read.

    Example:
        >>> f"{account('gaussian(sigma=100) * 10000', epsilon=7, adjacency='add-remove'):.4e}"
        '5.1677e-12'
        >>> print(account('laplace(scale=10)', delta=0, adjacency='add-remove'))
        epsilon <= 0.1 (exactly 1/10); to quote: (0.1, 0)-DP, add or remove one record
    """
    from sdp_proofs.accounting.analysis import Question
    from sdp_proofs.accounting.answers import delta_at, epsilon_at
    from sdp_proofs.accounting.grammar import read_release

    if (delta is None) == (epsilon is None):
        raise DomainError("exactly one of delta and epsilon must be given")
    question = Question.of(read_release(release), adjacency)
    if delta is not None:
        return epsilon_at(question, delta, digits=digits)
    return delta_at(question, epsilon, digits=digits)


def audit(
    values: Any,
    *,
    rate: Readable | None = None,
    draws: Readable | None = None,
    epsilons: Sequence[Readable] | None = None,
    deltas: Sequence[Readable] = (),
    name: str = "",
    digits: int = 6,
) -> Audit:
    """How private it is to publish the histogram of a sample of these records, at several epsilons and deltas.

    Args:
        values: one value per record (a pandas Series, a list), or a mapping from values to counts.
        rate: the share of the records that is sampled, without replacement.
        draws: or how many.
        epsilons: budgets of the table.
        deltas: targets to find epsilon for, besides 1/n.
        name: what the column is called; a series brings its own.
        digits: significant digits to prove.

    Raises:
        DomainError: a missing value, fewer than two different ones, or a value outside its domain.

    Example:
        >>> found = audit(["yes"] * 700 + ["no"] * 300, rate="0.9")
        >>> [row["epsilon"] for row in found.to_dict()["rows"]]
        ['0.1', '0.5', '1', '2', '4']
    """
    from sdp_proofs.privacy import audit as auditing

    column = values if isinstance(values, auditing.Column) else auditing.Column.of(name or _name(values), tally(values))
    return auditing.audit(
        column, rate=rate, draws=draws, epsilons=tuple(map(str, epsilons or auditing.EPSILONS)), targets=deltas,
        digits=digits,
    )  # fmt: skip


def table(name: str, *, digits: int = 6, **axes: Readable | Sequence[Readable]) -> TableRows:
    """A table of exact deltas and of bounds, over all combinations of the axes' values.

    Args:
        name: remark-8, elections, chernoff, table-1 or theorem-5.
        digits: significant digits to print.
        axes: values of the key columns, one or several; the others keep their defaults.

    Example:
        >>> rows = table("remark-8", records=200, rate="0.5", epsilon=2)
        >>> rows.to_dict()[0]["delta_sdp_upper"]
        '2.16691e-11'
    """
    from sdp_proofs.papers import tables
    from sdp_proofs.tables.making import made
    from sdp_proofs.tables.table import TableRows

    known = {one.name: one for one in tables().values() if one.bound}
    if name not in known:
        raise DomainError(f"table must be one of {', '.join(known)}, got {name!r}")
    chosen = made(known[name])
    given = {axis: tuple(map(str, _several(values))) for axis, values in axes.items()}
    return TableRows(chosen, tuple(chosen.rows(chosen.points(given), digits)), digits)


FIGURES = {
    "1": "elections", "2": "smoothed", "3": "elections", "4": "smoothed", "bounds": "bounds", "remark-8": "remark_8_map"
}  # fmt: skip
"""The pictures that `plots` draws from nothing: by their name on the command line, the name of the function."""


def figure(name: str, **options: Any) -> Any:
    """A picture as a matplotlib figure; those of training and of SGD are drawn on the command line only.

    Args:
        name: "1", "2", "3", "4", "bounds" or "remark-8", or the name of a function in `sdp_proofs.plots`.
        options: of that function.

    Raises:
        DomainError: no such picture, or matplotlib is not installed.
    """
    chosen = FIGURES.get(str(name), str(name))
    if chosen not in FIGURES.values():
        known = dict.fromkeys([*FIGURES, *FIGURES.values()])
        raise DomainError(f"figure must be one of {', '.join(known)}, got {shown(name)}")
    from sdp_proofs import plots

    if str(name) == "3":
        from sdp_proofs.papers.smoothed_dp.introduction.elections import FIGURE_3

        options = {"settings": tuple(FIGURE_3.values()), **options}
    if str(name) == "4":
        from sdp_proofs.papers.smoothed_dp.experiments.electorates import figure_4

        options = {"electorates": figure_4(), **options}
    return getattr(plots, chosen)(**options)


def database_of(
    data: Counts, rate: Readable | None, draws: Readable | None, replacement: bool = False
) -> Database:
    """A database from whatever holds its counts.

    Raises:
        DomainError: a `Database` together with a rate or draws, or counts that are none.

    Example:
        >>> database_of({"yes": 700, "no": 300}, "0.9", None).counts
        (700, 300)
    """
    if isinstance(data, Database):
        if rate is not None or draws is not None:
            raise DomainError("rate and draws must not be given with a Database, which has its own")
        return data
    counts: Any = data.values() if isinstance(data, Mapping) else data
    return Database.read(
        counts=counts if isinstance(counts, str) else list(counts), rate=rate, draws=draws, replacement=replacement
    )


def budget_of(budget: Budget | None, epsilon: Readable | None, odds: Readable | None) -> Budget:
    """A budget from exactly one of the three.

    Raises:
        DomainError: something else than a Budget, or not exactly one.
    """
    if budget is None:
        return Budget.read(epsilon=epsilon, odds=odds)
    if not isinstance(budget, Budget):
        raise DomainError(f"a budget must be named: write epsilon={budget!r} or odds={budget!r}")
    if epsilon is not None or odds is not None:
        raise DomainError("exactly one of budget, epsilon and odds must be given")
    return budget


def tally(values: Any) -> dict[str, int]:
    """How often each value occurs, the most frequent first.

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
