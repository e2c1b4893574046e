"""Assertions about mechanisms and laws for test suites, decided exactly.

Each raises AssertionError with what must hold and the worst case that was found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from sdp_proofs.distributions.finite import Database, FiniteLaw, Mechanism, Outcome, Records
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.numbers.decimals import exact_decimal
from sdp_proofs.numbers.reals import Readable, read_rational
from sdp_proofs.privacy.definition import database_deltas, smoothed_delta_by_lists
from sdp_proofs.privacy.profile import PrivacyProfile
from sdp_proofs.programs.answers import program
from sdp_proofs.programs.pairs import alike
from sdp_proofs.programs.violations import words
from sdp_proofs.verdict import Verdict


def assert_dp(
    mechanism: Mechanism[Database, Outcome], databases: Iterable[Database], *, odds: Readable, delta: Readable
) -> None:
    """Assert (epsilon, delta)-differential privacy at the given databases and their neighbours.

    Args:
        mechanism: any mechanism with finitely many outputs.
        databases: the databases x.
        odds: exp(epsilon) >= 1, rational.
        delta: the bound on delta(x).

    Raises:
        AssertionError: delta(x) is larger somewhere.

    Example:
        >>> from sdp_proofs.mechanisms.finite import CoinFlip
        >>> assert_dp(CoinFlip.read(keep="3/4"), [(0,), (1,)], odds=3, delta=0)
        >>> assert_dp(CoinFlip.read(keep="3/4"), [(0,), (1,)], odds=2, delta=0)  # doctest: +NORMALIZE_WHITESPACE
        Traceback (most recent call last):
            ...
        AssertionError: delta(x) must be <= 0 at odds 2, got 1/4 at x = (0,): the output 0 has probability 3/4 there and
        1/4 at the neighbour (1,)
    """
    bound = read_rational(delta, "delta")
    for database, value in database_deltas(mechanism, databases, odds).items():
        if value > bound:
            worst = _worst(mechanism, database, read_rational(odds, "odds"))
            raise AssertionError(f"delta(x) must be <= {bound} at odds {odds}, got {value} at x = {database}: {worst}")


def _worst(mechanism: Mechanism[Any, Any], database: Any, odds: Fraction) -> str:
    """Name the neighbour and the output that give most of delta(x), and both probabilities."""
    own, found = mechanism.law(database), []
    for neighbour in mechanism.neighbours(database):
        other = mechanism.law(neighbour)
        for output in dict.fromkeys([*own, *other]):
            here, there = own.probability(output), other.probability(output)
            found.append((max(here - odds * there, there - odds * here), repr(output), repr(neighbour), here, there))
    _, output, neighbour, here, there = min(found, key=lambda row: (-row[0], row[1], row[2]))
    return f"the output {output} has probability {_short(here)} there and {_short(there)} at the neighbour {neighbour}"


def _short(number: Fraction) -> str:
    return str(number) if number.denominator < 10**6 else f"about {exact_decimal(number, 6, upward=True)}"


def assert_smoothed_dp(
    mechanism: Mechanism[Records, Outcome],
    sources: SourceSet,
    *,
    records: int,
    odds: Readable,
    delta: Readable,
) -> None:
    """Assert (epsilon, delta, Pi)-smoothed differential privacy, over all assignments of sources to records.

    Args:
        mechanism: a mechanism on lists of records.
        sources: Pi.
        records: n >= 1.
        odds: exp(epsilon) >= 1, rational.
        delta: the bound on the expected delta(x).

    Raises:
        AssertionError: some assignment gives a larger expectation.

    Example:
        >>> from sdp_proofs.mechanisms.finite import OnRecords
        >>> from sdp_proofs.mechanisms.sampling import SamplingHistogram
        >>> mechanism = OnRecords(SamplingHistogram(draws=1), types=2)
        >>> assert_smoothed_dp(mechanism, SourceSet.interval("1/4", "1/2"), records=3, odds=2, delta="1/4")
        Traceback (most recent call last):
            ...
        AssertionError: the expected delta(x) must be <= 1/4 at odds 2, got 1/3 by the assignment (0, 0, 0)
    """
    bound = read_rational(delta, "delta")
    found = smoothed_delta_by_lists(mechanism, sources, records, odds)
    if found.value > bound:
        raise AssertionError(
            f"the expected delta(x) must be <= {bound} at odds {odds}, "
            f"got {found.value} by the assignment {found.assignment}"
        )


def assert_dominates(
    larger: tuple[FiniteLaw[Outcome], FiniteLaw[Outcome]], smaller: tuple[FiniteLaw[Outcome], FiniteLaw[Outcome]]
) -> None:
    """Assert that one pair of laws is at least as easy to tell apart as another, in this order, at every epsilon >= 0.

    Decided at all breakpoints of both hockey-stick curves, between which the curves are straight.

    Args:
        larger: (P, Q).
        smaller: (P', Q'), with d(P', Q') <= d(P, Q) asserted at every epsilon.

    Raises:
        AssertionError: it fails at some odds.

    Example:
        >>> coin, fixed = FiniteLaw({0: "1/2", 1: "1/2"}), FiniteLaw({0: 1})
        >>> assert_dominates((fixed, coin), (coin, coin))
        >>> assert_dominates((fixed, coin), (coin, fixed))
        Traceback (most recent call last):
            ...
        AssertionError: d(P', Q') must be <= d(P, Q) at every epsilon, got 1/2 > 0 at odds 2
    """
    upper, lower = PrivacyProfile.of_pairs([larger]), PrivacyProfile.of_pairs([smaller])
    corners = sorted({*upper.breakpoints, *lower.breakpoints})
    # Beyond the last corner both are constant.
    for odds in (1, *corners):
        above, below = upper.at(odds), lower.at(odds)
        if below > above:
            raise AssertionError(f"d(P', Q') must be <= d(P, Q) at every epsilon, got {below} > {above} at odds {odds}")


def assert_private(
    mechanism: Callable[..., Any],
    *,
    epsilon: Readable | None = None,
    delta: Readable = 0,
    size: int = 3,
    neighbours: str | Callable[[int], Any] = "all",
    **question: Any,
) -> None:
    """Assert that a mechanism, a Python function of (draw, q), is private.

    Args:
        mechanism: the function; it is read and never run.
        epsilon: units: `draw.laplace(k)` has scale 1/k at epsilon 1.
        delta: what may be missing.
        size: how many numbers the input has.
        neighbours: how two inputs may differ: one, all, up, record, any, or a function that lists differences.
        question: further arguments of `sdp_proofs.program`, as `odds` for a program that only throws coins.

    Raises:
        AssertionError: it is refuted, or not proved; the message has the neighbours, the output, both probabilities.

    Example:
        >>> from sdp_proofs.programs.catalogue import noisy_max, noisy_max_value
        >>> assert_private(noisy_max, epsilon=2)
        >>> assert_private(noisy_max_value, epsilon=2)  # doctest: +ELLIPSIS
        Traceback (most recent call last):
            ...
        AssertionError: FAILS: noisy_max_value is not private at 2 units (an exact violation).
          input                    [0, 0, 0]
          neighbour                [1, 1, 1]
        ...
    """
    answer = program(mechanism, budget=epsilon, delta=delta, size=size, neighbours=neighbours, **question)
    if answer.verdict is not Verdict.HOLDS:
        raise AssertionError("\n".join(line for line in answer.lines() if not line.startswith(("least", "needed"))))


def assert_alike(
    mechanism: Callable[..., Any],
    first: tuple[int, ...],
    second: tuple[int, ...],
    *,
    epsilon: Readable | None = None,
    odds: Readable | None = None,
    delta: Readable = 0,
) -> None:
    """Assert that no output of a program tells two inputs apart, for a property test that shrinks.

    Args:
        mechanism: a function of (draw, q); it is read and never run.
        first: an input.
        second: a neighbour of it.
        epsilon: units.
        odds: exp(epsilon), in place of units, for a program that only throws coins.
        delta: what may be missing.

    Raises:
        AssertionError: an output is likelier than allowed; the message names it, and both probabilities.

    Example:
        >>> from sdp_proofs.programs.catalogue import noisy_max_value
        >>> assert_alike(noisy_max_value, (0, 0), (0, 1), epsilon=2)
        >>> assert_alike(noisy_max_value, (0, 0, 0), (1, 1, 1), epsilon=2)  # doctest: +ELLIPSIS
        Traceback (most recent call last):
            ...
        AssertionError: the output 0 must be within 2 units at r = 1/2, got probability >= ... on (0, 0, 0) and <= ...
    """
    found = alike(mechanism, first, second, budget=epsilon, odds=odds, delta=delta)
    if found is not None:
        high, low = exact_decimal(found.first, 6, upward=False), exact_decimal(found.second, 6, upward=True)
        bound = f"odds {odds}" if epsilon is None else f"{epsilon} units at r = {found.unit}"
        raise AssertionError(
            f"the output {words(found.output)} must be within {bound}, got probability >= {high} on {found.input} "
            f"and <= {low} on {found.neighbour}"
        )


def private(**question: Any) -> Callable[[Callable[..., Any]], Callable[[], None]]:
    """Turn a mechanism into a test of itself.

    Args:
        question: the arguments of `assert_private`.

    Returns:
        A decorator; the test takes no arguments, as pytest wants it.

    Example:
        >>> from sdp_proofs.programs.catalogue import histogram
        >>> test_histogram = private(epsilon=1, neighbours="one")(histogram)
        >>> test_histogram()
    """

    def decorated(mechanism: Callable[..., Any]) -> Callable[[], None]:
        def test() -> None:
            assert_private(mechanism, **question)

        test.__name__, test.__doc__, test.__module__ = mechanism.__name__, mechanism.__doc__, mechanism.__module__
        return test

    return decorated
