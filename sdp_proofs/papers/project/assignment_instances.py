"""Small sets of sources and features: over these, the claims on assignments are enumerated.

K(k, h) = P(Bin(k, p) + Bin(n-k, q) = h) is the law of the histogram under a mixed assignment. Its row k has the
generating function (1 - p + p x)^k (1 - q + q x)^(n-k). A law is its generating function, so identities between these,
which sympy proves with n and k as symbols, are identities between kernels of every size.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, prod
from typing import Any

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Claim
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.smoothed_dp.small_mechanisms import PAIRS, apart, every, fractions, laws, table
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.definition import database_delta, smoothed_delta_by_lists
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
from sdp_proofs.privacy.smoothed.three_types import simplex_deltas, smoothed_simplex
from sdp_proofs.proving.instances import Instance
from sdp_proofs.sums.elementary_factors import factorise, stochastic_matrix

Values = dict[str, Any]
SHARES = tuple(map(fractions, ("1/5 2/3", "0 1/2", "9/20 11/20")))
GENERATING = {"n": "natural", "k": "natural", "p": "positive", "q": "positive", "x": "positive"}
INSIDE = "And(k <= n, q <= p, p <= 1)"


def row(following: str = "k") -> str:
    """The generating function of the row of some records of the larger share, the others of the smaller one."""
    return f"(1 - p + p*x)**({following})*(1 - q + q*x)**(n - ({following}))"


def product_row(share: str, following: str = "k") -> str:
    """Value of a row of the product: k + Bin(n-k, share) records, then each of them with p."""
    return f"(1 - p + p*x)**({following})*(1 - ({share}) + ({share})*(1 - p + p*x))**(n - ({following}))"


def kernel(n: int, low: Fraction, high: Fraction) -> list[list[Fraction]]:
    """K(k, h), exactly, one record after the other.

    Example:
        >>> [[str(entry) for entry in row] for row in kernel(1, Fraction(1, 4), Fraction(2, 3))]
        [['3/4', '1/4'], ['1/3', '2/3']]
    """
    rows = []
    for k in range(n + 1):
        law, scale = [1], 1  # in integers over a common denominator
        for share in [high] * k + [low] * (n - k):
            chosen, left = share.numerator, share.denominator - share.numerator
            padded = [0, *law, 0]
            law = [chosen * padded[i] + left * padded[i + 1] for i in range(len(law) + 1)]
            scale *= share.denominator
        rows.append([Fraction(entry, scale) for entry in law])
    return rows


def pmf(draws: int, success: Fraction, count: int) -> Fraction:
    """P(Bin(draws, success) = count), for shares from 0 to 1.

    Example:
        >>> pmf(2, Fraction(1, 2), 1)
        Fraction(1, 2)
    """
    if not 0 <= count <= draws:
        return Fraction(0)
    return comb(draws, count) * success**count * (1 - success) ** (draws - count)


def entry(claim: Claim, at: Mapping[str, Any]) -> Values | None:
    """One entry of the kernel and of the product."""
    n, k, h, (low, high) = at["n"], at["k"], at["h"], at["shares"]
    if max(k, h) > n:
        return None
    share = _exact(claim.parameters["share"], {"p": high, "q": low})
    shifted = sum((pmf(n - k, share, j - k) * pmf(j, high, h) for j in range(k, n + 1)), Fraction(0))
    return {"mixed": kernel(n, low, high)[k][h], "shifted": shifted}


def small_minors(claim: Claim) -> Iterator[Instance]:
    """All minors of order one, two and three."""
    for (low, high), n in product(SHARES, range(1, 5)):
        plain = kernel(n, low, high)
        matrix = [plain[int(_exact(claim.parameters["following"], {"n": n, "k": k}))] for k in range(n + 1)]
        for rows, columns in ((rows, columns) for order in (1, 2, 3) for rows in combinations(matrix, order)
                              for columns in combinations(range(n + 1), order)):  # fmt: skip
            minor = _determinant([[entries[column] for column in columns] for entries in rows])
            yield f"n = {n}, shares {low} and {high}, columns {columns}", {"minor": minor}


def _exact(text: str, values: Mapping[str, int | Fraction]) -> Fraction:
    """The value of a term in a claim's parameters."""
    found = Formula(text, tuple(values)).value(values)
    if found is None or found.exact is None:
        raise DomainError(f"a parameter must have an exact value, got {text!r} at {values}")
    return found.exact


def _determinant(rows: list[list[Fraction]]) -> Fraction:
    if len(rows) == 1:
        return rows[0][0]
    smaller = ([entries[:i] + entries[i + 1 :] for entries in rows[1:]] for i in range(len(rows)))
    return sum(((-1) ** i * rows[0][i] * _determinant(rest) for i, rest in enumerate(smaller)), Fraction(0))


def random_losses(claim: Claim) -> Iterator[Instance]:
    """Random sequences v: the largest average over assignments, the homogeneous ones, and those of the majorant."""
    source = random.Random(claim.parameters["seed"])
    for trial in range(400):
        n = source.randint(2, 7)
        low, high = sorted(Fraction(source.randint(0, 12), 12) for _ in range(2))
        losses = [source.randint(0, 9) for _ in range(n + 1)]
        if trial % 2:
            losses = sorted(losses[: n // 2], reverse=True) + sorted(losses[n // 2 :])
        yield f"v = {losses}, shares {low} and {high}", averaged(claim, {"losses": losses, "low": low, "high": high})


def averaged(claim: Claim, at: Mapping[str, Any]) -> Values:
    """The averages of some losses."""
    losses, low, high = [Fraction(loss) for loss in at["losses"]], at["low"], at["high"]
    averages, middle = _averages(losses, low, high), (len(losses) - 1) // 2
    raised = [max(losses[min(k, middle) : max(k, middle) + 1]) for k in range(len(losses))]
    below = [h for h, loss in enumerate(losses) if loss <= max(averages[0], averages[-1])]
    valley = not below or below == list(range(below[0], below[-1] + 1))
    upper = _averages(raised, low, high)
    return {
        "valley": int(valley or claim.parameters["always"]),
        "largest": max(averages), "first": averages[0], "last": averages[-1],
        "lower": max(averages[0], averages[-1]), "upper": max(upper[0], upper[-1]),
    }  # fmt: skip


def _averages(losses: Sequence[Fraction], low: Fraction, high: Fraction) -> list[Fraction]:
    return [sum(map(Fraction.__mul__, law, losses), Fraction(0)) for law in kernel(len(losses) - 1, low, high)]


def ends(_: Claim, at: Mapping[str, Any]) -> Values:
    """The largest F and that of the two homogeneous assignments, from Algorithm 1, exactly."""
    low, high = (Fraction(share) for share in at["shares"])
    sources = SourceSet.from_laws(((high, 1 - high), (low, 1 - low)))
    instance = Smoothing(sources, at["records"], at["draws"])
    found: Mapping[Any, Enclosure] = smoothed_delta(
        instance, Budget.read(odds=at["odds"]), route="algorithm-1"
    ).table or {}  # fmt: skip
    averages = {following[0]: value.exact or 0 for following, value in found.items()}
    return {"largest": max(averages.values()), "first": averages[0], "last": averages[at["records"]]}


def _smaller(claim: Claim, at: Mapping[str, Any]) -> Values:
    return ends(claim, {**at, "draws": at["draws"] if at["draws"] > 0 else at["records"] + at["draws"]})


ENTRIES = every(entry, shares=SHARES, n=range(1, 8), k=range(8), h=range(8))
SMALLER = every(
    _smaller, shares=(("1/5", "2/3"), ("7/15", "8/15"), ("2/5", "3/5")), records=(4, 6, 9), draws=(2, -1),
    odds=("1", "1001/1000", "3/2"),
)  # fmt: skip
LARGER = (
    (("7/15", "8/15"), 30, 3, "1"), (("7/15", "8/15"), 30, 28, "1001/1000"), (("9/20", "11/20"), 33, 31, "51/50"),
)  # fmt: skip
"""Shares, records, draws and odds for which no homogeneous assignment is worst."""


def instances(claim: Claim) -> Iterator[Instance]:
    """Small instances in which a homogeneous assignment is worst, then three in which none is."""
    yield from SMALLER(claim)
    for shares, records, draws, odds in LARGER:
        at = {"shares": shares, "records": records, "draws": draws, "odds": odds}
        yield f"shares {' and '.join(shares)}, records {records}, draws {draws}, odds {odds}", ends(claim, at)


ODDS, BUDGET = Fraction(3, 2), Budget.read(odds="3/2")
SETS = ((("1/4", "3/4"), ("2/3", "1/3")), (("0", "1"), ("1/2", "1/2")), (("9/20", "11/20"), ("11/20", "9/20")))
THREE_TYPES = (
    (("1/2", "1/4", "1/4"), ("1/5", "1/5", "3/5"), ("1/3", "1/3", "1/3")),
    (("3/4", "1/4", "0"), ("1/4", "1/2", "1/4"), ("0", "1/4", "3/4")),
    (("0", "1/2", "1/2"), ("1/2", "0", "1/2"), ("1/2", "1/2", "0")),
)


def _tables(claim: Claim) -> Iterator[tuple[str, tuple[int, int], Smoothing, Mapping[Any, Enclosure], Fraction]]:
    """Every assignment by the published algorithm, in fractions, with the one to look up elsewhere."""
    for kinds, records, early in product(SETS, (2, 3, 5, 8, 11), (True, False)):
        draws = 1 if early else records - 1
        instance = Smoothing(SourceSet.from_laws(kinds), records, draws)
        fast = smoothed_delta(instance, BUDGET, route="table").table or {}
        published = smoothed_delta(instance, BUDGET, route="algorithm-1").table or {}
        for mixture, value in published.items():
            # A mutant exchanges the sources of the two numbers.
            first, second = mixture[:: claim.parameters["order"]]
            name = f"sources {kinds}, T = {draws}, mixture {mixture}"
            yield name, (first, second), instance, fast, value.exact or Fraction(0)


def every_mixture(claim: Claim) -> Iterator[Instance]:
    """The certified table of all assignments against the published algorithm."""
    for name, mixture, _, fast, published in _tables(claim):
        yield name, {"fast": fast[mixture], "published": published, "slack": Fraction(1, 10**14)}


def every_mixture_exactly(claim: Claim) -> Iterator[Instance]:
    """The two averages in fractions, as sums over two binomial laws."""
    for name, mixture, instance, _, published in _tables(claim):
        yield name, {"fast": _two_averages(instance, mixture), "published": published, "slack": 0}


def _two_averages(instance: Smoothing, mixture: tuple[int, int]) -> Fraction:
    """E G(k + Bin(n-k, q/p)) with G(j) = E v(Bin(j, p)), p the larger share of the first type, k of the n records."""
    (p, k), (q, others) = sorted(
        ((law[0], count) for law, count in zip(instance.sources.laws, mixture, strict=True)), reverse=True
    )
    deltas = _deltas(instance.records, instance.draws)
    return sum((pmf(others, q / p, j) * pmf(k + j, p, h) * deltas[h]
                for j in range(others + 1) for h in range(k + j + 1)), Fraction(0))  # fmt: skip


@cache
def _deltas(records: int, draws: int) -> tuple[Fraction, ...]:
    found = (delta(Database((h, records - h), draws), BUDGET).value.exact for h in range(records + 1))
    return tuple(one or Fraction(0) for one in found)


def small_matrices(claim: Claim) -> Iterator[Instance]:
    """All stochastic matrices with entries in 1/d."""
    for whole in claim.parameters["denominators"]:
        kinds = [law for law in laws(3, whole) if all(whole % share.denominator == 0 for share in law)]
        yield from every(_found, first=kinds, second=kinds, third=kinds)(claim)


def _found(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    return {"found": int(factorise(stochastic_matrix((at["first"], at["second"], at["third"]))) is not None)}


def every_mixture_of_three(claim: Claim) -> Iterator[Instance]:
    """Averages by bidiagonal factors or record by record against the published algorithm, in fractions."""
    for kinds, (records, draws) in product(THREE_TYPES, ((6, 3), (7, 6), (8, 5))):
        fast = smoothed_simplex(simplex_deltas(records, draws, BUDGET), kinds)
        instance = Smoothing(SourceSet.from_laws(kinds), records, draws)
        published = smoothed_delta(instance, BUDGET, route="algorithm-1")
        for mixture, value in (published.table or {}).items():
            placed = dict(zip(published.vertices, mixture, strict=True))
            first, second = (placed.get(index, 0) for index in claim.parameters["order"])
            values = {"fast": fast.entry(first, second), "published": value.exact, "slack": Fraction(1, 10**12)}
            yield f"sources {kinds}, T = {draws}, mixture {mixture}", values


def own_functions(_: Claim, at: Mapping[str, Any]) -> dict[str, Fraction]:
    """A function for either record, one source of share 1/3; the laws of both features on the right."""
    rows, images = dict(zip(PAIRS, at["M"], strict=True)), (at["first"], at["second"])
    ones = [sum((share for share, image in zip(fractions("2/3 1/3"), own, strict=True) if image), Fraction(0))
            for own in images]  # fmt: skip
    processed = table(*(rows[images[0][x], images[1][y]] for x, y in PAIRS))
    source, features = SourceSet.interval("2/3", "2/3"), SourceSet.from_laws([(1 - one, one) for one in set(ones)])
    return {
        "after": smoothed_delta_by_lists(processed, source, 2, ODDS).value,
        "before": smoothed_delta_by_lists(table(*at["M"]), features, 2, ODDS).value,
    }


def keeping_neighbours(_: Claim, at: Mapping[str, Any]) -> dict[str, Fraction] | None:
    """A function of two binary records, if it maps neighbours to neighbours, or to the same."""
    function, rows = dict(zip(PAIRS, at["f"], strict=True)), dict(zip(PAIRS, at["M"], strict=True))
    if any(apart(x, y) == 1 and apart(function[x], function[y]) == 2 for x, y in product(PAIRS, repeat=2)):
        return None
    processed = table(*(rows[function[x]] for x in PAIRS))
    return {"after": database_delta(processed, at["x"], ODDS),
            "before": database_delta(table(*at["M"]), function[at["x"]], ODDS)}  # fmt: skip


def majority(claim: Claim) -> Iterator[Instance]:
    """Three binary records, the majority is published: delta(x) is 1 if one change turns it, else 0."""
    low = claim.parameters["low"]

    def value(others: int) -> Fraction:
        ones = [1 - low if place < others else low for place in range(3)]
        return sum((prod((one if record else 1 - one for one, record in zip(ones, x, strict=True)), start=Fraction(1))
                    for x in product((0, 1), repeat=3) if sum(x) in (1, 2)), Fraction(0))  # fmt: skip

    yield f"shares {low} and {1 - low}", {"ends": max(value(0), value(3)), "middle": value(1)}
