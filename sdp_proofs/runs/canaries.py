"""Bound the epsilon of a run from below by canaries: records whose presence was chosen at random and then guessed.

World: enclosures of finite sums; the bounds are directed, downwards, and hold with a confidence over the canaries'
coins.

**One run** [Steinke, Nasr, Jagielski 2023, Thm. 5.2]. Of m canaries each is in the data by a fair coin; from the output
r of them are guessed, W guesses are right. If the program is (eps, delta)-DP under adding and removing a canary, then

    Pr[W >= v] <= beta + 2 m delta alpha,    beta = Pr[B >= v],
    alpha = max over 1 <= i <= v of (Pr[B >= v-i] - beta)/i,

B binomial of r trials and chance e^eps/(1 + e^eps). With delta > 0 the number r must be fixed before the output is
seen: a number that depends on the output can be chosen so that the bound fails. With delta = 0 it may depend on it.

A bound is the largest epsilon found at which the bound of Pr[W >= v] is at most the level. That it is found after v is
seen costs nothing: at each epsilon some threshold is the least at which the bound falls to the level, and W rejects
where it reaches that. For all epsilons from the true one on these events are nested, so that their union is one of
them, and a program that is (eps, delta)-DP is (eps', delta)-DP for every eps' >= eps: the union has at most the level.

**Many runs**, some with the canary and some without. Each of two chances is bounded at half the level [Clopper, Pearson
1934]; with p at most that of saying "in" where it is in, and q at least that where it is not, p <= e^eps q + delta.

**The run's own trade-off** [Mahloujifar, Melis, Chaudhuri 2024]. Instead of (eps, delta), the hypothesis is the whole
profile that is claimed. With m canaries, c' guesses fixed beforehand and c right, r = level c/m, h = level (c'-c)/m,
and for i = c-1, .., 0: h' = max(h, g(r)), r := r + i/(c'-i) (h' - h), h := h'; the claim is rejected where r + h > c'/m
or r > 1. g(x) is the least type I error of a test of power x. The start is exact and only g is taken from below, which
lowers the final r + h; a start that is lowered itself could reject falsely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sdp_proofs.errors import DomainError, OptionsError, PrecisionError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.decimals import exact_decimal
from sdp_proofs.numbers.reals import Readable, fraction_ball, read_integer, read_rational, shown

MOST_CANARIES = 10_000_000
_BITS = 160
_STEP = Fraction(1, 10**6)
_LARGEST = Fraction(64)


@dataclass(frozen=True)
class OneRun:
    """The outcome of one run with canaries.

    Args:
        canaries: m, each in the data by a fair coin of its own.
        guesses: r, of how many the presence was guessed; an upper limit of that, where it was fixed beforehand.
        right: how many guesses were right.
        fixed: whether the number of guesses was fixed before the output was seen.

    Raises:
        DomainError: the numbers are no outcome.

    Example:
        >>> OneRun.of(1000, 100, 90, fixed=True).epsilon_lower(delta="1e-5", level="0.05")
        Fraction(1626143, 1000000)
    """

    canaries: int
    guesses: int
    right: int
    fixed: bool

    @classmethod
    def of(cls, canaries: Readable, guesses: Readable, right: Readable, *, fixed: bool) -> OneRun:
        """Check the numbers."""
        m, r, v = (
            read_integer(value, name)
            for value, name in ((canaries, "canaries"), (guesses, "guesses"), (right, "right guesses"))
        )
        if not 0 <= v <= r <= m or m < 1:
            raise DomainError(f"right guesses, guesses and canaries must be ordered, 0 <= {v} <= {r} <= {m}")
        if m > MOST_CANARIES:
            raise SizeError(f"canaries must be at most {MOST_CANARIES}, got {m}")
        return cls(m, r, v, fixed)

    def rejects(self, epsilon: Fraction, delta: Fraction, level: Fraction) -> bool:
        """Prove that a program that is (epsilon, delta)-DP makes so many right guesses with at most the level."""
        with ctx.workprec(_BITS):
            beta = self._tail(self.right, epsilon)
            if delta == 0 or not beta <= fraction_ball(level):
                return bool(beta <= fraction_ball(level))
            alpha = self._steepest(beta, epsilon)
            return bool(beta + 2 * self.canaries * fraction_ball(delta) * alpha <= fraction_ball(level))

    def _tail(self, start: int, epsilon: Fraction) -> arb:
        """Pr[B >= start]."""
        if start <= 0:
            return arb(1)
        return _chance(epsilon).beta_lower(start, self.guesses - start + 1, regularized=True)

    def _steepest(self, beta: arb, epsilon: Fraction) -> arb:
        """The maximum over i of (Pr[B >= v-i] - beta)/i, the tail growing by one term with each i."""
        chance = _chance(epsilon)
        odds, best, tail = chance / (1 - chance), arb(0), beta
        term = _mass(self.guesses, self.right, chance)
        for i in range(1, self.right + 1):
            place = self.right - i
            term = term * (place + 1) / ((self.guesses - place) * odds)  # Pr[B = v-i]
            tail = tail + term
            best = best.max((tail.min(arb(1)) - beta) / i)
            if (1 - beta) / (i + 1) <= best:
                break
        return best

    def epsilon_lower(self, *, delta: Readable, level: Readable) -> Fraction:
        """Bound the epsilon of the program from below, at a delta; zero where nothing is rejected.

        Raises:
            OptionsError: delta > 0, and the number of guesses was not fixed beforehand.
        """
        failure, risk = _delta(delta), _level(level)
        if failure > 0 and not self.fixed:
            raise OptionsError(
                "the number of guesses must be fixed before the output is seen where delta > 0, as a number that "
                "depends on the output can make the test false; got none fixed"
            )
        return _largest(lambda epsilon: self.rejects(epsilon, failure, risk))

    def refutes(self, power_to_size: Callable[[arb], arb], *, level: Readable) -> bool:
        """Reject a claimed trade-off between the two errors, at a level.

        Args:
            power_to_size: a lower bound of the least type I error at a power, at the working precision.
            level: the chance of rejecting a true claim.

        Raises:
            OptionsError: the number of guesses was not fixed beforehand.

        Example:
            >>> run = OneRun.of(100, 100, 95, fixed=True)
            >>> run.refutes(lambda power: power, level="0.05"), run.refutes(lambda power: arb(0), level="0.05")
            (True, False)
        """
        if not self.fixed:
            raise OptionsError("the number of guesses must be fixed before the output is seen, got none fixed")
        risk, m, limit, right = _level(level), self.canaries, self.guesses, self.right
        with ctx.workprec(_BITS):
            r, h = fraction_ball(risk * right / m), fraction_ball(risk * (limit - right) / m)
            for i in range(right - 1, -1, -1):
                found = power_to_size(r)
                if not found.is_finite():
                    raise PrecisionError("the trade-off must be bounded at every power, got none")
                higher = h.max(arb(found.lower()))
                r = arb((r + (higher - h) * i / (limit - i)).lower())
                h = higher
                if r > 1:
                    return True
            return bool(r + h > fraction_ball(Fraction(limit, m)))


@dataclass(frozen=True)
class ManyRuns:
    """The outcomes of runs with a canary and of runs without it.

    Args:
        with_it: runs with the canary, and in how many of them it was said to be in.
        without_it: runs without it, and in how many of them it was said to be in.

    Raises:
        DomainError: the numbers are no outcomes.

    Example:
        >>> ManyRuns.of((1000, 900), (1000, 100)).epsilon_lower(delta="1e-5", level="0.05")
        Fraction(994847, 500000)
    """

    with_it: tuple[int, int]
    without_it: tuple[int, int]

    @classmethod
    def of(cls, with_it: Sequence[Readable], without_it: Sequence[Readable]) -> ManyRuns:
        """Check the numbers."""
        pairs = []
        for name, pair in (("with", with_it), ("without", without_it)):
            trials, said = (read_integer(value, f"runs {name} the canary") for value in pair)
            if not 0 <= said <= trials or trials < 1 or trials > MOST_CANARIES:
                raise DomainError(f"runs {name} the canary must be 1 to {MOST_CANARIES}, got {said} of {trials}")
            pairs.append((trials, said))
        return cls(pairs[0], pairs[1])

    def epsilon_lower(self, *, delta: Readable, level: Readable) -> Fraction:
        """Bound the epsilon of the program from below, at a delta; zero where nothing is rejected."""
        failure, half = _delta(delta), _level(level) / 2
        (n, hits), (k, alarms) = self.with_it, self.without_it
        # The chances of the right word in either case from below, and of the wrong one from above.
        hit, miss = least_chance(n, hits, half), 1 - least_chance(n, hits, half)
        alarm = 1 - least_chance(k, k - alarms, half)

        def rejected(epsilon: Fraction) -> bool:
            with ctx.workprec(_BITS):
                odds, room = fraction_ball(epsilon).exp(), fraction_ball(failure)
                return any(
                    bool(fraction_ball(first) > odds * fraction_ball(second) + room)
                    for first, second in ((hit, alarm), (1 - alarm, miss))
                )

        return _largest(rejected)


def least_chance(trials: int, successes: int, level: Fraction) -> Fraction:
    """The end of Clopper and Pearson's interval from below: smaller chances make so many successes unlikely.

    Example:
        >>> float(least_chance(10, 10, Fraction(1, 40))), least_chance(10, 0, Fraction(1, 40))
        (0.691502, Fraction(0, 1))
    """
    if successes == 0:
        return Fraction(0)
    low, high = 0, _STEP.denominator
    with ctx.workprec(_BITS):
        while high - low > 1:
            middle = (low + high) // 2
            tail = fraction_ball(middle * _STEP).beta_lower(successes, trials - successes + 1, regularized=True)
            low, high = (middle, high) if tail <= fraction_ball(level) else (low, middle)
    return low * _STEP


def size_at_power(profile: Iterable[tuple[Fraction, arb]]) -> Callable[[arb], arb]:
    """The least type I error at a power, from below, by points (epsilon, delta from above) of a claimed profile.

    A test of type I error a and power x has x <= delta + e^eps a and 1 - a <= delta + e^eps (1 - x).

    Example:
        >>> size = size_at_power([(Fraction(0), arb("0.5"))])
        >>> float(size(arb(1))), float(size(arb("0.25")))
        (0.5, 0.0)
    """
    points = [(arb(0) + fraction_ball(epsilon).exp(), arb(delta.upper())) for epsilon, delta in profile]

    def found(power: arb) -> arb:
        best = arb(0)
        for odds, delta in points:
            best = best.max((power - delta) / odds).max(1 - delta - odds * (1 - power))
        return best

    return found


def _largest(rejected: Callable[[Fraction], bool]) -> Fraction:
    """The largest multiple of a step found that is rejected; zero where none is."""
    low, high = 0, int(_LARGEST / _STEP)
    if rejected(_LARGEST):
        return _LARGEST
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if rejected(middle * _STEP) else (low, middle)
    return low * _STEP


def _chance(epsilon: Fraction) -> arb:
    odds = fraction_ball(epsilon).exp()
    return odds / (1 + odds)


def _mass(trials: int, successes: int, chance: arb) -> arb:
    """Pr[B = v] of a binomial."""
    ways = (arb(trials + 1).lgamma() - arb(successes + 1).lgamma() - arb(trials - successes + 1).lgamma()).exp()
    return ways * chance**successes * (1 - chance) ** (trials - successes)


def _delta(delta: Readable) -> Fraction:
    value = read_rational(delta, "delta")
    if not 0 <= value < 1:
        raise DomainError(f"delta must be in [0, 1), got {shown(delta)}")
    return value


def _level(level: Readable) -> Fraction:
    value = read_rational(level, "one minus the confidence")
    if not 0 < value < 1:
        raise DomainError(f"the confidence must be between 0 and 1, both excluded, got {shown(1 - value)}")
    return value


def read_outcome(document: Any, guesses: Readable | None = None) -> OneRun | ManyRuns:
    """Read the outcome of canaries: counts, or one row for each canary.

    Args:
        document: {"canaries": m, "guesses": r, "right": v, "guesses_fixed": true}; or {"with": {"runs": n, "said_in":
            k}, "without": {..}}; or a list of {"included": 0 or 1, "guess": 0, 1 or nothing}.
        guesses: the number of guesses that was fixed before the output was seen, for rows.

    Raises:
        DomainError: none of these.

    Example:
        >>> read_outcome([{"included": "1", "guess": "1"}, {"included": "0", "guess": ""}])
        OneRun(canaries=2, guesses=1, right=1, fixed=False)
    """
    if isinstance(document, Mapping) and {"with", "without"} <= set(document):
        pairs = []
        for name in ("with", "without"):
            entry = document[name]
            if not isinstance(entry, Mapping) or not {"runs", "said_in"} <= set(entry):
                raise DomainError(f"the runs {name} the canary must have runs and said_in, got {shown(entry)}")
            pairs.append((entry["runs"], entry["said_in"]))
        return ManyRuns.of(*pairs)
    if isinstance(document, Mapping):
        missing = [name for name in ("canaries", "guesses", "right") if name not in document]
        if missing:
            raise DomainError(f"an outcome must have canaries, guesses and right, got no {missing[0]}")
        fixed = str(document.get("guesses_fixed", False)).lower() == "true" or guesses is not None
        taken = _limit(guesses, read_integer(document["guesses"], "guesses"))
        return OneRun.of(document["canaries"], taken, document["right"], fixed=fixed)
    if not isinstance(document, Sequence) or isinstance(document, str) or not document:
        raise DomainError("an outcome must be an object, or a list with one row for each canary")
    made = right = 0
    for number, row in enumerate(document, 1):
        if not isinstance(row, Mapping) or "included" not in row:
            raise DomainError(f"row {number} must have included and guess, got {shown(row)}")
        included, guess = (_bit(row.get(name), number, name) for name in ("included", "guess"))
        if included is None:
            raise DomainError(f"included of row {number} must be 0 or 1, got none")
        made += guess is not None
        right += guess == included
    return OneRun.of(len(document), _limit(guesses, made), right, fixed=guesses is not None)


def _limit(guesses: Readable | None, made: int) -> int:
    fixed = made if guesses is None else read_integer(guesses, "guesses")
    if made > fixed:
        raise DomainError(f"guesses must be at most the {fixed} that were fixed, got {made}")
    return fixed


def _bit(value: Any, number: int, name: str) -> int | None:
    if value in (None, ""):
        return None
    if str(value) not in ("0", "1", "True", "False"):
        raise DomainError(f"{name} of row {number} must be 0, 1 or nothing, got {shown(value)}")
    return int(str(value) in ("1", "True"))


def rounded(bound: Fraction) -> str:
    """A decimal below a bound.

    Example:
        >>> rounded(Fraction(1559013, 10**6))
        '1.559013'
    """
    return exact_decimal(bound, 7, upward=False)
