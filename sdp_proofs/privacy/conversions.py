"""Convert a guarantee from one notion of privacy to another, in the direction that holds.

World: enclosures. `notions` has the formulas; here every implication has its parameters, its inverse where epsilon is
asked for at a delta, the claim that it rests on, and whether the ends of the enclosure meet. Where no implication is
listed none holds for all pairs of laws, and the question is refused.

*Least epsilon.* Delta falls as epsilon grows. Bisection keeps a low end at which delta is proven to be larger than the
target, and a high end at which it is proven to be at most the target: the high end is a guarantee however far it goes.

*Concentrated privacy at a delta.* Above, one order is enough, and its bound is that of Rényi privacy; the order is
chosen in floating point, which costs tightness and no validity. Below, the Gaussian pair with mu^2 = 2 rho is
concentrated, and its least epsilon is needed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from sdp_proofs.errors import DomainError, OptionsError, SizeError, UnknownNameError
from sdp_proofs.numbers.conversion import QUOTED_DIGITS, SHOWN_DIGITS, Valued, rounded_down, short_fraction
from sdp_proofs.numbers.decide import decide_less_equal, largest
from sdp_proofs.numbers.enclosure import Enclosure, check_digits, refine
from sdp_proofs.numbers.reals import (
    ExactReal,
    Readable,
    add,
    as_typed,
    multiply,
    power,
    rational,
    read_rational,
    read_real,
    shown,
    sign,
)
from sdp_proofs.privacy import notions, worst_pairs
from sdp_proofs.privacy.budget import LARGEST_EPSILON, Budget
from sdp_proofs.spelling import suggestion
from sdp_proofs.verdict import Verdict

MOST_POINTS = 1000
EXACT, ENCLOSED, UPPER = "exact", "enclosed", "upper"
"""Tell whether no better value holds, both ends are proven and need not meet, or the value is only a valid bound."""

NAMES = {
    "pure": "pure",
    "dp": "approximate",
    "rdp": "renyi",
    "zcdp": "concentrated",
    "gdp": "gaussian",
    "f-dp": "trade-off",
    "tv": "total-variation",
    "probabilistic": "probabilistic",
}
"""The notions by the names that are typed; the long ones of `notions.NOTIONS` are read, too."""
_LETTERS = {
    "pure": "epsilon",
    "dp": "epsilon",
    "rdp": "gamma",
    "zcdp": "rho",
    "gdp": "mu",
    "tv": "t",
    "f-dp": "type II error",
    "probabilistic": "epsilon",
}


class Given(NamedTuple):
    """The numbers of a question, as typed; None where one is not given."""

    value: Readable | None = None
    order: Readable | None = None
    delta: Readable | None = None
    epsilon: Readable | None = None
    alpha: Readable | None = None
    points: tuple[tuple[Fraction, Fraction], ...] | None = None

    def names(self) -> list[str]:
        """The numbers that are given."""
        return [name for name, value in self._asdict().items() if value is not None]


class Route(NamedTuple):
    """An implication between two notions.

    Args:
        ask: computes the target's number.
        needs: the numbers that it takes; of several names joined by a bar exactly one.
        standing: whether the ends of the enclosure meet.
    """

    ask: Callable[[Given, int], Enclosure]
    needs: tuple[str, ...]
    standing: str = EXACT


@dataclass(frozen=True, repr=False)
class Conversion(Valued):
    """A guarantee in the terms of another notion.

    Attributes:
        value: an enclosure of the best number that follows for all mechanisms.
        source: the notion that was given.
        target: the notion that was asked for.
        asked: the name of the number.
        given: the numbers that were given, as typed, by name.
        standing: "exact" where no better number holds, "enclosed" where the ends need not meet, "upper" where the
            number is only a valid bound.
        claim: the claim that it rests on; empty where it is the definition.
        attained: the pair of laws for which no better number holds.
    """

    value: Enclosure
    source: str
    target: str
    asked: str
    given: Mapping[str, str]
    standing: str
    claim: str
    attained: str

    @property
    def falls(self) -> bool:
        """Tell whether less is a weaker guarantee, so that it is rounded down: an error of the adversary."""
        return self.target == "f-dp"

    @property
    def direction(self) -> str:
        """The side on which the printed number is a guarantee: upper, or lower for an adversary's error."""
        return "lower" if self.falls else "upper"

    @property
    def _asked(self) -> str:
        return self.asked.replace(" ", "_")

    def _words(self, number: str) -> str:
        given = self.given
        match self.target:
            case "dp" if self.asked == "epsilon":
                return f"({number}, {given['delta']})-DP"
            case "dp":
                place = given["value"] if self.source == "probabilistic" else given.get("epsilon", "0")
                return f"({place}, {number})-DP"
            case "rdp":
                return f"({given['order']}, {number})-RDP"
            case "f-dp":
                return f"type II error >= {number} at type I error {given['alpha']}"
            case "tv":
                return f"total variation <= {number}"
            case "probabilistic":
                return f"the loss exceeds {given['epsilon']} with probability at most {number}"
        return f"{self.asked} = {number} in {self.target}"

    def headline(self, digits: int) -> str:
        """The number, rounded to where it is a valid guarantee."""
        return self.value.at_least(digits) if self.falls else self.value.at_most(digits)

    def to_quote(self, digits: int = QUOTED_DIGITS) -> str:
        """Return what may be said of it in print."""
        return self._words(self.headline(digits))

    def __float__(self) -> float:
        """The double next to it on the side where it is a guarantee."""
        return rounded_down(self.value) if self.falls else super().__float__()

    def __format__(self, specification: str) -> str:
        if not (self.falls and specification):
            return super().__format__(specification)
        from decimal import ROUND_FLOOR, localcontext

        with localcontext() as context:
            context.rounding = ROUND_FLOOR
            return format(self.value.lower or 0.0, specification)

    def __str__(self) -> str:
        sign_, known = (">=", "at most") if self.falls else ("<=", "at least")
        other = self.value.at_most if self.falls else self.value.at_least
        fraction = short_fraction(self.value)
        told = f"exactly {fraction}" if fraction is not None else f"{known} {other(SHOWN_DIGITS + 3)}"
        return f"{self.asked} {sign_} {self.headline(SHOWN_DIGITS)} ({told}); to quote: {self.to_quote()}"

    def _facts(self) -> Mapping[str, Any]:
        return {"source": self.source, "target": self.target, "direction": self.direction, "standing": self.standing}


def convert(source: str, target: str, given: Given, *, digits: int = 10) -> Conversion:
    """Convert a guarantee to another notion.

    Args:
        source: one of `NAMES`.
        target: another one.
        given: the numbers of the source, and those at which the target is asked about.
        digits: significant digits to prove, where the ends meet.

    Raises:
        UnknownNameError: no such notion.
        OptionsError: not the numbers that the implication takes.
        DomainError: no implication, no finite number, or a number outside its domain.

    Example:
        >>> found = convert("rdp", "dp", Given("0.5", order=8, delta="1e-5"))
        >>> found.to_quote(), found.standing, found.claim
        ('(1.710, 1e-5)-DP', 'exact', 'two-tangents-bound-the-profile')
    """
    check_digits(digits)
    one, other = notion_of(source), notion_of(target)
    route = ROUTES.get((one, other))
    if route is None:
        known = ", ".join(to for begin, to in ROUTES if begin == one)
        raise DomainError(f"a conversion from {one} must be to one of {known}; got {other}")
    _check(one, other, route, given)
    value = route.ask(given, digits)
    arrow = next(each for each in notions.ARROWS if (each.source, each.target) == _arrow(one, other))
    asked = _LETTERS[other]
    if other == "probabilistic" or (other == "dp" and given.delta is None) or one == "probabilistic":
        asked = "delta"
    typed = {name: _typed(getattr(given, name)) for name in given.names()}
    if given.points is not None and not _symmetric(given.points):
        return Conversion(value, one, other, asked, typed, UPPER, arrow.claim, "")
    attained = arrow.attained.removeprefix("by definition; ") if route.standing == EXACT else ""
    return Conversion(value, one, other, asked, typed, route.standing, arrow.claim, attained)


def _typed(value: Any) -> str:
    if isinstance(value, tuple):
        return "; ".join(f"{alpha},{beta}" for alpha, beta in value)
    return str(as_typed(value))


def _arrow(source: str, target: str) -> tuple[str, str]:
    """The implication of the map on which the guarantee rests."""
    through = {
        ("pure", "f-dp"): ("approximate", "trade-off"),
        ("gdp", "rdp"): ("gaussian", "concentrated"),
        ("rdp", "tv"): ("renyi", "approximate"),
        ("zcdp", "dp"): ("renyi", "approximate"),  # one order is enough
        ("zcdp", "tv"): ("renyi", "approximate"),
        ("f-dp", "tv"): ("trade-off", "approximate"),
    }
    return through.get((source, target), (NAMES[source], NAMES[target]))


def notion_of(name: str) -> str:
    """Return the short name of a notion.

    Raises:
        UnknownNameError: there is none of that name.

    Example:
        >>> notion_of("renyi"), notion_of("zCDP")
        ('rdp', 'zcdp')
    """
    spelt = name.lower().replace("_", "-")
    for short, long in NAMES.items():
        if spelt in (short, long):
            return short
    raise UnknownNameError(
        f"a notion must be one of {', '.join(NAMES)}, got {shown(name)}{suggestion(spelt, [*NAMES, *NAMES.values()])}"
    )


def _check(source: str, target: str, route: Route, given: Given) -> None:
    """Refuse numbers that the implication does not take, and the lack of one that it does."""
    names, wanted = given.names(), []
    for need in route.needs:
        options = need.split("|")
        if sum(name in options for name in names) != 1:
            wanted.append(" or ".join(options))
    allowed = {name for need in route.needs for name in need.split("|")}
    extra = [name for name in names if name not in allowed]
    if wanted or extra:
        takes = ", ".join(f"one of {need.replace('|', ' and ')}" if "|" in need else need for need in route.needs)
        raise OptionsError(
            f"a conversion from {source} to {target} must be given {takes}; got {', '.join(names) or 'nothing'}"
        )


def read_points(points: Sequence[Any]) -> tuple[tuple[Fraction, Fraction], ...]:
    """Read the corners of a trade-off function that is linear between them.

    Args:
        points: pairs of type I and type II errors, as "0.1,0.6" or pairs of numbers.

    Raises:
        DomainError: they are no decreasing convex function on [0, 1] below 1 - alpha that ends at (1, 0).

    Example:
        >>> read_points(["0,1", "1/4,1/4", "1,0"])[1]
        (Fraction(1, 4), Fraction(1, 4))
    """
    if len(points) > MOST_POINTS:
        raise SizeError(f"a trade-off must have at most {MOST_POINTS} corners, got {len(points)}")
    pairs = []
    for point in points:
        parts = point.split(",") if isinstance(point, str) else list(point)
        if len(parts) != 2:
            raise DomainError(f"a corner of a trade-off must be two numbers such as 0.1,0.6; got {shown(point)}")
        pairs.append((read_rational(parts[0], "a type I error"), read_rational(parts[1], "a type II error")))
    pairs.sort()
    corners = tuple(pairs)
    alphas = [alpha for alpha, _ in corners]
    if (
        len(set(alphas)) < len(alphas)
        or len(corners) < 2
        or alphas[0] != 0
        or corners[-1] != (Fraction(1), Fraction(0))
    ):
        raise DomainError("the corners of a trade-off must begin at a type I error of 0 and end at 1,0, each once")
    if any(not 0 <= beta <= 1 - alpha for alpha, beta in corners):
        raise DomainError("a type II error must be between 0 and 1 less the type I error")
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(corners)]
    if any(later < earlier for earlier, later in pairwise(slopes)) or max(slopes) > 0:
        raise DomainError("a trade-off must fall and be convex: its slopes must grow and end at 0 or below")
    return corners


def _symmetric(corners: tuple[tuple[Fraction, Fraction], ...]) -> bool:
    """Tell whether a trade-off is its own inverse; else that of both directions together is larger than it."""
    bends = [
        corner
        for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False)
        if (corner[1] - before[1]) * (after[0] - corner[0]) != (after[1] - corner[1]) * (corner[0] - before[0])
    ]
    falling = [corners[0], *bends, *(corners[-1:] if not bends or bends[-1][1] > 0 else ())]
    return sorted((beta, alpha) for alpha, beta in falling) == falling


def least_epsilon(profile: Callable[[Readable], Enclosure], delta: Readable, digits: int) -> Enclosure:
    """Enclose the least epsilon >= 0 at which a falling profile is at most delta > 0.

    Args:
        profile: encloses delta at an epsilon.
        delta: rational.
        digits: when to stop; the ends are proven anyhow.

    Raises:
        DomainError: delta is not in (0, 1), or no epsilon up to a million is enough.

    Example:
        >>> least_epsilon(lambda place: notions.gaussian_to_approximate(1, place), "1e-5", 6).rounded(6)
        '4.37718'
    """
    goal = _positive_delta(delta)

    def enough(place: Fraction) -> Verdict:
        return decide_less_equal(profile(place), goal)

    if enough(Fraction(0)) is Verdict.HOLDS:
        return Enclosure.of(0)
    low, high = Fraction(0), Fraction(1)
    while enough(high) is not Verdict.HOLDS:
        low, high = high if enough(high) is Verdict.FAILS else low, 2 * high
        if high > LARGEST_EPSILON:
            raise DomainError(
                f"some epsilon of at most {LARGEST_EPSILON} must be enough; got none at delta = {delta}"
            )
    while high - low > high * Fraction(1, 10 ** (digits + 1)) and high > Fraction(1, 10**40):
        middle = (low + high) / 2
        verdict = enough(middle)
        if verdict is Verdict.UNKNOWN:
            break
        low, high = (low, middle) if verdict is Verdict.HOLDS else (middle, high)
    return _spanned(Enclosure.of(low), Enclosure.of(high))


def _spanned(low: Enclosure, high: Enclosure) -> Enclosure:
    return Enclosure(low.ball.union(high.ball))


def _positive_delta(delta: Readable) -> Fraction:
    goal = read_rational(delta, "delta")
    if not 0 < goal < 1:
        raise DomainError(f"delta must be in (0, 1), as no finite epsilon has delta = 0; got {delta}")
    return goal


def _profile(of: Callable[[Given, Readable, int], Enclosure]) -> Callable[[Given, int], Enclosure]:
    """Ask a profile for delta at an epsilon, or for the least epsilon at a delta."""

    def ask(given: Given, digits: int) -> Enclosure:
        if given.epsilon is not None:
            return of(given, given.epsilon, digits)
        assert given.delta is not None
        return least_epsilon(lambda place: of(given, place, digits + 5), given.delta, digits)

    return ask


def _pure_at_delta(given: Given, digits: int) -> Enclosure:
    """Delta = (e^eps - e^at)/(e^eps + 1) solved for at: e^at = e^eps (1 - delta) - delta, or 1."""
    assert given.value is not None
    if given.epsilon is not None:
        return notions.pure_to_approximate(given.value, given.epsilon, digits=digits)
    goal = read_rational(given.delta, "delta")
    if not 0 <= goal < 1:
        raise DomainError(f"delta must be in [0, 1), got {given.delta}")
    budget = Budget.read(epsilon=given.value)
    odds = budget.rational_odds
    if goal == 0:
        return _enclosed(budget.epsilon, digits)
    if odds is not None:
        return _enclosed(Budget.read(odds=max(odds * (1 - goal) - goal, Fraction(1))).epsilon, digits)
    return least_epsilon(
        lambda place: notions.pure_to_approximate(budget.epsilon, place, digits=digits + 5), goal, digits
    )


def _concentrated(given: Given, digits: int) -> Enclosure:
    """Least delta at an epsilon, or least epsilon at a delta: see the module's docstring."""
    assert given.value is not None
    if given.epsilon is not None:
        return worst_pairs.concentrated_to_approximate(given.value, given.epsilon).delta
    goal, rho = _positive_delta(given.delta), read_real(given.value, "rho")
    if sign(rho) not in (0, 1):
        raise DomainError(f"rho must be >= 0, got {shown(given.value)}")
    if sign(rho) == 0:
        return Enclosure.of(0)
    scale = float(rho.ball(53))
    if not 1e-6 <= scale <= 1e6:
        raise DomainError("rho must be 0 or between 1e-6 and 1e6")
    order = _best_order(scale, math.log(goal.numerator) - math.log(goal.denominator))
    gamma = multiply(rational(order), rho)
    mu = power(multiply(rational(2), rho), rational(Fraction(1, 2)))

    def above(place: Readable) -> Enclosure:
        return worst_pairs.renyi_to_approximate(order, gamma, place, digits=digits + 5).delta

    def below(place: Readable) -> Enclosure:
        return notions.gaussian_to_approximate(mu, place, digits=digits + 5)

    return _spanned(least_epsilon(below, goal, digits), least_epsilon(above, goal, digits))


def _best_order(rho: float, log_delta: float) -> Fraction:
    """An order at which the bound of Rényi privacy is about least [Canonne, Kamath, Steinke 2020, Prop. 12]."""

    def epsilon(place: float) -> float:
        a = 1 + math.exp(place)
        return rho * a + (-log_delta - math.log(a - 1) + a * math.log1p(-1 / a)) / (a - 1)

    low, high = -14.0, 14.0
    for _ in range(80):
        one, two = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, two) if epsilon(one) < epsilon(two) else (one, high)
    return 1 + Fraction(math.exp(low)).limit_denominator(10**9)


def _of_the_pair(mu: Readable, order: Readable, *, digits: int) -> Enclosure:
    """The divergence of the Gaussian pair, order mu^2/2: a fraction where both are."""
    distance = read_real(mu, "mu")
    if sign(distance) not in (0, 1):
        raise DomainError(f"mu must be >= 0, got {shown(mu)}")
    return _moments_of(multiply(rational(Fraction(1, 2)), multiply(distance, distance)), order, digits)


def _moments(rho: Readable, order: Readable, *, digits: int) -> Enclosure:
    """The definition: gamma = order rho."""
    return _moments_of(read_real(rho, "rho"), order, digits)


def _chance(delta: Readable, *others: Readable, digits: int) -> Enclosure:
    """The same delta, after a look at the other numbers."""
    for other in others:
        notions.probabilistic_to_approximate(other, delta, digits=digits)
    goal = read_rational(delta, "a probability")
    if not 0 <= goal < 1:
        raise DomainError(f"a probability must be in [0, 1), got {shown(delta)}")
    return Enclosure.of(goal)


def _moments_of(bound: ExactReal, order: Readable, digits: int) -> Enclosure:
    number = read_real(order, "order")
    if sign(bound) not in (0, 1) or sign(add(number, rational(-1))) not in (0, 1):
        raise DomainError(f"rho must be >= 0 and order >= 1, got {bound} and {shown(order)}")
    return _enclosed(multiply(number, bound), digits)


def _trade_off_profile(given: Given, digits: int) -> Enclosure:
    """The largest 1 - beta - e^eps alpha over the corners, where a convex function of alpha less a line is least."""
    points = given.points or ()
    if given.epsilon is not None:
        odds = Budget.read(epsilon=given.epsilon).odds
        lines = [add(rational(1 - beta), multiply(rational(-alpha), odds)) for alpha, beta in points]
        return largest([_enclosed(line, digits) if sign(line) == 1 else Enclosure.of(0) for line in lines])
    goal = read_rational(given.delta, "delta")
    if not 0 <= goal < 1:
        raise DomainError(f"delta must be in [0, 1), got {given.delta}")
    first = 1 - points[0][1]
    if first > goal:
        raise DomainError(
            f"delta must be at least {first}, the power of a test without type I errors; got {given.delta}"
        )
    least = max([Fraction(1), *((1 - beta - goal) / alpha for alpha, beta in points if alpha)])
    return _enclosed(Budget.read(odds=least).epsilon, digits)


def _enclosed(number: ExactReal, digits: int) -> Enclosure:
    known = number.as_fraction()
    return refine(number.ball, digits) if known is None else Enclosure.of(known)


def _valued(of: Callable[..., Enclosure], *names: str) -> Callable[[Given, int], Enclosure]:
    """Ask a formula of `notions` that takes these numbers in this order."""
    return lambda given, digits: of(*(getattr(given, name) for name in names), digits=digits)


def _at_zero(of: Callable[[Given, int], Enclosure]) -> Callable[[Given, int], Enclosure]:
    """Total variation is delta at epsilon 0."""
    return lambda given, digits: of(given._replace(epsilon=0), digits)


_renyi = _profile(
    lambda given, place, digits: worst_pairs.renyi_to_approximate(given.order, given.value, place, digits=digits).delta
)
_gaussian = _profile(lambda given, place, digits: notions.gaussian_to_approximate(given.value, place, digits=digits))
_AT = "delta|epsilon"
ROUTES: Mapping[tuple[str, str], Route] = {
    ("pure", "dp"): Route(_pure_at_delta, ("value", _AT)),
    ("pure", "rdp"): Route(_valued(notions.pure_to_renyi, "value", "order"), ("value", "order")),
    ("pure", "zcdp"): Route(_valued(notions.pure_to_concentrated, "value"), ("value",)),
    ("pure", "gdp"): Route(_valued(notions.pure_to_gaussian, "value"), ("value",)),
    ("pure", "f-dp"): Route(
        lambda given, digits: notions.approximate_to_trade_off(given.value, 0, given.alpha, digits=digits),
        ("value", "alpha"),
    ),
    ("pure", "tv"): Route(_valued(notions.pure_to_total_variation, "value"), ("value",)),
    ("dp", "f-dp"): Route(
        _valued(notions.approximate_to_trade_off, "value", "delta", "alpha"), ("value", "delta", "alpha")
    ),
    ("dp", "tv"): Route(_valued(notions.approximate_to_total_variation, "value", "delta"), ("value", "delta")),
    ("dp", "probabilistic"): Route(
        _valued(notions.approximate_to_probabilistic, "value", "delta", "epsilon"), ("value", "delta", "epsilon")
    ),
    ("probabilistic", "dp"): Route(_valued(_chance, "delta", "value"), ("value", "delta")),
    ("rdp", "dp"): Route(_renyi, ("value", "order", _AT)),
    ("rdp", "tv"): Route(_at_zero(_renyi), ("value", "order")),
    ("zcdp", "dp"): Route(_concentrated, ("value", _AT), ENCLOSED),
    ("zcdp", "rdp"): Route(_valued(_moments, "value", "order"), ("value", "order")),
    ("zcdp", "tv"): Route(_at_zero(_concentrated), ("value",), ENCLOSED),
    ("gdp", "dp"): Route(_gaussian, ("value", _AT)),
    ("gdp", "rdp"): Route(_valued(_of_the_pair, "value", "order"), ("value", "order")),
    ("gdp", "zcdp"): Route(
        lambda given, digits: _of_the_pair(given.value, 1, digits=digits),
        ("value",),
    ),
    ("gdp", "f-dp"): Route(_valued(notions.gaussian_to_trade_off, "value", "alpha"), ("value", "alpha")),
    ("gdp", "tv"): Route(_valued(notions.gaussian_to_total_variation, "value"), ("value",)),
    ("tv", "dp"): Route(_valued(_chance, "value"), ("value",)),
    ("f-dp", "dp"): Route(_trade_off_profile, ("points", _AT)),
    ("f-dp", "tv"): Route(_at_zero(_trade_off_profile), ("points",)),
}
"""The implications, by the notions that they lead from and to."""
