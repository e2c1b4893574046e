"""Hypothesis strategies for exact laws, sources, databases, budgets, mechanisms, releases and queries.

Everything is exact and shrinks to small witnesses: point masses, equal rows, few
outputs, small odds. Weights are small integers, biased to zero, to ties and now and then to a huge ratio.

Example:
    >>> from hypothesis import find
    >>> find(laws(("a", "b")), lambda law: law.probability("b") > 0)
    FiniteLaw({'b': 1})
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from hypothesis import reject
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from sdp_proofs.accounting import release as accounted
from sdp_proofs.accounting.exponential import Exponential
from sdp_proofs.accounting.grammar import mechanisms as known_mechanisms
from sdp_proofs.accounting.noise import Noise
from sdp_proofs.accounting.pairs import REPLACE_ONE
from sdp_proofs.accounting.plain_releases import Finite
from sdp_proofs.accounting.release import RELATIVE_TO, Release
from sdp_proofs.answering.queries import Counting, Histogram, Margins, Query, Total, neighbours
from sdp_proofs.distributions.finite import Counts, FiniteLaw, Mechanism, Records, histograms, record_lists
from sdp_proofs.distributions.source_set import Law, SourceSet
from sdp_proofs.errors import DomainError
from sdp_proofs.logic.evaluation import Judge
from sdp_proofs.logic.hunting import drawn as drawn_from_sorts
from sdp_proofs.logic.hunting import sets_in
from sdp_proofs.logic.surface import Statement
from sdp_proofs.logic.values import NotDecided
from sdp_proofs.mechanisms.choices import NoisyMax
from sdp_proofs.mechanisms.composition import (
    Composition,
    Lookup,
    PostProcessed,
    RandomlyPostProcessed,
    RandomlyRecordWise,
    RecordWise,
)
from sdp_proofs.mechanisms.finite import (
    CoinFlip,
    DatabaseTable,
    EachRecord,
    HistogramTable,
    OneRecord,
    OnRecords,
    truthful_rows,
)
from sdp_proofs.mechanisms.sampling import SamplingHistogram
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.profile import PrivacyProfile
from sdp_proofs.programs.alignment import differences

Outcome = TypeVar("Outcome", bound=Hashable)

WEIGHTS = (0, 1, 2, 3, 0, 1, 4, 5, 7, 12, 1000, 10**9)
"""Weights that probabilities are proportional to; the first ones are tried first and shrunk to."""
EDGES = tuple(map(Fraction, ("0", "1", "1/2", "1/3", "2/3", "1/4", "3/4", "1/100", "99/100", "1e-6", "0.999999")))
"""Probabilities at and near the ends; others shrink to the first that will do."""
USUAL_ODDS = (Fraction(2), Fraction(1), Fraction(3), Fraction(3, 2), Fraction(51, 49), Fraction(1001, 1000))


def probabilities() -> SearchStrategy[Fraction]:
    """Rationals from 0 to 1, the ends, the middle and tiny ones included."""
    return st.sampled_from(EDGES) | st.fractions(0, 1, max_denominator=12)


def odds(*, above_one: bool = False) -> SearchStrategy[Fraction]:
    """Rational odds E = exp(epsilon) >= 1.

    Args:
        above_one: leave out E = 1, that is epsilon = 0.
    """
    drawn = st.sampled_from(USUAL_ODDS) | st.fractions(1, 6, max_denominator=12) | st.integers(1, 10**6).map(Fraction)
    return drawn.filter(lambda value: value > 1) if above_one else drawn


def budgets(*, above_one: bool = False) -> SearchStrategy[Budget]:
    """Budgets with rational odds."""
    return odds(above_one=above_one).map(lambda value: Budget.read(odds=value))


def critical_odds(mechanism: Mechanism[Records, Any], types: int, records: int) -> SearchStrategy[Fraction]:
    """Odds at which some delta(x) of a mechanism has a corner, or just stops being positive, and odds = 1.

    Bounds that are sharp are sharp there, and random odds hardly ever hit them.
    """
    corners = {Fraction(1)}
    for x in record_lists(records, types):
        corners.update(PrivacyProfile.of_mechanism(mechanism.law, x, neighbours=mechanism.neighbours).breakpoints)
    return st.sampled_from(sorted(corners))


def probability_vectors(types: int) -> SearchStrategy[Law]:
    """Laws over the types 0 to types - 1 as tuples, zeros included."""
    weights = st.lists(st.sampled_from(WEIGHTS), min_size=types, max_size=types).filter(any)
    return weights.map(lambda drawn: tuple(Fraction(weight, sum(drawn)) for weight in drawn))


def laws(outcomes: Sequence[Outcome]) -> SearchStrategy[FiniteLaw[Outcome]]:
    """Laws on some of the given outcomes."""
    return probability_vectors(len(outcomes)).map(lambda masses: FiniteLaw.gathered(zip(outcomes, masses, strict=True)))


def source_sets(types: int, *, most: int = 3) -> SearchStrategy[SourceSet]:
    """Closed sets of one to `most` laws, repeated and redundant ones included.

    Args:
        types: at least two.
        most: how many laws at most, not counting a mixture of two of them that is sometimes added.
    """
    listed = st.lists(probability_vectors(types), min_size=1, max_size=most)

    def with_mixture(drawn: list[Law], weight: Fraction | None) -> SourceSet:
        if weight is not None:
            drawn = [*drawn, _mixture(drawn[0], drawn[-1], weight)]
        return SourceSet(tuple(drawn))

    return st.builds(with_mixture, listed, st.none() | probabilities())


def databases(types: int, records: int) -> SearchStrategy[Records]:
    """Lists of records."""
    return st.tuples(*[st.integers(0, types - 1)] * records)


def histogram_databases(types: int, records: int) -> SearchStrategy[Counts]:
    """Histograms of so many records."""
    return databases(types, records).map(lambda drawn: tuple(drawn.count(kind) for kind in range(types)))


def local_randomisers(types: int, outputs: int = 3) -> SearchStrategy[tuple[FiniteLaw[int], ...]]:
    """One law per type of record, over the outputs 0 to outputs - 1."""
    return st.tuples(*[laws(range(outputs))] * types)


def histogram_tables(types: int, records: int, outputs: int = 3) -> SearchStrategy[HistogramTable[int]]:
    """Any anonymous mechanism: one row per histogram."""
    keys = list(histograms(records, (records,) * types))
    rows = st.tuples(*[laws(range(outputs))] * len(keys))
    return rows.map(lambda drawn: HistogramTable(dict(zip(keys, drawn, strict=True))))


def database_tables(types: int, records: int, outputs: int = 3) -> SearchStrategy[DatabaseTable[int]]:
    """Any mechanism: one row per list of records."""
    keys = list(record_lists(records, types))
    rows = st.tuples(*[laws(range(outputs))] * len(keys))
    return rows.map(lambda drawn: DatabaseTable(types, dict(zip(keys, drawn, strict=True))))


def sampling_histograms(records: int) -> SearchStrategy[SamplingHistogram]:
    """The sampling-histogram mechanism, without and with replacement, for histograms of so many records."""
    return st.builds(SamplingHistogram, st.integers(0, records), st.booleans())


def choosing_mechanisms() -> SearchStrategy[Exponential | NoisyMax]:
    """The exponential mechanism and report-noisy-max over the counts of a histogram.

    One replaced record moves every count by at most 1: the first is private at the odds e^epsilon, the second at
    ratio^-2.
    """
    chosen = odds().map(lambda base: Exponential(f"2*log({base})"))
    return chosen | st.builds(NoisyMax, probabilities().filter(lambda p: 0 < p < 1))


def base_mechanisms(types: int, records: int) -> SearchStrategy[Mechanism[Records, Any]]:
    """Mechanisms on lists of records that are not made of others.

    Args:
        types: at least two; kept small, since tables have a row per database.
        records: n >= 1; likewise.
    """
    anonymous = histogram_tables(types, records) | sampling_histograms(records) | choosing_mechanisms()
    choices: list[SearchStrategy[Any]] = [
        database_tables(types, records),
        st.builds(OneRecord, local_randomisers(types), st.integers(0, records - 1)),
        st.builds(EachRecord, local_randomisers(types, 2)),
        st.builds(EachRecord, st.builds(truthful_rows, st.just(types), probabilities())),
        st.builds(OnRecords, anonymous, st.just(types)),
    ]
    if types == 2:
        choices.append(st.builds(CoinFlip, probabilities(), st.integers(0, records - 1)))
    return st.one_of(choices)


def post_processed(
    mechanism: Mechanism[Records, Any], types: int, records: int
) -> SearchStrategy[PostProcessed[Records, Any, int] | RandomlyPostProcessed[Records, Any, int]]:
    """A mechanism followed by any function or any kernel on its outputs, to at most three results."""
    outputs = _outputs(mechanism, types, records)

    def looked_up(values: tuple[Any, ...]) -> Lookup[Any, Any]:
        return Lookup(dict(zip(outputs, values, strict=True)))

    functions = st.tuples(*[st.integers(0, 2)] * len(outputs)).map(looked_up)
    kernels = st.tuples(*[laws(range(3))] * len(outputs)).map(looked_up)
    return functions.map(lambda function: PostProcessed(mechanism, function)) | kernels.map(
        lambda kernel: RandomlyPostProcessed(mechanism, kernel)
    )


def record_wise(
    mechanism: Mechanism[Records, Any], types: int, features: int
) -> SearchStrategy[RecordWise[Any] | RandomlyRecordWise[Any]]:
    """A mechanism on features, preceded by any function or any kernel from types to features.

    Args:
        mechanism: a mechanism on lists of features.
        types: the number of types of the records.
        features: the number of values of a feature.
    """
    functions = st.tuples(*[st.integers(0, features - 1)] * types)
    return functions.map(lambda function: RecordWise(mechanism, function, features)) | local_randomisers(
        types, features
    ).map(lambda rows: RandomlyRecordWise(mechanism, rows, features))


def mechanisms(types: int, records: int) -> SearchStrategy[Mechanism[Records, Any]]:
    """Mechanisms on lists of records, sometimes post-processed, pre-processed or composed of two."""
    base = base_mechanisms(types, records)
    return (
        base
        | base.flatmap(lambda mechanism: post_processed(mechanism, types, records))
        | base.flatmap(lambda mechanism: record_wise(mechanism, types, types))
        | st.tuples(base, base).map(Composition)
    )


def releases_of(
    kind: type[accounted.Mechanism], inner: SearchStrategy[Release] | None = None
) -> SearchStrategy[Release]:
    """One mechanism of a kind, with the small parameters that it declares.

    Args:
        kind: a class of mechanisms, a plug-in too.
        inner: what is run where the mechanism runs another; noise unless it is given.
    """
    drawn: dict[str, SearchStrategy[Any]] = {name: st.sampled_from(values) for name, values in kind.small.items()}
    if kind.inner:
        within = inner if inner is not None else noise_releases()
        drawn[kind.inner] = st.lists(within, min_size=1, max_size=3) if kind.splits else within

    def built(options: dict[str, Any]) -> SearchStrategy[Release]:
        try:
            return st.just(kind(**options))
        except DomainError:  # such as an end of a range that is no output
            return st.nothing()

    return st.fixed_dictionaries(drawn).flatmap(built)


def noise_releases() -> SearchStrategy[Release]:
    """Mechanisms of which the noise is the same wherever the answer is: of all kinds, rounded ones too, small."""
    kinds = [kind for kind in known_mechanisms().values() if issubclass(kind, Noise)]
    plain = st.one_of([releases_of(kind) for kind in kinds if not kind.inner])
    around = [releases_of(kind, plain) for kind in kinds if kind.inner and kind.stationary]
    return st.one_of(plain, *around)


def truncated_releases() -> SearchStrategy[Release]:
    """Noise on answers within a range, of which the pair that dominates is that of two databases."""
    kinds = [kind for kind in known_mechanisms().values() if issubclass(kind, Noise) and not kind.stationary]
    return st.one_of([releases_of(kind) for kind in kinds]).filter(_is_attained)


def single_releases() -> SearchStrategy[Release]:
    """One run of any mechanism whose privacy is the same for all its answers, with and without noise, unsampled."""
    tables = st.integers(2, 4).flatmap(lambda size: st.tuples(probability_vectors(size), probability_vectors(size)))
    own = [
        releases_of(kind)
        for kind in known_mechanisms().values()
        if not (issubclass(kind, Noise) or kind.sampling or kind.splits or kind.relative_to == REPLACE_ONE)
    ]
    return st.one_of(noise_releases(), truncated_releases(), *own, tables.map(lambda laws: Finite(*laws)))


def _is_attained(release: Release) -> bool:
    return all(term.attained(adjacency) for term, _ in release.terms() for adjacency in RELATIVE_TO)


def queries(types: int) -> SearchStrategy[Query]:
    """Counting queries, histograms and sums of records of so many types, and the margins of two bits for four types."""
    numbers = st.fractions(-3, 3, max_denominator=4)
    kinds: list[SearchStrategy[Any]] = [
        st.builds(Counting, st.just(types), st.lists(st.integers(0, types - 1), unique=True).map(tuple)),
        st.just(Histogram(types)),
        st.lists(numbers, min_size=types, max_size=types).map(Total),
    ]
    if types == 4:
        kinds.append(st.builds(Margins, st.just((2, 2)), st.integers(1, 2)))
    return st.one_of(kinds)


def neighbouring_records(types: int, records: int, adjacency: str) -> SearchStrategy[tuple[Records, Records]]:
    """A list of records and a neighbour of it.

    Args:
        types: the number of values that a record can have.
        records: how many the first list has, >= 1.
        adjacency: add-remove or replace-one.
    """
    return databases(types, records).flatmap(
        lambda x: st.sampled_from(list(neighbours(x, types, adjacency))).map(lambda other: (x, other))
    )


def neighbouring(
    size: int, neighbours: str, numbers: SearchStrategy[int] | None = None
) -> SearchStrategy[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Two neighbouring inputs of a program.

    Args:
        size: how many numbers an input has.
        neighbours: `one` entry differs by one, `all` by at most one each, or `up`: all in one direction.
        numbers: what the first input is made of; 0 to 2 if None.

    Example:
        >>> from hypothesis import find
        >>> find(neighbouring(2, "one"), lambda pair: sum(pair[1]) > sum(pair[0]))
        ((0, 0), (1, 0))
    """
    moved = sorted(differences(size, neighbours), key=lambda d: (sum(map(abs, d)), [-x for x in d]))
    inputs = st.tuples(*[numbers if numbers is not None else st.integers(0, 2)] * size)
    return st.tuples(inputs, st.sampled_from(moved)).map(
        lambda pair: (pair[0], tuple(a + b for a, b in zip(*pair, strict=True)))
    )


def _mixture(first: Law, second: Law, weight: Fraction) -> Law:
    return tuple(weight * left + (1 - weight) * right for left, right in zip(first, second, strict=True))


def _outputs(mechanism: Mechanism[Records, Any], types: int, records: int) -> list[Any]:
    return list(dict.fromkeys(output for x in record_lists(records, types) for output in mechanism.law(x)))


class _Chosen:
    """Choices of a search, the first of each list the simplest, in place of a generator of random numbers."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def random(self) -> float:
        return self._draw(st.sampled_from((0.9, 0.1, 0.4, 0.6)))

    def choice(self, options: Sequence[Any], /) -> Any:
        return options[self._draw(st.integers(0, len(options) - 1))]

    def randrange(self, start: int, stop: int | None = None, /) -> int:
        low, high = (0, start) if stop is None else (start, stop)
        return self._draw(st.integers(low, high - 1))


def instances(statement: Statement, *, met: bool = True) -> SearchStrategy[tuple[dict[str, int], dict[str, Any]]]:
    """Instances of a statement of the logic, drawn from the sorts of its variables: sizes of sets, and values.

    Args:
        statement: what `logic.surface.claimed` or `theorem` makes of an annotated function.
        met: only instances that meet all premises; statements whose premises are hardly ever met need `False`.

    Example:
        >>> from hypothesis import find
        >>> from sdp_proofs.logic import proofs
        >>> sizes, values = find(instances(proofs.load()["post_processing"]), lambda found: found[1]["delta"] > 0)
        >>> sizes, str(values["P"])
        ({'A': 1, 'B': 1}, '{0: 1}')
    """

    @st.composite
    def some(draw: st.DrawFn) -> tuple[dict[str, int], dict[str, Any]]:
        sizes = {name: draw(st.integers(1, 3)) for name in sets_in(statement)}
        judge = Judge(statement, sizes)
        try:
            values = drawn_from_sorts(statement, judge, _Chosen(draw), tight=draw(st.booleans()))
        except NotDecided:
            reject()
        if met and set(judge(values).premises) - {True}:
            reject()
        return sizes, values

    return some()
