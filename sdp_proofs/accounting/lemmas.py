"""Lemmas as engines call them: each decides its hypotheses for the instance at hand, or refuses.

World: exact, or a decided comparison of balls. A function here has the name of its claim in the ledger; `sdp-proofs
show CLAIM` prints the proof. It takes the instance, and its docstring says what is decided of it. `lemma(instance)`
refuses where that does not hold or cannot be told; `lemma.holds(instance)` says which. Hypotheses that a claim proves
of all instances, such as that normal noise has rising ratios, are not decided again. The page "What each engine of the
accountant rests on" lists both kinds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sdp_proofs.accounting.pairs import REPLACE_ONE, AtomPair, GaussianPair, Masses, Pair
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import ExactReal, add, fraction_ball, multiply, rational, sign

_BITS = 64
_FEW = 64
LEMMAS: dict[str, Lemma] = {}
"""By the id of the claim."""


class HypothesisError(DomainError):
    """A lemma was called for an instance of which its hypotheses are not decided to hold."""


@dataclass(frozen=True)
class Lemma:
    """A claim of the ledger as an engine uses it.

    Args:
        hypotheses: whether they are decided to hold for an instance.

    Raises:
        HypothesisError: when called, they are not.

    Example:
        >>> outputs_of_one_ratio_may_be_joined.holds([(1, 2), (3, 6)])
        True
        >>> outputs_of_one_ratio_may_be_joined([(1, 2), (3, 4)])  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        sdp_proofs.accounting.lemmas.HypothesisError: outputs-of-one-ratio-may-be-joined must be used where ...
    """

    hypotheses: Callable[..., bool]

    @property
    def claim(self) -> str:
        """The id of the claim."""
        return self.hypotheses.__name__.replace("_", "-")

    @property
    def decides(self) -> str:
        """The sentence on what is decided of an instance."""
        return (self.hypotheses.__doc__ or "").strip().removesuffix(".")

    def holds(self, *instance: Any) -> bool:
        """True where the hypotheses are decided to hold."""
        return self.hypotheses(*instance)

    def __call__(self, *instance: Any) -> None:
        """Refuse an instance of which they are not."""
        if not self.hypotheses(*instance):
            raise HypothesisError(f"{self.claim} must be used where this is decided, which it is not: {self.decides}")


def lemma(hypotheses: Callable[..., bool]) -> Lemma:
    """Register a function that is named as its claim."""
    made = Lemma(hypotheses)
    LEMMAS[made.claim] = made
    return made


@lemma
def outputs_of_one_ratio_may_be_joined(masses: Sequence[tuple[Any, Any]]) -> bool:
    """All outputs that are joined have one likelihood ratio: their exact cross products are equal."""
    first, second = masses[0]
    return all(p * second == first * q for p, q in masses[1:])


@lemma
def truncation_to_a_range_of_the_answers_loses_nothing(low: ExactReal, high: ExactReal, distance: ExactReal) -> bool:
    """The range, seen from the smaller answer, holds both: low <= 0 and high >= their distance."""
    return sign(low) in (-1, 0) and sign(add(high, multiply(rational(-1), distance))) in (0, 1)


@lemma
def a_range_limits_half_lines_most_from_its_ends(low: ExactReal, high: ExactReal, distance: ExactReal) -> bool:
    """The range, seen from the smaller answer, holds both, and they are apart: low <= 0 < distance <= high."""
    return sign(distance) == 1 and truncation_to_a_range_of_the_answers_loses_nothing.holds(low, high, distance)


@lemma
def a_range_limits_symmetric_noise_most_from_its_ends(low: ExactReal, high: ExactReal, distance: ExactReal) -> bool:
    """The range, seen from the smaller answer, holds both, and they are apart: low <= 0 < distance <= high."""
    return a_range_limits_half_lines_most_from_its_ends.holds(low, high, distance)


@lemma
def room_for_one_output_keeps_the_loss_of_rounded_laplace_noise(
    low: ExactReal, high: ExactReal, distance: ExactReal
) -> bool:
    """Beyond both answers, integers apart, the range has an output more: low <= -1 and high >= their distance + 1."""
    below, above = add(low, rational(1)), add(high, rational(-1))
    return rounded_laplace_noise.holds(distance) and a_range_limits_half_lines_most_from_its_ends.holds(
        below, above, distance
    )


@lemma
def rounded_laplace_noise(distance: ExactReal) -> bool:
    """Neighbouring answers are integers apart, and not equal."""
    known = distance.as_fraction()
    return known is not None and known.denominator == 1 and known > 0


@lemma
def the_profile_of_a_sampled_pair(rate: Fraction) -> bool:
    """The rate of the sampling is above 0 and at most 1."""
    return 0 < rate <= 1


@lemma
def a_record_that_is_not_drawn_is_hidden(share: Fraction) -> bool:
    """The chance that a record is drawn is between 0 and 1."""
    return 0 <= share <= 1


@lemma
def loss_curves_lie_below_their_chords(epsilon: ExactReal) -> bool:
    """The odds are at least 1: epsilon >= 0."""
    return sign(epsilon) in (0, 1)


@lemma
def the_excess_falls_at_least_like_the_rate(epsilon: ExactReal) -> bool:
    """The odds are at least 1: epsilon >= 0."""
    return sign(epsilon) in (0, 1)


@lemma
def the_worst_interval_of_losses(epsilon: ExactReal) -> bool:
    """The interval of losses has a length: epsilon > 0."""
    return sign(epsilon) == 1


@lemma
def the_discrete_gaussian_loss_is_that_of_the_gaussian(distance: ExactReal) -> bool:
    """Answers are integers, and not equal: so is their distance."""
    return rounded_laplace_noise.holds(distance)


@lemma
def ratio_of_batches_with_others_at_zero(rate: Fraction) -> bool:
    """Some records are in a batch, and some are not: 0 < rate < 1."""
    return 0 < rate < 1


@lemma
def opposite_records_are_the_worst_in_a_poisson_batch(rate: Fraction) -> bool:
    """A record is drawn in some steps, and not in all: 0 < rate < 1."""
    return 0 < rate < 1


@lemma
def a_hidden_coin_lowers_the_profile(rate: Fraction, batch: int, records: int) -> bool:
    """Both sides of the coin are there: 0 < rate < 1, and the largest batch has fewer records than there are."""
    return 0 < rate < 1 and 1 <= batch < records


@lemma
def sparse_vector_costs_its_threshold_and_its_answers_above(distance: ExactReal, answers: int) -> bool:
    """Queries of neighbours differ by at most a positive distance, and it stops after one or more answers above."""
    return sign(distance) == 1 and answers >= 1


@lemma
def hazards_of_largest_values_are_below_the_rate(epsilon: ExactReal) -> bool:
    """The rate of the exponential noise is positive: epsilon > 0."""
    return sign(epsilon) == 1


@lemma
def the_best_of_random_runs_costs_two_divergences_of_one(order: arb, other: arb, gamma: arb, mean: Fraction) -> bool:
    """Orders a > 1 and b >= 1, and a law of the number of runs: gamma > 0, and a mean of at least 1, so gamma <= 1."""
    return bool(order > 1 and other >= 1 and gamma > 0) and mean >= 1


@lemma
def a_poisson_number_of_runs_costs_a_failure_of_each(order: arb, epsilon: Fraction, mean: Fraction) -> bool:
    """An order a > 1, a mean > 0, and a delta of one run at an epsilon that is at most ln(1 + 1/(a - 1))."""
    with ctx.workprec(2 * _BITS):  # large orders ask for an epsilon near 0
        excess = (arb(epsilon.numerator) / epsilon.denominator).expm1()
        return bool(order > 1 and excess * (order - 1) <= 1) and mean > 0


@lemma
def a_step_is_in_one_dyadic_block_of_each_length_there_is(steps: int) -> bool:
    """There is a step: steps >= 1."""
    return steps >= 1


@lemma
def parallel_composition(adjacency: str) -> bool:
    """Neighbours differ by a record that is added or removed."""
    return adjacency != REPLACE_ONE


@lemma
def gaussian_releases_are_one_release(pairs: Sequence[Pair]) -> bool:
    """Every step has the pair of two normal laws of one deviation."""
    return all(isinstance(pair, GaussianPair) for pair in pairs)


@lemma
def the_next_choice_may_depend_on_all_answers(budgets: Sequence[ExactReal]) -> bool:
    """There is a choice, and the budget of each is positive."""
    return len(budgets) > 0 and all(sign(budget) == 1 for budget in budgets)


@lemma
def sampled_ratios_between_two_losses_are_below_their_chord(rate: Fraction, epsilon: arb) -> bool:
    """Records are in the sample, and the losses have an interval: 0 < rate <= 1, epsilon > 0."""
    return 0 < rate <= 1 and bool(epsilon > 0)


@lemma
def the_worst_triples_of_a_fixed_batch(rate: Fraction) -> bool:
    """A batch has some of the records, and not all: their part is between 0 and 1."""
    return 0 < rate < 1


@lemma
def right_triples_bound_acute_ones(first: Fraction, last: Fraction) -> bool:
    """The angles, over a right one, are in order: 0 <= u <= w <= 1."""
    return 0 <= first <= last <= 1


@lemma
def a_normal_law_is_nearly_a_random_rounding_of_a_grid(variance: Fraction, spacing: arb) -> bool:
    """The variance v of the rounding is above 0 and below 1, and 16 e^(-2 pi^2 v/s^2) below 2^-31 at the spacing s."""
    alias = (-2 * (arb.pi() / spacing) ** 2 * fraction_ball(variance)).exp()
    return 0 < variance < 1 and bool(16 * alias < arb(2) ** -31)


@lemma
def delta_is_below_its_chernoff_bound(power: float | arb) -> bool:
    """The power of the ratio is not negative."""
    return bool(power >= 0)


@lemma
def delta_is_below_a_cut_chernoff_bound(power: arb) -> bool:
    """The power of the ratio is positive."""
    return bool(power > 0)


@lemma
def renyi_conversion_is_chernoffs_bound(power: float) -> bool:
    """The order is above 1."""
    return power > 0


@lemma
def delta_is_above_one_less_the_affinity(power: float) -> bool:
    """The weight of the geometric mean is between 0 and 1."""
    return 0 < power < 1


@lemma
def transform_of_the_shortfall(real: float) -> bool:
    """The line is right of 0, where the integral converges."""
    return real > 0


@lemma
def reciprocal_squares_beyond_a_frequency(count: int) -> bool:
    """At least one frequency is summed: what is cut off begins beyond 0."""
    return count >= 1


@lemma
def aliases_are_below_a_geometric_series(ratio: arb) -> bool:
    """The terms that follow fall by a factor that is decided to be below 1."""
    return bool(ratio < 1)


@lemma
def lattice_points_beyond_epsilon_are_geometric_series(unit: arb, real: float) -> bool:
    """The unit of the lattice is positive and the line right of 0: both series converge."""
    return bool(unit > 0) and real > 0


@lemma
def the_ratio_off_the_real_line(angle: float | arb) -> bool:
    """The strip, with the angle of its upper end, has no zero of the ratio: the angle is above 0 and below pi."""
    return bool(angle > 0) and bool(angle < arb.pi())


@lemma
def sums_over_nodes_enclose_the_moment(relative: arb) -> bool:
    """The relative error of the rule is decided to be below 1."""
    return bool(relative < 1)


@lemma
def a_path_above_the_line_bounds_all_larger_frequencies(height: float, frequency: float) -> bool:
    """The path is above the line and below pi s^2, where the integrand is analytic, and the frequency not negative."""
    return height > 0 and bool(arb(height) < arb.pi()) and frequency >= 0


@lemma
def oscillating_sums_are_below_the_ends_and_the_variation(frequency: float) -> bool:
    """The frequency is positive."""
    return frequency > 0


@lemma
def longer_shifts_dominate(chances: Sequence[Fraction], shifts: Sequence[Fraction]) -> bool:
    """The chances are a law of the shifts, and no shift is negative."""
    return len(chances) == len(shifts) and min(*chances, *shifts) >= 0 and sum(chances) == 1


@lemma
def allocation_to_one_step(steps: int, sigma: ExactReal, distance: ExactReal) -> bool:
    """There is a step, and normal noise on answers that are apart: steps >= 1, sigma > 0 and sensitivity > 0."""
    return steps >= 1 and sign(sigma) == 1 and sign(distance) == 1


@lemma
def opposite_records_are_the_worst_in_an_allocation(steps: int, sigma: ExactReal, distance: ExactReal) -> bool:
    """There is a step, and normal noise on answers that are apart: steps >= 1, sigma > 0 and sensitivity > 0."""
    return steps >= 1 and sign(sigma) == 1 and sign(distance) == 1


@lemma
def a_replaced_record_in_two_steps_moves_their_sum_alone(steps: int) -> bool:
    """There are one or two steps."""
    return 1 <= steps <= 2


@lemma
def the_mirrored_profile(pair: Pair) -> bool:
    """The pair equals its mirror: its outputs pair off, or the kind of the pair is proved to."""
    if not isinstance(pair, AtomPair):
        return getattr(pair, "equals_mirror", False)
    if pair.exact is not None:
        return Counter(pair.exact) == Counter((q, p) for p, q in pair.exact)
    return _pair_off(pair.masses(_BITS))


@lemma
def the_glued_profile_is_convex(pair: Pair) -> bool:
    """The pair that is sampled equals its mirror: its outputs pair off, or the kind of the pair is proved to."""
    return the_mirrored_profile.holds(pair)


def _pair_off(rows: list[Masses]) -> bool:
    """True where every output has a partner with swapped probabilities, from both ends or in any order.

    Balls that overlap do not prove two numbers equal; those of one expression do overlap, and a pair that differs from
    its mirror by more than the width of balls is told apart.
    """
    with ctx.workprec(_BITS):
        if all(_swapped(*both) for both in zip(rows, rows[::-1], strict=True)):
            return True
        return len(rows) <= _FEW and all(any(_swapped(row, other) for other in rows) for row in rows)


def _swapped(row: Masses, other: Masses) -> bool:
    return bool(row[0].overlaps(other[1]) and row[1].overlaps(other[0]))
