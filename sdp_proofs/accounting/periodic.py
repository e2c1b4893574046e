"""delta of a composition whose losses lie on a lattice: the inversion over one period, with nothing to cut off.

World: enclosure. Let all losses of one step be l_j = l_0 + j u for integers j, so those of T steps s_n = T l_0 + n u.
With N frequencies h = 2 pi/(N u) apart, w_j = p_j e^(c l_j) and zeta = e^(2 pi i/N) the moment generating function on
the line is

    M(c + ikh) = (turn of T l_0) W(k)^T,    W(k) = sum over j of w_j zeta^(jk),

and W has the period N. The finite part of delta is a sum over the lattice points from the first one beyond epsilon,
n_0: sum of P(n) (1 - e^(eps - s_n)). Two geometric series and the orthogonality of the powers of zeta give, exactly,

    (1/N) sum over 0 <= k < N of W(k)^T zeta^(-k n_0) e^(-c s) (1/(1 - a zeta^(-k)) - e^(eps - s)/(1 - b zeta^(-k)))
        = sum over all integers m of delta_fin(eps + m Lam) e^(c m Lam),    Lam = N u,

where s = s_(n_0), a = e^(-cu), b = e^(-(c+1)u): the same aliases >= 0 as those of `inversion`, bounded in the same way.
Terms k and N - k are conjugate. Where a ball does not decide n_0 the smaller number is taken; a point within the ball
of epsilon then adds at most e^(2 rad) - 1 times its tilted mass, which is at most M(c) e^(-cs).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from sdp_proofs.accounting.contour import Contour
from sdp_proofs.accounting.inversion import MOST_FREQUENCIES, Inversion, Steps
from sdp_proofs.accounting.lemmas import lattice_points_beyond_epsilon_are_geometric_series
from sdp_proofs.accounting.loss import Cells, LatticeLoss
from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.balls import acb, arb, ctx


def line_of(steps: Steps, contour: Contour, digits: int) -> Inversion:
    """The inversion over one period where that is possible, else the one along the whole line."""
    if len(steps) == 1:
        loss = steps[0][0]
        with ctx.workprec(64):
            if isinstance(loss, LatticeLoss) and loss.cells(contour.real) is not None:
                return Periodic(tuple(steps), contour, digits)
    return Inversion(tuple(steps), contour, digits)


@dataclass(frozen=True)
class Periodic(Inversion):
    """The sum over one period; one kind of step.

    Example:
        >>> from sdp_proofs.accounting.contour import for_epsilon
        >>> from sdp_proofs.accounting.inversion import slopes
        >>> from sdp_proofs.accounting.simple_losses import FiniteLoss
        >>> two = FiniteLoss(lambda bits: [(-arb(2).log(), arb(1) / 3), (arb(2).log(), arb(2) / 3)], indices=(0, 1))
        >>> steps = [(two, 3)]
        >>> line = Periodic(tuple(steps), for_epsilon(lambda real: slopes(steps, real), 0.7), 15)
        >>> line.delta(arb(2).log()).str(12, radius=False)  # 2/9
        '0.222222222222'
    """

    def expected_cost(self) -> float:
        """The number of frequencies (estimate); infinite where there would be too many."""
        try:
            return math.inf if self._points > 2 * MOST_FREQUENCIES else self._points / 2
        except (ArithmeticError, ValueError):
            return math.inf

    def middle(self, epsilon: arb) -> tuple[arb, arb]:
        """See `Inversion`."""
        with ctx.workprec(self.bits):
            value, slope, _ = self._sums(epsilon)
            return value, slope

    def _parts(self, epsilon: arb) -> tuple[arb, arb, arb]:
        value, _, around = self._sums(epsilon)
        above = self._alias(epsilon, upwards=True) + self._alias(epsilon, upwards=False)
        return value, arb(above.upper()), around

    def _sums(self, epsilon: arb) -> tuple[arb, arb, arb]:
        """The sum, its derivative in epsilon, and what points within the ball of epsilon may add."""
        count, real, points = self.steps[0][1], arb(self.contour.real), self._points
        cells = self._cells
        lattice_points_beyond_epsilon_are_geometric_series(cells.unit, self.contour.real)
        start = cells.first * count
        place = (epsilon - start) / cells.unit
        lower = place.lower().floor().unique_fmpz()
        # At most one point may lie within the ball of epsilon: the first one that is taken.
        if lower is None or not place.rad() < 0.25:
            raise PrecisionError("the first lattice point beyond epsilon could not be told")
        index = int(lower) + 1
        near = start + cells.unit * index
        falls, rises = (-real * cells.unit).exp(), (-(real + 1) * cells.unit).exp()
        first = second = arb(0)
        for k, coefficient in enumerate(self._coefficients):
            turned = coefficient * _root(-k * index, points)
            back = _root(-k, points)
            weight = 1 if 2 * k in (0, points) else 2
            first += weight * (turned / (1 - back * falls)).real
            second += weight * (turned / (1 - back * rises)).real
        scale = (-real * near).exp() / points
        second *= (epsilon - near).exp()
        slack = self._moment(self.contour.real) * (-real * near).exp() * (4 * arb((epsilon - near).rad())).expm1()
        return (first - second) * scale, -second * scale, arb(slack.upper())

    @cached_property
    def _cells(self) -> Cells:
        loss = self.steps[0][0]
        assert isinstance(loss, LatticeLoss)
        with ctx.workprec(self.bits):
            cells = loss.cells(self.contour.real)
        assert cells is not None
        return cells

    @cached_property
    def _points(self) -> int:
        """N: the least number of frequencies whose period is as long as that of the step along the whole line."""
        return max(2, math.ceil(2 * math.pi / (self._step * float(self._cells.unit))))

    @property
    def _period(self) -> arb:
        """Lam."""
        return self._cells.unit * self._points

    @cached_property
    def _coefficients(self) -> list[acb]:
        """W(k)^T for 0 <= k <= N/2."""
        points, count = self._points, self.steps[0][1]
        if points > 2 * MOST_FREQUENCIES:
            raise PrecisionError("the inversion over one period would take too many frequencies")
        with ctx.workprec(self.bits):
            cells = self._cells
            slack = acb(arb(0, cells.rest), arb(0, cells.rest))
            row = [acb(0)] * points  # zeta^points = 1
            for index, weight in cells.weights:
                row[index % points] += weight
            sums = acb.dft(row)[: points // 2 + 1]  # of conjugate powers, so conjugate as the weights are real
            return [(value.conjugate() + slack) ** count for value in sums]


def _root(power: int, points: int) -> acb:
    """e^(2 pi i power/points)."""
    angle = 2 * arb.pi() * (power % points) / points
    sine, cosine = angle.sin_cos()
    return acb(cosine, sine)

