"""Sections: the fields that they derive for their claims, and their refusals."""

from __future__ import annotations

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.ledger import (
    Check,
    Coverage,
    Defect,
    Kind,
    Method,
    Outcome,
    Relation,
    Rule,
    Status,
    TrustLedger,
    run_claim,
)
from sdp_proofs.ledger.examination import run_derivation
from sdp_proofs.ledger.paper import Paper
from sdp_proofs.ledger.registry import Registry
from sdp_proofs.proving.chains import about, in_steps
from sdp_proofs.proving.checks import by_identity, by_solver
from sdp_proofs.proving.instances import on_instances
from sdp_proofs.proving.premises import shown
from sdp_proofs.proving.section import Section, instance, line, of_lines
from sdp_proofs.verdict import Verdict

PAPER = Paper(key="toy", title="A Toy", settled=True, survivors={"squares-grow": {"0/9": "true: for a test"}})
ALL_REALS = by_solver("all reals", "x >= 1")


def section() -> Section:
    return Section(PAPER, "Lemma 3, second part", {"x": "x", "y": "y^2", "z": "z"}, {"y": "any square"})


def test_a_claim_says_the_rest_itself() -> None:
    claim = section().claim("squares-grow", "x <= x^2", "From one on, $x \\le x^2$.", "x <= x**2", ALL_REALS)
    assert (claim.paper, claim.locator, claim.kind, claim.recorded) == (
        "toy", "Lemma 3, second part", Kind.LEMMA, Status.ESTABLISHED,
    )  # fmt: skip
    assert claim.trust == ("z3",)
    assert claim.formula.latex() == "x \\leq x^{2}"
    assert claim.family is not None and claim.family.true == {"0/9": "true: for a test"}


def test_a_claim_lists_its_survivors_itself_or_its_paper_does() -> None:
    own = {"< for <= in x <= x^2": "true: for a test"}
    claim = section().claim("squares-grow", "x <= x^2", "Words.", "x <= x**2", ALL_REALS, survivors=own)
    assert claim.family is not None and claim.family.true == {"0/9": "true: for a test", **own}


@pytest.mark.parametrize(
    ("locator", "kind"),
    [
        ("Theorem 3 (i)", Kind.THEOREM), ("App. E.1, step 1", Kind.PROOF_STEP), ("Sec. 5.1", Kind.STATEMENT),
        ("Eq. (7)", Kind.EQUATION), ("Abstract", Kind.STATEMENT), ("Remark 8", Kind.REMARK),
    ],
)  # fmt: skip
def test_the_kind_follows_from_the_locator(locator: str, kind: Kind) -> None:
    claim = section().claim("one", "t", "s", "x <= x**2", ALL_REALS, at=locator)
    assert claim.kind is kind
    own = Section(Paper(key="own"), locator).claim("two", "t", "s", "x <= x**2", ALL_REALS)
    assert own.kind is Kind.PROJECT


def test_engines_are_those_of_all_steps() -> None:
    part = section()
    squared = about(part.formula("x*x == x**2"), by_identity("a square", ""))
    claim = part.claim("one", "t", "s", "x <= x*x", in_steps("both", squared, by_solver("then", [
        "x >= 1", shown("a square"),
    ])))  # fmt: skip
    assert set(claim.trust) == {"z3", "sympy"}


def test_a_counterexample_needs_no_values_that_its_definitions_have() -> None:
    claim = section().claim(
        "one", "t", "s", "x**2 < y", by_solver("all reals", "y >= 0"),
        fails=instance("Zero.", "x = 0; square = x**2", given="x >= 0", at={"y": "square"}), wrong="Zero.",
        defect="wrong direction",
    )  # fmt: skip
    assert claim.counterexample is not None and dict(claim.counterexample.at) == {"x": "x", "y": "square"}
    assert claim.recorded is Status.REPAIRED and claim.family is None and not claim.near_misses
    assert claim.erratum is not None and claim.erratum.defect is Defect.DIRECTION
    assert claim.means == {"y": "any square"}


def test_mutants_are_other_formulas_or_other_parameters() -> None:
    claim = section().claim(
        "one", "t", "s", "x <= x**2", ALL_REALS, parameters={"bound": 1},
        mutants={"strictly": ("<=", "<"), "the other way": "x >= z", "two": {"bound": 2}},
    )  # fmt: skip
    changed = [miss.of(claim) for miss in claim.near_misses]
    assert [str(one.formula) for one in changed] == ["x < x**2", "x >= z", "x <= x**2"]
    assert changed[2].parameters["bound"] == 2
    assert run_claim(claim).near_misses[0].refuted


@pytest.mark.parametrize(
    ("details", "why"),
    [
        ({"mutants": {"none": ("> 2", "> 3")}}, "must replace what is there"),
        ({"generated": "sometimes"}, "quick, deep or none"),
        ({"fails": instance("Zero.", "x = 0")}, "must say what is wrong"),
    ],
)
def test_what_contradicts_itself_is_refused(details: dict[str, object], why: str) -> None:
    with pytest.raises(DomainError, match=why):
        section().claim("one", "t", "s", "x <= x**2", ALL_REALS, **details)  # type: ignore[arg-type]


def test_a_definition_of_a_counterexample_must_be_one() -> None:
    with pytest.raises(DomainError, match="name = expression"):
        instance("Zero.", "x = 0; y")


def test_claims_of_two_papers_keep_the_order_of_the_text() -> None:
    printed = section()
    own = printed.beside(Paper(key="own"), "Squares")
    printed.claim("first", "t", "s", "x <= x**2", ALL_REALS, mutants={"strictly": ("<=", "<")})
    own.claim("second", "t", "s", "x <= x**2", ALL_REALS, mutants={"strictly": ("<=", "<")})
    printed.claim("third", "t", "s", "x <= x**2", ALL_REALS, mutants={"strictly": ("<=", "<")})
    assert [(claim.id, claim.paper) for claim in printed.claims] == [
        ("first", "toy"), ("second", "own"), ("third", "toy"),
    ]  # fmt: skip
    faults = Registry(printed.claims, TrustLedger()).faults
    assert all("trusts z3, which is not in the trust ledger" in faults[claim.id] for claim in printed.claims)


def test_a_derivation_goes_on_where_a_line_ends() -> None:
    chain = section().derivation(
        "growing", "It grows",
        line("x", "<=", "x**2", Rule.INEQUALITY, by_solver("from one on", "x >= 1"), mutants={"strictly": "<"}),
        line("<=", "x**2 + z**2", Rule.ALGEBRA, by_solver("all reals", []), mutants={"less": ("+", "-")}),
        line("z", "<=", "z**2", Rule.INEQUALITY, by_solver("all reals", []), part="Everywhere", holds=False),
    )  # fmt: skip
    assert [(str(a), b, str(c)) for a, b, c in chain.conclusions()] == [
        ("x", Relation.AT_MOST, "x**2 + z**2"), ("z", Relation.AT_MOST, "z**2"),
    ]  # fmt: skip
    result = run_derivation(chain)
    assert [step.evidence.verdict for step in result.steps] == [Verdict.HOLDS, Verdict.HOLDS, Verdict.FAILS]
    assert all(miss.refuted for step in result.steps for miss in step.near_misses) and not result.problems


def test_a_line_has_a_beginning_and_a_check() -> None:
    with pytest.raises(DomainError, match="where it begins"):
        section().derivation("growing", "t", line("<=", "x", Rule.ALGEBRA, by_solver("all reals", [])))
    with pytest.raises(DomainError, match="relation, after, rule, check"):
        line("x", Rule.ALGEBRA, by_solver("all reals", []))
    with pytest.raises(DomainError, match="a relation must be one of"):
        line("x", "x", Rule.ALGEBRA, by_solver("all reals", []))
    with pytest.raises(DomainError, match="must replace what is there"):
        section().derivation("growing", "t", line("x", "<=", "x", Rule.ALGEBRA, ALL_REALS, mutants={"no": ("z", "y")}))


def test_one_domain_for_many_symbols() -> None:
    check = by_identity("counts", "natural n k; positive q", "k <= n")
    assert [str(one) for one in check.conditions or ()] == ["n >= 0", "k >= 0", "q > 0", "k <= n"]
    claim = section().claim("one", "t", "s", "Eq(binomial(n, k), binomial(n, n - k))", check)
    assert check.run(claim).verdict is Verdict.HOLDS


def test_instances_keep_their_method() -> None:
    check = on_instances(Method.EXACT, Coverage.GRID, "two", "x among 1, 2", lambda claim: [("1", {"x": 1})])
    assert check.engines == frozenset()


def test_what_an_author_says_of_all_lines_stays_the_authors_word() -> None:
    word = Check(Method.EXACT, Coverage.ALL, lambda _: Outcome(Verdict.HOLDS, "all numbers"), "a word")
    assert word.own and of_lines(word).own
    assert not ALL_REALS.own and not of_lines(ALL_REALS).own
