from __future__ import annotations

import csv
import io
from dataclasses import replace
from fractions import Fraction
from math import exp

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.files import write_csv
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.smoothed_dp.elections import units_2020, us_presidential_elections
from sdp_proofs.papers.smoothed_dp.electorates import (
    COLUMNS,
    EPSILONS,
    SIZES,
    Electorate,
    Row,
    districts_2020,
    exponential_fit,
    figure_2,
    figure_4,
    history,
    rates_between,
    smoothed_rows,
    votes_2020,
)
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
from sdp_proofs.verdict import Verdict


def test_the_grid() -> None:
    assert EPSILONS[:5] == ("0.1", "0.5", "1", "1.5", "2")
    assert (len(EPSILONS), EPSILONS[-1]) == (21, "10")
    assert (len(SIZES), SIZES[0], SIZES[-1]) == (9, 100_000, 500_000)


def test_the_hulls_are_the_most_lopsided_units() -> None:
    shares = {unit.unit: Fraction(unit.first_votes, unit.records) for unit in units_2020()}
    ends = {min(shares, key=shares.__getitem__), max(shares, key=shares.__getitem__)}
    assert set(districts_2020().vertex_labels or ()) == ends
    assert len(districts_2020().laws) == 56
    winners = [Fraction(election.first_votes, election.records) for election in us_presidential_elections()]
    assert {vertex[0] for vertex in history().vertices} == {min(winners), max(winners)}


def test_parties_trade_places_only() -> None:
    for one, other in zip(history().laws, history(by_party=True).laws, strict=True):
        assert other in (one, one[::-1])
    sides = zip(history().labels or (), history(by_party=True).laws, strict=True)
    democrats = {int(label) for label, law in sides if law[0] > Fraction(1, 2)}
    assert democrats == {1932, 1936, 1940, 1944, 1948, 1960, 1964, 1976, 1992, 1996, 2000, 2008, 2012, 2016, 2020}


def test_the_electorates() -> None:
    assert [(electorate.name, electorate.lost) for electorate in figure_2()] == [("districts", Fraction(1, 500))]
    settings = {(electorate.name, electorate.lost) for electorate in figure_4()}
    assert settings == {(name, Fraction(1, lost)) for name in ("districts", "history") for lost in (500, 100)}
    with pytest.raises(DomainError, match="lost must be in"):
        Electorate("all", districts_2020(), Fraction(1))


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("electorate", figure_4(), ids=lambda electorate: f"{electorate.name} {electorate.lost}")
def test_windows_agree_with_tables_of_all_mixtures(electorate: Electorate) -> None:
    (row,) = smoothed_rows(electorate, [3000], ["1"])
    smoothing = Smoothing(electorate.sources, 3000, row.draws)
    window = smoothed_delta(smoothing, Budget.read(epsilon="1"), digits=6, route="window")
    assert row.delta.overlaps(window.value)
    assert (row.mixture == window.mixture) == ((electorate.name, row.draws) != ("history", 2994))
    assert row.draws == 3000 - int(electorate.lost * 3000)


def test_a_pure_mixture_need_not_be_the_worst() -> None:
    (row,) = smoothed_rows(Electorate("history", history(), Fraction(1, 500)), [3000], ["1"])
    assert row.mixture == (2905, 95)
    assert row.worst_source is None
    assert row.delta.rounded(6) == "0.11348"


def test_a_large_epsilon_shows_only_who_is_lost() -> None:
    """No sample is impossible unless all lost votes are of one type: the chance of that is a lower bound, p^lost."""
    electorate = figure_2()[0]
    share = max(law[0] for law in electorate.sources.laws)
    for row in smoothed_rows(electorate, [100_000, 150_000], ["0.5", "7"]):
        certain = share ** (row.records - row.draws)
        assert Fraction(row.delta.upper) >= certain
        if row.epsilon == "7":
            assert 0 <= Fraction(row.delta.lower) / certain - 1 + Fraction(1, 10**8) < Fraction(2, 10**8)
        assert row.worst_source == "DC"


def test_rows_as_csv() -> None:
    rows = list(smoothed_rows(figure_2()[0], [100_000, 150_000], ["2"]))
    stream = io.StringIO(newline="")
    write_csv(COLUMNS, [row.values() for row in rows], stream)
    lines = list(csv.DictReader(io.StringIO(stream.getvalue())))
    assert list(lines[0]) == list(COLUMNS)
    assert [line["records"] for line in lines] == ["100000", "150000"]
    assert [line["certified"] for line in lines] == ["yes", "yes"]
    assert [line["delta_below_one_over_n"] for line in lines] == ["FAILS", "HOLDS"]
    assert lines[0]["one_over_n"] == "1/100000"
    assert lines[0]["dp_delta"] == "499/500"
    assert lines[0]["mixture"] == "100000 0"
    for line, row in zip(lines, rows, strict=True):
        assert Fraction(line["delta_lower"]) <= Fraction(row.delta.midpoint) <= Fraction(line["delta_upper"])


def invented(rate: float, *sizes: int, epsilon: str = "1") -> list[Row]:
    electorate = figure_2()[0]
    return [
        Row(electorate, size, size, epsilon, Enclosure.of(Fraction(3 * exp(-rate * size))), (size, 0), Verdict.UNKNOWN)
        for size in sizes
    ]


def test_fits_recover_an_exponential() -> None:
    fits = exponential_fit([*invented(0.01, 100, 300, 900), *invented(0.02, 100, 200, epsilon="2")])
    assert [fit.epsilon for fit in fits] == ["1", "2"]
    assert [fit.rate_estimate for fit in fits] == pytest.approx([0.01, 0.02])
    assert exp(fits[0].intercept_estimate) == pytest.approx(3)
    assert fits[0].largest_residual_estimate < 1e-9
    assert 10 ** fits[0].log10_at(500) == pytest.approx(3 * exp(-5))


def test_rates_enclose() -> None:
    rows = invented(0.01, 900, 100, 300)
    steps = rates_between(rows)
    assert [(step.smaller, step.larger) for step in steps] == [(100, 300), (300, 900)]
    for step in steps:
        assert float(step.rate) == pytest.approx(0.01)
    wide = [replace(row, delta=Enclosure.between("1e-9", "1e-3")) for row in rows]
    for step in rates_between(wide):
        assert step.rate.lower < 0 < step.rate.upper


def test_rates_of_the_districts_are_positive() -> None:
    rows = list(smoothed_rows(figure_2()[0], [100_000, 300_000, 500_000], ["0.5", "7"]))
    steps = rates_between(rows)
    assert len(steps) == 4
    assert all(step.rate.lower > 0 for step in steps)
    by_epsilon = {fit.epsilon: fit.rate_estimate for fit in exponential_fit(rows)}
    assert by_epsilon["7"] > by_epsilon["0.5"] > 1e-5


@pytest.mark.parametrize("function", [exponential_fit, rates_between])
def test_zero_has_no_rate(function: object) -> None:
    zero = [replace(row, delta=Enclosure.of(0)) for row in invented(0.01, 100, 200)]
    assert callable(function)
    with pytest.raises(DomainError, match="> 0, got 0"):
        function(zero)


def test_one_size_is_no_curve() -> None:
    with pytest.raises(DomainError, match="two sizes or more"):
        exponential_fit(invented(0.01, 100))
    with pytest.raises(DomainError, match="100 twice"):
        rates_between(invented(0.01, 100, 100))


def test_an_electorate_of_2020s_size() -> None:
    (row,) = smoothed_rows(figure_2()[0], [votes_2020()], ["0.5"])
    assert row.certified
    assert row.below_one_over_n is Verdict.HOLDS
    assert row.delta.upper < row.one_over_n
