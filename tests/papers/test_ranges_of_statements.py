"""Claims that are false outside a range say so, and the instances that once refuted their wording stay on record."""

import re
from fractions import Fraction
from math import comb

import pytest

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Claim, Method
from sdp_proofs.papers import registry
from sdp_proofs.verdict import Verdict

CROSSES = registry()["crossing-in-closed-form"].formula
FEASIBLE = registry()["a-place-of-slow-decay-is-feasible"].formula
RARE = registry()["a-type-is-rare-with-exponentially-small-probability"].formula


def _share(first: int, second: int, draws: int, shown: int) -> Fraction:
    if not 0 <= shown <= draws:
        return Fraction(0)
    return Fraction(comb(first, shown) * comb(second, draws - shown), comb(first + second, draws))


def _sides(first: int, second: int, draws: int, shown: int, odds: Fraction) -> tuple[bool, bool]:
    """Tell whether E P' < P, by the laws themselves, and whether h > h*."""
    mass, neighbour = _share(first, second, draws, shown), _share(first - 1, second + 1, draws, shown)
    crossing = first - Fraction(first * (first + second + 1 - draws), 1) / (first + odds * (second + 1))
    return odds * neighbour < mass, shown > crossing


class TestCrossing:
    @pytest.mark.parametrize("odds", [Fraction(1), Fraction(3, 2), Fraction(40)])
    def test_the_closed_form_is_right_at_every_output_that_the_law_gives(self, odds: Fraction) -> None:
        for first in range(1, 7):
            for second in range(7):
                for draws in range(first + second + 1):
                    for shown in range(max(0, draws - second), min(first, draws) + 1):
                        differs, above = _sides(first, second, draws, shown, odds)
                        assert differs == above
                        values = {"a": first, "b": second, "T": draws, "h": shown, "odds": odds}
                        assert CROSSES.decide(values) is Verdict.HOLDS

    def test_it_is_wrong_where_both_laws_are_zero(self) -> None:
        assert _sides(3, 1, 1, 2, Fraction(1)) == (False, True)
        assert "gives" in registry()["crossing-in-closed-form"].hypotheses[0].text


class TestSlowDecay:
    def test_the_place_is_feasible_within_the_range(self) -> None:
        for floor in map(Fraction, ("1/1000", "1/4", "1/2")):
            for rate in map(Fraction, ("1/1000", "1/20", "1/10")):
                assert FEASIBLE.decide({"f": floor, "r": rate}) is Verdict.HOLDS

    def test_it_is_not_feasible_at_a_half_and_nine_tenths_which_the_statement_excludes(self) -> None:
        assert FEASIBLE.decide({"f": Fraction(1, 2), "r": Fraction(9, 10)}) is Verdict.FAILS
        claim = registry()["a-place-of-slow-decay-is-feasible"]
        assert any("1/10" in hypothesis.text for hypothesis in claim.hypotheses)


def _upper_tail(draws: int, share: Fraction, level: Fraction) -> Fraction:
    """P(h > level) for a binomial count."""
    terms = (comb(draws, h) * share**h * (1 - share) ** (draws - h) for h in range(draws + 1) if h > level)
    return sum(terms, Fraction(0))


class TestRangesThatOnlyTheChecksHad:
    """Each statement is false outside the range that it names now."""

    @staticmethod
    def named(claim: str, text: str) -> bool:
        return any(text in hypothesis.text for hypothesis in registry()[claim].hypotheses)

    def test_the_exponents_of_both_tails_with_replacement(self) -> None:
        tail = Formula("(tau/r)**tau*exp(-a*(tau*log(tau/r) - tau + r)) >= tail", ["tau", "r", "a", "tail"])
        records, own, draws = 10, 5, 10
        for tau, verdict in ((Fraction(1, 2), Verdict.FAILS), (Fraction(3, 2), Verdict.HOLDS)):
            chance = _upper_tail(draws, Fraction(own, records), tau * (own - 1))
            assert tail.decide({"tau": tau, "r": Fraction(draws, records), "a": own, "tail": chance}) is verdict
        assert self.named("exponent-of-the-upper-tail-with-replacement", "tau >= rho")
        for sigma, verdict in ((Fraction(2), Verdict.FAILS), (Fraction(1, 2), Verdict.HOLDS)):
            chance = _upper_tail(draws, Fraction(own, records), draws - sigma * (own + 1))
            values = {"tau": sigma, "r": Fraction(draws, records), "a": own, "tail": chance}
            lower = Formula("(r/tau)**tau*exp(-a*(tau*log(tau/r) - tau + r)) >= tail", ["tau", "r", "a", "tail"])
            assert lower.decide(values) is verdict
        assert self.named("exponent-of-the-lower-tail-with-replacement", "sigma <= rho")

    def test_a_type_is_rare(self) -> None:
        everything = {"rare": 1, "types": 2, "c": -1, "least": Fraction(1, 2), "records": 10}
        assert RARE.decide(everything) is Verdict.FAILS  # fewer than 2 f n of some type is nearly certain
        assert self.named("a-type-is-rare-with-exponentially-small-probability", "0 <= c_2")

    def test_an_output_that_is_seen_either_way(self) -> None:
        claim = registry()["outputs-seen-either-way-lose-less"]
        assert claim.formula.decide({"A": 1, "B": 0, "C": 1, "E": 2, "rho": 0}) is Verdict.FAILS
        assert self.named(claim.id, "0 < rho")

    def test_the_decay_rate_without_a_budget(self) -> None:
        values = {"first": Fraction(1, 2), "second": Fraction(1, 2), "q": Fraction(1, 2), "A": 1, "B": 1, "odds": 1}
        claim = registry()["the-decay-rate-is-attained-on-the-boundary"]
        assert claim.formula.decide(values) is Verdict.FAILS
        assert claim.formula.decide({**values, "odds": 2}) is Verdict.HOLDS
        assert self.named(claim.id, "epsilon > 0")


def _found(witness: str) -> dict[str, Fraction]:
    return {name: Fraction(value) for name, value in re.findall(r"(\w+) = (-?\d+(?:/\d+)?)(?:,|$)", witness)}


def _outside(claim: Claim) -> list[str]:
    """Domain of a delta or a probability that a refuting solver ignores."""
    runs = [check.run(claim) for check in claim.checks if check.method is Method.SMT]
    points = [_found(run.witness) for run in runs if run.verdict is Verdict.FAILS and run.witness]
    return [
        f"{claim.id}: {name} = {value}"
        for point in points
        for name, value in point.items()
        if (claim.formula.symbols.get(name) == "\\delta" and not 0 <= value < 1)
        or (claim.means.get(name) == "any probability" and not 0 <= value <= 1)
    ]


def test_what_a_solver_refutes_is_refuted_at_probabilities_and_at_a_delta_below_one() -> None:
    refuted = [claim for claim in registry().values() if claim.counterexample is not None]
    solved = [claim for claim in refuted if any(check.method is Method.SMT for check in claim.checks)]
    assert len(solved) > 10
    assert [problem for claim in solved for problem in _outside(claim)] == []
