"""Proofs in steps at random: lemmas under conditions of all kinds, cited with terms, and what follows from a claim.

Whatever is proved is tried at points, under the conditions that the proof prints and no others. The generator likes
what went wrong once: conditions of a lemma that speak of symbols of the claim, symbols that are defined beside, terms
in place of some symbols of what is cited and not of others.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Claim
from sdp_proofs.ledger.examination import examine
from sdp_proofs.ledger.premise import Origin
from sdp_proofs.proving.chains import about, and_so, in_steps
from sdp_proofs.proving.checks import by_solver
from sdp_proofs.proving.premises import cite, defined, shown
from sdp_proofs.proving.terms import formula_of, with_terms
from sdp_proofs.verdict import Verdict
from tests.full import trials
from tests.proving.test_premises import toy

SEEDS = trials(150, full=5000)
SAID = (
    "x <= 1", "y <= 1", "z <= 1", "y <= x", "x <= y", "x <= z", "z <= y", "x >= 0", "y >= 0", "x*y <= 1", "x + y <= 2",
    "Max(x, y) <= 1", "x == y", "y == z", "x**2 <= 1", "Or(x <= 1, y <= 0)", "Implies(x >= 0, y >= 0)",
)  # fmt: skip
LIKELY: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("y <= 1", ("y <= x", "x <= 1")), ("y <= 1", ("y <= x", "x <= z", "z <= 1")),
    ("x <= 1", (defined("w", "x"), "w <= 1")), ("y <= 1", (defined("w", "x"), "y <= x", "w <= 1")),
    ("x*y <= 1", ("x <= 1", "y <= 1", "x >= 0")), ("y <= w", (defined("w", "z"), "y <= z")),
    ("x + y <= 2", ("x <= 1", "y <= 1")), ("y <= 1", ("x <= 1", "y == x")),
    ("Max(x, y) <= 1", ("x <= z", "y <= z", "z <= 1")), ("x**2 <= 1", ("x <= 1", "x >= 0")),
)  # fmt: skip
"""Candidates: a lemma, and what it follows from."""
TERMS = ("x", "y", "z", "x + y", "1", "0", "2*x", "z - y")
VALUES = [Fraction(text) for text in ("-1", "0", "1/2", "1", "2")]


def assert_chain_is_sound(seed: int) -> Verdict:
    """The verdict on a random proof in steps, after what it proves has been looked at where its conditions hold."""
    draw = random.Random(seed)
    likely, needed = draw.choice(LIKELY)
    lemma, given = formula_of(likely), [one for one in needed if draw.random() < 0.95]
    terms = {name: draw.choice(TERMS) for name in lemma.free if draw.random() < 0.5}
    written = str(with_terms(lemma, terms, ["x", "y", "z"]))
    text = draw.choice((written, written, draw.choice(SAID)))
    rest: list[Any] = [one for one in needed if draw.random() < 0.6]
    rest = [one for one in rest if isinstance(one, str) or draw.random() < 0.5] + draw.sample(SAID, draw.randint(0, 1))
    last = [shown("lemma", terms), *rest]
    try:
        if draw.random() < 0.4:
            # Its further words hold under the conditions of its own part, which its scope prints.
            check = and_so(by_solver("lemma", given), about(formula_of(text), by_solver("further", last)))
            proved = _proved(toy("random", likely, lemma.free, check)) is not None
            conditions = [one if isinstance(one, str) else one.text for one in rest] if proved else None
        elif draw.random() < 0.5:
            check = in_steps("chain", about(lemma, by_solver("lemma", given)), by_solver("last", last))
            conditions = _proved(toy("random", text, formula_of(text).free, check))
        else:
            conditions = _cited(lemma, given, text, [cite("cited", terms), *rest])
    except DomainError:
        return Verdict.UNKNOWN
    if conditions is None:
        return Verdict.UNKNOWN
    fault = next(failing(text, conditions), None)
    assert fault is None, f"{lemma} given {given}, then {text} from {terms}, {rest}: false at {fault}"
    return Verdict.HOLDS


def _proved(claim: Claim) -> list[str] | None:
    """Conditions that the proof of a claim prints; None if it is no proof."""
    found, _ = examine(claim.checks[0], claim)
    printed = [one.text for one in found.premises if one.origin in (Origin.HYPOTHESIS, Origin.DEFINITION)]
    return printed if found.proves else None


def _cited(lemma: Formula, given: Sequence[Any], text: str, rest: Sequence[Any]) -> list[str] | None:
    """The same of a claim that cites another one."""
    cited = toy("cited", str(lemma), lemma.free, by_solver("lemma", given))
    known = {"cited": cited.checks[0].citable(lemma, frozenset(), {})}
    claim = toy("random", text, formula_of(text).free, by_solver("last", rest), citable=known)
    return None if _proved(cited) is None else _proved(claim)


def failing(said: str, conditions: Sequence[str]) -> Iterator[Mapping[str, Fraction]]:
    """The points at which the conditions are true and the statement is false."""
    statement, known = formula_of(said), [formula_of(one) for one in conditions]
    names = sorted({name for one in (statement, *known) for name in one.free})
    for values in product(*(VALUES for _ in names)):
        at = dict(zip(names, values, strict=True))
        if all(one.decide(at) is Verdict.HOLDS for one in known) and statement.decide(at) is Verdict.FAILS:
            yield at


def test_what_is_proved_in_steps_is_true() -> None:
    verdicts = [assert_chain_is_sound(seed) for seed in range(SEEDS)]
    assert 1 <= verdicts.count(Verdict.HOLDS) < len(verdicts) / 2
