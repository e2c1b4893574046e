"""Theories: statements with their proofs, one module an idea, in the order in which they cite each other."""

THEORIES = (
    "bounded",
    "arithmetic",
    "closeness",
    "composition",
    "mixtures",
    "truth",
    "densities",
    "moments",
    "divergences",
    "smoothed_privacy",
    "places",
    "sampling",
)
