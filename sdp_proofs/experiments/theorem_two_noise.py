"""What the noise of Theorem 2 costs, and the least noise that would do [Wang et al. 2019, Theorem 2 and Section 4].

All noises are on the sum of a batch, in clip norms; batches are drawn afresh without replacement at every step, and
neighbours differ in one replaced record, as in the theorem. The accountant's answer for such batches is a bracket,
whose lower end a pair of databases attains; so the least noise is known up to some percent, from both sides.

Finding these numbers takes minutes, deciding them once more seconds: they stand here as typed, and the tests decide
them. World: enclosure.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.errors import DomainError
from sdp_proofs.experiments.theorem_two import Setting, formula_noise, least_ratio, reach
from sdp_proofs.numbers.decide import decide_less_equal
from sdp_proofs.numbers.reals import read_rational, shown
from sdp_proofs.tables.table import Axis, BoundTable, Column, Row, exact, guarantee, lower, text, upper
from sdp_proofs.verdict import Verdict

RECORDS, BATCH, STEPS, DELTA = 60_000, 128, 23_437, Fraction(1, 10**5)
"""Of MNIST; 50 epochs, of whole batches."""
PUBLISHED = {"0.3": "0.1162", "0.25": "0.1393", "0.2": "0.1739", "0.15": "0.2316", "0.1": "0.3471"}
"""The noise levels of the published code, on the mean of a batch, by epsilon."""
LEAST: Mapping[str, tuple[str, str]] = MappingProxyType({
    "0.1": ("20.9", "20.1"), "0.15": ("14.8", "13.9"), "0.2": ("11.5", "10.7"), "0.25": ("9.49", "8.81"),
    "0.3": ("8.144", "7.494"), "4": ("1.6", "1.38"),
})  # fmt: skip
"""By epsilon: a noise that is proven to meet the budget, and one that is proven not to."""
COST: Mapping[str, tuple[str, str, str]] = MappingProxyType({
    "0.1": ("99.34", "0.0170", "0.0173"), "0.15": ("66.30", "0.0267", "0.0272"), "0.2": ("49.78", "0.0368", "0.0375"),
    "0.25": ("39.87", "0.0470", "0.0482"), "0.3": ("33.26", "0.0575", "0.0591"), "4": ("2.685", "1.06", "1.35"),
})  # fmt: skip
"""By epsilon: the noise of the formula at mu = 1/2 rounded up, and between which ends its true epsilon lies."""


def decide_budget(noise: str, epsilon: str) -> Verdict:
    """Whether the steps with this noise meet (epsilon, 1e-5), by the accountant; UNKNOWN where its bracket straddles.

    Args:
        noise: noise multiplier, as typed.
        epsilon: as typed.

    Example:
        >>> decide_budget("9", "0.3")
        <Verdict.HOLDS: 'HOLDS'>
    """
    step = f"without-replacement(batch={BATCH}, records={RECORDS}, gaussian(sigma={noise}))"
    found = delta_at(Question.of(read_release(f"{step} * {STEPS}")), epsilon, digits=3).value
    assert found is not None
    return decide_less_equal(found, DELTA)


def theorem_two() -> BoundTable:
    """By epsilon and sampling rate b/n: from which n/b on the theorem says anything, its noise, and the least noise.

    Example:
        >>> table = theorem_two()
        >>> (row,) = table.rows(table.points({"epsilon": ("0.3",)}), 3)
        >>> [float(cell) for cell in row.cells[:2]], row.cells[2], row.cells[3]
        ([3.15428e+17, 3.15448e+17], 'no', None)
    """
    return BoundTable(
        "theorem-2",
        f"Theorem 2 of DP-LSSGD: T = {STEPS:,} steps, delta = 1e-5, noise on the sum of a batch in clip norms",
        (Axis("epsilon", (*reversed(PUBLISHED), "4", "8")), Axis("rate", (f"{BATCH}/{RECORDS}",))),
        _COLUMNS,
        _row,
    )


_MOST_DIGITS, _RATIO_DIGITS = 9, 4
"""Of the brackets that are searched for."""
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
