"""Inductions at random: recurrences with inputs, counters and hypotheses, and statements of which most are false.

What is proved is tried on sequences that are written out, with an input of its own at every step. The generator knows
nothing of how the rule works; it likes what went wrong once: hypotheses that link an input to a state, statements that
speak of an input, counters that begin late.
"""

from __future__ import annotations

import random
from fractions import Fraction

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import names_in
from sdp_proofs.ledger import Claim, Kind, Status
from sdp_proofs.proving.induction import by_induction
from sdp_proofs.proving.terms import formula_of
from sdp_proofs.verdict import Verdict
from tests.full import trials

SEEDS = trials(120, full=2500)
FIRST = ("0", "1", "p", "1 - p", "p + 1")
NEXT = ("s + x", "s*x", "s + p", "(1 - x)*s + x", "Max(s, x)", "s - x", "s*(1 - x)", "s + k", "p*s", "x", "s")
GIVEN = ("x >= 0", "x <= 1", "p >= 0", "p <= 1", "x <= s", "s <= x", "s >= 0", "x == p*s", "k <= 3", "s <= 2", "x <= p")
SAID = (
    "s >= 0", "s <= 1", "s <= k", "s <= k*p", "s == k*x", "s <= p", "s >= p", "s <= p + k", "s <= x", "s*(1 - s) >= 0",
    "s <= p*(k + 1)", "k >= 1", "s + k >= 1", "k*(k - 1) >= 0", "s <= k**2", "s == 0", "s <= Max(p, 1)", "s >= 1 - k*x",
)  # fmt: skip
LIKELY = (
    ("0", "s + x", ("s == k*x", "s <= k*x", "s <= k*p", "s >= 0", "s <= k")),
    ("1", "s*x", ("s <= 1", "s >= 0", "s == x")),
    ("1 - p", "s*(1 - x)", ("s >= 1 - p - k*x", "s >= 0", "s <= 1", "s <= 1 - p")),
    ("1", "s - x", ("s >= 0", "s <= 1")), ("p", "Max(s, x)", ("s >= p", "s <= Max(p, 1)", "s >= x")),
    ("0", "(1 - x)*s + x", ("s <= 1", "s >= 0", "s <= x")),
    ("0", "x", ("s <= p", "s == x", "s >= 0")), ("1", "s", ("k >= 1", "k*(k - 1) >= 0", "s + k >= 1", "s == 1")),
)  # fmt: skip
"""Candidates: the first, the next, and what may be said of it."""
VALUES = [Fraction(text) for text in ("-1", "-1/2", "0", "1/3", "1/2", "1", "2")]


def assert_induction_is_sound(seed: int) -> Verdict:
    """The verdict on a random induction, after what it proves has been looked at along random sequences."""
    draw = random.Random(seed)
    start, change, said_of_it = draw.choice((*LIKELY, *LIKELY, (draw.choice(FIRST), draw.choice(NEXT), SAID)))
    first, following = {"s": start, "k": draw.choice(("0", "0", "1", "2"))}, {"s": change, "k": "k + 1"}
    given = draw.sample(GIVEN, draw.randint(0, 4))
    keeps = draw.sample(SAID, draw.choice((0, 0, 1)))
    said = Formula(text := draw.choice(said_of_it), names_in(text))
    try:
        check = by_induction("random", first, following, given, inputs=["x"], keeps=keeps)
    except DomainError:
        return Verdict.UNKNOWN
    claim = Claim(id="random", paper="toy", locator="random", title="random", kind=Kind.THEOREM, statement=text,
                  recorded=Status.OPEN, formula=said, checks=(check,))  # fmt: skip
    verdict = check.run(claim).verdict
    if verdict is Verdict.HOLDS:
        for _ in range(80):
            fault = failing_state(draw, first, following, given, said)
            assert fault is None, f"{first}, {following}, given {given}, keeping {keeps}: {said} fails at {fault}"
    return verdict


def failing_state(
    draw: random.Random, first: dict[str, str], following: dict[str, str], given: list[str], said: Formula
) -> dict[str, Fraction] | None:
    """A state of a random sequence at which a statement is false; None if this sequence has none."""
    at = {"p": draw.choice(VALUES), "x": draw.choice(VALUES)}
    fixed = [one for one in given if not {"s", "k"} & set(names_in(one))]
    of_states = [one for one in given if one not in fixed and "x" not in names_in(one)]
    if not met(fixed, at):
        return None
    at |= {name: value(term, at) for name, term in first.items()}
    for _ in range(6):
        if not met(of_states, at):
            return None
        at["x"] = draw.choice(VALUES)
        if not met(given, at):
            return None
        shown = {**at, "x": draw.choice(VALUES)}
        if met(given, shown) and not holds(str(said), shown):
            return shown
        at |= {name: value(term, at) for name, term in following.items()}
    return None


def value(term: str, at: dict[str, Fraction]) -> Fraction:
    return Fraction(eval(term, {"Max": max}, dict(at)))


def holds(text: str, at: dict[str, Fraction]) -> bool:
    formula = formula_of(text)
    return formula.decide({name: at[name] for name in formula.free}) is Verdict.HOLDS


def met(statements: list[str], at: dict[str, Fraction]) -> bool:
    return all(holds(one, at) for one in statements)


def test_what_is_proved_holds_along_sequences() -> None:
    verdicts = [assert_induction_is_sound(seed) for seed in range(SEEDS)]
    assert 1 <= verdicts.count(Verdict.HOLDS) < len(verdicts) / 2
