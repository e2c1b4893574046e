"""Hypotheses that relate quantities: where a derived fact could pass for a condition. The list grows on purpose."""

from __future__ import annotations

from sdp_proofs.ledger import Claim, Coverage, Status
from sdp_proofs.notation import is_quantity
from sdp_proofs.papers import registry
from sdp_proofs.proving.terms import parts

EXPECTED = {
    "dp-bounds-both-errors": "inequality (1) for a region and its complement",
    "mean-error-is-near-one-half": "the same",
    "loss-of-the-bayesian-prediction": "the largest of m probabilities is at least 1/m",
    "utility-is-the-normalised-excess": "the indicator of the definition",
    "anonymous-losses-count-sources": "the mechanism is anonymous",
    "product-of-differences-above-the-difference-of-sums": "no loss exceeds the probability of its event",
    "a-source-costs-at-most-the-square-of-the-histograms": "more records have more histograms",
    "smoothed-loss-is-at-least-a-power-of-the-floor": "at least one record is sampled",
    "outputs-with-a-small-share-lose-nothing": "the ratio is at least one minus the share",
    "moment-of-a-binomial-count-below-that-of-a-poisson-count": "the argument of a logarithm is positive",
    "largest-loss-of-all-pairs-below-one-sum-over-types": "each pair loses at most a first and a second tail",
    "an-output-is-drawn-pool-first": "counts of parts and of the whole",
    "best-event-ends-next-to-a-crossing": "the crossing lies between two counts",
    "a-rarer-type-has-a-larger-average": "f is the least share",
    "a-chance-given-an-event-is-at-most-a-quotient": "the joint event is part of either",
    "no-base-of-a-cell-exceeds-that-of-the-rest": "what the base is",
    "rarer-types-have-a-larger-base": "f is the least share",
    "two-types-have-the-largest-base-at-an-end": "f is the least share",
    "the-best-of-random-runs-costs-two-divergences-of-one": "the factor of a result is at least the least",
    "delta-is-below-its-chernoff-bound": "what the constant and the exponential before the moment are",
    "one-more-release-averages-two-budgets-at-each-output": "delta is the larger of two divergences",
    "coins-are-probabilistic-dp-of-the-wider-window": "delta is enough for the coin, the premise of the implication",
}


def related(claim: Claim) -> list[str]:
    """The hypotheses of the proofs of a claim that speak of a quantity and of something else."""
    proofs = [check for check in claim.checks if check.coverage is Coverage.ALL and check.conditions is not None]
    single = [part for check in proofs for condition in check.conditions or () for part in parts(condition)]
    return [
        str(part)
        for part in single
        if len(part.free) > 1 and any(is_quantity(claim.formula.symbols.get(name, name)) for name in part.free)
    ]


def test_hypotheses_that_relate_quantities_are_known() -> None:
    established = [claim for claim in registry().values() if claim.recorded is Status.ESTABLISHED]
    assert {claim.id for claim in established if claim.formula is not None and related(claim)} == EXPECTED.keys()
