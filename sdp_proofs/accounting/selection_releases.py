"""Describe what chooses and what counts as it goes: sparse vectors, permute and flip, the best of runs, trees of sums.

World: exact descriptions. Sensitivity is that of the queries, scores or contributions.

* *Sparse vector* [Lyu, Su, Li 2017, Alg. 7]: a threshold with Laplace noise of scale a, drawn once; each query gets
  noise of scale b and is answered above or below; it stops after c answers above. Moving the noise of the threshold by
  the distance D, and that of the queries above by 2D, maps every transcript to that of the neighbour, so the whole
  costs D/a + 2cD/b (claim `sparse-vector-costs-its-threshold-and-its-answers-above`); where all queries move in one
  direction, as counts do where a record is added, D/a + cD/b. Values of the queries above cost cD/v more with fresh
  noise of scale v. Not the number of queries. Variants that leave out the noise of the queries, publish the value that
  was compared or do not stop are refused: the wing of programs has two databases for each.
* *Permute and flip* [McKenna, Sheldon 2020] chooses as the largest score with exponential noise does. For a set S of
  candidates let W be the largest noisy score in S less the largest one outside. The largest of shifted exponential
  variables has a hazard of at most their rate l, so G(w) = P(W > w) has -G' <= l min(G, 1 - G): it falls no faster than
  the Laplace tail. A neighbour moves W by at most 2D, and l = epsilon/(2D): P(S) and Q(S) are a test of two Laplace
  laws at distance epsilon (claim `hazards-of-largest-values-are-below-the-rate`). At each odds two candidates have it.
* *Noisy top k*: with Gumbel noise on every score the k largest, in order, are k exponential mechanisms, one after the
  other [Durfee, Rogers 2019].
* *Repeat and select* [Papernot, Steinke 2022, Thm. 2 and 6]: a release is run a random number K of times and the best
  result is published. With D_a the Renyi divergence of one run, K truncated negative binomial of shape s > -1 and g =
  gamma, and any b >= 1,

      D'_a <= D_a + (1 + s)(1 - 1/b) D_b + (1 + s) ln(1/g)/b + ln(E K)/(a - 1)

  (claim `the-best-of-random-runs-costs-two-divergences-of-one`). K Poisson of mean m: the moment e^((a-1) D'_a) is at
  most e^(-m), for no run, and m e^((a-1)(D_a + m delta)), with delta that of one run at epsilon = ln(1 + 1/(a - 1))
  (claim `a-poisson-number-of-runs-costs-a-failure-of-each`). The number must be drawn at random and stay secret. A
  fixed number of runs costs each of them.
* *Tree aggregation*, one epoch: sums over all dyadic blocks of n steps. A record is in one step, and so in at most as
  many blocks as n has binary digits; that of the first step is in so many (claim
  `a-step-is-in-one-dyadic-block-of-each-length-there-is`). Its place stays empty where it is removed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from math import inf, nextafter
from typing import Any, ClassVar

from sdp_proofs.accounting.analysis import Direction, Question
from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.continuous_noise import Laplace
from sdp_proofs.accounting.deadline import check_time
from sdp_proofs.accounting.dominating_pairs import (
    DominatingPair,
    Neighbouring,
    approximate,
    nothing,
    of_atoms,
    quotient,
)
from sdp_proofs.accounting.exponential import Exponential
from sdp_proofs.accounting.lemmas import (
    a_poisson_number_of_runs_costs_a_failure_of_each,
    a_step_is_in_one_dyadic_block_of_each_length_there_is,
    hazards_of_largest_values_are_below_the_rate,
    sparse_vector_costs_its_threshold_and_its_answers_above,
    the_best_of_random_runs_costs_two_divergences_of_one,
)
from sdp_proofs.accounting.noise import Noise
from sdp_proofs.accounting.pairs import ANY, REPLACE_ONE, AtomPair, Masses
from sdp_proofs.accounting.release import SENSITIVITY, Mechanism, Release, mechanisms_in
from sdp_proofs.accounting.release_fields import not_negative, positive, positive_integer, set_fields
from sdp_proofs.accounting.renyi_bounds import RenyiBounded, RenyiPair
from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import (
    ExactReal,
    Readable,
    add,
    fraction_ball,
    multiply,
    rational,
    read_rational,
    shown,
    sign,
)

WRONG = {
    "none": ("sparse-vector-without-noise-on-the-queries-costs-two-units", "queries without noise tell themselves"),
    "same": ("sparse-vector-with-the-noisy-value-costs-two-units", "the value that was compared tells the threshold"),
    "all": ("sparse-vector-without-an-end-costs-two-units", "without a last answer above the cost has no bound"),
}
"""Words for what published variants leave out: the claim that shows two databases, and why."""
_LEADS = (Fraction(1, 2), Fraction(3, 4), Fraction(1), Fraction(5, 4))
_POWERS = tuple(1 + 2.0**k for k in range(-4, 8))
_GEOMETRIC, _LOGARITHMIC, _POISSON, _FIXED = "geometric", "logarithmic", "poisson", "fixed"
_SHAPES = {_GEOMETRIC: Fraction(1), _LOGARITHMIC: Fraction(0)}
_BITS = 128
MOST_RUNS = 10**6


@dataclass(frozen=True)
class SparseVector(Mechanism):
    """Queries answered above or below a noisy threshold, until some number of them was above.

    Args:
        threshold: scale of the threshold's Laplace noise.
        queries: scale of the queries' noise.
        answers: how many answers above are given; then it stops.
        values: scale of fresh noise on the values of those above; none where they are not published.
        monotone: "yes" where a record moves all queries in one direction, as counts, else "no".
        sensitivity: how far one record moves a query.

    Raises:
        DomainError: not as described, or a variant that is not private: the line names the claim that shows it.

    Example:
        >>> print(SparseVector(threshold=2, queries=8, answers=2))
        sparse-vector(threshold=2, queries=8, answers=2, monotone=no, sensitivity=1)
    """

    name: ClassVar[str] = "sparse-vector"
    relative_to: ClassVar[str] = SENSITIVITY
    symmetric: ClassVar[bool] = True
    spellings: ClassVar[tuple[str, ...]] = ("svt", "above-threshold")
    more_is_safer: ClassVar[tuple[str, ...]] = ("threshold", "queries", "values")
    less_is_safer: ClassVar[tuple[str, ...]] = ("answers", "sensitivity")
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "threshold": ("2",),
        "queries": ("4", "8"),
        "answers": (1, 2),
        "sensitivity": ("1", "2"),
    }
    threshold: ExactReal
    queries: ExactReal
    answers: int = 1
    values: ExactReal | None = None
    monotone: str = "no"
    sensitivity: ExactReal = field(default_factory=lambda: rational(1))

    def __init__(
        self,
        threshold: Readable,
        queries: Readable,
        answers: Readable = 1,
        values: Readable | None = None,
        monotone: str = "no",
        sensitivity: Readable = 1,
    ) -> None:
        for given, word in ((queries, "none"), (queries, "0"), (values, "same"), (answers, "all")):
            if str(given) == word:
                claim, why = WRONG["none" if word == "0" else word]
                raise DomainError(f"sparse-vector must not be this variant, as {why}: see claim {claim}, got {word}")
        if monotone not in ("yes", "no"):
            raise DomainError(f"monotone must be yes or no, got {shown(monotone)}")
        set_fields(
            self, threshold=positive(threshold, "threshold"), queries=positive(queries, "queries"),
            answers=positive_integer(answers, "answers"),
            values=None if values is None else positive(values, "values"), monotone=monotone,
            sensitivity=positive(sensitivity, "sensitivity"),
        )  # fmt: skip

    def cost(self, adjacency: str) -> ExactReal:
        """Return epsilon; a record that is replaced moves queries twice as far, and in both directions."""
        replaced = adjacency == REPLACE_ONE
        distance = multiply(rational(2 if replaced else 1), self.sensitivity)
        sparse_vector_costs_its_threshold_and_its_answers_above(distance, self.answers)
        factor = self.answers if self.monotone == "yes" and not replaced else 2 * self.answers
        total = add(quotient(distance, self.threshold), multiply(rational(factor), quotient(distance, self.queries)))
        if self.values is None:
            return total
        return add(total, multiply(rational(self.answers), quotient(distance, self.values)))

    def step(self, view: Neighbouring) -> DominatingPair:
        """Randomised response at those odds: any mechanism with this epsilon."""
        epsilon = self.cost(view.adjacency)
        found = of_atoms(approximate(epsilon, Fraction(0)))
        return DominatingPair(found.pair, found.loss, largest=found.largest, bound=epsilon, least=found.least)

    def __str__(self) -> str:
        values = "" if self.values is None else f"values={self.values}, "
        return (
            f"{self.name}(threshold={self.threshold}, queries={self.queries}, answers={self.answers}, {values}"
            f"monotone={self.monotone}, sensitivity={self.sensitivity})"
        )


@dataclass(frozen=True)
class PermuteAndFlip(Mechanism):
    """One candidate of a finite set: they come in random order, and each is accepted by how far it is from the best.

    Args:
        epsilon: > 0; a candidate is accepted with probability e^(epsilon (score - best)/(2D)), where one record moves
            a score by at most D, or with D in the place of 2D where it moves all in one direction.

    Raises:
        DomainError: epsilon is negative.

    Example:
        >>> print(PermuteAndFlip("1/2") * 3)
        permute-and-flip(epsilon=1/2) * 3
    """

    name: ClassVar[str] = "permute-and-flip"
    relative_to: ClassVar[str] = ANY
    symmetric: ClassVar[bool] = True
    less_is_safer: ClassVar[tuple[str, ...]] = ("epsilon",)
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"epsilon": ("1/10", "1/2", "1")}
    epsilon: ExactReal

    def __init__(self, epsilon: Readable) -> None:
        set_fields(self, epsilon=not_negative(epsilon, "epsilon"))

    def step(self, view: Neighbouring) -> DominatingPair:
        """Laplace laws at distance epsilon, or two candidates."""
        if sign(self.epsilon) == 0:
            return of_atoms(nothing())
        hazards_of_largest_values_are_below_the_rate(self.epsilon)
        if view.one_pair is not None:
            return of_atoms(_two_flipped(self.epsilon, view.one_pair))
        return Laplace(1).pair(self.epsilon)

    def attained_once(self, adjacency: str) -> bool:
        """At all odds two candidates have the delta of one choice."""
        return True

    def alternatives(self, adjacency: str) -> tuple[Fraction, ...]:
        """Two candidates, by the share of epsilon that the better one is ahead with the record."""
        return _LEADS


def _two_flipped(epsilon: ExactReal, lead: Fraction) -> AtomPair:
    """Two candidates, one ahead by a share of epsilon with the record, behind by the rest without, in units of 1/l.

    Example:
        >>> pair = _two_flipped(rational(2), Fraction(1, 2))
        >>> [(p.str(4, radius=False), q.str(4, radius=False)) for p, q in pair.masses(64)]
        [('0.8161', '0.1839'), ('0.1839', '0.8161')]
    """

    def masses(bits: int) -> list[Masses]:
        with ctx.workprec(bits):
            ahead, behind = (epsilon.ball(bits + 16) * fraction_ball(share) for share in (lead, 1 - lead))
            p, q = _chosen(ahead, lead), _chosen(-behind, lead - 1)
            return [(p, q), (1 - p, 1 - q)]

    return AtomPair(masses)


def _chosen(ahead: arb, side: Fraction) -> arb:
    """The chance of a candidate that is ahead by so much, or behind: permute and flip gives the worse one e^(-x)/2."""
    return 1 - (-ahead).exp() / 2 if side >= 0 else ahead.exp() / 2


@dataclass(frozen=True)
class NoisyTopK(Mechanism):
    """The k candidates with the largest scores after Gumbel noise, in order.

    Args:
        k: how many.
        epsilon: of each choice: twice the factor of the score, for scores that one record moves by at most 1.

    Raises:
        DomainError: not as described.
    """

    name: ClassVar[str] = "noisy-top-k"
    relative_to: ClassVar[str] = ANY
    symmetric: ClassVar[bool] = True
    less_is_safer: ClassVar[tuple[str, ...]] = ("k", "epsilon")
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"k": (1, 2), "epsilon": ("1/10", "1/2")}
    k: int
    epsilon: ExactReal

    def __init__(self, k: Readable, epsilon: Readable) -> None:
        set_fields(self, k=positive_integer(k, "k"), epsilon=not_negative(epsilon, "epsilon"))

    def terms(self) -> Iterator[tuple[Mechanism, int]]:
        """One exponential mechanism after the other."""
        yield Exponential(self.epsilon), self.k

    def step(self, view: Neighbouring) -> DominatingPair:
        """One of the choices."""
        return Exponential(self.epsilon).step(view)


@dataclass(frozen=True)
class Tree(Mechanism):
    """Noisy sums over all dyadic blocks of the steps of one epoch, every record in one step.

    Args:
        steps: how many, the leaves.
        mechanism: the noise on each sum.

    Raises:
        DomainError: no noise.

    Example:
        >>> print(Tree(1000, Laplace(2)))
        tree(steps=1000, laplace(scale=2, sensitivity=1))
        >>> [count for _, count in Tree(1000, Laplace(2)).terms()]
        [10]
    """

    name: ClassVar[str] = "tree"
    relative_to: ClassVar[str] = SENSITIVITY
    inner: ClassVar[str] = "mechanism"
    symmetric: ClassVar[bool] = True
    spellings: ClassVar[tuple[str, ...]] = ("tree-aggregation",)
    less_is_safer: ClassVar[tuple[str, ...]] = ("steps",)
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"steps": (1, 5)}
    steps: int
    mechanism: Noise

    def __init__(self, steps: Readable, mechanism: Release) -> None:
        if not isinstance(mechanism, Noise):
            raise DomainError(f"tree must be given noise, such as gaussian(sigma=1), got {shown(str(mechanism))}")
        set_fields(self, steps=positive_integer(steps, "steps"), mechanism=mechanism)

    def terms(self) -> Iterator[tuple[Mechanism, int]]:
        """The sums that a record is in: as many as the number of steps has binary digits."""
        a_step_is_in_one_dyadic_block_of_each_length_there_is(self.steps)
        yield self.mechanism, self.steps.bit_length()

    def step(self, view: Neighbouring) -> DominatingPair:
        """One of the sums."""
        return self.mechanism.step(view)

    def __str__(self) -> str:
        return f"{self.name}(steps={self.steps}, {self.mechanism})"


@dataclass(frozen=True)
class Repeat(RenyiBounded):
    """The best result of a random, secret number of runs.

    Args:
        mean: how many on average, at least 1.
        mechanism: what is run: a release of which the moments are known.
        runs: the law of their number: geometric (of 1, 2, ..), logarithmic or poisson; fixed costs each of them.

    Raises:
        DomainError: not as described.

    Example:
        >>> from sdp_proofs.accounting.continuous_noise import Gaussian
        >>> print(Repeat(10, Gaussian(4)))
        repeat(mean=10, runs=geometric, gaussian(sigma=4, sensitivity=1))
    """

    name: ClassVar[str] = "repeat"
    relative_to: ClassVar[str] = SENSITIVITY
    inner: ClassVar[str] = "mechanism"
    spellings: ClassVar[tuple[str, ...]] = ("repeat-and-select",)
    less_is_safer: ClassVar[tuple[str, ...]] = ("mean",)
    small: ClassVar[Mapping[str, tuple[Any, ...]]] = {"mean": (2, 10)}
    mean: Fraction
    mechanism: Release
    runs: str = _GEOMETRIC

    def __init__(self, mean: Readable, mechanism: Release, runs: str = _GEOMETRIC) -> None:
        number = read_rational(mean, "mean")
        if not number >= 1:
            raise DomainError(f"the mean number of runs must be at least 1, got {shown(mean)}")
        if number > MOST_RUNS:
            raise SizeError(f"the mean number of runs must be at most {MOST_RUNS}, got {shown(mean)}")
        known = (_GEOMETRIC, _LOGARITHMIC, _POISSON, _FIXED)
        if runs not in known:
            raise DomainError(f"runs must be one of {', '.join(known)}, got {shown(runs)}")
        if runs == _FIXED and number.denominator != 1:
            raise DomainError(f"a fixed number of runs must be an integer, got {shown(mean)}")
        if any(isinstance(term, RenyiBounded) or term.splits or term.is_batch for term in mechanisms_in(mechanism)):
            raise DomainError(f"repeat must be given releases with known moments, got {shown(str(mechanism))}")
        set_fields(self, mean=number, mechanism=mechanism, runs=runs)

    @classmethod
    def counted(cls, parameter: str, given: Mapping[str, Readable]) -> tuple[Fraction, int]:
        """A mean is above 1; a fixed number is whole."""
        return Fraction(0 if given.get("runs") == _FIXED else 1), 1

    def terms(self) -> Iterator[tuple[Mechanism, int]]:
        """Itself; or what is run, so often."""
        if self.runs != _FIXED:
            yield self, 1
            return
        for term, count in self.mechanism.terms():
            yield term, count * self.mean.numerator

    @property
    def remark(self) -> str:
        """See `Mechanism`."""
        if self.runs == _FIXED:
            return "a fixed number of runs costs each of them; one that is drawn at random and kept secret costs less"
        return "the number of runs must be drawn at random and stay secret, and only the best result is published"

    def inside(self) -> Iterator[Mechanism]:
        """Yield those of one run, which say what neighbours are."""
        yield from mechanisms_in(self.mechanism)

    def renyi(self) -> RenyiPair:
        """Refuse: see `step`."""
        raise DomainError("the moments of a repeated release must be those at neighbours")

    def step(self, view: Neighbouring) -> DominatingPair:
        """The moments of the best of the runs."""
        return DominatingPair(_best(self, None if view.adjacency == ANY else view.adjacency).pair)

    def __str__(self) -> str:
        return f"{self.name}(mean={self.mean}, runs={self.runs}, {self.mechanism})"


@lru_cache(maxsize=16)
def _best(repeat: Repeat, adjacency: str | None) -> _Best:
    """The moments are the same from both sides: each is computed once."""
    return _Best(Question.of(repeat.mechanism, adjacency), repeat.mean, repeat.runs)


@dataclass(frozen=True)
class _Best:
    """The moments of the best of several runs.

    Args:
        question: one run, under an adjacency.
        mean: of the number of runs.
        runs: its law.
    """

    question: Question
    mean: Fraction
    runs: str

    @property
    def pair(self) -> RenyiPair:
        """The moments."""
        for direction in self.question.directions:
            if direction.losses is None or not direction.infinite().is_zero():
                raise DomainError("repeat must be given releases with known moments, no loss of which is infinite")
        return RenyiPair(self.log_moment)

    def log_moment(self, c: arb) -> arb:
        """C times the divergence of order 1 + c, from above: at a float that is no smaller, as all of it rises in c."""
        mean, power = fraction_ball(self.mean), float(c.upper())
        if not c <= arb(power):
            power = nextafter(power, inf)
        own = self._log_moment(power)
        if self.runs == _POISSON:
            most = own + c * mean * self._delta(power) + mean.log()
            return most + (-mean - most).exp().log1p()  # with the chance that no run is made
        shape, hidden = fraction_ball(_SHAPES[self.runs]), -self._parameter.log()
        best = (1 + shape) * hidden  # at order 1
        for order in _POWERS:
            the_best_of_random_runs_costs_two_divergences_of_one(1 + c, arb(order), self._parameter, self.mean)
            moment = self._log_moment(order - 1)
            other = (1 + shape) * (moment / arb(order) + hidden / arb(order))
            if other.upper() < best.upper():
                best = other
        return own + c * best + mean.log()

    @cached_property
    def _parameter(self) -> arb:
        """Gamma: the mean is 1/gamma of a geometric law, and (1/gamma - 1)/ln(1/gamma) of a logarithmic one."""
        mean = fraction_ball(self.mean)
        if self.runs == _GEOMETRIC or self.mean == 1:
            return 1 / mean
        low, high = Fraction(1, 2**200), Fraction(1)
        for _ in range(400):  # the mean falls in gamma
            middle = Fraction((low + high) / 2).limit_denominator(2**300)
            gamma = fraction_ball(middle)
            above = (1 / gamma - 1) / -gamma.log() > mean
            low, high = (middle, high) if above else (low, middle)
            if (high - low) * 2**60 < low:
                break
        return fraction_ball(low)  # from below, where ln(1/gamma) is larger

    def _log_moment(self, c: float) -> arb:
        """The larger of both directions."""
        if c not in self._known:
            check_time()
            with ctx.workprec(_BITS):
                found = arb(0)
                for direction in self.question.directions:
                    found = found.max(_moments(direction, c))
            self._known[c] = found
        return self._known[c]

    def _delta(self, c: float) -> arb:
        """The delta of one run at ln(1 + 1/c), from above: at a rational number below that."""
        with ctx.workprec(_BITS):
            place = Fraction(float(((1 + 1 / arb(c)).log() * (1 - arb(2) ** -40)).lower()))
        a_poisson_number_of_runs_costs_a_failure_of_each(1 + arb(c), place, self.mean)
        found = delta_at(self.question, place, digits=6).value
        return arb(1) if found is None else arb(found.ball.upper())

    @cached_property
    def _known(self) -> dict[float, arb]:
        return {}


def _moments(direction: Direction, c: float) -> arb:
    """Ln E_P[e^(cL)] of all steps of a direction, from above."""
    total = arb(0)
    for loss, count in direction.losses or ():
        total += loss.moment(c).log() * count
    if not total.is_finite():
        raise PrecisionError("the moment of one run could not be enclosed")
    return arb(total.upper())
