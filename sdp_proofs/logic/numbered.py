"""The numbered results of the papers: which have a proved sentence, and why the others have none.

The page of a claim shows the reason; `table` lists them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sdp_proofs.logic.record import negations_of, theorems_of

KINDS = ("theorem", "lemma", "proposition", "corollary", "remark")
"""Kinds of claims that the papers number."""
PAPERS = ("smoothed-dp", "dp-lssgd", "dp-lecture")
"""The papers whose numbered results are listed."""

_COST = "The logic has no model of running time."
_TAILS = "The proof needs exponential tails of sums of independent records; Chernoff's bound is written for coins."
_SPECTRUM = "It speaks of eigenvalues by sines and cosines, which the logic does not have."
_SUBSAMPLED = "It rests on a cited theorem on Renyi divergences under sampling, which is not written in the logic."
_DIGITS = "The statement is about digits of a computed delta, which a program certifies."
_DELTA = "A counterexample has a computed delta of many records; the kernel would have to add up all their databases."
_ONE_STEP = "The counterexample is one step from a start with a large gradient; it is replayed as it is."

REASONS = {
    # Smoothed Differential Privacy
    "utility-at-most-the-losses-of-any-pair": "The counterexample has three types; the sentence is written for two.",
    "utility-at-most-twice-delta": "The counterexample has fifteen types; it is replayed as it is.",
    "utility-at-most-twice-delta-up-to-fourteen-types": (
        "The weights 1, 1/4 and 3/4 are not written; under DP, `utility-of-a-private-mechanism-of-many-types`."
    ),
    "smoothed-dp-implies-distributional-dp": "Definition 4, with a record conditioned on its value, is not written.",
    "features-of-whole-databases-lose-no-more": "The counterexample needs greatest losses of two databases as numbers.",
    "equal-closed-hulls-have-the-same-supremum": "Limits of sources in total variation are not written.",
    "cost-is-of-degree-two-m-plus-l-minus-three": _COST,
    "one-record-at-a-time-costs-the-power-of-the-appendix": _COST,
    "theorem-three-with-one-constant-for-every-sample-size": _DELTA,
    "remark-eight": _DELTA,
    "remark-eight-with-strict-positivity-on-supports": _DELTA,
    "remark-eight-at-the-printed-rate": _DELTA,
    "smoothed-half-with-positivity-on-the-support": _DELTA,
    "smoothed-loss-with-replacement-for-any-draws": _TAILS,
    "utility-of-the-sampling-histogram-at-most-the-losses-of-any-pair": (
        "The counterexample has three types; the sentence is written for two."
    ),
    # DP-LSSGD
    "gamma-converges-to-zero": _SPECTRUM,
    "beta-in-closed-form": _SPECTRUM,
    "fourier-coefficients-of-the-inverse-symbol": _SPECTRUM,
    "integrals-of-complex-functions-are-their-residues": "The logic has no complex numbers.",
    "means-of-powers-are-residues": "The logic has no complex numbers.",
    "renyi-divergence-of-a-subsampled-gaussian": _SUBSAMPLED,
    "renyi-divergence-of-a-subsampled-gaussian-at-all-orders": _SUBSAMPLED,
    "renyi-divergence-of-a-subsampled-gaussian-at-small-orders": (
        "Mixtures of three normal laws and their chi-square divergence are not written."
    ),
    "moments-of-a-composition": (
        "`moments-of-a-composition` is about the moments of two steps; k steps and their logarithms are not written."
    ),
    "theorem-two": _SUBSAMPLED,
    "norms-without-squares-and-with-the-dimension": "Its sentence needs square roots, which the logic does not have.",
    "smoothing-gives-a-stronger-privacy-guarantee": (
        "`invertible-smoothing-neither-costs-nor-gains-privacy` denies it for every guarantee."
    ),
    "theorem-four": _ONE_STEP,
    "theorem-seven": _ONE_STEP,
    # The lecture
    "the-laplace-error-is-below-the-bound": "The counterexample is a query without noise; it is replayed as it is.",
    "the-gaussian-mechanism-is-private-for-every-epsilon": _DIGITS,
    "the-gaussian-mechanism-is-private-for-small-epsilon": (
        "`gaussian-mechanism` and `analytic-gaussian-mechanism` are proved; the printed noise needs a constant."
    ),
    "high-probability-bound-of-the-gaussian-mechanism": _DIGITS,
}
"""Reasons why a claim of a numbered result has no proved sentence, by id."""


def reason(claim: str) -> str:
    """The reason why a claim has no proved sentence; empty if it has one, or if none is given.

    Example:
        >>> reason("theorem-two").split(",")[0], reason("group-privacy")
        ('It rests on a cited theorem on Renyi divergences under sampling', '')
    """
    return "" if theorems_of(claim) or negations_of(claim) else REASONS.get(claim, "")


def table(claims: Iterable[Any]) -> Iterator[tuple[str, str, str, str]]:
    """The numbered results among claims: paper, place, id, and its sentences or the reason why there is none.

    Args:
        claims: of a ledger.
    """
    for claim in claims:
        if claim.kind.value in KINDS and claim.paper in PAPERS and not claim.uncheckable:
            names = [*theorems_of(claim.id), *negations_of(claim.id)]
            told = ", ".join(name.replace("_", "-") for name in names) or reason(claim.id)
            yield claim.paper, claim.locator, claim.id, told
