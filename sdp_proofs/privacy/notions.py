"""Convert between notions of privacy: the best constant, and the pair of laws that attains it.

World: enclosures. For every ordered pair of neighbouring laws (P, Q) let R = dP/dQ and L = ln R.

* *pure*: L <= eps, both ways. *approximate*: the profile H(e^eps) <= delta. *probabilistic*: P(L > eps) <= delta.
* *Rényi* of order a > 1: ln E_Q[R^a]/(a-1) <= gamma. *concentrated*: that is at most a rho at every a > 1.
* *Gaussian*: no test tells P from Q better than normal laws at distance mu. *total variation*: H(1) <= t.
* *Trade-off* f: no test with the type I error alpha has a type II error below f(alpha).

Where R lies in [e^-eps, e^eps] and has mean 1 under Q, a convex function of R has its largest mean on the two ends,
that is for randomized response (the chord): this is what pure privacy says of Rényi, approximate privacy and total
variation. Of Gaussian privacy: the trade-off of randomized response has one corner, at alpha = beta = 1/(1+e^eps),
and a convex curve through that corner, (0, 1) and (1, 0) lies below it elsewhere.

What a bound on Rényi divergences says of approximate privacy is `worst_pairs`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import (
    ExactReal,
    Readable,
    add,
    exponential,
    multiply,
    rational,
    read_rational,
    read_real,
    shown,
    sign,
)
from sdp_proofs.privacy.worst_pairs import renyi_divergence

NOTIONS = (
    ("pure", r"pure $\epsilon$"),
    ("approximate", r"approximate $(\epsilon, \delta)$"),
    ("probabilistic", r"probabilistic $(\epsilon, \delta)$"),
    ("renyi", r"Rényi $(\alpha, \gamma)$"),
    ("concentrated", r"concentrated $\rho$"),
    ("gaussian", r"Gaussian $\mu$"),
    ("trade-off", r"trade-off $f$"),
    ("total-variation", r"total variation $t$"),
)
"""The nodes: names, and what the picture calls them."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """An implication.

    Args:
        source: a notion.
        target: another one.
        constant: what the source says in the parameters of the target, as TeX.
        claim: the id of the claim that proves it; empty where it is the definition.
        attained: the pair of laws for which nothing less holds; empty where it is only an upper bound.
    """

    source: str
    target: str
    constant: str
    claim: str
    attained: str = ""


_RESPONSE = "randomized response"
_GAUSS = "the Gaussian mechanism"
ARROWS = (
    Arrow("pure", "approximate", r"$\frac{e^\epsilon - e^{\epsilon'}}{e^\epsilon + 1}$",
          "pure-privacy-at-a-smaller-epsilon", _RESPONSE),
    Arrow("pure", "total-variation", r"$\tanh(\epsilon/2)$", "pure-privacy-at-a-smaller-epsilon", _RESPONSE),
    Arrow("pure", "gaussian", r"$-2\Phi^{-1}\left(\frac{1}{1 + e^\epsilon}\right)$",
          "pure-privacy-has-the-trade-off-of-a-gaussian-at-its-corner", _RESPONSE),
    Arrow("pure", "renyi", r"$\frac{1}{\alpha-1}\ln\frac{e^{\alpha\epsilon} + e^{(1-\alpha)\epsilon}}{e^\epsilon + 1}$",
          "pure-privacy-and-convex-functions-of-the-ratio", _RESPONSE),
    Arrow("pure", "concentrated", r"$\epsilon\tanh(\epsilon/2)$", "pure-privacy-is-concentrated",
          "randomized response as the order tends to 1"),
    Arrow("probabilistic", "approximate", r"$(\epsilon, \delta)$", "bounded-losses-give-approximate-privacy",
          "infinite losses with probability delta"),
    Arrow("approximate", "probabilistic", r"$\frac{\delta}{1 - e^{\epsilon - \epsilon'}}$",
          "approximate-privacy-and-rare-large-losses",
          "losses just above the larger epsilon, in the limit, up to a probability of e^eps'/(1 + e^eps')"),
    Arrow("approximate", "total-variation", r"$\delta + (1-\delta)\tanh(\epsilon/2)$",
          "approximate-privacy-and-total-variation", "telling with probability delta, else randomized response"),
    Arrow("renyi", "approximate", r"$\max\, p - e^\epsilon q$ on two outputs", "two-tangents-bound-the-profile",
          "two outputs: a rare large loss, or randomized response"),
    Arrow("concentrated", "renyi", r"$\alpha\rho$", "", "by definition; the Gaussian mechanism"),
    Arrow("concentrated", "approximate", r"$\max\, p - e^\epsilon q$ on two outputs",
          "finitely-many-orders-show-that-a-pair-is-concentrated", "two outputs that every order allows"),
    Arrow("gaussian", "concentrated", r"$\mu^2/2$", "gaussian-privacy-has-the-moments-of-its-pair", _GAUSS),
    Arrow("gaussian", "approximate",
          r"$\Phi(\frac{\mu}{2}-\frac{\epsilon}{\mu}) - e^\epsilon\Phi(-\frac{\mu}{2}-\frac{\epsilon}{\mu})$",
          "the-event-of-the-gaussian-pair", _GAUSS),
    Arrow("gaussian", "total-variation", r"$2\Phi(\mu/2) - 1$", "the-event-of-the-gaussian-pair", _GAUSS),
    Arrow("total-variation", "approximate", r"$(0, t)$", "", "telling with probability t"),
    Arrow("gaussian", "trade-off", r"$\Phi(\Phi^{-1}(1-\alpha) - \mu)$", "", "by definition; the Gaussian mechanism"),
    Arrow("trade-off", "approximate", r"$\max_\alpha 1 - f(\alpha) - e^\epsilon\alpha$", "a-trade-off-is-a-profile",
          "the pair of laws whose trade-off is f"),
    Arrow("approximate", "trade-off", r"$\max(0, 1-\delta-e^\epsilon\alpha, e^{-\epsilon}(1-\delta-\alpha))$",
          "approximate-privacy-is-a-trade-off", "telling with probability delta, else randomized response"),
)  # fmt: skip
"""Implications that hold for all pairs of laws. Where there is none, none holds: an output that tells with a small
probability is approximately private and has infinite Rényi divergence of every order."""


def pure_to_approximate(epsilon: Readable, at: Readable, *, digits: int = 10) -> Enclosure:
    """Delta at a smaller epsilon: (e^eps - e^at)/(e^eps + 1), attained by randomized response; 0 from eps on.

    Example:
        >>> pure_to_approximate("log(3)", 0).rounded(6)
        '0.5'
    """
    whole, place = _nonnegative(epsilon, "epsilon"), _nonnegative(at, "the other epsilon")
    # Logarithms of one rational are told to be equal by their exponentials, rationals by themselves.
    if any(sign(gap) in (-1, 0) for gap in (_minus(whole, place), _minus(exponential(whole), exponential(place)))):
        return Enclosure.of(0)
    return _value(lambda: (_exp(whole) - _exp(place)) / (_exp(whole) + 1), digits)


def pure_to_total_variation(epsilon: Readable, *, digits: int = 10) -> Enclosure:
    """Return tanh(eps/2), attained by randomized response.

    Example:
        >>> pure_to_total_variation("log(3)").rounded(6)
        '0.5'
    """
    whole = _nonnegative(epsilon, "epsilon")
    return _value(lambda: arb.tanh(_ball(whole) / 2), digits)


def pure_to_renyi(epsilon: Readable, order: Readable, *, digits: int = 10) -> Enclosure:
    """Return ln((e^(a eps) + e^((1-a) eps))/(e^eps + 1))/(a-1), of randomized response [Mironov 2017, Prop. 5].

    Example:
        >>> pure_to_renyi("log(3)", 2).rounded(6)  # ln((9 + 1/3)/4)
        '0.847298'
    """
    whole, power = _nonnegative(epsilon, "epsilon"), _order(order)

    def value() -> arb:
        loss, a = whole.ball(ctx.prec), power.ball(ctx.prec)
        return (((a * loss).exp() + ((1 - a) * loss).exp()) / (loss.exp() + 1)).log() / (a - 1)

    return _value(value, digits)


def pure_to_concentrated(epsilon: Readable, *, digits: int = 10) -> Enclosure:
    """Rho = eps tanh(eps/2), attained by randomized response as the order tends to 1: its relative entropy.

    It is at most eps^2/2 [Bun, Steinke 2016, Prop. 4], the best multiple of eps^2, in the limit of small eps.

    Raises:
        DomainError: epsilon < 0.

    Example:
        >>> pure_to_concentrated("log(3)").rounded(6)  # 3/4 ln 3 + 1/4 ln(1/3)
        '0.549306'
    """
    whole = _nonnegative(epsilon, "epsilon")
    return _value(lambda: _ball(whole) * (_ball(whole) / 2).tanh(), digits)


def pure_to_gaussian(epsilon: Readable, *, digits: int = 10) -> Enclosure:
    """Mu = -2 Phi^-1(1/(1 + e^eps)), attained by randomized response at its corner.

    Example:
        >>> pure_to_gaussian(1).rounded(6)
        '1.23204'
    """
    whole = _nonnegative(epsilon, "epsilon")
    # Phi(-mu/2) = 1/(1 + e^eps), that is erf(mu/(2 sqrt 2)) = tanh(eps/2).
    return _value(lambda: 2 * arb(2).sqrt() * (whole.ball(ctx.prec) / 2).tanh().erfinv(), digits)


def approximate_to_total_variation(epsilon: Readable, delta: Readable, *, digits: int = 10) -> Enclosure:
    """Delta + (1 - delta) tanh(eps/2), attained by telling with probability delta, else randomized response.

    Example:
        >>> approximate_to_total_variation("log(3)", "1/10").rounded(6)
        '0.55'
    """
    whole, chance = _nonnegative(epsilon, "epsilon"), _chance(delta)
    return _value(lambda: 1 - (1 - _ball(chance)) * 2 / (_exp(whole) + 1), digits)


def approximate_to_trade_off(epsilon: Readable, delta: Readable, alpha: Readable, *, digits: int = 10) -> Enclosure:
    """The least type II error at the type I error alpha: max(0, 1 - delta - e^eps alpha, e^-eps (1 - delta - alpha)).

    Attained at every alpha by telling with probability delta, else randomized response [Dong, Roth, Su 2022].

    Example:
        >>> approximate_to_trade_off("log(3)", "1/10", "1/20").rounded(6)
        '0.75'
    """
    whole, chance, size = _nonnegative(epsilon, "epsilon"), _chance(delta), _size(alpha)
    rest = _minus(rational(1), chance)
    if sign(_minus(rest, size)) != 1:
        return Enclosure.of(0)
    left = _minus(rest, size)
    return _value(lambda: (_ball(rest) - _exp(whole) * _ball(size)).max(_ball(left) / _exp(whole)), digits)


def gaussian_to_trade_off(mu: Readable, alpha: Readable, *, digits: int = 10) -> Enclosure:
    """Return Phi(Phi^-1(1 - alpha) - mu), by definition: the trade-off of the Gaussian mechanism.

    Example:
        >>> gaussian_to_trade_off(1, "1/20").rounded(4)
        '0.7405'
    """
    distance, size, root = _nonnegative(mu, "mu"), _size(alpha), arb(2)
    # Phi^-1(1 - alpha) is sqrt 2 times the inverse of erf at 1 - 2 alpha.
    return _value(lambda: (_ball(distance) / root.sqrt() - (1 - 2 * _ball(size)).erfinv()).erfc() / 2, digits)


def approximate_to_probabilistic(epsilon: Readable, delta: Readable, at: Readable, *, digits: int = 10) -> Enclosure:
    """Bound P(L > at) by delta/(1 - e^(eps - at)) for at > eps, or a smaller bound from the other direction, or one.

    Attained in the limit, by a ratio just above e^at. With E and F for the odds of eps and at, the other direction says
    (delta + E - 1)/(E - 1/F), which is the smaller bound beyond F/(F + 1) (claim
    `approximate-privacy-and-rare-large-losses`). At eps itself nothing follows from the first: losses may all be a
    little above eps, with probability one half and more.

    Raises:
        DomainError: at <= eps.

    Example:
        >>> approximate_to_probabilistic(0, "1/100", "log(2)").rounded(3)
        '0.02'
        >>> approximate_to_probabilistic("log(2)", "3/10", "log(3)").rounded(3)  # the first alone: 0.9
        '0.78'
    """
    whole, chance, place = _nonnegative(epsilon, "epsilon"), _chance(delta), read_real(at, "the other epsilon")
    gap = _minus(whole, place)
    if sign(gap) != -1:
        raise DomainError(f"the other epsilon must be larger, got {shown(at)}")

    def value() -> arb:
        odds, rest = _exp(whole), _exp(_minus(rational(0), place))
        return (_ball(chance) / (1 - _exp(gap))).min((_ball(chance) + odds - 1) / (odds - rest)).min(arb(1))

    return _value(value, digits)


def probabilistic_to_approximate(epsilon: Readable, delta: Readable, *, digits: int = 10) -> Enclosure:
    """The same delta at the same epsilon, attained where losses above eps are infinite.

    Example:
        >>> probabilistic_to_approximate(1, "1/100").rounded(3)
        '0.01'
    """
    _nonnegative(epsilon, "epsilon")
    chance = _chance(delta)
    return _value(lambda: _ball(chance), digits)


def renyi_to_approximate_upper(order: Readable, gamma: Readable, at: Readable, *, digits: int = 10) -> Enclosure:
    """Delta <= e^((a-1)(gamma - at)) (1 - 1/a)^a/(a - 1), or one [Canonne, Kamath, Steinke 2020, Prop. 12].

    World: an enclosure of an upper bound: (x - c)_+ <= x^a c^(1-a) (1 - 1/a)^a/(a - 1), with contact at one x. Not
    attained: `renyi_to_approximate` is the least delta, with the pair that has it.

    Example:
        >>> renyi_to_approximate_upper(2, "1/10", 1).rounded(4)
        '0.1016'
    """
    power, bound, place = _order(order), _nonnegative(gamma, "gamma"), _nonnegative(at, "epsilon")

    def value() -> arb:
        a, excess = power.ball(ctx.prec), _minus(bound, place).ball(ctx.prec)
        return (((a - 1) * excess).exp() * (1 - 1 / a) ** a / (a - 1)).min(arb(1))

    return _value(value, digits)


def renyi_to_approximate_attained(order: Readable, at: Readable, first: Readable, second: Readable) -> tuple[arb, arb]:
    """Gamma and delta of the pair of laws on two outputs with probabilities first under P and second under Q.

    Data processing: the best event of any pair with that gamma has probabilities p, q whose two-output pair has no
    larger gamma, so the best delta is the largest of p - e^eps q over these two-output pairs.

    Example:
        >>> gamma, delta = renyi_to_approximate_attained(2, 0, "3/4", "1/4")
        >>> gamma.str(5, radius=False), delta.str(5, radius=False)
        ('0.84730', '0.50000')
    """
    power, place = _order(order), _nonnegative(at, "epsilon")
    p, q = read_rational(first, "a probability"), read_rational(second, "a probability")
    if not (0 < p < 1 and 0 < q < 1):
        raise DomainError(f"probabilities must be strictly between 0 and 1, got {first} and {second}")
    with ctx.workprec(128):
        a, left, right = power.ball(128), _ball(rational(p)), _ball(rational(q))
        return renyi_divergence(a, left, right), (left - _exp(place) * right).max(arb(0))


def concentrated_to_approximate_upper(rho: Readable, delta: Readable, *, digits: int = 10) -> Enclosure:
    """Epsilon = rho + 2 sqrt(rho ln(1/delta)) is enough [Bun, Steinke 2016, Prop. 3]. World: of an upper bound.

    `concentrated_to_approximate` encloses the least delta, with a pair that nearly has it.

    Example:
        >>> concentrated_to_approximate_upper("1/2", "1e-5").rounded(5)
        '5.2985'
    """
    bound, chance = _nonnegative(rho, "rho"), _chance(delta)
    if sign(chance) == 0:
        raise DomainError("delta must be > 0, got 0")
    return _value(lambda: _ball(bound) + 2 * (-_ball(bound) * _ball(chance).log()).sqrt(), digits)


def gaussian_to_concentrated(mu: Readable, *, digits: int = 10) -> Enclosure:
    """Rho = mu^2/2, attained by the Gaussian mechanism at every order.

    Example:
        >>> gaussian_to_concentrated(2).rounded(3)
        '2'
    """
    return gaussian_to_renyi(mu, 1, digits=digits)


def gaussian_to_renyi(mu: Readable, order: Readable, *, digits: int = 10) -> Enclosure:
    """Gamma = a mu^2/2, attained by the Gaussian mechanism.

    Example:
        >>> gaussian_to_renyi(1, 3).rounded(3)
        '1.5'
    """
    distance, power = _nonnegative(mu, "mu"), _nonnegative(order, "order")
    return _value(lambda: _ball(power) * _ball(distance) ** 2 / 2, digits)


def gaussian_to_approximate(mu: Readable, at: Readable, *, digits: int = 10) -> Enclosure:
    """Delta = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu), attained by the Gaussian mechanism [Dong, Roth, Su 2022].

    Example:
        >>> gaussian_to_approximate(1, 7, digits=6).rounded(6)
        '5.16763e-12'
    """
    distance, place = _nonnegative(mu, "mu"), _nonnegative(at, "epsilon")
    if sign(distance) == 0:
        return Enclosure.of(0)

    def value() -> arb:
        step, loss, root = _ball(distance), _ball(place), arb(2).sqrt()
        first = ((loss / step - step / 2) / root).erfc()
        return (first - loss.exp() * ((loss / step + step / 2) / root).erfc()) / 2

    return _value(value, digits)


def gaussian_to_total_variation(mu: Readable, *, digits: int = 10) -> Enclosure:
    """Return 2 Phi(mu/2) - 1, attained by the Gaussian mechanism.

    Example:
        >>> gaussian_to_total_variation(1).rounded(6)
        '0.382925'
    """
    distance = _nonnegative(mu, "mu")
    return _value(lambda: arb.erf(_ball(distance) / (2 * arb(2).sqrt())), digits)


def total_variation_to_approximate(variation: Readable, *, digits: int = 10) -> Enclosure:
    """Delta = t at epsilon 0, by definition; and at no epsilon less, attained by telling with probability t.

    Example:
        >>> total_variation_to_approximate("1/3").rounded(3)
        '0.333'
    """
    chance = _chance(variation)
    return _value(lambda: _ball(chance), digits)


def _value(value: Callable[[], arb], digits: int) -> Enclosure:
    def ball(bits: int) -> arb:
        with ctx.workprec(bits):
            return value()

    return refine(ball, digits)


def _ball(number: ExactReal) -> arb:
    return number.ball(ctx.prec)


def _exp(number: ExactReal) -> arb:
    return exponential(number).ball(ctx.prec)


def _minus(left: ExactReal, right: ExactReal) -> ExactReal:
    return add(left, multiply(rational(-1), right))


def _nonnegative(value: Readable, name: str) -> ExactReal:
    number = read_real(value, name)
    if sign(number) not in (0, 1):
        raise DomainError(f"{name} must be >= 0, got {shown(value)}")
    return number


def _order(value: Readable) -> ExactReal:
    number = read_real(value, "order")
    if sign(_minus(number, rational(1))) != 1:
        raise DomainError(f"order must be > 1, got {shown(value)}")
    return number


def _size(value: Readable) -> ExactReal:
    number = read_rational(value, "alpha")
    if not 0 < number < 1:
        raise DomainError(f"alpha must be between 0 and 1, both excluded, got {shown(value)}")
    return rational(number)


def _chance(value: Readable) -> ExactReal:
    number = read_rational(value, "delta")
    if not 0 <= number < 1:
        raise DomainError(f"delta must be in [0, 1), got {shown(value)}")
    return rational(number)
