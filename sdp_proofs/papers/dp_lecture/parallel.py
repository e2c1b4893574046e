"""Parallel composition, and the table of counts by gender and hair colour."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from sdp_proofs.papers.dp_lecture.composition import ANY_NUMBER, OF_EVENTS
from sdp_proofs.papers.wings import DP_LECTURE
from sdp_proofs.proving.vocabulary import *

TABLE = ((20, 32, 27, 9), (18, 40, 35, 10))
"""Women and men with blond, dark, brown and red hair, as printed."""


def one_more_person(_: Claim) -> Iterator[Instance]:
    """A person is added to the table: the cells in all, and those that change."""
    cells = tuple(product(range(2), range(4)))
    for new in cells:
        after = {cell: TABLE[cell[0]][cell[1]] + (cell == new) for cell in cells}
        changed = sum(after[row, column] != TABLE[row][column] for row, column in cells)
        yield f"row {new[0]}, column {new[1]}", {"cells": len(cells), "changed": changed, "ep": 1}


SECTION = Section(DP_LECTURE, "Parallel composition", {
    "p": "p", "q": "q", "r": "r", "s": "s", "E": "e^{\\epsilon}", "F": "F", "M": "M", "most": "m", "whole": "d",
    "cells": "c", "changed": "k", "ep": "\\epsilon",
})  # fmt: skip

SECTION.claim(
    "parallel-composition", "on disjoint parts of the data: (max epsilon_k, max delta_k)",
    "A record is added or removed in one part, so one output changes its law from q to p, and all others have the "
    "same law r at both datasets. $\\max(0, pr - Mqr) \\le r \\max(0, p - Eq)$ if M is the largest of the odds, and "
    "summed over outputs this is at most the $\\delta_k$ of that part.",
    "Max(0, p*r - M*q*r) <= r*Max(0, p - E*q)",
    and_so(
        by_solver("an output of the part, and the others", "And(p >= 0, q >= 0, r >= 0, M >= E, E >= 1)"),
        about(Formula("together <= part", {"together": "\\delta", "part": "\\delta_k"}), by_sums(
            "over the outputs of the part, then over the others",
            {"together": "Sum(b, Sum(a, Max(0, p*r - M*q*r)))", "part": "Sum(a, Max(0, p - E*q))"},
            ["And(p >= 0, q >= 0)", "r >= 0", "And(M >= E, E >= 1)", "Sum(b, r) == 1",
             shown("an output of the part, and the others")],
            "over a: Sum(a, Max(0, p*r - M*q*r)) <= r*part", "over b: together <= part*Sum(b, r)",
            each={"a": "p q", "b": "r"},
        )),
    ),
    at="Parallel composition, statement",
    silent=(
        "outputs form a countable set",
        "'distinct' inputs are disjoint parts, and to which part a record belongs depends on that record alone",
        "neighbours differ by an added or removed record, the definition of this lecture: a record that is replaced "
        "changes two parts",
        "the coins of the algorithms are independent",
    ), trust=("countable-sums", "maximum"), generated="deep",
    mutants={"the smallest budget": ("M*q*r", "Min(M, 1)*q*r"), "half": ("r*Max(0, p - E*q)", "r*Max(0, p - E*q)/2")},
)  # fmt: skip

SECTION.claim(
    "parallel-composition-on-different-parts", "distinct inputs: parts that are different",
    "The algorithms operate on distinct inputs. Read here as: on parts of the data that are not the same, but may have "
    "records in common; the ratio at an output of both is at most the larger of the two odds.",
    "Implies(And(p <= E*q, r <= F*s), p*r <= Max(E, F)*q*s)",
    by_solver("a pair of outputs", "And(0 < p, p < 1, 0 < q, q < 1, 0 < r, r < 1, 0 < s, s < 1, E >= 1, F >= 1)"),
    at="Parallel composition, statement", kind="reading",
    fails=instance("A count of all men and one of all blond people, both answered with odds 2; a blond man is added. "
                   "Both outputs have probability 2/3 with him and 1/3 without: 4/9 against 1/9.",
                   "p = 2/3; q = 1/3; r = 2/3; s = 1/3; E = 2; F = 2"),
    wrong="A record in two parts changes two outputs, and then budgets add up.",
    cost="'Distinct' must be disjoint, as in the example of the slide.", defect="missing hypothesis",
)  # fmt: skip

SECTION.claim(
    "every-part-with-the-record-pays",
    "what holds for overlapping parts: the budgets of the parts with the record add up",
    "If the record is in two parts, the odds multiply: $pr \\le EF qs$. In general the largest sum of budgets over the "
    "parts that may have a record in common is spent; for disjoint parts it is their largest budget.",
    "Implies(And(p <= E*q, r <= F*s), p*r <= E*F*q*s)",
    and_so(
        by_solver("a pair of outputs", "And(p >= 0, q >= 0, r >= 0, s >= 0, E >= 1, F >= 1)"), ANY_NUMBER,
        OF_EVENTS,
    ), at="Parallel composition, statement", fidelity="reconstructed", trust="induction",
    given="pure budgets; for others see simple-composition", generated="deep",
    mutants={"the larger one": ("E*F*q*s", "Max(E, F)*q*s"), "one of them": (", r <= F*s", "")},
    repairs="parallel-composition-on-different-parts",
)  # fmt: skip

SECTION.claim(
    "replaced-records-change-two-parts",
    "where records are replaced, parallel composition costs the sum of the two largest budgets, and no less",
    "A person who dyes dark hair blond changes two counts. If each count has odds E and F for a person more or less, "
    "the ratio is at most EF, and it is EF where both ratios are attained.",
    "And(Implies(And(p <= E*q, r <= F*s), p*r <= E*F*q*s), Implies(And(p == E*q, r == F*s), p*r == E*F*q*s))",
    and_so(by_solver("a pair of outputs", "And(p >= 0, q >= 0, r >= 0, s >= 0, E >= 1, F >= 1)"), OF_EVENTS),
    at="Parallel composition, statement", kind="project",
    mutants={"the larger one": ("p*r <= E*F*q*s", "p*r <= Max(E, F)*q*s"),
             "one of them": ("Implies(And(p <= E*q, r <= F*s)", "Implies(And(p <= E*q, r <= r)")}, generated="deep",
)  # fmt: skip

SECTION.claim(
    "a-table-of-counts-is-as-private-as-each-count",
    "eight counts with epsilon each: epsilon together, and 8 epsilon by sequential composition",
    "Counts by gender and hair colour: the table has $2 \\cdot 4 = 8$ cells, so that sequential composition gives "
    "$8\\epsilon$. Every person counts in one cell: one more changes one count.",
    "And(cells == 8, cells*ep == 8*ep, changed == 1)",
    on_instances(EXACT, ALL, "a person more", "one person more in each of the cells", one_more_person),
    at="Parallel composition, table", over="one person more in each of the cells", ranges="ep",
    silent="every person has one gender and one hair colour of the table, or none and is not counted",
    mutants={"seven": ("8*ep", "7*ep"), "two cells": ("changed == 1", "changed == 2")},
    needs="parallel-composition",
    note="Row and column totals can be added up from the noisy cells: that is post-processing and costs nothing.",
    means=dict.fromkeys(("cells", "changed"), "papers.dp_lecture.parallel.one_more_person"),
)  # fmt: skip
