"""Global sensitivities, and the four queries of the quiz."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from sdp_proofs.papers.wings import DP_LECTURE
from sdp_proofs.proving.vocabulary import *

PEOPLE = tuple(product(("female", "male"), ("blond", "dark", "brown", "red")))
Counting = Sequence[tuple[str, ...]]
"""One count per entry: of the people with all these properties."""


def contribution(query: Counting, person: tuple[str, ...]) -> list[int]:
    """By how much each count rises with one more person.

    Example:
        >>> contribution((("male",), ("blond",)), ("male", "blond"))
        [1, 1]
    """
    return [int(set(properties) <= set(person)) for properties in query]


def sensitivities(query: Counting) -> dict[str, int]:
    """The l1 sensitivity of counts, and the square of the l2 sensitivity: the most that one person contributes."""
    changes = [contribution(query, person) for person in PEOPLE]
    return {
        "first": max(sum(change) for change in changes),
        "square": max(sum(x * x for x in change) for change in changes),
    }  # fmt: skip


def quiz(_: Claim) -> Iterator[Instance]:
    """The three counting queries of the quiz; the third entry is the answer."""
    yield "blond hair", {**sensitivities([("blond",)]), "answer": 1}
    yield "males; blond hair", {**sensitivities([("male",), ("blond",)]), "answer": 2}
    yield "four hair colours", {**sensitivities([(hair,) for hair in ("blond", "dark", "brown", "red")]), "answer": 1}


def sensitivities_replaced(query: Counting) -> dict[str, int]:
    """The l1 sensitivity of a vector of counts and the square of its l2 sensitivity, one person replaced.

    Example:
        >>> sensitivities_replaced([("blond",), ("dark",)])
        {'first': 2, 'square': 2}
    """
    pairs = product(PEOPLE, PEOPLE)
    changes = [
        [after - before for before, after in zip(contribution(query, one), contribution(query, other), strict=True)]
        for one, other in pairs
    ]
    return {
        "first": max(sum(map(abs, change)) for change in changes),
        "square": max(sum(x * x for x in change) for change in changes),
    }


def quiz_replaced(_: Claim) -> Iterator[Instance]:
    """The three counting queries of the quiz, one person replaced; the last entry is the answer."""
    yield "blond hair", {**sensitivities_replaced([("blond",)]), "answer": 1}
    yield "males; blond hair", {**sensitivities_replaced([("male",), ("blond",)]), "answer": 2}
    hairs = [(hair,) for hair in ("blond", "dark", "brown", "red")]
    yield "four hair colours", {**sensitivities_replaced(hairs), "answer": 2}


SECTION = Section(DP_LECTURE, "Sensitivity", {
    "first": "\\Delta_1", "square": "\\Delta_2^2", "answer": "a", "n": "n", "m": "m", "s": "s", "t": "t", "B": "B",
    "D": "\\Delta", "one": "S_1", "two": "S_2", "x": "x", "K": "K", "c": "c",
}, {
    "first": "papers.dp_lecture.sensitivity.sensitivities", "square": "papers.dp_lecture.sensitivity.sensitivities",
})  # fmt: skip

SECTION.claim(
    "sensitivity-may-be-infinite",
    "the maximum of the definition need not exist: the square of the size has no finite sensitivity",
    "The query $f(D) = n^2$ changes by $2n + 1$ when a record is added to n of them: for every number $\\Delta$ there "
    "is a dataset, of $n \\geq \\Delta$ records, at which it changes by more. The maximum is a supremum, and the "
    "mechanisms need it to be finite.",
    "Implies(n >= D, (n + 1)**2 - n**2 > D)",
    by_solver("all sizes", "n >= 0"), at="Sensitivity, definition", kind="project",
    mutants={"the size itself": ("(n + 1)**2 - n**2", "(n + 1) - n"), "three times": ("> D", "> 3*D + 1")},
    note="The same holds of a sum of salaries without a bound.",
)  # fmt: skip

SECTION.claim(
    "sensitivities-of-the-counts-of-the-quiz",
    "the quiz: 1 for blond people, 2 for males and for blond people, 1 for four hair colours",
    "The slide asks and gives no answers. A person more raises a count by 0 or 1, so a vector of counts changes by as "
    "many as the person enters: one; two for a blond male; one, if everybody has one hair colour. The squares of the "
    "$\\ell_2$ sensitivities are the same numbers.",
    "And(first == answer, square == answer)",
    on_instances(EXACT, ALL, "every person", "the three queries, eight kinds of people", quiz),
    at="Sensitivity, quiz", kind="project", over="the three queries, eight kinds of people", ranges="answer",
    silent="everybody has one of the four hair colours",
    mutants={"one more": ("first == answer", "first == answer + 1"),
             "not squared": ("square == answer", "square**2 == answer")},
)  # fmt: skip

SECTION.claim(
    "sensitivities-of-the-quiz-if-a-record-is-replaced",
    "with one record replaced the three counts of the quiz have the l1 sensitivities 1, 2 and 2",
    "The lecture mentions the variant in which a record is replaced. Then the counts change by the difference of what "
    "two people contribute: 1 for blond people, 2 for males and for blond people, and 2 for four hair colours, of "
    "which "
    "one count falls and another rises. The squares of the $\\ell_2$ sensitivities are the same numbers.",
    "And(first == answer, square == answer)",
    on_instances(EXACT, ALL, "every two people", "the three queries, pairs of people", quiz_replaced),
    at="Sensitivity, quiz", kind="project", over="the three queries, pairs of people", generated="none",
    silent="everybody has one of the four hair colours",
    means=dict.fromkeys(("first", "square"), "papers.dp_lecture.sensitivity.sensitivities_replaced"),
    mutants={"one more": ("first == answer", "first == answer + 1"),
             "not squared": ("square == answer", "square**2 == answer")},
    ranges="answer",
)  # fmt: skip

SECTION.claim(
    "sensitivity-of-counts-of-one-person-each", "a histogram has sensitivity 1, whatever the number of cells",
    "If a person enters one of K counts, the $\\ell_1$ and the $\\ell_2$ norm of the change are 1.",
    "And(one == 1, two == 1)",
    by_induction("one cell after the other", {"one": "1", "two": "1", "K": "1"},
                 {"one": "one + abs(x)", "two": "two + x**2", "K": "K + 1"}, ["x == 0"], inputs=["x"]),
    at="Sensitivity, quiz", kind="project", trust="induction", given="the cell that changes is listed first",
    mutants={"as many as cells": ("one == 1", "one == K"), "none": ("two == 1", "two == 0")},
)  # fmt: skip

SECTION.claim(
    "sensitivity-of-the-average-salary",
    "the quiz: the average of salaries up to B has sensitivity B/2, over datasets that are not empty",
    "Added to n salaries of mean m, a salary s changes the average by $|s - m|/(n + 1)$, at most $B/2$ if all are "
    "between 0 and B and $n \\ge 1$, and that much for n = 1, m = 0 and s = B. Without a bound on salaries it is "
    "infinite. Where n is fixed and known and a record is replaced, it is B/n.",
    "And(abs((n*m + s)/(n + 1) - m) <= B/2, Implies(n == 1, abs((n*m + s)/(n + 1) - m) == abs(s - m)/2), "
    "abs((n*m + s)/n - (n*m + t)/n) <= B/n)",
    by_solver("all salaries", "And(n >= 1, 0 <= m, m <= B, 0 <= s, s <= B, 0 <= t, t <= B)"),
    at="Sensitivity, quiz", kind="project", generated="deep",
    silent=("salaries lie between 0 and B", "datasets are not empty: an average of none, if it is 0, is B away"),
    mutants={"B/3": ("<= B/2", "<= B/3"), "of size n + 1": ("<= B/n", "<= B/(n + 1)")},
)  # fmt: skip
