"""The figures and tables on the lecture."""

from __future__ import annotations

from sdp_proofs.ledger.exhibits import Figure, Table

_DRAWN = "sdp_proofs.cli.figures."
_TABULATED = "sdp_proofs.experiments.bound_tables."

FIGURES = (
    Figure(
        "gaussian-region",
        r"Where $\sqrt{2\ln(1.25/\delta)}/\epsilon$ is enough Gaussian noise, certified by subdivision.",
        f"{_DRAWN}gaussian_region", "2 s",
    ),
    Figure(
        "notions",
        r"Which notion of privacy implies which, and with what constant; solid arrows are attained.",
        f"{_DRAWN}notions", "1 s",
    ),
)  # fmt: skip
"""In the order in which they are listed."""

TABLES = (
    Table(
        "gaussian-calibration", f"{_TABULATED}gaussian_calibration:gaussian_calibration",
        brief=("epsilon", "delta", "sigma", "classical_sigma", "ratio"),
    ),
    Table(
        "laplace-utility", f"{_TABULATED}laplace_utility:laplace_utility",
        brief=("answers", "epsilon", "scale", "mean_largest", "quantile_largest", "union_bound"),
    ),
)
"""By name on the command line."""
