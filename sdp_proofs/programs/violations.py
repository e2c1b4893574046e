"""Looks for neighbours and an output at which a program gives itself away, and writes what was found as a certificate.

The proof that fails says where to look: the differences and paths whose shifts cost most. A violation is exact: the
output has at least the probability P on the one input, at most Q on the neighbour, and P > e^epsilon Q.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from math import inf
from typing import Any

from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.decimals import exact_decimal
from sdp_proofs.programs.alignment import Alignment
from sdp_proofs.programs.laws import Bounds, Cell, Chances, Leaf, Unit, probability
from sdp_proofs.programs.paths import Path
from sdp_proofs.programs.values import Linear

WINDOWS = tuple(Fraction(1, 2**bits) for bits in (6, 10, 16, 24, 36))
MOST_TRIES = 6_000
"""Pairs of input and output that one search looks at."""
_BEFORE_CLIMBING, _MOST_STEPS = 100, 40
_STEPS = (0, 1, -1, 2)
_MOST_PUBLISHED = 2
"""Published numbers that are varied; the others are 0."""


@dataclass(frozen=True)
class Violation:
    """Two neighbours, an output, and what its probabilities are at least and at most.

    Attributes:
        input: the input on which the output is likelier.
        neighbour: the other input.
        output: what is returned, flattened; a `Cell` where it is continuous.
        first: a lower bound of its probability on the input.
        second: an upper bound of its probability on the neighbour.
        unit: the noise level at which that is so.
        further: other outputs, where it takes a set of them: `first` and `second` are sums over all.
    """

    input: tuple[int, ...]
    neighbour: tuple[int, ...]
    output: tuple[Any, ...]
    first: Fraction
    second: Fraction
    unit: Unit
    parts: tuple[Bounds, Bounds] = field(repr=False, compare=False)
    further: tuple[tuple[Any, ...], ...] = ()

    @classmethod
    def of_all(cls, found: Sequence[Violation]) -> Violation | None:
        """Take several outputs on the same two inputs together, the worst first; None where there are none."""
        if not found:
            return None
        first, *others = sorted(found, key=lambda one: one.second - one.first)
        bounds = [
            Bounds(_sum(b.lower for b in side), _sum(b.upper for b in side), tuple(p for b in side for p in b.parts))
            for side in zip(*(one.parts for one in (first, *others)), strict=True)
        ]
        return replace(
            first, first=_sum(one.first for one in found), second=_sum(one.second for one in found),
            parts=(bounds[0], bounds[1]), further=tuple(one.output for one in others),
        )  # fmt: skip

    @property
    def event(self) -> str:
        """The output, or the set of outputs, for people."""
        if not self.further:
            return words(self.output)
        shown = ", ".join(map(words, (self.output, *self.further[:3])))
        more = len(self.further) - 3
        return f"one of {shown}" + (f" and {more} more" if more > 0 else "")

    @property
    def ratio(self) -> Fraction | None:
        """The quotient of the bounds, or None where the neighbour never gives such an output."""
        return self.first / self.second if self.second else None

    @property
    def kinds(self) -> list[str]:
        """The kinds of noise in it."""
        return sorted({noise.kind for bounds in self.parts for path, _ in bounds.parts for noise in path.noises})

    def exceeds(self, odds: Fraction, delta: Fraction = Fraction(0)) -> bool:
        """Decide that it violates (epsilon, delta)-privacy, odds = e^epsilon."""
        return self.first - odds * self.second > delta

    def may_exceed(self, odds: Fraction) -> bool:
        """Decide that it may be a violation, were both probabilities known."""
        return self.parts[0].upper > odds * self.parts[1].lower

    def worse_than(self, other: Violation | None) -> bool:
        """Compare two by their ratios."""
        if other is None or not other.first:
            return bool(self.first)
        return self.first * other.second > other.first * self.second


def _sum(numbers: Iterable[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0))


Find = Callable[[tuple[int, ...]], list[Path]]
"""Gives the paths of a program on an input."""


def search(
    find: Find,
    alignment: Alignment | None,
    moves: list[tuple[int, ...]],
    inputs: Iterable[tuple[int, ...]],
    odds: Fraction,
    unit: Unit,
    keep: Callable[[Violation], None],
    delta: Fraction = Fraction(0),
) -> Violation | None:
    """Look for a violation, first where the proof is dearest.

    Args:
        find: the paths on an input.
        alignment: the proof that costs too much, or None.
        moves: the differences of neighbours.
        inputs: where to look, the simplest first.
        odds: what the ratio of two probabilities must not exceed.
        unit: the noise level.
        keep: is told each larger ratio, so that nothing is lost when the search is stopped.
        delta: what P - e^epsilon Q must not exceed.

    Returns:
        A violation, the simplest among its like, or None where the search ends without one.
    """
    dear = alignment.dearest() if alignment is not None else []
    found = _Search(Chances(find, unit), moves, odds, keep, delta).found(dear, list(inputs))
    return None if found is None else _simplest(find, found, moves, odds, delta)


@dataclass
class _Search:
    """One search, with the probabilities that it has computed and the largest ratio that it has met."""

    chances: Chances
    moves: list[tuple[int, ...]]
    odds: Fraction
    keep: Callable[[Violation], None]
    delta: Fraction
    best: Violation | None = None

    def found(self, dear: list[tuple[int, ...]], inputs: list[tuple[int, ...]]) -> Violation | None:
        """Go through differences, inputs and outputs until one is a violation or the work is done."""
        climbed = 0
        try:
            order = _order(self.chances.find, dear, self.moves, inputs, self.chances.unit)
            for tries, (d, q, output) in enumerate(order):
                if tries > MOST_TRIES:
                    return None
                if tries >= _BEFORE_CLIMBING * 4**climbed and self.best is not None:
                    climbed += 1
                    self._climb(self.best)
                x = tuple(a + b for a, b in zip(q, d, strict=True))
                found = self.measured(q, x, output, WINDOWS[1])
                if found is not None and found.may_exceed(self.odds):
                    self._sharpen(found)
                if self.best is not None and self.best.exceeds(self.odds, self.delta):
                    return self.best
        except SizeError:  # enough boxes
            pass
        return self.best if self.best is not None and self.best.exceeds(self.odds, self.delta) else None

    def measured(
        self, q: tuple[int, ...], x: tuple[int, ...], output: tuple[Any, ...], window: Fraction
    ) -> Violation | None:
        """Bound both probabilities, count the boxes, and remember the largest ratio."""
        first = self.chances.of(q, output, window)
        if not first.upper:
            return None
        second = self.chances.of(x, output, window)
        found = Violation(q, x, output, first.lower, second.upper, self.chances.unit, (first, second))
        if found.worse_than(self.best):
            self.best = found
            self.keep(found)
        return found

    def _climb(self, found: Violation) -> None:
        """Move both inputs and what is published by steps of one, as long as the ratio grows."""
        for _ in range(_MOST_STEPS):
            best = found
            for q, x, output in _beside(found):
                tried = self.measured(q, x, output, WINDOWS[2])
                if tried is not None and tried.worse_than(best):
                    best = tried
            if best is found or best.exceeds(self.odds, self.delta):
                return
            found = best

    def _sharpen(self, found: Violation) -> None:
        """Narrow the probabilities as far as the bound needs it, in as few boxes as do."""
        for window in WINDOWS:
            narrow = self.measured(found.input, found.neighbour, found.output, window)
            if narrow is not None and (narrow.exceeds(self.odds, self.delta) or not narrow.may_exceed(self.odds)):
                return


def _beside(found: Violation) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], tuple[Any, ...]]]:
    for step in (1, -1):
        for i in range(len(found.input)):
            q, x = list(found.input), list(found.neighbour)
            q[i] += step
            x[i] += step
            yield tuple(q), tuple(x), found.output
        for i, part in enumerate(found.output):
            moved: Any = Cell(part.place + step * part.grid, part.grid) if isinstance(part, Cell) else part
            if type(part) is int:
                moved = part + step
            if moved is not part:
                yield found.input, found.neighbour, (*found.output[:i], moved, *found.output[i + 1 :])


def _order(
    find: Find, dear: list[tuple[int, ...]], moves: list[tuple[int, ...]], inputs: list[tuple[int, ...]], unit: Unit
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], tuple[Any, ...]]]:
    """List differences, inputs and outputs: the dear differences on all inputs first."""
    known = set(dear)
    rest = [d for d in moves if d not in known]
    for differences in (dear, rest):
        for q in inputs:
            for d in differences:
                for output in outputs(find(q), q, unit):
                    yield d, q, output


def outputs(ways: list[Path], inputs: tuple[int, ...], unit: Unit) -> Iterator[tuple[Any, ...]]:
    """List the outputs to look at: every one in words, and numbers near those without noise."""
    seen = set()
    for path in ways:
        places = [i for i, part in enumerate(path.output) if isinstance(part, Linear)]
        for steps in product(_STEPS, repeat=min(len(places), _MOST_PUBLISHED)):
            output = list(path.output)
            for i, step in zip(places, (*steps, *[0] * len(places)), strict=False):
                part = path.output[i]
                value = step + part.constant + sum(c * inputs[j] for (kind, j), c in part.terms if kind == "input")
                held = _laplace_in(part, path)
                # With two of them the cells of the grid are too coarse for a number known to a cell.
                grid = unit.grid if held == 1 else 1
                output[i] = Cell(value * grid, grid) if held else value
            if tuple(output) not in seen:
                seen.add(tuple(output))
                yield tuple(output)


def _laplace_in(part: Linear, path: Path) -> int:
    return sum(kind == "noise" and path.noises[j].kind == "laplace" for (kind, j), _ in part.terms)


def measured(
    here: list[Path],
    there: list[Path],
    q: tuple[int, ...],
    x: tuple[int, ...],
    output: tuple[Any, ...],
    unit: Unit,
    window: Fraction = WINDOWS[1],
) -> Violation | None:
    """Bound the probabilities of an output on two inputs; None where it cannot come from the first."""
    first = probability(here, q, output, unit, window)
    if not first.upper:
        return None
    second = probability(there, x, output, unit, window)
    return Violation(q, x, output, first.lower, second.upper, unit, (first, second))


def _simplest(find: Find, found: Violation, moves: list[tuple[int, ...]], odds: Fraction, delta: Fraction) -> Violation:
    """Put zeros in, as long as the violation stays one."""
    allowed = set(moves)
    for i in range(len(found.input)):
        for q_i, x_i in ((0, 0), (0, found.neighbour[i] - found.input[i]), (found.input[i], found.input[i])):
            q = (*found.input[:i], q_i, *found.input[i + 1 :])
            x = (*found.neighbour[:i], x_i, *found.neighbour[i + 1 :])
            if (q, x) == (found.input, found.neighbour) or tuple(
                b - a for a, b in zip(q, x, strict=True)
            ) not in allowed:
                continue
            tried = measured(find(q), find(x), q, x, found.output, found.unit, WINDOWS[2])
            if tried is not None and tried.exceeds(odds, delta):
                found = tried
                break
    # The coarsest window that shows it makes the shortest certificate.
    for window in WINDOWS:
        q, x = found.input, found.neighbour
        narrow = measured(find(q), find(x), q, x, found.output, found.unit, window)
        if narrow is not None and narrow.exceeds(odds, delta):
            return narrow
    return found


def told(found: Violation, odds: Fraction | None, delta: Fraction = Fraction(0)) -> str:
    """Write a violation in one line with its numbers: P rounded down, Q up, and the ratio down."""
    first, second = exact_decimal(found.first, 6, upward=False), exact_decimal(found.second, 6, upward=True)
    at = f", at r = {found.unit}" if found.kinds else ""
    allowed = "" if odds is None else f" (at most {exact_decimal(odds, 6, upward=True)} is claimed)"
    if odds is not None and delta:
        excess = exact_decimal(found.first - odds * found.second, 6, upward=False)
        compared = f"P - {odds} Q >= {excess} (at most {delta} is claimed)"
    elif found.ratio is None:
        compared = f"P/Q is infinite{allowed}"
    else:
        compared = f"P/Q >= {exact_decimal(found.ratio, 6, upward=False)}{allowed}"
    return (
        f"q = {list(found.input)}, q' = {list(found.neighbour)}, output {found.event}: "
        f"P >= {first}, Q <= {second}; {compared}{at}"
    )


# Certificates

_TAILS = {
    "geometric": ["two", "lambda a, k: a**k/(1 + a) if k >= 1 else 1 - a**(1 - k)/(1 + a)"],
    "exponential": ["one", "lambda a, k: a**k if k >= 0 else 1"],
    "laplace": ["flat", "lambda a, k: a**k/2 if k >= 0 else 1 - a**(0 - k)/2"],
}
_MOST_CHARACTERS, _MOST_TERMS = 3_900, 40


def certificate(name: str, violation: Violation, odds: Fraction, delta: Fraction = Fraction(0)) -> dict[str, Any]:
    """Write a violation as a document that the standard library replays.

    Args:
        name: of the program.
        violation: what was found.
        odds: e^epsilon.
        delta: of the bound that is violated.

    Returns:
        The document, for `json.dump`.
    """
    unit, kinds = violation.unit, violation.kinds
    let = [_TAILS[kind] for kind in kinds]
    if kinds:
        let.append(["b", str(unit.base)])
        let.append(["r", f"b**{unit.grid}"])
    rest = " What lies beyond the window of these sums is part of Q." if kinds else ""
    let.append(["E", str(odds)])
    for letter, bounds, sure in (("P", violation.parts[0], True), ("Q", violation.parts[1], False)):
        terms = [_term(path, leaf) for path, leaf in bounds.parts if leaf.sure or not sure] or ["0"]
        pieces = list(_pieces(terms))
        let += [[f"{letter}{i}", text] for i, text in enumerate(pieces, 1)]
        let.append([letter, " + ".join(f"{letter}{i}" for i in range(1, len(pieces) + 1))])
    return {
        "schema": "sdp-proofs/counterexample/2",
        "claim": name,
        "locator": name,
        "says": f"{name} at {told(violation, odds, delta)}.{rest}",
        "let": let,
        "given": [],
        "formula": f"P <= E*Q + {delta}" if delta else "P <= E*Q",
        "at": [["P", ">=", "P"], ["Q", "<=", "Q"], ["E", "==", "E"]],
    }


def _pieces(terms: list[str]) -> Iterator[str]:
    piece: list[str] = []
    for term in terms:
        if piece and (
            len(piece) == _MOST_TERMS or sum(map(len, piece)) + 3 * len(piece) + len(term) > _MOST_CHARACTERS
        ):
            yield " + ".join(piece)
            piece = []
        piece.append(term)
    yield " + ".join(piece)


def _term(path: Path, leaf: Leaf) -> str:
    """Write the probability of a box: coins, and differences of tails."""
    factors = [f"({chance})" for chance, _ in path.coins if chance != 1]
    for noise, (low, high) in zip(path.noises, leaf.box, strict=True):
        if low == -inf and high == inf:
            continue
        name = _TAILS[noise.kind][0]
        base = ("b" if noise.kind == "laplace" else "r") + (f"**{noise.units}" if noise.units > 1 else "")
        start = "1" if low == -inf else f"{name}({base}, {_signed(low)})"
        factors.append(start if high == inf else f"({start} - {name}({base}, {_signed(high + 1)}))")
    return "*".join(factors) or "1"


def _signed(number: float) -> str:
    return str(int(number)) if number >= 0 else f"0 - {-int(number)}"


def nested(output: tuple[Any, ...]) -> Any:
    """Fold a flattened output back into tuples and lists, as JSON has them.

    Example:
        >>> nested((1, ("list", 2), "-", 2))
        [1, ['-', 2]]
    """

    def taken(parts: list[Any]) -> Any:
        part = parts.pop(0)
        if isinstance(part, tuple):
            return [taken(parts) for _ in range(part[1])]
        return str(part) if isinstance(part, (Cell, Fraction)) else part

    parts = list(output)
    if parts and isinstance(parts[0], tuple) and len(parts) > 1 and parts[0][0] == "list" and _whole(parts):
        return taken(parts)
    folded = []
    while parts:
        folded.append(taken(parts))
    return folded[0] if len(folded) == 1 and not isinstance(output[0], tuple) else folded


def _whole(parts: list[Any]) -> bool:
    """Decide that the first list is all there is."""
    left = 1
    for i, part in enumerate(parts):
        if left == 0:
            return i == len(parts)
        left += part[1] - 1 if isinstance(part, tuple) else -1
    return left == 0


def words(output: tuple[Any, ...]) -> str:
    """Write an output for people."""
    return str(nested(output))
