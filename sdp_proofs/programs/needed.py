"""Budgets that no proof can beat, and the probabilities of a violation as functions of r.

The probability of an output is a sum of terms r^(sum_j k_j |x_j|) over the noises x that lead to it, times a factor
that goes to 1 as r = e^(-unit) goes to 0. So it falls like r^m, where m is the least cost of such noises, an integer
programme; and P/Q grows like r^(-(m_Q - m_P)): no budget of fewer units than m_Q - m_P is enough for every unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sdp_proofs.errors import SizeError
from sdp_proofs.programs.alignment import Alignment, Row, Work
from sdp_proofs.programs.closed_forms import NoClosedForm, Ratio, closed_form, quotient_text
from sdp_proofs.programs.deltas import Missing
from sdp_proofs.programs.laws import Condition, Ray, Unit, conditions
from sdp_proofs.programs.paths import Path
from sdp_proofs.programs.violations import Violation, nested, outputs, words

MOST_UNITS = 12
"""Cost up to which the cheapest noises of an output are looked for."""
_FEWEST_OF_A_RAY = 2
_MOST_PAIRS, _MOST_INPUTS, _MOST_OUTPUTS = 400, 24, 12


@dataclass(frozen=True)
class Needed:
    """Units below which a budget is not enough for every unit, and two inputs with an output that show it.

    Attributes:
        units: the exponent with which the ratio grows.
        input: the input on which the output is likelier.
        neighbour: the other input.
        output: what is returned, flattened.
    """

    units: int
    input: tuple[int, ...]
    neighbour: tuple[int, ...]
    output: tuple[Any, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        pair = {"input": list(self.input), "neighbour": list(self.neighbour), "output": nested(self.output)}
        return {"units": self.units, **pair}

    def __str__(self) -> str:
        return f"{self.units} (from {list(self.input)} to {list(self.neighbour)}, output {words(self.output)})"


def least_cost(
    ways: Iterable[Path], inputs: tuple[int, ...], output: tuple[Any, ...], work: Work | None = None
) -> int | None:
    """Give the exponent with which the probability of an output falls in r; None if it is above 12, or there is none.

    Raises:
        SizeError: more shifts than `MOST_TRIED` are tried.

    Example:
        >>> from sdp_proofs.programs.catalogue import noisy_max
        >>> from sdp_proofs.programs.paths import paths
        >>> from sdp_proofs.programs.reading import read_function
        >>> ways = list(paths(read_function(noisy_max), 2, split=True))
        >>> least_cost(ways, (0, 3), (0,)), least_cost(ways, (1, 2), (0,))
        (3, 1)
    """
    costs: list[int] = []
    work = work or Work()
    for path in ways:
        told = conditions(path, inputs, output, Unit())
        if told is None:
            continue
        rows = tuple(dict.fromkeys(_row(condition, len(path.noises)) for condition in told))
        units = tuple(noise.units for noise in path.noises)
        free = tuple((noise.kind != "exponential", True) for noise in path.noises)
        most = min(costs, default=MOST_UNITS)
        found = work.cheapest(rows, units, free, most)
        if found is not None:
            costs.append(sum(k * abs(x) for k, x in zip(units, found, strict=True)))
    return min(costs, default=None)


def _row(condition: Condition, count: int) -> Row:
    sign = -1 if condition.relation == "<" else 1
    by = dict(condition.terms)
    coefficients = tuple(sign * by.get(j, 0) for j in range(count))
    return coefficients, sign * condition.constant - (condition.relation == "<"), condition.relation == "=="


def needed(
    ways: list[Path], proof: Alignment, moves: list[tuple[int, ...]], inputs: Iterable[tuple[int, ...]]
) -> Needed | None:
    """Look for two inputs and an output that need as many units as possible; those that a proof has are enough.

    Args:
        ways: all paths on unknown inputs, with each largest number asked for.
        proof: the least budget that shifts prove, whose dearest differences are tried first.
        moves: the differences of neighbours.
        inputs: where to look, the simplest first.
    """
    if any(noise.kind == "laplace" for path in ways for noise in path.noises):
        return None
    dear = proof.dearest()
    order = [*dear, *(d for d in moves if d not in set(dear))]
    best: Needed | None = None
    known: dict[Any, int | None] = {}
    work = Work()

    def cost(q: tuple[int, ...], output: tuple[Any, ...]) -> int | None:
        key = q, tuple(map(type, output)), output
        if key not in known:
            known[key] = least_cost(ways, q, output, work)
        return known[key]

    dearest = [row.path for row in proof.rows if row.cost == proof.budget]
    for q, x, output in _tried([*dearest, *ways], list(inputs)[:_MOST_INPUTS], order):
        try:
            here = cost(q, output)
            there = None if here is None else cost(x, output)
        except SizeError:  # the best found by then is a bound from below, too
            break
        if here is None or there is None:
            continue
        if best is None or there - here > best.units:
            best = Needed(there - here, q, x, output)
            if best.units == proof.budget:
                break
    return best


def _tried(
    ways: list[Path], inputs: list[tuple[int, ...]], order: list[tuple[int, ...]]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], tuple[Any, ...]]]:
    """List pairs with an output, round by round, so that each difference and input gets its turn."""
    listed = {q: list(outputs(ways, q, Unit()))[:_MOST_OUTPUTS] for q in inputs}
    count = 0
    for d in order:
        for q in inputs:
            for output in listed[q]:
                count += 1
                if count > _MOST_PAIRS:
                    return
                yield q, tuple(a + b for a, b in zip(q, d, strict=True)), output


@dataclass(frozen=True)
class Formula:
    """The probabilities of a violation as functions of r, and what follows from them.

    Attributes:
        first: the probability on the input.
        second: the probability on the neighbour.
    """

    first: Ratio
    second: Ratio

    @property
    def ratio(self) -> str:
        """The quotient, in lowest terms."""
        return quotient_text(self.first, self.second)

    def to_dict(self) -> dict[str, str]:
        """Return the functions as JSON has them."""
        return {"first": str(self.first), "second": str(self.second), "ratio": self.ratio}

    @property
    def grows(self) -> int | None:
        """The exponent with which the ratio grows as r falls to 0; None if the neighbour has no such output."""
        below, above = self.second.order, self.first.order
        return None if below is None or above is None else below - above

    def agrees(self, found: Violation) -> bool:
        """Compare with the bounds that were computed at one r: both must contain the value."""
        r = found.unit.ratio
        pairs = zip((self.first, self.second), found.parts, strict=True)
        return all(bounds.lower <= side.at(r) <= bounds.upper for side, bounds in pairs)

    def missing(self, budget: int) -> Ratio:
        """Give P - r^(-budget) Q, which a delta must not be below."""
        return self.first + self.second * Ratio.power(-budget, Fraction(-1))


def formula(here: list[Path], there: list[Path], found: Violation) -> Formula | None:
    """Give the probabilities of a violation as functions of r; None where they have no closed form here.

    Args:
        here: the paths on the input.
        there: those on the neighbour.
        found: neighbours with an output, or with a set of them; what it has computed at one r is compared.
    """
    whole = _whole(here, there, found, (found.output, *found.further))
    return whole if whole is not None and whole.agrees(found) else None


def _whole(here: list[Path], there: list[Path], found: Violation, wanted: Iterable[tuple[Any, ...]]) -> Formula | None:
    first = second = Ratio(())
    try:
        for output in wanted:
            first = first + closed_form(here, found.input, output)
            second = second + closed_form(there, found.neighbour, output)
    except NoClosedForm:
        return None
    return Formula(first, second)


def delta_formula(here: list[Path], there: list[Path], found: Missing, budget: Fraction) -> Ratio | None:
    """Give the delta of two inputs as a function of r, from the set of outputs that makes it at one r.

    It is exact at that r, where it lies between the bounds that were computed, and at least that at every other r.
    Outputs of the set that go on to the end of those that were listed are taken to go on for ever.

    Args:
        here: the paths on the input.
        there: those on the neighbour.
        found: bounds of the delta, and the outputs.
        budget: units, an integer.
    """
    event = found.event
    if event is None or budget.denominator != 1:
        return None
    for outputs_ in (_with_rays((event.output, *event.further)), (event.output, *event.further)):
        whole = _whole(here, there, event, outputs_)
        if whole is None:
            continue
        missing = whole.missing(int(budget))
        if found.low <= missing.at(event.unit.ratio) <= found.high:
            return missing
    return None


def _with_rays(listed: tuple[tuple[Any, ...], ...]) -> list[tuple[Any, ...]]:
    """Take outputs that differ in one integer together, where these have no gap: all from the end next to 0 on."""
    rest: list[tuple[Any, ...]] = []
    by: dict[Any, list[int]] = {}
    for output in listed:
        places = [i for i, part in enumerate(output) if type(part) is int]
        if len(places) == 1:
            by.setdefault((output[: places[0]], output[places[0] + 1 :]), []).append(output[places[0]])
        else:
            rest.append(output)
    for (before, after), values in by.items():
        low, high = min(values), max(values)
        if len(values) == high - low + 1 and len(values) > _FEWEST_OF_A_RAY:
            up = abs(high) >= abs(low)
            rest.append((*before, Ray(low if up else high, up), *after))
        else:
            rest += [(*before, value, *after) for value in values]
    return rest
