"""Beliefs of a proof without a formula: lemmas that only words apply, and integrals that no step writes down.

A premise of a proof that is believed says so in a formula (`trusted`, `lifted`); an entry that a claim names beside
its proofs is applied in words alone. Of a lemma that is proved, `summed`, `largest`, `and_collected` and `by_sums`
show what it says of the sums at hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from sdp_proofs.ledger import Check, Claim, Status
from sdp_proofs.logic.record import theorems_of
from sdp_proofs.papers import registry

LEDGER = registry()
IN_WORDS = {
    "adding-up": {
        "sgd-decay-rate-in-the-limit", "the-triangle-inequality-of-the-display",
    },
    "averaging": {
        "a-second-release-may-be-chosen-by-the-first",
        "largest-average-of-a-sum-below-the-sum-of-the-largest",
        "ninety-five-percent-is-private-from-hundreds-of-records", "one-constant-holds-for-fewer-records",
        "post-processing-merges-positive-parts",
        "remark-eight-at-the-printed-rate-for-fewer-records", "remark-eight-holds-for-fewer-records",
        "sgd-loss-stays-below-the-line-of-the-figure",
        "sharp-weights-of-another-value", "sharp-weights-of-the-true-value",
        "supports-variant-at-the-attained-rate-holds-for-fewer-records", "supports-variant-holds-for-fewer-records",
        "the-worst-assignment-is-pure-for-fewer-than-thirty-records",
    },
    "binomial-theorem": {
        "loss-of-many-types-is-a-mixture-of-two-type-losses", "lost-records-are-of-the-other-types-on-average",
        "moment-of-a-binomial-count-below-that-of-a-poisson-count", "the-binomial-loss-is-bounded-but-for-a-tail",
        "the-two-events-of-a-rare-type-in-closed-form",
    },
    "coupling": {
        "no-loss-exceeds-the-sampling-rate", "outputs-seen-either-way-lose-less", "sampling-amplifies-the-noise",
    },
    "data-processing": {
        "hazards-of-largest-values-are-below-the-rate", "sparse-vector-costs-its-threshold-and-its-answers-above",
        "allocation-to-one-step", "the-best-of-random-runs-costs-two-divergences-of-one",
        "dropping-a-draw-is-post-processing", "nearer-normal-laws-are-post-processed",
        "recolouring-a-third-record-is-post-processing", "recolouring-a-third-sighting-is-post-processing",
        "smoothing-neither-costs-nor-gains-privacy", "the-worst-triples-of-a-fixed-batch",
        "two-outputs-attain-the-bound-of-two-tangents", "a-normal-law-is-nearly-a-random-rounding-of-a-grid",
        "terms-of-an-allocation-may-be-spread",
    },
    "exponential-markov": {
        "sgd-decay-rate-in-the-limit",
    },
    "exponentials": {
        "sgd-decay-rate-in-the-limit", "supports-variant-at-the-attained-rate-holds-for-fewer-records",
        "the-discrete-gaussian-loss-is-that-of-the-gaussian",
        "the-exact-delta-of-the-printed-noise-has-a-simple-bound",
        "the-gaussian-mechanism-is-private-for-small-epsilon",
        "the-laplace-mechanism-is-private", "the-scale-turns-the-sensitivity-into-epsilon",
        "the-sharp-tail-bound-verifies-the-condition", "the-triangle-inequality-of-the-display",
        "truncation-to-a-range-of-the-answers-loses-nothing", "two-laplace-answers-are-dominated-by-one",
    },
    "finite-exclusion": {
        "fresh-value-separates-the-averages", "pure-mixtures-are-worst",
    },
    "independent-records": {
        "an-average-of-powers-is-below-that-of-the-floor", "averages-of-products-of-powers-factorise",
        "equal-closed-hulls-have-the-same-supremum", "sgd-decay-rate-in-the-limit",
        "the-worst-assignment-is-pure-for-fewer-than-thirty-records", "vertex-histograms-give-the-maximum",
    },
    "maximum": {
        "an-extreme-draw-shows-a-record",
        "delta-vanishes-exactly-below-the-line", "finer-types-lose-no-less",
        "ninety-five-percent-is-private-from-hundreds-of-records", "one-constant-holds-for-fewer-records",
        "one-loss-below-the-mean-excess", "parallel-composition",
        "remark-eight-at-the-printed-rate-for-fewer-records", "remark-eight-holds-for-fewer-records",
        "twice-delta-bounds-the-utility-up-to-fourteen-types", "utility-for-any-number-of-types",
        "utility-of-the-true-value",
    },
    "normal-sums": {
        "a-gaussian-budget-may-be-spent-adaptively",
        "allocation-to-one-step", "moments-of-an-allocation-fall-like-normal-ones",
        "moments-of-a-replaced-allocation-fall-four-times-as-fast",
        "gaussian-releases-are-one-release", "nearer-normal-laws-are-post-processed",
        "a-replaced-record-in-two-steps-moves-their-sum-alone",
        "one-direction-of-the-noise-matters",
    },
    "one-record-at-a-time": {
        "equal-closed-hulls-have-the-same-supremum", "ninety-five-percent-is-private-from-hundreds-of-records",
        "no-mixture-beats-its-parts", "one-constant-holds-for-fewer-records",
        "private-algorithms-without-coins-are-constant", "remark-eight-at-the-printed-rate-for-fewer-records",
        "remark-eight-holds-for-fewer-records", "the-worst-assignment-is-pure-for-fewer-than-thirty-records",
    },
    "pascals-rule": {
        "losses-of-responses-follow-pascals-rule",
    },
    "positive-parts": {
        "sharp-utility-of-another-value", "sharp-utility-of-the-true-value", "sharp-weights-of-another-value",
        "sharp-weights-of-the-true-value", "twice-delta-bounds-the-utility-up-to-fourteen-types",
        "utility-for-any-number-of-types", "utility-of-the-true-value",
    },
    "sum-over-mixtures": {
        "cost-is-of-degree-two-m-plus-l-minus-three",
    },
    "sum-over-outputs": {
        "an-excess-over-another-splits-at-any-level", "excess-and-shortfall-differ-by-the-distance-of-the-mean",
        "a-full-count-is-impossible-next-door", "a-hidden-coin-lowers-the-profile",
        "a-pair-loses-no-more-with-more-records",
        "at-large-odds-only-a-full-sample-counts", "finer-types-lose-no-less", "half-lines-gain-up-to-the-odds",
        "no-constant-serves-all-types",
        "no-count-crosses-when-draws-are-few", "no-loss-with-replacement-below-a-share-of-the-records",
        "no-smaller-factor-serves-another-value", "no-smaller-factor-serves-the-true-value",
        "one-more-release-averages-two-budgets-at-each-output", "one-release-at-a-time-may-be-replaced",
        "ratio-of-batches-with-others-at-zero", "the-event-of-the-gaussian-pair", "utility-of-the-true-value",
    },
    "telescoping": {
        "an-event-gains-one-term-with-one-more-record", "an-event-moved-by-one-gains-one-term",
    },
    "vandermonde": {
        "loss-of-many-types-is-a-mixture-of-two-type-losses", "mean-of-a-hypergeometric-count",
    },
}  # fmt: skip
"""By lemma, the claims that apply it in words alone: one that joins is judged first."""
INDUCTION_IN_WORDS = {
    "an-elementary-factor-is-a-scaled-shear", "binomial-tail-fraction-has-exact-remainder",
    "hypergeometric-tail-fraction-has-exact-remainder", "mixture-kernel-is-totally-positive",
    "samples-of-a-histogram-counted-record-by-record", "shears-and-peeling-agree-with-algorithm-one",
    "vertex-histograms-give-the-maximum",
}  # fmt: skip
"""The claims that tell an induction and run none: a list that only gets shorter.

Those of the tails have a first case and a step of their own, in `project.tails.continued_fraction_proof`.
"""
INDUCTIVE = {"by_induction", "by_sums", "by_telescoping", "record_by_record", "and_collected"}
ANALYSIS = {"densities", "integrals", "moved-paths", "poisson-summation", "strip-trapezoid"}
OF_DENSITIES_ONLY = {
    "chi-square-is-jointly-convex", "laplace-is-a-two-sided-exponential-law", "normalisers-of-the-densities-cancel",
    "no-density-above-two-fifths", "shifted-laplace-densities-have-a-bounded-ratio", "the-ratio-off-the-real-line",
}  # fmt: skip
"""Beliefs that compare densities or integrands at one place, and integrate nothing."""


def in_words(claim: Claim) -> set[str]:
    """The lemmas that a claim names and no proof of it has as a premise."""
    premises = frozenset[str]().union(*(check.trusts for check in claim.checks))
    return {name for name in claim.trust if LEDGER.trust[name].proved_by and name not in premises}


def test_no_further_lemma_is_applied_in_words_alone() -> None:
    found: dict[str, set[str]] = {}
    for claim in LEDGER.values():
        for name in in_words(claim):
            found.setdefault(name, set()).add(claim.id)
    assert found == IN_WORDS


def ways(found: object) -> Iterator[str]:
    """The ways to prove that a check is made of."""
    if isinstance(found, Check):
        yield getattr(found.run, "__qualname__", "").partition(".")[0]
        for cell in getattr(found.run, "__closure__", None) or ():
            yield from ways(cell.cell_contents)
    elif isinstance(found, tuple | list):
        for one in found:
            yield from ways(one) if isinstance(one, Check) else ()


def test_no_further_induction_is_told_in_words_alone() -> None:
    naming = (claim for claim in LEDGER.values() if "induction" in claim.trust)
    assert {
        claim.id for claim in naming
        if not any("induction" in check.trusts for check in claim.checks) and not INDUCTIVE & {*ways(claim.checks)}
    } == INDUCTION_IN_WORDS  # fmt: skip


def rests_on(claim: Claim) -> set[str]:
    return set(claim.trust).union(*(rests_on(LEDGER[other]) for other in claim.depends_on))


INTEGRATING = [
    claim for claim in LEDGER.values()
    if claim.recorded is Status.ESTABLISHED and claim.id not in OF_DENSITIES_ONLY
    and not theorems_of(claim.id)  # a sentence has what it needs of Lebesgue's integral among its premises
    and re.search(r"\b(integrals?|integrand|antiderivative|densit(y|ies))\b", f"{claim.title} {claim.statement}")
]  # fmt: skip


@pytest.mark.parametrize("claim", INTEGRATING, ids=lambda claim: claim.id)
def test_what_speaks_of_an_integral_rests_on_what_is_believed_of_integrals(claim: Claim) -> None:
    assert rests_on(claim) & ANALYSIS


def said(claim: Claim) -> str:
    return " ".join([claim.title, claim.statement, claim.note or "", *(one.text for one in claim.hypotheses)])


@pytest.mark.parametrize(
    "claim", [claim for claim in LEDGER.values() if "countable-sums" in claim.trust], ids=lambda claim: claim.id,
)  # fmt: skip
def test_what_is_summed_over_countably_many_outputs_says_so(claim: Claim) -> None:
    """A countable set of outputs is a hypothesis; a statement on densities as well rests on more."""
    assert re.search(r"countabl", said(claim)), "over which outputs?"
    assert "densities" in claim.trust or not re.search(r"densit", said(claim)), "densities are no countable sums"


def test_continuous_noise_is_no_countable_sum() -> None:
    for name in ("the-event-of-the-gaussian-pair", "ratio-of-batches-with-others-at-zero"):
        assert "densities" in rests_on(LEDGER[name])


NO_LONGER_BELIEVED = {
    "a-mixture-of-pairs-loses-no-more-than-the-worst": {"countable-sums"},
    "a-pair-loses-no-more-with-more-records": {"countable-sums"},
    "among-losses-within-an-interval-the-ends-are-worst": {"countable-sums"},
    "largest-loss-of-all-pairs-below-one-sum-over-types": {"maximum"},
    "loss-of-many-types-is-a-mixture-of-two-type-losses": {"countable-sums"},
    "order-of-the-loss-with-replacement": {"maximum"},
    "releasing-each-record-with-probability-delta-is-private": {"countable-sums"},
    "replaced-records-change-two-parts": {"countable-sums", "induction"},
    "sums-for-more-than-two-releases": {"induction"},
}  # fmt: skip
"""Entries that a claim believed in words, and of which its proof shows what it needs, or needs nothing."""


@pytest.mark.parametrize("name", NO_LONGER_BELIEVED)
def test_what_is_shown_is_not_believed(name: str) -> None:
    assert not set(LEDGER[name].trust) & NO_LONGER_BELIEVED[name]
