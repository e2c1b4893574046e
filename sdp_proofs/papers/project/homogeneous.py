"""Homogeneous assignments, and averages in quasi-linear time.

How far mixed assignments are from beating homogeneous ones, in floats: steers a search and decides nothing.

Two types, two sources: when a homogeneous assignment of sources is worst, and where only a mixed one is.

The quasi-linear algorithm: all assignments of two or three sources by elementary bidiagonal factors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from math import comb, isqrt
from typing import Any

from sdp_proofs.hunting.searches import Search
from sdp_proofs.ledger import Check
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.project import assignment_instances as small
from sdp_proofs.papers.project.assignment_instances import GENERATING, INSIDE, ends, product_row, row
from sdp_proofs.papers.project.pure_assignments import Decision, decide_pure
from sdp_proofs.papers.project.sign_patterns import ANY, FALLING_THEN_RISING, UNIMODAL, contains, diminished, summaries
from sdp_proofs.papers.smoothed_dp.electorates import history
from sdp_proofs.papers.smoothed_dp.shared import SMALL_LOSS
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
from sdp_proofs.proving.vocabulary import *


def hill_estimate(records: int, draws: int, odds: float, low: float, high: float) -> float:
    """By how much the best mixed assignment exceeds the better homogeneous one, as a share of it and of 4 k (n-k)/n^2.

    Near a homogeneous assignment every mixture has nearly its average. Without the division the largest difference
    would     always be just below zero, one record away from an end, and would say nothing about the way to go.

    Example:
        >>> hill_estimate(30, 28, 1.001, 7 / 15, 8 / 15) > 0 > hill_estimate(12, 6, 2.0, 0.2, 0.7)
        True
    """
    import numpy as np

    losses = _losses(records, draws, odds)
    lower, higher = (_binomial_laws(records, share) for share in (low, high))
    averages = [np.convolve(higher[k, : k + 1], lower[records - k, : records - k + 1]) @ losses
                for k in range(records + 1)]  # fmt: skip
    ends = max(averages[0], averages[-1])
    if records < 2 or ends >= (1 - 1e-9) * max(losses):  # no average exceeds the largest loss: a flat place
        return -float("inf")
    gaps = [(averages[k] - ends) / (4 * k * (records - k) / records**2) for k in range(1, records)]
    return float(max(gaps) / ends)


@lru_cache(maxsize=4096)
def _losses(records: int, draws: int, odds: float) -> Any:
    """delta(H) for H = 0, ..., n."""
    import numpy as np

    chosen = _chosen(records)
    own, seen = np.indices((records + 1, draws + 1))
    laws = chosen[own, seen] * chosen[records - own, draws - seen] / comb(records, draws)
    up = np.maximum(laws[1:] - odds * laws[:-1], 0).sum(axis=1)
    down = np.maximum(laws[:-1] - odds * laws[1:], 0).sum(axis=1)
    change = np.maximum(up, down)
    return np.maximum(np.append(change, 0), np.append(0, change))


@lru_cache(maxsize=4096)
def _binomial_laws(records: int, share: float) -> Any:
    """Row k: the law of the number of successes among k."""
    import numpy as np

    trials, hits = np.indices((records + 1, records + 1))
    return _chosen(records) * share**hits * (1 - share) ** np.maximum(trials - hits, 0)


@cache
def _chosen(records: int) -> Any:
    """Binomial coefficients C(n, k), zero for k > n."""
    import numpy as np

    return np.array([[float(comb(n, k)) for k in range(records + 1)] for n in range(records + 1)])


AVERAGES = "privacy.smoothed.two_sources.smoothed_table"
SECTION = Section(PROJECT, "Homogeneous assignments", {
    "mixed": "K(k, h)", "shifted": "\\sum_j A(k, j) B(j, h)", "minor": "\\det K[k, h]",
    "valley": "\\mathbf{1}[\\{v > M\\}^c \\text{ is an interval}]", "largest": "\\max_k F(k)", "first": "F(0)",
    "last": "F(n)", "lower": "\\max(F(0), F(n))", "upper": "\\max(\\tilde F(0), \\tilde F(n))", "before": "F(k-1)",
    "after": "F(k+1)",
}, {
    **dict.fromkeys(("largest", "first", "last", "before", "after"), AVERAGES),
    "mixed": "papers.project.assignment_instances.kernel",
    "shifted": "papers.project.assignment_instances.entry",
    "valley": "privacy.smoothed.partly_averaged.decide_unimodal",
    **dict.fromkeys(("lower", "upper"), "privacy.smoothed.two_sources.sandwich"),
})  # fmt: skip
RANDOM = on_instances(EXACT, SAMPLE, "random losses", "400 sequences, n <= 7, seed 1", small.random_losses)
RANDOM_SEARCH = over({
    "parts": Integers(2, 8), "losses": Compositions(9, lambda at: at["parts"]), "low": Rationals(0, 1, denominator=12),
    "high": Rationals(lambda at: at["low"], 1, open_low=True, denominator=12),
}, small.averaged, climbs=False)  # fmt: skip
INSTANCES: dict[str, Domain] = {
    "records": Integers(2, 40), "draws": Integers(1, lambda at: at["records"] - 1), "odds": Rationals(1, 2),
    "low": Rationals(0, 1, denominator=20), "high": Rationals(lambda at: at["low"], 1, open_low=True, denominator=20),
}  # fmt: skip


def _reordered_rows(claim: Claim) -> Formula:
    following = claim.parameters["following"]
    return SECTION.formula(f"Eq({row(following)}, {product_row('q/p')})")


def _no_pattern_fails(claim: Claim) -> Outcome:
    """Signs of v and of F at a level just above both pure averages, at which neither has a value.

    If the formula failed there would be such a level with F above it somewhere; the signs of v are + where v exceeds
    the pure averages. Every pair of patterns that variation diminishing allows must satisfy the formula: of unimodal
    sequences, and of all where the formula is told that there is none.
    """
    scope = "sequences of every length, by their signs"
    valleys, others = summaries(ANY if claim.parameters["always"] else UNIMODAL), summaries(ANY)
    for valley, v in [*((1, v) for v in valleys), *((0, v) for v in others)]:
        for f in others:
            at = {"valley": valley, "largest": f.largest, "first": f.first, "last": f.last}
            if diminished(v, f) and claim.formula.decide(at) is not Verdict.HOLDS:
                return Outcome(Verdict.UNKNOWN, scope, detail=f"signs {v} might become {f}")
    return Outcome(Verdict.HOLDS, scope, detail=f"{len(valleys)} kinds of patterns")


def _majorant_is_unimodal(claim: Claim) -> Outcome:
    """Tell whether the formula holds with 1 for `valley`, if that is what all sequences of signs of a majorant say."""
    found = claim.formula.decide({"valley": int(contains(UNIMODAL, FALLING_THEN_RISING))})
    held = Verdict.HOLDS if found is Verdict.HOLDS else Verdict.UNKNOWN
    return Outcome(held, "sequences of every length, at every level")


def _every_hull(claim: Claim) -> Outcome:
    """All sources over two types, all odds and all T, for n up to the claim's largest.

    The polynomials decide that no mixed assignment is worse; that it implies the claim's formula is asked of z3.
    """
    from sdp_proofs.provers.smt import prove_for_all_reals

    largest, examined, decided = claim.parameters["largest"], 0, 0
    scope = f"n <= {largest}, every T, all odds from 1 on, all pairs of sources"
    pure = SECTION.formula("largest <= Max(first, last)")
    if prove_for_all_reals([pure], claim.formula).verdict is not Verdict.HOLDS:
        return Outcome(Verdict.UNKNOWN, scope, detail="what the polynomials decide does not imply the formula")
    for records, draws in ((n, draws) for n in range(2, largest + 1) for draws in range(1, n)):
        found = decide_pure(records, draws)
        examined, decided = examined + 1, decided + found.odds
        if found.verdict is not Verdict.HOLDS:
            where = f"not decided at n = {records}, T = {draws}"
            return _confirmed(claim, found, records, draws) or Outcome(Verdict.UNKNOWN, scope, detail=where)
    return Outcome(Verdict.HOLDS, scope, examined, detail=f"{decided} odds decided by polynomials")


def _confirmed(claim: Claim, found: Decision, records: int, draws: int) -> Outcome | None:
    """A failure, if it is confirmed at rational shares by Algorithm 1."""
    if found.mixed is None:
        return None
    top, bottom = isqrt(found.mixed.square.numerator), isqrt(found.mixed.square.denominator)
    shares = (Fraction(bottom - top, 2 * bottom), Fraction(bottom + top, 2 * bottom))
    case = {"shares": shares, "records": records, "draws": draws, "odds": found.mixed.odds}
    if claim.formula.decide(ends(claim, case)) is not Verdict.FAILS:
        return None
    witness = f"n = {records}, T = {draws}, odds {found.mixed.odds}, shares {shares[0]} and {shares[1]}"
    return Outcome(Verdict.FAILS, "one instance", 1, witness)


def _ends(claim: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    if at["records"] > claim.parameters.get("largest", at["records"]):
        return None
    return ends(claim, {**at, "shares": (at["low"], at["high"])})


def _decided(claim: Claim, at: Mapping[str, Any]) -> Verdict:
    verdict: Verdict = claim.formula.decide(_ends(claim, at))
    return verdict


def _gap_estimate(_: Claim, at: Mapping[str, Any]) -> float:
    return hill_estimate(at["records"], at["draws"], *(float(at[name]) for name in ("odds", "low", "high")))


@cache
def _historic(records: int) -> dict[tuple[int, ...], Enclosure]:
    """F for all assignments of the elections since 1920, 0.2 % lost, epsilon 1."""
    draws = -(-records * 998 // 1000)
    found = smoothed_delta(Smoothing(history(), records, draws), Budget.read(epsilon=1), route="table")
    return dict(found.table or {})


def historic_peak(claim: Claim) -> Iterator[Instance]:
    """F at the named assignment, beside it, and at the two homogeneous ones."""
    records, k = claim.parameters["records"], claim.parameters["following"]
    named = {"mixed": k, "first": 0, "last": records, "before": k - 1, "after": k + 1}
    yield f"{k} of {records}", {name: _historic(records)[count, records - count] for name, count in named.items()}


SECTION.claim(
    "mixture-kernel-factors-into-two-binomial-shifts",
    "the kernel of all mixed assignments is a product of two binomial matrices",
    "With $s = q/p$, $P(Bin(k,p) + Bin(n-k,q) = h) = \\sum_j P(Bin(n-k,s) = j-k) P(Bin(j,p) = h)$. As generating "
    "functions of the rows both sides are $(1-p+px)^k (1-s+s(1-p+px))^{n-k}$.",
    "mixed == shifted",
    after_substitution(
        by_identity("generating functions of the rows", GENERATING, INSIDE),
        lambda claim: {"mixed": row(), "shifted": product_row(claim.parameters["share"])}, tuple(GENERATING),
        by="generating-functions",
    ), on_instances(EXACT, GRID, "entry by entry", "three pairs of shares, n <= 7", small.ENTRIES),
    given="0 <= q <= p <= 1, p > 0; if p = 0, all rows are the same", parameters={"share": "q/p"},
    mutants={"s = p - q": {"share": "p - q"}, "twice": ("shifted", "2*shifted")}, generated="none",
    note="Each factor is a convolution after scaling, with nonnegative terms only.",
)  # fmt: skip

SECTION.claim(
    "mixture-kernel-is-totally-positive", "the kernel of all mixed assignments has no negative minor",
    "The kernel $K(k,h) = P(Bin(k,p) + Bin(n-k,q) = h)$, q <= p, is totally positive. The matrix $P(Bin(j,p) = h)$ is "
    "a product of bidiagonal matrices with entries 1 - p, p, 0 and 1: row j + 1 is row j of the smaller one, times "
    "such a matrix. The other factor is of the same kind, with 1 - q/p in the place of p, if rows and columns are "
    "both read backwards, which keeps minors. A bidiagonal matrix without negative entries has no negative minor, and "
    "by Cauchy and Binet neither has a product.",
    "minor >= 0",
    in_steps(
        "a product of bidiagonal matrices",
        about(_reordered_rows, by_identity("the kernel is a product of two binomial matrices", GENERATING, INSIDE)),
        about(
            SECTION.formula("Eq((1 - p + p*x)**(j + 1), (1 - p)*(1 - p + p*x)**j + p*x*(1 - p + p*x)**j)"),
            by_identity(
                "each row of the second factor is the one before times a bidiagonal matrix with entries 1 - p and p",
                "natural j; positive p x",
            ),
        ), about(
            SECTION.formula("Eq(x**n*(1/x)**k*(1 - s + s/x)**(n - k), (s + (1 - s)*x)**(n - k))"),
            by_identity(
                "the first factor, rows and columns read backwards, is of the same kind with 1 - s",
                "natural n k; positive s x", "And(k <= n, s <= 1)",
            ),
        ), about(
            SECTION.formula("And(p >= 0, 1 - p >= 0, q/p >= 0, 1 - q/p >= 0)"),
            by_solver("no entry is negative", "And(0 <= q, q <= p, 0 < p, p <= 1)"),
        ), after_substitution(
            by_solver(
                "a minor of a bidiagonal matrix is an entry times a smaller minor", "And(entry >= 0, smaller >= 0)",
            ), {"minor": "entry*smaller"}, ["entry", "smaller"], by="bidiagonal-minors",
        ), after_substitution(
            by_solver("a minor of a product is a sum of products of minors", "And(left >= 0, right >= 0, others >= 0)"),
            {"minor": "left*right + others"}, ["left", "right", "others"], by="cauchy-binet",
        ),
    ), on_instances(EXACT, GRID, "minors up to order three", "three pairs of shares, n <= 4", small.small_minors),
    given="0 <= q <= p <= 1; if p = 0, all rows are the same and only entries are not zero",
    parameters={"following": "k"}, mutants={"rows in reverse order": {"following": "n - k"}}, generated="deep",
    trust=("generating-functions", "induction"),
)  # fmt: skip

SECTION.claim(
    "pure-mixtures-are-worst",
    "if {v > max(F(0), F(n))} is the complement of an interval, no mixed assignment exceeds the homogeneous ones",
    "Let F(k) average v over the histogram when k of n records follow one of two sources. If the set where v exceeds "
    "$M = \\max(F(0), F(n))$ is the complement of an interval, then $F(k) \\le M$ for every k. Else take a level "
    "between M and that F(k), below all larger values of v and F: the signs of v are plus, minus, plus, blocks "
    "possibly missing; those of F begin and end with minus and have a plus. But F is the image of v under a totally "
    "positive stochastic kernel.",
    "Implies(valley == 1, largest <= Max(first, last))",
    Check(EXACT, ALL, _no_pattern_fails, "sign patterns that variation diminishing allows", conditions=()), RANDOM,
    given="two types, two sources", parameters={"seed": 1, "always": False}, mutants={
        "without the condition": {"always": True},
        "without the hypothesis of the formula": ("valley == 1", "valley >= 0"),
    }, generated="deep", repairs="the-worst-assignment-is-pure", needs="mixture-kernel-is-totally-positive",
    trust=("variation-diminishing", "finite-exclusion"), search=RANDOM_SEARCH,
    note="The condition is needed: with n = 33, T = 31, e^epsilon = 51/50 and shares 9/20 and 11/20 the worst "
    "assignment for the sampling histogram is 16 to 17. Which of the two sources is called the first does not matter "
    "to the largest average.",
    numbers=("33 == 16 + 17", "9/20 + 11/20 == 1"),
)  # fmt: skip

SECTION.claim(
    "valley-majorant-bounds-all-mixtures",
    "the averages of the unimodal majorant at the homogeneous assignments bound every assignment",
    "Let $\\tilde v$ be the smallest sequence above v that falls up to n/2 and rises from there, and $\\tilde F$ its "
    "averages. Then, without any condition, $\\max(F(0), F(n)) \\le \\max_k F(k) \\le "
    "\\max(\\tilde F(0), \\tilde F(n))$: the set where $\\tilde v$ exceeds a number is the complement of an interval, "
    "and $F \\le \\tilde F$ since $v \\le \\tilde v$.",
    "And(lower <= largest, largest <= upper)",
    in_steps(
        "through the averages of the majorant", about(
            Formula("valley == 1", {"valley": "\\mathbf{1}[\\{\\tilde v > M\\}^c \\text{ is an interval}]"}),
            Check(EXACT, ALL, _majorant_is_unimodal, "what falls and then rises is unimodal", conditions=()),
        ), by_solver(
            "from the homogeneous assignments of the majorant", [
                defined("lower", "Max(first, last)"), defined("upper", "Max(raised_first, raised_last)"),
                one_of(
                    "And(first <= largest, last <= largest)", {"largest": "Max(first, last)"}, each="first last",
                ), averaged("mean <= above", {"mean": "v", "above": "vt"}, each="v vt", where="v <= vt"),
                largest(
                    "largest <= raised", {"largest": "mean", "raised": "above"}, each="mean above",
                    where="mean <= above",
                ),
                shown("what falls and then rises is unimodal"),
                cite("pure-mixtures-are-worst", {"largest": "raised", "first": "raised_first", "last": "raised_last"}),
            ],
        ),
    ), RANDOM, given="two types, two sources", parameters={"seed": 1, "always": False},
    mutants={"the homogeneous assignments of v bound it": ("largest <= upper", "largest <= lower")}, generated="deep",
    search=RANDOM_SEARCH,
)  # fmt: skip

SECTION.claim(
    "the-worst-assignment-is-pure", "some assignment that gives all records the same source attains the maximum",
    "The expected delta of the sampling histogram over two types is largest when all records follow the same vertex "
    "of the set of sources: two averages would replace the loop over assignments.",
    "largest <= Max(first, last)",
    on_instances(EXACT, SAMPLE, "Algorithm 1", "54 instances with n <= 9, three with n >= 30", small.instances),
    at="Mixed assignments", given="sampling without replacement, two types, two sources",
    fails=instance(
        "n = 30, T = 3, epsilon = 0, shares 7/15 and 8/15: if half of the records follow each source the expected "
        "delta is 0.0509221; if all follow the same it is 0.0509211, whichever it is. No n below 30 has such a case, "
        "and at n = 30 no T below 3.", "n = 30; T = 3; E = 1; low = 7/15; high = 8/15", SMALL_LOSS,
        "losses = [delta(H) for H in range(n + 1)]; law = lambda p, k: [comb(k, j) * p**j * (1 - p)**(k - j) for j in "
        "range(k + 1)]; average = lambda one, other: sum(one[i] * other[j] * losses[i + j] for i in range(len(one)) "
        "for j in range(len(other))); F = lambda k: average(law(high, k), law(low, n - k))",
        given="E >= 1; 0 < low < high < 1", at={"largest": ">= F(15)", "first": "F(0)", "last": "F(30)"},
    ), wrong="The delta of a database can have a small hill between the two sources; a mixed assignment keeps the "
    "histogram closer to it than a homogeneous one does.", cost="The set where delta exceeds both homogeneous "
    "averages must be the complement of an interval, which is checked for each instance.",
    search=Search(INSTANCES, _decided, _gap_estimate), note="The deltas have a small hill in the middle, and mixing "
    "keeps the histogram closer to it. Fewer records are not possible, whatever T, epsilon and the shares: "
    "the-worst-assignment-is-pure-for-fewer-than-thirty-records, a proof that covers them all. With a positive "
    "epsilon: n = 30, T = 28, e^epsilon = 1001/1000, the same shares, 0.4750817 against 0.4750783.",
)  # fmt: skip

SECTION.claim(
    "the-worst-assignment-is-pure-for-fewer-than-thirty-records",
    "for all n <= 29, T, epsilon and sources over two types some homogeneous assignment is worst",
    "For at most 29 records of two types $F(k) \\le \\max(F(0), F(n))$ for every T, every $\\epsilon \\ge 0$ and "
    "every two sources. Proof: by symmetry the shares may be taken as p and 1 - p. With $x = (1-2p)^2$, $F(0) - F(k)$ "
    "is a polynomial in x on [0, 1] whose coefficients are linear in e^epsilon between finitely many critical values. "
    "At each of these the deltas fall and then rise, or the polynomial has nonnegative coefficients in Bernstein's "
    "basis after finitely many divisions.",
    "largest <= Max(first, last)",
    Check(EXACT, ALL, _every_hull, "polynomials of the shares"),
    on_instances(EXACT, SAMPLE, "Algorithm 1", "54 instances with n <= 9", small.SMALLER), at="Mixed assignments",
    given="sampling without replacement, two types, 1 <= T < n (else all deltas are the same)",
    parameters={"largest": 29}, mutants={"also for thirty": {"largest": 30}}, needs="pure-mixtures-are-worst",
    trust=("z3", "independent-records", "averaging", "one-record-at-a-time"),
    search=over(INSTANCES, _ends, climbs=False), note="So 30 is the smallest number of records in the counterexample "
    "to the-worst-assignment-is-pure; at n = 30 only T = 3 and T = 28 have one. The reductions are written out in "
    "`experiments.pure_assignments`.",
)  # fmt: skip

SECTION.claim(
    "elections-since-the-twenties-have-a-mixed-worst-case",
    "with the past elections as sources, n = 3000 and epsilon = 1, the assignment of 2905 and 95 beats both "
    "homogeneous ones and those beside it",
    "Sources: the elections since 1920, whose vertices are 1924 and 1960; 0.2 % of 3000 votes lost, epsilon = 1. If "
    "2905 votes follow 1924 and 95 follow 1960 the expected delta exceeds that of both homogeneous assignments and of "
    "the assignments beside it.",
    "And(first < mixed, last < mixed, before < mixed, after < mixed)",
    on_instances(CERTIFIED, ALL, "one mixture", "n = 3000, five mixtures", historic_peak), at="Mixed assignments",
    symbols={"mixed": "F(k)"}, means={"mixed": AVERAGES}, parameters={"records": 3000, "following": 2905},
    mutants={"one vote fewer": {"following": 2904}, "one vote more": {"following": 2906}}, trust="election-returns",
    over="n = 3000, five mixtures", note="For 1924 alone it is 0.11339.",
    numbers=("3000 == 2905 + 95", "3000*0.002 == 6"),
)  # fmt: skip


QUASI_LINEAR = SECTION.beside(PROJECT, "Quasi-linear", {
    "fast": "F(k)", "published": "F_{\\mathrm{alg. 1}}(k)", "slack": "r",
    "found": "\\mathbf{1}[P M Q = S_1 \\cdots S_6]",
}, {
    "fast": "privacy.smoothed.two_sources.smoothed_table",
    "published": "privacy.smoothed.algorithm_one.algorithm_one", "found": "sums.elementary_factors.factorise",
})  # fmt: skip


def _both_rows(claim: Claim) -> Formula:
    """The generating functions of the histogram's law, by the two averages and by one convolution of binomial laws."""
    fast = product_row("q/p", "k" if claim.parameters["order"] == 1 else "n - k")
    return QUASI_LINEAR.formula(f"Eq({fast}, {row()})")


def _record_by_record(claim: Claim) -> Formula:
    """One record of a source, then the others: generating functions, (x, y, z) standing for the three types.

    The averages are looked up at the mixture (first, second, rest) of `order`.
    """
    first, second = claim.parameters["order"]
    one, other, third = "abc"[first], "abc"[second], "abc"[3 - first - second]
    law = "(p*x + q*y + r*z)"
    text = f"Eq({law}*({law}**{one}*v**{other}*w**{third}), {law}**(a + 1)*v**b*w**c)"
    return Formula(text, tuple("abcpqrxyzvw"))


QUASI_LINEAR.claim(
    "two-laws-are-a-product-of-two-shears",
    "two laws over two types are a product of two bidiagonal factors, so all assignments are two binomial averages",
    "For p > 0 the matrix with rows (p, 1-p) and (q, 1-q) is the product of those with rows (1, 0), (q/p, 1 - q/p) "
    "and (p, 1-p), (0, 1): as a bilinear form in (u, v) and (x, y) both sides agree. The n-th symmetric power takes "
    "the deltas to the averages over all assignments, and that of a bidiagonal factor is a binomial average; hence "
    "F(k) = E G(k + Bin(n-k, q/p)) with G(j) = E v(Bin(j, p)).",
    "Eq(u*(p*x + (1 - p)*y) + v*(q*x + (1 - q)*y), (u + v*q/p)*(p*x + (1 - p)*y) + v*(1 - q/p)*y)",
    by_identity("bilinear form", ["u", "v", "x", "y", "p", "q"]),
    given="p > 0; that all weights are probabilities also needs q <= p",
    mutants={"p/q for q/p": ("(u + v*q/p)", "(u + v*p/q)"), "p - q for 1 - q/p": ("v*(1 - q/p)", "v*(p - q)")},
    trust="symmetric-powers",
)  # fmt: skip

QUASI_LINEAR.claim(
    "a-table-of-binomial-averages-is-one-convolution",
    "after scaling by factorials and powers, E v(Bin(j, p)) for all j is one convolution",
    "$P(Bin(j,p) = h) = j!\\,(p^h/h!)\\,((1-p)^{j-h}/(j-h)!)$: a factor of j, one of h and one of j - h. So all n + 1 "
    "averages are one product of polynomials of degree n between two diagonal scalings, and the assignments of two "
    "laws take two such products instead of the n^3 multiplications of Algorithm 1.",
    "Eq(binomial(j, h)*p**h*(1 - p)**(j - h), factorial(j)*(p**h/factorial(h))*((1 - p)**(j - h)/factorial(j - h)))",
    by_identity("entries of the matrix", "natural j h", "h <= j"), given="0 <= h <= j",
    mutants={
        "no scaling by j!": ("factorial(j)*", ""),
        "powers of p for those of 1 - p": ("((1 - p)**(j - h)/", "(p**(j - h)/"),
    }, counts="j h", generated="deep", note="How the convolution keeps every entry's digits, in about n log n "
    "operations, is in `sums.binomial_shift`; its speed is measured, not claimed here.",
)  # fmt: skip

QUASI_LINEAR.claim(
    "two-convolutions-agree-with-algorithm-one",
    "the table by two convolutions is that of Algorithm 1, assignment by assignment",
    "Algorithm 1 convolves Bin(k, p) and Bin(n-k, q); two averages over k + Bin(n-k, q/p) and Bin(j, p) have the same "
    "generating function, so for all n, deltas and pairs of laws the average of every assignment is the same number "
    "F(k). An enclosure of relative radius r of the one is one of the other.",
    "abs(fast - published) <= slack*published",
    in_steps(
        "generating functions", about(_both_rows, by_identity("laws of the histogram", GENERATING, INSIDE)),
        by_solver(
            "enclosures of the same number", [
                lifted(
                    "generating-functions", "averages == published", shown("laws of the histogram"),
                    cite("two-laws-are-a-product-of-two-shears"),
                    cite("a-table-of-binomial-averages-is-one-convolution"),
                ), trusted("programs", "abs(fast - averages) <= slack*averages"),
            ],
        ),
    ), on_instances(
        EXACT, GRID, "the two averages in fractions",
        "three pairs of sources, n = 2, 3, 5, 8, 11, T = 1 and n - 1, E = 3/2", small.every_mixture_exactly,
    ), on_instances(
        CERTIFIED, GRID, "every mixture", "three pairs of sources, n = 2, 3, 5, 8, 11, T = 1 and n - 1, E = 3/2",
        small.every_mixture,
    ), given=(
        "0 <= q <= p <= 1, p > 0, laws exchanged if need be; for p = 0 all F(k) are equal",
        "that the programs evaluate these averages rightly is tested, and not proved",
    ), parameters={"order": 1},
    mutants={"sources exchanged": {"order": -1}, "half of it": ("fast - published)", "fast - published/2)")},
    generated="deep",
    note="The certified table is within $10^{-14}$ of the published algorithm, run in fractions at small sizes.",
)  # fmt: skip

QUASI_LINEAR.claim(
    "an-elementary-factor-is-a-scaled-shear",
    "$(I + t e_i e_j^T)\\,\\mathrm{diag}(s)$ is $\\mathrm{diag}(s')$ times a stochastic elementary factor",
    "Row i of $(I + t\\,e_i e_j^T)\\,\\mathrm{diag}(s)$ is $s_i x_i + t s_j x_j$. It is $s'_i = s_i + t s_j$ times "
    "the law that gives j the probability $t s_j / s'_i$ and i the rest. So a product of nonnegative elementary "
    "factors, if its rows sum to one, is a product of stochastic ones.",
    "Eq(s*x + t*r*y, (s + t*r)*((1 - t*r/(s + t*r))*x + t*r/(s + t*r)*y))",
    by_identity("one row", ["s", "r", "t", "x", "y"]), at="Elementary factors",
    symbols={"s": "s_i", "r": "s_j", "x": "x_i", "y": "x_j"}, given="s, t >= 0; where s' is zero the row is zero",
    mutants={"s for s'": ("(s + t*r)*(", "s*("), "t s_j / s_i": ("+ t*r/(s + t*r)*y", "+ t*r/s*y")}, generated="deep",
    trust="induction",
)  # fmt: skip

QUASI_LINEAR.claim(
    "three-laws-have-nonnegative-triangular-factors",
    "any three laws over three types, suitably arranged, are L D U with nonnegative entries",
    "Every stochastic matrix of order three is, after permuting its rows and its columns, L D U with nonnegative "
    "entries, and so a product of six elementary bidiagonal factors.",
    "found >= 1",
    on_instances(EXACT, GRID, "36 arrangements of each", "all matrices of halves", small.small_matrices),
    at="Elementary factors",
    parameters={"denominators": (1, 2)}, fails=instance(
        "The laws (0, 1/2, 1/2), (1/2, 0, 1/2), (1/2, 1/2, 0). In L D U with nonnegative entries and no zero row or "
        "column the first entry is positive, and the minors of rows 1, 2 in columns 1, 2 or 1, 3, of rows 1, 3 in "
        "columns 1, 2, and the determinant are products of entries; none of the 36 arrangements has them all "
        "nonnegative.",
        "M = ((0, 1/2, 1/2), (1/2, 0, 1/2), (1/2, 1/2, 0)); orders = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, "
        "0, 1), (2, 1, 0)); minor = lambda r, c, i, j, k, l: M[r[i]][c[k]] * M[r[j]][c[l]] - M[r[i]][c[l]] * "
        "M[r[j]][c[k]]; determinant = lambda r, c: sum(M[r[0]][c[k]] * minor(r, c, 1, 2, (k + 1) % 3, (k + 2) % 3) "
        "for k in range(3)); possible = lambda r, c: M[r[0]][c[0]] > 0 and minor(r, c, 0, 1, 0, 1) >= 0 and minor(r, "
        "c, 0, 1, 0, 2) >= 0 and minor(r, c, 0, 2, 0, 1) >= 0 and determinant(r, c) >= 0",
        given="all(sum(row) == 1 for row in M); all(sum(row[k] for row in M) > 0 for k in range(3))",
        at={"found": "sum(1 for r in orders for c in orders if possible(r, c))"},
    ), wrong="Three laws of which each excludes another type have no such factors, in whatever order.",
    cost="Sets without factors take a slower route, which takes one record after the other.",
    note="Matrices of zeros and ones all factor; of the 216 matrices of halves six do not: those whose rows are the "
    "three laws of the counterexample in some order.", recorded="refuted",
    numbers="6**3 == 216",
)  # fmt: skip

QUASI_LINEAR.claim(
    "shears-and-peeling-agree-with-algorithm-one",
    "for three types the averages by bidiagonal factors, or else record by record, are those of Algorithm 1",
    "The histogram of an assignment has the generating function $\\ell_1^{k_1} \\ell_2^{k_2} \\ell_3^{k_3}$, with the "
    "linear form $\\ell_j$ of law j: Algorithm 1 multiplies it out. If the laws are the rows of a product of "
    "elementary bidiagonal factors, averages over one factor after the other have the same; and so has one record "
    "after the other, with laws written as mixtures of others. So for all n, deltas and laws every average is the "
    "same number, and an enclosure of the one is one of the other.",
    "abs(fast - published) <= slack*published",
    in_steps(
        "generating functions",
        about(_record_by_record, by_identity("one record after the other", "natural a b c; positive p q r x y z v w")),
        about(
            QUASI_LINEAR.formula("Eq(w*p + (1 - w)*((q - w*p)/(1 - w)), q)"),
            by_identity("a law is a mixture of another one and of what remains", ""),
        ), about(
            QUASI_LINEAR.formula(
                "Eq(s*(r11*x + r12*y + r13*z) + t*(r21*x + r22*y + r23*z) + u*(r31*x + r32*y + r33*z), (s*r11 + t*r21 "
                "+ u*r31)*x + (s*r12 + t*r22 + u*r32)*y + (s*r13 + t*r23 + u*r33)*z)",
            ), by_identity("a row of a product of two matrices is one after the other", ""),
        ), by_solver(
            "enclosures of the same number", [
                lifted(
                    "generating-functions", "averages == published", shown("one record after the other"),
                    shown("a law is a mixture of another one and of what remains"),
                    shown("a row of a product of two matrices is one after the other"),
                    cite("an-elementary-factor-is-a-scaled-shear"),
                ), trusted("programs", "abs(fast - averages) <= slack*averages"),
            ],
        ),
    ), on_instances(
        CERTIFIED, GRID, "every mixture", "three sets of sources, n = 6, 7 and 8, e^epsilon = 3/2",
        small.every_mixture_of_three,
    ), at="Elementary factors", symbols={"fast": "F(\\vec k)", "published": "F_{\\mathrm{alg. 1}}(\\vec k)"},
    means={"fast": "privacy.smoothed.three_types.smoothed_simplex"}, given=(
        "three types; three laws, fewer being filled up with the last one",
        "that the programs evaluate these averages rightly is tested, and not proved",
    ), parameters={"order": (0, 1)}, mutants={
        "first and third source exchanged": {"order": (2, 1)},
        "half of it": ("fast - published)", "fast - published/2)"),
    }, generated="deep", repairs="three-laws-have-nonnegative-triangular-factors",
    trust=("symmetric-powers", "induction"), note="The package's averages are within $10^{-12}$ of the published "
    "algorithm, run in fractions at small sizes, for laws that factor into elementary bidiagonal matrices and for "
    "laws that do not.",
)  # fmt: skip
