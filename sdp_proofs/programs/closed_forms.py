"""Probabilities as exact rational functions of the noise ratio r = e^(-unit), for noise on the integers.

On a path the noises that are joined by a condition form *stars*: each is compared with one of them, the hub t, as the
queries of the sparse vector technique are with the threshold. Given t, a noise x lies between ends that are linear in
t, and its mass is a sum of terms c r^(m t), once t is beyond the constants of the program:

    geometric    P(x >= k) = a^k / (1 + a) for k >= 1, 1 - a^(1 - k) / (1 + a) for k <= 0,    a = r^units
    exponential  P(x >= k) = a^max(k, 0)

The sum over t has finitely many values near 0, each a polynomial in r over powers of 1 - r^m, and two geometric series.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import gcd, inf, lcm
from typing import Any

from sdp_proofs.programs.laws import Condition, Interval, Unit, conditions, cut, weight
from sdp_proofs.programs.paths import Noise, Path
from sdp_proofs.programs.values import Linear

MOST_VALUES = 2_000
"""Values of a hub that are listed."""
MOST_FORMS = 400
"""Probabilities that are compared for every r."""
Polynomial = dict[int, Fraction]
"""Coefficients by exponent, none of them zero; exponents may be negative."""


class NoClosedForm(Exception):
    """The noises of a path are joined in another way than as stars, or are continuous."""


@dataclass(frozen=True)
class Ratio:
    """A rational function of r: a polynomial over a product of powers of 1 - r^m.

    Attributes:
        above: the coefficients of the numerator, by exponent.
        below: how often 1 - r^m is in the denominator, by m.
    """

    above: tuple[tuple[int, Fraction], ...]
    below: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, above: Polynomial, below: Counter[int] | None = None) -> Ratio:
        """Make a rational function; coefficients and powers that are zero are dropped."""
        kept = tuple(sorted((e, c) for e, c in above.items() if c))
        return cls(kept, tuple(sorted((m, n) for m, n in (below or {}).items() if n and kept)))

    @classmethod
    def power(cls, exponent: int, factor: Fraction | int = 1) -> Ratio:
        """Make factor * r^exponent."""
        return cls.of({exponent: Fraction(factor)})

    def __add__(self, other: Ratio) -> Ratio:
        below = Counter(dict(self.below)) | Counter(dict(other.below))
        total: Polynomial = {}
        for one in (self, other):
            for e, c in _times(dict(one.above), _product(below - Counter(dict(one.below)))).items():
                total[e] = total.get(e, Fraction(0)) + c
        return Ratio.of(total, below)

    def __mul__(self, other: Ratio) -> Ratio:
        below = Counter(dict(self.below)) + Counter(dict(other.below))
        return Ratio.of(_times(dict(self.above), dict(other.above)), below)

    def __neg__(self) -> Ratio:
        return self * Ratio.power(0, -1)

    def over(self, m: int) -> Ratio:
        """Divide by 1 - r^m, m > 0."""
        return Ratio.of(dict(self.above), Counter(dict(self.below)) + Counter({m: 1}))

    def at(self, r: Fraction) -> Fraction:
        """Evaluate at a number in (0, 1)."""
        found = sum((c * r**e for e, c in self.above), Fraction(0))
        for m, n in self.below:
            found /= (1 - r**m) ** n
        return found

    @property
    def order(self) -> int | None:
        """The exponent of its first term at r = 0, or None if it is zero."""
        return self.above[0][0] if self.above else None

    def parts(self) -> tuple[list[int], list[int]]:
        """Write it in lowest terms: coefficients of numerator and denominator, from exponent 0 on."""
        if not self.above:
            return [], [1]
        shift = min(0, self.above[0][0])
        low = {e - shift: c for e, c in self.above}
        top = [low.get(e, Fraction(0)) for e in range(max(low) + 1)]
        bottom = _product(Counter(dict(self.below)))
        under = [Fraction(0)] * -shift + [bottom.get(e, Fraction(0)) for e in range(max(bottom) + 1)]
        common = _gcd(top, under)
        return _integers(_quotient(top, common), _quotient(under, common))

    def __str__(self) -> str:
        return _fraction(*self.parts())


def quotient(first: Ratio, second: Ratio) -> tuple[list[int], list[int]]:
    """Divide two functions; coefficients of numerator and denominator in lowest terms, from exponent 0 on."""
    (a, b), (c, d) = first.parts(), second.parts()
    top, bottom = (_dense(_times(_sparse(x), _sparse(y))) for x, y in ((a, d), (b, c)))
    common = _gcd(top, bottom)
    return _integers(_quotient(top, common), _quotient(bottom, common))


def quotient_text(first: Ratio, second: Ratio) -> str:
    """Write the quotient of two functions; `infinite` if the second is zero."""
    if second.order is None:
        return "infinite"
    return _fraction(*quotient(first, second))


ZERO, ONE = Ratio(()), Ratio.power(0)


# ---- probabilities -------------------------------------------------------------------------------------------------
def closed_form(ways: Iterable[Path], inputs: tuple[int, ...], wanted: tuple[Any, ...]) -> Ratio:
    """Give the probability of an output on given inputs as a function of r.

    Args:
        ways: all paths of the program, on unknown inputs or on these.
        inputs: integers.
        wanted: an output as it is flattened.

    Raises:
        NoClosedForm: noise is continuous, or joined in another way than as stars.

    Example:
        >>> from sdp_proofs.programs.catalogue import partial_sum
        >>> from sdp_proofs.programs.paths import paths
        >>> from sdp_proofs.programs.reading import read_function
        >>> print(closed_form(paths(read_function(partial_sum), 1), (0,), (2,)))
        (r^2 - r^3) / (1 + r)
    """
    total = ZERO
    for path in ways:
        if any(noise.kind == "laplace" for noise in path.noises):
            raise NoClosedForm("Laplace noise is continuous")
        told = conditions(path, inputs, wanted, Unit())
        if told is not None:
            total = total + _mass(path, told) * Ratio.power(0, weight(path))
    return total


def _mass(path: Path, told: list[Condition]) -> Ratio:
    """Give the mass of the noises that meet conditions."""
    noises = path.noises
    start: tuple[Interval, ...] = tuple((0 if noise.kind == "exponential" else -inf, inf) for noise in noises)
    box, pending = start, tuple(told)
    while True:
        found = cut(noises, box, pending)
        if found is None:
            return ZERO
        if found == (box, pending):
            break
        box, pending = found
    whole = ONE
    for hub, leaves, joined in _stars(box, pending, len(noises)):
        whole = whole * _star(noises, box, hub, leaves, joined)
    return whole


def _stars(
    box: tuple[Interval, ...], pending: tuple[Condition, ...], count: int
) -> Iterable[tuple[int, list[int], list[Condition]]]:
    """Put noises that a condition joins together: the hub, the others, and the conditions."""
    fixed = {j: int(low) for j, (low, high) in enumerate(box) if low == high}
    joined: list[Condition] = []
    for condition in pending:
        terms = tuple((j, c) for j, c in condition.terms if j not in fixed)
        constant = condition.constant + sum(c * fixed[j] for j, c in condition.terms if j in fixed)
        if len(terms) != 2 or any(abs(c) != 1 for _, c in terms):
            raise NoClosedForm("a condition must join two noises, each once")
        joined.append(Condition(terms, constant, condition.relation))
    parent = list(range(count))

    def root(j: int) -> int:
        while parent[j] != j:
            j = parent[j]
        return j

    for condition in joined:
        (i, _), (j, _) = condition.terms
        parent[root(i)] = root(j)
    for first in range(count):
        if root(first) != first:
            continue
        members = [j for j in range(count) if root(j) == first]
        own = [condition for condition in joined if root(condition.terms[0][0]) == first]
        hubs = [j for j in members if all(j in (condition.terms[0][0], condition.terms[1][0]) for condition in own)]
        if not hubs:
            raise NoClosedForm("the noises of a path must be compared with one of them")
        yield hubs[0], [j for j in members if j != hubs[0]], own


def _tail(noise: Noise, slope: int, constant: int, far: int) -> dict[int, Ratio]:
    """Give P(x >= slope t + constant) as terms c r^(m t), where the sign of the bound is that at t = far."""
    k, place = noise.units, slope * far + constant
    if noise.kind == "exponential":
        return {k * slope: Ratio.power(k * constant)} if place >= 0 else {0: ONE}
    share = Ratio.of({0: Fraction(1), k: Fraction(-1)}, Counter({2 * k: 1}))  # 1 / (1 + a)
    if place >= 1:
        return {k * slope: Ratio.power(k * constant) * share}
    return _added({0: ONE}, {-k * slope: -(Ratio.power(k * (1 - constant)) * share)})


def _added(first: dict[int, Ratio], second: dict[int, Ratio]) -> dict[int, Ratio]:
    return {m: first.get(m, ZERO) + second.get(m, ZERO) for m in first.keys() | second.keys()}


def _multiplied(first: dict[int, Ratio], second: dict[int, Ratio]) -> dict[int, Ratio]:
    found: dict[int, Ratio] = {}
    for m, c in first.items():
        for n, d in second.items():
            found[m + n] = found.get(m + n, ZERO) + c * d
    return found


def _between(noise: Noise, ends: Interval, told: list[tuple[int, int, str]], far: int) -> dict[int, Ratio]:
    """Give the mass of a noise between its ends, of which some are slope * t + constant; signs are those at t = far."""
    lows = [(0, int(ends[0]))] if ends[0] != -inf else []
    highs = [(0, int(ends[1]))] if ends[1] != inf else []
    for slope, constant, relation in told:
        lows += [(slope, constant)] if relation in (">=", "==") else []
        highs += [(slope, constant)] if relation in ("<=", "==") else []
    low = max(lows, key=lambda end: end[0] * far + end[1], default=None)
    high = min(highs, key=lambda end: end[0] * far + end[1], default=None)
    if low is not None and high is not None and low[0] * far + low[1] > high[0] * far + high[1]:
        return {}
    first = {0: ONE} if low is None else _tail(noise, *low, far)
    if high is None:
        return first
    last = _tail(noise, high[0], high[1] + 1, far)
    return _added(first, {m: -c for m, c in last.items()})


def _star(
    noises: tuple[Noise, ...], box: tuple[Interval, ...], hub: int, leaves: list[int], joined: list[Condition]
) -> Ratio:
    """Sum over the values of a hub what the others weigh given it."""
    told: dict[int, list[tuple[int, int, str]]] = {j: [] for j in leaves}
    reach = 2
    for condition in joined:
        by = dict(condition.terms)
        (leaf,) = (j for j in by if j != hub)
        # c x + e t + constant has a relation to 0, with c and e = +-1: solved for x.
        c, slope, constant = by[leaf], -by[leaf] * by[hub], -by[leaf] * condition.constant
        relation = condition.relation
        if relation == "<":  # c x + .. <= -1
            constant, relation = constant - c, ">=" if c < 0 else "<="
        elif relation == ">=":
            relation = ">=" if c > 0 else "<="
        told[leaf].append((slope, constant, relation))
        reach += 2 * abs(constant) + 2
    reach += sum(int(abs(end)) for j in (hub, *leaves) for end in box[j] if abs(end) != inf)
    if not leaves:
        return _at(_between(noises[hub], box[hub], [], 0), 0)
    first, last = max(box[hub][0], -reach), min(box[hub][1], reach)
    if last - first > MOST_VALUES:
        raise NoClosedForm("the constants of a program must be small")
    total = ZERO
    for t in range(int(first), int(last) + 1):
        total = total + _at(_given(noises, box, hub, told, t), t)
    for sign, open_ in ((1, box[hub][1] == inf), (-1, box[hub][0] == -inf)):
        if not open_:
            continue
        for m, factor in _given(noises, box, hub, told, sign * (reach + 1)).items():
            step = m * sign  # t = sign * (reach + 1 + n): each step multiplies by r^step
            if step <= 0 and factor.above:
                raise NoClosedForm("the mass of a hub must fall")
            if factor.above:
                total = total + (factor * Ratio.power(step * (reach + 1))).over(step)
    return total


def _given(
    noises: tuple[Noise, ...], box: tuple[Interval, ...], hub: int, told: dict[int, list[tuple[int, int, str]]], t: int
) -> dict[int, Ratio]:
    """Give the mass of the hub at t, times what the others weigh given it, as terms that hold beyond t."""
    k = noises[hub].units
    unit = Ratio.of({0: Fraction(1), k: Fraction(-1)})
    if noises[hub].kind == "exponential":
        found = {k: unit} if t >= 0 else {}
    else:
        share = unit * Ratio.of({0: Fraction(1), k: Fraction(-1)}, Counter({2 * k: 1}))
        found = {k if t >= 0 else -k: share}
    for j, ends in told.items():
        found = _multiplied(found, _between(noises[j], box[j], ends, t))
    return found


def _at(terms: dict[int, Ratio], t: int) -> Ratio:
    total = ZERO
    for m, c in terms.items():
        total = total + c * Ratio.power(m * t)
    return total


# ---- comparisons for every r ---------------------------------------------------------------------------------------
def is_within(first: Ratio, second: Ratio, budget: int) -> bool:
    """Decide that first <= r^(-budget) second for every r in (0, 1); False where that is not proved.

    Example:
        >>> is_within(Ratio.power(1), Ratio.power(3), 2), is_within(Ratio.power(1), Ratio.power(3), 1)
        (True, False)
    """
    margin = second + first * Ratio.power(budget, -1)
    if margin.order is None:
        return True
    p = _dense({e - margin.order: c for e, c in margin.above})
    while not sum(p):  # a root at 1, which is not in the interval
        p = _quotient(p, [Fraction(1), Fraction(-1)])
    return sum(p) > 0 and not _roots_inside(p)


def _roots_inside(p: list[Fraction]) -> int:
    """Count the different roots in (0, 1) of a polynomial that is zero at neither end, by Sturm's theorem."""
    slope = [e * c for e, c in enumerate(p)][1:]
    chain = [p, slope]
    while chain[-1]:
        rest = _divided(chain[-2], chain[-1])[1]
        chain.append([-c / abs(rest[-1]) for c in rest])  # the sign counts, the size does not
    return _changes([q[0] for q in chain if q]) - _changes([sum(q, Fraction(0)) for q in chain if q])


def _changes(values: list[Fraction]) -> int:
    """Count the changes of sign, zeros left out."""
    signs = [value < 0 for value in values if value]
    return sum(a != b for a, b in pairwise(signs))


@dataclass(frozen=True)
class Compared:
    """Two probabilities of one output as functions of r: on an input and on its neighbour."""

    input: tuple[int, ...]
    neighbour: tuple[int, ...]
    output: tuple[Any, ...]
    first: Ratio
    second: Ratio

    def exceeds(self, ratio: Fraction, odds: Fraction) -> bool:
        """Decide that the first is more than the odds times the second at one r."""
        return self.first.at(ratio) > odds * self.second.at(ratio)


def compared(
    known: dict[tuple[int, ...], list[Path]], pairs: Iterable[tuple[tuple[int, ...], tuple[int, ...]]]
) -> list[Compared]:
    """Write all probabilities of known inputs and their neighbours as functions of r.

    Args:
        known: the paths on each input.
        pairs: neighbours, each in both orders.

    Raises:
        NoClosedForm: a probability is no function of r here, an output holds noise, or there are too many.
    """
    forms: dict[Any, Ratio] = {}
    found = []
    for q, x in pairs:
        for kinds, output in dict.fromkeys((tuple(map(type, path.output)), path.output) for path in known[q]):
            if any(isinstance(part, Linear) for part in output):
                raise NoClosedForm("an output holds noise")
            for one in (q, x):
                if len(forms) >= MOST_FORMS:
                    raise NoClosedForm(f"at most {MOST_FORMS} probabilities are written as functions")
                if (one, kinds, output) not in forms:
                    forms[one, kinds, output] = closed_form(known[one], one, output)
            found.append(Compared(q, x, output, forms[q, kinds, output], forms[x, kinds, output]))
    return found


# ---- polynomials ---------------------------------------------------------------------------------------------------
def _times(p: Polynomial, q: Polynomial) -> Polynomial:
    found: Polynomial = {}
    for e, c in p.items():
        for f, d in q.items():
            found[e + f] = found.get(e + f, Fraction(0)) + c * d
    return {e: c for e, c in found.items() if c}


def _product(below: Counter[int]) -> Polynomial:
    found: Polynomial = {0: Fraction(1)}
    for m, n in below.items():
        for _ in range(n):
            found = _times(found, {0: Fraction(1), m: Fraction(-1)})
    return found


def _sparse(p: list[int]) -> Polynomial:
    return {e: Fraction(c) for e, c in enumerate(p) if c}


def _dense(p: Polynomial) -> list[Fraction]:
    return [p.get(e, Fraction(0)) for e in range(max(p, default=-1) + 1)]


def _divided(p: list[Fraction], q: list[Fraction]) -> tuple[list[Fraction], list[Fraction]]:
    """Divide with rest, from the highest coefficient down."""
    rest, found = list(p), [Fraction(0)] * max(0, len(p) - len(q) + 1)
    for e in reversed(range(len(found))):
        found[e] = factor = rest[e + len(q) - 1] / q[-1]
        if factor:
            for i, c in enumerate(q):
                rest[e + i] -= factor * c
    while rest and not rest[-1]:
        rest.pop()
    return found, rest


def _quotient(p: list[Fraction], q: list[Fraction]) -> list[Fraction]:
    return _divided(p, q)[0]


def _gcd(p: list[Fraction], q: list[Fraction]) -> list[Fraction]:
    while q:
        p, q = q, _divided(p, q)[1]
        q = [c / q[-1] for c in q]
    return p


def _integers(top: list[Fraction], bottom: list[Fraction]) -> tuple[list[int], list[int]]:
    """Make the coefficients of a quotient integers without a common factor; the first of the denominator positive."""
    scale = lcm(*(c.denominator for c in (*top, *bottom)))
    whole = [[int(c * scale) for c in side] for side in (top, bottom)]
    common = gcd(*whole[0], *whole[1])
    sign = -1 if next(c for c in whole[1] if c) < 0 else 1
    above, below = ([sign * c // common for c in side] for side in whole)
    return above, below


def _fraction(top: list[int], bottom: list[int]) -> str:
    above, below = (f"({said})" if " " in said else said for said in (_shown(top), _shown(bottom)))
    return _shown(top) if below == "1" else f"{above} / {below}"


def _shown(p: list[int]) -> str:
    """Write a polynomial by its coefficients, from exponent 0 on."""
    said = ""
    for e, c in enumerate(p):
        if not c:
            continue
        unknown = "" if e == 0 else "r" if e == 1 else f"r^{e}"
        size = str(abs(c)) if abs(c) != 1 or e == 0 else ""
        said += (" - " if c < 0 else " + ") if said else "-" if c < 0 else ""
        said += f"{size} {unknown}" if size and unknown else size or unknown
    return said or "0"
