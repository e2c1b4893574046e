"""The packaged election tables are the ones that were checked, and a bad file is named with its line."""

from __future__ import annotations

import csv
import hashlib
from fractions import Fraction
from importlib import resources
from pathlib import Path

import pytest

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.papers.smoothed_dp.elections import (
    Election,
    authors_elections,
    read_elections,
    units_2020,
    us_presidential_elections,
)

DATA = resources.files("sdp_proofs.papers.smoothed_dp") / "data"
YEARS = list(range(1920, 2021, 4))


@pytest.mark.parametrize(
    ("table", "digest"),
    [
        ("top2", "18ecef6e799105119fc7c0b19bf63178d357fc6784808b10c25ae69deeaa715c"),
        ("top2_authors", "7e22f57d73ebc46c06bc4b6157ccda491285694a9e9c8da343f2c15bdf753936"),
        ("2020_units", "58998c6f17b6e3777fc72bcb4eaec5cbd6a14caf77bb7f83c2e552cb72c186cf"),
    ],
)
def test_table_is_the_one_that_was_cross_checked(table: str, digest: str) -> None:
    content = (DATA / f"us_presidential_{table}.csv").read_bytes()
    assert hashlib.sha256(content).hexdigest() == digest


@pytest.mark.parametrize("load", [us_presidential_elections, authors_elections])
def test_every_election_from_1920_to_2020_winner_first(load) -> None:
    elections = load()
    assert [election.year for election in elections] == YEARS
    assert all(election.first_votes > election.second_votes for election in elections)


def test_spot_values_and_sums() -> None:
    elections = us_presidential_elections()
    by_year = {election.year: election for election in elections}
    first, second = ("Warren G. Harding", 16144093), ("James M. Cox", 9139661)
    assert by_year[1920] == Election(1920, *first, *second, 26765180, "Republican", "Democratic")
    assert (by_year[2000].first_name, by_year[2016].first_name) == ("Al Gore", "Hillary Clinton")
    assert by_year[1952].counts == (33936234, 27314992)
    assert by_year[2020].records == 81283501 + 74223975
    assert sum(election.first_votes for election in elections) == 1082773431
    assert sum(election.second_votes for election in elections) == 906306824
    assert sum(election.total_votes for election in elections) == 2074925368


def test_nobody_passed_70_percent_and_coolidge_came_closest() -> None:
    shares = {e.year: Fraction(e.first_votes, e.records) for e in us_presidential_elections()}
    assert max(shares, key=shares.__getitem__) == 1924
    assert Fraction(652, 1000) < shares[1924] < Fraction(7, 10)


def test_authors_counts_differ_in_thirteen_cells_of_seven_years() -> None:
    differences = {
        (chosen.year, place): theirs.counts[place] - chosen.counts[place]
        for chosen, theirs in zip(us_presidential_elections(), authors_elections(), strict=True)
        for place in (0, 1)
        if theirs.counts[place] != chosen.counts[place]
    }
    assert differences == {
        (1952, 0): 139295,
        (1952, 1): 60098,
        (1964, 0): -1999,
        (1984, 0): 397,
        (1984, 1): 167,
        (1988, 0): 500,
        (1988, 1): 402,
        (1992, 0): -83,
        (1992, 1): 5,
        (1996, 0): -1172,
        (1996, 1): -1286,
        (2020, 0): -14577,
        (2020, 1): -7821,
    }
    assert all(election.total_votes is None for election in authors_elections())


def test_states_of_2020_add_up_to_the_nation_and_districts_to_their_states() -> None:
    units = {unit.unit: unit for unit in units_2020()}
    assert len(units) == len(units_2020()) == 56
    states = [unit for code, unit in units.items() if "-" not in code]
    nation = us_presidential_elections()[-1]
    assert len(states) == 51
    assert sum(unit.first_votes for unit in states) == nation.first_votes
    assert sum(unit.second_votes for unit in states) == nation.second_votes
    assert sum(unit.total_votes for unit in states) == nation.total_votes
    for state, districts in (("ME", ("ME-1", "ME-2")), ("NE", ("NE-1", "NE-2", "NE-3"))):
        parts = [units[code] for code in districts]
        assert sum(part.first_votes for part in parts) == units[state].first_votes
        assert sum(part.second_votes for part in parts) == units[state].second_votes
        assert sum(part.total_votes for part in parts) == units[state].total_votes


def test_extreme_units_of_2020() -> None:
    by_share = sorted(units_2020(), key=lambda unit: Fraction(unit.first_votes, unit.records))
    codes = [unit.unit for unit in by_share]
    assert (codes[:3], codes[-3:]) == (["NE-3", "WY", "WV"], ["MA", "VT", "DC"])
    assert codes.index("NE-2") == 34


def test_provenance_covers_every_table() -> None:
    text = (DATA / "PROVENANCE.md").read_text(encoding="utf-8")
    tables = [entry.name for entry in DATA.iterdir() if entry.name.endswith(".csv")]
    assert len(tables) == 4
    assert [name for name in tables if name not in text] == []


def test_provenance_lists_each_difference_of_the_authors_counts() -> None:
    text = (DATA / "PROVENANCE.md").read_text(encoding="utf-8")
    for chosen, theirs in zip(us_presidential_elections(), authors_elections(), strict=True):
        if chosen.counts != theirs.counts:
            cells = [f"{count:,}" for count in (*chosen.counts, *theirs.counts)]
            row = f"| {chosen.year} | {cells[0]} / {cells[1]} | {cells[2]} / {cells[3]} |"
            assert row in text


def write(folder: Path, content: str | bytes) -> Path:
    file = folder / "votes.csv"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return file


def test_reader_takes_columns_in_any_order_and_keeps_the_order_of_the_file(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        "\ufeffsecond_votes, note ,year,first_votes,total_votes,first_name\r\n"
        '700,"a, b",2024,300,1001,Ann\r\n'
        "\r\n"
        " 5 ,,-44,0,,\r\n",
    )
    assert read_elections(file) == (
        Election(2024, "Ann", 300, "second", 700, 1001),
        Election(-44, "first", 0, "second", 5, None),
    )
    assert read_elections(str(file)) == read_elections(file)


def test_reader_and_packaged_table_agree_through_a_round_trip(tmp_path: Path) -> None:
    file = tmp_path / "copy.csv"
    with file.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        names = ["second_name", "second_votes", "second_party", "first_name", "first_votes", "first_party"]
        writer.writerow(["total_votes", "year", *names])
        for e in us_presidential_elections():
            second = (e.second_name, e.second_votes, e.second_party)
            writer.writerow([e.total_votes, e.year, *second, e.first_name, e.first_votes, e.first_party])
    assert read_elections(file) == us_presidential_elections()


HEADER = "year,first_votes,second_votes\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", ": must have a header with year, first_votes, second_votes, got an empty file"),
        ("\n\n", ": must have a header with year, first_votes, second_votes, got an empty file"),
        (HEADER, ": must have at least one line below the header, got none"),
        (
            "year,first\n2020,1\n",
            ", line 1: the header must name year, first_votes, second_votes, got 'year,first'",
        ),
        ("note,note," + HEADER, ", line 1: a column must be named once, got 'note' again"),
        (HEADER + "MMXX,1,2\n", ", line 2: year must be an integer of at most 30 digits, got 'MMXX'"),
        (HEADER + "2020,1.5,2\n", ", line 2: first_votes must be an integer of at most 30 digits, got '1.5'"),
        (HEADER + "2020,1,\n", ", line 2: second_votes must be an integer of at most 30 digits, got ''"),
        (HEADER + "2020,1,²\n", ", line 2: second_votes must be an integer of at most 30 digits, got '²'"),
        (
            HEADER + f"2020,1,{'9' * 5000}\n",
            f", line 2: second_votes must be an integer of at most 30 digits, got '{'9' * 40}...'",
        ),
        (HEADER + "2016,1,2\n2020,1,-2\n", ", line 3: second_votes must be at least 0, got -2"),
        (HEADER + "2020,0,0\n", ", line 2: first_votes + second_votes must be at least 1, got 0"),
        (HEADER + "2020,1,2\n\n2020,3,4\n", ", line 4: year must appear once, got 2020 also in line 2"),
        (HEADER + "2020,1,234,567\n", ", line 2: must have 3 fields, got 4"),
        (HEADER + "2020,1\n", ", line 2: must have 3 fields, got 2"),
        (
            "year,first_votes,second_votes,total_votes\n2020,5,4,8\n",
            ", line 2: total_votes must be at least first_votes + second_votes, got 8",
        ),
        (HEADER.encode() + b"2020,1,2\n2024,\xe9,2\n", ", line 3: must be UTF-8 text, got byte 0xe9"),
        (HEADER.encode("utf-16"), ", line 1: must be UTF-8 text, got byte 0xff"),
    ],
)
def test_bad_file_is_refused_with_one_line_that_names_the_place(
    tmp_path: Path, content: str | bytes, message: str
) -> None:
    file = write(tmp_path, content)
    with pytest.raises(DomainError) as caught:
        read_elections(file)
    assert str(caught.value) == f"{file}{message}"


def test_malformed_quoting_is_refused(tmp_path: Path) -> None:
    file = write(tmp_path, HEADER + '2020,"1,2\n')
    with pytest.raises(DomainError, match=r"votes\.csv, line 2: must be well-formed CSV, got: "):
        read_elections(file)


@pytest.mark.parametrize("name", ["absent.csv", ".", "zero\0byte"])
def test_unreadable_file_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(DomainError, match="must be a readable file, got: ") as caught:
        read_elections(f"{tmp_path}/{name}")
    assert "\n" not in str(caught.value)


def test_endless_file_is_refused() -> None:
    with pytest.raises(SizeError, match=r"line 1: must have at most 1048576 bytes"):
        read_elections("/dev/zero")
