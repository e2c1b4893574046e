"""Privacy accountants in public use: what they promise of the numbers they print, and what is not checked."""

from __future__ import annotations

from sdp_proofs.ledger.paper import Paper, survivors

MODULES = (
    "pld",
    "others",
)
"""The claims on them, in the order in which they are shown."""

ITEMS = (
    *("PLD, delta", "PLD, epsilon", "PLD, sign", "PLD, lower bounds", "PLD, small delta", "PLD, randomised response"),
    "PLD, mixtures",
    *("RDP, epsilon", "RDP, exponential mechanism", "RDP, replaced records", "RDP, sampled concentrated privacy"),
    *("GDP, epsilon", "PRV, upper ends", "PRV, lower ends", "PRV, small delta"),
    "OpenDP, zCDP",
)
"""Answers of the programs in their own words: PLD and RDP are of dp_accounting, RDP and GDP of Opacus."""

UNCHECKABLE = {
    "PLD, small delta": "At delta = 1e-15 and 1e-20 the answer is that no epsilon is enough, which is no number to "
    "check.",
    "PRV, small delta": "At delta = 1e-20, and at the 1.1e-18 that issue 17 of its repository asks for, it refuses.",
}
"""Items without a claim of their own, and why."""

NOTATION = (
    "$\\delta(\\epsilon)$ is the exact delta of a release at the epsilon that is given or printed, $\\hat\\delta$ the "
    "delta that is printed or given there, T the number of steps."
)
"""Letters of the paper, for a reader of its errata."""

PAPER = Paper(
    key="accountants",
    title="Privacy accountants in public use",
    venue="the Python package index",
    version="dp_accounting 0.6.0 and its repository at b5b0286, Opacus 1.6.0, prv_accountant 0.2.0, OpenDP 0.16.0",
    heading="Public accountants",
    package="sdp_proofs.papers.accountants",
    modules=MODULES,
    settled=True,
    items=ITEMS,
    uncheckable=UNCHECKABLE,
    notation=NOTATION,
    survivors=survivors("sdp_proofs.papers.accountants", "survivors.json"),
)
"""The ledger's paper on accountants."""
