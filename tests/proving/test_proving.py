from __future__ import annotations

from collections.abc import Sequence

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Check, Claim, Kind, NearMiss, Status
from sdp_proofs.proving.chains import about, after_substitution, and_so
from sdp_proofs.proving.checks import by_solver, on_box
from sdp_proofs.proving.entailment import abstracted
from sdp_proofs.proving.induction import by_induction
from sdp_proofs.proving.premises import shown
from sdp_proofs.proving.terms import with_terms
from sdp_proofs.verdict import Verdict

HOLDS, FAILS, UNKNOWN = Verdict.HOLDS, Verdict.FAILS, Verdict.UNKNOWN


def verdict(check: Check, text: str, symbols: Sequence[str]) -> Verdict:
    formula = Formula(text, symbols)
    claim = Claim(
        id="toy", paper="toy", locator="here", title="toy", kind=Kind.PROJECT, statement="toy", formula=formula,
        recorded=Status.OPEN, checks=(check,), near_misses=(NearMiss("none", Formula("1 < 0")),),
    )  # fmt: skip
    return check.run(claim).verdict


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("power >= 1 + n*x", HOLDS),
        ("power >= 1 + (n + 1)*x", UNKNOWN),  # false at n = 1
        ("power >= 1 + n**2*x", UNKNOWN),  # the first case holds, the step does not
    ],
)
def test_bernoulli_by_induction(text: str, expected: Verdict) -> None:
    check = by_induction(
        "Bernoulli",
        {"power": "1 + x", "n": "1"},
        {"power": "power*(1 + x)", "n": "n + 1"},
        [Formula("And(x > 0, n >= 1)", ["x", "n"])],
    )
    assert verdict(check, text, ["power", "n", "x"]) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("k*log((k + 1)/k) <= 1", HOLDS),
        ("k*log((k + 1)/k) <= 9/10", UNKNOWN),
        ("(k + 1)*log((k + 1)/k) >= 1", HOLDS),
        ("log(k - 2) <= k", UNKNOWN),  # not defined everywhere
    ],
)
def test_tangents_prove_and_never_refute(text: str, expected: Verdict) -> None:
    assert verdict(by_solver("tangents", ["k > 0"]), text, ["k"]) is expected


def test_tangents_under_impossible_hypotheses_prove_nothing() -> None:
    check = by_solver("tangents", ["And(k > 0, k < 0)"])
    assert verdict(check, "log(k) >= 5", ["k"]) is UNKNOWN


def test_equal_logarithms_share_a_symbol() -> None:
    found = abstracted([Formula("log(x) + log(1 + x) + log(x) >= 0", ["x"])])
    assert list(found.terms.values()) == ["log(x)", "log((1 + x))"]


def test_terms_replace_all_symbols_at_once() -> None:
    assert str(with_terms(Formula("a < b", ["a", "b"]), {"a": "b", "b": "a"})) == "b < a"


@pytest.mark.parametrize(("bound", "expected"), [("x**2", HOLDS), ("2*x", UNKNOWN)])
def test_a_substitution_is_never_a_refutation(bound: str, expected: Verdict) -> None:
    check = after_substitution(on_box("unit interval", {"x": "[0, 1]"}), {"p": bound})
    assert verdict(check, "p <= x", ["p", "x"]) is expected


@pytest.mark.parametrize(
    ("text", "follows", "expected"),
    [
        ("y >= x", "y + 1 >= x", HOLDS),
        ("y >= x", "y >= x + 1", UNKNOWN),  # true claim, false consequence
        ("y >= x - 1", "y >= x", UNKNOWN),  # true claim, too weak for what its words say
        ("y >= x + 1", "y + 1 >= x", FAILS),  # a false formula is refuted as before
    ],
)
def test_what_follows_from_a_claim_is_proved_with_it(text: str, follows: str, expected: Verdict) -> None:
    part = about(Formula(f"Implies(0 <= x, {follows})", ["x", "y"]), by_solver("more", ["y >= 2*x", shown("kernel")]))
    weak = about(Formula(f"Implies(0 <= x, {follows})", ["x", "y"]), by_solver("more", [shown("kernel")]))
    check = and_so(by_solver("kernel", "And(0 <= x, y >= 2*x)"), weak if text == "y >= x - 1" else part)
    assert verdict(check, text, ["x", "y"]) is expected


def test_what_follows_is_about_another_formula() -> None:
    with pytest.raises(DomainError, match="must be about the claim, what follows about others; got 'kernel'"):
        and_so(by_solver("kernel", []), by_solver("itself", []))
