"""The ledger of this package: one module per claim or small group of claims, listed here and nowhere else."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sdp_proofs.ledger import Claim, Registry

MODULES = (
    "smoothed_dp.loss_range",
    "smoothed_dp.below_one_over_n",
    "smoothed_dp.decreasing_trend",
    "smoothed_dp.growth_of_electorate",
    "smoothed_dp.utility_follows_delta",
    "smoothed_dp.few_lost_votes",
    "smoothed_dp.more_private_than_dp",
    "smoothed_dp.seventy_percent",
    "smoothed_dp.lost_ballots",
    "smoothed_dp.worst_case",
    "smoothed_dp.sampling_and_dp",
    "smoothed_dp.threshold",
    "smoothed_dp.differential_privacy",
    "smoothed_dp.membership_inference",
    "smoothed_dp.likelihood_ratios",
    "smoothed_dp.bayesian_adversary",
    "smoothed_dp.meaning_of_delta",
    "smoothed_dp.definition_of_delta",
    "smoothed_dp.utility_and_losses",
    "smoothed_dp.two_types_proof",
    "smoothed_dp.utility_and_delta",
    "smoothed_dp.maximum_over_sources",
    "smoothed_dp.additive_noise",
    "smoothed_dp.table_one",
    "smoothed_dp.distributional_dp",
    "smoothed_dp.blind_simulator",
    "smoothed_dp.algorithm_one",
    "smoothed_dp.anonymous",
    "smoothed_dp.post_processing",
    "smoothed_dp.post_processing_proof",
    "smoothed_dp.composition",
    "smoothed_dp.composition_proof",
    "smoothed_dp.composition_conclusion",
    "smoothed_dp.pre_processing",
    "smoothed_dp.pre_processing_proof",
    "smoothed_dp.distribution_reduction",
    "smoothed_dp.reduction_proof",
    "smoothed_dp.districts",
    "smoothed_dp.exponential_decay",
    "smoothed_dp.private_sizes",
    "smoothed_dp.other_electorates",
    "smoothed_dp.runtime",
    "smoothed_dp.theorem_three",
    "smoothed_dp.remark_eight",
    "smoothed_dp.fewer_records",
    "smoothed_dp.numbers_of_section_five",
    "smoothed_dp.hundreds_of_records",
    "smoothed_dp.neighbour_ratio",
    "smoothed_dp.one_output",
    "smoothed_dp.chernoff_step",
    "smoothed_dp.averaging_step",
    "smoothed_dp.continuous_average",
    "smoothed_dp.replacement_worst_case",
    "smoothed_dp.replacement_ratios",
    "smoothed_dp.replacement_masses",
    "smoothed_dp.replacement_terms",
    "smoothed_dp.replacement_summary",
    "smoothed_dp.replacement_theorem",
    "smoothed_dp.replacement_tails",
    "smoothed_dp.replacement_bounds",
    "smoothed_dp.quantised_laws",
    "smoothed_dp.quantised_sgd",
    "smoothed_dp.monte_carlo",
    "smoothed_dp.enough_trials",
    "project.tail_fraction",
    "project.one_tail",
    "project.crossing",
    "project.worst_pair",
    "project.pooling",
    "project.zero_loss",
    "project.ripple",
    "project.utility_identity",
    "project.guessing_bounds",
    "project.sharp_utility",
    "project.sharp_utility_of_others",
    "project.utility_of_many_types",
    "project.pure_mixtures",
    "project.mixed_assignments",
    "project.quasi_linear",
    "project.three_type_shears",
    "project.lower_bound",
    "project.closed_bounds",
    "project.remark_eight_region",
    "project.small_rates",
    "project.mean_excess",
    "project.ridge_steps",
    "project.double_sum",
    "project.decay_steps",
    "project.cell_steps",
    "project.sharper_bounds",
    "project.sampled_sums",
    "project.sgd_limit",
    "project.repeated_release",
    "project.one_more_release",
    "project.budgets_between",
)
"""Modules with a tuple CLAIMS, relative to this package, in the order in which they are shown."""


@cache
def registry() -> Registry:
    """All claims with the trust ledger, validated.

    Example:
        >>> "loss-below-one-over-n" in registry()
        True
    """
    from sdp_proofs.claims.trust import TRUST
    from sdp_proofs.ledger import Registry

    claims: list[Claim] = []
    homes: dict[str, str] = {}
    for name in MODULES:
        module = import_module(f"sdp_proofs.claims.{name}")
        claims += module.CLAIMS
        homes |= dict.fromkeys((claim.id for claim in module.CLAIMS), module.__name__)
    return Registry(claims, TRUST, homes)
