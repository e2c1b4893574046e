"""What is proven about the smoothed delta of quantised SGD at every n: a lower and an upper bound, far apart.

*Below.* Let no record of x be at an end of the grid, say the highest level, and let x' have one record there instead
of another. The T largest values of x' have a sum that no sample of x reaches, and some sample takes them, so d(x', x)
is at least 1/C(n,T), whatever epsilon. If all records follow one source, that is so with probability (1 - p)^n at
least, p the probability of that level: delta_SDP >= (1 - p)^n / C(n,T).

*Above.* Let every level occur m times at least, m > T, and x' have w in the place of v. Every sample of x' that takes
the changed record becomes one of the same sum without it if that record is exchanged for another of value w; there
are m - T + 1 of these or more, and each such sample arises T times at most. So P'(s) <= (1 + T/(m - T + 1)) P(s), and
with one record of value v less in x the other direction has T/(m - T). If exp(epsilon) (m - T) >= m, delta(x) is
zero. Otherwise it is at most T/n, and some level occurs less than T/(1 - exp(-epsilon)) times, which has a
probability below 256 exp(-n KL) [Chernoff, for the least probability of a level over all sources].

Since ln C(n,T) is of the order sqrt(n) ln n for T = sqrt(n), both bounds have the same rate for n to infinity:
delta_SDP is exponentially small in the limit, with the rate -ln(1 - p), p the least probability of an end level, if
it is the least of all, and for every epsilon. That limit is not what a figure of some hundred records shows.
"""

from __future__ import annotations

from sdp_proofs.errors import DomainError
from sdp_proofs.experiments.quantised_sgd import HIGH, LOW, Setting, batch_size
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.privacy.budget import Budget

_BITS = 256


def rarest_end(setting: Setting) -> Enclosure:
    """The least probability of an end level over the sources.

    Example:
        >>> from sdp_proofs.experiments.quantised_sgd import FIGURE_2
        >>> rarest_end(FIGURE_2).rounded(4)
        '5.874e-10'
    """
    return _least([end for source in setting.sources for end in source.law().probabilities[:: HIGH - LOW]])


def log_lower_bound(setting: Setting, records: int) -> Enclosure:
    """The logarithm of a proven lower bound of delta_SDP, for every epsilon, with a batch of round(sqrt(n)) records.

    World: enclosure of the bound.

    Raises:
        DomainError: fewer than two records.

    Example:
        >>> from sdp_proofs.experiments.quantised_sgd import FIGURE_2
        >>> log_lower_bound(FIGURE_2, 10**6).rounded(6)
        '-7902.88'
    """
    draws = _checked(records)
    with ctx.workprec(_BITS):
        samples = _log_factorial(records) - _log_factorial(draws) - _log_factorial(records - draws)
        return Enclosure(records * (1 - rarest_end(setting).ball).log() - samples)


def log_upper_bound(setting: Setting, records: int, budget: Budget) -> Enclosure:
    """The logarithm of a proven upper bound of delta_SDP, at most ln(T/n).

    World: enclosure of the bound.

    Raises:
        DomainError: fewer than two records, or epsilon = 0.

    Example:
        >>> from sdp_proofs.experiments.quantised_sgd import FIGURE_2
        >>> log_upper_bound(FIGURE_2, 10**6, Budget.read(epsilon=1)).rounded(6)
        '-6.90776'
    """
    draws = _checked(records)
    least = _least([share for source in setting.sources for share in source.law().probabilities]).ball
    with ctx.workprec(_BITS):
        odds = budget.odds.ball(_BITS)
        if not odds > 1:
            raise DomainError("epsilon must be > 0, got 0")
        trivial = (arb(draws) / records).log()
        level = draws / (1 - 1 / odds) / records
        if not level < least:
            return Enclosure(trivial)
        divergence = level * (level / least).log() + (1 - level) * ((1 - level) / (1 - least)).log()
        bound = trivial + arb(HIGH - LOW + 1).log() - records * divergence
        return Enclosure(bound.min(trivial))


def _log_factorial(number: int) -> arb:
    return (arb(number) + 1).lgamma()


def _least(values: list[Enclosure]) -> Enclosure:
    least = values[0].ball
    with ctx.workprec(_BITS):
        for value in values[1:]:
            least = least.min(value.ball)
    return Enclosure(least)


def _checked(records: int) -> int:
    if records < 2:
        raise DomainError(f"records must be >= 2, got {records}")
    return batch_size(records)
