"""Instances of Appendix F: outputs of one database, and averages.

Outputs of small databases sampled with replacement, as instances for Appendix F.

Averages over databases of two types that are sampled with replacement, as instances for Theorem 5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, exp, floor, log
from random import Random
from typing import Any

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.hunting.searches import Search
from sdp_proofs.ledger import Check
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.privacy.bounds.instance import Instance as Sampling
from sdp_proofs.privacy.bounds.published import absent_type_lower, replacement_upper
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.histogram.pairs import ResampledPair
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
from sdp_proofs.proving.vocabulary import *

COUNTS = ("n", "M", "T", "k")
"""n records, M of them of the type that is counted, T draws, k of which show it."""
Where = Callable[[int, int, int, int], bool]
"""Condition on n, M, T and k."""
PLAIN_CHANCE = {"P": "lambda H, k: comb(T, k) * (H / n)**k * ((n - H) / n)**(T - k)"}
"""P_{H,k} for certificates. Needs n and T."""
PLAIN_LOSS = {
    **PLAIN_CHANCE,
    "d": "lambda H, K: sum(max(0, P(H, k) - E * P(K, k)) for k in range(T + 1))",
    "delta": "lambda H: max(max(d(H, K), d(K, H)) for K in (H - 1, H + 1) if 0 <= K <= n)",
}
"""delta(H) of Definition 2 for sampling with replacement. Needs n, T and E."""


def chance(records: int, count: int, draws: int, seen: int) -> Fraction:
    """P_{M,k}, exactly."""
    share = Fraction(count, records)
    return comb(draws, seen) * share**seen * (1 - share) ** (draws - seen)


def chances(records: int, count: int, draws: int, seen: int) -> dict[str, Any]:
    """The counts, P_{M,k}, and P_{M-1,k} and P_{M+1,k} where they exist."""
    others = (("mass", count), ("less", count - 1), ("more", count + 1))
    found = {name: chance(records, other, draws, seen) for name, other in others if 0 <= other <= records}
    return dict(zip(COUNTS, (records, count, draws, seen), strict=True)) | found


def outputs(largest: int, meant: Where) -> Iterator[Instance]:
    """All n <= largest, M, T <= n and k that are meant, the smallest first."""
    for n in range(1, largest + 1):
        for draws, count, seen in product(range(1, n + 1), range(n + 1), range(n + 1)):
            if seen <= draws and meant(n, count, draws, seen):
                yield f"n = {n}, M = {count}, T = {draws}, k = {seen}", chances(n, count, draws, seen)


def on_outputs(largest: int, meant: Where, scope: str, method: Method = CERTIFIED) -> Check:
    """The formula holds at all small outputs that are meant."""
    return on_instances(method, GRID, "all small outputs", scope, lambda _: outputs(largest, meant))


def unless_refuted(proof: Check, examples: Check) -> Check:
    """The proof, where no example refutes the formula: what a solver does not prove it need not refute."""

    def run(claim: Claim) -> Outcome:
        found = examples.run(claim)
        return found if found.verdict is Verdict.FAILS else proof.run(claim)

    return replace(proof, run=run)


def searched(meant: Where, *, climbs: bool = True) -> Search:
    """The search of larger outputs that are meant."""
    space: dict[str, Domain] = {
        "n": Integers(1, 40), "M": Integers(0, lambda at: at["n"]), "T": Integers(1, lambda at: at["n"]),
        "k": Integers(0, lambda at: at["T"]),
    }  # fmt: skip

    def values(_: Claim, at: Any) -> dict[str, Any] | None:
        place = at["n"], at["M"], at["T"], at["k"]
        return chances(*place) if meant(*place) else None

    return over(space, values, climbs=climbs)


def count_law(shares: Sequence[Fraction]) -> list[Fraction]:
    """The law of the number of records of the type, if record i is of it with probability shares[i]."""
    law = [Fraction(1)]
    for share in shares:
        shifted = zip([*law, Fraction(0)], [Fraction(0), *law], strict=True)
        law = [own * (1 - share) + less * share for own, less in shifted]
    return law


def tails(shares: Sequence[Fraction], share: Fraction) -> dict[str, Any]:
    """The two tails of the number of records, and the one that is printed."""
    n, law, level = len(shares), count_law(shares), share * len(shares) / 2
    meant: dict[str, Callable[[int], bool]] = {
        "low": lambda count: count <= level,
        "high": lambda count: count >= n - level,
        "misprinted": lambda count: count >= 1 - level,
        "outside": lambda count: count <= level or count >= n - level,
        "inside": lambda count: level < count < n - level,
        "written_out": lambda count: 0 < count < level or 1 - level < count < 1,
        "written_in": lambda count: level < count < 1 - level,
    }
    sums = {name: sum((p for M, p in enumerate(law) if which(M)), Fraction(0)) for name, which in meant.items()}
    return {**sums, "c": share, "n": n}


def shares_at_random(_: Claim, *, seed: int = 20_230_723, count: int = 120) -> Iterator[Instance]:
    """Records with shares of their own, all between c and 1 - c."""
    random = Random(seed)
    for number in range(count):
        share = Fraction(random.randint(1, 10), 20)
        bottom = int(share * 20)
        shares = [Fraction(random.randint(bottom, 20 - bottom), 20) for _record in range(random.randint(1, 9))]
        if number % 2:
            shares = [random.choice((share, 1 - share))] * len(shares)
        yield f"shares {', '.join(map(str, shares))}; c = {share}", tails(shares, share)


def small_averages(_: Claim) -> Iterator[Instance]:
    """One source for all records, e^epsilon the first integer above e^(1 + 2T/n), everything exact."""
    for n, draws, share in product(range(2, 13), (1, 2, 3), map(Fraction, ("1/4", "1/3", "1/2"))):
        if draws < n:
            budget, law = Budget.read(odds=floor(exp(1 + 2 * draws / n)) + 1), count_law([share] * n)
            losses = [delta(Database((count, n - count), draws, True), budget).value for count in range(n + 1)]
            yield f"n = {n}, T = {draws}, c = {share}", tails([share] * n, share) | {
                "lone": losses[1], "middle": losses[floor(share * n / 2) + 1], "T": draws,
                "smoothed": sum((p * loss for p, loss in zip(law, losses, strict=True)), Enclosure.of(0)),
                "few": sum((p for count, p in enumerate(law) if min(count, n - count) <= draws), Fraction(0)),
                "drawn": 1 - Fraction(n - 1, n) ** draws,
            }  # fmt: skip


def few_draws(claim: Claim) -> Iterator[Instance]:
    """Instances with T <= cn/2."""
    return (one for one in small_averages(claim) if one[1]["T"] <= one[1]["c"] * one[1]["n"] / 2)


def small_pairs(_: Claim) -> Iterator[Instance]:
    """Small pairs at three epsilons above the rate, the divergences and tails exact."""
    base = Formula("log(odds)/r", ["odds", "r"])
    for n, odds in product(range(2, 10), (2, 5, 60)):
        for draws, leaving in product(range(1, n + 1), range(1, n + 1)):
            rate = Fraction(draws, n)
            if log(odds) > rate:
                # No power of an integer is a power of e, so floats can tell h from epsilon (a - 1).
                seen = (h for h in range(draws + 1) if h > log(odds) * (leaving - 1))
                yield f"n = {n}, T = {draws}, a = {leaving}, odds = {odds}", {
                    "loss": ResampledPair(n, leaving, draws).exact_divergence(Fraction(odds)),
                    "tail": sum((chance(n, leaving, draws, h) for h in seen), Fraction(0)),
                    "a": leaving, "n": n, "T": draws, "r": rate, "s": Fraction(leaving, n),
                    "z": base.value({"odds": odds, "r": rate}), "epsilon": Budget.read(odds=odds).epsilon,
                }  # fmt: skip


def average(low: Fraction, high: Fraction, n: int, draws: int, epsilon: Fraction) -> dict[str, Any]:
    """delta_SDP for the shares between two, and what its bounds depend on."""
    smoothing = Smoothing(SourceSet.interval(low, high), n, draws, replacement=True)
    return {
        "smoothed": smoothed_delta(smoothing, Budget.read(epsilon=epsilon), digits=8, route="table").value,
        "m": 2, "drawn": 1 - Fraction(n - 1, n) ** draws, "c": min(low, 1 - high), "n": n,
        "r": Fraction(draws, n), "x": Fraction(1, n), "epsilon": epsilon,
    }  # fmt: skip


@lru_cache(maxsize=300)  # as many as one check has, for the others that ask for the same
def bounded(low: Fraction, high: Fraction, n: int, draws: int, epsilon: Fraction) -> dict[str, Any]:
    """The same with the bounds of the package."""
    sampling = Sampling.of(Smoothing(SourceSet.interval(low, high), n, draws, replacement=True))
    # Any level between the rate and the rate plus epsilon gives a bound.
    level = epsilon if epsilon > sampling.rate else sampling.rate + epsilon / 2
    return average(low, high, n, draws, epsilon) | {
        "bound": replacement_upper(sampling, Budget.read(epsilon=epsilon), level=level, digits=8).value,
        "least": absent_type_lower(sampling, digits=8).value,
    }


def _name(low: Fraction, high: Fraction, n: int, draws: int, epsilon: Fraction | str) -> str:
    return f"n = {n}, T = {draws}, shares {low} to {high}, epsilon = {epsilon}"


def averages_at_random(_: Claim, *, seed: int = 20_230_723, count: int = 100) -> Iterator[Instance]:
    """delta_SDP at random sizes with T <= cn/2 and epsilon >= 1."""
    random = Random(seed)
    for _trial in range(count):
        share = Fraction(random.randint(1, 10), 20)
        n = random.randint(-(-2 // share), 60)
        draws = random.randint(1, int(share * n / 2))
        high = 1 - Fraction(random.randint(int(20 * share), 10), 20)
        place = share, high, n, draws, random.choice((Fraction(1), 1 + Fraction(2 * draws, n)))
        yield _name(*place), average(*place)


def small_epsilons(_: Claim) -> Iterator[Instance]:
    """delta_SDP at random sizes with the least epsilon that is allowed, seed 20261122."""
    random = Random(20_261_122)
    for _trial in range(60):
        share = Fraction(random.randint(2, 10), 20)
        n = random.randint(2 * int(2 / share) + 1, 60)
        draws = random.randint(1, n)
        place = share, 1 - Fraction(random.randint(int(20 * share), 10), 20), n, draws, draws / (share * n / 2 - 1)
        yield _name(*place), average(*place)


def _any_draws(seed: int, count: int, largest: int) -> Iterator[tuple[Fraction, Fraction, int, int, Fraction]]:
    """Two shares, records, draws and epsilon at random."""
    random = Random(seed)
    for _trial in range(count):
        n = random.randint(1, largest)
        share, draws = Fraction(random.randint(1, 10), 20), random.randint(1, 3 * n)
        high = 1 - Fraction(random.randint(int(20 * share), 10), 20)
        yield share, high, n, draws, Fraction(random.randint(1, 60), 20)


def at_random(_: Claim, *, seed: int = 5, count: int = 300, above: bool = False) -> Iterator[Instance]:
    """Sizes, shares and epsilon at random, with the average and its bounds."""
    for place in _any_draws(seed, count, 8):
        if not above or place[4] > Fraction(place[3], place[2]):
            yield _name(*place), bounded(*place)


def above_the_rate(claim: Claim, *, seed: int = 5, count: int = 300) -> Iterator[Instance]:
    """Instances with epsilon > T/n."""
    return at_random(claim, seed=seed, count=count, above=True)


def at_the_stated(_: Claim, *, seed: int = 6, count: int = 150) -> Iterator[Instance]:
    """Random sizes at epsilon = 1 + 2T/n."""
    for low, high, n, draws, _epsilon in _any_draws(seed, count, 16):
        yield _name(low, high, n, draws, "1 + 2T/n"), average(low, high, n, draws, 1 + Fraction(2 * draws, n))


def at_the_level(claim: Claim) -> Iterator[Instance]:
    """Outputs whose first count is as large as epsilon (a - 1) allows."""
    for a, b, h, k in product(range(2, 9), (1, 2, 5), range(9), range(4)):
        epsilon = Fraction(h) / (a - 1 + claim.parameters["slack"])
        yield f"a = {a}, b = {b}, h = {h}, k = {k}", {"epsilon": epsilon, "h": h, "k": k, "a": a, "b": b}


def at_twice_the_rate(claim: Claim) -> Iterator[Instance]:
    """One draw and one source, epsilon = 2T/n."""
    for n in range(4, 31):
        share, factor = claim.parameters["share"], claim.parameters["factor"]
        yield f"n = {n}, T = 1, share {share}", average(share, share, n, 1, Fraction(factor, n))


def certain_records(_: Claim) -> Iterator[Instance]:
    """A single source that gives one type probability one, epsilon = 1 + 2T/n."""
    for n, draws in product((2, 3, 10, 100, 1000), (1, 2)):
        yield f"n = {n}, T = {draws}", average(Fraction(1), Fraction(1), n, draws, 1 + Fraction(2 * draws, n))


def searched_mean(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """delta_SDP for one source, at epsilon = 1 + 2T/n; with one draw at 2T/n."""
    draws = at.get("T", 1)
    return average(at["share"], at["share"], at["n"], draws, ("T" in at) + Fraction(2 * draws, at["n"]))


def small_outputs(_: Claim) -> Iterator[Instance]:
    """At the levels, and around them."""
    for a, b, tau, sigma in product((2, 5), (1, 100), map(Fraction, (0, 1)), map(Fraction, ("0", "1/4", "2"))):
        at, other = tau * (a - 1), sigma * (b + 1)
        for h, k in product((Fraction(0), at, tau * a, Fraction(a - 1), Fraction(20)), (0, other / 2, other, 20)):
            yield f"a = {a}, b = {b}, h = {h}, k = {k}", {"a": a, "b": b, "h": h, "k": k, "tau": tau, "sigma": sigma}


def rates(_: Claim) -> Iterator[Instance]:
    """Levels on both sides of a rate."""
    for r, up, down in product(map(Fraction, ("1/10", "1", "3")), (1, 2, 9), (1, 2, 9)):
        yield f"rho = {r}, tau = {r * up}, sigma = {r / down}", {"r": r, "tau": r * up, "sigma": r / down}


def moments(_: Claim) -> Iterator[Instance]:
    """Shares and places on both sides of one."""
    for draws, s, z in product((1, 4), map(Fraction, ("1/5", "1/2", "1")), map(Fraction, ("1/4", "1", "3"))):
        yield f"T = {draws}, s = {s}, z = {z}", {"T": draws, "s": s, "z": z}
