"""Distributional differential privacy for any finite mechanism, with the best simulator there is.

World: exact. Definition 4 asks for one simulator that, without seeing record i, imitates the mechanism for all product
laws of the other records, all positions i, all values of record i, all events, and in both directions of inequality
(1). The least delta is therefore the value of a game: the simulator against one instance of the inequality. It is a
linear programme, and its answer comes with the strategies of both players, which are evaluated by the definition.

*Only the vertices of the hull of the sources matter.* Fix the simulator, position, value and direction. With A the law
of the output averaged over the other records and B that of the simulation, the gap is the sum over outputs of
max(0, A - E B) or max(0, B - E A). A and B are affine in the law of each single record, so the gap is convex in it,
and on the hull it is largest at a vertex. Record after record is moved to one; so the supremum over the set of sources,
over its hull and over the vertices is the same for every simulator, and so is its least value. QED

*Only outputs of the mechanism matter.* A simulator that puts mass b elsewhere may put it on any output of the mechanism
instead: one way no gap grows, since B does not fall there; the other way max(0, B + b - E A) is at most
max(0, B - E A) + b, and the gap had the b already. QED
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, Generic, Literal

from sdp_proofs.distributions.finite import FiniteLaw, Mechanism, Outcome, Records, record_lists
from sdp_proofs.distributions.source_set import Law, SourceSet
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.reals import Readable
from sdp_proofs.privacy.definition import hockey_stick, read_odds
from sdp_proofs.provers.linear import Optimum, Programme

MOST_TERMS = 100_000
"""Most products of probabilities that are added up to know all averaged laws."""
MOST_PROBABILITIES = 128
"""Most unknown probabilities of a simulator: 30 of them take seconds, 100 minutes."""

Direction = Literal["M-Sim", "Sim-M"]
BOTH: tuple[Direction, ...] = ("M-Sim", "Sim-M")
"""Sides of inequality (1) without the factor exp(epsilon): the mechanism's, or the simulator's."""

Simulator = Callable[[int, Records], FiniteLaw[Outcome]]
"""The position of the missing record, counted from 0, and the other records -> law of the output."""


@dataclass(frozen=True, slots=True)
class Inequality(Generic[Outcome]):
    """One instance of inequality (1).

    Args:
        position: which record is missing, counted from 0.
        assignment: for each other record the index of its source among the laws of the set.
        value: the type of the missing record.
        direction: whose probability is to be bounded.
        event: the outputs.
    """

    position: int
    assignment: tuple[int, ...]
    value: int
    direction: Direction
    event: frozenset[Outcome]


@dataclass(frozen=True, slots=True)
class DistributionalDelta(Generic[Outcome]):
    """The least delta of Definition 4, and why it is neither more nor less.

    Args:
        value: delta.
        simulator: (position, other records) -> law of the output. It meets every inequality with this delta.
        against: instances of the inequality with weights > 0 that sum to at most one. Whatever the simulator, its
            gaps there have a weighted sum of at least delta.
    """

    value: Fraction
    simulator: Mapping[tuple[int, Records], FiniteLaw[Outcome]]
    against: Mapping[Inequality[Outcome], Fraction]


class _Averages(Generic[Outcome]):
    """The laws that the inequalities compare."""

    def __init__(self, mechanism: Mechanism[Records, Outcome], sources: SourceSet, records: int, *, reduced: bool):
        self.types, self.records = sources.types, records
        self.laws: tuple[Law, ...] = sources.laws
        indices = sources.vertex_indices if reduced else tuple(range(len(sources.laws)))
        terms = records * sources.types * (len(indices) * sources.types) ** (records - 1)
        if terms > MOST_TERMS:
            raise SizeError(
                f"averages must add up at most {MOST_TERMS} terms, "
                f"got {records} records, {sources.types} types and {len(indices)} sources"
            )
        self.table = {x: mechanism.law(x) for x in record_lists(records, sources.types)}
        self.outputs = list(dict.fromkeys(output for law in self.table.values() for output in law))
        self.others = [tuple(x) for x in product(range(sources.types), repeat=records - 1)]
        self.weights = {
            assignment: {others: self._weight(assignment, others) for others in self.others}
            for assignment in product(indices, repeat=records - 1)
        }
        self.true = {
            (position, assignment, value): _mixed(
                (weight, self.table[_completed(others, position, value)]) for others, weight in weights.items()
            )
            for position in range(records)
            for assignment, weights in self.weights.items()
            for value in range(sources.types)
        }

    def _weight(self, assignment: Sequence[int], others: Records) -> Fraction:
        return prod(
            (self.laws[source][kind] for source, kind in zip(assignment, others, strict=True)), start=Fraction(1)
        )

    def worst(
        self,
        simulator: Mapping[tuple[int, Records], FiniteLaw[Outcome]],
        odds: Fraction,
        positions: Sequence[int],
        directions: Sequence[Direction],
    ) -> Iterator[tuple[Fraction, Inequality[Outcome]]]:
        """For all positions, assignments, values and directions the event with the largest gap, and the gap."""
        for position in positions:
            for assignment, weights in self.weights.items():
                guess = _mixed((weight, simulator[position, others]) for others, weight in weights.items())
                for value in range(self.types):
                    true = self.true[position, assignment, value]
                    for direction in directions:
                        first, second = (true, guess) if direction == "M-Sim" else (guess, true)
                        event = frozenset(a for a, mass in first.items() if mass > odds * second.probability(a))
                        gap = hockey_stick(first, second, odds)
                        yield gap, Inequality(position, assignment, value, direction, event)

    def constraint(
        self, inequality: Inequality[Outcome], odds: Fraction
    ) -> tuple[Fraction, Fraction, Mapping[Records, Fraction]]:
        """The gap is constant + factor * (sum over others of weights[others] * Sim(others)(event))."""
        true = self.true[inequality.position, inequality.assignment, inequality.value]
        mass = sum((true.probability(output) for output in inequality.event), Fraction(0))
        weights = self.weights[inequality.assignment]
        return (mass, -odds, weights) if inequality.direction == "M-Sim" else (-odds * mass, Fraction(1), weights)

    def bound(
        self, against: Mapping[Inequality[Outcome], Fraction], odds: Fraction, *, position_known: bool
    ) -> Fraction:
        """Return what the weighted gaps sum to at least: the simulator chooses the best output wherever it is asked."""
        total, slopes = Fraction(0), dict[tuple[int, Records], dict[Any, Fraction]]()
        for inequality, share in against.items():
            constant, factor, weights = self.constraint(inequality, odds)
            total += share * constant
            for others, weight in weights.items():
                asked = slopes.setdefault((inequality.position if position_known else 0, others), {})
                for output in inequality.event:
                    asked[output] = asked.get(output, Fraction(0)) + share * factor * weight
        return total + sum(
            (min(asked.get(output, Fraction(0)) for output in self.outputs) for asked in slopes.values()), Fraction(0)
        )


def distributional_delta(
    mechanism: Mechanism[Records, Outcome],
    sources: SourceSet,
    records: int,
    odds: Readable,
    *,
    reduced: bool = True,
    position_known: bool = True,
    directions: Sequence[Direction] = BOTH,
) -> DistributionalDelta[Outcome]:
    """The smallest delta of distributional differential privacy, over all simulators.

    To condition on the missing record is to fix it, so its value may be improbable; the records are independent.
    Inequalities are added to the programme when a simulator violates them, so few of the many events ever are.
    [Liu, Wang, Xia 2023, Def. 4]

    Args:
        mechanism: a mechanism on lists of records.
        sources: the laws that records can follow.
        records: n >= 1.
        odds: exp(epsilon) >= 1, rational.
        reduced: whether to use the vertices of the convex hull only, which gives the same value.
        position_known: whether the simulator knows which record is missing, or only the list of the others.
        directions: which of the two directions of the inequality the simulator has to meet.

    Returns:
        The value, a simulator that attains it and instances of the inequality that no simulator does better at. Both
        have been evaluated by the definition.

    Raises:
        DomainError: no record, odds below one or not rational, or no or other directions.
        SizeError: too many assignments and databases, or outputs.

    Example:
        >>> from sdp_proofs.mechanisms.finite import DatabaseTable
        >>> parity = DatabaseTable(2, {(a, b): FiniteLaw({(a + b) % 2: 1}) for a in (0, 1) for b in (0, 1)})
        >>> distributional_delta(parity, SourceSet.from_laws(["1/2,1/2"]), 2, 2).value
        Fraction(0, 1)
        >>> distributional_delta(parity, SourceSet.from_laws(["1/4,3/4"]), 2, "3/2").value
        Fraction(1, 8)
    """
    factor = read_odds(odds)
    if not directions or not set(directions) <= set(BOTH):
        raise DomainError(f"directions must be some of {', '.join(BOTH)}, got {', '.join(directions) or 'none'}")
    averages = _Averages(mechanism, sources, records, reduced=reduced)
    unknown = len(averages.others) * len(averages.outputs)
    if unknown > MOST_PROBABILITIES:
        raise SizeError(
            f"a simulator must have at most {MOST_PROBABILITIES} probabilities, "
            f"got {len(averages.others)} lists of other records and {len(averages.outputs)} outputs"
        )
    # A simulator that knows the position is one simulator for each; the least common delta is the largest of theirs.
    groups = [[position] for position in range(records)] if position_known else [list(range(records))]
    value, against = Fraction(-1), dict[Inequality[Outcome], Fraction]()
    simulator: dict[tuple[int, Records], FiniteLaw[Outcome]] = {}
    for group in groups:
        least, rows, weights = _solved(averages, factor, group, directions)
        simulator.update(rows)
        if least > value:
            value, against = least, weights
    found = averages.worst(simulator, factor, range(records), directions)
    if not max(gap for gap, _ in found) == value == averages.bound(against, factor, position_known=position_known):
        raise AssertionError("simulator and inequalities do not prove the value")
    return DistributionalDelta(value, simulator, against)


def simulated_delta(
    mechanism: Mechanism[Records, Outcome],
    sources: SourceSet,
    records: int,
    odds: Readable,
    simulator: Simulator[Outcome],
    *,
    reduced: bool = True,
    directions: Sequence[Direction] = BOTH,
) -> Fraction:
    """The smallest delta of distributional differential privacy that one given simulator shows.

    [Liu, Wang, Xia 2023, Def. 4]

    Raises:
        DomainError: no record, or odds below one or not rational.
        SizeError: too many assignments and databases.
    """
    averages = _Averages(mechanism, sources, records, reduced=reduced)
    asked = product(range(records), averages.others)
    given = {(position, others): simulator(position, others) for position, others in asked}
    return max(gap for gap, _ in averages.worst(given, read_odds(odds), range(records), directions))


def drawing_simulator(mechanism: Mechanism[Records, Outcome], law: Law) -> Simulator[Outcome]:
    """The simulator that draws the missing record from a law and runs the mechanism.

    [Liu, Wang, Xia 2023, Prop. 9, proof]

    Example:
        >>> from sdp_proofs.mechanisms.finite import OneRecord
        >>> released = OneRecord((FiniteLaw({"no": 1}), FiniteLaw({"yes": 1})))
        >>> drawing_simulator(released, (Fraction(1, 3), Fraction(2, 3)))(0, (1,))
        FiniteLaw({'no': 1/3, 'yes': 2/3})
    """

    def simulator(position: int, others: Records) -> FiniteLaw[Outcome]:
        return _mixed(
            (mass, mechanism.law(_completed(others, position, value))) for value, mass in enumerate(law) if mass
        )

    return simulator


def _solved(
    averages: _Averages[Outcome], odds: Fraction, positions: Sequence[int], directions: Sequence[Direction]
) -> tuple[Fraction, dict[tuple[int, Records], FiniteLaw[Outcome]], dict[Inequality[Outcome], Fraction]]:
    """The best common simulator for some positions, its delta, and the weights of the inequalities against it."""
    outputs, others = averages.outputs, averages.others
    column = {(x, output): 1 + at for at, (x, output) in enumerate(product(others, outputs))}
    costs = [Fraction(1)] + [Fraction(0)] * len(column)
    whole = []
    for x in others:
        row = [Fraction(0)] * len(costs)
        for output in outputs:
            row[column[x, output]] = Fraction(1)
        whole.append((tuple(row), Fraction(1)))
    inequalities: dict[Inequality[Outcome], tuple[tuple[Fraction, ...], Fraction]] = {}
    while True:
        answer = Programme(tuple(costs), tuple(whole), tuple(inequalities.values())).solve()
        assert isinstance(answer, Optimum), "every simulator has a delta, and it is at least zero"
        laws = {
            x: FiniteLaw.gathered((output, answer.point[column[x, output]]) for output in outputs) for x in others
        }
        simulator = {(position, x): laws[x] for position in positions for x in others}
        missed = 0
        for gap, inequality in averages.worst(simulator, odds, positions, directions):
            if gap > answer.value:
                missed += 1
                constant, factor, weights = averages.constraint(inequality, odds)
                row = list(costs)
                for x, weight in weights.items():
                    for output in inequality.event:
                        row[column[x, output]] = -factor * weight
                inequalities[inequality] = tuple(row), constant
        if not missed:
            shares = zip(inequalities, answer.multipliers.at_least, strict=True)
            return answer.value, simulator, {inequality: share for inequality, share in shares if share}


def _completed(others: Records, position: int, value: int) -> Records:
    return (*others[:position], value, *others[position:])


def _mixed(parts: Iterable[tuple[Fraction, FiniteLaw[Outcome]]]) -> FiniteLaw[Outcome]:
    return FiniteLaw.gathered(
        (output, weight * mass) for weight, law in parts if weight for output, mass in law.items()
    )
