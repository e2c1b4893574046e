"""Programs of the literature, right and wrong: the benchmark of those who decide private programs by machine."""

from __future__ import annotations

from sdp_proofs.ledger.paper import Paper
from sdp_proofs.programs.catalogue import FURTHER, PROGRAMS

MODULES = ("selection", "sparse_vector", "sums", "responses")
"""Modules with its claims, in the order in which they are shown."""

NOTATION = (
    "$\\mathcal{A}$ is the program, q and q' are neighbours, o is an output. A *unit* is the epsilon at which "
    "noise of one unit has $P(x)$ proportional to $e^{-|x|}$; a budget of k units is k times that."
)
"""Letters of the paper, for a reader of its errata."""

PAPER = Paper(
    key="programs",
    title="Programs of the literature",
    venue="StatDP (CCS 2018), CheckDP (CCS 2020), DP-Sniper (S&P 2021), and Lyu, Su and Li (PVLDB 2017)",
    version="as their repositories state them: cmla-psu/statdp, yxwangcs/checkdp, eth-sri/dp-sniper",
    heading="Programs of the literature",
    package="sdp_proofs.papers.programs",
    modules=MODULES,
    settled=True,
    items=tuple(dict.fromkeys(entry.locator for entry in (*PROGRAMS, *FURTHER))),
    notation=NOTATION,
)
"""The ledger's paper on programs."""
