"""Two given databases: what the output tells them apart by, and who is no neighbour."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sdp_proofs as sdp
from sdp_proofs.answering.queries import neighbours
from sdp_proofs.answering.two_databases import Move, move_between
from sdp_proofs.cli import main
from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.mechanisms.sampling import SamplingHistogram
from sdp_proofs.privacy.definition import hockey_stick, pair_divergence

DELTA = ("delta", "--odds", "3/2")


def counts_of(records: tuple[int, ...], types: int) -> tuple[int, ...]:
    return tuple(records.count(kind) for kind in range(types))


@given(st.lists(st.integers(0, 2), max_size=4).map(tuple), st.lists(st.integers(0, 2), max_size=4).map(tuple))
def test_neighbours_are_those_of_lists_of_records(first: tuple[int, ...], second: tuple[int, ...]) -> None:
    own, other = counts_of(first, 3), counts_of(second, 3)
    for adjacency in ("add-remove", "replace-one"):
        listed = own != other and other in {counts_of(x, 3) for x in neighbours(first, 3, adjacency)}
        try:
            assert move_between(own, other, adjacency).adjacency == adjacency
            found = True
        except sdp.DomainError:
            found = False
        assert found == listed


def test_the_record_that_moves() -> None:
    assert move_between((3, 0, 2), (2, 1, 2)) == Move(0, 1)
    assert move_between((3, 0, 2), (3, 0, 3)) == Move(None, 2)
    assert move_between((3, 0, 2), (3, 0, 1)) == Move(2, None)


@pytest.mark.parametrize("counts", [(3, 3), (1, 4), (2, 2, 1)])
def test_sampled_histograms_from_the_definition(counts: tuple[int, ...]) -> None:
    mechanism = SamplingHistogram(2)
    for other in mechanism.neighbours(counts):
        found = sdp.between(sdp.Database(counts, 2), other, odds="3/2")
        assert found.forward.exact == pair_divergence(mechanism, counts, other, "3/2")
        assert found.backward.exact == pair_divergence(mechanism, other, counts, "3/2")
        assert found.value.exact == max(found.forward.exact, found.backward.exact)  # type: ignore[type-var]


@pytest.mark.parametrize(("second", "adjacency"), [((1, 0), "add-remove"), ((0, 1), "replace-one")])
def test_noisy_counts_from_the_definition(second: tuple[int, int], adjacency: str) -> None:
    heads = {-1: Fraction(1, 4), 0: Fraction(1, 2), 1: Fraction(1, 4)}
    first = (1, 1) if adjacency == "add-remove" else (1, 0)

    def law(counts: tuple[int, int]) -> FiniteLaw[tuple[int, int]]:
        pairs = product(heads.items(), repeat=2)
        return FiniteLaw({(counts[0] + a, counts[1] + b): p * q for (a, p), (b, q) in pairs})

    found = sdp.between(first, second, "binomial(coins=2)", odds="3/2")
    assert found.adjacency == adjacency
    assert found.value.exact == hockey_stick(law(first), law(second), "3/2")
    assert found.value.exact == hockey_stick(law(second), law(first), "3/2")


def test_each_changed_count_is_a_release_of_its_own() -> None:
    both = sdp.between([5, 5], [6, 4], "gaussian(sigma=2) + geometric(scale=3)", epsilon="1/4", digits=12)
    alone = sdp.account("gaussian(sigma=2) * 2 + geometric(scale=3) * 2", epsilon="1/4", adjacency="add-remove")
    assert both.value.rounded(10) == alone.value.rounded(10)  # type: ignore[union-attr]
    assert sdp.between([5, 5], [6, 5], "laplace(scale=1) * 2", epsilon=2).value.exact == 0


def test_means_from_the_definition(capsys: pytest.CaptureFixture[str]) -> None:
    own, other = (0, 0, 1, 2, 2, 3), (0, 0, 0, 1, 2, 2)

    def sums(values: tuple[int, ...]) -> FiniteLaw[int]:
        all_sums = [sum(pair) for pair in combinations(values, 2)]
        return FiniteLaw({one: Fraction(all_sums.count(one), len(all_sums)) for one in set(all_sums)})

    asked = ("--mechanism", "sampling-average", "--levels", "0:3", "--draws", "2", "--values", "0,0,1,2,2,3")
    document = run_json(capsys, *DELTA, *asked, "--neighbour", "2,2,1,0,0,0")
    assert Fraction(document["forward"]["exact"]) == hockey_stick(sums(own), sums(other), "3/2")
    assert Fraction(document["backward"]["exact"]) == hockey_stick(sums(other), sums(own), "3/2")


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--json"]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert document["schema"] == "sdp-proofs/delta-pair/1"
    return document


def test_the_command_prints_both_directions(capsys: pytest.CaptureFixture[str]) -> None:
    sampled = ("--counts", "3,3", "--draws", "2", "--neighbour", "2,4")
    document = run_json(capsys, *DELTA, *sampled)
    assert (document["database"], document["neighbour"], document["draws"]) == (["3", "3"], ["2", "4"], "2")
    assert (document["adjacency"], document["delta"]["exact"]) == ("replace-one", "1/10")
    assert main([*DELTA, *sampled]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split(maxsplit=1) == ["x'", "2, 4, a neighbour: replace-one"]
    assert [line.split()[0] for line in lines if line[0] == "d"] == ["draws", "d(x,x')", "d(x',x)"]
    noisy = run_json(capsys, "delta", "geometric(scale=1)", *DELTA[1:], "--counts", "3,3", "--neighbour", "3,4")
    assert (noisy["adjacency"], noisy["release"]) == ("add-remove", "geometric(scale=1, sensitivity=1)")


SAMPLED = ("--counts", "3,3", "--draws", "2")
NOISY = ("laplace(scale=1)", "--counts", "3,3")
MEAN = ("--mechanism", "sampling-average", "--levels", "0:3", "--draws", "2", "--values", "0,1,2")


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ((*SAMPLED, "--neighbour", "1,5"), "one record replaced by another (replace-one), got 1,5: 2 gone, 2 new"),
        ((*SAMPLED, "--neighbour", "3,4"), "one record replaced by another (replace-one), got 3,4: 0 gone, 1 new"),
        ((*SAMPLED, "--neighbour", "3,3"), "got 3,3: 0 gone, 0 new"),
        ((*SAMPLED, "--neighbour", "2,3,1"), "as many types as the database, 2, got 3"),
        ((*SAMPLED, "--neighbour", "4,-1"), "counts must be >= 0, got -1"),
        ((*SAMPLED, "--neighbour", "2,four"), "must be a number"),
        ((*SAMPLED, "--neighbour", "2,4", "--releases", "2"), "--releases must not be given with --neighbour"),
        ((*NOISY, "--neighbour", "1,3"), "added or removed (add-remove), or replaced (replace-one), got 1,3: 2 gone"),
        ((*NOISY, "--neighbour", "2,3", "--adjacency", "replace-one"), "replaced by another (replace-one), got 2,3"),
        ((*NOISY, "--neighbour", "2,4", "--adjacency", "add-remove"), "added or removed (add-remove), got 2,4"),
        ((*NOISY, "--neighbour", "2,4", "--adjacency", "swap"), "adjacency must be add-remove or replace-one"),
        (("laplace(scale=1)", "--neighbour", "2,4"), "--counts and --neighbour must be given together"),
        (("laplace(scale=1)", "--counts", "3,3"), "--counts and --neighbour must be given together"),
        ((*NOISY, "--neighbour", "2,4", "--rate", "0.5"), "--rate must not be given with a release"),
        (("pure(epsilon=1)", "--counts", "3,3", "--neighbour", "2,4"), "must be noise, such as laplace(scale=1)"),
        (("laplace(scale=1, sensitivity=2)", *NOISY[1:], "--neighbour", "2,4"), "the sensitivity must be 1"),
        (
            ("truncated(low=0, high=3, geometric(scale=1))", *NOISY[1:], "--neighbour", "2,4"),
            "every count must be between the ends 0 and 3",
        ),
        ((*MEAN, "--neighbour", "0,1,1,2"), "the neighbour of x must have one record replaced"),
        ((*MEAN, "--neighbour", "0,1,4"), "a value of the neighbour must be a level between 0 and 3, got 4"),
    ],
)
def test_no_neighbours_are_one_line(
    arguments: tuple[str, ...], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*DELTA, *arguments]) == 2
    written = capsys.readouterr()
    assert part in written.err
    assert written.out == ""
    assert len(written.err.splitlines()) == 1


def test_names_of_types() -> None:
    named = sdp.between({"a": 20, "b": 32}, {"b": 32, "a": 21}, "geometric(scale=1)", epsilon="1/2")
    listed = sdp.between([20, 32], [21, 32], "geometric(scale=1)", epsilon="1/2")
    assert named.value.rounded(9) == listed.value.rounded(9)
    for call, part in (
        (lambda: sdp.between({"a": 1}, {"b": 1}, "laplace(scale=1)", epsilon=1), "must have the types of the database"),
        (lambda: sdp.between([3, 3], [2, 4], rate="1/2", epsilon=1, adjacency="add-remove"), "must be replace-one"),
        (lambda: sdp.between([3, 3], [2, 4], "laplace(scale=1)", rate="1/2", epsilon=1), "with counts alone"),
        (lambda: sdp.between(sdp.Database((3, 3), 2), [2, 4], rate="1/2", epsilon=1), "which has its own"),
    ):
        with pytest.raises(sdp.DomainError, match=part):
            call()
