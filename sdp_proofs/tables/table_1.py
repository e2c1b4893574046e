"""Table 1 with numbers: smoothed and worst-case parameters of an election, with and without additive noise.

[Liu, Wang, Xia 2023, Table 1]. The sources are the elections of 1920-2020; votes are lost at random.

- Smoothed, no noise, printed (epsilon, exp(-Theta(n))): delta_SDP at epsilon, its fall -ln(delta)/n and the limit.
- Worst case, no noise, printed (0, eta): the exact delta is T/n, and attained, T = ceil(eta n).
- Worst case, noise of level 1/epsilon, printed (eta epsilon, 0): for one count with Laplacian noise of scale 1/epsilon
  the exact parameter with delta = 0 is ln(1 + rho (exp(epsilon) - 1)), rho = T/n, which is larger for 0 < rho < 1.

*Proof of the last.* Let P1, P0 be the output laws for x when the changed record is sampled and when it is not, and P1'
the one for x' when it is; P0 is that of x' too. With E = exp(epsilon), P1 <= E P1' and P1 <= E P0: the count in the
sample changes by one at most if another record takes the place of the changed one. Hence P - P' = rho (P1 - P1') is at
most rho (E-1) min(P0, P1'), and so at most rho (E-1) P'. It is attained: if x' has no vote of the type and x has one,
the sampled count is 1 with probability rho, and the ratio of the densities at every y >= 1 is 1 - rho + rho E. That is
more than exp(rho epsilon), because exp is strictly convex. QED
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from sdp_proofs.declarations import Option
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import fraction_ball, read_integer, read_rational
from sdp_proofs.papers.smoothed_dp.electorates import history
from sdp_proofs.privacy.bounds.decay_rate import decay_rate
from sdp_proofs.privacy.bounds.instance import Instance, exceeds
from sdp_proofs.privacy.bounds.published import dp_delta
from sdp_proofs.privacy.budget import Budget, sampling_draws
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
from sdp_proofs.tables.reach import beside_one_over_n, reached
from sdp_proofs.tables.shared_options import EPSILON, RATE, RECORDS
from sdp_proofs.tables.table import (
    GUARD_DIGITS,
    Axis,
    Cell,
    Row,
    Table,
    enclosure,
    exact,
    guarantee,
    text,
)

NOTIONS = ("smoothed", "worst-case", "worst-case-noise")
AXES = (
    Axis("notion", NOTIONS, Option("smoothed, worst-case, worst-case-noise.", metavar="W,W,...")),
    Axis("rate", ("0.998",), RATE),
    Axis("epsilon", ("1", "7"), EPSILON),
    Axis("records", ("100000", "500000", "155507476"), RECORDS),
)
COLUMNS = (
    text("printed", "the pair of parameters in print"),
    guarantee("parameter_epsilon", "the epsilon of the pair, computed"),
    guarantee("parameter_delta", "the delta of the pair, computed"),
    enclosure("fall", "-ln(delta)/n"),
    enclosure("decay_rate", "the limit of the fall for n to infinity at this rate T/n"),
    exact("one_over_n", "1/n"),
    text("message", "whether the delta is below 1/n"),
    text("printed_standing", "whether the printed pair holds"),
)


def _row(point: Mapping[str, str], digits: int) -> Row:
    """Compute the row of a point.

    Example:
        >>> point = {"notion": "worst-case-noise", "rate": "1/2", "epsilon": "log(3)", "records": "10"}
        >>> _row(point, 4).cells[1].rounded(4)
        '0.6931'
    """
    n, rate = read_integer(point["records"], "records"), read_rational(point["rate"], "rate")
    draws, budget = sampling_draws(n, rate=rate), Budget.read(epsilon=point["epsilon"])
    if draws >= n:
        raise DomainError(f"rate must be small enough for a vote to be lost, got {rate} of {n} votes")
    notion, proven = point["notion"], digits + GUARD_DIGITS
    if notion not in NOTIONS:
        raise DomainError(f"notion must be one of {', '.join(NOTIONS)}, got {notion!r}")
    if notion == "smoothed":
        cells = _smoothed(n, draws, budget, proven)
    elif notion == "worst-case":
        cells = _worst_case(n, draws, rate)
    else:
        cells = _with_noise(Fraction(draws, n), budget, n, proven)
    return Row(tuple(point[axis.name] for axis in AXES), cells)


def _smoothed(n: int, draws: int, budget: Budget, digits: int) -> tuple[Cell, ...]:
    smoothing = Smoothing(history(), n, draws)
    delta = smoothed_delta(smoothing, budget, digits=digits).value
    epsilon = refine(budget.epsilon.ball, digits) if budget.epsilon.as_fraction() is None else None
    rate = None
    if exceeds(budget, Fraction(1)):
        rate = reached(lambda: decay_rate(Instance.of(smoothing), budget, digits=digits).value)
    with ctx.workprec(_bits(digits)):
        fall = Enclosure(-delta.ball.log() / n) if delta.ball > 0 else None
    return (
        "(epsilon, exp(-Theta(n)))", epsilon or Enclosure.of(budget.epsilon.as_fraction()), delta, fall, rate,
        Fraction(1, n), beside_one_over_n(delta, n),
        "the limit of the fall is positive" if rate is not None else "not decided here",
    )  # fmt: skip


def _worst_case(n: int, draws: int, rate: Fraction) -> tuple[Cell, ...]:
    delta = Enclosure.of(dp_delta(n, draws))
    standing = "holds here" if delta.exact == rate else "too small by rounding: delta is ceil(eta n)/n"
    return (
        "(0, eta)", Enclosure.of(0), delta, None, None, Fraction(1, n), beside_one_over_n(delta, n), standing,
    )  # fmt: skip


def _with_noise(rate: Fraction, budget: Budget, n: int, digits: int) -> tuple[Cell, ...]:
    def compute(bits: int) -> arb:
        with ctx.workprec(bits):
            return (fraction_ball(rate) * (budget.odds.ball(bits) - 1)).log1p()

    private = exceeds(budget, Fraction(1))
    epsilon = refine(compute, digits) if private else Enclosure.of(0)
    standing = "refuted: the exact epsilon is larger than eta epsilon" if private else "holds here"
    nothing = Enclosure.of(0)
    return (
        "(eta epsilon, 0)", epsilon, nothing, None, None, Fraction(1, n), beside_one_over_n(nothing, n), standing,
    )  # fmt: skip


def _bits(digits: int) -> int:
    return 128 + 4 * digits


TABLES = (
    Table(
        "table-1",
        "smoothed_dp",
        "Smoothed and worst-case parameters of an election",
        AXES,
        COLUMNS,
        _row,
        brief=("notion", "rate", "epsilon", "records", "parameter_delta", "one_over_n"),
    ),
)
