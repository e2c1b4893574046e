"""Definitions and proof steps that sections share: small samples, pairs of neighbours, drawn records.

Definitions for counterexamples, in the small language of `sdp_proofs.certificate`, that several claims need.

What a pair of neighbours loses: the sampling rate at most, and all of it by an event that one of them excludes.

With replacement: the chance that a record is drawn at all, and a pair of databases that loses it.

One database has a unique record, the other has none of its type: all outputs that show it are impossible there.

The DP half of Theorem 5 (Appendix F): a unique record is seen if it is drawn; the last line of the proof fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from sdp_proofs.distributions.counts import Binomial
from sdp_proofs.ledger import Check
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.proving.vocabulary import *

SMALL_LOSS = {
    "P": "lambda h, H: comb(H, h) * comb(n - H, T - h) / comb(n, T)",
    "d": "lambda H, K: sum(max(0, P(h, H) - E * P(h, K)) for h in range(T + 1))",
    "delta": "lambda H: max(max(d(H, K), d(K, H)) for K in (H - 1, H + 1) if 0 <= K <= n)",
}  # fmt: skip
"""delta(H) of Definition 2, if T of n records are sampled and H of them are of the first of two types; P(h, H) is the
probability that h of the sample are. Needs n, T and E."""

ELECTION_EVENT = {
    "start_of": "lambda a, b, lost, l: comb(b, l) * comb(a, lost - l) / comb(a + b, lost)",
    "step": "lambda a, b, lost, l: (b - l) * (lost - l) / ((l + 1) * (a - lost + l + 1))",
    "law": "lambda a, b, lost, start, stop: running(start_of(a, b, lost, start), (step(a, b, lost, l) for l in "
    "range(start, stop)))", "fewer": "lambda a, b, lost, l: l * (a + 1) / (b * (lost - l + 1))",
    "more": "lambda a, b, lost, l: (b + 1) * (lost - l) / (a * (l + 1))",
    "seen": "lambda P, a, b, lost, start: sum(P[i] * (1 - E * fewer(a, b, lost, start + i)) for i in range(len(P)))",
}  # fmt: skip
"""Votes a + b of which `lost` are not counted, l of them from the b votes of the second candidate. `law` lists the
probabilities of l = start, ..., stop, from one binomial coefficient and the ratios of neighbours. `fewer` and `more`
are the probabilities of the same totals, relative to these, if one of the b votes had gone to the other candidate, or
one of the a. `seen` is P(S) - E P'(S) for the event S of these l. Needs E."""

WHOLE_LOSS = {
    "at_most": "lambda P, a, b, lost, start: (max(sum(P[i] * max(0, 1 - E * fewer(a, b, lost, start + i)) for i in "
    "range(len(P))) + 1 - sum(P), sum(P[i] * max(0, 1 - E * more(a, b, lost, start + i)) for i in range(len(P))) + 1 "
    "- sum(P), sum(P[i] * max(0, fewer(a, b, lost, start + i) - E) for i in range(len(P))) + 1 - sum(P[i] * fewer(a, "
    "b, lost, start + i) for i in range(len(P))), sum(P[i] * max(0, more(a, b, lost, start + i) - E) for i in "
    "range(len(P))) + 1 - sum(P[i] * more(a, b, lost, start + i) for i in range(len(P)))))",
}  # fmt: skip
"""At least the loss of every change of one vote, in both directions: all outcomes outside the list are counted fully,
with the probability that the law of the change leaves for them."""


SYMBOLS = {"gain": "d(x,x')", "rate": "\\rho", "T": "T", "n": "n", "H": "H", "fewest": "\\min_i H_i"}

A_PAIR = about(
    Formula("gain <= rate", SYMBOLS),
    by_solver("a pair of neighbours", [
        "And(0 <= rate, rate <= 1)",
        defined("total", "1"),  # A is a law, of the outputs if the record is sampled.
        summed(
            "gain <= rate*total",
            {"gain": "Max(0, (rate*a + (1 - rate)*c) - odds*(rate*b + (1 - rate)*c))", "total": "a"},
            cite("no-loss-exceeds-the-sampling-rate"), cite("best-event-takes-the-positive-terms"),
            each="a b c p q take odds", where="And(a >= 0, b >= 0, c >= 0, odds >= 1)",
        ),
    ]),
)  # fmt: skip


def a_lone_record(draws: str = "T", records: str = "n", when: str = "") -> Check:
    """The step that a pair of databases of which one alone has a type loses T/n: its event is impossible in the other.

    Args:
        draws: what the claim calls the number of draws.
        records: what it calls the number of records.
        when: when there is such a pair; always, if empty.
    """
    text, *event = (
        f"Implies({when}, {one})" if when else one for one in (
            f"gain >= {draws}/{records}",
            f"seen == binomial(1, 1)*binomial({records} - 1, {draws} - 1)/binomial({records}, {draws})", "unseen == 0",
        )
    )  # fmt: skip
    return about(Formula(text, {**SYMBOLS, draws: "T", records: "n"}), by_solver("a lone record", [
        f"And(1 <= {draws}, {draws} <= {records})",
        one_of(
            text, {"gain": "seen - odds*unseen"}, cite("lone-record-is-seen-when-sampled", {"T": draws, "n": records}),
            each="seen unseen", where=event,
        ),
    ]))  # fmt: skip


CHANCE = "1 - ((n - 1)/n)**T"
_SEEN = "1 - (1 - 1/n)**T"

A_CHANCE = about(
    Formula(f"And(0 <= {CHANCE}, {CHANCE} <= 1)", ["n", "T"]),
    in_steps(
        "a chance",
        about(Formula("x**T == exp(T*log(x))", ["x", "T"]), by_identity("a power", "positive x; real T")),
        about(Formula("Implies(And(u <= 0, T >= 0), And(0 < exp(T*u), exp(T*u) <= 1))", ["u", "T"]), in_steps(
            "an exponential",
            about(Formula("Implies(And(u <= 0, T >= 0), T*u <= 0)", ["u", "T"]), by_solver("its exponent", [])),
            by_solver("at most one", [shown("its exponent")]),
        )),
        about(Formula("And(0 < (n - 1)/n, (n - 1)/n <= 1)", ["n"]), by_solver("the share of the others", "n >= 2")),
        by_solver("between zero and one", [
            "And(n >= 2, T >= 1)", shown("the share of the others"), shown("a power", {"x": "(n - 1)/n"}),
            shown("an exponential", {"u": "log((n - 1)/n)"}),
        ]),
    ),
)  # fmt: skip
"""Probability that the record is drawn, by one draw or more."""

A_DRAWN_RECORD = about(
    Formula(f"gain >= {CHANCE}", SYMBOLS),
    in_steps(
        "a drawn record",
        about(Formula(f"{_SEEN} == {CHANCE}", ["T", "n"]),
              by_identity("all outputs that show a unique record", "positive n T", "And(n >= 2, T >= 1)")),
        by_solver("the event that it is seen", [
            "And(n >= 2, T >= 1)",
            one_of(
                f"gain >= {CHANCE}", {"gain": "seen - odds*unseen"}, shown("all outputs that show a unique record"),
                each="seen unseen", where=(f"seen == {_SEEN}", "unseen == 0"),
            ),
        ]),
    ),
)  # fmt: skip
"""Loss of a database with a unique record against one without."""

STEPS = (A_PAIR, A_CHANCE, A_DRAWN_RECORD)


def attained(loss: str) -> tuple[Check, ...]:
    """The steps of a proof that the largest loss of some pairs, that one among them, is that of being drawn."""
    return (*STEPS, by_solver("every pair, and a unique record", [
        "And(n >= 2, T >= 1)", shown("a chance"),
        largest(
            f"{loss} <= {CHANCE}", {loss: "gain"}, shown("a pair of neighbours", {"rate": CHANCE}),
            shown("a chance"), each="gain",
        ),
        one_of(f"{loss} >= {CHANCE}", {loss: "gain"}, shown("a drawn record"), each="gain"),
    ]))  # fmt: skip


def unique_records(_: Claim) -> Iterator[Instance]:
    """Delta of a database with a unique record."""
    for n, draws, odds in product(range(2, 9), range(1, 9), (1, 20)):
        if draws <= n:
            unseen = Binomial(draws=draws, success=Fraction(1, n)).pmf(0)
            loss = delta(Database((1, n - 1), draws, True), Budget.read(odds=odds)).value
            yield f"n = {n}, T = {draws}, odds {odds}", {"lone": loss, "unseen": unseen, "T": Fraction(draws), "n": n}


_UNIQUE = on_instances(EXACT, GRID, "unique records", "2 <= n <= 8, T <= n, odds 1 and 20", unique_records)
SECTION = Section(SMOOTHED_DP, "App. F, proof of the DP half", {"lone": "\\delta_1", "unseen": "\\Pr[K_1 = 0]"})
DRAWN_RECORD = SECTION.derivation(
    "loss-of-a-lone-record-with-replacement", "The loss of a unique record, drawn with replacement",
    line("lone", ">=", "1 - unseen", Rule.DEFINITION, _UNIQUE,
         mutants={"above": ">", "the chance not to be seen": "unseen"}, note="Even with equality, at every epsilon."),
    line("=", "1 - (1 - 1/n)**T", Rule.SUBSTITUTION, _UNIQUE,
         mutants={"T - 1 draws": ("**T", "**(T - 1)"), "above": ">"}),
    line(">=", "T/(n + 1)", Rule.INEQUALITY, _UNIQUE, mutants={"T/n": "T/n"}, holds=False, note="False from T = 3 on."),
    line("1 - (1 - 1/n)**T", ">=", "T/(n + T - 1)", Rule.INDUCTION, _UNIQUE,
         mutants={"T/(n + T - 2)": "T/(n + T - 2)", "above": ">"}, given="T >= 1", part="What holds instead",
         note="Proved for all n and T as a claim of its own."),
    line("n/(n - 1)*(T + n - 1)", "=", "T + n + T/(n - 1)", Rule.ALGEBRA,
         by_identity("all counts", "natural n T", "n >= 2"),
         mutants={"without the last term": "T + n", "T/n": "T + n + T/n"},
         part="The induction step: (1 - 1/n)(n - 1)/(n + T - 1) is at most (n - 1)/(n + T)"),
    source="App. F, the DP half of Theorem 5",
)  # fmt: skip
