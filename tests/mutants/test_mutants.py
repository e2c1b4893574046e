"""The mutants are what they say, the right tests judge them, and what is taken for equivalent is still there."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.mutants import judge
from tests.mutants.__main__ import Memory
from tests.mutants.judge import Fate, Judge, Judgement, Measured, fate_of, worth_running
from tests.mutants.mutations import Mutant, is_another_program, mutants
from tests.mutants.plugin import functions
from tests.mutants.report import as_json, as_markdown, equivalents, share_noticed
from tests.mutants.selection import ROOT, chosen, engine_files, judges_of, needed_tests, own_tests_of

Answer = tuple[Fate, str]

SOURCE = b'''\
"""Not 1 but 2."""
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    import ast


@cache(maxsize=5)
def f(a: int, *, b: Literal[3] = 4) -> Literal[1]:
    """Is a + 1 > 2?"""
    if not (a < b) and a is None:  # a < b
        raise ValueError(f"{a + 1} and {2}")
    \xc3\xa9 = min(a, b) // 2 if a else -b
    return [x.upper() for x in \xc3\xa9
            if x not in b]
'''


def replacements() -> set[tuple[str, str]]:
    return {(mutant.line, mutant.replacement) for mutant in mutants("f.py", SOURCE)}


def test_the_mutants_of_a_function() -> None:
    condition = "if not (a < b) and a is None: # a < b"
    split = "\u00e9 = min(a, b) // 2 if a else -b"
    result = "return [x.upper() for x in \u00e9"
    assert replacements() == {
        ("def f(a: int, *, b: Literal[3] = 4) -> Literal[1]:", "def f(a: int, *, b: Literal[3] = 5) -> Literal[1]:"),
        ("def f(a: int, *, b: Literal[3] = 4) -> Literal[1]:", "def f(a: int, *, b: Literal[3] = 3) -> Literal[1]:"),
        (condition, "if False: # a < b"),
        (condition, "if (a < b) and a is None: # a < b"),
        (condition, "if not (a <= b) and a is None: # a < b"),
        (condition, "if not (a < b) or a is None: # a < b"),
        (condition, "if not (a < b) and a is not None: # a < b"),
        (split, "\u00e9 = max(a, b) // 2 if a else -b"),
        (split, "\u00e9 = min(a, b) * 2 if a else -b"),
        (split, "\u00e9 = min(a, b) // 3 if a else -b"),
        (split, "\u00e9 = min(a, b) // 1 if a else -b"),
        (split, "\u00e9 = min(a, b) // 2 if False else -b"),
        (split, "\u00e9 = min(a, b) // 2 if a else b"),
        (result, "return [x.lower() for x in \u00e9"),
        ("if x not in b]", "if x in b]"),
        ("if x not in b]", "if False]"),
    }


def test_a_mutant_differs_at_its_place_alone_and_compiles() -> None:
    for mutant in mutants("f.py", SOURCE):
        changed = mutant.applied(SOURCE)
        assert changed != SOURCE
        assert changed.startswith(SOURCE[: mutant.start]) and changed.endswith(SOURCE[mutant.end :])
        assert is_another_program(SOURCE, mutant)


def test_what_does_not_compile_or_changes_nothing_is_no_mutant() -> None:
    source = b"x = 1 + 2\n"
    assert not is_another_program(source, Mutant("f.py", "", "", "", 1, 6, 7, "+ +)"))
    assert not is_another_program(source, Mutant("f.py", "", "", "", 1, 4, 5, "0x1"))


def test_the_choice_is_the_same_every_time_and_from_every_engine() -> None:
    files = engine_files(["privacy/bounds", "certificate", "hunting/spaces.py"])
    assert "sdp_proofs/hunting/spaces.py" in files and "sdp_proofs/privacy/bounds/buckets.py" in files
    few, more = chosen(files, 12, 3), chosen(files, 20, 3)
    assert more[:12] == few
    assert len({mutant.key for mutant in more}) == 20
    assert chosen(files, 12, 4) != few


@pytest.mark.slow
def test_own_tests_judge_first_and_only_tests_that_import_the_module() -> None:
    own = "sdp_proofs/numbers/decide.py"
    assert judges_of(own)[:2] == own_tests_of(own) == [own, "tests/numbers/test_decide.py"]
    for file in ("sdp_proofs/privacy/bounds/buckets.py", "sdp_proofs/hunting/hunt.py"):
        first, *others = judges_of(file)
        assert first == file and others
        assert all((ROOT / other).is_file() for other in others)
    assert "tests/privacy/smoothed/test_delta_routes.py" in judges_of("sdp_proofs/privacy/smoothed/delta.py")[2:4]
    assert judges_of("sdp_proofs/hunting/hunt.py")[1] == "tests/hunting/test_hunt.py"
    assert not any("benchmarks" in test for test in judges_of("sdp_proofs/numbers/balls.py"))


def test_tests_that_enter_the_changed_function_come_first_and_cheap_ones_before_dear_ones() -> None:
    inside, top = (Mutant("f.py", within, "", "", 1, 0, 1, "") for within in ("C.f", ""))
    elsewhere = Measured("elsewhere", 0.1, {"g.py": ["C.f"]})
    near, dear, too_dear = (Measured(str(cost), cost, {"f.py": ["C.f", "g"]}) for cost in (1.0, 3.0, 8.0))
    same_file = Measured("same file", 0.2, {"f.py": ["g"]})
    tests = [elsewhere, same_file, too_dear, dear, near]
    assert worth_running(tests, inside, 9.0) == [near, dear, same_file]
    assert worth_running(tests, inside, 4.1) == [near, dear]
    assert worth_running(tests, top, 100.0) == [elsewhere, same_file, near, dear, too_dear]


def test_functions_are_named_as_in_mutants() -> None:
    file = str(ROOT / "sdp_proofs" / "f.py")
    spaces = {"__name__": "f"}
    exec(compile("class C:\n def f(self):\n  def g(): pass\n  return g", file, "exec"), spaces)
    method = spaces["C"].f  # type: ignore[attr-defined]
    codes = [method.__code__, method(None).__code__, test_functions_are_named_as_in_mutants.__code__]
    assert functions(codes, ROOT) == {"sdp_proofs/f.py": ["C.f", "C.f.g"]}


def test_every_equivalent_mutant_is_one_of_its_file_and_says_why() -> None:
    listed = equivalents()
    known = {mutant.key for file in {key[0] for key in listed} for mutant in mutants(file, (ROOT / file).read_bytes())}
    assert [key for key in listed if key not in known] == []
    assert all(len(reason) > 20 for reason in listed.values())


@pytest.mark.parametrize(
    ("code", "text", "fate"),
    [
        (0, "5 passed", Fate.SURVIVED),
        (1, "FAILED tests/test_x.py::test_y - assert 1 == 2", Fate.KILLED),
        (2, "ERROR tests/test_x.py - NameError", Fate.KILLED),
        (-signal.SIGXCPU, "", Fate.RAN_AWAY),
        (-signal.SIGSEGV, "", Fate.KILLED),
        (-1, "asleep", Fate.UNDECIDED),
        (3, "INTERNALERROR", Fate.UNDECIDED),
        (-signal.SIGKILL, "", Fate.UNDECIDED),
        (4, "ImportError while loading conftest", Fate.KILLED),
        (5, "no tests ran", Fate.SURVIVED),
    ],
)
def test_what_an_exit_code_says(code: int, text: str, fate: Fate) -> None:
    assert fate_of(code, text)[0] is fate


class Told(Judge):
    """A judge without a project: what the tests do is told, on the mutant and on the true program."""

    def __init__(self, answers: dict[str, Answer], failing_anyway: frozenset[str] = frozenset()) -> None:
        self.answers, self.failing_anyway, self.budget = answers, failing_anyway, 20.0

    def digest(self, mutant: Mutant) -> str:
        return ""

    def _measured(self, tests: str) -> list[Measured]:
        return [Measured(name, 0.1, {"f.py": ["f"]}) for name in self.answers if name.startswith(tests)]

    def _run(self, mutant: Mutant, tests: list[Measured]) -> tuple[Fate, str, float]:
        told = [self.answers[test.name] for test in tests]
        return *next((answer for answer in told if answer[0] is not Fate.SURVIVED), told[0]), 1.0

    def _items(self, tests: list[Measured]) -> tuple[int, str, float]:
        return int(any(test.name in self.failing_anyway for test in tests)), "", 1.0


@pytest.fixture
def one_of_f(monkeypatch: pytest.MonkeyPatch) -> Mutant:
    """A mutant with tests of its own in one file, and others in two more."""
    monkeypatch.setattr(judge, "own_tests_of", lambda file: ["own"])
    monkeypatch.setattr(judge, "judges_of", lambda file: ["own", "near", "far"])
    return Mutant("f.py", "f", "", "", 1, 0, 1, "")


PASSED: Answer = (Fate.SURVIVED, "")


def failed(name: str) -> Answer:
    return Fate.KILLED, f"FAILED {name}"


def test_a_test_that_fails_on_the_true_program_as_well_has_no_say(one_of_f: Mutant) -> None:
    answers = {"own::a": failed("own::a"), "own::b": PASSED, "near::c": PASSED}
    assert Told(answers).judge(one_of_f).fate is Fate.KILLED
    assert Told(answers, frozenset({"own::a"})).judge(one_of_f).fate is Fate.SURVIVED
    more = Told({**answers, "far::d": failed("far::d")}, frozenset({"own::a"})).judge(one_of_f)
    assert (more.fate, more.by) == failed("far::d")


def test_what_one_file_leaves_undecided_another_may_notice(one_of_f: Mutant) -> None:
    answers: dict[str, Answer] = {"own::a": (Fate.UNDECIDED, "killed from outside"), "near::b": PASSED}
    left = Told(answers).judge(one_of_f)
    assert (left.fate, left.by, left.tests) == (Fate.UNDECIDED, "killed from outside", 2)
    assert Told({**answers, "far::c": failed("far::c")}).judge(one_of_f).fate is Fate.KILLED


def test_costs_are_those_of_a_file_of_tests_with_what_it_imports() -> None:
    needed = needed_tests("tests/provers/test_attacked_inequalities.py")
    assert needed[0] == "tests/provers/test_attacked_inequalities.py"
    assert "tests/provers/random_inequalities.py" in needed[1:]
    assert all((ROOT / file).is_file() and file.startswith("tests/") for file in needed)


@pytest.mark.parametrize("name", ["tests/x.py::test_y", "tests/x.py::test_y[a[0] - b-c d]", "tests/x.py"])
@pytest.mark.parametrize("reason", ["", " - assert 1 == 2"])
def test_the_first_test_that_fails_is_named_whole(name: str, reason: str) -> None:
    assert fate_of(1, f"F\nFAILED {name}{reason}\nFAILED other") == (Fate.KILLED, f"FAILED {name}")


def test_what_is_undecided_has_not_been_noticed_and_equivalents_do_not_count() -> None:
    fates = [Fate.KILLED, Fate.RAN_AWAY, Fate.SURVIVED, Fate.UNDECIDED, Fate.EQUIVALENT]
    places = mutants("f.py", SOURCE)[: len(fates)]
    judged = {place: Judgement(fate, 7, "", 1.0, "") for place, fate in zip(places, fates, strict=True)}
    assert share_noticed(judged) == 1 / 2
    assert as_json(judged, 5)["fates"] == dict.fromkeys(map(str, fates), 1)
    text = as_markdown(judged, 5)
    assert text.count("```diff") == 2
    assert f"- {places[2].line}\n+ {places[2].replacement}\n" in text


def test_a_run_that_was_killed_goes_on(tmp_path: Path) -> None:
    file, judgement = tmp_path / "some" / "judgements", Judgement(Fate.SURVIVED, 3, "", 2.5, "digest")
    key = "file", "within", "line", "replacement"
    Memory(file).keep(key, judgement)
    with file.open("a", encoding="utf-8") as torn:
        torn.write('\n[["file", "within", "line", "oth')
    memory = Memory(file)
    assert memory.known == {key: judgement}
    memory.keep(("other", *key[1:]), judgement)
    assert Memory(file).known == {key: judgement, ("other", *key[1:]): judgement}
