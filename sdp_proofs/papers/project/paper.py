"""The statements of this project: what no paper says, and what repairs of papers rest on."""

from __future__ import annotations

from sdp_proofs.ledger.paper import Paper, survivors

MODULES = (
    "project.lifting",
    "project.tails",
    "project.worst_neighbour",
    "project.sawtooth",
    "project.utility",
    "project.true_value",
    "project.another_value",
    "project.homogeneous",
    "project.closed_bounds",
    "project.sharp_bounds",
    "project.decay_rate",
    "project.features",
    "project.composition",
    "project.inversion",
    "project.pairs",
    "project.allocation",
    "project.batches",
    "project.selection",
    "project.answers",
    "project.filters",
    "project.notions",
)
"""The modules with a `Section`, in the order in which they are shown."""

PAPER = Paper(
    key="project",
    heading="Statements of this project",
    package="sdp_proofs.papers",
    modules=MODULES,
    settled=True,
    survivors=survivors("sdp_proofs.papers", "survivors.json"),
)
