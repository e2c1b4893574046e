"""A theorem of one's own in three lines."""

from sdp_proofs.logic.vocabulary import *


def chained(d: Nonneg, k: Nonneg, P: Law[A], Q: Law[A], S: Law[A]):
    """Along two releases without budgets the slacks add up."""
    return implies(close(1, d, P, Q), close(1, k, Q, S), close(1, d + k, P, S))
