"""The shipped proofs: all replay, and what was replayed is what the sources say."""

import gzip

import pytest

from sdp_proofs.logic import kernel, proofs, replay
from sdp_proofs.logic.certificates import solve
from sdp_proofs.logic.record import FOLDER, files, shipped
from sdp_proofs.logic.theories import THEORIES

STATEMENTS = proofs.load()


@pytest.fixture(scope="module")
def proved():
    return proofs.proved()


def test_every_shipped_proof_is_of_the_statement_of_its_name(proved):
    stale = [name for name, (digest, _) in proved.items() if digest != replay.digest(STATEMENTS[name].term)]
    assert not stale
    assert set(proved) == {name for name, one in STATEMENTS.items() if one.prover is not None}


def test_the_shipped_record_is_that_of_the_replay(proved):
    record = shipped()
    assert {name: (one["digest"], tuple(one["computed"])) for name, one in record.items()} == proved
    for relation in ("claims", "denies"):
        assert all(tuple(one[relation]) == getattr(STATEMENTS[name], relation) for name, one in record.items())


def test_what_is_denied_is_refuted():
    from sdp_proofs.papers import registry

    ledger = registry()
    denied = [claim for one in STATEMENTS.values() for claim in one.denies]
    assert len(denied) == len(set(denied)) >= 36
    assert {ledger[claim].recorded.value for claim in denied} <= {"refuted", "repaired"}


def test_a_record_of_other_files_proves_nothing(tmp_path):
    for path in files():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "record.json").write_bytes((FOLDER / "record.json").read_bytes())
    assert shipped(tmp_path)
    shipped.cache_clear()
    (tmp_path / "bounded.gz").write_bytes((tmp_path / "closeness.gz").read_bytes())
    assert not shipped(tmp_path)


def test_no_theorem_rests_on_a_computed_fact(proved):
    assert not {name: tags for name, (_, tags) in proved.items() if tags}


@pytest.mark.parametrize("name", sorted(STATEMENTS))
def test_a_statement_is_closed_and_says_what_it_is(name):
    one = STATEMENTS[name]
    assert not one.term.free and not one.term.loose
    words = [word for word in one.said.splitlines()[0].split() if word[0].isalnum()]  # signs of a formula are no words
    assert one.said.endswith(".") and len(words) < 30


def test_one_theorem_replays_with_what_it_cites():
    found = proofs.proved(["adaptive_composition"])
    assert "adaptive_composition" in found and len(found) < len(STATEMENTS)


def test_files_are_the_same_each_time(tmp_path):
    theories = THEORIES[:3]
    proofs.renew(tmp_path, theories)
    for name in theories:
        texts = [gzip.decompress((folder / f"{name}.gz").read_bytes()) for folder in (tmp_path, FOLDER)]
        assert texts[0] == texts[1]


def test_a_changed_constant_is_not_proved():
    one = STATEMENTS["adaptive_composition"]
    head, args = kernel.spine(one.conclusion)
    worse = head(args[0], args[1] - 1, *args[2:])
    with pytest.raises(ValueError, match="not the same"):
        kernel.same(kernel.assume(one.conclusion), worse)


def test_the_simplex_finds_weights_and_says_where_there_are_none():
    one = kernel.Fraction(1)
    assert solve([{"a": one, "b": one}, {"b": one}], set(), {"a": 2 * one, "b": 3 * one}) == [2, 1]
    assert solve([{"a": one}], set(), {"a": -one}) is None
    assert solve([{"a": one}], {0}, {"a": -one}) == [-1]
