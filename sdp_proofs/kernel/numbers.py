"""Delta of a histogram of two types, with proven bounds.

Coq proves them from the definition.

Each of the four ordered pairs of neighbours has a first output that gains; its probability lies between bounds of nine
logarithms of factorials, and a walk of certified length sums what follows (`library/Tail.v`). Everything here is a
proposal: the walk is repeated, and every bound proved, by Coq.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal, localcontext
from fractions import Fraction

from sdp_proofs.errors import DomainError
from sdp_proofs.kernel.theorem import Theorem

SCALE_BITS = 100
LONGEST_WALK = 20_000
STIRLING_FROM = 1000
EXACT_UP_TO = 3000
"""Records of which the factorials are multiplied out."""
THEOREM = "delta_is_between"


@dataclass(frozen=True, slots=True)
class Series:
    """Length of Stirling's series, and its bounds.

    Attributes:
        requires: the file of the library with its lemma.
        lemma: the bounds of ln z!.
        low, high: of half the logarithm of 2 pi.
        lower, upper: what is added to the main term at z, in Coq.
        places: of the logarithms, behind the point.
        digits: of the bounds of a loss.
        bits: of the intervals.
    """

    requires: str
    lemma: str
    low: Decimal
    high: Decimal
    lower: str
    upper: str
    places: int
    digits: int
    bits: int

    def rest(self, z: Decimal) -> tuple[Decimal, Decimal]:
        """Return bounds of what follows the main term."""
        first = 1 / (12 * z)
        if self is SHORT:
            return first, 1 / (12 * z + 1)
        second = first - 1 / (360 * z**3)
        return second + 1 / (1260 * z**5), second


SHORT = Series(
    "Delta", "ln_factorial", Decimal("0.9189385332"), Decimal("0.9189385402"), "/ {low}", "/ {high}", 13, 14, 90
)
"""One term: seven digits."""
LONG = Series(
    "Digits", "ln_factorial_sharply", Decimal("0.918938533204672741"), Decimal("0.918938533204672743"),
    "c_lower {z}", "c_upper {z}", 17, 18, 130,
)  # fmt: skip
"""Three terms: fourteen digits and more."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Ordered pair of neighbours.

    A type of `own` records loses one, another of `others` wins it.

    Attributes:
        own: records of the type.
        others: all other records.
        draws: size of the sample.
        first: the first output that gains.
        steps: outputs that are summed one by one.
        ratio: what bounds the quotients of the probabilities after these.
        log_bounds: of the probability of the first output, in decimals; none where it is known exactly.
        probability: bounds of it.
        bounds: of the loss.
        series: with which the factorials are bounded.
    """

    own: int
    others: int
    draws: int
    first: int
    steps: int
    ratio: Fraction
    log_bounds: tuple[Decimal, Decimal] | None
    probability: tuple[Fraction, Fraction]
    bounds: tuple[Fraction, Fraction]
    series: Series


def pair(own: int, others: int, draws: int, odds: Fraction, series: Series = SHORT) -> Pair:
    """A pair with bounds of its loss.

    Raises:
        DomainError: the first output that gains is also the first at all, or there is none, or the walk is too long.
    """
    lowest, highest = max(0, draws - others), min(own, draws)
    top = odds.numerator * own * (others + 1) - odds.denominator * own * (others + 1 - draws)
    first = -(-top // (odds.denominator * own + odds.numerator * (others + 1)))
    if not lowest < first <= highest:
        raise DomainError(
            "the theorem needs an output that gains after one that does not; "
            f"got none for {own} and {others} records at odds {odds}"
        )
    steps, low_sum, high_sum, high, ratio = _walked(own, others, draws, odds, first, highest, series.digits)
    log_bounds, probability = _first(own, others, draws, first, series)
    scale = 2**SCALE_BITS
    bounds = (
        rounded(probability[0] * Fraction(low_sum, scale), -1, series.digits),
        rounded(probability[1] * (high_sum + Fraction(high) / (1 - ratio)) / scale, 1, series.digits),
    )
    return Pair(own, others, draws, first, steps, ratio, log_bounds, probability, bounds, series)


def _first(
    own: int, others: int, draws: int, first: int, series: Series
) -> tuple[tuple[Decimal, Decimal] | None, tuple[Fraction, Fraction]]:
    """Bound a probability, and its logarithm if integers are not compared."""
    if own + others <= EXACT_UP_TO:
        chosen = math.comb(own, first) * math.comb(others, draws - first)
        value = Fraction(chosen, math.comb(own + others, draws))
        return None, (rounded(value, -1, 20), rounded(value, 1, 20))
    with localcontext(Context(prec=50)):
        sides = [Decimal(0), Decimal(0)]
        for sign, z in _factorials(own, others, draws, first):
            below, above = _ln_factorial(z, series)
            sides[0] += below if sign > 0 else -above
            sides[1] += above if sign > 0 else -below
        unit = Decimal(1).scaleb(-series.places)
        lower = (sides[0] - unit).quantize(unit, rounding=ROUND_FLOOR)
        upper = (sides[1] + unit).quantize(unit, rounding=ROUND_CEILING)
        return (lower, upper), (
            rounded(Fraction(lower.exp()), -1, series.places),
            rounded(Fraction(upper.exp()), 1, series.places),
        )


def _factorials(own: int, others: int, draws: int, first: int) -> list[tuple[int, int]]:
    """The factorials of a probability, with the signs of their logarithms."""
    population = own + others
    return [
        (1, own), (-1, first), (-1, own - first), (1, others), (-1, draws - first), (-1, others - draws + first),
        (-1, population), (1, draws), (1, population - draws),
    ]  # fmt: skip


def _ln_factorial(z: int, series: Series) -> tuple[Decimal, Decimal]:
    if z < STIRLING_FROM:
        return _short(z, series)
    number = Decimal(z)
    main = (number + Decimal("0.5")) * number.ln() - number
    lower, upper = series.rest(number)
    return main + series.low + lower, main + series.high + upper


def _walked(
    own: int, others: int, draws: int, odds: Fraction, first: int, highest: int, digits: int
) -> tuple[int, int, int, int, Fraction]:
    """Walk as `library/Tail.v` does.

    Steps, both sums, the last term, and a bound of the ratios that follow.
    """
    scale = 2**SCALE_BITS
    h, low, high, low_sum, high_sum = first, scale, scale, 0, 0
    for steps in range(LONGEST_WALK + 1):
        top, bottom = (own - h) * (draws - h), (h + 1) * (others - draws + h + 1)
        ratio = Fraction(-(-1000 * top // bottom), 1000)
        small = ratio < 1 and high_sum and high / (1 - ratio) * 10**digits < high_sum
        if h == highest or small:
            return steps, low_sum, high_sum, high, ratio
        whole = odds.denominator * own * (others + 1 - draws + h)
        gain = whole - odds.numerator * (own - h) * (others + 1)
        low_sum, high_sum = low_sum + low * gain // whole, high_sum + high * gain // whole + 1
        low, high, h = low * top // bottom, high * top // bottom + 1, h + 1
    raise DomainError(f"the sum must be done within {LONGEST_WALK} terms; it needs more")


def rounded(value: Fraction, direction: int, digits: int) -> Fraction:
    """A short decimal below (-1) or above (1).

    Example:
        >>> rounded(Fraction(2, 3), -1, 2), rounded(Fraction(2, 3), 1, 2)
        (Fraction(333, 500), Fraction(667, 1000))
    """
    if not value:
        return value
    exponent = math.floor(math.log10(value.numerator) - math.log10(value.denominator)) - digits
    unit = Fraction(10) ** exponent
    whole = value / unit
    return unit * (math.floor(whole) if direction < 0 else math.ceil(whole))


def around(value: Fraction, digits: int) -> tuple[Fraction, Fraction]:
    """Return short decimals below and above a positive number.

    Neither is the number itself.

    Example:
        >>> around(Fraction(1, 4), 2)
        (Fraction(249, 1000), Fraction(251, 1000))
    """
    least = value / 10 ** (2 * digits)
    return rounded(value - least, -1, digits), rounded(value + least, 1, digits)


@dataclass(frozen=True, slots=True)
class Enclosed:
    """Delta of a histogram between bounds, with a proof.

    Attributes:
        bounds: what it lies between.
        term: delta in Coq.
        text: lemmas that end in `between_<label>`.
        label: what keeps the names of several apart.
    """

    bounds: tuple[Fraction, Fraction]
    term: str
    text: str
    label: str


def enclosed(own: int, others: int, draws: int, odds: Fraction, label: str = "", series: Series = SHORT) -> Enclosed:
    """Delta of a histogram of two types, with what proves its bounds.

    Args:
        own: records of the first type.
        others: records of the second.
        draws: size of the sample.
        odds: exp(epsilon), more than 1.
        label: of the lemmas.
        series: `SHORT` for six digits, `LONG` for twelve.

    Raises:
        DomainError: see `pair`, or the sizes are none.

    Example:
        >>> low, high = enclosed(523, 477, 500, Fraction(51, 49)).bounds
        >>> 0.01034900765 < low < high < 0.01034900766
        True
    """
    if own < 2 or others < 2 or not 0 < draws < own + others or odds <= 1:
        raise DomainError(
            "both types must have two records, some records must be drawn and not all, and the odds be above 1; "
            f"got {own} and {others} records, {draws} draws, odds {odds}"
        )
    sizes = [(own, others), (others, own), (others + 1, own - 1), (own + 1, others - 1)]
    pairs = [pair(one, other, draws, odds, series) for one, other in sizes]
    worst = max(range(4), key=lambda index: pairs[index].bounds[0])
    low, high = pairs[worst].bounds[0], max(one.bounds[1] for one in pairs)
    digits, words = (6, "six") if series is SHORT else (12, "twelve")
    if (high - low) * 10**digits > low:
        raise DomainError(f"the theorem must have {words} digits; got bounds {float(low)} and {float(high)}")
    term = f"delta {decimal(odds)} {own} {others} {draws}"
    parts = [_pair_text(f"{label}_{index}", one, odds) for index, one in enumerate(pairs)]
    choice = "".join("right; " for _ in range(worst)) + ("left; " if worst < 3 else "")
    below = " | ".join(f"apply (Rlt_le_trans _ _ _ (proj2 pair{label}_{index})); lra" for index in range(4))
    parts.append(
        f"Lemma between{label} : {decimal(low)} < {term} < {decimal(high)}.\n"
        f"Proof. apply delta_between; [{choice}exact (proj1 pair{label}_{worst}) | {below}]. Qed."
    )
    return Enclosed((low, high), term, "\n\n".join(parts), label)


def delta_theorem(
    own: int,
    others: int,
    draws: int,
    odds: Fraction,
    name: str,
    below: Fraction | None = None,
    *,
    series: Series = SHORT,
) -> Theorem:
    """The theorem on delta of a histogram.

    Args:
        own: records of the first type.
        others: records of the second.
        draws: size of the sample.
        odds: exp(epsilon), more than 1.
        name: of the theorem's subject, in words joined by hyphens.
        below: a level, if the theorem is also to say that delta is below it.
        series: `SHORT` for six digits, `LONG` for twelve.

    Raises:
        DomainError: see `enclosed`.
    """
    found = enclosed(own, others, draws, odds, series=series)
    low, high = map(decimal, found.bounds)
    says = f"{low} < {found.term} < {high}"
    proof = "exact between"
    if below is not None:
        says += f" /\\ {found.term} < {decimal(below)}"
        proof = "split; [exact between | apply (Rlt_le_trans _ _ _ (proj2 between)); lra]"
    statement = f"(* {name}: all four ordered pairs of neighbours *)\n{found.text}\n\nTheorem {THEOREM} :\n  {says}."
    return Theorem(name, "holds", THEOREM, statement, f"Proof. {proof}. Qed.", series.requires)


def _pair_text(label: str, one: Pair, odds: Fraction) -> str:
    own, others, draws, first = one.own, one.others, one.draws, one.first
    numbers = _factorials(own, others, draws, first)
    (_, a), (_, h), (_, u), (_, b), (_, k), (_, v), (_, n), (_, t), (_, w) = numbers
    ratio = f"({odds.numerator} / {odds.denominator})"
    low, high = (decimal(value) for value in one.bounds)
    below, above = one.probability
    places = f"{a} {b} {t} {h} {u} {k} {v} {n} {w}"
    by_definition = "ltac:(lia) ltac:(lia) ltac:(lia) eq_refl eq_refl eq_refl eq_refl eq_refl"
    if one.log_bounds is None:
        ends = f"{below.numerator} {below.denominator} {above.numerator} {above.denominator}"
        proof = f"exact (first_exact {places} {ends} {by_definition} eq_refl eq_refl ltac:(vm_compute; reflexivity))."
    else:
        proof = _by_logarithms(numbers, one.log_bounds, places, by_definition, one.series)
    return f"""Lemma first{label} : {decimal(below)} <= P {own} {others} {draws} {first} <= {decimal(above)}.
Proof.
  {proof}
Qed.

Definition walked{label} := Eval vm_compute in
  walk {own} {others} {draws} {odds.numerator} {odds.denominator} {one.steps}
    (State {first} (2 ^ {SCALE_BITS}) (2 ^ {SCALE_BITS}) 0 0).
Lemma pair{label} : {low} < loss {ratio} {own} {others} {draws} < {high}.
Proof.
  destruct (loss_bounds {own} {others} {draws} {ratio} ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lra) {first} ltac:(lia)
    ltac:(unfold gain; interval with (i_prec 100)) ltac:(unfold gain; interval with (i_prec 100))
    {odds.numerator} {odds.denominator} (2 ^ {SCALE_BITS}) eq_refl ltac:(lia) ltac:(lia)
    {one.steps}%nat {decimal(one.ratio)} walked{label} ltac:(vm_compute; reflexivity) ltac:(lia)
    ltac:(unfold ratio; interval with (i_prec 60)) ltac:(lra)) as [L U].
  destruct first{label} as [PL PU].
  unfold walked{label} in L, U; simpl slow in L, U; simpl shigh in L, U; simpl high in L, U.
  split.
  - apply Rlt_le_trans with (2 := L).
    eapply Rlt_le_trans; [| apply Rmult_le_compat_r; [| exact PL]]; interval with (i_prec 100).
  - apply Rle_lt_trans with (1 := U).
    eapply Rle_lt_trans; [apply Rmult_le_compat_r; [| exact PU] |]; interval with (i_prec 100).
Qed."""


def _by_logarithms(
    numbers: list[tuple[int, int]],
    log_bounds: tuple[Decimal, Decimal],
    places: str,
    by_definition: str,
    series: Series,
) -> str:
    known = "\n  ".join(_known(z, series) for z in dict.fromkeys(z for _, z in numbers))
    lower, upper = (
        " ".join(f"{'+' if sign > 0 else '-'} {_bound(z, up == (sign > 0), series)}" for sign, z in numbers)
        for up in (False, True)
    )
    ends = " ".join(f"({end})" for end in log_bounds)
    by = f"interval with (i_prec {series.bits})"
    unfolded = "unfold stirling" if series is SHORT else "unfold stirling, c_lower, c_upper"
    return f"""{known}
  assert (B := first_between {places} {ends}
    {by_definition}).
  destruct B as [B C].
  - split.
    + apply Rle_trans with (0 {lower}); [clear; {unfolded}; {by} | lra].
    + apply Rle_trans with (0 {upper}); [lra | clear; {unfolded}; {by}].
  - split; [apply Rle_trans with (2 := B) | apply Rle_trans with (1 := C)]; clear; {by}."""


def _known(z: int, series: Series) -> str:
    if z >= STIRLING_FROM:
        return f"assert (F{z} := {series.lemma} {z} ltac:(lia))."
    lower, upper = _short(z, series)
    computed = f"rewrite (ln_small {z} {math.factorial(z)} ltac:(vm_compute; reflexivity))"
    by = f"{computed}; interval with (i_prec {series.bits - 10})"
    return f"assert (F{z} : {lower} <= ln (zfact {z}) <= {upper}) by ({by})."


def _short(z: int, series: Series) -> tuple[Decimal, Decimal]:
    """The logarithm of a factorial that is multiplied out."""
    with localcontext(Context(prec=50)):
        unit = Decimal(1).scaleb(-series.places)
        found = Decimal(math.factorial(z)).ln().quantize(unit, rounding=ROUND_FLOOR)
        return found - unit, found + 2 * unit


def _bound(z: int, upper: bool, series: Series) -> str:
    if z < STIRLING_FROM:
        return f"({_short(z, series)[upper]})"
    constant, rest = (series.high, series.upper) if upper else (series.low, series.lower)
    return f"(stirling {z} + {constant} + {rest.format(z=z, low=12 * z, high=12 * z + 1)})"


def decimal(value: Fraction) -> str:
    """A fraction in Coq.

    Example:
        >>> decimal(Fraction(1, 8))
        '(1 / 8)'
    """
    return f"({value.numerator} / {value.denominator})"
