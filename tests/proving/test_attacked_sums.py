"""The calculus of finite sets under attack: random statements, judged by sets that are written out."""

from __future__ import annotations

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.proving.finite_sets import Known, Language
from tests.full import trials
from tests.proving import random_collections as made

BLOCKS = 8
SEEDS = trials(400, full=4000)
LANGUAGE = Language(made.DEPENDS)


def assert_calculus_is_sound(seed: int, worlds: int = 400) -> str:
    """Show the steps of a seed one after the other; no world in which the facts hold may contradict what is shown."""
    question = made.make(seed)
    facts = tuple(map(LANGUAGE.sentence, question.facts))
    known, shown = Known(LANGUAGE, facts, question.linear, question.exchange), []
    for over, goal in question.steps:
        sentence = LANGUAGE.sentence(goal)
        try:
            gap = known.one_by_one(sentence, over) if over else known.follows(sentence)
        except DomainError:  # about one element, or collected twice
            continue
        if not gap:
            shown.append(goal)
            known = known.and_also(sentence)
    for world in made.worlds(seed, worlds) if shown else ():
        try:
            meets = all(map(world.truth, question.facts))
            wrong = [goal for goal in shown if meets and not world.truth(goal)]
        except made.NoValueError:
            continue
        assert not wrong, (seed, question, wrong, world)
    return "shown" if shown else "not shown"


@pytest.mark.slow(every=4)
@pytest.mark.parametrize("block", range(BLOCKS))
def test_nothing_is_shown_that_a_small_set_contradicts(block: int) -> None:
    answers = [assert_calculus_is_sound(seed) for seed in range(block, SEEDS, BLOCKS)]
    assert answers.count("shown") > len(answers) / 20


@pytest.mark.parametrize(
    ("facts", "goal"),
    [
        (["x >= 0", "c >= x"], "c >= 0"),
        (["q >= 0", "c >= q"], "Sum(a, x) >= Sum(a, x) - c"),
        (["x == q"], "Sum(a, x) >= Sum(a, x)*Sum(b, 1)"),
        # A fact on every element of one set tells of another set only where there is such an element.
        (["Sum(b, k) == 1", "q >= 0", "c >= q"], "c >= 0"),
        (["Mean(b, k) <= 1", "q >= 0", "c >= q"], "c >= 0"),
        (["Sum(a, Largest(b, k)) <= 1", "q >= 0", "c >= q"], "c >= 0"),
        (["x >= 0", "c >= x"], "Sum(b, Mean(a, k)) <= c + Sum(b, Mean(a, k))"),
        (["x >= 0", "c >= x"], "Sum(b, Largest(a, k)) <= c + Sum(b, Largest(a, k))"),
        (["Largest(a, x) >= y", "x >= 0", "c >= x"], "c >= 0"),
        # The normal form takes the mean out of the sum, which may be over no element.
        (["q >= 0", "c >= q"], "Sum(a, Mean(b, q)) <= c + Sum(a, Mean(b, q))"),
        (["q >= 0", "c >= q"], "Sum(a, Mean(b, q + c)) <= c + Sum(a, Mean(b, q) + c)"),
        (["q >= 0", "c >= q"], "Sum(a, Mean(b, q)) + Sum(e, z) <= c + Sum(a, Mean(b, q)) + Sum(e, z)"),
    ],
)
def test_nothing_is_known_of_the_elements_of_a_set_without_any(facts: list[str], goal: str) -> None:
    language = Language({**made.DEPENDS, "z": ("e",)})
    known, asked = Known(language, tuple(map(language.sentence, facts))), language.sentence(goal)
    assert known.follows(asked)
    assert all(known.one_by_one(asked, over) for over in "abe")


@pytest.mark.parametrize(
    "more",
    [
        ["Sum(a, x) == 1"],
        ["Mean(a, x) <= 1"],
        ["Largest(a, x) >= d"],
        ["Mean(b, Mean(a, k)) <= d"],
        ["Sum(b, q) == 2", "Sum(a, k) == 1"],
        ["Mean(b, q) <= d", "Sum(b, Mean(a, k)) <= d"],
    ],
)
def test_a_set_with_a_mean_or_a_sum_that_is_not_zero_has_elements(more: list[str]) -> None:
    facts = ["x >= 0", "c >= x", *more]
    assert not Known(LANGUAGE, tuple(map(LANGUAGE.sentence, facts))).follows(LANGUAGE.sentence("c >= 0"))
