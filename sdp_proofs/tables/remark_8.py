"""Remark 8 as published beside the exact smoothed loss and the bounds that are proved [Liu, Wang, Xia 2023, Sec. 5.1].

The sources are all laws that give each of m types at least f; records are sampled without replacement.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from sdp_proofs.numbers.decide import decide_less
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import read_integer, read_rational
from sdp_proofs.privacy.bounds.buckets import buckets_upper
from sdp_proofs.privacy.bounds.decay_rate import types_upper
from sdp_proofs.privacy.bounds.instance import Bound, Instance, above_threshold, exceeds
from sdp_proofs.privacy.bounds.lower import double_sum_lower, one_point_lower, rare_type_lower
from sdp_proofs.privacy.bounds.published import dp_delta, remark_8_as_published, remark_8_proved
from sdp_proofs.privacy.bounds.tails import one_sided_upper, two_sided_upper
from sdp_proofs.privacy.budget import Budget, sampling_draws
from sdp_proofs.tables.reach import bound_in_words, capped, reached, smoothed_or_none
from sdp_proofs.tables.shared_options import EPSILON, FLOOR, RATE, RECORDS, TYPES
from sdp_proofs.tables.table import (
    GUARD_DIGITS,
    Axis,
    Row,
    Table,
    exact,
    guarantee,
    lower,
    text,
    upper,
)
from sdp_proofs.verdict import Verdict

AXES = (
    Axis("types", ("2",), TYPES),
    Axis("floor", ("1/4",), FLOOR),
    Axis("rate", ("0.5", "0.95", "0.998"), RATE),
    Axis("epsilon", ("1", "3", "7"), EPSILON),
    Axis("records", ("100", "1000", "10000"), RECORDS),
)
COLUMNS = (
    exact("draws", "sample size T = ceil(rate n)"),
    guarantee("delta_sdp", "smoothed loss delta_SDP, the maximum over all assignments of sources"),
    upper("remark_8", "Remark 8 as printed, with T/n for the rate"),
    text("remark_8_standing", "its hypothesis epsilon > ln(n/(n-T)), and whether it holds"),
    upper("one_tail", "one exponential, for epsilon > ln(n/(n-T))"),
    upper("two_tails", "two exponentials, for epsilon > 0"),
    upper("cells", "ten tilted cells, for epsilon > 0"),
    upper("method_of_types", "the exact decay rate and a power of n, for epsilon > 0"),
    lower("lower", "the best of the proved lower bounds"),
    exact("dp_delta", "T/n, the exact delta of differential privacy at every epsilon"),
    exact("one_over_n", "1/n"),
    text("valid", "the upper bounds that are proved here, the least first"),
)
_DOUBLE_SUM_TERMS = 60_000


def _row(point: Mapping[str, str], digits: int) -> Row:
    """Compute the row of a point.

    Example:
        >>> point = {"types": "2", "floor": "1/2", "rate": "1/200", "epsilon": "log(101/100)", "records": "200"}
        >>> _row(point, 3).cells[3]
        'hypothesis met; fails here'
    """
    keys = tuple(point[axis.name] for axis in AXES)
    n, budget = read_integer(point["records"], "records"), Budget.read(epsilon=point["epsilon"])
    draws, types = sampling_draws(n, rate=point["rate"]), read_integer(point["types"], "types")
    floor, proven = read_rational(point["floor"], "floor"), digits + GUARD_DIGITS
    if draws == n:  # without a record left out there is no bound to ask for
        loss = smoothed_or_none(types, floor, n, draws, budget, proven)
        nothing = [None] * (len(COLUMNS) - 7)
        standing = "hypothesis not met; every record is sampled"
        return Row(keys, (draws, loss, None, standing, *nothing, Fraction(1), Fraction(1, n), ""))
    instance = Instance(n, draws, types, floor)
    private, above = exceeds(budget, Fraction(1)), above_threshold(instance, budget)
    uppers = {
        "one tail": _value(above, lambda: one_sided_upper(instance, budget, digits=proven)),
        "two tails": _value(private, lambda: two_sided_upper(instance, budget, digits=proven)),
        "cells": _value(private, lambda: buckets_upper(instance, budget, digits=proven)),
        "method of types": _value(private, lambda: types_upper(instance, budget, digits=proven)),
    }
    proved = {name: value for name, value in uppers.items() if value is not None}
    below = _best_lower(instance, budget, proven, private)
    loss = smoothed_or_none(types, floor, n, draws, budget, proven)
    printed = remark_8_as_published(instance, budget, digits=proven).value
    general = above and remark_8_proved(instance.rate, budget).verdict is Verdict.HOLDS
    if general:
        proved["remark 8"] = printed
    names = sorted(proved, key=lambda name: proved[name].log10_estimate)
    most = proved[names[0]] if loss is None and names else loss
    standing = "proved at this rate" if general else bound_in_words(printed, loss or below, most)
    cells = (
        draws, loss, printed, f"hypothesis {'met' if above else 'not met'}; {standing}",
        *uppers.values(), below, dp_delta(n, draws), Fraction(1, n), ", ".join(names),
    )  # fmt: skip
    return Row(keys, cells)


def _value(met: bool, compute: Callable[[], Bound]) -> Enclosure | None:
    return capped(reached(lambda: compute().value)) if met else None


def _best_lower(instance: Instance, budget: Budget, digits: int, private: bool) -> Enclosure:
    """The largest of the lower bounds that are cheap here."""
    best = rare_type_lower(instance, digits=digits).value
    small = instance.draws * (instance.records - instance.draws) <= _DOUBLE_SUM_TERMS
    others = (
        _value(small, lambda: double_sum_lower(instance, budget, digits=digits)),
        _value(private, lambda: one_point_lower(instance, budget, digits=digits)),
    )
    for value in others:
        if value is not None and decide_less(best, value) is Verdict.HOLDS:
            best = value
    return best


TABLES = (
    Table(
        "remark-8",
        "smoothed_dp",
        "Smoothed loss of the sampling histogram, and its bounds",
        AXES,
        COLUMNS,
        _row,
        brief=("rate", "epsilon", "records", "delta_sdp", "remark_8", "two_tails"),
    ),
)
