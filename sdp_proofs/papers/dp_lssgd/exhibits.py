"""The figures and tables on DP-LSSGD."""

from __future__ import annotations

from sdp_proofs.ledger.exhibits import Figure, Table

_DRAWN = "sdp_proofs.cli.figures."
_TRAINED = frozenset({"data", "draws"})
_TRAINING = ("plots", "train")

FIGURES = (
    Figure(
        "theorem-2",
        r"Where the conditions of Theorem~2 of DP-LSSGD can be met, and its noise beside the least one.",
        f"{_DRAWN}theorem_two", "5 s",
    ),
    Figure(
        "lssgd-2",
        r"Signals before and after Laplacian smoothing.",
        f"{_DRAWN}training", "1 s", frozenset({"draws"}),
    ),
    Figure(
        "lssgd-3",
        r"Training and validation loss along private training with and without Laplacian smoothing. Band: mean "
        r"without smoothing plus the simultaneous $95\,\%$ interval for the paired difference.",
        f"{_DRAWN}training", "10 s", _TRAINED, _TRAINING,
    ),
    Figure(
        "lssgd-4",
        r"Accuracy of private training by step size, with and without Laplacian smoothing. Band: accuracy without "
        r"smoothing plus the simultaneous $95\,\%$ interval for the paired difference.",
        f"{_DRAWN}training", "40 s", _TRAINED, _TRAINING,
    ),
    Figure(
        "lssgd-5",
        r"Accuracy of a network trained privately by four optimisers. Band: accuracy of the optimiser without "
        r"smoothing plus the simultaneous $95\,\%$ interval for the paired difference.",
        f"{_DRAWN}training", "80 s", _TRAINED, _TRAINING,
    ),
    Figure(
        "lssgd-table",
        r"Accuracy by privacy budget and strength of smoothing. Band: accuracy without smoothing plus the "
        r"simultaneous $95\,\%$ interval for the paired difference.",
        f"{_DRAWN}training", "40 s", _TRAINED, _TRAINING,
    ),
    Figure(
        "lssgd-controls",
        r"What else than smoothing does as well? Accuracy against tuned DP-LSSGD, with simultaneous $95\,\%$ "
        r"intervals for paired differences: DP-SGD with the same step and with its own, a shorter step of equal "
        r"norm or by a constant, smoothing in another order of the coordinates, and smoothing before the noise.",
        f"{_DRAWN}training", "2 min", _TRAINED, _TRAINING,
    ),
)  # fmt: skip
"""In the order in which they are listed."""

TABLES = (
    Table(
        "theorem-2", "sdp_proofs.tables.theorem_2:theorem_two",
        brief=("epsilon", "conditions_met", "noise_of_formula", "noise_of_code", "least_noise_meets"),
    ),
)
"""By name on the command line."""
