"""Words in which the statements of a paper are written.

A module of statements imports all of them and no others.

Sections and counterexamples, the ways to prove, premises, spaces of instances, and what a check is called by. A check
that no way to prove has made is none of them: that it decides all instances would be its author's word.
"""

from __future__ import annotations

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.hunting.searches import over
from sdp_proofs.hunting.spaces import Choices, Compositions, Domain, Integers, Laws, Rationals
from sdp_proofs.ledger import (
    Claim,
    Coverage,
    Derivation,
    Hypothesis,
    Method,
    Outcome,
    Relation,
    Rule,
    Step,
    StepMiss,
)
from sdp_proofs.proving.by_sums import and_collected, by_sums
from sdp_proofs.proving.chains import about, after_substitution, and_so, in_steps
from sdp_proofs.proving.checks import by_identity, by_solver, on_box
from sdp_proofs.proving.induction import by_induction, by_telescoping, record_by_record
from sdp_proofs.proving.instances import Instance, on_instances, on_instances_with_facts, on_many_instances
from sdp_proofs.proving.mechanisms import Mechanism
from sdp_proofs.proving.premises import averaged, cite, defined, largest, lifted, one_of, shown, summed, trusted
from sdp_proofs.proving.section import Section, instance, line
from sdp_proofs.proving.sentences import by_sentence
from sdp_proofs.verdict import Verdict

EXACT, CERTIFIED, SYMBOLIC, SMT, SEARCHED = (
    Method.EXACT, Method.CERTIFIED, Method.SYMBOLIC, Method.SMT, Method.SEARCHED
)  # fmt: skip
ALL, BOX, GRID, SAMPLE = Coverage.ALL, Coverage.BOX, Coverage.GRID, Coverage.SAMPLE

__all__ = [
    "ALL",
    "BOX",
    "CERTIFIED",
    "EXACT",
    "GRID",
    "SAMPLE",
    "SEARCHED",
    "SMT",
    "SYMBOLIC",
    "Choices",
    "Claim",
    "Compositions",
    "Coverage",
    "Derivation",
    "Domain",
    "Formula",
    "Hypothesis",
    "Instance",
    "Integers",
    "Laws",
    "Mechanism",
    "Method",
    "Outcome",
    "Rationals",
    "Relation",
    "Rule",
    "Section",
    "Step",
    "StepMiss",
    "Verdict",
    "about",
    "after_substitution",
    "and_collected",
    "and_so",
    "averaged",
    "by_identity",
    "by_induction",
    "by_sentence",
    "by_solver",
    "by_sums",
    "by_telescoping",
    "cite",
    "defined",
    "in_steps",
    "instance",
    "largest",
    "lifted",
    "line",
    "on_box",
    "on_instances",
    "on_instances_with_facts",
    "on_many_instances",
    "one_of",
    "over",
    "record_by_record",
    "shown",
    "summed",
    "trusted",
]  # fmt: skip
