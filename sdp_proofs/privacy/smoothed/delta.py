"""The smoothed delta: the worst assignment of sources to records, on average over databases.

delta_SDP = max over k of F(k), F(k) = E delta(H) when k_j records follow the j-th vertex of the sources' hull
[Liu, Wang, Xia 2023, Def. 3, Algorithm 1, Prop. 7]. One interface, four routes:

- `algorithm-1`: Algorithm 1 itself, exact where the odds are rational; small instances of any kind;
- `table`: two types, all n + 1 mixtures by two binomial shifts;
- `window`: two types at any size, the homogeneous assignments by windowed sums; that none is worse is certified by the
  losses, or   by losses averaged over a few records, and where neither speaks the others are bounded by a majorant;
- `factors`: three types, all mixtures in doubles with a proven error.

If the sources are open the maximum is a supremum, which no mixture of the set need attain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import ctx
from sdp_proofs.numbers.conversion import Valued
from sdp_proofs.numbers.decide import largest, position_of_largest
from sdp_proofs.numbers.enclosure import Enclosure, check_digits
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import EXACT_POOL_RECORDS, MOST_RECORDS, Database, delta
from sdp_proofs.privacy.histogram.tables import BlockDeltas, delta_table
from sdp_proofs.privacy.smoothed.algorithm_one import algorithm_one
from sdp_proofs.privacy.smoothed.partly_averaged import decide_partly_averaged, decide_unimodal
from sdp_proofs.privacy.smoothed.truncated_sum import end_average, end_bounds
from sdp_proofs.privacy.smoothed.two_sources import largest_entry, smoothed_table
from sdp_proofs.verdict import Verdict

ENUMERATED_RECORDS = 12
"""Up to this many records `auto` takes Algorithm 1 itself, if the instance is cheap enough."""
TABLE_RECORDS = 20_000
"""Up to this many records of two types `auto` computes all mixtures."""
LEVEL_BITS = 256
MOST_TABLE_DIGITS = 5_000_000
SHEARED_RECORDS = 900
WINDOW_DIGITS = 12
"""The most digits that a windowed sum is asked for."""


class Route(StrEnum):
    """Way to compute a smoothed loss."""

    AUTO = "auto"
    ALGORITHM_ONE = "algorithm-1"
    TABLE = "table"
    WINDOW = "window"
    FACTORS = "factors"

    @classmethod
    def _missing_(cls, value: object) -> Route | None:
        return cls.FACTORS if value == "shears" else None  # its name until 0.1


@dataclass(frozen=True, slots=True)
class Smoothing:
    """A smoothed instance: sources, number of records and how they are sampled.

    Args:
        sources: the laws that records can follow.
        records: number of records n >= 1.
        draws: sample size T.
        replacement: whether sampling is with replacement.

    Raises:
        DomainError: outside these ranges.
        SizeError: more than 10^30 records.
    """

    sources: SourceSet
    records: int
    draws: int
    replacement: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.records <= MOST_RECORDS:
            raise DomainError("records must be between 1 and 10^30, got " + ("fewer" if self.records < 1 else "more"))
        Database((self.records, 0), self.draws, self.replacement)

    def database(self, counts: tuple[int, ...]) -> Database:
        """One database of the instance."""
        return Database(counts, self.draws, self.replacement)


@dataclass(frozen=True, slots=True, repr=False)
class SmoothedDelta(Valued):
    """delta_SDP of one instance.

    Args:
        value: the maximum over all assignments of sources.
        mixture: how many records follow each vertex in a worst case; where `value` is wide, in the best one found.
        vertices: positions of the hull's vertices in the set of sources.
        route: how it was computed.
        attained: whether the maximum is attained in the set, or is a supremum over an open one.
        table: F(k) for every mixture k, where the route computes them all.
        epsilon: the budget, as typed.
        instance: the sources, records and draws, in words.
    """

    value: Enclosure
    mixture: tuple[int, ...]
    vertices: tuple[int, ...]
    route: Route
    attained: bool
    table: Mapping[tuple[int, ...], Enclosure] | None = None
    epsilon: str = ""
    instance: str = ""

    @property
    def _asked(self) -> str:
        return "delta_sdp"

    def _words(self, number: str) -> str:
        if not (self.epsilon and self.instance):
            return super(SmoothedDelta, self)._words(number)
        return f"({self.epsilon}, {number}, Pi)-smoothed DP, replace one record; {self.instance}"

    def _facts(self) -> dict[str, object]:
        return {"mixture": ",".join(map(str, self.mixture)), "attained": self.attained, "method": str(self.route)}


@dataclass(frozen=True, slots=True)
class Known:
    """Description of what an unfinished computation has proven: delta_SDP lies between `lower` and `upper`.

    Args:
        done: steps that are finished.
        steps: all steps; their times differ.
        lower: the largest average of a mixture so far.
        upper: an upper bound.
    """

    done: int
    steps: int
    lower: Enclosure
    upper: Enclosure


Watch = Callable[[Known], None]


def smoothed_delta(
    smoothing: Smoothing,
    budget: Budget,
    *,
    digits: int = 15,
    route: Route | str = Route.AUTO,
    watch: Watch = lambda known: None,
) -> SmoothedDelta:
    """delta_SDP: the largest expected loss over all assignments of sources to records.

    World: enclosure; exact on the route `algorithm-1` with rational odds. The route `window` proves a two-sided
    bound: 12 digits where homogeneous assignments are certified to be worst, else as many as the losses are regular.
    The route `factors` proves about 12 digits.

    Args:
        smoothing: sources, records and sampling.
        budget: epsilon.
        digits: significant digits to prove, as far as the route can.
        route: one of `Route`, or `auto` to choose by types, sources and size.
        watch: called before the first step and after each but the last, with what is known.

    Raises:
        DomainError: the route does not apply to this instance.
        SizeError: no route would finish.

    Example:
        >>> sources = SourceSet.from_laws(["0.9446,0.0554", "9/40,31/40"])
        >>> found = smoothed_delta(Smoothing(sources, 1000, 998), Budget.read(epsilon=7))
        >>> found.value.rounded(8), found.mixture, found.route.value
        ('0.89226916', (1000, 0), 'table')
    """
    check_digits(digits)
    chosen = _chosen(smoothing, budget) if Route(route) is Route.AUTO else Route(route)
    found = _ROUTES[chosen](smoothing, budget, digits, watch)
    sources = "1 source" if len(smoothing.sources.laws) == 1 else f"{len(smoothing.sources.laws)} sources"
    how = " with replacement" if smoothing.replacement else ""
    instance = f"Pi: {sources}, n = {smoothing.records}, T = {smoothing.draws}{how}"
    return replace(found, epsilon=budget.text, instance=instance)


def _chosen(smoothing: Smoothing, budget: Budget) -> Route:
    vertices, types = len(smoothing.sources.vertices), smoothing.sources.types
    if smoothing.records <= ENUMERATED_RECORDS and types <= 3 and vertices <= 3:
        return Route.ALGORITHM_ONE
    if types == 2:
        return Route.TABLE if smoothing.records <= TABLE_RECORDS else Route.WINDOW
    if types == 3 and vertices <= 3 and not smoothing.replacement and smoothing.records <= SHEARED_RECORDS:
        return Route.FACTORS
    return Route.ALGORITHM_ONE


def _by_algorithm_one(smoothing: Smoothing, budget: Budget, digits: int, watch: Watch) -> SmoothedDelta:
    """Algorithm 1, in fractions for rational odds and in balls otherwise."""

    def loss(counts: tuple[int, ...]) -> Enclosure:
        return delta(smoothing.database(counts), budget, digits=digits + 3).value

    sources, records = smoothing.sources, smoothing.records
    best, most = Enclosure.of(0), _largest_delta(smoothing)
    watch(Known(0, 1, best, most))

    def learn(table: dict[tuple[int, ...], Any], mixtures: int) -> None:
        nonlocal best
        latest = next(reversed(table.values()))
        best = largest([best, Enclosure.of(latest) if isinstance(latest, Fraction) else Enclosure(latest)])
        if len(table) < mixtures:
            watch(Known(len(table), mixtures, best, most))

    # With that few records and draws every loss is a fraction; see `database`.
    if budget.rational_odds is not None and max(records, smoothing.draws) <= EXACT_POOL_RECORDS:
        exact = algorithm_one(lambda counts: _fraction(loss(counts)), sources, records, watch=learn)
        table = {mixture: Enclosure.of(value) for mixture, value in exact.table.items()}
        return _found(smoothing, Route.ALGORITHM_ONE, Enclosure.of(exact.maximum), exact.mixture, table)
    balls = algorithm_one(lambda counts: loss(counts).ball, sources, records, watch=learn)
    table = {mixture: Enclosure(value) for mixture, value in balls.table.items()}
    return _found(smoothing, Route.ALGORITHM_ONE, Enclosure(balls.maximum), balls.mixture, table)


def _largest_delta(smoothing: Smoothing) -> Enclosure:
    """An upper bound of every loss: no pair of databases loses more than the chance that its record is drawn."""
    return Enclosure.of(1 if smoothing.replacement else Fraction(smoothing.draws, smoothing.records))


def _fraction(loss: Enclosure) -> Fraction:
    if loss.exact is None:
        raise ValueError(f"a loss must be exact here, got {loss}")
    return loss.exact


def _by_table(smoothing: Smoothing, budget: Budget, digits: int, watch: Watch) -> SmoothedDelta:
    """All mixtures of two sources over two types; k counts the records that follow the larger share."""
    low, high, order = _shares(smoothing)
    if smoothing.records * digits > MOST_TABLE_DIGITS:
        raise SizeError(f"records times digits must be at most {MOST_TABLE_DIGITS} on the route table, got more")
    watch(Known(0, 2, Enclosure.of(0), _largest_delta(smoothing)))
    deltas = delta_table(
        smoothing.records, smoothing.draws, budget, digits=digits + 3, replacement=smoothing.replacement
    )
    watch(Known(1, 2, Enclosure.of(0), largest([Enclosure(loss) for loss in deltas])))
    averages = smoothed_table(deltas, low, high, digits + 1)
    best, k = largest_entry(averages)
    table = {order(count, smoothing.records - count): Enclosure(ball) for count, ball in enumerate(averages)}
    return _found(smoothing, Route.TABLE, Enclosure(best), order(k, smoothing.records - k), table)


def _by_window(smoothing: Smoothing, budget: Budget, digits: int, watch: Watch) -> SmoothedDelta:
    """The homogeneous assignments; that no other exceeds them is certified, or bounded through the losses' majorant."""
    low, high, order = _shares(smoothing)
    records, draws, replacement = smoothing.records, smoothing.draws, smoothing.replacement
    digits = min(digits, WINDOW_DIGITS)

    def end(share: Fraction, enough: Enclosure | None = None) -> Enclosure:
        return end_average(records, draws, share, budget, digits=digits, replacement=replacement, enough=enough)

    most = _largest_delta(smoothing)
    watch(Known(0, 2, Enclosure.of(0), most))
    # delta(H) = delta(n - H): shares that add up to one have the same average.
    if low in (high, 1 - high):
        ends = [end(high)]
    elif high + low > 1:  # the share that is further from one half mostly loses more; of the other that is enough
        first = end(high)
        ends = [first, end(low, first)]
    else:
        first = end(low)
        ends = [end(high, first), first]
    best = position_of_largest(ends)
    value = largest(ends)
    pure = order(records, 0) if best == 0 else order(0, records)
    if low == high:
        return _found(smoothing, Route.WINDOW, value, pure, None)
    watch(Known(1, 2, value, most))
    losses = BlockDeltas(records, draws, budget, digits + 3, replacement)
    with ctx.workprec(LEVEL_BITS):
        level = value.ball.upper()
    pure_is_worst = (
        decide_unimodal(losses, level) is Verdict.HOLDS
        or decide_partly_averaged(losses, low, high, level) is Verdict.HOLDS
    )
    if pure_is_worst:
        # The certificate says that no mixture exceeds the level, which may lie a rounding above the ball.
        value = _hull(value, Enclosure(level))
    else:
        bounds = [
            end_bounds(records, draws, share, budget, digits=digits, replacement=replacement)
            for share in (high, low)[: len(ends)]
        ]
        majorants = [majorant for _, majorant in bounds]
        value = _hull(value, largest(majorants))
    return _found(smoothing, Route.WINDOW, value, pure, None)


def _hull(lower: Enclosure, upper: Enclosure) -> Enclosure:
    """Everything from the lower end of one enclosure to the upper end of another."""
    with ctx.workprec(LEVEL_BITS):
        return Enclosure(lower.ball.union(upper.ball.upper()))


def _by_elementary_factors(smoothing: Smoothing, budget: Budget, digits: int, watch: Watch) -> SmoothedDelta:
    """All mixtures of up to three sources over three types."""
    from sdp_proofs.privacy.smoothed.three_types import simplex_deltas, smoothed_simplex

    vertices = smoothing.sources.vertices
    if smoothing.sources.types != 3 or len(vertices) > 3 or smoothing.replacement:
        raise DomainError("the route factors must have three types, three vertices at most and no replacement")
    watch(Known(0, 1, Enclosure.of(0), _largest_delta(smoothing)))
    averages = smoothed_simplex(simplex_deltas(smoothing.records, smoothing.draws, budget), vertices)
    found = averages.largest()
    mixture = found.counts[: len(vertices)]
    rest = smoothing.records - sum(mixture)
    return _found(smoothing, Route.FACTORS, found.value, (*mixture[:-1], mixture[-1] + rest), None)


def _shares(smoothing: Smoothing) -> tuple[Fraction, Fraction, Callable[[int, int], tuple[int, ...]]]:
    """The smallest and largest share of the first type, and a function from the records of each to a mixture.

    The function takes the number of records that follow the larger share first.
    """
    vertices = smoothing.sources.vertices
    if smoothing.sources.types != 2:
        raise DomainError(f"this route must have two types, got {smoothing.sources.types}")
    if len(vertices) == 1:
        share = vertices[0][0]
        return share, share, lambda more, less: (more + less,)
    first, second = (vertex[0] for vertex in vertices)
    if first > second:
        return second, first, lambda more, less: (more, less)
    return first, second, lambda more, less: (less, more)


def _found(
    smoothing: Smoothing,
    route: Route,
    value: Enclosure,
    mixture: tuple[int, ...],
    table: Mapping[tuple[int, ...], Enclosure] | None,
) -> SmoothedDelta:
    sources = smoothing.sources
    return SmoothedDelta(value, mixture, sources.vertex_indices, route, sources.closed, table)


_ROUTES: dict[Route, Callable[[Smoothing, Budget, int, Watch], SmoothedDelta]] = {
    Route.ALGORITHM_ONE: _by_algorithm_one,
    Route.TABLE: _by_table,
    Route.WINDOW: _by_window,
    Route.FACTORS: _by_elementary_factors,
}
