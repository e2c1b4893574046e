"""Faults of statements and definitions that fail the build: `python -m sdp_proofs.logic --lint`.

A proof tells that a sentence is true; it does not tell that the sentence says something. Looked for are a premise that
no instance meets, a premise that the proof does not use, a conclusion among the premises, `x <= x`, notions and
sentences that print alike, a constant or premise that can change without a change of the print, and a definition that
has not the values that everybody knows, or too few of these. What is meant so is in a list below, with the reason; an
entry of a list that is no longer needed is a fault, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sdp_proofs.logic import hunting, kernel, known_values, replay
from sdp_proofs.logic.evaluation import evaluated
from sdp_proofs.logic.kernel import Term, spine
from sdp_proofs.logic.printing import latex, sentence, text
from sdp_proofs.logic.record import files
from sdp_proofs.logic.surface import Statement
from sdp_proofs.logic.terms import DEFINITIONS, Definition
from sdp_proofs.logic.values import Everything, Listed, Rule, Weights

_DENSITY = "Lebesgue's integral of a density on the real numbers"
LEBESGUE = {
    "laplace_mechanism": _DENSITY,
    "moments_of_the_normal_law": _DENSITY,
    "gaussian_mechanism": _DENSITY,
    "analytic_gaussian_mechanism": _DENSITY,
    "normal_tail": _DENSITY,
    "exponential_tail": _DENSITY,
    "laplace_mechanism_of_the_lecture": _DENSITY,
    "renyi_divergence_of_shifted_gaussians": _DENSITY,
    "renyi_privacy_of_one_step_without_sampling": _DENSITY,
    "product_of_two_shifted_normal_laws_over_a_third": _DENSITY,
    "moments_of_the_loss_of_normal_laws": _DENSITY,
    "powers_of_the_sampled_likelihood_ratio": _DENSITY,
    "sum_of_independent_normal_variables": _DENSITY,
    "gaussian_privacy_has_the_moments_of_its_pair": _DENSITY,
    "sampled_moments_of_integer_order_are_those_of_normal_noise": _DENSITY,
    "profile_of_the_gaussian_pair": _DENSITY,
    **dict.fromkeys(
        (
            "mean_beyond_zero_by_shifts", "exponentials_beyond_zero", "even_means_are_twice_their_halves",
            "laplace_density_has_mass_one", "mean_size_of_laplace_noise", "mean_square_of_laplace_noise",
            "tails_on_both_sides", "laplace_tail", "laplace_noise_about_a_number",
            "expected_error_of_the_laplace_mechanism", "high_probability_bound_of_the_laplace_mechanism",
            "tails_of_the_bell", "moments_of_the_bell", "gaussian_noise_about_a_number",
            "mean_and_variance_of_the_gaussian_law", "gaussian_tail", "gaussian_answers_are_within_the_root",
            "square_error_of_the_gaussian_mechanism", "no_mass_at_a_place", "laplace_profile",
            "no_odds_make_gaussian_noise_purely_private", "tails_by_a_shift",
            "ratio_of_normal_tail_and_density_falls", "normal_tails_are_below_the_density_over_x",
            "losses_beyond_the_threshold_are_rare_enough", "exponentials_up_to_a_place",
            "transform_of_the_shortfall", "moments_of_the_laplace_loss",
        ),
        "Lebesgue's integral of a density, which shifts and the reflection keep",
    ),
    "laplace_law_has_mean_zero": "Lebesgue's integral does not change where y becomes -y",
}
"""Theorems with a premise that Lebesgue's integral meets and that no evaluation can: by name, what is believed."""

UNSEEN = {
    "sampling_without_replacement": "a constant G sees no record; the premise runs over all sets of places",
    "distribution_reduction": "constant mechanisms have no loss; the premise runs over all assignments of sources",
    "no_dp_parameter_below_the_sampling_rate": "delta = 1; the premise runs over all databases",
    "smoothed_loss_is_at_least_a_power_of_the_floor": "d = 1 and one source; the premise runs over all databases",
    "utility_of_a_private_mechanism_of_many_types": "equal densities; the premises run over all types",
    "invertible_smoothing_neither_costs_nor_gains_privacy": "S and T that change nothing; it runs over all gradients",
    "places_of_one_kind_are_drawn_alike": "a constant F; the premise runs over all sets of places",
    "smoothed_loss_below_mean_exponentials": "b = 1 and c = 0; the premise runs over all numbers",
    **dict.fromkeys(
        ("chances_of_the_best", "best_of_a_geometric_number_of_runs"),
        "laws that are certain of one result; the premise runs over all tests",
    ),
    "trade_off_is_a_profile": "F(p) = 1 - p and equal laws; the premises run over all tests and rates",
    "conditions_of_theorem_two_need_many_records": "s = 3/2, l = 0, b = 1, n = 10; exp(1) is no rational number",
    "variance_is_logarithmic_in_one_over_delta": "d = 1 and the root of 2 log(5/4), which no rational number is",
    "pure_privacy_and_convex_functions_of_the_ratio": "one output of ratio 1; the premise on F runs over all numbers",
    "expectation_takes_a_power_less_than_stated": "t(i) = n + i; the premise runs over all natural numbers",
    **dict.fromkeys(
        ("one_time_rappor", "rappor_in_both_steps", "three_shuffled_responses", "best_of_three_answers"),
        "s(0) and s(b + 1) are two coins; the premise runs over all natural numbers",
    ),
    "local_responses_of_two_records": "x = y = 0; the premise on s runs over all natural numbers",
    "one_answer_of_many": "x = y; the premises run over all natural numbers",
    "smoothed_delta_falls_no_faster_than_a_power": "d = 1 and one source; smoothing runs over all databases",
    "chain_of_improvements": "equal laws; the premise runs over all natural numbers",
    "only_sets_of_their_size_count": "equal functions; the premise runs over all sets of places",
    "smoothed_loss_with_replacement_above_an_absent_type": "d = 1 and one source; smoothing runs over all databases",
    "parts_that_are_clipped_apart": "C = 0 and w the root of 2, which no rational number is",
    "zero_concentrated_conversion": "rho = s = 1 and d = exp(-1), which no rational number is",
    "gradients_of_smooth_losses_are_below_the_gap": "F = 0, gradient 0 and L = 0; the premises run over all vectors",
    "half_lines_of_a_rising_ratio": "M f = f(0) and p = q = 0; the integral runs over all functions of real numbers",
    "hull_of_a_closed_set_of_shares": "the set of 0 and 1; the premise runs over all numbers",
    "shares_of_the_draws_vanish": "n(i) = 4 and T = M = k = 0; the premise runs over all natural numbers",
    "zero_concentrated_conversion_of_a_pair": "l = 0, rho = s = 1 and d = exp(-1), which no rational number is",
    "small_if_below_all_lengths": "x = 0; the premise runs over all positive numbers",
    "slope_of_a_falling_mean": "F = G = 0; the premise runs over all positive numbers",
    "truncation_to_a_range_of_the_answers_loses_nothing": "M f = f(0), x = y = 0, c = 1; M is of all functions",
    "masses_from_changes_of_slope": "h = 0, s = 0 and b(k) = 1/(k + 1); the premises run over all numbers",
    "errors_add_up": "certain records without error and b = 0; the premise runs over all numbers",
    "grows": "a constant F with K = 0; the premise runs over all pairs of numbers",
    "small_if_all_multiples_are": "e = 0 and c = 0; the premise runs over all natural numbers",
    "shifted_is_an_integral": "P f = f(0), a functional on all functions of natural numbers",
    **dict.fromkeys(
        (
            "noise_that_rises_again", "noise_that_falls_again", "noise_may_be_moved_up", "noise_may_be_moved_down",
            "a_density_that_grows_slowly_rises", "a_density_that_shrinks_slowly_falls",
            "two_sided_noise_rises_and_falls", "one_sided_noise_rises",
            "a_noisy_sum_costs_one_unit_for_every_number_of_queries", "noise_of_one_place_may_be_moved",
            "noisy_max_costs_two_units_for_every_number_of_queries",
            "sparse_vector_costs_four_units_for_every_number_of_queries", "first_above_with_queries_that_move",
            "sparse_vector_with_one_answer", "sparse_vector_with_half_the_noise",
            "sparse_vector_with_a_third_of_the_noise", "sparse_vector_for_monotone_queries",
            "a_noisy_number_that_moves_by_one", "noisy_histograms_cost_one_unit", "noisy_counts_may_be_cut",
            "histograms_with_half_the_noise_cost_two_units", "zeros_may_be_dropped_after_the_noise",
            "sums_of_noisy_numbers_cost_one_unit", "noisy_max_with_half_the_noise", "noisy_max_with_one_sided_noise",
            "sums_with_half_the_noise_cost_two_units", "geometric_density_has_mass_one",
            "geometric_mechanism_is_private",
        ),
        "geometric noise, whose mean is a sum over infinitely many integers",
    ),
    **dict.fromkeys(
        (
            "continuous_average_loses_its_sampling_rate", "no_smoothed_parameter_below_the_sampling_rate",
            "smoothed_and_worst_case_loss_of_the_continuous_average_agree",
        ),
        "records are the numbers of [0, 1], and val(r) = r",
    ),
    **dict.fromkeys(
        ("a_fresh_value_separates_the_means", "a_fresh_record_is_seen_when_sampled"),
        "x = 0 everywhere and val(r) = 1; the premise runs over all sequences of signs",
    ),
    **dict.fromkeys(
        (
            "square_of_a_sum_over_a_batch", "batch_means_are_unbiased", "deviation_of_a_batch_mean",
            "expected_distance_after_a_step", "distance_after_a_step_of_a_smooth_convex_loss",
            "points_of_a_run_have_squares", "weighted_sum_of_the_gaps", "sum_of_the_gaps",
            "distances_in_a_run_are_not_negative", "gap_of_the_weighted_average", "utility_of_smooth_convex_losses",
            "expected_loss_after_a_step", "weighted_sums_from_zero", "sums_from_zero",
            "utility_of_smooth_nonconvex_losses", "norm_below_the_root_of_the_bound",
            "steps_of_one_over_t_gain_a_logarithm_only",
        ),
        "losses 0 of two records, both in each batch, and no noise; the premises run over all functions of points",
    ),
    "expected_norms_of_a_normal_vector": "two coins x and the basis of the coordinates; it runs over all places",
    "share_of_white_noise_that_is_left": "y = 0 and v = 0; the premises run over all places",
    "inverse_eigenvalue_as_a_sum": "a circle of one place and all cosines 1; the premise runs over all multiples",
    "gamma_in_closed_form": "a circle of one place and all cosines 1; the premise runs over all multiples",
    "factor_exceeds_one_half_in_the_experiments": "one place and all cosines 1; the premise runs over all multiples",
    "no_constants_serve_theorem_seven": "the cosine and the sine; the premise runs over all numbers",
    "nearer_point_with_a_larger_gradient": "t = 1/2 and the root h of 3/4, which no rational number is",
    "waves_are_eigenvectors_of_the_smoothing_matrix": "the cosine and the sine; the premises run over all numbers",
    "smoothing_raises_the_first_part_on_average": "two places and q = 3; the premises run over all places",
    "gamma_decreases_to_a_positive_limit": "the cosines of 2 pi i j/d, which are no rational numbers",
    "mean_gap_of_an_average": "F = 0 and gradients 0; the premise runs over all vectors",
    "convex_loss_of_an_average": "F = 0 and D = 0; the premise runs over all vectors",
    "squared_gradient_below_four_thirds_of_the_gap": "F = 0, gradient 0 and L = 1; the premises run over all vectors",
    "noise_moves_smooth_paths_by_little": "D = 0 and no noise; the premises run over all vectors",
    "no_law_on_all_functions": "P f = f(0) is one; the theorem is that no such law has mass at infinitely many places",
}
"""Theorems whose premises are met by an instance that no evaluation runs through: by name, the instance."""

_TWO_LINES = Rule("x -> max(x - 1, 2 (x - 1))", lambda x: 2 * (x - 1) if x >= 1 else x - 1)
_SURE = Listed((Weights.of([Fraction(1)]),))
_HALF_OF_TWO_COINS = {
    "E": 8, "v0": 0, "n": 1, "T": 0, "kinds": [0, 1], "types": 2, "f": "1/2",
    "sources": Listed((Weights.of([Fraction(1, 2), Fraction(1, 2)]),)),
}  # fmt: skip
BY_HAND: dict[str, tuple[dict[str, int], dict[str, Any]]] = {
    "alignments_prove_privacy": (
        {"A": 2, "H": 2, "X": 2},
        {
            "E": 1, "near": [[False, True], [True, False]], "W": ["1/2", "1/2"], "n": 2,
            "path": [[[[0, 0], [0, 0]], [[0, 0], [0, 0]]]], "move": [[[[0, 1], [1, 0]], [[1, 0], [0, 1]]]],
        },
    ),
    "upper_tail_with_replacement": ({}, {"s": "1/2", "T": 1, "n": 2, "a": 1, "rho": "1/2", "tau": 1}),
    "lower_tail_with_replacement": ({}, {"s": "1/2", "T": 1, "n": 2, "b": 1, "rho": "1/2", "sigma": "1/4"}),
    "entropies_are_smallest_at_the_ends_of_the_rates": ({}, {"q": "1/20"}),
    "place_of_slow_decay_is_feasible": ({}, {"f": "1/2", "r": "1/10"}),
    "modulus_of_the_ratio_off_the_real_line": ({}, {"A_": 1, "B_": 1, "c": 1, "s": 0, "h": 1, "r": 2}),
    "every_tilt_bounds_a_ray": (
        {"X": 2},
        {"E": 1, "x": [0, 1], "U": [0, 1], "i": 0, "j": 1, "s": 1, "t": 1, "v": 1, "z": 0, "n": 2},
    ),
    "an_exponential_on_a_cell": (
        {"X": 2},
        {"x": [0, 1], "U": [0, 1], "i": 0, "j": 1, "s": 1, "t": 1, "v": 1, "z": 1, "y": "1/2", "n": 2},
    ),
    "smoothed_preprocessing": (
        {"X": 2, "Z": 2, "A": 2},
        {
            "nearer": [[False, True], [True, False]], "near": [[False, True], [True, False]], "g": [1, 0],
            "M": [["2/3", "1/3"], ["1/3", "2/3"]], "E": 1, "d": "1/3", "laws": _SURE, "own": Listed(()),
        },
    ),
    "stochastic_descent": (
        {"Z": 2},
        {
            "W": ["1/2", "1/2"], "d": 1, "x": [[[1], [2]]], "g": [[[0], [0]]], "s": [0], "gap": [[0, 0]],
            "eta": "1/2", "G": 1,
        },
    ),
    "smaller_tangents_lie_below_the_profile": (
        {"A": 2},
        {
            "w": "1/2", "x": "1/2", "y": 2, "z": 1, "one": "1/4", "other": -1, "ig": Everything(), "M": [1, 1],
            "p": ["3/4", "1/4"], "q": ["1/4", "3/4"],
        },
    ),
    "two_outputs_attain_the_bound_of_two_tangents": (
        {}, {"w": 1, "c": 1, "u": 1, "l": 1, "F": _TWO_LINES, "r": "2/3", "s": "1/3"},
    ),
    "ratios_within_any_bound": (
        {"A": 2},
        {
            "E": 1, "F": 2, "d": 0, "ig": Everything(), "M": [1, 1], "p": ["1/2", "1/2"], "q": ["1/2", "1/2"],
        },
    ),
    "chance_of_exceeding_a_larger_epsilon": (
        {"A": 2}, {"E": 1, "F": 2, "ig": Everything(), "M": [1, 1], "p": ["1/2", "1/2"], "q": ["1/3", "2/3"]},
    ),
    "ratios_within_twice_the_odds_plus_one": (
        {"X": 2, "A": 2},
        {
            "near": [[False, True], [True, False]], "E": 2, "ig": Everything(), "M": [1, 1],
            "p": [["2/3", "1/3"], ["1/3", "2/3"]], "x": 0, "y": 1, "delta": 0,
        },
    ),
    "ratios_of_neighbours_and_the_mass_beyond": (
        {"X": 2, "A": 2},
        {
            "near": [[False, True], [True, False]], "E": 2, "ig": Everything(), "M": [1, 1],
            "p": [["2/3", "1/3"], ["1/3", "2/3"]], "x": 0, "y": 1, "delta": 0,
        },
    ),
    "means_of_clipped_gradients": (
        {}, {"g": [3], "h": [2], "x": [0], "n": 1, "C": 1, "b": 2, "r": 3, "t": 2},
    ),
    "types_with_many_records_lose_nothing": (
        {"X": 2}, {"c": 1, "e": 0, "n": 3, "T": 0, "i": 0, "x": [0, 0, 0], "y": [1, 0, 0]},
    ),
    "slopes_of_the_glued_profile": (
        {"A": 2},
        {
            "g": "1/2", "F": 2, "E": 1, "ig": Everything(), "M": [1, 1], "p": ["2/3", "1/3"], "q": ["1/3", "2/3"],
        },
    ),
    "worst_interval_of_losses": ({}, {"E": 4, "a": 1, "t": 2, "r": "1/2"}),
    "divergence_by_chernoffs_bound": (
        {"A": 2}, {"e": 0, "c": 1, "ig": Everything(), "M": [1, 1], "p": ["1/2", "1/2"], "l": [0, 0]},
    ),
    "renyi_conversion_of_a_pair": (
        {"A": 2}, {"c": 1, "D": 0, "d": 1, "ig": Everything(), "M": [1, 1], "p": ["1/2", "1/2"], "l": [0, 0]},
    ),
    "smoothed_loss_below_one_exponential": ({"X": 2}, _HALF_OF_TWO_COINS),
    "theorem_three_with_an_explicit_constant": ({"X": 2}, {**_HALF_OF_TWO_COINS, "c": 1}),
    "remark_eight_at_larger_rates": ({"X": 2}, _HALF_OF_TWO_COINS),
    "first_sum_and_loss_in_terms_of_the_ratio": ({}, {"E": 1, "r": 2, "p": 2, "q": 1}),
    "vertices_of_the_hull_belong_to_the_set": ({}, {"w": "1/2", "p": 0, "q": 0, "end": 0}),
    "ninety_five_percent_leaves_a_rate_between_two_ends": ({}, {"n": 1160, "T": 1102}),
    "every_tilt_bounds_a_ray_of_the_event": (
        {}, {"E": 1, "x": 0, "a": 1, "u": 0, "b": 0, "w": 1, "s": 0, "t": 0, "v": 0, "left_out": 0, "m": 0},
    ),
    "smoothed_ratios_within_twice_the_odds_plus_one": (
        {"X": 2, "A": 2},
        {
            "near": [[False, True], [True, False]], "E": 2, "ig": Everything(), "M": [1, 1],
            "p": [["2/3", "1/3"], ["1/3", "2/3"]], "g": [1, 0], "d": 1, "laws": _SURE,
        },
    ),
    "exponential_outgrows_the_square": ({}, {"n": 200}),
    "threshold_is_below_three_from_a_size_on": ({}, {"n": 4460, "k": 223}),
    "no_constants_serve_theorem_four": ({}, {"C": 1, "K": 1, "G": 1, "d": 20_000, "r": 5}),
    "gap_from_a_sum_of_gaps": ({}, {"u": 1, "m": 1, "y": 0, "s": 0, "w": 1, "f": 1, "k": 1, "j": 1}),
    "rate_of_the_utility": (
        {},
        {
            "Q": 1, "K": 1, "k": 1, "d": 1, "G": 1, "l": 1, "n": 1, "e": 1, "mu": "1/2", "C": 1, "T": 1, "c": 1,
            "p": 1, "r": 1,
        },
    ),
    "ratios_in_the_printed_window": (
        {"X": 2, "A": 2},
        {
            "near": [[False, True], [True, False]], "E": 2, "ig": Everything(), "M": [1, 1],
            "p": [["2/3", "1/3"], ["1/3", "2/3"]], "x": 0, "y": 1,
        },
    ),
    "base_of_a_cell_at_the_best_place": ({}, {"X": "1/2", "q": "1/2", "v": 0, "s": 0}),
    "one_record_fewer_gains_nothing": ({}, {"e": 1, "n": 4, "M": 3, "T": 2, "k": 1, "j": 1}),
    "ratio_of_one_record_more_between_its_exponentials": ({}, {"n": 4, "M": 2, "T": 2, "k": 1, "j": 1}),
    "utility_of_a_private_mechanism": (
        {"X": 2, "A": 2},
        {
            "E": 2, "near": [[False, True], [True, False]], "ig": Everything(), "M": [1, 1],
            "p": [["2/3", "1/3"], ["1/3", "2/3"]], "d": 0, "x": 0, "y": 1,
        },
    ),
}  # fmt: skip
"""Instances that random draws hardly find: by name, sizes of sets and values of variables."""

SPARE: dict[str, tuple[str, ...]] = {
    # Closeness compares any two functionals; the papers speak of laws, and examples are drawn from laws.
    "post_processing": ("law(P)", "law(Q)"),
    "weaker": ("law(P)",),
    "reflexive": ("law(P)",),
    "transitive": ("law(P)", "law(Q)", "law(S)"),
    "group_privacy": ("for all x in N, law(P(x))",),
    "amplification_by_sampling": ("law(P)",),
    "tests_decide_events": ("law(P)", "law(Q)"),
    "post_processing_of_chi": ("law(P)",),
    "smoothed_preprocessing": ("for all x in X, law(M(x))",),
    "smoothed_on_mixtures": ("for all x in X, law(M(x))",),
    "distribution_reduction": ("for all x in (N -> X), law(M(x))",),
    "one_record_of_a_group_after_the_other": ("for all x in X, law(M(x))",),
    "closeness_of_events": ("law(P)", "law(Q)"),
    "results_in_a_set_are_outputs_in_its_preimage": ("law(P)",),
    "preimage_meets_the_definition": ("law(P)", "law(Q)"),
    "probability_of_a_preimage": ("law(P)", "channel(K)"),
    # Odds, slacks and rates have this range in the papers; the inequality is true beyond it.
    "power_below_exp": ("x <= 1",),
    "adaptive_composition": ("0 <= delta",),
    "independent_second_release": ("1 <= E",),
    "divergence_decides_tests": ("0 <= E",),
    "slack_from_chi": ("0 <= m",),
    "grows": ("0 <= K",),
    "chernoff": ("1 <= z",),
    "errors_and_the_loss_of_the_pair": ("0 <= E",),
    "composition_of_pure_budgets": ("0 <= F", "0 <= p", "0 <= s"),
    "loss_of_a_product_below_the_sum": ("q <= 1", "0 <= r", "s <= 1"),
    "total_variation_of_private_laws": ("0 <= d", "d <= 1"),
    "trade_off_is_a_profile": ("0 <= E",),
    "composition_like_failures": ("0 <= d", "d <= 1", "0 <= k"),
    "approximate_privacy_and_rare_large_losses": ("x <= 1", "for all x in A, 0 <= p(x)", "for all x in A, 0 <= q(x)"),
    "among_losses_within_an_interval_the_ends_are_worst": ("t <= E",),
    "two_tangents_bound_the_profile": ("0 <= c", "0 <= r", "r <= 1", "0 <= s", "s <= 1"),
    "sampling_amplifies_the_noise": ("law(P)", "law(S)"),
    "l2_norm_below_the_condition_number_times_the_other": ("(-1) <= x",),
    "one_record_moves_all_losses_within_an_interval": ("0 <= e",),
    # Words say of what the numbers are; the equation or bound holds of any.
    "chance_of_more_draws_than_records": ("num(T) = num(succ(k)) + num(j)",),
    "variance_is_logarithmic_in_one_over_delta": ("0 <= s", "not((5/4) <= d)"),
    "squared_gradient_below_four_thirds_of_the_gap": ("not(L <= 0)",),
    "norm_below_the_root_of_the_bound": ("for all x in N, for all y in A, 0 <= norm(x, y)",),
    "expected_norms_of_a_normal_vector": (
        "0 <= s", "c(zero) = 1 and (for all k in N, (-1) <= c(k) and c(k) <= 1)",
    ),
    "sensitivity_of_a_smoothed_batch_mean": ("1 <= b",),
    "no_constants_serve_theorem_four": ("not(C <= 0)", "not(K <= 0)"),
    "no_constants_serve_theorem_seven": ("not(C <= 0)", "not(K <= 0)"),
    # A density exp(-s x^2) with an integral has s > 0, which the premise of the mass implies.
    "moments_of_the_normal_law": ("0 <= s",),
    "gaussian_mechanism": ("0 <= s",),
    # The identity of two products is read with differences that are not negative.
    "product_of_differences": ("d <= p", "k <= q"),
    "finitely_many_orders_show_that_a_pair_is_concentrated": ("1 <= s",),
    "two_outputs_attain_the_bound_of_two_tangents": ("0 <= w", "0 <= c"),
    "losses_beyond_a_larger_epsilon_are_rare": ("for all x in A, 0 <= q(x)",),
    "truncation_to_a_range_of_the_answers_loses_nothing": ("0 <= s", "0 <= E"),
    "sharp_tail_bound_verifies_the_condition": ("0 <= e",),
    "randomised_functions_are_mixtures_of_deterministic_ones": ("for all x in N, 0 <= w(x)",),
}
"""Premises that a proof does not use, by name, as they print: the theorem is true of more than it says."""

BY_DEFINITION = {
    "results_in_a_set_are_outputs_in_its_preimage": "the lecture rewrites a set of results as its preimage",
    "preimage_meets_the_definition": "the lecture puts that rewriting into the bound of the definition",
    "function_of_the_coins_takes_the_noise_off": "the laws of two bits and of a key are computed",
    "probability_of_a_preimage": "the lecture writes a probability of results as a mean over outputs",
}
"""Steps of a paper that hold by the definitions alone: by name, what the step says."""


@dataclass(frozen=True)
class Fault:
    """A fault of a statement or definition.

    Attributes:
        name: whose fault.
        said: the fault.
    """

    name: str
    said: str

    def __str__(self) -> str:
        return f"{self.name}: {self.said}"


# ---- premises ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Met:
    """An instance that meets the premises of a statement, or the reason why none is evaluated.

    Attributes:
        how: 'instance', 'lebesgue', 'unseen', 'none needed' or 'nothing'.
        said: the instance, or the reason.
    """

    how: str
    said: str


def meeting(one: Statement, tries: int = 400) -> Met:
    """The instance that meets the premises of a statement, of those that are drawn the one that tells most."""
    if not one.premises and not one.sorts:
        return Met("none needed", "")
    for how, reasons in _listed(one).items():  # `premises_that_nothing_meets` tries whether they need to be there
        return Met(how, reasons[one.name])
    if one.name in BY_HAND:
        sizes, values = BY_HAND[one.name]
        result = evaluated(one, sizes, **values)
        return Met("instance", hunting.told(sizes, values)) if set(result.premises) <= {True} else Met("nothing", "")
    best: tuple[Any, str] | None = None
    for k, (sizes, env) in enumerate(hunting.examples(one, tries)):
        said = hunting.told(sizes, env)
        rank = (sum(abs(n - 2) for n in sizes.values()), _degenerate(env), len(said), said)
        if best is None or rank < best[0]:
            best = rank, said
        if k == 12:
            break
    return Met("nothing", "") if best is None else Met("instance", best[1])


def _listed(one: Statement) -> dict[str, dict[str, str]]:
    """The lists above, of premises that no evaluation meets, that have a statement of the package."""
    if not one.module.startswith("sdp_proofs.logic.theories."):
        return {}
    return {how: reasons for how, reasons in (("lebesgue", LEBESGUE), ("unseen", UNSEEN)) if one.name in reasons}


def _degenerate(env: Mapping[str, Any]) -> int:
    """The number of values that tell little: 0, laws that are certain, two variables of one value."""
    shown = [str(value) for value in env.values()]
    return sum(isinstance(v, Weights) and len(v.masses) < 2 for v in env.values()) + len(shown) - len(set(shown))


def premises_that_nothing_meets(one: Statement) -> Iterator[Fault]:
    """Faults of a statement that may say nothing, and entries of the lists above that are not needed."""
    listed = _listed(one)
    # The first instance will do; that a listed statement has none is tried for less long than that another has one.
    first = None if one.name in BY_HAND else next(hunting.examples(one, 100 if listed else 400), None)
    if first is None and not listed and meeting(one).how == "nothing":
        yield Fault(one.name, "no instance meets its premises, and it is on no list with a reason")
    if first is not None:
        yield from (Fault(one.name, "evaluation finds an instance: it needs no entry in a list") for _ in listed)


def assumed() -> dict[str, set[Term]]:
    """The hypotheses that each shipped proof takes, by the name of the theorem."""
    found = {}
    for kind, name, _, body in replay.lines(map(str, files())):
        if kind == "theorem":
            record = json.loads(body)
            terms = replay._built(record)
            found[name] = {terms[place] for rule, _, place in record["steps"] if rule == "assume"}
    return found


def premises_that_are_not_used(one: Statement, taken: set[Term]) -> Iterator[Fault]:
    """Faults of a statement whose proof takes fewer premises than it states.

    Args:
        one: a statement.
        taken: what its proof assumes.
    """
    spare = tuple(text(p) for p in one.premises if p not in taken)
    if spare != SPARE.get(one.name, ()):
        yield Fault(one.name, f"its proof does not use {', '.join(spare) or 'nothing: take it from the list'}")


# ---- empty sentences -----------------------------------------------------------------------------------------------
def _parts(p: Term) -> Iterator[Term]:
    """Yield what a proposition says: the sides of *and*, and what stands behind *for all*."""
    head, args = spine(p)
    name = head.parts[0] if head.head == "const" else ""
    if name == "and" and len(args) == 2:
        yield from _parts(args[0])
        yield from _parts(args[1])
    elif name == "forall" and args[0].head == "lam":
        yield from _parts(args[0].parts[1])
    else:
        yield p


def says_nothing(one: Statement) -> Iterator[Fault]:
    """Faults of a statement with its conclusion among its premises, or with two equal sides of <= or =."""
    if one.name in BY_DEFINITION:
        return
    met = {kernel.normal(part) for p in one.premises for part in _conjuncts(p)}
    for part in _conjuncts(one.conclusion):
        if kernel.normal(part) in met:
            yield Fault(one.name, f"{text(part)} is a premise and a conclusion")
    for whole in (*one.premises, one.conclusion):
        for part in _parts(kernel.normal(whole)):
            head, args = spine(part)
            if head.head == "const" and head.parts[0] in ("le", "eq") and len(args) == 2 and args[0] == args[1]:
                yield Fault(one.name, f"two equal sides in {text(whole)}")


def _conjuncts(p: Term) -> Iterator[Term]:
    head, args = spine(p)
    if head.head == "const" and head.parts[0] == "and" and len(args) == 2:
        yield from _conjuncts(args[0])
        yield from _conjuncts(args[1])
    else:
        yield p


# ---- equal prints --------------------------------------------------------------------------------------------------
_APPLIED = re.compile(r"#\(#(?:, ?#)*\)")


def notions_alike(definitions: Iterable[Definition]) -> Iterator[Fault]:
    """Faults of definitions whose typeset forms are the same, or are that of a function at values."""
    seen: dict[str, str] = {}
    for one in definitions:
        form = re.sub(r"\s+", " ", re.sub(r"\{\d\}", "#", one.latex).replace("{{", "{").replace("}}", "}"))
        form = form.replace(r"\,", " ").strip()
        if not form:
            continue
        if _APPLIED.fullmatch(form.replace(" ", "")) or form == "#":
            yield Fault(one.name, f"prints like a function at values: {one.latex}")
        form = _APPLIED.sub("#", form.replace(" ", ""))
        if form in seen:
            yield Fault(one.name, f"prints like {seen[form]}: {one.latex}")
        seen.setdefault(form, one.name)


def sentences_alike(statements: Iterable[Statement]) -> Iterator[Fault]:
    """Faults of statements that print like another, or that a change of a constant or premise leaves as they print."""
    seen: dict[str, Statement] = {}
    for one in statements:
        said = sentence(one.term)
        other = seen.setdefault(said, one)
        if other is not one:
            same = "is" if replay.digest(other.term) == replay.digest(one.term) else "prints like"
            yield Fault(one.name, f"its sentence {same} that of {other.name}")
        yield from (Fault(one.name, f"its print lacks the premise {text(p)}") for p in one.premises if not latex(p))
        end = latex(one.conclusion)
        for change, other_end in hunting.changed_conclusions(one):
            if other_end != one.conclusion and latex(other_end) == end:
                yield Fault(one.name, f"its print does not change with {change} in the conclusion")


# ---- all of it -----------------------------------------------------------------------------------------------------
def faults(statements: Mapping[str, Statement]) -> Iterator[Fault]:
    """Yield the faults of statements, by name, and of all definitions."""
    taken = assumed()
    yield from notions_alike(DEFINITIONS.values())
    yield from (Fault(*one) for one in known_values.unknown_values(DEFINITIONS.values()))
    for name in {*known_values.ROWS, *known_values.OPEN} - set(DEFINITIONS):
        yield Fault(name, "has known values or a reason, and is no definition")
    yield from sentences_alike(statements.values())
    for one in statements.values():
        yield from says_nothing(one)
        yield from premises_that_nothing_meets(one)
        if one.prover is not None and one.refutes is None:
            yield from premises_that_are_not_used(one, taken.get(one.name, set()))
    for name in {*SPARE, *LEBESGUE, *UNSEEN, *BY_HAND, *BY_DEFINITION} - set(statements):
        yield Fault(name, "is on a list of this module, and no statement")
