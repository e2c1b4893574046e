"""Section 4 on anonymous mechanisms: what the word means, which are, and why Algorithm 1 may count sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import perm
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.families import ALIKE, family
from sdp_proofs.claims.proofs.proving import by_induction
from sdp_proofs.claims.proofs.stepwise import about, in_steps
from sdp_proofs.claims.searching import over
from sdp_proofs.distributions.records import Records, histogram_of, record_lists
from sdp_proofs.ledger import Check, Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Outcome, Status
from sdp_proofs.ledger.space import Rationals
from sdp_proofs.mechanisms.voting_rules import Borda, Copeland, Plurality, rankings
from sdp_proofs.numerics.formula import Formula

EQUIVALENT = Formula(
    "permuted == counted", {"permuted": r"[x' = x \circ \sigma]", "counted": r"[\vec h(x') = \vec h(x)]"}
)
WON = Formula("listed == counted", {"listed": r"r(x)", "counted": r"r(\vec h(x))"})
DRAWN = Formula("own == permuted", {"own": r"\Pr[s|x]", "permuted": r"\Pr[s|x \circ \sigma]"})
NOISY = Formula(
    "Implies(And(p == q, u == v), k*p + l*u == k*q + l*v)",
    {"p": r"P(a|x)", "q": r"P(a|x')", "u": r"P(b|x)", "v": r"P(b|x')", "k": r"k_a", "l": r"k_b"},
)
EXCHANGED = Formula(
    "p*q*a + p*(1 - q)*b + (1 - p)*q*c + (1 - p)*(1 - q)*d == q*p*a + q*(1 - p)*b + (1 - q)*p*c + (1 - q)*(1 - p)*d",
    {
        "p": r"\pi_1(1)",
        "q": r"\pi_2(1)",
        "a": r"\delta(1,1)",
        "b": r"\delta(1,2)",
        "c": r"\delta(2,1)",
        "d": r"\delta(2,2)",
    },
)

TAKEN_OUT = {"a": "a", "b": "b", "d": r"\mathbf{1}[t = s]", "has": r"\mathbf{1}[s \in x']"}
"""x ends with s. For a type t, a and b are the counts without it; s is taken out of x', too, if it is there."""
COUNTED = Formula(
    "And(Implies(has == 1, Equivalent(a + d == b + d, a == b)), Implies(And(has == 0, b == 0), a + 1 > b))", TAKEN_OUT
)
AS_SET = Formula("Implies(has == 1, Equivalent(Max(a, d) == Max(b, d), a == b))", TAKEN_OUT)
COUNTS = Formula("And(a >= 0, b >= 0, Or(d == 0, d == 1))", TAKEN_OUT)
CHANCES = {
    "with replacement": ("h/n", "g/n"),
    "without replacement": ("(h - u)/(n - v)", "(g - u)/(n - v)"),
    "in order": ("h", "g"),
}
"""Of the next record's type, for x and for its permutation: h and g of n records have it; u of the v visited ones."""
VISITED = Formula("And(h == g, n >= 1, n > v, v >= u, u >= 0, h >= u)", ["h", "g", "n", "u", "v"])


def _last_record(claim: Claim) -> Formula:
    return COUNTED if claim.parameters["counts"] else AS_SET


def _visited(how: str) -> Check:
    """One visit more multiplies the probability of a sequence; in order, the counts say nothing about the next type."""
    own, permuted = CHANCES[how]
    known = [VISITED] if how != "in order" else [Formula("And(h >= 0, g >= 0)", VISITED.symbols)]
    more = {"own": f"own*{own}", "permuted": f"permuted*{permuted}"}
    return by_induction(f"one visit after the other, {how}", {"own": "1", "permuted": "1"}, more, known)


def _all_visits(claim: Claim) -> Outcome:
    return in_steps("visits", *map(_visited, claim.parameters["visits"])).run(claim)


def pairs_of_databases(claim: Claim) -> Iterator[Instance]:
    """All pairs of small databases: whether one is a permutation of the other, and whether their counts agree."""
    for records, types in ((1, 3), (2, 3), (3, 3), (4, 2), (5, 2)):
        databases = list(record_lists(records, types))
        for x, y in product(databases, databases):
            if claim.parameters["counts"]:
                counted = histogram_of(x, types) == histogram_of(y, types)
            else:
                counted = set(x) == set(y)
            yield f"{x} and {y}", {"permuted": int(y in set(permutations(x))), "counted": int(counted)}


def _best(scores: Sequence[Fraction | int]) -> int:
    """The winners as a number: a binary digit for each candidate."""
    return sum(1 << candidate for candidate, score in enumerate(scores) if score == max(scores))


def _ballot_winners(ballots: Sequence[Sequence[int]], rule: str) -> int:
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
    for voters in (1, 2, 3, 4):
        for cast in product(range(6), repeat=voters):
            ballots, counts = [orders[index] for index in cast], histogram_of(cast, 6)
            firsts = histogram_of([ballot[0] for ballot in ballots], 3)
            counted = {
                "plurality": Plurality()(firsts), "Borda": Borda(3)(counts), "Copeland": Copeland(3)(counts),
            }  # fmt: skip
            for rule, winners in counted.items():
                listed = _ballot_winners(ballots, rule)
                if claim.parameters["ties"] == "first ballot":
                    tied = [c for c in ballots[0] if listed >> c & 1]
                    listed = 1 << tied[0]
                elected = winners if claim.parameters["ties"] == "all" else winners[:1]
                yield f"{rule}, ballots {ballots}", {"listed": listed, "counted": sum(1 << c for c in elected)}


def _visits(database: Records, draws: int, how: str) -> dict[tuple[int, ...], Fraction]:
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
        for x in record_lists(records, 2 if records == 4 else 3):
            for how in claim.parameters["visits"]:
                own = _visits(x, draws, how)
                for y in sorted(set(permutations(x))):
                    other = _visits(y, draws, how)
                    for sequence in sorted({*own, *other}):
                        values = {"own": own.get(sequence, 0), "permuted": other.get(sequence, 0)}
                        yield f"x = {x}, permuted {y}, visited {sequence}, {how}", values


CLAIMS = (
    Claim(
        id="permuted-databases-have-equal-histograms",
        paper="smoothed-dp",
        locator="Sec. 4, anonymous mechanisms",
        title="a law that no permutation of the records changes is a function of the histogram",
        kind=Kind.DEFINITION,
        statement="Two databases are permutations of each other exactly if they have the same histogram. So a "
        "mechanism is anonymous exactly if its output law depends on the histogram only. By induction on the records: "
        "take out the last record s of x, and one of type s of x'. If there is none, neither is a permutation of the "
        "other, and the counts of s differ; else both sides are what they are for the shorter databases.",
        hypotheses=(Hypothesis("which one of several equal records is taken out makes no difference"),),
        formula=EQUIVALENT,
        parameters={"counts": True},
        checks=(
            in_steps(
                "record by record",
                about(_last_record, by_solver("counts without a record of the same type", [COUNTS])),
                by_induction(
                    "shorter databases",
                    {"permuted": "1", "counted": "1"},
                    {"permuted": "has*permuted", "counted": "has*counted"},
                    [Formula("Or(has == 0, has == 1)", ["has"])],
                ),
            ),
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "all pairs of databases",
                "up to three records of three types, up to five of two",
                pairs_of_databases,
            ),
        ),
        near_misses=(
            NearMiss("the set of types instead of the histogram", parameters={"counts": False}),
            NearMiss("strictly more", EQUIVALENT.mutate("==", ">")),
        ),
        family=family(counts=["permuted", "counted"]),
        recorded=Status.ESTABLISHED,
        trust=("z3", "induction"),
    ),
    Claim(
        id="voting-rules-depend-on-the-histogram",
        paper="smoothed-dp",
        locator="Sec. 4, anonymous mechanisms",
        title="plurality, Borda and Copeland are anonymous",
        kind=Kind.STATEMENT,
        statement="The set of winners computed from the ballots one by one is that computed from the counts of the "
        "rankings, for plurality, Borda and Copeland.",
        hypotheses=(
            Hypothesis("all tied candidates win, or ties are broken without looking at who voted how", silent=True),
        ),
        formula=WON,
        parameters={"ties": "all"},
        checks=(
            on_instances(
                Method.EXACT, Coverage.GRID, "ordered ballots", "three candidates, up to four voters", elections
            ),
        ),
        near_misses=(
            NearMiss("ties broken by the first ballot", parameters={"ties": "first ballot"}),
            NearMiss("one tied candidate elected", parameters={"ties": "first number"}),
        ),
        family=family(counts=["listed", "counted"]),
        recorded=Status.SUPPORTED,
        depends_on=("permuted-databases-have-equal-histograms",),
    ),
    Claim(
        id="random-visits-do-not-depend-on-the-order",
        paper="smoothed-dp",
        locator="Sec. 4, anonymous mechanisms",
        title="SGD and AdaGrad are anonymous",
        kind=Kind.STATEMENT,
        statement="What SGD or AdaGrad outputs is a function of the sequence of records it visits. If these are drawn "
        "at random, with or without replacement, or shuffled, the law of the sequence does not depend on the order of "
        "the database: the next record is of a type with the probability that the counts of the database and of the "
        "records visited so far give it, which are the same for a permutation. A shuffle is n draws without "
        "replacement.",
        hypotheses=(Hypothesis("records are visited at random, not in the order of the database", silent=True),),
        formula=DRAWN,
        parameters={"visits": ("with replacement", "without replacement")},
        checks=(
            Check(Method.SMT, Coverage.ALL, _all_visits, "one visit after the other"),
            on_instances(Method.EXACT, Coverage.GRID, "all sequences", "up to four records, all permutations", visits),
        ),
        near_misses=(
            NearMiss("one pass in the order of the database", parameters={"visits": ("in order",)}),
            NearMiss("strictly less", DRAWN.mutate("==", "<")),
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3", "induction"),
        depends_on=("permuted-databases-have-equal-histograms", "noise-keeps-anonymity"),
        note="A single pass without shuffling is SGD to some authors and is not anonymous.",
    ),
    Claim(
        id="noise-keeps-anonymity",
        paper="smoothed-dp",
        locator="Sec. 4, anonymous mechanisms",
        title="Laplace, Gauss and the exponential mechanism keep anonymity",
        kind=Kind.STATEMENT,
        statement="If an output has the same law for x and for its permutation x', then so has any function of it, "
        "also with independent noise: the probabilities are the same mixtures. The exponential mechanism is anonymous "
        "if its score is.",
        hypotheses=(
            Hypothesis("the noise is independent of the database given the output", silent=True),
            Hypothesis("for the exponential mechanism, the score does not depend on the order", silent=True),
        ),
        formula=NOISY,
        checks=(by_solver("two outputs and one result, all reals", []),),
        near_misses=(
            NearMiss("one output only", NOISY.mutate("And(p == q, u == v)", "p == q")),
            NearMiss("another noise", NOISY.mutate("k*q + l*v", "l*q + k*v")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        search=over(
            {name: Rationals(0, 1, denominator=6) for name in NOISY.symbols}, lambda _, point: point, climbs=False
        ),
        trust=("z3", "induction", "countable-sums"),
    ),
    Claim(
        id="anonymous-losses-count-sources",
        paper="smoothed-dp",
        locator="Algorithm 1, line 4",
        title="for an anonymous mechanism the expected loss depends on how many records follow each source",
        kind=Kind.ALGORITHM,
        statement="If two records exchange their sources, the expected loss of an anonymous mechanism does not change: "
        "delta(1, 2) = delta(2, 1). So one assignment per histogram of sources suffices.",
        hypotheses=(
            Hypothesis("the mechanism is anonymous: delta(1, 2) = delta(2, 1)"),
            Hypothesis("records are independent"),
        ),
        formula=EXCHANGED,
        checks=(by_solver("two records of two types, all reals", [Formula("b == c", EXCHANGED.symbols)]),),
        near_misses=(
            NearMiss(
                "a mechanism that sees the second record otherwise", EXCHANGED.mutate("p*(1 - q)*b", "p*(1 - q)*d")
            ),
            NearMiss("both records of one source", EXCHANGED.mutate("== q*p*a", "== q*q*a")),
        ),
        family=family(true={ALIKE: ["p and q exchanged in q * p * a + q * (1 - p) * b + (1 - q) * p * c + (1 - ..."]}),
        recorded=Status.ESTABLISHED,
        search=over(
            {name: Rationals(0, 1, denominator=9) for name in EXCHANGED.symbols},
            lambda _, at: at if at["b"] == at["c"] else None,
            climbs=False,
        ),
        trust=("z3", "induction"),
    ),
)
