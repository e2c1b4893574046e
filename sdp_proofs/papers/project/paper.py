"""The statements of this project: what no paper says, and what repairs of papers rest on."""

from __future__ import annotations

from sdp_proofs.ledger.paper import Paper, survivors
from sdp_proofs.papers.project.exhibits import FIGURES, TABLES

MODULES = (
    "project.lifting.sums",
    "project.lifting.laws",
    "project.lifting.counting",
    "project.tails.continued_fraction",
    "project.tails.best_event",
    "project.histogram.worst_neighbour",
    "project.histogram.zero_delta",
    "project.histogram.sawtooth",
    "project.utility.two_types",
    "project.utility.any_number_of_types",
    "project.utility.true_value",
    "project.utility.another_value",
    "project.utility.many_types",
    "project.assignments.homogeneous",
    "project.assignments.quasi_linear",
    "project.bounds.lower",
    "project.bounds.chernoff",
    "project.sharp_bounds.mean_excess",
    "project.sharp_bounds.geometric_series",
    "project.sharp_bounds.double_sum",
    "project.sharp_bounds.method_of_types",
    "project.sharp_bounds.likelihood_ratio_buckets",
    "project.assignments.features",
    "project.composition.sequential",
    "project.composition.optimal",
    "project.accounting.inversion",
    "project.accounting.moments",
    "project.accounting.pairs",
    "project.accounting.best_events",
    "project.accounting.conversions",
    "project.accounting.several_answers",
    "project.accounting.choices",
    "project.accounting.notions",
)
"""The modules with a `Section`, in the order in which they are shown."""

PAPER = Paper(
    key="project",
    heading="Statements of this project",
    package="sdp_proofs.papers",
    modules=MODULES,
    settled=True,
    survivors=survivors("sdp_proofs.papers", "survivors.json"),
    figures=FIGURES,
    tables=TABLES,
)
