"""Hostile ledgers: false statements that a careless author could have had established, repaired or put into the errata.

Each was once, by what anybody may write without patching the package. None is now: the ledger is refused, or the claim
is not established, or it is printed as a belief, or what it rests on is printed as a hypothesis of the statement.
Beside them stand true statements that are proved in the same ways.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from sdp_proofs.api.claims import listed
from sdp_proofs.errors import DomainError
from sdp_proofs.ledger import Check, Claim, ClaimResult, Registry, TrustEntry, TrustLedger, run_registry, snapshot
from sdp_proofs.ledger.catalogue import Catalogue
from sdp_proofs.ledger.paper import Paper
from sdp_proofs.ledger.premise import Origin
from sdp_proofs.ledger.snapshot import catalogue_of, dumps, loads, trust_of
from sdp_proofs.ledger.trust import believed
from sdp_proofs.proving import vocabulary
from sdp_proofs.proving.entailment import ENTRY
from sdp_proofs.proving.vocabulary import (
    ALL,
    EXACT,
    GRID,
    Instance,
    Mechanism,
    Outcome,
    Section,
    Verdict,
    about,
    after_substitution,
    and_so,
    averaged,
    by_identity,
    by_induction,
    by_solver,
    by_sums,
    cite,
    defined,
    in_steps,
    instance,
    lifted,
    on_box,
    on_instances,
    shown,
    summed,
    trusted,
)
from sdp_proofs.render.claims import Pages
from sdp_proofs.render.ledger import print_list
from sdp_proofs.render.phrases import beliefs_counted, counted, status_words
from sdp_proofs.render.terminal import lines
from sdp_proofs.render.trust import trust_markdown
from tests.full import trials

PAPER = Paper(key="hostile", title="On Nothing", settled=True)
DELTA = "privacy.histogram.database.delta"
MEANS = {"delta": DELTA}
SYMBOLS = {
    "delta": "\\delta(x)", "T": "T", "n": "n", "E": "e^{\\epsilon}", "p": "p", "q": "q", "x": "x",
    "moment": "\\mathbb{E}[e^{zX}]", "z": "z", "d": "d", "many": "\\delta_n", "k": "k", "s": "s_n",
}  # fmt: skip
Attack = Callable[[Section], object]
SEEDS = trials(60, full=4000)


def registry(attack: Attack) -> Registry:
    """The ledger that an author writes, believing whatever it names."""
    section = Section(PAPER, "Theorem 1", SYMBOLS, MEANS)
    attack(section)
    named = {name for claim in section.claims for name in claim.trust}
    named |= {name for claim in section.claims for check in claim.checks for name in check.trusts}
    found = Registry(section.claims, trusting(named))
    if any(f"trusts {ENTRY}" in fault for fault in faults(found)):  # facts on functions for z3 are not named
        return Registry(section.claims, trusting({*named, ENTRY}))
    return found


def faults(ledger: Registry) -> list[str]:
    return [fault for told in ledger.faults.values() for fault in told]


def trusting(names: set[str]) -> TrustLedger:
    return TrustLedger([TrustEntry(name, "lifting", name, "elementary") for name in sorted(names)])


def results(attack: Attack) -> list[ClaimResult]:
    ledger = registry(attack)
    found = {result.id: result for result in run_registry(ledger)}
    return [found[name] for name in ledger]


def last(attack: Attack) -> ClaimResult:
    """Status of the last claim of a ledger."""
    return results(attack)[-1]


def false(section: Section, holds: str, *checks: Check, **more: Any) -> Claim:
    """A claim whose near miss is the opposite of it."""
    more = {"mutants": {"the opposite": f"Not({holds})"}, "generated": "none"} | more
    return section.claim("false", "a false statement", "A false statement.", holds, *checks, **more)


def typed(*values: Mapping[str, Any]) -> Callable[[Claim], Iterator[Instance]]:
    """A generator whose author types the values."""
    return lambda _: ((f"number {place}", one) for place, one in enumerate(values))


def three(name: str, *values: object) -> Check:
    return on_instances(EXACT, ALL, "values", "everything", typed(*({name: value} for value in values)))


# The attacks, by number.


def adding_up(section: Section) -> None:
    false(section, "delta <= 0", by_solver("so", [trusted("adding-up", "delta <= 0")]))


def unrelated_kernel(section: Section) -> None:
    section.claim("more", "more", "More.", "p < p + 1", by_solver("so", []), mutants={"less": ("<", ">")})
    text = "delta <= T/(2*n)"
    false(section, text, by_solver("so", ["n > 0", lifted("sum-over-outputs", text, cite("more"), every="T n")]))


def another_constant(section: Section) -> None:
    text = "moment <= (1 - p + p*exp(z))**(T/2)"
    false(section, text, by_solver("so", ["And(0 < p, p < 1)", trusted("hoeffding", text, every="p z T")]))


def two_mechanisms(section: Section, *, told: Sequence[str] = ()) -> None:
    for name, text, words, *given in (
        ("sampled", "delta <= T/n", "T of n records are drawn without replacement", "n > 0"),
        ("published", "delta >= 1", "the data are published"),
    ):
        section.claim(
            name, name, "One of two.", text, by_solver("so", [*given, trusted("maximum", text, every="T n")]),
            silent=words, mutants={"the opposite": f"Not({text})"}, generated="none",
        )  # fmt: skip
    both = by_solver("so", ["And(1 <= T, T <= n)", cite("sampled"), cite("published")])
    false(section, "T >= n", both, silent=tuple(told))


def three_naturals(section: Section, **more: str) -> None:
    false(section, "n <= 3", three("n", 1, 2, 3), integers="n", over="everything", **more)


def own_check(section: Section) -> None:
    def one_point(claim: Claim) -> Outcome:
        verdict = claim.formula.decide({"n": 1})
        return Outcome(verdict, "every natural number", witness="n = 1" if verdict is Verdict.FAILS else None)

    false(section, "n <= 1", Check(EXACT, ALL, one_point, "one point"))


def typed_values(section: Section, *, means: str = DELTA) -> None:
    false(section, "delta <= 0", three("delta", 0, 0, 0), over="everything", means={"delta": means})


def a_rate_for_ten(section: Section) -> None:
    values = ({"delta": Fraction(draws, 10), "T": draws, "n": 10} for draws in range(1, 11))
    check = on_instances(EXACT, ALL, "ten records", "everything", typed(*values))
    false(section, "delta == T/n", check, over="everything", ranges="T n")


def odds_defined(section: Section) -> None:
    false(section, "Max(0, p - E*(1 - p)) <= 0", by_solver("so", ["And(0 < p, p < 1)", defined("E", "p/(1 - p)")]))


def assumed_statement(section: Section, given: str = "delta <= 1/n**2") -> None:
    false(section, "delta <= 1/n**2", by_solver("so", ["n > 0", given]))


def assumed_part(section: Section) -> None:
    false(section, "And(delta <= 1/n**2, n < n + 1)", by_solver("so", ["n > 0", "delta <= 1/n**2"]))


def typeset_as(latex: str) -> Attack:
    def attack(section: Section) -> None:
        false(section, "p <= d*q", by_solver("so", ["p <= d*q"]), symbols={"d": latex})

    return attack


def fermat(section: Section) -> None:
    false(section, "n < n + 1", by_solver("so", []), mutants={"more": ("<", ">")})


def no_number_between(section: Section) -> None:
    false(section, "Or(x <= 0, x >= 1)", by_solver("so", ["x*(1 - x) <= 0"]))


def few_draws(section: Section) -> None:
    false(section, "T < 3", by_solver("so", ["T <= 2"]), integers="T")


def nine_draws(section: Section) -> None:
    false(section, "T <= 9", on_box("all draws", {"T": "[0, 9]"}), mutants={"below 8": ("9", "8")})


def half_a_law(section: Section) -> None:
    section.claim(
        "gain", "gain", "One output.", "Implies(p >= 0, d <= p)", by_solver("so", "And(p >= 0, d <= p)"),
        mutants={"half": ("<= p)", "<= p/2)")}, generated="none",
    )  # fmt: skip
    false(
        section, "And(delta <= 1/2, x <= 1)",
        by_solver("so", [
            "x <= 1/2", summed("delta <= x", {"delta": "d", "x": "p"}, each="d p", where=["d <= p", "p >= 0"]),
        ]),
    )  # fmt: skip


def riemann(section: Section, *, recorded: str = "repaired") -> None:
    section.claim(
        "zeros", "all zeros", "All zeros are on the line.", "p == q", by_solver("so", []), generated="none",
        symbols={"p": "\\Re", "q": "c"}, fails=instance("A zero.", "p = 1/4; q = 1/2"), wrong="It is false.",
        cost="Nothing.", recorded=recorded,
    )  # fmt: skip
    section.claim(
        "more", "more", "More.", "n < n + 1", by_solver("so", []), mutants={"less": ("<", ">")}, repairs="zeros",
    )  # fmt: skip


def refuted_by_typing(section: Section, let: str = "delta = 1/2; T = 1; n = 10") -> None:
    check = on_instances(EXACT, GRID, "one", "one", typed({"delta": Fraction(1, 2), "T": 1, "n": 10}))
    false(section, "delta <= T/n", check, fails=instance("A loss of one half.", let), wrong="It is false.",
          recorded="refuted", mutants={})


def releases(section: Section, following: str = "many + x", given: str = "x <= d/2") -> None:
    check = by_induction(
        "release by release", {"n": "0", "many": "0"}, {"n": "n + 1", "many": following}, [given, "d >= 0"],
        inputs=["x"],
    )  # fmt: skip
    false(section, "many <= n*d/2", check)


def half_weights(section: Section) -> None:
    check = by_solver("so", [
        summed("s <= k*c", {"s": "p*x", "k": "p"}, each="p x", where=["p >= 0", "x <= c"]),
    ])  # fmt: skip
    false(section, "s <= k*c", check, symbols={"k": "\\frac{1}{2}", "c": "c"})


BELIEFS: Mapping[str, Attack] = {
    "delta vanishes, by adding up": adding_up,
    "a kernel that has nothing to do with it": unrelated_kernel,
    "the constant of a theorem is another one": another_constant,
    "every natural number is at most one, as a check of one point says": own_check,
    "n releases of delta d have n d/2": releases,
    "n releases lose nothing": lambda section: releases(section, "many - x + x", "x <= d"),
}
NOT_ESTABLISHED: Mapping[str, Attack] = {
    "no database is smaller than its sample": two_mechanisms,
    "every natural number is at most three": three_naturals,
    "delta vanishes for three elections": typed_values,
    "delta is T/n for ten records": a_rate_for_ten,
    "the hypothesis is the statement": assumed_statement,
    "the hypothesis is the statement, turned": lambda section: assumed_statement(section, "1/n**2 >= delta"),
    "a hypothesis is what matters of the statement": assumed_part,
    "a law with half of the mass": half_a_law,
}
REFUSED: Mapping[str, Attack] = {
    "a program that is not there": lambda section: typed_values(section, means="privacy.histogram.no_such.program"),
    "epsilon is zero": typeset_as("1"),
    "everything is zero": typeset_as("0"),
    "weights add up to one half": half_weights,
    "a triviality repairs Riemann": riemann,
    "a true theorem is refuted by typing": refuted_by_typing,
    "by typing, through a name": lambda section: refuted_by_typing(section, "half = 1/2; delta = half; T = 1; n = 10"),
}


def small_elements(section: Section) -> Claim:
    """Every mean is small, if each of its elements is: said of the elements alone."""
    small = averaged("delta <= 1/n**2", {"delta": "x"}, each="x", where="x <= 1/n**2")
    return false(section, "delta <= 1/n**2", by_solver("so", ["n >= 1", small]))


def zero_by_a_detour(section: Section) -> Claim:
    return false(section, "delta <= 0", by_solver("so", [defined("delta", "x"), defined("x", "0")]))


CONDITIONAL: Mapping[str, tuple[Attack, str]] = {
    "answers lose nothing": (odds_defined, "E == (p/(1 - p))"),
    "no real number is between 0 and 1": (no_number_between, "x*(1 - x) <= 0"),
    "fewer than three draws": (few_draws, "T <= 2"),
    "no more than nine draws": (nine_draws, "T in [0, 9]"),
    "all numbers, of three": (lambda section: three_naturals(section, ranges="n"), "n is one of 1, 2, 3"),
    "a mean of small numbers": (small_elements, "delta is the mean of x, where x <= 1/n**2"),
    "zero by a detour": (zero_by_a_detour, "delta == (x)"),
}
"""Claims established under a hypothesis that the words leave out: it is printed with the statement."""


@pytest.mark.parametrize("name", BELIEFS)
def test_what_is_typed_or_said_is_a_belief(name: str) -> None:
    found = last(BELIEFS[name])
    assert (str(found.status), str(found.strength)) == ("established", "believed")


@pytest.mark.parametrize("name", NOT_ESTABLISHED)
def test_a_false_statement_is_not_established(name: str) -> None:
    assert str(last(NOT_ESTABLISHED[name]).status) in ("open", "supported")


@pytest.mark.parametrize("name", REFUSED)
def test_a_ledger_that_says_what_nobody_can_check_is_refused(name: str) -> None:
    try:
        ledger = registry(REFUSED[name])
    except DomainError:
        return
    assert ledger.faults
    for result in run_registry(ledger):
        assert result.id not in ledger.faults or (str(result.status), result.evidence) == ("open", ())


@pytest.mark.parametrize("name", CONDITIONAL)
def test_what_a_statement_needs_is_printed_with_it(name: str) -> None:
    attack, hypothesis = CONDITIONAL[name]
    ledger = registry(attack)
    [claim] = snapshot(ledger, run_registry(ledger))["claims"]
    assert claim["status"] == "established"
    assert hypothesis in {one["text"] for one in claim["evidence"][0]["premises"] if one["origin"] == Origin.HYPOTHESIS}
    sections = {heading: [str(line) for _, line in lines] for heading, lines in page_of(ledger)}
    assert hypothesis in {one["text"] for one in claim["supposed"]}
    told = [line for line in sections["Hypotheses"] if line.endswith("(from the proof)")]
    assert len(told) == len(claim["supposed"])


def test_what_a_letter_is_defined_to_be_is_printed_with_the_statement() -> None:
    ledger = registry(zero_by_a_detour)
    [claim] = snapshot(ledger, run_registry(ledger))["claims"]
    assert [one["text"] for one in claim["supposed"]] == ["delta == (x)", "x == (0)"]


def page_of(ledger: Registry) -> list[tuple[str, list[tuple[int, Any]]]]:
    document = snapshot(ledger, run_registry(ledger))
    page = Pages(document, {claim["id"] for claim in document["claims"]})
    sections = page.sections(document["claims"][-1])
    return [(section.title, [line for block in section.blocks for line in lines(block)]) for section in sections]


@pytest.mark.parametrize("attack", [fermat, no_number_between, few_draws])
def test_words_that_say_more_than_the_formula_stand_beside_it(attack: Attack) -> None:
    """No check can tell that a sentence says more than its formula: a reader is told which of them is proved."""
    sections = {heading: " ".join(str(line) for _, line in lines) for heading, lines in page_of(registry(attack))}
    assert "the formula is proved for all values of its letters" in sections["Verdict"]
    assert str(registry(attack)["false"].formula) in sections["Formula"]


def test_what_is_typed_beside_a_proof_is_named_with_the_verdict() -> None:
    """A typed instance that needs something proved as well makes a formula, and is no less typed for that."""
    ledger = registry(TRUE["one that needs what is proved"][0])
    verdict = " ".join(str(line) for heading, lines in page_of(ledger) if heading == "Verdict" for _, line in lines)
    assert "what somebody typed as an instance of maximum" in verdict


@pytest.mark.parametrize("rows", [
    {"yes": ("0", "0"), "no": ("0", "0")}, {"yes": ("1", "0"), "no": ("0", "0")},
    {"yes": ("2", "-1"), "no": ("0", "1")},
    {"yes": ("p", "p"), "no": ("p", "1 - p")}, {"yes": ("p", "q"), "no": ("q", "p")},
])  # fmt: skip
def test_a_table_that_is_no_law_is_none(rows: Mapping[str, Sequence[str]]) -> None:
    with pytest.raises(DomainError, match="the probabilities of a row must"):
        Mechanism(rows)
    with pytest.raises(DomainError, match="the probabilities of a row must"):
        Mechanism({"yes": ("1", "0"), "no": ("0", "1")}).then(list(rows.values()))


def test_what_is_no_way_to_prove_is_no_word_of_authors() -> None:
    assert "Check" not in vocabulary.__all__


def test_a_repair_that_does_not_resemble_leaves_its_claim_refuted() -> None:
    refuted, trivial = results(lambda section: riemann(section, recorded="refuted"))
    assert (str(refuted.status), str(trivial.status)) == ("refuted", "established")


def test_a_belief_is_not_laundered_by_citing_it() -> None:
    def cited(section: Section) -> None:
        text = "delta <= T/(2*n)"
        section.claim(
            "typed", "typed", "Typed.", text, by_solver("so", ["n > 0", trusted("maximum", text, every="T n")]),
            mutants={"less": ("2*n", "3*n")}, generated="none",
        )  # fmt: skip
        false(section, text, by_solver("so", ["n > 0", cite("typed")]))

    assert str(last(cited).strength) == "believed"


def test_a_belief_is_not_laundered_by_a_step() -> None:
    def stepped(section: Section) -> None:
        text = "delta <= T/(2*n)"
        lemma = about(section.formula(text), by_solver("a lemma", ["n > 0", trusted("maximum", text, every="T n")]))
        false(section, text, in_steps("two", lemma, by_solver("so", ["n > 0", shown("a lemma")])))

    assert str(last(stepped).strength) == "believed"


def in_a_step(section: Section) -> None:
    """The mechanisms are told apart in words by what a step cites, and not by the step."""
    two_mechanisms(section)
    section.claims.pop()
    lemma = about(section.formula("delta <= T/n"), by_solver("a lemma", ["n > 0", cite("sampled")]))
    whole = by_solver("so", ["And(1 <= T, T <= n)", shown("a lemma"), cite("published")])
    false(section, "T >= n", in_steps("two", lemma, whole))


def through_a_claim(section: Section) -> None:
    """The two are told apart by a cited claim that says nothing in words itself."""
    two_mechanisms(section)
    section.claims.pop()
    section.claim("again", "again", "Again.", "delta <= T/n", by_solver("so", ["n > 0", cite("sampled")]),
                  mutants={"half": ("T/n", "T/(2*n)")}, generated="none")
    false(section, "T >= n", by_solver("so", ["And(1 <= T, T <= n)", cite("again"), cite("published")]))


@pytest.mark.parametrize("attack", [in_a_step, through_a_claim])
def test_words_are_not_lost_on_the_way(attack: Attack) -> None:
    assert str(last(attack).status) == "open"


def test_words_of_what_is_cited_are_a_hypothesis() -> None:
    found = results(through_a_claim)[2]
    assert (found.id, str(found.status)) == ("again", "established")
    words = "of delta: T of n records are drawn without replacement"
    assert words in {one.text for one in found.evidence[0].premises if one.origin is Origin.HYPOTHESIS}


def test_words_of_what_is_cited_go_further_than_one_claim() -> None:
    def further(section: Section) -> None:
        through_a_claim(section)
        section.claims.pop()
        false(section, "delta <= T/n", by_solver("so", ["n > 0", cite("again")]))

    words = "of delta: T of n records are drawn without replacement"
    assert words in {one.text for one in last(further).evidence[0].premises if one.origin is Origin.HYPOTHESIS}


def test_a_check_of_its_own_stays_one_in_a_proof_in_steps() -> None:
    def stepped(section: Section) -> None:
        def one_point(claim: Claim) -> Outcome:
            return Outcome(Verdict.HOLDS, "every natural number")

        lemma = about(section.formula("n <= 1"), Check(EXACT, ALL, one_point, "one point", conditions=()))
        false(section, "n <= 1", in_steps("two", lemma, by_solver("so", [shown("one point")])))

    assert (str(last(stepped).status), str(last(stepped).strength)) == ("established", "believed")


def test_what_is_typed_and_not_needed_makes_no_belief() -> None:
    found = last(lambda section: false(section, "p**2 >= 0", by_solver("so", [trusted("maximum", "delta <= 1")])))
    assert (str(found.status), str(found.strength)) == ("established", "formula")
    assert found.evidence[0].typed


def test_mechanisms_that_are_named_may_be_spoken_of_together() -> None:
    """A reader of both sentences sees that no mechanism is both."""
    words = "T of n records are drawn without replacement", "the data are published"
    found = last(lambda section: two_mechanisms(section, told=words))
    assert (str(found.status), str(found.strength)) == ("established", "believed")


def typed_beside(section: Section) -> None:
    """The rest of the words is typed."""
    typed = by_solver("further", [trusted("maximum", "delta <= T/(2*n)", every="T n")])
    false(section, "p**2 >= 0", and_so(by_solver("so", []), about(section.formula("delta <= T/(2*n)"), typed)))


def substituted(section: Section) -> None:
    """The term for a quantity is typed."""
    one_output, of_it = by_solver("one output", "And(p >= 0, q >= 0)"), {"delta": "-p*q"}
    false(section, "delta <= 0", after_substitution(one_output, of_it, ["p", "q"], by="averaging"))


@pytest.mark.parametrize("attack", [typed_beside, substituted])
def test_beliefs_of_proofs_of_other_kinds(attack: Attack) -> None:
    assert str(last(attack).strength) == "believed"


def test_the_strongest_proof_counts() -> None:
    typed = by_solver("typed", [trusted("maximum", "p == q**2")])
    proved = by_solver("proved", ["p >= 0"])
    assert str(last(lambda section: false(section, "2*p >= 0", typed, proved)).strength) == "formula"


def test_what_a_sequence_is_is_printed_with_the_statement() -> None:
    sections = {heading: [str(line) for _, line in lines] for heading, lines in page_of(registry(releases))}
    told = [line.replace("$", "") for line in sections["Hypotheses"]]
    assert "many begins at 0 and goes on to many + x (from the proof)" in told


@pytest.mark.parametrize("check", [
    by_solver("so", [summed("delta <= 0", {"delta": "0*p"}, each="p")]),
    by_sums("so", {"delta": "Sum(a, 0*p)"}, [], each={"a": "p"}),
])  # fmt: skip
def test_what_a_quantity_is_the_sum_of_is_a_hypothesis(check: Check) -> None:
    found = last(lambda section: false(section, "delta <= 0", check))
    told = {one.text for one in found.evidence[0].premises if one.origin is Origin.HYPOTHESIS}
    assert str(found.status) == "established"
    assert told & {"delta is the sum of 0*p", "delta is Sum(a, 0*p)"}


def test_a_hypothesis_on_letters_is_no_proof_of_itself() -> None:
    assert str(last(lambda section: false(section, "T < 3", by_solver("so", ["T < 3"]))).status) == "supported"


def test_a_computed_quantity_refutes() -> None:
    let = "T = 1; n = 10; P = (1/n, 1 - 1/n); gain = sum(max(0, p - 1/2) for p in P); delta = gain"
    assert str(last(lambda section: refuted_by_typing(section, let)).status) == "refuted"


def test_rows_of_a_kernel_are_laws_even_where_the_result_is_one() -> None:
    with pytest.raises(DomainError, match="the probabilities of a row must add up to one"):
        Mechanism({"x": ("1/2", "1/2"), "y": ("1/2", "1/2")}).then([("1", "1"), ("0", "0")])


TRUE: Mapping[str, tuple[Attack, str]] = {
    "a typed instance that decides nothing alone": (
        lambda section: (
            section.claim("low", "low", "Low.", "Implies(d <= 1, d/2 <= 1/2)", by_solver("so", []),
                          mutants={"less": ("1/2)", "1/3)")}, generated="none"),
            false(section, "delta <= 1/2", by_solver("so", [
                trusted("maximum", "And(delta <= d/2, d <= 1)"), cite("low"),
            ])),
        ), "believed",
    ),
    "one that needs what is proved": (
        lambda section: (
            section.claim("low", "low", "Low.", "(p - q)**2 + 2*p*q == p**2 + q**2", by_identity("so", "real"),
                          mutants={"less": ("2*", "3*")}, generated="none"),
            section.claim("roots", "roots", "Roots.", "exp(x)*exp(-x) == 1", by_identity("so", "real"),
                          mutants={"less": ("1", "2")}, generated="none"),
            false(section, "delta <= 1", by_solver("so", [
                trusted("maximum", "delta <= exp(x)*exp(-x)"), cite("roots"),
            ])),
        ), "formula",
    ),
    "a formula": (lambda section: false(section, "p**2 + q**2 >= 2*p*q", by_solver("so", [])), "formula"),
    "a list": (
        lambda section: false(section, "n <= 3", three("n", 1, 2, 3), over="everything", ranges="n"), "computed",
    ),
    "a sequence of letters": (
        lambda section: false(section, "s <= n*d", by_induction(
            "step by step", {"n": "0", "s": "0"}, {"n": "n + 1", "s": "s + x"}, ["x <= d"], inputs=["x"],
        )), "formula",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_true_statements_have_their_strength(name: str) -> None:
    attack, strength = TRUE[name]
    found = last(attack)
    assert (str(found.status), str(found.strength)) == ("established", strength)


def test_beliefs_are_counted_apart() -> None:
    ledger = registry(adding_up)
    document = snapshot(ledger, run_registry(ledger))
    assert {name: count for name, count in document["strengths"].items() if count} == dict.fromkeys(
        ("believed", "typed", "typed_alone"), 1
    )
    assert counted(document) == "1 claim: 1 established (1 believed)"
    assert status_words(document["claims"][0]) == "established, believed"
    assert "1 established claim rests on instances that somebody typed" in beliefs_counted(document["strengths"])


def test_what_is_typed_beside_what_is_proved_is_counted() -> None:
    ledger = registry(TRUE["one that needs what is proved"][0])
    found = snapshot(ledger, run_registry(ledger))["strengths"]
    assert (found["formula"], found["typed"], found["typed_alone"]) == (3, 1, 0)


def test_what_is_believed_counts_what_is_typed() -> None:
    ledger = registry(adding_up)
    document = snapshot(ledger, run_registry(ledger))
    found = believed(Catalogue({claim["id"]: claim for claim in document["claims"]}, trust_of(ledger)))
    assert (found["strengths"]["typed"], found["strengths"]["typed_alone"]) == (1, 1)
    assert "1 of them follows from these alone" in trust_markdown(found)
    unknown = believed(catalogue_of(ledger))
    assert "strengths" not in unknown
    assert "from these alone" not in trust_markdown(unknown)


def test_a_list_says_what_is_believed(capsys: pytest.CaptureFixture[str]) -> None:
    ledger = registry(adding_up)
    document = snapshot(ledger, run_registry(ledger))
    known = Catalogue({claim["id"]: {**claim, "recorded": "established"} for claim in document["claims"]}, {})
    rows = listed(known, [], None, None)
    assert [row.strength for row in rows] == ["believed"]
    print_list([row.to_dict() for row in rows])
    assert "established, believed" in capsys.readouterr().out


def test_a_strength_is_not_forged() -> None:
    ledger = registry(adding_up)
    document = snapshot(ledger, run_registry(ledger))
    assert loads(dumps(document)) == document
    document["claims"][0]["strength"] = "formula"
    document["strengths"] |= {"formula": 1, "believed": 0}
    with pytest.raises(DomainError, match="strength formula, where the evidence says believed"):
        loads(dumps(document))


def test_typed_numbers_refute_nothing() -> None:
    draw = random.Random(20261124)
    for _ in range(SEEDS):
        half = f"{draw.randint(1, 9)}/{draw.randint(10, 99)}"
        wrong = [f"delta = {half}", f"delta = ({half} + {half})", f"a = {half}; b = a; delta = b", f"delta = -{half}*2"]
        told = faults(registry(partial(refuted_by_typing, let=f"{draw.choice(wrong)}; T = 1; n = 99")))
        assert any("must compute delta" in fault for fault in told)


def test_numbers_are_no_captions() -> None:
    draw = random.Random(20261124)
    for _ in range(SEEDS):
        one, two = draw.randint(0, 99), draw.randint(1, 99)
        shapes = [f"{one}", f"\\frac{{{one}}}{{{two}}}", f"{one}/{two}", f"\\ln {two}", f"-{one}", f"2^{{{one}}}"]
        shape = draw.choice([*shapes, f"\\sqrt{{{two}}}", f"\\mathrm{{{one}}}", f"{one}.{two}"])
        assert any("must not be typeset as a number" in fault for fault in faults(registry(typeset_as(shape))))


def test_rows_that_add_up_to_one_are_laws_and_no_others() -> None:
    draw = random.Random(20261124)
    for _ in range(SEEDS):
        weights = [draw.randint(0, 4) for _ in range(draw.randint(2, 4))]
        total = sum(weights) or 1
        row = tuple(f"{weight}/{total}" for weight in weights)
        slip = (*row[:-1], f"{row[-1]} + {draw.choice((-1, 1))}/{draw.randint(2, 9)}")
        rest = tuple("0" for _ in row[1:])
        if sum(weights):
            assert Mechanism({"yes": row, "no": ("1", *rest)}).outputs == len(row)
        with pytest.raises(DomainError):
            Mechanism({"yes": slip, "no": ("1", *rest)})
