"""The inequality prover under attack: random cases made to mislead it, and one case for each rule that misled it."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random

import pytest

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.ranges import RangeFunction, read_box
from sdp_proofs.formulas.syntax import Node, read
from sdp_proofs.provers.inequality import InequalityResult, prove_inequality
from sdp_proofs.provers.region import Region
from sdp_proofs.provers.subdivision import Budget, Subdivision, Term
from sdp_proofs.verdict import Verdict
from tests.full import trials
from tests.provers.attacked_case import Case, confirms, refutation
from tests.provers.random_inequalities import make

SEEDS, BOXES, POINTS = trials(150, full=5000), trials(30, full=100), trials(150, full=400)


def decided(case: Case, boxes: int) -> InequalityResult:
    """Answer of the prover, within a number of boxes and with no regard to time."""
    return prove_inequality(
        Formula(case.text, case.names),
        case.box,
        where=[Formula(condition, case.names) for condition in case.where],
        touching=case.touching,
        boxes=boxes,
        seconds=math.inf,
    )


def assert_sound(seed: int, boxes: int, points: int) -> Verdict:
    """Decide the case of a seed; nothing that is said may be contradicted by the sampler."""
    case = make(seed)
    result = decided(case, boxes)
    if result.verdict is Verdict.HOLDS:
        assert refutation(case, Random(seed), points) is None, (seed, case, result.method)
    if result.verdict is Verdict.FAILS:
        assert result.witness is not None and confirms(case, result.witness), (seed, case, result.witness)
    return result.verdict


@pytest.mark.slow(every=4)
@pytest.mark.parametrize("block", range(10))
def test_nothing_false_is_proved_and_nothing_true_refuted(block: int) -> None:
    verdicts = {assert_sound(seed, boxes=BOXES, points=POINTS) for seed in range(block, SEEDS, 10)}
    assert {Verdict.HOLDS, Verdict.FAILS} <= verdicts


def test_the_sampler_finds_what_is_planted() -> None:
    found = [refutation(make(seed), Random(seed), 400) is not None for seed in range(60)]
    assert sum(found) > 20
    false = Case("exp(x) - 1 - x >= 1/10**60", {"x": "[0, 1]"}, (), {})
    assert refutation(false, Random(0), 100) is not None
    assert refutation(Case("exp(x) >= 1 + x", {"x": "[0, 1]"}), Random(0), 200) is None


SPIKE = "log(1 + y) - 2*y/(1 + 10**6*(y - 1/7)**2) >= 0"
SQUARE = {"x": "[0, 1]", "y": "[0, 1]"}


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(
    ("text", "box", "where"),
    [
        # The half-line rule: the next derivative has its sign where the condition holds, not on the way.
        ("1 + log(1 + x) - 10*(x - 5)/(1 + (x - 5)**2) > 0", {"x": "[0, oo)"}, ("(x - 5)**2 >= 1",)),
        # Limits at ends: nothing of the region is off the ends.
        (SPIKE, SQUARE, ("x*y == 0",)),
        (SPIKE, SQUARE, ("x**2 <= 0",)),
        (SPIKE, SQUARE, ("abs(x) <= 0",)),
        (SPIKE, {**SQUARE, "z": "[0, 1]"}, ("x + z == 0",)),
        (f"Implies(x**2 <= 0, {SPIKE})", SQUARE, ()),
        # A pole between the place and the point, hidden by a condition that has no value there.
        ("log(1 + x) - (1/10**6)/(x - 13/37) - (1/10**6)/(13/37) >= 0", {"x": "[0, 1]"}, ("1/(x - 13/37)**2 > 0",)),
        # Two equal logarithms in a product, one of which was lost.
        ("x*Max(log(x), -50)*Max(log(x), -50) <= 0.541341132946", {"x": "(0, 1]"}, ()),
        # Negative bases have powers, too: the condition holds at x = -31/100, y = 1.
        ("exp(x)*(x + 31/100)**2 > 1/10**9", {"x": "[-1, 1]", "y": "[0, 2]"}, ("x**y <= -1/4",)),
        # At x = 0 the term vanishes for all y but the one that the condition leaves.
        ("100*log(1 + x) - x**2/(x**2 + y**2) > 0", {"x": "(0, 1]", "y": "[0, 1]"}, ("y**2 <= 0",)),
        ("100*log(1 + x) - x**2/(x**2 + y**2) >= 0", {"x": "(0, 1]", "y": "[0, 1]"}, ("x*y**2 <= 0",)),
    ],
)  # fmt: skip
def test_what_is_false_on_a_small_part_is_not_proved(text: str, box: dict[str, str], where: tuple[str, ...]) -> None:
    assert decided(Case(text, box, where), boxes=200).verdict is not Verdict.HOLDS


@pytest.mark.parametrize(
    ("text", "where"),
    [("Implies(1/x**2 >= 0, exp(x) > 1/10)", ()), ("Implies(1/x > 0, Implies(log(y) > 0, x > 0))", ("y >= 0",))],
)
def test_a_premise_without_a_value_is_not_passed_over(text: str, where: tuple[str, ...]) -> None:
    box = {"x": "[-1, 1]", "y": "[0, 2]"}
    result = decided(Case(text, box, where), boxes=200)
    assert result.verdict is Verdict.UNKNOWN
    assert "may be undefined" in result.reason
    assert decided(Case("Implies(x > 0, Implies(1/x > 0, x**2 > 0))", box), boxes=200).verdict is Verdict.HOLDS


@pytest.mark.parametrize(
    ("conditions", "opened"),
    [
        ((), True),
        (("x >= y",), True),
        (("x + y == 1",), True),
        (("x*y < 1/4",), True),
        (("x*y < 1/4", "x >= y"), True),
        (("Or(x < y, 1/x > 3)",), True),
        (("x + y <= 0",), False),
        (("x + y >= 2",), False),
        (("x*y <= 0",), False),
        (("Min(x, y) <= 0",), False),
        (("Not(x*y > 0)",), False),
        (("1/(x - y) <= 1",), False),
        (("(x - y)**2/(x - y) >= 0",), False),
        (("log(1 + x) < 1",), False),
    ],
)
def test_ends_are_left_to_a_limit_only_where_the_rest_is_dense(conditions: tuple[str, ...], opened: bool) -> None:
    region = Region(read_box(SQUARE), tuple(Formula(text, ["x", "y"]) for text in conditions))
    assert (region.opened().box != region.box) is opened


@pytest.mark.parametrize(
    ("condition", "span", "kept"),
    [
        ("x >= 1/3", "[1/3, 1]", 0),
        ("1/4 < x < 1/2", "(1/4, 1/2)", 0),
        ("2*x == 1", "[1/2, 1/2]", 0),
        ("And(x >= 1/3, y <= 1/2)", "[1/3, 1]", 0),
        ("And(x >= 1/3, x != 1/2)", "[1/3, 1]", 1),
        ("(x - 1/3)**2/(x - 1/3) >= 0", "[1/3, 1]", 1),
        ("Or(x >= 1/3, y >= 1/3)", "[0, 1]", 1),
    ],
)
def test_only_a_condition_that_is_all_in_the_box_is_dropped(condition: str, span: str, kept: int) -> None:
    tight = Region(read_box(SQUARE), (Formula(condition, ["x", "y"]),)).tightened()
    assert tight is not None
    assert (str(tight.box["x"]), len(tight.where)) == (span, kept)


def test_ranges_contain_powers_of_negative_bases_and_products_of_one_logarithm() -> None:
    powers = RangeFunction(read("x**y", {"x", "y"})).over(read_box({"x": (-1, 1), "y": (0, 2)}))
    assert powers is not None and powers[0] <= -1 and powers[1] >= 1
    nothing = RangeFunction(read("x**y", {"x", "y"})).over(read_box({"x": (0, 0), "y": (0, 2)}))
    assert nothing is not None and nothing[0] <= 0 and nothing[1] >= 1
    logarithm = read("log(x)", {"x"})
    twice = Node("mul", (Node("mul", (read("x", {"x"}), logarithm)), logarithm))
    found = RangeFunction(twice).over(read_box({"x": ("1/8", "1/7")}))
    assert found is not None and found[0] <= 0.5405 and found[1] >= 0.5406


def at_an_end(term: str, end: str, *conditions: str) -> tuple[bool, bool]:
    """Tell whether a rule at the lower end of x in [end, oo) takes the term to be defined there, and to be smooth."""
    region = Region(read_box({"x": f"[{end}, oo)", "y": "(0, 1)"}), tuple(Formula(c, ["x", "y"]) for c in conditions))
    division = Subdivision(Term(read(term, {"x", "y"})), False, region, [], True, lambda point: False)
    place = Fraction(end)
    return division._defined_at("x", place), division._smooth_at("x", place, region.box)


@pytest.mark.parametrize(
    ("term", "end", "conditions", "expected"),
    [
        ("log(1 + x) + y", "0", (), (True, True)),
        ("x**(5/2) + y", "0", (), (True, False)),
        ("x*log(x) + y", "0", (), (True, False)),
        ("1/(x - y)", "1", (), (True, True)),
        # The conditions exclude the end, but the rules are about the box.
        ("1/x + y", "0", ("x**2 > 0",), (False, False)),
        ("log(x) + y", "0", ("x*y > 0",), (False, False)),
    ],
)
def test_a_rule_at_an_end_asks_whether_the_term_is_defined_and_smooth_there(
    term: str, end: str, conditions: tuple[str, ...], expected: tuple[bool, bool]
) -> None:
    assert at_an_end(term, end, *conditions) == expected


def test_a_symbol_that_the_term_does_not_depend_on_may_have_no_ends() -> None:
    """The range alone, from 1 - log(3), decides nothing; the slope 1 - 1/(1 + x) does, on one box."""
    region = Region(read_box({"x": "[1, 2]", "y": "(-oo, oo)"}))
    term = Term(read("x - log(1 + x)", {"x", "y"}))
    division = Subdivision(term, True, region, [], True, lambda point: False).run(Budget(boxes=1, seconds=math.inf))
    assert (division.verdict, division.rules) == (Verdict.HOLDS, {"slopes"})
    steep = Term(read("x - log(1 + x) + y*(x - 1)", {"x", "y"}))
    division = Subdivision(steep, True, region, [], True, lambda point: False).run(Budget(boxes=9, seconds=math.inf))
    assert division.verdict is Verdict.UNKNOWN


def test_a_simplified_term_is_used_only_on_the_region_for_which_it_was_made() -> None:
    root = Term(read("sqrt(x**2)", {"x"}))
    here, everywhere, nowhere = (Region(read_box({"x": span})) for span in ("[0, 1]", "[-1, 1]", "[0, 0]"))
    assert root.simplified(here).node == read("x", {"x"})
    assert root.simplified(everywhere).node != read("x", {"x"})
    # At the point 0 alone there is nothing positive whose limit could be taken.
    assert root.simplified(nowhere).node != read("x", {"x"})
