"""Total positivity, sign patterns and proofs in steps: proofs hold for what is true and not for their near misses."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.mutations import mutations_of
from sdp_proofs.ledger import Check, Claim, Coverage, Kind, Method, NearMiss, Outcome, Status
from sdp_proofs.mechanisms.choices import ExponentialHistogram
from sdp_proofs.papers import registry
from sdp_proofs.papers.project.assignment_instances import averaged, kernel
from sdp_proofs.papers.project.sign_patterns import (
    ANY,
    FALLING_THEN_RISING,
    MOST,
    UNIMODAL,
    Machine,
    Summary,
    contains,
    diminished,
    summaries,
)
from sdp_proofs.papers.smoothed_dp.table_1 import CLOSED, TWO_SAMPLES
from sdp_proofs.proving.chains import about, in_steps
from sdp_proofs.proving.checks import by_identity, by_solver
from sdp_proofs.proving.induction import by_telescoping
from sdp_proofs.verdict import Verdict

PROVED = (
    "mixture-kernel-factors-into-two-binomial-shifts",
    "mixture-kernel-is-totally-positive",
    "pure-mixtures-are-worst",
    "valley-majorant-bounds-all-mixtures",
    "two-convolutions-agree-with-algorithm-one",
    "shears-and-peeling-agree-with-algorithm-one",
    "vertex-histograms-give-the-maximum",
    "unseen-outputs-set-a-floor",
    "tails-of-neighbours-differ-by-one-term",
    "smoothed-dp-implies-distributional-dp",
    "post-processing-merges-positive-parts",
    "losses-of-responses-follow-pascals-rule",
    "no-rate-below-one-half-has-eta-epsilon",
    "permuted-databases-have-equal-histograms",
    "random-visits-do-not-depend-on-the-order",
)
WORDS = [word for length in range(1, 9) for word in product((1, -1), repeat=length)]


def reading(claim: Claim) -> list[Check]:
    """The proofs that read the formula: the replay of a closed sentence, without letters of the claim, does not."""
    return [check for check in claim.checks if check.coverage is Coverage.ALL and check.method is not Method.REPLAYED]


@pytest.mark.parametrize("identifier", PROVED)
def test_no_proof_proves_a_near_miss(identifier: str) -> None:
    claim = registry()[identifier]
    proofs = reading(claim)
    assert proofs
    for miss in claim.near_misses:
        assert all(proof.run(miss.of(claim)).verdict is not Verdict.HOLDS for proof in proofs), miss.name


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("identifier", PROVED)
def test_no_proof_proves_a_slip_that_fails_somewhere(identifier: str) -> None:
    claim = registry()[identifier]
    proofs = reading(claim)
    enumerated = [check.instances(claim) for check in claim.checks if check.instances]
    instances = [values for each in enumerated for _, values in islice(each, 99)]
    for slip in mutations_of(claim.formula):
        if any(slip.formula.decide(values) is Verdict.FAILS for values in instances):
            changed = replace(claim, formula=slip.formula)
            assert all(proof.run(changed).verdict is not Verdict.HOLDS for proof in proofs), slip.name


@given(
    data=st.data(),
    records=st.integers(3, 9),
    decay=st.fractions(min_value=Fraction(1, 50), max_value=Fraction(49, 50), max_denominator=50),
)
def test_the_ratio_of_the_telling_output_in_closed_form(data: st.DataObject, records: int, decay: Fraction) -> None:
    draws = data.draw(st.integers(1, records - 1))
    mechanism = ExponentialHistogram.read(draws=draws, decay=decay)
    one, other = (mechanism.law(counts).probability((0, 1)) for counts in ((records - 1, 1), (records, 0)))
    values = {"r": Fraction(draws, records), "q": decay, "s": decay**draws}
    assert TWO_SAMPLES.decide(values) is Verdict.HOLDS
    closed = Formula(f"Eq(ratio, {CLOSED})", {name: name for name in ("ratio", *values)})
    assert closed.decide({**values, "ratio": one / other}) is Verdict.HOLDS


def summary(word: tuple[int, ...]) -> Summary:
    changes = sum(one != other for one, other in pairwise(word))
    return Summary(word[0], word[-1], max(word), min(MOST, changes))


def accepted(machine: Machine, word: tuple[int, ...]) -> bool:
    states = {"start"}
    for sign in word:
        states = {after for before, read, after in machine if before in states and read == sign}
    return bool(states)


def is_valley(word: tuple[int, ...]) -> bool:
    below = [place for place, sign in enumerate(word) if sign < 0]
    return not below or all(word[place] < 0 for place in range(below[0], below[-1]))


def falls_then_rises(word: tuple[int, ...]) -> bool:
    return any(
        list(word[: turn + 1]) == sorted(word[: turn + 1], reverse=True) and list(word[turn:]) == sorted(word[turn:])
        for turn in range(len(word))
    )


def test_machines_accept_what_they_are_said_to() -> None:
    for word in WORDS:
        assert accepted(ANY, word)
        assert accepted(UNIMODAL, word) == is_valley(word)
        assert accepted(FALLING_THEN_RISING, word) == falls_then_rises(word)


@pytest.mark.parametrize("machine", [ANY, UNIMODAL, FALLING_THEN_RISING], ids=["any", "valley", "falling, rising"])
def test_summaries_are_those_of_short_words(machine: Machine) -> None:
    assert summaries(machine) == {summary(word) for word in WORDS if accepted(machine, word)}


def test_containment_needs_every_word_and_one_way_to_read_it() -> None:
    assert contains(UNIMODAL, FALLING_THEN_RISING)
    assert contains(UNIMODAL, UNIMODAL)
    assert not contains(UNIMODAL, ANY)
    with pytest.raises(DomainError, match="one arrow at most"):
        contains(FALLING_THEN_RISING, UNIMODAL)


def test_images_of_the_kernel_have_diminished_signs() -> None:
    """The cited theorem, on the kernel it is used for."""
    source, met = random.Random(3), 0
    for _ in range(300):
        n = source.randint(1, 7)
        low, high = sorted(Fraction(source.randint(0, 12), 12) for _ in range(2))
        values = [Fraction(source.choice((-5, -3, -1, 1, 2, 4))) for _ in range(n + 1)]
        image = [sum(map(Fraction.__mul__, row, values), Fraction(0)) for row in kernel(n, low, high)]
        before, after = (tuple(1 if value > 0 else -1 for value in row if value) for row in (values, image))
        if after:
            met += 1
            assert diminished(summary(before), summary(after))
    assert met > 250


def test_minors_of_bidiagonal_matrices_split() -> None:
    """The cited expansion: the first entry times the minor of what remains, or zero."""
    source = random.Random(5)
    size = 5
    matrix = [[Fraction(source.randint(1, 9) if column in (row - 1, row) else 0) for column in range(size)]
              for row in range(size)]  # fmt: skip
    for order in range(2, size + 1):
        for rows in combinations(range(size), order):
            for columns in combinations(range(size), order):
                whole = determinant([[matrix[row][column] for column in columns] for row in rows])
                rest = determinant([[matrix[row][column] for column in columns[1:]] for row in rows[1:]])
                assert whole == matrix[rows[0]][columns[0]] * rest


def determinant(rows: list[list[Fraction]]) -> Fraction:
    if not rows:
        return Fraction(1)
    smaller = ([row[:i] + row[i + 1 :] for row in rows[1:]] for i in range(len(rows)))
    return sum(((-1) ** i * rows[0][i] * determinant(rest) for i, rest in enumerate(smaller)), Fraction(0))


def test_a_hill_between_the_sources_is_worst_when_mixed() -> None:
    claim = registry()["pure-mixtures-are-worst"]
    found = averaged(claim, {"losses": [0, 0, 9, 0, 0], "low": Fraction(1, 4), "high": Fraction(3, 4)})
    assert found["valley"] == 0
    assert found["largest"] > max(found["first"], found["last"])


def toy(*checks: Check, formula: str = "x <= y", **parameters: object) -> Claim:
    return Claim(
        id="toy", paper="toy", locator="here", title="toy", kind=Kind.PROJECT, statement="toy",
        formula=Formula(formula, ["x", "y"]), parameters=parameters, recorded=Status.OPEN, checks=checks,
        near_misses=(NearMiss("none", Formula("1 < 0")),),
    )  # fmt: skip


def run(check: Check, **given: str) -> Outcome:
    return check.run(toy(check, **given))


def test_steps_hold_together_or_not_at_all() -> None:
    true = about(Formula("Eq(x + x, 2*x)", ["x"]), by_identity("twice", ["x"]))
    false = about(Formula("Eq(x + x, 3*x)", ["x"]), by_identity("thrice", ["x"]))
    ordered = by_solver("ordered", [Formula("x < y", ["x", "y"])])
    assert run(in_steps("both", true, ordered)).verdict is Verdict.HOLDS
    broken = run(in_steps("one is false", true, false, ordered))
    assert broken.verdict is Verdict.UNKNOWN
    assert "thrice" in str(broken.detail)
    assert in_steps("both", true, ordered).method is Method.SMT


def test_a_step_without_instances_proves_nothing() -> None:
    empty = Check(Method.EXACT, Coverage.GRID, lambda _: Outcome(Verdict.HOLDS, "none", 0), "empty")
    assert run(in_steps("vacuous", empty)).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("premise", "expected"),
    [("And(x <= z, z <= y)", Verdict.HOLDS), ("x <= z", Verdict.UNKNOWN), ("And(x < z, z < x)", Verdict.UNKNOWN)],
)
def test_premises_prove_and_never_refute(premise: str, expected: Verdict) -> None:
    found = run(by_solver("premises", [Formula(premise, ["x", "y", "z"])]))
    proved = found.verdict is Verdict.HOLDS and found.instances != 0
    assert proved is (expected is Verdict.HOLDS)
    assert found.verdict is not Verdict.FAILS


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("total == k*(k + 1)/2", Verdict.HOLDS),
        ("total == k*(k + 3)/2", Verdict.UNKNOWN),
        ("total == 1", Verdict.UNKNOWN),
        ("total == k*(k + 1)/2 + 1", Verdict.UNKNOWN),  # one more term is right, nothing to sum is not
    ],
)
def test_triangular_numbers_by_telescoping(formula: str, expected: Verdict) -> None:
    check = by_telescoping(
        "sums", {"total": "total + k"}, {"k": "k - 1"}, {"total": "0", "k": "0"}, {"total": "real", "k": "natural"}
    )
    claim = replace(toy(check), formula=Formula(formula, ["total", "k"]))
    assert check.run(claim).verdict is expected
