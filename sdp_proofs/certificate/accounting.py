"""Replays an accounting answer: the composition of finite pairs, exactly, or of masses on a lattice, from above.

Imports the standard library alone. A document of schema "sdp-proofs/accounting/1" has the fields `release`,
`adjacency`, `direction`, `epsilon`, `delta`, `trusted` (sentences), `kind`, and what is below. `trusted` lists what no
replay shows: `DOMINATES`, and on a lattice `EVALUATED` of each term of the release.

* kind "exact": `odds` = e^epsilon, a fraction, and `pairs`, each with `count` and the probabilities `first` and
  `second`. What is confirmed: delta is the sum of (p - odds q)_+ over all outcomes of the product.
* kind "lattice": `unit` = s and `start` = epsilon/s, `keep` (what may be cut at an end, an integer), and `parts`,
  each with `count`, `first` (an index), `masses` (integers, in
  units of 2^-`bits`) and `infinite` (an integer in the same unit). What is confirmed: if the loss of each step is at
  most as described, index j standing for the loss j s, then delta(epsilon) <= `delta`. Everything is rounded up.
  A part that is random allocation has, instead of masses, what they are computed from: see `allocation`. Of it nothing
  is trusted but that its pair dominates.

Integers are JSON's, all other numbers are texts. That the pairs, or the masses, are those of the release is not
confirmed here: `sdp-proofs certificate FILE` computes them again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, gcd, lcm

from sdp_proofs.certificate.allocation import KEYS, Allocation
from sdp_proofs.certificate.convolution import MOST_POINTS, convolved
from sdp_proofs.certificate.document import ACCOUNTING as SCHEMA
from sdp_proofs.certificate.document import fields, integer, items, number, plain
from sdp_proofs.certificate.intervals import Reals, ends_of
from sdp_proofs.certificate.limits import Budget, CertificateError, LimitError, UndecidedError

__all__ = ["SCHEMA", "Account", "Lattice", "Pairs", "read", "replayed"]

WORDS = ("release", "adjacency", "direction")
"""Fields that are not replayed."""
DOMINATES = "the pairs dominate all neighbouring databases of the release under the adjacency, in this direction"
EVALUATED = "the profile of {} was evaluated in ball arithmetic (Arb) and rounded up to the lattice"
"""Assumptions of every answer, and a further one of an answer on a lattice."""
_HEAD = ("schema", *WORDS, "epsilon", "delta", "trusted", "kind")
MOST_STEPS, MOST_OUTCOMES, MOST_BITS = 10**6, 200_000, 4000
_FARTHEST = 2**40
_EXTRA = 64
_LOG_BITS = 256


@dataclass(frozen=True, slots=True)
class Account:
    """An accounting answer that is well formed.

    Attributes:
        words: release, adjacency and direction.
        epsilon: as written.
        delta: what is stated, from 0 to 1, as written and as a number.
        trusted: what the replay does not show.
        sign: `=`, or `<=` for a bound.
        composed: the pairs, or the masses.
    """

    words: Mapping[str, str]
    epsilon: str
    delta: tuple[str, Fraction]
    trusted: tuple[str, ...]
    sign: str
    composed: Pairs | Lattice

    def confirmed(self, budget: Budget) -> bool:
        """Tell whether the composition has the delta that is stated, or none that is larger.

        Raises:
            LimitError: it would take too long.
        """
        try:
            found = self.composed.delta(budget)
        except (MemoryError, OverflowError):
            raise LimitError("a certificate must be replayed with little memory; it needs more") from None
        return found == self.delta[1] if self.sign == "=" else found <= self.delta[1]


def replayed(document: Mapping[str, object]) -> bool:
    """Tell whether the answer is confirmed.

    Raises:
        CertificateError: the document is not as described.
        LimitError: the replay would take too long.

    Example:
        >>> coin = {"count": 2, "first": ["2/3", "1/3"], "second": ["1/3", "2/3"]}
        >>> words = {**dict.fromkeys(WORDS, "-"), "schema": SCHEMA, "trusted": [DOMINATES]}
        >>> replayed({**words, "kind": "exact", "epsilon": "log(2)", "odds": "2", "pairs": [coin], "delta": "2/9"})
        True
    """
    budget = Budget()
    return read(document, budget).confirmed(budget)


def read(document: Mapping[str, object], budget: Budget) -> Account:
    """The answer in a document.

    Raises:
        CertificateError: the document is not as described.
        LimitError: something is too long.
    """
    kinds: dict[str, tuple[str, type[Pairs | Lattice]]] = {"exact": ("=", Pairs), "lattice": ("<=", Lattice)}
    kind = document.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        raise CertificateError("the kind of an accounting certificate must be exact or lattice")
    sign, composition = kinds[kind]
    fields(document, "an accounting certificate", (*_HEAD, *composition.KEYS))
    words = {word: plain(document[word], f"'{word}'") for word in WORDS}
    epsilon, delta = (plain(document[word], f"'{word}'") for word in ("epsilon", "delta"))
    found = number(delta, "'delta'")
    if found > 1:
        raise CertificateError(f"'delta' must be at most 1, got {delta[:60]}")
    parts = composition.read(document, budget)
    trusted = _trusted(document["trusted"], evaluated=isinstance(parts, Lattice) and None in parts.computed)
    return Account(words, epsilon, (delta, found), trusted, sign, parts)


def _trusted(found: object, *, evaluated: bool) -> tuple[str, ...]:
    """List what an answer says that it rests on; an answer that leaves it out is refused, since no replay shows it."""
    listed = tuple(plain(one, "an entry of 'trusted'") for one in items(found, "'trusted'"))
    if DOMINATES not in listed:
        raise CertificateError(f"'trusted' must list what no replay shows: {DOMINATES}")
    before, after = EVALUATED.split("{}")
    if evaluated and not any(
        one.startswith(before) and one.endswith(after) and len(one) > len(before + after) for one in listed
    ):
        raise CertificateError(f"'trusted' must list what no replay shows: {EVALUATED.format('...')}")
    return listed


Row = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Finite pairs and their counts, at odds that are not below one.

    Attributes:
        odds: e^epsilon.
        pairs: how often each is run, and the two probabilities of each outcome.
    """

    KEYS = ("odds", "pairs")
    odds: Fraction
    pairs: tuple[tuple[int, tuple[Row, ...]], ...]

    @classmethod
    def read(cls, document: Mapping[str, object], budget: Budget) -> Pairs:
        """The pairs of a document whose keys are known.

        Raises:
            CertificateError: they are not as described, or epsilon is not log(odds).
        """
        odds = number(document["odds"], "'odds'")
        if odds < 1:
            raise CertificateError(f"'odds' must be at least 1, got {str(document['odds'])[:60]}")
        _check_logarithm(document["epsilon"], odds, budget)
        found = []
        for entry in items(document["pairs"], "'pairs'"):
            pair = fields(entry, "a pair", ("count", "first", "second"))
            first, second = (_law(pair[name], f"'{name}'", budget) for name in ("first", "second"))
            if len(first) != len(second):
                raise CertificateError("'first' and 'second' must be on the same outcomes, got different lengths")
            found.append((_count(pair), tuple(zip(first, second, strict=True))))
        return cls(odds, tuple(found))

    def delta(self, budget: Budget) -> Fraction:
        """The sum of (p - odds q)_+ over the product of the pairs: outcomes of one likelihood ratio are added up.

        Raises:
            LimitError: it takes more than is granted.
        """
        scales, certain = (1, 1), 0
        found = {(1, 1): scales}  # a ratio in lowest terms -> both probabilities, in units of one over the scales
        for count, rows in self.pairs:
            units = tuple(lcm(*(row[side].denominator for row in rows)) for side in (0, 1))
            steps = [tuple(int(row[side] * units[side]) for side in (0, 1)) for row in rows if row[0]]
            for _ in range(count):
                _charge_outcomes(budget, len(found) * len(steps), scales, units)
                certain *= units[0]
                longer: dict[tuple[int, int], tuple[int, int]] = {}
                for p, q in found.values():
                    for a, b in steps:
                        first, second = p * a, q * b
                        if second == 0:
                            certain += first
                            continue
                        shared = gcd(first, second)
                        ratio = first // shared, second // shared
                        before = longer.get(ratio, (0, 0))
                        longer[ratio] = before[0] + first, before[1] + second
                if len(longer) > MOST_OUTCOMES:
                    raise LimitError(f"a product must have at most {MOST_OUTCOMES} likelihood ratios, got more")
                found, scales = longer, (scales[0] * units[0], scales[1] * units[1])
        top, bottom = self.odds.as_integer_ratio()
        _charge_outcomes(budget, len(found), scales, (top, bottom))
        gains = (p * scales[1] * bottom - top * q * scales[0] for p, q in found.values())
        gained = Fraction(sum(gain for gain in gains if gain > 0), scales[0] * scales[1] * bottom)
        return Fraction(certain, scales[0]) + gained


def _charge_outcomes(budget: Budget, outcomes: int, scales: Sequence[int], units: Sequence[int]) -> None:
    """Pay for two products, a greatest common divisor with two quotients, and a sum, of every outcome."""
    first, second = (scale.bit_length() + unit.bit_length() for scale, unit in zip(scales, units, strict=True))
    budget.charge(4)
    budget.charge_product(first, second, 3 * outcomes)


def _check_logarithm(epsilon: object, odds: Fraction, budget: Budget) -> None:
    """Refuse an epsilon that is not the logarithm of the odds: as log(2) says, or as intervals decide.

    Only of 1 is the logarithm rational, so what intervals leave open is another number, too.
    """
    text = plain(epsilon, "'epsilon'")
    if text.startswith("log(") and text.endswith(")"):
        same = number(text[4:-1], "the argument of 'epsilon'") == odds
    else:
        reals, place = Reals(_LOG_BITS, budget), number(text, "'epsilon', where it is no log(..),")
        try:
            same = reals.compare("==", place, reals.log(odds))
        except UndecidedError:
            same = False
    if not same:
        raise CertificateError(f"'epsilon' must be the logarithm of 'odds', got {text[:60]} for {str(odds)[:60]}")


def _law(found: object, what: str, budget: Budget) -> list[Fraction]:
    law = [number(entry, f"an entry of {what}") for entry in items(found, what, MOST_POINTS)]
    unit = 1
    for probability in law:
        budget.charge_product(unit.bit_length(), probability.denominator.bit_length(), 3)
        unit = lcm(unit, probability.denominator)
    if sum(probability.numerator * (unit // probability.denominator) for probability in law) != unit:
        raise CertificateError(f"{what} must be a distribution, whose probabilities add up to one")
    return law


@dataclass(frozen=True, slots=True)
class Lattice:
    """Masses of losses on a lattice.

    Attributes:
        unit: of the losses, in (0, 1).
        start: epsilon/unit.
        bits: masses are in units of 2^-bits.
        keep: the mass that may be cut at an end.
        parts: how often each is run, its masses, and the mass of an infinite loss.
        computed: of each part the allocation that its masses are computed from, or None where they are given.
    """

    KEYS = ("unit", "start", "bits", "keep", "parts")
    unit: Fraction
    start: int
    bits: int
    keep: int
    parts: tuple[tuple[int, Masses, int], ...]
    computed: tuple[Allocation | None, ...]

    @classmethod
    def read(cls, document: Mapping[str, object], budget: Budget) -> Lattice:
        """The masses of a document whose keys are known.

        Raises:
            CertificateError: they are not as described, or those of a part add up to less than one.
        """
        bits = integer(document["bits"], "'bits'", 1, MOST_BITS)
        unit, epsilon = (number(document[key], f"'{key}'") for key in ("unit", "epsilon"))
        start = integer(document["start"], "'start'", 1, _FARTHEST)
        keep = integer(document["keep"], "'keep'", 0, 1 << bits)
        if not 0 < unit < 1 or unit * start != epsilon:
            raise CertificateError("'unit' must be in (0, 1), and 'epsilon' = unit * start")
        found, computed = [], []
        for entry in items(document["parts"], "'parts'"):
            allocated = isinstance(entry, Mapping) and "steps" in entry
            part = fields(entry, "a part", ("count", *(KEYS if allocated else ("first", "masses", "infinite"))))
            own = Allocation.read(part, bits) if allocated else None
            if own is None:
                listed = items(part["masses"], "'masses'", MOST_POINTS)
                masses = [integer(one, "a mass", 0, 1 << bits) for one in listed]
                infinite = integer(part["infinite"], "'infinite'", 0, 1 << bits)
                if sum(masses) + infinite < 1 << bits:
                    raise CertificateError(f"the masses of a part must add up to 2^{bits} at least, got less")
            else:
                masses = own.masses(unit, bits, budget)
                infinite = (1 << bits) - sum(masses)
            first = integer(part["first"], "'first'", -_FARTHEST, _FARTHEST)
            found.append((_count(part), Masses(first, masses, 0), infinite))
            computed.append(own)
        return cls(unit, start, bits, keep, tuple(found), tuple(computed))

    def delta(self, budget: Budget) -> Fraction:
        """An upper bound of delta: all masses and all losses are rounded up.

        Raises:
            LimitError: it takes more than is granted.
        """
        infinite, composed = 0, Masses(0, [1 << self.bits], 0)
        for count, row, beyond in self.parts:
            infinite += count * beyond
            power = self._power(row, count, budget)
            composed = self._together(composed, power, self.keep, budget)
        never = Fraction(infinite + composed.lost, 1 << self.bits)
        return min(Fraction(1), never + self._excess(composed, budget))

    def _excess(self, row: Masses, budget: Budget) -> Fraction:
        """The sum of mass(j) (1 - e^(-j s)) over j > 0, rounded up, j the index less the start."""
        scale, first = self.bits + _EXTRA, row.first - self.start
        last = max(0, first + len(row.masses) - 1)
        budget.charge_product(scale, scale, last + len(row.masses))
        step = floor(ends_of(Reals(scale, budget).exp(-self.unit))[0] * (1 << scale))
        total, index, power = 0, 0, 1 << scale
        for place, mass in enumerate(row.masses, first):
            while index < place:
                power, index = power * step >> scale, index + 1
            if place > 0:
                total += mass * ((1 << scale) - power)
        return Fraction(total, 1 << (self.bits + scale))

    def _power(self, row: Masses, count: int, budget: Budget) -> Masses:
        """The convolution of `count` copies."""
        base = _trimmed(row, self.keep // count)
        result, copies = base, 1
        for bit in bin(count)[3:]:
            copies *= 2
            result = self._together(result, result, self.keep * copies // count, budget)
            if bit == "1":
                copies += 1
                result = self._together(result, base, self.keep * copies // count, budget)
        return result

    def _together(self, left: Masses, right: Masses, keep: int, budget: Budget) -> Masses:
        """The convolution, rounded up and trimmed."""
        lost = left.lost * sum(right.masses) + sum(left.masses) * right.lost + left.lost * right.lost
        masses = convolved(left.masses, right.masses, self.bits, budget, up=True)
        return _trimmed(Masses(left.first + right.first, masses, -(-lost >> self.bits)), keep)


@dataclass(frozen=True, slots=True)
class Masses:
    """Masses from an index on, and a bound of the mass that was taken away at the upper end."""

    first: int
    masses: list[int]
    lost: int


def _trimmed(row: Masses, keep: int) -> Masses:
    """Move a mass of at most `keep` at the lower end up to one place, which raises losses, and take one off the top."""
    masses, start, carried = row.masses, 0, 0
    while start < len(masses) - 1 and carried + masses[start] <= keep:
        carried += masses[start]
        start += 1
    end, lost = len(masses), 0
    while end > start + 1 and lost + masses[end - 1] <= keep:
        end -= 1
        lost += masses[end]
    return Masses(row.first + start, [masses[start] + carried, *masses[start + 1 : end]], row.lost + lost)


def _count(entry: Mapping[str, object]) -> int:
    return integer(entry["count"], "'count'", 1, MOST_STEPS)
