from __future__ import annotations

import dataclasses
import pickle
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdp_proofs.distributions.source_set import MOST_LAWS, SourceSet
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.papers.smoothed_dp.elections import units_2020


def mixed(sources, shares):
    return tuple(
        sum((share * sources.laws[index][kind] for index, share in shares.items()), Fraction(0))
        for kind in range(sources.types)
    )


def assert_certified(sources):
    assert sorted([*sources.vertex_indices, *sources.redundant]) == list(range(len(sources.laws)))
    for index, shares in sources.redundant.items():
        assert set(shares) <= set(sources.vertex_indices)
        assert all(share > 0 for share in shares.values())
        assert sum(shares.values()) == 1
        assert mixed(sources, shares) == sources.laws[index]
    for vertex in sources.vertex_indices:
        apart = sources.separation(vertex)
        others = [sources.laws[index] for index in sources.vertex_indices if index != vertex]
        if not others:
            assert apart is None
        else:
            assert max(map(apart.value, others)) <= apart.level < apart.value(sources.laws[vertex])


def law(weights):
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


@st.composite
def source_sets(draw, fewest=2, most=4):
    m = draw(st.integers(fewest, most))
    weights = st.lists(st.integers(0, 4), min_size=m, max_size=m).filter(any)
    return SourceSet(tuple(law(row) for row in draw(st.lists(weights, min_size=1, max_size=8))))


@settings(max_examples=200, deadline=None)
@given(source_sets())
def test_every_law_is_a_vertex_or_a_certified_mixture_of_vertices(sources):
    assert_certified(sources)


@settings(max_examples=100, deadline=None)
@given(source_sets(), st.data())
def test_mixtures_and_repetitions_change_no_vertex(sources, data):
    count = len(sources.laws)
    weights = data.draw(st.lists(st.integers(0, 5), min_size=count, max_size=count).filter(any))
    inner = mixed(sources, dict(enumerate(law(weights))))
    assert SourceSet((*sources.laws, inner, *sources.laws)).vertices == sources.vertices


@settings(max_examples=100, deadline=None)
@given(source_sets(most=2))
def test_two_types_by_shares_and_by_linear_programming_agree(sources):
    padded = SourceSet(tuple((*shares, Fraction(0)) for shares in sources.laws))
    assert padded.vertex_indices == sources.vertex_indices
    assert padded.redundant == sources.redundant


def test_the_hull_of_the_units_of_2020_is_dc_and_the_third_district_of_nebraska():
    units = units_2020()
    sources = SourceSet.from_counts([unit.counts for unit in units], labels=[unit.unit for unit in units])
    assert len(sources.laws) == 56
    assert sources.vertex_labels == ("DC", "NE-3")
    assert [round(float(share), 4) for share, _ in sources.vertices] == [0.9447, 0.2286]
    assert sources.smallest_probability == min(min(pair) for pair in sources.laws)
    assert sources.full_support
    assert_certified(sources)


def test_a_file_and_its_rows_make_the_same_set(tmp_path):
    file = tmp_path / "units.csv"
    rows = "\n".join(f"{unit.unit},{unit.first_votes}, {unit.second_votes} ,x" for unit in units_2020())
    file.write_text("\ufeffunit,biden,trump,note\n\n" + rows + "\n", encoding="utf-8")
    read = SourceSet.from_csv(file, ["biden", "trump"], label="unit")
    assert read == SourceSet.from_counts(
        [unit.counts for unit in units_2020()], labels=[unit.unit for unit in units_2020()]
    )
    swapped = SourceSet.from_csv(str(file), ["trump", "biden"], closed=False)
    assert swapped.labels is None
    assert not swapped.closed
    assert swapped.laws[0] == read.laws[0][::-1]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "must have a header with a, b, got an empty file"),
        (b"a,c\n1,2\n", "the header must name 'b' once, got 'a,c'"),
        (b"a,b,b\n1,2,3\n", "the header must name 'b' once, got 'a,b,b'"),
        (b"a,b\n", "must have at least one line below the header, got none"),
        (b"a,b\n1,2\n1,234,5\n", "line 3: must have 2 fields, got 3"),
        (b"a,b\n1,x\n", "line 2: a count must be a number such as 0.998, 51/49 or log(51/49), got 'x'"),
        (b"a,b\n1,2.5\n", "line 2: a count must be an integer, got '2.5'"),
        (b"a,b\n1,-2\n", "line 2: a count must be >= 0, got -2"),
        (b"a,b\n0,0\n", "line 2: there must be at least one record, got none"),
        (b"a,b\n1,\xff\n", "line 2: must be UTF-8 text, got byte 0xff"),
        (b'a,b\n1,"2\n', "line 2: must be well-formed CSV, got: unexpected end of data"),
    ],
)
def test_a_malformed_file_is_refused_with_its_line(tmp_path, content, message):
    file = tmp_path / "counts.csv"
    file.write_bytes(content)
    with pytest.raises(DomainError) as caught:
        SourceSet.from_csv(file, ["a", "b"])
    assert str(caught.value).startswith(str(file))
    assert str(caught.value).endswith(message)
    assert "\n" not in str(caught.value)


def test_a_missing_file_and_an_impossible_name_are_refused(tmp_path):
    for path in (tmp_path / "none.csv", tmp_path, "a\0b"):
        with pytest.raises(DomainError, match="must be a readable file, got"):
            SourceSet.from_csv(path, ["a", "b"])
    big = tmp_path / "big.csv"
    big.write_bytes(b"a,b\n" + b"\n" * 2**24)
    with pytest.raises(SizeError, match="must be at most 16 MiB, got more"):
        SourceSet.from_csv(big, ["a", "b"])


@pytest.mark.parametrize(
    ("laws", "message"),
    [
        ([], "a set of sources must have at least one source, got none"),
        (["1"], "a source must have at least two types, got 1"),
        (["1/2,1/2", "1/3,1/3"], "source 2: probabilities must sum to one, got 2/3"),
        (["1/2,1/2", "1/3,1/3,1/3"], "sources must have the same types: source 2 must have 2, got 3"),
        (["3/2,-1/2"], "source 1: probabilities must be >= 0, got -1/2"),
        ([(0.5, 0.5)], "source 1: a probability must be exact: write it as a string"),
        (["0.3333,0.6666"], "source 1: probabilities must sum to one, got 9999/10000"),
        (["sqrt(2)/2,1-sqrt(2)/2"], "source 1: a probability must be a rational number, got 'sqrt(2)/2'"),
        (["1/2,half"], "source 1: a probability must be a number such as"),
    ],
)
def test_what_is_not_a_set_of_laws_is_refused(laws, message):
    with pytest.raises(DomainError) as caught:
        SourceSet.from_laws(laws)
    assert str(caught.value).startswith(message)


def test_other_refusals():
    with pytest.raises(DomainError, match=r"^source 1: probabilities must be fractions; `from_laws` reads other"):
        SourceSet(((0.5, 0.5),))
    with pytest.raises(DomainError, match=r"^labels must .*, got 2$"):
        SourceSet.from_laws(["1/2,1/2"], labels=["a", "b"])
    with pytest.raises(DomainError, match=r"^shares must .*, got 4/5 and 1/5$"):
        SourceSet.interval("0.8", "0.2")
    with pytest.raises(DomainError, match=r"^shares must .*, got 0 and 2$"):
        SourceSet.interval(0, 2)
    with pytest.raises(DomainError, match=r"^an open interval must .*, got 1/2 twice$"):
        SourceSet.interval("1/2", "1/2", closed=False)
    with pytest.raises(DomainError, match=r"^row 2: there must be at least one record, got none$"):
        SourceSet.from_counts([(1, 1), (0, 0)])
    with pytest.raises(DomainError, match=r"^vertex must .*, got 1$"):
        SourceSet.from_laws(["1/2,1/2"] * 2).separation(1)
    with pytest.raises(SizeError, match=f"^a set of sources must have at most {MOST_LAWS} sources, got"):
        SourceSet((law((1, 1)),) * (MOST_LAWS + 1))
    with pytest.raises(SizeError, match=r"fewer laws or types to be computed exactly, got 90000 laws over 3 types$"):
        SourceSet((law((1, 1, 1)),) * 90_000).vertices  # noqa: B018


def test_degenerate_sets():
    single = SourceSet.from_laws(["1/4,3/4"] * 3)
    assert single.vertex_indices == (0,)
    assert single.redundant == {1: {0: 1}, 2: {0: 1}}
    assert single.separation(0) is None
    points = SourceSet.from_laws(["1,0,0", "0,0,1", "1/2,0,1/2", "0,1,0"])
    assert points.vertex_indices == (0, 1, 3)
    assert points.smallest_probability == Fraction(1, 2)
    assert not points.full_support
    assert_certified(points)
    assert SourceSet.interval("1/3", "1/3").vertices == ((Fraction(1, 3), Fraction(2, 3)),)
    assert SourceSet.interval(0, 1).vertices == ((0, 1), (1, 0))


def test_with_full_support_no_mixture_goes_below_the_smallest_probability():
    sources = SourceSet.from_counts([(1, 5, 4), (3, 3, 3), (7, 2, 2)])
    assert sources.full_support
    assert sources.smallest_probability == Fraction(1, 10)
    generator = random.Random(3)
    for _ in range(50):
        shares = law([generator.randint(0, 9) for _ in range(2)] + [1])
        assert min(mixed(sources, dict(enumerate(shares)))) >= Fraction(1, 10)


def test_a_set_is_frozen_a_key_and_travels_between_processes():
    sources = SourceSet.from_laws(["1/2,1/4,1/4", "1/3,1/3,1/3", "5/12,7/24,7/24"], labels="abc")
    assert len({sources, SourceSet.from_laws(sources.laws, labels="abc")}) == 1
    assert sources != SourceSet.from_laws(sources.laws, labels="abc", closed=False)
    with pytest.raises(dataclasses.FrozenInstanceError):
        sources.closed = False
    with pytest.raises(TypeError):
        sources.redundant[0] = {}
    assert sources.vertex_labels == ("a", "b")
    restored = pickle.loads(pickle.dumps(sources))
    assert restored == sources
    assert restored.redundant == sources.redundant
