"""A hypergeometric probability and its tail, carried from one law to the next at the cost of a few products.

Let K_a count the marked among T records sampled from n, when a are marked, and P_a its law. Mark one record
more: the count grows exactly when that record is among the sampled ones. Hence, with b = n - a,

    P_{a+1}(>= h) = P_a(>= h) + P_{a+1}(h) h/(a+1),         # K_{a+1} = h and the given marked record is sampled
    P_{a+1}(>= h+1) = P_a(>= h) - P_a(h) (b-T+h)/b,         # K_a = h and the given unmarked one is not

while P_a(>= h+1) = P_a(>= h) - P_a(h), and neighbouring probabilities differ by a ratio of small integers. The
walk does these steps in ball arithmetic, so its two balls contain the truth after any number of steps. Their
relative width grows where subtractions make the tail small; the caller looks at it and starts anew.
"""

from __future__ import annotations

from sdp_proofs.distributions.hypergeometric import Hypergeometric
from sdp_proofs.sums.tails import tail_ratio

MAX_STEPS = 1000
"""Beyond these, starting anew is cheaper."""


class TailRecurrence:
    """Balls around P(K = start) and P(K >= start), at the precision in force when they are computed.

    Args:
        population: number of records n.
        draws: sample size T, between 0 and n.
        marked: number of marked records a to begin with.
        start: a point of the support of the law with `marked` marked records.
        bits: relative accuracy of both balls to begin with.

    Example:
        >>> walk = TailRecurrence(population=4, draws=2, marked=1, start=1, bits=64)
        >>> walk.step(2)
        True
        >>> walk.marked, walk.start, walk.mass.str(6, radius=False), walk.tail.str(6, radius=False)
        (2, 2, '0.166667', '0.166667')
    """

    __slots__ = ("draws", "marked", "mass", "population", "start", "tail")

    def __init__(self, population: int, draws: int, marked: int, start: int, bits: int) -> None:
        law = Hypergeometric(population, marked, draws)
        self.population, self.draws, self.marked, self.start = population, draws, marked, start
        self.mass = law.term.ball(start, bits)
        self.tail = self.mass * tail_ratio(law, start, bits)

    def step(self, start: int) -> bool:
        """Mark one record more and go to `start`, a point of the new law's support; False if that is too far."""
        a, h, draws = self.marked, self.start, self.draws
        if abs(start - h) > MAX_STEPS:
            return False
        b = self.population - a
        rest = b - draws + h
        if start > h:
            self.tail -= self.mass * rest / b
            self.mass = self.mass * ((a + 1) * (draws - h)) / (b * (h + 1))
            self.start = h + 1
        else:
            self.mass = self.mass * ((a + 1) * rest) / ((a + 1 - h) * b)
            self.tail += self.mass * h / (a + 1)
        self.marked = a + 1
        while self.start < start:
            self._raise_start()
        while self.start > start:
            self._lower_start()
        if start == min(a + 1, draws):
            self.tail = self.mass
        return True

    def _raise_start(self) -> None:
        a, h, draws = self.marked, self.start, self.draws
        self.tail -= self.mass
        self.mass = self.mass * ((a - h) * (draws - h)) / ((h + 1) * (self.population - a - draws + h + 1))
        self.start = h + 1

    def _lower_start(self) -> None:
        a, h, draws = self.marked, self.start, self.draws
        self.mass = self.mass * (h * (self.population - a - draws + h)) / ((a - h + 1) * (draws - h + 1))
        self.tail += self.mass
        self.start = h - 1
