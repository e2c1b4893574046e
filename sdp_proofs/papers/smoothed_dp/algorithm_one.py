"""Algorithm 1 and the anonymous mechanisms of Section 4, for which it may count sources.

Small databases, elections and sets of sources: over these, claims on Algorithm 1 and anonymity are enumerated.

Items: Algorithm 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import perm, prod
from typing import Any

from sdp_proofs.distributions.finite import Records, histogram_of, record_lists
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.ledger import Check, Claim
from sdp_proofs.mechanisms.sampling import Borda, Copeland, Plurality, rankings
from sdp_proofs.papers.smoothed_dp.small_mechanisms import every
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
from sdp_proofs.proving.instances import Instance
from sdp_proofs.proving.vocabulary import *


def enumerated(sources: SourceSet, records: int, draws: int, budget: Budget) -> Fraction:
    """The largest expected delta over all assignments of sources to records, database by database."""
    types = range(sources.types)
    counts = {database: tuple(map(database.count, types)) for database in product(types, repeat=records)}
    deltas = {one: delta(Database(one, draws), budget).value.exact or Fraction(0) for one in set(counts.values())}
    return max(
        sum((prod(law[kind] for law, kind in zip(assignment, database, strict=True)) * deltas[one]
             for database, one in counts.items()), Fraction(0))
        for assignment in product(sources.laws, repeat=records)
    )  # fmt: skip


def assignments(_: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """The algorithm against all assignments."""
    sources, records, budget = SourceSet.from_laws(at["sources"]), at["records"], Budget.read(odds=at["odds"])
    draws = at["draws"] if at["draws"] >= 0 else records + at["draws"]
    if records + sources.types > 7 or draws > records:
        return None
    found = smoothed_delta(Smoothing(sources, records, draws), budget, route="algorithm-1")
    return {"algorithm": found.value, "enumerated": enumerated(sources, records, draws, budget)}


SETS = (
    (("1/4", "3/4"), ("2/3", "1/3")), (("1/4", "3/4"), ("2/5", "3/5"), ("2/3", "1/3")), (("0", "1"), ("1/2", "1/2")),
    (("1/2", "1/4", "1/4"), ("1/5", "1/5", "3/5")),
)  # fmt: skip
ASSIGNMENTS = every(assignments, sources=SETS, records=range(2, 5), draws=(1, -1), odds=("1", "3/2"))


def pairs_of_databases(claim: Claim) -> Iterator[Instance]:
    """All pairs of small databases: whether one is a permutation of the other, and whether their counts agree."""
    for records, types in ((1, 3), (2, 3), (3, 3), (4, 2), (5, 2)):
        for x, y in product(record_lists(records, types), repeat=2):
            own, other = (histogram_of(z, types) if claim.parameters["counts"] else set(z) for z in (x, y))
            yield f"{x} and {y}", {"permuted": int(y in set(permutations(x))), "counted": int(own == other)}


def _best(scores: Sequence[Fraction | int]) -> int:
    """The winners as a number: a binary digit for each candidate."""
    return sum(1 << candidate for candidate, score in enumerate(scores) if score == max(scores))


def listed_winners(ballots: Sequence[Sequence[int]], rule: str) -> int:
    """The winners from the ballots one by one, in the order in which they were cast."""
    m = len(ballots[0])
    if rule == "plurality":
        return _best([sum(ballot[0] == c for ballot in ballots) for c in range(m)])
    if rule == "Borda":
        return _best([sum(m - 1 - ballot.index(c) for ballot in ballots) for c in range(m)])
    scores = [Fraction(0)] * m
    for one, other in permutations(range(m), 2):
        margin = sum(1 if ballot.index(one) < ballot.index(other) else -1 for ballot in ballots)
        scores[one] += Fraction(1 + (margin > 0) - (margin < 0), 2)
    return _best(scores)


def elections(claim: Claim) -> Iterator[Instance]:
    """Ordered ballots of up to four voters on three candidates, against the rules for counted ballots."""
    orders = rankings(3)
    for cast in (cast for voters in (1, 2, 3, 4) for cast in product(range(6), repeat=voters)):
        ballots, counts = [orders[index] for index in cast], histogram_of(cast, 6)
        firsts = histogram_of([ballot[0] for ballot in ballots], 3)
        counted = {"plurality": Plurality()(firsts), "Borda": Borda(3)(counts), "Copeland": Copeland(3)(counts)}
        for rule, winners in counted.items():
            listed = listed_winners(ballots, rule)
            if claim.parameters["ties"] == "first ballot":
                listed = next(1 << c for c in ballots[0] if listed >> c & 1)
            elected = winners if claim.parameters["ties"] == "all" else winners[:1]
            yield f"{rule}, ballots {ballots}", {"listed": listed, "counted": sum(1 << c for c in elected)}


def law_of_visits(database: Records, draws: int, how: str) -> dict[tuple[int, ...], Fraction]:
    """The law of the sequence of records that are visited."""
    places: Any = range(len(database))
    if how == "in order":
        return {database[:draws]: Fraction(1)}
    chosen = product(places, repeat=draws) if how == "with replacement" else permutations(places, draws)
    ways = len(database) ** draws if how == "with replacement" else perm(len(database), draws)
    counts = Counter(tuple(database[place] for place in drawn) for drawn in chosen)
    return {sequence: Fraction(count, ways) for sequence, count in counts.items()}


def visits(claim: Claim) -> Iterator[Instance]:
    """Every sequence of visited records, for a database and for its permutations."""
    for records, draws in ((1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 2)):
        for x, how in product(record_lists(records, 2 if records == 4 else 3), claim.parameters["visits"]):
            own = law_of_visits(x, draws, how)
            for y in sorted(set(permutations(x))):
                other = law_of_visits(y, draws, how)
                for sequence in sorted({*own, *other}):
                    values = {"own": own.get(sequence, 0), "permuted": other.get(sequence, 0)}
                    yield f"x = {x}, permuted {y}, visited {sequence}, {how}", values


_HERE = "papers.smoothed_dp.algorithm_one"
SECTION = Section(SMOOTHED_DP, "Sec. 4, anonymous mechanisms", {
    "permuted": "[x' = x \\circ \\sigma]", "counted": "[\\vec h(x') = \\vec h(x)]", "listed": "r(x)",
    "own": "\\Pr[s|x]", "k": "k_a", "l": "k_b", "algorithm": "\\max_{\\vec k} F(\\vec k)",
    "enumerated": "\\max_{\\vec\\pi \\in \\Pi^n} \\mathbb{E}\\,\\delta(x)",
}, {
    "counted": "distributions.finite.histogram_of", "own": f"{_HERE}.law_of_visits",
    "algorithm": "privacy.smoothed.algorithm_one.algorithm_one", "enumerated": f"{_HERE}.enumerated",
    **dict.fromkeys("pquv", "any probability"), **dict.fromkeys("abcd", "any number from 0 to 1"),
})  # fmt: skip


def _last_record(claim: Claim) -> Formula:
    """X ends with s. For a type t, a and b are the counts without it; s is taken out of x', too, if it is there."""
    symbols = {"a": "a", "b": "b", "d": "\\mathbf{1}[t = s]", "has": "\\mathbf{1}[s \\in x']"}
    if claim.parameters["counts"]:
        counted = "Equivalent(a + d == b + d, a == b)), Implies(And(has == 0, b == 0), a + 1 > b"
        return Formula(f"And(Implies(has == 1, {counted}))", symbols)
    return Formula("Implies(has == 1, Equivalent(Max(a, d) == Max(b, d), a == b))", symbols)


def _visited(how: str) -> Check:
    """One visit more multiplies the probability of a sequence; in order, the counts say nothing about the next type.

    The chances are those of the next record's type, for x and for its permutation: h and g of n records have it; u of
    the v visited ones. With replacement there may be more visits than records.
    """
    known = {
        "with replacement": "And(h == g, n >= 1)", "in order": "And(h >= 0, g >= 0)",
        "without replacement": "And(h == g, n >= 1, n > v, v >= u, u >= 0, h >= u)",
    }[how]  # fmt: skip
    own, permuted = {
        "with replacement": ("h/n", "g/n"), "without replacement": ("(h - u)/(n - v)", "(g - u)/(n - v)"),
        "in order": ("h", "g"),
    }[how]  # fmt: skip
    return by_induction(
        f"one visit after the other, {how}", {"own": "1", "permuted": "1"},
        {"own": f"own*{own}", "permuted": f"permuted*{permuted}"}, [Formula(known, tuple("hgnuv"))],
    )  # fmt: skip


_SAME_COUNTS = about(
    Formula("Implies(And(same == 1, Implies(counted == 1, g == h)), g == h)", {
        "same": "[x' = x \\circ \\sigma]", "counted": "[\\vec h(x') = \\vec h(x)]", "g": "H'_t", "h": "H_t",
    }), by_solver("a permutation has as many records of each type", [
        cite("permuted-databases-have-equal-histograms", {"permuted": "same"}),
    ]),
)
_NOISE = about(
    Formula("result == mirrored", {
        "result": "P(b|x)", "mirrored": "P(b|x \\circ \\sigma)", "own": "\\Pr[s|x]",
        "permuted": "\\Pr[s|x \\circ \\sigma]", "l": "P(b|s)",
    }), by_induction(
        "what is made of a sequence, also with noise: one sequence after the other",
        {"result": "0", "mirrored": "0"}, {"result": "result + l*own", "mirrored": "mirrored + l*permuted"}, [],
        inputs=("l", "own", "permuted"), each=[shown("one visit after the other"), cite("noise-keeps-anonymity", {
            "k": "1", "p": "result", "q": "mirrored", "u": "own", "v": "permuted",
        })],
    ),
)


def _all_visits(claim: Claim) -> Outcome:
    return in_steps("visits", *map(_visited, claim.parameters["visits"])).run(claim)


SECTION.claim(
    "permuted-databases-have-equal-histograms",
    "a law that no permutation of the records changes is a function of the histogram",
    "Two databases are permutations of each other exactly if they have the same histogram. So a mechanism is "
    "anonymous exactly if its output law depends on the histogram only. By induction on the records: take out the "
    "last record s of x, and one of type s of x'. If there is none, neither is a permutation of the other, and the "
    "counts of s differ; else both sides are what they are for the shorter databases.",
    "permuted == counted",
    in_steps(
        "record by record", about(
            _last_record,
            by_solver("counts without a record of the same type", "And(a >= 0, b >= 0, Or(d == 0, d == 1))"),
        ), by_induction(
            "shorter databases", {"permuted": "1", "counted": "1"},
            {"permuted": "has*permuted", "counted": "has*counted"}, ["Or(has == 0, has == 1)"],
            inputs=["has"],
        ),
    ), on_instances(
        EXACT, GRID, "all pairs of databases", "up to three records of three types, up to five of two",
        pairs_of_databases,
    ), kind="definition", given="which one of several equal records is taken out makes no difference",
    parameters={"counts": True},
    mutants={"the set of types instead of the histogram": {"counts": False}, "strictly more": ("==", ">")},
    counts="permuted counted", trust="induction",
)  # fmt: skip

SECTION.claim(
    "voting-rules-depend-on-the-histogram", "plurality, Borda and Copeland are anonymous",
    "The set of winners computed from the ballots one by one is that computed from the counts of the rankings, for "
    "plurality, Borda and Copeland.",
    "listed == counted",
    on_instances(EXACT, GRID, "ordered ballots", "three candidates, up to four voters", elections),
    symbols={"counted": "r(\\vec h(x))"},
    means={"counted": "mechanisms.sampling.Borda", "listed": f"{_HERE}.listed_winners"},
    silent="all tied candidates win, or ties are broken without looking at who voted how", parameters={"ties": "all"},
    mutants={
        "ties broken by the first ballot": {"ties": "first ballot"},
        "one tied candidate elected": {"ties": "first number"},
    }, counts="listed counted", needs="permuted-databases-have-equal-histograms", recorded="supported",
)  # fmt: skip

SECTION.claim(
    "random-visits-do-not-depend-on-the-order", "SGD and AdaGrad are anonymous",
    "What SGD or AdaGrad outputs is a function of the sequence of records it visits. If these are drawn at random, "
    "with or without replacement, or shuffled, the law of the sequence does not depend on the order of the database: "
    "the next record is of a type with the probability that the counts of the database and of the records visited so "
    "far give it, which are the same for a permutation. A shuffle is n draws without replacement.",
    "own == permuted",
    and_so(
        Check(
            SMT, ALL, _all_visits, "one visit after the other", conditions=(), fixed=frozenset({"own", "permuted"}),
        ), _SAME_COUNTS, _NOISE,
    ),
    on_instances(EXACT, GRID, "all sequences", "up to four records, all permutations", visits),
    symbols={"permuted": "\\Pr[s|x \\circ \\sigma]"}, means={"permuted": f"{_HERE}.law_of_visits"},
    silent="records are visited at random, not in the order of the database",
    parameters={"visits": ("with replacement", "without replacement")},
    mutants={"one pass in the order of the database": {"visits": ("in order",)}, "strictly less": ("==", "<")},
    generated="none", trust="induction",
    note="A single pass without shuffling is SGD to some authors and is not anonymous.",
)  # fmt: skip

SECTION.claim(
    "noise-keeps-anonymity", "Laplace, Gauss and the exponential mechanism keep anonymity",
    "If an output has the same law for x and for its permutation x', then so has any function of it, also with "
    "independent noise: the probabilities are the same mixtures. The exponential mechanism takes an output of score s "
    "with probability $e^{cs}$ over the sum of these: it is anonymous if no permutation changes a score.",
    "Implies(And(p == q, u == v), k*p + l*u == k*q + l*v)",
    and_so(
        by_solver("two outputs and one result, all reals", []),
        about(Formula("result == mirrored", ["result", "mirrored"]), by_induction(
            "one output after the other", {"result": "0", "mirrored": "0"},
            {"result": "result + k*p", "mirrored": "mirrored + k*q"}, ["p == q"], inputs=["k", "p", "q"],
        )),
        about(Formula("whole == same", ["whole", "same"]), by_induction(
            "the weights of all scores", {"whole": "0", "same": "0"},
            {"whole": "whole + exp(c*s)", "same": "same + exp(c*t)"}, ["s == t"], inputs=["s", "t"],
        )),
        about(
            Formula("Implies(s == t, exp(c*s)/whole == exp(c*t)/same)", ["s", "t", "c", "whole", "same"]),
            by_solver("the exponential mechanism", ["whole > 0", shown("the weights of all scores")]),
        ),
    ),
    symbols={"p": "P(a|x)", "q": "P(a|x')", "u": "P(b|x)", "v": "P(b|x')"}, silent=(
        "the noise is independent of the database given the output",
        "for the exponential mechanism, the score does not depend on the order",
        "outputs form a countable set; others by the same equation between densities",
    ), mutants={"another noise": ("k*q + l*v", "l*q + k*v")}, trust=("induction", "countable-sums", "densities"),
)  # fmt: skip

SECTION.claim(
    "anonymous-losses-count-sources",
    "for an anonymous mechanism the expected delta depends on how many records follow each source",
    "If two records exchange their sources, the expected delta of an anonymous mechanism does not change: delta(1, 2) "
    "= delta(2, 1). So one assignment per histogram of sources suffices.",
    "p*q*a + p*(1 - q)*b + (1 - p)*q*c + (1 - p)*(1 - q)*d == q*p*a + q*(1 - p)*b + (1 - q)*p*c + (1 - q)*(1 - p)*d",
    and_so(
        by_solver("two records of two types, all reals", "b == c"),
        # k: the types of all other records, with their chance w; i: a pair of different types, of which the first has
        # the chances p and q in the two sources, the second u and v; j: a single type, with the chances s and t.
        about(Formula("own == exchanged", ["own", "exchanged"]), by_sums(
            "two of any number of records, of any number of types", {
                "own": "Sum(k, w*(Sum(i, p*v*b + u*q*c) + Sum(j, s*t*a)))",
                "exchanged": "Sum(k, w*(Sum(i, q*u*b + v*p*c) + Sum(j, t*s*a)))",
            }, ["b == c"], "over i: Sum(i, p*v*b + u*q*c) == Sum(i, q*u*b + v*p*c)",
            "over j: Sum(j, s*t*a) == Sum(j, t*s*a)", "over k:",
            each={"k": "w", "i": "p q u v", "j": "s t", "i k": "b c", "j k": "a"},
        )),
    ), at="Algorithm 1, line 4",
    symbols={
        "p": "\\pi_1(1)", "q": "\\pi_2(1)", "a": "\\delta(1,1)", "b": "\\delta(1,2)", "c": "\\delta(2,1)",
        "d": "\\delta(2,2)",
    }, given=("the mechanism is anonymous: delta(1, 2) = delta(2, 1)", "records are independent"),
    mutants={
        "a mechanism that sees the second record otherwise": ("p*(1 - q)*b", "p*(1 - q)*d"),
        "both records of one source": ("== q*p*a", "== q*q*a"),
    }, trust="induction",
)  # fmt: skip

SECTION.claim(
    "vertex-histograms-give-the-maximum", "Algorithm 1 returns the maximum over all assignments of all sources",
    "For an anonymous mechanism the maximum of the expected delta(x) over all assignments of sources of the set to "
    "the n records equals the maximum over histograms of the hull's vertices. The expectation is affine in the law "
    "of each single record, so records can be moved to vertices one after the other without loss; the vertices "
    "belong to the set; and records may exchange their sources.",
    "algorithm == enumerated",
    in_steps(
        "record by record",
        about(Formula("Eq((w*p + (1 - w)*q)*phi, w*p*phi + (1 - w)*q*phi)", ["w", "p", "q", "phi"]),
              by_identity("the expected delta is affine in the law of a record", "")),
        by_solver("the maxima over all sources, over vertices, and over histograms of vertices", [
            lifted("one-record-at-a-time", "enumerated <= vertices",
                   shown("the expected delta is affine in the law of a record"), cite("no-mixture-beats-its-parts")),
            lifted("maximum", "vertices <= enumerated", cite("vertices-of-the-hull-belong-to-the-set")),
            # Exchanges lead from any assignment to any other with its histogram: both maxima are over these values.
            lifted("maximum", "vertices == algorithm", cite("anonymous-losses-count-sources")),
        ]),
    ),
    on_instances(
        EXACT, GRID, "enumeration of all assignments and all databases",
        "four sets of sources over two and three types, n <= 4, two sample sizes, two odds", ASSIGNMENTS,
    ),
    at="Algorithm 1", given="the mechanism is anonymous and the records are independent",
    silent="the set is finite, or closed with finitely many vertices",
    mutants={"smaller": ("==", "<"), "half of it": ("enumerated", "2*enumerated")}, generated="none",
    trust=("induction", "independent-records", "programs"),
    search=over({
        "records": Integers(1, 4), "draws": Integers(0, lambda at: at["records"]),
        **dict.fromkeys(("first", "second", "third"), Laws(2)), "odds": Rationals(1, 8),
    }, lambda claim, at: assignments(claim, {**at, "sources": (at["first"], at["second"], at["third"])}), climbs=False),
)  # fmt: skip
