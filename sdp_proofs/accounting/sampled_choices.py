"""Enclose the worst case of exponential mechanisms on Poisson samples, chosen in the light of all answers so far.

World: enclosure. The game is that of `choices`: who asks picks an interval [t - eps, t] of losses. A record that is in
the sample with the chance r turns a ratio s of the mechanism into R(s) = 1 - r + r s, a straight line, so the two ends
of the interval stay worst, and the largest delta of k choices at odds a, direction remove, is

    d_k(a) = max over t of  q_t R_1 d_{k-1}(a/R_1) + (1 - q_t) R_0 d_{k-1}(a/R_0),   d_0(a) = (1 - a)_+ ,

with R_1 = R(e^t), R_0 = R(e^(t - eps)) and q_t, the mass of the upper loss without the record, as there. Direction add
is its mirror: a (d_k(1/a) - 1 + 1/a). It is attained where all other records leave the scores as they are. Claims:
`sampled-ratios-between-two-losses-are-below-their-chord`, `a-sampled-choice-between-two-losses-is-below-its-bulge`.

Here ln a runs through a lattice, and a/R is between two of its points. *Above*, d is at most its chord there, as it is
convex. *Below*, each point of the lattice has an event, with the masses p and q: d(a) >= p - a q at all odds. After an
answer one goes on with the event of a point next to a/R. Between two t, with s = e^t and e, g the sum and the
difference of the two parts of d at both ends, no t gives more than

    e_0 (1 - x) + e_1 x + (q_0 - q_1) max(0, g_1 - g_0 s_1/s_0) x (1 - x),     0 <= x <= 1,

as q is 1/s and a constant, up to a factor, and both parts have chords in s. All three tend to the value like the square
of the cells.

Left of zero d is 1 - a and little more: there the table has what it has more, and masses of the complements of the
events, so that both directions have as many digits as the other. Rounding is as in `choices`: all are sums of products
of numbers >= 0 but the differences of g, and 1 less a mass, which one operation rounds.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from sdp_proofs.accounting.analysis import Direction, Engine
from sdp_proofs.accounting.choices import LESS, MORE, ROUNDING, TINY, summit
from sdp_proofs.accounting.exponential import ExponentialPair
from sdp_proofs.accounting.lemmas import sampled_ratios_between_two_losses_are_below_their_chord
from sdp_proofs.accounting.pairs import Mirrored, Sampled
from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import ExactReal, fraction_ball

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.float64]
    Places = NDArray[np.int64]

_BITS = 128
_FEWEST_CELLS, _FIRST_CELLS, _MOST_CELLS = 12, 32, 512
_WORK = 40_000_000
"""Points of the lattice times places of t times choices: a second or two."""
_MOST_CHOICES = 300
_LARGEST = 200
"""Largest sum of the losses: e to its power is multiplied by others, in floats."""


@dataclass(frozen=True)
class SampledChoices(Engine):
    """Exponential mechanisms of one budget, each on its own Poisson sample at one rate.

    Args:
        budget: precision -> eps.
        rate: of the sampling, above 0 and at most 1.
        count: how many.
        mirrored: direction add.

    Example:
        >>> game = SampledChoices(lambda bits: arb("0.679"), Fraction(281, 1000), 3)
        >>> from sdp_proofs.numbers.reals import read_real
        >>> game.delta(read_real("3/10"), 4).rounded(4)
        '0.004992'
    """

    budget: Callable[[int], arb]
    rate: Fraction
    count: int
    mirrored: bool = False

    @classmethod
    def of(cls, direction: Direction) -> SampledChoices | None:
        """The engine of a direction, or None where it is no such release, or one of too many steps."""
        if len(direction.steps) != 1:
            return None
        (step, count), mirrored = direction.steps[0], isinstance(direction.steps[0][0].pair, Mirrored)
        sampled = step.pair.pair if isinstance(step.pair, Mirrored) else step.pair
        if not isinstance(sampled, Sampled) or not isinstance(sampled.pair, ExponentialPair):
            return None
        found = cls(sampled.pair.epsilon, sampled.rate, count, mirrored)
        with ctx.workprec(_BITS):
            known = sampled_ratios_between_two_losses_are_below_their_chord.holds(found.rate, found.budget(_BITS))
            small = 1 < count <= _MOST_CHOICES and all(end < _LARGEST for end in (found.budget(_BITS), *found._ends))
        return found if known and small and found._most_cells >= _FEWEST_CELLS else None

    @property
    def _most_cells(self) -> int:
        """The cells that some work allows: there are about twice as many points of the lattice for each choice."""
        return min(_MOST_CELLS, math.isqrt(_WORK // (2 * self.count**2)))

    def delta(self, epsilon: ExactReal, digits: int) -> Enclosure:
        """See `Engine`: as many digits as the lattice gives."""
        with ctx.workprec(_BITS):
            if epsilon.ball(_BITS) >= self._ends[self.mirrored]:
                return Enclosure.of(0)
        return self._refined(lambda table: table.delta(epsilon, mirrored=self.mirrored), digits)

    def told(self, epsilon: ExactReal, digits: int, target: Fraction) -> Enclosure:
        """See `Engine`: by as coarse a lattice as tells."""
        for few in (1, 2, 3, 4):
            found = self.delta(epsilon, min(few, digits))
            if few >= digits or not found.ball.overlaps(fraction_ball(target)):
                return found
        return self.delta(epsilon, digits)

    def epsilon(self, target: Fraction, digits: int) -> Enclosure:
        """See `Engine`: the least epsilon, between the lines of events and chords."""
        return self._refined(lambda table: table.epsilon(target, mirrored=self.mirrored), digits)

    @cached_property
    def _ends(self) -> tuple[arb, arb]:
        """The largest loss of all choices, and the negative of the least."""
        with ctx.workprec(_BITS):
            budget, rate = self.budget(_BITS), fraction_ball(self.rate)
            up, down = (rate * budget.expm1()).log1p(), -(rate * (-budget).expm1()).log1p()
            return up * self.count, down * self.count

    def _refined(self, asked: Callable[[Table], Enclosure], digits: int) -> Enclosure:
        """The answer of a first lattice, or of a second one that is fine enough if it can be."""
        cells = min(_FIRST_CELLS, self._most_cells)
        found = asked(self.table(cells))
        missing = math.log2(10) * digits + 1 - found.ball.rel_accuracy_bits()
        if missing > 0 and cells < self._most_cells and found.ball.upper() > 0:
            finer = math.ceil(cells * 2 ** (min(missing, 64) / 2))
            found = asked(self.table(min(max(finer, 2 * cells), self._most_cells)))
        return found

    def table(self, cells: int) -> Table:
        """Play all choices on a lattice of so many cells for the losses and for t."""
        law = _Law.of(self, cells)
        table = Table.start(law)
        for _ in range(self.count):
            table = table.played()
        return table


@dataclass(frozen=True)
class _Law:
    """The law of one choice at every t, and the points of the lattice of odds, to the nearest floats.

    Attributes:
        spacing: of ln a, a float.
        left: points left of zero.
        odds: at each point.
        gaps: |1 - a| at each point.
        reach: points that a choice opens left of zero, and from there on.
        losses: s = e^t of each t.
        masses: of the upper loss without the record.
        sides: of the upper and of the lower loss: its ratios, its masses with and without the record, and its moves.
        margin: no move is longer.
    """

    spacing: float
    left: int
    odds: Values
    gaps: Values
    reach: tuple[float, float]
    losses: Values
    masses: Values
    sides: tuple[_Side, _Side]
    margin: int

    @classmethod
    def of(cls, game: SampledChoices, cells: int) -> _Law:
        """Tabulate; all numbers come from balls."""
        with ctx.workprec(_BITS):
            budget, rate = game.budget(_BITS), fraction_ball(game.rate)
            up, down = (float(end) for end in game._ends)
            spacing = (up + down) / game.count / (2 * cells + 1 / 3)  # no point is a ratio, also at rate 1
            margin = math.ceil(max(up, down) / game.count / spacing) + 3
            left, right = (max(margin, math.ceil(end / spacing) + 2) for end in (down, up))
            places = [arb(spacing) * k for k in range(-left, right + 1)]
            odds, gaps = [place.exp() for place in places], [abs(place.expm1()) for place in places]
            # At equal steps of e^(t/2), a mean of the two ways to measure a ratio, which is best at most rates.
            steps = [((budget / 2).expm1() * k / cells).log1p() for k in range(cells)]
            tops = [*(2 * step for step in steps), budget]
            lows = [*(top - budget for top in tops[:-1]), arb(0)]
            least = (-budget).exp()
            masses = [((-top).exp() - least) / (1 - least) for top in tops[:-1]] + [arb(0)]
            rest = [arb(0), *(1 - mass for mass in masses[1:])]
            sides = [
                _Side.of([rate * loss.expm1() + 1 for loss in losses], part, spacing)
                for losses, part in ((tops, masses), (lows, rest))
            ]
            tables = [_floats(table) for table in (odds, gaps, [top.exp() for top in tops], masses)]
            reach = down / game.count / spacing, up / game.count / spacing
            return cls(spacing, left, tables[0], tables[1], reach, tables[2], tables[3], (sides[0], sides[1]), margin)


@dataclass(frozen=True)
class _Side:
    """One of the two answers at every t.

    Attributes:
        ratios: R.
        own: its masses with the record, R q.
        other: those without it, q.
        moves: the point of the lattice before -ln R.
        shares: of the way to the next one, in the odds.
        rests: what is left of the way.
    """

    ratios: Values
    own: Values
    other: Values
    moves: Places
    shares: Values
    rests: Values

    @classmethod
    def of(cls, ratios: list[arb], masses: list[arb], spacing: float) -> _Side:
        """Tabulate the ratios and masses of one answer."""
        import numpy as np

        moves, shares, rests = [], [], []
        whole = arb(spacing).expm1()
        for ratio in ratios:
            place = -ratio.log() / spacing
            floor = place.floor()
            if not floor.is_exact():
                raise PrecisionError("a ratio is too near to a point of the lattice")
            past, left = (place - floor) * spacing, (1 + floor - place) * spacing
            moves.append(int(float(floor)))
            shares.append(past.expm1() / whole)
            rests.append(past.exp() * left.expm1() / whole)
        own = [ratio * mass for ratio, mass in zip(ratios, masses, strict=True)]
        tables = [_floats(table) for table in (ratios, own, masses, shares, rests)]
        return cls(tables[0], tables[1], tables[2], np.array(moves), tables[3], tables[4])


@dataclass(frozen=True)
class Table:
    """Delta of some choices at the points of a lattice, from both sides, as a chord and as an event.

    Left of zero it is delta less 1 - a, and the event is the complement of the one that is meant.

    Attributes:
        law: of one choice, and the lattice.
        high: delta from above.
        own: masses of the events with the record, from below (of a complement: from above).
        other: masses of the events without the record, from above (of a complement: from below).
        count: how many choices.
    """

    law: _Law
    high: Values
    own: Values
    other: Values
    count: int = 0

    @classmethod
    def start(cls, law: _Law) -> Table:
        """Before any choice: delta is (1 - a)_+."""
        import numpy as np

        nothing = np.zeros(law.odds.size)
        return cls(law, nothing, nothing, nothing)

    def played(self) -> Table:
        """Let one choice more come first."""
        import numpy as np

        left, size = self.law.left, self.law.odds.size
        # All is zero beyond the largest and the least loss.
        begin, end = (math.ceil((self.count + 1) * cells) + 1 for cells in self.law.reach)
        first, last = max(0, left - begin), min(size, left + end)
        halves = zip(self._half(first, left, False), self._half(left, last, True), strict=True)
        found = [np.concatenate([np.zeros(first), *half, np.zeros(size - last)]) for half in halves]
        return Table(self.law, found[0], found[1], found[2], self.count + 1)

    def _half(self, first: int, last: int, right: bool) -> tuple[Values, Values, Values]:
        """All three at points left of zero, or at others, where all that comes after is seen from that side, too."""
        import numpy as np

        law, pad = self.law, np.zeros(self.law.margin)
        turned = (np.arange(law.odds.size) >= law.left) != right
        high = np.where(turned, self.high + law.gaps, self.high)
        own, other = np.where(turned, 1 - self.own, self.own), np.where(turned, 1 - self.other, self.other)
        # Beyond the ends of the lattice nothing is left of this side, and all that is seen from the other one is used.
        high, own, other = (np.concatenate([pad, table, pad]) for table in (high, own, other))
        start = first + law.margin
        above, best = self._above(high, start, last - first)
        events = [
            self._event(side, (own, other), np.arange(start, start + last - first), best, right) for side in law.sides
        ]
        mine = sum(side.own[best] * event[0] for side, event in zip(law.sides, events, strict=True))
        theirs = sum(side.other[best] * event[1] for side, event in zip(law.sides, events, strict=True))
        least, most = (LESS, MORE) if right else (MORE, LESS)
        return above, np.asarray(mine * least), np.asarray(theirs * most)

    def _above(self, known: Values, start: int, size: int) -> tuple[Values, Places]:
        """Delta of the best choice from above at points from a first one on, and the best t on the lattice."""
        import numpy as np

        law = self.law
        upper, lower = law.sides
        most, best, largest = np.zeros(size), np.zeros(size, dtype=np.int64), np.full(size, -1.0)
        last: tuple[Values, Values, Values] | None = None
        for t, (mass, rest) in enumerate(zip(upper.other, lower.other, strict=True)):
            parts = []
            for side in law.sides:
                begin = start + side.moves[t]
                near, far = known[begin : begin + size], known[begin + 1 : begin + 1 + size]
                parts.append(side.ratios[t] * (side.rests[t] * near + side.shares[t] * far))
            value, gain, total = mass * parts[0] + rest * parts[1], parts[0] - parts[1], parts[0] + parts[1]
            better = value > largest
            best[better], largest[better] = t, value[better]
            if last is None:
                most = value
            else:
                before, old_gain, old_total = last
                old, rise = law.masses[t - 1], law.losses[t] / law.losses[t - 1]
                bulge = (old - mass) * np.maximum(gain - old_gain * rise, 0)
                most = np.maximum(most, summit(before, value, bulge + 4 * ROUNDING * old * (rise * old_total + total)))
            last = value, gain, total
        return most * MORE + TINY, best

    def _event(
        self, side: _Side, known: tuple[Values, Values], points: Places, best: Places, right: bool
    ) -> tuple[Values, Values]:
        """The masses of the better one of two events next to the odds that one answer leaves."""
        import numpy as np

        odds = self.law.odds[points - self.law.margin] / side.ratios[best]
        near = points + side.moves[best]
        gains = [known[0][place] - odds * known[1][place] for place in (near, near + 1)]
        place = np.where((gains[0] > gains[1]) == right, near, near + 1)
        return known[0][place], known[1][place]

    def _seen(self, mirrored: bool) -> tuple[Values, Values, Values]:
        """From zero on: delta from above, and the masses of events, in either direction."""
        first = self.law.left
        if not mirrored:
            return self.high[first:], self.own[first:], self.other[first:]
        # At zero itself both directions have the same delta, and events are complements of each other.
        high = self.high[first::-1] / self.law.odds[first::-1] * MORE
        own, other = self.other[first::-1].copy(), self.own[first::-1].copy()
        own[0], other[0] = (1 - own[0]) * LESS, (1 - other[0]) * MORE
        return high, own, other

    def delta(self, epsilon: ExactReal, *, mirrored: bool) -> Enclosure:
        """Enclose delta at an epsilon >= 0: its chord above, the best line of an event below."""
        high, own, other = self._seen(mirrored)
        with ctx.workprec(_BITS):
            place, unit = epsilon.ball(_BITS), arb(self.law.spacing)
            odds, index = place.exp(), math.floor(float(place) / self.law.spacing)
            top = bottom = arb(0)
            for k in range(max(0, index - 1), min(index + 3, high.size)):
                bottom = bottom.max(arb(own[k]) - TINY - odds * (arb(other[k]) + TINY))
                after = arb(high[k + 1]) if k + 1 < high.size else arb(0)
                past, whole = (place - unit * k).expm1(), unit.expm1()
                if not (past < 0 or past > whole):
                    top = top.max(arb(high[k]) + (after - arb(high[k])) * past / whole)
            return Enclosure(arb(bottom.lower()).union(arb(top.min(arb(1)).upper())))

    def epsilon(self, target: Fraction, *, mirrored: bool) -> Enclosure:
        """Enclose the least epsilon >= 0 that meets a target."""
        high, own, other = self._seen(mirrored)
        with ctx.workprec(_BITS):
            unit, goal = arb(self.law.spacing), fraction_ball(target)
            met = next((k for k, value in enumerate(high) if float(value) <= target), high.size)
            if met == high.size:
                top = unit * met
            elif met == 0:
                top = arb(0)
            else:
                share = (arb(high[met - 1]) - goal) / (arb(high[met - 1]) - arb(high[met]))
                top = unit * (met - 1) + (share.min(arb(1)) * unit.expm1()).log1p()
            bottom = arb(0)
            for p, q in zip(own, other, strict=True):
                gain = arb(p) - TINY - goal
                if gain > 0:
                    bottom = bottom.max((gain / (arb(q) + TINY)).log())
            return Enclosure(arb(bottom.lower()).union(arb(top.upper())))


def _floats(table: list[arb]) -> Values:
    import numpy as np

    return np.array([float(entry) for entry in table])
