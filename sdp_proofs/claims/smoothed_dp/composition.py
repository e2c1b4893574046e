"""Proposition 5: the losses of independent releases add up at most; with shared randomness they need not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.families import family
from sdp_proofs.claims.proofs.proving import after_substitution
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.derivations.composition import NONNEGATIVE, OUTPUT, PAIR, PLAIN, REPAIRED_COMPOSITION
from sdp_proofs.claims.smoothed_dp.post_processing import ROWS, on_pairs
from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.ledger import (
    Claim,
    Counterexample,
    Coverage,
    Defect,
    Erratum,
    Hypothesis,
    Kind,
    Method,
    NearMiss,
    Status,
)
from sdp_proofs.ledger.space import Choices, Domain, Integers, Rationals
from sdp_proofs.mechanisms.coin_flip import CoinFlip
from sdp_proofs.mechanisms.composition import Composition, SharedRandomness
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.definition import database_delta, smoothed_delta_by_lists

SUM = Formula("together <= total", {"together": r"\delta_{[k]}", "total": r"\sum_i \delta_i"})
COINS = tuple(map(Fraction, ("0", "1/4", "1/3", "1/2", "1")))
BITS = tuple(product(range(2), repeat=4))

MECHANISMS: dict[str, Domain] = {
    **{f"{name}_{row}": Rationals(0, 1, denominator=6) for name in ("first", "second") for row in ROWS},
    "share": Rationals(0, 1),
    "odds": Rationals(1, 4),
    "others": Rationals(1, 4),
}
SEEDED: dict[str, Domain] = {
    "keys": Integers(1, 3),
    "first": Choices(BITS),
    "second": Choices(BITS),
    "odds": Rationals(1, 4),
}
"""A bit as a function of a binary record and of the parity of a uniform key, for each of two releases."""


def coins(_: Claim) -> Iterator[Instance]:
    """Two and three releases of one binary record through coins."""
    for count in (2, 3):
        for keeps in product(COINS, repeat=count):
            for factors in product((Fraction(1), Fraction(2)), repeat=count):
                parts = tuple(CoinFlip(keep) for keep in keeps)
                values = {
                    "together": database_delta(Composition(parts), (0,), prod(factors)),
                    "total": sum(database_delta(part, (0,), odds) for part, odds in zip(parts, factors, strict=True)),
                }
                yield f"coins kept with {', '.join(map(str, keeps))}, odds {', '.join(map(str, factors))}", values


def _smoothed(_: Claim, at: Mapping[str, Any]) -> dict[str, Fraction]:
    first, second = (
        on_pairs({tuple(map(int, row)): at[f"{name}_{row}"] for row in ROWS}) for name in ("first", "second")
    )
    sources = SourceSet.interval(at["share"], at["share"])
    alone = [
        smoothed_delta_by_lists(part, sources, 2, odds).value
        for part, odds in ((first, at["odds"]), (second, at["others"]))
    ]
    both = smoothed_delta_by_lists(Composition((first, second)), sources, 2, at["odds"] * at["others"])
    return {"together": both.value, "total": alone[0] + alone[1]}


def shared(at: Mapping[str, Any]) -> dict[str, Fraction]:
    """The losses of two bits of a record and a common key, together and one at a time."""
    keys, tables = at["keys"], (at["first"], at["second"])
    seed = FiniteLaw({key: Fraction(1, keys) for key in range(keys)})

    def reads(table: tuple[int, ...]) -> Any:
        return lambda database, key: table[2 * database[0] + key % 2]

    mechanism = SharedRandomness(2, seed, (reads(tables[0]), reads(tables[1])))
    return {
        "together": database_delta(mechanism, (0,), at["odds"] ** 2),
        "total": sum((database_delta(part, (0,), at["odds"]) for part in mechanism.parts), Fraction(0)),
    }


def keyed(_: Claim) -> Iterator[Instance]:
    """All pairs of bits of a binary record and a fair key."""
    for first, second in product(BITS, BITS):
        at = {"keys": 2, "first": first, "second": second, "odds": Fraction(1)}
        yield f"tables {first} and {second} of record and key", shared(at)


CLAIMS = (
    Claim(
        id="independent-releases-add-their-losses",
        paper="smoothed-dp",
        locator="Proposition 5",
        title="the loss of independent releases is at most the sum of their losses, at the sum of the budgets",
        kind=Kind.PROPOSITION,
        statement="For a pair of outputs, $\\max(0, P(a)R(b) - e^{\\epsilon_1 + \\epsilon_2} P'(a)R'(b))$ is at most "
        "$\\max(0, P(a) - e^{\\epsilon_1} P'(a)) R(b) + P(a) \\max(0, R(b) - e^{\\epsilon_2} R'(b))$. Summed over all "
        "pairs, $d_{[2]} \\le d_1 + d_2$ at every database, in both directions; by induction "
        "$\\delta_{[k]}(x) \\le \\sum_i \\delta_i(x)$, and the same on average.",
        hypotheses=(
            Hypothesis("the releases are independent given the database", silent=True),
            Hypothesis("outputs form countable sets", silent=True),
        ),
        formula=SUM,
        checks=(
            after_substitution(
                by_solver("a pair of outputs, all probabilities and budgets", [NONNEGATIVE]),
                {"together": str(PAIR), "total": str(PLAIN)},
                tuple(OUTPUT),
            ),
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "coins, all outputs",
                "one binary record, two and three coins of five kinds, odds 1 and 2 each",
                coins,
            ),
        ),
        near_misses=(
            NearMiss("at least the sum", SUM.mutate("<=", ">=")),
            NearMiss("two thirds of the sum", SUM.mutate("total", "2/3*total")),
        ),
        family=family(deep=True),
        recorded=Status.ESTABLISHED,
        search=over(MECHANISMS, _smoothed, climbs=False),
        depends_on=("best-event-takes-the-positive-terms",),
        trust=("z3", "sum-over-outputs", "induction", "countable-sums", "averaging"),
        derivation=REPAIRED_COMPOSITION,
        note="The hunt tries all mechanisms with two outputs on two binary records, smoothed.",
    ),
    Claim(
        id="losses-add-up-whatever-the-randomness",
        paper="smoothed-dp",
        locator="Proposition 5",
        title="losses add up for any releases (M_1(x), ..., M_k(x)), also with common randomness",
        kind=Kind.PROPOSITION,
        statement="As stated, the proposition does not ask the mechanisms to be independent: the joint loss would be "
        "at most the sum of the losses for any joint release.",
        formula=SUM,
        checks=(
            on_instances(Method.EXACT, Coverage.GRID, "a common key", "all pairs of bits of record and key", keyed),
        ),
        near_misses=(
            NearMiss("at most ten times", SUM.mutate("total", "10*total")),
            NearMiss("strictly", SUM.mutate("<=", "<")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="independent-releases-add-their-losses",
        counterexample=Counterexample(
            "One binary record and a fair key: the record plus the key (mod 2) is released, and the key. Each alone is "
            "a fair coin whatever the record, so both losses are 0; together they are the record, and the loss is 1.",
            {
                "E": "2",
                "cipher": "lambda x, key: (x + key) % 2",
                "first": "lambda x, a: sum(1/2 for key in range(2) if cipher(x, key) == a)",
                "second": "lambda x, b: sum(1/2 for key in range(2) if key == b)",
                "pair": "lambda x, a, b: sum(1/2 for key in range(2) if cipher(x, key) == a and key == b)",
                "together": "sum(max(0, pair(0, a, b) - E**2 * pair(1, a, b)) for a in range(2) for b in range(2))",
                "one": "sum(max(0, first(0, a) - E * first(1, a)) for a in range(2))",
                "other": "sum(max(0, second(0, a) - E * second(1, a)) for a in range(2))",
            },
            fails="together <= one + other",
            given=("E >= 1",),
        ),
        erratum=Erratum(
            "Independence of the mechanisms is not assumed, but used: a cipher and its key say nothing one at a time "
            "and everything together.",
            "The mechanisms use independent randomness, all k of them jointly.",
            defect=Defect.HYPOTHESIS,
        ),
        search=over(SEEDED, lambda _, at: shared(at), climbs=False),
    ),
)
