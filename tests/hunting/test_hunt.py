"""The search for counterexamples, on claims about integers and fractions that are easily judged."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.hunting.hunt import End, Hunted, Stage, hunt
from sdp_proofs.hunting.searches import Search, over
from sdp_proofs.hunting.spaces import Choices, Compositions, Domain, Instance, Integers, Laws, Listed, Rationals, Reals
from sdp_proofs.ledger.claim import Claim, Kind, Status
from sdp_proofs.verdict import Verdict


def claim(search: Any, formula: Formula | None = None) -> Claim:
    return Claim(
        id="toy", paper="toy", locator="", title="", kind=Kind.PROJECT, statement="", recorded=Status.OPEN,
        formula=formula, search=search,
    )  # fmt: skip


def test_the_first_find_is_of_the_lowest_level() -> None:
    space = {"n": Integers(1, 50), "k": Integers(0, lambda before: before["n"])}
    sparse = Search(space, lambda _, i: Verdict.FAILS if i["n"] * i["k"] == 12 else Verdict.HOLDS)
    found = hunt(claim(sparse))
    assert found.found == {"n": 4, "k": 3}  # 12 = 6*2 = 12*1 have higher levels
    assert found.stage is Stage.EXHAUSTIVE
    assert found.level == 5


def test_a_finite_space_is_exhausted() -> None:
    space = {"word": Choices("abc"), "n": Integers(2, 4), "law": Laws(2), "x": Rationals(0, 1, denominator=3)}
    space["law"] = Choices([(Fraction(1), Fraction(0))])
    found = hunt(claim(Search(space, lambda _, instance: Verdict.HOLDS)))
    assert found.exhausted and found.found is None and found.end is End.EXHAUSTED
    assert found.examined == 3 * 3 * 5


def test_climbing_reaches_what_enumeration_does_not() -> None:
    space = {name: Rationals(0, 1) for name in "abcdef"}
    formula = Formula("a + b + c + d + e + f <= 6*9/10", list("abcdef"))
    search = over(space, lambda _, instance: instance)
    found = hunt(claim(search, formula), seed=1, stages=[Stage.CLIMBING])
    assert found.stage is Stage.CLIMBING
    assert found.found is not None
    assert formula.decide(found.found) is Verdict.FAILS
    assert sum(search.space[name].level(value, {}) for name, value in found.found.items()) <= 60


def test_without_an_estimate_random_instances_are_tried() -> None:
    space = {"n": Integers(1, 10**6), "k": Integers(1, 10**6)}
    large = Search(space, lambda _, i: Verdict.FAILS if i["n"] > 5000 and i["k"] > 5000 else Verdict.HOLDS)
    found = hunt(claim(large), stages=[Stage.EXHAUSTIVE, Stage.SAMPLING])
    assert found.stage is Stage.SAMPLING and found.found is not None
    assert min(found.found.values()) > 5000


def test_shrinking_keeps_failing_and_gets_simpler() -> None:
    space = {"n": Integers(1, 10**6), "x": Rationals(0, 1)}
    formula = Formula("n*x <= 1000", ["n", "x"])
    found = hunt(claim(over(space, lambda _, instance: instance), formula), seed=3, stages=[Stage.CLIMBING])
    assert found.found is not None
    assert found.found["n"] * found.found["x"] > 1000
    assert found.found["x"].denominator <= 2


def test_hypothesis_finds_and_shrinks_what_lies_far_out() -> None:
    space = {"n": Integers(1, 10**6), "k": Integers(1, 10**6)}
    formula = Formula("n + k <= 10**5", ["n", "k"])
    found = hunt(claim(over(space, lambda _, at: at), formula), stages=[Stage.EXAMPLES])
    assert found.stage is Stage.EXAMPLES and found.found is not None
    assert sum(found.found.values()) == 10**5 + 1


def test_hypothesis_does_not_read_the_source_files_around(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    providers = pytest.importorskip("hypothesis.internal.conjecture.providers", reason="this edition reads none")

    def read() -> None:
        raise AssertionError("the answer may stand there")

    monkeypatch.setattr(providers, "_get_local_constants", read)
    monkeypatch.chdir(tmp_path)
    integers = Search({"n": Integers(1, 10**9)}, lambda _, at: Verdict.of(at["n"] < 10**6))
    found = hunt(claim(integers), stages=[Stage.EXAMPLES])
    assert found.found == {"n": 10**6}
    assert providers._get_local_constants is read
    assert list(tmp_path.iterdir()) == []


def test_linear_programmes_reach_a_vertex_that_no_grid_has() -> None:
    names = [f"law{kind}" for kind in range(3)]
    space = {name: Laws(4) for name in names}
    weights = "3*a - 2*b + c"
    formula = Formula(f"{weights} <= 3 + 99/100", ["a", "b", "c"])

    def values(_: Claim, at: Instance) -> dict[str, Fraction]:
        return {symbol: at[name][place] for place, (symbol, name) in enumerate(zip("abc", names, strict=True))}

    found = hunt(claim(over(space, values), formula), stages=[Stage.PROGRAMMES])
    assert found.stage is Stage.PROGRAMMES and found.found is not None
    assert formula.decide(values(claim(None), found.found)) is Verdict.FAILS


def test_programmes_stay_between_the_ends_and_hand_on_to_climbing() -> None:
    space = {"x": Rationals(0, 1), "y": Rationals(Fraction(1, 3), 2, open_high=True)}
    seen = []

    def decide(_: Claim, at: Instance) -> Verdict:
        seen.append(at)
        return Verdict.HOLDS

    search = Search(space, decide, lambda _, at: float(at["x"] - at["y"]))
    hunted = hunt(claim(search), effort=3000, stages=[Stage.PROGRAMMES, Stage.CLIMBING])
    assert {part.stage for part in hunted.covered} == {Stage.PROGRAMMES, Stage.CLIMBING}
    assert {"x": 1, "y": Fraction(1, 3)} in seen
    assert all(0 <= at["x"] <= 1 and Fraction(1, 3) <= at["y"] < 2 for at in seen)


def test_programmes_move_along_a_line_that_ends_on_one_side_only() -> None:
    formula = Formula("x - y <= 60", ["x", "y"])
    space = {"x": Reals(low=Fraction(0)), "y": Reals(high=Fraction(0))}
    found = hunt(claim(over(space, lambda _, at: at), formula), effort=2000, stages=[Stage.PROGRAMMES])
    assert found.stage is Stage.PROGRAMMES and found.found is not None
    assert found.found["x"] - found.found["y"] > 60


def test_only_stages_that_make_sense_take_part() -> None:
    listed = Search(lambda _: {"instance": Listed([("one", {}), ("two", {})])}, lambda *_: Verdict.HOLDS)
    gone_through = hunt(claim(listed))
    assert gone_through.exhausted and gone_through.examined == 2
    assert [part.stage for part in gone_through.covered] == [Stage.EXHAUSTIVE]
    integers = Search({"n": Integers(1, 10**9)}, lambda *_: Verdict.HOLDS, lambda *_: 0.0)
    stages = {part.stage for part in hunt(claim(integers), effort=1000).covered}
    assert stages == {Stage.EXHAUSTIVE, Stage.EXAMPLES, Stage.CLIMBING}
    with pytest.raises(DomainError, match="at least one stage"):
        hunt(claim(integers), stages=[])


def test_a_domain_of_ones_own_is_drawn_level_by_level() -> None:
    class Squares:
        def at_level(self, level: int, before: Instance) -> Any:
            yield level**2

        def level(self, value: int, before: Instance) -> int:
            return int(value**0.5)

        def draw(self, random: Any, before: Instance) -> int:
            return int(random.randint(0, 9) ** 2)

        def near(self, value: int, before: Instance) -> Any:
            yield value

    search = Search({"n": Squares()}, lambda _, at: Verdict.of(at["n"] < 50))
    assert hunt(claim(search), stages=[Stage.EXAMPLES]).found == {"n": 64}


def test_undecided_and_unmet_instances_are_counted_apart() -> None:
    verdicts = {1: None, 2: Verdict.UNKNOWN, 3: Verdict.HOLDS}
    found = hunt(claim(Search({"n": Integers(1, 3)}, lambda _, instance: verdicts[instance["n"]])))
    assert (found.examined, found.undecided, found.exhausted) == (2, 1, True)


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("effort", [1, 7, 500, 3000])
@pytest.mark.parametrize("found", [False, True])
def test_no_more_questions_than_allowed_and_the_same_ones_again(effort: int, found: bool) -> None:
    space = {"n": Integers(1, 10**9), "x": Rationals(0, 1), "law": Laws(3)}

    def asked() -> tuple[Hunted, list[Any]]:
        seen: list[Any] = []

        def decide(_: Claim, at: Instance) -> Verdict:
            seen.append(dict(at))
            return Verdict.of(not (found and at["n"] > 10**5))

        def estimate(_: Claim, at: Instance) -> float:
            seen.append(dict(at))
            return float(at["x"] - at["law"][0])

        return hunt(claim(Search(space, decide, estimate)), effort=effort, seed=4), seen

    (hunted, seen), (again, seen_again) = asked(), asked()
    assert seen == seen_again
    assert hunted.found == again.found
    assert hunted.effort == effort
    # A place that is drawn counts as well, but asks nothing.
    assert len(seen) <= hunted.asked <= (2 if hunted.found else 1) * effort
    assert sum(part.asked for part in hunted.covered) <= effort
    assert hunted.end is (End.FOUND if hunted.found else End.EFFORT)
    assert (hunted.found is not None) == (found and effort >= 500)


def test_patience_ends_a_hunt_early_and_says_so() -> None:
    endless = Search({"n": Integers(1, 10**9)}, lambda *_: Verdict.HOLDS)
    hunted = hunt(claim(endless), seconds=1e-9)
    assert hunted.end is End.PATIENCE and hunted.asked < 10


def test_a_hunt_that_draws_nothing_ends() -> None:
    class Nothing(Integers):
        def draw(self, random: Any, before: Instance) -> None:
            return None

    hunted = hunt(claim(Search({"n": Nothing(1, 10**9)}, lambda *_: Verdict.HOLDS)), stages=[Stage.SAMPLING])
    assert (hunted.end, hunted.examined) == (End.EFFORT, 0)


def test_ctrl_c_keeps_what_is_known() -> None:
    def decide(_: Claim, instance: Instance) -> Verdict:
        if instance["n"] == 5:
            raise KeyboardInterrupt
        return Verdict.HOLDS

    found = hunt(claim(Search({"n": Integers(1, 9)}, decide)))
    assert (found.examined, found.level, found.exhausted, found.end) == (4, 3, False, End.INTERRUPTED)


def test_a_claim_without_a_space_cannot_be_hunted() -> None:
    with pytest.raises(DomainError, match="where to search"):
        hunt(claim(None))
    with pytest.raises(DomainError, match=r"effort must .*, got 0"):
        hunt(claim(Search({"n": Integers(1, 3)}, lambda *_: Verdict.HOLDS)), effort=0)
    with pytest.raises(DomainError, match="seconds must be positive"):
        hunt(claim(Search({"n": Integers(1, 3)}, lambda *_: Verdict.HOLDS)), seconds=0)


@pytest.mark.parametrize(
    "domain",
    [Integers(2, 9), Rationals(Fraction(1, 2), 3, open_low=True), Choices("abc"), Compositions(4, 3), Laws(3),
     Laws(2, positive=True), Reals(), Reals(Fraction(1, 3), Fraction(9), open_low=True), Reals(Fraction(200))],
)  # fmt: skip
def test_every_value_stands_on_its_own_level_once(domain: Domain) -> None:
    import random

    seen = []
    for level in range(7):
        for value in domain.at_level(level, {}):
            assert domain.level(value, {}) == level
            seen.append(value)
    assert len(seen) == len(set(seen)) > 1
    drawn = [domain.draw(random.Random(seed), {}) for seed in range(20)]
    simple = [value for value in drawn if domain.level(value, {}) < 500]
    assert simple and all(value in list(domain.at_level(domain.level(value, {}), {})) for value in simple)
    for value in drawn:
        for near in domain.near(value, {}):
            if domain.level(near, {}) < 40:
                assert near in list(domain.at_level(domain.level(near, {}), {}))
