"""Theorem 2 of DP-LSSGD: from which n/b on it says anything, its noise, and the least noise that would do."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from sdp_proofs.declarations import Option
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import read_rational, shown
from sdp_proofs.papers.dp_lssgd.theorem_two import (
    BATCH,
    COST,
    DELTA,
    LEAST,
    PUBLISHED,
    RECORDS,
    STEPS,
    Setting,
    formula_noise,
    least_ratio,
    reach,
)
from sdp_proofs.tables.shared_options import EPSILON
from sdp_proofs.tables.table import Axis, Column, Row, Table, exact, guarantee, lower, text, upper
from sdp_proofs.verdict import Verdict

_MOST_DIGITS, _RATIO_DIGITS = 9, 4
"""The digits of the brackets that are searched for."""
_COLUMNS: tuple[Column, ...] = (
    lower("n_over_b_lower", "an n/b at which no mu meets both conditions"),
    upper("n_over_b_upper", "an n/b at which some mu does: the least one lies between"),
    text("conditions_met", "whether some mu meets both conditions at this rate, proven either way"),
    guarantee("noise_of_theorem_2", "the least noise of the theorem over all mu that meet the conditions"),
    guarantee("noise_of_formula", "its formula at mu = 1/2, whether or not the conditions are met"),
    exact("noise_of_code", "what the published code takes, times the size of a batch"),
    upper("least_noise_meets", "a noise that is proven to meet the budget, whatever the theorem says"),
    lower("least_noise_fails", "a noise that is proven not to meet it: the least one lies between"),
    lower("epsilon_of_formula_from", "lower end of the true epsilon of the noise of the formula"),
    upper("epsilon_of_formula_to", "upper end of it"),
)


def _row(point: Mapping[str, str], digits: int) -> Row:
    """Compute the row of a point.

    Example:
        >>> row = _row({"epsilon": "0.3", "rate": "128/60000"}, 3)
        >>> [float(cell) for cell in row.cells[:2]], row.cells[2], row.cells[3]
        ([3.15428e+17, 3.15448e+17], 'no', None)
    """
    epsilon, rate = point["epsilon"], point["rate"]
    part = read_rational(rate, "the rate")
    if not 0 < part < 1:
        raise DomainError(f"the rate b/n must be between 0 and 1, got {shown(rate)}")
    setting = Setting.read(ratio=1 / part, steps=STEPS, epsilon=epsilon, delta=DELTA)
    found = reach(setting, min(digits + 1, _MOST_DIGITS))
    own = setting.ratio == Fraction(RECORDS, BATCH)
    published = PUBLISHED.get(epsilon) if own else None
    least = LEAST.get(epsilon) if own else None
    cost = COST.get(epsilon) if own else None
    bracket = least_ratio(STEPS, setting.epsilon, DELTA, _RATIO_DIGITS)
    cells = (
        Fraction(bracket.lower),
        Fraction(bracket.upper),
        {Verdict.HOLDS: "yes", Verdict.FAILS: "no"}.get(found.verdict, "not decided"),
        found.noise,
        formula_noise(setting, Fraction(1, 2)),
        None if published is None else Fraction(published) * BATCH,
        *((None, None) if least is None else map(Fraction, least)),
        *((None, None) if cost is None else map(Fraction, cost[1:])),
    )
    return Row((epsilon, rate), cells)


TABLES = (
    Table(
        "theorem-2",
        "dp_lssgd",
        f"Theorem 2 of DP-LSSGD: T = {STEPS:,} steps, delta = 1e-5, noise on the sum of a batch in clip norms",
        (
            Axis("epsilon", (*reversed(PUBLISHED), "4", "8"), EPSILON),
            Axis("rate", (f"{BATCH}/{RECORDS}",), Option("Shares of the records in a batch.", metavar="R,R,...")),
        ),
        _COLUMNS,
        _row,
        brief=("epsilon", "conditions_met", "noise_of_formula", "noise_of_code", "least_noise_meets"),
    ),
)
