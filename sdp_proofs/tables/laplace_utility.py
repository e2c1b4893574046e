"""The error of K answers with Laplace noise of scale sensitivity/epsilon, exactly, and the bound by a union.

The bound: with probability at least 1 - beta no answer is off by more than ln(K/beta) sensitivity/epsilon. It holds,
with equality of its tail at K = 1; the exact quantile is -ln(1 - (1-beta)^(1/K)) times the scale, as the K sizes are
independent.
"""

from __future__ import annotations

from collections.abc import Mapping

from sdp_proofs.accounting.continuous_noise import Laplace
from sdp_proofs.accounting.release_fields import positive
from sdp_proofs.answering.errors import L1, MAXIMUM, Errors, read_answers, read_beta
from sdp_proofs.declarations import Option
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import refine
from sdp_proofs.numbers.reals import fraction_ball, logarithm, multiply, power, rational
from sdp_proofs.tables.shared_options import EPSILON
from sdp_proofs.tables.table import GUARD_DIGITS, Axis, Row, Table, enclosure, guarantee, upper

AXES = (
    Axis("answers", ("1", "8", "100", "10000"), Option("Numbers of noisy answers.", metavar="K,K,...")),
    Axis("sensitivity", ("1",), Option("l1 sensitivities.", metavar="S,S,...")),
    Axis("epsilon", ("0.1", "1"), EPSILON),
    Axis("beta", ("0.05",), Option("Probabilities of a larger error.", metavar="B,B,...")),
)
COLUMNS = (
    guarantee("scale", "of the noise: sensitivity/epsilon"),
    guarantee("mean_l1", "the expected l1 error"),
    guarantee("quantile_l1", "the l1 error that is exceeded with probability beta"),
    guarantee("mean_largest", "the expected l-infinity error"),
    guarantee("quantile_largest", "the l-infinity error that is exceeded with probability beta"),
    upper("union_bound", "ln(answers/beta) sensitivity/epsilon"),
    enclosure("beyond_union_bound", "the probability of a larger l-infinity error than that, at most beta"),
)


def _row(point: Mapping[str, str], digits: int) -> Row:
    """Compute the row of a point.

    Example:
        >>> row = _row({"answers": "10000", "sensitivity": "1", "epsilon": "1", "beta": "0.05"}, 5)
        >>> [cell.rounded(5) for cell in row.cells]
        ['1', '10000', '10165', '9.7876', '12.181', '12.206', '0.048771']
    """
    proven = digits + GUARD_DIGITS
    count, beta = read_answers(point["answers"]), read_beta(point["beta"])
    epsilon = positive(point["epsilon"], "epsilon")
    scale = multiply(positive(point["sensitivity"], "sensitivity"), power(epsilon, rational(-1)))
    errors = Errors(Laplace(scale), count)
    bound = multiply(scale, logarithm(rational(count / beta)))

    def beyond(bits: int) -> arb:
        with ctx.workprec(bits):
            return -(count * (-fraction_ball(beta / count)).log1p()).expm1()

    cells = (
        refine(scale.ball, proven),
        errors.mean(L1, digits=proven),
        errors.quantile(L1, beta, digits=proven),
        errors.mean(MAXIMUM, digits=proven),
        errors.quantile(MAXIMUM, beta, digits=proven),
        refine(bound.ball, proven),
        refine(beyond, proven),
    )
    return Row(tuple(point[axis.name] for axis in AXES), cells)


TABLES = (
    Table(
        "laplace-utility",
        "dp_lecture",
        "How far off answers with Laplace noise are",
        AXES,
        COLUMNS,
        _row,
        brief=("answers", "epsilon", "scale", "mean_largest", "quantile_largest", "union_bound"),
    ),
)
