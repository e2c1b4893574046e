"""z3's proofs and sympy's under attack: random statements with divisions, and random identities, judged apart."""

from __future__ import annotations

from random import Random

import pytest

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.provers.conditions import conditions_of
from sdp_proofs.provers.smt import prove_for_all_reals
from sdp_proofs.provers.symbolic import decide_identity
from sdp_proofs.verdict import Verdict
from tests.full import trials
from tests.provers import random_identities, random_statements, second_evaluation

STEPS = 100_000


def assert_proof_is_sound(seed: int) -> str:
    """Ask z3 about the statement of a seed; no point of the grid may contradict the answer, which is returned."""
    statement = random_statements.make(seed)
    premises = [Formula(premise, random_statements.NAMES) for premise in statement.premises]
    result = prove_for_all_reals(premises, Formula(statement.conclusion, random_statements.NAMES), steps=STEPS)
    if result.verdict is Verdict.HOLDS or result.vacuous:
        found = random_statements.contradiction(statement, vacuous=result.vacuous, nonzero=result.nonzero)
        assert found is None, (seed, statement, result, found)
    if result.verdict is Verdict.FAILS:
        assert result.witness is not None and random_statements.confirms(statement, result.witness), (seed, statement)
    return "vacuous" if result.vacuous else result.verdict.value + (" with divisors" if result.nonzero else "")


def assert_identity_is_sound(seed: int) -> Verdict:
    """Decide the identity of a seed; no point may contradict the answer, or the conditions that are named."""
    identity = random_identities.make(seed)
    result = decide_identity(identity.left, identity.right, identity.domains)
    if result.verdict is Verdict.FAILS:
        assert result.witness is not None and random_identities.differs(identity, result.witness), (seed, identity)
    if result.verdict is Verdict.HOLDS:
        named = conditions_of(identity.left, identity.right, identity.domains)
        conditions = [condition for condition in named if not condition.endswith(("an integer", "a natural number"))]
        for point in identity.points(Random(seed), 60):
            assert not random_identities.differs(identity, point), (seed, identity, point)
            if all(second_evaluation.truth(condition, point) for condition in conditions):
                assert random_identities.has_values(identity, point), (seed, identity, named, point)
    return result.verdict


@pytest.mark.slow(every=4)
@pytest.mark.parametrize("block", range(4))
def test_no_point_is_dropped_in_silence(block: int) -> None:
    answers = {assert_proof_is_sound(seed) for seed in range(block, trials(100, full=5000), 4)}
    assert {"HOLDS", "FAILS"} <= answers


def test_all_kinds_of_answers_occur() -> None:
    answers = {assert_proof_is_sound(seed) for seed in range(100, 130)}
    assert {"HOLDS", "HOLDS with divisors", "FAILS", "vacuous"} <= answers


@pytest.mark.slow(every=3)
@pytest.mark.parametrize("block", range(3))
def test_identities_hold_where_they_are_said_to(block: int) -> None:
    verdicts = {assert_identity_is_sound(seed) for seed in range(block, trials(36, full=1000), 3)}
    assert {Verdict.HOLDS, Verdict.FAILS} <= verdicts


@pytest.mark.parametrize(
    ("left", "right", "domains", "conditions"),
    [
        ("abs(x)", "x", {"x": "positive"}, ("x > 0",)),
        ("x/x", "1", {"x": "positive"}, ("x > 0",)),
        ("x/x", "1", {"x": "real"}, ("x != 0",)),
        ("log(x*y)", "log(x) + log(y)", {"x": "real", "y": "real"}, ("x * y > 0", "x > 0", "y > 0")),
        ("sqrt(x)**2", "x", {"x": "real"}, ("x >= 0",)),
        ("x**(1/2)*x**(-1/2)", "1", {"x": "real"}, ("x >= 0", "x > 0")),
        ("1/(exp(x)*(1 + x**2))", "exp(-x)/(1 + x**2)", {"x": "real"}, ()),
        ("factorial(n)/factorial(n - 1)", "n", {"n": "natural"}, ("n is a natural number", "n - 1 >= 0")),
        ("factorial(x)", "factorial(x)", {"x": "real"}, ("x is a natural number",)),
        ("2**n*2**-n", "1", {"n": "integer"}, ("n is an integer",)),
        ("x**n*x", "x**(n + 1)", {"x": "real", "n": "integer"}, ("n is an integer", "x != 0")),
        ("Sum(1/(j*(j + 1)), (j, 1, n))", "n/(n + 1)", {"n": "natural"}, ("n is a natural number",)),
        (
            "Sum(1/(j - 2), (j, 0, n))", "1", {"n": "natural"},
            ("n is a natural number", "j - 2 != 0, for j from 0 to n"),
        ),
        ("w/(1 - w)**2/(x*y**3)", "w/(x*y**3*(1 - w)**2)", {"w": "real", "x": "real", "y": "real"}, (
            "x != 0", "y != 0", "1 - w != 0",
        )),
        ("Sum(j, (j, 0, x))", "x*(x + 1)/2", {"x": "real"}, ("x is an integer",)),
    ],
)  # fmt: skip
def test_an_identity_names_what_it_assumes(
    left: str, right: str, domains: dict[str, str], conditions: tuple[str, ...]
) -> None:
    assert conditions_of(left, right, domains) == conditions


def test_side_conditions_are_named_and_used() -> None:
    inside = Formula("x > 1", ["x"])
    assert conditions_of("log(x)/(x - 1)", "log(x)/(x - 1)", ["x"], [inside]) == ("x > 1",)
