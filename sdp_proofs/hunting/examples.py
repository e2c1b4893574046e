"""The stage of a hunt that lets Hypothesis choose: edges and ties often, steered by the distance from failing.

Hypothesis draws, mutates what came near and shrinks what fails. How a value of a domain is put together from integers,
small ones first, is said here for every domain of this project; any other is drawn level by level.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from fractions import Fraction
from functools import singledispatch
from math import ceil, floor, isfinite
from random import Random
from typing import TYPE_CHECKING, Any

from sdp_proofs.hunting.spaces import (
    Choices,
    Compositions,
    Domain,
    Instance,
    Integers,
    Laws,
    Rationals,
    Reals,
    Space,
    at,
)

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Among = Callable[[int, int], int]
"""Draws an integer between two ends, both included; shrinks to the one closer to zero."""
_ROUND = 1000  # examples of one call
_LEVELS = 12  # levels of a domain that says nothing here
_SIMPLE = 12  # the largest denominator of a simple fraction
_FAR = 10**6
_WEIGHTS = (0, 1, 2, 3, 4, 5, 7, 12, 1000, 10**6)


class _Empty(Exception):
    """A domain has no value there."""


def example_found(
    space: Space,
    fails: Callable[[Instance], bool],
    seed: int,
    height: Callable[[Instance], float] | None = None,
) -> Instance | None:
    """An instance that fails, shrunk by Hypothesis; None if nothing new came up.

    Args:
        space: where to look.
        fails: decides an instance; ends the search by an exception of its own that is no Exception.
        seed: the same instances for the same seed, but for how many.
        height: how near an instance comes to failing; Hypothesis prefers the larger ones.
    """
    from hypothesis import HealthCheck, Phase, find, settings, target
    from hypothesis.errors import NoSuchExample, Unsatisfiable

    seen = 0

    def condition(instance: Instance) -> bool:
        nonlocal seen
        seen += 1
        if fails(instance):
            return True
        if height is not None and isfinite(reached := height(instance)):
            target(reached)
        return False

    effort = settings(
        max_examples=_ROUND,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.target, Phase.shrink],  # to explain a failure it would trace every line
    )
    turn, before = 0, -1
    while seen > before:
        turn, before = turn + 1, seen
        try:
            with _no_constants_of_source_files():
                return find(instances_of(space), condition, settings=effort, random=Random(f"{seed} {turn}"))
        except (NoSuchExample, Unsatisfiable):
            continue
    return None


def _no_constants_of_source_files() -> AbstractContextManager[Any]:
    """Hypothesis also draws numbers that stand in the source files around, which is slow; the answer may be there, too.

    There is no setting for it yet; a version that does it elsewhere, or not at all, is left as it is.
    """
    from unittest.mock import patch

    try:
        from hypothesis.internal.conjecture import providers
        from hypothesis.internal.constants_ast import Constants
    except ImportError:
        return nullcontext()
    name = "_get_local_constants"
    return patch.object(providers, name, Constants) if hasattr(providers, name) else nullcontext()


def instances_of(space: Space) -> SearchStrategy[dict[str, Any]]:
    """A strategy for the instances of a space.

    Example:
        >>> from hypothesis import find
        >>> space = {"n": Integers(1, 50), "k": Integers(0, lambda before: before["n"])}
        >>> find(instances_of(space), lambda at: at["k"] > 3)
        {'n': 4, 'k': 4}
    """
    from hypothesis import reject
    from hypothesis import strategies as st

    @st.composite
    def instances(draw: Callable[[SearchStrategy[int]], int]) -> dict[str, Any]:
        def among(low: int, high: int) -> int:
            if low > high:
                raise _Empty
            return draw(st.integers(low, high))

        place: dict[str, Any] = {}
        try:
            for name, domain in space.items():
                place[name] = chosen(domain, place, among)
        except _Empty:
            reject()
        return place

    return instances()


@singledispatch
def chosen(domain: Domain, before: Instance, among: Among) -> Any:
    """A value of a domain, put together from drawn integers, given the coordinates before it."""
    return _option(tuple(domain.at_level(among(0, _LEVELS), before)), among)


def _option(options: tuple[Any, ...], among: Among) -> Any:
    return options[among(0, len(options) - 1)]


@chosen.register(Integers)
def _(domain: Integers, before: Instance, among: Among) -> int:
    low, high = ceil(at(domain.low, before)), floor(at(domain.high, before))
    return among(low, high if among(0, 1) else min(low + 20, high))


@chosen.register(Rationals)
def _(domain: Rationals, before: Instance, among: Among) -> Fraction:
    value = _fraction(Fraction(at(domain.low, before)), Fraction(at(domain.high, before)), domain.denominator, among)
    if not domain.has(value, before):
        raise _Empty
    return value


@chosen.register(Reals)
def _(domain: Reals, before: Instance, among: Among) -> Fraction:
    far = _FAR if among(0, 2) == 2 else 10
    low = -far if domain.low is None else domain.low
    high = low + 2 * far if domain.high is None else domain.high
    value = _fraction(Fraction(low), Fraction(high), domain.denominator, among)
    if not domain.has(value):
        raise _Empty
    return value


def _fraction(low: Fraction, high: Fraction, denominator: int, among: Among) -> Fraction:
    """A simple one, one that is close to an end, or any."""
    kind = among(0, 3)
    bottom = among(1, denominator if kind == 3 else min(_SIMPLE, denominator))
    first, last = ceil(low * bottom), floor(high * bottom)
    if kind == 2 and first < last:
        bottom = min(denominator, bottom * 10 ** among(1, 5))
        first, last = ceil(low * bottom), floor(high * bottom)
        return Fraction(first + among(0, min(1, last - first)) if among(0, 1) else last - among(0, 1), bottom)
    return Fraction(among(first, last), bottom)


@chosen.register(Choices)
def _(domain: Choices, before: Instance, among: Among) -> Any:
    return _option(tuple(domain.options), among)


@chosen.register(Compositions)
def _(domain: Compositions, before: Instance, among: Among) -> tuple[int, ...]:
    left, parts = int(at(domain.total, before)), int(at(domain.parts, before))
    counts = []
    for _ in range(parts - 1):
        counts.append(among(0, left))
        left -= counts[-1]
    return (*counts, left)


@chosen.register(Laws)
def _(domain: Laws, before: Instance, among: Among) -> tuple[Fraction, ...]:
    weights = tuple(weight for weight in _WEIGHTS if weight or not domain.positive)
    shares = [_option(weights, among) for _ in range(int(at(domain.types, before)))]
    if not any(shares):
        raise _Empty
    return tuple(Fraction(share, sum(shares)) for share in shares)
