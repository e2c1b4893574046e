"""Every release around every other: refused in one line, or above the delta of databases on which it is run.

The releases are made of all registered mechanisms, with the parameters that they declare to be small. What each does is
told in `interpreted`, as an algorithm: a mechanism that is new must be told there, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from typing import Any

import pytest

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.deadline import LateError, until
from sdp_proofs.accounting.grammar import mechanisms, read_release
from sdp_proofs.accounting.pairs import ADD_REMOVE, REPLACE_ONE
from sdp_proofs.accounting.release import MECHANISMS, Mechanism, Release
from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from tests.accounting.interpreted import INTERPRETERS, NoInterpretation, largest_delta

KINDS = mechanisms()
LEAVES = sorted(name for name, kind in KINDS.items() if not kind.inner)
WRAPPERS = sorted(name for name, kind in KINDS.items() if kind.inner)
LONG = pytest.mark.slow
MORE = {
    "allocation": ["allocation(steps=2, chosen=2, {})", "allocation(steps=2, epochs=2, bins=fixed, {})"],
    "group": ["group(size=2, poisson(rate=1/2, {}))"],
    "parallel": ["parallel({0}, gaussian(sigma=2))"],
    "poisson": ["poisson(rate=1, {})"],
    "repeat": ["repeat(mean=2, runs=poisson, {})", "repeat(mean=2, runs=fixed, {})", "repeat(mean=1, runs=fixed, {})"],
    "tree": ["tree(steps=1, {})"],
    "without-replacement": ["without-replacement(batch=2, records=2, {})"],
}
"""Other parameters, at which a wrapper is another release."""
OTHERS = [
    "finite(first=[9/10, 1/10, 0], second=[1/2, 1/4, 1/4])",
    "gaussian(sigma=1)",
    "laplace(scale=2)",
    "mixture(chances=[1/2, 1/2], shifts=[0, 1], sigma=1)",
]
CELLS = (400, 60, 20, 8, 4)
EPSILON = "1/2"
READS = 2000
"""Times that a long computation may ask for the time; an answer that takes more is not waited for."""


def small(kind: type[Mechanism], *inner: Release) -> Mechanism:
    """One mechanism of a kind, with the middle of its small parameters, one epoch."""
    options: dict[str, Any] = {name: values[len(values) // 2] for name, values in kind.small.items()}
    options.pop("epochs", None)
    if kind.inner:
        options[kind.inner] = list(inner) if kind.splits else inner[0]
    return kind(**options)


def leaves() -> list[str]:
    return [str(small(KINDS[name])) for name in LEAVES] + OTHERS


def wrapped(name: str, inner: str) -> Iterator[str]:
    """The release around another, with several parameters; none where it is refused as it is written."""
    kind, release = KINDS[name], read_release(inner)
    try:
        yield str(small(kind, release, release))
    except DomainError as refused:
        assert "\n" not in str(refused)
    yield from (template.format(inner) for template in MORE.get(name, []))


def asked(text: str, adjacency: str) -> tuple[Release, str, float] | None:
    """The answer from above, where there is one."""
    try:
        question = Question.of(read_release(text), adjacency)
        with pytest.MonkeyPatch.context() as patched, until(READS):
            patched.setattr("sdp_proofs.accounting.deadline.time.process_time", count().__next__)
            value = delta_at(question, EPSILON, digits=3).value
    except LateError:
        return None
    except (DomainError, SizeError, PrecisionError) as refused:
        assert "\n" not in str(refused)
        return None
    assert value is not None
    return question.release, question.adjacency, float(value.upper)


def below(release: Release, adjacency: str) -> float | None:
    """The largest delta of the databases, in the most cells that are few enough."""
    for cells in CELLS:
        try:
            return largest_delta(release, adjacency, float(Fraction(EPSILON)), cells)
        except NoInterpretation:
            continue
    return None


def judge(text: str, outputs_are_few: bool = True) -> int:
    """Compare the answers under both adjacencies; count those that were compared."""
    answered = 0
    for adjacency in (ADD_REMOVE, REPLACE_ONE):
        found = asked(text, adjacency)
        if found is None:
            continue
        release, known, most = found
        least = below(release, known)
        if least is None and not outputs_are_few:
            continue
        assert least is not None, f"no databases were run with {text}"
        assert least <= most * (1 + 1e-9) + 1e-12, f"{text} under {adjacency}: {least} is above {most}"
        answered += 1
    return answered


def test_every_mechanism_is_told_as_an_algorithm() -> None:
    assert set(INTERPRETERS) == set(MECHANISMS)


def test_what_stands_alone_is_above_what_it_does() -> None:
    assert sum(judge(text) for text in leaves()) >= 2 * len(LEAVES) - 2


@pytest.mark.parametrize("name", [pytest.param(name, marks=LONG if name == "repeat" else ()) for name in WRAPPERS])
def test_a_release_around_any_other_is_refused_or_above_what_it_does(name: str) -> None:
    answered = sum(judge(text) for inner in leaves() for text in wrapped(name, inner))
    assert answered >= 2


@pytest.mark.slow
@pytest.mark.parametrize("name", WRAPPERS)
@pytest.mark.parametrize("between", WRAPPERS)
def test_three_releases_in_each_other_are_refused_or_above_what_they_do(name: str, between: str) -> None:
    for leaf in ("gaussian(sigma=1)", "geometric(scale=1)", "exponential(epsilon=1)", "randomised-response(truth=3/4)"):
        for inner in wrapped(between, leaf):
            try:
                read_release(inner)
            except (DomainError, SizeError):
                continue
            for text in wrapped(name, inner):
                judge(text, outputs_are_few=False)


@pytest.mark.parametrize(
    "text",
    [
        "group(size=2, gaussian(sigma=1)) + gaussian(sigma=1)",
        "group(size=2, gaussian(sigma=1)) + group(size=3, gaussian(sigma=1))",
        "group(size=2, gaussian(sigma=1)) + pure(epsilon=1)",
        "repeat(mean=2, group(size=2, gaussian(sigma=4)) + gaussian(sigma=4))",
        "parallel(group(size=2, gaussian(sigma=1)), group(size=2, gaussian(sigma=1)))",
    ],
)
def test_groups_of_several_sizes_are_no_neighbours_of_one_kind(text: str) -> None:
    """Two records of a user may lie in two parts, and what is known of one record says nothing about two."""
    with pytest.raises(DomainError, match=r"of one size|single records"):
        Question.of(read_release(text))


def test_the_words_to_quote_name_the_group() -> None:
    found = delta_at(Question.of(read_release("group(size=3, gaussian(sigma=4)) * 2")), 1)
    assert found.to_quote().endswith("-DP, add or remove a group of at most 3 records")


@pytest.mark.parametrize("text", ["tree(steps=1, gaussian(sigma=1))", "repeat(mean=1, runs=fixed, gaussian(sigma=1))"])
def test_what_is_one_release_is_sampled_as_that(text: str) -> None:
    assert str(read_release(f"poisson(rate=1/2, {text})")) == "poisson(rate=1/2, gaussian(sigma=1, sensitivity=1))"
