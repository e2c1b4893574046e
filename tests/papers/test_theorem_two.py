from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.figures import theorem_2
from sdp_proofs.papers.dp_lssgd.theorem_two import (
    COST,
    DELTA,
    LEAST,
    PUBLISHED,
    RECORDS,
    STEPS,
    Setting,
    decide_budget,
    decide_conditions,
    formula_noise,
    least_ratio,
    reach,
)
from sdp_proofs.tables import find
from sdp_proofs.verdict import Verdict

WITHIN = Setting.read(ratio="60000/128", steps=23437, epsilon=4, delta="1e-5")


def printed(setting: Setting, mu: float) -> bool:
    """The conditions as they are printed, with n = ratio b and b = 7, in floats."""
    b, epsilon, steps = 7, float(setting.epsilon), setting.steps
    n = float(setting.ratio) * b
    alpha = math.log(1 / float(setting.delta)) / ((1 - mu) * epsilon) + 1
    order = math.log(mu * n**3 * epsilon / (5 * b**3 * steps * alpha + mu * b * n**2 * epsilon))
    return alpha <= order and 5 * b**2 * steps * alpha / (mu * n**2 * epsilon) >= 1.5


@settings(max_examples=60, deadline=None)
@given(
    ratio=st.fractions(2, 10**5, max_denominator=100),
    steps=st.integers(1, 10**5),
    epsilon=st.fractions(Fraction(1, 2), 12, max_denominator=20),
    share=st.integers(1, 199),
)
def test_a_point_agrees_with_the_print_and_the_search_with_every_point(
    ratio: Fraction, steps: int, epsilon: Fraction, share: int
) -> None:
    setting = Setting(ratio, steps, epsilon, Fraction(1, 10**5))
    mu = Fraction(share, 200)
    met = decide_conditions(setting, mu)
    assert met is Verdict.of(printed(setting, float(mu)))
    found = reach(setting)
    met_by = [share for share in range(1, 200) if printed(setting, share / 200)]
    if met_by:
        assert found.verdict is Verdict.HOLDS and found.noise is not None and found.mu is not None
        assert decide_conditions(setting, found.mu) is Verdict.HOLDS
        least = min(float(formula_noise(setting, Fraction(each, 200))) for each in met_by)
        assert float(found.noise.lower) <= least * (1 + 1e-12)
        own = formula_noise(setting, found.mu)
        assert float(found.noise.lower) <= float(own) * (1 + 1e-12)
        assert float(own) <= float(found.noise.upper) * (1 + 1e-12) <= float(own) * 1.001


def test_the_search_proves_that_no_mu_will_do() -> None:
    assert reach(Setting.read(ratio="60000/128", steps=23437, epsilon="0.3", delta="1e-5")).verdict is Verdict.FAILS
    bracket = least_ratio(23437, Fraction(4), Fraction(1, 10**5))
    for end, verdict in ((bracket.lower, Verdict.FAILS), (bracket.upper, Verdict.HOLDS)):
        assert reach(Setting.read(ratio=str(end), steps=23437, epsilon=4, delta="1e-5")).verdict is verdict
    assert float(bracket.upper) <= 1.002 * float(bracket.lower)


def test_fewer_steps_and_more_records_are_easier() -> None:
    ends = [float(least_ratio(steps, Fraction(4), Fraction(1, 10**5))) for steps in (1, 1000, 23437)]
    assert ends == sorted(ends) and ends[0] == pytest.approx(2.5 * math.exp(1 + math.log(10**5) / 4), rel=2e-3)


def test_more_digits_are_more_digits() -> None:
    wide, narrow = (reach(WITHIN, digits).noise for digits in (2, 8))
    assert wide is not None and narrow is not None
    assert float(wide.lower) <= float(narrow.lower) <= float(narrow.upper) <= float(wide.upper)
    assert narrow.proven_digits >= 7


def test_bad_settings_are_refused() -> None:
    for words in (
        {"ratio": 1}, {"steps": 0}, {"epsilon": 0}, {"delta": 0}, {"delta": 1}, {"ratio": 2.5},
    ):  # fmt: skip
        with pytest.raises(DomainError):
            Setting.read(**{"ratio": 2, "steps": 1, "epsilon": 1, "delta": "1/2", **words})
    with pytest.raises(SizeError):
        least_ratio(1, Fraction(1, 10**9), Fraction(1, 10**5))
    for digits in (0, 13):
        with pytest.raises(DomainError):
            reach(WITHIN, digits)


def test_recorded_noises_stand_around_the_least_one() -> None:
    assert set(LEAST) >= set(PUBLISHED) and set(COST) <= set(LEAST)
    for epsilon, (meets, fails) in LEAST.items():
        assert Fraction(fails) < Fraction(meets) <= Fraction(fails) * Fraction(5, 4)
        if epsilon in PUBLISHED:
            assert Fraction(meets) < 128 * Fraction(PUBLISHED[epsilon])
    for epsilon, (noise, low, high) in COST.items():
        setting = Setting(Fraction(RECORDS, 128), STEPS, Fraction(epsilon), DELTA)
        formula = formula_noise(setting, Fraction(1, 2))
        assert float(formula) <= float(noise) <= 1.001 * float(formula)
        assert Fraction(low) < Fraction(high) < Fraction(epsilon)


def test_one_recorded_noise_is_decided_once_more() -> None:
    assert decide_budget(LEAST["0.3"][1], "0.3") is Verdict.FAILS


@pytest.mark.slow
@pytest.mark.parametrize("epsilon", LEAST)
def test_all_recorded_noises_are_decided_once_more(epsilon: str) -> None:
    meets, fails = LEAST[epsilon]
    assert decide_budget(meets, epsilon) is Verdict.HOLDS
    assert decide_budget(fails, epsilon) is Verdict.FAILS


@pytest.mark.slow
@pytest.mark.parametrize("epsilon", COST)
def test_all_recorded_costs_are_decided_once_more(epsilon: str) -> None:
    noise, low, high = COST[epsilon]
    assert decide_budget(noise, high) is Verdict.HOLDS
    assert decide_budget(noise, low) is Verdict.FAILS


def test_the_rows_of_the_figure() -> None:
    rows = [row for group in theorem_2.groups(["0.3", "4"], [1, 23437]) for row in group]
    assert {tuple(row.values()) for row in rows} == {("series", "steps", "epsilon", "lower", "upper")}
    counted = {series: sum(row.series is series for row in rows) for series in theorem_2.Series}
    assert counted[theorem_2.Series.RATIO] == 4
    assert counted[theorem_2.Series.THEOREM] == 1, "only at epsilon = 4 the conditions can be met"


def test_a_row_of_the_table() -> None:
    table = find("theorem-2")

    def rows(given: dict[str, tuple[str, ...]]) -> list[dict[str, object]]:
        names = [column.name for column in table.columns]
        return [dict(zip(names, row.cells, strict=True)) for row in table.rows(table.points(given), 4)]

    within, outside = rows({"epsilon": ("4", "0.3")})
    assert (within["conditions_met"], outside["conditions_met"]) == ("yes", "no")
    for row in (within, outside):
        assert row["n_over_b_lower"] < row["n_over_b_upper"]  # type: ignore[operator]
    assert outside["noise_of_theorem_2"] is None and outside["noise_of_code"] == Fraction(1162, 10**4) * 128
    (other,) = rows({"epsilon": ("4",), "rate": ("1/1000",)})
    assert other["conditions_met"] == "yes"
    assert [other[name] for name in list(other)[5:]] == [None] * 5
